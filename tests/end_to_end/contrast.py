"""Whether texts stand out from what is behind them, whatever the colours of a page are."""

import re

# For every text on the page, its colour and the colour behind it; texts in drawings stand on what their class says.
TEXTS = """() => {
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (!/, 0\\)$|transparent/.test(colour)) return colour;
    }
    return 'rgb(255, 255, 255)';
  };
  const fill = (selector) => getComputedStyle(document.querySelector(selector)).fill;
  const drawn = { letter: '.plate', holds: '.hub', of: '.hub', many: '.drop' };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !parent.getClientRects().length) continue;
    const svg = parent instanceof SVGElement;
    found.push({
      text: walker.currentNode.data.trim(),
      colour: svg ? getComputedStyle(parent).fill : getComputedStyle(parent).color,
      behind: svg ? fill(drawn[parent.getAttribute('class')]) : behind(parent),
    });
  }
  return found;
}"""


def contrast(one, other):
    """The contrast of two colours as the accessibility guidelines of the web define it: 1 for none, 21 for black on white."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour):
    """Relative luminance as those guidelines define it, of "rgb(r, g, b)"."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue

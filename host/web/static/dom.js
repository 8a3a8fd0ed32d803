/* Making elements. Text only ever becomes text: nothing here, or that uses this, reads HTML out of data. */

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** An HTML element; children are elements or text. */
export function html(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An SVG element. */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** Set an element's text, but only if it differs: what is read aloud is not read twice. */
export function say(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/** Show `text` in `element`, or hide it if there is none. */
export function sayOrHide(element, text) {
  say(element, text);
  element.hidden = text === "";
}

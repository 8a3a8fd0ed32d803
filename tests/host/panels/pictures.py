"""Pictures to show, what a glass that shows them looks like, and time."""

import random

from PIL import Image, ImageDraw, ImageFont

FONT = ImageFont.load_default(11)


class FakeClock:
    """Seconds that pass only when told."""

    def __init__(self, now: float = 5000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def glass_of(image: Image.Image) -> bytes:
    """The 1024 bytes of a glass that shows `image`, pixel by pixel."""
    glass = bytearray(1024)
    for y in range(64):
        for x in range(128):
            if image.getpixel((x, y)):
                glass[y // 8 * 128 + x] |= 1 << y % 8
    return bytes(glass)


def noise(seed: int) -> Image.Image:
    return Image.frombytes("1", (128, 64), random.Random(seed).randbytes(1024))


def blank() -> Image.Image:
    return Image.new("1", (128, 64))


def border() -> Image.Image:
    image = blank()
    ImageDraw.Draw(image).rectangle((0, 0, 127, 63), outline=255)
    return image


def text(*lines: str, step: int = 12, top: int = 0, left: int = 8) -> Image.Image:
    image = blank()
    draw = ImageDraw.Draw(image)
    for number, line in enumerate(lines):
        draw.text((left, top + step * number), line, fill=255, font=FONT)
    return image


def scribble(image: Image.Image, chance: random.Random) -> None:
    """Change something small or large in place."""
    draw = ImageDraw.Draw(image)
    x, y = chance.randrange(128), chance.randrange(64)
    if chance.random() < 0.3:
        draw.text((x, y), chance.choice(("12 drops", "Leaf", "?")), fill=chance.choice((0, 255)), font=FONT)
    else:
        draw.rectangle((x, y, x + chance.randrange(30), y + chance.randrange(20)), fill=chance.choice((0, 255)))

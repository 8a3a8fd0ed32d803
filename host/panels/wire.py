"""What to send to a panel so that it shows another picture: packing, comparing, addressing. No I/O.

A panel's memory is eight *pages* of 128 columns; a byte is eight pixels of a column, the lowest bit on top. So a
picture of 128x64 is 1024 bytes, page by page, column by column.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from PIL import Image

WIDTH: Final = 128
HEIGHT: Final = 64
PAGES: Final = HEIGHT // 8
SIZE: Final = WIDTH * PAGES

_MIRRORED: Final = bytes(int(f"{value:08b}"[::-1], 2) for value in range(256))
#: Bytes on the wire for a window beside its picture: two bus addresses, two control bytes, three commands.
ADDRESS_COST: Final = 7

#: Bytes that differ, with gaps between them that are not worth an address.
_RUN: Final = re.compile(rb"[^\0](?:\0{0,%d}[^\0])*" % ADDRESS_COST)


class Window(NamedTuple):
    """A stripe of one page, ends included. Never longer than a page: 3 ms at 400 kHz, so others do not wait long."""

    page: int
    column: int
    last_column: int

    @property
    def size(self) -> int:
        """Bytes of picture in it."""
        return self.last_column - self.column + 1

    def cut(self, picture: bytes) -> bytes:
        """Its part of a picture of 1024 bytes."""
        return picture[self.page * WIDTH + self.column : self.page * WIDTH + self.last_column + 1]

    def address(self, offset: int) -> tuple[int, int, int]:
        """The commands before its picture, for a glass that begins at column `offset` of the memory."""
        first = self.column + offset
        return 0xB0 | self.page, first & 0x0F, 0x10 | first >> 4


@dataclass(frozen=True)
class Chip:
    """A kind of panel: `columns` of memory, of which the glass shows 128 from `offset` on.

    Both kinds are addressed page by page. An SSD1306 could take rectangles, but their addresses are longer, and texts
    change in stripes. `paging` are the commands that make it so.
    """

    name: str
    columns: int
    offset: int
    paging: tuple[int, ...]


SSD1306: Final = Chip("ssd1306", columns=128, offset=0, paging=(0x20, 0x02))
SH1106: Final = Chip("sh1106", columns=132, offset=2, paging=())
CHIPS: Final = {chip.name: chip for chip in (SSD1306, SH1106)}


def pack(image: Image.Image, *, upside_down: bool = False) -> bytes:
    """The 1024 bytes of a picture of mode "1" and 128x64; `ValueError` for any other."""
    if image.mode != "1" or image.size != (WIDTH, HEIGHT):
        raise ValueError(f"A panel shows pictures of mode '1' and 128x64 pixels; this one is {image.mode!r}, {image.size}.")
    columns = image.transpose(Image.Transpose.TRANSPOSE).tobytes()
    columns = columns[::-1] if upside_down else columns.translate(_MIRRORED)
    return b"".join(columns[page::PAGES] for page in range(PAGES))


def unpack(picture: bytes) -> Image.Image:
    """The picture of 1024 such bytes."""
    columns = bytearray(SIZE)
    for page in range(PAGES):
        columns[page::PAGES] = picture[page * WIDTH : (page + 1) * WIDTH].translate(_MIRRORED)
    return Image.frombytes("1", (HEIGHT, WIDTH), bytes(columns)).transpose(Image.Transpose.TRANSPOSE)


def differences(known: Sequence[bytes | None], picture: bytes) -> list[Window]:
    """Windows that turn what is `known` of a panel's eight pages (None: nothing) into `picture`, in as few bytes as can be.

    Sending equal bytes again is cheaper than another address, so near differences are sent as one.
    """
    windows: list[Window] = []
    for page in range(PAGES):
        before, after = known[page], picture[page * WIDTH : (page + 1) * WIDTH]
        if before is None:
            windows.append(Window(page, 0, WIDTH - 1))
        elif before != after:
            windows += [Window(page, start, end - 1) for start, end in _runs(before, after)]
    return windows


def _runs(before: bytes, after: bytes) -> list[tuple[int, int]]:
    mixed = (int.from_bytes(before, "big") ^ int.from_bytes(after, "big")).to_bytes(WIDTH, "big")
    return [found.span() for found in _RUN.finditer(mixed)]

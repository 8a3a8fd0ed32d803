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
#: A longer piece would let another panel's cursor wait for more than 6 ms on a bus of 400 kHz.
_LONGEST_PIECE: Final = 2 * WIDTH


class Window(NamedTuple):
    """A rectangle of a panel's memory, ends included."""

    page: int
    last_page: int
    column: int
    last_column: int

    @property
    def size(self) -> int:
        """Bytes of picture in it."""
        return (self.last_page - self.page + 1) * (self.last_column - self.column + 1)

    def cut(self, picture: bytes) -> bytes:
        """Its part of a picture of 1024 bytes."""
        return b"".join(
            picture[page * WIDTH + self.column : page * WIDTH + self.last_column + 1]
            for page in range(self.page, self.last_page + 1)
        )


@dataclass(frozen=True)
class Chip:
    """How a kind of panel is addressed. `columns` of its memory, of which the glass shows 128 from `offset` on."""

    name: str
    columns: int
    offset: int
    #: One address may cover several pages.
    tall: bool

    @property
    def address_cost(self) -> int:
        """Bytes on the wire for a window beside its picture: two bus addresses, two control bytes, the commands."""
        return 10 if self.tall else 7

    def address(self, window: Window, offset: int) -> tuple[int, ...]:
        """The commands before the picture of `window`, whose memory starts at column `offset`."""
        first, last = window.column + offset, window.last_column + offset
        if self.tall:
            return 0x21, first, last, 0x22, window.page, window.last_page
        return 0xB0 | window.page, first & 0x0F, 0x10 | first >> 4


SSD1306: Final = Chip("ssd1306", columns=128, offset=0, tall=True)
SH1106: Final = Chip("sh1106", columns=132, offset=2, tall=False)
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


def differences(known: Sequence[bytes | None], picture: bytes, chip: Chip) -> list[Window]:
    """Windows that turn what is `known` of a panel's eight pages (None: nothing) into `picture`, cheap to send.

    Sending equal bytes again is cheaper than another address, so near differences are sent as one.
    """
    windows: list[Window] = []
    for page in range(PAGES):
        before, after = known[page], picture[page * WIDTH : (page + 1) * WIDTH]
        if before == after:
            continue
        if before is None:
            found = [Window(page, page, 0, WIDTH - 1)]
        else:
            found = [Window(page, page, start, end - 1) for start, end in _runs(before, after, chip.address_cost)]
        for window in found:
            _add(windows, window, chip)
    return [piece for window in windows for piece in _pieces(window)]


def _runs(before: bytes, after: bytes, gap: int) -> list[tuple[int, int]]:
    mixed = (int.from_bytes(before, "big") ^ int.from_bytes(after, "big")).to_bytes(WIDTH, "big")
    return [found.span() for found in re.finditer(rb"[^\0](?:\0{0,%d}[^\0])*" % gap, mixed, re.DOTALL)]


def _add(windows: list[Window], new: Window, chip: Chip) -> None:
    """Add a window, joined with the one above or beside it where that saves most."""
    best, saving = None, 0
    if chip.tall:
        for old in windows:
            if old.last_page >= new.page - 1:
                saved = old.size + new.size + chip.address_cost - _around(old, new).size
                if saved > saving:
                    best, saving = old, saved
    if best is not None:
        windows.remove(best)
        new = _around(best, new)
    windows.append(new)


def _around(one: Window, other: Window) -> Window:
    return Window(
        min(one.page, other.page),
        max(one.last_page, other.last_page),
        min(one.column, other.column),
        max(one.last_column, other.last_column),
    )


def _pieces(window: Window) -> list[Window]:
    width = window.last_column - window.column + 1
    step = max(1, _LONGEST_PIECE // width)
    pages = range(window.page, window.last_page + 1, step)
    return [window._replace(page=page, last_page=min(page + step - 1, window.last_page)) for page in pages]

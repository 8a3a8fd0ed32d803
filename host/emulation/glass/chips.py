"""SSD1306 and SH1106 as their bus sees them: bytes in, glass out. Written from the data sheets, not from any driver."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from typing import ClassVar, Final

WIDTH: Final = 128
HEIGHT: Final = 64
PAGES: Final = 8


class Chip(ABC):
    """What both chips have in common. `written` takes one I2C transaction's bytes after the address.

    `first_column` is the column of the memory that is wired to the left edge of the glass. Memory wakes up with noise.
    Commands the chip does not know are kept in `unknown`.
    """

    columns: int = WIDTH
    #: How many more bytes belong to a command.
    arguments: ClassVar[dict[int, int]] = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}

    def __init__(self, first_column: int = 0, seed: int = 0) -> None:
        self.first_column = first_column
        self.unknown: list[int] = []
        self._noise = random.Random(seed)
        self.lose_power()

    def lose_power(self) -> None:
        """A dip in the supply: registers as after a reset, noise in the memory."""
        self.memory = bytearray(self._noise.randbytes(self.columns * PAGES))
        self.forget()

    def forget(self) -> None:
        """Registers as after a reset; the memory stays."""
        self.on = self.all_on = self.inverted = False
        self.mirrored = self.flipped = False
        self.contrast, self.start_line, self.shift = 0x80, 0, 0
        self.column = self.page = 0
        self._pending: list[int] = []

    @property
    def lit(self) -> bool:
        """Whether the glass can show anything."""
        return self.on

    def written(self, data: bytes) -> None:
        """One transaction: control bytes, commands, picture."""
        position = 0
        while position < len(data):
            control = data[position]
            take = self.data if control & 0x40 else self.command
            if control & 0x80:
                if position + 1 < len(data):
                    take(data[position + 1])
                position += 2
                continue
            for value in data[position + 1 :]:
                take(value)
            return

    def command(self, value: int) -> None:
        """One byte of a command."""
        if self._pending:
            self._pending.append(value)
        elif value in self.arguments:
            self._pending = [value]
        else:
            self._plain(value)
            return
        if len(self._pending) > self.arguments[self._pending[0]]:
            number, *arguments = self._pending
            self._pending = []
            self._with_arguments(number, arguments)

    def _with_arguments(self, number: int, arguments: list[int]) -> None:
        if number == 0x81:
            self.contrast = arguments[0]
        elif number == 0xD3:
            self.shift = arguments[0] & 0x3F

    def _plain(self, value: int) -> None:
        if value <= 0x0F:
            self.column = self.column & 0xF0 | value
        elif value <= 0x1F:
            self.column = self.column & 0x0F | (value & 0x0F) << 4
        elif 0x40 <= value <= 0x7F:
            self.start_line = value & 0x3F
        elif 0xB0 <= value <= 0xB7:
            self.page = value & 7
        elif value & 0xFE in (0xA0, 0xA4, 0xA6, 0xAE):
            name = {0xA0: "mirrored", 0xA4: "all_on", 0xA6: "inverted", 0xAE: "on"}[value & 0xFE]
            setattr(self, name, bool(value & 1))
        elif value & 0xF0 == 0xC0:
            self.flipped = bool(value & 0x08)
        elif value != 0xE3:
            self.unknown.append(value)

    @abstractmethod
    def data(self, value: int) -> None:
        """One byte of picture."""

    def glass(self) -> bytes:
        """What a person sees on a panel mounted the usual way: 1024 bytes, page by page, lowest bit on top."""
        if not self.lit:
            return bytes(WIDTH * PAGES)
        if self.all_on:
            return b"\xff" * (WIDTH * PAGES)
        lines = bytearray(WIDTH * PAGES)
        for x in range(WIDTH):
            column = self._column_at(x)
            stripe = 0
            for page in range(PAGES):
                stripe |= self.memory[page * self.columns + column] << 8 * page if column >= 0 else 0
            stripe = self._stripe(stripe)
            for page in range(PAGES):
                lines[page * WIDTH + x] = stripe >> 8 * page & 0xFF
        return bytes(lines)

    def _column_at(self, x: int) -> int:
        column = self.first_column + x
        return column if self.mirrored else self.columns - 1 - column

    def _stripe(self, stripe: int) -> int:
        turn = self.start_line + self.shift & 0x3F
        stripe = (stripe >> turn | stripe << HEIGHT - turn) & (1 << HEIGHT) - 1
        if self.inverted:
            stripe ^= (1 << HEIGHT) - 1
        if not self.flipped:
            stripe = int(f"{stripe:064b}"[::-1], 2)
        return stripe


class Ssd1306(Chip):
    """128 columns, three ways of addressing, a charge pump that has to be switched on."""

    arguments: ClassVar[dict[int, int]] = Chip.arguments | {
        0x20: 1, 0x21: 2, 0x22: 2, 0x8D: 1, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0xA3: 2,
    }  # fmt: skip

    def forget(self) -> None:
        """Page addressing, pump off."""
        super().forget()
        self.mode, self.pump = 2, False
        self.left, self.right, self.top, self.bottom = 0, WIDTH - 1, 0, PAGES - 1

    @property
    def lit(self) -> bool:
        """Switched on, and with the voltage to shine."""
        return self.on and self.pump

    def _with_arguments(self, number: int, arguments: list[int]) -> None:
        if number == 0x20:
            self.mode = arguments[0] & 3
        elif number == 0x8D:
            self.pump = bool(arguments[0] & 4)
        elif number == 0x21 and self.mode < 2:
            self.left, self.right = (value & 0x7F for value in arguments)
            self.column = self.left
        elif number == 0x22 and self.mode < 2:
            self.top, self.bottom = (value & 7 for value in arguments)
            self.page = self.top
        else:
            super()._with_arguments(number, arguments)

    def _plain(self, value: int) -> None:
        # The columns and pages of page addressing mean nothing in the other modes.
        if self.mode == 2 or not (value <= 0x1F or 0xB0 <= value <= 0xB7):
            super()._plain(value)

    def data(self, value: int) -> None:
        """Written where the pointers stand, which then move on as the mode says."""
        self.memory[self.page * WIDTH + (self.column & 0x7F)] = value
        if self.mode == 0:
            self._next_column()
            if self.column == self.left:
                self._next_page()
        elif self.mode == 1:
            self._next_page()
            if self.page == self.top:
                self._next_column()
        else:
            self.column = self.column + 1 & 0x7F

    def _next_column(self) -> None:
        self.column = self.left if self.column == self.right else self.column + 1 & 0x7F

    def _next_page(self) -> None:
        self.page = self.top if self.page == self.bottom else self.page + 1 & 7


class Sh1106(Chip):
    """132 columns of which the glass shows 128, page addressing only, a voltage converter that is on from the start."""

    columns = 132
    arguments: ClassVar[dict[int, int]] = Chip.arguments | {0xAD: 1}

    def __init__(self, first_column: int = 2, seed: int = 0) -> None:
        super().__init__(first_column, seed)

    def data(self, value: int) -> None:
        """Written into the page; past its end it is lost."""
        if self.column < self.columns:
            self.memory[self.page * self.columns + self.column] = value
            self.column += 1


CHIPS: Final[dict[str, type[Chip]]] = {"ssd1306": Ssd1306, "sh1106": Sh1106}

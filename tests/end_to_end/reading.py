"""Reads a panel as a person does: letters off the lit pixels of its glass, and which row the cursor stands on."""

from typing import NamedTuple

from host.panels.pages.font import _glyphs

_SIGNS = sorted(
    ((width, tuple(sum((rows[y] >> (width - 1 - x) & 1) << y for y in range(8)) for x in range(width)), sign)
     for sign, (width, rows) in _glyphs().items() if sign != " "),
    reverse=True,
)  # fmt: skip
_SHORTEST_BAR = 12


class Row(NamedTuple):
    """One row of eight pixels: what is dark on light in it, and what is light on dark."""

    chosen: str
    text: str


class Seen(NamedTuple):
    """What a person reads: whose turn it is, whether this panel is asked, the row at the cursor, all words below the title."""

    title: str
    asked: bool
    cursor: str
    words: str


def read(glass: bytes) -> Seen:
    """Read a picture of 1024 bytes, as the glass has it. What is no letter, as a small board, is left out."""
    rows = [_row(glass[128 * at : 128 * at + 128]) for at in range(8)]
    title = rows[0]
    cursor = " ".join(row.chosen for row in rows[1:] if row.chosen)
    words = " ".join(part for row in rows[1:] for part in row if part)
    return Seen(title.chosen or title.text, bool(title.chosen), cursor, words)


def _row(columns: bytes) -> Row:
    """Letters leave the highest of their eight pixels dark, so where it is lit for long the row is inverse: the cursor's."""
    chosen, plain = bytearray(128), bytearray(column & 0xFE for column in columns)
    at = 0
    while at < 128:
        end = at
        while end < 128 and columns[end] & 1:
            end += 1
        if end - at >= _SHORTEST_BAR:
            chosen[at:end] = bytes(column ^ 0xFF for column in columns[at:end])
            plain[at:end] = bytes(end - at)
        at = max(end, at + 1)
    if columns[2:5] == b"\xff\xff\0":  # the edge of what the row at the cursor goes on with
        chosen, plain = bytearray(columns), bytearray(128)
        chosen[:5] = bytes(5)
    return Row(_letters(bytes(chosen)), _letters(bytes(plain)))


def _letters(columns: bytes) -> str:
    found, at, dark = "", 0, 0
    while at < len(columns):
        if not columns[at]:
            at, dark = at + 1, dark + 1
            continue
        for width, pixels, sign in _SIGNS:
            if columns[at : at + width] == bytes(pixels) and not any(columns[at + width : at + width + 1]):
                found += (" " if found and dark > 2 else "") + sign
                at, dark = at + width, 0
                break
        else:
            at, dark = at + 1, 3
    return found

"""A small font for rows of eight pixels, and texts cut and wrapped to a width in pixels.

Row 0 of a row stays dark, capitals stand on rows 1 to 6, descenders reach row 7: so an inverse bar has a lit edge above and
below its letters, and each row of text is exactly one page of a panel's memory.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from typing import Final

ROW: Final = 8
"""Pixels from one row of text to the next."""
MORE: Final = "…"
"""Stands where a text was cut."""
LEAF, SHRINE, DROP, DIE, POINTER = "\ue000", "\ue001", "\ue002", "\ue003", "\ue004"
GHOST, CHIP_REMOVES, CHIP_BLANK, HOURGLASS = "\ue005", "\ue006", "\ue007", "\ue008"
"""Small pictures among the letters."""

# Each line: a sign and its rows from row 1 on; rows that are left out are dark.
_DRAWN: Final = r"""
A .##. #..# #..# #### #..# #..#
B ###. #..# ###. #..# #..# ###.
C .##. #..# #... #... #..# .##.
D ###. #..# #..# #..# #..# ###.
E #### #... ###. #... #... ####
F #### #... ###. #... #... #...
G .##. #..# #... #.## #..# .###
H #..# #..# #### #..# #..# #..#
I ### .#. .#. .#. .#. ###
J ..## ...# ...# ...# #..# .##.
K #..# #.#. ##.. #.#. #.#. #..#
L #... #... #... #... #... ####
M #...# ##.## #.#.# #.#.# #...# #...#
N #..# ##.# ##.# #.## #.## #..#
O .###. #...# #...# #...# #...# .###.
P ###. #..# #..# ###. #... #...
Q .##. #..# #..# #..# #.#. .#.#
R ###. #..# #..# ###. #.#. #..#
S .### #... .##. ...# ...# ###.
T ##### ..#.. ..#.. ..#.. ..#.. ..#..
U #..# #..# #..# #..# #..# .##.
V #...# #...# #...# .#.#. .#.#. ..#..
W #...# #...# #.#.# #.#.# ##.## #...#
X #..# #..# .##. .##. #..# #..#
Y #...# .#.#. ..#.. ..#.. ..#.. ..#..
Z #### ...# ..#. .#.. #... ####
a .... .... .### #..# #..# .###
b #... #... ###. #..# #..# ###.
c ... ... .## #.. #.. .##
d ...# ...# .### #..# #..# .###
e .... .... .##. #.## ##.. .###
f ..# .#. ### .#. .#. .#.
g .... .... .### #..# .### ...# .##.
h #... #... ###. #..# #..# #..#
i # . # # # #
j .# .. .# .# .# .# #.
k #... #... #.#. ##.. #.#. #..#
l #. #. #. #. #. .#
m ..... ..... ##.#. #.#.# #.#.# #.#.#
n .... .... ###. #..# #..# #..#
o .... .... .##. #..# #..# .##.
p .... .... ###. #..# #..# ###. #...
q .... .... .### #..# #..# .### ...#
r ... ... #.# ##. #.. #..
s .... .... .### ##.. ..## ###.
t ... .#. ### .#. .#. ..#
u .... .... #..# #..# #..# .###
v ... ... #.# #.# #.# .#.
w ..... ..... #...# #.#.# #.#.# .#.#.
x .... .... #..# .##. .##. #..#
y .... .... #..# #..# .### ...# .##.
z .... .... #### ..#. .#.. ####
0 .##. #..# #..# #..# #..# .##.
1 .#. ##. .#. .#. .#. ###
2 .##. #..# ...# ..#. .#.. ####
3 ###. ...# .##. ...# ...# ###.
4 ..#. .##. #.#. #### ..#. ..#.
5 #### #... ###. ...# ...# ###.
6 .##. #... ###. #..# #..# .##.
7 #### ...# ..#. ..#. .#.. .#..
8 .##. #..# .##. #..# #..# .##.
9 .##. #..# #..# .### ...# .##.
Ä #..# .... .##. #..# #### #..#
Ö #..# .... .##. #..# #..# .##.
Ü #..# .... #..# #..# #..# .##.
ß .##. #..# #.#. #..# #..# #.#.
. . . . . . #
, .. .. .. .. .# .# #.
; .. .. .# .. .# .# #.
: . . # . . #
! # # # # . #
? .##. #..# ...# ..#. .... ..#.
' # # .
" #.# #.# ...
( .# #. #. #. #. .#
) #. .# .# .# .# #.
[ ## #. #. #. #. ##
] ## .# .# .# .# ##
{ .## .#. #.. .#. .#. .##
} ##. .#. ..# .#. .#. ##.
- ... ... ... ###
– ..... ..... ..... #####
_ .... .... .... .... .... .... ####
+ ... ... .#. ### .#.
* ... #.# .#. #.#
× ... ... #.# .#. #.#
/ ...# ..#. ..#. .#.. .#.. #...
\ #... .#.. .#.. ..#. ..#. ...#
= ... ... ### ... ###
< ... ..# .#. #.. .#. ..#
> ... #.. .#. ..# .#. #..
% #..# #.#. ..#. .#.. .#.# #..#
& .#.. #.#. .#.. #.#. #.#. .#.#
# .#.#. ##### .#.#. .#.#. ##### .#.#.
@ .##. #..# #.## #.## #... .##.
$ ..#.. .#### #.#.. .###. ..#.# ####.
^ .#. #.# ...
~ .... .... .#.# #.#.
| # # # # # # #
` #. .# ..
• ... ... ### ### ###
… ..... ..... ..... ..... ..... #.#.#
"""
_PICTURES: Final = {
    LEAF: "...## .#### ####. ####. ##... #....",
    SHRINE: "####### .#...#. ####### .#...#. .#...#. .#...#.",
    DROP: "..#.. ..#.. .###. ##### ##### .###.",
    DIE: "###### #.##.# ###### ###### #.##.# ######",
    POINTER: "#... ##.. ###. ###. ##.. #...",
    GHOST: ".###. ##### #.#.# ##### ##### #.#.#",
    CHIP_REMOVES: ".####. ###### #....# ###### ###### .####.",
    CHIP_BLANK: ".####. #....# #....# #....# #....# .####.",
    HOURGLASS: "##### .#.#. ..#.. ..#.. .###. #####",
    " ": ".. ..",
}
_UNKNOWN: Final = "##### #...# #...# #...# #...# #####"
_MARKS: Final = {"\u0308": "#..#", "\u0301": "..##", "\u0300": "##..", "\u0302": ".##.", "\u0303": "#.##", "\u030a": ".##."}
_SAME: Final = {"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "—": "–", "\n": " ", "\t": " ", "\u00a0": " "}

Glyph = tuple[int, tuple[int, ...]]
"""Width in pixels, and eight rows as numbers whose lowest bit is the rightmost pixel."""


def _read(rows: str) -> Glyph:
    drawn = rows.split()
    bits = [int(row.replace(".", "0").replace("#", "1"), 2) for row in drawn]
    return len(drawn[0]), tuple([0, *bits, *[0] * ROW][:ROW])


@cache
def _glyphs() -> dict[str, Glyph]:
    """All signs by character."""
    found = {sign: _read(rows) for sign, rows in _PICTURES.items()}
    for line in _DRAWN.strip().splitlines():
        found[line[0]] = _read(line[2:])
    return found


@cache
def glyph(sign: str) -> Glyph:
    """How `sign` looks. A letter with a mark that there is no picture of is its letter, with the mark where there is room."""
    glyphs = _glyphs()
    sign = _SAME.get(sign, sign)
    if sign in glyphs:
        return glyphs[sign]
    base, *marks = list(unicodedata.normalize("NFKD", sign))
    if base not in glyphs:
        return _read(_UNKNOWN)
    wide, rows = glyphs[base]
    mark = _MARKS.get(marks[0]) if marks else None
    if mark is None or ((rows[2] or rows[1]) and base != "i"):
        return wide, rows
    width = max(wide, len(mark))
    shifted = [row << (width - wide + 1) // 2 for row in rows]
    return width, (0, int(mark.replace(".", "0").replace("#", "1"), 2), *shifted[2:])


@lru_cache(4096)
def line(text: str) -> Glyph:
    """A whole text in one row."""
    width, rows = 0, [0] * ROW
    for sign in text:
        wide, drawn = glyph(sign)
        gap = 1 if width else 0
        rows = [row << wide + gap | more for row, more in zip(rows, drawn, strict=True)]
        width += wide + gap
    return width, tuple(rows)


def width_of(text: str) -> int:
    """How many pixels `text` is wide."""
    return line(text)[0]


@lru_cache(4096)
def cut(text: str, width: int) -> str:
    """`text`, or as much of it as fits into `width` pixels with the sign that it goes on."""
    if width_of(text) <= width:
        return text
    end = len(text)
    while end and width_of(text[:end].rstrip() + MORE) > width:
        end -= 1
    return text[:end].rstrip() + MORE


@lru_cache(4096)
def wrap(text: str, width: int) -> tuple[str, ...]:
    """`text` in lines that fit into `width` pixels, broken between words, and inside a word only where it has no room."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        now = ""
        for word in paragraph.split():
            while width_of(word) > width:
                room = _fitting(word if not now else f"{now} {word}", width)
                start = "" if not now else f"{now} "
                if len(start) >= room - 1:
                    lines.append(now)
                    now = ""
                    continue
                lines.append((start + word)[:room])
                word, now = word[room - len(start) :], ""
            joined = f"{now} {word}" if now else word
            if now and width_of(joined) > width:
                lines.append(now)
                joined = word
            now = joined
        lines.append(now)
    return tuple(lines)


def _fitting(text: str, width: int) -> int:
    """How many characters of `text` fit into `width`; at least one."""
    end = 1
    while end < len(text) and width_of(text[: end + 1]) <= width:
        end += 1
    return end


@lru_cache(4096)
def block(text: str, width: int, rows: int) -> tuple[str, ...]:
    """`text` wrapped into at most `rows` lines; what is left out is told by the sign at the end of the last."""
    lines = wrap(text, width)
    if len(lines) <= rows:
        return lines
    if not rows:
        return ()
    last = lines[rows - 1] + MORE
    return (*lines[: rows - 1], last if width_of(last) <= width else cut(lines[rows - 1] + " " + lines[rows], width))

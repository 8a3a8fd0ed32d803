"""Whether throws are even: the questions that statistics can answer, without a table of numbers."""

import itertools
import math
from collections.abc import Sequence
from typing import Final

LEAST_A_FACE: Final = 5
"""So many throws for each face are needed before anything can be told."""
UNLIKELY: Final = 0.05
"""An even die looks like this, or worse, in one evening of twenty."""
VERY_UNLIKELY: Final = 0.0002


def chi_square(counts: Sequence[int]) -> float:
    """How far counts of equally likely faces are from even: 0 for exactly even."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected if expected else 0.0


def chance_of_chi_square(value: float, freedom: int) -> float:
    """How likely a value so large or larger is by chance alone, with so many degrees of freedom (1 or more)."""
    half = value / 2
    if freedom % 2:
        chance, first = math.erfc(math.sqrt(half)), 1
    else:
        chance, first = math.exp(-half), 2
    for below in range(first, freedom, 2):
        chance += math.exp(below / 2 * math.log(half) - half - math.lgamma(below / 2 + 1)) if half else 0.0
    return min(1.0, chance)


def frequency_chance(bits: Sequence[int]) -> float:
    """The frequency test: how likely so uneven a number of ones and zeros is by chance."""
    return math.erfc(abs(2 * sum(bits) - len(bits)) / math.sqrt(2 * len(bits)))


def runs_chance(bits: Sequence[int]) -> float:
    """The runs test: how likely it is by chance that bits change so often, or so rarely; 0 where ones and zeros are uneven."""
    total, share = len(bits), sum(bits) / len(bits)
    if abs(share - 0.5) >= 2 / math.sqrt(total):
        return 0.0
    runs = 1 + sum(before != after for before, after in itertools.pairwise(bits))
    spread = 2 * share * (1 - share)
    return math.erfc(abs(runs - total * spread) / (math.sqrt(2 * total) * spread))


def repeats_chance(faces: Sequence[int], sides: int) -> float:
    """How likely it is by chance that a face follows itself so often, or so rarely: a die that is not really thrown shows here."""
    pairs = len(faces) - 1
    if pairs < LEAST_A_FACE * sides:
        return 1.0
    same = sum(before == after for before, after in itertools.pairwise(faces))
    expected, chance = pairs / sides, 1 / sides
    return math.erfc(abs(same - expected) / math.sqrt(2 * pairs * chance * (1 - chance)))


def verdict(faces: Sequence[int], sides: int) -> str:
    """What can be said of throws that showed these faces (1 to `sides`), in words."""
    counts = counts_of(faces, sides)
    need = LEAST_A_FACE * sides
    if len(faces) < need:
        return f"{len(faces)} of {need} throws: too few to tell."
    chance = chance_of_chi_square(chi_square(counts), sides - 1)
    often = max(range(sides), key=lambda face: abs(counts[face] - len(faces) / sides))
    how = "often" if counts[often] > len(faces) / sides else "rarely"
    odd = f"face {often + 1} came {counts[often]} times, where about {len(faces) / sides:.0f} are even"
    if chance < VERY_UNLIKELY:
        return f"Uneven: {odd}. By chance that is less likely than one in {int(1 / max(chance, 1e-9)):,}."
    if repeats_chance(faces, sides) < VERY_UNLIKELY:
        return "Not thrown well: a face follows itself far from as often as it should. Shake it longer."
    if chance < UNLIKELY:
        return f"Perhaps a little uneven: {odd}, too {how} for most even dice. Throw more to be sure."
    return f"Even, as far as {len(faces)} throws can tell."


def counts_of(faces: Sequence[int], sides: int) -> list[int]:
    """How often each face came, face 1 first."""
    counts = [0] * sides
    for face in faces:
        counts[face - 1] += 1
    return counts


def chart(counts: Sequence[int], labels: Sequence[str], width: int = 40) -> list[str]:
    """A line a face: its label, a bar, its count."""
    most, wide = max(counts, default=0) or 1, max(map(len, labels), default=0)
    return [
        f"{label:>{wide}} {'█' * round(width * count / most):<{width}} {count}" for label, count in zip(labels, counts, strict=True)
    ]

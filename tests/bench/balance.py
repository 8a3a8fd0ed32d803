"""`python -m tests.bench.balance [MATCHES]`: is the house content of Mycelia balanced? Matches of greedy bots, with intervals.

It prints rounds a match, and how often each hero is hired next to the mean of all heroes. Intervals hold 95 of 100 times: for
rounds by the spread of the matches, for heroes by matches drawn anew (bootstrap). Seeds are fixed, so two runs print the same.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import mean, stdev
from typing import NamedTuple

from host.simulate import ANSWERS_AT_MOST
from shared_rules.asking import shown
from shared_rules.bots import bot
from shared_rules.bots.chance import chance_answer
from shared_rules.games import game
from shared_rules.mycelia.pack import house_pack
from shared_rules.questions import Choice

MATCHES, DRAWS = 300, 400
MODES = {"basic": {}, "expansion": {"expansion": True}, "expansion, advanced boards": {"expansion": True, "boards": "advanced"}}


class Played(NamedTuple):
    """What one match tells of balance."""

    rounds: int
    hired: Counter[str]
    outcome: str


def play(seats: int, options: dict[str, object], seed: int) -> Played:
    """One match of greedy bots; everything in it depends on the seed."""
    rng = random.Random(f"balance/{seats}/{sorted(options)}/{seed}").random
    match = game("mycelia").new(seats, options)
    think = bot("greedy", "mycelia")
    hired: Counter[str] = Counter()
    while not match.over and match.number < ANSWERS_AT_MOST:
        line, (ticket, question) = next(iter(match.questions.items()))
        if isinstance(question, Choice):
            seat = question.seat or 0
            answer = think(shown(match, line, ticket, question, seat, []), match.view(seat), rng)
        else:
            answer = chance_answer(question, rng)
        hired.update(event.data["card"] for event in match.answer(line, ticket, answer) if event.name == "hero_hired")
    result = match.result()
    return Played(match.rounds, hired, result.outcome if result else "unfinished")


def interval(values: Sequence[float]) -> str:
    """The mean of `values`, and how far the true one may be from it."""
    return f"{mean(values):.1f} ± {1.96 * stdev(values) / len(values) ** 0.5:.1f}"


def ratios(matches: Sequence[Played], heroes: Sequence[str]) -> dict[str, float]:
    """How often each hero was hired, next to the mean of all."""
    total: Counter[str] = Counter()
    for match in matches:
        total.update(match.hired)
    each = sum(total.values()) / len(heroes)
    return {hero: total[hero] / each for hero in heroes}


def spread(matches: Sequence[Played], heroes: Sequence[str]) -> Iterator[tuple[str, float, float, float]]:
    """(hero, ratio, lowest, highest), by ratio; the last two from matches drawn anew."""
    rng = random.Random("bootstrap")
    drawn = [ratios(rng.choices(matches, k=len(matches)), heroes) for _ in range(DRAWS)]
    for hero, ratio in sorted(ratios(matches, heroes).items(), key=lambda item: -item[1]):
        values = sorted(one[hero] for one in drawn)
        yield hero, ratio, values[DRAWS // 40], values[-1 - DRAWS // 40]


def main() -> None:
    """Print all figures."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    pack = house_pack()
    for name, options in MODES.items():
        heroes = sorted(set(pack.basic_deck + (pack.expansion_deck if options else [])))
        played = []
        for seats in (2, 3, 4):
            here = [play(seats, options, seed) for seed in range(count)]
            print(f"{name}, {seats} seats: {interval([match.rounds for match in here])} rounds in {count} matches", flush=True)
            played += here
        for hero, ratio, low, high in spread(played, heroes):
            face = pack.cards[hero]
            print(f"  {ratio:5.2f} ({low:.2f} to {high:.2f}) of the mean, cost {face.cost}: {hero} [{face.text}]")
    solo = [play(1, {"gwidyon_drops": drops}, seed) for drops in (20, 25) for seed in range(count)]
    for drops, part in ((20, solo[:count]), (25, solo[count:])):
        won = mean(match.outcome in ("won", "shared") for match in part)
        print(f"solo against {drops} drops: won {won:.0%} ± {1.96 * (won * (1 - won) / count) ** 0.5:.0%}")


if __name__ == "__main__":
    main()

"""`python -m tests.bench.balance_mischief [MATCHES [PACK]]`: is the house content of Mythic Mischief fair to factions and seats?

Matches of greedy bots, each pair of factions in turn in both seats; chance says who begins and on which layout. It prints how often
each faction, who goes first, and seat 0 win, with 95 % intervals (Wilson). Seeds are fixed, so two runs print the same.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

from host.simulate import ANSWERS_AT_MOST
from shared_rules.asking import shown
from shared_rules.bots import bot
from shared_rules.bots.chance import chance_answer
from shared_rules.games import game
from shared_rules.mischief.pack import MischiefPack, house_pack, read_pack
from shared_rules.questions import Choice, Question

MATCHES = 1200


class Played(NamedTuple):
    """Who won: the faction, whether it went first, whether it was seat 0."""

    faction: str
    first: bool
    seat_0: bool


def _chosen(question: Question, pair: tuple[str, ...], rng: Any) -> list[Any] | None:
    """What is not left to the bots: factions, who begins, and the layout."""
    match question.asker:
        case "faction":
            return ["faction", pair[question.seat or 0]]
        case "who_first":
            return ["first", 0 if rng() < 0.5 else 1]
        case "layout":
            return ["layout", "123"[int(rng() * 3)]]
    return None


def play(index: int, pair: tuple[str, ...], pack: MischiefPack) -> Played | None:
    """One match; None if it does not end by itself."""
    rng = random.Random(f"balance/{index}").random
    match = game("mischief").new(2, {}, pack)
    think = bot("greedy", "mischief")
    while not match.over:
        line, (ticket, question) = next(iter(match.questions.items()))
        if isinstance(question, Choice):
            seat = question.seat or 0
            answer = _chosen(question, pair, rng)
            if answer is None:
                only = question.options[0] if len(question.options) == 1 else None
                answer = only or think(shown(match, line, ticket, question, seat, ["", ""]), match.view(seat), rng)
        else:
            answer = chance_answer(question, rng)
        match.answer(line, ticket, answer)
        if match.number >= ANSWERS_AT_MOST:
            return None
    result = match.result()
    assert result is not None, "a match that is over has a result"
    winner = result.winners[0]
    return Played(pair[winner], winner == match.state.first, winner == 0)


def interval(won: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """The lowest and the highest true share that `won` of `of` may come from."""
    share, part = won / of, z * z / of
    middle, spread = share + part / 2, z * (share * (1 - share) / of + part / of / 4) ** 0.5
    return (middle - spread) / (1 + part), (middle + spread) / (1 + part)


def told(what: str, won: int, of: int) -> str:
    """One line of the report."""
    low, high = interval(won, of)
    return f"{what:12} {100 * won / of:5.1f} %  [{100 * low:.1f}, {100 * high:.1f}]  {won} of {of}"


def report(matches: int, pack: MischiefPack) -> Iterator[str]:
    """All figures."""
    pairs = sorted(permutations(pack.factions, 2), key=lambda pair: sorted(map(list(pack.factions).index, pair)))
    played = [play(index, pairs[index % len(pairs)], pack) for index in range(matches)]
    done = [one for one in played if one is not None]
    fielded = Counter(faction for index, one in enumerate(played) if one is not None for faction in pairs[index % len(pairs)])
    won = Counter(one.faction for one in done)
    yield f"{len(done)} of {matches} matches ended"
    for faction in pack.factions:
        yield told(faction, won[faction], fielded[faction])
    yield told("goes first", sum(one.first for one in done), len(done))
    yield told("seat 0", sum(one.seat_0 for one in done), len(done))


def main() -> None:
    """Print all figures."""
    pack = read_pack(sys.argv[2], Path(sys.argv[2]).read_text(encoding="utf-8")) if len(sys.argv) > 2 else house_pack()
    for line in report(int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES, pack):
        print(line)


if __name__ == "__main__":
    main()

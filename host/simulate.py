"""Many matches without a table: bots answer for people, a seeded generator for dice and cards."""

import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

from shared_rules.asking import shown
from shared_rules.bots import bot
from shared_rules.bots.chance import chance_answer
from shared_rules.content import Pack
from shared_rules.games import game
from shared_rules.match import Match
from shared_rules.questions import Choice, Clock, Question

ANSWERS_AT_MOST = 100_000
"""A match that goes on longer than this is told as unfinished: it would not end by itself."""


class Plan(NamedTuple):
    """What to play: `bots` names one a seat, `options` are the match options, `pack` None is the game's own."""

    game: str
    seats: int
    options: dict[str, Any]
    bots: Sequence[str]
    seed: int
    pack: Pack | None = None


class Played(NamedTuple):
    """One match that was played; `reason` tells why it is unfinished, if it is."""

    answers: int
    rounds: int
    winners: list[int]
    outcome: str
    events: dict[str, int]
    reason: str | None


def play(plan: Plan, index: int) -> Played:
    """Match number `index` of `plan`; its dice, cards and bots depend on the plan's seed and this number only."""
    rng = random.Random(f"{plan.seed}/{index}").random
    match = game(plan.game).new(plan.seats, plan.options, plan.pack)
    thinkers = [bot(name, plan.game) for name in plan.bots]
    names = [f"seat {seat}" for seat in range(plan.seats)]
    events = Counter(event.name for event in match.opening)
    while not match.over and match.number < ANSWERS_AT_MOST:
        line, ticket, question = _next(match)
        if isinstance(question, Choice):
            seat = question.seat or 0
            asked = shown(match, line, ticket, question, seat, names)
            answer = thinkers[seat](asked, match.view(seat), rng)
        else:
            answer = chance_answer(question, rng)
        events.update(event.name for event in match.answer(line, ticket, answer))
    result = match.result()
    if result is None:
        return Played(match.number, match.rounds, [], "", events, f"it had not ended after {ANSWERS_AT_MOST} answers")
    return Played(match.number, match.rounds, result.winners, result.outcome, events, None)


def _next(match: Match[Any]) -> tuple[int, int, Question]:
    """The lowest line's question. Nobody's time runs out: bots do not wait."""
    return next((line, ticket, question) for line, (ticket, question) in match.questions.items() if not isinstance(question, Clock))


def _play(job: tuple[Plan, int]) -> Played:
    return play(*job)


def simulate(plan: Plan, matches: int, jobs: int, clock: Callable[[], float] = time.perf_counter) -> dict[str, Any]:
    """Play `matches` on `jobs` processes and sum up. All but `seconds` and `questions_per_second` depends on the plan only."""
    began = clock()
    work = [(plan, index) for index in range(matches)]
    if jobs > 1:
        with ProcessPoolExecutor(jobs) as pool:
            played = list(pool.map(_play, work, chunksize=max(1, matches // (4 * jobs))))
    else:
        played = [_play(job) for job in work]
    return _summed(plan, played, clock() - began)


def _summed(plan: Plan, played: list[Played], seconds: float) -> dict[str, Any]:
    finished = [one for one in played if one.reason is None]
    answers = sum(one.answers for one in played)
    events: Counter[str] = Counter()
    for one in played:
        events.update(one.events)
    return {
        "game": plan.game,
        "seats": plan.seats,
        "options": plan.options,
        **({"pack": plan.pack.name, "pack_hash": plan.pack.hash} if plan.pack else {}),
        "seed": plan.seed,
        "matches": len(played),
        "finished": len(finished),
        "unfinished": [{"match": index, "reason": one.reason} for index, one in enumerate(played) if one.reason],
        "answers": answers,
        "rounds_mean": round(sum(one.rounds for one in finished) / len(finished), 3) if finished else None,
        "wins": [sum(seat in one.winners for one in finished) for seat in range(plan.seats)],
        "outcomes": dict(sorted(Counter(one.outcome for one in finished).items())),
        "events": dict(sorted(events.items())),
        "seconds": round(seconds, 3),
        "questions_per_second": round(answers / seconds, 1) if seconds else None,
    }

"""What an answered question, a copy and a save cost, beside catanatron in the same run. Process time, the best of some windows."""

import importlib.util
import random
import time
import timeit
from collections.abc import Callable, Iterator

from shared_rules.bots.chance import chance_answer
from shared_rules.games import game
from shared_rules.match import Match
from shared_rules.questions import Choice

WINDOWS, WINDOW_S = 3, 1.5
Row = tuple[str, str, str]


def best(play: Callable[[int], tuple[int, int]]) -> tuple[float, float]:
    """Microseconds an answer and a decision of `play(seed) -> (answers, decisions)`, in the best window."""
    found, seed = [], 0
    for _ in range(WINDOWS):
        answers = decisions = 0
        began = time.process_time()
        while (spent := time.process_time() - began) < WINDOW_S:
            seed += 1
            more = play(seed)
            answers, decisions = answers + more[0], decisions + more[1]
        found.append((1e6 * spent / answers, 1e6 * spent / decisions))
    return min(found)


def random_match(name: str, seats: int, seed: int) -> tuple[int, int]:
    """One match of random answers: how many there were, and how many of them were decisions of people."""
    rng = random.Random(seed).random
    match = game(name).new(seats)
    decisions = 0
    while not match.over:
        line, (ticket, question) = next(iter(match.questions.items()))
        if isinstance(question, Choice):
            decisions += 1
            answer = question.options[int(rng() * len(question.options))]
        else:
            answer = chance_answer(question, rng)
        match.answer(line, ticket, answer)
    return match.number, decisions


def in_the_middle(name: str, seats: int, answers: int) -> Match:
    """A match after so many random answers."""
    rng = random.Random(1).random
    match = game(name).new(seats)
    while match.number < answers:
        line, (ticket, question) = next(iter(match.questions.items()))
        options = getattr(question, "options", None)
        match.answer(line, ticket, options[int(rng() * len(options))] if options else chance_answer(question, rng))
    return match


def catan(seed: int) -> tuple[int, int]:
    """One game of catanatron with four random players; its dice are inside its decisions."""
    from catanatron.game import Game
    from catanatron.models.player import Color, RandomPlayer

    rng = random.Random(seed)
    found = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)], seed=seed)
    count = 0
    while found.winning_color() is None and found.state.num_turns < 1000:
        found.execute(rng.choice(found.state.playable_actions))
        count += 1
    return count, count


def rows() -> Iterator[Row]:
    """(what, measured, budget), a row at a time."""
    ours = {}
    for seats in (2, 4):
        answer, ours[seats] = best(lambda seed, seats=seats: random_match("mycelia", seats, seed))
        yield f"Mycelia, {seats} seats, random: one answer", f"{answer:.1f} µs", "25 µs"
        yield f"Mycelia, {seats} seats, random: one decision", f"{ours[seats]:.1f} µs", ""
    if importlib.util.find_spec("catanatron"):
        _, theirs = best(catan)
        yield "catanatron, 4 players, random: one decision", f"{theirs:.1f} µs", ""
        yield "decisions beside catanatron's, 4 seats", f"{theirs / ours[4]:.1f} times as many", "3 times"
    else:
        yield "catanatron", "not installed: pip install catanatron", ""
    for seats in (1, 2, 4):
        answer, decision = best(lambda seed, seats=seats: random_match("mischief", seats, seed))
        yield f"Mythic Mischief, {seats} at the table, random: one answer / decision", f"{answer:.1f} / {decision:.1f} µs", "25 µs"
    for title, name, answers in (("Mycelia", "mycelia", 400), ("Mythic Mischief", "mischief", 80)):
        yield from of_a_match(title, in_the_middle(name, 4, answers))


def of_a_match(title: str, match: Match) -> Iterator[Row]:
    """What it costs to copy, save and look at a match for four."""
    for what, do, budget in (("copy", match.copy, "10 µs"), ("save", match.save, ""), ("view", lambda: match.view(0), "")):
        cost = min(timeit.repeat(do, number=2000, repeat=5, timer=time.process_time)) / 2000
        yield f"{title}, 4 seats: one {what}", f"{1e6 * cost:.1f} µs", budget
    yield f"{title}, 4 seats: a save's size", f"{len(match.save())} bytes", ""

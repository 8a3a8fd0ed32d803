"""`python -m tests.rules.mycelia.recording`: plays matches until each way to end was there, and keeps the saves in recorded/.

Only for when rules or house content change on purpose: the saves are there to tell when a match plays differently.
"""

import random
from pathlib import Path

from shared_rules.asking import shown
from shared_rules.bots import bot
from shared_rules.bots.chance import chance_answer
from shared_rules.mycelia import Game
from shared_rules.questions import Choice
from shared_rules.record import Entry, Start, lines, plain

FOLDER = Path(__file__).parent / "recorded"
WANTED = {
    "only_one_clear": (2, {}, "the only board without a drop"),
    "most_leaves": (2, {"expansion": True}, "several boards without a drop, and the most leaves"),
    "equal_leaves": (3, {"expansion": True, "boards": "advanced"}, "several boards without a drop, and equally many leaves"),
    "alone_won": (1, {"expansion": True, "gwidyon_drops": 25}, "no drop left before Gwidyon"),
    "alone_lost": (1, {"boards": "advanced"}, "Gwidyon has no drop left"),
    "alone_both": (1, {"expansion": True, "solo_end_check": "end_of_turn"}, "the last drop of both in the same turn: both win"),
}


def record(seats, options, seed):
    """(the save of a match of greedy bots, why it ended)."""
    rng = random.Random(f"recorded/{seats}/{seed}").random
    match = Game.new(seats, options)
    start = Start.of(match, f"m-{seed}", seats, ["Ada", "Ben", "Cleo"][:seats])
    think = bot("greedy", "mycelia")
    entries = []
    while not match.over:
        line, (ticket, question) = next(iter(match.questions.items()))
        if isinstance(question, Choice):
            seat = question.seat or 0
            answer = think(shown(match, line, ticket, question, seat, []), match.view(seat), rng)
        else:
            answer = chance_answer(question, rng)
        by, source = (f"seat {question.seat}", "bot") if isinstance(question, Choice) else ("table", "engine")
        events = [event.whole() for event in match.answer(line, ticket, answer)]
        entries.append(
            Entry(number=match.number, line=line, ticket=ticket, answer=answer, by=by, source=source, events=events)
        )
    result = match.result()
    return "".join(lines(start, entries, lambda: plain(result))), result.reason


def main():
    """Write one save for each way to end."""
    for name, (seats, options, wanted) in WANTED.items():
        for seed in range(5000):
            save, reason = record(seats, options, seed)
            if reason == wanted:
                (FOLDER / f"{name}.jsonl").write_text(save, encoding="utf-8")
                print(f"{name}: seed {seed}, {len(save)} bytes")
                break


if __name__ == "__main__":
    main()

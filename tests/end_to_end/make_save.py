"""Makes the save that the browser's tests go on with: `python -m tests.end_to_end.make_save` writes data/near_full.jsonl anew.

It stands at the beginning of Ada's turn, with the Shrine so full that this turn fills it: whoever plays as `thrifty` does, hires
a hero, and at the end of the turn the Shrine is turned.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from shared_rules import record
from shared_rules.asking import shown
from shared_rules.bots import bot
from shared_rules.bots.chance import chance_answer
from shared_rules.games import game
from shared_rules.match import Match
from shared_rules.questions import Choice
from shared_rules.record import Entry, Start

FILE = Path(__file__).parent / "data" / "near_full.jsonl"
NAMES = ["Ada", "Ben"]
SEEDS = range(1, 200)
LONGEST_TURN = 40


def thrifty(labels: list[str], hired: bool) -> int:
    """Which of these a person takes who hires a hero first, plays all cards, and ends the turn: by what is read alone."""
    for number, label in enumerate(labels):
        if label.startswith("hire") and not hired:
            return number
    return next((number for number, label in enumerate(labels) if not label.startswith(("hire", "action", "leave it out"))), 0)


def near_full() -> str:
    """The text of a save as described above, always the same one for the same rules and content."""
    for seed in SEEDS:
        for match, entries in walked(seed):
            if fills_the_shrine(match):
                start = Start.of(match, "nearfull", len(NAMES), NAMES)
                return "".join(record.lines(start, entries, lambda: None))
    raise AssertionError("in none of these matches does a turn of Ada's fill the Shrine")


def walked(seed: int) -> Iterator[tuple[Match[Any], list[Entry]]]:
    """A match of bots at the beginning of each of Ada's turns, with its answers so far."""
    rng = random.Random(seed).random
    match, think = game("mycelia").new(len(NAMES), {"pieces": "real", "first": "seat 0"}), bot("greedy", "mycelia")
    entries: list[Entry] = []
    began = True
    while not match.over:
        line, (ticket, question) = next(iter(match.questions.items()))
        if began and isinstance(question, Choice) and question.seat == 0:
            yield match, list(entries)
        if isinstance(question, Choice):
            asked = shown(match, line, ticket, question, question.seat, NAMES)
            answer, by, source = think(asked, match.view(question.seat), rng), f"seat {question.seat}", "bot"
        else:
            answer, by, source = chance_answer(question, rng), "engine", "engine"
        told = [event.whole() for event in match.answer(line, ticket, answer)]
        began = any(event["event"] == "turn_began" for event in told) or (began and not isinstance(question, Choice))
        # As JSON has it: a save is text, and its events are compared as such.
        made = Entry(number=match.number, line=line, ticket=ticket, answer=answer, by=by, source=source, events=told)
        entries.append(msgspec.json.decode(msgspec.json.encode(made), type=Entry))


def fills_the_shrine(match: Match[Any]) -> bool:
    """Whether the turn of a thrifty person fills it, and hires somebody."""
    if match.view(None)["shrine"]["holds"] < 6:
        return False
    trial, hired = match.copy(), False
    for _ in range(LONGEST_TURN):
        line, (ticket, question) = next(iter(trial.questions.items()))
        if question.kind == "flush":
            return hired
        if isinstance(question, Choice):
            if question.seat != 0:
                return False
            options = shown(trial, line, ticket, question, 0, NAMES)["options"]
            option = options[thrifty([one["label"] for one in options], hired)]
            hired |= option["label"].startswith("hire")
            trial.answer(line, ticket, option["answer"])
        elif question.kind == "confirm":
            trial.answer(line, ticket, True)
        else:
            trial.answer(line, ticket, chance_answer(question, random.Random(1).random))
    return False


if __name__ == "__main__":
    FILE.write_text(near_full(), encoding="utf-8")
    print(f"{FILE}: {FILE.stat().st_size} bytes")

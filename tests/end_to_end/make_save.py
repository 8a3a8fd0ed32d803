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
from shared_rules.questions import Choice, Confirm, Question
from shared_rules.record import Entry, Start

FILE = Path(__file__).parent / "data" / "near_full.jsonl"
NAMES = ["Ada", "Ben"]
SEEDS = range(1, 200)
LONGEST_TURN = 40
SHORT_LIST = 18
NO_PICKS: dict[str, Any] = {}


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


def played(
    seed: int, options: dict[str, Any], name: str = "mycelia", picks: dict[str, Any] = NO_PICKS
) -> Iterator[tuple[Match[Any], list[Entry], Question, Any]]:
    """A match of greedy bots before each of its answers: the match, its answers so far, and which question is answered how.

    Where Ada is asked by an asker in `picks`, she answers that.
    """
    rng = random.Random(seed).random
    match, think = game(name).new(len(NAMES), options), bot("greedy", name)
    entries: list[Entry] = []
    while not match.over:
        line, (ticket, question) = next(iter(match.questions.items()))
        if isinstance(question, Choice):
            asked = shown(match, line, ticket, question, question.seat, NAMES)
            answer, by, source = think(asked, match.view(question.seat), rng), f"seat {question.seat}", "bot"
            answer = picks.get(question.asker, answer) if question.seat == 0 else answer
        else:
            answer, by, source = chance_answer(question, rng), "engine", "engine"
        yield match, entries, question, answer
        told = [event.whole() for event in match.answer(line, ticket, answer)]
        # As JSON has it: a save is text, and its events are compared as such.
        made = Entry(number=match.number, line=line, ticket=ticket, answer=answer, by=by, source=source, events=told)
        entries.append(msgspec.json.decode(msgspec.json.encode(made), type=Entry))


def walked(seed: int, name: str = "mycelia", picks: dict[str, Any] = NO_PICKS) -> Iterator[tuple[Match[Any], list[Entry]]]:
    """A match of bots at the beginning of each of Ada's turns, with its answers so far."""
    began = True
    for match, entries, question, _ in played(seed, {"pieces": "real", "first": "seat 0"}, name, picks):
        last = entries[-1] if entries else None
        if last is not None:
            began = any(event["event"] == "turn_began" for event in last.events) or (began and last.source != "bot")
        if began and isinstance(question, Choice) and question.seat == 0:
            yield match, list(entries)


def almost_over(pieces: str = "real") -> tuple[Start, list[tuple[Entry, Match[Any]]], str, int]:
    """A match whose last choice is now Ada's.

    How it began, its answers with the match after each, and what she chose: its label, and its number from 1.
    """
    for seed in SEEDS:
        steps: list[tuple[Entry, Match[Any]]] = []
        last: tuple[int | None, int, str, int] = (None, 0, "", 0)
        for match, entries, question, answer in played(seed, {"pieces": pieces, "first": "seat 1"}):
            if not steps and not entries:
                start = Start.of(match, "almost00", len(NAMES), NAMES)
            if entries:
                steps.append((entries[-1], match.copy()))
            if isinstance(question, Choice):
                number = 1 + question.options.index(answer)
                last = (question.seat, len(entries), match.words.label(match, question, answer), number)
        if last[0] == 0:
            return start, steps[: last[1]], *last[2:]
    raise AssertionError("in none of these matches the last choice is Ada's")


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


def with_reserve() -> tuple[str, Match[Any], Match[Any]]:
    """A save of Mythicals in which cards of the reserve let Ada pay for a token; the match there, and after that turn of hers.

    In that turn she picks what comes first, but takes of the reserve: nothing comes by chance.
    """
    for seed in SEEDS:
        for match, entries in walked(seed, "mythicals"):
            after = bought(match)
            if after is not None:
                start = Start.of(match, "reserve0", len(NAMES), NAMES)
                return "".join(record.lines(start, entries, lambda: None)), match, after
    raise AssertionError("in none of these matches does the reserve pay for a token")


def bought(match: Match[Any]) -> Match[Any] | None:
    """The match after Ada has acquired a token with cards of the reserve, and marked another one; None if she cannot."""
    trial, happened = match.copy(), set[str]()
    for _ in range(LONGEST_TURN):
        line, (ticket, question) = next(iter(trial.questions.items()))
        if not isinstance(question, Choice | Confirm):
            return None
        if isinstance(question, Choice) and question.seat != 0:
            return trial if {"token_acquired", "token_consolidated"} <= happened else None
        taken = (option for option in question.options if option != ["reveal"]) if isinstance(question, Choice) else iter([True])
        answer = next(taken, ["reveal"])
        happened |= {event.name for event in trial.answer(line, ticket, answer)}
    return None


WERE_DOES = ("fling", "heave", "distract", "move")
"""What the Werewolf's turn is made of, in this order."""


def werewolf_turn() -> tuple[str, Match[Any]]:
    """A save of Mythic Mischief in which Ada's Werewolves can do one of each of `WERE_DOES`; and the match there."""
    for seed in SEEDS:
        for match, entries in walked(seed, "mischief", {"faction": ["faction", "werewolves"]}):
            question = next(iter(match.questions.values()))[1]
            # Few rows, for every one is read off a panel.
            if question.asker == "act" and len(question.options) < SHORT_LIST and does_all(match):
                start = Start.of(match, "werewolf", len(NAMES), NAMES)
                return "".join(record.lines(start, entries, lambda: None)), match
    raise AssertionError("in none of these matches can the Werewolves do all of it")


def does_all(match: Match[Any]) -> bool:
    """Whether the first way to do each of it leaves the next one possible; which die pays for a move may be asked besides."""
    trial, left = match.copy(), list(WERE_DOES)
    while not trial.over:
        line, (ticket, question) = next(iter(trial.questions.items()))
        verb = {"act": left[0] if left else "pass", "pay": "die"}.get(question.asker)
        ways = [option for option in question.options if option[0] == verb] if isinstance(question, Choice) else []
        if not ways or (question.asker == "act" and not left):
            return bool(ways)
        trial.answer(line, ticket, ways[0])
        left = left[1:] if question.asker == "act" else left
    return False


if __name__ == "__main__":
    FILE.write_text(near_full(), encoding="utf-8")
    print(f"{FILE}: {FILE.stat().st_size} bytes")

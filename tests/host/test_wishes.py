"""Taking back and setting right at every seat: by two buttons, by typing, with consent, and out of the journal again."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL.Image import Image

from host.answerers.random import Random
from host.evening import Company, Glass, Sitting, find_or_begin
from host.inbox import Inbox
from host.journal import Journal, JournalError
from host.panels.pages.seat import MESSAGE_FOR_S
from host.replay import play_again
from host.saves import save_lines
from shared_rules.bots import bot
from tests.end_to_end.reading import Seen, read
from tests.host.test_evening import NoBoards

NAMES = ["Ada", "Ben"]


class Evening:
    """Two people with two buttons each and a keyboard. What they see is read off their glass."""

    def __init__(self, journal: Journal, pieces: str = "none", game: str = "mycelia", boards: Any = None, **more: Any) -> None:
        self.said: list[str] = []
        self.pictures: dict[int, list[Image]] = {0: [], 1: []}
        self.now = 0.0
        self.inbox = Inbox(lambda: self.now, patience=0.0)
        options: dict[str, Any] = {"pieces": pieces, **({"first": "seat 0"} if game == "mycelia" else {})}
        match, start = find_or_begin(journal, game, options, NAMES, self.said.append)
        company: dict[str, Any] = {
            "chains": {"roll": ["engine"], "flush": ["engine"]},
            "rng": random.Random(1).random,
            "say": self.said.append,
            "glass": {seat: Glass(taken.append, lambda level: None) for seat, taken in self.pictures.items()},
            "draws": Random(random.Random(2).random, self.inbox),
            "clock": lambda: self.now,
        }
        self.sitting = Sitting(match, start, journal, self.inbox, boards or NoBoards(), Company(**{**company, **more}))
        self.go_on()

    @property
    def match(self) -> Any:
        return self.sitting.table.match

    def go_on(self) -> None:
        """Let the table do all that is to be done."""
        rest = iter(range(40))
        self.sitting.table.play(lambda: next(rest, None) is not None)

    def type(self, line: str) -> list[str]:
        """Type a line; what is said to that at once comes back."""
        found: list[str] = []

        def do() -> None:
            before = len(self.said)
            self.sitting.type(line)
            found.extend(self.said[before:])

        self.inbox.post(do)
        self.go_on()
        return found

    def click(self, seat: int, name: str, kind: str = "click") -> None:
        for part in ("press", kind):
            self.inbox.post(lambda part=part: self.sitting.press(seat, name, part, self.now))  # type: ignore[misc]
            self.go_on()

    def glass(self, seat: int) -> Seen:
        picture = self.pictures[seat][-1].convert("1")
        lit = [[bool(picture.getpixel((x, y))) for x in range(128)] for y in range(64)]
        columns = (sum(lit[8 * row + bit][x] << bit for bit in range(8)) for row in range(8) for x in range(128))
        return read(bytes(columns))

    def choose(self, seat: int, start: str, presses: int = 60) -> None:
        for _ in range(presses):
            if self.glass(seat).cursor.startswith(start):
                self.click(seat, "ok")
                return
            self.click(seat, "next")
        raise AssertionError(f"no row {start!r}: {self.glass(seat)}")

    def menu(self, seat: int, *entries: str) -> None:
        self.read_all(seat)
        self.click(seat, "ok", "hold")
        for entry in entries:
            self.choose(seat, entry)

    def read_all(self, seat: int) -> list[str]:
        """Take note of all that is to be read, with ok."""
        found = []
        while self.glass(seat).words.startswith("Please read"):
            found.append(self.glass(seat).words)
            self.click(seat, "ok")
        return found

    def play_a_card(self) -> None:
        """Ada, whose turn it is, plays her first card."""
        self.read_all(0)
        self.choose(0, "play")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "j.sqlite", lambda: 0.0) as book:
        yield book


def hand(evening: Evening, seat: int = 0) -> list[str]:
    return list(evening.match.view(seat)["seats"][seat]["hand"])


# -- one's own answer -----------------------------------------------------------------------------------------------------


def test_two_buttons_take_back_ones_own_last_answer(journal: Journal) -> None:
    evening = Evening(journal)
    number, cards = evening.match.number, hand(evening)
    evening.play_a_card()
    assert evening.match.number > number
    evening.menu(0, "undo")
    evening.choose(0, "no")
    assert evening.match.number > number, "no is what the cursor stands on first"
    evening.choose(0, "undo")
    evening.choose(0, "yes")
    assert (evening.match.number, hand(evening)) == (number, cards)
    assert any(text.startswith("Ada takes back the last answer.") for text in evening.said)
    evening.play_a_card()
    assert evening.match.number > number, "the question is open anew"


def test_undo_may_be_typed_and_counts_what_comes_back(journal: Journal) -> None:
    evening = Evening(journal)
    number = evening.match.number
    evening.play_a_card()
    evening.type("undo")
    assert evening.match.number == number
    evening.play_a_card()
    evening.type(f"undo {number}")
    assert evening.match.number == number
    assert evening.type(f"undo {number}") == [f"Nothing has been answered after answer {number}."]
    assert "undo N" in evening.type("undo soon")[0], "what is no number is helped with"
    assert "9" * 5000 not in "".join(evening.type("undo " + "9" * 5000)) and evening.match.number == number


def test_nothing_goes_back_past_a_card_that_was_drawn(journal: Journal) -> None:
    evening = Evening(journal)
    number = evening.match.number
    assert evening.type("undo") == ["There is no answer of yours that can be taken back."]
    assert evening.type("undo 0") == ["A card was drawn since then; that cannot be taken back."]
    assert "not to 999" in evening.type("undo 999")[0]
    evening.menu(1, "undo", "yes")
    assert "no answer of yours" in evening.read_all(1)[0]
    assert evening.match.number == number


class SlowShrine(NoBoards):
    """A Shrine that turns and turns."""

    def submit(self, role: str, cmd_id: str, op: str, args: dict[str, Any], heard: Any, again: bool = False) -> None:
        self.told.append((op, args))


def test_nothing_goes_back_while_the_shrine_turns(journal: Journal) -> None:
    shrine = SlowShrine()
    company = {"bots": {1: bot("random", "mycelia")}, "chains": {"roll": ["engine"], "flush": ["shrine"]}, "glass": {}}
    evening = Evening(journal, boards=shrine, **company)
    for _ in range(400):
        if shrine.told:
            break
        evening.type("1")
    assert [op for op, _ in shrine.told] == ["flush"]
    number = evening.match.number
    assert evening.type("undo") == ["The Shrine or a die has been moved for what is asked now; that cannot be taken back."]
    assert evening.match.number == number
    assert len({args["turn"] for _, args in shrine.told}) == 1, "it is the same turn"


def test_nothing_is_taken_back_at_the_end(journal: Journal) -> None:
    think = bot("greedy", "mycelia")
    evening = Evening(journal, bots={0: think, 1: think}, glass={})
    assert evening.sitting.play() is not None
    evening.sitting.type("undo")
    evening.sitting.type("correct")
    assert evening.said[-2:] == [
        "The match is over; nothing is taken back any more.",
        "Nothing can be set right at this point of the match.",
    ]


# -- consent --------------------------------------------------------------------------------------------------------------


def ben_answers_after_ada(evening: Evening) -> int:
    """Ada plays a card, then Ben sets something right: to go back before that needs him."""
    number = evening.match.number
    evening.play_a_card()
    evening.menu(1, "correct", "Ben >", "leaves: 0")
    evening.click(1, "next")
    evening.click(1, "ok")
    assert evening.match.view(None)["seats"][1]["leaves"] == 1
    return number


@pytest.mark.parametrize("typed", [False, True])
def test_the_other_is_asked_and_agrees(journal: Journal, typed: bool) -> None:
    evening = Evening(journal)
    number = ben_answers_after_ada(evening)
    evening.menu(0, "undo", "yes")
    assert evening.match.number > number
    assert "Ben must agree" in evening.read_all(0)[0]
    assert "Ben, do you agree? Ada wants to take back the last 2" in evening.glass(1).words and evening.glass(1).cursor == "yes"
    assert "do you agree" not in evening.glass(0).words, "who wishes is not asked"
    if typed:
        evening.type("yes")
    else:
        evening.click(1, "ok")
    assert evening.match.number == number
    assert "do you agree" not in evening.glass(1).words
    entries = journal.entries(evening.sitting.table.start.match)
    assert [entry.answer["agreed"] for entry in entries if entry.kind == "undo"] == [[1]]


def test_the_other_does_not_agree(journal: Journal) -> None:
    evening = Evening(journal)
    number = ben_answers_after_ada(evening)
    stands = evening.match.save()
    evening.menu(0, "undo", "yes")
    evening.choose(1, "no")
    assert evening.match.save() == stands and evening.match.number > number
    assert any("Ben does not agree: nothing is taken back." in text for text in evening.said)
    assert any("Ben does not agree" in words for words in evening.read_all(0))
    evening.type("yes")
    assert evening.match.save() == stands, "it was answered"


def test_a_wish_lapses_when_somebody_answers_meanwhile(journal: Journal) -> None:
    evening = Evening(journal)
    ben_answers_after_ada(evening)
    evening.menu(0, "undo", "yes")
    evening.menu(0, "correct", "Ada >", "leaves: ")
    evening.click(0, "next")
    evening.click(0, "ok")
    stands = evening.match.save()
    assert "do you agree" not in evening.glass(1).words
    assert any("answered meanwhile" in words for words in evening.read_all(0))
    evening.type("yes")
    assert evening.match.save() == stands


def test_a_person_among_bots_asks_nobody(journal: Journal) -> None:
    evening = Evening(journal, bots={1: bot("random", "mycelia")}, bot_pause_s=3600.0)
    number = evening.match.number
    evening.play_a_card()
    assert evening.type("undo")[0].startswith("Ada takes back the last answer.")
    assert evening.match.number == number


# -- real pieces ----------------------------------------------------------------------------------------------------------


def test_what_to_put_back_is_told_everywhere_until_it_is_taken_note_of(journal: Journal) -> None:
    evening = Evening(journal, pieces="real")
    while not evening.glass(0).cursor.startswith("play"):
        evening.type("yes")
    evening.menu(1, "correct", "Ben: the board >", "drops on row 1")
    evening.click(1, "next")
    evening.click(1, "ok")
    said = evening.type("undo")
    assert any("Put back: Ben: drops on row 1, column 1: " in text for text in said)
    evening.now += 2 * MESSAGE_FOR_S
    evening.go_on()
    for seat in (0, 1):
        assert any("Put back: Ben: drops on row 1" in words for words in evening.read_all(seat))


def test_without_real_pieces_nobody_has_to_put_anything_back(journal: Journal) -> None:
    evening = Evening(journal)
    evening.play_a_card()
    evening.menu(0, "undo", "yes")
    assert evening.read_all(0) == []


# -- setting right --------------------------------------------------------------------------------------------------------


def test_two_buttons_set_the_drops_of_a_field_right(journal: Journal) -> None:
    evening = Evening(journal)
    was = evening.match.view(None)["seats"][0]["drops"][0]
    evening.menu(0, "correct", "Ada: the board >", "drops on row 1, column 1")
    assert evening.glass(0).cursor == f"{was}, as it is"
    evening.click(0, "next")
    evening.click(0, "next")
    evening.click(0, "next", "hold")
    assert evening.glass(0).cursor == str(was + 1), "holding next goes down by one"
    evening.click(0, "ok")
    assert evening.match.view(None)["seats"][0]["drops"][0] == was + 1
    assert any(f"Corrected: Ada: drops on row 1, column 1 {was + 1}, not {was}." in text for text in evening.said)


def test_as_it_is_changes_nothing(journal: Journal) -> None:
    evening = Evening(journal)
    entry = evening.match.entry
    evening.menu(0, "correct", "the table >", "drops in the shrine")
    evening.click(0, "ok")
    assert evening.match.entry == entry and "what is right" not in evening.glass(0).words


def test_what_can_be_set_right_is_listed_by_number(journal: Journal) -> None:
    evening = Evening(journal)
    assert len(evening.type("correct")) > 50
    lines = evening.type("correct ben: drops on row 2, column 3")
    number = lines[1].split()[0]
    assert len(lines) == 2 and lines[1].startswith(f"  {number}  Ben: drops on row 2, column 3 = ")
    assert "It may be: 0 to 84." in evening.type(f"correct {number}")[0]
    assert "It may be" in evening.type(f"correct {number} many")[0]
    evening.type(f"correct {number} 7")
    assert evening.match.view(None)["seats"][1]["drops"][7] == 7, "the third field of five in the second row"
    assert evening.type("correct 999 1") == ["There is no 999 in that list; 'correct' shows it."]
    assert evening.type("correct unicorns") == ["Nothing like that can be set right now."]


def test_a_card_is_put_elsewhere_by_its_places_name(journal: Journal) -> None:
    evening = Evening(journal)
    line = next(line for line in evening.type("correct where it is") if line.endswith("= showcase"))
    evening.type(f"correct {line.split()[0]} outside")
    assert any("is in cards outside, not in showcase" in text for text in evening.said)


def test_where_hidden_cards_are_is_for_their_own_seat_to_say(journal: Journal) -> None:
    """By trying, one would learn what another has in hand."""
    evening = Evening(journal)
    groups = {seat: groups_of(evening, seat) for seat in (0, 1)}
    assert "cards: Ada: hand >" in groups[0] and "cards: Ben: hand >" in groups[1]
    assert not any(group.startswith("cards: Ada") for group in groups[1])
    assert not any(group.startswith("cards: Ben") for group in groups[0])


def groups_of(evening: Evening, seat: int) -> set[str]:
    evening.menu(seat, "correct")
    groups = set()
    while evening.glass(seat).cursor not in groups:
        groups.add(evening.glass(seat).cursor)
        evening.click(seat, "next")
    return groups


def test_any_game_that_lists_something_can_be_set_right(journal: Journal) -> None:
    evening = Evening(journal, game="mythicals")
    for group in sorted(groups_of(evening, 0)):
        evening.click(0, "ok", "hold")
        evening.menu(0, "correct", group)
        evening.click(0, "ok")
        assert evening.glass(0).cursor.endswith(", as it is")
    evening.click(0, "ok", "hold")
    entry = evening.match.entry
    line = next(line for line in evening.type("correct") if line.endswith(" = no"))
    evening.type(f"correct {line.split()[0]} yes")
    assert evening.match.entry == entry + 1


def test_what_is_not_there_any_more_is_told(journal: Journal) -> None:
    evening = Evening(journal)
    number = next(line for line in evening.type("correct where it is") if line.endswith("= showcase")).split()[0]
    evening.type(f"correct {number} outside")
    assert "not where you think" in evening.type(f"correct {number} outside")[0]


# -- the journal ----------------------------------------------------------------------------------------------------------


def test_it_goes_on_after_an_undo_and_replays_the_same(journal: Journal) -> None:
    evening = Evening(journal)
    ben_answers_after_ada(evening)
    evening.menu(0, "undo", "yes")
    evening.choose(1, "yes")
    evening.play_a_card()
    name, stands = evening.sitting.table.start.match, evening.match.save()
    again = Evening(journal)
    assert again.match.save() == stands
    again.type("undo")
    again.play_a_card()
    again.type("undo")
    journal.verify(name)
    save = "".join(save_lines(journal, name))
    assert f"{again.match.number} answers played anew, every event the same" in play_again(save)


def test_a_wish_waits_for_the_journal(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(journal)
    number = evening.match.number
    evening.play_a_card()

    def full(*_: Any) -> None:
        raise JournalError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(journal, "answer", full)
        said = evening.type("undo")
        assert evening.match.number > number and any("the disk is full" in text for text in said)
    evening.now += 10.0
    evening.go_on()
    assert evening.match.number == number

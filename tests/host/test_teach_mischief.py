"""Teaching an owner's Mythic Mischief: each kind of card, what is refused, and a match with all of it."""

import random

import pytest

from host.cli import main
from host.teach import Tap, Teach, subject
from shared_rules.games import game
from shared_rules.overlay import laid_over
from tests.rules.random_play import some_answer

HEDGES = "A1-B1, B2-C2, C3-C4, D4-E4, A5-B5, D1-D2, E2-E3, B3-B4, A3-A4, C1-D1"
CLUTTER = "A2, C5, E4, D3"
LAYOUT = ["layout 1", HEDGES, CLUTTER]
CARD = ["card before 2", "4", "A5, E5, E4", "B2 D2 C5", "A1, E1, A3, E3"]
DETENTION = ["detention 3", "2", "B2 N, C4 w", "A1", "", "E5"]


def talk(*answers):
    teaching = Teach(subject("mischief"))
    said = teaching.answer("My box")
    for answer in answers:
        said += teaching.answer(answer)
    return teaching, said


def entry(table, answers):
    teaching, said = talk(*answers)
    held = teaching.content.get(table)
    assert held, said
    return held[0] if isinstance(held, list) else held


def test_a_layout_is_told_by_the_spaces_at_the_sides_of_each_hedge():
    found = entry("layout", LAYOUT)
    assert (found["id"], found["source"], len(found["hedges"])) == ("1", "public", 10)
    assert found["hedges"][:3] == [["V", 1, 1], ["V", 2, 2], ["H", 3, 3]]
    assert found["clutter"] == [[1, 2], [3, 5], [5, 4], [4, 3]]


def test_a_destination_card_has_its_stops_in_order():
    found = entry("destination", CARD)
    assert found == {
        "id": "before_2", "source": "public", "kind": "before", "move": 4, "stops": [[1, 5], [5, 5], [5, 4]],
        "tomes": [[2, 2], [4, 2], [3, 5]], "entrances": [[1, 1], [5, 1], [1, 3], [5, 3]],
    }  # fmt: skip


def test_a_track_has_numbers_and_the_slots_of_its_dice():
    found = entry("track", ["track werewolves", "move", "1 2 2 3 4 5", "1 3"])
    assert (found["id"], found["slots"], found["start"]) == ("werewolves.move", [1, 2, 2, 3, 4, 5], [1, 3])


def test_a_detention_card_may_leave_a_grid_empty():
    found = entry("detention", DETENTION)
    assert (found["id"], found["icon"], found["pushed"]) == ("card_3", 2, [[2, 2, "N"], [3, 4, "W"]])
    assert (found["caught"], found["tripped"], found["tomes"]) == ([[1, 1]], [], [[5, 5]])


def test_a_side_of_the_return_card_has_six_places_of_each_colour():
    found = entry("return", ["side b", "A1 B1 C1 D1 E1 A2", "A5 B5 C5 D5 E5 A4"])
    assert found["id"] == "B" and found["green"][5] == [1, 2] and found["blue"][0] == [1, 5]


def test_another_size_is_asked_for_and_spaces_are_read_by_it():
    teaching, _ = talk("board", "7x5", "card after 1", "3")
    assert teaching.prompt.tap == Tap(7, 5, "spaces")
    teaching.answer("G5 F1 A1")
    assert "Tomes" in teaching.prompt.text


@pytest.mark.parametrize(
    ("answers", "word"),
    [
        (["layout 1", "A1-B1"], "it takes 10"),
        (["layout 1", HEDGES.replace("A1-B1", "A1-C1")], "the two spaces at its sides"),
        (["layout 1", HEDGES.replace("A1-B1", "A1")], "the two spaces at its sides"),
        (["layout 1", HEDGES.replace("A1-B1", "B2-C2")], "once"),
        (["layout 1", HEDGES, "A1 A2 A3 Z9"], "is no space"),
        (["card before 2", "1"], "no number from 2"),
        (["card before 2", "3", "A1 A1 A2"], "once"),
        (["card sideways"], "is none of"),
        (["detention 3", "2", "B2"], "no direction"),
        (["detention 16"], "no number from 1 to 15"),
        (["track gnomes", "fling"], "is none of"),
        (["track gnomes", "move", "1 2 9"], "no number from 0 to 6"),
        (["board", "five"], "no size"),
    ],
)
def test_what_cannot_be_is_refused_with_what_to_write(answers, word):
    teaching, said = talk(*answers)
    assert teaching.refused and word in said[-1]


def test_a_size_without_a_centre_is_not_taken():
    teaching, said = talk("board", "5x4")
    assert teaching.refused and "odd" in " ".join(said)
    assert "board" not in teaching.content


def test_a_match_can_be_played_with_what_was_taught():
    teaching, said = talk(*LAYOUT, *CARD, *DETENTION, "done")
    assert teaching.missing() == [], said
    kind = game("mischief")
    pack = laid_over(kind, "mine.toml", teaching.text)
    match = kind.new(2, {"layout": "1"}, pack)
    rng = random.Random(5).random
    while not match.over:
        line, (ticket, question) = next(iter(match.questions.items()))
        match.answer(line, ticket, some_answer(question, rng))
    assert pack.layouts["1"].clutter == (5, 22, 19, 13)
    assert pack.cards["before_2"].move == 4 and len(pack.cards) == 10


def test_ctrl_c_keeps_what_was_taught_and_says_where(tmp_path, monkeypatch, capsys):
    class Keys:
        def __iter__(self):
            yield "My pack\n"
            raise KeyboardInterrupt

    file = tmp_path / "mine.toml"
    monkeypatch.setattr("host.cli.sys.stdin", Keys())
    command = main.commands["teach"]
    with pytest.raises(SystemExit) as ended:
        command.main(["mischief", "-o", str(file)])
    assert ended.value.code == 0
    assert "Kept in" in capsys.readouterr().out

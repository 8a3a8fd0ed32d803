"""Why not: at the keyboard and at a panel, with what the rule says."""

import pytest

from host.answerers.typed import Typed
from host.inbox import Inbox, Posting
from host.panels.pages.seat import SeatPanel
from host.panels.pictures import picture_of
from host.table import Asked
from shared_rules.asking import shown
from shared_rules.questions import Choice, IllegalAnswer
from shared_rules.rulebook import explained, rule, sentence
from tests.rules.random_play import steps

NAMES = ["Ada", "Ben"]


def is_turn(question):
    return isinstance(question, Choice) and any(option[0] == "end" for option in question.options)


@pytest.fixture
def asked():
    """The first turn, and its match."""
    for match, line, ticket, question, _ in steps("mycelia", 2, 1, {"first": "seat 0"}):
        if is_turn(question):
            show = lambda seat: shown(match, line, ticket, question, seat, NAMES)  # noqa: B023, E731 - the walk ends here
            return match, Asked("m", line, ticket, question, show, match.view)
    raise AssertionError("nobody had a turn")


@pytest.fixture
def typed(asked):
    """A keyboard at which that turn is asked, and what it wrote since."""
    match, turn = asked
    said = []

    def why_not(line, ticket, answer):
        why = match.why_not(line, ticket, answer)
        return None if why is None else explained(why)

    keyboard = Typed([0, 1], Inbox(lambda: 0.0), said.append, lambda: None, lambda: None, picture_of("mycelia"), why_not)
    keyboard.ask(turn)
    said.clear()
    return keyboard, said


def test_why_lists_what_cannot_be_done_now(typed):
    keyboard, said = typed
    keyboard.typed("why")
    assert "why N" in said[0] and any("hire " in line for line in said)


def test_why_tells_the_reason_and_what_the_rule_says(typed):
    keyboard, said = typed
    keyboard.typed("why")
    number = next(line.split()[0] for line in said if "hire " in line)
    said.clear()
    keyboard.typed(f"why {number}")
    assert "[MYC-HIRE-" in said[0]
    assert said[0].splitlines()[-1] == sentence(rule(said[0].partition("[")[2].partition("]")[0]))


def test_why_of_a_number_that_is_not_there_is_told(typed):
    keyboard, said = typed
    keyboard.typed("why 99")
    assert said == ["There is no 99 in that list; 'why' shows it."]


def test_without_a_question_there_is_nothing_to_refuse():
    said = []
    Typed([0], Inbox(lambda: 0.0), said.append, lambda: None, lambda: None).typed("why")
    assert said == ["Everything that the rules know of can be done now."]


def test_a_refusal_is_told_with_its_rule(typed, asked):
    keyboard, said = typed
    keyboard.refused(Posting(0, 0, ["hire", 0], "seat 0", "typed"), IllegalAnswer("MYC-HIRE-02", "that is too dear"))
    assert said == [f"That cannot be: that is too dear [MYC-HIRE-02]\n{sentence(rule('MYC-HIRE-02'))}"]


def test_a_field_has_row_and_column_where_there_is_no_picture(asked):
    match, _ = asked
    game, view = picture_of("mycelia"), match.view(0)
    wishes = game.wishes({"options": [{"answer": ["remove", 0, 1]}]}, view)
    assert game.wish_text(wishes[0], view) == f"{view['board']['lands'][0]} field in row 1, column 1"


def test_the_menu_tells_the_rule_of_the_last_refusal():
    panel = SeatPanel(0, NAMES, "mycelia")
    panel.button("ok", "hold")
    assert "rule" not in panel.page().rows
    panel.button("next", "hold")
    panel.refused((0, 1), "too dear [MYC-HIRE-02]", "too dear [MYC-HIRE-02]\nHeroes cost leaves")
    panel.button("ok", "click")
    panel.button("ok", "hold")
    rows = panel.page().rows
    for _ in range(rows.index("rule")):
        panel.button("next", "click")
    panel.button("ok", "click")
    assert "Heroes cost leaves" in panel.page().body


def test_the_help_says_what_is_house_content():
    panel = SeatPanel(0, NAMES, "mycelia")
    panel.house = "House content: 2 of 5 boards."
    panel.button("ok", "hold")
    panel.button("ok", "click")
    pages = set()
    while panel.page().body not in pages:
        pages.add(panel.page().body)
        panel.button("next", "click")
    assert any("2 of 5 boards" in page.replace("\n", " ") for page in pages)

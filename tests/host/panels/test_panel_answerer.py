"""People at panels play at a real table: from the buttons' events to the journal, and to the pictures for the glass."""

import pytest

from host.answerers.doubt import Doubt
from host.answerers.panel import HELP_FOLLOWS_S, PanelSeats
from host.inbox import Posting
from host.panels.pages.seat import OFF_AFTER_S
from tests.host.panels.table_of_panels import Panels


@pytest.fixture
def panels(tmp_path):
    made = []

    def make(**options):
        made.append(Panels(tmp_path, **options))
        return made[-1]

    yield make
    for one in made:
        one.close()


def rich(table, leaves=9):
    """Give seat 0 leaves, by another turn of the same match: the table's own copy is what counts."""
    table.match.state.seats[0].leaves = leaves
    table.table.match = table.match.copy()
    for panel in table.panels:
        panel._changed()
    table.run()


def finish(table, seat):
    """Leave out, or take the first of, whatever a card asks, until the turn itself is asked again."""
    for _ in range(40):
        page = table.page(seat)
        if page.prompt.startswith("Your turn"):
            return
        if "leave it out" in page.rows:
            table.choose(seat, "leave it out")
        else:
            table.click(seat, "ok")
    raise AssertionError(f"the card never ends: {table.page(seat)}")


def test_a_whole_turn_is_played_with_two_buttons(panels):
    table = panels(seats=2)
    rich(table)
    assert table.page(0).asked and not table.page(1).asked
    table.choose(0, "hire")
    table.choose(0, "action b")
    table.click(0, "ok")
    table.click(0, "next")
    table.click(0, "ok")
    for _ in range(3):
        finish(table, 0)
        table.choose(0, "play")
    finish(table, 0)
    table.choose(0, "end the turn")
    assert table.match.state.active == 1
    assert table.page(1).title == "Your turn" and table.page(1).asked
    assert table.page(0).title == "Ben's turn" and not table.page(0).asked
    mine = [entry for entry in table.answers() if entry.source == "panel"]
    verbs = [entry.answer[0] for entry in mine]
    assert {entry.by for entry in mine} == {"seat 0"}
    assert verbs[:3] == ["hire", "action", "move"] and verbs.count("play") == 3 and verbs[-1] == "end"


def test_only_a_page_that_changed_is_sent(panels):
    table = panels()
    sent = [len(frames) for frames in table.frames]
    table.clock.now += 1
    table.run()
    assert [len(frames) for frames in table.frames] == sent
    table.click(0, "next")
    assert len(table.frames[0]) == sent[0] + 1 and len(table.frames[1]) == sent[1]


def test_the_cursor_comes_first_and_its_help_follows(panels):
    table = panels()
    rich(table)
    before = table.page(0)
    table.click(0, "next")
    moved = table.page(0)
    assert moved.cursor == 1 and moved.help == before.help
    table.clock.now += HELP_FOLLOWS_S
    table.run()
    assert table.page(0).cursor == 1 and table.page(0).help == table.page(0).helps[1] != before.help


def test_pressing_while_asleep_only_wakes(panels):
    table = panels()
    table.clock.now += OFF_AFTER_S + 1
    table.run()
    assert table.frames[0][-1].getbbox() is None and (0, "off") in table.lights
    number = table.match.number
    table.click(0, "ok")
    assert table.match.number == number and not table.panels[0]._panel._sent
    assert table.page(0).light == "full" and table.lights[-1] == (0, "full")
    table.click(0, "ok")
    assert table.match.number > number


def test_a_hold_that_wakes_opens_no_menu(panels):
    table = panels()
    table.clock.now += OFF_AFTER_S + 1
    table.run()
    table.hold(0, "ok")
    assert table.page(0).prompt != "Menu"


def test_dice_cards_and_pieces_are_all_entered_by_hand(panels):
    """With nothing automatic at all, two buttons a seat bring real people through the preparation."""
    table = panels(pieces="real", by_hand=("choice", "draw", "roll", "confirm", "flush"), first="rolled")
    for _ in range(90):
        seat = next((seat for seat in (0, 1) if table.page(seat).asked), None)
        if seat is None or table.page(seat).prompt.startswith("Your turn"):
            break
        if seat and "which face" in table.page(seat).prompt:
            table.click(seat, "next")
        table.click(seat, "ok")
    sources = {entry.source for entry in table.answers()}
    kinds = {type(entry.answer) for entry in table.answers()}
    assert table.match.state.setup_card and sources == {"panel", "typed"} and kinds == {str, bool, list}
    assert any(page.title == "Your turn" for page in (table.page(0), table.page(1)))


def test_somebody_acts_for_another_and_is_told_as_such(panels):
    table = panels()
    table.hold(1, "ok")
    table.choose(1, "act for another")
    table.choose(1, "Ada")
    table.choose(1, "yes")
    assert table.page(1).title == "For Ada"
    table.choose(1, "play")
    assert table.answers()[-1].by == "seat 1"


def test_a_refused_answer_is_told_where_it_came_from(panels):
    table = panels()
    line, (ticket, question) = next(iter(table.match.questions.items()))
    table.inbox.post(Posting(line, ticket, ["end"], "seat 0", "panel"))
    table.run()
    assert "MYC-ENDT-01" in table.page(0).body and question.kind == "choice"
    assert "MYC-ENDT-01" not in table.page(1).body


def test_a_doubt_is_asked_everywhere_and_settled_once(panels):
    table, settled = panels(), []
    PanelSeats(table.panels).doubt(Doubt("turn", "Has the Shrine turned?", {}, settled.append))
    table.run()
    assert table.page(0).prompt == table.page(1).prompt == "Has the Shrine turned?"
    table.click(1, "next")
    table.click(1, "ok")
    assert settled == [False]
    assert table.page(0).prompt.startswith("Your turn") and not table.page(1).asked


def test_notices_pause_and_commands_pass_through(panels):
    table = panels()
    table.table.notice("The dice reader sleeps.")
    table.run()
    assert table.page(0).body == table.page(1).body == "The dice reader sleeps."
    table.click(0, "ok")
    table.hold(0, "ok")
    table.choose(0, "pause")
    assert table.commands == ["pause"]
    table.panels[0].pause(True)
    table.run()
    table.click(0, "ok")
    assert table.commands == ["pause", "go on"]


def test_the_last_picture_of_a_match_is_sent_at_once(panels):
    table = panels()
    table.match.state.play.lines.clear()
    for panel in table.panels:
        panel.events(table.match, [])
    assert table.page(0).title == "The match is over"


def test_people_at_a_panel_say_that_what_was_broken_is_mended(panels):
    table = panels(pieces="none", by_hand=("choice", "roll"), first="rolled")
    assert table.page(0).rows == ("enter it by hand", "try the boards again")
    table.choose(0, "try the boards")
    assert table.commands == ["again"]
    assert table.page(0).rows == ("enter it by hand", "try the boards again"), "it is still asked"

"""A seat without its glass: buttons in, answers out, and nothing that the seat may not know."""

import random
from functools import partial

import pytest

from host.panels.pages.screens import Command, Reply, Settle
from host.panels.pages.seat import DIM_AFTER_S, MESSAGE_FOR_S, OFF_AFTER_S, SeatPanel
from shared_rules.bots.chance import chance_answer
from shared_rules.questions import same
from tests.host.panels.table_of_panels import NAMES, new, tell, walk, why_not_of
from tests.rules.mycelia.scene import Scene


def at_turn(seats=2, eyes=0, **options):
    """A match at the first choice of seat 0, and the panel of seat `eyes`."""
    match = new(seats, first="seat 0", **options)
    rng = random.Random(4).random
    while next(iter(match.questions.values()))[1].kind != "choice":
        line, (ticket, question) = next(iter(match.questions.items()))
        match.answer(line, ticket, chance_answer(question, rng))
    return match, panel_at(match, eyes, seats)


def panel_at(match, seat=0, seats=2):
    panel = SeatPanel(seat, NAMES[:seats], "mycelia", why_not_of(match))
    tell(panel, match)
    return panel


def click(panel, *names):
    found = []
    for name in names:
        panel.button(name, "press")
        found += panel.button(name, "click")
    return found


def hold(panel, name):
    panel.button(name, "press")
    return panel.button(name, "hold")


def row(panel):
    page = panel.page()
    return page.rows[page.cursor]


def take(panel, start):
    for _ in panel.page().rows:
        if row(panel).startswith(start):
            return click(panel, "ok")
        click(panel, "next")
    raise AssertionError(f"no row {start!r} in {panel.page().rows}")


def reachable(make):
    """All answers that two buttons can give at a panel that `make` makes, by trying every row on every level."""
    found, todo = [], [()]
    while todo:
        way = todo.pop()
        probe = make()
        walk_down(probe, way)
        for at in range(len(probe.page().rows)):
            panel = make()
            walk_down(panel, way)
            depth = len(panel._stack)
            outputs = click(panel, *["next"] * at, "ok")
            found += [output.answer for output in outputs if isinstance(output, Reply)]
            if not outputs and len(panel._stack) > depth:
                todo.append((*way, at))
    return found


def walk_down(panel, way):
    for at in way:
        click(panel, *["next"] * at, "ok")


# -- answers ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_every_option_is_reached_and_nothing_else(seed):
    checked = 0
    for number, (match, panels) in enumerate(walk(seed, 2 + seed, "none", 260)):
        asked = next((panel for panel in panels if panel.mine and panel.mine["kind"] == "choice"), None)
        if asked is None or number % 6:
            continue
        options = [option["answer"] for option in asked.mine["options"]]
        answers = reachable(partial(panel_at, match, asked.seat, len(panels)))
        assert len(answers) == len(options) and all(any(same(one, other) for other in options) for one in answers)
        checked += 1
    assert checked > 10


def test_fields_are_chosen_first_and_then_where_to():
    scene = Scene(fn="move 1 any", hand=["hero"], drops={7: 2, 13: 1})
    line, ticket, _ = scene.open
    scene.match.answer(line, ticket, ["play", "hero"])
    panel = panel_at(scene.match)
    assert len(panel.page().rows) == 3, "two fields, and to leave it out"
    assert panel.page().picture.cursor == 7 and panel.page().picture.choosable == {7, 13}
    click(panel, "next", "ok")
    assert panel.page().picture.cursor == 13 and panel.page().picture.goal == 8
    assert panel.page().picture.choosable == {8, 12, 14, 18}
    hold(panel, "next")
    assert panel.page().picture.goal is None, "holding next goes back to the fields"
    (reply,) = click(panel, "ok", "next", "ok")
    assert reply.answer in scene.options


def test_a_question_is_answered_once_until_the_table_has_taken_or_refused_it():
    match, panel = at_turn()
    (reply,) = click(panel, "ok")
    assert reply == Reply(*reply[:2], match.questions[reply.line][1].options[0])
    assert click(panel, "ok") == []
    panel.refused((reply.line, reply.ticket), "it is not so [MYC-X]")
    assert "it is not so [MYC-X]" in panel.page().body
    click(panel, "ok")
    assert click(panel, "ok") == [reply]


def test_a_release_does_nothing_on_a_page_that_has_changed_under_the_finger():
    match, panel = at_turn()
    panel.button("ok", "press")
    line, (ticket, question) = next(iter(match.questions.items()))
    match.answer(line, ticket, question.options[0])
    tell(panel, match)
    assert panel.mine is not None
    page = panel.page()
    assert panel.button("ok", "click") == [] and panel.page() == page
    assert click(panel, "ok") or panel.page() != page, "the next press acts"


def test_the_cursor_stays_on_what_it_stood_on():
    _, panel = at_turn()
    click(panel, "next")
    before = row(panel)
    panel.questions(list(panel.asked))
    assert row(panel) == before
    hold(panel, "next")
    assert panel.page().cursor == 0, "holding next moves the cursor back where there is no level to leave"


def test_real_pieces_are_confirmed_with_ok_and_shown_on_the_board():
    for match, panels in walk(1, 2, "real", 40):  # noqa: B007 - the match at that moment is used below
        waiting = [panel for panel in panels if panel.mine and "Place 20" in panel.mine["prompt"]]
        if len(waiting) == 2:
            break
    panel = waiting[0]
    assert panel.page().picture is not None and "setup card" in panel.page().prompt
    (reply,) = click(panel, "ok")
    assert reply.answer is True and not reply.chance
    line, ticket = reply.line, reply.ticket
    match.answer(line, ticket, True)
    tell(panel, match)
    assert not panel.page().asked, "now only the other is waited for"


def test_new_drops_are_marked_on_the_board():
    panel = SeatPanel(0, NAMES[:2], "mycelia")
    match = new(2)
    panel.look(match.view(0))
    task = {"what": "new_drops", "fields": [0, 9]}
    panel.questions([{"line": 1, "ticket": 2, "kind": "confirm", "seat": 0, "group": False, "prompt": "Ada: Place", "task": task}])
    assert panel.page().picture.gets == {0, 9}


# -- chance -------------------------------------------------------------------------------------------------------------


def asked_of(kind, **more):
    return {"line": 0, "ticket": 5, "kind": kind, "seat": None, "group": False, "prompt": "What comes?", **more}


def test_dice_can_be_entered_one_after_the_other():
    panel = SeatPanel(0, NAMES[:2], "unknown game")
    panel.questions([asked_of("roll", dice=["left", "right"], faces=[[1, 2, 3], ["sun", "moon"]])])
    assert "Throw it" in panel.page().help
    click(panel, "ok", "next", "ok")
    assert panel.page().prompt.startswith("right")
    hold(panel, "next")
    assert panel.page().prompt.startswith("left"), "holding next goes back by one die"
    assert click(panel, "next", "ok", "next", "ok") == [Reply(0, 5, [3, "moon"], chance=True)]


def test_a_turn_of_the_shrine_can_be_entered():
    panel = SeatPanel(0, NAMES[:2], "mycelia")
    panel.questions([asked_of("flush", drops=10, faces=["acorn", "snail"])])
    (reply,) = click(panel, "ok", "next", "ok", "ok")
    assert reply.answer == {"turned_by": "person", "drops_seen": 10, "face": "snail", "face_from": "typed"}
    seen = {one["drops_seen"] for one in reachable(lambda: flushed())}
    assert seen == {None, *range(11)}


def flushed():
    panel = SeatPanel(0, NAMES[:2], "mycelia")
    panel.questions([asked_of("flush", drops=10, faces=["acorn", "snail"])])
    return panel


def test_a_card_can_be_named_and_chance_is_entered_from_the_menu_too():
    panel = SeatPanel(0, NAMES[:2], "mycelia")
    cards = [{"answer": "x", "label": "Xylem", "count": 2}, {"answer": "y", "label": "Yew", "count": 1}]
    draw = asked_of("draw", pile="the pile", cards=cards)
    panel.questions([draw])
    assert click(panel, "ok", "next", "ok") == [Reply(0, 5, "y", chance=True)]
    _, panel = at_turn()
    panel.questions([*panel.asked, asked_of("roll", dice=["d"], faces=[[1, 2]]) | {"seat": 1}])
    hold(panel, "ok")
    take(panel, "enter a throw")
    assert click(panel, "ok") == [Reply(0, 5, [1], chance=True)], "for any seat, beside its own question"


def test_a_card_that_the_seat_may_not_see_is_not_asked_of_it():
    panel = SeatPanel(0, NAMES[:2], "mycelia")
    panel.questions([asked_of("draw", pile="Ben's pile") | {"seat": 1}])
    assert not panel.page().asked and panel.page().rows == ()


# -- menu ---------------------------------------------------------------------------------------------------------------


def test_the_menu_opens_and_closes_by_holding_ok():
    _, panel = at_turn()
    before = panel.page()
    hold(panel, "ok")
    assert panel.page().prompt == "Menu" and "help" in panel.page().rows
    hold(panel, "ok")
    assert panel.page() == before
    hold(panel, "ok")
    hold(panel, "next")
    assert panel.page() == before
    hold(panel, "ok")
    take(panel, "back")
    assert panel.page() == before


def test_help_says_all_of_prompt_and_choice():
    _, panel = at_turn()
    option = panel.mine["options"][1]
    click(panel, "next")
    hold(panel, "ok")
    take(panel, "help")
    assert option["label"] in panel.page().body and option["help"] in panel.page().body
    click(panel, "ok")
    assert panel.page().prompt == "Menu"


def test_why_not_tells_the_rule_of_what_is_not_offered():
    _, panel = at_turn()
    hold(panel, "ok")
    take(panel, "why not?")
    reasons = dict(zip(panel.page().rows, panel.page().helps, strict=True))
    assert "MYC-HIRE-03" in next(why for label, why in reasons.items() if label.startswith("hire"))
    assert "MYC-ACT-08" in reasons["action a"] and "MYC-ENDT-01" in reasons["end the turn"]
    assert not any(label.startswith("play") for label in reasons), "what is offered is not told"
    click(panel, "ok")
    assert panel.page().body == panel.page().body and "MYC-HIRE-03" in panel.page().body


def test_why_not_on_the_board_shows_the_fields_that_do_not_fit():
    scene = Scene(fn="move 1 leaf", hand=["hero"], drops={1: 1, 7: 2})
    line, ticket, _ = scene.open
    scene.match.answer(line, ticket, ["play", "hero"])
    panel = panel_at(scene.match)
    hold(panel, "ok")
    take(panel, "why not?")
    assert panel.page().picture.cursor == 0 and "MYC-LAND-03" in panel.page().help
    assert 1 not in panel.page().picture.choosable


def test_without_the_rules_at_hand_nobody_can_ask_why_not():
    match, _ = at_turn()
    panel = SeatPanel(0, NAMES[:2], "mycelia")
    tell(panel, match)
    hold(panel, "ok")
    assert "why not?" not in panel.page().rows


def test_pause_and_leave_are_told_to_the_table_and_leaving_is_asked_twice():
    _, panel = at_turn()
    hold(panel, "ok")
    assert take(panel, "pause") == [Command("pause")]
    panel.pause(True)
    assert panel.page().prompt == "The table pauses."
    assert click(panel, "ok") == [Command("go on")]
    panel.pause(False)
    hold(panel, "ok")
    assert take(panel, "leave the table") == []
    assert click(panel, "ok") == [], "the cursor stands on no"
    take(panel, "leave the table")
    assert click(panel, "next", "ok") == [Command("leave")]


def test_a_doubt_is_answered_by_yes_or_no():
    _, panel = at_turn()
    for buttons, yes in ((("ok",), True), (("next", "ok"), False)):
        panel.doubt(3, "Has it turned?")
        assert panel.page().prompt == "Has it turned?" and panel.page().rows == ("yes", "no")
        assert click(panel, *buttons) == [Settle(3, yes)]
        assert panel.page().rows[0].startswith("play")


# -- secrets ------------------------------------------------------------------------------------------------------------


def all_texts(panel):
    """Everything that buttons can bring on the glass without acting for others."""
    texts = [str(panel.page())]
    hold(panel, "ok")
    for entry in ("help", "what happened", "the table"):
        take(panel, entry)
        texts.append(str(panel.page()))
        click(panel, "ok")
    hold(panel, "ok")
    return texts


def test_a_panel_shows_nothing_that_its_seat_may_not_know():
    """Another hand, dealt anew out of the same pile, changes nothing on this glass."""
    match, _ = at_turn(eyes=1)
    before = all_texts(panel_at(match, 1))
    seat = match.state.seats[0]
    other = match.copy()
    hand = other.state.seats[0].hand
    deck = [card for card in match.pack.start_decks[seat.rune] if card not in hand]
    hand[:] = (deck * 3)[:3]
    assert other.state.seats[0].hand != seat.hand
    assert all_texts(panel_at(other, 1)) == before
    held = {match.pack.cards[card].name for card in seat.hand} - names_of(match, 1)
    assert not any(name in text for name in held for text in before)


def names_of(match, seat):
    """Names of cards that the seat sees anyway."""
    return {face["name"] for face in match.view(seat)["cards"].values()}


def test_acting_for_another_is_agreed_to_first_and_ends_with_their_question():
    match, panel = at_turn(eyes=1)
    assert not panel.page().asked and panel.eyes == 1
    hold(panel, "ok")
    take(panel, "act for another")
    take(panel, "Ada")
    assert "Does Ada agree?" in panel.page().prompt and panel.eyes == 1
    click(panel, "ok")
    assert panel.eyes == 1, "the cursor stood on no"
    take(panel, "Ada")
    take(panel, "yes")
    assert panel.eyes == 0 and panel.page().rows == (), "it is told what Ada may see only from now on"
    tell(panel, match)
    assert panel.page().title == "For Ada" and panel.page().rows[0].startswith("play")
    (reply,) = click(panel, "ok")
    assert (reply.line, reply.ticket) in {(one["line"], one["ticket"]) for one in panel.asked}
    hold(panel, "ok")
    take(panel, "stop acting")
    assert panel.eyes == 1 and panel.view is None
    assert not any("options" in one for one in panel.asked), "what Ada may do is forgotten at once"


def test_acting_ends_when_nothing_is_asked_of_the_other():
    match, panel = at_turn(eyes=1)
    panel.act_for(0)
    tell(panel, match)
    panel.questions([])
    assert panel.eyes == 1


# -- waiting, messages, sleep ------------------------------------------------------------------------------------------


def test_who_waits_sees_whose_turn_it_is_what_happened_and_the_own_board():
    match, panel = at_turn(eyes=1)
    panel.happened(["Ada did this.", "Ada did that."])
    page = panel.page()
    assert page.title == "Ada's turn" and not page.asked
    assert page.body.startswith("Ada did that.\nAda did this.") and page.picture.drops == tuple(match.view(1)["seats"][1]["drops"])
    click(panel, "next")
    assert panel.page().prompt == "What happened"
    click(panel, "ok")
    assert panel.page().title == "Ada's turn" and panel.page().prompt.startswith("Ada")


def test_all_prepare_together_before_somebody_has_a_turn():
    for match, panels in walk(2, 2, "real", 60):
        if match.state.round == 1 and not any(seat.discard for seat in match.state.seats):
            kinds = {question.kind for _, question in match.questions.values()}
            assert (panels[0].page().title == "All together") == ("choice" not in kinds)


def test_a_message_goes_by_itself_and_stays_in_the_log():
    _, panel = at_turn()
    panel.message("The reader sleeps.")
    assert panel.page().body == "The reader sleeps."
    panel.pass_time(MESSAGE_FOR_S + 0.1)
    assert panel.page().rows
    hold(panel, "ok")
    take(panel, "what happened")
    assert "The reader sleeps." in panel.page().body


@pytest.mark.fault(39)
def test_a_panel_dims_shifts_and_goes_dark_and_wakes_for_a_question():
    match, panel = at_turn()
    assert panel.page().light == "full"
    panel.pass_time(DIM_AFTER_S)
    assert panel.page().light == "dim" and not panel.asleep
    shifts = set()
    for minute in range(8):
        panel.pass_time(DIM_AFTER_S + minute * 60)
        shifts.add(panel.page().shift)
    assert shifts == {-1, 0, 1}
    panel.pass_time(OFF_AFTER_S)
    assert panel.page().light == "off" and panel.asleep
    tell(panel, match)
    assert panel.asleep, "what it knew already does not wake it"
    line, (ticket, question) = next(iter(match.questions.items()))
    match.answer(line, ticket, question.options[0])
    tell(panel, match)
    assert panel.page().light == "full"


def test_the_end_of_the_match_is_told():
    _, panel = at_turn()
    panel.questions([])
    panel.happened(["The match is over. Ada won."])
    panel.over()
    assert panel.page().title == "The match is over" and panel.page().body.startswith("The match is over. Ada won.")

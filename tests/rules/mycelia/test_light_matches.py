"""Light tracking over whole matches: what must hold at every question, saves, undo and corrections, words and panels."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.panels.pages.draw import draw
from host.panels.pages.seat import SeatPanel
from shared_rules import record
from shared_rules.asking import TABLE, asked
from shared_rules.correction import corrected
from shared_rules.history import History
from shared_rules.loading import loaded
from shared_rules.mycelia import Game, words
from shared_rules.mycelia.checking import drops_in
from shared_rules.questions import IllegalAnswer
from shared_rules.record import Entry, Start, lines, plain
from tests.rules.mycelia.light_scene import NAMES, Light
from tests.rules.random_play import some_answer, steps

KINDS = [
    {},
    {"pieces": "real"},
    {"pieces": "real", "expansion": True, "boards": "advanced", "shrine_field_new_drop": "next_filling"},
    {"expansion": True, "boards": "advanced", "card_fields": "absolute", "shrine_turns_in_last_round": "yes"},
    {"pieces": "real", "solo_chip_acts": "start_and_each_turn", "shrine_entry": "at_once", "shrine_turns_at_trigger": "yes"},
]


def came(events, who):
    """How many new drops `who` was told to lay on its board."""
    return sum(len(event.data["places"]) for event in events if event.name == "new_drops_came" and event.seat == who)


@given(seats=st.integers(1, 4), seed=st.integers(0, 10**6), kind=st.sampled_from(KINDS))
def test_drops_are_neither_made_nor_lost(seats, seed, kind):
    """A seat's count is what it began with, and what came by turnings, less what it told: never below 0, never more."""
    rng = random.Random(seed)
    match = Game.new(seats, {"tracking": "light", **kind})
    told = list(match.opening)
    while not match.over:
        questions = match.questions
        line = rng.choice(sorted(questions))
        ticket, question = questions[line]
        answer = some_answer(question, rng.random)
        if question.kind == "choice" and answer[0] == "removed":  # small numbers, so that matches last
            answer = ["removed", min(answer[1], rng.randrange(4))]
        told += match.answer(line, ticket, answer)
        state = match.state
        assert drops_in(state) == 84 and state.lost == 0
        assert min(state.box, state.tray) >= 0 and 0 <= state.shrine <= state.shrine_full_at
        for who, seat in enumerate(state.seats):
            began = sum(e.data["count"] for e in told if e.name == "drops_counted_out" and e.seat == who)
            removed = sum(e.data["count"] for e in told if e.name == "drops_told" and e.seat == who)
            assert seat.drops == began + came(told, who) - removed
            assert 0 <= seat.drops <= began + came(told, who)
            assert not (seat.hand or seat.discard or seat.board or len(seat.supply))
        assert state.ending == any(seat.cleared for seat in state.seats)
        assert not match.problems(Game.new(seats, match.state.options))
    result = match.result()
    if seats > 1:
        assert result.winners and all(match.state.seats[who].cleared for who in result.winners)
    assert result.outcome in ("won", "lost", "shared")


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("kind", KINDS[1:4])
def test_a_save_is_the_match_at_every_question(seats, kind):
    for match, line, ticket, _, answer in steps("mycelia", seats, 5, {"tracking": "light", **kind}):
        data = match.save()
        again, copy = Game.load(data, match.pack), match.copy()
        assert again.save() == copy.save() == data
        assert loaded(Game.new(seats, match.state.options), plain(match.state)).view(0) == match.view(0)
        after = match.copy()
        after.answer(line, ticket, answer)
        again.answer(line, ticket, answer)
        assert again.save() == after.save()
        assert match.save() == data


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_whole_match_is_replayed_from_its_record(seats):
    match = Game.new(seats, {"tracking": "light", "pieces": "real", "expansion": True})
    start = Start.of(match, "light", seats, NAMES[:seats])
    history, entries, rng = History(match), [], random.Random(seats).random
    while not history.match.over:
        questions = history.match.questions
        line = sorted(questions)[int(rng() * len(questions))]
        ticket, question = questions[line]
        choice = question.kind == "choice"
        answer = question.options[int(rng() * min(4, len(question.options)))] if choice else some_answer(question, rng)
        wrong = len(entries) % 7 == 6
        entry = Entry(
            number=history.match.entry + 1, line=line, ticket=ticket, by=f"seat {question.seat or 0}", source="test", events=[],
            answer={"path": "seats/0/drops left", "value": 6} if wrong else answer,
            kind="correct" if wrong and history.match.correctable(TABLE) else "answer",
        )  # fmt: skip
        if wrong and entry.kind == "answer":
            continue
        entry.events = [event.whole() for event in history.take(entry)]
        entries.append(entry)
        assert len(entries) < 400
    text = "".join(lines(start, entries, lambda: plain(history.match.result())))
    assert record.replay(text).save() == history.match.save()


# -- undo and corrections --------------------------------------------------------------------------------------------------


def take(history, answer, kind="answer", by="seat 0"):
    line, (ticket, _) = next(iter(history.match.questions.items()))
    entry = Entry(
        number=history.match.entry + 1, line=line, ticket=ticket, answer=answer, by=by, source="test", events=[], kind=kind
    )
    return history.take(entry)


def test_a_wrong_count_is_taken_back_and_people_are_told_what_to_put_back():
    history = History(Light(2, pieces="real").match)
    take(history, ["removed", 3])
    (event,) = take(history, {"to": history.match.number - 1, "operator": False, "agreed": []}, "undo")
    text = words.event_text(event.told_to(None), NAMES)
    assert "Ada: drops left on the board: 20, now 17" in text
    assert "drops in the shrine: 0, now 3" in text
    assert history.match.state.seats[0].drops == 20


def test_a_count_that_is_found_wrong_later_is_set_right():
    scene = Light(2, drops=[12, 12], shrine=4)
    paths = [item["path"] for item in scene.match.correctable(0)]
    assert paths == ["seats/0/drops left", "seats/1/drops left", "shrine", "tray", "box", "supply_card", "round"]
    match, events = corrected(scene.match, "seats/1/drops left", 11)
    assert words.event_text(events[0].told_to(None), NAMES) == "Corrected: Ben: drops left on the board 11, not 12."
    match, _ = corrected(match, "shrine", 5)
    assert (match.state.seats[1].drops, match.state.shrine, drops_in(match.state)) == (11, 5, 84)
    for value in (-1, 85, True, "11"):
        with pytest.raises(IllegalAnswer, match="from 0 to 84"):
            corrected(match, "seats/1/drops left", value)


def test_a_board_that_turns_out_clear_ends_the_match_and_one_that_does_not_goes_on():
    scene = Light(2, drops=[1, 5])
    scene.tell(1)
    assert scene.state.ending
    match, _ = corrected(scene.match, "seats/0/drops left", 1)
    assert not match.state.ending and match.state.may_turn
    match, events = corrected(match, "seats/1/drops left", 0)
    assert [event.name for event in events] == ["put_right", "board_cleared"] and match.state.ending


def test_the_shrine_is_left_alone_while_it_turns_and_nothing_is_set_before_drops_lie_there():
    scene = Light(2, shrine=9)
    scene.tell(1)
    assert "shrine" not in [item["path"] for item in scene.match.correctable(TABLE)]
    assert Game.new(2, {"tracking": "light"}).correctable(TABLE) == []


def test_gwidyons_pile_and_chip_are_set_right_too():
    match, _ = corrected(Light(1).match, "gwidyon/drops", 18)
    match, _ = corrected(match, "gwidyon/chip", False)
    assert (match.state.gwidyon.drops, match.state.gwidyon.chip_removes, drops_in(match.state)) == (18, False, 84)


# -- words, panels, bots ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("kind", KINDS[1:3])
def test_every_question_and_event_has_words_and_a_page(seats, kind):
    told, options = [], {"tracking": "light", **kind}
    for match, line, ticket, _, answer in steps("mycelia", seats, 3, options):
        for question in asked(match, TABLE, NAMES):
            labels = [option["label"] for option in question.get("options", [])]
            assert question["prompt"] and all(labels) and len(set(labels)) == len(labels)
            assert all(option["help"] for option in question.get("options", []))
        for seat in range(seats):
            assert draw(panel_of(match, seat).page()).getbbox()
        assert f"{NAMES[0]}: " in "\n".join(words.table_lines(match, NAMES))
        told += match.copy().answer(line, ticket, answer)
    assert all(words.event_text(event.told_to(None), NAMES).endswith((".", "!")) for event in told)


def panel_of(match, seat):
    panel = SeatPanel(seat, NAMES, "mycelia", lambda *_: None, match.correctable)
    panel.look(match.view(seat))
    panel.questions(asked(match, seat, NAMES))
    return panel


def test_a_panel_asks_for_the_number_and_shows_what_is_left():
    scene = Light(2, drops=[17, 4], shrine=6)
    page = panel_of(scene.match, 0).page()
    assert [gauge.text for gauge in page.gauges] == ["17", "6/10"]
    assert page.rows[:3] == ("no drop", "1 drop", "2 drops") and page.picture is None
    assert page.help == "17 drops stay on your board, your turn ends"
    assert panel_of(scene.match, 1).page().title == "Ada's turn"


def test_the_fields_of_new_drops_are_a_small_map_with_numbers_on_the_seats_own_panel():
    scene = Light(2, pieces="real", shrine=9, options={"boards": "advanced"})
    scene.tell(1)
    scene.give(True)
    scene.flush(scene.match.pack.faces[0])
    for seat in range(2):
        board = panel_of(scene.match, seat).page().picture
        fields = scene.question(seat).task["fields"]
        assert board.gets == frozenset(fields)
        assert [field for field, count in enumerate(board.drops) if count] == sorted(fields)
        assert list(board.lands) == scene.match.pack.boards[scene.state.seats[seat].side].lands


def test_a_shrine_field_is_placed_on_the_picture():
    scene = Light(2, options={"expansion": True})
    scene.give(["shrine_field"])
    page = panel_of(scene.match, 0).page()
    assert page.picture.cursor == 0 and len(page.picture.choosable) == 19


def test_the_menu_tells_how_everybody_stands():
    scene = Light(3, drops=[17, 4, 9])
    panel = panel_of(scene.match, 1)
    facts = panel.game.facts(panel.view, NAMES[:3])
    assert facts == ["Shrine: 0 of 15 drops; supply card 1a", "Ada: 17 drops left", "Ben: 4 drops left", "Cleo: 9 drops left"]

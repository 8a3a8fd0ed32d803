"""The table is right: what is listed can be set, conservation holds or the imbalance is named, and nothing else changes."""

import random

import pytest

from shared_rules.asking import TABLE
from shared_rules.correction import corrected
from shared_rules.games import game
from shared_rules.history import History
from shared_rules.loading import loaded
from shared_rules.mycelia import Game
from shared_rules.mycelia.checking import cards_in, drops_in
from shared_rules.piles import Pile
from shared_rules.questions import Choice, Draw, IllegalAnswer
from shared_rules.record import Entry, Start, lines, plain, replay
from tests.rules.mycelia.scene import Scene
from tests.rules.random_play import some_answer, steps

NAMES = ["Ada", "Ben", "Cyd", "Dot"]


def set_to(match, path, value):
    """The match after the correction, and its events as data."""
    after, events = corrected(match, path, value)
    return after, [event.whole() for event in events]


def refused(match, path, value):
    before = match.save()
    with pytest.raises(IllegalAnswer) as caught:
        corrected(match, path, value)
    assert match.save() == before
    return caught.value.reason


@pytest.fixture
def match():
    return Scene(drops=[{0: 3, 4: 2}, {19: 5}], leaves=2, shrine=4, box=66).match


def test_a_drop_count_is_set_and_the_box_evens_it_out(match):
    after, (event,) = set_to(match, "seats/0/drops/0", 1)
    assert (after.state.seats[0].board[0], after.state.box, drops_in(after.state)) == (1, 68, drops_in(match.state))
    assert (event["event"], event["seat"], event["was"], event["value"], event["lost"]) == ("put_right", 0, 3, 1, 0)
    assert after.words.event_text(event, NAMES) == "Corrected: Ada: drops on row 1, column 1 1, not 3."
    assert after.number == match.number + 1
    after, _ = set_to(match, "shrine", 10)
    assert (after.state.shrine, after.state.box) == (10, 60)


def test_drops_that_the_box_does_not_have_are_named(match):
    match.state.box = 1
    after, (event,) = set_to(match, "seats/1/drops/19", 8)
    assert (after.state.box, after.state.lost, event["lost"]) == (0, -2, -2)
    assert "2 drops more than there were" in after.words.event_text(event, NAMES)
    after, (event,) = set_to(match, "box", 0)
    assert (after.state.lost, event["lost"]) == (1, 1)
    assert "1 drops are missing" in after.words.event_text(event, NAMES)
    assert drops_in(after.state) == drops_in(match.state), "what is lost is counted as lost"


def test_a_board_that_turns_out_clear_brings_the_end_near_and_back(match):
    clear, events = set_to(match, "seats/1/drops/19", 0)
    assert [event["event"] for event in events] == ["put_right", "board_cleared"]
    assert clear.state.ending
    assert not clear.state.may_turn
    again, events = set_to(clear, "seats/1/drops/19", 1)
    assert [event["event"] for event in events] == ["put_right"]
    assert not again.state.ending
    assert again.state.may_turn


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("seats/0/drops/0", -1), ("seats/0/drops/0", 85), ("seats/0/drops/0", True), ("seats/0/drops/0", 1.0),
        ("seats/0/drops/8", 1), ("seats/2/drops/0", 1), ("shrine", 11), ("leaves", 1), ("seats/0/leaves", "2"), ("active", 1),
        ("lost", 0), ("supply_card", "9z"), ("seats/0/hand", []), ("", None), ("cards/showcase/nobody", "outside"),
    ],
)  # fmt: skip
def test_only_what_is_listed_is_set_and_only_to_what_it_may_be(match, path, value):
    assert refused(match, path, value)


def test_leaves_uses_round_and_the_supply_card_are_set(match):
    after, _ = set_to(match, "seats/0/leaves", 7)
    after, _ = set_to(after, "seats/0/used a", 1)
    after, _ = set_to(after, "round", 4)
    other = next(side for side in after.pack.supplies if side != after.state.supply_card)
    after, _ = set_to(after, "supply_card", other)
    assert (after.state.seats[0].leaves, after.state.seats[0].used, after.state.round) == (7, ["a"], 4)
    assert after.state.supply_card == other
    assert ["action", "b"] in next(iter(after.questions.values()))[1].options, "what is legal changes at once"


def move(match, place, card, goal):
    return set_to(match, f"cards/{place}/{card}", goal)


def test_a_card_goes_between_named_places_and_outside(match):
    hero = match.state.showcase[0]
    after, (event,) = move(match, "showcase", hero, "outside")
    assert after.state.showcase[0] is None
    assert hero in after.state.cards_out
    assert event["name"] in after.words.event_text(event, NAMES)
    after, _ = move(after, "outside", hero, "seat 1 discard")
    after, _ = move(after, "seat 1 discard", hero, "seat 1 supply")
    after, _ = move(after, "seat 1 supply", hero, "seat 1 hand")
    after, _ = move(after, "seat 1 hand", hero, "showcase")
    assert after.state.showcase == match.state.showcase
    assert cards_in(after.state) == cards_in(match.state)
    assert "cannot be corrected" in refused(after, f"cards/showcase/{after.state.showcase[1]}", "showcase")


def test_a_wrongly_named_card_is_swapped_and_nobody_else_is_told_which(match):
    mine, _ = sorted(set(match.state.seats[1].supply.cards()))[:2]
    after, (event,) = move(match, "seat 1 supply", mine, "seat 1 hand")
    assert mine in after.state.seats[1].hand
    assert "card" not in event
    assert event["to"] == [1]
    assert after.words.event_text({**event, "secret": None}, NAMES).startswith("Corrected: A card is in Ben")


def test_a_start_card_never_comes_to_the_showcase(match):
    card = match.state.seats[1].supply.cards()[0]
    goals = next(item["values"] for item in match.correctable(TABLE) if item["path"] == f"cards/seat 1 supply/{card}")
    assert not [goal for goal in goals if goal.startswith("showcase")]
    assert "seat 0 hand" in goals


def test_what_would_leave_nothing_to_answer_is_refused():
    scene = Scene(drops=[{0: 1, 4: 1}, {19: 5}], leaves=3)
    scene.choose("action", "b")
    after, _ = set_to(scene.match, "seats/0/drops/0", 0)
    assert "answer it first" in refused(after, "seats/0/drops/4", 0)


def test_drops_that_an_open_question_looked_at_already_stay():
    scene = Scene(fn="around any", hand=["hero"], drops=[{0: 1, 1: 1, 5: 1, 4: 9}, {19: 5}])
    scene.play()
    scene.choose("around", 0)
    assert scene.asked == "neighbours"
    refused(scene.match, "seats/0/drops/1", 0)
    assert set_to(scene.match, "seats/1/drops/19", 4)
    scene.skip()
    assert set_to(scene.match, "seats/0/drops/1", 0)


def test_nothing_is_corrected_before_the_boards_are_set_up_or_after_the_end(match):
    assert Game.new(2).correctable(TABLE) == []
    match.play.lines.clear()
    assert "over" in refused(match, "box", 1)


def test_a_seat_is_not_shown_where_others_cards_are(match):
    def listed(seat):
        return {item["path"]: item["values"] for item in match.correctable(seat) if item["path"].startswith("cards/seat 1 ")}

    shown = listed(0)
    match.state.seats[1].hand, match.state.seats[1].supply = (
        sorted(match.state.seats[1].supply.cards())[:2],
        Pile.shuffled(match.state.seats[1].hand + sorted(match.state.seats[1].supply.cards())[2:]),
    )
    assert listed(0) == shown == listed(None)
    assert listed(1) == listed(TABLE) != shown


def some_correction(match, rng):
    listed = match.correctable(TABLE)
    if not listed:
        return None
    item = listed[int(rng() * len(listed))]
    low, high = item.get("range", (0, 0))
    values = item.get("values") or [low + int(rng() * (min(high, low + 9) - low + 1))]
    return item["path"], values[int(rng() * len(values))]


@pytest.mark.parametrize("options", [{}, {"expansion": True, "boards": "advanced"}, {"pieces": "real"}])
def test_random_corrections_never_wedge_a_match_nor_lose_a_piece(options):
    """Corrected at random, every match goes on, keeps every card and drop, and can be loaded."""
    done = 0
    for seed in range(3):
        rng = random.Random(f"corrections {seed}").random
        seats = 1 + seed
        new = Game.new(seats, options)
        history = History(Game.new(seats, options))
        entries = []
        for _ in range(150):
            match = history.match
            if match.over:
                break
            found = some_correction(match, rng) if rng() < 0.3 else None
            if found:
                answer, kind, line, ticket = {"path": found[0], "value": found[1]}, "correct", 0, 0
            else:
                line = sorted(match.questions)[int(rng() * len(match.questions))]
                ticket, question = match.questions[line]
                answer, kind = some_answer(question, rng), "answer"
            entry = Entry(
                number=match.entry + 1, line=line, ticket=ticket, answer=answer, by="table", source="t", events=[], kind=kind
            )
            try:
                events = history.take(entry)
            except IllegalAnswer:
                assert kind == "correct"
                continue
            done += kind == "correct"
            entry.events = [plain(event.whole()) for event in events]
            entries.append(entry)
            assert history.match.over or history.match.questions
            assert cards_in(history.match.state) == cards_in(new.state)
            assert drops_in(history.match.state) == 84
            again = loaded(new, plain(history.match.state))
            assert again.state == history.match.state
            assert all(history.match.words.event_text(told, NAMES) for told in entry.events)
        result = history.match.result()
        text = "".join(lines(Start.of(new, "t", seats, []), entries, lambda result=result: plain(result) if result else None))
        assert replay(text).save() == history.match.save()
    assert done > 60


def test_every_piece_that_is_listed_has_words_and_a_legal_value():
    for number, (match, *_) in enumerate(steps("mycelia", 3, 2, {"expansion": True})):
        if number % 25 == 0:
            for item in match.correctable(TABLE):
                assert item["text"]
                if not item["path"].startswith("cards/"):
                    assert set_to(match, item["path"], item["value"])[1][0]["lost"] == 0
        if number > 200:
            break


def test_a_draw_can_be_corrected_while_it_is_asked():
    """The card that came cannot have come: it is put into the pile, and named."""
    match = game("mycelia").new(2, {"first": "seat 0"})
    while not (match.questions[0][1].seat == 0 and isinstance(match.questions[0][1], Draw) and match.state.seats[0].hand):
        ticket, question = match.questions[0]
        assert not isinstance(question, Choice)
        match.answer(0, ticket, question.cards[0])
    came = match.state.seats[0].hand[0]
    before = match.questions[0][1].cards.count(came)
    after, _ = move(match, "seat 0 hand", came, "seat 0 supply")
    assert after.questions[0][1].cards.count(came) == before + 1

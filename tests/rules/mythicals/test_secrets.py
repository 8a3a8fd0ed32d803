"""What a seat may know: stacks but their top, the discard pile and the order of the pile are nobody's; hands by a switch.

Hide and seek: everything that a seat may not know is dealt anew in the saved JSON; what the seat is shown must stay as it was.
"""

import json
import random

import pytest

from shared_rules.asking import TABLE, asked
from shared_rules.mythicals import Game
from shared_rules.mythicals import view as view_module
from tests.rules.mythicals.scene import Scene, begun
from tests.rules.random_play import steps

NAMES = ["Ada", "Ben"]
SECRET = {"hands": "secret"}


class Leak(AssertionError):
    """A seat was shown something that depends on what it may not know."""


def shuffled(saved, looking, asker, rng):
    """The saved match with all that `looking` may not know dealt anew; `asker` is the seat that is to choose, if any.

    Below their tops both stacks trade tokens. With secret hands the other hands, the discard pile and what lies in the draw pile
    trade cards; a hand that is to choose stays, so that its answer can be given in both matches.
    """
    whole = json.loads(saved)
    state = whole["state"]
    deeper = [token for seat in state["seats"] for token in seat["tokens"][:-1]]
    rng.shuffle(deeper)
    for seat in state["seats"]:
        seat["tokens"][:-1] = [deeper.pop() for _ in seat["tokens"][:-1]]
    if state["options"]["hands"] == "secret":
        hands = [seat["hand"] for number, seat in enumerate(state["seats"]) if number not in (looking, asker)]
        places = [*hands, state["discard"], *state["deck"].get("pools", [])]
        cards = [card for place in places for card in place]
        rng.shuffle(cards)
        for place in places:
            place[:] = sorted(cards.pop() for _ in place)
    return json.dumps(whole).encode()


def seen(match, seat):
    pieces = match.standing(seat), match.correctable(seat)
    return match.view(seat), asked(match, seat, NAMES), match.words.table_lines(match, NAMES), pieces


def seek(seed, options, every=2):
    """Walk a match; compare what a seat sees before and after the answer. How often it did; raises Leak at a difference."""
    rng = random.Random(seed)
    compared = 0
    for number, (match, line, ticket, question, answer) in enumerate(steps("mythicals", 2, seed, options)):
        if number % every:
            continue
        looking = rng.choice([0, 1, None])
        asker = question.seat if question.kind == "choice" else None
        other = Game.load(shuffled(match.save(), looking, asker, rng), match.pack)
        if seen(other, looking) != seen(match, looking):
            raise Leak(f"seed {seed}, answer {number}: seat {looking} sees a difference")
        compared += 1
        copy = match.copy()
        if question.kind == "draw" and question.asker == "start_card" and options.get("hands") == "secret":
            continue  # whether a card is put back everybody sees
        if question.kind == "draw" and answer not in other.questions[line][1].cards:
            continue
        if question.asker in ("your_draw", "take_revealed", "take_at_daybreak") and options.get("hands") == "secret":
            continue  # what is taken twice goes to the other hand: everybody sees that
        told = [[event.told_to(looking) for event in m.answer(line, ticket, answer)] for m in (copy, other)]
        if not copy.over and (told[0] != told[1] or seen(other, looking) != seen(copy, looking)):
            raise Leak(f"seed {seed}, answer {number}: seat {looking} is told a difference")
    return compared


@pytest.mark.rule("ML-R-23", "ML-ACQ-06", "ML-SETUP-06")
@pytest.mark.parametrize("options", [{}, SECRET, {**SECRET, "duplicate_card": "both_kept"}, {**SECRET, "start_cards": "chosen"}])
def test_no_seat_is_shown_what_it_may_not_know(options):
    assert sum(seek(seed, options) for seed in range(8)) > 300


def test_the_shuffler_really_moves_hidden_things():
    moved = 0
    for match, *_ in steps("mythicals", 2, 5, SECRET):
        before = match.save()
        moved += json.loads(shuffled(before, 0, None, random.Random(1))) != json.loads(before)
    assert moved > 50


@pytest.mark.parametrize("leak", ["hand", "stack", "event", "question", "draw", "phase"])
def test_a_planted_leak_is_caught(leak, monkeypatch):
    """Each way in which a secret could get out, put into the program for the length of this test."""
    honest = view_module._seat
    if leak == "hand":
        monkeypatch.setattr(view_module, "_seat", lambda m, n, who: {**honest(m, n, who), "hand": m.state.seats[n].hand[:]})
    elif leak == "stack":
        monkeypatch.setattr(view_module, "_seat", lambda m, n, who: {**honest(m, n, who), "stack": m.state.seats[n].tokens[:]})
    elif leak == "event":
        monkeypatch.setattr("shared_rules.events.Event.told_to", lambda self, seat: self.whole())
    elif leak == "draw":
        monkeypatch.setattr("shared_rules.mythicals.draw.secret_hands", lambda match: False)
    elif leak == "phase":
        monkeypatch.setattr("shared_rules.mythicals.acquire.secret_hands", lambda match: False)
    else:
        monkeypatch.setattr(Game.words, "prompt", lambda m, question, names: str(m.state.seats[0].hand))
    with pytest.raises(Leak):
        for seed in range(12):
            seek(seed, SECRET, every=1)


@pytest.mark.rule("ML-R-23")
def test_hands_lie_open_and_of_a_stack_only_the_top_shows():
    scene = Scene(hand=["red.1"], theirs=["blue.2"], taken=(["red_5", "grey_2"], []), got=(3, 0))
    for seat in (0, 1, None):
        ours, theirs = scene.match.view(seat)["seats"]
        assert ours == {"hand": ["red.1"], "hand_size": 1, "tokens": 2, "top": "grey_2", "stack": None, "markers": 3}
        assert theirs["hand"] == ["blue.2"]
        assert theirs["top"] is None
        assert scene.match.view(seat)["scores"] is None, "nobody is told totals before the end"


@pytest.mark.rule("ML-R-23")
def test_secret_hands_are_known_to_their_owner_only():
    scene = Scene(at="acquire", hand=["red.1", "red.2"], theirs=["blue.2"], options=SECRET)
    for seat, known in ((0, [["red.1", "red.2"], None]), (1, [None, ["blue.2"]]), (None, [None, None])):
        view = scene.match.view(seat)
        assert [one["hand"] for one in view["seats"]] == known
        assert [one["hand_size"] for one in view["seats"]] == [2, 1]
        (question,) = asked(scene.match, seat, NAMES)
        assert ("options" in question) == (seat == 0)
    line, ticket, _ = scene.open
    scene.match.answer(line, ticket, ["acquire", "red_2"])
    line, ticket, _ = scene.open
    (event, *_) = scene.match.answer(line, ticket, ["pay", ["red.1", "red.2"]])
    assert "cards" in event.told_to(0)
    assert "cards" not in event.told_to(1)
    assert event.told_to(1)["token"]["token"] == "red_2"
    assert event.told_to(None)["count"] == 2


def test_with_secret_hands_nobody_learns_that_nothing_can_be_paid():
    scene = Scene(reserve=["blue.5"], options=SECRET).take("blue.5")
    assert (scene.asked, scene.options) == ("acquire", [["skip"]])
    scene = Scene(at="acquire", hand=["red.1", "red.2"], options=SECRET).choose("acquire", "red_2")
    assert (scene.asked, scene.options) == ("payment", [["pay", ["red.1", "red.2"]]])


@pytest.mark.parametrize(("options", "shown"), [(SECRET, []), ({}, [0])])
def test_with_secret_hands_what_may_be_drawn_is_shown_to_nobody(options, shown):
    match = begun(options)
    match.answer(0, match.questions[0][0], ["reveal"])
    for seat in (0, 1, None, TABLE):
        (question,) = asked(match, seat, NAMES)
        assert (question["kind"], question["seat"]) == ("draw", 0)
        assert ("cards" in question) == (seat in [*shown, TABLE])
        assert question["prompt"].startswith("Ada: ")


def test_a_second_copy_given_away_is_known_to_both_hands_only():
    scene = Scene(hand=["red.1"], reserve=["red.1"], options=SECRET).take("red.1")
    (event,) = [event for event in scene.log if event.name == "duplicates_given"]
    assert [("cards" in event.told_to(seat)) for seat in (0, 1, None)] == [True, True, False]
    assert event.told_to(None)["count"] == 1

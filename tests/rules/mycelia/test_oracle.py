"""The program beside a second reading of the rulebook (`oracle.py`): the same legal answers, the same ends of every function."""

import json
import random
from collections import Counter

import pytest

from shared_rules.mycelia.options import OPTIONS
from shared_rules.questions import Choice
from tests.rules.mycelia.oracle import Oracle, World
from tests.rules.mycelia.scene import Scene
from tests.rules.random_play import steps

ORACLE = Oracle()
ASKERS = {
    "your_turn", "side", "move_from", "move_next", "remove_from", "beside", "around_field", "neighbours", "action_b", "action_c",
    "action_c_second", "action_d", "solo_drop", "card_out", "shrine_place", "give_up",
}  # fmt: skip


def some_options(seed):
    """Match options by chance, half of them at their defaults. The table keeps all cards: light tracking has tests of its own."""
    rng = random.Random(f"options/{seed}")
    named = ("first", "tracking")
    chosen = {option.name: rng.choice(option.values or (True, False)) for option in OPTIONS if option.name not in named}
    return {name: value for name, value in chosen.items() if name == "expansion" or rng.random() < 0.5}


def compare(match, asked):
    """Every open choice against the oracle."""
    saved = None
    for line, (_, question) in match.questions.items():
        if isinstance(question, Choice):
            saved = saved or json.loads(match.save())
            asker = saved["state"]["play"]["lines"][str(line)]["asker"]
            options = [tuple(option) for option in question.options]
            assert set(options) == ORACLE.legal(saved, asker), (asker, saved["state"]["options"])
            assert len(options) == len(set(options)), "none is offered twice"
            asked[question.asker] += 1


def test_what_can_be_answered_is_what_the_rulebook_lets_one_do():
    asked = Counter()
    for seed in range(24):
        for match, *_ in steps("mycelia", 1 + seed % 4, seed, {**some_options(seed), "expansion": seed % 6 != 5}):
            if match.number > 1500:
                break
            compare(match, asked)
            if match.number % 5 == 0:
                # Rich players come to everything there is; what was legal before stays so.
                match.state.seats[match.state.active].leaves += 4
    assert set(asked) == ASKERS
    assert min(asked.values()) >= 5, asked


def ends_of(scene):
    """Every state that the open function can be brought to, as the oracle writes worlds."""
    found, seen = set(), set()
    pending = [scene.match]
    while pending:
        match = pending.pop()
        line, (ticket, question) = next(iter(match.questions.items()))
        state = match.state
        if question.asker == "your_turn":
            boards = [tuple(seat.board) for seat in state.seats]
            found.add((boards[0], boards[1], tuple(seat.leaves for seat in state.seats), state.tray))
            continue
        for answer in question.options:
            if answer[0] == "take_out":
                continue
            copy = match.copy()
            copy.answer(line, ticket, answer)
            key = str([copy.state.seats, copy.state.play.lines[0].agenda, copy.state.play.lines[0].asker, copy.state.tray])
            if key not in seen:
                seen.add(key)
                pending.append(copy)
    return found


@pytest.mark.rule("MYC-FUNC-13", "MYC-FUNC-05", "MYC-PLAY-05")
@pytest.mark.parametrize("hero", sorted(hero for hero in ORACLE.heroes))
@pytest.mark.parametrize("seed", range(2))
def test_the_function_of_every_card_leads_to_the_same_ends(hero, seed):
    card = ORACLE.heroes[hero]
    rng = random.Random(f"{hero}/{seed}")
    boards = []
    for _ in range(2):
        board = Counter(rng.choice([0, 1, 3, 7, 9, 9, 13, 14, 14, 18]) for _ in range(2 if " x " in card["fn"] else 4))
        boards.append({**board, 4: 1})
    scene = Scene(hand=["hero"], fn=card["fn"], drops=boards)
    before = tuple(tuple(scene.seat(number).board) for number in range(2))
    scene.play()
    world = World(ORACLE.boards["front"])
    assert ends_of(scene) == world.ends(card["fn"], 0, {(*before, (0, 0), 0)})


@pytest.mark.rule("MYC-ONCE-01")
@pytest.mark.parametrize("hero", sorted(hero for hero, card in ORACLE.heroes.items() if "single" in card))
def test_the_single_effect_asks_what_the_card_says(hero):
    """Each hero of the pack that has one, hired for real: what is asked or told at once belongs to the text on the card."""
    signs = {"remove card": "card_out", "others": "move_from", "shrine": "shrine_place", "action": "action_card_gained"}
    scene = Scene(options={"expansion": True}, leaves=8, showcase=[hero, None, None, None, None], drops={0: 1, 4: 5})
    scene.change_seat(0, discard=["hero"])
    events = scene.choose("hire", 0)
    single = ORACLE.heroes[hero]["single"]
    sign = next(sign for text, sign in signs.items() if text in single)
    assert sign in [scene.asked, *events]

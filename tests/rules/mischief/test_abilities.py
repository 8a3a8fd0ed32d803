"""What holds for every ability: words, refusals with their rules, copies and saves."""

import tomllib
from importlib.resources import files
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared_rules.asking import TABLE, asked
from shared_rules.mischief import Game, words
from tests.rules.mischief.moments import FACTIONS, Moments
from tests.rules.mischief.scene_factions import Scene

NAMES = ("Ann", "Ben")
LEDGER = tomllib.loads(files("shared_rules").joinpath("ledger/mischief.toml").read_text(encoding="utf-8"))
RULES = {row["id"] for row in LEDGER["rule"] + LEDGER["ruling"]}
VERBS = {
    "gargoyles": {"glide": 3, "perch": 3, "glide_perch": 4, "stone": 1},
    "fairies": {"wander": 2, "antics": 2, "pixie_dust": 2, "ring": 1},
    "werewolves": {"fling": 2, "heave": 2, "full_moon": 1},
    "gnomes": {"burrow": 2, "shifty": 2, "illusion": 2, "potion": 1, "uproot": 3},
}
"""How many numbers follow each verb."""


def only(match):
    ((line, (ticket, question)),) = match.questions.items()
    return line, ticket, question


@pytest.mark.parametrize("faction", FACTIONS)
def test_every_use_has_its_own_label_a_help_and_sentences_for_what_happens(faction):
    moments = Moments(faction, seed=3)
    for _ in range(25):
        match, _ = moments.next()
        line, ticket, question = only(match)
        uses = [option for option in question.options if option[0] in VERBS[faction] or option[0] == "shredder"]
        labels = [words.label(match, question, use) for use in uses]
        assert len(set(labels)) == len(labels)
        for use, label in zip(uses, labels, strict=True):
            ability, colon, rest = label.partition(": ")
            assert ability and colon and rest and "{" not in label
            assert words.help_text(match, question, use).endswith(".")
            played = match.copy()
            events = played.answer(line, ticket, use)
            assert events[0].name == "ability_used"
            for event in events:
                told = event.told_to(0)
                assert not words.event_text(told, NAMES).endswith(event.name.replace("_", " ").capitalize()), "it has no sentence"


@pytest.mark.parametrize("faction", FACTIONS)
def test_what_is_not_offered_is_refused_by_a_rule_of_the_ledger_and_what_is_offered_is_not(faction):
    moments, rng = Moments(faction, seed=5), Random(5)
    refused = set()
    for _ in range(60):
        match, _ = moments.next()
        line, ticket, question = only(match)
        why_not = match.factions[faction].refused
        before = match.save()
        for use in question.options:
            if use[0] in VERBS[faction] or use[0] == "shredder":
                assert why_not(match, 0, use) is None, use
        for _ in range(60):
            verb = rng.choice([*VERBS[faction]])
            numbers = [rng.randrange(-1, rng.choice([5, 7, 25, 50])) for _ in range(VERBS[faction][verb])]
            use = [verb, *numbers]
            if use in question.options or (verb == "pixie_dust" and numbers[0]):
                continue
            why = match.why_not(line, ticket, use)
            assert why is not None and why.rule in RULES, use
            assert why.reason[:1].isalpha(), use
            refused.add(why.rule)
        assert match.save() == before
    assert len(refused) > 6


_JSON = st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=3), lambda inner: st.lists(inner, max_size=3))
TRACKS = ("glide", "perch", "wander", "antics", "fling", "heave", "burrow", "shifty", "illusion")
SCENES = {
    faction: Scene(
        faction, mine=[(2, 2)], enemies=[(2, 1)], hedges=[((2, 2), (3, 2))], dark=True, legendary=True,
        points={track: 1 for track in VERBS[faction] if track in TRACKS},
    )
    for faction in FACTIONS
}  # fmt: skip


@pytest.mark.parametrize("faction", FACTIONS)
@given(data=st.data())
def test_whatever_is_answered_is_refused_without_a_fault(faction, data):
    scene = SCENES[faction]
    verb = data.draw(st.sampled_from([*VERBS[faction], "shredder"]))
    answer = [verb, *data.draw(st.lists(st.integers(-60, 120) | _JSON, max_size=6))]
    line, ticket, question = scene.open
    if not any(answer == option for option in question.options):
        assert scene.match.why_not(line, ticket, answer) is not None


@pytest.mark.parametrize("faction", FACTIONS)
def test_a_use_can_be_taken_back_and_saved(faction):
    """What is played on a copy leaves the match as it was; a save after it asks the same questions."""
    moments = Moments(faction, seed=7)
    for _ in range(20):
        match, _ = moments.next()
        line, ticket, question = only(match)
        before = match.save()
        for use in question.options:
            if use[0] in ("move", "distract", "pass"):
                continue
            played = match.copy()
            played.answer(line, ticket, use)
            assert match.save() == before
            saved = played.save()
            again = Game.load(saved, match.pack)
            assert again.save() == saved
            assert asked(again, TABLE, NAMES) == asked(played, TABLE, NAMES)


@pytest.mark.rule("MM-GLOS-05")
@pytest.mark.parametrize("faction", ["fairies", "werewolves", "gnomes"])
def test_no_ability_of_this_volume_pushes_directly_away(faction):
    """Whichever neighbour it is used on, it never goes straight on from the user's space over its own."""
    used = 0
    for dx, dy in [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]:
        scene = Scene(
            faction, mine=[(2, 2)], enemies=[(2 + dx, 2 + dy)], keeper=(0, 4) if (dx, dy) != (-1, 1) else (4, 4),
            points={"fairies": {"wander": 1}, "werewolves": {"fling": 1}, "gnomes": {"shifty": 1}}[faction] | {"distract": 1},
        )  # fmt: skip
        ends = {(option[2] % 5, option[2] // 5) for option in scene.options if option[0] in ("wander", "fling", "shifty")}
        used += len(ends)
        assert not ends & {(2 + far * dx, 2 + far * dy) for far in (2, 3)}
    assert used >= 8


@pytest.mark.rule("MM-R-73")
@pytest.mark.parametrize("reading", ["move_actions", "all_movement"])
def test_whether_a_tripped_mythic_is_moved_by_abilities(reading):
    scene = Scene("gnomes", mine=[(2, 2)], points={"burrow": 1, "distract": 1}, options={"solo_tripped_up_stops": reading})
    scene.state.figures[0].tripped = True
    assert bool(scene.uses("burrow")) is (reading == "move_actions")
    if reading == "all_movement":
        assert scene.refused("burrow", 0, 1) == "MM-R-73"


@pytest.mark.rule("MM-FTP-01")
def test_in_a_first_game_there_are_neither_legendary_abilities_nor_specials():
    scene = Scene("gnomes", mine=[(2, 2)], dark=True, legendary=True, options={"first_game": True})
    assert not scene.uses("potion") and not scene.uses("uproot")
    assert scene.refused("potion", 0) == scene.refused("uproot", 0, 0, 3) == "MM-FTP-01"

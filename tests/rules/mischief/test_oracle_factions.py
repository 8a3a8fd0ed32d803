"""All that a faction may do, and what comes of it, beside an oracle that was written from the rulebook alone, in random mazes."""

import pytest

from tests.rules.mischief import oracle
from tests.rules.mischief.moments import FACTIONS, Moments

MOMENTS = 200
NOT_OF_FACTIONS = ("move", "distract", "pass", "potion")


def table_of(match, readings):
    """What the oracle is told of a match."""
    place, state = match.grid.place, match.state
    stones = [player.token for player in state.players if player.faction == "gargoyles"]
    return oracle.Table(
        match.grid.width,
        match.grid.height,
        frozenset(frozenset(map(place, match.grid.ends[edge])) for edge in state.hedges),
        frozenset(map(place, state.clutter)),
        place(state.keepers[0].cell),
        {number: (figure.seat, place(figure.cell)) for number, figure in enumerate(state.figures) if figure.cell >= 0},
        tuple(None if cell < 0 else place(cell) for cell in state.keepers[0].stops),
        stoned=stones[0] if stones else -1,
        moon=state.players[0].token if state.players[0].faction == "werewolves" else -1,
        readings=readings,
    )


def options_of(match):
    ((line, (ticket, question)),) = match.questions.items()
    assert question.asker == "act"
    return line, ticket, [option for option in question.options if option[0] not in NOT_OF_FACTIONS]


@pytest.mark.parametrize("faction", FACTIONS)
def test_uses_and_their_outcomes_are_those_of_the_oracle(faction):
    moments = Moments(faction, seed=1)
    seen = {}
    for _ in range(MOMENTS):
        match, readings = moments.next()
        table = table_of(match, readings)
        expected = getattr(oracle, faction)(table)
        line, ticket, options = options_of(match)
        assert len({tuple(option) for option in options}) == len(options), "no use is offered twice"
        assert {tuple(option) for option in options} == set(expected)
        for option in options:
            seen[option[0]] = seen.get(option[0], 0) + 1
            played = match.copy()
            played.answer(line, ticket, option)
            if played.state.phase != "mythic":
                continue  # that was the last thing to do, and the Groundskeeper has walked on
            later = table_of(played, table.readings)
            assert (later.hedges, later.clutter, later.keeper, later.where) == expected[tuple(option)], option
    verbs = {
        "gargoyles": {"glide", "perch", "glide_perch", "stone"},
        "fairies": {"wander", "antics", "pixie_dust", "ring"},
        "werewolves": {"fling", "heave", "full_moon", "shredder"},
        "gnomes": {"burrow", "shifty", "illusion", "uproot"},
    }
    assert set(seen) == verbs[faction]
    assert all(count > 60 for count in seen.values()), seen


def test_where_the_ringed_enemy_may_go_is_what_the_oracle_says():
    moments = Moments("fairies", seed=2)
    compared = 0
    for _ in range(MOMENTS):
        match, readings = moments.next()
        table = table_of(match, readings)
        bearer = next((number for number, (seat, _) in table.mythics.items() if seat == 1), None)
        if bearer is None:
            continue
        match.state.players[0].token = bearer
        match.play.lines[0].asker = ["ring_move", 0]
        goals = {table.cell(place) for place in oracle.ringed(table, bearer)}
        ((_, question),) = match.questions.values()
        assert question.options == [*(["ring_move", cell] for cell in sorted(goals)), ["stay"]]
        compared += len(goals) > 1
    assert compared > MOMENTS // 2

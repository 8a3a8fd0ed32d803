"""What must hold at every question of any match, whatever is answered."""

import json
from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared_rules.asking import TABLE
from shared_rules.correction import corrected
from shared_rules.history import History
from shared_rules.loading import BadState, loaded
from shared_rules.mischief import Game
from shared_rules.mischief.checking import tomes_in
from shared_rules.mischief.maze import connected, mask_of
from shared_rules.mischief.options import OPTIONS
from shared_rules.mischief.state import Figure, Keeper, Player, State
from shared_rules.questions import IllegalAnswer
from shared_rules.record import Entry
from tests.rules.mischief.scene import begun
from tests.rules.random_play import steps
from tests.rules.unchanged import check_options_are_not_shared, check_save_and_copy

FIELDS = {
    State: {
        "options", "players", "figures", "keepers", "cards", "cards_done", "hedges", "clutter", "hedges_left", "clutter_left",
        "hedges_out", "clutter_out", "tomes", "scores", "markers", "dark", "active", "first", "round", "phase", "ended", "late",
        "solo", "play",
    },
    Player: {
        "team", "faction", "supply", "collected", "legendary", "spent", "tomes", "slots", "values", "used", "done", "token",
        "ready", "passed",
    },
    Figure: {"seat", "cell", "tripped"},
    Keeper: {"cell", "card", "stops", "goal", "points"},
}  # fmt: skip
SWITCHES = [option for option in OPTIONS if option.ruling]
SEEDS = st.integers(0, 10**6)
READINGS = st.fixed_dictionaries({option.name: st.sampled_from(option.values) for option in SWITCHES})


def check(match):
    """All that is never otherwise. Written out here, not taken from the program's own checks."""
    state, grid = match.state, match.grid
    stones = [state.figures[p.token].cell for p in state.players if p.faction == "gargoyles" and p.token >= 0]
    assert connected(grid, mask_of(state.hedges), mask_of(stones)), "every space can be walked to"
    assert set(state.hedges) <= set(grid.ends), "no Hedge on the border"
    assert len(set(state.hedges)) == len(state.hedges), "no two Hedges on one edge"
    assert len(state.hedges) + state.hedges_left + state.hedges_out == 10
    assert len(state.clutter) + state.clutter_left + state.clutter_out == 4
    spots = [figure.cell for figure in state.figures if figure.cell >= 0] + [keeper.cell for keeper in state.keepers]
    assert len(set(spots)) == len(spots), "one piece a space"
    assert tomes_in(state) == 20
    assert all(player.supply >= 0 and player.collected >= 0 for player in state.players)
    for player in state.players:
        if player.faction:
            board = match.pack.factions[player.faction]
            seen = Counter((track, slot) for track, slot in zip(board.dice, player.slots, strict=True))
            assert max(seen.values()) == 1, "one die a slot"
            for (track, slot), _ in seen.items():
                assert player.tomes[track] <= slot < len(board.tracks[track].slots), "dice stand right of the Tomes"
            assert all(0 <= value <= 6 for value in player.values)


@given(seed=SEEDS, options=READINGS, layout=st.sampled_from(["1", "2", "3", "draft"]))
def test_pieces_are_neither_made_nor_lost_under_any_switches(seed, options, layout):
    match = None
    for match, *_ in steps("mischief", 2, seed, {**options, "layout": layout}):
        check(match)
        assert match.problems(Game.new(2, match.state.options)) == []
        assert match.number < 2_000
    check(match)
    assert match.over
    assert match.result().winners in ([0], [1])


@pytest.mark.parametrize("tracking", ["full", "light"])
@pytest.mark.parametrize(("seats", "mode"), [(1, "standard"), (3, "standard"), (4, "standard"), (2, "blitz"), (4, "blitz")])
def test_no_state_of_any_mode_looks_wrong_to_the_checks(seats, mode, tracking):
    options = {"mode": mode, "tracking": tracking}
    for seed in range(3):
        for number, (match, *_) in enumerate(steps("mischief", seats, seed, options)):
            if number % 3 == 0:
                assert match.problems(Game.new(seats, match.state.options)) == []
                assert tomes_in(match.state) == 10 * len(match.state.players)


@given(seed=SEEDS)
def test_a_state_out_of_json_is_the_match_and_a_spoiled_one_is_refused_or_can_be_asked(seed):
    for number, (match, *_) in enumerate(steps("mischief", 2, seed)):
        if number % 25:
            continue
        state = json.loads(match.save())["state"]
        again = loaded(Game.new(2, match.state.options), state)
        assert again.view(0) == match.view(0)
        for spoil in (
            lambda s: s["hedges"].append(4),
            lambda s: s["players"][0].update(supply=s["players"][0]["supply"] + 1),
            lambda s: s["figures"].pop(),
            lambda s: s.update(active=2),
            lambda s: s["keepers"][0].update(cell=99),
            lambda s: s["figures"][0].update(cell=25),
        ):
            other = json.loads(json.dumps(state))
            spoil(other)
            with pytest.raises(BadState):
                loaded(Game.new(2, match.state.options), other)


@pytest.mark.rule("MM-R-28", "MM-HEDGE-01")
def test_a_state_with_a_space_cut_off_is_refused():
    state = json.loads(begun().save())["state"]
    corner = [0, 25]
    state["hedges"] = sorted([*corner, *(edge for edge in state["hedges"] if edge not in corner)][:10])
    with pytest.raises(BadState, match="cut a part of the board off"):
        loaded(Game.new(2, {"first": "seat 0", "layout": "1"}), state)


@pytest.mark.parametrize("options", [{}, {"pieces": "real", "layout": "draft"}, {"move_die_order": "fixed"}])
def test_a_save_and_a_copy_are_the_match_at_every_question(options):
    for match, line, ticket, _, answer in steps("mischief", 2, 3, options):
        check_save_and_copy(match, line, ticket, answer)


def test_the_same_answers_give_the_same_match():
    runs = [[match.save() for match, *_ in steps("mischief", 2, 7)] for _ in range(2)]
    assert runs[0] == runs[1]


def test_every_field_of_the_state_is_saved_and_copied():
    for kind, fields in FIELDS.items():
        assert {field.name for field in msgspec.structs.fields(kind)} == fields
    saved = json.loads(Game.new(2).save())["state"]
    assert set(saved) == FIELDS[State]
    assert set(saved["players"][0]) == FIELDS[Player]


def test_a_copy_shares_nothing_that_changes():
    match = begun()
    before = match.save()
    state = match.copy().state
    for player in state.players:
        for held in (player.tomes, player.slots, player.values, player.used, player.done):
            held.append(7)
        player.supply = 99
    for figure in state.figures:
        figure.cell = 3
    for keeper in state.keepers:
        keeper.stops.append(1)
    for held in (state.hedges, state.clutter, state.scores, state.markers, state.cards_done, state.cards.pools[0]):
        held.append(9)
    next(iter(state.tomes.values())).append(5)
    state.options["layout"] = "x"
    state.play.lines.clear()
    assert match.save() == before


def test_options_share_nothing_with_the_match():
    for match, line, _, question, _ in steps("mischief", 2, 11):
        if question.kind == "choice":
            check_options_are_not_shared(match, line)


def test_random_matches_reach_every_question():
    asked = Counter()
    for seed in range(25):
        options = {"pieces": "real", "tome_shortage": "player_chooses"} if seed % 2 else {}
        for *_, question, _answer in steps("mischief", 2, seed, options):
            asked[question.asker] += 1
    assert set(asked) >= {
        "faction", "card", "first_roll", "who_first", "layout", "draft", "slot_first", "place", "table_ready", "act", "pay",
        "keeper_way", "return_to", "slot", "boost", "laid_out", "ring_move",
    }  # fmt: skip


def test_any_legal_answer_is_taken_and_any_other_refused_in_words():
    for number, (match, line, ticket, question, _) in enumerate(steps("mischief", 2, 5)):
        if question.kind != "choice" or number % 3:
            continue
        for option in question.options:
            match.copy().answer(line, ticket, option)
        for odd in (
            [], ["dance"], ["move"], ["move", 0, []], ["move", 0, [99]], ["move", "x", [1]], ["distract", 0], ["distract", 5, 1],
            ["slot", 9], ["boost", 99], ["return", 77, 3], ["place", 0, -1], ["go", 99], ["hedge", 4], ["clutter", -3],
            ["faction", 3], ["glide", 0, 0, 9], ["burrow", 9, 9], ["uproot", 0, 9, 99], 7, {}, ["pay"], ["die", 9],
        ):  # fmt: skip
            why = match.why_not(line, ticket, odd)
            assert why is not None, odd
            assert why.reason


def test_every_seat_and_spectators_see_the_same_table_and_nothing_of_the_cards_to_come():
    for number, (match, *_) in enumerate(steps("mischief", 2, 9)):
        if number % 10:
            continue
        views = [match.view(seat) for seat in (0, 1, None)]
        assert all({**view, "seat": 0} == views[0] for view in views)
        if not match.state.dark:
            assert not any(card in json.dumps(views[0]) for card in match.pack.after)


def test_what_people_set_right_keeps_everything_whole():
    done = Counter()
    for number, (match, *_) in enumerate(steps("mischief", 2, 4)):
        if number % 9:
            continue
        for item in match.correctable(TABLE):
            values = item["values"][:3] if "values" in item else item["range"]
            for value in values:
                try:
                    after, (event,) = corrected(match, item["path"], value)
                except IllegalAnswer:
                    continue
                check(after)
                told = event.whole()
                assert (told["event"], told["value"], told["was"]) == ("put_right", value, item["value"])
                assert after.words.event_text(told, ["Ada", "Ben"]).startswith("Corrected: ")
                assert item["text"]
                done[item["what"]] += 1
    assert set(done) == {"figure", "keeper", "score", "hedge", "clutter", "die"}


def test_what_is_taken_back_is_told_piece_by_piece():
    """Back over one answer each time: the table stands as before, and people are told what to put back where."""
    told = Counter()
    for seed in range(3):
        history, entries = None, 0
        for match, line, _, _, answer in steps("mischief", 2, seed):
            if history is None:
                history = History(match.copy())
            before = history.match.copy()
            entries += 1
            entry = Entry(number=entries, line=line, ticket=history.match.questions[line][0], answer=answer, by="operator",
                          source="typed", events=[])  # fmt: skip
            history.take(entry)
            if entries % 7 == 0:
                entries += 1
                back = {"to": before.number, "operator": True, "agreed": []}
                undo = Entry(number=entries, answer=back, by="operator", source="typed", events=[], kind="undo")
                (event,) = history.take(undo)
                assert history.match.view(0) == before.view(0)
                text = history.match.words.event_text(event.whole(), ["Ada", "Ben"])
                assert text.startswith("The table takes back the last answer.")
                told.update(piece["what"] for piece in event.whole()["put_back"])
                entries += 1
                again = Entry(number=entries, line=line, ticket=history.match.questions[line][0], answer=answer, by="operator",
                              source="typed", events=[])  # fmt: skip
                history.take(again)
    assert {"figure", "die", "hedge"} <= set(told)


def test_words_are_there_for_every_question_and_event():
    names = ["Ada", "Ben"]
    for seed in range(6):
        for match, line, ticket, question, answer in steps("mischief", 2, seed, {"pieces": "real"}):
            assert match.words.prompt(match, question, names)
            if question.kind == "choice":
                assert all(match.words.label(match, question, option) for option in question.options)
                assert isinstance(match.words.help_text(match, question, answer), str)
            assert all(match.words.table_lines(match, names))
            for event in match.copy().answer(line, ticket, answer):
                assert match.words.event_text(event.told_to(0), names)

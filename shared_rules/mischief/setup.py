"""Preparing to play: factions, the first card, who begins, the maze, the second team's Tome, and the Mythics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mischief.dice import reset_all
from shared_rules.mischief.maze import free_places, members
from shared_rules.mischief.mode_options import BLITZ
from shared_rules.mischief.modes import boards_of, is_blitz, is_light, mythics_of, teams_of
from shared_rules.mischief.pack import MischiefPack
from shared_rules.mischief.pieces import clutter, edge_words, hedges, name, square
from shared_rules.mischief.state import CLUTTER, DONE, HEDGES, WAITING, Figure, Keeper, Player, Solo, State
from shared_rules.mischief.turn import open_spaces
from shared_rules.options import Value
from shared_rules.piles import Pile
from shared_rules.questions import Choice, Confirm

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief

DRAFT = "draft"


def lay_out(seats: int, options: dict[str, Value], pack: MischiefPack) -> State:
    """The table before anybody has chosen anything: the groundskeeper on its crest, everything else in the box (MM-BRD-01)."""
    teams, boards = teams_of(seats, options), boards_of(seats, options)
    after = options["mode"] == BLITZ and options["blitz_cards"] == "after"
    y, x = divmod(pack.centre, pack.width)
    return State(
        options=options,
        players=[Player(team) for team in teams],
        figures=[Figure(seat) for seat in range(len(teams)) for _ in range(mythics_of(teams, seat, options))],
        keepers=[Keeper((y * boards + k) * pack.width + x, stops=[DONE] * 3) for k in range(boards)],
        cards=Pile.shuffled(pack.after if after else pack.before),
        hedges_left=HEDGES * boards,
        clutter_left=CLUTTER * boards,
        scores=[pack.score_start] * 2,
        markers=[teams.index(0), teams.index(1)],
        dark=after,
        solo=Solo(Pile.shuffled(pack.detentions)) if seats == 1 else None,
    )


def setup(m: Mischief) -> None:
    """Everything in the order of the rulebook; play starts when all of it is there (MM-READY-01, MM-READY-02)."""
    if m.state.solo is not None:
        m.then(["light_set_up_solo" if is_light(m.state) else "set_up_solo"])
        return
    m.then(
        *(["choose_faction", seat] for seat in range(len(m.state.players))),
        *(["name_colour", team] for team in (0, 1)),
        ["mark_scores"],
        *(["draw_card", k] for k in range(len(m.state.keepers))),
        ["find_first"],
        ["set_out_maze"],
        ["give_second_tomes"],
        ["place_all"],
        ["be_ready"],
        ["begin_turn"],
    )


# -- factions -----------------------------------------------------------------------------------------------------------------


def choose_faction(m: Mischief, seat: int) -> None:
    m.ask("faction", seat)


def faction(m: Mischief, seat: int) -> Choice:
    """A faction that nobody else plays (MM-FAC-01)."""
    gone = {player.faction for player in m.state.players}
    return Choice(seat, [["faction", one] for one in m.pack.factions if one not in gone])


def faction_answered(m: Mischief, seat: int, answer: list[Any]) -> None:
    """Dice on their start slots, a Tome on the Legendary slot, all else beside the board (MM-FAC-03, MM-FAC-04, MM-TOK-01).

    In Blitz the Legendary slot starts empty (MM-BLITZ-08).
    """
    player, board = m.state.players[seat], m.pack.factions[answer[1]]
    player.faction = answer[1]
    player.tomes = [0] * len(board.tracks)
    player.slots = list(board.start)
    reset_all(m, seat)
    if not is_blitz(m.state):
        player.legendary = True
        player.supply -= 1
    m.tell("faction_chosen", seat, faction=answer[1], name=board.name)


def name_colour(m: Mischief, team: int) -> None:
    """A pair has one colour of Tomes on the board, and names it (MM-TEAM-04, MM-R-95)."""
    if len(m.state.seats_of(team)) > 1:
        m.ask("colour", team)


def colour(m: Mischief, team: int) -> Choice:
    """By one reading Tomes of both lie there, and the pair only names whose Tome marks the score."""
    seats = m.state.seats_of(team)
    return Choice(seats[0], [["colour", seat] for seat in seats])


def colour_answered(m: Mischief, team: int, answer: list[Any]) -> None:
    m.state.markers[team] = answer[1]
    m.tell("colour_named", answer[1], team=team)


def mark_scores(m: Mischief) -> None:
    """A Tome for each team goes on the score tracker (MM-BRD-04)."""
    for seat in m.state.markers:
        m.state.players[seat].supply -= 1


# -- who begins ---------------------------------------------------------------------------------------------------------------


def find_first(m: Mischief) -> None:
    """One die a team is rolled, unless the match says who begins (MM-FIRST-01, MM-FIRST-02)."""
    first = str(m.state.options["first"])
    if first == "rolled":
        m.then(["roll_off", [m.state.seats_of(team)[0] for team in (0, 1)]])
    else:
        _begin(m, m.state.players[int(first.removeprefix("seat "))].team)


def let_begin(m: Mischief, who: int) -> None:
    """The team that rolled higher decides (MM-R-86)."""
    m.ask("who_first", who)


def who_first(m: Mischief, who: int) -> Choice:
    return Choice(who, [["first", team] for team in (0, 1)])


def who_first_answered(m: Mischief, who: int, answer: list[Any]) -> None:
    _begin(m, answer[1])


def _begin(match: Mischief, team: int) -> None:
    match.state.first = match.state.active = team
    match.tell("first_team_found", match.speaker, team=team, seats=match.state.seats_of(team))


# -- Hedges and Clutter -------------------------------------------------------------------------------------------------------


def set_out_maze(m: Mischief) -> None:
    """A default layout or the draft, as the match says or the table agrees (MM-LAY-01); two boards may have different layouts."""
    m.then(*(["set_out_board", k] for k in range(len(m.state.keepers))))


def set_out_board(m: Mischief, k: int) -> None:
    """One of the boards, unless a draft has set out both."""
    wanted = str(m.state.options["layout"])
    if not m.state.hedges_left:
        return
    if wanted == "chosen":
        m.ask("layout", k)
    else:
        _lay(m, k, wanted)


def layout(m: Mischief, k: int) -> Choice:
    """In a first game the draft is left out (MM-FTP-02)."""
    draft = k == 0 and not m.state.options["first_game"]
    return Choice(None, [["layout", one] for one in (*m.pack.layouts, *([DRAFT] if draft else []))])


def layout_answered(m: Mischief, k: int, answer: list[Any]) -> None:
    _lay(m, k, answer[1])


def _lay(match: Mischief, k: int, wanted: str) -> None:
    state = match.state
    if wanted == DRAFT:
        match.then(["draft_on", 0])
        return
    found = match.pack.layouts[wanted]
    edges, cells = [match.spot_of_edge(k, edge) for edge in found.hedges], [match.spot(k, cell) for cell in found.clutter]
    state.hedges, state.clutter = sorted([*state.hedges, *edges]), sorted([*state.clutter, *cells])
    state.hedges_left -= len(edges)
    state.clutter_left -= len(cells)
    match.tell(
        "maze_laid", None, layout=wanted, hedges=[edge_words(match, edge) for edge in sorted(edges)],
        clutter=[square(match, cell) for cell in sorted(cells)],
    )  # fmt: skip


def draft_on(m: Mischief, number: int) -> None:
    """One obstacle after the other, until all are placed (MM-DRAFT-01, MM-DRAFT-02)."""
    if m.state.hedges_left or m.state.clutter_left:
        m.ask("draft", number)


def draft(m: Mischief, number: int) -> Choice:
    """A Hedge on any edge that cuts nothing off, or Clutter on any space without one (MM-DRAFT-03, MM-DRAFT-04, MM-R-58)."""
    state = m.state
    options: list[list[Any]] = []
    if state.hedges_left:
        options += [["hedge", edge] for edge in members(free_places(m.grid, hedges(m)))]
    if state.clutter_left:
        anything = state.options["draft_clutter_on"] == "anything"
        cells = m.grid.full if anything else m.grid.full & ~clutter(m)
        options += [["clutter", cell] for cell in members(cells)]
    return Choice(_drafter(m, number), options)


def draft_answered(m: Mischief, number: int, answer: list[Any]) -> None:
    state = m.state
    kind, where = answer
    if kind == "hedge":
        state.hedges = sorted([*state.hedges, where])
        state.hedges_left -= 1
        m.tell("hedge_drafted", _drafter(m, number), new=edge_words(m, where))
    else:
        state.clutter = sorted([*state.clutter, where])
        state.clutter_left -= 1
        m.tell("clutter_drafted", _drafter(m, number), at=square(m, where))
    m.then(["draft_on", number + 1])


def _drafter(match: Mischief, number: int) -> int:
    """Who places obstacle `number`: the teams by turns, their members by turns, the second team first (MM-R-59)."""
    state = match.state
    if state.solo is not None:
        return 0
    second = state.seats_of(1 - state.first)
    if state.options["draft_order"] == "seat_order":
        return (second[0] + number) % len(state.players)
    seats = second if number % 2 == 0 else state.seats_of(state.first)
    return seats[number // 2 % len(seats)]


# -- the second team's Tome, and the Mythics ----------------------------------------------------------------------------------


def give_second_tomes(m: Mischief) -> None:
    """Every player of the second team has one Tome in advance (MM-FIRST-03)."""
    m.then(*(["second_team_tome", seat] for seat in m.state.seats_of(1 - m.state.first)))


def place_all(m: Mischief) -> None:
    """The first team places all its Mythics, then the second (MM-PLACE-01). With light tracking they are people's own affair."""
    first = m.state.first
    if is_light(m.state):
        return
    m.then(*(["place_on", seat] for team in (first, 1 - first) for seat in m.state.seats_of(team)))


def place_on(m: Mischief, seat: int) -> None:
    if _next_to_place(m, seat) >= 0:
        m.ask("place", seat)


def place(m: Mischief, seat: int) -> Choice:
    """Any space without Mythic, groundskeeper and Tome (MM-PLACE-02)."""
    figure = _next_to_place(m, seat)
    return Choice(seat, [["place", figure, cell] for cell in open_spaces(m)])


def place_answered(m: Mischief, seat: int, answer: list[Any]) -> None:
    _, figure, cell = answer
    m.state.figures[figure].cell = cell
    m.tell("figure_placed", seat, figure=figure, name=name(m, figure), at=square(m, cell))
    m.then(["place_on", seat])


def _next_to_place(match: Mischief, seat: int) -> int:
    figures = enumerate(match.state.figures)
    return next((number for number, figure in figures if figure.seat == seat and figure.cell == WAITING), -1)


def be_ready(m: Mischief) -> None:
    """With real pieces people say when the table stands as it does here (MM-READY-01)."""
    if m.state.options["pieces"] == "real":
        m.ask("table_ready")


def table_ready(m: Mischief) -> Confirm:
    state = m.state
    return Confirm(
        None,
        {
            "what": "table_setup",
            "hedges": [edge_words(m, edge) for edge in state.hedges],
            "clutter": [square(m, cell) for cell in state.clutter],
            "stops": [[square(m, cell) for cell in keeper.stops] for keeper in state.keepers],
            "tomes": {square(m, cell): colours[:] for cell, colours in sorted(state.tomes.items())},
        },
    )


def table_ready_answered(m: Mischief, answer: bool) -> None:
    m.tell("table_ready", None)

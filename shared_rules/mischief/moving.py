"""The Move action: step by step over open sides, through other Mythics, never to an end on one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mischief.dice import board_of, points, spend
from shared_rules.mischief.factions.costs import extra_cost
from shared_rules.mischief.maze import adjacent
from shared_rules.mischief.pieces import clutter, collect, name, square
from shared_rules.questions import Choice

if TYPE_CHECKING:
    from shared_rules.mischief.factions.ground import Ground
    from shared_rules.mischief.match import Mischief


def cost(match: Mischief, figure: int, cell: int) -> int:
    """What it costs a figure to enter a space: 2 with Clutter, else 1, and more for Rubble (MM-MOVE-01, MM-MOVE-02)."""
    return (2 if cell in match.state.clutter else 1) + extra_cost(match, figure, cell)


def moves(match: Mischief, seat: int, ground: Ground) -> list[list[Any]]:
    """Every Move of the player's figures: one step, or a way through occupied spaces to the next free one (MM-R-55).

    A step at a time is all that is needed: where a figure may stop, it does, and moves on with what is left.
    """
    found: list[list[Any]] = []
    left = points(match, seat, "move")
    if not left:
        return found
    state, walls, mess, stone, crowd = match.state, ground.hedges, clutter(match), ground.shut, ground.taken
    barred = ground.keepers | stone
    for figure in ground.of[seat]:
        start = state.figures[figure].cell
        if state.figures[figure].tripped or stone >> start & 1:
            continue
        ways: list[tuple[int, tuple[int, ...], int]] = [(start, (), left)]
        while ways:
            cell, path, points_left = ways.pop()
            for to in adjacent(ground.g, walls, cell):
                if barred >> to & 1 or to in path:
                    continue
                price = (mess >> to & 1) + 1
                occupied = crowd >> to & 1 and to != start
                if occupied and state.dark:
                    price += extra_cost(match, figure, to)
                if price > points_left:
                    continue
                if occupied:
                    ways.append((to, (*path, to), points_left - price))
                elif path or to != start:
                    found.append(["move", figure, [*path, to]])
    return found


def move(match: Mischief, seat: int, figure: int, path: list[int]) -> None:
    """Pay for the whole way, then go it. Which Move die pays first is asked where it makes a difference (MM-R-52)."""
    price = sum(cost(match, figure, cell) for cell in path)
    if match.state.options["move_die_order"] == "player_choice" and len(_payers(match, seat, price)) > 1:
        match.ask("pay", seat, figure, path, price)
    else:
        go(match, seat, figure, path, price, -1)


def _payers(match: Mischief, seat: int, price: int) -> list[int]:
    """The dice that may pay first, if it matters: it does not where all points go, or where every die with points is used."""
    player = match.state.players[seat]
    dice = [die for die in board_of(match, seat).of["move"] if player.values[die]]
    if len(dice) < 2 or all(player.used[die] for die in dice) or sum(player.values[die] for die in dice) == price:
        return dice[:1]
    return sorted(dice, key=lambda die: player.slots[die])


def pay(m: Mischief, seat: int, figure: int, path: list[int], price: int) -> Choice:
    return Choice(seat, [["die", die] for die in _payers(m, seat, price)])


def pay_answered(m: Mischief, seat: int, figure: int, path: list[int], price: int, answer: list[Any]) -> None:
    go(m, seat, figure, path, price, answer[1])


def go(match: Mischief, seat: int, figure: int, path: list[int], price: int, first: int) -> None:
    """The figure goes, and takes its Tomes on the way (MM-MOVE-06)."""
    spend(match, seat, "move", price, first)
    one = match.state.figures[figure]
    came_from = one.cell
    one.cell = path[-1]
    match.tell(
        "figure_moved", seat, figure=figure, name=name(match, figure), came_from=square(match, came_from),
        at=square(match, path[-1]), through=[square(match, cell) for cell in path[:-1]], points=price,
    )  # fmt: skip
    for cell in path:
        collect(match, figure, cell)

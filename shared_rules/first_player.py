"""Who begins, rolled: one die a seat, the highest begins, ties throw again. Games whose option `first` is "rolled" use these steps.

A game that does names its state's fields `first` and `active`.
"""

from typing import Any

from shared_rules.questions import Roll

SIX = [1, 2, 3, 4, 5, 6]


def roll_off(m: Any, players: list[int]) -> None:
    """Each of `players` throws one die, one after the other."""
    m.ask("first_roll", players, [])


def first_roll(m: Any, players: list[int], rolled: list[int]) -> Roll:
    return Roll(players[len(rolled)], ["first player"], [SIX])


def first_roll_answered(m: Any, players: list[int], rolled: list[int], answer: list[int]) -> None:
    m.tell("rolled_for_first", players[len(rolled)], face=answer[0])
    rolled = [*rolled, answer[0]]
    if len(rolled) < len(players):
        m.ask("first_roll", players, rolled)
        return
    best = [player for player, face in zip(players, rolled, strict=True) if face == max(rolled)]
    m.then(["let_begin", best[0]] if len(best) == 1 else ["roll_off", best])


def let_begin(m: Any, who: int) -> None:
    """That seat has the first turn."""
    m.state.first = m.state.active = who
    m.tell("first_player_found", who)

"""Action dice on their tracks: counters that are spent, slid left, pushed by Tomes, boosted and reset. Nothing here is rolled.

Dice are numbered as in the pack, each fixed to one track; a die's slot counts from 0 over the whole track, Tomes included.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shared_rules.mischief.factions.costs import always_resets

if TYPE_CHECKING:
    from shared_rules.mischief.match import Mischief
    from shared_rules.mischief.pack import FactionBoard


def board_of(m: Mischief, seat: int) -> FactionBoard:
    """The faction board of a player."""
    return m.pack.factions[m.state.players[seat].faction]


def points(m: Mischief, seat: int, ability: str) -> int:
    """The points left of an ability in this turn; Move dice add up (MM-TRACK-01, MM-TRACK-03)."""
    player = m.state.players[seat]
    left = 0
    for die in m.pack.factions[player.faction].of.get(ability, ()):
        left += player.values[die]
    return left


def spend(m: Mischief, seat: int, ability: str, count: int = 1, first: int = -1) -> None:
    """Turn dice of the ability down by `count` points: `first` before all, then the leftmost ones (MM-R-52)."""
    player = m.state.players[seat]
    dice = board_of(m, seat).of[ability]
    for die in sorted(dice, key=lambda die: (die != first, player.slots[die])) if len(dice) > 1 else dice:
        paid = min(count, player.values[die])
        if paid:
            player.values[die] -= paid
            player.used[die] = True
            count -= paid


def spend_legendary(m: Mischief, seat: int) -> None:
    """The Tome on the Legendary slot pays for the ability and is out of the game (MM-LEG-01, MM-CLEAN-07)."""
    player = m.state.players[seat]
    player.legendary = False
    player.spent += 1


def number(m: Mischief, seat: int, die: int) -> int:
    """The number above a die's slot."""
    board = board_of(m, seat)
    return board.tracks[board.dice[die]].slots[m.state.players[seat].slots[die]]


def reset_die(m: Mischief, seat: int, die: int) -> None:
    """The die shows the number above its slot again."""
    m.state.players[seat].values[die] = number(m, seat, die)


# -- the Cleanup ------------------------------------------------------------------------------------------------------------


def slide_left(m: Mischief, seat: int) -> None:
    """Used dice are lifted all together, then go on the leftmost slots without die or Tome (MM-CLEAN-01, MM-R-48).

    Some abilities' dice slide in any case (MM-GNOME-05, MM-R-40).
    """
    player, board = m.state.players[seat], board_of(m, seat)
    always = always_resets(m, seat)
    for number, track in enumerate(board.tracks):
        dice = board.of[track.ability]
        lifted = [die for die in dice if player.used[die] or track.ability in always]
        held = {player.slots[die] for die in dice if die not in lifted}
        slots = [slot for slot in range(player.tomes[number], len(track.slots)) if slot not in held]
        for die, slot in zip(sorted(lifted, key=lambda die: player.slots[die]), slots, strict=False):
            player.slots[die] = slot


def pushed_by_tome(m: Mischief, seat: int, track: int) -> list[int] | None:
    """The dice that a Tome on the track pushes right, touching ones together; None if there is no room (MM-R-49)."""
    player, board = m.state.players[seat], board_of(m, seat)
    standing = {player.slots[die]: die for die in board.of[board.tracks[track].ability]}
    slot = player.tomes[track]
    run: list[int] = []
    while slot in standing:
        run.append(standing[slot])
        slot += 1
    return run if slot < len(board.tracks[track].slots) else None


def tracks_with_room(m: Mischief, seat: int) -> list[int]:
    """The tracks that take one more Tome."""
    return [track for track in range(len(board_of(m, seat).tracks)) if pushed_by_tome(m, seat, track) is not None]


def put_tome(m: Mischief, seat: int, track: int) -> None:
    """A Tome goes on the leftmost slot without one; a die there moves right (MM-CLEAN-04, MM-CLEAN-05)."""
    player = m.state.players[seat]
    for die in pushed_by_tome(m, seat, track) or ():
        player.slots[die] += 1
    player.tomes[track] += 1


def boostable(m: Mischief, seat: int) -> list[int]:
    """The dice with a free slot on their right (MM-CLEAN-09, MM-R-50)."""
    slots, board = m.state.players[seat].slots, board_of(m, seat)
    standing = list(zip(board.dice, slots, strict=True))
    return [
        die
        for die, (track, slot) in enumerate(standing)
        if slot + 1 < len(board.tracks[track].slots) and (track, slot + 1) not in standing
    ]


def reset_all(m: Mischief, seat: int) -> None:
    """Every die shows the number above its slot, and none is used (MM-CLEAN-13)."""
    player, board = m.state.players[seat], board_of(m, seat)
    player.values = [board.tracks[track].slots[slot] for track, slot in zip(board.dice, player.slots, strict=True)]
    player.used = [False] * len(player.slots)

"""Mishaps that a visitor of the demo may let happen, to see what the table makes of them."""

from collections.abc import Callable
from typing import Final

from host.emulation.control import World, WorldError
from host.service import Deed

_S: Final = 10.0


def mishaps(world: World) -> list[Deed]:
    """What can go wrong in this world, a deed each."""
    return [
        _deed("pull-shrine", "pull the Shrine's cable", "for 10 s", lambda: world.pull("shrine", _S)),
        _deed("pull-dice", "pull the dice reader's cable", "for 10 s", lambda: world.pull("dice_reader", _S)),
        _deed("power-shrine", "cut the Shrine's power", "for 3 s", lambda: world.cut_power("shrine", 3.0)),
        _deed("power-dice", "cut the dice reader's power", "for 3 s", lambda: world.cut_power("dice_reader", 3.0)),
        _deed("jam", "jam the Shrine", "until it is freed", lambda: world.jam(True)),
        _deed("free", "free the Shrine", "it turns again", lambda: world.jam(False)),
        _deed("lid-open", "open the Shrine's lid", "until it is closed", lambda: world.lid(True)),
        _deed("lid-close", "close the Shrine's lid", "it may turn again", lambda: world.lid(False)),
        _deed("mark-gone", "take the start mark away", "until it is back", lambda: world.home_mark(missing=True)),
        _deed("mark-back", "give the start mark back", "it is found again", lambda: world.home_mark(missing=False)),
        _deed("beam-dark", "darken the light barrier", "drops are not counted", lambda: world.beam(dead=True)),
        _deed("beam-light", "clear the light barrier", "drops are counted", lambda: world.beam(dead=False)),
        _deed("sensor", "unplug the die's sensor", "for a thousand readings", lambda: world.nack(1000)),
        _deed("bad-cables", "bad cables", "a line in ten is lost", lambda: _cables(world, 0.1)),
        _deed("good-cables", "good cables", "nothing is lost", lambda: _cables(world, 0.0)),
    ]


def _deed(key: str, label: str, how_long: str, do: Callable[[], object]) -> Deed:
    def act() -> str:
        try:
            do()
        except WorldError as error:
            return f"That could not be done: {error}"
        return f"Mishap: {label}, {how_long}."

    return Deed(key, label, how_long, act)


def _cables(world: World, loss: float) -> None:
    for board in ("dice_reader", "shrine"):
        world.wire(board, drop_line=loss)

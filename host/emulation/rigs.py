"""A rig is what is soldered to one board: it joins pins to the physical models, in the board's time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from host.emulation.physics.button import NEVER, Button
from host.emulation.physics.die import Die
from host.emulation.physics.lis3dh import ADDRESS, Lis3dh
from host.emulation.physics.ring import Ring
from host.emulation.wiring import Wiring

#: A board that nothing limits still reports after so many pin changes.
MOST_PIN_CHANGES = 400

Edge = tuple[int, int, int]
"""A pin, its new level, and the board time of the change."""


class Rig(Protocol):
    """What a board's emulation needs of the things around it."""

    def advance(self, t_us: int) -> None:
        """Let everything come true up to board time `t_us`."""

    def pin_written(self, pin: int, level: int, t_us: int) -> None:
        """The firmware drives a pin."""

    def level(self, pin: int) -> int | None:
        """Level that the rig puts on an input; None where nothing is connected."""

    def i2c_addresses(self, bus: int) -> list[int]:
        """Who answers on a bus."""

    def i2c(self, bus: int, address: int, out: bytes, n: int, t_us: int) -> bytes | None:
        """One transfer; None if nobody answers."""

    def take_edges(self) -> list[Edge]:
        """Changes of input pins since the last call, in order."""

    def horizon(self) -> tuple[int, int]:
        """How many pin changes, and until which board time, inputs cannot change by themselves."""

    def act(self, op: str, args: dict[str, Any]) -> dict[str, Any] | None:
        """Something that hands (or bad luck) do; its answer, or None if this rig knows no such thing."""

    def counts(self) -> dict[str, Any]:
        """What can be counted and seen."""

    def travel(self) -> int:
        """Half-steps made, either way."""

    def steps_ahead_of(self, travel: int) -> int:
        """Pin changes that can at most be made before `travel` half-steps are reached; at least 1."""

    def board_went_down(self, t_us: int, *, supply: bool) -> None:
        """The board was reset: it drives no pin any more; with `supply` it lost its power too."""


class _Inputs:
    """Remembers the levels of input pins and collects their changes."""

    def __init__(self) -> None:
        self._read: dict[int, Callable[[], int]] = {}
        self._last: dict[int, int] = {}
        self.edges: list[Edge] = []

    def connect(self, pin: int, read: Callable[[], int]) -> None:
        self._read[pin] = read
        self._last[pin] = read()

    def notice(self, t_us: int) -> None:
        for pin, read in self._read.items():
            level = read()
            if level != self._last[pin]:
                self._last[pin] = level
                self.edges.append((pin, level, t_us))

    def level(self, pin: int) -> int | None:
        return self._last.get(pin)

    def take_edges(self) -> list[Edge]:
        edges, self.edges = self.edges, []
        return edges


class DiceRig:
    """A tumbler with its accelerometer, and the roller's button."""

    def __init__(self, wiring: Wiring, seed: int) -> None:
        self.die = Die(seed)
        self.button = Button(seed)
        self.inputs = _Inputs()
        self.inputs.connect(wiring.pin("button"), lambda: int(not self.button.down))
        self._bus = wiring.i2c.get("i2c_bus", 0)
        self._address = wiring.i2c.get("lis3dh_address", ADDRESS)
        self._chip = Lis3dh(self.die.feel)

    def advance(self, t_us: int) -> None:
        self.button.look(t_us)
        while (at := self.button.next_happening()) <= t_us:
            self.button.happen()
            self.inputs.notice(at)
            self.button.look(t_us)

    def pin_written(self, pin: int, level: int, t_us: int) -> None:
        self.advance(t_us)

    def level(self, pin: int) -> int | None:
        return self.inputs.level(pin)

    def i2c_addresses(self, bus: int) -> list[int]:
        return [self._address] if bus == self._bus else []

    def i2c(self, bus: int, address: int, out: bytes, n: int, t_us: int) -> bytes | None:
        if (bus, address) != (self._bus, self._address):
            return None
        return self._chip.transfer(out, n, t_us)

    def take_edges(self) -> list[Edge]:
        return self.inputs.take_edges()

    def horizon(self) -> tuple[int, int]:
        return MOST_PIN_CHANGES, self.button.next_happening()

    def act(self, op: str, args: dict[str, Any]) -> dict[str, Any] | None:
        if op == "throw":
            return {"face": self.die.throw(args.get("face"), cocked=bool(args.get("cocked")))}
        if op == "turn_die":
            self.die.turn(int(args["face"]))
        elif op == "knock":
            self.die.knock()
        elif op == "press":
            self.button.press()
        elif op == "nack":
            self._chip.nacks = int(args["transfers"])
        else:
            return None
        return {}

    def counts(self) -> dict[str, Any]:
        return {"throws": self.die.throws, "presses": self.button.presses, "face_up": self.die.face}

    def travel(self) -> int:
        return 0

    def steps_ahead_of(self, travel: int) -> int:
        return MOST_PIN_CHANGES

    def board_went_down(self, t_us: int, *, supply: bool) -> None:
        if supply:
            self._chip.power_up()


class ShrineRig:
    """The ring with its motor, home mark, light barrier and lid."""

    def __init__(self, wiring: Wiring, seed: int) -> None:
        self.ring = ring = Ring(seed)
        self._now_us = 0
        self._coils = {wiring.pin(f"coil_{name}"): index for index, name in enumerate("abcd")}
        self.inputs = _Inputs()
        self.inputs.connect(wiring.pin("home"), lambda: int(not ring.at_home))
        self.inputs.connect(wiring.pin("beam"), lambda: int(ring.dark))
        self.inputs.connect(wiring.pin("lid"), lambda: int(ring.lid_open))

    def advance(self, t_us: int) -> None:
        self._now_us = t_us
        while (at := self.ring.next_happening()) <= t_us:
            self.ring.happen()
            self.inputs.notice(at)

    def pin_written(self, pin: int, level: int, t_us: int) -> None:
        self.advance(t_us)
        index = self._coils.get(pin)
        if index is not None:
            self.ring.coil(index, level, t_us)
            self.inputs.notice(t_us)

    def level(self, pin: int) -> int | None:
        return self.inputs.level(pin)

    def i2c_addresses(self, bus: int) -> list[int]:
        return []

    def i2c(self, bus: int, address: int, out: bytes, n: int, t_us: int) -> bytes | None:
        return None

    def take_edges(self) -> list[Edge]:
        return self.inputs.take_edges()

    def horizon(self) -> tuple[int, int]:
        return min(MOST_PIN_CHANGES, self.ring.pin_changes_ahead()), self.ring.next_happening()

    def act(self, op: str, args: dict[str, Any]) -> dict[str, Any] | None:
        ring = self.ring
        answer: dict[str, Any] = {}
        if op == "put_drops":
            ring.put_drops(int(args["n"]))
        elif op == "lift_drops":
            ring.lift_drops(int(args["n"]))
        elif op == "take_drops":
            answer["n"] = ring.take_drops()
        elif op == "put_die":
            answer["put"] = ring.put_die()
        elif op == "turn_home":
            ring.turn_home(self._now_us, onward=bool(args["onward"]))
        elif op == "jam":
            ring.motor.jammed = bool(args["on"])
        elif op == "lid":
            ring.lid_open = bool(args["open"])
        elif op == "home_mark":
            ring.home_missing = bool(args["missing"])
        elif op == "beam":
            ring.beam_dead = bool(args["dead"])
        else:
            return None
        self.inputs.notice(self._now_us)
        return answer

    def counts(self) -> dict[str, Any]:
        ring, motor = self.ring, self.ring.motor
        return {
            "half_steps": motor.position, "travel": motor.travel, "lost_steps": motor.lost, "energised": motor.energised,
            "at_home": ring.at_home, "drops_put": ring.put, "drops_in_ring": ring.in_ring, "drops_falling": ring.falling,
            "drops_fallen": ring.fallen, "drops_in_tray": ring.in_tray, "drops_taken": ring.taken,
            "supply_die": ring.die_place, "supply_face": ring.die_face,
        }  # fmt: skip

    def travel(self) -> int:
        return self.ring.motor.travel

    def steps_ahead_of(self, travel: int) -> int:
        ahead = travel - self.ring.motor.travel
        return max(1, ahead if self.ring.motor.locked else ahead // 3)

    def board_went_down(self, t_us: int, *, supply: bool) -> None:
        for pin in self._coils:
            self.pin_written(pin, 0, t_us)


def make_rig(wiring: Wiring, seed: int) -> Rig:
    """The rig that belongs to a board's wiring."""
    return DiceRig(wiring, seed) if wiring.i2c else ShrineRig(wiring, seed)


__all__ = ["MOST_PIN_CHANGES", "NEVER", "DiceRig", "Edge", "Rig", "ShrineRig", "make_rig"]

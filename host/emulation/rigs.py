"""A rig is what is soldered to one board: it joins pins to the physical models, in the board's time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from host.emulation.physics import adxl345, lis3dh, mpu6050, tcs34725
from host.emulation.physics.arm import Arm
from host.emulation.physics.button import NEVER, Button
from host.emulation.physics.die import Die
from host.emulation.physics.ring import Ring
from host.emulation.physics.step_motor import DIRECTION, ENABLE, STEP, StepMotor
from host.emulation.physics.well import IN_THE_DARK, IN_THE_LIGHT, Well
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

    def pwm(self, pin: int, duty: int, t_us: int) -> None:
        """The firmware drives a pin with pulses, `duty` of 65535."""

    def bits(self, pin: int, data: bytes) -> None:
        """The firmware sends bytes to a chain of lights."""

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


_SENSORS: Mapping[str, tuple[int, type[lis3dh.Lis3dh] | type[adxl345.Adxl345] | type[mpu6050.Mpu6050]]] = {
    "lis3dh": (lis3dh.ADDRESS, lis3dh.Lis3dh),
    "adxl345": (adxl345.ADDRESS, adxl345.Adxl345),
    "mpu6050": (mpu6050.ADDRESS, mpu6050.Mpu6050),
}


class DiceRig:
    """A tumbler with its accelerometer, the roller's button, and where they are fitted the thrower's arm and the wells.

    `fitted`: "lis3dh" (the usual one), "adxl345" or "mpu6050", each perhaps with another id ("mpu6050": "0x98"); "arm": a
    kind of arm; "wells": how many.
    """

    def __init__(self, wiring: Wiring, seed: int, fitted: Mapping[str, str]) -> None:
        self.die = Die(seed)
        self.button = Button(seed)
        self.inputs = _Inputs()
        self.inputs.connect(wiring.pin("button"), lambda: int(not self.button.down))
        self._bus = wiring.i2c.get("i2c_bus", 0)
        name = next((name for name in _SENSORS if name in fitted), "lis3dh")
        address, kind = _SENSORS[name]
        chip_id = fitted.get(name)
        self._chip = kind(self.die.feel, int(chip_id, 0) if chip_id else None)
        self.wells = [Well(seed + k) for k in range(int(fitted.get("wells", "0")))]
        self._colours = [tcs34725.Tcs34725(well.see) for well in self.wells]
        self._mux = tcs34725.Mux(self._colours) if self.wells else None
        self._chips: dict[int, tcs34725.OnBus] = {address: self._chip}
        if self._mux is not None:
            self._chips[tcs34725.MUX_ADDRESS] = self._mux
        self._arm_pin = wiring.pins.get("arm")
        self.arm = Arm(fitted["arm"], self.die) if "arm" in fitted else None

    def advance(self, t_us: int) -> None:
        if self.arm is not None:
            self.arm.pass_time(t_us)
        self.button.look(t_us)
        while (at := self.button.next_happening()) <= t_us:
            self.button.happen()
            self.inputs.notice(at)
            self.button.look(t_us)

    def pin_written(self, pin: int, level: int, t_us: int) -> None:
        self.advance(t_us)
        if self.arm is not None and pin == self._arm_pin:
            self.arm.switched(level, t_us)

    def pwm(self, pin: int, duty: int, t_us: int) -> None:
        if self.arm is not None and pin == self._arm_pin:
            self.arm.pulse(duty, t_us)

    def bits(self, pin: int, data: bytes) -> None:
        pass

    def level(self, pin: int) -> int | None:
        return self.inputs.level(pin)

    def i2c_addresses(self, bus: int) -> list[int]:
        return sorted(self._chips) if bus == self._bus else []

    def i2c(self, bus: int, address: int, out: bytes, n: int, t_us: int) -> bytes | None:
        if bus != self._bus:
            return None
        if address == tcs34725.ADDRESS and self._mux is not None:
            return self._mux.passed(out, n, t_us)
        chip = self._chips.get(address)
        return None if chip is None else chip.transfer(out, n, t_us)

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
        elif op == "scale":
            self._chip.scale = float(args["by"])
        elif op in ("arm", "well", "well_light", "well_nack"):
            return self._act_on_extras(op, args)
        else:
            return None
        return {}

    def _act_on_extras(self, op: str, args: dict[str, Any]) -> dict[str, Any] | None:
        if op == "arm":
            if self.arm is None:
                return None
            self.arm.stuck, self.arm.cocks = bool(args.get("stuck")), int(args.get("cocks", 0))
            return {}
        if not self.wells:
            return None
        k = int(args["well"]) - 1
        if op == "well":
            self.wells[k].lay(args.get("face"))
        elif op == "well_light":
            self.wells[k].room = IN_THE_LIGHT if args["open"] else IN_THE_DARK
        else:
            self._colours[k].nacks = int(args["transfers"])
        return {}

    def counts(self) -> dict[str, Any]:
        counts: dict[str, Any] = {"throws": self.die.throws, "presses": self.button.presses, "face_up": self.die.face}
        if self.arm is not None:
            counts |= {"arm_driven": self.arm.driven, "arm_longest_us": self.arm.longest_us}
        return counts

    def travel(self) -> int:
        return 0

    def steps_ahead_of(self, travel: int) -> int:
        return MOST_PIN_CHANGES

    def board_went_down(self, t_us: int, *, supply: bool) -> None:
        if self.arm is not None:
            self.arm.switched(0, t_us)
            self.arm.pulse(0, t_us)
        if supply:
            for chip in (*self._chips.values(), *self._colours):
                chip.power_up()


class ShrineRig:
    """The ring with its motor, home mark, light barrier, lid and lights.

    `fitted`: "step_dir": steps a turn of a motor behind such a driver; "hall": a home mark that lets go later than it takes hold.
    """

    def __init__(self, wiring: Wiring, seed: int, fitted: Mapping[str, str]) -> None:
        motor = StepMotor(int(fitted["step_dir"])) if "step_dir" in fitted else None
        self.ring = ring = Ring(seed, motor=motor, hall="hall" in fitted)
        self._now_us = 0
        if motor is None:
            self._coils = {wiring.pin(f"coil_{name}"): index for index, name in enumerate("abcd")}
        else:
            self._coils = {wiring.pin("step"): STEP, wiring.pin("direction"): DIRECTION, wiring.pin("enable"): ENABLE}
        self._lights_pin = wiring.pins.get("lights")
        self.lights = b""
        self.lit_while_moving = 0
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

    def pwm(self, pin: int, duty: int, t_us: int) -> None:
        pass

    def bits(self, pin: int, data: bytes) -> None:
        if pin == self._lights_pin:
            self.lights = data
            self.lit_while_moving += int(self.ring.motor.energised or self.ring.falling > 0)

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
            "supply_die": ring.die_place, "supply_face": ring.die_face, "turns": motor.position / ring.turn,
            "lights": [tuple(self.lights[k : k + 3]) for k in range(0, len(self.lights), 3)],
            "lit_while_moving": self.lit_while_moving,
        }  # fmt: skip

    def travel(self) -> int:
        return self.ring.motor.travel

    def steps_ahead_of(self, travel: int) -> int:
        ahead = travel - self.ring.motor.travel
        return max(1, ahead if self.ring.motor.locked else ahead // 3)

    def board_went_down(self, t_us: int, *, supply: bool) -> None:
        for pin, line in self._coils.items():
            # No pin is driven: coils are off, and a resistor pulls a driver's enable up.
            self.pin_written(pin, int(line == ENABLE and isinstance(self.ring.motor, StepMotor)), t_us)


def make_rig(wiring: Wiring, seed: int, fitted: Mapping[str, str] | None = None) -> Rig:
    """The rig that belongs to a board's wiring, with what is fitted to it beside or instead of the usual parts."""
    return DiceRig(wiring, seed, fitted or {}) if wiring.i2c else ShrineRig(wiring, seed, fitted or {})


__all__ = ["MOST_PIN_CHANGES", "NEVER", "DiceRig", "Edge", "Rig", "ShrineRig", "make_rig"]

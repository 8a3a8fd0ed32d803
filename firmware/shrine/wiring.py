"""The Shrine's parts on their pins, as far as settings.json says that they are fitted."""

import time

import machine
import pins
from app import Shrine
from machine import Pin

from beam import Beam
from home_mark import HALL, Lid, Mark
from led_ring import LedRing
from ring import Ring
from settings import load_settings
from step_dir import StepDir
from stepper import TURN, Stepper
from turns import Turns

COILS, STEP_DIR = "28byj", "step_dir"
_DEFAULTS = {"motor": COILS, "steps": 3200, "home": HALL, "lights": 0}
# High and low of a 0 and of a 1 on the lights' line, in nanoseconds.
_BITS = (400, 850, 800, 450)


def build(clock) -> Shrine:
    """The app; both kinds of motor are off before anything else is looked at.

    Raises ValueError, in words, for settings that nobody can mean.
    """
    coils = [Pin(number, Pin.OUT, value=0) for number in (pins.COIL_A, pins.COIL_B, pins.COIL_C, pins.COIL_D)]
    enable = Pin(pins.ENABLE, Pin.OUT, value=1)
    fitted = load_settings("settings.json", _DEFAULTS)
    motor, turns = _motor(fitted, coils, enable, clock)
    mark = Mark(Pin(pins.HOME, Pin.IN, Pin.PULL_UP), fitted["home"])
    lid = Lid(Pin(pins.LID, Pin.IN, Pin.PULL_UP), clock)
    ring = Ring(motor, turns, mark.at_mark, lid.open)
    beam_pin = Pin(pins.BEAM, Pin.IN, Pin.PULL_UP)
    beam = Beam(beam_pin, clock, time.ticks_us, Pin.IRQ_FALLING | Pin.IRQ_RISING)
    return Shrine(clock, ring, beam, lid, _lights(fitted["lights"]))


def _motor(fitted: dict, coils: list, enable: Pin, clock) -> tuple:
    if fitted["motor"] == COILS:
        return Stepper(coils, clock), Turns(*TURN)
    if fitted["motor"] == STEP_DIR:
        step, direction = Pin(pins.STEP, Pin.OUT, value=0), Pin(pins.DIRECTION, Pin.OUT, value=0)
        return StepDir(step, direction, enable, clock, fitted["steps"]), Turns(fitted["steps"])
    raise ValueError(f"there is no motor {fitted['motor']}")


def _lights(count: int):
    if not count:
        return None
    line = Pin(pins.LIGHTS, Pin.OUT, value=0)
    return LedRing(lambda data: machine.bitstream(line, 0, _BITS, data), count)

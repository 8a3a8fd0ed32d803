"""The dice reader's parts on their pins, as far as settings.json says that they are fitted."""

import os

import pins
from app import DiceReader
from machine import I2C, PWM, Pin

from button import Button
from die_watch import D6_NORMALS, DieWatch
from find_sensor import ANY, find_sensor
from flash import FlashRecord
from mux import CHANNELS, Mux
from roller import Roller
from settings import load_settings
from tcs34725 import FULL, Tcs34725
from teach import FaceTeacher, read_normals
from thrower import SERVO_HZ, MotorArm, ServoArm, SolenoidArm, Thrower
from tumbler import Tumbler
from well import WellWatch, read_taught
from wells import Wells

_DEFAULTS = {"tumbler": True, "sensor": ANY, "roller": True, "thrower": "none", "wells": 0}
_ARMS = {"servo": ServoArm, "solenoid": SolenoidArm, "motor": MotorArm}


def build(clock) -> DiceReader:
    """The app with what is fitted; the arm's switch is off before anything else is looked at.

    Raises ValueError, in words, for settings that nobody can mean.
    """
    arm = Pin(pins.ARM, Pin.OUT, value=0)
    fitted = load_settings("settings.json", _DEFAULTS)
    if fitted["thrower"] != "none" and fitted["thrower"] not in _ARMS:
        raise ValueError(f"there is no thrower {fitted['thrower']}")
    if not 0 <= fitted["wells"] <= CHANNELS:
        raise ValueError(f"there can be 0 to {CHANNELS} wells")
    reader = DiceReader(clock)
    bus = None
    if fitted["tumbler"] or fitted["wells"]:
        bus = I2C(pins.I2C_BUS, sda=Pin(pins.SDA), scl=Pin(pins.SCL), freq=pins.I2C_HZ)
    sensor = find_sensor(bus, fitted["sensor"]) if fitted["tumbler"] else None
    if sensor is not None:
        _fit_tumbler(reader, clock, sensor)
    if fitted["roller"]:
        button = Pin(pins.BUTTON, Pin.IN, Pin.PULL_UP)
        reader.fit_roller(Roller(os.urandom), Button(clock.diff), lambda: button.value() == 0)
    if sensor is not None and fitted["thrower"] != "none":
        drive = PWM(arm, freq=SERVO_HZ, duty_u16=0) if fitted["thrower"] == "servo" else arm
        reader.fit_thrower(Thrower(_ARMS[fitted["thrower"]](drive), clock, Roller(os.urandom)))
    if fitted["wells"]:
        _fit_wells(reader, clock, Mux(bus, pins.MUX_ADDRESS), fitted["wells"])
    return reader


def _fit_tumbler(reader: DiceReader, clock, sensor) -> None:
    record = FlashRecord("normals.json")
    watch = DieWatch(clock.diff)
    normals = _kept(reader, record, "normals", read_normals)
    watch.teach(normals or D6_NORMALS)

    def keep(sides: int, directions: list) -> None:
        record.store({"normals": directions})
        watch.teach(read_normals({"normals": directions}))

    reader.fit_tumbler(Tumbler(clock, sensor, watch), lambda told: FaceTeacher(clock.diff, keep, told))


def _fit_wells(reader: DiceReader, clock, mux: Mux, count: int) -> None:
    sensors = [Tcs34725(mux.channel(number), clock) for number in range(count)]
    record = FlashRecord("wells.json")
    watches = [WellWatch(FULL) for _ in sensors]
    taught = _kept(reader, record, "wells", lambda kept: read_taught(kept, count))
    for number, looks in enumerate(taught or []):
        watches[number].taught = looks
    reader.fit_wells(Wells(clock, sensors, watches, record.store))


def _kept(reader: DiceReader, record: FlashRecord, what: str, read):
    """What was taught and kept; None, and the table is told, if the record cannot be believed."""
    try:
        return read(record.load())
    except (ValueError, OSError):
        reader.untaught.append(what)
        return None

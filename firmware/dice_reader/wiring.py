"""The dice reader's parts on their pins, as far as they are fitted."""

import os

import pins
from app import DiceReader
from machine import I2C, Pin

from button import Button
from die_watch import DieWatch
from lis3dh import Lis3dh
from roller import Roller
from settings import load_settings

_DEFAULTS = {"tumbler": True, "roller": True}
_ATTEMPTS = 3


def build(clock) -> DiceReader:
    """The app, with a tumbler if its sensor answers and with a roller if settings.json does not deny it."""
    fitted = load_settings("settings.json", _DEFAULTS)
    reader = DiceReader(clock)
    if fitted["tumbler"]:
        sensor = _find_sensor(I2C(pins.I2C_BUS, sda=Pin(pins.SDA), scl=Pin(pins.SCL), freq=pins.I2C_HZ))
        if sensor is not None:
            reader.fit_tumbler(sensor, DieWatch(clock.diff))
    if fitted["roller"]:
        button = Pin(pins.BUTTON, Pin.IN, Pin.PULL_UP)
        reader.fit_roller(Roller(os.urandom), Button(clock.diff), lambda: button.value() == 0)
    return reader


def _find_sensor(i2c):
    # A bus that has just got power may refuse the first call.
    for _ in range(_ATTEMPTS):
        try:
            return Lis3dh(i2c, pins.LIS3DH_ADDRESS)
        except OSError:
            pass
    return None

"""The Shrine's parts on their pins."""

import time

import pins
from app import Shrine
from machine import Pin

from beam import Beam
from ring import Ring
from stepper import Stepper, Turns


def build(clock) -> Shrine:
    """The app; the coils are off before anything else is looked at."""
    coils = [Pin(number, Pin.OUT, value=0) for number in (pins.COIL_A, pins.COIL_B, pins.COIL_C, pins.COIL_D)]
    home = Pin(pins.HOME, Pin.IN, Pin.PULL_UP)
    lid = Pin(pins.LID, Pin.IN, Pin.PULL_UP)
    ring = Ring(Stepper(coils, clock), Turns(), lambda: home.value() == 0, lambda: lid.value() == 1)
    beam_pin = Pin(pins.BEAM, Pin.IN, Pin.PULL_UP)
    beam = Beam(beam_pin, clock, time.ticks_us, Pin.IRQ_FALLING | Pin.IRQ_RISING)
    return Shrine(clock, ring, beam)

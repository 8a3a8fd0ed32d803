"""Started by MicroPython at power-up."""

import loader

loader.start("dice_reader")

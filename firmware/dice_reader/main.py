"""Started by MicroPython at power-up."""

import board

board.guarded_run("dice_reader", "wiring")

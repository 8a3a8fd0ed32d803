"""Where the Shrine's parts are soldered (GPIO numbers of the chip); equal to hardware/pins.toml, by test."""

COIL_A = 2
COIL_B = 3
COIL_C = 4
COIL_D = 5
HOME = 6
BEAM = 7
LID = 8
LIGHTS = 9
STEP = 10
DIRECTION = 11
ENABLE = 12

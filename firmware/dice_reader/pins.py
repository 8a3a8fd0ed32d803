"""Where the dice reader's parts are soldered (GPIO numbers of the chip); equal to hardware/pins.toml, by test."""

I2C_BUS = 0
I2C_HZ = 400000
MUX_ADDRESS = 0x70

SDA = 0
SCL = 1
BUTTON = 14
ARM = 15

"""Virtual panels and buttons: chips behind an I2C bus, pins, and the two thin ends inside the host that reach them."""

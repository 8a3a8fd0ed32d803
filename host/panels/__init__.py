"""What a seat sees and touches: small OLED panels and their buttons."""

"""What the table is soldered and printed from: tables of pins, parts, wires and millimetres, checked, and all papers made of them.

Nothing here is part of the program; `python -m hardware` (or `make hardware`) reads the tables beside this file.
"""

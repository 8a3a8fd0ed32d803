"""The reliable line between a table and its boards: one source for MicroPython and for CPython.

`frame` is the codec, `board` the end that runs on a board, `host` the end that runs on the table's computer.
A board imports `tablelink.board` only, so nothing of the host's end takes up its memory.
The message catalogue is in firmware/PROTOCOL.md.
"""

"""One short code for each kind of trouble, the same on panels, in the log and in host/TROUBLESHOOTING.md.

    coded("asleep", "The shrine does not answer.")      # "The shrine does not answer. (E12)"
"""

from typing import Final

CODES: Final = {
    # a board's line
    "gone": "E01",
    "busy_port": "E02",
    "permission": "E03",
    "error": "E04",
    "no_hello": "E05",
    "flood": "E06",
    "crashed": "E07",
    "board": "E08",
    "protocol": "E09",
    "refused": "E10",
    "restarted": "E11",
    "asleep": "E12",
    "update": "E13",
    # the Shrine
    "no_home": "E20",
    "loaded_home": "E21",
    "lid_open": "E22",
    "jam": "E23",
    "host_lost": "E24",
    # the dice reader
    "no_sensor": "E30",
    "odd_sensor": "E31",
    "not_fitted": "E32",
    "no_throw": "E33",
    "not_taught": "E34",
    # what a board was told to do
    "no_board": "E40",
    "no_answer": "E41",
    "deadline": "E42",
    "restarts": "E43",
    "other_board": "E44",
    "busy": "E45",
    "flash": "E46",
    "strange": "E47",
    "no_source": "E48",
    # panels
    "panel": "E50",
    "bus_hangs": "E51",
    "bus_permission": "E52",
    "no_bus": "E53",
    # buttons
    "pin_twice": "E60",
    "pin_taken": "E61",
    "lgpio_missing": "E62",
    "lgpio_folder": "E63",
    "no_pins": "E64",
    # the computer
    "journal": "E70",
    "power": "E80",
    "slow_disk": "E81",
    "slow_bus": "E82",
}
"""Codes are never given anew: whoever wrote one down finds the same thing under it."""


def coded(kind: str, words: str) -> str:
    """The words with their code behind them; a kind that has none leaves them as they are."""
    return f"{words} ({CODES[kind]})" if kind in CODES else words

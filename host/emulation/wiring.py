"""Which pin is what: read from the project's one pin map, in the checkout or in the installed wheel."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from host import paths


class WiringError(Exception):
    """The pin map is missing or does not say what is needed; the message tells what to do."""


@dataclass(frozen=True)
class Wiring:
    """One board's pins: GPIO number by name, and its I2C settings."""

    board: str
    pins: dict[str, int]
    i2c: dict[str, int]

    def pin(self, name: str) -> int:
        """GPIO number of a named pin; raises `WiringError` if the map does not have it."""
        try:
            return self.pins[name]
        except KeyError:
            raise WiringError(
                f"The pin map has no pin '{name}' for the board '{self.board}'; add [boards.{self.board}.pins.{name}]."
            ) from None


def data_folder(name: str) -> Path:
    """The folder `firmware` or `hardware`: the checkout's if this is one, else the copy inside the wheel."""
    try:
        return paths.shipped_folder(name)
    except FileNotFoundError as error:
        raise WiringError(str(error)) from error


def read_wiring(board: str, pin_map: Path | None = None) -> Wiring:
    """The wiring of one board, from `pin_map` or the project's own; raises `WiringError`."""
    path = pin_map or data_folder("hardware") / "pins.toml"
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))["boards"]
        table = tables[board]
        pins = {name: int(pin["gpio"]) for name, pin in table["pins"].items()}
        return Wiring(board, pins, {key: int(value) for key, value in table.get("i2c", {}).items()})
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise WiringError(f"The pin map {path} cannot be read: {error}") from error
    except (KeyError, TypeError, ValueError) as error:
        raise WiringError(f"The pin map {path} does not describe the board '{board}' ({error!r}).") from error

"""The tables that everything else here is made of, read from the TOML files beside this one."""

from __future__ import annotations

import pickle
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent
Table = dict[str, Any]


class BadPrints(ValueError):
    """prints.toml lacks something; the message says what."""


@dataclass(frozen=True)
class Sources:
    """One dict a file, named like it; `prints` is in millimetres, `wiring` lengths are too."""

    pins: Table
    headers: Table
    parts: Table
    wiring: Table
    builds: Table
    prints: Table

    def changed(self) -> Sources:
        """A copy that may be changed without changing this one."""
        copied: Sources = pickle.loads(pickle.dumps(self))
        return copied


def read_sources(folder: Path = HERE) -> Sources:
    """Read all tables of a folder. Raises OSError and tomllib.TOMLDecodeError."""
    names = [field.name for field in fields(Sources)]
    return Sources(**{name: tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8")) for name in names})

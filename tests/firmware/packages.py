"""Writes the package.json files for `mpremote mip install`, from what lies in the folders: `python -m tests.firmware.packages`."""

from __future__ import annotations

import json
import re
from pathlib import Path

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
BOARDS = ("dice_reader", "shrine")


def version() -> str:
    """What the boards say of themselves."""
    found = re.search(r'^FIRMWARE = "(.+)"$', (FIRMWARE / "lib" / "board.py").read_text(), re.MULTILINE)
    assert found is not None
    return found[1]


def packages() -> dict[Path, str]:
    """Each package.json and its text: the drivers for /lib, and each board whole for /."""
    lib = sorted(path.relative_to(FIRMWARE).as_posix() for path in (FIRMWARE / "lib").rglob("*.py"))
    made = {FIRMWARE / "package.json": _text([(path.removeprefix("lib/"), path) for path in lib])}
    for board in BOARDS:
        own = sorted(path.name for path in (FIRMWARE / board).glob("*.py"))
        urls = [(name, name) for name in own] + [(path, "../" + path) for path in lib]
        made[FIRMWARE / board / "package.json"] = _text(urls)
    return made


def _text(urls: list[tuple[str, str]]) -> str:
    rows = ",\n".join("        " + json.dumps(url) for url in urls)
    return f'{{\n    "version": "{version()}",\n    "deps": [],\n    "urls": [\n{rows}\n    ]\n}}\n'


if __name__ == "__main__":
    for path, text in packages().items():
        path.write_text(text)

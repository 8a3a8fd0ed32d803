"""Where the program keeps things, and the clock on the wall."""

import time
from pathlib import Path

from platformdirs import user_data_path, user_log_path


def data_folder() -> Path:
    """The user's folder for Tablekeeper's data; it may not exist yet."""
    return user_data_path("tablekeeper")


def no_journal(file: Path) -> str:
    """That there is no journal `file`, and which others there are in their usual places."""
    usual = {"the demo's": demo_journal(), "the table's": table_journal()}
    others = [f"{whose} is {path}" for whose, path in usual.items() if path.exists()]
    there = f" ({'; '.join(others)})" if others else ""
    return f"there is no journal {file}; play a match first, or name its file with --journal{there}"


def demo_journal() -> Path:
    """The journal of the demo, apart from that of a real table."""
    return data_folder() / "demo.sqlite"


def table_journal() -> Path:
    """The journal of a real table whose table.toml names none."""
    return data_folder() / "table.sqlite"


def taught_pack(game: str) -> Path:
    """Where an owner's pack is taught that no file was named for."""
    return data_folder() / "packs" / f"{game}.toml"


def table_log() -> Path:
    """The log of real tables."""
    return user_log_path("tablekeeper") / "table.log"


def shipped_folder(name: str) -> Path:
    """The folder `firmware` or `hardware`: the checkout's if this is one, else the copy inside the wheel."""
    package = Path(__file__).resolve().parent
    for folder in (package.parent / name, package / "data" / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"There is no folder '{name}' beside or inside {package}; install tablekeeper again.")


def wall_clock() -> float:
    """The time of day in seconds, for people only: it may jump."""
    return time.time()

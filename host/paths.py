"""Where the program keeps things, and the clock on the wall."""

import time
from pathlib import Path

from platformdirs import user_data_path


def data_folder() -> Path:
    """The user's folder for Tablekeeper's data; it may not exist yet."""
    return user_data_path("tablekeeper")


def demo_journal() -> Path:
    """The journal of the demo, apart from that of a real table."""
    return data_folder() / "demo.sqlite"


def wall_clock() -> float:
    """The time of day in seconds, for people only: it may jump."""
    return time.time()

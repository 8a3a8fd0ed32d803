"""Look at the world's glass and press its buttons from any process."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from host.emulation.glass.bus import Counters
from host.emulation.glass.ends import _Lines
from host.emulation.glass.server import Fitted
from host.emulation.glass.traces import Trace, press
from host.panels.wire import unpack


class GlassError(Exception):
    """The glass refused, or is not there; the message says what."""

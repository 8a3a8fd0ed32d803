"""A world's glass for each test that asks for one, and a clock that only tests move."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from host.emulation.glass.ends import glass_wire
from host.emulation.glass.server import Fitted, GlassServer
from host.panels.panel import Panel
from host.panels.wire import CHIPS
from tests.host.panels.pictures import FakeClock

MakeGlass = Callable[..., GlassServer]
_panels: list[Panel] = []


@pytest.fixture
def make_glass() -> Iterator[MakeGlass]:
    """Makes worlds of panels that serve in a thread of their own."""
    made: list[GlassServer] = []
    with tempfile.TemporaryDirectory(prefix="glass-") as folder:

        def make(*fitted: Fitted, **options: object) -> GlassServer:
            server = GlassServer(Path(folder) / f"{len(made)}.sock", fitted, **options)  # type: ignore[arg-type]
            made.append(server)
            server.start()
            return server

        yield make
        while _panels:
            _panels.pop().forget()
        for server in made:
            server.close()


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


def panel_on(
    glass: GlassServer, number: int = 0, sleep: Callable[[float], None] = lambda seconds: None, offset: int | None = None
) -> Panel:
    """The driver for a fitted panel; bus and chip as fitted, the column offset too if none is given."""
    fitted = glass.fitted[number]
    panel = Panel(
        f"Panel {number}",
        CHIPS[fitted.chip],
        lambda: glass_wire(glass.path, fitted.bus, fitted.address, sleep),
        column_offset=fitted.first_column if offset is None else offset,
    )
    _panels.append(panel)
    return panel

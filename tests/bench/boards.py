"""The boards: how many frames one takes, what it leaves free, and the whole soak. Run alone: `python -m tests.bench.boards`."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from host.emulation.launch import best_vm, start_world
from tests.firmware.power_cuts import cut_everywhere
from tests.firmware.soak import play
from tests.host.emulation.test_memory import EVERYTHING, OBJECTS_ARE_TWICE_A_PICOS
from tests.host.emulation.wire import Wire

FRAMES = 20_000
SOAKED = 20_000


def rows() -> Iterator[tuple[str, str, str]]:
    """What, how much, and the budget."""
    for role, (parts, settings) in EVERYTHING.items():
        with (
            tempfile.TemporaryDirectory() as folder,
            start_world([role], speed=1, folder=Path(folder), fit=parts, settings={role: settings}) as world,
            Wire(world.ports[role]) as wire,
        ):
            wire.flood(200)
            wire.stat()
            began = time.perf_counter()
            wire.flood(FRAMES)
            free = wire.stat()["free"]
            rate = FRAMES / (time.perf_counter() - began)
        yield f"{role}: frames taken a second ({best_vm()})", f"{rate:,.0f}", "100"
        yield f"{role}: free on a Pico with every part fitted", f"{free // OBJECTS_ARE_TWICE_A_PICOS // 1000} kB", "120 kB"
    began = time.perf_counter()
    for role, counts in play(SOAKED, seed=1).items():
        yield f"soak, {role}", ", ".join(f"{key} {value:,}" for key, value in counts.items()), "no lie"
    yield f"soak of {SOAKED:,} commands and reports", f"{time.perf_counter() - began:.0f} s", ""
    cuts = cut_everywhere(every_place=True)
    yield "power cut at every instruction of a flush", ", ".join(f"{key} {value:,}" for key, value in cuts.items()), "no lie"


if __name__ == "__main__":
    for what, measured, budget in rows():
        print(f"| {what} | {measured} | {budget} |", flush=True)

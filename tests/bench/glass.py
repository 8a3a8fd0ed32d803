"""What pictures cost: made, told apart, and on a wire of 400 kHz, over the real pages of a match that is played by buttons."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from host.panels.pages.draw import draw
from host.panels.pages.page import Page
from host.panels.wire import differences, pack
from tests.end_to_end.test_glass import Evening, Wire, still

Row = tuple[str, str, str]
STEPS = 300
KNOWN = [bytes(128)] * 8


def middle(times: list[float]) -> float:
    """The middle one."""
    return sorted(times)[len(times) // 2]


def worst(times: list[float]) -> float:
    """That which one of a hundred exceeds."""
    return sorted(times)[len(times) * 99 // 100]


def moves(evening: Evening, wire: Wire) -> tuple[list[float], list[float]]:
    """For each move of a cursor: milliseconds on the wire, and bytes."""
    before: dict[int, Page] = {}
    times, sizes = [], []
    for shown in evening.shown:
        ms, size = wire.ms, wire.bytes
        wire.worker.submit(str(shown.seat), shown.picture)
        wire.draw()
        last = before.get(shown.seat)
        if last is not None and last.cursor != shown.page.cursor and still(last) == still(shown.page):
            times.append(wire.ms - ms)
            sizes.append(float(wire.bytes - size))
        before[shown.seat] = shown.page
    return times, sizes


def turn(wire: Wire, before: list[Image.Image], after: list[Image.Image]) -> tuple[float, float]:
    """Milliseconds on the wire until whose turn it is stands on all panels, and until everything does."""
    for number, picture in enumerate(before):
        wire.worker.submit(str(number), picture)
    wire.draw()
    start, wanted = wire.ms, [pack(picture)[:128] for picture in after]
    for number, picture in enumerate(after):
        wire.worker.submit(str(number), picture)
    while [chip.glass()[:128] for chip in wire.chips] != wanted:
        wire.worker.work()
    told = wire.ms - start
    wire.draw()
    return told, wire.ms - start


def making(pages: list[Page]) -> float:
    """Milliseconds of the processor from a page to what has to be sent, the middle one."""
    times = []
    for page in pages:
        began = time.process_time()
        differences(KNOWN, pack(draw(page)))
        times.append(1000 * (time.process_time() - began))
    return middle(times)


def rows() -> Iterator[Row]:
    """(what, measured, budget), a row at a time. Wire times are computed from the bytes."""
    with tempfile.TemporaryDirectory() as folder:
        evening = Evening(Path(folder), 2, 4, STEPS)
    with tempfile.TemporaryDirectory() as folder:
        turns = Evening(Path(folder), 4, 2, STEPS).turns
    yield "a page made and compared (processor)", f"{making([shown.page for shown in evening.shown]):.2f} ms", ""
    for chip in ("ssd1306", "sh1106"):
        times, sizes = moves(evening, Wire(chip, 2))
        told, whole = zip(*(turn(Wire(chip, 5), *one) for one in turns), strict=True)
        yield f"{chip}: a cursor moves, 400 kHz, p50 / p99", f"{middle(times):.1f} / {worst(times):.1f} ms", "p99 8 ms"
        yield f"{chip}: bytes of it, p50 / p99", f"{middle(sizes):.0f} / {worst(sizes):.0f}", ""
        yield f"{chip}: whose turn it is, on five panels of one bus", f"{max(told):.1f} ms", "25 ms"
        yield f"{chip}: everything else, on all five, p50 / worst", f"{middle(list(whole)):.0f} / {max(whole):.0f} ms", ""

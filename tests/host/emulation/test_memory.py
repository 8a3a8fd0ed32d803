"""What the shipped firmware leaves free on a Pico, with every part fitted, and that nothing is left behind by frames."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.emulation.launch import micropython_path, start_world
from tests.host.emulation.wire import Wire

EVERYTHING = {
    "dice_reader": (["arm=servo", "wells=8"], {"thrower": "servo", "wells": 8}),
    "shrine": (["step_dir=3200", "hall"], {"motor": "step_dir", "home": "hall", "lights": 32}),
}
OBJECTS_ARE_TWICE_A_PICOS = 2
"""The VM's heap has 192 kB in a Pico's measure, and as many bytes more as its words are longer."""
LEAST_FREE = 120_000
FRAMES = 10_000


@pytest.mark.skipif(micropython_path() is None, reason="the real MicroPython has no wheel for this machine")
@pytest.mark.parametrize("role", EVERYTHING)
def test_120_kb_are_free_with_everything_loaded_and_stay_free(role: str, tmp_path: Path) -> None:
    parts, settings = EVERYTHING[role]
    with start_world([role], vm="micropython", folder=tmp_path, fit=parts, settings={role: settings}) as world:
        with Wire(world.ports[role]) as wire:
            wire.flood(200)
            first = wire.stat()
            wire.flood(FRAMES)
            last = wire.stat()
        assert world.counts().boards[role].boots == 1
    free = first["free"] // OBJECTS_ARE_TWICE_A_PICOS
    print(f"{role}: {free} bytes free on a Pico, {last['free'] - first['free']:+} in the VM after {FRAMES} frames")
    assert free >= LEAST_FREE
    assert abs(last["free"] - first["free"]) <= 2048
    assert last["bad"] - first["bad"] >= FRAMES // 8 and last["long"] - first["long"] >= FRAMES // 10

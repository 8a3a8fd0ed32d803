"""Panels that nobody looks at wear out evenly, and hardly at all."""

from __future__ import annotations

import pytest

from host.panels.pages.draw import draw
from tests.host.panels.test_seat import at_turn

HOURS = 8
MOST = 0.05
"""No pixel is lit for a longer part of an idle day than this."""


@pytest.mark.fault(39)
def test_no_pixel_is_lit_for_long_while_nobody_is_there() -> None:
    _, panel = at_turn()
    lit = [0] * (128 * 64)
    pictures = set()
    for minute in range(HOURS * 60):
        panel.pass_time(minute * 60.0)
        page = panel.page()
        if page.light == "off":
            continue
        picture = draw(page).tobytes()
        pictures.add(picture)
        for at, byte in enumerate(picture):
            for bit in range(8):
                lit[8 * at + bit] += byte >> bit & 1
    assert max(lit) <= MOST * HOURS * 60
    assert len(pictures) >= 3, "what is dim is moved about"

"""Drawings brought to paper: how large their letters are on A4, and the pages as PDF and pictures."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from hardware.papers.harness import needs

A4_MM: Final = (297.0, 210.0)
EDGE_MM: Final = 8.0
_POINT_MM: Final = 25.4 / 72
_WITHIN_S: Final = 60.0


def size_mm(svg: str) -> tuple[float, float]:
    """How large a drawing says that it is."""
    head = svg[: svg.index(">", svg.index("<svg"))]
    said = dict(re.findall(r'\b(width|height)="([\d.]+(?:pt|mm))"', head))
    wide, high = (float(text[:-2]) * (_POINT_MM if text.endswith("pt") else 1.0) for text in (said["width"], said["height"]))
    return wide, high


def smallest_letters_pt(svg: str) -> float:
    """The height of the smallest letters, in points, when the drawing fills an A4 sheet lying on its side."""
    wide, high = size_mm(svg)
    scale = min((A4_MM[0] - 2 * EDGE_MM) / wide, (A4_MM[1] - 2 * EDGE_MM) / high)
    box = re.search(r'viewBox="([-\d.]+) ([-\d.]+) ([\d.]+) ([\d.]+)"', svg)
    user_mm = wide / float(box[3]) if box else 25.4 / 96
    sizes = [float(size) for size in re.findall(r'font-size[=:]"?\s*([\d.]+)', svg)]
    return min(sizes) * user_mm * scale / _POINT_MM


def as_pdf(drawings: Sequence[Path], out: Path) -> None:
    """All drawings in one PDF, each on an A4 sheet on its side. Raises NoProgram."""
    _convert(drawings, out, "pdf", "mm", 1.0)


def as_picture(drawing: Path, out: Path, dots_per_mm: float = 6.0) -> None:
    """A drawing as it is on its A4 sheet, as a PNG. Raises NoProgram."""
    _convert([drawing], out, "png", "", dots_per_mm)


def _convert(drawings: Sequence[Path], out: Path, kind: str, unit: str, scale: float) -> None:
    needs("rsvg-convert", "librsvg2-bin")
    wide, high = (scale * length for length in A4_MM)
    edge = scale * EDGE_MM
    sizes = {"--page-width": wide, "--page-height": high, "--top": edge, "--left": edge}
    sizes |= {"--width": wide - 2 * edge, "--height": high - 2 * edge}
    asked = [f"{key}={value:.1f}{unit}" for key, value in sizes.items()]
    command = ["rsvg-convert", f"--format={kind}", "--keep-aspect-ratio", "--background-color=white", *asked, f"--output={out}"]
    subprocess.run([*command, *map(str, drawings)], check=True, timeout=_WITHIN_S)

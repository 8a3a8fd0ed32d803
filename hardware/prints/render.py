"""Solids drawn as one would hold them: each pixel shows the nearest triangle, lit from the upper left, with edges in ink."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from hardware.prints.shape import Solid, mesh_of

Colour = tuple[int, int, int]
PAPER: Final = 255.0
_LIGHT: Final = np.array([-0.45, 0.62, 0.64])
_SUPER: Final = 2
_FONT: Final = "DejaVuSans.ttf"


class Seen(NamedTuple):
    """A solid in a picture, in a colour."""

    solid: Solid
    colour: Colour = (214, 178, 120)


def picture(things: Sequence[Seen], size: tuple[int, int], turn: float = 35.0, tilt: float = 35.0) -> Image.Image:
    """The things seen from a side: `turn` degrees about z, from `tilt` degrees above the table (below it, if negative)."""
    wide, high = size[0] * _SUPER, size[1] * _SUPER
    view = _view(turn, tilt)
    meshes = [(corners @ view.T, triangles, thing.colour) for thing in things for corners, triangles in [mesh_of(thing.solid)]]
    everything = np.concatenate([corners for corners, _, _ in meshes])
    low, top = everything[:, :2].min(axis=0), everything[:, :2].max(axis=0)
    scale = 0.92 * min(wide / (top[0] - low[0]), high / (top[1] - low[1]))
    middle = (low + top) / 2
    depth = np.full((high, wide), -np.inf)
    colours = np.full((high, wide, 3), PAPER)
    normals = np.zeros((high, wide, 3))
    for corners, triangles, colour in meshes:
        flat = np.empty_like(corners, dtype=float)
        flat[:, 0] = (corners[:, 0] - middle[0]) * scale + wide / 2
        flat[:, 1] = high / 2 - (corners[:, 1] - middle[1]) * scale
        flat[:, 2] = corners[:, 2]
        _fill(flat, corners, triangles, np.array(colour, float), depth, colours, normals)
    _ink(depth, normals, colours, scale)
    drawn = Image.fromarray(np.clip(colours, 0, 255).astype(np.uint8))
    return drawn.resize(size, Image.Resampling.LANCZOS)


def _view(turn: float, tilt: float) -> Any:
    """Rows: right, up, and towards the eye."""
    a, b = math.radians(turn), math.radians(tilt)
    right = [math.cos(a), math.sin(a), 0.0]
    eye = [math.sin(a) * math.cos(b), -math.cos(a) * math.cos(b), math.sin(b)]
    up = np.cross(eye, right)
    return np.array([right, up, eye])


def _fill(flat: Any, corners: Any, triangles: Any, colour: Any, depth: Any, colours: Any, normals: Any) -> None:
    edges = corners[triangles]
    normal = np.cross(edges[:, 1] - edges[:, 0], edges[:, 2] - edges[:, 0])
    length = np.linalg.norm(normal, axis=1)
    for index in np.nonzero((normal[:, 2] > 0) & (length > 0))[0]:
        unit = normal[index] / length[index]
        shade = 0.45 + 0.55 * max(0.0, float(unit @ _LIGHT))
        _triangle(flat[triangles[index]], colour * shade, unit, depth, colours, normals)


def _triangle(points: Any, colour: Any, unit: Any, depth: Any, colours: Any, normals: Any) -> None:
    high, wide = depth.shape
    x0, y0 = (max(0, math.floor(points[:, axis].min())) for axis in (0, 1))
    x1, y1 = min(wide, math.ceil(points[:, 0].max()) + 1), min(high, math.ceil(points[:, 1].max()) + 1)
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = points
    area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    if x0 >= x1 or y0 >= y1 or area == 0:
        return
    xs, ys = np.arange(x0, x1) + 0.5, (np.arange(y0, y1) + 0.5)[:, None]
    v = ((xs - ax) * (cy - ay) - (ys - ay) * (cx - ax)) / area
    w = ((bx - ax) * (ys - ay) - (by - ay) * (xs - ax)) / area
    z = az + v * (bz - az) + w * (cz - az)
    near = (v >= 0) & (w >= 0) & (v + w <= 1) & (z > depth[y0:y1, x0:x1])
    depth[y0:y1, x0:x1][near] = z[near]
    colours[y0:y1, x0:x1][near] = colour
    normals[y0:y1, x0:x1][near] = unit


def _ink(depth: Any, normals: Any, colours: Any, scale: float) -> None:
    """Dark lines where depth jumps or the surface bends."""
    there = np.isfinite(depth)
    filled = np.where(there, depth, -1e6)
    line = np.zeros(depth.shape, bool)
    for axis in (0, 1):
        jump = np.abs(np.diff(filled, axis=axis)) > 12.0 / scale + 0.6
        here, before = (slice(1, None), slice(None, -1)) if axis == 0 else (np.s_[:, 1:], np.s_[:, :-1])
        bend = (normals[here] * normals[before]).sum(2) < 0.8
        line[here] |= jump | (bend & there[here] & there[before])
    colours[line] *= 0.35
    colours[line & ~there] = 90


def font(size: int) -> Any:
    """Letters of that height in pixels; Pillow's own where the system has none."""
    try:
        return ImageFont.truetype(_FONT, size)
    except OSError:
        return ImageFont.load_default(size)


def titled(image: Image.Image, title: str, size: int = 18) -> Image.Image:
    """The picture with a line of words above it."""
    page = Image.new("RGB", (image.width, image.height + 2 * size), "white")
    page.paste(image, (0, 2 * size))
    ImageDraw.Draw(page).text((size // 2, size // 3), title, fill="black", font=font(size))
    return page


def sheet(images: Sequence[Image.Image], columns: int) -> Image.Image:
    """Pictures in rows of `columns`, each in a cell as large as the largest."""
    wide, high = max(image.width for image in images), max(image.height for image in images)
    rows = -(-len(images) // columns)
    page = Image.new("RGB", (wide * columns, high * rows), "white")
    for index, image in enumerate(images):
        column, row = index % columns, index // columns
        page.paste(image, (column * wide + (wide - image.width) // 2, row * high))
    return page

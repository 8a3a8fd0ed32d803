"""A few solids to begin with. All lengths are millimetres, all angles degrees; a solid stands on z = 0 unless it is said."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import manifold3d
import numpy as np

Solid = Any
"""A manifold3d.Manifold: watertight by construction, joined with +, cut with -, met with ^."""
_STEPS: Final = 96


def box(size: Sequence[float], centre: tuple[bool, bool, bool] = (True, True, False)) -> Solid:
    """A cuboid; each axis centred on 0 or beginning there."""
    solid = manifold3d.Manifold.cube(tuple(size), False)
    return solid.translate(tuple(-length / 2 if middle else 0.0 for length, middle in zip(size, centre, strict=True)))


def cylinder(diameter: float, height: float, upper: float | None = None) -> Solid:
    """A cylinder or, with another diameter above, a cone."""
    return manifold3d.Manifold.cylinder(height, diameter / 2, (diameter if upper is None else upper) / 2, _STEPS)


def lying(diameter: float, length: float) -> Solid:
    """A cylinder along x, its middle at 0."""
    return cylinder(diameter, length).translate((0, 0, -length / 2)).rotate((0, 90, 0))


def ball(diameter: float) -> Solid:
    """A ball around 0."""
    return manifold3d.Manifold.sphere(diameter / 2, _STEPS)


def prism(sides: int, across: float, height: float) -> Solid:
    """A regular prism, `across` its flats (an even number of sides)."""
    return manifold3d.Manifold.cylinder(height, across / 2 / math.cos(math.pi / sides), -1, sides)


def tube(outside: float, inside: float, height: float) -> Solid:
    """A cylinder with a hole through it."""
    return cylinder(outside, height) - cylinder(inside, height + 2).translate((0, 0, -1))


def at(solid: Solid, x: float = 0, y: float = 0, z: float = 0) -> Solid:
    """The solid moved there."""
    return solid.translate((x, y, z))


def around(solid: Solid, angle: float) -> Solid:
    """The solid turned about z."""
    return solid.rotate((0, 0, angle))


def polar(solid: Solid, radius: float, angle: float) -> Solid:
    """The solid moved out along x, then turned about z."""
    return around(at(solid, radius), angle)


def union(solids: Sequence[Solid]) -> Solid:
    """All of them in one."""
    return manifold3d.Manifold.batch_boolean(list(solids), manifold3d.OpType.Add)


def mesh_of(solid: Solid) -> tuple[Any, Any]:
    """Corners (n x 3, mm) and triangles (m x 3, numbers of corners, seen from outside counter-clockwise)."""
    mesh = solid.to_mesh()
    return np.asarray(mesh.vert_properties)[:, :3], np.asarray(mesh.tri_verts)

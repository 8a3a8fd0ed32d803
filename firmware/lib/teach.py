"""How a die's faces lie in it, taught by laying it down face by face: for any die, and for a sensor that sits in it askew."""

import math

from die_watch import angle
from rest import Rest, is_plausible, size_mg

HOLD_MS = 1000
# Two faces of a die of twenty are 41 degrees apart; nearer than this it is the face before, which still lies there.
LEAST_DEGREES = 15
SIDES = (4, 20)
THOUSAND = 1000


class FaceTeacher:
    """Learns one die: each face once, in any order, then the whole of it is kept.

    `keep(sides, normals)` stores the directions, in thousandths, for good (OSError if it cannot). `told(word, more)` ends what
    `start` began: "done" with what is still missing, or the reason why not; "same" is no end, the die is waited for.
    """

    def __init__(self, diff, keep, told):
        self._rest = Rest(diff, HOLD_MS)
        self._keep = keep
        self._told = told
        self._sides = 0
        self._faces = {}
        self._wanted = 0

    @property
    def waits(self) -> bool:
        """A face is to be laid up."""
        return self._wanted != 0

    def start(self, face: int, sides: int) -> None:
        """Learn `face` of a die with `sides` from its next rest. Another die begins anew."""
        if sides != self._sides:
            self._sides = sides
            self._faces = {}
        self._wanted = face
        self._rest.restart()

    def cancel(self) -> None:
        """Wait no more; what was learnt before stays."""
        self._wanted = 0

    def sample(self, t_ms: int, x: int, y: int, z: int) -> None:
        """Take a sample in milli-g."""
        if not self._wanted:
            return
        mean = self._rest.sample(t_ms, x, y, z)
        if mean is None:
            return
        if not is_plausible(mean):
            self._end("no_sensor", {"mg": size_mg(mean)})
            return
        for face, before in self._faces.items():
            if face != self._wanted and math.degrees(angle(mean, before)) < LEAST_DEGREES:
                self._told("same", {"face": face})
                return
        self._faces[self._wanted] = mean
        left = [face for face in range(1, self._sides + 1) if face not in self._faces]
        if not left and not self._store():
            self._end("flash", {})
        else:
            self._end("done", {"face": self._wanted, "left": len(left), "next": left[0] if left else 0})

    def _end(self, word: str, more: dict) -> None:
        self._wanted = 0
        self._told(word, more)

    def _store(self) -> bool:
        normals = []
        for face in range(1, self._sides + 1):
            x, y, z = self._faces[face]
            size = size_mg((x, y, z))
            normals.append([x * THOUSAND // size, y * THOUSAND // size, z * THOUSAND // size])
        try:
            self._keep(self._sides, normals)
        except OSError:
            return False
        self._faces = {}
        return True


def is_die_face(face, sides) -> bool:
    """A face that can be taught: dice of 4 to 20 sides, faces from 1 on."""
    whole = type(face) is int and type(sides) is int
    return whole and SIDES[0] <= sides <= SIDES[1] and 1 <= face <= sides


def read_normals(record: dict):
    """The directions kept in a record, each of length 1; None where none are kept. Raises ValueError for what nobody kept."""
    if not record:
        return None
    normals = record.get("normals")
    if not isinstance(normals, list) or not SIDES[0] <= len(normals) <= SIDES[1]:
        raise ValueError("no die has such faces")
    for normal in normals:
        if not isinstance(normal, list) or len(normal) != 3 or [n for n in normal if type(n) is not int] or normal == [0, 0, 0]:
            raise ValueError("no face looks there")
    return tuple([tuple([n / THOUSAND for n in normal]) for normal in normals])

"""All wells of a board, read in turn, with what was taught of each and which of them does not answer."""

from well import EMPTY, NEAR, apart

# One well a round, so that none of them keeps the line waiting; a sensor has new light every 50 ms.
TURN_MS = 20
LOST_MS = 1000
# A fresh set-up needs 50 ms until there is light; it is not written again before that.
_SET_UP_MS = 250
MOST_FACES = 20


class Wells:
    """Reads its wells; numbers go from 1 on.

    `keep(record)` stores what is taught for good, and raises OSError if it cannot.
    """

    def __init__(self, clock, sensors, watches, keep):
        """Take a sensor with `read` and `set_up`, and a WellWatch, for each well."""
        self._clock = clock
        self._sensors = sensors
        self._watches = watches
        self._keep = keep
        self._tell = None
        now = clock.ms()
        self._turn = 0
        self._turned = now
        self._answered = [now] * len(sensors)
        self._odd_told = [False] * len(sensors)
        self._lost = [False] * len(sensors)
        self._set_up = [now] * len(sensors)

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._sensors)

    def attach(self, report) -> None:
        """`report(kind, data)` tells the table what is wrong with a sensor, and when it is right again."""
        self._tell = report

    def is_lost(self, number: int) -> bool:
        """The well's sensor does not answer."""
        return self._lost[number - 1]

    def knows(self, number: int, sides: int) -> bool:
        """All faces of a die with so many sides were taught there."""
        taught = self._watches[number - 1].taught
        return not [face for face in range(1, sides + 1) if face not in taught]

    def lies(self, number: int):
        """(face, conf) of the die that lies in a well, None if none is seen."""
        watch = self._watches[number - 1]
        return (watch.face, watch.conf) if watch.face else None

    def teach(self, number: int, face: int):
        """Learn what lies in a well now as `face` (0: that it is empty). None, or why not: "unsteady", "alike", "flash"."""
        watch = self._watches[number - 1]
        look = watch.steady()
        if look is None or self._lost[number - 1]:
            return "unsteady"
        for other, known in watch.taught.items():
            if other != face and apart(look, known) < NEAR:
                return "alike"
        taught = dict(watch.taught)
        taught[face] = look
        record = {}
        for k, each in enumerate(self._watches, 1):
            looks = taught if k == number else each.taught
            record[str(k)] = [list((one,) + seen) for one, seen in looks.items()]  # noqa: RUF005  no unpacking there
        try:
            self._keep(record)
        except OSError:
            return "flash"
        watch.learn(taught, face)
        return None

    def tick(self):
        """Read the next well if it is time: (number, event) as a WellWatch has it, (number, ("lost",)), or None."""
        now = self._clock.ms()
        if self._clock.diff(now, self._turned) < TURN_MS:
            return None
        self._turned = now
        k = self._turn
        self._turn = (k + 1) % len(self._sensors)
        try:
            if self._is_set_up_due(k, now):
                self._wake(k, now)
            light = self._sensors[k].read()
        except OSError:
            return self._silent(k, now)
        if light is None:
            # It answers, but measures nothing: it was without power for an instant.
            return self._silent(k, now)
        self._answered[k] = now
        if self._lost[k]:
            self._lost[k] = False
            self._tell("part", {"what": "well", "well": k + 1, "kind": "back"})
        event = self._watches[k].sample(*light)
        return None if event is None else (k + 1, event)

    def _is_set_up_due(self, k: int, now: int) -> bool:
        since = self._clock.diff(now, self._answered[k])
        return since >= _SET_UP_MS and self._clock.diff(now, self._set_up[k]) >= _SET_UP_MS

    def _wake(self, k: int, now: int) -> None:
        self._set_up[k] = now
        sensor = self._sensors[k]
        sensor.set_up()
        if not sensor.known and not self._odd_told[k]:
            self._odd_told[k] = True
            self._tell("part", {"what": "well", "well": k + 1, "kind": "odd_id", "id": sensor.chip_id})

    def _silent(self, k: int, now: int):
        if self._lost[k] or self._clock.diff(now, self._answered[k]) < LOST_MS:
            return None
        self._lost[k] = True
        self._tell("part", {"what": "well", "well": k + 1, "kind": "lost"})
        return (k + 1, ("lost",))


def is_face(face, sides: int = MOST_FACES) -> bool:
    """A number that a face, or an empty well, may have."""
    return type(face) is int and EMPTY <= face <= sides

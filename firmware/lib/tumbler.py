"""The tumbler: an accelerometer in a die-shaped body or cup. It is the die itself; this notices if it is lost, sleeps or lies."""

from rest import Rest, is_plausible, size_mg

SAMPLE_MS = 10
# A sensor that has not answered for so long is gone, and the table had better ask somebody else.
LOST_MS = 1000
# Nothing falls for so long: the chip answers, but it lost its set-up in a dip of the supply and sleeps.
ASLEEP_MS = 1500
_ASLEEP_MG = 50
# Longer than sleep takes to be noticed and mended: only then is a pull that is not the earth's held against the chip.
IMPLAUSIBLE_MS = 3000


class Tumbler:
    """Reads its sensor a hundred times a second and gives on what the watch says.

    `failed` while its sensor cannot be used: it does not answer, or feels at rest what is not the earth's pull.
    """

    def __init__(self, clock, sensor, watch):
        """Take a sensor with `read_mg`, `set_up_again`, `NAME`, `known` and `chip_id`, and a DieWatch."""
        self._clock = clock
        self._sensor = sensor
        self.watch = watch
        self.learner = None
        self._tell = None
        self._rest = Rest(clock.diff, IMPLAUSIBLE_MS)
        now = clock.ms()
        self._sampled = now
        self._answered = now
        self._pulled = now
        self._silent = False
        self._implausible = False
        self._set_up_due = False

    @property
    def failed(self) -> bool:
        """Nothing can be read now."""
        return self._silent or self._implausible

    def attach(self, report) -> None:
        """`report(kind, data)` tells the table what is wrong with the sensor, and when it is right again."""
        self._tell = report
        if not self._sensor.known:
            self._part("odd_id", {"id": self._sensor.chip_id})

    def tick(self):
        """Take a sample if one is due: an event of the watch, ("lost",) when the sensor fails, or None."""
        now = self._clock.ms()
        if not self._is_due(now):
            return None
        try:
            if self._set_up_due:
                self._sensor.set_up_again()
            pull = self._sensor.read_mg()
        except OSError:
            self._set_up_due = True
            if self._silent or self._clock.diff(now, self._answered) < LOST_MS:
                return None
            self._silent = True
            self._part("lost", {})
            return ("lost",)
        self._set_up_due = False
        self._answered = now
        if self._silent:
            self._silent = False
            self._part("back", {})
        self._keep_awake(now, pull)
        if self.learner is not None:
            self.learner.sample(now, *pull)
        event = self.watch.sample(now, *pull)
        return self._judge(now, pull) or event

    def _is_due(self, now: int) -> bool:
        late_ms = self._clock.diff(now, self._sampled) - SAMPLE_MS
        if late_ms < 0:
            return False
        # A little late is made up for, so that it is a hundred a second; what was missed long ago is gone.
        self._sampled = now if late_ms > SAMPLE_MS else self._clock.add(self._sampled, SAMPLE_MS)
        return True

    def _keep_awake(self, now: int, pull: tuple) -> None:
        if max(abs(pull[0]), abs(pull[1]), abs(pull[2])) > _ASLEEP_MG:
            self._pulled = now
        elif self._clock.diff(now, self._pulled) >= ASLEEP_MS:
            self._set_up_due = True
            self._pulled = now

    def _judge(self, now: int, pull: tuple):
        """Hold it against the sensor if it feels at rest what cannot be; forgive it when it feels what can."""
        mean = self._rest.sample(now, *pull)
        if mean is None or is_plausible(mean) != self._implausible:
            return None
        self._implausible = not self._implausible
        self._part("implausible" if self._implausible else "back", {"mg": size_mg(mean)})
        return ("lost",) if self._implausible else None

    def _part(self, kind: str, more: dict) -> None:
        said = {"what": self._sensor.NAME, "kind": kind}
        said.update(more)
        self._tell("part", said)

"""The time between a motor's steps: a slow start, a top speed, and no catching up."""


class Ramp:
    """Waits for each step's moment. `start_us` between steps at rest, `full_us` at speed, reached after so many `steps`.

    After a pause (the loop was busy) there is no catching up in quick steps, which would stall the motor: the next
    interval counts from the step really made, and a rotor that has come to rest is started up slowly again.
    """

    def __init__(self, clock, start_us: int, full_us: int, steps: int, rest_us: int):
        """A rotor that had no step for `rest_us` after the next one was due has come to rest."""
        self._clock = clock
        self._start_us = start_us
        self._full_us = full_us
        self._steps = steps
        self._rest_us = rest_us
        self._gained = 0
        self._due = 0

    def hold(self) -> None:
        """The coils have just come on: the rotor finds its old place before the first step."""
        self._gained = 0
        self._due = self._clock.add(self._clock.us(), self._start_us)

    def wait(self) -> None:
        """Wait until the next step is due."""
        late_us = self._clock.diff(self._clock.us(), self._due)
        if late_us < 0:
            self._clock.sleep_us(-late_us)
        elif late_us > self._rest_us:
            self._gained = 0

    def stepped(self, fastest_us: int) -> None:
        """A step was made; the next one comes no sooner than after `fastest_us`."""
        interval_us = self._full_us
        if self._gained < self._steps:
            self._gained += 1
            interval_us = self._start_us - (self._start_us - self._full_us) * self._gained // self._steps
        self._due = self._clock.add(self._clock.us(), max(interval_us, fastest_us))

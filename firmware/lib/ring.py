"""The Shrine's ring: homing, one whole turn, and every reason to stop.

A movement is a generator that yields the direction of each half-step; `run` makes them and holds the guards, so no
movement can forget one. It ends in exactly one word: "done", "lid_open", "host_lost", "jam" or "no_home". After any but
the first the home is unknown and nothing moves again before somebody says that the ring is empty.
"""

# Lengths are half-steps of a motor with 4076 a turn; for another one `Turns.scaled` makes its own steps of them.

# 1.2 turns: whatever moves has stopped by then.
MOST_HALF_STEPS = 4890

# Rest lies so far inside the mark that it reads true without doubt.
REST_DEPTH = 8
# A mark is at most this wide (18 degrees); whoever is longer in it does not move, or its sensor is dead.
WIDEST_MARK = 200
# How far from its place the mark may come in a turn (3.5 degrees) before we say that something slipped or jammed.
DRIFT_LIMIT = 40
# Smaller differences come from the fraction of a half-step and are no slip.
DRIFT_IGNORED = 2
# Beyond the mark's edge before turning round, so that play in the gear is taken up on the way back.
BACK_OUT = 32


class Ring:
    """One ring. `at_mark()` and `lid_open()` read their switches; `home_known` tells whether a turn may begin.

    `half_steps` are those of the movement, or whole steps where such a motor is fitted.
    """

    def __init__(self, stepper, turns, at_mark, lid_open):
        self._stepper = stepper
        self._turns = turns
        self._at_mark = at_mark
        self._lid_open = lid_open
        self._most = turns.scaled(MOST_HALF_STEPS)
        self._rest_depth = turns.scaled(REST_DEPTH)
        self._widest = turns.scaled(WIDEST_MARK)
        self._drift_limit = turns.scaled(DRIFT_LIMIT)
        self._back_out = turns.scaled(BACK_OUT)
        self._plan = None
        self._interval_us = 0
        # At the mark the home is known without moving, though not to the half-step.
        self.home_known = at_mark()
        self.exact = False
        self.half_steps = 0
        self.drift = None
        self.ended = None

    @property
    def moving(self) -> bool:
        """A movement is under way."""
        return self._plan is not None

    def at_mark(self) -> bool:
        """The home mark reads true now."""
        return self._at_mark()

    def look(self) -> bool:
        """Take the home as known if the mark reads true, without moving; tell whether it is known."""
        if not self.home_known:
            self.exact = False
        self.home_known = self._at_mark()
        return self.home_known

    def start_turn(self):
        """Begin one whole turn forward. Returns None, or the word for why not: "busy", "no_home", "lid_open"."""
        if self.moving:
            return "busy"
        if not self.home_known or not self._at_mark():
            # A mark that went away while the motor stood: somebody turned the ring, or the sensor died.
            self.home_known = False
            return "no_home"
        if self._lid_open():
            return "lid_open"
        self._start(self._one_turn(self._turns.next()), 0)
        return None

    def start_home(self):
        """Begin homing; only for an empty ring. Returns None, or the word for why not: "busy", "lid_open"."""
        if self.moving:
            return "busy"
        if self._lid_open():
            return "lid_open"
        self._start(self._seek_home(), self._stepper.seek_us)
        return None

    def run(self) -> bool:
        """Make some half-steps, each in its time and no more than fit into 40 ms; tell whether the movement goes on."""
        for _ in range(self._stepper.at_once):
            if self._plan is None:
                return False
            if self._lid_open():
                self.stop("lid_open")
                return False
            try:
                direction = next(self._plan)
            except StopIteration as end:
                self._end(end.value or "done")
                return False
            if self.half_steps >= self._most:
                self.stop("no_home")
                return False
            self._stepper.step(direction, self._interval_us)
            self.half_steps += 1
        return True

    def stop(self, why: str) -> None:
        """End the movement at once, coils off; the home is no longer known."""
        if self.moving:
            self._end(why)

    def _start(self, plan, interval_us: int) -> None:
        self._plan = plan
        self._interval_us = interval_us
        self.half_steps = 0
        self.drift = None
        self.ended = None

    def _end(self, why: str) -> None:
        self._stepper.release()
        self._plan = None
        self.ended = why
        self.home_known = why == "done"
        self.exact = why == "done"

    def _one_turn(self, whole: int):
        # 1. Out of the mark.
        while self._at_mark():
            if self.half_steps > self._widest:
                return "jam"
            yield 1
        # 2. Round, without looking, to shortly before the earliest place where the mark may come again.
        inside = self._rest_depth if self.exact else self._widest
        while self.half_steps < whole - inside - self._drift_limit:
            yield 1
        if self._at_mark():
            return "jam"
        # 3. To the mark's first edge.
        latest = whole + self._drift_limit - (self._rest_depth if self.exact else 0)
        while not self._at_mark():
            if self.half_steps >= latest:
                return "jam"
            yield 1
        # 4. To rest inside it; a small slip is made good here.
        last = self.half_steps + self._rest_depth
        if self.exact:
            self.drift = last - whole
            if abs(self.drift) <= DRIFT_IGNORED:
                last = whole
        while self.half_steps < last:
            yield 1
        return None if self._at_mark() else "jam"

    def _seek_home(self):
        # 1. Back, until the mark has been out of sight for a while. A start just beyond it meets it on the way.
        inside = 0
        clear = 0
        while True:
            if self._at_mark():
                clear = 0
                inside += 1
                if inside > self._widest:
                    return "jam"
            elif clear == self._back_out:
                break
            else:
                clear += 1
            yield -1
        # 2. Forward to the edge, always from this side; `run` holds the limit.
        while not self._at_mark():
            yield 1
        # 3. To rest inside it.
        for _ in range(self._rest_depth):
            yield 1
        return None if self._at_mark() else "jam"

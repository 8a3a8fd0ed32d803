"""The dice reader: a roller (button and hardware generator) and a tumbler (a die that feels how it lies).

It knows faces as numbers from 1 on; what is printed on them, and whose roll it is, only the table knows.
"""

SAMPLE_MS = 10
# A sensor that has not answered for so long is gone, and the table had better ask somebody else.
SENSOR_LOST_MS = 1000
# Nothing falls for so long: the chip answers, but it lost its set-up in a dip of the supply and sleeps.
ASLEEP_MS = 1500
_ASLEEP_MG = 50
MOST_DICE = 8


class DiceReader:
    """Parts are fitted first, then the link is attached; `tick` does the rest."""

    def __init__(self, clock):
        self._clock = clock
        self._link = None
        self.caps = []
        self._roller = None
        self._button = None
        self._pressed = None
        self._sensor = None
        self._watch = None
        self._sampled = clock.ms()
        self._answered = clock.ms()
        self._pulled = clock.ms()
        self._sensor_failed = False
        self._set_up_due = False
        # The open roll: its id, "roller" or "tumbler", dice wanted, sides, and what has been read so far.
        self._roll = None
        self._how = None
        self._dice = 0
        self._sides = 0
        self._faces = []
        self._kind = "rolled"
        self._conf = 100

    def fit_roller(self, roller, button, pressed) -> None:
        """Take a Roller, a Button and the function that reads the button's level."""
        self._roller = roller
        self._button = button
        self._pressed = pressed
        self.caps.append("roller")

    def fit_tumbler(self, sensor, watch) -> None:
        """Take a sensor with `read_mg`, `set_up_again` and a DieWatch."""
        self._sensor = sensor
        self._watch = watch
        self.caps.append("tumbler")

    def attach(self, link) -> None:
        """Register the commands."""
        self._link = link
        link.command("roll", self._start_roll, cancel=self._cancel_roll)
        if self._sensor is not None and not self._sensor.known:
            link.report("part", {"what": "lis3dh", "kind": "odd_id", "id": self._sensor.chip_id})

    def tick(self) -> bool:
        """Look at button and die; never long, so there is always time to rest."""
        now = self._clock.ms()
        if self._roller is not None and self._button.sample(now, self._pressed()) and self._how == "roller":
            faces = self._roller.faces(self._dice, self._sides)
            self._finish({"faces": faces, "kind": "rolled", "conf": 100})
        if self._sensor is not None and self._is_sample_due(now):
            self._sample(now)
        return False

    def halt(self) -> None:
        """Nothing here moves by itself."""

    def _start_roll(self, cmd_id: str, args: dict):
        why = self._why_not(args)
        if why:
            self._link.not_done(cmd_id, why)
            return None
        if self._roll is not None:
            # The table asks anew: it has given up the older one.
            self._link.not_done(self._roll, "cancelled")
        self._roll = cmd_id
        self._how = args["how"]
        self._dice = args["dice"]
        self._sides = args["sides"]
        self._faces = []
        self._kind = "rolled"
        self._conf = 100
        if self._how == "tumbler":
            self._watch.open()
        return None

    def _why_not(self, args: dict):
        """The code for why a roll cannot be read here, or None."""
        how, dice, sides = args.get("how"), args.get("dice"), args.get("sides")
        if type(dice) is not int or type(sides) is not int or not 1 <= dice <= MOST_DICE or not 2 <= sides <= 256:
            return "bad_args"
        if how not in ("roller", "tumbler"):
            return "bad_args"
        if how not in self.caps:
            return "not_fitted"
        if how == "tumbler" and self._sensor_failed:
            return "no_sensor"
        if how == "tumbler" and sides != self._watch.sides:
            return "bad_args"
        return None

    def _cancel_roll(self, cmd_id: str) -> bool:
        if cmd_id != self._roll:
            return False
        self._close()
        return True

    def _is_sample_due(self, now: int) -> bool:
        late_ms = self._clock.diff(now, self._sampled) - SAMPLE_MS
        if late_ms < 0:
            return False
        # A little late is made up for, so that it is a hundred a second; what was missed long ago is gone.
        self._sampled = now if late_ms > SAMPLE_MS else self._clock.add(self._sampled, SAMPLE_MS)
        return True

    def _sample(self, now: int) -> None:
        try:
            if self._set_up_due:
                self._sensor.set_up_again()
            x, y, z = self._sensor.read_mg()
        except OSError:
            self._set_up_due = True
            if not self._sensor_failed and self._clock.diff(now, self._answered) >= SENSOR_LOST_MS:
                self._lose_sensor()
            return
        self._set_up_due = False
        self._answered = now
        if self._sensor_failed:
            self._sensor_failed = False
            self._link.report("part", {"what": "lis3dh", "kind": "back"})
        if max(abs(x), abs(y), abs(z)) > _ASLEEP_MG:
            self._pulled = now
        elif self._clock.diff(now, self._pulled) >= ASLEEP_MS:
            self._set_up_due = True
            self._pulled = now
        event = self._watch.sample(now, x, y, z)
        if event is not None and self._how == "tumbler":
            self._on_event(event)

    def _lose_sensor(self) -> None:
        self._sensor_failed = True
        self._link.report("part", {"what": "lis3dh", "kind": "lost"})
        if self._how == "tumbler":
            roll = self._roll
            self._close()
            self._link.not_done(roll, "no_sensor")

    def _on_event(self, event: tuple) -> None:
        kind = event[0]
        if kind == "moving":
            self._link.report("die", {"kind": "moving"})
            return
        _, face, conf, raw = event
        if kind == "cocked":
            self._link.report("die", {"kind": "cocked", "face": face, "conf": conf, "raw": list(raw)})
        elif kind == "lying":
            # Perhaps thrown before a reset of this board. Offered; the roll stays open for a throw.
            self._link.report("die", {"kind": "set", "face": face, "conf": conf, "raw": list(raw)})
        else:
            self._take(face, kind, conf, raw)

    def _take(self, face: int, kind: str, conf: int, raw: tuple) -> None:
        self._faces.append(face)
        self._conf = min(self._conf, conf)
        if kind == "set":
            self._kind = "set"
        left = self._dice - len(self._faces)
        if left:
            # One die for several: it is thrown once more. The watch stays open and waits for it to move again.
            self._link.report("die", {"kind": kind, "face": face, "left": left})
            return
        self._finish({"faces": self._faces, "kind": self._kind, "raw": list(raw), "conf": self._conf})

    def _finish(self, result: dict) -> None:
        roll = self._roll
        self._close()
        self._link.done(roll, result)

    def _close(self) -> None:
        self._roll = None
        self._how = None
        if self._watch is not None:
            self._watch.close()

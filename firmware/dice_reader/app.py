"""The dice reader: whatever of these is fitted to it. It knows faces as numbers from 1 on, and not what is printed there.

    roller    an electronic die: a button, and the hardware's generator draws; hands set the real die to the face shown
    tumbler   the die itself, with an accelerometer in it: thrown, turned by hand, leaning, or in a hand
    thrower   the tumbler's cup on an arm: the same die, thrown by the board when it is asked
    wells     a colour sensor under a die with coded faces each: that die read at rest, no throw is seen
"""

from teach import is_die_face
from wells import is_face

MOST_DICE = 8
# For one die the arm is moved so often; a cup that never gives a clean face is a matter for people.
MOST_THROWS = 5
# Nothing that could be read came of a throw: throw again.
READ_WITHIN_MS = 6000
TUMBLER, ROLLER, THROWER, WELL = "tumbler", "roller", "thrower", "well"


class DiceReader:
    """Parts are fitted first, then the link is attached; `tick` does the rest."""

    def __init__(self, clock):
        self._clock = clock
        self._link = None
        self.caps = []
        self._roller = None
        self._button = None
        self._pressed = None
        self._tumbler = None
        self._thrower = None
        self._wells = None
        self._teacher = None
        self._teaching = None
        self._taught_well = None
        self._told_same = False
        self.untaught = []
        # The open roll: its id, how, the well's number, dice wanted, sides, and what has been read so far.
        self._roll = None
        self._how = None
        self._well = 0
        self._dice = 0
        self._sides = 0
        self._faces = []
        self._kind = "rolled"
        self._conf = 100
        self._throws = 0
        self._thrown_at = 0

    def fit_roller(self, roller, button, pressed) -> None:
        """Take a Roller, a Button and the function that reads the button's level."""
        self._roller = roller
        self._button = button
        self._pressed = pressed
        self.caps.append(ROLLER)

    def fit_tumbler(self, tumbler, teacher) -> None:
        """Take a Tumbler; `teacher(told)` makes the FaceTeacher that learns its faces."""
        self._tumbler = tumbler
        self._teacher = tumbler.learner = teacher(self._taught)
        self.caps.append(TUMBLER)

    def fit_thrower(self, thrower) -> None:
        """Take a Thrower that throws the tumbler."""
        self._thrower = thrower
        self.caps.append(THROWER)

    def fit_wells(self, wells) -> None:
        """Take Wells."""
        self._wells = wells
        self.caps.append("wells")

    def attach(self, link) -> None:
        """Register the commands."""
        self._link = link
        link.command("roll", self._start_roll, cancel=self._cancel_roll)
        link.command("teach", self._start_teach, cancel=self._cancel_teach)
        for part in (self._tumbler, self._wells):
            if part is not None:
                part.attach(link.report)
        for what in self.untaught:
            link.report("part", {"what": what, "kind": "untaught"})

    def tick(self) -> bool:
        """Look at button, die, arm and wells; never long, so there is always time to rest."""
        if self._roller is not None and self._button.sample(self._clock.ms(), self._pressed()) and self._how == ROLLER:
            self._finish({"faces": self._roller.faces(self._dice, self._sides), "kind": "rolled", "conf": 100})
        if self._thrower is not None:
            self._throw_on()
        if self._tumbler is not None:
            event = self._tumbler.tick()
            if event is not None and self._how in (TUMBLER, THROWER):
                self._on_event(event)
        if self._wells is not None:
            found = self._wells.tick()
            if found is not None:
                self._on_well(*found)
            if self._taught_well is not None:
                self._teach_well()
        return False

    def halt(self) -> None:
        """Stop the arm, the only thing here that moves."""
        if self._thrower is not None:
            self._thrower.stop()

    # -- the roll ------------------------------------------------------------------------------------------------

    def _start_roll(self, cmd_id: str, args: dict):
        how, well = args.get("how"), args.get("well", 1)
        if isinstance(how, str) and how[:-1] == WELL and how[-1:].isdigit():
            how, well = WELL, int(how[-1:])
        why = self._why_not(how, well, args.get("dice"), args.get("sides"))
        if why:
            self._link.not_done(cmd_id, why)
            return None
        if self._roll is not None:
            # The table asks anew: it has given up the older one.
            self._refuse("cancelled")
        self._stop_teaching()
        self._roll = cmd_id
        self._how = how
        self._well = well
        self._dice = args["dice"]
        self._sides = args["sides"]
        self._faces = []
        self._kind = "rolled"
        self._conf = 100
        if how in (TUMBLER, THROWER):
            self._tumbler.watch.open()
        if how == THROWER:
            self._throws = 0
            self._throw()
        if how == WELL:
            lies = self._wells.lies(well)
            if lies is not None:
                # As it lies there since before: an offer, and the roll stays open.
                self._link.report("die", {"kind": "set", "face": lies[0], "conf": lies[1], "well": well})
        return None

    def _why_not(self, how, well, dice, sides):
        """The code for why a roll cannot be read here, or None."""
        if type(dice) is not int or type(sides) is not int or not 1 <= dice <= MOST_DICE or not 2 <= sides <= 256:
            return "bad_args"
        if how == WELL:
            return self._why_no_well(well, dice, sides)
        if how not in (ROLLER, TUMBLER, THROWER):
            return "bad_args"
        if how not in self.caps:
            return "not_fitted"
        if how != ROLLER and self._tumbler.failed:
            return "no_sensor"
        if how != ROLLER and sides != self._tumbler.watch.sides:
            return "bad_args"
        return None

    def _why_no_well(self, well, dice: int, sides: int):
        if self._wells is None or type(well) is not int or not 1 <= well <= self._wells.count:
            return "not_fitted"
        if dice != 1:
            return "bad_args"
        if self._wells.is_lost(well):
            return "no_sensor"
        return None if self._wells.knows(well, sides) else "not_taught"

    def _cancel_roll(self, cmd_id: str) -> bool:
        if cmd_id != self._roll:
            return False
        self._close()
        return True

    # -- the arm -------------------------------------------------------------------------------------------------

    def _throw(self) -> None:
        self._throws += 1
        self._thrown_at = self._clock.ms()
        self._thrower.start()

    def _throw_on(self) -> None:
        """Move the arm on; stop it when nobody listens; throw again when nothing came of it."""
        if self._how != THROWER:
            return
        if not self._link.host_alive():
            self._refuse("host_lost")
            return
        self._thrower.tick()
        if not self._thrower.moving and self._clock.diff(self._clock.ms(), self._thrown_at) >= READ_WITHIN_MS:
            self._throw_again()

    def _throw_again(self) -> None:
        if self._throws >= MOST_THROWS:
            self._refuse("no_throw", {"throws": self._throws})
        else:
            self._throw()

    def _refuse(self, why: str, seen=None) -> None:
        roll = self._roll
        self._close()
        self._link.not_done(roll, why, seen)

    # -- what is read --------------------------------------------------------------------------------------------

    def _on_event(self, event: tuple) -> None:
        kind = event[0]
        if kind == "lost":
            self._refuse("no_sensor")
        elif kind == "moving":
            self._link.report("die", {"kind": "moving"})
        elif kind == "rolled" or (kind == "set" and self._how == TUMBLER):
            self._take(event[1], kind, event[2], event[3])
        else:
            self._on_no_throw(*event)

    def _on_no_throw(self, kind: str, face: int, conf: int, raw: tuple) -> None:
        if kind == "lying":
            # Perhaps thrown before a reset of this board. Offered; the roll stays open for a throw.
            if self._how == TUMBLER:
                self._link.report("die", {"kind": "set", "face": face, "conf": conf, "raw": list(raw)})
            return
        if kind == "cocked":
            self._link.report("die", {"kind": "cocked", "face": face, "conf": conf, "raw": list(raw)})
        if self._how == THROWER and not self._thrower.moving:
            # It leans, or the arm only pushed it: that is no throw.
            self._throw_again()

    def _on_well(self, well: int, event: tuple) -> None:
        kind = event[0]
        asked = self._how == WELL and self._well == well
        if kind == "lost":
            if asked:
                self._refuse("no_sensor")
            return
        if asked and kind == "set" and event[1] <= self._sides:
            # It was seen lying otherwise before. Whether it was thrown no colour tells: people say so.
            self._finish({"faces": [event[1]], "kind": "set", "conf": event[2]})
            return
        self._link.report("well", {"well": well, "kind": kind, "face": event[1], "conf": event[2]})

    def _take(self, face: int, kind: str, conf: int, raw: tuple) -> None:
        self._faces.append(face)
        self._conf = min(self._conf, conf)
        if kind == "set":
            self._kind = "set"
        left = self._dice - len(self._faces)
        if not left:
            self._finish({"faces": self._faces, "kind": self._kind, "raw": list(raw), "conf": self._conf})
            return
        # One die for several: it is thrown once more. The watch stays open and waits for it to move again.
        self._link.report("die", {"kind": kind, "face": face, "left": left})
        if self._how == THROWER:
            self._throws = 0
            self._throw()

    def _finish(self, result: dict) -> None:
        roll = self._roll
        self._close()
        self._link.done(roll, result)

    def _close(self) -> None:
        self.halt()
        self._roll = None
        self._how = None
        if self._tumbler is not None:
            self._tumbler.watch.close()

    # -- teaching ------------------------------------------------------------------------------------------------

    def _start_teach(self, cmd_id: str, args: dict):
        what, face = args.get("what"), args.get("face")
        if self._roll is not None:
            self._link.not_done(cmd_id, "busy")
        elif what == "die" and self._tumbler is not None:
            if self._tumbler.failed:
                self._link.not_done(cmd_id, "no_sensor")
            elif is_die_face(face, args.get("sides")):
                self._stop_teaching()
                self._teaching = cmd_id
                self._teacher.start(face, args["sides"])
            else:
                self._link.not_done(cmd_id, "bad_args")
        elif what == "well" and self._wells is not None:
            self._start_teach_well(cmd_id, args.get("well", 1), face)
        else:
            self._link.not_done(cmd_id, "not_fitted" if what in ("die", "well") else "bad_args")
        return None

    def _start_teach_well(self, cmd_id: str, well, face) -> None:
        if type(well) is not int or not 1 <= well <= self._wells.count or not is_face(face):
            self._link.not_done(cmd_id, "bad_args")
        elif self._wells.is_lost(well):
            self._link.not_done(cmd_id, "no_sensor")
        else:
            self._stop_teaching()
            self._teaching = cmd_id
            self._taught_well = (well, face)
            self._told_same = False

    def _teach_well(self) -> None:
        """Learn what lies in the well, as soon as it lies still there and looks like nothing that was taught before."""
        well, face = self._taught_well
        why = self._wells.teach(well, face)
        if why == "alike":
            if not self._told_same:
                self._told_same = True
                self._taught("same", {"well": well})
        elif why != "unsteady":
            self._taught(why or "done", {"well": well, "face": face})

    def _taught(self, word: str, more: dict) -> None:
        if word == "same":
            said = {"kind": "same"}
            said.update(more)
            self._link.report("die", said)
            return
        teaching = self._teaching
        self._teaching = self._taught_well = None
        if word == "done":
            self._link.done(teaching, more)
        else:
            self._link.not_done(teaching, word, more)

    def _stop_teaching(self) -> None:
        """The table has given up an older face."""
        older = self._teaching
        self._teaching = self._taught_well = None
        if older is not None:
            if self._teacher is not None:
                self._teacher.cancel()
            self._link.not_done(older, "cancelled")

    def _cancel_teach(self, cmd_id: str) -> bool:
        if cmd_id != self._teaching:
            return False
        self._teaching = self._taught_well = None
        if self._teacher is not None:
            self._teacher.cancel()
        return True

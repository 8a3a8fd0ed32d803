"""The Shrine: a ring that empties itself in one turn while a light barrier counts what falls."""

# The last drop is still falling when the ring stands; the beam must have been quiet for so long.
QUIET_MS = 600
# But no flutter keeps the answer back for ever.
MOST_WAIT_MS = 3000


class Shrine:
    """One command at a time; whatever stops the ring becomes its answer."""

    def __init__(self, clock, ring, beam, lid, lights=None):
        """Take the Ring, the Beam, the Lid, and the LedRing where one is fitted."""
        self._clock = clock
        self._ring = ring
        self._beam = beam
        self._lid = lid
        self._lights = lights
        self.caps = ["flush", "beam", "lid"]
        if lights is not None:
            self.caps.append("lights")
        self._link = None
        self._flush = None
        self._home = None
        self._drops_before = 0
        self._beam_sound = True
        # After the turn: when it ended, and when the last drop was seen.
        self._stood = None
        self._last_drop = 0
        self._drops_seen = 0

    def attach(self, link) -> None:
        """Register the commands."""
        self._link = link
        link.command("flush", self._start_flush, durable=True, evidence=self._evidence)
        link.command("home", self._start_home)
        link.command("light", self._light)

    def tick(self) -> bool:
        """Move a little if there is something to move; tell whether there is."""
        self._beam.poll()
        lid = self._lid.tick()
        if lid is not None:
            self._link.report("part", {"what": "lid", "kind": lid})
        if self._ring.moving:
            self._move()
        elif self._stood is not None:
            self._wait_for_drops()
        return self._ring.moving

    def halt(self) -> None:
        """Stop the ring, coils off."""
        self._ring.stop("host_lost")

    def _start_flush(self, cmd_id: str, args: dict):
        if type(args.get("turn")) is not int or type(args.get("drops")) is not int:
            return self._refuse(cmd_id, "bad_args")
        if self._busy():
            return self._refuse(cmd_id, "busy")
        why = self._ring.start_turn()
        if why:
            return self._refuse(cmd_id, why)
        self._flush = cmd_id
        self._hold_lights()
        self._beam.poll()
        self._beam_sound = not self._beam.blocked
        self._drops_before = self._beam.drops
        return None

    def _start_home(self, cmd_id: str, args: dict):
        """Only an empty ring may move to find its mark; a loaded one is at home if the mark says so, or waits."""
        loaded = args.get("loaded")
        if type(loaded) is not bool:
            return self._refuse(cmd_id, "bad_args")
        if self._busy():
            return self._refuse(cmd_id, "busy")
        if self._ring.look() and (loaded or self._ring.exact):
            return self._home_result(0)
        if loaded:
            return self._refuse(cmd_id, "loaded_home")
        why = self._ring.start_home()
        if why:
            return self._refuse(cmd_id, why)
        self._home = cmd_id
        self._hold_lights()
        return None

    def _light(self, cmd_id: str, args: dict):
        """Show what the table says: how full the Shrine is, a question, or nothing."""
        how, n, of = args.get("how"), args.get("n", 0), args.get("of", 0)
        if self._lights is None:
            return self._refuse(cmd_id, "not_fitted")
        if how == "off":
            self._lights.off()
        elif how == "ask":
            self._lights.ask()
        elif how == "count" and type(n) is int and type(of) is int and 0 <= n <= of:
            self._lights.count(n, of)
        else:
            return self._refuse(cmd_id, "bad_args")
        return {}

    def _hold_lights(self) -> None:
        if self._lights is not None:
            self._lights.hold()

    def _let_lights_go(self) -> None:
        """Nothing falls any more; what went wrong is seen without any screen until the table says something else."""
        if self._lights is not None:
            if self._ring.ended != "done":
                self._lights.trouble()
            self._lights.let_go()

    def _refuse(self, cmd_id: str, why: str):
        self._link.not_done(cmd_id, why)

    def _busy(self) -> bool:
        return self._flush is not None or self._home is not None

    def _move(self) -> None:
        if not self._link.host_alive():
            self._ring.stop("host_lost")
        else:
            self._ring.run()
        if self._ring.moving:
            return
        if self._home is not None:
            self._end_home()
        else:
            # Done or not: what has fallen is counted to the end.
            self._stood = self._last_drop = self._clock.ms()
            self._drops_seen = self._beam.drops

    def _end_home(self) -> None:
        home = self._home
        self._home = None
        self._let_lights_go()
        if self._ring.ended == "done":
            self._link.done(home, self._home_result(self._ring.half_steps))
        else:
            seen = {"half_steps": self._ring.half_steps, "home": self._ring.at_mark()}
            self._link.not_done(home, self._ring.ended, seen)

    def _home_result(self, half_steps: int) -> dict:
        return {"home": True, "exact": self._ring.exact, "half_steps": half_steps}

    def _wait_for_drops(self) -> None:
        now = self._clock.ms()
        if self._beam.drops != self._drops_seen:
            self._drops_seen = self._beam.drops
            self._last_drop = now
        quiet = self._clock.diff(now, self._last_drop) >= QUIET_MS
        if quiet or self._clock.diff(now, self._stood) >= MOST_WAIT_MS:
            self._end_flush()

    def _end_flush(self) -> None:
        flush = self._flush
        self._flush = None
        self._stood = None
        self._let_lights_go()
        told = {"drops_seen": self._drops_seen - self._drops_before, "half_steps": self._ring.half_steps}
        if not self._beam_sound or self._beam.blocked or self._beam.overflowed:
            # Dark before or after: its count is worth nothing, people have to count.
            told["beam"] = False
            self._beam.overflowed = False
        if self._ring.ended == "done":
            told["turned"] = 1
            told["drift"] = self._ring.drift
            self._link.done(flush, told)
        else:
            told["home"] = self._ring.at_mark()
            self._link.not_done(flush, self._ring.ended, told)

    def _evidence(self, cmd_id: str, noted: dict) -> dict:
        """What a flush that a restart cut short left to see.

        Nothing is noted during a turn: writing flash holds up interrupts for some 45 ms, and drops would fall unseen.
        """
        seen = {"drops_seen": None, "half_steps": None}
        seen.update(noted)
        seen["home"] = self._ring.at_mark()
        return seen

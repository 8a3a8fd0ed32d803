"""The program is killed at any moment, and its world is not: the match goes on at the same question, and nothing happens twice.

TABLEKEEPER_KILLS is the number of kills: 16 if it is left out, 200 in the long run.
"""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
from collections import defaultdict

import pytest

from host.demo_seats import panels
from host.emulation.launch import start_world
from host.journal import Journal
from host.saves import save_lines
from shared_rules.record import replay
from tests.end_to_end.killed.host import PLACES, open_now

KILLS = int(os.environ.get("TABLEKEEPER_KILLS", "16"))
TURN = 4075.7728
LONGEST_S = 120
UP_TO = {"question": 40, "committed": 40, "shown": 40, "drawn": 60}
"""How far a run may come before it is killed there; commands to boards are fewer."""


class Host:
    """One run of the program, imported and waiting to be told to start."""

    def __init__(self, folder, place, times, seed):
        self.place = place
        command = [sys.executable, "-m", "tests.end_to_end.killed.host", folder / "world", folder / "demo.sqlite", folder / "log"]
        self.process = subprocess.Popen(
            [*map(str, command), place, str(times), str(seed)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )

    def run(self):
        """Let it run to its end; whether it was killed."""
        _, errors = self.process.communicate("go\n", timeout=LONGEST_S)
        assert self.process.returncode in (0, -signal.SIGKILL), errors
        return self.process.returncode != 0

    def end(self):
        """It is not needed (any more)."""
        self.process.kill()
        self.process.communicate(timeout=LONGEST_S)


def promises(folder):
    """What somebody has learned so far, by kind."""
    found = defaultdict(list)
    for line in (folder / "log").read_text().splitlines():
        kind, *rest = json.loads(line)
        found[kind].append(rest)
    return found


def check_after_kill(folder):
    """Whatever was committed or shown is in the journal; the match that goes on, and its open questions."""
    told = promises(folder)
    with Journal(folder / "demo.sqlite", lambda: 0.0, reading=True) as journal:
        for match, number, hash_ in told["committed"]:
            assert journal._hash_of(match, number) == hash_
        match = journal.newest()
        if match is None:
            return None
        resumed = journal.resume(match)
        if told["shown"] and told["resumed"][-1][0] == match:
            assert told["shown"][-1][0] <= resumed.number, "what was shown is written"
        drawn = [number for drawn_of, number in told["drew"] if drawn_of == match]
        assert max(drawn, default=0) <= resumed.number, "what the glass has received is still true"
        return [match, resumed.number, open_now(resumed)] if not resumed.over else None


def check_at_the_end(folder, counts):
    """Every match replays; the ring has turned once a flush; every face is one that the die showed for that question."""
    told, turned, faces, drops = promises(folder), 0, 0, 0
    reported = {}
    for match, ticket, attempt, outcome, result in told["heard"]:
        if outcome == "done" and "faces" in result:
            reported.setdefault((match, ticket, attempt), result["faces"])
    with Journal(folder / "demo.sqlite", lambda: 0.0, reading=True) as journal:
        assert journal.problems() == []
        for match in journal.matches():
            journal.verify(match)
            assert replay("".join(save_lines(journal, match))).over
            for entry in journal.entries(match):
                drops += sum(event["put_in"] for event in entry.events if event["event"] == "shrine_filled")
                intents = journal.intents(match, entry.ticket)
                done = [intent for intent in intents if intent.outcome == "done"]
                if entry.by == "board":
                    assert [intent.result for intent in done] == entry.evidence["boards"]
                for intent in done:
                    if intent.op == "flush":
                        turned += 1
                    if intent.op == "roll":
                        faces += 1
                        first = reported[match, entry.ticket, intent.attempt]
                        assert intent.result["faces"] == first, "a face that was reported is kept"
                        assert first[0] in thrown_for(folder, f"{match[:8]}.{entry.ticket}.{intent.attempt}")
    if any(ticket and outcome != "done" for _, ticket, _, outcome, _ in told["heard"]):
        # On a machine that has no time for it, a board may lose its mark or its table. It says so, and hands turn the ring back
        # and fill it again: how often it has turned in all, nobody can say then.
        return turned, faces
    at_first = told["stood"][0][0]  # where the ring's start position was found
    assert abs(counts.half_steps - at_first - turned * TURN) < 2 + turned, "the ring has turned once a flush"
    assert counts.drops_put == drops, "hands have put in each drop once"
    return turned, faces


def thrown_for(folder, cmd_id):
    """The faces of all throws while that command was the last one that a board had been told."""
    found, now = set(), None
    for line in (folder / "log").read_text().splitlines():
        kind, *rest = json.loads(line)
        if kind == "sent" and rest[1] == "roll":
            now = rest[0]
        elif kind == "threw" and now == cmd_id:
            found.add(rest[0])
    return found


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "world").mkdir()
    (tmp_path / "log").touch()
    return tmp_path


def test_a_program_that_is_killed_goes_on_at_the_same_question(folder):
    rng = random.Random(KILLS)
    killed = defaultdict(int)

    def waiting():
        """The next one is ready before this one is killed: a board that is turning is not left alone for long."""
        for run in range(5 * KILLS):
            place = list(PLACES)[run % len(PLACES)]
            yield Host(folder, place, rng.randint(1, UP_TO.get(place, 3)), run)

    with start_world(vm="cpython", folder=folder / "world", seed=7, panels=panels(2)) as world, contextlib.ExitStack() as stack:
        ready = {"control": str(world.path), "ports": world.ports, "glass": str(world.glass)}
        (folder / "world" / "ready.json").write_text(json.dumps(ready))
        hosts = waiting()
        following = next(hosts)
        while sum(killed.values()) < KILLS:
            host, following = following, next(hosts)
            stack.callback(following.end)
            expected = check_after_kill(folder) if (folder / "demo.sqlite").exists() else None
            before = len(promises(folder)["resumed"])
            killed[host.place] += host.run()
            resumed = promises(folder)["resumed"][before:]
            if expected and resumed:
                assert resumed[0] == expected
        Host(folder, "never", 0, KILLS).run()
        turned, faces = check_at_the_end(folder, world.counts())
    print(f"{sum(killed.values())} kills ({dict(killed)}): {turned} turns of the ring, {faces} faces, nothing twice")

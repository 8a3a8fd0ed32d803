"""Whole matches on virtual hardware: the shipped firmware turns and reads, the world counts, the export tells the same."""

import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time

import pytest

from host.emulation.launch import best_vm
from shared_rules.bots.chance import chance_answer
from shared_rules.games import game
from shared_rules.record import Entry, Start, lines, plain
from tests.end_to_end.demo_table import DemoTable, until

TURN = 4075.7728
LONGEST_S = 120


def tablekeeper(*args, cwd=None):
    return subprocess.run(
        [sys.executable, "-m", "host", *args],
        capture_output=True,
        text=True,
        timeout=LONGEST_S,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
    )


def demo(tmp_path, *args):
    journal = tmp_path / "demo.sqlite"
    done = tablekeeper("demo", "--headless", "--speed", "0", "--journal", str(journal), "--json", *args)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()], journal


def exported(journal, match):
    done = tablekeeper("export", match, "--journal", str(journal))
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()][1:-1], done.stdout


@pytest.mark.parametrize("vm", ["micropython", "cpython"])
def test_a_match_is_played_through_two_real_boards(tmp_path, vm):
    """The Shrine turns once for every Flush, and every face comes from a throw that the world saw."""
    if vm == "micropython" and best_vm() != "micropython":
        pytest.skip("no real MicroPython is installed here; it has wheels for x86-64 only")
    (told,), journal = demo(tmp_path, "--game", "mycelia", "--seats", "2", "--matches", "1", "--vm", vm, "--seed", "11")
    assert (told["vm"], told["over"]) == (vm, True)
    answers, text = exported(journal, told["match"])
    flushes = [entry for entry in answers if isinstance(entry["answer"], dict)]
    rolls = [entry for entry in answers if entry["events"] and entry["events"][0]["event"] == "rolled_for_first"]
    assert len(flushes) >= 2
    assert {entry["answer"]["turned_by"] for entry in flushes} == {"board"}
    assert {entry["answer"]["drops_seen"] for entry in flushes} == {10}
    assert abs(told["half_steps"] - len(flushes) * TURN) < 2, "one turn's half-steps for every flush, no more and no less"
    assert len(rolls) >= 2
    assert {entry["source"] for entry in rolls} == {"rolled"}, "who starts was rolled on the dice reader"
    assert told["throws"] == len(flushes) + len(rolls)
    (tmp_path / "save.jsonl").write_text(text)
    again = tablekeeper("replay", str(tmp_path / "save.jsonl"))
    assert again.returncode == 0, again.stderr


def test_matches_follow_each_other_on_the_same_boards(tmp_path):
    told, journal = demo(tmp_path, "--seats", "3", "--matches", "2", "--seed", "5", "--vm", "cpython")
    assert [one["over"] for one in told] == [True, True]
    assert told[0]["match"] != told[1]["match"]
    for one in told:
        answers, _ = exported(journal, one["match"])
        seen = [entry["answer"]["drops_seen"] for entry in answers if isinstance(entry["answer"], dict)]
        assert set(seen) == {15}, "hands take out what the match before left in the Shrine"


def test_a_table_without_real_pieces_needs_no_hands(tmp_path):
    (told,), journal = demo(tmp_path, "--matches", "1", "--seed", "2", "--option", "pieces=none", "--vm", "cpython")
    answers, _ = exported(journal, told["match"])
    assert told["over"]
    assert not any(entry["answer"] is True for entry in answers)


@pytest.mark.parametrize("seats", [1, 3])
def test_with_light_tracking_the_same_boards_turn_and_count(tmp_path, seats):
    """Nobody confirms the drops of a turn, and yet they all lie in the Shrine when it turns."""
    args = ["--seats", str(seats), "--matches", "1", "--seed", "6", "--vm", "cpython", "--option", "tracking=light"]
    (told,), journal = demo(tmp_path, *args)
    answers, _ = exported(journal, told["match"])
    flushes = [entry["answer"] for entry in answers if isinstance(entry["answer"], dict)]
    assert told["over"] and len(flushes) >= 2
    assert {(flush["turned_by"], flush["drops_seen"]) for flush in flushes} == {("board", 10 if seats == 1 else 15)}
    assert abs(told["half_steps"] - len(flushes) * TURN) < 2


def happened(answers, name):
    return [told for entry in answers for told in entry["events"] if told["event"] == name]


def test_a_duel_with_gwidyon_fills_the_same_ring(tmp_path):
    """Drops of his pile lie in the Shrine beside the player's, and the beam counts them all."""
    (told,), journal = demo(tmp_path, "--seats", "1", "--matches", "1", "--seed", "3", "--vm", "cpython")
    answers, _ = exported(journal, told["match"])
    flushes = [entry["answer"] for entry in answers if isinstance(entry["answer"], dict)]
    lost = happened(answers, "gwidyon_lost_drops")
    assert told["over"] and len(flushes) >= 2
    assert {(flush["turned_by"], flush["drops_seen"]) for flush in flushes} == {("board", 10)}
    assert abs(told["half_steps"] - len(flushes) * TURN) < 2
    assert sum(event["count"] for event in lost) + lost[-1]["left"] == 20


def test_four_play_expansion_and_advanced_boards(tmp_path):
    options = ["--option", "expansion=true", "--option", "boards=advanced"]
    (told,), journal = demo(tmp_path, "--seats", "4", "--matches", "1", "--seed", "3", "--vm", "cpython", *options)
    answers, _ = exported(journal, told["match"])
    seen = {entry["answer"]["drops_seen"] for entry in answers if isinstance(entry["answer"], dict)}
    assert told["over"] and seen == {20}
    assert len({event["side"] for event in happened(answers, "board_drawn")}) == 4, "each player has another board"


@pytest.mark.parametrize(("seats", "mode"), [("1", "standard"), ("3", "standard"), ("4", "blitz")])
def test_mischief_is_played_alone_in_pairs_and_on_the_clock(tmp_path, seats, mode):
    options = ["--seats", seats, "--option", f"mode={mode}", "--matches", "1", "--seed", "3", "--vm", "cpython"]
    (told,), journal = demo(tmp_path, "--game", "mischief", *options)
    answers, _ = exported(journal, told["match"])
    assert told["over"]
    thrown = {entry["source"] for entry in answers if isinstance(entry["answer"], list) and isinstance(entry["answer"][0], int)}
    assert thrown <= {"rolled"}, "every die is thrown into the reader"
    assert thrown or seats == "1", "it is thrown for who begins"


class Keyboard:
    """A demo with somebody at the keyboard who reads what is written before typing."""

    def __init__(self, *args):
        command = [sys.executable, "-u", "-m", "host", "demo", "--humans", "1", "--speed", "0", "--vm", "cpython", *args]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.read = b""

    def until(self, words):
        """Read until `words` have been written since the last call; all that was read."""
        deadline = time.monotonic() + LONGEST_S
        while words.encode() not in self.read:
            assert select.select([self.process.stdout], [], [], max(0.0, deadline - time.monotonic()))[0], self.read
            data = os.read(self.process.stdout.fileno(), 65536)
            assert data, f"it ended before {words!r}: {self.read.decode()}"
            self.read += data
        before, found, self.read = self.read.partition(words.encode())
        return (before + found).decode()

    def type(self, text):
        self.process.stdin.write(f"{text}\n".encode())
        self.process.stdin.flush()

    def leave(self):
        rest, _ = self.process.communicate(b"stop\n", timeout=LONGEST_S)
        return rest.decode()


def test_a_person_plays_at_the_keyboard_and_goes_on_later(tmp_path):
    args = ["--journal", str(tmp_path / "demo.sqlite"), "--seed", "4", "--option", "first=seat 0", "--matches", "1"]
    first = Keyboard(*args)
    text = first.until("Your turn")
    assert "CPython" in text
    first.until("  1  ")
    first.type("99")
    first.until("There is no option 99")
    first.type("nonsense")
    first.until("Type the number of an option")
    first.until("the match is kept\n")
    first.type("help 1")
    first.until("\n")
    first.type("1")
    first.until("Ada")
    assert "is kept in" in first.leave()
    assert first.process.returncode == 0
    second = Keyboard(*args)
    assert "goes on after answer" in second.until("goes on after answer")
    second.until("  1  ")
    second.leave()


def test_ctrl_c_leaves_the_table_as_stop_does(tmp_path):
    """A person at the keyboard presses it: whoever is asked may go on later, and nothing but words is said."""
    args = ["--journal", str(tmp_path / "demo.sqlite"), "--seed", "4", "--option", "first=seat 0", "--port", "0"]
    playing = Keyboard(*args)
    playing.until("  1  ")
    playing.process.send_signal(signal.SIGINT)
    rest, _ = playing.process.communicate(timeout=LONGEST_S)
    assert "is kept in" in rest.decode() and "Abort" not in rest.decode()
    assert playing.process.returncode == 0


def test_a_page_whose_port_is_taken_is_told_in_words(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        done = tablekeeper("demo", "--journal", str(tmp_path / "demo.sqlite"), "--vm", "cpython", "--port", port)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert port in done.stderr and "--port" in done.stderr


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["demo", "--headless"], ["--matches"]),
        (["demo", "--matches", "1", "--headless", "--option", "first=seat 7", "--seats", "9"], ["first", "9"]),
        (["simulate", "chess"], ["mycelia"]),
        (["simulate", "mycelia", "--bots", "grandmaster,random", "--seats", "3"], ["grandmaster", "3 seats"]),
        (["simulate", "mycelia", "--option", "colour=red", "--option", "pieces"], ["colour", "NAME=VALUE"]),
        (["replay", "nothing.jsonl"], ["nothing.jsonl"]),
        (["export", "--journal", "nothing.sqlite"], ["nothing.sqlite", "play a match first"]),
    ],
)
def test_what_cannot_run_says_all_that_is_wrong(args, words, tmp_path):
    done = tablekeeper(*args, cwd=tmp_path)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in done.stderr


def test_check_and_replay_say_no_by_their_exit_code(tmp_path):
    (tmp_path / "save.jsonl").write_text('{"tablekeeper": 1}\n{}\n')
    for command in ("check", "replay"):
        done = tablekeeper(command, "save.jsonl", cwd=tmp_path)
        assert done.returncode == 1, done.stderr


def test_no_boards_are_found_where_there_are_none(tmp_path):
    done = tablekeeper("boards", "--seconds", "0.3", "--port", str(tmp_path / "ttyNOT"), "--json")
    assert done.returncode == 1
    assert all(board["state"] != "awake" for board in json.loads(done.stdout)["boards"])


def test_virtual_hands_follow_when_something_is_set_right_and_taken_back(tmp_path):
    """A count of the Shrine is corrected, and a turn of drops is put in and taken back: the ring holds what the table says."""
    with DemoTable(tmp_path, light_turn_of_ada(), speed=0.0) as table:
        table.hear("how many?")
        assert table.world.counts().drops_in_ring == 4
        table.type("correct drops in the shrine")
        number = re.search(r"(\d+) +drops in the shrine = 4", table.hear("drops in the shrine = 4"))[1]
        table.type(f"correct {number} 6")
        until(lambda: table.world.counts().drops_in_ring == 6, "two more are put in")
        table.type("undo")
        until(lambda: table.world.counts().drops_in_ring == 4, "the correction is taken back")
        table.type("undo")
        until(lambda: table.world.counts().drops_in_ring == 0, "and so is what Ada has told, with Ben's answer after it")
        table.leave()


def light_turn_of_ada():
    """A save: Ada has told three drops, and Ben one; it is Ada's turn again."""
    names = ["Ada", "Ben"]
    match = game("mycelia").new(2, {"pieces": "real", "first": "seat 0", "tracking": "light"})
    start, entries, told = Start.of(match, "handsave", 2, names), [], iter((["removed", 3], ["removed", 1]))
    while True:
        line, (ticket, question) = next(iter(match.questions.items()))
        choice = question.kind == "choice"
        answer = next(told, None) if choice else chance_answer(question, lambda: 0.0)
        if answer is None:
            return "".join(lines(start, entries, lambda: None))
        by = f"seat {question.seat}" if choice else "engine"
        events = [plain(event.whole()) for event in match.answer(line, ticket, answer)]
        entries.append(Entry(number=match.number, line=line, ticket=ticket, answer=answer, by=by, source="test", events=events))

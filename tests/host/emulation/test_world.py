"""Boards in the world, by the tests' own small firmware: time, pins, resets, the cable, and who ends whom."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import serial

from host.emulation.control import World, WorldError
from host.emulation.launch import StartedWorld, start_world
from tests.host.emulation.lines import Lines

FIRMWARE = Path(__file__).with_name("test_firmware")
BOTH = pytest.mark.parametrize("vm", ["micropython", "cpython"])

Start = Callable[..., StartedWorld]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    worlds: list[StartedWorld] = []

    def starter(*boards: str, vm: str = "cpython", speed: float = 0.0, **more: object) -> StartedWorld:
        folder = tmp_path / f"world{len(worlds)}"
        worlds.append(start_world(boards or ("shrine",), vm=vm, speed=speed, folder=folder, firmware=FIRMWARE, **more))  # type: ignore[arg-type]
        return worlds[-1]

    yield starter
    for world in worlds:
        world.stop()


def until(holds: Callable[[], bool], within: float = 5.0) -> None:
    deadline = time.monotonic() + within
    while not holds():
        assert time.monotonic() < deadline, f"did not come true within {within} s"
        os.sched_yield()


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def reopened(world: StartedWorld, boots: int, board: str = "shrine") -> Lines:
    world.wait("boots", boots, timeout=10, board=board)
    world.wait("plugged", 1, timeout=10, board=board)
    return Lines(world.ports[board])


@BOTH
def test_a_turn_is_counted_to_the_half_step_and_each_drop_makes_its_edges(start: Start, vm: str) -> None:
    world = start(vm=vm)
    with Lines(world.ports["shrine"]) as board:
        assert board.ask("vm") == [vm]
        world.put_drops(7)
        assert world.put_die()
        assert board.ask_and_stay("turn", 4076) == ["4076", "7"]
        counts = world.counts()
        assert (counts.half_steps, counts.travel, counts.lost_steps) == (4076, 4076, 0)
        assert (counts.drops_in_ring, counts.drops_fallen, counts.supply_die) == (0, 7, "out")
        assert board.ask("drops") == ["7", "14"]
        assert min(int(gap) for gap in board.ask("gaps")) >= 2000
        assert world.take_drops() == 7
        assert board.ask("turn", -100) == ["-100", "7"]
        counts = world.counts()
        assert (counts.half_steps, counts.travel, counts.drops_in_tray) == (3976, 4176, 0)


@BOTH
def test_edges_keep_their_times_however_late_the_computer_is(start: Start, vm: str) -> None:
    world = start(vm=vm, speed=20.0)  # a drop darkens the beam for a tenth of a millisecond of the computer's time
    with Lines(world.ports["shrine"]) as board:
        world.put_drops(12)
        board.ask_and_stay("turn", 4076, 12_000)
        board.ask_and_stay("nap", 300)
        fallen = world.counts().drops_fallen
        assert fallen > 3
        assert board.ask("drops") == [str(fallen), str(2 * fallen)]
        assert min(int(gap) for gap in board.ask("gaps")) >= 2000


@BOTH
def test_the_home_mark_is_found_where_it_is(start: Start, vm: str) -> None:
    world = start(vm=vm)
    with Lines(world.ports["shrine"]) as board:
        assert board.ask("home") == ["1"]
        first = int(board.ask_and_stay("seek", 5000)[0])
        assert first == world.counts().half_steps
        assert world.counts().at_home
        assert board.ask("turn", 200)[0] == "200"
        assert first + 4075 <= int(board.ask_and_stay("seek", 5000)[0]) + first + 200 <= first + 4076
        world.home_mark(missing=True)
        assert board.ask_and_stay("seek", 5000) == ["-1"]


@BOTH
def test_time_skips_while_the_host_is_heard_and_runs_really_after_a_second_and_a_half(start: Start, vm: str) -> None:
    world = start(vm=vm)
    with Lines(world.ports["shrine"]) as board:
        began = time.monotonic()
        assert int(board.ask("nap", 1400)[0]) in range(1400, 1420)
        assert time.monotonic() - began < 1.3
        # In one piece: a board that idles between the two skips time too, and has moved longer ago by as much.
        began = time.monotonic()
        board.send("turn 8\nnap 2100")
        assert board.read()[0] == "turn"
        assert int(board.read()[1]) in range(2100, 2300)
        assert 0.5 < time.monotonic() - began < 1.5


@BOTH
def test_a_busy_wait_passes_too(start: Start, vm: str) -> None:
    world = start(vm=vm)
    with Lines(world.ports["shrine"]) as board:
        assert board.ask("spin", 300) == ["300"]
    assert world.counts().boards["shrine"].running


def test_a_board_at_rest_is_not_hurried(start: Start) -> None:
    world = start()
    with Lines(world.ports["shrine"]) as board:
        assert board.ask("turn", 8)[0] == "8"
        for _ in range(4):
            board.ask("nap", 600)
        before, began = int(board.ask("ping")[0]), time.monotonic()
        board.ask("nap", 300)
        assert time.monotonic() - began >= 0.29
        assert int(board.ask("ping")[0]) - before < 600


@BOTH
def test_another_speed_is_so_much_faster(start: Start, vm: str) -> None:
    world = start(vm=vm, speed=4.0)
    with Lines(world.ports["shrine"]) as board:
        began = time.monotonic()
        assert int(board.ask("nap", 1200)[0]) in range(1200, 1400)
        assert 0.28 < time.monotonic() - began < 1.1


def test_ticks_wrap_as_on_a_pico(start: Start) -> None:
    world = start(ticks_from=2**30 / 1e6 - 1.0)
    with Lines(world.ports["shrine"]) as board:
        assert board.ask("nap", 1400)[0] in ("1400", "1401")
        assert board.ask("turn", 100)[0] == "100"
    assert world.counts().half_steps == 100


@BOTH
def test_a_hanging_board_is_bitten_and_starts_anew(start: Start, vm: str) -> None:
    world = start(vm=vm)
    with Lines(world.ports["shrine"]) as board:
        assert board.ask("cause") == ["1"]
        board.send("hang", 300)
        assert board.read() == ["hanging"]
        world.wait("bites", 1, timeout=5, board="shrine")
        with pytest.raises((serial.SerialException, OSError)):
            board.read()
    with reopened(world, boots=2) as board:
        assert board.ask("cause") == ["3"]


@BOTH
def test_a_reset_and_a_power_cut_keep_the_flash_and_tell_their_cause(start: Start, vm: str) -> None:
    world = start(vm=vm)
    with Lines(world.ports["shrine"]) as board:
        uid = board.ask("uid")
        assert board.ask("load") == ["-1"]
        assert board.ask("save", 42) == ["42"]
        board.send("reset")
        world.wait("boots", 2, timeout=5, board="shrine")
    with reopened(world, boots=2) as board:
        assert (board.ask("cause"), board.ask("load"), board.ask("uid")) == (["3"], ["42"], uid)
        world.cut_power("shrine", 0.05)
    with reopened(world, boots=3) as board:
        assert (board.ask("cause"), board.ask("load")) == (["1"], ["42"])


def test_power_fails_at_the_very_half_step(start: Start) -> None:
    world = start()
    world.put_drops(3)
    with Lines(world.ports["shrine"]) as board:
        world.cut_power("shrine", after_half_steps=1234)
        board.send("turn", 4076)
        board.send("ping")
        world.wait("boots", 2, timeout=5, board="shrine")
    counts = world.counts()
    assert (counts.travel, counts.energised) == (1234, False)
    assert counts.drops_in_ring + counts.drops_falling + counts.drops_fallen == 3


def test_jam_and_lid_strike_at_their_half_step(start: Start) -> None:
    world = start()
    with Lines(world.ports["shrine"]) as board:
        world.lid(True, after_half_steps=500)
        assert board.ask_and_stay("turn", 4076)[0] == "lid"
        assert world.counts().travel == 500
        world.lid(False)
        assert board.ask("lid") == ["0"]
        world.jam(True, after_half_steps=100)
        board.ask("turn", 400)
        assert world.counts().travel == 600
        assert world.counts().lost_steps > 200


def test_a_dead_beam_sees_nothing(start: Start) -> None:
    world = start()
    world.put_drops(3)
    with Lines(world.ports["shrine"]) as board:
        assert board.ask("drops") == ["0", "0"]
        world.beam(dead=True)
        board.ask_and_stay("turn", 4076)
        assert board.ask("drops") == ["1", "1"]  # dark for good: one edge
    assert world.counts().drops_fallen == 3


@BOTH
def test_timers_ring_in_board_time(start: Start, vm: str) -> None:
    world = start(vm=vm)
    with Lines(world.ports["shrine"]) as board:
        assert board.ask("timer", 50, 1010) == ["20"]


@BOTH
def test_the_dice_reader_feels_throws_presses_and_silence(start: Start, vm: str) -> None:
    world = start("dice_reader", vm=vm)
    with Lines(world.ports["dice_reader"]) as board:
        assert board.ask("scan") == ["24"]
        for face, axis, sign in ((1, 2, 1), (5, 1, -1)):
            assert world.throw(face) == face
            at_rest = [int(g) for g in board.ask("still", 4000)]
            assert sign * at_rest[axis] > 940
        world.press()
        world.press()
        presses, falls = board.ask("watch", 800)
        assert presses == "2" and int(falls) >= 2
        world.nack(1)
        assert board.ask("nacked") == ["errno", "5"]
        assert board.ask("nacked")[0] != "errno"
    assert (world.counts().throws, world.counts().presses) == (2, 2)


@BOTH
def test_a_program_that_ends_leaves_the_prompt(start: Start, vm: str) -> None:
    world = start(vm=vm)
    with Lines(world.ports["shrine"]) as board:
        board.send("leave")
        assert any("MicroPython" in line for line in board.read_all(quiet=0.3))
        board.send_bytes(b"\r\1print(6 * 7)\4")
        assert any("OK42" in line for line in board.read_all(quiet=0.3))
        board.send_bytes(b"\2\4")  # back to the prompt for people, and the program anew
    world.wait("boots", 2, timeout=5, board="shrine")
    world.cut_power("shrine")
    with reopened(world, boots=3) as board:
        assert board.ask("cause") == ["1"]


def test_a_pulled_cable_leaves_the_board_alive(start: Start) -> None:
    world = start()
    with Lines(world.ports["shrine"]) as board:
        board.ask("turn", 8)
        world.pull("shrine", 0.1)
        with pytest.raises((serial.SerialException, OSError)):
            board.read()
    with reopened(world, boots=1) as board:
        assert board.ask("turn", 8)[0] == "8"
    assert (world.counts().half_steps, world.counts().boards["shrine"].boots) == (16, 1)


def test_a_board_that_nobody_reads_loses_what_it_says_and_lives_on(start: Start) -> None:
    world = start()
    with Lines(world.ports["shrine"]) as board:
        board.send("flood", 20000)
        world.wait("thrown_away", 10000, timeout=5, board="shrine")
        board.forget()
        board.send("ping")
        assert "ping" in board.last_line()


def test_a_bad_cable_is_bad_in_the_same_way_twice(start: Start) -> None:
    told = []
    for _ in range(2):
        world = start()
        world.wire("shrine", seed=5, drop_line=0.3)
        with Lines(world.ports["shrine"]) as board:
            for n in range(20):
                board.send("save", n)
            told.append(board.read_all(quiet=0.3))
    assert told[0] == told[1] != []


def test_kill_9_of_a_client_leaves_the_world_counting(start: Start) -> None:
    world = start()
    script = (
        "import sys, os, signal; from host.emulation.control import World; from tests.host.emulation.lines import Lines\n"
        "world = World(sys.argv[1]); world.put_drops(2); board = Lines(sys.argv[2]); board.send('turn', 2000); board.send('ping')\n"
        "world.wait('travel', 1, 5); os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    command = [sys.executable, "-c", script, str(world.path), world.ports["shrine"]]
    client = subprocess.run(command, cwd=Path(__file__).parents[3], timeout=20, check=False)
    assert client.returncode == -signal.SIGKILL
    assert world.wait("travel", 2000, timeout=10).travel == 2000
    with Lines(world.ports["shrine"]) as board:
        board.send("ping")
        assert "ping" in board.last_line()


def test_the_world_ends_when_told_and_takes_its_boards_along(start: Start) -> None:
    world = start("shrine", "dice_reader")
    boards = children(world.process.pid)
    assert len(boards) == 2
    assert world.stop() == 0
    assert all(gone(board) for board in boards)
    assert not Path(world.ports["shrine"]).is_symlink()
    with pytest.raises(WorldError):
        World(world.path)


@BOTH
def test_no_board_outlives_a_world_that_was_killed(start: Start, vm: str) -> None:
    world = start("shrine", vm=vm)
    boards = children(world.process.pid)
    with Lines(world.ports["shrine"]) as board:
        board.ask("ping")
    world.process.kill()
    world.process.wait(5)
    until(lambda: all(gone(board) for board in boards))


def test_a_tied_world_ends_with_its_parent(tmp_path: Path) -> None:
    script = (
        "import os, signal; from pathlib import Path; from host.emulation.launch import start_world\n"
        f"world = start_world(('shrine',), vm='cpython', folder=Path({str(tmp_path)!r}), firmware=Path({str(FIRMWARE)!r}))\n"
        "print(world.process.pid, flush=True); os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    parent = subprocess.run([sys.executable, "-c", script], capture_output=True, timeout=20, check=False)
    until(lambda: gone(int(parent.stdout)))


def test_the_world_refuses_in_plain_words(start: Start) -> None:
    world = start("dice_reader")
    with pytest.raises(WorldError, match="no board of this world"):
        world.put_drops(1)
    with pytest.raises(WorldError, match="face 9"):
        world.throw(9)
    with pytest.raises(WorldError, match="did not reach"):
        world.wait("throws", 99, timeout=0.05)
    assert world.counts().throws == 0


def test_a_world_that_cannot_be_set_up_says_why(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(WorldError, match="did not come up"):
        start_world(("oven",), vm="cpython", folder=tmp_path, firmware=FIRMWARE)
    assert "does not describe the board 'oven'" in capfd.readouterr().err


def test_a_temporary_folder_goes_with_its_world() -> None:
    with start_world(("shrine",), vm="cpython", firmware=FIRMWARE) as world:
        assert (world.folder / "shrine" / "main.py").is_file()
    assert not world.folder.exists()

"""Both ends on a cable that loses, doubles, corrupts, reorders, and with either end starting anew.

What is counted as the truth lives in the bench: how often the ring turned for an id, which numbers were thrown.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tablelink.events import Asleep, Awake, Done, NotDone, Rebooted, Trouble, Unknown
from tests.firmware.linkbench import FAULTS, Bench, play

VM = Path(sys.executable).with_name("micropython")
COMMANDS = int(os.environ.get("TABLEKEEPER_LINK_COMMANDS", "200"))
"""Of each kind of fault; `TABLEKEEPER_LINK_COMMANDS=1000` is the long run."""
FLUSHED = {"turned": 1, "drops_seen": 3, "half_steps": 4076, "drift": -12}

# At least so many of 200 end as done, at most so many as unknown; every seventh flush is refused by the board (28).
FLOORS = {
    "none": (171, 0),
    "loss": (160, 12),
    "double": (171, 0),
    "corrupt": (160, 12),
    "reorder": (160, 12),
    "bytes_lost": (160, 12),
    "bytes_doubled": (160, 12),
    "board_resets": (80, 90),
    "host_resets": (171, 0),
    "both_reset": (80, 100),
    "all": (110, 60),
}


@pytest.mark.parametrize("op", ["flush", "roll"])
@pytest.mark.parametrize("fault", FAULTS)
def test_200_commands_end_honestly(fault, op):
    counts = play(FAULTS[fault], op, COMMANDS, seed=11)
    print(f"{fault:14} {op:6} {counts}")
    share = COMMANDS / 200
    least_done, most_unknown = (floor * share for floor in FLOORS[fault])
    assert counts["done"] + counts["not done"] + counts["unknown"] == COMMANDS
    assert counts["done"] >= least_done
    assert counts["unknown"] <= most_unknown
    # The faults did strike, or the run proves nothing.
    assert (counts["struck"] > 100 * share) == any(key not in ("board_reset", "host_reset") for key in FAULTS[fault])
    assert (counts["boots"] > 20 * share) == ("board_reset" in FAULTS[fault])
    assert (counts["hosts"] > 20 * share) == ("host_reset" in FAULTS[fault])
    if fault == "board_resets" and op == "flush":
        assert counts["unknown"] > 20 * share
    if op == "roll":
        assert counts["not done"] == 0


@pytest.mark.parametrize("seed", range(8))
def test_everything_at_once_under_other_seeds(seed):
    for op in ("flush", "roll"):
        counts = play(FAULTS["all"], op, 60, seed)
        assert counts["done"] > 25


def bench(faults=None, **more):
    made = Bench(faults or {}, seed=5, refuse_every=0, **more)
    made.run(1000)
    made.events.clear()
    return made


@pytest.mark.parametrize("when", ["before the record is written", "after the record is written"])
@pytest.mark.parametrize("store", [1, 2])
def test_power_cut_around_each_record_is_answered_honestly(store, when):
    """Store 1 is the intent, store 2 the ending."""
    table = bench()
    table.board.flash.cut_at = store
    table.board.flash.cut_before = when.startswith("before")
    table.command("m.1.1", "flush", {"turn": 1, "drops": 3})
    ending = table.journal["m.1.1"]
    assert table.rebooted == 1
    if store == 1 and when.startswith("before"):
        assert ending == Done("m.1.1", FLUSHED)  # never begun before the cut, so it was begun after it
        assert table.board.turns == {"m.1.1": 1}
    elif store == 1:
        assert ending == Unknown("m.1.1", "board", {"half_steps": 1800, "home": False})
        assert table.board.turns == {}
    elif when.startswith("before"):
        assert ending == Unknown("m.1.1", "board", {"half_steps": 1800, "home": False})
        assert table.board.turns == {"m.1.1": 1}
    else:
        assert ending == Done("m.1.1", FLUSHED)
        assert table.board.turns == {"m.1.1": 1}


def test_power_cut_before_the_unknown_is_on_record_changes_nothing():
    table = bench()
    table.board.flash.cut_at = 2
    table.board.flash.cut_before = True
    table.host.send("m.1.1", "flush", {"turn": 1})
    table.open = ("m.1.1", "flush", {})
    table.run(400)
    table.board.flash.cut_at = 3
    while table.open:
        table.run(25)
    assert table.board.boots == 3
    assert isinstance(table.journal["m.1.1"], Unknown)
    assert table.board.turns == {"m.1.1": 1}


def test_a_reboot_in_mid_turn_is_told_once_and_the_same_id_is_sent_again():
    table = bench()
    table.open = ("m.1.1", "flush", {"turn": 1})
    table.host.send("m.1.1", "flush", {"turn": 1})
    table.run(100)
    table.board.cut_power()
    table.run(4000)
    assert [event for event in table.events if isinstance(event, Rebooted)] == [
        Rebooted("e66164084373532b", "boot0001", "boot0002")
    ]
    assert table.journal["m.1.1"] == Unknown("m.1.1", "board", {"half_steps": 1800, "home": False})
    table.command("m.2.1", "flush", {"turn": 2})
    assert table.board.turns == {"m.1.1": 1, "m.2.1": 1}


def test_a_roll_forgotten_by_a_reboot_opens_again_under_its_id():
    table = bench()
    table.open = ("m.1.1", "roll", {})
    table.host.send("m.1.1", "roll", {})
    table.run(100)
    table.board.cut_power()
    table.run(4000)
    assert table.journal["m.1.1"].result["faces"] == [1]
    assert table.board.throws == {"m.1.1": [1]}


@pytest.mark.fault(20)
def test_a_host_that_starts_anew_gets_the_remembered_answer():
    table = bench()
    table.open = ("m.1.1", "flush", {})
    table.host.send("m.1.1", "flush", {})
    for _ in range(20):
        table.step()  # the old host hears the ending, and dies before it is journaled
    table.start_host()
    table.run(500)
    assert table.journal["m.1.1"] == Done("m.1.1", FLUSHED)
    assert table.board.turns == {"m.1.1": 1}


def test_both_ends_start_anew_after_the_ending_was_acknowledged():
    table = bench()
    table.open = ("m.1.1", "flush", {})
    table.host.send("m.1.1", "flush", {})
    for _ in range(20):
        table.step()
    table.board.cut_power()
    table.start_host()
    table.run(3000)
    assert table.journal["m.1.1"] == Done("m.1.1", FLUSHED)
    assert table.board.turns == {"m.1.1": 1}


@pytest.mark.fault(21)
def test_old_frames_replayed_much_later_start_nothing():
    """Every frame that the host ever sent comes again, after twenty other commands, in every session."""
    table = bench()
    recorded = []
    send = table.to_board.write
    table.to_board.write = lambda data: (recorded.append(data), send(data))
    table.start_host()
    table.run(300)
    for number in range(20):
        table.command(f"m.{number}.1", "flush", {"turn": number})
    for _ in range(2):
        for data in list(recorded):
            send(data)
        table.run(3000)
        table.board.cut_power()
        table.run(4000)
    assert set(table.board.turns.values()) == {1}
    table.command("m.20.1", "flush", {"turn": 20})
    assert table.journal["m.20.1"] == Done("m.20.1", FLUSHED)


@pytest.mark.fault(21)
def test_old_answers_replayed_to_the_host_end_nothing():
    table = bench()
    recorded = []
    send = table.to_host.write
    table.to_host.write = lambda data: (recorded.append(data), send(data))
    table.board.cut_power()
    table.run(3000)
    table.command("m.1.1", "roll", {})
    table.board.cut_power()
    table.run(6000)
    late = table.host.late
    for data in recorded:
        send(data)
    table.run(3000)
    assert table.host.late > late
    assert table.journal == {"m.1.1": table.journal["m.1.1"]}
    table.command("m.2.1", "roll", {})
    assert table.journal["m.2.1"].result["faces"] == [2]


def test_a_silent_board_falls_asleep_after_5_s_and_wakes_with_its_answer():
    table = bench()
    table.open = ("m.1.1", "flush", {})
    table.host.send("m.1.1", "flush", {})
    table.run(50)
    table.to_host.faults = table.to_board.faults = {"lose": 100}
    table.run(8000)
    (asleep,) = [event for event in table.events if isinstance(event, Asleep)]
    assert 5 < asleep.silent_s < 6
    table.to_host.faults = table.to_board.faults = {}
    table.run(1000)
    assert Awake("e66164084373532b") in table.events
    assert table.journal["m.1.1"] == Done("m.1.1", FLUSHED)
    assert table.rebooted == 0


def test_the_board_knows_within_3_s_that_its_host_is_gone():
    table = bench()
    assert table.board.link.host_alive()
    table.to_board.faults = {"lose": 100}
    table.run(2000)
    assert table.board.link.host_alive()
    table.run(1500)
    assert not table.board.link.host_alive()
    table.to_board.faults = {}
    table.run(1100)
    assert table.board.link.host_alive()


@pytest.mark.fault(30)
@pytest.mark.parametrize("before_wrap_ms", [1, 2_000, 4_100, 2**29 + 3_000])
def test_the_wrap_of_the_boards_clock_and_its_half_are_not_noticed(before_wrap_ms):
    table = bench(start_ticks=2**30 - before_wrap_ms)
    for number in range(10):
        table.command(f"m.{number}.1", "flush", {"turn": number})
        assert table.board.link.host_alive()
    table.run(5000)
    assert table.board.link.host_alive()
    assert not [event for event in table.events if isinstance(event, Asleep | Rebooted | Trouble)]
    assert set(table.board.turns.values()) == {1}


def test_a_cancelled_roll_ends_not_done_and_counts_no_throw():
    table = bench()
    table.open = ("m.1.1", "roll", {})
    table.host.send("m.1.1", "roll", {})
    table.run(100)
    assert table.host.cancel("m.1.1")
    table.run(1000)
    assert table.journal["m.1.1"] == NotDone("m.1.1", "cancelled", {})
    assert table.board.throws == {}


def test_a_turn_under_way_is_not_cancelled_and_its_end_is_told():
    table = bench()
    table.open = ("m.1.1", "flush", {})
    table.host.send("m.1.1", "flush", {})
    table.run(100)
    assert table.host.cancel("m.1.1")
    table.run(1000)
    assert table.journal["m.1.1"] == Done("m.1.1", FLUSHED)


@pytest.mark.skipif(not VM.exists(), reason="the real MicroPython has no wheel for this machine")
def test_under_the_real_micropython_20_commands_of_each_kind_end_honestly():
    root = Path(__file__).parents[2]
    path = f"{root / 'firmware/lib'}:.frozen"
    run = subprocess.run(
        [VM, root / "tests/firmware/linkbench.py", "20"],
        env={**os.environ, "MICROPYPATH": path},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    print(run.stdout)
    assert run.stdout.endswith("kept\n"), run.stdout + run.stderr
    assert len(run.stdout.splitlines()) == 2 * len(FAULTS) + 1

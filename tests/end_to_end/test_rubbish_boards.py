"""Rubbish on the line, both ways: nothing dies, memory stays flat, and commands work afterwards."""

from __future__ import annotations

import os
import random
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from host.emulation.launch import best_vm, start_world
from host.emulation.vm import micropython_path
from tablelink.board import BoardLink
from tablelink.events import Done, Event
from tablelink.frame import FrameReader, encode
from tablelink.host import HostLink
from tests.end_to_end.chain import LIMIT_S, Chain
from tests.end_to_end.fake_boards import FakeBoard, Flash
from tests.end_to_end.test_stuck import acts_at_once

MEGABYTES = int(os.environ.get("TABLEKEEPER_RUBBISH_MB", "10"))
THROUGH_THE_CABLE = 200_000
FLAT_BYTES = 4_000_000
"""Of a whole process: less than half of what is poured in, so that nothing of it can have been kept."""

KINDS = [
    b"AT\r\nAT+GMM\r\nATE1 E0\r\n", b"Traceback (most recent call last):\r\n  File \"main.py\", line 1\r\n", b">>> ",
    b">>> \r\n",
    b"MicroPython v1.26.0 on 2025-08-09; Raspberry Pi Pico with RP2040\r\n", "Grüße, 日本語\n".encode(),
    b"\xff\xfe\x00\x01\x02\x03\x04\n",
    b'{"t":"do","s":"1a2b3c4d.1.1","i":"m.1.1"\n', b'{"t":"do"}*00000000\n', b"{" * 400 + b"\n", b"[" * 120 + b"\n", b"x" * 3000,
    b"\n" * 50, b"*\n", b"*deadbeef\n", b'{"a":1e999}*00000000\n', b"\x03\x04\x01\x05",
    encode({"t": "do", "s": "zzzzzzzz.1.1", "i": "m.1.1", "o": "flush", "a": {}}), encode({"t": "done", "b": "x", "i": 5}),
    encode({"t": "me", "n": "0", "b": 7, "s": -1, "d": []}), encode({"t": ["x"], "b": {}}), encode({"t": "hello", "n": 5}),
    encode({"t": "got", "b": None, "q": "1"}), encode({"t": "rep", "b": "bootfake", "q": 1 << 40, "k": None, "d": {}}),
]  # fmt: skip


def rubbish(size: int, seed: int) -> bytes:
    """So many bytes of every kind, and of none."""
    rng = random.Random(seed)
    block = bytearray()
    while len(block) < 100_000:
        block += rng.choice(KINDS)
        if rng.random() < 0.2:
            block += rng.randbytes(rng.randrange(300))
    return (bytes(block) * (size // len(block) + 1))[:size]


def pieces(data: bytes) -> Iterator[bytes]:
    for at in range(0, len(data), 4096):
        yield data[at : at + 4096]


def resident() -> int:
    """Bytes of memory that this process has now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_10_mb_into_both_ends_of_the_line_leave_memory_as_it_was() -> None:
    data = rubbish(MEGABYTES * 1_000_000, 1)
    board = BoardLink("shrine", "e661", "bootaaaa", "0.1.0", "ff", [], lambda line: None, lambda: 0, Flash())
    table = HostLink(lambda line: None, lambda: 0.0)
    table.hello()
    ends = [board, table]
    for end in ends:  # what is allocated once
        end.feed(data[:300_000])
        table.take()
    before = resident()
    for end in ends:
        for piece in pieces(data):
            end.feed(piece)
        assert len(table.take()) <= 2, "trouble is told once, not once a line"
    grown = resident() - before
    print(f"{MEGABYTES} MB into each end: {grown} bytes more in use; bad {board.reader.bad} {table.reader.bad}")
    assert grown < FLAT_BYTES
    assert board.reader.bad > 1000 and table.reader.bad > 1000


IN_THE_VM = """
import gc, sys
from tablelink.board import BoardLink
from tablelink.frame import encode
class Flash:
    def load(self): return {}
    def store(self, record): pass
said = []
begun = []
def say(line):
    said[:] = [line]
board = BoardLink("shrine", "e661", "bootaaaa", "0.1.0", "ff", [], say, lambda: 0, Flash())
board.command("flush", lambda cmd_id, args: begun.append(cmd_id))
block = sys.stdin.buffer.read(100000)
rounds = int(sys.argv[1])
board.feed(block)
gc.collect()
before = gc.mem_alloc()
for _ in range(rounds):
    for at in range(0, len(block), 64):
        board.feed(block[at:at + 64])
gc.collect()
after = gc.mem_alloc()
assert begun == [], begun
board.feed(b"\\n" + encode({"t": "hello", "n": "abcdef01"}))
board.feed(encode({"t": "do", "s": "bootaaaa.%x.1" % board._session, "i": "m.1.1", "o": "flush", "a": {}}))
assert begun == ["m.1.1"], said
print(before, after, board.reader.bad, board.reader.too_long)
"""


@pytest.mark.skipif(micropython_path() is None, reason="the real MicroPython has no wheel for this machine")
def test_rubbish_into_a_boards_end_under_the_real_micropython(tmp_path: Path) -> None:
    script = tmp_path / "feed.py"
    script.write_text(IN_THE_VM)
    path = f"{Path(__file__).parents[2] / 'firmware' / 'lib'}:.frozen"
    run = subprocess.run(
        [str(micropython_path()), "-X", "heapsize=192wk", str(script), str(MEGABYTES * 10)],
        input=rubbish(100_000, 2), env={**os.environ, "MICROPYPATH": path}, capture_output=True, timeout=300, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
    before, after, bad, too_long = (int(word) for word in run.stdout.split())
    print(f"{MEGABYTES} MB under MicroPython: heap {before} before, {after} after, {bad} bad, {too_long} too long")
    assert after - before < 2_000
    assert bad > 1000 and too_long > 100


def test_10_mb_and_more_from_a_board_hinder_nobody_and_it_works_afterwards(tmp_path: Path) -> None:
    shrine, reader = FakeBoard("shrine", acts_at_once), FakeBoard("dice_reader", acts_at_once)
    with Chain(tmp_path, ["roll"] * 5 + ["flush"], ports=[shrine.path, reader.path]) as chain:
        chain.wait_for("shrine", "dice_reader")
        shrine.flood(rubbish(MEGABYTES * 1_000_000, 3) + b"\n")
        chain.run(lambda: len(chain.table.match.state.answers) == 5 and shrine.floods > 1, within=30.0)
        for placed in (6, 7):
            chain.typed_later("yes")
            chain.run(lambda number=placed: chain.table.match.number == number)
        shrine.calm()
        chain.run(lambda: not shrine.flooding)
        chain.doubt = lambda doubt: doubt.settle(False)
        chain.run()
        assert chain.table.match.over
        assert chain.table.match.state.answers[-1]["turned_by"] == "board"
        assert len(shrine.begun) == len(set(shrine.begun))
        assert len(chain.show.notices) < 40, chain.show.notices[:40]
    shrine.close()
    reader.close()


@pytest.mark.parametrize("board", ["shrine", "dice_reader"])
def test_rubbish_through_the_cable_into_a_shipped_board(board: str, tmp_path: Path) -> None:
    size = THROUGH_THE_CABLE * (MEGABYTES // 10 or 1)
    with start_world(vm=best_vm(), speed=0, folder=tmp_path, seed=3) as world:
        with serial.Serial(world.ports[board], timeout=0.05, write_timeout=LIMIT_S, exclusive=True) as port:
            for piece in pieces(rubbish(size, 4)):
                port.write(piece)
                port.read(port.in_waiting)
            reader, deadline = FrameReader(), time.monotonic() + LIMIT_S
            port.write(b"\n" + encode({"t": "hello", "n": "abcdef01"}))
            while not any(frame["t"] == "me" for frame in reader.feed(port.read(64))):
                assert time.monotonic() < deadline, "the board has not come back from the rubbish"
        with Chain(tmp_path, ["flush", "roll"], world) as chain:
            chain.wait_for("dice_reader", "shrine")
            stat: list[Event] = []
            chain.boards.submit(board, "millmtch.0.99", "stat", {}, stat.append)
            chain.home()
            chain.run()
            assert chain.table.match.over
            assert chain.people.asked == []
            chain.hold_to_the_truth()
            counts = world.counts().boards[board]
            assert (counts.boots, counts.bites, counts.exits) == (1, 0, 0)
            (done,) = [event for event in stat if isinstance(event, Done)]
            print(f"{size} bytes into {board}: {done.result}")
            assert done.result["bad"] > 50



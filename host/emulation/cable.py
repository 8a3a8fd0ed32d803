"""The USB cable between a board and the host: a pseudo terminal, the limits of a Pico's port, and seeded faults.

The board reads and writes pipes; the host opens a terminal through a symbolic link that stays the same. Limits: at most
512 bytes wait unread at the board (then the host has to wait); at most 256 bytes wait unread at the host, and if nothing
of them has been taken for half a second, what the board says is thrown away until there is room.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import pty
import struct
import termios
import tty
from pathlib import Path

from host.emulation.faults import FaultPlan, Faults

INPUT_RING = 512
OUTPUT_FIFO = 256
OUTPUT_PATIENCE_S = 0.5
#: A line held back to let another pass goes on after this, if none comes.
HELD_S = 0.05
_PIPE_SIZE = 4096


def _unread(fd: int) -> int:
    answer: int = struct.unpack("i", fcntl.ioctl(fd, termios.FIONREAD, b"\0\0\0\0"))[0]
    return answer


class Cable:
    """One board's cable. `now` is real time in seconds. The world calls `move` whenever something may have come."""

    def __init__(self, link: Path, seed: int) -> None:
        self.link = link
        self._seed = seed
        self.to_board = Faults(FaultPlan(), seed)
        self.to_host = Faults(FaultPlan(), seed + 1)
        self._terminal: tuple[int, int] | None = None
        self._board: tuple[int, int, int] | None = None
        self._for_board = b""
        self._for_host = b""
        self._stuck_since: float | None = None
        self._moved_at = 0.0
        self.thrown_away = 0

    # The host's end

    @property
    def plugged(self) -> bool:
        """The host has a port."""
        return self._terminal is not None

    def plug(self) -> None:
        """A new terminal appears behind the link."""
        if self._terminal is not None:
            return
        master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        self._terminal = (master, slave)
        beside = self.link.with_name(self.link.name + ".new")
        beside.unlink(missing_ok=True)
        beside.symlink_to(os.ttyname(slave))
        beside.rename(self.link)

    def unplug(self) -> None:
        """The terminal vanishes under whoever has it open; what was under way is lost."""
        if self._terminal is None:
            return
        self.link.unlink(missing_ok=True)
        for fd in self._terminal:
            os.close(fd)
        self._terminal = None
        self._for_board = self._for_host = b""
        self._stuck_since = None

    # The board's end

    def attach(self) -> tuple[int, int]:
        """A new board process is coming: its standard input and output (to be closed here once it runs)."""
        self.detach()
        board_in, to_board = os.pipe()
        from_board, board_out = os.pipe()
        fcntl.fcntl(from_board, fcntl.F_SETPIPE_SZ, _PIPE_SIZE)
        os.set_blocking(to_board, False)
        os.set_blocking(from_board, False)
        # The reading end is kept to see how much the board has not read yet.
        self._board = (to_board, from_board, os.dup(board_in))
        return board_in, board_out

    def detach(self) -> None:
        """The board process has ended."""
        if self._board is not None:
            for fd in self._board:
                os.close(fd)
            self._board = None
        self._for_board = b""

    def wire(self, plan: FaultPlan, seed: int | None = None) -> None:
        """Put faults on both directions from now on, seeded anew."""
        seed = self._seed if seed is None else seed
        self.to_board = Faults(plan, seed)
        self.to_host = Faults(plan, seed + 1)

    # Moving bytes

    def watched(self) -> list[int]:
        """File descriptors whose readability means that `move` has something to do."""
        fds = []
        if self._terminal is not None and self._room_at_board() > 0:
            fds.append(self._terminal[0])
        if self._board is not None and (self._stuck_since is None or not self.plugged):
            fds.append(self._board[1])
        return fds

    @property
    def restless(self) -> bool:
        """Something waits for room or time, so `move` must be called again soon."""
        waiting = self._for_board or self._for_host or self._stuck_since is not None
        full = self.plugged and self._board is not None and self._room_at_board() <= 0
        return bool(waiting or full or self.to_board.holding or self.to_host.holding)

    def _room_at_board(self) -> int:
        if self._board is None:
            return INPUT_RING
        return INPUT_RING - _unread(self._board[2]) - len(self._for_board)

    def move(self, now: float) -> None:
        """Carry what can be carried."""
        self._towards_board(now)
        self._towards_host(now)
        if now - self._moved_at > HELD_S:
            self._for_board += self.to_board.release()
            self._for_host += self.to_host.release()

    def _towards_board(self, now: float) -> None:
        room = self._room_at_board()
        if self._terminal is not None and room > 0:
            data = _read_some(self._terminal[0], room)
            if data:
                self._moved_at = now
                self._for_board += self.to_board.carry(data)
        if self._board is None:
            self._for_board = b""
        elif self._for_board:
            self._for_board = self._for_board[_write_some(self._board[0], self._for_board) :]

    def _towards_host(self, now: float) -> None:
        if self._board is None:
            return
        room = self._room_at_host(now)
        if room > 0:
            data = _read_some(self._board[1], room)
            if data:
                self._moved_at = now
                if self._terminal is None or self._given_up(now):
                    self.thrown_away += len(data)
                else:
                    self._for_host += self.to_host.carry(data)
        if self._terminal is not None and self._for_host:
            self._for_host = self._for_host[_write_some(self._terminal[0], self._for_host) :]

    def _room_at_host(self, now: float) -> int:
        if self._terminal is None:
            return _PIPE_SIZE
        room = OUTPUT_FIFO - _unread(self._terminal[1]) - len(self._for_host)
        if room > 0:
            self._stuck_since = None
        elif self._stuck_since is None:
            self._stuck_since = now
        return _PIPE_SIZE if self._given_up(now) else room

    def _given_up(self, now: float) -> bool:
        return self._stuck_since is not None and now - self._stuck_since > OUTPUT_PATIENCE_S

    def close(self) -> None:
        """The world ends."""
        self.unplug()
        self.detach()


def _read_some(fd: int, most: int) -> bytes:
    try:
        return os.read(fd, most)
    except OSError as error:
        # EIO: nobody has the terminal open; the holder prevents that except while it is being closed.
        if error.errno in (errno.EAGAIN, errno.EIO):
            return b""
        raise


def _write_some(fd: int, data: bytes) -> int:
    with contextlib.suppress(BlockingIOError, BrokenPipeError):
        return os.write(fd, data)
    return 0

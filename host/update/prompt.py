"""A board's own prompt, by which files are put onto it: mpremote does the talking, every failure ends here in words."""

import contextlib
import hashlib
import io
import math
import os
import re
import struct
import termios
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

from host.update.program import Files

ANSWER_S: Final = 5.0
PROMPT_S: Final = 5.0
STEP_S: Final = 20.0
"""For one file to be written, or one question to be answered."""
SLOTS: Final = ("a", "b")
_AT_ONCE: Final = 512
_ROLE: Final = re.compile(r"(?:start|guarded_run)\(['\"](\w+)['\"]")
_HELPERS: Final = """
import binascii, hashlib, machine, os, sys
def _text(path):
 try:
  with open(path) as f: return f.read(200)
 except OSError: return ''
def _who():
 uid = binascii.hexlify(machine.unique_id()).decode()
 return (uid, getattr(sys.implementation, '_mpy', 0), _text('main.py'), _text('slot').strip())
def _files(folder, below=''):
 try:
  names = os.listdir(folder + '/' + below if below else folder)
 except OSError:
  return []
 found = []
 for name in names:
  path = below + name
  if os.stat(folder + '/' + path)[0] & 0x4000: found += _files(folder, path + '/')
  else: found.append(path)
 return found
def _hash(path):
 h = hashlib.sha256()
 try:
  with open(path, 'rb') as f:
   while True:
    part = f.read(512)
    if not part: return h.digest()
    h.update(part)
 except OSError:
  return None
def _folder(path):
 try: os.mkdir(path)
 except OSError: pass
"""
"""Small enough for a board, and understood by MicroPython and CPython alike."""


class PromptError(RuntimeError):
    """A board's prompt does not answer, or not as it should; the message says what to do."""


class AtPrompt(NamedTuple):
    """The board at a prompt: its unique id, its bytecode's number (0: none), its role ("" if it has no program), its good slot."""

    uid: str
    bytecode: int
    role: str
    slot: str


def is_there() -> bool:
    """Whether what is needed to talk to a prompt is installed."""
    return find_spec("mpremote") is not None


Opener = Callable[[str], Any]


def _mpremote(path: str) -> Any:
    from mpremote.transport_serial import SerialTransport

    # A pseudo-terminal is known to mpremote by its own name only.
    transport = SerialTransport(os.path.realpath(path), timeout=ANSWER_S, exclusive=True)
    transport.serial.write_timeout = ANSWER_S
    return transport


class _Hurried:
    """A port that is lost once `ends_s` has passed: mpremote itself would listen for ever to something that never stops talking."""

    def __init__(self, port: Any) -> None:
        self._port, self.ends_s = port, math.inf

    def __getattr__(self, name: str) -> Any:
        if time.monotonic() > self.ends_s:
            raise TimeoutError("it takes too long")
        return getattr(self._port, name)


class Prompt:
    """The prompt at a port, to be used as a context. Raises PromptError from everything that it does."""

    def __init__(self, path: str, opener: Opener = _mpremote, step_s: float = STEP_S) -> None:
        self.path, self._step_s = path, step_s
        self._port = _Hurried(None)
        with self._in_words(f"{path} cannot be opened"):
            self._transport = opener(path)
        self._transport.serial = self._port = _Hurried(self._transport.serial)
        try:
            with self._in_words(f"The board at {path} does not give its prompt"):
                self._transport.enter_raw_repl(soft_reset=False, timeout_overall=PROMPT_S)
                self._transport.exec(_HELPERS)
        except PromptError:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let the port go."""
        self._port.ends_s = math.inf
        with contextlib.suppress(OSError, termios.error):
            self._transport.close()

    def who(self) -> AtPrompt:
        """Which board this is."""
        uid, bytecode, main, slot = self._ask("_who()")
        role = _ROLE.search(main)
        return AtPrompt(uid, bytecode, role[1] if role else "", slot if slot in SLOTS else "")

    def make_like(self, folder: str, files: Files) -> None:
        """Make `folder` hold these files and no others, each checked by its hash; what is there already is not sent again."""
        for path in set(self._ask(f"_files({folder!r})")) - set(files):
            self._do(f"os.remove({f'{folder}/{path}'!r})")
        for place in sorted({parent.as_posix() for path in files for parent in Path(folder, path).parents}):
            self._do(f"_folder({place!r})")
        for path, data in files.items():
            self.put(f"{folder}/{path}", data)

    def put(self, path: str, data: bytes) -> None:
        """Make the file at `path` hold `data`: written beside it, read back, then renamed, which is done wholly or not at all."""
        wanted, beside = hashlib.sha256(data).digest(), f"{path}.new"
        if self._ask(f"_hash({path!r})") == wanted:
            return
        self._do(f"_folder({Path(path).parent.as_posix()!r})")
        with self._talking():
            self._transport.fs_writefile(beside, data, chunk_size=_AT_ONCE)
        if self._ask(f"_hash({beside!r})") != wanted:
            why = "its flash may be full or worn out"
            raise PromptError(f"The board at {self.path} does not keep what is written ({path}): {why}")
        self._do(f"os.rename({beside!r}, {path!r})")

    def restart(self) -> None:
        """Let the board start anew. Its answer may be lost with the port; whether it came back is for its hello to say."""
        with contextlib.suppress(PromptError), self._talking():
            self._transport.exec_raw_no_follow("machine.reset()")

    def _ask(self, expression: str) -> Any:
        with self._talking():
            return self._transport.eval(expression)

    def _do(self, text: str) -> None:
        with self._talking():
            self._transport.exec(text)

    def _talking(self) -> contextlib.AbstractContextManager[None]:
        return self._in_words(f"The board at {self.path} was lost in the middle, or does not understand")

    @contextlib.contextmanager
    def _in_words(self, what: str) -> Iterator[None]:
        """What mpremote, pyserial and the line do wrong, as one kind of error; mpremote prints beside it."""
        from mpremote.transport import TransportError

        try:
            with contextlib.redirect_stdout(io.StringIO()):
                self._port.ends_s = time.monotonic() + self._step_s
                yield
        except (TransportError, OSError, termios.error, struct.error, ValueError, SyntaxError, TypeError, IndexError) as error:
            raise PromptError(f"{what} ({error or type(error).__name__})") from error

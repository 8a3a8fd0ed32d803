"""Chooses which copy of the program starts, so that a board that is updated always has one that works.

A slot is a folder (`a`, `b`) with a whole program. Three small files say which is which:

- `slot` names the good one; without it the copy beside `main.py`, the one of last resort, is it;
- `slot.try` names one that is to be started once. It becomes `slot.tried` before it starts, under a watchdog;
- `slot.tried` becomes `slot` when the host has said hello to it (`confirm`). A start that still finds it goes back to the good one.

Each of these is one renaming, which flash does wholly or not at all.
"""

import os
import sys

import machine

_SLOTS = ("a", "b")
_GOOD, _TRY, _TRIED = "slot", "slot.try", "slot.tried"
_LAST_RESORT = ""
# A new program has so long to be heard by the host: nobody else would end one that hangs.
_TRIAL_MS = 8000


def start(role: str) -> None:
    """Run the program of `role`; returns only where the prompt is wanted, or where no copy can be loaded."""
    on_trial = _begin_trial()
    for slot in [on_trial] if on_trial else [_named_in(_GOOD), _LAST_RESORT]:
        program = None if slot is None else _program_in(slot)
        if program is not None:
            program.guarded_run(role, "wiring", slot)
            return
    if on_trial:
        machine.reset()


def confirm() -> None:
    """The host has heard this program: from now on it is the good one."""
    try:
        os.rename(_TRIED, _GOOD)
    except OSError:
        return  # it was not on trial


def _begin_trial():
    """The slot that is to be started once, or None; what was tried before and not confirmed is forgotten."""
    _remove(_TRIED)
    slot = _named_in(_TRY)
    if slot is None:
        _remove(_TRY)
        return None
    os.rename(_TRY, _TRIED)
    machine.WDT(timeout=_TRIAL_MS)
    return slot


def _named_in(path: str):
    """The slot that a file names; None if it names none, or one that is not there."""
    try:
        with open(path) as file:
            slot = file.read(8).strip()
        if slot in _SLOTS:
            os.stat(slot)
            return slot
    except (OSError, ValueError):
        pass
    return None


def _program_in(slot: str):
    """The module `board` out of a slot; None if it cannot be loaded, with nothing of it left behind."""
    path, known = list(sys.path), set(sys.modules)
    if slot:
        # Never mixed: what a slot lacks is not taken from the copy of last resort.
        root = os.getcwd().rstrip("/")
        first = ("", "/", root, root + "/lib")
        sys.path[:] = [slot, slot + "/lib"] + [place for place in path if place not in first]
    try:
        return __import__("board")
    except (ImportError, SyntaxError, ValueError, OSError, MemoryError):
        sys.path[:] = path
        for name in set(sys.modules) - known:
            del sys.modules[name]
        return None


def _remove(path: str) -> None:
    try:
        os.remove(path)
    except OSError:
        return

"""The prompt of a board that runs under CPython: as much of MicroPython's as a program at the other end needs.

Ctrl-A begins the raw prompt, where a program up to Ctrl-D is run and its output and error come back; Ctrl-B ends it. Ctrl-D at
the prompt for people starts the board's program anew, which here ends this process.
"""
import contextlib
import io
import traceback

CTRL_A, CTRL_B, CTRL_C, CTRL_D, CTRL_E = b"\1", b"\2", b"\3", b"\4", b"\5"
BANNER = b"MicroPython (CPython in its place)\r\n>>> "
RAW_BANNER = b"raw REPL; CTRL-B to exit\r\n>"


def serve(line, out, names):
    """Be the prompt at `line` and `out` (bytes, unbuffered) until the program is to start anew or nobody is there any more."""
    out.write(BANNER)
    while byte := line.read(1):
        if byte == CTRL_A:
            out.write(b"\r\n" + RAW_BANNER)
            if not _raw(line, out, names):
                return
            out.write(b"\r\n" + BANNER)
        elif byte == CTRL_D:
            return
        elif byte in (b"\r", b"\n", CTRL_B, CTRL_C):
            out.write(b"\r\n>>> ")


def _raw(line, out, names):
    """The raw prompt; False if nobody is there any more."""
    program = bytearray()
    while byte := line.read(1):
        if byte == CTRL_B:
            return True
        if byte == CTRL_A:
            program.clear()
            out.write(b"\r\n" + RAW_BANNER)
        elif byte == CTRL_C:
            program.clear()
        elif byte == CTRL_E and not program:
            line.read(2)
            out.write(b"R\0")  # pasting in windows is not offered
        elif byte == CTRL_D:
            out.write(b"OK")  # before it runs: it may start the board anew
            out.write(b"\4".join(_run(bytes(program), names)) + b"\4>")
            program.clear()
        else:
            program += byte
    return False


def _run(program, names):
    """What a program says, and its error."""
    said, error = io.StringIO(), ""
    with contextlib.redirect_stdout(said):
        try:
            exec(compile(program, "<stdin>", "exec"), names)
        except Exception:  # noqa: BLE001  whatever it is, the other end gets to read it
            error = traceback.format_exc()
    return said.getvalue().encode(), error.encode()

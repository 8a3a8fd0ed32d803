"""Run a board's main.py under CPython as MicroPython would: `python -I -S -u run.py SHIM FLASH`.

Gives the interpreter the names it lacks: `time` and `select` of the shim, an unbuffered `sys.stdin` (a buffered one
would swallow bytes that `poll` then never announces), `gc.mem_free`, `sys.print_exception`.
"""
import gc
import io
import select
import sys
import time
import traceback


class _Stdin:
    def __init__(self):
        self.buffer = io.FileIO(0, "rb", closefd=False)

    def fileno(self):
        return 0

    def read(self, n=-1):
        return self.buffer.read(n).decode("latin-1")


def _print_exception(error, file=sys.stdout):
    traceback.print_exception(error, file=file)


def main(shim, flash):
    """Set the stage, then run main.py of the flash folder as `__main__`."""
    sys.modules["real_time"] = time
    sys.modules["real_select"] = select
    sys.path[:] = [flash, flash + "/lib", shim, shim + "/cpython", *sys.path[1:]]
    sys.stdin = _Stdin()
    sys.print_exception = _print_exception
    gc.mem_free = lambda: 200_000
    gc.mem_alloc = lambda: 20_000
    for name in ("time", "select"):
        del sys.modules[name]
        with open(shim + "/" + name + ".py", "rb") as source:
            module = type(sys)(name)
            sys.modules[name] = module
            exec(compile(source.read(), name + ".py", "exec"), module.__dict__)
    with open(flash + "/main.py", "rb") as source:
        code = compile(source.read(), "main.py", "exec")
    stage = type(sys)("__main__")
    stage.__file__ = "main.py"
    sys.modules["__main__"] = stage
    try:
        exec(code, stage.__dict__)
    except Exception as error:  # noqa: BLE001  whatever ends a program is told on the line, and leaves the prompt
        _print_exception(error)
    import prompt  # found only now

    prompt.serve(sys.stdin.buffer, sys.stdout.buffer, stage.__dict__)


if __name__ == "__main__":
    # As on a Pico, where the serial line is the only place to read it: the end of a program goes to standard output.
    sys.stderr = sys.stdout
    main(sys.argv[1], sys.argv[2])

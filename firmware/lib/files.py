"""One hash over the program files of a board, so that the table can tell an old or half-copied program."""

import binascii
import hashlib
import os

_FOLDER = 0x4000
_AT_ONCE = 512


def files_hash(root: str) -> str:
    """SHA-256 over every .py and .mpy file under `root` in order of their paths; the first 8 bytes in hex.

    Each file counts as its path below `root` with "/" between, a zero byte, its size as decimal text, a zero byte,
    and its bytes.
    """
    total = hashlib.sha256()
    root = root.rstrip("/")
    for path in sorted(_programs(root, "")):
        full = root + "/" + path
        total.update(path.encode() + b"\0" + str(os.stat(full)[6]).encode() + b"\0")
        with open(full, "rb") as file:
            while True:
                part = file.read(_AT_ONCE)
                if not part:
                    break
                total.update(part)
    return binascii.hexlify(total.digest()[:8]).decode()


def _programs(root: str, below: str) -> list:
    found = []
    for name in os.listdir(root + "/" + below):
        path = below + name
        if os.stat(root + "/" + path)[0] & _FOLDER:
            found.extend(_programs(root, path + "/"))
        elif name.endswith((".py", ".mpy")):
            found.append(path)
    return found

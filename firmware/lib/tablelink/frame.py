"""The codec: one frame a line, a short JSON object, `*`, its CRC-32 in eight hex digits, newline.

Only the bytes 0x20 to 0x7E are ever sent, so that a Ctrl-C stays a Ctrl-C and a terminal survives looking on.
Numbers in a frame are whole: a board's floats have fewer digits than the host's and would not come back equal.
"""

import binascii
import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    Json = dict[str, Any]

PROTOCOL = 1
"""Version of the message catalogue; both ends tell it in the hello."""

MAX_FRAME = 128
"""Longest frame in bytes, newline included. A board's input ring holds four of them."""

MAX_BOOT_ID = 8
MAX_SESSION = 0xFFF

_TAIL = 9  # `*` and eight hex digits
_TROUBLE_CHARS = 60


class FrameTooLong(ValueError):
    """An object does not fit into one frame; what was to be sent has to be made shorter."""


def encode(obj: "Json") -> bytes:
    """Return `obj` as one frame. Raises FrameTooLong over MAX_FRAME bytes."""
    body = _printable(json.dumps(obj, separators=(",", ":"))).encode()
    line = body + b"*%08x\n" % (binascii.crc32(body) & 0xFFFFFFFF)
    if len(line) > MAX_FRAME:
        raise FrameTooLong(f"a frame of {len(line)} bytes, the limit is {MAX_FRAME}: {body.decode()}")
    return line


def split(head: "Json", payload: "Json") -> "list[Json]":
    """Return the frames' objects that carry `payload` (under "d"), cut between its keys where one frame is too short.

    Several parts are numbered "p" of "m". Raises FrameTooLong if a single key does not fit beside the head.
    """
    whole = dict(head)
    whole["d"] = payload
    if _fits(whole):
        return [whole]
    parts: list[Json] = []
    for key in payload:
        if parts:
            last = parts[-1]["d"]
            last[key] = payload[key]
            if _fits(parts[-1]):
                continue
            del last[key]
        part = dict(head)
        part["p"] = len(parts) + 1
        part["m"] = 9  # a placeholder as wide as the number of parts will be
        part["d"] = {key: payload[key]}
        encode(part)  # tells at once which key is too long
        parts.append(part)
    if len(parts) > 9:
        raise FrameTooLong(f"an answer in {len(parts)} parts, the limit is 9")
    for part in parts:
        part["m"] = len(parts)
    return parts


def trouble_frame(boot_id: str, text: str) -> bytes:
    """Return the one frame in which a board's last guard tells why it is about to reset."""
    words = _printable(text, "?")[:_TROUBLE_CHARS].replace('"', "'").replace("\\", "/")
    return encode({"t": "err", "b": boot_id[:MAX_BOOT_ID], "w": words})


def _fits(obj: "Json") -> bool:
    body = _printable(json.dumps(obj, separators=(",", ":")))
    return len(body) + _TAIL + 1 <= MAX_FRAME


def _printable(text: str, instead: "str | None" = None) -> str:
    """Return `text` with everything outside 0x20..0x7E as JSON escapes (or as `instead`).

    CPython leaves 0x7F alone and MicroPython everything above it, so neither can be trusted to do this.
    """
    if all(" " <= char <= "~" for char in text):
        return text
    out = []
    for char in text:
        code = ord(char)
        if 0x20 <= code <= 0x7E:
            out.append(char)
        elif instead is not None:
            out.append(instead)
        elif code > 0xFFFF:
            code -= 0x10000
            out.append(_escape(0xD800 + (code >> 10)) + _escape(0xDC00 + (code & 0x3FF)))
        else:
            out.append(_escape(code))
    return "".join(out)


def _escape(unit: int) -> str:
    return f"\\u{unit:04x}"


class FrameReader:
    """Turns bytes, however they are cut, into frames; drops and counts everything else, and never raises.

    `bad` counts lines that were no frame, `too_long` lines that were longer than a frame may be.
    `on_text` is called with each short line that was no frame: a traceback or a prompt tells its story there.
    """

    def __init__(self, on_text: "Callable[[str], None] | None" = None) -> None:
        self.bad = 0
        self.too_long = 0
        self._on_text = on_text
        self._line = bytearray()

    def feed(self, data: "Iterable[int]") -> "list[Json]":
        """Take bytes as they came; return the frames that were completed by them, in order."""
        frames = []
        line = self._line
        for byte in data:
            if byte == 0x0A:
                frame = self._finish()
                if frame is not None:
                    frames.append(frame)
            elif 0x20 <= byte <= 0x7E and len(line) < MAX_FRAME:
                # A full buffer is one byte more than a frame may have: it marks the line as too long.
                line.append(byte)
        return frames

    def _finish(self) -> "Json | None":
        line = bytes(self._line)
        self._line[:] = b""
        if not line:
            return None
        if len(line) >= MAX_FRAME:
            self.too_long += 1
            return None
        frame = _decode(line)
        if frame is None:
            self.bad += 1
            if self._on_text is not None:
                self._on_text(line.decode())
        return frame


def _decode(line: bytes) -> "Json | None":
    body = line[:-_TAIL]
    if line[-_TAIL:] != b"*%08x" % (binascii.crc32(body) & 0xFFFFFFFF):
        return None
    try:
        obj = json.loads(body)
    except (ValueError, TypeError, RuntimeError):  # the two Pythons differ in what they raise, deep nesting included
        return None
    return obj if isinstance(obj, dict) else None

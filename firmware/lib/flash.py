"""A small record that survives power cuts: written beside, read back, then renamed into place."""

import binascii
import errno
import json
import os


class FlashRecord:
    """One JSON object in one file. `damaged` tells that a file was there but could not be believed."""

    def __init__(self, path: str):
        self._path = path
        self.damaged = False

    def load(self) -> dict:
        """The record last stored; empty if there is none or if it is damaged. Never raises for what the file holds."""
        try:
            with open(self._path, "rb") as file:
                text = file.read()
        except OSError:
            # No file yet. A left-over `.new` was never renamed, so nobody was told that it is stored.
            return {}
        record = _decode(text)
        self.damaged = record is None
        return {} if record is None else record

    def store(self, record: dict) -> None:
        """Make `record` the one that `load` gives, or leave the old one whole. Raises OSError if flash does not keep it."""
        text = _encode(record)
        beside = self._path + ".new"
        with open(beside, "wb") as file:
            file.write(text)
        with open(beside, "rb") as file:
            if file.read() != text:
                raise OSError(errno.EIO)
        os.rename(beside, self._path)
        self.damaged = False


def _encode(record: dict) -> bytes:
    body = json.dumps(record).encode()
    return body + b"*%08x\n" % binascii.crc32(body)


def _decode(text: bytes):
    """The object in `text`, or None if the checksum or the shape is wrong."""
    body = text[:-10]
    if text[-10:] != b"*%08x\n" % binascii.crc32(body):
        return None
    try:
        record = json.loads(body)
    except ValueError:
        return None
    return record if isinstance(record, dict) else None

"""A small record that survives power cuts: written beside, read back, then renamed into place."""

import binascii
import errno
import json
import os


class FlashRecord:
    """One JSON object in one file."""

    def __init__(self, path: str):
        self._path = path

    def load(self) -> dict:
        """The record last stored, {} if nothing ever was.

        Raises ValueError if a file is there but cannot be believed: empty and forgotten are not the same.
        """
        try:
            with open(self._path, "rb") as file:
                text = file.read()
        except OSError as error:
            if error.errno != errno.ENOENT:
                raise
            # A left-over `.new` was never renamed, so nobody was told that it is stored.
            return {}
        record = _decode(text)
        if record is None:
            raise ValueError(f"{self._path} is damaged")
        return record

    def store(self, record: dict) -> None:
        """Make `record` the one that `load` gives, or leave the old one whole. Raises OSError if flash fails."""
        text = _encode(record)
        beside = self._path + ".new"
        with open(beside, "wb") as file:
            file.write(text)
        with open(beside, "rb") as file:
            if file.read() != text:
                raise OSError(errno.EIO)
        os.rename(beside, self._path)


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

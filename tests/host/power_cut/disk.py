"""A disk rebuilt out of the log of all writes, as a power cut at any place of the log may leave it."""

import struct
from typing import NamedTuple

FILES = ("", "-wal", "-journal", "-mark")
ACKS = 4
HEAD = struct.Struct("<cbqI")
SECTOR = 512


class Record(NamedTuple):
    what: str
    file: int
    place: int
    data: bytes


def records(log):
    """The records of a log."""
    found, at = [], 0
    while at < len(log):
        what, file, place, length = HEAD.unpack_from(log, at)
        at += HEAD.size
        data = log[at : at + length] if what == b"W" else b""
        at += len(data)
        found.append(Record(what.decode(), file, place, data))
    return found


def left_after(log, rng, mode):
    """What is on the disk after the records of `log`: files by their end, and the lines that were acknowledged.

    Writes that were synced are there. Of the others, "dropped" leaves none, "halved" about half of them, "torn" about half of the
    sectors of about half of them, in any order that time allows. Files appear and vanish at once.
    """
    files = {file: bytearray() for file in range(len(FILES))}
    there, pending, acks = set(), [], bytearray()
    for record in log:
        if record.file == ACKS:
            acks += record.data
        elif record.what == "S":
            for late in (p for p in pending if p.file == record.file):
                _do(files, late)
            pending = [p for p in pending if p.file != record.file]
        elif record.what == "D":
            files[record.file] = bytearray()
            there.discard(record.file)
            pending = [p for p in pending if p.file != record.file]
        else:
            there.add(record.file)
            pending.append(record)
    for record in pending:
        if mode == "dropped" or rng.random() < 0.5:
            continue
        for part in _sectors(record, rng) if mode == "torn" else [record]:
            _do(files, part)
    return {FILES[file]: bytes(files[file]) for file in sorted(there)}, acks.decode().splitlines()


def _do(files, record):
    data, end = files[record.file], record.place + len(record.data)
    if record.what == "T":
        del data[record.place :]
        end = record.place
    data.extend(bytes(max(0, end - len(data))))
    data[record.place : record.place + len(record.data)] = record.data


def _sectors(record, rng):
    if record.what == "T":
        return [record]
    parts = [
        record._replace(place=record.place + at, data=record.data[at : at + SECTOR]) for at in range(0, len(record.data), SECTOR)
    ]
    return [part for part in parts if rng.random() < 0.5]

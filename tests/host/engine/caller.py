"""The engine as a caller sees it: a request in, a reply out that is valid against the reply's type."""

import json

import msgspec

from host import engine_types as types
from host.engine import Engine
from host.engine_doc import op

BY_OP = {op(kind): reply for kind, reply in types.REPLIES.items()}


class Caller:
    """Speaks with an engine of its own and checks the shape of whatever it says."""

    def __init__(self):
        self.engine = Engine()
        self.sent = 0

    def line(self, text):
        """The reply to a raw line, by the schema's types."""
        raw = self.engine.reply(text.encode() if isinstance(text, str) else text)
        assert b"\n" not in raw
        assert len(raw) <= types.LINE_AT_MOST
        reply = json.loads(raw)
        fields = self._fields(text)
        kind = BY_OP.get(fields.get("op") if isinstance(fields.get("op"), str) else None, types.Reply)
        msgspec.convert(reply, kind if reply["ok"] else types.Refused)
        return reply

    def _fields(self, text):
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def ask(self, op, **fields):
        """The reply to a request; its id has to come back."""
        self.sent += 1
        reply = self.line(json.dumps({"op": op, "id": self.sent, **fields}))
        assert reply["id"] == self.sent
        return reply

    def good(self, op, **fields):
        reply = self.ask(op, **fields)
        assert reply["ok"], reply
        return reply

    def refused(self, op, **fields):
        """The code of the refusal; the state of the match has to stay as it was."""
        match = fields.get("match")
        before = self.ask("state", match=match) if match else None
        reply = self.ask(op, **fields)
        assert not reply["ok"], reply
        if before and before["ok"]:
            assert self.ask("state", match=match)["state"] == before["state"]
        return reply["error"]

    def new(self, seats=2, seed=7, **fields):
        return self.good("new", game="mycelia", seats=seats, seed=seed, **fields)

"""`tablekeeper engine`: matches for front ends and bots of any language, by JSON lines on standard input and output.

The shapes are those of `engine_types`; ENGINE.md beside this file is made from them.
"""

import itertools
from collections.abc import Callable
from typing import Any, BinaryIO

import msgspec

from host import engine_types as types
from host.engine_match import EngineMatch
from host.engine_packs import Packs
from host.engine_types import LINE_AT_MOST, MATCHES_AT_MOST, EngineError
from shared_rules import record
from shared_rules.asking import TABLE
from shared_rules.games import GAMES, UnknownGame, game
from shared_rules.history import History
from shared_rules.loading import FAULTS, BadState, loaded
from shared_rules.match import Match
from shared_rules.options import BadOption

REASON_AT_MOST = 400
"""Characters of a reason: it may quote what was sent, which may be long."""

_OBJECT = msgspec.json.Decoder(dict[str, Any])


class Engine:
    """Any number of matches. `reply` takes one request and never raises; `done` says that `quit` was asked for."""

    def __init__(self) -> None:
        self.done = False
        self._matches: dict[str, EngineMatch] = {}
        self._packs = Packs()
        self._count = itertools.count(1)
        self._ops: dict[type[Any], Callable[[Any], dict[str, Any]]] = {
            types.Games: self._games,
            types.New: self._new,
            types.Questions: lambda r: self._of(r).questions(_seat(r)),
            types.Answer: self._answer,
            types.View: lambda r: {"view": self._of(r).view(r.seat)},
            types.State: self._state,
            types.Load: self._load,
            types.Undo: self._undo,
            types.Correct: self._correct,
            types.Correctable: lambda r: {"correctable": self._of(r).correctable(_seat(r))},
            types.Export: lambda r: {"lines": self._of(r).export()},
            types.Import: self._import,
            types.Close: self._close,
            types.Quit: self._quit,
        }

    def reply(self, line: bytes) -> bytes:
        """The reply to one line, without its newline; at most LINE_AT_MOST bytes, as the request is."""
        name: Any = None
        try:
            fields = _fields(line)
            name = fields.get("id")
            request = _request(fields)
            answer = msgspec.json.encode({"ok": True, "id": name, **self._ops[type(request)](request)})
            if len(answer) > LINE_AT_MOST:
                raise EngineError("bad_request", f"the reply would be too long for one line of {LINE_AT_MOST} bytes")
            return answer
        except EngineError as error:
            found = error
        except FAULTS as error:
            why = f"the rules cannot go on from here ({type(error).__name__}: {error}); nothing has changed"
            found = EngineError("bad_state", why)
        told = {"code": found.code, "rule": found.rule, "reason": found.reason[:REASON_AT_MOST]}
        answer = msgspec.json.encode({"ok": False, "id": name, "error": told})
        return answer if len(answer) <= LINE_AT_MOST else msgspec.json.encode({"ok": False, "id": None, "error": told})

    # -- matches -------------------------------------------------------------------------------------------------

    def _of(self, request: Any) -> EngineMatch:
        if request.match not in self._matches:
            raise EngineError("unknown_match", f"there is no match '{request.match}'; begin one with 'new'")
        return self._matches[request.match]

    def _add(self, make: Callable[[str], EngineMatch]) -> dict[str, Any]:
        if len(self._matches) >= MATCHES_AT_MOST:
            raise EngineError("not_allowed", f"{MATCHES_AT_MOST} matches are open; close one first")
        name = f"m{next(self._count)}"
        found = make(name)
        self._matches[name] = found
        return {"match": name, **found.questions()}

    def _new(self, request: types.New) -> dict[str, Any]:
        names = _names(request)
        match = self._begun(request)
        start = self._start_of(match, request, names)
        return self._add(lambda name: _match_of(start, name, match, request.seed))

    def _load(self, request: types.Load) -> dict[str, Any]:
        names, new = _names(request), self._begun(request)
        try:
            match = loaded(new, request.state)
        except BadState as error:
            raise EngineError("bad_state", str(error)) from error
        start = self._start_of(new, request, names)
        start.state = request.state
        return self._add(lambda name: _match_of(start, name, match, request.seed))

    def _import(self, request: types.Import) -> dict[str, Any]:
        text = request.lines if isinstance(request.lines, str) else "\n".join(request.lines)
        try:
            start, entries, history = record.played(text)
        except record.BadRecord as error:
            raise EngineError("bad_state", str(error)) from error
        self._packs.keep(start, history.match.pack)
        return self._add(lambda name: EngineMatch(start, history, entries, request.seed))

    def _begun(self, request: types.Begin) -> Match[Any]:
        try:
            pack = self._packs.read(request.game, request.pack)
            return game(request.game).new(request.seats, request.options, pack)
        except UnknownGame as error:
            raise EngineError("unknown_game", str(error)) from error
        except BadOption as error:
            raise EngineError("bad_option", str(error)) from error

    def _start_of(self, match: Match[Any], request: types.Begin, names: list[str]) -> record.Start:
        start = record.Start.of(match, "", request.seats, names)
        self._packs.keep(start, match.pack)
        return start

    # -- ops -----------------------------------------------------------------------------------------------------

    def _games(self, request: types.Games) -> dict[str, Any]:
        kinds = [game(name) for name in GAMES]
        games = [{"game": kind.game, "title": kind.title, "seats": kind.seats, "options": kind.options} for kind in kinds]
        return {"protocol": types.PROTOCOL, "games": games}

    def _answer(self, request: types.Answer) -> dict[str, Any]:
        match, seat = self._of(request), _seat(request)
        return {"events": match.answer(request.line, request.ticket, request.answer, seat), **match.questions(seat)}

    def _state(self, request: types.State) -> dict[str, Any]:
        match = self._of(request).match
        return {"state": match.state, "rules_version": match.rules_version}

    def _undo(self, request: types.Undo) -> dict[str, Any]:
        match = self._of(request)
        return {"events": match.undo(request.to, request.operator), **match.questions()}

    def _correct(self, request: types.Correct) -> dict[str, Any]:
        match = self._of(request)
        return {"events": match.correct(request.path, request.value), **match.questions()}

    def _close(self, request: types.Close) -> dict[str, Any]:
        self._of(request)
        del self._matches[request.match]
        return {}

    def _quit(self, request: types.Quit) -> dict[str, Any]:
        self.done = True
        return {}


def _match_of(start: record.Start, name: str, match: Match[Any], seed: int | None) -> EngineMatch:
    start.match = name
    return EngineMatch(start, History(match), [], seed)


def _seat(request: Any) -> int | None:
    """The seat that a reply is redacted for; everything is shown where the request names none."""
    return TABLE if request.seat is msgspec.UNSET else request.seat


def _names(request: types.Begin) -> list[str]:
    if request.names is not None and len(request.names) != request.seats:
        raise EngineError("bad_request", f"{len(request.names)} names for {request.seats} seats; give one a seat, or none")
    return request.names or []


def _fields(line: bytes) -> dict[str, Any]:
    """The object in `line`."""
    if len(line) > LINE_AT_MOST:
        raise EngineError("bad_request", f"that line is too long; {LINE_AT_MOST} bytes are the most")
    try:
        fields: dict[str, Any] = _OBJECT.decode(line)
    except msgspec.ValidationError as error:
        raise EngineError("bad_request", f"a request is one JSON object: {error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise EngineError("bad_json", f"that line is no JSON: {error}") from error
    return fields


def _request(fields: dict[str, Any]) -> Any:
    """The request that `fields` are."""
    try:
        return msgspec.convert(fields, types.AnyRequest)
    except msgspec.ValidationError as error:
        raise EngineError("bad_request", f"that is no request: {error}; ENGINE.md lists what each op takes") from error


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer every line of `source` by one line in `sink`, until it ends or `quit` comes."""
    engine = Engine()
    while not engine.done:
        line = source.readline(LINE_AT_MOST + 2)
        if not line:
            return
        rest = line
        while not rest.endswith(b"\n") and rest:
            rest = source.readline(LINE_AT_MOST + 2)
        try:
            sink.write(engine.reply(line.rstrip(b"\r\n")) + b"\n")
            sink.flush()
        except BrokenPipeError:
            return

"""The engine's requests and replies: the one source of its decoder, of host/ENGINE.md and of host/engine.schema.json."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

PROTOCOL = 1
LINE_AT_MOST = 1 << 20
"""Bytes in a line, without its newline."""
MATCHES_AT_MOST = 10_000
PACKS_AT_MOST = 100
"""Owners' packs that all open matches together are played with."""
PACK_AT_MOST = 1 << 18
"""Letters of a pack."""

Code = Literal[
    "bad_json", "bad_request", "unknown_game", "bad_option", "unknown_match", "not_open", "illegal", "bad_state", "not_allowed",
    "over",
]  # fmt: skip

MatchName = Annotated[str, Meta(max_length=40)]
Name = Annotated[str, Meta(max_length=40)]
Line = Annotated[int, Meta(ge=0)]
Seat = Annotated[int, Meta(ge=0)]
PackText = Annotated[str, Meta(max_length=PACK_AT_MOST)]


class EngineError(Exception):
    """A request that is answered by an error. `reason` is one plain sentence; nothing has changed."""

    def __init__(self, code: Code, reason: str, rule: str | None = None) -> None:
        super().__init__(reason)
        self.code, self.reason, self.rule = code, reason, rule


# -- requests -------------------------------------------------------------------------------------------------------------


class Request(msgspec.Struct, tag_field="op", kw_only=True):
    """`id` is any JSON; the reply carries the same."""

    id: Any = None


class Games(Request, tag="games", kw_only=True):
    """List the games, for how many they are, and their options."""


class Begin(Request, kw_only=True):
    """What a match begins with."""

    game: str
    seats: int
    options: dict[str, Any] = {}
    seed: int | None = None
    names: list[Name] | None = None
    pack: PackText | None = None


class New(Begin, tag="new", kw_only=True):
    """Begin a match. With a `seed`, rolls, draws and flushes are answered by the engine; without, they are asked too.

    `pack` is the text (TOML) of an owner's pack, whole or a part, that lies over the house's; null is the house's.
    """


class Questions(Request, tag="questions", kw_only=True):
    """What is asked now. With `seat`: as that seat may see it, null as a spectator; without: everything."""

    match: MatchName
    seat: Seat | UnsetType | None = UNSET


class Answer(Request, tag="answer", kw_only=True):
    """Answer a question. `seat` redacts events and questions for that seat; without, events are those a spectator may know."""

    match: MatchName
    line: int
    ticket: int
    answer: Any
    seat: Seat | UnsetType | None = UNSET


class View(Request, tag="view", kw_only=True):
    """What a seat (null: a spectator) may know of the table."""

    match: MatchName
    seat: Seat | None


class State(Request, tag="state", kw_only=True):
    """The whole state as plain JSON; only for a front end that owns every seat."""

    match: MatchName


class Load(Begin, tag="load", kw_only=True):
    """Begin a match with a state. Every invariant is looked at; `bad_state` says what breaks one, and where.

    `pack` as in `new`; it has to be the one that the state was made with.
    """

    state: Any


class Undo(Request, tag="undo", kw_only=True):
    """Back to the first `to` answers. Past a roll, a draw, a flush or something that was shown only with `operator`."""

    match: MatchName
    to: int
    operator: bool = False


class Correct(Request, tag="correct", kw_only=True):
    """The table is right: set what `path` of `correctable` names to one of its values. It counts as an answer."""

    match: MatchName
    path: Annotated[str, Meta(max_length=200)]
    value: Any


class Correctable(Request, tag="correctable", kw_only=True):
    """What can be corrected now. With `seat`: as that seat may see it, null as a spectator; without: everything."""

    match: MatchName
    seat: Seat | UnsetType | None = UNSET


class Export(Request, tag="export", kw_only=True):
    """The match as a save: JSON lines that replay bit-exactly anywhere, by `import` and by `tablekeeper replay`.

    It holds the owner's pack, if there is one.
    """

    match: MatchName


class Import(Request, tag="import", kw_only=True):
    """Play a save anew, a list of lines or one text, and go on with it. With a `seed` the engine answers chance from there on."""

    lines: list[str] | str
    seed: int | None = None


class Close(Request, tag="close", kw_only=True):
    """Forget a match."""

    match: MatchName


class Quit(Request, tag="quit", kw_only=True):
    """End the engine; its exit code is 0."""


AnyRequest = (
    Games | New | Questions | Answer | View | State | Load | Undo | Correct | Correctable | Export | Import | Close | Quit
)

# -- parts of replies -----------------------------------------------------------------------------------------------------


class Choosable(msgspec.Struct, kw_only=True):
    """An option, or a card that may come: what to send back, and words for people. `count`: how many such cards may come."""

    answer: Any
    label: str
    help: str | UnsetType = UNSET
    count: int | UnsetType = UNSET


class Q(msgspec.Struct, tag_field="kind", kw_only=True):
    """An open question. `group`: everybody together answers it. What the asking seat may not see is left out."""

    line: int
    ticket: int
    seat: int | None
    group: bool
    prompt: str


class ChoiceQ(Q, tag="choice", kw_only=True):
    """Answer: exactly one `answer` of the options, a list whose first item is a verb."""

    options: list[Choosable] | UnsetType = UNSET


class RollQ(Q, tag="roll", kw_only=True):
    """Answer: a list of faces, one a die."""

    dice: list[str]
    faces: list[list[int | str]]


class DrawQ(Q, tag="draw", kw_only=True):
    """Answer: one `answer` of the cards."""

    pile: str
    cards: list[Choosable] | UnsetType = UNSET


class FlushQ(Q, tag="flush", kw_only=True):
    """The shrine turns once. Answer: `{"turned_by": "board"|"person"|"engine", "drops_seen": int|null, "face", "face_from"}`.

    `face_from` is "rolled", "set", "typed" or "engine".
    """

    drops: int
    faces: list[int | str]


class ConfirmQ(Q, tag="confirm", kw_only=True):
    """Something is to be done with real pieces: `text` in words, `task` as data. Answer: `true`."""

    text: str
    task: dict[str, Any]


class ClockQ(Q, tag="clock", kw_only=True):
    """The time of `seats` runs while this is open. Answer: `true` once `limit_ms` milliseconds are over; before, leave it alone."""

    seats: list[int]
    limit_ms: int


AnyQ = ChoiceQ | RollQ | DrawQ | FlushQ | ConfirmQ | ClockQ


class Result(msgspec.Struct, kw_only=True):
    """How a match ended. Solo lost: no winners; cooperative games: "ended"."""

    winners: list[int]
    scores: list[int | float | None]
    reason: str
    outcome: Literal["won", "lost", "shared", "ended"]


class GameOption(msgspec.Struct, kw_only=True):
    """A match option. `ruling` is the ledger's id where the option settles what the rulebook leaves open."""

    name: str
    type: Literal["bool", "int", "choice"]
    default: bool | int | str
    values: list[bool | int | str] | UnsetType = UNSET
    ruling: str | UnsetType = UNSET


class GameInfo(msgspec.Struct, kw_only=True):
    """A game: for how many it is, and its options."""

    game: str
    title: str
    seats: list[int]
    options: list[GameOption]


class Piece(msgspec.Struct, kw_only=True):
    """Something that can be corrected: `value` is how it is, `values` or `range` (lowest, highest) what it may be set to."""

    path: str
    value: Any
    text: str
    values: list[Any] | UnsetType = UNSET
    range: tuple[int, int] | UnsetType = UNSET


class Event(msgspec.Struct, kw_only=True):
    """What happened: a verb in the past, who did it (null: the table), a sentence; more fields hold its data."""

    event: str
    seat: int | None
    text: str


class Error(msgspec.Struct, kw_only=True):
    """Why a request was not done. `rule` is the ledger's id of the rule that refuses an answer."""

    code: Code
    rule: str | None
    reason: str


# -- replies --------------------------------------------------------------------------------------------------------------


class Reply(msgspec.Struct, kw_only=True):
    """`close` and `quit` reply with no more than this."""

    ok: Literal[True]
    id: Any


class Refused(msgspec.Struct, kw_only=True):
    """The reply to whatever could not be done; nothing has changed."""

    ok: Literal[False]
    id: Any
    error: Error


class GamesReply(Reply, kw_only=True):
    protocol: Literal[1]
    games: list[GameInfo]


class QuestionsReply(Reply, kw_only=True):
    """`number`: answers in effect so far. `questions`: lowest line first; none once it is `over`."""

    number: int
    questions: list[AnyQ]
    over: bool
    result: Result | None


class EventsReply(QuestionsReply, kw_only=True):
    events: list[Event]


class BegunReply(QuestionsReply, kw_only=True):
    match: str


class ViewReply(Reply, kw_only=True):
    view: dict[str, Any]


class StateReply(Reply, kw_only=True):
    state: dict[str, Any]
    rules_version: str


class CorrectableReply(Reply, kw_only=True):
    correctable: list[Piece]


class ExportReply(Reply, kw_only=True):
    lines: list[str]


REPLIES: dict[type[Request], type[Reply]] = {
    Games: GamesReply,
    New: BegunReply,
    Questions: QuestionsReply,
    Answer: EventsReply,
    View: ViewReply,
    State: StateReply,
    Load: BegunReply,
    Undo: EventsReply,
    Correct: EventsReply,
    Correctable: CorrectableReply,
    Export: ExportReply,
    Import: BegunReply,
    Close: Reply,
    Quit: Reply,
}

"""What the host's end of a line has to tell: small objects, compared and printed by what they hold."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tablelink.frame import Json


class Event:
    """One thing that happened on a line. `origin` says which frame told it, for whoever keeps records; it is not compared."""

    origin: "Json | None" = None

    def told(self) -> "Json":
        """What it holds, its origin apart."""
        return {name: value for name, value in self.__dict__.items() if name != "origin"}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and type(self) is type(other) and self.told() == other.told()

    def __repr__(self) -> str:
        inside = ", ".join([f"{name}={value!r}" for name, value in self.told().items()])
        return f"{type(self).__name__}({inside})"


class Hello(Event):
    """A board has said who it is. `uptime_ms` since its start, `files_hash` of the files it runs."""

    def __init__(
        self,
        role: str,
        uid: str,
        boot_id: str,
        uptime_ms: int,
        firmware: str,
        protocol: int,
        files_hash: str,
        caps: "list[str]",
    ) -> None:
        self.role = role
        self.uid = uid
        self.boot_id = boot_id
        self.uptime_ms = uptime_ms
        self.firmware = firmware
        self.protocol = protocol
        self.files_hash = files_hash
        self.caps = caps

    @staticmethod
    def from_frame(boot_id: str, told: "Json") -> "Hello":
        """Return the Hello told by a board's parts; what is no text or number is read as if it were."""
        caps = told["caps"] if isinstance(told["caps"], list) else []
        return Hello(
            str(told["role"]),
            str(told["uid"]),
            boot_id,
            told["up"] if isinstance(told["up"], int) else 0,
            str(told["fw"]),
            told["pv"] if isinstance(told["pv"], int) else 0,
            str(told["fh"]),
            [str(cap) for cap in caps],
        )


class Accepted(Event):
    """A board knows the command and is at it; where it waits for a person, the person may act from now on."""

    def __init__(self, cmd_id: str) -> None:
        self.cmd_id = cmd_id


class Done(Event):
    """A command was done; `result` is what the board tells of it."""

    def __init__(self, cmd_id: str, result: "Json") -> None:
        self.cmd_id = cmd_id
        self.result = result


class NotDone(Event):
    """A command was not done, for sure; `why` is a code."""

    def __init__(self, cmd_id: str, why: str, evidence: "Json") -> None:
        self.cmd_id = cmd_id
        self.why = why
        self.evidence = evidence


class Unknown(Event):
    """Nobody on the line can tell whether a command was done: people have to say.

    `why` is "board" if the board itself says so, with its evidence; else the wait that ran out.
    """

    def __init__(self, cmd_id: str, why: str, evidence: "Json") -> None:
        self.cmd_id = cmd_id
        self.why = why
        self.evidence = evidence


class Report(Event):
    """A board tells something unasked. `seq` rises within one start of the board."""

    def __init__(self, kind: str, data: "Json", seq: int, boot_id: str) -> None:
        self.kind = kind
        self.data = data
        self.seq = seq
        self.boot_id = boot_id


class Rebooted(Event):
    """A board has started anew; what it had armed or homed is gone, its open commands are sent again."""

    def __init__(self, uid: str, old_boot_id: str, new_boot_id: str) -> None:
        self.uid = uid
        self.old_boot_id = old_boot_id
        self.new_boot_id = new_boot_id


class Asleep(Event):
    """A board has been silent for `silent_s` seconds; it is asked until it wakes."""

    def __init__(self, uid: str, silent_s: float) -> None:
        self.uid = uid
        self.silent_s = silent_s


class Awake(Event):
    """A board that was asleep answers again."""

    def __init__(self, uid: str) -> None:
        self.uid = uid


class Trouble(Event):
    """Something a person should know. `code`: no_hello, protocol, crashed, board; `words` say it."""

    def __init__(self, code: str, words: str) -> None:
        self.code = code
        self.words = words

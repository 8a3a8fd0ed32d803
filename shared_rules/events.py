"""What happened, as data. An event knows who may see all of it; what others see of it leaves the secret part out."""

from collections.abc import Collection
from typing import Any

Told = dict[str, Any]
"""An event as it is shown: {"event": name, "seat": int | None, ...data}."""


class Event:
    """`name` is a verb in the past tense, `seat` who did it (None: the table), `data` what all may know.

    `secret` is known only to the seats in `to`.
    """

    __slots__ = ("data", "name", "seat", "secret", "to")

    def __init__(self, name: str, seat: int | None, data: dict[str, Any], secret: dict[str, Any], to: Collection[int]) -> None:
        self.name, self.seat, self.data, self.secret, self.to = name, seat, data, secret, to

    def told_to(self, seat: int | None) -> Told:
        """The event as `seat` may know it; None is a spectator."""
        told: Told = {"event": self.name, "seat": self.seat, **self.data}
        if self.secret and seat is not None and seat in self.to:
            told.update(self.secret)
        return told

    def whole(self) -> Told:
        """The event with its secrets, for the journal only."""
        told: Told = {"event": self.name, "seat": self.seat, **self.data}
        if self.secret:
            told["secret"], told["to"] = self.secret, sorted(self.to)
        return told

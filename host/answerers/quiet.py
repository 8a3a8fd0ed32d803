"""What an answerer does where nothing special is to be done."""

from host.inbox import Posting
from host.table import Asked
from shared_rules.questions import IllegalAnswer


class Quiet:
    """The base of answerers: it forgets, is refused and lets time pass without a word."""

    def forget(self, asked: Asked) -> None:
        """Nothing is kept of a question."""

    def refused(self, posting: Posting, why: IllegalAnswer) -> None:
        """Whoever is refused may simply be late."""

    def tick(self) -> None:
        """There is no deadline to look at."""

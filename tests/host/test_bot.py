"""A bot at a seat: it answers what is open, and thinks again where somebody else has changed what is legal meanwhile."""

from collections.abc import Callable
from typing import Any

from host.answerers.bot import Bot
from host.inbox import Inbox, Posting
from host.table import Asked
from shared_rules.questions import Choice, IllegalAnswer


def asked(legal: list[str]) -> Asked:
    question = Choice(3, [[one] for one in legal])
    return Asked("m", 4, 17, question, lambda seat: {"options": [{"answer": one} for one in legal]}, lambda seat: {})


def first(shown: dict[str, Any], view: dict[str, Any], rng: Callable[[], float]) -> Any:
    return shown["options"][0]["answer"]


def postings(inbox: Inbox) -> list[Posting]:
    """What comes of all that is due."""
    found = []
    while (item := inbox.take()) is not None:
        if isinstance(item, Posting):
            found.append(item)
        else:
            item()
    return found


def test_a_bot_whose_answer_came_late_thinks_again_while_it_is_still_asked() -> None:
    inbox, legal = Inbox(lambda: 0.0, patience=0.0), ["fling", "pass"]
    bot, question = Bot(3, first, lambda: 0.5, inbox, pause=0.0), asked(legal)
    bot.ask(question)
    (posting,) = postings(inbox)
    assert (posting.answer, posting.by, posting.line, posting.ticket) == ("fling", "bot 3", 4, 17)
    legal.remove("fling")
    bot.refused(posting, IllegalAnswer(None, "a partner has moved it"))
    assert [one.answer for one in postings(inbox)] == ["pass"]
    bot.forget(question)
    bot.refused(posting, IllegalAnswer(None, "too late"))
    assert postings(inbox) == []

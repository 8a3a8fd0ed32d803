"""What boards tell unasked reaches people in words that say what to do next."""

import pytest

from host.answerers.news import News, words_of
from host.inbox import Inbox
from tablelink.events import Asleep, Awake, Hello, Rebooted, Report, Trouble

HELLO = Hello("shrine", "e661", "boot", 1, "0.1.0", 1, "ff", [])


@pytest.mark.parametrize(
    ("event", "what", "next_step"),
    [
        (Asleep("e661", 5.1), "The dice reader does not answer", "reset button"),
        (Rebooted("e661", "a", "b"), "The dice reader has started anew", "power supply"),
        (Trouble("crashed", "The board shows its prompt."), "shows its prompt", "reset button"),
        (Trouble("board", "OSError: 5"), "The dice reader's program failed (OSError: 5)", "update its firmware"),
        (Trouble("refused", "Two boards are a shrine: unplug one."), "Two boards", "unplug one"),
        (Trouble("no_hello", "Nothing says hello."), "Nothing says hello", "copy the firmware"),
        (Report("die", {"kind": "cocked"}, 1, "b"), "does not lie flat", "throw it again"),
        (Report("part", {"what": "lis3dh", "kind": "lost"}, 1, "b"), "The dice reader's sensor", "check its wires"),
        (Report("part", {"what": "mpu6050", "kind": "implausible", "mg": 600}, 1, "b"), "cannot be true", "fit another"),
        (Report("part", {"what": "wells", "kind": "untaught"}, 1, "b"), "has forgotten", "teach them anew"),
    ],
)
def test_trouble_is_told_with_the_next_step(event, what, next_step):
    words = words_of("dice_reader", event)
    assert what in words
    assert next_step in words


STILL = Report("die", {"kind": "set", "face": 3}, 1, "b")
NOTHING = [HELLO, Report("die", {"kind": "moving"}, 1, "b"), STILL, Report("odd", {}, 1, "b"), Report("part", {}, 1, "b")]


@pytest.mark.parametrize("event", NOTHING)
def test_what_is_nothing_to_people_is_not_told(event):
    assert words_of("shrine", event) == ""


def test_news_wait_for_the_tables_own_thread():
    inbox = Inbox(lambda: 0.0, patience=0)
    notices, anew = [], []
    news = News()
    news.heard("shrine", Awake("e661"))
    news.attend(inbox, notices.append, anew.append)
    news.heard("shrine", Rebooted("e661", "a", "b"))
    assert (notices, anew) == ([], [])
    while (job := inbox.take()) is not None:
        job()
    assert anew == ["shrine"]
    assert len(notices) == 1

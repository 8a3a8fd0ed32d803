"""The inbox: what is due comes in the right order, and nothing counts before its time."""

from host.inbox import Inbox, Posting


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def posting(line, chance, ticket=1):
    return Posting(line, ticket, None, "seat 0", "typed", chance=chance)


def test_chance_comes_before_people_and_the_lowest_line_first():
    inbox = Inbox(Clock(), patience=0)
    for line, chance in ((3, False), (1, False), (2, True), (0, True)):
        inbox.post(posting(line, chance))
    assert [inbox.take().line for _ in range(4)] == [0, 2, 1, 3]
    assert inbox.take() is None


def test_jobs_come_first_and_equals_in_the_order_of_arrival():
    inbox, job = Inbox(Clock(), patience=0), lambda: None
    inbox.post(posting(0, True, ticket=1))
    inbox.post(posting(0, True, ticket=2))
    inbox.post(job)
    assert inbox.take() is job
    assert [inbox.take().ticket for _ in range(2)] == [1, 2]


def test_what_is_posted_for_later_waits_for_its_time():
    clock = Clock()
    inbox = Inbox(clock, patience=0)
    inbox.post_later(posting(5, False), 2.0)
    inbox.post_later(posting(4, False), 1.0)
    assert inbox.take() is None
    clock.now = 1.0
    assert inbox.take().line == 4
    assert inbox.take() is None
    clock.now = 2.0
    assert inbox.take().line == 5

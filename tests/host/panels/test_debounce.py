"""From contacts to what a finger did: traces with bounce and glitches, and any clean presses at all."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.emulation.glass.traces import Trace, press
from host.panels.debounce import Debounce, Event, Waking

#: Contacts of worn push buttons, as (ms, pressed): first chatter when closing, then when opening.
WORN = {
    "clean": ([], []),
    "closing chatters": ([0.3, 0.5, 1.1, 1.2], []),
    "opening chatters": ([], [0.2, 0.4, 0.6, 2.5, 2.6, 4.9]),
    "both, long": ([0.1, 0.9, 3.0, 5.5, 8.0, 12.0], [0.1, 7.0, 7.5, 14.0]),
}


def bouncing(start: float, seconds: float, closing: list[float], opening: list[float]) -> Trace:
    trace = [(start, True), *((start + ms / 1000, bool(i % 2)) for i, ms in enumerate(closing))]
    opened = start + seconds
    return [*trace, (opened, False), *((opened + ms / 1000, not i % 2) for i, ms in enumerate(opening))]


def play(*traces: Trace, until: float = 1e6, timers: bool = True) -> list[tuple[str, float]]:
    """Give a contact all edges, with its timers on time, or never before the next edge."""
    contact, events = Debounce(), list[Event]()
    for time, level in [edge for trace in traces for edge in trace]:
        while timers and (due := contact.due()) is not None and due < time:
            events += contact.at(due)
        events += contact.edge(time, level)
    while (due := contact.due()) is not None and due <= until:
        events += contact.at(due)
    return [(event.kind, round(event.time, 6)) for event in events]


@pytest.mark.parametrize("timers", [True, False], ids=["on time", "late"])
@pytest.mark.parametrize("name", WORN)
@pytest.mark.parametrize(
    ("seconds", "kinds"),
    [(0.12, ["press", "release", "click"]), (0.99, ["press", "release", "click"]), (1.01, ["press", "hold", "release"])],
)
@pytest.mark.fault(44)
def test_a_press_is_one_whatever_the_contacts_do(name: str, seconds: float, kinds: list[str], timers: bool) -> None:
    times = {"press": 5.0, "hold": 6.0, "release": 5.0 + seconds, "click": 5.0 + seconds}
    played = play(bouncing(5.0, seconds, *WORN[name]), timers=timers)
    assert played == [(kind, round(times[kind], 6)) for kind in kinds]


@pytest.mark.fault(44)
def test_two_presses_120_ms_apart_are_two_clicks() -> None:
    kinds = [kind for kind, _ in play(press(0.06), [(time + 0.12, level) for time, level in press(0.06)])]
    assert kinds == ["press", "release", "click"] * 2


@pytest.mark.parametrize("milliseconds", [0.1, 2, 9.9])
def test_a_glitch_is_nothing(milliseconds: float) -> None:
    assert play([(1.0, True), (1.0 + milliseconds / 1000, False)]) == []


def test_glitches_do_not_add_up_to_a_press() -> None:
    assert play([(0.004 * i, i % 2 == 0) for i in range(1000)]) == []


def test_a_glitch_in_a_press_neither_ends_nor_stretches_it() -> None:
    glitches = [(1.4, False), (1.402, True), (1.995, False), (1.997, True)]
    assert play([(1.0, True), *glitches, (2.5, False)]) == [("press", 1.0), ("hold", 2.0), ("release", 2.5)]


def test_a_release_that_chatters_over_the_second_is_a_click() -> None:
    chatter = [(1.996, False), (1.999, True), (2.003, False)]
    assert [kind for kind, _ in play([(1.0, True), *chatter])] == ["press", "release", "click"]


def test_noise_before_a_press_does_not_make_it_a_hold() -> None:
    noise = [(0.008 * i, i % 2 == 0) for i in range(200)]
    assert [kind for kind, _ in play(noise, [(1.6, True), (1.7, False)])] == ["press", "release", "click"]


def test_what_is_pressed_at_the_start_is_not_a_press() -> None:
    contact = Debounce(pressed=True)
    assert contact.due() is None
    assert contact.edge(5.0, False) == [] == contact.at(5.1)
    contact.edge(6.0, True)
    assert contact.at(6.01) == [Event("press", 6.0)]


def test_timers_tell_when_they_have_to_be_asked() -> None:
    contact = Debounce()
    assert contact.due() is None
    contact.edge(1.0, True)
    assert contact.due() == pytest.approx(1.01)
    assert contact.at(1.009) == []
    assert contact.at(1.011) == [Event("press", 1.0)]
    assert contact.due() == 2.0
    assert contact.at(2.0) == [Event("hold", 2.0)]
    assert contact.due() is None


def test_time_that_goes_back_is_taken_as_now() -> None:
    contact = Debounce()
    contact.at(10.0)
    contact.edge(9.0, True)
    assert contact.at(10.011) == [Event("press", 10.0)]


lengths = st.one_of(st.floats(0.012, 0.999), st.floats(1.001, 3.0))
presses = st.lists(st.tuples(st.floats(0.02, 2.0), lengths), min_size=1, max_size=8)


@settings(deadline=None, max_examples=200)
@given(presses, st.booleans(), st.one_of(st.none(), st.integers(0, 999)))
def test_no_press_is_lost_or_doubled(gaps: list[tuple[float, float]], timers: bool, seed: int | None) -> None:
    chance = None if seed is None else random.Random(seed)
    time, traces, wanted = 0.0, [], []
    for gap, seconds in gaps:
        time += gap
        # Contacts that chatter 5 ms need that long and the settling besides.
        bounce = chance if seconds > 0.02 else None
        traces.append([(time + after, level) for after, level in press(seconds, bounce)])
        wanted.append(("press", round(time, 6)))
        if seconds > 1.0:
            wanted += [("hold", round(time + 1.0, 6)), ("release", round(time + seconds, 6))]
        else:
            wanted += [("release", round(time + seconds, 6)), ("click", round(time + seconds, 6))]
        time += seconds
    assert play(*traces, timers=timers) == wanted


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(0.0, 0.05), st.booleans()), max_size=60))
def test_whatever_contacts_do_events_come_in_order(edges: list[tuple[float, bool]]) -> None:
    time, trace = 0.0, []
    for gap, level in edges:
        time += gap
        trace.append((time, level))
    played = play(trace, [(time + 5.0, False)])
    kinds = [kind for kind, _ in played]
    for kind in ("press", "release"):
        assert kinds.count(kind) == kinds.count("click") + kinds.count("hold")
    while kinds:
        one, kinds = kinds[:3], kinds[3:]
        assert one in (["press", "release", "click"], ["press", "hold", "release"])
    assert [time for _, time in played] == sorted(time for _, time in played)


def test_the_press_that_wakes_does_nothing_else() -> None:
    waking = Waking()
    kinds = [("press", True), ("hold", False), ("release", False), ("press", False), ("release", False), ("click", False)]
    told = [waking.take("ok", Event(kind, float(time)), asleep) for time, (kind, asleep) in enumerate(kinds)]
    assert told == [Event("wake", 0.0), None, None, Event("press", 3.0), Event("release", 4.0), Event("click", 5.0)]


def test_another_button_acts_while_the_waking_one_is_still_down() -> None:
    waking = Waking()
    assert waking.take("ok", Event("press", 1.0), True) == Event("wake", 1.0)
    assert waking.take("next", Event("press", 1.1), False) == Event("press", 1.1)
    assert waking.take("ok", Event("click", 1.2), False) is None
    assert waking.take("next", Event("click", 1.3), False) == Event("click", 1.3)


def test_a_seat_that_falls_asleep_under_a_finger_still_hears_the_click() -> None:
    waking = Waking()
    waking.take("ok", Event("press", 1.0), False)
    assert waking.take("ok", Event("click", 1.2), True) == Event("click", 1.2)

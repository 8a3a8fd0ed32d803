"""One port: opened patiently, closed at once, and everything that goes wrong told once and in words."""

import pytest

from host.link.ports import PortTrouble
from tablelink.events import Asleep, Awake, Done, Hello, Rebooted, Trouble
from tablelink.frame import FrameTooLong

from .desk import AtItsPrompt, Desk, Flooding, Line, Pico

PATH = "/dev/ttyACM0"


@pytest.fixture
def desk():
    return Desk()


@pytest.fixture
def heard():
    return []


@pytest.fixture
def supervisor(desk, heard):
    return desk.supervise(PATH, lambda supervisor, event: heard.append(event))


def test_a_board_is_greeted_told_and_heard(desk, supervisor, heard):
    pico = desk.plugged[PATH] = Pico(desk, "shrine", "e661")
    desk.run(0.2)
    assert [type(event) for event in heard] == [Hello]
    assert supervisor.awake
    assert supervisor.words == ""
    supervisor.send("m.1.1", "flush", {"turn": 1})
    desk.run(0.2)
    pico.link.done("m.1.1", {"turned": 1})
    desk.run(0.2)
    assert heard[-1] == Done("m.1.1", {"turned": 1})
    assert pico.acts == ["m.1.1"]


def test_a_port_without_anything_is_tried_ever_more_slowly_and_told_once(desk, supervisor, heard):
    desk.run(60)
    assert [event.code for event in heard] == ["gone"]
    assert PATH in heard[0].words
    pauses = [later - earlier for (earlier, _), (later, _) in zip(desk.opened, desk.opened[1:], strict=False)]
    assert pauses[:5] == pytest.approx([0.25, 0.5, 1, 2, 4], abs=0.04)
    assert max(pauses) < 4.1
    desk.plugged[PATH] = Pico(desk, "shrine", "e661")
    desk.run(5)
    assert supervisor.awake


@pytest.mark.fault(13)
def test_a_pulled_cable_closes_the_port_at_once_and_the_command_goes_on_afterwards(desk, supervisor, heard):
    pico = desk.plugged[PATH] = Pico(desk, "shrine", "e661")
    desk.run(0.2)
    supervisor.send("m.1.1", "flush", {"turn": 1})
    desk.run(0.2)
    del desk.plugged[PATH]
    desk.run(0.1)
    assert desk.closed == [PATH]
    assert not supervisor.awake
    desk.run(8)
    desk.plugged[PATH] = pico
    pico.link.done("m.1.1", {"turned": 1})
    desk.run(5)
    kinds = [type(event) for event in heard]
    assert kinds.count(Asleep) == kinds.count(Awake) == 1
    assert heard[-1] == Done("m.1.1", {"turned": 1})
    assert pico.acts == ["m.1.1"]


@pytest.mark.fault(19)
def test_a_restart_behind_the_open_port_is_told(desk, supervisor, heard):
    pico = desk.plugged[PATH] = Pico(desk, "shrine", "e661")
    desk.run(0.2)
    pico.boot()
    desk.run(2)
    assert Rebooted("e661", "e6610001", "e6610002") in heard


@pytest.mark.fault(16)
def test_no_permission_is_told_only_after_5_s(desk, supervisor, heard):
    desk.trouble[PATH] = PortTrouble("permission", "add yourself to the group dialout")
    desk.run(4.5)
    assert heard == []
    assert supervisor.words
    desk.run(10)
    assert heard == [Trouble("permission", "add yourself to the group dialout")]


def test_a_hung_board_falls_asleep_and_its_port_stays_open(desk, supervisor, heard):
    desk.plugged[PATH] = Pico(desk, "shrine", "e661")
    desk.run(0.2)
    desk.stuck.add(PATH)
    desk.plugged[PATH].deaf = True
    desk.run(8)
    assert isinstance(heard[-1], Asleep)
    desk.stuck.clear()
    desk.plugged[PATH].deaf = False
    desk.run(3)
    assert isinstance(heard[-1], Awake)
    assert desk.closed == []


@pytest.mark.fault(8)
def test_a_board_whose_first_words_were_lost_is_asked_until_it_answers(desk, supervisor, heard):
    pico = desk.plugged[PATH] = Pico(desk, "shrine", "e661")
    pico.deaf = True
    desk.run(4)
    assert heard == []
    pico.deaf = False
    desk.run(1)
    assert supervisor.awake


def rubbish(data):
    return [b"\xef\x95{\x00\n", data.replace(b"\n", b"\n\x80U\xc3(\n")] if data else []


def torn(data):
    return [data[at : at + 7] for at in range(0, len(data), 7)]


@pytest.mark.fault(9)
@pytest.mark.fault(10)
@pytest.mark.parametrize("spoil", [rubbish, torn])
def test_bytes_that_are_no_text_and_lines_that_come_in_pieces_do_no_harm(desk, supervisor, heard, spoil):
    pico = Pico(desk, "shrine", "e661")
    desk.plugged[PATH] = Line(pico, spoil)
    desk.run(6)
    assert supervisor.awake
    supervisor.send("m.1.1", "flush", {"turn": 1})
    desk.run(2)
    pico.link.done("m.1.1", {"turned": 1})
    desk.run(3)
    assert Done("m.1.1", {"turned": 1}) in heard and pico.acts == ["m.1.1"]


@pytest.mark.fault(18)
def test_a_board_that_starts_anew_whenever_its_port_is_opened_is_greeted_and_told_again(desk, supervisor, heard):
    desk.opening_resets = True
    pico = desk.plugged[PATH] = Pico(desk, "shrine", "e661")
    desk.run(1)
    supervisor.send("m.1.1", "roll", {"how": "tumbler"})
    desk.run(1)
    del desk.plugged[PATH]
    desk.run(1)
    desk.plugged[PATH] = pico
    desk.run(6)
    assert pico.boots == 3 and supervisor.awake
    assert pico.acts == ["m.1.1"] * 2, "what it was told before the opening it has forgotten"


@pytest.mark.fault(7)
def test_what_a_strange_device_floods_is_told_once_and_costs_nobody_anything(desk, supervisor, heard):
    desk.plugged[PATH] = Flooding(b"\x00\xffT=21.4;" * 400)
    desk.run(20)
    assert [event.code for event in heard] == ["flood", "no_hello"]
    assert "something else than a board" in heard[0].words
    desk.plugged[PATH] = Pico(desk, "shrine", "e661")
    desk.run(3)
    assert supervisor.awake


@pytest.mark.fault(25)
def test_a_board_at_its_prompt_is_told_and_started_anew_but_not_for_ever(desk, supervisor, heard):
    board = desk.plugged[PATH] = AtItsPrompt(Pico(desk, "shrine", "e661"), wakes_at=1)
    desk.run(2)
    assert [event.code for event in heard] == ["crashed"] and board.restarts == 0, "a moment for whoever wanted the prompt"
    desk.run(6)
    assert supervisor.awake and board.restarts == 1
    board = desk.plugged[PATH] = AtItsPrompt(Pico(desk, "shrine", "e661"), wakes_at=99)
    desk.run(300)
    assert board.restarts == 2, "who comes back to the prompt three times is left to people"
    assert "flood" not in [event.code for event in heard if isinstance(event, Trouble)]


@pytest.mark.fault(25)
def test_a_board_that_an_update_left_at_its_silent_prompt_is_started_anew(desk, supervisor, heard):
    board = desk.plugged[PATH] = AtItsPrompt(Pico(desk, "shrine", "e661"), wakes_at=1)
    board.to_host.clear()
    board.echoes = False
    desk.run(12)
    assert [event.code for event in heard] == ["no_hello"] and board.restarts == 0
    desk.run(6)
    assert supervisor.awake and board.restarts == 1


def test_arguments_that_do_not_fit_are_refused_in_the_callers_thread(supervisor):
    with pytest.raises(FrameTooLong):
        supervisor.send("m.1.1", "flush", {"text": "x" * 120})


def test_stop_closes_the_port(desk, supervisor):
    desk.plugged[PATH] = Pico(desk, "shrine", "e661")
    desk.run(0.2)
    assert supervisor.stop()
    assert desk.closed == [PATH]

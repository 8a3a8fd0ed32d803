"""Who is who: boards are known by their id, their commands follow them, and two of a kind are told apart in words."""

import pytest

from host.link.boards import Boards
from tablelink.events import Accepted, Asleep, Done, Hello, NotDone, Rebooted, Trouble, Unknown

from .desk import Desk, Pico

ONE, TWO = "/dev/ttyACM0", "/dev/ttyACM1"


class Table:
    """A desk with boards under watch, and what was heard of them."""

    def __init__(self):
        self.desk = Desk()
        self.told = []
        self.heard = []
        self.listed = [ONE, TWO]
        self.boards = Boards(
            find=False,
            post=lambda role, event: self.told.append((role, event)),
            clock=self.desk.clock,
            search=lambda explicit, find: self.listed,
            supervise=self.desk.supervise,
        )

    def plug(self, path, pico):
        self.desk.plugged[path] = pico

    def pico(self, role="shrine", uid="e661"):
        return Pico(self.desk, role, uid)

    def run(self, seconds):
        self.desk.run(seconds, self.boards)

    def flush(self, cmd_id="m.1.1", **more):
        self.boards.submit("shrine", cmd_id, "flush", {"turn": 1}, self.heard.append, **more)

    def states(self):
        return [(status.port, status.role, status.state) for status in self.boards.status()]

    def words(self, path):
        return next(status.words for status in self.boards.status() if status.port == path)

    def kinds(self, kind):
        return [event for _, event in self.told if isinstance(event, kind)]


@pytest.fixture
def table():
    return Table()


def test_two_boards_are_found_and_each_gets_what_its_role_is_told(table):
    shrine, dice = table.pico(), table.pico("dice_reader", "f772")
    table.plug(ONE, dice)
    table.plug(TWO, shrine)
    table.run(1)
    assert table.states() == [(ONE, "dice_reader", "awake"), (TWO, "shrine", "awake")]
    assert table.words(TWO) == f"shrine e661 at {TWO}: awake, firmware 0.1.0, can flush."
    table.flush()
    table.run(0.2)
    shrine.link.done("m.1.1", {"turned": 1})
    table.run(0.2)
    assert table.heard == [Accepted("m.1.1"), Done("m.1.1", {"turned": 1})]
    assert (shrine.acts, dice.acts) == (["m.1.1"], [])


def test_a_command_may_be_given_before_its_board_has_said_hello(table):
    table.flush()
    table.run(3)
    shrine = table.pico()
    table.plug(TWO, shrine)
    table.run(5)
    assert table.heard == [Accepted("m.1.1")]
    assert shrine.acts == ["m.1.1"]


@pytest.mark.fault(22)
def test_without_a_board_a_new_command_is_not_done_and_an_old_one_unknown_in_12_s(table):
    table.flush()
    table.flush("m.0.1", again=True)
    table.run(11.9)
    assert table.heard == []
    table.run(0.3)
    assert table.heard == [NotDone("m.1.1", "no_board", {}), Unknown("m.0.1", "no_board", {})]


@pytest.mark.fault(19)
def test_a_command_follows_its_board_to_another_port(table):
    shrine = table.pico()
    table.plug(ONE, shrine)
    table.run(1)
    table.flush()
    table.run(0.2)
    del table.desk.plugged[ONE]
    shrine.boot()
    table.plug(TWO, shrine)
    table.run(5)
    assert Rebooted("e661", "e6610001", "e6610002") in table.kinds(Rebooted)
    assert table.heard[-1] == Unknown("m.1.1", "board", {})
    assert shrine.acts == ["m.1.1"]
    assert table.states() == [(ONE, "shrine", "closed"), (TWO, "shrine", "awake")]
    table.flush("m.2.1")
    table.run(0.2)
    assert shrine.acts == ["m.1.1", "m.2.1"]


@pytest.mark.fault(13)
def test_a_board_may_come_back_under_ever_new_names_and_none_of_the_old_ones_stays(table):
    shrine = table.pico()
    for number in range(5):
        path = f"/dev/ttyACM{number}"
        table.listed = [path]
        table.desk.plugged = {path: shrine}
        table.run(6)
        assert table.states() == [(path, "shrine", "awake")]
    table.listed, table.desk.plugged = [], {}
    table.run(8)
    assert table.states() == [("/dev/ttyACM4", "shrine", "closed")], "a board that is lost is still told"
    table.flush()
    table.listed, table.desk.plugged = [ONE], {ONE: shrine}
    table.run(6)
    assert table.heard == [Accepted("m.1.1")] and table.states() == [(ONE, "shrine", "awake")]


@pytest.mark.fault(15)
def test_two_boards_swap_their_ports_and_each_still_gets_its_own(table):
    shrine, dice = table.pico(), table.pico("dice_reader", "f772")
    table.desk.plugged = {ONE: shrine, TWO: dice}
    table.run(1)
    table.flush()
    table.run(0.2)
    table.desk.plugged = {ONE: dice, TWO: shrine}
    table.run(8)
    assert sorted(table.states()) == [(ONE, "dice_reader", "awake"), (TWO, "shrine", "awake")]
    shrine.link.done("m.1.1", {"turned": 1})
    table.run(0.5)
    assert table.heard[-1] == Done("m.1.1", {"turned": 1})
    assert (shrine.acts, dice.acts) == (["m.1.1"], [])


def test_a_command_never_goes_to_another_board_of_its_role(table):
    first, second = table.pico(), table.pico(uid="f772")
    table.plug(ONE, first)
    table.run(1)
    table.flush()
    table.run(0.2)
    del table.desk.plugged[ONE]
    table.plug(TWO, second)
    table.run(60)
    assert second.acts == []
    assert [type(event) for event in table.heard] == [Accepted, Unknown]


def test_two_boards_of_one_role_are_told_in_words_and_the_first_is_used(table):
    first, second = table.pico(), table.pico(uid="f772")
    table.plug(ONE, first)
    table.run(1)
    table.plug(TWO, second)
    table.run(5)
    assert table.states() == [(ONE, "shrine", "awake"), (TWO, "shrine", "refused")]
    words = f"Two boards are a shrine: e661 at {ONE} and f772 at {TWO}: unplug one; the one at {ONE} is used."
    assert table.words(TWO) == words
    assert [event.words for event in table.kinds(Trouble) if event.code == "refused"] == [words]
    table.flush()
    table.run(0.2)
    assert (first.acts, second.acts) == (["m.1.1"], [])
    del table.desk.plugged[ONE]
    table.run(1)
    assert table.states() == [(ONE, "shrine", "closed"), (TWO, "shrine", "awake")]
    table.flush("m.2.1")
    table.run(0.2)
    assert second.acts == ["m.2.1"]


@pytest.mark.fault(15)
def test_two_boards_that_say_the_same_id_are_told_in_words(table):
    table.plug(ONE, table.pico())
    table.run(1)
    table.plug(TWO, table.pico("dice_reader"))
    table.run(5)
    assert table.states()[1] == (TWO, "dice_reader", "refused")
    assert f"The boards at {ONE} and {TWO} both say that they are e661: unplug one" in table.words(TWO)


def test_a_port_that_is_listed_twice_is_kept_once(table):
    table.listed = [ONE, ONE]
    table.plug(ONE, table.pico())
    table.run(1)
    assert len(table.desk.supervisors) == 1
    assert table.states() == [(ONE, "shrine", "awake")]


def test_cancel_reaches_the_board_or_ends_what_never_left(table):
    table.flush()
    table.boards.cancel("shrine", "m.1.1")
    assert table.heard == [NotDone("m.1.1", "cancelled", {})]
    shrine = table.pico()
    table.plug(ONE, shrine)
    table.run(1)
    table.boards.submit("shrine", "m.2.1", "roll", {}, table.heard.append)
    table.run(0.2)
    table.boards.cancel("shrine", "m.2.1")
    table.boards.cancel("shrine", "m.9.9")
    table.run(0.2)
    assert table.heard[-1] == NotDone("m.2.1", "cancelled", {})


def test_a_silent_port_a_closed_one_and_a_sleeping_board_are_described(table):
    silent = table.pico()
    silent.deaf = True
    table.plug(ONE, silent)
    table.run(12)
    assert table.states() == [(ONE, "", "silent"), (TWO, "", "closed")]
    assert table.words(TWO) == f"Nothing is plugged in at {TWO}: check the cable."
    silent.deaf = False
    table.run(3)
    silent.deaf = True
    table.run(6)
    assert table.states()[0] == (ONE, "shrine", "asleep")
    assert "Check its cable" in table.words(ONE)
    assert [type(event) for role, event in table.told if role == "shrine"] == [Hello, Asleep]


@pytest.mark.fault(23)
def test_one_board_that_dies_does_not_touch_the_other(table):
    shrine, dice = table.pico(), table.pico("dice_reader", "f772")
    table.plug(ONE, dice)
    table.plug(TWO, shrine)
    table.run(1)
    del table.desk.plugged[ONE]
    table.flush()
    table.run(0.2)
    shrine.link.done("m.1.1", {"turned": 1})
    table.run(0.2)
    assert table.heard[-1] == Done("m.1.1", {"turned": 1})

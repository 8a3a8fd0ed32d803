"""A table.toml is read whole, and everything that is wrong in it is told at once, with its line and what to do."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from host import paths
from host.config import ConfigError, TableConfig, read_table
from host.config_reader import lines_of
from host.config_seats import PanelPlace, Seat
from shared_rules.games import GAMES

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "hardware" / "table.example.toml"
GOOD = """\
game = "mycelia"

[[seats]]
name = "Ada"
panel = { bus = 1, address = 0x3C }
buttons = { next = 17, ok = 27 }

[[seats]]
name = "Ben"
panel = { bus = 1, address = 0x3D }
buttons = { next = 23, ok = 24 }
"""


def read(folder: Path, text: str) -> TableConfig:
    file = folder / "table.toml"
    file.write_text(text, encoding="utf-8")
    return read_table(file)


def problems(folder: Path, text: str) -> list[tuple[int, str, str]]:
    """What is wrong with `text`: (line, what, remedy)."""
    with pytest.raises(ConfigError) as caught:
        read(folder, text)
    assert all(problem.file == str(folder / "table.toml") for problem in caught.value.problems)
    return [(problem.line, problem.what, problem.remedy) for problem in caught.value.problems]


def changed(*changes: tuple[str, str]) -> str:
    """The good table with some words replaced."""
    text = GOOD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def test_the_example_is_a_table_for_two_and_shows_every_key() -> None:
    table = read_table(EXAMPLE)
    assert [seat.name for seat in table.seats] == ["Ada", "Ben"] and table.players == 2
    assert table.seats[0] == Seat("Ada", PanelPlace(1, 0x3C), {"next": 17, "ok": 27})
    text = EXAMPLE.read_text()
    keys = "game players pieces journal page ports find roll flush bot column_offset rotate menu"
    for key in keys.split():
        assert key in text


def test_the_example_is_wired_as_the_pin_map_says() -> None:
    pi = tomllib.loads((ROOT / "hardware" / "pins.toml").read_text())["pi"]
    for number, seat in enumerate(read_table(EXAMPLE).seats):
        assert seat.panel is not None and seat.panel.address == pi["panels"]["addresses"][number]
        assert seat.buttons == {name: pi["seats"][number][name]["gpio"] for name in seat.buttons}


def test_what_is_left_out_has_a_plain_meaning(tmp_path: Path) -> None:
    table = read(tmp_path, GOOD)
    assert table.chains == {"roll": ["dice_reader:tumbler", "dice_reader:roller"], "flush": ["shrine"]}
    assert table.roles == ["dice_reader", "shrine"]
    assert (table.ports, table.find, table.journal) == ((), True, paths.table_journal())
    assert table.options == {name: {"pieces": "real"} for name in GAMES}


def test_everything_that_is_said_is_taken(tmp_path: Path) -> None:
    text = changed(
        ('game = "mycelia"', 'game = "mycelia"\nplayers = 2\npieces = "none"\ntracking = "light"\njournal = "kept/here.sqlite"'),
        ("address = 0x3C", 'address = 0x3C, chip = "sh1106", column_offset = 0, rotate = 180'),
        ("ok = 27", "ok = 27, back = 22, menu = 4"),
    )
    table = read(
        tmp_path,
        text
        + '[[seats]]\nname = "Cleo"\nbot = "greedy"\n[boards]\nports = ["/dev/ttyACM9"]\nfind = false\n'
        + '[sources]\nroll = ["dice_reader:roller", "engine"]\nflush = []\n[options.mycelia]\nfirst = "seat 1"\n',
    )
    assert table.players == 2 and len(table.seats) == 3 and table.seats[2].bot == "greedy"
    assert table.seats[0].panel == PanelPlace(1, 0x3C, "sh1106", 0, 180)
    assert table.seats[0].buttons == {"next": 17, "ok": 27, "back": 22, "menu": 4}
    assert (table.ports, table.find) == (("/dev/ttyACM9",), False)
    assert table.chains == {"roll": ["dice_reader:roller", "engine"], "flush": []} and table.roles == ["dice_reader"]
    assert table.journal == tmp_path / "kept" / "here.sqlite"
    assert table.options["mycelia"] == {"pieces": "none", "tracking": "light", "first": "seat 1"}


@pytest.mark.fault(35)
def test_five_panels_behind_a_multiplexer_may_have_one_address(tmp_path: Path) -> None:
    pins = [(17, 27), (23, 24), (5, 6), (12, 16), (20, 21)]
    text = "players = 4\n" + "".join(
        f'[[seats]]\nname = "{name}"\npanel = {{ bus = "i2c-1-mux (chan_id {number})", address = 0x3C }}\n'
        f"buttons = {{ next = {pins[number][0]}, ok = {pins[number][1]} }}\n"
        for number, name in enumerate("ABCDE")
    )
    assert len(read(tmp_path, text).seats) == 5
    assert problems(tmp_path, text.replace('bus = "i2c-1-mux (chan_id 1)"', "bus = 1")) == [
        (8, "the panel of seat 0 answers there too (it is at I2C bus i2c-1-mux (chan_id 0), address 0x3C)", SOLDER),
        (12, "the panel of seat 1 answers there too (it is at I2C bus 1, address 0x3C)", SOLDER),
        (16, "the panel of seat 1 answers there too (it is at I2C bus 1, address 0x3C)", SOLDER),
        (20, "the panel of seat 1 answers there too (it is at I2C bus 1, address 0x3C)", SOLDER),
    ]


SOLDER = "solder one to the other address (0x3C, 0x3D), or give it a bus of its own"
OWN_PIN = "give each button a pin of its own"
OTHER_PIN = "put the button on another pin; hardware/README.md has free ones"

WRONG: list[tuple[str, tuple[str, str], int, str, str]] = [
    ("unknown key", ('game = "mycelia"', 'gane = "mycelia"'), 1, "there is no key 'gane' here", "did you mean 'game'?"),
    ("unknown seat key", ('name = "Ada"', 'name = "Ada"\nbutons = 1'), 5, "there is no key 'butons'", "did you mean 'buttons'?"),
    ("unknown panel key", ("bus = 1,", "bus = 1, adress = 3,"), 5, "there is no key 'adress' here", "did you mean 'address'?"),
    ("far from any key", ('game = "mycelia"', "zzz = 1"), 1, "there is no key 'zzz' here", "take it out; there are: game"),
    ("unknown game", ('"mycelia"', '"mycelai"'), 1, "there is no game 'mycelai'", "did you mean 'mycelia'?"),
    ("game's type", ('"mycelia"', "7"), 1, "'game' is a text in quotes, not 7", "write a text in quotes"),
    ("address twice", ("0x3D", "0x3C"), 10, "the panel of seat 0 answers there too (it is at I2C bus 1, address 0x3C)", SOLDER),
    ("printed address", ("0x3D", "0x7A"), 10, "no panel has the address 0x7A", "write 0x3D: boards are printed with twice"),
    ("multiplexer's address", ("0x3D", "0x70"), 10, "no panel has the address 0x70", "write 0x3C or 0x3D"),
    ("address as text", ("0x3D", '"0x3D"'), 10, "'address' is a whole number, not '0x3D'", "write a whole number"),
    ("address left out", (", address = 0x3D", ""), 10, "'address' is missing", "write address = 0x3C or 0x3D"),
    ("bus left out", ("bus = 1, ", ""), 5, "'bus' is missing", "write bus = 1"),
    ("bus below 0", ("bus = 1", "bus = -1"), 5, "'bus' is the number or the name of an I2C bus, not -1", "write 1 for"),
    ("chip", ("0x3D", '0x3D, chip = "ssd1308"'), 10, "there is no chip 'ssd1308'", "did you mean 'ssd1306'?"),
    ("offset", ("0x3D", "0x3D, column_offset = 2"), 10, "an ssd1306 has no column_offset of 2", "name the chip sh1106"),
    ("offset of sh1106", ("0x3D", '0x3D, chip = "sh1106", column_offset = 9'), 10, "an sh1106 has no column_offset", "from 0 to 4"),
    ("rotate", ("0x3D", "0x3D, rotate = 90"), 10, "a panel cannot be turned by 90", "write 0, or 180"),
    ("pin twice", ("ok = 24", "ok = 27"), 11, "GPIO 27 is button 'ok' of seat 0 already", OWN_PIN),
    ("pin twice in a seat", ("ok = 24", "ok = 23"), 11, "GPIO 23 is button 'next' of seat 1 already", OWN_PIN),
    ("I2C pin", ("ok = 24", "ok = 2"), 11, "GPIO 2 belongs to I2C bus 1 (SDA)", OTHER_PIN),
    ("UART pin", ("ok = 24", "ok = 15"), 11, "GPIO 15 belongs to the serial port (UART, RXD)", OTHER_PIN),
    ("EEPROM pin", ("ok = 24", "ok = 0"), 11, "GPIO 0 belongs to the ID chip of add-on boards", OTHER_PIN),
    ("second bus's pin", ("bus = 1, address = 0x3D", "bus = 6, address = 0x3D"), 11, "GPIO 23 belongs to I2C bus 6", OTHER_PIN),
    ("no such pin", ("ok = 24", "ok = 28"), 11, "there is no pin GPIO 28", "write a BCM number from 0 to 27"),
    ("pin is true", ("ok = 24", "ok = true"), 11, "'ok' is a whole number, not True", "write a whole number"),
    ("no ok button", (", ok = 24", ""), 11, "'ok' is missing", "write ok = and the pin's BCM number"),
    ("unknown button", ("ok = 24", "ok = 24, bakc = 25"), 11, "there is no button 'bakc' here", "did you mean 'back'?"),
    ("panel alone", ("buttons = { next = 23, ok = 24 }", ""), 10, "this seat has 'panel' but no 'buttons'", "add buttons"),
    ("buttons alone", ("panel = { bus = 1, address = 0x3D }", ""), 11, "this seat has 'buttons' but no 'panel'", "add panel"),
    ("same name", ('"Ben"', '"Ada"'), 9, "seat 0 is called 'Ada' too", "give each seat a name"),
    ("long name", ('"Ben"', '"Benjamin the Great of Nowhere"'), 9, "'Benjamin the Great of Nowhere' is no name", "1 to 16 letters"),
    ("no name", ('name = "Ben"', ""), 8, "'name' is missing", "write name"),
    ("bot", ('name = "Ben"', 'name = "Ben"\nbot = "greddy"'), 10, "there is no bot 'greddy'", "did you mean 'greedy'?"),
    ("players", ('game = "mycelia"', "players = 5"), 1, "Mycelia is played by 1, 2, 3, 4, not by 5", "name one"),
    ("too few seats", ('game = "mycelia"', "players = 3"), 1, "3 play, but there are 2 seats", "add a [[seats]]"),
    ("pieces", ('game = "mycelia"', 'pieces = "wood"'), 1, "'pieces' is one of real, none, not 'wood'", "choose one"),
    ("tracking", ('game = "mycelia"', 'tracking = "half"'), 1, "'tracking' is one of full, light, not 'half'", "choose one"),
    ("empty journal", ('game = "mycelia"', 'journal = ""'), 1, "'journal' is empty", "name a file"),
    ("journal is a folder", ('game = "mycelia"', 'journal = "."'), 1, "'.' is a folder", "name a file in it"),
    ("no TOML", ('"mycelia"', "mycelia"), 1, "this is no TOML", "mend that line"),
]
ADDED: list[tuple[str, str, int, str, str]] = [
    ("option", '[options.mycelia]\nfrist = "rolled"', 13, "there is no option of mycelia 'frist'", "did you mean 'first'?"),
    ("option's value", '[options.mycelia]\nfirst = "seat 9"', 13, "option 'first' is one of rolled, seat 0", "choose one"),
    ("options of no game", "[options.mycelai]\n", 12, "there is no game 'mycelai'", "did you mean 'mycelia'?"),
    ("option without game", '[options]\nfirst = "rolled"', 13, "there is no game 'first'", "there are: mycelia"),
    ("port", '[boards]\nports = ["ttyACM0"]', 13, "'ttyACM0' is no port", "like /dev/ttyACM0"),
    ("port twice", '[boards]\nports = ["/dev/a", "/dev/a"]', 13, "a port is listed twice", "list it once"),
    ("port's type", "[boards]\nports = [1]", 13, "'ports' holds something that is no text", "in quotes"),
    ("find", "[boards]\nfind = 1", 13, "'find' is true or false, not 1", "write true or false"),
    ("source", '[sources]\nroll = ["dice_reader:tumbeler"]', 13, "no source 'dice_reader:tumbeler' for a roll", "did you mean"),
    ("source of the other", '[sources]\nflush = ["dice_reader:roller"]', 13, "for a flush", "shrine, "),
    ("source twice", '[sources]\nflush = ["shrine", "shrine"]', 13, "a source is listed twice", "list it once"),
    ("engine first", '[sources]\nflush = ["engine", "shrine"]', 13, "what comes after 'engine' is never asked", "put it last"),
    ("unknown need", '[sources]\nrol = ["engine"]', 13, "there is no key 'rol' here", "did you mean 'roll'?"),
    ("six seats", "".join(f'[[seats]]\nname = "{name}"\n' for name in "CDEF"), 18, "5 seats at most", "take 1 out"),
]


@pytest.mark.parametrize(("change", "line", "what", "remedy"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG])
@pytest.mark.fault(35)
def test_a_mistake_is_named_with_its_line_and_a_remedy(
    tmp_path: Path, change: tuple[str, str], line: int, what: str, remedy: str
) -> None:
    found = problems(tmp_path, changed(change))
    assert any(at == line and what in told and remedy in do for at, told, do in found), found


@pytest.mark.parametrize(("text", "line", "what", "remedy"), [case[1:] for case in ADDED], ids=[case[0] for case in ADDED])
def test_a_mistake_further_down_is_named_too(tmp_path: Path, text: str, line: int, what: str, remedy: str) -> None:
    found = problems(tmp_path, GOOD + text)
    assert any(at == line and what in told and remedy in do for at, told, do in found), found


def test_all_mistakes_come_at_once_in_the_order_of_the_lines(tmp_path: Path) -> None:
    found = problems(tmp_path, changed(("0x3D", "0x3C"), ("ok = 24", "ok = 2"), ('"mycelia"', '"ludo"')) + "[bords]\n")
    assert [line for line, _, _ in found] == [1, 10, 11, 12]


def test_a_table_without_seats_is_told_what_to_write(tmp_path: Path) -> None:
    assert problems(tmp_path, 'game = "mycelia"\n') == [(0, "'seats' is missing", "write a [[seats]] for each seat")]


def test_more_seats_than_the_game_has_need_a_number_of_players(tmp_path: Path) -> None:
    three = '[[seats]]\nname = "C"\n[[seats]]\nname = "D"\n[[seats]]\nname = "E"\n'
    ((line, what, remedy),) = problems(tmp_path, GOOD + three)
    assert (line, what) == (0, "Mycelia is played by 1, 2, 3, 4, and 5 seats are listed") and "players = N" in remedy
    assert read(tmp_path, "players = 4\n" + GOOD + three).players == 4


def test_a_file_that_is_not_there_or_no_text_is_told_in_words(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"No such file.*table\.example\.toml"):
        read_table(tmp_path / "none.toml")
    (tmp_path / "table.toml").write_bytes(b'game = "\xff"')
    with pytest.raises(ConfigError, match="no text in UTF-8"):
        read_table(tmp_path / "table.toml")


def test_a_byte_order_mark_and_windows_lines_are_read(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert read_table(tmp_path / "table.toml").players == 2


def test_lines_are_found_in_tables_of_lists_and_under_dotted_keys() -> None:
    text = '[[seats]]\nname = "A"\n[seats.panel]\nbus = 1\n\n[[seats]]\npanel.bus = 2\n"name" = "B"\n[ boards ]\nfind = true\n'
    lines = lines_of(text)
    assert lines["seats", 0, "panel", "bus"] == 4
    assert lines["seats", 1, "panel", "bus"] == 7 and lines["seats", 1, "panel"] == 7
    assert lines["seats", 1, "name"] == 8
    assert lines["boards", "find"] == 10


@pytest.mark.parametrize("port", [80, 70_000])
def test_a_page_needs_a_port_of_its_own(tmp_path: Path, port: int) -> None:
    file = tmp_path / "table.toml"
    file.write_text(f"page = {port}\n" + EXAMPLE.read_text())
    with pytest.raises(ConfigError, match=f"{port} is no port for a page"):
        read_table(file)


def test_an_arm_and_wells_may_stand_in_a_chain(tmp_path: Path) -> None:
    chain = ["dice_reader:thrower", "dice_reader:well1", "dice_reader:well8", "dice_reader:roller"]
    path = tmp_path / "table.toml"
    path.write_text(f'game = "mycelia"\nplayers = 2\n[sources]\nroll = {chain!r}\n'.replace("'", '"'))
    with pytest.raises(ConfigError) as refused:
        read_table(path)
    assert "source" not in str(refused.value), "only its seats are missing"
    path.write_text(path.read_text().replace("well8", "well9"))
    with pytest.raises(ConfigError, match="there is no source 'dice_reader:well9'"):
        read_table(path)

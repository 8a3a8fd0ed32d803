"""Files that are wrong in any way: `check`, `replay` and `export` say so in plain words, by their exit codes, and never fail."""

import contextlib
import json
import random
from importlib.resources import files

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from host import paths
from host.answerers.bot import Bot
from host.answerers.random import Random
from host.cli import main
from host.config import read_table
from host.config_reader import ConfigError
from host.inbox import Inbox
from host.journal import Journal
from host.saves import save_lines
from host.table import Table
from shared_rules.bots import bot
from shared_rules.games import GAMES, game
from shared_rules.record import Start

HOUSES = {name: files(f"shared_rules.{name}").joinpath("content/house.toml").read_text(encoding="utf-8") for name in GAMES}
EXAMPLE = (paths.shipped_folder("hardware") / "table.example.toml").read_text(encoding="utf-8")
FINE, NO, UNABLE = 0, 1, 2
DEEP = 100_000


@pytest.fixture(scope="module")
def save(tmp_path_factory):
    """The lines of a save of 40 answers."""
    with Journal(tmp_path_factory.mktemp("save") / "table.sqlite", lambda: 0.0) as journal:
        match = game("mycelia").new(2, {"pieces": "real"})
        start = Start.of(match, "abcd1234", 2, ["Ada", "Ben"])
        journal.begin(match, start)
        rng = random.Random(6).random
        inbox = Inbox(lambda: 0.0, patience=0)
        bots = [Bot(seat, bot("random", "mycelia"), rng, inbox, 0.0) for seat in range(2)]
        chance = Random(rng, inbox)
        table = Table(match, start, journal, inbox, lambda q: [bots[q.seat]] if q.kind == "choice" else [chance], [])
        table.play(lambda: table.match.number < 40)
        return list(save_lines(journal, "abcd1234"))


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return tmp_path_factory.mktemp("bad") / "file"


def say(*args):
    """Run a command: its exit code, and all that it says."""
    done = CliRunner().invoke(main, list(map(str, args)))
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code in (FINE, NO, UNABLE)
    assert done.output.strip(), "it says something"
    assert "Traceback" not in done.output
    return done.exit_code, done.output


def all_say(file, data, *, replays):
    """Show the file to every command that takes files; `replays`: whether it is like a save at all."""
    file.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"))
    checked, words = say("check", file)
    assert checked in (FINE, NO)
    if checked == NO:
        assert str(file) in words or file.name in words
    played, _ = say("replay", file)
    told, _ = say("replay", "--words", file)
    assert told == played
    if replays:
        assert checked == played or (checked, played) == (NO, UNABLE)
    exported, words = say("export", "--journal", file)
    assert exported == UNABLE
    return checked, words


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def places(value, path=()):
    """All paths into a JSON value."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from places(inner, (*path, key))


def put(value, path, new):
    """The value with `new` at that path."""
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = put(copy[path[0]], path[1:], new)
    return copy


@given(data=st.data())
def test_a_save_with_any_value_exchanged_is_found_out_or_is_the_same(data, save, file):
    number = data.draw(st.integers(0, len(save) - 1))
    row = json.loads(save[number])
    path = data.draw(st.sampled_from(list(places(row))))
    new = put(row, path, data.draw(JSON))
    text = "".join([*save[:number], json.dumps(new, separators=(",", ":"), allow_nan=False) + "\n", *save[number + 1 :]]
                   ) if _is_json(new) else "".join(save[:number])
    code, _ = all_say(file, text, replays=True)
    assert code == NO or text == "".join(save) or _same(text, save)


def _is_json(value):
    try:
        json.dumps(value, allow_nan=False)
    except ValueError:
        return False
    return True


def _same(text, save):
    """Written in another way, or a start without names: the digest decides over everything else."""
    return [json.loads(line) for line in text.splitlines()] == [json.loads(line) for line in save]


@given(cut=st.integers(0, 30_000), junk=st.binary(max_size=30), rest=st.booleans())
def test_a_save_that_was_cut_or_written_over_is_found_out(cut, junk, rest, save, file):
    data = "".join(save).encode()
    cut %= len(data)
    spoiled = data[:cut] + junk + (data[cut + len(junk) :] if rest else b"")
    code, _ = all_say(file, spoiled, replays=True)
    assert code == NO or spoiled == data


@given(order=st.lists(st.integers(0, 41), min_size=0, max_size=45))
def test_lines_of_a_save_in_any_other_order_are_found_out(order, save, file):
    code, _ = all_say(file, "".join(save[n % len(save)] for n in order), replays=True)
    assert code == NO or order == list(range(len(save)))


TOML = st.sampled_from(
    ['""', "-1", "0", "1e400", "nan", "true", "[]", "{}", "[[[]]]", "[1, 'two', {}]", "1979-05-27", '"\\u0000"', "9" * 5000,
     "'''x'''", "[" * 50 + "]" * 50, '{a = {b = {c = 1}}}', "07:32:00"]
)  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_a_pack_with_any_value_exchanged_is_told_line_by_line(name, data, file):
    lines = HOUSES[name].splitlines()
    number = data.draw(st.sampled_from([n for n, line in enumerate(lines) if "=" in line and not line.startswith("#")]))
    key = lines[number].partition("=")[0]
    lines[number] = f"{key}= {data.draw(TOML)}"
    all_say(file, "\n".join(lines), replays=False)


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_a_pack_with_lines_lost_doubled_or_scrambled_is_told(name, data, file):
    lines = HOUSES[name].splitlines()
    for _ in range(data.draw(st.integers(1, 4))):
        number = data.draw(st.integers(0, len(lines) - 1))
        what = data.draw(st.sampled_from(["lost", "doubled", "cut", "junk"]))
        line = lines[number]
        lines[number : number + 1] = {
            "lost": [], "doubled": [line, line], "cut": [line[: len(line) // 2]],
            "junk": [data.draw(st.text(max_size=20))],
        }[what]  # fmt: skip
    all_say(file, "\n".join(lines), replays=False)


@given(data=st.data())
def test_a_table_with_any_value_exchanged_is_told_line_by_line(data, file):
    """Keys that are commented out in the example are put in too."""
    lines = EXAMPLE.splitlines()
    number = data.draw(st.sampled_from([n for n, line in enumerate(lines) if "=" in line]))
    lines[number] = f"{lines[number].lstrip('# ').partition('=')[0]}= {data.draw(TOML)}"
    file.write_text("\n".join(lines), encoding="utf-8")
    with contextlib.suppress(ConfigError):
        read_table(file)


@given(data=st.binary(max_size=200))
def test_any_bytes_are_answered_in_words(data, file):
    code, _ = all_say(file, data, replays=True)
    assert code == NO


def start_of(save, **changes):
    return json.dumps(json.loads(save[0]) | changes) + "\n"


CASES = {
    "empty": lambda save: b"",
    "one line": lambda save: save[0],
    "no UTF-8": lambda save: "".join(save).encode().replace(b"Ada", b"Ad\xe4"),
    "UTF-16": lambda save: "".join(save).encode("utf-16"),
    "another format": lambda save: start_of(save, tablekeeper=2) + "".join(save[1:]),
    "other rules": lambda save: start_of(save, rules_version="0") + "".join(save[1:]),
    "other content": lambda save: start_of(save, pack="0" * 16) + "".join(save[1:]),
    "no such game": lambda save: start_of(save, game="chess") + "".join(save[1:]),
    "many seats": lambda save: start_of(save, seats=10**9) + "".join(save[1:]),
    "seats below zero": lambda save: start_of(save, seats=-1) + "".join(save[1:]),
    "too few names": lambda save: start_of(save, names=["Ada"]) + "".join(save[1:]),
    "strange options": lambda save: start_of(save, options={"pieces": ["real"], "": None, "first": {}}) + "".join(save[1:]),
    "a line of 5 MB": lambda save: save[0] + '{"x": "' + "y" * 5_000_000 + '"}\n' + save[-1],
    "deep lists": lambda save: save[0] + "[" * DEEP + "]" * DEEP + "\n" + save[-1],
    "a deep answer": lambda save: (
        save[0] + '{"number":1,"line":0,"ticket":1,"answer":' + "[" * DEEP + "]" * DEEP
        + ',"by":"","source":"","events":[]}\n' + save[-1]
    ),
    "deep options": lambda save: '{"options":' + '{"a":' * DEEP + "1" + "}" * DEEP + "}\n" + save[-1],
    "endless objects": lambda save: '{"a":' * DEEP,
    "deep TOML": lambda save: 'game = "mycelia"\na = ' + "[" * DEEP + "]" * DEEP,
    "deep TOML keys": lambda save: 'game = "mycelia"\n' + ".".join("a" * 5000) + " = 1",
    "long TOML number": lambda save: 'game = "mycelia"\na = ' + "9" * 10_000,
    "no TOML": lambda save: 'game = "mycelia"\nthis is not TOML',
    "NUL bytes": lambda save: b"\0" * 1000,
    "SQLite in name only": lambda save: b"SQLite format 3\0" + b"\xff" * 4000,
    "a number": lambda save: "{}\n" * 3,
    "huge number": lambda save: save[0] + '{"number": ' + "9" * 10_000 + "}\n" + save[-1],
}


@pytest.mark.parametrize("name", CASES)
def test_known_traps_are_answered_in_words(name, save, file):
    code, words = all_say(file, CASES[name](save), replays=False)
    assert code == NO
    assert len(words) < 3000, "nobody reads more"


def test_what_is_no_file_is_answered_in_words(tmp_path, save):
    for command in (("check",), ("replay",), ("export", "--journal")):
        for path in (tmp_path, tmp_path / "nothing", tmp_path / "nothing" / "at all"):
            code, words = say(*command, path)
            assert code in (NO, UNABLE)
            assert str(path) in words


def test_names_may_hold_any_letters(save, file):
    """A line of a save ends at its newline, and not at what else may end a line for people."""
    with Journal(file.with_name("names.sqlite"), lambda: 0.0) as journal:
        match = game("mycelia").new(2, {"pieces": "none"})
        journal.begin(match, Start.of(match, "names000", 2, ["Ad\u2028a", "B\x85e\x1cn"]))
        file.write_text("".join(save_lines(journal, "names000")), encoding="utf-8")
    assert say("replay", file)[0] == FINE
    assert say("check", file)[0] == FINE


def test_a_whole_save_is_fine_and_so_is_one_from_another_system(save, file):
    for text in ("".join(save), "".join(save).replace("\n", "\r\n")):
        file.write_bytes(text.encode())
        assert say("check", file)[0] == say("replay", file)[0] == FINE


@pytest.mark.parametrize("command", [("export",), ("fairness",), ("demo", "--headless", "--matches", "1")])
def test_a_folder_is_no_journal_however_it_is_named(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, words = say(*command, "--journal", ".")
    assert code == UNABLE
    assert "is a folder" in words and not list(tmp_path.iterdir())


def test_what_cannot_be_read_as_a_save_is_told_without_the_insides(tmp_path, file):
    file.write_bytes(b"\xff\x00")
    for path, why in ((tmp_path, "Is a directory"), (tmp_path / "nothing", "No such file"), (file, "no text in UTF-8")):
        code, words = say("replay", path)
        assert code == UNABLE
        assert why in words
        assert not any(inside in words for inside in ("Errno", "codec"))


def test_a_bot_that_does_not_exist_is_told_before_the_demo_begins():
    code, words = say("demo", "--headless", "--matches", "1", "--bots", "nobody")
    assert code == UNABLE
    assert "there is no bot 'nobody'" in words


def test_a_save_that_cannot_be_written_is_told_by_exit_code_2(tmp_path, save):
    with Journal(tmp_path / "table.sqlite", lambda: 0.0) as journal:
        match = game("mycelia").new(2, {"pieces": "none"})
        journal.begin(match, Start.of(match, "abcd1234", 2, ["Ada", "Ben"]))
    code, words = say("export", "--journal", tmp_path / "table.sqlite", "-o", tmp_path / "nothing" / "save")
    assert code == UNABLE
    assert "name another file with -o" in words


def test_a_pack_is_told_under_what_its_game_stands(tmp_path):
    (tmp_path / "pack.toml").write_text('game = "chess"\n', encoding="utf-8")
    assert 'under [pack], game = "mycelia"' in say("check", tmp_path / "pack.toml")[1]


def test_for_how_many_a_game_is_reads_as_people_say_it():
    assert "for 1, 2, 3 or 4 players, not for 5" in say("simulate", "mischief", "--seats", "5")[1]


def test_where_there_is_no_journal_the_other_usual_one_is_named(tmp_path, monkeypatch):
    usual = {"demo": tmp_path / "demo.sqlite", "table": tmp_path / "table.sqlite"}
    monkeypatch.setattr(paths, "demo_journal", lambda: usual["demo"])
    monkeypatch.setattr(paths, "table_journal", lambda: usual["table"])
    assert "--journal (" not in say("fairness")[1]
    usual["demo"].touch()
    assert f"the demo's is {usual['demo']}" in say("fairness")[1]
    usual["demo"].rename(usual["table"])
    assert f"the table's is {usual['table']}" in say("export")[1]

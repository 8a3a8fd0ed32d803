"""Files that were spoiled, cut or half lost: what is good can be read, the rest is told, and nothing is written over it."""

import os
import random
import sqlite3
from pathlib import Path

import pytest

from host.answerers.bot import Bot
from host.answerers.random import Random
from host.check import check
from host.evening import find_or_begin
from host.inbox import Inbox
from host.journal import SNAPSHOT_EVERY, Damaged, Journal, JournalError
from host.keep import open_to_play
from host.mark import last_of
from host.saves import save_lines, word_lines
from host.table import Table
from shared_rules.bots import bot
from shared_rules.games import game
from shared_rules.record import Start, replay

ANSWERS = 70
SEEDS = int(os.environ.get("TABLEKEEPER_DAMAGES", "25"))
"""Files a kind of damage; the long run takes more."""
MATCH = "abcd1234"


def wall():
    return 1.5


def play_on(journal, match, start, answers):
    rng = random.Random(5).random
    inbox = Inbox(lambda: 0.0, patience=0)
    bots = [Bot(seat, bot("greedy", "mycelia"), rng, inbox, 0.0) for seat in range(2)]
    chance = Random(rng, inbox)
    table = Table(match, start, journal, inbox, lambda q: [bots[q.seat]] if q.kind == "choice" else [chance], [])
    table.play(lambda: table.match.number < answers)
    return table.match


class Files:
    """The files of one journal as a table that ended at once left them, and what is in it."""

    def __init__(self, folder, halfway):
        path = folder / "table.sqlite"
        with Journal(path, wall) as journal:
            match = game("mycelia").new(2, {"pieces": "real"})
            start = Start.of(match, MATCH, 2, ["Ada", "Ben"])
            journal.begin(match, start)
            match = play_on(journal, match, start, halfway)
            if halfway:
                with sqlite3.connect(path) as other:
                    other.execute("pragma wal_checkpoint(truncate)")
                other.close()
            match = play_on(journal, match, start, ANSWERS)
            self.saved = match.save()
            self.entries = list(journal.entries(MATCH))
            self.data = {end: Path(f"{path}{end}").read_bytes() for end in ("", "-wal", "-mark")}

    def lay(self, folder, data=None):
        """Lay the files into a folder; the journal's path."""
        for end, content in (data or self.data).items():
            (folder / f"table.sqlite{end}").write_bytes(content)
        return folder / "table.sqlite"


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Half of the answers are in the file itself, half in its -wal."""
    return Files(tmp_path_factory.mktemp("half"), ANSWERS // 2)


def flipped(data, rng):
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def cut_short(data, rng):
    return data[: rng.randrange(len(data))]


def torn(data, rng):
    """A sector of 512 bytes was not written; here it is empty, as on a new file."""
    at = 512 * rng.randrange(len(data) // 512)
    return data[:at] + bytes(512) + data[at + 512 :]


def noisy(data, rng):
    at = 4096 * rng.randrange(max(1, len(data) // 4096))
    return data[:at] + rng.randbytes(4096) + data[at + 4096 :]


def gone(data, rng):
    return b""


def what_can_be_read(path, files):
    """The number of good answers, and the words about what is not; both the reader and the export agree."""
    try:
        journal = Journal(path, wall, reading=True)
    except JournalError as error:
        return 0, str(error)
    with journal:
        words, good, lines = str(journal.lost or ""), [], []
        try:
            journal.start(MATCH)
            for entry in journal.entries(MATCH):
                good.append(entry)
        except JournalError as error:
            words = words or str(error)
        assert good == files.entries[: len(good)], "nothing else than what was played is ever read"
        try:
            for line in save_lines(journal, MATCH):
                lines.append(line)
        except Damaged as error:
            assert words, error
        except JournalError as error:
            assert "no match" in str(error)
        if lines:
            assert replay("".join(lines)).number == len(good)
        return len(good), words


@pytest.mark.parametrize(
    ("damage", "seed"),
    [(gone, 0), *((damage, seed) for damage in (flipped, cut_short, torn, noisy) for seed in range(SEEDS))],
    ids=lambda value: getattr(value, "__name__", value),
)
@pytest.mark.parametrize("end", ["", "-wal"], ids=["file", "wal"])
def test_no_damage_is_silent_and_none_is_written_over(files, tmp_path, end, damage, seed):
    data = {**files.data, end: damage(files.data[end], random.Random(seed))}
    path = files.lay(tmp_path, data)
    good, words = what_can_be_read(path, files)
    assert words or good == ANSWERS, "what is missing is told"
    assert path.read_bytes() == data[""], "reading changes nothing"
    told = []
    with open_to_play(path, wall, told.append) as journal:
        newest = journal.newest(unfinished=True)
        if told:
            assert newest is None
            (aside,) = tmp_path.glob("table.damaged-*.sqlite")
            assert str(aside) in told[0]
            assert aside.read_bytes() == data[""]
            assert not data["-wal"] or Path(f"{aside}-wal").read_bytes() == data["-wal"], "nothing is tidied up in it"
            assert what_can_be_read(aside, files)[0] == good, "what is good of it can still be exported"
        else:
            assert newest == MATCH
            assert journal.resume(MATCH).save() == files.saved, "nothing that was shown is lost"


def test_a_whole_journal_is_left_as_it_is_and_goes_on(files, tmp_path):
    path = files.lay(tmp_path)
    assert what_can_be_read(path, files) == (ANSWERS, "")
    told = []
    with open_to_play(path, wall, told.append) as journal:
        assert journal.resume(MATCH).save() == files.saved
        assert play_on(journal, journal.resume(MATCH), journal.start(MATCH), ANSWERS + 5).number == ANSWERS + 5
    assert told == []
    assert check(path) == []


def test_a_lost_wal_is_told_with_the_last_good_answer(files, tmp_path):
    path = files.lay(tmp_path, {end: files.data[end] for end in ("", "-mark")})
    good, words = what_can_be_read(path, files)
    assert good == ANSWERS // 2
    assert f"ends with answer {good}, but answer {ANSWERS} was played" in words
    assert any("table.sqlite-wal" in problem for problem in check(path))
    with Journal(path, wall, reading=True) as journal:
        story = []
        with pytest.raises(Damaged):
            for line in word_lines(journal, MATCH):
                story.append(line)
        assert any("What is open now" in line for line in story)


def test_people_may_go_on_from_an_older_copy_by_removing_the_mark(files, tmp_path):
    path = files.lay(tmp_path, {"": files.data[""]})
    with open_to_play(path, wall, pytest.fail) as journal:
        assert journal.resume(MATCH).number == ANSWERS // 2


def test_a_spoiled_mark_does_no_harm(files, tmp_path):
    whole = files.data["-mark"]
    for spoiled in (b"", b"\xff" * 300, whole[:60], b"{}", whole.replace(b"%d," % ANSWERS, b"%d," % (ANSWERS + 1))):
        assert spoiled != whole
        path = files.lay(tmp_path, {**files.data, "-mark": spoiled})
        assert last_of(path) is None
        with open_to_play(path, wall, pytest.fail) as journal:
            assert journal.resume(MATCH).number == ANSWERS


def test_what_a_board_was_told_is_not_believed_when_it_was_changed(tmp_path):
    path = tmp_path / "table.sqlite"
    with Journal(path, wall) as journal:
        match = game("mycelia").new(2, {"pieces": "none"})
        start = Start.of(match, MATCH, 2, [])
        journal.begin(match, start)
        ((ticket, _),) = match.questions.values()
        journal.outcome(MATCH, ticket, journal.intend(MATCH, ticket, "shrine", "flush", {}), "done", {"turned": 0})
    with sqlite3.connect(path) as db:
        db.execute("""update intents set result = '{"turned": 1}'""")
    db.close()
    assert any("what a board was told" in problem for problem in check(path))
    told = []
    with open_to_play(path, wall, told.append) as journal:
        assert journal.matches() == []
    assert len(told) == 1


def changed(path, sql):
    with sqlite3.connect(path) as db:
        assert db.execute(sql).rowcount == 1
    db.close()


def test_a_changed_snapshot_is_not_used(files, tmp_path):
    path = files.lay(tmp_path)
    newest = max(number for number in range(0, ANSWERS, SNAPSHOT_EVERY))
    other = f"""cast(replace(state, '"number":{newest}', '"number":{newest - 1}') as blob)"""
    changed(path, f"update snapshots set state = {other} where number = {newest} and state != {other}")
    with open_to_play(path, wall, pytest.fail) as journal:
        assert journal.resume(MATCH).save() == files.saved, "an older one serves as well"
    assert any(f"from answer {newest} on" in problem for problem in check(path))


def test_damage_in_an_older_match_is_found_before_a_new_one_is_written_beside_it(tmp_path):
    path, told = tmp_path / "table.sqlite", []
    with Journal(path, wall) as journal:
        for name, answers in ((MATCH, ANSWERS), ("later000", 5)):
            match = game("mycelia").new(2, {"pieces": "real"})
            start = Start.of(match, name, 2, [])
            journal.begin(match, start)
            play_on(journal, match, start, answers)
    data = path.read_bytes()
    page = data.index(b'{"number":10,') // 4096 * 4096
    path.write_bytes(data[:page] + bytes(4096) + data[page + 4096 :])
    with open_to_play(path, wall, told.append) as journal:
        assert journal.matches() == []
    assert "is damaged" in told[0]


def test_a_save_of_a_damaged_match_is_whole_up_to_its_last_good_answer(files, tmp_path):
    path, lines = files.lay(tmp_path), []
    changed(path, "update answers set body = replace(body, 'number', 'numbre') where number = 31")
    with Journal(path, wall, reading=True) as journal, pytest.raises(Damaged, match="whole up to answer 30"):
        for line in save_lines(journal, MATCH):
            lines.append(line)
    assert replay("".join(lines)).number == 30


def test_an_answer_that_was_numbered_anew_is_found(files, tmp_path):
    path = files.lay(tmp_path, {end: files.data[end] for end in ("", "-wal")})
    changed(path, f"update answers set number = {ANSWERS + 1} where number = {ANSWERS}")
    with Journal(path, wall, reading=True) as journal, pytest.raises(Damaged, match=f"whole up to answer {ANSWERS - 1}"):
        journal.resume(MATCH)


def test_a_match_of_older_rules_keeps_nobody_from_a_new_one(files, tmp_path, monkeypatch):
    path, told = files.lay(tmp_path), []
    monkeypatch.setattr(game("mycelia"), "rules_version", "of tomorrow")
    with open_to_play(path, wall, pytest.fail) as journal:
        match, start = find_or_begin(journal, "mycelia", {}, ["Ada", "Ben"], told.append)
        assert (match.number, journal.matches()) == (0, [MATCH, start.match])
        assert "rules version" in told[0]
        assert "stays in the journal" in told[0]
        assert len(list(save_lines(journal, MATCH))) == ANSWERS + 2, "its save can still be written"


def test_damaged_files_do_not_overwrite_each_other(files, tmp_path):
    for n in (1, 2, 3):
        files.lay(tmp_path, {**files.data, "": flipped(files.data[""][:5000], random.Random(n))})
        with open_to_play(tmp_path / "table.sqlite", wall, [].append):
            pass
        assert len(list(tmp_path.glob("table.damaged-*.sqlite"))) == n


@pytest.mark.parametrize("content", [b"Dear diary,\n", b"", "other"], ids=["prose", "empty", "other"])
def test_what_belongs_to_others_is_left_alone(tmp_path, content):
    path = tmp_path / "mine"
    if content == "other":
        with sqlite3.connect(path) as db:
            db.execute("create table places (url text)")
        db.close()
    else:
        path.write_bytes(content)
    before = path.read_bytes()
    if content == b"":
        Journal(path, wall).close()
        return
    with pytest.raises(JournalError, match="no journal"):
        open_to_play(path, wall, pytest.fail)
    with pytest.raises(JournalError, match="no journal"):
        Journal(path, wall, reading=True)
    assert path.read_bytes() == before


def test_a_second_table_on_one_journal_is_told_who_has_it(tmp_path):
    path = tmp_path / "table.sqlite"
    with Journal(path, wall):
        with pytest.raises(JournalError, match=f"in use by another Tablekeeper .process {os.getpid()}.; stop that one"):
            Journal(path, wall)
        Journal(path, wall, reading=True).close()
    Journal(path, wall).close()


@pytest.mark.parametrize("days", [-19, 19])
@pytest.mark.fault(54)
def test_a_clock_on_the_wall_that_jumps_changes_nothing(tmp_path, days):
    times = iter([1e9, *([1e9 + days * 86400] * 1000)])
    saves = []
    for name, clock in (("jumps", lambda: next(times)), ("stands", lambda: 1e9)):
        with Journal(tmp_path / name, clock) as journal:
            for match_id in (MATCH, "later000"):
                match = game("mycelia").new(2, {"pieces": "none"})
                start = Start.of(match, match_id, 2, [])
                journal.begin(match, start)
                play_on(journal, match, start, 40)
            assert journal.newest(unfinished=True) == "later000", "the newest is the one that was begun last"
            assert journal.resume("later000").number == 40
            saves.append(list(save_lines(journal, "later000")))
    assert saves[0] == saves[1]

"""A pack is taught on the page of a real table while a match is played there; the next match is played with it, if so chosen."""

import json
import socket
import time
from urllib.request import Request, urlopen

import pytest
from click.testing import CliRunner

from host.cli import main
from host.journal import Journal
from host.next_pack import NextPack
from host.packs import read_owners
from shared_rules.content import BadPack
from tests.host.run_command import NO_HARDWARE, WITHIN_S, command, leave_almost_over, read_until, type_line

HERO = ["My box", "hero Pip", "basic", "3", "leaves", "2", ""]


@pytest.fixture
def file(tmp_path):
    return tmp_path / "packs" / "mine.toml"


@pytest.fixture
def ahead(file):
    return NextPack("mycelia", None, file)


def teach(lesson, *answers):
    for answer in answers:
        lesson.answer(answer)


# -- which content the next match begins with ---------------------------------------------------------------------------------


def test_the_next_match_is_played_with_what_is_taught_by_then(ahead):
    lesson = ahead.lesson()
    teach(lesson, *HERO)
    assert ahead.take(print) is None, "nobody has chosen it yet"
    ahead.choose(True)
    teach(lesson, "hero Pop", "basic", "4", "leaves", "3", "")
    assert {"pip", "pop"} <= set(ahead.take(print).cards)
    ahead.choose(False)
    assert ahead.take(print) is None


def test_what_the_table_was_opened_with_can_be_chosen_again(file):
    (file.parent).mkdir()
    file.write_text('[pack]\nid = "old"\ngame = "mycelia"\ntitle = "Old box"\n')
    given = read_owners(file, "mycelia")
    ahead = NextPack("mycelia", given, file)
    teach(ahead.lesson(), *HERO[1:])
    assert ahead.choices()[0] == (False, "Old box, as the table was opened")
    ahead.choose(True)
    assert "pip" in ahead.take(print).cards
    ahead.choose(False)
    assert ahead.take(print) is given


def test_what_cannot_be_played_is_not_chosen(ahead, file):
    with pytest.raises(BadPack, match="nothing is taught yet"):
        ahead.choose(True)
    teach(ahead.lesson(), "My box", "start Leafy", "3", "leaves", "1", "")
    with pytest.raises(BadPack, match="start"):
        ahead.choose(True)
    assert not ahead.taught and ahead.take(print) is None


def test_what_is_spoiled_later_is_played_as_it_was_chosen(ahead, file):
    teach(ahead.lesson(), *HERO)
    ahead.choose(True)
    file.write_text("[pack]\n")
    said = []
    assert "pip" in ahead.take(said.append).cards
    assert "cannot be played as it is now" in said[0]


# -- at a table ---------------------------------------------------------------------------------------------------------------


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def post(port, path, *texts):
    request = Request(f"http://127.0.0.1:{port}/teach/{path}", json.dumps(texts).encode(), method="POST")
    with urlopen(request, timeout=WITHIN_S) as reply:
        return json.loads(reply.read())


def played(folder):
    """The starts of all matches in the journal, and the answers of the first."""
    with Journal(folder / "table.sqlite", time.time, reading=True) as journal:
        starts = [journal.start(name) for name in journal.matches()]
        return starts, [entry.by for entry in journal.entries(starts[0].match)]


def test_people_teach_it_beside_their_match_and_play_the_next_one_with_it(tmp_path):
    answer, port = leave_almost_over(tmp_path / "table.sqlite"), free_port()
    _, before = played(tmp_path)
    table = f'game = "mycelia"\npage = {port}\npack = "mine.toml"\n{NO_HARDWARE}'
    (tmp_path / "mine.toml").write_text('[pack]\nid = "old"\ngame = "mycelia"\ntitle = "Old box"\n')
    process = command(tmp_path, table)
    said = read_until(process, "  1  ")
    assert "with the content that it began with (house)" in said
    told = post(port, "answers", *HERO[1:])
    assert "Taken: card 'Pip'." in told["said"]
    assert [choice["chosen"] for choice in post(port, "play", "taught")["next"]] == [False, True]
    assert played(tmp_path)[1] == before, "the match does not notice"
    type_line(process, str(answer))
    read_until(process, "Play another match? Type yes or no.")
    type_line(process, "yes")
    read_until(process, "Mycelia, match ")
    process.communicate(b"stop\n", timeout=WITHIN_S)
    starts, _ = played(tmp_path)
    packs = [start.content_pack() for start in starts]
    assert sorted("pip" in pack.cards for pack in packs) == [False, True]


def test_a_game_that_cannot_be_taught_by_asking_has_no_such_page(tmp_path):
    port = free_port()
    process = command(tmp_path, f"page = {port}\n{NO_HARDWARE}", "--game", "mythicals")
    read_until(process, "  1  ")
    with pytest.raises(OSError, match="404"):
        post(port, "answers", "My box")
    process.communicate(b"stop\n", timeout=WITHIN_S)
    assert process.returncode == 0


def test_teach_without_a_file_keeps_it_where_the_table_looks_for_it(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    done = CliRunner().invoke(main, ["teach", "mycelia"], input="\n".join([*HERO, "done"]))
    assert done.exit_code == 0
    assert "pip" in read_owners(tmp_path / "tablekeeper" / "packs" / "mycelia.toml", "mycelia").cards

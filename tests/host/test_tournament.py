"""Tournaments: who plays whom, results that are kept, and what the command says."""

from itertools import combinations

import pytest
from click.testing import CliRunner

from host.cli import main
from host.tournament import Tournament, TournamentError, pairings

NAMES = ["Ada", "Ben", "Cyd", "Dot", "Eve"]


@pytest.mark.rule("MM-TOUR-01")
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_everybody_plays_everybody_once_and_nobody_twice_in_a_round(count):
    found = pairings(NAMES[:count])
    assert sorted(sorted((match.one, match.other)) for match in found) == [list(pair) for pair in combinations(NAMES[:count], 2)]
    for number in {match.round for match in found}:
        players = [name for match in found if match.round == number for name in (match.one, match.other)]
        assert len(players) == len(set(players))
    assert len({match.round for match in found}) == (count if count % 2 else count - 1)


@pytest.mark.rule("MM-TOUR-01")
def test_several_matches_can_be_played_at_once_on_separate_sets(tmp_path):
    cup = Tournament.begin(tmp_path / "cup.toml", "mischief", NAMES[:4])
    first = cup.next_matches()
    assert len(first) == 2
    assert {name for match in first for name in (match.one, match.other)} == set(NAMES[:4])
    cup.record(first[0].number, first[0].one)
    assert [match.number for match in cup.next_matches()] == [first[1].number]


def test_results_are_kept_and_gone_on_with(tmp_path):
    file = tmp_path / "cup.toml"
    cup = Tournament.begin(file, "mischief", NAMES[:3])
    cup.record(2, cup.matches[1].other, "7:4")
    again = Tournament.read(file)
    assert again.matches == cup.matches
    assert (again.matches[1].winner, again.matches[1].score) == (cup.matches[1].other, "7:4")
    again.record(2, again.matches[1].one)
    assert Tournament.read(file).matches[1].winner == again.matches[1].one, "a result can be set right"
    assert [one.name for one in tmp_path.iterdir()] == ["cup.toml"]


def test_the_table_counts_wins_then_those_of_the_beaten(tmp_path):
    cup = Tournament.begin(tmp_path / "cup.toml", "mischief", ["Ada", "Ben", "Cyd", "Dot"])
    winners = {("Ada", "Ben"): "Ada", ("Ada", "Cyd"): "Cyd", ("Ada", "Dot"): "Ada", ("Ben", "Cyd"): "Ben", ("Ben", "Dot"): "Ben"}
    for match in cup.matches:
        pair = tuple(sorted((match.one, match.other)))
        cup.record(match.number, winners.get(pair, "Dot"))
    found = [(one.name, one.won, one.beaten) for one in cup.standings()]
    assert found == [("Ada", 2, 3), ("Ben", 2, 2), ("Cyd", 1, 2), ("Dot", 1, 1)]
    assert cup.over


@pytest.mark.parametrize(
    ("names", "words"), [(["Ada"], "two players"), (["Ada", "Ada"], "a name of their own"), (["Ada", " "], "a name of their own")]
)
def test_what_cannot_begin_is_told(tmp_path, names, words):
    with pytest.raises(TournamentError, match=words):
        Tournament.begin(tmp_path / "cup.toml", "mischief", names)
    assert not (tmp_path / "cup.toml").exists()


def test_a_file_that_is_there_is_not_written_over_and_a_broken_one_is_told(tmp_path):
    file = tmp_path / "cup.toml"
    file.write_text("[tournament]\n", encoding="utf-8")
    with pytest.raises(TournamentError, match="already"):
        Tournament.begin(file, "mischief", NAMES)
    with pytest.raises(TournamentError, match="no tournament"):
        Tournament.read(file)
    with pytest.raises(TournamentError, match="cannot be read"):
        Tournament.read(tmp_path / "none.toml")


def test_only_who_played_can_have_won(tmp_path):
    cup = Tournament.begin(tmp_path / "cup.toml", "mischief", NAMES[:2])
    with pytest.raises(TournamentError, match="does not play"):
        cup.record(1, "Eve")
    with pytest.raises(TournamentError, match="no match 9"):
        cup.record(9, "Ada")
    text = cup.file.read_text(encoding="utf-8").replace('winner = ""', 'winner = "Eve"')
    cup.file.write_text(text, encoding="utf-8")
    with pytest.raises(TournamentError, match="did not play"):
        Tournament.read(cup.file)


def test_the_command_begins_records_and_shows(tmp_path):
    file = str(tmp_path / "cup.toml")
    begun = CliRunner().invoke(main, ["tournament", file, "--player", "Ada", "--player", "Ben", "--player", "Cyd"])
    assert begun.exit_code == 0
    assert "Next: match 1" in begun.output
    first = Tournament.read(tmp_path / "cup.toml").matches[0]
    told = CliRunner().invoke(main, ["tournament", file, "--won", "1", first.one, "--score", "10:3"])
    assert f"won by {first.one} 10:3" in told.output
    assert CliRunner().invoke(main, ["tournament", file, "--won", "1", "Eve"]).exit_code == 2
    assert '"over": false' in CliRunner().invoke(main, ["tournament", file, "--json"]).output


def test_what_would_be_passed_over_is_refused_with_the_remedy(tmp_path):
    file = str(tmp_path / "cup.toml")
    nothing = CliRunner().invoke(main, ["tournament", file])
    assert nothing.exit_code == 2
    assert "--player" in nothing.output
    CliRunner().invoke(main, ["tournament", file, "--player", "Ada", "--player", "Ben"])
    alone = CliRunner().invoke(main, ["tournament", file, "--score", "3:4"])
    assert alone.exit_code == 2
    assert "--won" in alone.output
    (tmp_path / "cup.toml").write_bytes(b"\xff\xfe")
    spoiled = CliRunner().invoke(main, ["tournament", file])
    assert "codec" not in spoiled.output
    assert "no text in UTF-8" in spoiled.output

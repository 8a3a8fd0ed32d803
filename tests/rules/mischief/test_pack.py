"""Content packs: what the house pack holds, and how a pack that cannot be played is told."""

import re
from collections import Counter

import pytest

from shared_rules.content import BadPack
from shared_rules.house_made import house_counts
from shared_rules.mischief import Game
from shared_rules.mischief.pack import house_pack, read_pack
from shared_rules.overlay import laid_over
from tests.rules.mischief.scene import HOUSE, changed_pack


def problems(old, new, count=1):
    with pytest.raises(BadPack) as caught:
        changed_pack(old, new, count)
    return caught.value.problems


def without(table, id_):
    """The house's text without that entry."""
    found = re.search(rf'\[\[{table}\]\]\nid = "{re.escape(id_)}"\n(?:[^\n]+\n)*\n?', HOUSE)
    return HOUSE.replace(found[0], "")


@pytest.mark.rule("MM-COMP-01", "MM-R-01", "MM-COMP-04")
def test_the_board_has_a_space_in_its_centre_and_the_maze_its_pieces():
    pack = house_pack()
    assert (pack.width % 2, pack.height % 2) == (1, 1)
    assert pack.centre == pack.width * pack.height // 2
    assert {(len(layout.hedges), len(layout.clutter)) for layout in pack.layouts.values()} == {(10, 4)}
    assert all(len(set(card.stops)) == 3 for card in pack.cards.values())


@pytest.mark.rule("MM-COMP-02", "MM-COMP-03", "MM-R-02")
def test_the_cards_of_the_box_are_there():
    pack = house_pack()
    assert len(pack.before) + len(pack.after) == len(pack.cards) == 10
    assert len(pack.detentions) == 15
    assert len(pack.returns) == 2


@pytest.mark.rule("MM-DET-04")
def test_the_icons_of_the_detention_cards():
    assert sorted(Counter(card.icon for card in house_pack().detentions.values()).values()) == [3, 5, 7]


@pytest.mark.rule("MM-COMP-05", "MM-COMP-06", "MM-R-91")
def test_each_faction_has_three_mythics_and_five_dice_on_its_tracks():
    for faction in house_pack().factions.values():
        assert len(faction.mythics) == 3
        assert len(faction.dice) == len(faction.start) == 5
    moves = {name: len(faction.of["move"]) for name, faction in house_pack().factions.items()}
    assert moves == {"gargoyles": 2, "fairies": 2, "werewolves": 2, "gnomes": 1}


@pytest.mark.rule("MM-COMP-07")
def test_what_the_box_holds_is_what_the_program_plays_with():
    """Thirteen miniatures, four boards, forty Tomes and twenty dice; of the reference cards it needs none."""
    pack = house_pack()
    begun = [Game.new(seats) for seats in (2, 4)]
    assert sum(len(faction.mythics) for faction in pack.factions.values()) + len(begun[0].state.keepers) == 13
    assert len(pack.factions) == 4
    assert sum(player.supply for player in begun[1].state.players) == 40
    assert sum(len(faction.dice) for faction in pack.factions.values()) == 20


@pytest.mark.rule("MM-COMP-08")
def test_the_mythics_have_the_names_of_the_rulebook():
    names = {name for faction in house_pack().factions.values() for name in faction.mythics}
    assert names == {
        "Mortimer", "Alice", "Patrice", "Tippy", "Tawny", "Twinkle", "FeFe", "Blister", "Fuzzmerelda", "Nuzzle", "Nudge", "Knox",
    }  # fmt: skip


def test_it_is_told_how_much_is_house_content():
    counts = house_counts(house_pack())
    assert counts["destination cards"] == (10, 10)
    assert counts["factions"] == (0, 4)


@pytest.mark.rule("MM-R-01")
def test_a_board_without_a_centre_is_refused_with_the_reason():
    (found,) = problems("size = [5, 5]", "size = [5, 4]")
    assert found.line == HOUSE.splitlines().index("size = [5, 5]") + 1
    assert "no space in its centre" in found.what
    assert problems("size = [5, 5]", "size = 5")
    assert "no room" in problems("size = [5, 5]", "size = [3, 5]")[0].what


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("[pack]", "[pakc]", "there is no [pack]"),
        ('game = "mischief"', 'game = "mycelia"', "not for Mythic Mischief"),
        ("score_start = 0", "", "where scores start"),
        ('[board]\nsource = "house"', "[board]", "does not say where it comes from"),
        ('["V", 1, 2]', '["V", 5, 2]', "no place for that"),
        ('["V", 1, 2]', '["X", 1, 2]', "no place for that"),
        ('["V", 1, 2]', '["H", 2, 1]', "name a place twice"),
        ('["V", 1, 2], ', "", "not there as they have to be"),
        ('hedges = [["V", 1, 2], ["H", 2, 1], ["V", 2, 3]', 'hedges = [["V", 1, 1], ["H", 1, 1], ["V", 2, 3]', "cut a part"),
        ('[[layout]]\nid = "1"', '[[layout]]\nid = "2"', "is there twice"),
        ("stops = [[1, 2], [5, 4], [2, 5]]", "stops = [[1, 2], [5, 4]]", "not there as they have to be"),
        ("stops = [[1, 2], [5, 4], [2, 5]]", "stops = [[1, 2], [5, 6], [2, 5]]", "no place for that"),
        ("move = 3", "move = 1", "points are not there"),
        ('kind = "before"', 'kind = "noon"', "kind is not known"),
        ("tomes = [[3, 1], [1, 4], [5, 2]]", "tomes = []", "not there as they have to be"),
        ('mythics = ["Mortimer", "Alice", "Patrice"]', 'mythics = ["Mortimer"]', "Mythics cannot be read"),
        ('[[faction]]\nid = "gnomes"', '[[faction]]\nid = "trolls"', "is no faction"),
        ('ability = "glide"', 'ability = "slide"', "no ability of theirs"),
        ("slots = [1, 2, 2, 3, 3, 4]", "slots = [1, 2, 2, 3, 3, 7]", "numbers above the slots"),
        ("start = [1, 2]", "start = [1, 9]", "start slots cannot be read"),
        ("start = [1, 2]", "start = [2, 2]", "two dice start on one slot"),
        ("start = [1, 2]", "start = [1]", "have 4 dice, not 5"),
        ("icon = 1", "icon = 3", "icons of the 15 detention cards"),
        ('[[return]]\nid = "B"', '[[return]]\nid = "A"', "is there twice"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_told_with_its_line(old, new, what):
    found = problems(old, new)
    assert any(what in problem.what for problem in found), [str(problem) for problem in found]
    assert all(problem.remedy for problem in found)
    if "pakc" not in new:
        assert any(problem.line for problem in found)


def test_missing_entries_are_told():
    cards, track = ("destination", "after_5", "9 destination cards"), ("track", "fairies.antics", "no track for 'antics'")
    for table, id_, what in (cards, track):
        with pytest.raises(BadPack, match=what):
            read_pack("mine.toml", without(table, id_))


def test_an_owners_cards_are_laid_over_the_house():
    card = (
        '[[destination]]\nid = "mine"\nsource = "public"\nkind = "before"\nmove = 5\nstops = [[1, 1], [5, 5], [1, 5]]\n'
        "tomes = [[3, 1]]\nentrances = [[5, 1]]\n"
    )
    head = '[pack]\nid = "mine"\ngame = "mischief"\ntitle = "Mine"\n'
    pack = laid_over(Game, "mine.toml", head + card)
    assert pack.cards["mine"].move == 5
    assert (len(pack.before), len(pack.after)) == (5, 5)
    six = [card.replace('"mine"', f'"mine {number}"') for number in range(6)]
    four = [card.replace('"mine"', f'"late {number}"').replace("before", "after") for number in range(4)]
    whole = laid_over(Game, "mine.toml", head + "\n".join(six + four))
    assert (len(whole.before), len(whole.after)) == (6, 4)
    assert not set(whole.cards) & set(house_pack().cards)


def test_an_owners_faults_are_told_in_the_owners_lines():
    text = '[pack]\nid = "mine"\ngame = "mischief"\ntitle = "Mine"\n\n[board]\nsource = "public"\nsize = [5, 4]\nscore_start = 0\n'
    with pytest.raises(BadPack) as caught:
        laid_over(Game, "mine.toml", text)
    assert caught.value.problems[0].line == 8


def test_another_board_can_be_played():
    pack = changed_pack("size = [5, 5]", "size = [7, 7]")
    match = Game.new(2, {"layout": "draft"}, pack)
    assert match.grid.cells == 49
    assert match.state.keepers[0].cell == 24

"""Matches of the engine with an owner's pack: begun, exported, gone on with; what is wrong with a pack, and how many may be."""

import gc
import json
import random

import pytest

from host.engine_types import PACK_AT_MOST, PACKS_AT_MOST
from shared_rules.games import game
from shared_rules.overlay import laid_over
from shared_rules.record import Start, replay
from tests.host.engine.caller import Caller
from tests.host.engine.test_engine import play

MINE = """[pack]
id = "mine"
game = "mycelia"
title = "My box"

[[card]]
id = "pip"
source = "public"
set = "basic"
name = "Pip"
cost = 2
copies = 2
fn = "leaves 3"
"""
COLOURS = """[pack]
id = "mine"
game = "mythicals"
title = "My box"
"""


@pytest.fixture
def caller():
    return Caller()


def titled(number):
    return MINE.replace("My box", f"Box {number}")


def exported(caller, match):
    return caller.good("export", match=match)["lines"]


def test_a_match_is_played_with_it_and_keeps_it(caller):
    began = caller.new(pack=MINE)
    end = play(caller, began, random.Random(4))
    assert end["over"]
    lines = exported(caller, began["match"])
    start = Start.of_line(lines[0])
    assert start.pack == laid_over(game("mycelia"), "mine", MINE).hash
    assert "pip" in start.content_pack().cards
    assert replay("\n".join(lines)).over
    again = caller.good("import", lines=lines)
    assert exported(caller, again["match"])[1:] == lines[1:]


def test_a_state_is_loaded_with_the_pack_that_it_was_made_with(caller):
    began = caller.new(pack=MINE)
    state = caller.good("state", match=began["match"])["state"]
    assert "pip" in json.dumps(state)
    again = caller.good("load", game="mycelia", seats=2, pack=MINE, state=state, seed=7)
    assert caller.good("state", match=again["match"])["state"] == state
    refused = caller.refused("load", game="mycelia", seats=2, state=state)
    assert refused["code"] == "bad_state"


def test_all_that_is_wrong_is_told_with_its_line(caller):
    refused = caller.refused("new", game="mycelia", seats=2, pack=MINE.replace("= 2\ncop", "= 20\ncop").replace("leav", "leaf"))
    assert refused["code"] == "bad_option"
    assert "pack:11: the hero costs 20" in refused["reason"] and "pack:13: the function" in refused["reason"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"pack": COLOURS}, "bad_option"),
        ({"pack": ""}, "bad_option"),
        ({"pack": "[pack"}, "bad_option"),
        ({"pack": "[" * 10_000}, "bad_option"),
        ({"pack": MINE, "game": "chess"}, "unknown_game"),
        ({"pack": MINE, "seats": 9}, "bad_option"),
        ({"pack": ["pack"]}, "bad_request"),
        ({"pack": " " * (PACK_AT_MOST + 1)}, "bad_request"),
    ],
)
def test_a_pack_that_cannot_be(caller, fields, code):
    assert caller.refused("new", **{"game": "mycelia", "seats": 2, **fields})["code"] == code


def test_so_many_packs_may_be_in_use_and_each_may_have_many_matches(caller):
    matches = [caller.new(pack=titled(number))["match"] for number in range(PACKS_AT_MOST)]
    refused = caller.refused("new", game="mycelia", seats=2, pack=titled("new"))
    assert refused["code"] == "not_allowed"
    assert caller.new(pack=titled(3))["ok"] and caller.new()["ok"], "what is there already may be used again"
    caller.good("close", match=matches[0])
    gc.collect()
    assert caller.new(pack=titled("new"))["ok"]

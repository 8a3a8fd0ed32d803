"""Whole matches of the past play as they did, to the last event and the same end; each way to end is among them."""

import json

import pytest

from tests.rules.mythicals.recorded import FILE, MATCHES, replay

RECORDS = json.loads(FILE.read_text())


@pytest.mark.parametrize("name", MATCHES)
def test_a_recorded_match_plays_as_it_did(name):
    assert replay(RECORDS[name]) == RECORDS[name]


def test_each_way_to_end_is_among_them():
    results = {name: record["result"] for name, record in RECORDS.items()}
    assert results["the highest total"]["outcome"] == "won"
    assert results["a shared win"] | {"scores": []} == {
        "winners": [0, 1], "scores": [], "reason": "equal totals: the win is shared", "outcome": "shared",
    }  # fmt: skip
    assert results["fewer tokens break a tie"]["reason"] == "equal totals, and fewer tokens"
    assert sum(results["all tokens are taken"]["scores"]) == 118
    assert [option for _, option in RECORDS["all tokens are taken"]["answers"] if option == ["reveal"]] == []

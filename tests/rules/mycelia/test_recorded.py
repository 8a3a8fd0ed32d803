"""Whole matches that were recorded, one for each way to end: played anew, every answer, event and the end are as they were."""

import json

import pytest

from shared_rules.record import BadRecord, replay
from tests.rules.mycelia.recording import FOLDER, WANTED


@pytest.mark.rule("MYC-WON-01", "MYC-SOLO-25", "MYC-SOLO-26")
@pytest.mark.parametrize("name", WANTED)
def test_a_recorded_match_plays_as_it_was_recorded(name):
    match = replay((FOLDER / f"{name}.jsonl").read_text(encoding="utf-8"))
    assert match.over
    assert match.result().reason == WANTED[name][2]


def test_there_is_a_recorded_match_for_each_way_to_end_and_no_other():
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == set(WANTED)
    assert len({reason for _, _, reason in WANTED.values()}) == len(WANTED)


def test_a_recorded_match_with_another_event_is_refused():
    rows = (FOLDER / "alone_lost.jsonl").read_text(encoding="utf-8").splitlines()
    at, entry = next((n, json.loads(row)) for n, row in enumerate(rows) if '"gwidyon_lost_drops"' in row)
    event = next(event for event in entry["events"] if event["event"] == "gwidyon_lost_drops")
    event["count"] += 1
    rows[at] = json.dumps(entry)
    with pytest.raises(BadRecord, match="event"):
        replay("\n".join(rows))

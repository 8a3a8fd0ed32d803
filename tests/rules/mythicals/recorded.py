"""Whole matches kept as they were played: options, answers, a digest of all events, and the end.

`python -m tests.rules.mythicals.recorded` plays them anew by their seeds and writes the file; do that only where rules have
changed on purpose.
"""

import hashlib
import json
import random
from pathlib import Path

import msgspec

from shared_rules.mythicals import Game
from tests.rules.random_play import some_answer

FILE = Path(__file__).with_name("recorded.json")
MATCHES = {
    "the highest total": ({}, 0),
    "a shared win": ({}, 5),
    "fewer tokens break a tie": ({"tie_break": "fewer_tokens"}, 5),
    "an even round": ({"daybreak_even_round": "yes", "first": "seat 1"}, 2),
    "all tokens are taken": ({"tracking": "light", "play_on_without_tokens": "no", "first": "seat 0"}, "eager"),
    "light tracking": ({"tracking": "light", "pieces": "real"}, 5),
    "real pieces": ({"pieces": "real"}, 6),
    "secret hands": ({"hands": "secret", "start_cards": "chosen", "duplicate_card": "both_kept"}, 7),
    "other readings": (
        {
            "joker_colour": "any_colour", "joker_wild": "thirteen_token_only", "token_thirteen_payment": "joker_as_fifth",
            "token_suite_colour_must_match": "no", "token_in_column": "cheapest_only",
            "token_block_with_markers": "markers_removed",
            "markers_per_token": "no_limit", "phase_three_without_acquiring": "no", "draw_take": "one_or_more",
        },
        8,
    ),
}  # fmt: skip


def eager(question):
    """Takes a token in every turn."""
    return question.options[0] if question.asker == "acquire" else question.options[-1]


def play(options, seed):
    """A match by `seed`, or by somebody eager."""
    rng = random.Random(f"recorded/{seed}").random
    match = Game.new(2, options)
    answers, events = [], [event.whole() for event in match.opening]
    while not match.over:
        line, (ticket, question) = next(iter(match.questions.items()))
        answer = eager(question) if seed == "eager" else some_answer(question, rng)
        answers.append([line, answer])
        events += [event.whole() for event in match.answer(line, ticket, answer)]
    return kept(options, answers, events, match)


def replay(record):
    """The same record, played anew from its answers."""
    match = Game.new(2, record["options"])
    events = [event.whole() for event in match.opening]
    for line, answer in record["answers"]:
        events += [event.whole() for event in match.answer(line, match.questions[line][0], answer)]
    return kept(record["options"], record["answers"], events, match)


def kept(options, answers, events, match):
    digest = hashlib.sha256(msgspec.json.encode(events)).hexdigest()[:32]
    end = hashlib.sha256(match.save()).hexdigest()[:32]
    result = msgspec.to_builtins(match.result())
    return {"options": options, "answers": answers, "events": digest, "state": end, "result": result}


if __name__ == "__main__":
    records = {name: play(*how) for name, how in MATCHES.items()}
    FILE.write_text("{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(one)}" for name, one in records.items()) + "\n}\n")

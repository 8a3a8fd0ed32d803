"""A question that is asked only if it is wanted: made once, and never shown as it was before somebody else's step."""

from shared_rules.match import collect
from tests.rules import town
from tests.rules.town import TownMatch


def many(question):
    return len(question.options) > 1


def act(m, who):
    """Whoever comes last shuts a place, after the others have been asked in advance."""
    if who == max(town.PEOPLE):
        m.state.free.pop()
    if not m.ask_if(many, "space", who):
        m.state.log.append(f"{who} stays at home")


class Early(TownMatch):
    names = {**collect(town), "act": act}


def options(match):
    return {question.seat: question.options for _, question in match.questions.values()}


def test_what_was_asked_in_advance_is_not_shown_after_anothers_step():
    match = Early.new()
    assert len(match.state.free) >= 2
    legal = [["go", place] for place in match.state.free]
    assert options(match) == dict.fromkeys(town.PEOPLE, legal)
    assert options(Early.load(match.save(), match.pack)) == options(match.copy()) == options(match)


def test_what_is_not_wanted_is_not_asked(monkeypatch):
    monkeypatch.setattr("tests.rules.test_ask_ahead.many", lambda question: False)
    match = Early.new()
    assert match.state.log[: len(town.PEOPLE)] == [f"{who} stays at home" for who in town.PEOPLE]
    assert not any(question.asker == "space" for _, question in match.questions.values())

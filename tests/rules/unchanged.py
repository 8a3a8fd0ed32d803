"""What has to stay the same whatever is played: a save and a copy are the match itself, at every question."""


def shown(match):
    """All that is asked."""
    return [(number, at, question.kind, question.asker, question.args) for number, (at, question) in match.questions.items()]


def check_save_and_copy(match, line, ticket, answer):
    """A save that is read again, and a copy, ask and show the same and go on in the same way; the match stays where it is."""
    data = match.save()
    loaded, copy = type(match).load(data, match.pack), match.copy()
    assert loaded.save() == copy.save() == data
    for other in (loaded, copy):
        assert shown(other) == shown(match)
        assert other.view(0) == match.view(0)
        other.answer(line, ticket, answer)
    assert loaded.save() == copy.save() != data
    assert match.save() == data, "the match itself has not moved"

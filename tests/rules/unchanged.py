"""What has to stay the same whatever is played: a save and a copy are the match itself, and what was shown is nobody's to spoil."""


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


def check_options_are_not_shared(match, line):
    """Whoever spoils the options that were shown has not spoilt the match, nor what is shown anew."""
    before, other = match.save(), match.copy()
    for option in other.questions[line][1].options:
        for part in option:
            if isinstance(part, list):
                part.append("x")
    assert other.save() == match.save() == before
    anew = match.copy().questions[line][1].options
    assert not any(isinstance(part, list) and "x" in part for option in anew for part in option)

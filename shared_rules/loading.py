"""A state out of plain JSON, looked at from all sides before anybody plays on with it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from shared_rules.match import Match, Undone
from shared_rules.play import Frame, Play
from shared_rules.questions import Choice, Draw

FAULTS = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What the rules raise over a state that does not fit together."""

LARGEST = 1_000_000_000
"""No count in a state is larger than that."""

_TYPES: dict[str, Callable[[Any], bool]] = {
    "int": lambda value: type(value) is int and abs(value) <= LARGEST,
    "str": lambda value: type(value) is str,
    "bool": lambda value: type(value) is bool,
    "list[int]": lambda value: type(value) is list and all(map(_TYPES["int"], value)),
    "list[str]": lambda value: type(value) is list and all(map(_TYPES["str"], value)),
}


class BadState(ValueError):
    """A state that breaks an invariant: where (`path`, like "seats[0].board[3]"; "" is the whole) and why (`reason`)."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path or 'the state'}: {reason}")
        self.path, self.reason = path, reason


def loaded(new: Match[Any], state: Any) -> Match[Any]:
    """The match with that `state` and rules, options and content of `new`. Raises BadState with the first thing that is wrong."""
    try:
        decoded: Any = msgspec.json.decode(msgspec.json.encode(state), type=new.state_type)
    except (msgspec.MsgspecError, RecursionError) as error:
        reason, _, path = str(error).partition(" - at `$")
        raise BadState(path.strip("`").lstrip("."), f"{reason[:1].lower()}{reason[1:]}") from error
    match = type(new)(decoded, new.pack)
    if decoded.options != new.state.options:
        raise BadState("options", f"they are {decoded.options}, and the match is to have {new.state.options}")
    for find in (_play_problems, lambda m: iter(m.problems(new)), _frame_problems, _question_problems):
        try:
            problem = next(find(match), None)
        except FAULTS as error:
            raise BadState("", f"it does not fit together ({type(error).__name__}: {error})") from error
        if problem:
            raise BadState(*problem)
    match.undone = Undone(0, -match.number)
    return match


Problems = Iterator[tuple[str, str]]


def _play_problems(match: Match[Any]) -> Problems:
    """Whether lines stem from lines, count their children, and hold tickets that were given."""
    play: Play = match.play
    if not (0 <= play.number <= LARGEST and 0 <= play.tickets <= LARGEST and 0 <= play.next_line <= LARGEST):
        yield "play", "number, tickets and next_line are counts"
    if any(number not in play.lines for number in play.alone):
        yield "play.alone", "a line acts alone that does not exist"
    tickets = [line.ticket for line in play.lines.values() if line.asker is not None]
    if len(set(tickets)) < len(tickets):
        yield "play.lines", "two questions have the same ticket"
    for number, line in play.lines.items():
        at = f"play.lines[{number}]"
        children = sum(other.parent == number for other in play.lines.values())
        if not 0 <= number < play.next_line:
            yield at, "its number has not been given to a line yet"
        elif line.parent is not None and (line.parent not in play.lines or line.parent >= number):
            yield f"{at}.parent", "there is no such line before it"
        elif line.children != children:
            yield f"{at}.children", f"it counts {line.children}, and there are {children}"
        elif (line.asker is None) == (not children):
            yield at, "a line asks something, or waits for its children, and not both"
        elif line.asker is not None and not 1 <= line.ticket <= play.tickets:
            yield f"{at}.ticket", "that ticket has not been given yet"


def _frame_problems(match: Match[Any]) -> Problems:
    """Whether pending steps and askers exist and have arguments of their kind."""
    for number, line in match.play.lines.items():
        frames = [(f"play.lines[{number}].agenda[{at}]", frame) for at, frame in enumerate(line.agenda)]
        if line.asker is not None:
            frames.append((f"play.lines[{number}].asker", line.asker))
            if not line.asker or f"{line.asker[0]}_answered" not in match.names:
                yield frames.pop()[0], "there is no such question"
        for path, frame in frames:
            reason = _frame_problem(match, frame)
            if reason:
                yield path, reason


def _frame_problem(match: Match[Any], frame: Frame) -> str | None:
    name = frame[0] if frame and type(frame[0]) is str else ""
    if name not in match.names or name.endswith(("_answered", "_refused")):
        return "there is no such step"
    parameters = list(inspect.signature(match.names[name]).parameters.values())[1:]
    if len(parameters) != len(frame) - 1:
        return f"'{name}' takes {len(parameters)} arguments, not {len(frame) - 1}"
    for parameter, value in zip(parameters, frame[1:], strict=True):
        fits = _TYPES.get(str(parameter.annotation))
        if (fits and not fits(value)) or not match.argument_fits(parameter.name, value):
            return f"'{name}' cannot have that as its '{parameter.name}'"
    return None


def _question_problems(match: Match[Any]) -> Problems:
    """Whether the open questions can be asked and answered."""
    questions = match.questions
    if match.play.lines and not questions:
        yield "play.lines", "nobody is asked anything, and the match is not over"
    for number, (_, question) in questions.items():
        if (isinstance(question, Choice) and not question.options) or (isinstance(question, Draw) and not question.cards):
            yield f"play.lines[{number}].asker", "nothing can be answered to it"

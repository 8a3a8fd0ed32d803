"""What every choice inside a function has in common: it may be left out, and by a house rule a hire may come between."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shared_rules.mycelia.hiring import hire, hires_inside
from shared_rules.play import Frame
from shared_rules.questions import Choice

if TYPE_CHECKING:
    from shared_rules.mycelia.match import Mycelia


def choice(m: Mycelia, who: int, options: list[list[Any]]) -> Choice:
    """`options`, and leaving it out (MYC-PLAY-05) unless it must be done (MYC-R-34); heroes to hire where MYC-R-10 allows it."""
    state = m.state
    if not (state.must and who == state.active):
        options.append(["skip"])
    if state.options["hire_inside_function"] == "yes":
        options += hires_inside(m, who)
    return Choice(who, options)


def set_aside(m: Mycelia, who: int, answer: list[Any], again: Frame) -> bool:
    """Whether the part is not done now: it is left out, or a hire comes first and then the step `again`."""
    if answer[0] == "skip":
        m.tell("part_skipped", who)
        return True
    if answer[0] == "hire":
        m.then(again)
        hire(m, who, answer[1])
        return True
    return False

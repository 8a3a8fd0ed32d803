"""Which boards are to be updated: those that answer, and those that sit at their prompt."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from host.link.ports import candidates
from host.look_for_boards import look
from host.update.prompt import Prompt, PromptError
from host.update.updater import Target

LOOK_S: Final = 4.0


def targets(
    ports: Sequence[str],
    find: bool = True,
    *,
    seconds: float = LOOK_S,
    look: Callable[..., list[dict[str, Any]]] = look,
    open_prompt: Callable[[str], Prompt] = Prompt,
) -> list[Target]:
    """Every board that there is. One that does not answer but gives its prompt is there too, with what its files say of it."""
    found = [
        Target(board["port"], board["role"], board["uid"], board["files_hash"])
        for board in look(ports, seconds, find)
        if board["state"] == "awake"
    ]
    taken = {target.port for target in found}
    for port in candidates(ports, find):
        if port not in taken:
            try:
                with open_prompt(port) as prompt:
                    found.append(Target(port, prompt.who().role))
            except PromptError:
                continue  # no board of ours, or one that somebody else talks to
    return found


def chosen(found: Sequence[Target], wanted: str | None) -> list[Target]:
    """Those that `wanted` names by role, port or unique id; None: all."""
    return [target for target in found if wanted is None or wanted in (target.role, target.port, target.uid)]

"""Which boards an update is for."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self

import pytest
from click.testing import CliRunner

from host.cli import main
from host.update import choose
from host.update.prompt import AtPrompt, PromptError
from host.update.updater import Target

AWAKE = {"port": "/dev/ttyACM0", "role": "shrine", "uid": "e661", "files_hash": "ff", "state": "awake"}
SILENT = {"port": "/dev/ttyACM1", "role": "", "uid": "", "files_hash": "", "state": "silent"}


class AtItsPrompt:
    """A prompt at the second port, and at no other."""

    def __init__(self, path: str) -> None:
        if path != "/dev/ttyACM1":
            raise PromptError("nothing here")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Nothing is held."""

    def who(self) -> AtPrompt:
        return AtPrompt("f772", 6, "dice_reader", "")


def look(ports: Any, seconds: float, find: bool) -> list[dict[str, Any]]:
    return [AWAKE, SILENT]


PORTS = ["/dev/ttyACM0", "/dev/ttyACM1", "/dev/ttyACM2"]


def test_boards_that_answer_and_boards_at_their_prompt_are_found_and_chosen_by_name() -> None:
    found = choose.targets(PORTS, False, look=look, open_prompt=AtItsPrompt)  # type: ignore[arg-type]
    assert found == [Target("/dev/ttyACM0", "shrine", "e661", "ff"), Target("/dev/ttyACM1", "dice_reader")]
    assert choose.chosen(found, None) == found
    assert [target.port for wanted in ("dice_reader", "/dev/ttyACM1") for target in choose.chosen(found, wanted)] == [PORTS[1]] * 2
    assert choose.chosen(found, "e661") == found[:1] and choose.chosen(found, "e662") == []


@pytest.mark.parametrize(
    ("missing", "args", "words"),
    [(True, [], "pip install"), (False, ["--as", "toaster"], "no board 'toaster'"), (False, ["shrine"], "No such board answers")],
)
def test_what_cannot_be_updated_is_told_with_exit_code_2(
    missing: bool, args: list[str], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.update.prompt.is_there", lambda: not missing)
    monkeypatch.setattr("host.update.choose.targets", lambda ports: [])
    done = CliRunner().invoke(main, ["update", *args])
    assert done.exit_code == 2 and words in done.output

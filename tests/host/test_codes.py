"""Every trouble has one code: the same where it is told, in the log and in host/TROUBLESHOOTING.md."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from host import paths
from host.answerers.board import REMEDIES
from host.answerers.news import words_of
from host.codes import CODES, coded
from host.logbook import Logbook
from tablelink.events import Asleep

HOST = Path(paths.__file__).parent
DOCUMENT = HOST / "TROUBLESHOOTING.md"
LINK = [*(HOST / "link").glob("*.py"), paths.shipped_folder("firmware") / "lib" / "tablelink" / "host.py"]
OF_THE_PROGRAM = {"cancelled", "busy"}
"""Reasons that no trouble is: given up by us; and a port's "busy", which is told as busy_port."""


def rows() -> dict[str, tuple[str, str]]:
    """What the document says under each code."""
    found = re.findall(r"^\| (E\d\d) \| (.+?) \| (.+?) \|$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(found) == len({code for code, _, _ in found}), "a code stands twice"
    return {code: (what, remedy) for code, what, remedy in found}


def calls(*names: str) -> Iterator[str]:
    """The kinds of trouble that the link makes, as they are written there."""
    for path in LINK:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    yield first.value


def test_codes_and_document_tell_the_same() -> None:
    assert len(set(CODES.values())) == len(CODES)
    assert set(rows()) == set(CODES.values())
    assert all(what and remedy for what, remedy in rows().values())


def test_whatever_the_link_calls_a_trouble_has_a_code() -> None:
    kinds = set(calls("Trouble", "PortTrouble"))
    assert {"gone", "no_hello", "flood", "crashed", "refused", "protocol"} <= kinds
    assert kinds - OF_THE_PROGRAM <= set(CODES)
    assert set(REMEDIES) <= set(CODES)


def test_one_code_on_the_panels_in_the_log_and_in_the_document(tmp_path: Path) -> None:
    event = Asleep("e661", 5.1)
    words = words_of("shrine", event)
    book = Logbook(tmp_path / "logs" / "table.log")
    book.board("shrine", event)
    book.notice(words)
    book.close()
    code = CODES["asleep"]
    assert words.endswith(f"({code})") and code in rows()
    detail, told = (tmp_path / "logs" / "table.log").read_text().splitlines()
    assert "shrine: Asleep(uid='e661', silent_s=5.1)" in detail and told.endswith(words)


def test_a_log_that_cannot_be_written_is_told_once_and_harms_nobody(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("no folder")
    warned: list[str] = []
    book = Logbook(tmp_path / "taken" / "table.log", warned.append)
    book.notice("Something.")
    book.close()
    assert len(warned) == 1 and "goes on without one" in warned[0]


def test_what_has_no_code_is_told_as_it_is() -> None:
    assert coded("cocked", "The die leans.") == "The die leans."

"""The starter's guide, followed word by word on a virtual bench: each step's check passes as written, and not before its step.

What is read is GUIDE.md itself: boxes that are typed, boxes of things done by hand, and the lists of wires.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from hardware.sources import HERE
from host import cli
from host.config import SOURCES
from tests.hardware.bench import Bench, bench

GUIDE = (HERE / "GUIDE.md").read_text(encoding="utf-8")
_STEP = re.compile(r"^### (Step \d+: .+)$", re.MULTILINE)
_PART = re.compile(r"```(console|hands)\n(.*?)```|<!-- made: (wires [^>]*?) -->\n(.*?)<!-- end -->", re.DOTALL)


class Typed(NamedTuple):
    """A command, the lines below it, and what has been done by hand before it."""

    before: list[str]
    command: str
    below: list[str]


class Step(NamedTuple):
    """A step of the guide: its title and its boxes, each ("console" | "hands" | "wires", text)."""

    title: str
    boxes: list[tuple[str, str]]


def steps(text: str, last: int) -> list[Step]:
    """The steps up to number `last`."""
    pieces = _STEP.split(text)
    found = []
    for title, body in zip(pieces[1::2], pieces[2::2], strict=True):
        boxes = [(kind or "wires", words or rows) for kind, words, _, rows in _PART.findall(body)]
        found.append(Step(title, boxes))
    return found[:last]


def typed(text: str) -> Iterator[Typed]:
    """The commands of a box."""
    before: list[str] = []
    now: Typed | None = None
    for line in text.strip().splitlines():
        if line.startswith("$ "):
            if now is not None:
                yield now
                before = []
            now = Typed(before, line[2:], [])
        elif now is None or (line.startswith("# ") and not now.command.startswith("tablekeeper run")):
            if now is not None:
                yield now
                now, before = None, []
            before.append(line.removeprefix("# "))
        else:
            now.below.append(line)
    if now is not None:
        yield now


def rows(text: str) -> list[tuple[str, str]]:
    """Where each wire of a list begins and ends."""
    lines = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in text.strip().splitlines()[2:]]
    return [(cells[2], cells[3]) for cells in lines]


def follow(user: Bench, step: Step) -> list[str]:
    """Do what a step says. What did not come as it is written."""
    wrong = []
    for kind, text in step.boxes:
        if kind == "hands":
            for line in text.strip().splitlines():
                user.hand(line)
        elif kind == "wires":
            for start, end in rows(text):
                user.wire(start, end)
        else:
            for one in typed(text):
                for line in one.before:
                    user.hand(line)
                said = user.type(one.command, one.below)
                missing = [want for want in expected(one) if want not in said]
                wrong += [f"{step.title}: '{want}' is not said by '{one.command}': {said}" for want in missing]
            for line in text.strip().splitlines()[-1:]:
                if line == "# let go":
                    user.hand("let go")
    return wrong


def expected(one: Typed) -> list[str]:
    return [line for line in one.below if not line.startswith("# ")]


@pytest.fixture
def user() -> Iterator[Bench]:
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        shutil.copytree(HERE, Path(folder) / "hardware", ignore=shutil.ignore_patterns("*.svg", "*.png", "__pycache__"))
        # The match is kept beside the table, not in the home of whoever runs the tests.
        table = Path(folder) / "hardware" / "table.starter.toml"
        table.write_text('journal = "table.sqlite"\n' + table.read_text())
        with bench(Path(folder)) as made:
            yield made


def test_the_starter_works_as_its_guide_says(user: Bench) -> None:
    for step in steps(GUIDE, 9):
        assert follow(user, step) == []
    assert (user.addresses["panel0"], user.addresses["panel1"]) == (0x3C, 0x3D)


def test_four_panels_work_as_the_guide_says(user: Bench) -> None:
    for step in steps(GUIDE, 10):
        assert follow(user, step) == []
    assert set(user.addresses.values()) == {0x3C}


def test_the_guide_has_a_check_in_every_step_that_changes_something() -> None:
    for step in steps(GUIDE, 9)[1:]:
        wants = [want for kind, text in step.boxes if kind == "console" for one in typed(text) for want in expected(one)]
        assert wants, step.title


@pytest.mark.parametrize("number", [3, 4, 5, 6, 7])
def test_a_check_fails_when_its_step_was_not_done(user: Bench, number: int) -> None:
    """Wires, settings and resistor of one step left out: its check says so."""
    for step in steps(GUIDE, number - 1):
        follow(user, step)
    step = steps(GUIDE, number)[-1]
    typed_only = [box for box in step.boxes if box[0] == "console"]
    kept = re.sub(r"^\$ (sudo|echo).*\n", "", "\n".join(text for _, text in typed_only), flags=re.MULTILINE)
    assert follow(user, Step(step.title, [("console", kept)])) != []


@pytest.mark.parametrize(
    ("said", "instead", "step"),
    [
        ("pi 3V3, pin 1 |", "pi 5V, pin 2 |", 4),
        ("pi GPIO2, pin 3 |", "pi GPIO3, pin 5 |", 4),
        ("strip GND | panel0 GND", "strip PLUS | panel0 GND", 4),
        ("on the back of panel 1 to 0x3D", "on the back of panel 1 to 0x3C", 5),
        ("pi GPIO17, pin 11 |", "pi GPIO17, pin 12 |", 6),
        ("next0 B | ok0 B", "next0 A | ok0 B", 6),
        ("pi GND, pin 20 |", "pi GND, pin 22 |", 7),
        (" python3-lgpio", "", 3),
        ("--system-site-packages ", "", 3),
        ("| mux SD2 | panel2 SDA |", "| mux SD1 | panel2 SDA |", 10),
        ("| mux SC3 | panel3 SCL |", "| mux SC2 | panel3 SCL |", 10),
        ("| strip SDA | mux SDA |", "| strip SDA | mux SD7 |", 10),
        ("panel 1 to 0x3C", "panel 1 to 0x3D", 10),
        ("i2c-mux,pca9548,addr=0x70", "i2c-mux,pca9548,addr=0x71", 10),
        ("pi GPIO16, pin 36 |", "pi GPIO16, pin 35 |", 10),
        ("-aG i2c,gpio,dialout", "-aG gpio,dialout", 4),
        ("$ sudo reboot\n", "", 3),
        ("$ cp hardware/table.starter.toml", "$ cp hardware/table.example.toml", 8),
    ],
)
def test_a_guide_with_a_slip_does_not_pass(user: Bench, said: str, instead: str, step: int) -> None:
    """The bench does not forgive: each slip is noticed, no later than at the step that names it."""
    assert GUIDE.count(said) >= 1
    wrong: list[str] = []
    try:
        for each in steps(GUIDE.replace(said, instead), step):
            wrong += follow(user, each)
    except AssertionError as error:
        wrong.append(str(error))
    assert wrong != []


def test_wiring_under_power_is_not_forgiven(user: Bench) -> None:
    with pytest.raises(AssertionError, match="under power"):
        for step in steps(GUIDE.replace("switch the power off\n", ""), 5):
            follow(user, step)


def test_links_and_pictures_of_the_documents_are_there() -> None:
    for name in ("GUIDE.md", "README.md", "PARTS.md", "WIRING.md"):
        for target, anchor in re.findall(r"\]\(([^)#]+?)(?:#([^)]*))?\)", (HERE / name).read_text(encoding="utf-8")):
            assert (HERE / target).resolve().exists(), f"{name}: {target}"
            assert not anchor or anchor in headings(HERE / target), f"{name}: {target}#{anchor}"


def headings(file: Path) -> set[str]:
    """The anchors that a page of Markdown has."""
    titles = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_every_code_that_the_guide_names_is_explained() -> None:
    told = (HERE.parent / "host" / "TROUBLESHOOTING.md").read_text(encoding="utf-8")
    codes = set(re.findall(r"\bE\d\d\b", GUIDE))
    assert len(codes) > 10 and all(f"| {code} |" in told for code in codes)


def test_every_command_that_the_documents_name_exists() -> None:
    named = set()
    for name in ("GUIDE.md", "README.md"):
        text = (HERE / name).read_text(encoding="utf-8")
        named |= set(re.findall(r"(?:^ +|`|^\$ )tablekeeper ([a-z]+)((?: --?\w+(?: [\w.]+)?)*)", text, re.MULTILINE))
    assert {"doctor", "run", "update", "calibrate"} <= {command for command, _ in named}
    for command, words in named:
        there = {option for param in cli.main.commands[command].params for option in param.opts}
        assert set(re.findall(r"--\w+", words)) <= there, f"tablekeeper {command}{words}"


def test_what_the_guide_writes_to_a_boards_settings_is_known_there() -> None:
    written = [json.loads(text) for text in re.findall(r"^ +echo '(\{.*?\})' > settings.json$", GUIDE, re.MULTILINE)]
    known = {}
    for board in ("dice_reader", "shrine"):
        code = (HERE.parent / "firmware" / board / "wiring.py").read_text(encoding="utf-8")
        defaults = re.search(r"_DEFAULTS = \{(.*?)\}", code, re.DOTALL)
        known[board] = set(re.findall(r'"(\w+)":', defaults[1])) if defaults else set()
    assert len(written) == 2
    for settings, board in zip(written, ("dice_reader", "shrine"), strict=True):
        assert set(settings) <= known[board]
    assert set(SOURCES["roll"]) >= set(re.findall(r"dice_reader:\w+", GUIDE))


def test_every_print_that_the_guide_or_a_build_names_is_made() -> None:
    pytest.importorskip("manifold3d", reason="the extra 'hardware' is not installed")
    from hardware.prints.catalogue import PRINTS
    from hardware.sources import read_sources

    in_builds = {name for build in read_sources().builds["builds"].values() for name in build["prints"]}
    in_guide = set(re.findall(r"`(\w+)\.stl`", GUIDE))
    assert in_guide == {"seat_case", "seat_lid"} and set(PRINTS) == in_builds

"""What is drawn, listed and printed says what the tables say, for readers of the repository and for `make hardware`."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hardware.everything import DOCUMENTS, drawings, sheet_names
from hardware.layout import all_circuits, board_circuit, pi_circuit
from hardware.papers import blocks, tables
from hardware.papers.harness import draw_harness, pages
from hardware.papers.labels import labels
from hardware.papers.pages import as_pdf, size_mm, smallest_letters_pt
from hardware.papers.reading import box_rows, harness_rows, lacks, papers_agree, texts_of
from hardware.papers.schematic import draw_schematic, net_names
from hardware.sources import HERE, Sources, read_sources

SOURCES = read_sources()
LEAST_PT = 6.0
needs_dot = pytest.mark.skipif(shutil.which("dot") is None, reason="graphviz is not installed: make drawing")


def found(sources: Sources) -> list[str]:
    return [str(one) for one in papers_agree(sources, sheet_names(sources), DOCUMENTS)]


def test_what_is_committed_says_what_the_tables_say() -> None:
    assert found(SOURCES) == []


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda s: s.pins["boards"]["shrine"]["pins"]["lid"].update(gpio=20), ["shrine.svg", "shrine-schematic.svg", "WIRING.md"]),
        (lambda s: s.pins["pi"]["seats"][0]["next"].update(gpio=26, header=37), ["pi-2.svg", "README.md", "GUIDE.md", "WIRING.md"]),
        (lambda s: s.wiring["sheets"]["dice_reader"]["cables"][2].update(length_mm=300), ["WIRING.md"]),
        (lambda s: s.wiring["sheets"]["dice_reader"]["cables"][2]["wires"][0].__setitem__(2, "white"), ["dice_reader.svg"]),
        (lambda s: s.parts["fuse"].update(choose="another"), ["PARTS.md"]),
        (lambda s: s.builds["builds"]["table"]["prints"].update(funnel=2), ["PARTS.md"]),
    ],
)
def test_a_change_of_a_table_is_noticed_in_every_paper_that_repeats_it(change, where: list[str]) -> None:  # type: ignore[no-untyped-def]
    sources = SOURCES.changed()
    change(sources)
    told = "\n".join(found(sources))
    for name in where:
        assert name in told, told
    assert "python -m hardware refresh" in told


def test_every_drawing_is_legible_on_a4() -> None:
    small = {name: smallest_letters_pt((HERE / "wiring" / f"{name}.svg").read_text()) for name in drawings(SOURCES)}
    assert {name: size for name, size in small.items() if size < LEAST_PT} == {}


@needs_dot
@pytest.mark.parametrize("circuit", [pi_circuit(SOURCES, 3), board_circuit(SOURCES, "shrine")], ids=lambda circuit: circuit.sheet)
def test_a_drawing_made_now_has_every_wire_with_pin_and_colour(circuit, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    pytest.importorskip("wireviz", reason="the extra 'hardware' is not installed")
    draw_harness(circuit, tmp_path)
    for page, wires in pages(circuit).items():
        texts = texts_of((tmp_path / f"{page}.svg").read_text())
        assert lacks(texts, harness_rows(circuit, wires)) == []
        assert wires and (tmp_path / f"{page}.png").stat().st_size > 1000


def test_a_schematic_made_now_names_every_terminal_and_net(tmp_path: Path) -> None:
    pytest.importorskip("schemdraw", reason="the extra 'hardware' is not installed")
    for circuit in all_circuits(SOURCES):
        draw_schematic(circuit, tmp_path)
        texts = texts_of((tmp_path / f"{circuit.sheet}-schematic.svg").read_text())
        assert lacks(texts, box_rows(circuit)) == [], circuit.sheet
        # What has one name is one net.
        assert len(set(net_names(circuit).values())) == len(circuit.nets), circuit.sheet


def test_the_wires_of_a_sheet_are_all_listed_and_all_to_cut() -> None:
    for circuit in all_circuits(SOURCES):
        listed = tables.wires(circuit).strip().splitlines()[2:]
        assert len(listed) == len(circuit.wires)
        to_cut = [int(line.split("|")[-2]) for line in tables.cut_list(circuit).strip().splitlines()[2:]]
        assert sum(to_cut) == len(circuit.wires)
        for wire, line in zip(circuit.wires, listed, strict=True):
            assert wire.colour in line and f"{wire.length_mm} mm" in line and wire.end.label in line
            assert not wire.start.place or f"pin {wire.start.place}" in line


def test_labels_name_every_cable_and_stay_on_the_paper() -> None:
    circuits = [pi_circuit(SOURCES, 5), board_circuit(SOURCES, "shrine")]
    pages_ = labels(circuits)
    words = [text for page in pages_ for text in texts_of(page)]
    for circuit in circuits:
        assert {f"{circuit.sheet}: {wire.cable}" for wire in circuit.wires} <= set(words)
    for page in pages_:
        assert size_mm(page) == (210.0, 297.0)
        for x, y, wide, high in re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', page):
            assert float(x) + float(wide) <= 200.1 and float(y) + float(high) <= 287.1
        # Letters are about six tenths as wide as they are high.
        assert max(len(text) for text in texts_of(page)) * 2.5 * 0.6 < 60


def test_every_part_has_two_others_to_buy_a_price_and_what_is_lost_without() -> None:
    for kind, told in {**SOURCES.parts, **SOURCES.builds["extras"]}.items():
        assert len(told["instead"]) == 2 and told["price"] in ("low", "middle", "high"), kind
        assert told["name"] and told["choose"] and len(told["without"]) > 15, kind


def test_a_build_needs_what_its_sheets_show() -> None:
    builds = SOURCES.builds["builds"]
    assert tables.counted(SOURCES, builds["starter"]) == {"pi": 1, "strip": 1, "oled": 2, "button": 4}
    table = tables.counted(SOURCES, builds["table"])
    assert (table["pi"], table["pico"], table["oled"], table["tca9548a"], table["fuse"]) == (1, 2, 4, 1, 1)
    assert table["button"] == 4 * 2 + 1
    for build in builds.values():
        assert set(build["extras"]) <= set(SOURCES.builds["extras"])


def test_a_block_that_nobody_can_make_is_named() -> None:
    with pytest.raises(blocks.UnknownBlock, match="there is no block 'butons'"):
        blocks.filled("<!-- made: butons -->\n<!-- end -->\n", SOURCES)


@pytest.mark.skipif(shutil.which("rsvg-convert") is None, reason="librsvg2-bin is not installed: make drawing")
def test_all_drawings_go_to_one_pdf(tmp_path: Path) -> None:
    files = [HERE / "wiring" / f"{name}.svg" for name in ("pi-2", "shrine-schematic")]
    as_pdf(files, tmp_path / "all.pdf")
    assert (tmp_path / "all.pdf").read_bytes().startswith(b"%PDF") and len((tmp_path / "all.pdf").read_bytes()) > 5000


def test_without_graphviz_the_command_says_what_to_install(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hardware", "make", "--out", str(tmp_path / "out")],
        capture_output=True, text=True, timeout=60, env={"PATH": str(tmp_path)}, cwd=HERE.parent,
    )  # fmt: skip
    assert done.returncode == 2 and "'dot' is missing" in done.stderr and "graphviz" in done.stderr
    assert not (tmp_path / "out").exists()


def test_the_check_command_is_content() -> None:
    done = subprocess.run([sys.executable, "-m", "hardware", "check"], capture_output=True, text=True, timeout=60, cwd=HERE.parent)
    assert (done.returncode, done.stderr) == (0, "") and "break no rule" in done.stdout

"""All that is made of the tables: into a folder of its own (`make_all`), and the copies that readers find in the repository."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from PIL import Image

from hardware.layout import SEATS, board_sheets
from hardware.papers.blocks import filled, wiring_pages
from hardware.papers.harness import draw_harness, needs, pages
from hardware.papers.labels import labels
from hardware.papers.pages import as_pdf, as_picture
from hardware.papers.schematic import draw_schematic
from hardware.papers.tables import circuit_named, cut_list
from hardware.sources import HERE, Sources

Say = Callable[[str], object]
DOCUMENTS: Final = ("README.md", "GUIDE.md", "PARTS.md")
"""Written by people but for their blocks."""


def sheet_names(sources: Sources) -> list[str]:
    """The sheets that are drawn: the Pi with 2 to 5 panels, and each board."""
    return [*(f"pi-{seats}" for seats in SEATS), *board_sheets(sources)]


def drawings(sources: Sources) -> list[str]:
    """The names of all drawings, without ending, in the order in which they are read."""
    names = []
    for sheet in sheet_names(sources):
        names += [*pages(circuit_named(sources, sheet)), f"{sheet}-schematic"]
    return names


def make_all(sources: Sources, out: Path, say: Say) -> None:
    """Write everything into `out`. Raises NoProgram when a program of the system is missing, before anything is written."""
    needs("dot", "graphviz")
    needs("rsvg-convert", "librsvg2-bin")
    out.mkdir(parents=True, exist_ok=True)
    _papers(sources, out, say)
    _prints(sources, out, say)
    _contact_sheet(sources, out)
    say(f"contact-sheet.png shows all of it. Everything is in {out}.")


def _papers(sources: Sources, out: Path, say: Say) -> None:
    wiring = out / "wiring"
    for sheet in sheet_names(sources):
        circuit = circuit_named(sources, sheet)
        draw_harness(circuit, wiring)
        draw_schematic(circuit, wiring)
        (wiring / f"{sheet}-cut-list.md").write_text(cut_list(circuit), encoding="utf-8")
        as_picture(wiring / f"{sheet}-schematic.svg", wiring / f"{sheet}-schematic.png")
    as_pdf([wiring / f"{name}.svg" for name in drawings(sources)], out / "wiring.pdf")
    for number, page in enumerate(labels([circuit_named(sources, sheet) for sheet in ("pi-4", *board_sheets(sources))]), 1):
        (out / f"labels-{number}.svg").write_text(page, encoding="utf-8")
    (out / "WIRING.md").write_text(wiring_pages(sources), encoding="utf-8")
    for name in DOCUMENTS:
        (out / name).write_text(filled((HERE / name).read_text(encoding="utf-8"), sources), encoding="utf-8")
    say(f"wiring/, wiring.pdf, labels, WIRING.md, {', '.join(DOCUMENTS)}: {len(drawings(sources))} drawings.")


def _prints(sources: Sources, out: Path, say: Say) -> None:
    import trimesh

    from hardware.prints.catalogue import PRINTS, printed
    from hardware.prints.pictures import ASSEMBLIES, single
    from hardware.prints.shape import mesh_of

    solids = {name: printed(name, sources.prints) for name in PRINTS}
    (out / "stl").mkdir(exist_ok=True)
    (out / "pictures").mkdir(exist_ok=True)
    for name in PRINTS:
        corners, triangles = mesh_of(solids[name])
        trimesh.Trimesh(corners, triangles, process=False).export(out / "stl" / f"{name}.stl")
        single(name, sources.prints).save(out / "pictures" / f"{name}.png")
    for name, draw in ASSEMBLIES.items():
        _small(draw(sources.prints)).save(out / "pictures" / f"{name}.png", optimize=True)
    say(f"stl/, pictures/: {len(PRINTS)} prints.")


def _contact_sheet(sources: Sources, out: Path) -> None:
    from hardware.prints.catalogue import PRINTS
    from hardware.prints.pictures import ASSEMBLIES
    from hardware.prints.render import sheet, titled

    def cell(file: Path, title: str = "") -> Any:
        image = Image.open(file).convert("RGB")
        image.thumbnail((440, 400))
        return titled(image, title) if title else image

    cells = [cell(out / "pictures" / f"{name}.png") for name in (*PRINTS, *ASSEMBLIES)]
    cells += [cell(out / "wiring" / f"{name}.png", name) for name in drawings(sources)]
    _small(sheet(cells, 5)).save(out / "contact-sheet.png", optimize=True)


def _small(image: Any) -> Any:
    """The picture in 256 colours: a third of its bytes, and nobody sees it."""
    return image.quantize(256, kmeans=2)


def refresh(sources: Sources, say: Say, folder: Path = HERE) -> None:
    """Bring what is committed up to date: blocks, WIRING.md, drawings, pictures and contact sheet."""
    made = folder.parent / "build" / "hardware"
    make_all(sources, made, say)
    for name in (*DOCUMENTS, "WIRING.md", "contact-sheet.png"):
        (folder / name).write_bytes((made / name).read_bytes())
    for kind, names in {"wiring": [f"{name}.svg" for name in drawings(sources)], "pictures": _pictures()}.items():
        (folder / kind).mkdir(exist_ok=True)
        for old in (folder / kind).iterdir():
            old.unlink()
        for name in names:
            (folder / kind / name).write_bytes((made / kind / name).read_bytes())
    say(f"What is committed in {folder} is up to date.")


def _pictures() -> list[str]:
    from hardware.prints.pictures import ASSEMBLIES

    return [f"{name}.png" for name in ASSEMBLIES]

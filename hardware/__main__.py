"""`python -m hardware check | make | refresh | try BOARD`. Exit codes: 0 done, 1 something is wrong, 2 it could not run."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hardware.agreement import example_agrees, firmware_agrees
from hardware.everything import DOCUMENTS, make_all, refresh, sheet_names
from hardware.first_power import NoSuchBoard, first_power
from hardware.papers.harness import NoProgram
from hardware.papers.reading import papers_agree
from hardware.rules import check
from hardware.sources import HERE, BadPrints, read_sources


def main() -> int:
    """Check the tables, and make what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m hardware", description="Papers and parts, made from the tables in hardware/.")
    words = "check tables; make all; renew what is committed; print a board's program for its first power"
    parser.add_argument("what", choices=("check", "make", "refresh", "try"), help=words)
    parser.add_argument("board", nargs="?", default="", help="for `try`: dice_reader or shrine")
    parser.add_argument("--out", type=Path, default=HERE.parent / "build" / "hardware", help="where `make` writes")
    asked = parser.parse_args()
    sources = read_sources()
    found = check(sources) or [*firmware_agrees(sources), *example_agrees(sources)]
    if asked.what == "check" and not found:
        found += papers_agree(sources, sheet_names(sources), DOCUMENTS)
    if found:
        print("\n".join(map(str, found)), file=sys.stderr)
        return 1
    if asked.what != "try":
        print("Pins, parts and wires break no rule.")
    try:
        if asked.what == "try":
            print(first_power(sources, asked.board), end="")
            return 0
        if asked.what == "make":
            make_all(sources, asked.out, print)
        elif asked.what == "refresh":
            refresh(sources, print)
    except NoSuchBoard as error:
        print(f"{error}. Write: python -m hardware try BOARD", file=sys.stderr)
        return 2
    except BadPrints as error:
        print(error, file=sys.stderr)
        return 1
    except (NoProgram, ImportError) as error:
        print(f"{error}. `make hardware` installs what it needs.", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

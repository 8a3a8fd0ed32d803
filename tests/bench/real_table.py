"""Plays a table.toml as `tablekeeper run` does, on a world's panels and pins: `python -m tests.bench.real_table FILE SOCKET`."""

import sys
from pathlib import Path

from host.config import read_table
from host.emulation.glass.ends import GlassPins, glass_wire
from host.fitting import Ends
from host.run import Run, Tonight


def main() -> None:
    """Play until it is killed."""
    table, socket = read_table(Path(sys.argv[1])), Path(sys.argv[2])
    ends = Ends(lambda bus, address: glass_wire(socket, int(bus), address), lambda bus: "", lambda: GlassPins(socket).factory)
    tonight = Tonight(table.game, table.players, table.options[table.game])
    Run(table, tonight, ends=ends, say=lambda text: None, keyboard=None).run()


if __name__ == "__main__":
    main()

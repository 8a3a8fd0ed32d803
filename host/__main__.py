"""`python -m host` is `tablekeeper`."""

from host.cli import main

main(prog_name="tablekeeper")

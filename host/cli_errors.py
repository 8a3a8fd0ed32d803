"""How a command ends that could not do its work."""

from typing import Any, Final

import click

NO: Final = 1
"""It ran, and the answer is no."""
UNABLE: Final = 2
"""It could not run."""


class Unable(click.ClickException):
    """The command could not run; the message has all reasons, a line each."""

    exit_code = UNABLE

    def show(self, file: Any = None) -> None:
        click.echo(self.message, err=True)

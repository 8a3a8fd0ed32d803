"""What each seat's panel was last told to show, for the page of a real table: its glass cannot be read back."""

from collections.abc import Callable

from PIL.Image import Image

from host.evening import Glass
from host.panels.wire import pack


class LastPictures:
    """Keeps a copy of what goes to the panels. `picture` may be asked from any thread."""

    def __init__(self) -> None:
        self._pictures: dict[int, bytes] = {}

    def picture(self, seat: int) -> bytes | None:
        """1024 bytes, page by page; None for a seat that has no panel."""
        return self._pictures.get(seat)

    def beside(self, seat: int, glass: Glass) -> Glass:
        """The same glass, with a copy of every picture kept here."""
        submit: Callable[[Image], object] = glass.submit

        def both(image: Image) -> None:
            self._pictures[seat] = pack(image)
            submit(image)

        return glass._replace(submit=both)

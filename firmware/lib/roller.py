"""Fair faces from the board's hardware generator."""

# A byte is refused at most every other time (129 to 256 sides), so 64 refusals in a row mean a broken generator.
_MOST_REFUSALS = 64


class Roller:
    """An electronic die. `random_bytes(n)` gives n random bytes, `os.urandom` on a board."""

    def __init__(self, random_bytes):
        self._random_bytes = random_bytes

    def face(self, sides: int) -> int:
        """One face from 1 to `sides` (2 to 256), each equally likely.

        The bytes beyond the largest multiple of `sides` are thrown away: a plain remainder would favour low faces.
        Raises ValueError for an impossible die and OSError if the generator is stuck.
        """
        if not 2 <= sides <= 256:
            raise ValueError("a die has 2 to 256 sides")
        fair = 256 - 256 % sides
        for _ in range(_MOST_REFUSALS):
            byte = self._random_bytes(1)[0]
            if byte < fair:
                return byte % sides + 1
        raise OSError("random generator is stuck")

    def faces(self, dice: int, sides: int) -> list:
        """The faces of `dice` equal dice, one after another."""
        return [self.face(sides) for _ in range(dice)]

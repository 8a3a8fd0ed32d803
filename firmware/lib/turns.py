"""Turns of a motor whose steps a turn are no whole number: they never creep."""

# Lengths along the ring are given for a motor of so many steps a turn.
_USUAL = 4076


class Turns:
    """Whole steps for each turn, the fraction carried on as an integer."""

    def __init__(self, numerator: int, denominator: int = 1):
        """A turn has numerator / denominator steps."""
        self._numerator = numerator
        self._denominator = denominator
        self._carried = 0

    def next(self) -> int:
        """Steps of the next turn, so that n turns add up to n times the true number, rounded."""
        due = self._carried + self._numerator
        steps = (due + self._denominator // 2) // self._denominator
        self._carried = due - steps * self._denominator
        return steps

    def scaled(self, usual: int) -> int:
        """As many steps, at least 2, as `usual` ones of a motor with 4076 a turn go far."""
        whole = (self._numerator + self._denominator // 2) // self._denominator
        return max(2, usual * whole // _USUAL)

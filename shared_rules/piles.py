"""Piles of cards that hold what the table knows of them, never an order that nobody knows.

A pile is a list of layers from the top. A layer is one known card, or an unordered bag: so many cards of a pool. Two layers may
share a pool ("36 of these" over "the rest of them, and Daybreak"). Shuffling makes a bag; a draw from a bag asks which card
came. So no state, save or wire ever holds a future draw, and a real deck works exactly like a virtual one.
"""

from collections.abc import Iterable

import msgspec


class Layer(msgspec.Struct, omit_defaults=True):
    """One known `card` that the seats in `seen_by` have seen, or `size` cards: those in `extra`, the rest out of a pool."""

    card: str | None = None
    seen_by: list[int] = []
    pool: int = -1
    size: int = 1
    extra: list[str] = []

    def copy(self) -> "Layer":
        return Layer(self.card, self.seen_by[:], self.pool, self.size, self.extra[:])


class Pile(msgspec.Struct, omit_defaults=True):
    """`layers` from the top; `pools` are the cards that bags share, each sorted, so that their order tells nothing."""

    layers: list[Layer] = []
    pools: list[list[str]] = []

    @classmethod
    def shuffled(cls, cards: Iterable[str]) -> "Pile":
        """A pile of `cards` in an order that nobody knows."""
        pile = cls()
        pile.put_under(cards)
        return pile

    def copy(self) -> "Pile":
        return Pile([layer.copy() for layer in self.layers], [pool[:] for pool in self.pools])

    def __len__(self) -> int:
        return sum(layer.size for layer in self.layers)

    def cards(self) -> list[str]:
        """All cards in the pile, sorted: what is in it, not where."""
        known = [layer.card for layer in self.layers if layer.card is not None]
        return sorted([*known, *(c for layer in self.layers for c in layer.extra), *(c for pool in self.pools for c in pool)])

    def known(self, seat: int | None) -> list[str | None]:
        """The pile from the top as `seat` knows it: a card, or None where that seat does not know it. Spectators saw nothing."""
        seen: list[str | None] = []
        for layer in self.layers:
            if layer.card is not None and seat in layer.seen_by:
                seen.append(layer.card)
            else:
                seen.extend([None] * layer.size)
        return seen

    def top(self) -> str | None:
        """The top card if the table knows it; None if it must be asked for, or the pile is empty."""
        return self.layers[0].card if self.layers else None

    def may_come(self) -> list[str]:
        """What may come off the top, each card as often as it is likely; empty if the pile is empty."""
        if not self.layers:
            return []
        layer = self.layers[0]
        if layer.card is not None:
            return [layer.card]
        pool = self.pools[layer.pool]
        if not layer.extra:
            return pool[:]
        from_pool = layer.size - len(layer.extra)
        return pool * from_pool + layer.extra * max(len(pool), 1)

    def take(self, card: str) -> None:
        """Take `card`, one of `may_come`, off the top.

        Where the pool and the layer's certain cards both hold `card`, the pool gives it: its copies are as good as the other.
        """
        layer = self.layers[0]
        if layer.card is None:
            pool = self.pools[layer.pool]
            source = pool if card in pool and layer.size > len(layer.extra) else layer.extra
            source.remove(card)
            layer.size -= 1
            if layer.size:
                return
        del self.layers[0]
        if layer.card is None and all(other.pool != layer.pool for other in self.layers):
            self._drop_pool(layer.pool)

    def _drop_pool(self, number: int) -> None:
        """Forget an empty pool, so that a pile shuffled a hundred times does not keep a hundred of them."""
        del self.pools[number]
        for layer in self.layers:
            if layer.pool > number:
                layer.pool -= 1

    def put_on_top(self, card: str, seen_by: list[int]) -> None:
        """Lay `card` face down on the pile; the seats in `seen_by` know which it is."""
        self.layers.insert(0, Layer(card, seen_by))

    def put_in(self, card: str) -> None:
        """Put `card` somewhere into the pile where nobody knows: it joins the topmost bag, or becomes one at the bottom."""
        for layer in self.layers:
            if layer.card is None:
                self.pools[layer.pool] = sorted([*self.pools[layer.pool], card])
                layer.size += 1
                return
        self.put_under([card])

    def remove(self, card: str) -> None:
        """Take `card`, one of `cards`, out of the pile wherever it lies: a known one first, then one of the bags."""
        for at, layer in enumerate(self.layers):
            if layer.card == card:
                del self.layers[at]
                return
        for at, layer in reversed(list(enumerate(self.layers))):
            if layer.card is not None:
                continue
            certain = card in layer.extra
            if not certain and (card not in self.pools[layer.pool] or layer.size == len(layer.extra)):
                continue
            (layer.extra if certain else self.pools[layer.pool]).remove(card)
            layer.size -= 1
            if not layer.size:
                del self.layers[at]
                if all(other.pool != layer.pool for other in self.layers):
                    self._drop_pool(layer.pool)
            return

    def put_under(self, cards: Iterable[str], extra: Iterable[str] = (), top: int | None = None) -> None:
        """Shuffle `cards` and lay them under the pile.

        With `top`, that many of them form one layer, and the rest, shuffled with `extra`, another one under it.
        """
        pool = sorted(cards)
        certain = sorted(extra)
        if not pool and not certain:
            return
        first = len(pool) if top is None else top
        self.pools.append(pool)
        if first:
            self.layers.append(Layer(pool=len(self.pools) - 1, size=first))
        if len(pool) > first or certain:
            self.layers.append(Layer(pool=len(self.pools) - 1, size=len(pool) - first + len(certain), extra=certain))

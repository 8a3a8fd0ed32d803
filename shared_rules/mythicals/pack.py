"""What a content pack of Mythicals holds: colours with their symbols, creature cards, mastery tokens and markers."""

from functools import cache
from typing import Any, NamedTuple

from shared_rules.content import Pack, house_text, read
from shared_rules.mythicals.pack_check import check, read_cost
from shared_rules.mythicals.payments import Card, Token, card_name
from shared_rules.mythicals.state import DAYBREAK


class Colour(NamedTuple):
    """A colour and the symbol that stands beside it wherever it is shown."""

    name: str
    symbol: str


class MythicalsPack(Pack):
    """A checked pack. Card ids are like "red.3" and "red.joker", both copies alike."""

    def __init__(self, name: str, content: dict[str, Any]) -> None:
        super().__init__(name, content)
        self.title: str = content["pack"]["title"]
        self.players: tuple[int, int] = tuple(content["pack"].get("players", [2, 2]))
        self.colours = {entry["id"]: Colour(entry["name"], entry["symbol"]) for entry in content["colour"]}
        self.markers: int = content["markers"]["count"]
        self.marker_points: int = content["markers"]["points"]
        self.cards: dict[str, Card] = {}
        self.deck: list[str] = []
        for entry in content["card"]:
            card = Card(entry["colour"], entry["value"])
            self.cards[card_name(card)] = card
            self.deck += [card_name(card)] * entry["copies"]
        self.tokens = {entry["id"]: _token(entry) for entry in content["token"]}
        self.columns = {
            column: [name for name, token in self.tokens.items() if token.column == column] for column in self.colours
        }
        self.told: dict[str, dict[str, Any]] = {DAYBREAK: {"card": DAYBREAK}}
        """Cards as events tell them."""
        for name, card in self.cards.items():
            self.told[name] = {"card": name, **self.colours[card.colour]._asdict(), "value": card.value}
        self.told_tokens = {
            name: {"token": name, **self.colours[token.column]._asdict(), "kind": token.kind, "size": token.size}
            for name, token in self.tokens.items()
        }
        """Tokens as events tell them."""
        self.card_faces = {name: {"colour": card.colour, "value": card.value} for name, card in self.cards.items()}
        """Cards as views tell them."""
        self.token_faces = {
            name: {"column": token.column, "points": token.points, "kind": token.kind, "size": token.size}
            for name, token in self.tokens.items()
        }
        """Tokens as views tell them."""


def _token(entry: dict[str, Any]) -> Token:
    kind, size = read_cost(entry["cost"])
    return Token(entry["column"], entry["points"], kind, size, entry["source"])


@cache
def house_pack() -> MythicalsPack:
    """The pack that comes with the program."""
    return read_pack("house.toml", house_text("mythicals"))


def read_pack(file: str, text: str) -> MythicalsPack:
    """The pack in `text`, read from `file`. Raises BadPack with everything that is wrong in it."""
    return read(file, text, check, MythicalsPack)

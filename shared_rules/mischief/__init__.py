"""Mythic Mischief Vol. II (IV Studio). Rule ids (MM-...) are those of the ledger."""

from shared_rules.mischief.match import Mischief as Game

__all__ = ["Game"]

"""Mythicals (Repos Production): creature cards, mastery tokens, and Daybreak. Rule ids (ML-...) are those of the ledger."""

from shared_rules.mythicals.match import Mythicals as Game

__all__ = ["Game"]

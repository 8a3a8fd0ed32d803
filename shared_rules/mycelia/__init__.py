"""Mycelia (Ravensburger 2023): the basic game for two to four players. Rule ids (MYC-...) are those of the ledger."""

from shared_rules.mycelia.match import Mycelia as Game

__all__ = ["Game"]

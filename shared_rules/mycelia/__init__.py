"""Mycelia (Ravensburger 2023): basic game, expansion, advanced boards, solo duel. Rule ids (MYC-...) are those of the ledger."""

from shared_rules.mycelia.match import Mycelia as Game

__all__ = ["Game"]

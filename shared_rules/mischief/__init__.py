"""Mythic Mischief Vol. II (IV Studio). Rule ids (MM-...) are those of the ledger."""

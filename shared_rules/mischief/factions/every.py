"""The factions of the box."""

from types import ModuleType

from shared_rules.mischief.factions.faction import Faction

FACTIONS: dict[str, Faction] = {}
"""By the id that packs use."""

MODULES: tuple[ModuleType, ...] = ()
"""Where steps and askers of the factions are found."""

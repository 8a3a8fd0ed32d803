"""The four factions of the box."""

from types import ModuleType

from shared_rules.mischief.factions import fairies, gargoyles, gnomes, werewolves
from shared_rules.mischief.factions.faction import Faction

FACTIONS: dict[str, Faction] = {
    "gargoyles": gargoyles.GARGOYLES,
    "fairies": fairies.FAIRIES,
    "werewolves": werewolves.WEREWOLVES,
    "gnomes": gnomes.GNOMES,
}
"""By the id that packs use."""

MODULES: tuple[ModuleType, ...] = (gargoyles, fairies, werewolves, gnomes)
"""Where steps and askers of the factions are found."""

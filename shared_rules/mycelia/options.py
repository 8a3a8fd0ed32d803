"""The match options: what is played, and how the ledger's open questions are read. Names and values are those of the ledger."""

from shared_rules.options import Option

_YES_NO = ("yes", "no")


def _reading(ruling: str, name: str, default: str, *values: str) -> Option:
    return Option(name, "choice", default, values, ruling)


OPTIONS = (
    Option("pieces", "choice", "none", ("none", "real")),
    Option("tracking", "choice", "full", ("full", "light")),
    Option("expansion", "bool", False),
    Option("boards", "choice", "front", ("front", "advanced")),
    Option("gwidyon_drops", "int", 20, (20, 21, 22, 23, 24, 25)),
    _reading("MYC-R-03", "first", "rolled", "rolled", "seat 0", "seat 1", "seat 2", "seat 3"),
    _reading("MYC-R-02", "supply_card_first_side", "random", "fixed", "random"),
    _reading("MYC-R-04", "shrine_entry", "end_of_turn", "at_once", "end_of_turn"),
    _reading("MYC-R-08", "card_fields", "relative_to_shrine", "absolute", "relative_to_shrine"),
    _reading("MYC-R-09", "shrine_field_new_drop", "box", "skipped", "next_filling", "box"),
    _reading("MYC-R-10", "hire_inside_function", "no", *_YES_NO),
    _reading("MYC-R-14", "leaf_supply_limited", "no", *_YES_NO),
    _reading("MYC-R-16", "move_targets", "each_free", "same", "each_free"),
    _reading("MYC-R-18", "action_c_second_drop_compulsory", "no", *_YES_NO),
    _reading("MYC-R-19", "transparent_on_empty_field", "yes", "no", "yes"),
    _reading("MYC-R-20", "transparent_drops", "optional", "needed", "optional"),
    _reading("MYC-R-23", "bonus_beside_slash", "chosen_side_only", "always", "chosen_side_only"),
    _reading("MYC-R-24", "bonus_place", "in_place", "once_at_end", "in_place"),
    _reading("MYC-R-26", "bonus_play_on_unanswered", "no", *_YES_NO),
    _reading("MYC-R-28", "shrine_turns_in_last_round", "no", *_YES_NO),
    _reading("MYC-R-29", "shrine_turns_at_trigger", "no", *_YES_NO),
    _reading("MYC-R-34", "single_effect_compulsory", "no", *_YES_NO),
    _reading("MYC-R-35", "action_card_given_up", "any", "only_c_d_e", "any"),
    _reading("MYC-R-36", "action_card_second_use", "yes", *_YES_NO),
    _reading("MYC-R-38", "hire_clavulinopsis", "without_effect", "refused", "without_effect"),
    _reading("MYC-R-41", "solo_bonus_flip", "per_bonus", "per_drop", "per_bonus"),
    _reading("MYC-R-42", "solo_bonus_loss", "remove_symbols", "best_fellow_player", "remove_symbols"),
    _reading("MYC-R-43", "solo_chip_acts", "flip_only", "start_and_each_turn", "flip_only"),
    _reading("MYC-R-46", "solo_end_check", "each_resolved_item", "each_drop", "each_resolved_item", "end_of_turn"),
    _reading("MYC-R-47", "solo_card_six_compulsory", "no", *_YES_NO),
    _reading("MYC-R-55", "hands_and_piles", "secret", "open", "secret"),
)

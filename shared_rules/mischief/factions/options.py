"""The switches of the factions' abilities: how the ledger's open questions are read."""

from shared_rules.options import Option

_YES_NO = ("yes", "no")


def _reading(ruling: str, name: str, default: str, *values: str) -> Option:
    return Option(name, "choice", default, values, ruling)


OPTIONS = (
    _reading("MM-R-07", "tome_collected_when_carried_over", "no", *_YES_NO),
    _reading("MM-R-26", "hedge_diagonals", "separating_pair", "any_pair", "separating_pair"),
    _reading("MM-R-27", "groundskeeper_blocks_diagonal", "no", *_YES_NO),
    _reading("MM-R-29", "stone_stops", "everything", "other_mythics", "everything"),
    _reading("MM-R-30", "uproot_target", "stone_and_off_board_refused", "all_legal", "stone_and_off_board_refused"),
    _reading("MM-R-31", "perch_directions", "same", "independent", "same"),
    _reading("MM-R-32", "glide_one_blocked", "refused", "free_one_moves", "refused"),
    _reading("MM-R-33", "heave_cutting_position", "pass_over", "stop_before", "pass_over"),
    _reading("MM-R-34", "heave_across_groundskeeper", "no", *_YES_NO),
    _reading("MM-R-35", "hedge_crosswise_stops", "no", *_YES_NO),
    _reading("MM-R-37", "wander_target", "corner_touching", "diagonal_line", "corner_touching"),
    _reading("MM-R-40", "burrow_resets_unused_die", "yes", "no", "yes"),
    _reading("MM-R-41", "potion_restored_die", "unused", "used", "unused"),
    _reading("MM-R-42", "fairy_ring_move", "once", "every_turn", "once"),
    _reading("MM-R-43", "fairy_ring_path", "two_free_steps", "straight_line", "two_free_steps"),
    _reading("MM-R-45", "shredder_clutter_ban", "any_own_mythic", "using_mythic", "any_own_mythic"),
)

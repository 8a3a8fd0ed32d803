"""The switches of the factions' abilities: how the ledger's open questions are read."""

from shared_rules.options import YES_NO, reading

OPTIONS = (
    reading("MM-R-07", "tome_collected_when_carried_over", "no", *YES_NO),
    reading("MM-R-26", "hedge_diagonals", "separating_pair", "any_pair", "separating_pair"),
    reading("MM-R-27", "groundskeeper_blocks_diagonal", "no", *YES_NO),
    reading("MM-R-29", "stone_stops", "everything", "other_mythics", "everything"),
    reading("MM-R-30", "uproot_target", "stone_and_off_board_refused", "all_legal", "stone_and_off_board_refused"),
    reading("MM-R-31", "perch_directions", "same", "independent", "same"),
    reading("MM-R-32", "glide_one_blocked", "refused", "free_one_moves", "refused"),
    reading("MM-R-33", "heave_cutting_position", "pass_over", "stop_before", "pass_over"),
    reading("MM-R-34", "heave_across_groundskeeper", "no", *YES_NO),
    reading("MM-R-35", "hedge_crosswise_stops", "no", *YES_NO),
    reading("MM-R-37", "wander_target", "corner_touching", "diagonal_line", "corner_touching"),
    reading("MM-R-40", "burrow_resets_unused_die", "yes", "no", "yes"),
    reading("MM-R-41", "potion_restored_die", "unused", "used", "unused"),
    reading("MM-R-42", "fairy_ring_move", "once", "every_turn", "once"),
    reading("MM-R-43", "fairy_ring_path", "two_free_steps", "straight_line", "two_free_steps"),
    reading("MM-R-45", "shredder_clutter_ban", "any_own_mythic", "using_mythic", "any_own_mythic"),
)

"""The match options: what is played, and how the ledger's open questions are read. Names and values are those of the ledger."""

from shared_rules.mischief.factions.options import OPTIONS as OF_FACTIONS
from shared_rules.mischief.mode_options import OPTIONS as OF_MODES
from shared_rules.options import YES_NO, Option, reading

OPTIONS = (
    Option("pieces", "choice", "none", ("none", "real")),
    # With light tracking people keep Mythics and Tomes; the table does the chores.
    Option("tracking", "choice", "full", ("full", "light")),
    Option("first", "choice", "rolled", ("rolled", "seat 0", "seat 1", "seat 2", "seat 3")),
    Option("layout", "choice", "chosen", ("chosen", "1", "2", "3", "draft")),
    Option("legendary", "bool", True),
    Option("specials", "bool", True),
    reading("MM-R-04", "tome_collected", "own_team", "own_team", "every"),
    reading("MM-R-08", "tome_shortage", "card_order", "player_chooses", "card_order"),
    reading("MM-R-09", "tome_occupies_entrance", "yes", *YES_NO),
    reading("MM-R-13", "score_below_zero", "yes", "no", "yes"),
    reading("MM-R-14", "score_ten_check", "each_catch", "each_catch", "whole_move"),
    reading("MM-R-16", "distract_path_length", "without_clutter", "without_clutter", "with_clutter"),
    reading("MM-R-17", "distract_target", "active_team_chooses", "nearest_forced", "active_team_chooses"),
    reading("MM-R-19", "groundskeeper_goes_on_past_destination", "yes", "no", "yes"),
    reading("MM-R-21", "destination_three_in_mythic_phase", "after_groundskeeper_phase", "at_once", "after_groundskeeper_phase"),
    reading("MM-R-23", "destination_under_groundskeeper", "reached_at_once", "leave_and_return", "reached_at_once"),
    reading("MM-R-51", "cleanup_mandatory", "boosts_only", "boosts_and_slotting", "neither", "boosts_only"),
    reading("MM-R-52", "move_die_order", "player_choice", "fixed", "player_choice"),
    reading("MM-R-58", "draft_clutter_on", "anything_but_clutter", "anything", "anything_but_clutter"),
    reading("MM-R-59", "draft_order", "teams_alternate", "teams_alternate", "seat_order"),
    reading("MM-R-60", "tie_break_tomes", "whole_board", "track", "whole_board"),
    reading("MM-R-61", "cleanup_in_last_turn", "no", *YES_NO),
    reading("MM-R-85", "tie_break_three_players", "plain_sums", "average", "plain_sums"),
    reading("MM-R-90", "score_mixed_catch", "active_team", "both_teams", "active_team"),
    reading("MM-R-92", "groundskeeper_may_halt_at_clutter", "yes", "no", "yes"),
    *OF_FACTIONS,
    *OF_MODES,
)

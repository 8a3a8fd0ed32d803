"""The options of the ways to play: a first game, teams, Blitz and solo, and how the ledger's questions about them are read."""

from shared_rules.options import YES_NO, Option

STANDARD, BLITZ = "standard", "blitz"

OPTIONS = (
    Option("mode", "choice", STANDARD, (STANDARD, BLITZ)),
    # Without Legendary Abilities and After Dark Specials, and without the draft (MM-FTP-01, MM-FTP-02).
    Option("first_game", "bool", False),
    # Teams of 3 and 4.
    Option("alone", "choice", "seat 0", ("seat 0", "seat 1", "seat 2")),
    Option("partner_of_seat_0", "choice", "seat 2", ("seat 1", "seat 2", "seat 3")),
    Option("tome_colour_of_pair", "choice", "one_named", ("both_mixed", "one_named"), "MM-R-95"),
    # Blitz.
    Option("blitz_cards", "choice", "before", ("before", "after")),
    Option("blitz_points_end_game", "choice", "no", YES_NO, "MM-R-63"),
    Option("blitz_after_dark_specials", "choice", "with_after_cards", ("never", "with_after_cards"), "MM-R-64"),
    Option("blitz_two_players_later_tomes", "choice", "no", YES_NO, "MM-R-65"),
    Option("blitz_clock_after_mythic_phase", "choice", "no", YES_NO, "MM-R-67"),
    Option("blitz_seam", "choice", "inner_edges", ("wall", "inner_edges"), "MM-R-68"),
    Option("blitz_movement_left", "choice", "crest_walk", ("crest_walk", "along_new_card"), "MM-R-88"),
    Option("blitz_groundskeeper_through_other", "choice", "no", YES_NO, "MM-R-93"),
    # How easy or hard a solo game is (MM-DIFF-01); one distance only (MM-R-79).
    Option("solo_points_ahead", "bool", False),
    Option("solo_only_for_tomes", "bool", False),
    Option("solo_steps", "int", 3, (2, 3, 4)),
    Option("solo_tomes_stay", "bool", False),
    Option("solo_tomes_at_setup", "bool", False),
    Option("solo_enchanted_order", "choice", "rows_first", ("columns_first", "rows_first"), "MM-R-69"),
    Option("solo_enchanted_clutter_cost", "choice", "one", ("two", "one"), "MM-R-70"),
    Option("solo_distance", "choice", "walking", ("grid", "walking"), "MM-R-71"),
    Option("solo_displaced_into_groundskeeper", "choice", "not_possible", ("caught", "not_possible"), "MM-R-72"),
    Option("solo_tripped_up_stops", "choice", "move_actions", ("all_movement", "move_actions"), "MM-R-73"),
    Option(
        "solo_tome_on_occupied_space", "choice", "placed_unscored",
        ("skipped", "placed_and_scores", "placed_unscored"), "MM-R-74",
    ),
    Option("solo_detention_deck_out", "choice", "card_due_none_left", ("last_card_drawn", "card_due_none_left"), "MM-R-75"),
    Option("solo_tied_routes", "choice", "player", ("random", "player"), "MM-R-76"),
    Option("solo_pushed_distance", "choice", "one_space", ("to_obstacle", "one_space"), "MM-R-87"),
)  # fmt: skip

"""The match options: what the table knows, who begins, and how the ledger's open questions are read."""

from shared_rules.options import YES_NO, Option, reading

OPTIONS = (
    Option("pieces", "choice", "none", ("none", "real")),
    Option("tracking", "choice", "full", ("full", "light")),
    Option("first", "choice", "rolled", ("rolled", "seat 0", "seat 1")),
    reading("ML-R-03", "start_cards", "dealt", "dealt", "chosen"),
    reading("ML-R-05", "daybreak_shortage", "take_what_is_there", "fill_from_reserve", "take_what_is_there"),
    reading("ML-R-07", "daybreak_take", "one_or_two", "all_of_colour", "one_or_two"),
    reading("ML-R-09", "daybreak_even_round", "no", *YES_NO),
    reading("ML-R-10", "joker_colour", "printed_colour", "own_group", "any_colour", "printed_colour"),
    reading("ML-R-11", "token_thirteen_payment", "joker_as_sixth", "joker_as_fifth", "joker_as_sixth"),
    reading("ML-R-12", "joker_wild", "suites_and_sets", "suites_and_sets", "thirteen_token_only"),
    reading("ML-R-13", "token_suite_colour_must_match", "yes", *YES_NO),
    reading("ML-R-14", "token_in_column", "any", "cheapest_only", "any"),
    reading("ML-R-16", "token_block_with_markers", "refused", "markers_removed", "markers_stay", "refused"),
    reading("ML-R-17", "markers_per_token", "at_most_two", "at_most_two", "no_limit"),
    reading("ML-R-20", "marker_points", "pack_value", "pack_value", "always_one"),
    reading("ML-R-21", "tie_break", "shared_win", "fewer_tokens", "shared_win"),
    reading("ML-R-23", "hands", "open", "open", "secret"),
    reading("ML-R-24", "play_on_without_tokens", "yes", "no", "yes"),
    reading("ML-R-26", "duplicate_card", "second_to_opponent", "both_kept", "second_to_opponent"),
    reading("ML-R-27", "phase_three_without_acquiring", "yes", *YES_NO),
    reading("ML-R-28", "draw_take", "all_of_colour", "all_of_colour", "one_or_more"),
)

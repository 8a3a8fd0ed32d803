"""The match options: what the table knows, who begins, and how the ledger's open questions are read."""

from shared_rules.options import Option

_YES_NO = ("yes", "no")


def _reading(ruling: str, name: str, default: str, *values: str) -> Option:
    return Option(name, "choice", default, values, ruling)


OPTIONS = (
    Option("pieces", "choice", "none", ("none", "real")),
    Option("tracking", "choice", "full", ("full", "light")),
    Option("first", "choice", "rolled", ("rolled", "seat 0", "seat 1")),
    _reading("ML-R-03", "start_cards", "dealt", "dealt", "chosen"),
    _reading("ML-R-05", "daybreak_shortage", "take_what_is_there", "fill_from_reserve", "take_what_is_there"),
    _reading("ML-R-07", "daybreak_take", "one_or_two", "all_of_colour", "one_or_two"),
    _reading("ML-R-09", "daybreak_even_round", "no", *_YES_NO),
    _reading("ML-R-10", "joker_colour", "printed_colour", "own_group", "any_colour", "printed_colour"),
    _reading("ML-R-11", "token_thirteen_payment", "joker_as_sixth", "joker_as_fifth", "joker_as_sixth"),
    _reading("ML-R-12", "joker_wild", "suites_and_sets", "suites_and_sets", "thirteen_token_only"),
    _reading("ML-R-13", "token_suite_colour_must_match", "yes", *_YES_NO),
    _reading("ML-R-14", "token_in_column", "any", "cheapest_only", "any"),
    _reading("ML-R-16", "token_block_with_markers", "refused", "markers_removed", "markers_stay", "refused"),
    _reading("ML-R-17", "markers_per_token", "at_most_two", "at_most_two", "no_limit"),
    _reading("ML-R-20", "marker_points", "pack_value", "pack_value", "always_one"),
    _reading("ML-R-21", "tie_break", "shared_win", "fewer_tokens", "shared_win"),
    _reading("ML-R-23", "hands", "open", "open", "secret"),
    _reading("ML-R-24", "play_on_without_tokens", "yes", "no", "yes"),
    _reading("ML-R-26", "duplicate_card", "second_to_opponent", "both_kept", "second_to_opponent"),
    _reading("ML-R-27", "phase_three_without_acquiring", "yes", *_YES_NO),
    _reading("ML-R-28", "draw_take", "all_of_colour", "all_of_colour", "one_or_more"),
)

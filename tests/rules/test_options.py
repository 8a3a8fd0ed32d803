"""Match options are checked all at once, with a sentence for each that is wrong."""

import pytest

from shared_rules.options import BadOption, Option, settle

OPTIONS = (
    Option("pieces", "choice", "none", ("none", "real")),
    Option("drops", "int", 20, (20, 21)),
    Option("light", "bool", False),
)


def test_what_is_left_out_has_its_default():
    assert settle(OPTIONS, {"light": True}) == {"pieces": "none", "drops": 20, "light": True}


def test_all_that_is_wrong_is_told_at_once():
    with pytest.raises(BadOption) as caught:
        settle(OPTIONS, {"pieces": "paper", "drops": True, "light": 1, "size": 3})
    assert len(caught.value.reasons) == 4
    assert "there is no option 'size'" in str(caught.value)


@pytest.mark.parametrize(
    ("index", "text", "value"), [(0, "real", "real"), (1, "21", 21), (1, "many", "many"), (2, "yes", True), (2, "false", False)]
)
def test_a_command_line_is_read_by_the_options_type(index, text, value):
    assert OPTIONS[index].read(text) == value
    assert (OPTIONS[index].problem(OPTIONS[index].read(text)) is None) == (text != "many")

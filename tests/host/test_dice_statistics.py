"""What is said of throws: known numbers, even dice, loaded dice, and dice that are not thrown."""

import random

import pytest

from host.dice_statistics import (
    chance_of_chi_square,
    chart,
    chi_square,
    counts_of,
    frequency_chance,
    repeats_chance,
    runs_chance,
    verdict,
)


def bits(text):
    return [int(bit) for bit in text]


@pytest.mark.parametrize(
    ("value", "freedom", "chance"),
    [(3.841, 1, 0.05), (5.991, 2, 0.05), (11.070, 5, 0.05), (15.086, 5, 0.01), (30.144, 19, 0.05), (20.515, 5, 0.001), (0.0, 5, 1)],
)
def test_chi_square_is_as_likely_as_printed_tables_say(value, freedom, chance):
    assert chance_of_chi_square(value, freedom) == pytest.approx(chance, abs=5e-5)


def test_ones_zeros_and_runs_are_as_likely_as_worked_examples_say():
    assert frequency_chance(bits("1011010101")) == pytest.approx(0.527089, abs=1e-6)
    assert runs_chance(bits("1001101011")) == pytest.approx(0.147232, abs=1e-6)
    assert runs_chance(bits("1" * 60 + "0" * 4)) == 0.0


def test_even_counts_are_no_distance_apart():
    assert chi_square([10] * 6) == 0.0
    assert chi_square([5, 15]) == 5.0
    assert counts_of([1, 6, 6], 6) == [1, 0, 0, 0, 0, 2]


def even(draw, throws=300, sides=6):
    return [draw.randint(1, sides) for _ in range(throws)]


def test_most_even_dice_are_called_even_and_hardly_any_is_accused():
    draw = random.Random(4)
    said = [verdict(even(draw), 6) for _ in range(1000)]
    assert sum(words.startswith("Even") for words in said) >= 930
    assert len([words for words in said if words.startswith(("Uneven", "Not thrown"))]) <= 2


def test_a_loaded_die_is_told_with_its_face():
    draw = random.Random(1)
    faces = draw.choices(range(1, 7), weights=[1, 1, 1, 1, 1, 3], k=300)
    assert verdict(faces, 6).startswith("Uneven: face 6 came")


def test_a_die_that_is_hardly_turned_is_told():
    draw = random.Random(2)
    faces = [face for face in even(draw, 100) for _ in range(3)]
    evened = sorted(range(1, 7)) * 50
    assert repeats_chance(evened, 6) < 0.0002, "a face never follows itself"
    assert "Not thrown well" in verdict(evened, 6)
    assert repeats_chance(faces, 6) < 0.0002
    assert repeats_chance([draw.randint(1, 6) for _ in range(600)], 6) > 0.0002


def test_too_few_throws_say_nothing_about_a_die():
    assert verdict([6] * 29, 6) == "29 of 30 throws: too few to tell."


def test_a_chart_has_a_bar_a_face():
    assert chart([1, 4], ["owl", "7"], width=4) == ["owl █    1", "  7 ████ 4"]
    assert chart([0, 0], ["a", "b"], width=2) == ["a    0", "b    0"]

from __future__ import annotations

import math

import pytest

from kgdesk.plain_text import shorten
from kgdesk.ui.text.locale_format import figures, fixed, number, odds, percent, percent_range, points, signed

SPACE = "\u00a0"


@pytest.mark.parametrize(
    ("value", "text"),
    [(12.5, "12.5"), (115.0, "115"), (0.5, "0.5"), (0.0, "0"), (-3.14159, "−3.14"), (123456.0, "123000"),
     (0.00042, "0.00042"), (1.2e-9, "1.2·10⁻⁹"), (-3.2e12, "−3.2·10¹²"), (9.999e-5, "0.0001"),
     (math.nan, "–"), (math.inf, "∞"), (-math.inf, "−∞")],
)  # fmt: skip
def test_a_number_has_few_digits_and_no_needless_zeros(value: float, text: str) -> None:
    assert number(value) == text


def test_german_numbers_have_a_decimal_comma_and_no_group_sign(german: None) -> None:  # noqa: ARG001
    assert number(12.5) == "12,5"
    assert fixed(12345.678, 2) == "12345,68"
    assert signed(-0.521) == "−0,52"
    assert points(0.68) == "0,68"
    assert percent(0.342) == f"34{SPACE}%"


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.342, "34 %"), (0.0, "0 %"), (1.0, "100 %"), (0.004, "< 1 %"), (0.0051, "1 %"), (0.9961, "> 99 %"),
     (0.9949, "99 %"), (math.nan, "–")],
)  # fmt: skip
def test_percent_is_whole_and_never_claims_certainty(share: float, text: str) -> None:
    assert percent(share) == text.replace(" ", SPACE)


def test_a_range_is_written_with_one_percent_sign() -> None:
    assert percent_range(0.05, 0.774) == f"5–77{SPACE}%"
    assert [points(value, 10.0) for value in (23.21, 10.04, 9.96, 10.0)] == ["23", "10.04", "10", "10"]
    assert percent_range(0.05, 0.774, 0.9) == f"90{SPACE}% range 5–77{SPACE}%"


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.68, "0.68"), (0.3, "0.30"), (0.0093, "0.0093"), (0.0, "0"), (-0.004, "0"), (12.3, "12")],
)
def test_points_below_zero_are_shown_as_0(value: float, text: str) -> None:
    assert points(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(0.52, "+0.52"), (-1.3, "−1.30"), (0.0, "0.00"), (0.001, "0.00"), (-0.001, "0.00")]
)
def test_a_signed_number_has_a_sign_unless_it_is_shown_as_nothing(value: float, text: str) -> None:
    assert signed(value) == text


@pytest.mark.parametrize(("effect", "text"), [(0.588, "× 1.8"), (0.0, "× 1.0"), (-2.3, "× 0.10")])
def test_an_effect_multiplies_the_odds(effect: float, text: str) -> None:
    assert odds(effect) == text.replace(" ", SPACE)


def test_an_effect_beyond_all_bounds_does_not_overflow() -> None:
    assert odds(1e6).startswith("×")


def test_figures_keep_their_zeros() -> None:
    assert figures(0.0996) == "0.10"
    assert figures(99.6) == "100"


def test_a_long_name_loses_its_middle_and_keeps_its_ends() -> None:
    assert shorten("C-0042") == "C-0042"
    short = shorten("abcdefghijklmnopqrstuvwxyz0123456789", 11)
    assert len(short) == 11
    assert short.startswith("abcde")
    assert short.endswith("56789")


@pytest.mark.parametrize("whole", [0, 3, -2, True])
def test_a_whole_number_is_written_as_the_number_that_it_is(whole: int) -> None:
    assert fixed(whole, 1) == fixed(float(whole), 1)
    assert signed(whole) == signed(float(whole))

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from colour_vision import BLINDNESS, lab, linear

from kgdesk.ui.widgets.stylesheet import DARK, HIGH, LIGHT, Palette, contrast, luminance, pairs

LOOKS = pytest.mark.parametrize("colours", [LIGHT, DARK, HIGH], ids=["light", "dark", "contrast"])


def test_contrast_is_21_for_black_on_white_and_1_for_equal_colours() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#ffffff", "#000000") == pytest.approx(21.0)
    assert contrast("#0A5FA5", "#0A5FA5") == 1.0


def test_luminance_agrees_with_the_published_contrast_of_a_known_grey() -> None:
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)
    assert luminance("#808080") == pytest.approx(0.2159, abs=0.0005)


@LOOKS
def test_every_pair_of_colours_in_use_keeps_its_contrast(colours: Palette) -> None:
    short = {
        name: contrast(front, ground)
        for name, front, ground, least in pairs(colours)
        if contrast(front, ground) < least
    }
    assert short == {}


def test_high_contrast_keeps_seven_to_one_for_words_and_four_and_a_half_for_lines() -> None:
    short = [
        name
        for name, front, ground, least in pairs(HIGH)
        if contrast(front, ground) < (7.0 if least > 3 else 4.5)
    ]
    assert short == []


@LOOKS
@pytest.mark.parametrize("kind", [None, *BLINDNESS])
def test_the_colours_of_outcomes_stay_apart_for_people_who_see_colours_differently(
    colours: Palette, kind: str | None
) -> None:
    matrix = np.eye(3) if kind is None else np.array(BLINDNESS[kind])
    seen = [lab(matrix @ linear(colour)) for colour in (colours.success, colours.failure, colours.muted)]
    assert min(float(np.linalg.norm(one - other)) for one, other in combinations(seen, 2)) >= 10.0

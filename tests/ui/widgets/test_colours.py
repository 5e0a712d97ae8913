from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest

from kgdesk.ui.plots.scatter import colour_table
from kgdesk.ui.widgets.stylesheet import DARK, HIGH, LIGHT, Palette, contrast, luminance, pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

LOOKS = pytest.mark.parametrize("colours", [LIGHT, DARK, HIGH], ids=["light", "dark", "contrast"])

# Machado, Oliveira and Fernandes 2009, severity 1.0, applied in linear RGB.
BLINDNESS = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(colour: str) -> np.ndarray:
    srgb = np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)]) / 255
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def lab(rgb: np.ndarray) -> np.ndarray:
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    xyz = to_xyz @ np.clip(rgb, 0, 1) / np.array([0.9505, 1.0, 1.089])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def hexadecimal(row: Sequence[int]) -> str:
    return "#" + "".join(f"{int(part):02x}" for part in row)


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
def test_every_colour_of_the_value_map_keeps_3_to_1_on_the_card(colours: Palette) -> None:
    worst = min(contrast(hexadecimal(row), colours.card) for row in colour_table(colours))
    assert worst >= 3.0


@LOOKS
def test_brighter_means_more_in_the_value_map(colours: Palette) -> None:
    brightness = [luminance(hexadecimal(row)) for row in colour_table(colours)]
    assert all(np.diff(brightness) >= 0)


@LOOKS
@pytest.mark.parametrize("kind", [None, *BLINDNESS])
def test_the_colours_of_outcomes_stay_apart_for_people_who_see_colours_differently(
    colours: Palette, kind: str | None
) -> None:
    matrix = np.eye(3) if kind is None else np.array(BLINDNESS[kind])
    seen = [lab(matrix @ linear(colour)) for colour in (colours.success, colours.failure, colours.muted)]
    assert min(float(np.linalg.norm(one - other)) for one, other in combinations(seen, 2)) >= 10.0

"""Sentences about the results of a rehearsal."""

from __future__ import annotations

import numpy as np
import pytest

from kgdesk.actions.live_rehearsal import Tally
from kgdesk.model.policies import POLICIES
from kgdesk.ui.pages.rehearsal_results import needed_words, nine_of_ten, player_title, points_away, time_words
from kgdesk.ui.text.translate import policy_title


def tally(*ends: float) -> Tally:
    costs = np.column_stack([np.full(len(ends), 0.5), ends])
    return Tally("prior", ("kg/moments",), costs[:, None, :])


@pytest.mark.parametrize(
    ("cost", "points"), [(0.0, 0), (0.001, 1), (0.01, 1), (0.0201, 3), (0.03, 3), (1.0, 100)]
)
def test_a_distance_is_rounded_up_so_that_the_sentence_stays_true(cost: float, points: int) -> None:
    assert points_away(cost) == points


def test_nine_of_ten_rehearsals_come_as_near_as_is_said() -> None:
    ends = [k / 100 for k in range(10)]
    said = nine_of_ten(tally(*ends), 0)
    assert said == (
        "With these settings the best found after 1 run is within 8 percentage points of the true best in 9 of 10"
        " rehearsals."
    )
    assert sum(end <= 0.08 for end in ends) == 9
    assert "is the true best" in nine_of_ten(tally(*[0.0] * 10), 0)
    assert "within 1 percentage point of" in nine_of_ten(tally(*[0.004] * 10), 0)


def test_runs_needed_are_a_number_or_more_than_planned() -> None:
    assert needed_words(tally(*[0.01] * 10), 0) == "1"
    assert needed_words(tally(*[0.2] * 10), 0) == "more than 1 (now 0 %)"


def test_a_belief_is_named_where_it_is_not_the_studys_own() -> None:
    assert player_title("kg/moments", "moments") == "Knowledge gradient"
    assert player_title("kg/diagonal", "moments") == "Knowledge gradient (as in the paper)"
    assert player_title("thompson", "full") == "Thompson sampling"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (float("inf"), "starting"),
        (0.2, "about 1 s left"),
        (600.0, "about 10 min left"),
        (9000.0, "about 2 h left"),
    ],
)
def test_the_time_left_is_told_without_false_precision(seconds: float, words: str) -> None:
    assert time_words(seconds) == words


def test_every_policy_has_a_name_for_people_and_no_two_have_the_same() -> None:
    titles = [policy_title(name) for name in POLICIES]
    assert not set(titles) & set(POLICIES)
    assert len(set(titles)) == len(POLICIES)

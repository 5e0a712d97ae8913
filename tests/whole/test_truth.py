"""Every statement of the program about random studies is true: 36 states of 12 studies, nightly 20,000."""

from __future__ import annotations

import pytest
from truth import campaign


@pytest.mark.nightly
@pytest.mark.timeout(6 * 3600)
def test_nothing_false_is_said_of_a_thousand_states_of_studies_at_random() -> None:
    assert campaign.main(["--studies", "50", "--states", "20"]) == 0


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_nothing_false_is_said_of_6_states_of_studies_at_random() -> None:
    assert campaign.main(["--studies", "3", "--states", "2", "--workers", "1"]) == 0


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(400534, id="an earlier study", marks=pytest.mark.nightly),
        pytest.param(400647, id="an earlier study and the paper's full belief", marks=pytest.mark.nightly),
        pytest.param(510929, id="an earlier study in lots"),
        pytest.param(400144, id="lots"),
    ],
)
def test_nothing_false_is_said_of_studies_with_averaged_terms_and_knowledge_of(seed: int) -> None:
    assert campaign.look_at(seed, states=2, in_window=False).faults == []

"""A run that is worth something under single models, though the average of all keeps its best candidate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from lives import begun, grown

from kgdesk.model.advice.picks import advise
from kgdesk.model.advice.suggestion import Suggestion, futures_sentence
from kgdesk.model.beliefs.log_odds import kappa_score
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.policies.value_of_testing import LEAST

if TYPE_CHECKING:
    from kgdesk.model.study.study import Study

SAID = "though some of the averaged models would change their choice"


def states() -> list[Study]:
    """Return studies of a bent truth in two numbers after 4 to 16 random runs."""
    made = []
    for seed in range(6):
        rng = np.random.default_rng((seed, 4200))
        x = rng.uniform(-1.0, 1.0, (30, 2))
        codes = tuple(f"C-{place:02}" for place in range(len(x)))
        pool = Pool(codes, (Attribute("a"), Attribute("b")), tuple(map(tuple, x.T.tolist())))
        chance = 1.0 / (1.0 + np.exp(4.0 * ((x - rng.uniform(-0.5, 0.5, 2)) ** 2).sum(axis=1) - 1.0))
        study = begun(pool, terms="average", policy="kg", stop="runs 30")
        for n in range(1, 17):
            row = int(rng.integers(len(x)))
            study = grown(study, (codes[row], "success" if rng.random() < chance[row] else "failure"))
            if n % 4 == 0:
                made.append(study)
    return made


def leaders(belief: AverageBelief, X: np.ndarray) -> np.ndarray:
    """Return the best row (C,) under each model by itself."""
    return np.argmax(kappa_score(*belief.moments_of_members(X)), axis=1)


def keeps(told: Suggestion) -> bool:
    return not told.if_success.changes and not told.if_failure.changes


def test_some_model_changes_its_choice_wherever_the_reason_says_so() -> None:
    said, silent = 0, 0
    for study in states():
        advice, X = advise(study), study.design.X
        assert isinstance(study.belief, AverageBelief)
        for candidate in study.pool.ids:
            told = advice.about(candidate)
            text = futures_sentence(told)
            if not keeps(told) or told.kg < LEAST:
                assert SAID not in text
                silent += keeps(told)
                continue
            assert text.endswith(f"after a failure), {SAID}.")
            row = X[study.design.row_of[study.pool.row(candidate)]]
            now = leaders(study.belief, X)
            later = [leaders(study.belief.updated(row, y), X) for y in (1, -1)]
            assert any((now != then).any() for then in later)
            said += 1
    assert said > 20
    assert silent > 20


@pytest.mark.parametrize("terms", ["linear", "quadratic"])
def test_a_single_model_that_keeps_its_best_says_nothing_of_others(terms: str) -> None:
    for study in states()[:4]:
        one = begun(study.pool, terms=terms, policy="kg", stop="runs 30")
        one = grown(one, *((run.candidate, run.outcome) for run in study.valid))
        advice = advise(one)
        for candidate in one.pool.ids:
            assert SAID not in futures_sentence(advice.about(candidate))

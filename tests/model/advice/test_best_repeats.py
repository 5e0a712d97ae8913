"""The search of KG(*) over the pool agrees with computing every count of every candidate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from lives import begin, begun, grown

from kgdesk.model.advice.picks import advise
from kgdesk.model.advice.posterior_summary import policy_context
from kgdesk.model.advice.repeats import RepeatSuggestion
from kgdesk.model.advice.suggestion import VISIBLE
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.policies.kg_star import row_information

if TYPE_CHECKING:
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.study.study import Study


def study_of(seed: int, belief: str) -> Study:
    """Return a study of a small pool with a steep truth; in some of these no single run has a value."""
    rng = np.random.default_rng(seed)
    rows, d = int(rng.integers(6, 20)), int(rng.integers(1, 4))
    X, w = rng.uniform(-1, 1, (rows, d)), 1.5 * rng.normal(size=d)
    pool = Pool(
        tuple(f"c{i}" for i in range(rows)),
        tuple(Attribute(f"a{j}") for j in range(d)),
        tuple(tuple(map(float, X[:, j])) for j in range(d)),
    )
    runs = []
    for row in rng.integers(0, rows, int(rng.integers(3, 30))):
        chance = 1 / (1 + np.exp(-2 * (X[row] @ w)))
        runs.append((f"c{row}", "success" if rng.random() < chance else "failure"))
    return grown(begun(pool, belief=belief, policy="kg", budget=1000, stop="runs 1000"), *runs)


def by_hand(advice: Advice) -> RepeatSuggestion | None:
    """Compute every count of every row."""
    study = advice.study
    best = None
    for row in study.design.first_of:
        told = advice.repeats(study.pool.ids[row])
        if told.count > 1 and (best is None or told.per_run > best.per_run):
            best = RepeatSuggestion(
                study.pool.ids[row], told.count, told.values[told.count - 1], advice.suggestion.kg
            )
    if best is None or best.per_run < 1.25 * advice.suggestion.kg or best.together < VISIBLE:
        return None
    return best


@pytest.mark.parametrize("belief", ["moments", "full"])
@pytest.mark.parametrize("seeds", [range(8), range(100, 108)], ids=["few", "more"])
def test_the_search_finds_what_brute_force_finds(belief: str, seeds: range) -> None:
    found = []
    for seed in seeds:
        advice = advise(study_of(seed, belief))
        right = by_hand(advice)
        assert advice.best_repeats() == right
        found.append(right is not None)
    assert any(found)
    assert not all(found)


def test_knowing_a_score_for_certain_is_worth_more_than_any_number_of_runs() -> None:
    for seed in range(6):
        study = study_of(seed, "moments")
        X = study.design.X
        bound = row_information(policy_context(study), np.arange(len(X)), np.ones(len(X), dtype=np.bool_))
        advice = advise(study)
        for row, first in enumerate(study.design.first_of):
            values = advice.repeats(study.pool.ids[first]).values
            assert max(values) <= bound[row] + 1e-3
        assert (bound >= -1e-12).all()


def test_the_bound_is_the_mean_over_one_normal_number_by_brute_force() -> None:
    study = study_of(3, "full")
    seen, X = policy_context(study), study.design.X
    bound = row_information(seen, np.arange(len(X)), np.ones(len(X), dtype=np.bool_))
    z = np.linspace(-8, 8, 20_001)
    weight = np.exp(-0.5 * z * z)
    weight /= weight.sum()
    m, S = np.array(seen.belief.mean), seen.covariance
    now = np.argmax(seen.mu / np.sqrt(1 + np.pi / 8 * seen.s2))
    for row in (0, len(X) // 2, len(X) - 1):
        Sx = S @ X[row]
        after = S - np.outer(Sx, Sx) / (X[row] @ Sx)
        mean = m[:, None] + np.outer(Sx / np.sqrt(X[row] @ Sx), z)
        score = (X @ mean) / np.sqrt(1 + np.pi / 8 * np.einsum("uj,jk,uk->u", X, after, X))[:, None]
        chance = 1 / (1 + np.exp(-score))
        assert bound[row] == pytest.approx(((chance.max(axis=0) - chance[now]) @ weight), abs=2e-4)


def test_a_search_that_is_given_up_ends_and_says_nothing() -> None:
    advice = next(a for a in (advise(study_of(s, "moments")) for s in range(100, 140)) if a.best_repeats())
    assert advice.best_repeats(lambda: False) is None


def test_open_runs_the_last_run_and_other_policies_are_left_alone() -> None:
    study = next(s for s in (study_of(n, "moments") for n in range(100, 140)) if advise(s).best_repeats())
    assert advise(begin(study, "c0")).best_repeats() is None
    online = advise(study, policy="online-kg")
    told = online.best_repeats()
    assert told is None or told.candidate == online.suggestion.candidate

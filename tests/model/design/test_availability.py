"""Candidates out of stock are neither suggested nor recommended; skipped ones return after the next run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from lives import begun, grown, stored

from kgdesk.errors import BadInput, StudyClosed, UnknownCandidate
from kgdesk.model.advice.batches import advise_batch
from kgdesk.model.advice.picks import advise
from kgdesk.model.advice.posterior_summary import recommended
from kgdesk.model.decisions import runs, stock, study_state
from kgdesk.model.policies import POLICIES

if TYPE_CHECKING:
    from typing import Any

    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.study import Study

RUNS = (("C-01", "success"), ("C-05", "failure"), ("C-09", "failure"), ("C-12", "success"))


def done(study: Study, verb: Any, *words: str) -> Study:
    return study.applied(stored(verb(study, *words), study.head))


def without(study: Study, *candidates: str) -> Study:
    for candidate in candidates:
        study = done(study, stock.exclude, candidate, "used up")
    return study


@pytest.mark.parametrize("name", list(POLICIES))
def test_no_policy_suggests_what_is_out_of_stock_or_skipped(pool: Pool, name: str) -> None:
    study = grown(begun(pool, policy=name), *RUNS)
    for _ in range(5):
        study = without(study, advise(study).suggestion.candidate)
    study = done(study, stock.skip, advise(study).suggestion.candidate, "not now")
    away = {a.candidate for a in (*study.retired, *study.skipped)}
    assert len(away) == 6
    advice = advise(study)
    assert advice.suggestion.candidate not in away
    assert np.isfinite(advice.score).all()
    assert {a.suggestion.candidate for a in advise_batch(study, 3)}.isdisjoint(away)


@pytest.mark.parametrize("belief", ["moments", "full", "diagonal"])
def test_the_best_is_a_candidate_in_stock_now_and_in_every_future(pool: Pool, belief: str) -> None:
    study = grown(begun(pool, belief=belief), *RUNS)
    best = advise(study).recommended.candidate
    study = without(study, best, "C-02", "C-10")
    away = {a.candidate for a in study.retired}
    advice = advise(study)
    assert advice.recommended == recommended(study)
    assert advice.recommended.candidate not in away
    at = [i for i, name in enumerate(pool.ids) if name not in away]
    assert advice.recommended.probability == advice.probability[at].max()
    X = study.design.X[study.design.row_of]
    for candidate in ("C-01", "C-07"):
        told = advice.about(candidate)
        for y, future in ((1, told.if_success), (-1, told.if_failure)):
            after = study.belief.updated(X[pool.row(candidate)], y).predict(X)
            assert future.best not in away
            assert future.probability == pytest.approx(after[at].max(), abs=1e-3)
            assert future.probability == pytest.approx(after[pool.row(future.best)], abs=1e-10)
        gain = told.probability * told.if_success.probability
        gain += (1 - told.probability) * told.if_failure.probability - advice.recommended.probability
        assert told.kg == pytest.approx(gain, abs=1e-12)


def test_the_value_of_testing_is_that_of_a_pool_without_what_is_out_of_stock(pool: Pool) -> None:
    study = without(grown(begun(pool), *RUNS), "C-01", "C-12")
    left = [i for i, name in enumerate(pool.ids) if name not in ("C-01", "C-12")]
    alone = study.belief.knowledge_gradient(study.design.X[study.design.row_of[left]])
    advice = advise(study)
    assert (advice.kg[left] == alone).all()
    assert (advice.kg[[0, 11]] == 0.0).all()


@pytest.mark.parametrize("started", [(), ("C-02", "C-06")])
def test_who_runs_what_is_out_of_stock_is_told_what_it_would_change(
    pool: Pool, started: tuple[str, ...]
) -> None:
    """Of equal candidates the one out of stock is worth as much as the one in stock."""
    study = grown(begun(pool), *RUNS)
    for candidate in started:
        study = done(study, runs.start, candidate)
    away = without(study, "C-03")
    both = without(away, "C-04")
    told = advise(both).about("C-04")
    X, at = study.design.X[study.design.row_of], [i for i in range(12) if i not in (2, 3)]
    gain = 0.0
    for branch in advise(both).outlook:
        chance = float(branch.belief.predict(X[3:4])[0])
        values = [branch.belief.updated(X[3], y).predict(X[at]).max() for y in (1, -1)]
        now = branch.belief.predict(X[at]).max()
        gain += branch.weight * (chance * values[0] + (1 - chance) * values[1] - now)
    assert told.kg == pytest.approx(gain, abs=1e-9)
    assert told.kg != 0.0
    assert told.if_success.best not in {"C-03", "C-04"}
    assert told.probability == advise(study).about("C-04").probability
    inside = advise(away).about("C-03")
    assert (inside.kg, inside.if_success) == (
        advise(away).about("C-04").kg,
        advise(away).about("C-04").if_success,
    )


def test_equal_candidates_are_in_stock_while_one_of_them_is(pool: Pool) -> None:
    """C-03 and C-04 are equal: one row."""
    study = grown(begun(pool), *RUNS)
    row = study.design.row_of[pool.row("C-03")]
    one = without(study, "C-03")
    assert one.stock.in_stock[row]
    assert pool.ids[one.stock.best[row]] == pool.ids[one.stock.next[row]] == "C-04"
    assert (advise(one).kg == advise(study).kg).all()
    assert not without(one, "C-04").stock.in_stock[row]
    aside = done(study, stock.skip, "C-03")
    assert pool.ids[aside.stock.best[row]] == "C-03"
    assert pool.ids[aside.stock.next[row]] == "C-04"


def test_a_skipped_candidate_may_be_the_best_and_comes_back_after_the_next_run(pool: Pool) -> None:
    study = grown(begun(pool, policy="exploit"), *RUNS)
    best = advise(study).suggestion.candidate
    aside = done(study, stock.skip, best, "not now")
    assert advise(aside).recommended == advise(study).recommended
    assert advise(aside).suggestion.candidate != best
    assert (advise(aside).kg == advise(study).kg).all()
    assert [(a.candidate, a.reason, a.operator) for a in aside.skipped] == [(best, "not now", "Kim")]
    assert not grown(aside, ("C-05", "void")).skipped
    past = study_state.import_outcomes(aside, [{"candidate": "C-01", "outcome": "success"}], restored=False)
    assert aside.applied(stored(past, aside.head)).skipped == aside.skipped


def test_a_skip_gives_way_when_nothing_else_is_left(pool: Pool) -> None:
    study = done(begun(pool), stock.skip, "C-06", "not now")
    study = without(study, *(name for name in pool.ids if name != "C-06"))
    assert advise(study).suggestion.candidate == "C-06"
    assert advise(study).recommended.candidate == "C-06"


def test_including_a_candidate_gives_the_advice_from_before(pool: Pool) -> None:
    study = grown(begun(pool), *RUNS)
    back = done(without(study, "C-07", "C-09"), stock.include, "C-07", "new batch")
    back = done(back, stock.include, "C-09", "new batch")
    assert not back.retired
    assert (advise(back).kg == advise(study).kg).all()
    assert advise(back).recommended == advise(study).recommended


def test_past_outcomes_of_what_is_out_of_stock_go_on_teaching(pool: Pool) -> None:
    study = grown(begun(pool), *RUNS)
    assert without(study, "C-01").belief.digest == study.belief.digest
    late = grown(without(study, "C-07"), ("C-07", "success"))
    assert late.belief.digest == grown(study, ("C-07", "success")).belief.digest


@pytest.mark.parametrize(
    ("before", "act", "words"),
    [
        ([], lambda s: stock.include(s, "C-01", "back"), "in stock already"),
        (["C-01"], lambda s: stock.exclude(s, "C-01", "gone"), "out of stock already"),
        (["C-01"], lambda s: stock.skip(s, "C-01", "not now"), "out of stock"),
        (["C-01"], lambda s: runs.start(s, "C-01"), "include it again"),
        (
            [f"C-{i:02d}" for i in range(2, 13)],
            lambda s: stock.exclude(s, "C-01", "gone"),
            "last candidate",
        ),
        ([f"C-{i:02d}" for i in range(2, 13)], lambda s: stock.skip(s, "C-01"), "only candidate left"),
        ([], lambda s: stock.exclude(s, "C-01", "x" * 10_001), "longer than"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    pool: Pool, before: list[str], act: Any, words: str
) -> None:
    study = without(begun(pool), *before)
    with pytest.raises(BadInput, match=words):
        act(study)


def test_skipping_twice_is_refused(pool: Pool) -> None:
    study = done(begun(pool), stock.skip, "C-01")
    with pytest.raises(BadInput, match="after the next run"):
        stock.skip(study, "C-01")


@pytest.mark.parametrize("verb", [stock.exclude, stock.include, stock.skip, runs.start])
def test_a_finished_study_and_an_unknown_candidate_are_refused(pool: Pool, verb: Any) -> None:
    with pytest.raises(UnknownCandidate, match="Did you mean “C-01”"):
        verb(begun(pool), "c-01")
    with pytest.raises(StudyClosed, match="finished by Kim"):
        verb(done(begun(pool), study_state.finish, "enough"), "C-01")

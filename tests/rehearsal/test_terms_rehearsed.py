"""Contests between terms: columns of each player, truths with a peak, and their report."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import kgdesk
from kgdesk.errors import BadInput
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.study.settings import Settings
from kgdesk.rehearsal import study_rehearsal
from kgdesk.rehearsal.contest import draw_world
from kgdesk.rehearsal.simulation import Agent, play
from kgdesk.rehearsal.truths import Mixed, Peak, TruthOfColumns

sys.path.insert(0, str(Path(__file__).parent))
import bench_terms

TERMS = ("linear", "interactions", "quadratic", "average")


def pool(size: int = 30, *, levels: bool = False) -> Pool:
    x = np.random.default_rng(8).uniform(-3, 7, (size, 2))
    attributes = [Attribute("x"), Attribute("y")]
    values: list[tuple] = [tuple(c.tolist()) for c in x.T]
    if levels:
        attributes.append(Attribute("kind", "category"))
        values.append(tuple("abc"[i % 3] for i in range(size)))
    return Pool(tuple(f"C-{i}" for i in range(size)), tuple(attributes), tuple(values))


def basis(*, levels: bool = False, **settings: object) -> study_rehearsal.RehearsalBasis:
    return study_rehearsal.basis_of_pool(pool(levels=levels), Settings(**settings), "plates")


def test_players_take_part_with_each_of_the_terms() -> None:
    (made,) = study_rehearsal.contests(basis(), ["kg", "random"], terms=TERMS)
    names = [p.name for p in made.players]
    assert names[:4] == [
        "kg/moments",
        "kg/moments+interactions",
        "kg/moments+quadratic",
        "kg/moments+average",
    ]
    assert len(names) == 8


def test_without_terms_a_player_has_those_of_the_study() -> None:
    for terms in TERMS:
        (made,) = study_rehearsal.contests(basis(terms=terms), ["kg"])
        assert [p.terms for p in made.players] == [terms]


def test_every_player_sees_the_columns_of_its_terms_and_their_prior() -> None:
    (made,) = study_rehearsal.contests(basis(prior_precision=2.0), ["kg"], terms=TERMS)
    world = draw_world(made, 3)
    seats = [Agent(made, player, world).context for player in made.players]
    assert [s.X.shape[1] for s in seats] == [3, 4, 6, 6]
    assert seats[0].belief.deviation ** -2.0 == pytest.approx([2.0] * 3)
    assert seats[1].belief.deviation ** -2.0 == pytest.approx([2.0] * 3 + [8.0])
    assert seats[2].belief.deviation ** -2.0 == pytest.approx([2.0] * 3 + [24.0, 6.0, 6.0])
    for seat in seats:
        if not isinstance(seat.belief, AverageBelief):
            assert seat.prior_precision == pytest.approx(seat.belief.deviation**-2.0)
    assert isinstance(seats[3].belief, AverageBelief)


@pytest.mark.parametrize("terms", ["interactions", "quadratic", "average"])
def test_a_player_has_the_prior_of_a_study_with_its_terms(terms: str) -> None:
    (compared,) = study_rehearsal.contests(basis(prior_precision=2.0), ["kg"], terms=TERMS)
    (alone,) = study_rehearsal.contests(basis(prior_precision=2.0, terms=terms), ["kg"])
    scaling = basis(terms=terms).scaling
    settings = Settings(prior_precision=2.0, terms=terms).settled()
    wanted = settings.prior_of(scaling).deviation
    assert compared.prior("moments", terms).deviation == pytest.approx(wanted)
    assert alone.prior("moments", terms).deviation == pytest.approx(wanted)


def test_a_precision_that_is_given_holds_for_products_and_squares_alike() -> None:
    (made,) = study_rehearsal.contests(basis(term_precision=5.0), ["kg"], terms=TERMS)
    assert made.prior("moments", "quadratic").deviation ** -2.0 == pytest.approx([1.0] * 3 + [5.0] * 3)
    (made,) = study_rehearsal.contests(basis(term_precision=5.0, square_precision=2.0), ["kg"], terms=TERMS)
    assert made.prior("moments", "quadratic").deviation ** -2.0 == pytest.approx([1.0] * 3 + [5.0, 2.0, 2.0])


def test_a_player_does_not_feel_that_others_see_more_columns() -> None:
    alone = play(study_rehearsal.contests(basis(budget=6), ["kg"])[0], 4)
    together = play(study_rehearsal.contests(basis(budget=6), ["kg"], terms=TERMS)[0], 4)
    assert (alone.measured[0] == together.measured[0]).all()
    assert (alone.predictive[0] == together.predictive[0]).all()


def test_the_truths_of_a_study_keep_its_own_terms_beside_wider_players() -> None:
    plain, wide = (
        study_rehearsal.contests(basis(), ["kg"], terms=terms)[0] for terms in (("linear",), TERMS)
    )
    assert isinstance(wide.truth, TruthOfColumns)
    one, two = (c.truth.log_odds(c.X, np.random.default_rng(5), 2) for c in (plain, wide))
    np.testing.assert_allclose(one, two, rtol=1e-14)


def test_truths_of_averaged_terms_are_straight_as_often_as_the_prior_says() -> None:
    (made,) = study_rehearsal.contests(basis(terms="average"), ["kg"])
    assert isinstance(made.truth, Mixed)
    draws = np.array([made.truth.weights(np.random.default_rng(s)) for s in range(2000)])
    straight = np.mean((draws[:, 3:] == 0.0).all(axis=1))
    bent = sum(part.weight for part in made.truth.parts if set(part.columns) >= set(range(made.X.shape[1])))
    assert 0.0 < bent < 1.0
    assert straight == pytest.approx(1.0 - bent, abs=0.04)


def test_truths_of_averaged_terms_have_features_and_deviations() -> None:
    (made,) = study_rehearsal.contests(basis(terms="average"), ["kg"])
    assert isinstance(made.truth, Mixed)
    prior = made.prior("moments", "average")
    mu, s2 = prior.moments(made.X)
    drawn = np.array([made.truth.log_odds(made.X, np.random.default_rng(s), 1)[0] for s in range(4000)])
    assert np.abs(drawn.mean(axis=0) - mu).max() < 0.25
    assert np.abs(drawn.var(axis=0) / s2 - 1.0).max() < 0.2


def test_a_peak_lies_inside_the_range_of_every_number() -> None:
    made = study_rehearsal.contests(basis(), ["kg"], truths=("peak",))[0]
    assert isinstance(made.truth, Peak)
    u = 2 * (made.X[:, 1:] - made.truth.low) / (made.truth.high - made.truth.low) - 1
    assert (u.min(axis=0), u.max(axis=0)) == (pytest.approx([-1.0, -1.0]), pytest.approx([1.0, 1.0]))
    best = []
    for seed in range(200):
        a = made.truth.log_odds(made.X, np.random.default_rng(seed), 1)[0]
        centre = np.random.default_rng(seed).uniform(-0.5, 0.5, 2)
        np.testing.assert_allclose(a, 2.0 - 6.0 * ((u - centre) ** 2).sum(axis=1), atol=1e-12)
        best.append(u[np.argmax(a)])
    assert np.abs(best).max() < 0.95


def test_levels_act_beside_a_peak_and_a_pool_of_words_has_none() -> None:
    made = study_rehearsal.contests(basis(levels=True), ["kg"], truths=("peak",))[0]
    assert isinstance(made.truth, Peak)
    assert made.truth.levels.tolist() == [3, 4, 5]
    words = Pool(tuple("ABC"), (Attribute("kind", "category"),), (("a", "b", "a"),))
    with pytest.raises(BadInput, match="number"):
        study_rehearsal.contests(
            study_rehearsal.basis_of_pool(words, Settings(), "w"), ["kg"], truths=("peak",)
        )


@pytest.mark.parametrize(
    ("settings", "policies", "terms", "word"),
    [
        ({}, ["kg"], ["cubic"], "cubic"),
        ({}, ["kg"], ["linear", "linear"], "twice"),
        ({}, ["kg/diagonal"], ["average"], "moments or full"),
        ({"raw": True}, ["kg"], ["quadratic"], "standardised"),
    ],
)
def test_terms_that_make_no_sense_are_refused(
    settings: dict, policies: list[str], terms: list[str], word: str
) -> None:
    with pytest.raises(BadInput, match=word):
        study_rehearsal.contests(basis(**settings), policies, terms=terms)


def test_in_a_study_that_averages_the_paper_s_belief_plays_with_linear_terms() -> None:
    (made,) = study_rehearsal.contests(basis(terms="average", budget=3), ["kg", "kg/diagonal"])
    assert [player.name for player in made.players] == ["kg/moments+average", "kg/diagonal"]
    assert np.isfinite(play(made, 2).predictive).all()


@pytest.mark.parametrize("belief", ["moments", pytest.param("full", marks=pytest.mark.nightly)])
def test_every_policy_plays_with_averaged_terms(belief: str) -> None:
    names = list(kgdesk.policies)
    (made,) = study_rehearsal.contests(basis(terms="average", belief=belief, budget=3), names)
    played = play(made, 2)
    assert np.isfinite(played.predictive).all()


def test_a_bend_is_found_where_there_is_one() -> None:
    (made,) = study_rehearsal.contests(
        basis(budget=15), ["kg"], truths=("peak",), terms=("linear", "quadratic", "average")
    )
    cost = np.mean([play(made, seed).predictive[:, -1] for seed in range(6)], axis=0)
    assert cost[1] < 0.5 * cost[0]
    assert cost[2] < 0.5 * cost[0]


@pytest.mark.usefixtures("without_processes")
def test_the_tables_name_the_terms_beside_the_belief() -> None:
    found = kgdesk.rehearse(pool(), ["kg"], budget=2, runs=2, seed=5, workers=1, terms=("linear", "average"))
    assert {row[2] for row in found.costs()} == {"moments", "moments+average"}


def test_the_comparison_of_terms_has_the_truths_that_it_says() -> None:
    straight, bent, product = bench_terms.contests(2, ("linear", "quadratic"), "kg", Settings())
    x = np.array(bench_terms.pool_of(2).values).T
    rng, again = np.random.default_rng(1), np.random.default_rng(1)
    centre = again.uniform(-0.5, 0.5, 2)
    np.testing.assert_allclose(
        bent.truth.log_odds(bent.X, rng, 1)[0], 2.0 - 6.0 * ((x - centre) ** 2).sum(axis=1), atol=1e-12
    )
    draw = straight.truth.log_odds(straight.X, np.random.default_rng(2), 1)[0]
    residual = np.linalg.lstsq(straight.X[:, :3], draw, rcond=None)[1]
    assert float(residual[0]) < 1e-18
    draw = product.truth.log_odds(product.X, np.random.default_rng(2), 1)[0]
    assert float(np.linalg.lstsq(product.X[:, :3], draw, rcond=None)[1][0]) > 1.0
    assert float(np.linalg.lstsq(product.X[:, :4], draw, rcond=None)[1][0]) < 1e-18
    gap = np.zeros((4, 3, 31))
    gap[:, 0, 20] = gap[:, 0, 30] = [0.5, 0.6, 0.5, 0.6]
    lines = bench_terms.judged(bent, gap[:, :2], "peak", 2)
    assert [line[:3] for line in lines] == ["yes", "yes"]
    assert bench_terms.judged(bent, -gap[:, :2], "peak", 2)[0].startswith("NO")

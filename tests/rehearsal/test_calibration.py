"""Simulation-based calibration: content and reproducibility of a replicate, and coverage of the beliefs."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import fields

import numpy as np
import pytest
from seldom import daily

from kgdesk import actions
from kgdesk.errors import BadInput
from kgdesk.model.advice.certificate import Certificate, Coverage
from kgdesk.model.beliefs.gaussian import BELIEFS, DiagonalBelief, FullBelief, MomentBelief
from kgdesk.model.beliefs.log_odds import expit
from kgdesk.rehearsal import calibration_report, coverage
from kgdesk.rehearsal.coverage import Replicate, Setting
from kgdesk.rehearsal.engine import Result, run_contests
from kgdesk.rehearsal.simulation import play
from kgdesk.rehearsal.workers import Processes

SMALL = Setting(1, "kg", (3, 6), candidates=12)
RANDOM = Setting(1, "random", (3, 6), candidates=12)


def same(one: Replicate, other: Replicate) -> bool:
    return all(np.array_equal(getattr(one, f.name), getattr(other, f.name)) for f in fields(Replicate))


def results(settings: tuple[Setting, ...], runs: int, seed: int = 5) -> tuple[Result, ...]:
    return tuple(
        Result(at, run, seed + run - 1, play(setting, seed + run - 1))
        for at, setting in enumerate(settings)
        for run in range(1, runs + 1)
    )


@pytest.mark.parametrize("setting", [SMALL, RANDOM], ids=["kg", "random"])
def test_a_replicate_depends_on_its_setting_and_its_seed_alone(setting: Setting) -> None:
    one = play(setting, 11)
    assert one.covered.shape == (3, 2)
    assert same(one, play(setting, 11))
    assert not same(one, play(setting, 12))
    for name in ("covered", "exact_covered", "best_covered", "width", "mean_gap", "worst_gap"):
        values = getattr(one, name)
        assert ((values >= 0.0) & (values <= 1.0)).all(), name
    assert (one.worst_gap >= one.mean_gap).all()
    assert (one.effective >= 2000).all()
    assert (one.noise <= 0.003).all()


@pytest.mark.nightly
def test_processes_give_the_replicates_that_one_process_gives_in_order() -> None:
    wanted = results((SMALL, RANDOM), 2)
    got = tuple(run_contests((SMALL, RANDOM), runs=2, seed=5, workers=Processes(1)))
    assert [(r.contest, r.run, r.seed) for r in got] == [(r.contest, r.run, r.seed) for r in wanted]
    assert all(same(a.played, b.played) for a, b in zip(got, wanted, strict=True))


def test_under_the_random_design_all_beliefs_meet_the_same_outcomes() -> None:
    one = play(RANDOM, 3)
    assert (one.exact_covered == one.exact_covered[0]).all()
    assert (one.effective == one.effective[0]).all()


def test_the_default_belief_is_closest_to_the_exact_posterior_and_the_diagonal_one_farthest() -> None:
    setting = Setting(2, "random", (10, 30), candidates=30)
    gaps = np.mean([play(setting, seed).mean_gap for seed in range(12)], axis=0)
    moments, full, diagonal = gaps
    assert list(setting.beliefs) == ["moments", "full", "diagonal"]
    assert (moments <= 0.005).all()
    assert (moments < 0.2 * full).all()
    assert (full < diagonal).all()


@pytest.mark.slow
@pytest.mark.parametrize("design", daily(coverage.DESIGNS, "random"))
def test_ranges_of_the_default_belief_cover_what_those_of_the_exact_posterior_cover(design: str) -> None:
    setting = Setting(2, design, (10, 30), beliefs=("moments",), candidates=30)
    played = [play(setting, seed) for seed in range(60)]
    gap = np.mean([r.covered - r.exact_covered for r in played])
    print(
        f"{design}: covered {np.mean([r.covered for r in played]):.3f}, {gap:+.4f} against the exact posterior"
    )
    assert abs(gap) <= 0.01
    assert max(r.worst_gap.max() for r in played) <= 0.03
    assert np.mean([r.mean_gap for r in played]) <= 0.005


@pytest.mark.parametrize("kind", list(BELIEFS))
def test_a_belief_that_is_wrong_on_purpose_covers_too_little(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Intervals of a third of the width have a much smaller coverage: the check can fail."""
    setting = Setting(2, "random", (10,), beliefs=(kind,), candidates=30)
    honest = np.mean([play(setting, seed).covered for seed in range(12)])
    narrow = coverage.interval
    monkeypatch.setattr(coverage, "interval", lambda mu, s2: narrow(mu, s2 / 9.0))
    assert np.mean([play(setting, seed).covered for seed in range(12)]) < honest - 0.2


def test_settings_that_make_no_sense_are_refused() -> None:
    with pytest.raises(BadInput, match="no design"):
        Setting(2, "best")
    for stages in ((), (0, 3), (5, 3), (3, 3)):
        with pytest.raises(BadInput, match="rise"):
            Setting(2, "kg", stages)


def test_the_certificate_holds_means_over_replicates_and_survives_json() -> None:
    settings = (SMALL, RANDOM)
    played = results(settings, 3)
    found = calibration_report.certificate(settings, played, 5)
    assert len(found.rows) == 2 * 3 * 2
    row = found.rows[3]
    assert (row.design, row.belief, row.n, row.replicates) == ("kg", "full", 6, 3)
    mine = [r.played for r in played if r.contest == 0]
    assert row.coverage == pytest.approx(np.mean([r.covered[1, 1] for r in mine]))
    assert row.standard_error == pytest.approx(np.std([r.covered[1, 1] for r in mine], ddof=1) / 3**0.5)
    assert row.worst_gap == max(r.worst_gap[1, 1] for r in mine)
    assert row.effective == min(r.effective[1, 1] for r in mine)
    assert Certificate.from_json(json.loads(json.dumps(found.as_json()))) == found
    assert found.of("none") is None
    assert actions.is_current(found)


def test_the_files_hold_every_setting_and_every_replicate() -> None:
    settings = (SMALL, RANDOM)
    played = results(settings, 2)
    found = calibration_report.certificate(settings, played, 5)
    made = calibration_report.files(found, settings, played, {"seed": 5})
    assert set(made) == set(calibration_report.NAMES)
    table = list(csv.DictReader(io.StringIO(made["calibration.csv"].decode("utf-8-sig"))))
    assert list(table[0]) == [f.name for f in fields(Coverage)]
    assert len(table) == 12
    each = list(csv.DictReader(io.StringIO(made["replicates.csv"].decode("utf-8-sig"))))
    assert len(each) == 12 * 2
    assert float(each[0]["covered"]) == played[0].played.covered[0, 0]
    page = made["report.html"].decode()
    for said in ("moments: 90 % ranges covered", "exact posterior", "seeds 5 to 6", "<svg"):
        assert said in page


def test_something_else_than_a_certificate_is_refused_with_a_sentence() -> None:
    for wrong in ({}, {"rows": [{"n": 3}]}, [], None):
        with pytest.raises(BadInput, match="certificate of the ranges cannot be read"):
            Certificate.from_json(wrong)


@pytest.fixture(scope="module")
def shipped() -> Certificate:
    found = actions.certificate()
    assert found is not None
    return found


def test_the_certificate_was_measured_with_the_beliefs_that_are_here(shipped: Certificate) -> None:
    assert actions.is_current(shipped), "the values of the beliefs moved: renew it with kgdesk calibrate"


def test_a_certificate_of_other_sources_is_not_current(shipped: Certificate) -> None:
    other = Certificate.from_json(shipped.as_json() | {"beliefs": shipped.beliefs - 1})
    assert not actions.is_current(other)
    assert actions.is_current(shipped)


def test_the_certificate_that_comes_with_the_program_has_1000_replicates_of_the_default_belief_in_each_setting(
    shipped: Certificate,
) -> None:
    wanted = {
        (d, design, n) for d in coverage.ATTRIBUTES for design in coverage.DESIGNS for n in coverage.STAGES
    }
    for belief in BELIEFS:
        rows = [row for row in shipped.rows if row.belief == belief]
        assert {(r.attributes, r.design, r.n) for r in rows} == wanted
        assert min(r.replicates for r in rows) >= (1000 if belief == "moments" else 500)
        assert max(abs(r.exact_coverage - 0.9) for r in rows) <= 0.02


def test_the_default_belief_holds_what_its_ranges_and_probabilities_say(shipped: Certificate) -> None:
    found = shipped.of("moments")
    assert found is not None
    assert found.holds
    assert found.mean_gap <= 0.005
    assert found.worst_gap <= 0.03


def test_the_paper_s_beliefs_are_certified_as_too_sure(shipped: Certificate) -> None:
    for belief in ("full", "diagonal"):
        found = shipped.of(belief)
        assert found is not None
        assert not found.holds
        assert found.mean < 0.88


def test_the_ranges_of_every_belief_are_quantiles_of_its_own_normal() -> None:
    """The certified intervals are the displayed ones: s of the central 90 % of w.x."""
    X = np.array([[1.0, 0.5], [1.0, -2.0]])
    for belief in (MomentBelief.prior(2), FullBelief.prior(2), DiagonalBelief.prior(2)):
        after = belief.updated(X[0], 1)
        mu, s2 = after.moments(X)
        low, high = coverage.interval(mu, s2)
        draws = expit(
            mu[:, None] + np.sqrt(s2)[:, None] * np.random.default_rng(1).standard_normal((2, 40_000))
        )
        assert np.quantile(draws, 0.05, axis=1) == pytest.approx(low, abs=0.01)
        assert np.quantile(draws, 0.95, axis=1) == pytest.approx(high, abs=0.01)

"""Calibration of stated chances: bins, stops, one simulated study, and the command."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from kgdesk import kernels
from kgdesk.cli import main
from kgdesk.model.advice.certificate import ChanceCertificate
from kgdesk.model.beliefs.log_odds import expit
from kgdesk.model.study.settings import Settings
from kgdesk.paper.theorem import true_weights
from kgdesk.rehearsal import stated_chances as chances
from kgdesk.rehearsal.contest import draw_world
from kgdesk.rehearsal.simulation import play

if TYPE_CHECKING:
    from pathlib import Path

SMALL = chances.settings(candidates=12, stages=(2, 5))


def study(
    loss: float, stopped: list[int], then: list[float], chance: float = 0.5, stake: float = 0.1
) -> chances.StatedChances:
    stages = len(chances.STAGES)
    return chances.StatedChances(
        np.full((stages, len(chances.POINTS)), chance),
        np.full(stages, stake),
        np.full(stages, loss),
        np.array(stopped),
        np.array(then),
    )


def test_bins_of_true_chances_agree_and_bins_of_boasts_do_not() -> None:
    rng = np.random.default_rng(1)
    true = rng.random((4000, 5))
    came_true = rng.random(true.shape) < true
    fair = chances.bins(true, came_true)
    assert [one.states for one in fair] == [2000] * 10
    assert all(abs(one.observed - one.stated) < 4.0 * one.error for one in fair)
    assert all(0.0 < one.error < 0.02 for one in fair)
    assert sorted(one.stated for one in fair) == [one.stated for one in fair]
    boast = chances.bins(np.minimum(true + 0.1, 1.0), came_true)
    assert all(one.stated - one.observed > 5.0 * one.error for one in boast[:9])


def test_states_of_one_study_count_as_one_when_they_share_their_outcome() -> None:
    rng = np.random.default_rng(2)
    came_true = rng.random((1000, 1)) < 0.5
    alone = chances.bins(np.full((1000, 1), 0.5), came_true, count=1)[0]
    repeated = chances.bins(np.full((1000, 6), 0.5), np.repeat(came_true, 6, axis=1), count=1)[0]
    assert repeated.states == 6 * alone.states
    assert repeated.error == pytest.approx(alone.error, rel=1e-12)
    assert alone.error == pytest.approx(0.5 / np.sqrt(1000), rel=0.01)


def test_stops_are_judged_by_what_their_rule_promises() -> None:
    # within 5 at 90, within 2 at 90, at-stake 1, at-stake 2, at-stake 5
    good = study(0.01, [4, -1, 6, 2, 1], [0.01, np.nan, 0.0, 0.05, 0.03])
    bad = study(0.30, [8, -1, 9, 3, 1], [0.30, np.nan, 0.02, 0.07, 0.04])
    within, never, stake1, stake2, stake5 = chances.stops([good] * 9 + [bad])
    assert (within.studies, within.stopped, within.mean_n) == (10, 10, 4.4)
    assert (within.wrong, within.far, within.holds) == (0.1, 0.1, True)
    assert within.loss == pytest.approx(0.039)
    assert (never.stopped, never.loss, never.wrong, never.holds) == (0, None, None, True)
    assert stake1.holds
    assert stake1.loss == pytest.approx(0.002)
    assert not stake2.holds  # 5.2 points on average, though 2 are promised
    assert stake2.far == pytest.approx(0.1)
    assert stake5.holds
    assert not next(iter(chances.stops([good] * 8 + [bad] * 2))).holds


@pytest.mark.parametrize("setting", SMALL[:1] + SMALL[4:5], ids=["linear", "average"])
def test_a_study_depends_on_its_setting_and_its_seed_alone(setting: chances.ChanceSetting) -> None:
    one, again, other = play(setting, 7), play(setting, 7), play(setting, 8)
    assert one.chance.shape == (2, 3)
    assert np.array_equal(one.chance, again.chance)
    assert np.array_equal(one.loss_then, again.loss_then, equal_nan=True)
    assert not np.array_equal(one.stake, other.stake)
    assert ((one.chance >= 0.0) & (one.chance <= 1.0)).all()
    assert (np.diff(one.chance, axis=1) >= 0.0).all()  # further from the best is never less probable
    assert (one.stake > 0.0).all()
    assert np.isnan(one.loss_then).tolist() == (one.stopped < 0).tolist()


def test_the_loss_is_that_of_a_candidate_of_the_pool_in_the_drawn_world() -> None:
    setting = SMALL[0]
    played = play(setting, 7)
    p = expit(setting.contest.X @ true_weights(setting.contest, 7))
    assert draw_world(setting.contest, 7).chance[0] == pytest.approx(p)
    for loss in played.loss:
        assert np.abs(p.max() - p - loss).min() < 1e-12


def test_settings_compare_the_stated_prior_with_other_truths() -> None:
    kinds = {(one.terms, one.truth) for one in chances.settings()}
    assert {("linear", "prior"), ("average", "prior"), ("average", "peak")} <= kinds
    assert len({one.pool for one in chances.settings()}) == len(chances.settings())


@pytest.mark.usefixtures("without_processes")
def test_the_command_writes_bins_stops_and_a_sentence_for_each_kind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chances, "STAGES", (2, 3))
    monkeypatch.setattr(chances, "settings", lambda: SMALL[:1] + SMALL[6:7])
    out = tmp_path / "chances"
    assert main(["calibrate", "--chances", "--replicates", "3", "--workers", "1", "--out", str(out)]) == 0
    printed = capsys.readouterr().out
    assert "linear terms, truths “prior”" in printed
    assert "linear terms, truths “peak”" in printed
    with (out / "chances.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * (chances.BINS + 3 * 2)  # 18 chances in ten bins, 6 expected losses in six
    assert {row["holds"] for row in rows} == {""}  # bins this small carry no verdict
    assert sum(int(row["states"]) for row in rows if row["quantity"] == "chance") == 2 * 3 * 2 * 3
    certificate = ChanceCertificate.from_json(json.loads((out / "chances.json").read_text(encoding="utf-8")))
    assert (certificate.beliefs, certificate.studies) == (kernels.BELIEF_VERSION, 3)
    assert {one.policy for one in certificate.bins} == {Settings(terms="linear").policy}
    kept = [row for row in rows if row["quantity"] == "chance"]
    assert [one.truths for one in certificate.bins] == [row["truths"] for row in kept]
    assert [one.stated for one in certificate.bins] == pytest.approx([float(row["stated"]) for row in kept])
    worst = certificate.worst("linear")
    assert worst in certificate.of("linear")
    assert worst is not None
    gaps = [abs(one.observed - one.stated) for one in certificate.of("linear")]
    assert abs(worst.observed - worst.stated) == max(gaps) > 0.0
    assert certificate.worst("linear", "no such truth") is None
    with (out / "stops.csv").open(encoding="utf-8", newline="") as file:
        assert {row["rule"] for row in csv.DictReader(file)} == set(chances.RULES)
    assert main(["calibrate", "--chances", "--replicates", "3", "--workers", "1", "--out", str(out)]) == 1

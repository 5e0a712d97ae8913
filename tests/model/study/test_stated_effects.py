"""What a person expects of an attribute becomes the prior of its weight."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest
from lives import begun, grown, stored

from kgdesk.errors import BadInput, DamagedStudy
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.decisions import recording
from kgdesk.model.study.settings import Settings
from kgdesk.model.study.stated_effects import parse_effect
from kgdesk.model.study.study import fold
from kgdesk.rehearsal.study_rehearsal import basis_of_pool, basis_of_study, contests

if TYPE_CHECKING:
    from kgdesk.model.design.pool import Pool

EFFECTS = "temperature=1.5+-0.5", "solvent=DMF=-2+-1"


def test_an_effect_is_the_change_of_log_odds_from_the_smallest_to_the_largest_value(pool: Pool) -> None:
    study = begun(pool, prior_effects=EFFECTS)
    names, X = study.scaling.names, study.design.X
    at, level = names.index("temperature"), names.index("solvent=DMF")
    prior = study.prior
    low, high = X[:, at].min(), X[:, at].max()
    step = np.zeros(len(names))
    step[at] = high - low
    assert prior.mean @ step == pytest.approx(1.5, abs=1e-12)
    assert prior.deviation @ step == pytest.approx(0.5, abs=1e-12)
    assert (prior.mean[level], prior.deviation[level]) == (-2.0, 1.0)
    rest = [j for j in range(len(names)) if j not in (at, level)]
    assert (prior.mean[rest] == 0.0).all()
    assert (prior.deviation[rest] == 1.0).all()
    # Nothing else is known: the hot candidates are the better ones, those in DMF the worse ones.
    chance = prior.predict(X)
    assert chance[-2] > chance[0]


def test_every_model_of_an_average_has_it_where_it_has_the_column(pool: Pool) -> None:
    study = begun(pool, terms="average", prior_effects=EFFECTS)
    prior, at = study.prior, study.scaling.names.index("temperature")
    assert isinstance(prior, AverageBelief)
    with_it = [c for c in prior.components if at in c.design_columns]
    assert len(with_it) > 3
    wanted = 1.5 / np.ptp(study.design.X[:, at])
    for part in with_it:
        assert part.design_mean[part.design_columns == at] == pytest.approx(wanted)


def test_on_a_log_scale_it_is_the_same_change(pool: Pool) -> None:
    from dataclasses import replace

    first, *rest = pool.attributes
    logged = replace(pool, attributes=(replace(first, log=True), *rest))
    study = begun(logged, prior_effects=("temperature = 1,5 ± 0,5",))
    at = study.scaling.names.index("temperature")
    assert study.prior.mean[at] * np.ptp(study.design.X[:, at]) == pytest.approx(1.5)


def test_it_is_frozen_and_stays_when_candidates_join(pool: Pool) -> None:
    study = grown(begun(pool, prior_effects=EFFECTS), ("C-01", "success"))
    read = [json.loads(json.dumps(dict(event.payload))) for event in study.events]
    again = fold(
        event._replace(new=event.new._replace(payload=payload))
        for event, payload in zip(study.events, read, strict=True)
    )
    assert again.belief.digest == study.belief.digest
    assert again.settings.prior_effects == EFFECTS
    assert [one["column"] for one in read[3]["stated"]] == ["temperature", "solvent=DMF"]


@pytest.mark.parametrize(
    "stated",
    [
        [{"column": "pressure", "mean": 1.0, "deviation": 1.0}],
        [{"column": "intercept", "mean": 1.0, "deviation": 1.0}],
        [{"column": "ratio", "mean": 1.0, "deviation": 0.0}],
        [{"column": "ratio", "mean": 1.0, "deviation": 1.0}] * 2,
    ],
)
def test_a_record_with_an_effect_of_nothing_is_damaged(pool: Pool, stated: list[object]) -> None:
    facts = recording.create("s", Settings(), pool, {})
    events = stored([*facts[:3], (facts[3][0], {**facts[3][1], "stated": stated})])
    with pytest.raises(DamagedStudy):
        fold(events)


def test_a_rehearsal_draws_its_truths_from_it(pool: Pool) -> None:
    settings = Settings(prior_effects=("temperature=4+-0.1",))
    bases = (
        basis_of_pool(pool, settings, "t"),
        basis_of_study(begun(pool, prior_effects=settings.prior_effects)),
    )
    for basis in bases:
        for terms in ((), ("quadratic",)):
            (contest,) = contests(basis, ["kg"], terms=terms)
            at = basis.scaling.names.index("temperature")
            unit = np.ptp(basis.X[:, at])
            assert contest.prior_mean[at] * unit == pytest.approx(4.0)
            assert contest.prior_precision[at] ** -0.5 * unit == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("temperature=1", "write NAME=MEAN+-DEVIATION"),
        ("temperature", "write NAME=MEAN+-DEVIATION"),
        ("temperature=1+-0", "must be greater than 0"),
        ("temperature=1+--2", "must be greater than 0"),
        ("temperatur=1+-1", "There is no attribute “temperatur”: is it “temperature”?"),
        (
            "pressure=1+-1",
            "There is no attribute “pressure” to expect an effect of: the study learns from temperature",
        ),
        (
            "solvent=1+-1",
            "“solvent” contains words: state the effect of one of them, for example “solvent=DMF=1+-0.5”",
        ),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_way_out(pool: Pool, text: str, said: str) -> None:
    with pytest.raises(BadInput) as caught:
        begun(pool, prior_effects=(text,))
    assert said in str(caught.value.sentence)


def test_what_is_stated_twice_or_of_a_constant_is_refused(pool: Pool) -> None:
    with pytest.raises(BadInput, match="stated twice"):
        begun(pool, prior_effects=("ratio=1+-1", "ratio=2+-1"))
    _first, *rest = pool.values
    same = type(pool)(pool.ids, pool.attributes, ((20.0,) * 12, *rest), pool.extras)
    with pytest.raises(BadInput, match="is the same for all candidates"):
        begun(same, prior_effects=("temperature=1+-1",))


def test_a_heading_may_hold_the_signs_of_an_effect() -> None:
    assert parse_effect("a=b+-c = −1.5 +/- 2") == ("a=b+-c", -1.5, 2.0)

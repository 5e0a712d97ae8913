"""A study that learns from an earlier one: what is matched, frozen and refused, and what follows for the prior."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from lives import begun, grown, stored, then
from seldom import seldom

from kgdesk.errors import BadInput, DamagedStudy
from kgdesk.model.advice import queries
from kgdesk.model.advice.earlier_study import earlier_sentences, weight_sentence
from kgdesk.model.advice.picks import advise
from kgdesk.model.advice.posterior_summary import policy_context
from kgdesk.model.beliefs.blocks import Blocks, fitted_in_blocks
from kgdesk.model.beliefs.earlier import MOST_LEARNT, SPREADS, mixture_of, weight_of_earlier
from kgdesk.model.beliefs.gaussian import MomentBelief
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.beliefs.values import fitted_to_values
from kgdesk.model.decisions import recording, study_state
from kgdesk.model.decisions.earlier_studies import check_other_runs, earlier_of, learnable
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.study.earlier import Earlier, matched, prior_after
from kgdesk.model.study.measured_scale import readings_of
from kgdesk.model.study.settings import Settings
from kgdesk.model.study.study import Study, fold
from kgdesk.rehearsal import rehearse
from kgdesk.rehearsal.study_rehearsal import basis_of_study, contests

if TYPE_CHECKING:
    from typing import Any

    from kgdesk.model.beliefs.members import Member

OUTCOMES = (
    ("C-01", "failure"),
    ("C-05", "failure"),
    ("C-06", "success"),
    ("C-12", "success"),
    ("C-11", "void"),
)


def old(pool: Pool, **settings: Any) -> Study:
    return grown(begun(pool, **settings), *OUTCOMES)


def learning(pool: Pool, from_: Study, **settings: Any) -> Study:
    given = Settings(**settings)
    facts = recording.create("new", given, pool, {"file": "t.csv"}, (), learnable(given, pool, from_))
    return fold(stored(facts))


def other(pool: Pool) -> Pool:
    """Return a pool with another range, a new attribute, none of ratio, and other levels."""
    ids = tuple(f"N-{i}" for i in range(8))
    temperature = (50.0, 60.0, 70.0, 80.0, 90.0, 100.0, 110.0, 120.0)
    acid = (3.0, 5.0, 4.0, 7.0, 6.0, 9.0, 8.0, 2.0)
    solvent = ("DMF", "NMP", "water", "DMF", "NMP", "water", "DMF", "NMP")
    attributes = pool.attributes[0], Attribute("pH"), pool.attributes[2]
    return Pool(ids, attributes, (temperature, acid, solvent))


def known(study: Study, spread: float = 0.0) -> Member:
    """Return the first member that believes the earlier study up to a spread."""
    prior = study.prior
    assert isinstance(prior, AverageBelief)
    return next(part for part in prior.components if part.earlier == spread)


def test_the_same_attributes_learn_what_a_fit_to_the_earlier_runs_says(pool: Pool) -> None:
    before = old(pool)
    study = learning(pool, before)
    fitted = MomentBelief.fitted(before.prior, *before.observed)  # type: ignore[arg-type]
    np.testing.assert_allclose(known(study).belief.mean, fitted.mean, atol=1e-12)
    np.testing.assert_allclose(known(study).belief.covariance, fitted.covariance, atol=1e-12)
    last = study.design.X[-1:]
    assert study.belief.predict(last)[0] > before.prior.predict(last)[0]
    assert [len(one) for one in (study.runs, study.earlier.outcomes)] == [0, 4]  # type: ignore[union-attr]


def test_what_only_one_study_has_is_set_aside_and_the_rest_is_learnt_in_the_new_scale(pool: Pool) -> None:
    before, pool_now = old(pool), other(pool)
    study = learning(pool_now, before)
    names = study.scaling.names
    assert names == ("intercept", "temperature", "pH", "solvent=DMF", "solvent=NMP", "solvent=water")
    centre, scale = 85.0, float(np.std(pool_now.values[0]))  # type: ignore[arg-type]
    runs = [pool.row(name) for name, outcome in OUTCOMES if outcome != "void"]
    ratio = np.array([pool.values[1][row] for row in runs], np.float64)
    solvent = [pool.values[2][row] for row in runs]
    X = np.column_stack(
        [
            np.ones(4),
            [(float(pool.values[0][row]) - centre) / scale for row in runs],
            np.zeros(4),
            *([float(one == level) for one in solvent] for level in ("DMF", "NMP", "water")),
            (ratio - ratio.mean()) / ratio.std(),
            [float(one == "THF") for one in solvent],
        ]
    )
    y = np.array([-1.0, -1.0, 1.0, 1.0])
    witness = MomentBelief.fitted(MomentBelief.prior(8), X, y)
    S = witness.covariance[:6, :6].copy()
    S[0, 0] += 2.0  # pH and ratio: what only one of the studies varied, each with its prior variance
    np.testing.assert_allclose(known(study).belief.mean, witness.mean[:6], atol=1e-10)
    np.testing.assert_allclose(known(study).belief.covariance, S, atol=1e-10)
    assert known(study).belief.mean[2] == 0.0
    found = matched(pool_now, study.scaling, study.earlier)  # type: ignore[arg-type]
    assert found.both == ("temperature", "solvent")
    assert (found.new, found.old) == (("pH",), ("ratio",))
    assert (found.new_levels, found.old_levels) == (("solvent=NMP",), ("solvent=THF",))
    assert [str(one) for one in found.sentences("s")] == [
        "Learnt from “s”: temperature, solvent.",
        "“s” says nothing of pH, solvent=NMP: the ordinary prior holds.",
        "Only “s” has ratio, solvent=THF: what these did there is set aside.",
    ]


def test_another_unit_or_a_logarithm_makes_another_attribute(pool: Pool) -> None:
    for changed in (Attribute("temperature", unit="K"), Attribute("temperature", unit="°C", log=True)):
        now = replace(pool, attributes=(changed, *pool.attributes[1:]))
        study = learning(now, old(pool))
        assert matched(now, study.scaling, study.earlier).both == ("ratio", "solvent")  # type: ignore[arg-type]
        assert "temperature" in str(earlier_sentences(study)[2])


def test_a_unit_in_the_heading_is_the_same_as_one_beside_it(pool: Pool) -> None:
    inside = replace(pool, attributes=(Attribute("temperature (°C)"), *pool.attributes[1:]))
    for now, before in ((inside, old(pool)), (pool, old(inside))):
        study = learning(now, before)
        fitted = MomentBelief.fitted(before.prior, *before.observed)  # type: ignore[arg-type]
        np.testing.assert_allclose(known(study).belief.mean, fitted.mean, atol=1e-12)
        assert len(matched(now, study.scaling, study.earlier).both) == 3  # type: ignore[arg-type]


@pytest.mark.parametrize("terms", ["linear", "interactions", "quadratic", "average"])
def test_every_kind_of_terms_learns_from_it(pool: Pool, terms: str) -> None:
    before = old(pool, terms=terms)
    study = learning(pool, before, terms=terms)
    prior = study.prior
    assert isinstance(prior, AverageBelief)
    plain = mixture_of(study.settings.prior_of(study.scaling)).components
    assert len(prior.components) == len(plain) + len(SPREADS) * min(MOST_LEARNT, len(plain))
    if terms != "average":
        fitted = MomentBelief.fitted(before.prior, *before.observed)  # type: ignore[arg-type]
        np.testing.assert_allclose(known(study).belief.mean, fitted.mean, atol=1e-12)
    advice = advise(grown(study, ("C-03", "failure")))
    assert advice.next is not None
    assert np.isfinite(advice.probability).all()


def test_products_with_an_attribute_that_is_not_the_same_are_learnt_by_nobody(pool: Pool) -> None:
    now = replace(pool, attributes=(Attribute("temperature", unit="K"), *pool.attributes[1:]))
    study = learning(now, old(pool), terms="quadratic")
    at = study.scaling.names.index("temperature × ratio")
    assert known(study).belief.mean[at] == 0.0
    assert known(study).belief.mean[study.scaling.names.index("ratio²")] != 0.0


def test_it_is_frozen_in_the_record_and_replays_bit_for_bit(pool: Pool) -> None:
    before = old(pool)
    study = grown(learning(other(pool), before, terms="average"), ("N-3", "success"), ("N-1", "failure"))
    read = json.loads(json.dumps([dict(event.payload) for event in study.events]))
    again = fold(
        event._replace(new=event.new._replace(payload=payload))
        for event, payload in zip(study.events, read, strict=True)
    )
    assert again.earlier == study.earlier
    assert again.belief.digest == study.belief.digest
    assert again.earlier is not None
    assert (again.earlier.name, again.earlier.head) == ("s", before.head)
    assert study.as_of(1).belief.digest == fold(study.events[:5]).belief.digest
    assert study.as_of(0).prior is study.prior  # fitted once, not once an entry
    weights = weight_of_earlier(study.belief)
    assert weights is not None
    assert sum(weights.values()) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("outcomes", ["success"]),
        ("outcomes", ["success", "failure", "void", "failure"]),
        ("outcomes", []),
        ("values", [[1.0, 2.0, 3.0, 4.0]]),
        ("head", {"seq": 3}),
        ("measured", [1.0]),
        ("blocks", [{"column": "Lot", "levels": ["1"]}]),
        ("blocks", [{"column": "Lot", "levels": [1, 2, 3, 4]}]),
        ("blocks", [{"column": "Lot", "levels": ["1", "2", "3", "4"]}] * 2),
        ("blocks", [{"column": f"{k}", "levels": ["1", "2", "3", "4"]} for k in range(4)]),
        ("attributes", [{"name": "a", "kind": "colour", "unit": "", "log": False}]),
    ],
)
def test_a_record_whose_earlier_study_makes_no_sense_is_damaged(pool: Pool, key: str, value: object) -> None:
    events = learning(pool, old(pool)).events
    payload = dict(events[0].payload)
    payload["earlier"] = {**payload["earlier"], key: value}
    with pytest.raises(DamagedStudy):
        fold([events[0]._replace(new=events[0].new._replace(payload=payload)), *events[1:]])


def test_values_that_were_really_set_are_what_is_learnt(pool: Pool) -> None:
    before = then(
        begun(pool), recording.record(begun(pool), "C-01", "success", set_values={"temperature": 77.0})
    )
    assert earlier_of(before).values[0] == (77.0,)


def test_measured_values_are_learnt_where_the_new_study_learns_from_values(pool: Pool) -> None:
    rule: dict[str, Any] = {
        "measured": "yield",
        "threshold": 20.0,
        "direction": "at-least",
        "measured_unit": "%",
    }
    before = begun(pool, **rule)
    for candidate, value in (("C-01", 3.0), ("C-05", 18.0), ("C-09", 40.0), ("C-12", 90.0)):
        outcome = "success" if value >= 20 else "failure"
        before = then(before, recording.record(before, candidate, outcome, measured=value))
    study = learning(pool, before, **rule)
    runs = before.valid
    readings = readings_of(
        [run.candidate for run in runs],
        np.array([run.outcome == "success" for run in runs]),
        [run.measured for run in runs],
        before.settings,
    )
    assert readings is not None
    fitted = fitted_to_values(before.prior, before.observed[0], readings).belief
    np.testing.assert_allclose(known(study).belief.mean, fitted.mean, atol=1e-10)
    without = learning(pool, before, **rule, likelihood="outcomes")
    assert not np.allclose(known(without).belief.mean, fitted.mean, atol=1e-3)


LOTS = (
    ("C-01", "failure", "1"),
    ("C-05", "success", "1"),
    ("C-06", "success", "1"),
    ("C-12", "success", "1"),
    ("C-03", "failure", "2"),
    ("C-07", "failure", "2"),
    ("C-12", "failure", "2"),
    ("C-10", "failure", "2"),
    ("C-09", "failure", ""),
)


def in_lots(pool: Pool, **settings: Any) -> Study:
    """Return a study in whose second lot everything failed."""
    study = begun(pool, blocks="Lot", **settings)
    for candidate, outcome, lot in LOTS:
        value: dict[str, Any] = {}
        if settings.get("threshold") is not None:
            value = {"measured": 44.0 if outcome == "success" else 3.0 + len(study.runs)}
        study = then(study, recording.record(study, candidate, outcome, blocks={"Lot": lot}, **value))
    return study


@pytest.mark.parametrize("terms", ["linear", "average"])
@pytest.mark.parametrize("measured", [False, True])
def test_of_an_earlier_study_in_blocks_is_learnt_what_it_says_of_a_new_block(
    pool: Pool, terms: str, *, measured: bool
) -> None:
    rule = {"measured": "yield", "threshold": 20.0, "direction": "at-least"} if measured else {}
    before = in_lots(pool, terms=terms, **rule)
    study = learning(pool, before, terms=terms, **rule)
    believed = mixture_of(before.belief).components  # type: ignore[arg-type]
    heaviest = max(believed, key=lambda part: part.weight)
    (told,) = [
        part
        for part in study.prior.components  # type: ignore[attr-defined]
        if part.earlier == 0.0
        and part.deviation == heaviest.deviation
        and part.terms == heaviest.terms
        and part.columns.size == heaviest.columns.size - heaviest.deviations
    ]
    size = told.belief.mean.size
    np.testing.assert_allclose(told.belief.mean, heaviest.belief.mean[:size], atol=1e-10)
    np.testing.assert_allclose(told.belief.covariance, heaviest.belief.covariance[:size, :size], atol=1e-10)
    frozen = study.earlier
    assert frozen is not None
    assert frozen.blocks == (("Lot", ("1",) * 4 + ("2",) * 4 + ("",)),)
    one_lot = prior_after(study.settings, study.scaling, pool.attributes, replace(frozen, blocks=()))
    X = study.design.X
    assert np.abs(study.prior.moments(X)[0] - one_lot.moments(X)[0]).max() > 0.05
    again = fold(stored([(event.kind, dict(event.payload)) for event in study.events]))
    assert again.belief.digest == study.belief.digest
    assert again.earlier == frozen


def test_blocks_of_two_generations_of_studies_are_not_the_same_blocks(pool: Pool) -> None:
    first = in_lots(pool)
    second = learning(pool, first, blocks="operator, Lot")
    for candidate, outcome, lot in (
        ("C-02", "failure", "1"),
        ("C-10", "success", "1"),
        ("C-11", "success", "9"),
    ):
        second = then(
            second, recording.record(second, candidate, outcome, blocks={"Lot": lot, "operator": "Ada"})
        )
    third = learning(pool, second)
    assert [name for name, _ in third.earlier.blocks] == ["operator", "Lot"]  # type: ignore[union-attr]
    runs = [*(("Ada", f"{lot} now") for lot in "119"), *((None, f"{lot} then") for _, _, lot in LOTS)]
    witness = fitted_in_blocks(
        begun(pool).prior,
        np.vstack([second.observed[0].X, first.observed[0].X]),
        np.concatenate([second.observed[1], first.observed[1]]),
        Blocks.of(runs, (None, None)),
    ).belief
    np.testing.assert_allclose(known(third).belief.mean, witness.mean, atol=1e-10)
    np.testing.assert_allclose(known(third).belief.covariance, witness.covariance, atol=1e-10)  # type: ignore[union-attr]
    many = replace(
        third.earlier,  # type: ignore[type-var]
        blocks=tuple((name, ("1", "1", "9")) for name in ("day", "operator", "plate")),
    )
    prior_after(third.settings, third.scaling, pool.attributes, many)  # Lot would be the fourth column


def test_the_study_before_comes_along_until_the_earlier_one_doubts_it(pool: Pool) -> None:
    first = old(pool)
    second = grown(learning(pool, first), ("C-02", "failure"), ("C-10", "success"))
    third = learning(pool, second)
    assert third.earlier is not None
    assert third.earlier.before == second.earlier
    assert [one.name for one in third.earlier.chain()] == ["new", "s"]
    seq, hash_ = first.head.seq, first.head.hash[:12]
    assert str(earlier_sentences(third)[1]) == (
        f"“new” had learnt from “s” itself, as it stood at entry {seq} ({hash_}): its runs count here too, 4 of them."
    )
    alone = replace(third, earlier=replace(third.earlier, before=None))
    both = MomentBelief.fitted(
        begun(pool).prior,  # type: ignore[arg-type]
        np.vstack([second.observed[0].X, first.observed[0].X]),
        np.concatenate([second.observed[1], first.observed[1]]),
    )
    np.testing.assert_allclose(known(third).belief.mean, both.mean, atol=1e-10)
    assert not np.allclose(known(third).belief.mean, known(alone).belief.mean, atol=1e-3)
    contrary = learning(pool, grown(begun(pool), *[("C-12", "success")] * 9, *[("C-01", "failure")] * 9))
    contrary = grown(contrary, *[("C-12", "failure")] * 9, *[("C-01", "success")] * 9)
    doubt = weight_of_earlier(contrary.belief)
    assert doubt is not None
    assert doubt[None] > 0.5
    assert earlier_of(contrary).before is None


def test_a_policy_with_a_diagonal_belief_starts_from_the_same_means_and_deviations(pool: Pool) -> None:
    study = learning(pool, old(pool), policy="kg/diagonal")
    chooser = policy_context(study).belief
    assert chooser.kind == "diagonal"
    np.testing.assert_allclose(chooser.mean, study.prior.mean, atol=1e-12)
    np.testing.assert_allclose(chooser.deviation, study.prior.deviation, atol=1e-12)


def test_status_and_sentences_say_what_it_weighs(pool: Pool) -> None:
    before = old(pool)
    study = grown(learning(pool, before), ("C-12", "success"))
    said = queries.status(study)["earlier"]
    assert said["study"] == "s"
    assert said["head"] == {"seq": before.head.seq, "hash": before.head.hash}
    assert (said["runs"], said["learnt"], said["not_learnt"]) == (4, ["temperature", "ratio", "solvent"], [])
    assert list(said["weights"]) == ["exactly", "nearly", "loosely", "none"]
    assert sum(said["weights"].values()) == pytest.approx(1.0)
    share = f"{100 * said['weights']['none']:.0f} % not at all."
    assert str(weight_sentence(study)).startswith("What “s” found (4 runs): ")
    assert str(weight_sentence(study)).endswith(share)
    assert f"entry {before.head.seq}" in str(earlier_sentences(study)[0])
    assert "earlier" not in queries.status(before)
    assert weight_sentence(before) == ""
    assert earlier_sentences(before) == ()


@pytest.mark.parametrize("terms", ["linear", *seldom("average")])
def test_a_rehearsal_draws_truths_and_plays_from_the_same_prior(pool: Pool, terms: str) -> None:
    study = learning(pool, old(pool), terms=terms)
    basis = basis_of_study(study)
    (contest,) = contests(basis, ["kg", "random"], truths=["prior"], budget=2)
    assert contest.prior("moments", terms).mean == pytest.approx(study.prior.mean, abs=1e-12)
    assert contest.prior("moments", terms).deviation == pytest.approx(study.prior.deviation, abs=1e-12)
    drawn = [contest.truth.log_odds(contest.X, np.random.default_rng(n), 1)[0] for n in range(2_000)]
    mean, variance = study.prior.moments(study.design.X)
    np.testing.assert_allclose(np.mean(drawn, axis=0), mean, atol=5.0 * np.sqrt(variance / 2_000).max())
    (wider,) = contests(basis, ["kg"], terms=["quadratic"])
    assert weight_of_earlier(wider.prior("moments", "quadratic")) is not None
    board = rehearse(study, ["kg", "kg/full"], runs=2)
    assert all(np.isfinite(costs).all() for costs in board.predictive)


def refused(pool: Pool, from_: Study, **settings: Any) -> str:
    with pytest.raises(BadInput) as caught:
        learnable(Settings(**settings), pool, from_)
    return str(caught.value.sentence)


def test_a_success_that_means_something_else_is_refused(pool: Pool) -> None:
    rule: dict[str, Any] = {
        "measured": "yield",
        "threshold": 20.0,
        "direction": "at-least",
        "measured_unit": "%",
    }
    assert "there it is what a person calls one, here yield ≥ 20 %" in refused(pool, old(pool), **rule)
    assert "there it is yield ≥ 20 %, here yield ≥ 30 %" in refused(
        pool, old(pool, **rule), **rule | {"threshold": 30.0}
    )
    said = refused(pool, old(pool, success_name="Crystal"), success_name="Clear")
    assert "“s” has the outcome “Crystal” where this study has “Clear”" in said
    # The usual words mean the same in every language, but not the other way round.
    assert learnable(Settings(success_name="Erfolg", failure_name="Fehlschlag"), pool, old(pool)).name == "s"
    assert "“Failure”" in refused(pool, old(pool, success_name="Failure", failure_name="Success"))
    assert learnable(Settings(success_name="crystal "), pool, old(pool, success_name="Crystal")).name == "s"


def test_nothing_to_learn_is_refused(pool: Pool) -> None:
    assert "has no outcome yet" in refused(pool, begun(pool))
    assert "diagonal has no weights" in refused(pool, old(pool), belief="diagonal")
    strange = Pool(("A", "B"), (Attribute("dose"),), ((1.0, 2.0),))
    assert "No attribute of “s” is one of this study" in refused(strange, old(pool))
    assert "temperature (°C), ratio, solvent; this study has dose" in refused(strange, old(pool))


def test_a_study_that_begins_with_the_same_runs_is_refused(pool: Pool) -> None:
    before = old(pool)
    along = study_state.carried_along(before)
    with pytest.raises(BadInput, match="4 of the 4 outcomes that this study begins with are runs of “s”"):
        check_other_runs(pool, along, earlier_of(before))
    again = study_state.carried_along(
        grown(begun(pool), ("C-01", "success"), ("C-05", "success"), ("C-06", "failure"))
    )
    check_other_runs(pool, again, earlier_of(before))
    check_other_runs(pool, (), earlier_of(before))
    # Also those of the study before.
    chained = replace(earlier_of(before), outcomes=("success",) * 4)
    with pytest.raises(BadInput):
        check_other_runs(pool, along, replace(chained, before=earlier_of(before)))


def test_what_is_frozen_survives_json(pool: Pool) -> None:
    first = earlier_of(old(pool))
    nested = replace(first, before=first, measured=(None, 2.0, None, 3.5))
    assert Earlier.from_json(json.loads(json.dumps(nested.as_json()))) == nested


def test_a_study_in_blocks_learns_from_it_as_well(pool: Pool) -> None:
    study = grown(learning(pool, old(pool), blocks="operator"), ("C-12", "success"), ("C-01", "failure"))
    weights = weight_of_earlier(study.belief)
    assert weights is not None
    assert sum(weights.values()) == pytest.approx(1.0)
    assert np.isfinite(study.belief.predict(study.design.X)).all()

"""Values that were really set: the belief learns from them, and the run stays one of its candidate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from lives import begin, begun, grown, then

from kgdesk.errors import BadInput
from kgdesk.model.advice import prequential
from kgdesk.model.advice.picks import advise
from kgdesk.model.advice.posterior_summary import policy_context
from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.decisions import recording, study_state
from kgdesk.model.design.conditions import rows_where
from kgdesk.model.design.design_matrix import fix_scaling
from kgdesk.model.design.encoding import encode
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.study import study as studies
from kgdesk.model.study.outcome_words import measured_setting
from kgdesk.model.study.set_values import checked_set_values, parse_set_values

if TYPE_CHECKING:
    from kgdesk.model.study.study import Study

SET = {"temperature": 62.5, "solvent": "DMF"}


def really(study: Study, candidate: str, outcome: str, values: dict[str, Any], **more: Any) -> Study:
    return then(study, recording.record(study, candidate, outcome, set_values=values, **more))


@pytest.mark.parametrize("terms", ["linear", "quadratic", "average"])
@pytest.mark.parametrize("belief", ["moments", "full"])
def test_the_belief_is_that_of_an_outcome_at_the_row_of_these_values(
    pool: Pool, terms: str, belief: str
) -> None:
    before = grown(begun(pool, terms=terms, belief=belief), ("C-01", "success"), ("C-05", "failure"))
    after = really(before, "C-07", "failure", SET)
    ratio = pool.values[1][pool.row("C-07")]
    x = encode(before.scaling, pool.attributes, [[62.5], [ratio], ["DMF"]])
    X = np.vstack([before.design.X[before.outcomes[0]], x])
    expected = posterior(before.prior, X, [1.0, -1.0, -1.0])
    np.testing.assert_array_equal(after.belief.predict(pool_rows(after)), expected.predict(pool_rows(after)))
    own = grown(before, ("C-07", "failure"))
    assert after.belief.digest != own.belief.digest
    assert advise(after).next is not None


def pool_rows(study: Study) -> Any:
    return np.array(study.design.X)


def test_with_a_deviation_of_each_row_the_candidate_and_what_was_set_deviate_apart(pool: Pool) -> None:
    before = begun(pool, terms="average")
    after = really(before, "C-07", "failure", {"temperature": 55.25})
    own = grown(before, ("C-07", "failure"))
    row = pool_rows(before)[before.design.row_of[pool.row("C-07")]][None, :]
    # The candidate itself was not seen: nearly the same values pull it down less than an outcome of its own.
    assert (
        float(own.belief.predict(row)[0])
        < float(after.belief.predict(row)[0])
        < float(before.belief.predict(row)[0])
    )


def test_the_run_is_one_of_its_candidate_in_everything_else(pool: Pool) -> None:
    before = begin(begun(pool, repeats="no"), "C-07")
    after = really(before, "C-07", "success", SET)
    (run,) = after.runs
    assert (run.candidate, run.number, run.set_values) == (
        "C-07",
        1,
        (("temperature", 62.5), ("solvent", "DMF")),
    )
    assert not after.pending
    assert after.tried.left("C-07") == 0
    assert after.tally["C-07"] == (1, 0)
    assert after.done == 1
    assert policy_context(after).count.sum() == 0.0
    assert prequential.predictions(after) == ()
    assert studies.fold(after.events) == after
    again = then(after, recording.correct(after, 1, "failure", "misread"))
    assert again.runs[0].set_values == run.set_values
    assert again.belief.digest == really(before, "C-07", "failure", SET).belief.digest


def test_values_that_are_those_of_the_candidate_say_nothing(pool: Pool) -> None:
    before = begun(pool)
    own = {"temperature": pool.values[0][pool.row("C-07")], "solvent": "THF"}
    after = really(before, "C-07", "success", own)
    assert after.runs[0].set_values == ()
    assert after.belief.digest == grown(before, ("C-07", "success")).belief.digest


def test_a_measured_value_counts_at_the_values_that_were_set(pool: Pool) -> None:
    lab = begun(pool, **measured_setting("yield >= 20 %"))
    after = really(lab, "C-07", "success", SET, measured=35.0)
    other = really(lab, "C-07", "success", {}, measured=35.0)
    assert after.value_fit is not None
    assert after.belief.digest != other.belief.digest


def test_numbers_outside_the_range_are_asked_about_and_far_ones_refused(pool: Pool) -> None:
    study = begun(pool)
    with pytest.raises(
        BadInput, match=r"“temperature” = 95 is outside the range of the candidates, 20 to 80\..*--beyond"
    ):
        really(study, "C-07", "success", {"temperature": 95.0})
    assert really(study, "C-07", "success", {"temperature": 95.0}, beyond=True).runs[0].set_values
    with pytest.raises(BadInput, match="three times the range"):
        really(study, "C-07", "success", {"temperature": 9500.0}, beyond=True)


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["temprature=82"], "is it “temperature”?"),
        (["pH=7"], "no attribute “pH” to set: the study learns from temperature, ratio, solvent"),
        (["temperature=warm"], "is no number of temperature: write, for example, temperature=82.5"),
        (["solvent=toluene"], "toluene"),
        (["temperature=nan"], "temperature"),
    ],
)
def test_what_cannot_be_set_is_said_with_the_way_out(pool: Pool, texts: list[str], said: str) -> None:
    study = begun(pool)
    with pytest.raises(BadInput) as refused:
        recording.record(study, "C-07", "success", set_values=parse_set_values(pool, texts))
    assert said in refused.value.sentence


def test_a_heading_is_named_without_its_unit_if_no_other_is_called_so() -> None:
    kinds = [
        Attribute("Temp (°C)"),
        Attribute("Salt (mM)"),
        Attribute("Salt [g/L]"),
        Attribute("pH (start)"),
        Attribute("pH"),
    ]
    pool = Pool(("A", "B"), tuple(kinds), tuple((1.0, 2.0) for _ in kinds))
    assert parse_set_values(pool, ["Temp=82", "pH=7"]) == {"Temp (°C)": 82.0, "pH": 7.0}
    with pytest.raises(BadInput, match="no attribute “Salt”"):
        parse_set_values(pool, ["Salt=3"])
    assert checked_set_values(pool, fix_scaling(pool), "A", {"Temp": 3.0}) == (("Temp (°C)", 3.0),)
    assert list(rows_where(pool, "Temp <= 1 and “pH” = 1")) == [True, False]
    assert list(rows_where(pool, "temp > 1")) == [False, True]


def test_texts_are_read_with_units_commas_and_signs_in_headings() -> None:
    pool = Pool(
        ("A", "B"),
        (Attribute("Temp", unit="°C"), Attribute("a=b"), Attribute("Solvent", "category")),
        ((1.0, 2.0), (1.0, 2.0), ("x", "y=z")),
    )
    assert parse_set_values(pool, ["Temp = 82,5 °C", "a=b=1.5", "Solvent=y=z"]) == {
        "Temp": 82.5, "a=b": 1.5, "Solvent": "y=z",
    }  # fmt: skip


@pytest.mark.parametrize(
    "stored",
    [
        {},
        {"pH": 7.0},
        {"temperature": "warm"},
        {"temperature": 55.0},
        {"solvent": "toluene"},
        {"ratio": None},
    ],
)
def test_an_entry_with_other_values_makes_no_sense(pool: Pool, stored: dict[str, Any]) -> None:
    study = begun(pool)
    fact = ("outcome_recorded", {"candidate": "C-08", "outcome": "success", "set": stored})
    assert len(then(study, (fact,)).set_aside) == 1


def test_a_study_like_another_takes_along_what_was_really_set(pool: Pool) -> None:
    after = really(begun(pool), "C-07", "success", SET)
    facts = study_state.carried_along(after)
    again = then(begun(pool), facts)
    assert again.runs[0].set_values == after.runs[0].set_values
    assert again.belief.digest == after.belief.digest


def corrected(study: Study, run: int, values: dict[str, Any], outcome: str = "success", **more: Any) -> Study:
    return then(study, recording.correct(study, run, outcome, "read the log", set_values=values, **more))


def test_what_was_really_set_is_corrected_attribute_by_attribute(pool: Pool) -> None:
    study = really(begun(pool), "C-07", "success", SET)
    after = corrected(study, 1, {"temperature": 65})
    (run,) = after.runs
    assert run.set_values == (("temperature", 65.0), ("solvent", "DMF"))
    assert run.corrections[-1].old_set_values == (("temperature", 62.5), ("solvent", "DMF"))
    assert (
        after.belief.digest == really(begun(pool), "C-07", "success", SET | {"temperature": 65}).belief.digest
    )
    assert studies.fold(after.events) == after
    facts = after.events[-1].payload
    assert facts["old"]["set"] == SET
    assert facts["new"]["set"] == {"temperature": 65.0, "solvent": "DMF"}


def test_what_was_really_set_is_named_later_and_taken_away_by_the_candidates_own_value(pool: Pool) -> None:
    plain = grown(begun(pool), ("C-07", "success"))
    named = corrected(plain, 1, {"temperature": 62.5})
    assert named.runs[0].set_values == (("temperature", 62.5),)
    assert named.belief.digest == really(begun(pool), "C-07", "success", {"temperature": 62.5}).belief.digest
    back = corrected(named, 1, {"temperature": pool.values[0][pool.row("C-07")]})
    assert back.runs[0].set_values == ()
    assert back.belief.digest == plain.belief.digest
    with pytest.raises(BadInput, match="nothing would change"):
        corrected(named, 1, {"temperature": 62.5})


def test_what_was_set_stays_with_the_run_whose_candidate_is_corrected(pool: Pool) -> None:
    study = really(begun(pool), "C-07", "success", {"temperature": 55.0, "solvent": "DMF"})
    own = pool.values[0][pool.row("C-08")]
    assert own == 55.0
    after = then(study, recording.correct(study, 1, "success", "wrong sample", candidate="C-08"))
    assert after.runs[0].set_values == (("solvent", "DMF"),)
    assert after.belief.digest == really(begun(pool), "C-08", "success", {"solvent": "DMF"}).belief.digest


def test_a_correction_of_what_was_set_has_the_limits_of_an_entry(pool: Pool) -> None:
    study = grown(begun(pool), ("C-07", "success"))
    with pytest.raises(BadInput, match="--beyond"):
        corrected(study, 1, {"temperature": 95.0})
    assert corrected(study, 1, {"temperature": 95.0}, beyond=True).runs[0].set_values
    with pytest.raises(BadInput, match="no attribute “pH”"):
        corrected(study, 1, {"pH": 7.0})


def test_a_study_like_another_takes_along_what_was_corrected_to_be_set(pool: Pool) -> None:
    after = corrected(grown(begun(pool), ("C-07", "success")), 1, SET)
    again = then(begun(pool), study_state.carried_along(after))
    assert again.belief.digest == after.belief.digest


@pytest.mark.parametrize("stored", [{"pH": 7.0}, {"temperature": 50.0}, {"solvent": "toluene"}])
def test_a_correction_to_other_values_makes_no_sense(pool: Pool, stored: dict[str, Any]) -> None:
    study = grown(begun(pool), ("C-07", "success"))
    new = {"candidate": "C-07", "outcome": "success", "set": stored}
    fact = ("outcome_corrected", {"run": 1, "new": new, "reason": "why"})
    assert len(then(study, (fact,)).set_aside) == 1

"""Settings can be changed while a study is open: the barcode column, and what is computed after any change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from lives import AT, begun, grown, stored

from kgdesk.errors import BadInput, NewerStudy, StudyClosed
from kgdesk.model.advice.picks import advise
from kgdesk.model.decisions import recording, study_state
from kgdesk.model.decisions.earlier_studies import learnable
from kgdesk.model.design.pool import Pool
from kgdesk.model.study import events, study
from kgdesk.model.study.records import Amendment
from kgdesk.model.study.settings import Settings
from kgdesk.model.study.setup import AMENDABLE

if TYPE_CHECKING:
    from kgdesk.model.study.study import Study


def coded(pool: Pool) -> Pool:
    """Return the pool with two kept columns: barcodes, some blank, and shelves shared by several candidates."""
    tubes = tuple("" if n in {2, 5} else f"40-{n:02d}" for n in range(len(pool)))
    more = {"tube": tubes, "shelf": ("a", "b") * (len(pool) // 2)}
    return Pool(pool.ids, pool.attributes, pool.values, pool.extras | more)


def amended(made: Study, column: str, reason: str = "relabelled") -> Study:
    return made.applied(stored(study_state.change_settings(made, {"barcode": column}, reason), made.head))


def test_a_column_is_named_changed_and_taken_away_and_each_holds_at_once(pool: Pool) -> None:
    made = grown(begun(coded(pool)), ("C-01", "success"))
    assert made.barcodes.find("40-03") is None
    tubes = amended(made, "tube")
    assert tubes.barcodes.find("40-03") == "C-04"
    assert tubes.barcodes.code_of("C-03") == "C-03"
    wells = amended(tubes, "well", "the tubes were wiped")
    assert (wells.barcodes.find("40-03"), wells.barcodes.find("A4")) == (None, "C-04")
    none = amended(wells, "", "the labels fell off")
    assert none.settings == made.settings
    assert none.barcodes.find("A4") is None
    assert none.amendments == (
        Amendment("barcode", "", "tube", "Kim", AT, "relabelled", 6),
        Amendment("barcode", "tube", "well", "Kim", AT, "the tubes were wiped", 7),
        Amendment("barcode", "well", "", "Kim", AT, "the labels fell off", 8),
    )
    assert study.fold(none.events) == none


def test_the_entry_keeps_what_stood_before(pool: Pool) -> None:
    made = begun(coded(pool), barcode="tube")
    assert study_state.change_settings(made, {"barcode": "well"}, " moved ") == (
        ("settings_changed", {"setting": "barcode", "old": "tube", "new": "well", "reason": "moved"}),
    )


def test_neither_belief_nor_advice_depends_on_the_codes(pool: Pool) -> None:
    made = grown(begun(coded(pool)), ("C-01", "success"), ("C-05", "failure"))
    other = amended(made, "tube")
    assert other.belief.digest == made.belief.digest
    assert (advise(other).kg == advise(made).kg).all()


@pytest.mark.parametrize(
    ("was", "column", "reason", "words"),
    [
        ("", "shelf", "why", "means two candidates, C-01 and C-03"),
        ("", "vial", "why", "no column “vial” with the codes of the samples: the table keeps well, tube"),
        ("", "temperature", "why", "no column “temperature”"),
        ("tube", "tube", "why", "the study has “tube” already"),
        ("", "", "why", "the study has no column with the codes of the samples"),
        ("", "tube", "  ", "needs a reason"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(
    pool: Pool, was: str, column: str, reason: str, words: str
) -> None:
    with pytest.raises(BadInput, match=words):
        study_state.change_settings(begun(coded(pool), barcode=was), {"barcode": column}, reason)


def test_a_finished_study_keeps_its_codes(pool: Pool) -> None:
    made = begun(coded(pool))
    done = made.applied(stored(study_state.finish(made, "enough"), made.head))
    with pytest.raises(StudyClosed, match="finished by Kim"):
        study_state.change_settings(done, {"barcode": "tube"}, "why")


def test_the_study_after_each_run_has_the_codes_of_that_time(pool: Pool) -> None:
    made = grown(begun(coded(pool), barcode="well"), ("C-01", "success"))
    made = grown(amended(made, "tube"), ("C-05", "failure"))
    made = grown(amended(made, ""), ("C-07", "failure"))
    assert [made.as_of(run).settings.barcode for run in range(4)] == ["well", "well", "tube", ""]
    assert [len(made.as_of(run).amendments) for run in range(4)] == [0, 0, 1, 2]
    for run in range(1, 4):
        assert made.as_of(run) == study.fold(made.events[: made.runs[run - 1].seq])


def test_what_was_built_for_the_old_codes_is_not_kept_for_the_new_ones(pool: Pool) -> None:
    made = begun(coded(pool), barcode="well")
    assert made.barcodes.find("A4") == "C-04"
    after = grown(made, ("C-01", "success"))
    assert after.barcodes is made.barcodes
    assert amended(after, "tube").barcodes.find("A4") is None


@pytest.mark.parametrize(
    "payload",
    [
        {"setting": "barcode", "old": "", "new": "shelf", "reason": "two of one code"},
        {"setting": "barcode", "old": "", "new": "vial", "reason": "no such column"},
        {"setting": "barcode", "old": "", "new": None, "reason": "no text"},
        {"setting": "budget", "old": "30", "new": "40", "reason": "fixed for good"},
        {"setting": "barcode", "old": "", "new": "tube"},
        {"new": "tube", "reason": "of what"},
    ],
    ids=lambda payload: str(payload.get("reason", "none")),
)
def test_an_entry_that_makes_no_sense_is_set_aside(pool: Pool, payload: dict[str, Any]) -> None:
    made = begun(coded(pool))
    after = made.applied(stored([("settings_changed", payload)], made.head))
    assert [(one.seq, one.kind) for one in after.set_aside] == [(5, "settings_changed")]
    assert after.settings == made.settings


def test_a_program_that_does_not_know_the_entry_says_that_it_is_too_old(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = amended(begun(coded(pool)), "tube")
    monkeypatch.delitem(events.KINDS, "settings_changed")
    with pytest.raises(NewerStudy, match=r"Entry 5 .* was made by a newer kgdesk"):
        study.fold(made.events)


#: A value for each setting that may change, other than that of the study below.
OTHER: dict[str, Any] = {
    "title": "Second screen", "budget": 12, "policy": "thompson", "stop": "runs 9", "repeats": "no", "at_once": 8,
    "blind": "yes", "barcode": "tube", "location": "shelf", "card_columns": "shelf", "likelihood": "outcomes",
    "scale": "log", "blocks": "plate", "threshold": 70.0,
}  # fmt: skip


@pytest.mark.parametrize("setting", AMENDABLE)
def test_after_a_change_the_study_computes_what_one_that_is_read_anew_does(pool: Pool, setting: str) -> None:
    how = Settings(measured="yield", threshold=60.0, direction="at-least")
    source = begun(coded(pool), measured="yield", threshold=60.0, direction="at-least")
    for candidate, value in (("C-01", 75.0), ("C-02", 65.0), ("C-05", 20.0)):
        outcome = "success" if value >= 60.0 else "failure"
        facts = recording.record(source, candidate, outcome, measured=value)
        source = source.applied(stored(facts, source.head))
    earlier = learnable(how, coded(pool), source)
    facts = recording.create("s", how, coded(pool), {"file": "t.csv"}, earlier=earlier)
    made = grown(study.fold(stored(facts)), ("C-07", "success"))
    kept = made.prior.digest, made.barcodes.find("40-03"), made.design.X.sum(), made.belief.digest
    changed = made.applied(
        stored(study_state.change_settings(made, {setting: OTHER[setting]}, "why"), made.head)
    )
    fresh = study.fold(changed.events)
    assert changed.prior.digest == fresh.prior.digest
    assert changed.belief.digest == fresh.belief.digest
    assert changed.barcodes.find("40-03") == fresh.barcodes.find("40-03")
    assert (changed.design.X == fresh.design.X).all()
    if setting in {"threshold", "likelihood", "scale"}:
        assert changed.prior.digest != kept[0]
    elif setting == "barcode":
        assert changed.barcodes.find("40-03") == "C-04" != kept[1]

"""Record formats 1 and 2: the version of each payload, and equal meaning of both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from lives import begun, grown, stored

from kgdesk.actions import Operator
from kgdesk.errors import DamagedStudy
from kgdesk.model.decisions import recording
from kgdesk.model.policies import default_policy
from kgdesk.model.study import study
from kgdesk.model.study.events import FORMAT_1, KINDS, format_of, version_of
from kgdesk.model.study.settings import Settings
from kgdesk.model.study.setup import TableColumn

if TYPE_CHECKING:
    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.study import Study

#: Settings that were introduced by format 2.
LATER = ("location", "repeats", "measured", "measured_unit", "threshold", "direction")
COLUMNS = (
    TableColumn("solvent", "category"),
    TableColumn("code", "id"),
    TableColumn("well", "location"),
    TableColumn("temperature", "number"),
    TableColumn("yield", "outcome"),
    TableColumn("ratio", "number"),
    TableColumn("batch", "ignored"),
)


def in_format_1(facts: Any) -> list[tuple[str, dict[str, Any]]]:
    """Return the founding facts without keys of format 2."""
    made = []
    for kind, payload in facts:
        kept = {
            key: value
            for key, value in payload.items()
            if key not in {"format", "columns"} or kind == "scaling_fixed"
        }
        if kind == "study_created":
            kept["settings"] = {k: v for k, v in kept["settings"].items() if k not in LATER}
        made.append((kind, kept))
    return made


def old_study(pool: Pool, **settings: Any) -> Study:
    return study.fold(stored(in_format_1(recording.create("s", Settings(**settings), pool, {}))))


def change(setting: str, old: object, new: object) -> tuple[str, dict[str, Any]]:
    return "settings_changed", {"setting": setting, "old": old, "new": new, "reason": "why"}


@pytest.mark.parametrize(
    ("kind", "payload", "version"),
    [
        ("outcome_recorded", {"candidate": "C-01", "outcome": "success", "start": 5, "imported": True}, 1),
        ("outcome_recorded", {"candidate": "C-01", "outcome": "success", "measured": 0.5}, 2),
        ("outcome_recorded", {"candidate": "C-01", "outcome": "success", "gesture": "0" * 32}, 1),
        ("outcome_corrected", {"run": 1, "new": {"candidate": "C-01", "outcome": "success"}}, 1),
        (
            "outcome_corrected",
            {"run": 1, "new": {"candidate": "C-01", "outcome": "success", "measured": 1}},
            2,
        ),
        ("experiment_started", {"candidate": "C-01"}, 1),
        ("experiment_started", {"candidate": "C-01", "run_token": "R-1"}, 2),
        ("suggestion_made", {"candidate": "C-01", "shown": "card"}, 1),
        ("settings_changed", change("barcode", "", "well")[1], 1),
        ("settings_changed", change("budget", 30, 40)[1], 2),
        ("candidates_imported", {"ids": []}, 1),
        ("candidates_imported", {"ids": [], "columns": []}, 2),
        ("study_created", {"name": "s", "settings": {"title": ""}}, 1),
        ("study_created", {"name": "s", "settings": {"title": "", "repeats": ""}}, 2),
        ("worklist_made", {}, 1),
    ],
)
def test_a_payload_is_of_the_lowest_version_that_knows_all_of_it(
    kind: str, payload: dict[str, Any], version: int
) -> None:
    assert version_of(kind, payload) == version


def test_format_1_has_each_of_its_kinds_in_version_1_and_format_2_three_more() -> None:
    assert set(KINDS) - set(FORMAT_1) == {"candidates_added", "worklist_made", "results_read"}
    assert set(FORMAT_1.values()) == {1}
    assert {kind: version for kind, version in KINDS.items() if version > 1} == dict.fromkeys(
        (
            *("study_created", "candidates_imported", "settings_changed", "experiment_started"),
            *("outcome_recorded", "outcome_corrected", "outcome_voided"),
        ),
        2,
    )


def test_a_new_study_is_of_format_2_and_an_old_one_stays_of_format_1_until_an_entry_that_only_2_knows(
    pool: Pool,
) -> None:
    assert begun(pool).record_format == 2
    old = grown(old_study(pool), ("C-01", "success"))
    assert (old.record_format, format_of(old.events)) == (1, 1)
    new = old.applied(stored([change("title", "", "Solvents")], old.head))
    assert (new.record_format, format_of(new.events)) == (2, 2)
    assert new.as_of(1).record_format == 1
    assert study.fold(new.events) == new


def test_the_columns_of_the_table_keep_their_order_and_roles(pool: Pool) -> None:
    made = study.fold(stored(recording.create("s", Settings(location="well"), pool, {}, COLUMNS)))
    assert made.columns == COLUMNS
    assert made.settings.location == "well"
    assert made.as_of(0).columns == COLUMNS
    assert old_study(pool).columns == ()


@pytest.mark.parametrize(
    "columns",
    [
        (*COLUMNS, TableColumn("well", "ignored")),
        (*COLUMNS, TableColumn("other", "id")),
        (*COLUMNS, TableColumn("other", "spare")),
        (*COLUMNS, TableColumn("other", "kept")),
        (*COLUMNS, TableColumn("other", "number")),
        COLUMNS[1:],
        tuple(c for c in COLUMNS if c.name != "well"),
    ],
)
def test_columns_that_are_not_those_of_the_candidates_are_refused(
    pool: Pool, columns: tuple[TableColumn, ...]
) -> None:
    facts = list(recording.create("s", Settings(), pool, {}, COLUMNS))
    facts[2][1]["columns"] = [column.as_json() for column in columns]
    with pytest.raises(DamagedStudy, match="Entry 4"):
        study.fold(stored(facts))


def test_a_study_made_before_keeps_its_policy_and_one_that_names_none_has_the_gradient(pool: Pool) -> None:
    facts = dict(recording.create("s", Settings(policy="kg"), pool, {"file": "t.csv"}))
    for change in ({"policy": "kg"}, {}):
        settings = {k: v for k, v in facts["study_created"]["settings"].items() if k != "policy"} | change
        older = facts | {"study_created": facts["study_created"] | {"settings": settings}}
        assert study.fold(stored(older.items())).settings.policy == "kg"  # whatever that of a new study is


@pytest.mark.parametrize(
    ("setting", "old", "new"),
    [
        ("location", "", "well"),
        ("title", "", "Solvents, second plate"),
        ("budget", 30, 45),
        ("stop", "", "value 0.01"),
        ("policy", default_policy("linear"), "random"),
        ("repeats", "", "no"),
        ("repeats", "", "3"),
        ("barcode", "", "well"),
    ],
)
def test_a_setting_that_changes_is_what_it_was_in_the_state_before(
    pool: Pool, setting: str, old: Any, new: Any
) -> None:
    made = grown(begun(pool), ("C-01", "success"))
    later = grown(made.applied(stored([change(setting, old, new)], made.head)), ("C-02", "failure"))
    assert getattr(later.settings, setting) == new
    assert (later.amendments[0].old, later.amendments[0].new) == (str(old), str(new))
    assert later.as_of(1).settings == made.settings
    assert later.as_of(2).settings == later.settings
    assert study.fold(later.events) == later


@pytest.mark.parametrize(
    ("setting", "new"),
    [
        ("location", "shelf"),
        ("budget", 0),
        ("budget", "40"),
        ("budget", True),
        ("stop", "whenever"),
        ("policy", "guess"),
        ("repeats", "1"),
        ("repeats", "often"),
        ("title", 3),
        ("seed", 4),
    ],
)
def test_a_setting_that_cannot_have_a_value_stays_as_it_is(pool: Pool, setting: str, new: Any) -> None:
    made = begun(pool)
    after = made.applied(stored([change(setting, "", new)], made.head))
    assert (after.settings, [one.seq for one in after.set_aside]) == (made.settings, [5])


def test_the_entries_of_one_gesture_carry_its_id_in_format_2_alone() -> None:
    who = Operator("Kim", "LAB-PC-2")
    facts = [("note_added", {"text": "a"}), ("note_added", {"text": "b"})]
    assert all("gesture" not in one.payload for one in who.events(facts))
    marked = who.events(facts, "token", gesture=True)
    again = who.events(facts, "token", gesture=True)
    ids = {one.payload["gesture"] for one in (*marked, *again)}
    assert len(ids) == 1
    assert len(ids.pop()) == 32
    assert [one.kind_version for one in marked] == [1, 1]
    other = who.events(facts, gesture=True)
    assert other[0].payload["gesture"] == other[1].payload["gesture"] != marked[0].payload["gesture"]
    turning = who.events([facts[0], change("budget", 30, 40)])
    assert [one.kind_version for one in turning] == [1, 2]
    assert turning[0].payload["gesture"] == turning[1].payload["gesture"]
    assert facts[0][1] == {"text": "a"}

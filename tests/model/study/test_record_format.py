"""The record format: how a newer one is told, the columns of the table, and settings that change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from lives import begun, grown, stored

from kgdesk.actions import Operator
from kgdesk.errors import DamagedStudy, NewerStudy
from kgdesk.model.decisions import recording
from kgdesk.model.policies import default_policy
from kgdesk.model.study import study
from kgdesk.model.study.events import RECORD_FORMAT
from kgdesk.model.study.settings import Settings
from kgdesk.model.study.setup import TableColumn

if TYPE_CHECKING:
    from kgdesk.model.design.pool import Pool

COLUMNS = (
    TableColumn("solvent", "category"),
    TableColumn("code", "id"),
    TableColumn("well", "location"),
    TableColumn("temperature", "number"),
    TableColumn("yield", "outcome"),
    TableColumn("ratio", "number"),
    TableColumn("batch", "ignored"),
)


def change(setting: str, old: object, new: object) -> tuple[str, dict[str, Any]]:
    return "settings_changed", {"setting": setting, "old": old, "new": new, "reason": "why"}


def test_a_study_says_its_format_and_one_of_a_newer_format_is_refused(pool: Pool) -> None:
    facts = list(recording.create("s", Settings(), pool, {}))
    assert facts[0][1]["format"] == RECORD_FORMAT == 1
    facts[0][1]["format"] = 2
    with pytest.raises(NewerStudy, match=r"Entry 1 .* newer kgdesk"):
        study.fold(stored(facts))
    for senseless in (0, -1, True, "1", None):
        facts[0][1]["format"] = senseless
        with pytest.raises(DamagedStudy):
            study.fold(stored(facts))


@pytest.mark.parametrize("newer", [{"kind": "from_the_future"}, {"kind_version": 2}])
def test_an_entry_of_a_newer_kind_or_version_is_refused(pool: Pool, newer: dict[str, Any]) -> None:
    made = begun(pool)
    (event,) = stored([("note_added", {"text": "a"})], made.head)
    with pytest.raises(NewerStudy, match=r"Entry 5 .* newer kgdesk"):
        made.applied([event._replace(new=event.new._replace(**newer))])


def test_the_columns_of_the_table_keep_their_order_and_roles(pool: Pool) -> None:
    made = study.fold(stored(recording.create("s", Settings(location="well"), pool, {}, COLUMNS)))
    assert made.columns == COLUMNS
    assert made.settings.location == "well"
    assert made.as_of(0).columns == COLUMNS
    assert begun(pool).columns == ()


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


def test_the_entries_of_one_gesture_carry_its_id() -> None:
    who = Operator("Kim", "LAB-PC-2")
    facts = [("note_added", {"text": "a"}), ("note_added", {"text": "b"})]
    ids = {one.payload["gesture"] for one in (*who.events(facts, "token"), *who.events(facts, "token"))}
    assert len(ids) == 1
    assert len(next(iter(ids))) == 32
    other = who.events(facts)
    assert other[0].payload["gesture"] == other[1].payload["gesture"]
    assert other[0].payload["gesture"] not in ids
    assert facts[0][1] == {"text": "a"}

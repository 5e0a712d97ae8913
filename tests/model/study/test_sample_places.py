"""Location of a candidate: the location column with its heading, or all kept columns if none is set."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import pytest
from lives import AT, begun, grown, stored

from kgdesk.errors import BadInput, StudyClosed
from kgdesk.model.decisions import recording, study_state
from kgdesk.model.design.pool import Pool
from kgdesk.model.study import study
from kgdesk.model.study.next_run import place_text, places
from kgdesk.model.study.records import Amendment
from kgdesk.model.study.settings import Settings
from kgdesk.model.study.setup import TableColumn

if TYPE_CHECKING:
    from kgdesk.model.study.study import Study


def kept(pool: Pool) -> Pool:
    """Return the pool with three kept columns, not in alphabetical order; one cell is blank."""
    more = {
        "Well": tuple("" if n == 4 else f"2-B{n:02d}" for n in range(len(pool))),
        "Delivered": ("21.08.2026",) * len(pool),
        "Batch": ("a", "b") * (len(pool) // 2),
    }
    return Pool(pool.ids, pool.attributes, pool.values, more)


COLUMNS = tuple(
    TableColumn(name, role)
    for name, role in (
        *(("code", "id"), ("Well", "location"), ("temperature", "number"), ("Delivered", "kept")),
        *(("ratio", "number"), ("solvent", "category"), ("Batch", "kept")),
    )
)


def made(pool: Pool, **settings: Any) -> Study:
    return study.fold(stored(recording.create("s", Settings(**settings), kept(pool), {}, COLUMNS)))


def named(before: Study, column: str, reason: str = "the plate came") -> Study:
    return before.applied(
        stored(study_state.change_settings(before, {"location": column}, reason), before.head)
    )


def test_what_is_kept_is_in_the_order_of_the_table_after_reading(pool: Pool) -> None:
    assert list(made(pool).pool.extras) == ["Well", "Delivered", "Batch"]


def test_a_candidate_is_where_its_location_says_and_labelled_with_the_heading(pool: Pool) -> None:
    there = made(pool, location="Well")
    assert places(there, "C-03") == (("Well", "2-B02"),)
    assert place_text(there, "C-03") == "Well: 2-B02"
    assert places(there, "C-05") == ()


def test_all_that_is_kept_is_shown_in_table_order_while_no_location_is_named(pool: Pool) -> None:
    there = made(pool)
    assert place_text(there, "C-03") == "Well: 2-B02 · Delivered: 21.08.2026 · Batch: a"
    assert place_text(there, "C-05") == "Delivered: 21.08.2026 · Batch: a"
    bare = dataclasses.replace(pool, extras={})
    assert place_text(begun(bare), "C-03") == ""


def test_the_location_is_named_changed_and_taken_away_and_each_is_an_entry(pool: Pool) -> None:
    before = grown(made(pool), ("C-01", "success"))
    well = grown(named(before, "Well"), ("C-02", "failure"))
    batch = named(well, "Batch", "moved")
    none = named(batch, "", "thrown away")
    assert [each.settings.location for each in (well, batch, none)] == ["Well", "Batch", ""]
    assert none.amendments == (
        Amendment("location", "", "Well", "Kim", AT, "the plate came", 6),
        Amendment("location", "Well", "Batch", "Kim", AT, "moved", 8),
        Amendment("location", "Batch", "", "Kim", AT, "thrown away", 9),
    )
    assert [none.as_of(run).settings.location for run in range(3)] == ["", "", "Well"]
    assert study.fold(none.events) == none
    assert none.belief.digest == well.belief.digest


@pytest.mark.parametrize(
    ("was", "column", "reason", "words"),
    [
        (
            "",
            "Shelf",
            "why",
            "no column “Shelf” with the places of the samples: the table keeps Well, Delivered",
        ),
        ("", "temperature", "why", "no column “temperature”"),
        ("Well", "Well", "why", "the study has “Well” already"),
        ("", "", "why", "the study has no column with the places of the samples"),
        ("", "Well", "  ", "needs a reason"),
    ],
)
def test_what_cannot_be_the_location_is_refused(
    pool: Pool, was: str, column: str, reason: str, words: str
) -> None:
    with pytest.raises(BadInput, match=words):
        study_state.change_settings(made(pool, location=was), {"location": column}, reason)


def test_a_finished_study_keeps_its_location(pool: Pool) -> None:
    before = made(pool)
    done = before.applied(stored(study_state.finish(before, "enough"), before.head))
    with pytest.raises(StudyClosed):
        study_state.change_settings(done, {"location": "Well"}, "why")

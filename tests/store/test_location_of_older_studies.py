"""A study of an older version shows all kept columns until its location column is set."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from goldenkit import GOLDEN

from kgdesk import actions
from kgdesk.model.study.next_run import place_text

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def older(
    tmp_path: Path, who: actions.Operator, monkeypatch: pytest.MonkeyPatch
) -> Iterator[actions.Session]:
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "own"))
    path = Path(shutil.copy(GOLDEN / "format-1.kgstudy", tmp_path))
    with actions.open_study(path, who) as session:
        yield session


def test_everything_kept_is_labelled_until_the_location_is_named(
    older: actions.Session, who: actions.Operator
) -> None:
    pool = older.study.pool
    row = pool.row("C-02")
    assert place_text(older.study, "C-02") == " · ".join(
        f"{heading}: {cells[row]}" for heading, cells in pool.extras.items()
    )
    belief = older.study.belief.digest
    actions.set_location(older, "shelf", "the samples were moved")
    assert place_text(older.study, "C-02") == f"shelf: {pool.extras['shelf'][row]}"
    assert older.study.record_format == 2
    with actions.open_study(older.path, who, read_only=True) as again:
        assert again.study.settings.location == "shelf"
        assert again.study.belief.digest == belief
    assert actions.verify(older.path).problem is None


def test_an_outcome_from_a_table_closes_a_run_and_leaves_the_study_in_its_format(
    older: actions.Session, tmp_path: Path
) -> None:
    (start,) = older.study.pending
    table = tmp_path / "results.csv"
    table.write_text(f"candidate,outcome\n{start.candidate},success\n", encoding="utf-8")
    assert actions.import_outcomes(older, table).closed == 1
    run = older.study.runs[-1]
    assert (run.start, run.suggested, run.imported) == (start.seq, start.suggested, False)
    assert run.probability_before == start.probability_before
    assert older.study.pending == ()
    assert older.study.record_format == 1

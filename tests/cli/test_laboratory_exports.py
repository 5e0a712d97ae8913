"""Exports of programs and people become studies by the options that their refusals name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from answering import Answer, refused
from laboratory_exports import EXPORTS, MADE_DATES, Export

from kgdesk import Campaign

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Kgdesk = Callable[..., Answer]


@pytest.mark.parametrize("export", EXPORTS, ids=lambda export: export.name)
def test_an_export_is_refused_with_the_options_that_make_it_a_study(
    kgdesk: Kgdesk, tmp_path: Path, export: Export
) -> None:
    table, study = tmp_path / export.name, tmp_path / "s.kgstudy"
    table.write_bytes(export.data)
    refused(kgdesk("new", study, "--candidates", table), export.name, *export.asked)
    assert not study.exists()
    made = kgdesk("new", study, "--candidates", table, *export.all_options)
    assert (made.code, made.err) == (0, "")
    with Campaign.open(study) as campaign:
        pool = campaign.study.pool
        assert list(pool.ids) == export.ids
        learnt = {one.name: list(column) for one, column in zip(pool.attributes, pool.values, strict=True)}
        assert learnt == export.attributes
        runs = tuple((run.candidate, run.outcome) for run in campaign.study.runs)
        assert runs == export.outcomes


def test_a_count_that_became_a_date_is_never_taken_for_no_outcome(kgdesk: Kgdesk, tmp_path: Path) -> None:
    name, data = MADE_DATES
    table = tmp_path / name
    table.write_bytes(data)
    asked = kgdesk("new", tmp_path / "s.kgstudy", "--candidates", table)
    assert "Mai" not in asked.err
    refused(
        kgdesk("new", tmp_path / "s.kgstudy", "--candidates", table, "--id", "Code", "--outcome", "Outcome"),
        "line 3, column “Outcome”: “01. Jun” looks like a date",
    )

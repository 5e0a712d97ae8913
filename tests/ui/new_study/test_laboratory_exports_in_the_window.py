"""Exports of programs and people become the same studies in the window, with one answer to each question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from gestures import Hands
from laboratory_exports import EXPORTS
from seldom import daily
from tabled import come_to_create

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.new_study.wizard import NewStudyWizard

    Opener = Callable[..., NewStudyWizard]


BY_NAME = {export.name: export for export in EXPORTS}


@pytest.mark.parametrize("name", daily(BY_NAME, "jmp.txt", "minitab.csv", "status.csv", "pages.csv"))
def test_an_export_becomes_in_the_window_what_it_becomes_at_the_command_line(
    qtbot: QtBot, wizard: Opener, tmp_path: Path, name: str
) -> None:
    export = BY_NAME[name]
    table = tmp_path / export.name
    table.write_bytes(export.data)
    one = wizard()
    Hands(None).drop(table, one)
    come_to_create(qtbot, one, export)
    assert one.session is not None
    study = one.session.study
    assert list(study.pool.ids) == export.ids
    learnt = {
        each.name: list(column) for each, column in zip(study.pool.attributes, study.pool.values, strict=True)
    }
    assert {heading.partition(" (")[0]: values for heading, values in learnt.items()} == {
        heading.partition(" (")[0]: values for heading, values in export.attributes.items()
    }
    assert tuple((run.candidate, run.outcome) for run in study.runs) == export.outcomes

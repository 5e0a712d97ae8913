"""Problem report dialog: contents listed and readable before saving, without the study unless checked."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "entry"))

from entry_bench import Bench, make_study
from PySide6.QtCore import Qt

from kgdesk.ui.dialogs.problem_report import ProblemDialog
from kgdesk.ui.widgets.theme import apply

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication, QListWidgetItem
    from pytestqt.qtbot import QtBot


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(make_study(tmp_path / "small.kgstudy"), qtbot, ask=False, tabs=False)
    yield made
    made.close()


@pytest.fixture
def dialog(bench: Bench, tmp_path: Path) -> ProblemDialog:
    log = tmp_path / "kgdesk.log"
    log.write_text("IndexError: nothing there", encoding="utf-8")
    made = ProblemDialog(log, bench.window, fault="Traceback", session=bench.window.controller.session)
    made.show()
    return made


def item(dialog: ProblemDialog, name: str) -> QListWidgetItem:
    rows = (dialog.list.item(row) for row in range(dialog.list.count()))
    return next(one for one in rows if one.data(Qt.ItemDataRole.UserRole) == name)


def names(path: Path) -> list[str]:
    with zipfile.ZipFile(path) as archive:
        return archive.namelist()


def test_everything_but_the_study_is_ticked_and_can_be_read(dialog: ProblemDialog) -> None:
    assert dialog.chosen == ("about.txt", "fault.txt", "kgdesk.log")
    seen = []
    for row in range(dialog.list.count()):
        dialog.list.setCurrentRow(row)
        seen.append(dialog.text.toPlainText())
    assert seen[0].startswith("kgdesk: ")
    assert seen[1:3] == ["Traceback", "IndexError: nothing there"]
    assert "names of the operators" in seen[3]


def test_what_is_saved_is_what_is_ticked(dialog: ProblemDialog, tmp_path: Path) -> None:
    item(dialog, "kgdesk.log").setCheckState(Qt.CheckState.Unchecked)
    dialog.write(tmp_path / "report.zip")
    assert names(tmp_path / "report.zip") == ["contents.txt", "about.txt", "fault.txt"]
    assert "kgdesk sends nothing" in dialog.strip.text
    item(dialog, "study.zip").setCheckState(Qt.CheckState.Checked)
    dialog.write(tmp_path / "report.zip")
    assert names(tmp_path / "report.zip") == ["contents.txt", "about.txt", "fault.txt", "study.zip"]


def test_nothing_ticked_is_nothing_to_save(dialog: ProblemDialog) -> None:
    for name in dialog.chosen:
        item(dialog, name).setCheckState(Qt.CheckState.Unchecked)
    assert not dialog.save.isEnabled()


def test_a_folder_that_takes_nothing_is_said_in_the_dialog(dialog: ProblemDialog, tmp_path: Path) -> None:
    dialog.write(tmp_path / "none" / "report.zip")
    assert dialog.saved is None
    assert dialog.isVisible()
    assert "none" in dialog.strip.text


def test_the_help_menu_opens_it_with_the_open_study_left_out(bench: Bench) -> None:
    bench.window.commands.action("help.problem").trigger()
    found = bench.window.findChild(ProblemDialog)
    assert found is not None
    assert item(found, "study.zip").checkState() == Qt.CheckState.Unchecked
    found.reject()


def test_large_text_is_large_in_the_preview_too_and_no_part_is_elided(
    bench: Bench, tmp_path: Path, qapp: QApplication, qtbot: QtBot
) -> None:
    log = tmp_path / "kgdesk.log"
    apply(qapp, "light", 1.5)
    try:
        made = ProblemDialog(log, bench.window, fault="Traceback", session=bench.window.controller.session)
        made.show()
        qtbot.waitUntil(made.isVisible)
        assert made.text.font().pointSizeF() == qapp.font().pointSizeF()
        rows = made.list
        beside = rows.viewport().width() - 2 * rows.spacing()
        assert all(
            rows.sizeHintForIndex(rows.model().index(row, 0)).width() <= beside for row in range(rows.count())
        )
    finally:
        apply(qapp, "light", 1.0)

"""About dialog and self-test: version, licences, state of the installation."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QProcess
from spoken import Spoken

from kgdesk import __version__
from kgdesk.actions.findings import Finding
from kgdesk.actions.licences import licences
from kgdesk.text import phrase
from kgdesk.ui.dialogs import self_test
from kgdesk.ui.dialogs.about import AboutDialog

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot


def test_about_shows_versions_and_the_licence_of_each_part(qtbot: QtBot) -> None:
    dialog = AboutDialog()
    qtbot.addWidget(dialog)
    assert dialog.parts.itemText(0) == f"kgdesk {__version__}"
    assert "Redistribution and use" in dialog.text.toPlainText()
    names = [dialog.parts.itemText(i) for i in range(dialog.parts.count())]
    at = next(i for i, name in enumerate(names) if name.startswith("numba "))
    dialog.parts.setCurrentIndex(at)
    assert "Anaconda" in dialog.text.toPlainText()


def test_every_part_has_a_text_and_carried_texts_go_before_installed_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert all(one.text for one in licences())
    for part in ("kgdesk", "numba", "system/libz"):
        (tmp_path / "kgdesk" / "licences" / part).mkdir(parents=True)
        (tmp_path / "kgdesk" / "licences" / part / "LICENSE").write_text(f"of {part}", encoding="utf-8")
    monkeypatch.setattr("kgdesk.__file__", str(tmp_path / "kgdesk" / "__init__.py"))
    assert [(one.part, one.text) for one in licences()] == [
        (part, f"of {part}") for part in ("kgdesk", "numba", "system/libz")
    ]


def stand_in(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Make the dialog start a short test program in place of the self-test."""
    monkeypatch.setattr(self_test, "own_command", lambda *words: [sys.executable, "-c", code, *words])


def told(*findings: Finding) -> str:
    """Return the source of a program that prints findings and ends like the self-test."""
    lines = [json.dumps(found.as_wire()) for found in findings]
    return f"for line in {lines!r}: print(line)\nraise SystemExit({int(any(f.problem for f in findings))})"


def test_the_check_of_the_installation_lists_its_findings(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(monkeypatch, told(Finding(phrase("fonts"), phrase("drawn and saved as PNG"))))
    dialog = self_test.SelfTestDialog(tmp_path)
    qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: dialog.process.state() == QProcess.ProcessState.NotRunning)
    qtbot.waitUntil(dialog.save.isEnabled)
    assert dialog.text.toPlainText() == "ok         fonts: drawn and saved as PNG"
    assert "fit for use" in dialog.state.text()


def test_a_german_window_shows_german_findings(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = phrase("Install kgdesk again; if it stays so, this computer computes wrongly.")
    off = phrase("off by {worst} ({at}). {again}", worst="1.0e-03", at="kg 2", again=again)
    stand_in(monkeypatch, told(Finding(phrase("fonts"), "fine"), Finding(phrase("kernels"), problem=off)))
    with Spoken("de", qapp):
        dialog = self_test.SelfTestDialog(tmp_path)
        qtbot.addWidget(dialog)
        qtbot.waitUntil(dialog.save.isEnabled)
        text = dialog.text.toPlainText()
    assert "Schriften: fine" in text
    assert "1.0e-03 daneben (kg 2). Installieren Sie kgdesk neu" in " ".join(text.split())
    assert "stimmt nicht" in dialog.state.text()


def test_a_check_that_finds_something_says_so_and_closing_ends_one_that_runs(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(monkeypatch, "print('not right  disk'); raise SystemExit(1)")
    dialog = self_test.SelfTestDialog(tmp_path)
    qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: "not right" in dialog.state.text())
    assert "not right  disk" in dialog.text.toPlainText()
    stand_in(monkeypatch, "input()")
    running = self_test.SelfTestDialog(tmp_path)
    qtbot.addWidget(running)
    qtbot.waitUntil(lambda: running.process.state() == QProcess.ProcessState.Running)
    running.reject()
    assert running.process.state() == QProcess.ProcessState.NotRunning

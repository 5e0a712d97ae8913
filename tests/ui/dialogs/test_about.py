"""Help: which version this is, under which licences, and whether the installation is whole."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QProcess

from kgdesk import __version__
from kgdesk.actions.licences import licences
from kgdesk.ui.dialogs import selftest
from kgdesk.ui.dialogs.about import AboutDialog

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
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
    """Have the dialog start a short program of ours in place of the whole check."""
    monkeypatch.setattr(selftest, "own_command", lambda *words: [sys.executable, "-c", code, *words])


def test_the_check_of_the_installation_ends_in_its_certificate(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(monkeypatch, "import sys; print('ok  disk'); open(sys.argv[-1], 'w').write('all is well')")
    dialog = selftest.SelfTestDialog(tmp_path)
    qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: dialog.process.state() == QProcess.ProcessState.NotRunning, timeout=30_000)
    qtbot.waitUntil(dialog.save.isEnabled, timeout=5_000)
    assert dialog.text.toPlainText() == "all is well"
    assert "fit for use" in dialog.told.text()


def test_a_check_that_finds_something_says_so_and_closing_ends_one_that_runs(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(monkeypatch, "print('not right  disk'); raise SystemExit(1)")
    dialog = selftest.SelfTestDialog(tmp_path)
    qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: "not right" in dialog.told.text(), timeout=30_000)
    assert "not right  disk" in dialog.text.toPlainText()
    stand_in(monkeypatch, "input()")
    running = selftest.SelfTestDialog(tmp_path)
    qtbot.addWidget(running)
    qtbot.waitUntil(lambda: running.process.state() == QProcess.ProcessState.Running, timeout=30_000)
    running.reject()
    assert running.process.state() == QProcess.ProcessState.NotRunning

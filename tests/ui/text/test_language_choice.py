"""Language of the windows: numbers follow it, files do not."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parent / "entry"))

from entry_bench import Bench, make_study
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QMenu, QMessageBox
from spoken import Spoken, overlaps

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.ui.dialogs.preferences_dialog import SettingsDialog
from kgdesk.ui.home import program
from kgdesk.ui.session.preferences import Preferences
from kgdesk.ui.text import translate

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return make_study(tmp_path / "small.kgstudy")


def test_a_chosen_language_is_remembered_and_another_programs_word_is_none() -> None:
    kept = Preferences()
    assert kept.language == "system"
    kept.language = "de"
    assert Preferences().language == "de"
    kept._store.setValue("language", "klingon")
    assert Preferences().language == "system"


def test_german_brings_its_words_its_numbers_and_the_words_of_qt(qapp: QApplication) -> None:
    translate.install_language(qapp, "de")
    assert qapp.translate("Menus", "&Study") == "&Studie"
    assert QLocale().decimalPoint() == ","
    box = QMessageBox()
    box.setStandardButtons(QMessageBox.StandardButton.Cancel)
    assert box.button(QMessageBox.StandardButton.Cancel).text().replace("&", "") == "Abbrechen"
    translate.install_language(qapp, "en")
    assert qapp.translate("Menus", "&Study") == "&Study"
    assert QLocale().decimalPoint() == "."


def test_one_who_reads_english_first_and_german_second_gets_no_german(qapp: QApplication) -> None:
    class Both(QLocale):
        def uiLanguages(self, _sign: object = None) -> list[str]:
            return ["en-GB", "de-DE"]

    translate.load_translators(qapp, Both())
    assert qapp.translate("Menus", "&Study") == "&Study"


def choose_german(window: program.MainWindow) -> None:
    """Choose German in the settings and close them."""
    window.commands.action("study.settings").trigger()
    dialog = window.findChild(SettingsDialog)
    assert dialog is not None
    dialog.language.choose("de")
    dialog.language.activated.emit(dialog.language.currentIndex())
    dialog.accept()


def test_a_choice_in_the_settings_makes_the_window_anew_on_the_same_study_and_tab(
    small: Path, qapp: QApplication
) -> None:
    made = program.Program(qapp, "MK")
    try:
        assert made.open(small)
        first = made.window
        assert isinstance(first, program.MainWindow)
        first.panel.control.set_operator("Ada")
        first.tabs.setCurrentIndex(2)
        choose_german(first)
        second = made.window
        assert isinstance(second, program.MainWindow)
        assert second is not first
        assert not first.isVisible()
        assert second.menuBar().actions()[0].text() == "&Studie"
        assert second.tabs.tabText(0) == "Überblick"
        assert second.tabs.currentIndex() == 2
        assert second.controller.who.operator == "Ada"
        assert second.controller.read_only_reason is None
        second.controller.do(actions.record, "C-0005", "success", advice=None, token="t")
    finally:
        made.close()
    with actions.open_study(small, Operator("JB")) as free:
        assert free.read_only_reason is None
        assert free.study.runs[-1].operator == "Ada"


def test_an_outcome_that_waits_is_not_taken_away_by_another_language(
    small: Path, qapp: QApplication, qtbot: QtBot
) -> None:
    made = program.Program(qapp, "MK")
    try:
        assert made.open(small)
        window = made.window
        assert isinstance(window, program.MainWindow)
        qtbot.waitUntil(lambda: window.panel.control.entry.can_arm, timeout=120_000)
        window.panel.control.arm("success")
        choose_german(window)
        assert made.window is window
        assert window.panel.control.entry.state == "armed"
        assert "next window" in window.message_strip.text
    finally:
        made.close()


def test_every_menu_entry_has_a_mnemonic_of_its_own_in_german(
    small: Path, qapp: QApplication, qtbot: QtBot
) -> None:
    with Spoken("de", qapp):
        bench = Bench(small, qtbot, ask=False)
        bar = bench.window.menuBar()
        for menu in [bar, *(m for m in bar.findChildren(QMenu) if m.title())]:
            texts = [a.text() for a in menu.actions() if not a.isSeparator()]
            letters = [text[text.index("&") + 1].casefold() for text in texts]
            assert sorted(set(letters)) == sorted(letters), texts
        bench.close()


def test_a_file_that_is_exported_is_the_same_in_every_language(
    small: Path, tmp_path: Path, qapp: QApplication
) -> None:
    found = []
    for name in ("reversed", "de"):
        with Spoken(name, qapp), actions.open_study(small, Operator("MK"), read_only=True) as session:
            dest = tmp_path / f"{name}.csv"
            actions.export(session, dest)
            found.append(dest.read_bytes())
    assert found[0] == found[1]


def test_from_right_to_left_nothing_falls_over_or_covers_anything_else(
    small: Path, qapp: QApplication, qtbot: QtBot
) -> None:
    with Spoken("reversed", qapp):
        bench = Bench(small, qtbot)
        try:
            window = bench.window
            window.resize(1366, 768)
            assert (
                bench.part("entry.scroller").mapTo(window, bench.part("entry.scroller").rect().topLeft()).x()
                > 600
            )
            for place in range(window.tabs.count()):
                window.tabs.setCurrentIndex(place)
                window.grab()
                assert overlaps(window) == []
            before = bench.runs
            bench.control.arm("success")
            bench.control.confirm()
            assert bench.runs == before + 1
        finally:
            bench.close()

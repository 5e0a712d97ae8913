"""Settings dialog: every choice takes effect at once and persists."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "entry"))

from entry_bench import Bench, make_study
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from kgdesk import actions
from kgdesk.ui.dialogs.backup_folder import SecondPlaceDialog
from kgdesk.ui.dialogs.preferences_dialog import SettingsDialog
from kgdesk.ui.home.home_window import HomeWindow
from kgdesk.ui.session.preferences import SCALES, Preferences
from kgdesk.ui.text.translate import LANGUAGES
from kgdesk.ui.widgets.stylesheet import DARK, HIGH, LIGHT
from kgdesk.ui.widgets.theme import palette_of
from kgdesk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.home.program import Program


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(make_study(tmp_path / "small.kgstudy"), qtbot, tabs=False)
    yield made
    made.close()


@pytest.fixture
def dialog(bench: Bench) -> SettingsDialog:
    bench.window.commands.action("study.settings").trigger()
    found = bench.window.findChild(SettingsDialog)
    assert found is not None
    assert found.isVisible()
    return found


def pick(combo: object, data: object) -> None:
    combo.choose(data)  # type: ignore[attr-defined]
    combo.activated.emit(combo.currentIndex())  # type: ignore[attr-defined]


def test_colours_and_size_of_text_change_while_the_dialog_is_open_and_the_menu_follows(
    dialog: SettingsDialog, bench: Bench
) -> None:
    for scheme, look in (("dark", DARK), ("contrast", HIGH), ("light", LIGHT)):
        pick(dialog.colours, scheme)
        assert palette_of(bench.window) == look
        assert bench.window.commands.action(f"view.{scheme}").isChecked()
        assert Preferences().scheme == scheme
    before = bench.window.font().pointSizeF()
    pick(dialog.size_of_text, 150)
    assert bench.window.font().pointSizeF() == pytest.approx(1.5 * before)
    assert bench.window.commands.action("view.text150").isChecked()
    assert Preferences().text_scale == 1.5


def test_the_dialog_offers_every_scheme_and_size_of_the_menu_and_every_language(
    dialog: SettingsDialog, bench: Bench
) -> None:
    names = {command.id for command in bench.window.commands}
    schemes = {dialog.colours.itemData(at) for at in range(dialog.colours.count())}
    assert {f"view.{scheme}" for scheme in schemes} <= names
    assert [dialog.size_of_text.itemData(at) for at in range(dialog.size_of_text.count())] == list(SCALES)
    languages = {dialog.language.itemData(at) for at in range(dialog.language.count())}
    assert languages == {"system", *LANGUAGES}


def test_what_a_scanner_types_before_each_code_is_left_out_at_once(
    dialog: SettingsDialog, bench: Bench
) -> None:
    field = bench.window.panel.scan.field
    scanned: list[str] = []
    field.scanned.connect(scanned.append)
    dialog.prefix.setText("]C1")
    for typed in ("]C1C-0002", "C-0003", " ]C1 C-0004 "):
        field.setText(typed)
        field.returnPressed.emit()
    assert scanned == ["C-0002", "C-0003", "C-0004"]
    assert Preferences().scan_prefix == "]C1"


def test_enter_in_a_field_and_in_the_whole_dialog_closes_nothing(dialog: SettingsDialog) -> None:
    dialog.prefix.setFocus()
    QTest.keyClicks(dialog.prefix, "]C1\r")
    assert dialog.isVisible()


def test_the_second_place_is_shown_here_and_chosen_where_the_window_warns_of_the_same_disk(
    dialog: SettingsDialog, tmp_path: Path
) -> None:
    assert dialog.backups.text() == "none"
    dialog.change_backups.click()
    (asked,) = dialog.findChildren(SecondPlaceDialog)
    asked.take(tmp_path)
    assert actions.second_place() == tmp_path.resolve()
    assert "on the same disk" in asked.strip.text
    asked.close()
    assert dialog.backups.text() == str(tmp_path.resolve())
    again = dialog.ask_second_place()
    assert "on the same disk" in again.strip.text
    again.none.click()
    again.close()
    assert actions.second_place() is None
    assert dialog.backups.text() == "none"


def test_home_opens_the_same_settings_and_shows_another_folder_of_projects(
    program: Program, tmp_path: Path
) -> None:
    program.show_home()
    home = program.window
    assert isinstance(home, HomeWindow)
    menu = home.menuBar().findChild(QMenu)
    settings = next(a for a in menu.actions() if a.text() == "&Settings…")
    settings.trigger()
    dialog = home.findChild(SettingsDialog)
    assert dialog is not None
    dialog.keep_projects_in(tmp_path / "elsewhere")
    dialog.accept()
    assert str(tmp_path / "elsewhere") in home.place.text()
    assert program.window is home


def test_a_language_that_was_not_changed_in_the_end_makes_no_new_window(
    dialog: SettingsDialog, bench: Bench
) -> None:
    heard: list[int] = []
    bench.window.requests.renewal_wanted.connect(lambda: heard.append(1))
    before = Preferences().language
    pick(dialog.language, "de")
    assert dialog.language_changed
    assert "as soon as you close" in dialog.problem.text
    pick(dialog.language, before)
    dialog.accept()
    assert heard == []


def test_closing_with_another_language_makes_the_window_anew(program: Program, tmp_path: Path) -> None:
    assert program.open(make_study(tmp_path / "small.kgstudy"))
    window = program.window
    assert isinstance(window, MainWindow)
    heard: list[int] = []
    window.requests.renewal_wanted.disconnect(program.renew)
    window.requests.renewal_wanted.connect(lambda: heard.append(1))
    window.dialogs.adjust()
    dialog = window.findChild(SettingsDialog)
    assert dialog is not None
    pick(dialog.language, "de")
    dialog.accept()
    assert heard == [1]

"""Home screen: its lists, its actions, and what it never does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gestures import Hands
from homes import home, preferences, study
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QPushButton, QTreeWidgetItem
from tabled import rows, write

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.ui.home.home_window import HomeWindow
from kgdesk.ui.home.study_list import BEST, BY, NAME, RUNS, STATE
from kgdesk.ui.text.locale_format import percent
from kgdesk.ui.widgets.theme import Theme, apply
from tests.posix_only import LINKS

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from kgdesk.actions import Session
    from kgdesk.ui.session.preferences import Preferences

__all__ = ["home", "preferences"]  # fixtures


def lines(home: HomeWindow) -> list[tuple[str, str, str]]:
    return [(item.text(NAME), item.text(STATE), item.text(RUNS)) for item in home.studies.items()]


def tops(home: HomeWindow) -> list[QTreeWidgetItem]:
    found = (home.studies.topLevelItem(at) for at in range(home.studies.topLevelItemCount()))
    return [top for top in found if top is not None]


def test_new_study_by_keys_takes_four_and_the_path(
    qtbot: QtBot, home: HomeWindow, preferences: Preferences, tmp_path: Path
) -> None:
    source = write(tmp_path / "Coupling screen.csv", rows(60))
    made: list[Session] = []
    home.created.connect(made.append)
    hands = Hands(home)
    hands.key(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    wizard = home.wizard
    assert wizard is not None
    qtbot.waitUntil(wizard.isActiveWindow)
    hands.type(str(source))
    hands.key(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: wizard.table.complete and wizard.focusWidget() is wizard.next)
    hands.key(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: wizard.page is wizard.plan and wizard.focusWidget() is wizard.finish)
    hands.key(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(made))
    print(f"T2 by keys: {hands.keys} and the path")
    assert hands.keys == 4
    assert made[0].path == preferences.workspace / "Coupling screen.kgstudy"
    assert [(r.title, r.done, r.budget) for r in preferences.recent()] == [("Coupling screen", 0, 30)]
    made[0].close()


def test_new_study_by_mouse_takes_one_drag_and_two_clicks(
    qtbot: QtBot, home: HomeWindow, tmp_path: Path
) -> None:
    source = write(tmp_path / "Coupling screen.csv", rows(60))
    made: list[Session] = []
    home.created.connect(made.append)
    hands = Hands(home)
    assert home.findChild(QFrame, "home.drop") is not None
    hands.drop(source, home)
    wizard = home.wizard
    assert wizard is not None
    qtbot.waitUntil(lambda: wizard.table.complete)
    hands.click(wizard.findChild(QPushButton, "wizard.next"))
    qtbot.waitUntil(lambda: wizard.page is wizard.plan and wizard.plan.complete)
    hands.click(wizard.findChild(QPushButton, "wizard.create"))
    qtbot.waitUntil(lambda: bool(made))
    print(f"T2 by mouse: {hands.drags} drag and {hands.clicks} clicks")
    assert (hands.drags, hands.clicks) == (1, 2)
    made[0].close()


def test_a_dropped_study_is_asked_to_be_opened(qtbot: QtBot, home: HomeWindow, tmp_path: Path) -> None:
    path = study(tmp_path / "elsewhere", "Old one", 1)
    with qtbot.waitSignal(home.open_requested) as asked:
        Hands(home).drop(path, home)
    assert asked.args == [str(path)]


def test_a_file_that_its_source_takes_back_at_the_drop_does_nothing(home: HomeWindow, tmp_path: Path) -> None:
    """A program that ends while its file is over a window leaves a drop without a file."""
    source = write(tmp_path / "Coupling screen.csv", rows(60))
    assert not Hands(home).drop(source, home, taken_back=True)
    assert home.wizard is None
    wizard = home.new_study()
    assert not Hands(wizard).drop(source, wizard, taken_back=True)
    assert wizard.table.start.path.text() == ""
    wizard.reject()


def test_every_study_is_listed_once_by_project_and_its_state_is_read_in_the_background(
    qtbot: QtBot, home: HomeWindow, preferences: Preferences, tmp_path: Path
) -> None:
    suzuki = study(preferences.workspace / "Couplings", "Suzuki", 3)
    study(preferences.workspace / "Crystals", "Salts", 0)
    (preferences.workspace / "Crystals" / "torn.kgstudy").write_text("no study", encoding="utf-8")
    elsewhere = study(tmp_path / "other lab", "Ligands", 1)
    preferences.add_recent(suzuki, "Suzuki", 3, 40)
    preferences.add_recent(elsewhere, "Ligands", 1, 40)
    home.list_filler.refresh()
    qtbot.waitUntil(
        lambda: (
            lines(home)
            == [
                ("Ligands", "Open", "1 of 40"),
                ("Suzuki", "Open", "3 of 40"),
                ("Salts", "Open", "0 of 40"),
                ("torn", "cannot be read", ""),
            ]
        )
    )
    assert [top.text(NAME) for top in tops(home)] == ["other lab", "Couplings", "Crystals"]
    assert [item.text(BY) for item in home.studies.items()] == ["MK", "MK", "MK", ""]
    assert home.pages.currentIndex() == 0


@LINKS
def test_a_study_is_listed_once_where_the_workspace_is_behind_a_link(
    qtbot: QtBot, home: HomeWindow, preferences: Preferences, tmp_path: Path
) -> None:
    path = study(tmp_path / "disk" / "Couplings", "Suzuki", 3)
    (tmp_path / "link").symlink_to(tmp_path / "disk", target_is_directory=True)
    preferences.workspace = tmp_path / "link"
    with actions.open_study(tmp_path / "link" / "Couplings" / path.name, Operator("MK")) as session:
        preferences.add_recent(session.path, "Suzuki", 3, 40)
    filled: list[bool] = []
    home.list_filler.listed.connect(filled.append)
    home.list_filler.refresh()
    qtbot.waitUntil(lambda: len(filled) == 2)  # the recent studies, and then those of the workspace
    qtbot.waitUntil(lambda: lines(home) == [("Suzuki", "Open", "3 of 40")])
    assert [top.text(NAME) for top in tops(home)] == ["Couplings"]


def test_the_best_and_the_verdict_are_those_of_the_last_time_it_was_open_here(
    qtbot: QtBot, home: HomeWindow, preferences: Preferences
) -> None:
    path = study(preferences.workspace / "Couplings", "Suzuki", 3)
    preferences.add_recent(path, "Suzuki", 0, 40)
    preferences.update_recent(path, 3, 40, best=("C-0007", 0.65), can_stop=True)

    def shown() -> list[tuple[str, str]]:
        return [(item.text(STATE), item.text(BEST)) for item in home.studies.items()]

    home.list_filler.refresh()
    qtbot.waitUntil(lambda: shown() == [("You can stop", f"C-0007  {percent(0.65)}")])
    with actions.open_study(path, Operator("MK")) as session:  # another computer goes on
        actions.record(session, session.study.pool.ids[5], "failure")
    home.list_filler.refresh()
    qtbot.waitUntil(lambda: shown() == [("Open", "–")])


def test_the_field_shows_the_studies_that_have_its_text_in_their_name_best_or_project(
    qtbot: QtBot, home: HomeWindow, preferences: Preferences
) -> None:
    study(preferences.workspace / "Couplings", "Suzuki", 1)
    study(preferences.workspace / "Couplings", "Heck", 0)
    study(preferences.workspace / "Crystals", "Salts", 0)
    home.list_filler.refresh()
    qtbot.waitUntil(lambda: [state for _, state, _ in lines(home)] == ["Open"] * 3)
    home.finder.setFocus()
    for text, found in (
        ("suz", ["Suzuki"]), ("coupl", ["Heck", "Suzuki"]), ("zzz", []), ("", ["Heck", "Suzuki", "Salts"]),
    ):  # fmt: skip
        home.finder.setText(text)
        assert [item.text(NAME) for item in home.studies.items() if not item.isHidden()] == found
        assert all(top.isHidden() for top in tops(home)) == (not found)


def test_a_double_click_on_a_project_folds_it_and_enter_on_a_study_opens_it(
    qtbot: QtBot, home: HomeWindow, preferences: Preferences
) -> None:
    path = study(preferences.workspace / "Couplings", "Suzuki", 1)
    home.list_filler.refresh()
    qtbot.waitUntil(lambda: [state for _, state, _ in lines(home)] == ["Open"])
    (top,) = tops(home)
    assert top.isExpanded()
    place = home.studies.visualItemRect(top).center()
    qtbot.mouseClick(home.studies.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseDClick(home.studies.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert not top.isExpanded()
    top.setExpanded(True)
    (line,) = home.studies.items()
    home.studies.setCurrentItem(line)
    home.studies.setFocus()
    with qtbot.waitSignal(home.open_requested) as asked:
        Hands(home).key(Qt.Key.Key_Return)
    assert asked.args == [str(path)]


def test_a_project_is_made_in_the_workspace_and_a_taken_name_is_said(
    qtbot: QtBot, home: HomeWindow, preferences: Preferences
) -> None:
    home.new_project("Ligands")
    assert (preferences.workspace / "Ligands").is_dir()
    qtbot.waitUntil(lambda: len(tops(home)) == 1)
    assert tops(home)[0].text(STATE) == "no study yet"
    home.new_project("Ligands")
    assert "already" in home.strip.text


def test_a_new_study_goes_into_the_chosen_project(
    qtbot: QtBot, home: HomeWindow, preferences: Preferences, tmp_path: Path
) -> None:
    home.new_project("Ligands")
    qtbot.waitUntil(lambda: len(tops(home)) == 1)
    home.studies.setCurrentItem(tops(home)[0])
    wizard = home.new_study(str(write(tmp_path / "a.csv", rows(9))))
    assert wizard.draft.folder == preferences.workspace / "Ligands"
    wizard.reject()


def test_enter_on_a_recent_study_opens_it(
    qtbot: QtBot, home: HomeWindow, preferences: Preferences, tmp_path: Path
) -> None:
    path = study(tmp_path / "p", "Suzuki", 2)
    preferences.add_recent(path, "Suzuki", 2, 40)
    home.list_filler.refresh()
    home.studies.setFocus()
    with qtbot.waitSignal(home.open_requested) as asked:
        Hands(home).key(Qt.Key.Key_Return)
    assert asked.args == [str(path)]


def test_a_missing_study_is_said_to_be_not_found_and_never_to_be_unreadable(
    qtbot: QtBot, home: HomeWindow, preferences: Preferences, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unreadable = []
    show = home.studies.show_summary

    def noted(path: str, summary: object, recent: object) -> None:
        unreadable.extend([summary] if isinstance(summary, str) else [])
        show(path, summary, recent)  # type: ignore[arg-type]

    monkeypatch.setattr(home.studies, "show_summary", noted)
    here = study(tmp_path / "elsewhere", "here", 1)
    for path in (tmp_path / "gone.kgstudy", here):
        preferences.add_recent(path, path.stem, 1, 40)
    home.list_filler.refresh()
    qtbot.waitUntil(lambda: ("gone", "not found", "1 of 40") in lines(home))
    qtbot.waitUntil(lambda: ("here", "Open", "1 of 40") in lines(home))
    assert unreadable == []


def test_a_missing_recent_study_stays_greyed_and_is_followed_when_found(
    qtbot: QtBot, home: HomeWindow, preferences: Preferences, tmp_path: Path
) -> None:
    here = study(tmp_path / "p", "Suzuki", 2)
    gone = tmp_path / "gone" / "Suzuki.kgstudy"
    preferences.add_recent(gone, "Suzuki", 2, 40)
    home.list_filler.refresh()
    qtbot.waitUntil(lambda: home.findChild(QPushButton, "home.locate") is not None)
    assert lines(home) == [("Suzuki", "not found", "2 of 40")]
    home.studies.setFocus()
    with qtbot.waitSignal(home.open_requested) as asked:
        home.relocate(str(gone), str(here))
    assert asked.args == [str(here)]
    assert [r.path for r in preferences.recent()] == [str(here)]


def test_a_workspace_that_is_not_there_is_no_trouble_and_is_not_made(
    qtbot: QtBot, home: HomeWindow, preferences: Preferences
) -> None:
    home.list_filler.refresh()
    qtbot.waitUntil(lambda: home.pages.currentWidget() is home.steps)
    assert str(preferences.workspace) in home.place.text()
    assert not preferences.workspace.exists()
    assert not home.strip.text


def test_a_workspace_that_cannot_be_listed_leaves_the_studies_that_were_open_here(
    qtbot: QtBot, home: HomeWindow, preferences: Preferences, tmp_path: Path
) -> None:
    preferences.add_recent(tmp_path / "gone" / "Suzuki.kgstudy", "Suzuki", 2, 40)
    home.list_filler.refresh()
    qtbot.waitUntil(lambda: lines(home) == [("Suzuki", "not found", "2 of 40")])
    assert not home.strip.text
    preferences.workspace.write_text("a file where the folder should be", encoding="utf-8")
    home.list_filler.refresh()
    qtbot.waitUntil(lambda: bool(home.strip.text))
    qtbot.waitUntil(lambda: lines(home) == [("Suzuki", "not found", "2 of 40")])


def test_the_sample_is_asked_for_by_its_button(qtbot: QtBot, home: HomeWindow) -> None:
    with qtbot.waitSignal(home.sample_requested):
        Hands(home).click(home.findChild(QPushButton, "home.sample"))


def test_the_first_operator_is_remembered(
    qtbot: QtBot, home: HomeWindow, preferences: Preferences, tmp_path: Path
) -> None:
    preferences.operator = ""
    made: list[Session] = []
    home.created.connect(made.append)
    wizard = home.new_study(str(write(tmp_path / "a.csv", rows(9))))
    qtbot.waitUntil(lambda: wizard.table.complete)
    wizard.next.click()
    wizard.plan.operator.setText("AB")
    wizard.finish.click()
    qtbot.waitUntil(lambda: bool(made))
    assert preferences.operator == "AB"
    made[0].close()


def test_a_named_operator_goes_before_the_remembered_one_and_is_not_remembered(
    qtbot: QtBot, qapp: QApplication, preferences: Preferences, tmp_path: Path
) -> None:
    preferences.operator = ""
    theme = apply(qapp, "light") and qapp.findChild(Theme)
    assert theme is not None
    window = HomeWindow(theme, preferences=preferences, operator="Guest")
    qtbot.addWidget(window)
    window.show()
    made: list[Session] = []
    window.created.connect(made.append)
    wizard = window.new_study(str(write(tmp_path / "a.csv", rows(9))))
    qtbot.waitUntil(lambda: wizard.table.complete)
    wizard.next.click()
    qtbot.waitUntil(lambda: wizard.plan.complete)
    wizard.finish.click()
    qtbot.waitUntil(lambda: bool(made))
    assert made[0].who.operator == "Guest"
    assert preferences.operator == ""
    made[0].close()
    window.close()

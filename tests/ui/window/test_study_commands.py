"""Second backup folder, server, plan and verification in the window."""

from __future__ import annotations

import socket
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parent / "entry"))

from entry_bench import Bench, make_study
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QInputDialog

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.errors import KgdeskError
from kgdesk.model.study.settings import Settings
from kgdesk.store.postgres import patience
from kgdesk.ui.dialogs.backup_folder import SecondPlaceDialog
from kgdesk.ui.dialogs.reason import ReasonDialog
from kgdesk.ui.dialogs.server import ServerDialog
from kgdesk.ui.home.home_window import HomeWindow
from kgdesk.ui.home.program import Program
from kgdesk.ui.home.study_opening import StudyReader
from kgdesk.ui.session.preferences import Preferences
from kgdesk.ui.widgets.theme import Theme
from kgdesk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pgserver import Server
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(make_study(tmp_path / "small.kgstudy"), qtbot, ask=False, tabs=False)
    yield made
    made.close()


def answering(monkeypatch: pytest.MonkeyPatch, answer: str | None) -> list[str]:
    """Answer every question for a reason; return the list of questions."""
    asked: list[str] = []
    monkeypatch.setattr(ReasonDialog, "ask", lambda *words: asked.append(words[2]) or answer)
    return asked


# Second backup folder.


@pytest.fixture
def place_dialog(qtbot: QtBot) -> SecondPlaceDialog:
    dialog = SecondPlaceDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def said(dialog: SecondPlaceDialog | ServerDialog) -> str:
    return dialog.strip.text


def test_a_second_place_holds_at_once_and_gets_the_next_backup(
    place_dialog: SecondPlaceDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert place_dialog.place.text() == "No second place: backups lie on this computer only."
    assert not place_dialog.none.isEnabled()
    folder = tmp_path / "other disk"
    folder.mkdir()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))
    QTest.mouseClick(place_dialog.choose, Qt.MouseButton.LeftButton)
    assert place_dialog.place.text() == f"Copies go to {folder}"
    assert "on the same disk" in said(place_dialog)
    with actions.open_study(make_study(tmp_path / "s.kgstudy"), actions.Operator("MK")) as session:
        actions.backup(session)
    assert len(list(folder.rglob("*.kgstudy"))) == 1
    QTest.mouseClick(place_dialog.none, Qt.MouseButton.LeftButton)
    assert actions.second_place() is None
    assert said(place_dialog) == ""


def test_a_folder_that_is_gone_is_refused_and_the_old_one_stays(
    place_dialog: SecondPlaceDialog, tmp_path: Path
) -> None:
    place_dialog.take(tmp_path)
    place_dialog.take(tmp_path / "gone")
    assert "There is no folder" in said(place_dialog)
    assert place_dialog.place.text() == f"Copies go to {tmp_path}"
    place_dialog.take(None)


def test_the_menu_opens_the_second_place(bench: Bench) -> None:
    bench.window.commands.action("study.secondPlace").trigger()
    (dialog,) = bench.window.findChildren(SecondPlaceDialog)
    assert dialog.isVisible()
    dialog.close()


# Studies on a server.


@pytest.fixture
def program(qapp: QApplication) -> Iterator[Program]:
    made = Program(qapp, "Kim")
    yield made
    made.close()


def server_dialog(window: MainWindow | HomeWindow) -> ServerDialog:
    (dialog,) = window.findChildren(ServerDialog)
    assert dialog.isVisible()
    return dialog


def test_a_study_is_found_on_a_server_opened_recorded_in_and_listed_among_the_recent_ones(
    server: Server, program: Program, tmp_path: Path, qtbot: QtBot
) -> None:
    table = tmp_path / "t.csv"
    table.write_text("code,x\nA,1\nB,2\nC,3\n", encoding="utf-8")
    for name in ("salts", "acids"):
        place = server.address("kim", name)
        actions.create_study(place, read_pool(table, id="code"), Settings(), actions.Operator("Pat")).close()
    program.show_home()
    home = program.window
    assert isinstance(home, HomeWindow)
    home.ask_server()
    dialog = server_dialog(home)
    assert not dialog.open_button.isEnabled()
    QTest.keyClicks(dialog.field, server.address("kim").removeprefix("postgresql://"))
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: dialog.studies.count() > 0)
    assert [dialog.studies.item(row).text() for row in range(2)] == ["acids", "salts"]
    QTest.keyClick(dialog.studies, Qt.Key.Key_Down)
    QTest.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: isinstance(program.window, MainWindow), timeout=60_000)
    window = program.window
    assert isinstance(window, MainWindow)
    assert window.controller.study.name == "salts"
    window.controller.do(actions.record, "B", "success", advice=None, token="t")
    window.controller.settle()
    with actions.open_study(server.address("kim", "salts"), actions.Operator("Pat"), read_only=True) as read:
        assert [run.candidate for run in read.study.runs] == ["B"]
    (recent, *_) = program.preferences.recent()
    assert recent.path == server.address("kim", "salts")
    assert not recent.missing
    window.commands.action("study.openServer").trigger()
    again = server_dialog(window)
    assert again.field.text() == server.address("kim")
    again.close()


def test_an_address_with_the_name_of_a_study_needs_no_list(qtbot: QtBot) -> None:
    dialog = ServerDialog(Preferences())
    qtbot.addWidget(dialog)
    wanted: list[str] = []
    dialog.wanted.connect(wanted.append)
    dialog.field.setText("postgresql://kim:secret@db.lab/base#salts")
    assert dialog.open_button.isEnabled()
    QTest.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
    assert wanted == ["postgresql://kim:secret@db.lab/base#salts"]
    assert Preferences().server == "postgresql://kim@db.lab/base"


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("", "Type the address of the server first"),
        ("postgresql:///base?host=/nowhere", "cannot be reached"),
        ("postgresql://[", ""),
        ("postgresql://x y z/?a=b=c", ""),
    ],
)
def test_an_address_that_leads_nowhere_is_answered_in_a_sentence(
    address: str, words: str, qtbot: QtBot
) -> None:
    dialog = ServerDialog(Preferences())
    qtbot.addWidget(dialog)
    dialog.field.setText(address)
    dialog.look()
    qtbot.waitUntil(lambda: not dialog._asked, timeout=20_000)
    assert said(dialog)
    assert words in said(dialog)
    assert not dialog.open_button.isEnabled()
    assert dialog.list_studies.isEnabled()
    dialog.close()


@pytest.mark.parametrize(
    "text",
    ["host=db.lab password=S3cret", "host=db.lab password=S3cret#s", "Postgresql://kim:S3cret@db.lab/base#s"],
)
def test_a_connection_in_another_form_is_refused_and_neither_shown_nor_kept(text: str, qtbot: QtBot) -> None:
    dialog = ServerDialog(Preferences())
    qtbot.addWidget(dialog)
    wanted: list[str] = []
    dialog.wanted.connect(wanted.append)
    dialog.field.setText(text)
    dialog.look()
    qtbot.waitUntil(lambda: not dialog._asked, timeout=20_000)
    assert "postgresql://USER@SERVER/BASE" in said(dialog)
    assert "S3cret" not in said(dialog)
    assert not wanted
    assert "S3cret" not in Preferences().server
    dialog.close()


@pytest.fixture
def _endless_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no call give a silent server up by itself: what waits for one waits until the test is ended."""
    for limit in ("GESTURE_S", "LONGEST_S"):
        monkeypatch.setattr(patience, limit, 10_000.0)


@pytest.mark.usefixtures("_endless_patience")
def test_the_dialog_closes_at_once_while_a_server_is_silent(qtbot: QtBot) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        dialog = ServerDialog(Preferences())
        qtbot.addWidget(dialog)
        dialog.field.setText(f"postgresql://kim@127.0.0.1:{silent.getsockname()[1]}/base")
        dialog.look()
        near, _ = silent.accept()  # it is being asked
        dialog.close()
        asking = [thread for thread in threading.enumerate() if thread.name == "kgdesk-server"]
        assert asking
        near.close()
    for thread in asking:
        thread.join()


@pytest.mark.usefixtures("_endless_patience")
def test_the_program_ends_while_a_study_is_being_opened_on_a_silent_server(qapp: QApplication) -> None:
    reader = StudyReader()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        place = f"postgresql://kim@127.0.0.1:{silent.getsockname()[1]}/base#salts"
        reader.ask(place, actions.Operator("Kim"))
        near, _ = silent.accept()
        reader.stop()
        near.close()
    qapp.processEvents()
    assert not reader.busy


@pytest.mark.parametrize("address", ["postgresql://[", "postgresql://a b/?x=y=z", "postgresql://h:port/b"])
def test_an_address_that_is_none_is_refused_by_the_action(address: str) -> None:
    with pytest.raises(KgdeskError):
        actions.studies_on(address)
    assert isinstance(actions.without_password(address), str)


def test_a_home_window_offers_the_server_in_its_menu(qapp: QApplication, qtbot: QtBot) -> None:
    home = HomeWindow(qapp.findChild(Theme) or Theme(qapp))
    qtbot.addWidget(home)
    texts = [action.text() for menu in home.menuBar().actions() for action in menu.menu().actions()]
    assert "Open from a ser&ver…" in texts
    home.close()


def test_the_plan_is_changed_with_a_reason(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = answering(monkeypatch, "More runs are possible")
    planned = bench.controller.study.settings.budget
    monkeypatch.setattr(QInputDialog, "getInt", lambda *_: (planned + 10, True))
    bench.window.commands.refresh()
    action = bench.window.commands.action("study.plan")
    assert action.isEnabled()
    action.trigger()
    bench.controller.settle()
    assert bench.controller.study.settings.budget == planned + 10
    assert bench.controller.study.amendments[-1].reason == "More runs are possible"
    assert f"from {planned} to {planned + 10}" in asked[0]


@pytest.mark.parametrize("answer", [(12, False), (None, True)])
def test_the_plan_stays_where_nothing_is_chosen(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, answer: tuple[int | None, bool]
) -> None:
    asked = answering(monkeypatch, "never")
    planned, before = bench.controller.study.settings.budget, bench.controller.study.revision
    number = planned if answer[0] is None else answer[0]
    monkeypatch.setattr(QInputDialog, "getInt", lambda *_: (number, answer[1]))
    bench.window.commands.action("study.plan").trigger()
    assert asked == []
    assert bench.controller.study.revision == before


def test_any_study_file_is_verified(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    other, damaged = make_study(tmp_path / "other.kgstudy"), tmp_path / "damaged.kgstudy"
    damaged.write_bytes(b"no study")
    chosen = [str(other), str(damaged)]
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (chosen.pop(0), ""))
    bench.window.commands.action("study.verify").trigger()
    qtbot.waitUntil(lambda: "other.kgstudy: All 7 entries are whole" in bench.window.message_strip.text)
    bench.window.commands.action("study.verify").trigger()
    qtbot.waitUntil(
        lambda: (
            bench.window.message_strip.text.startswith("damaged.kgstudy: ")
            and "verified" not in bench.window.message_strip.text
        )
    )
    assert bench.window.message_strip.property("strip") == "caution"

"""What waits for servers, as the window lists, sends, exports and settles it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from entry_bench import Bench
from PySide6.QtWidgets import QFileDialog

from kgdesk import actions
from kgdesk.store import UserDatabase
from kgdesk.store.outbox import Outbox, waiting
from kgdesk.ui.dialogs.reason import ReasonDialog
from kgdesk.ui.dialogs.waiting_entries import WaitingEntriesDialog

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from kgdesk.model.study.events import NewEvent

pytestmark = pytest.mark.usefixtures("own_journal")

#: Nothing listens there, so that a server is away at once.
AWAY = "postgresql://kim@127.0.0.1:9/lab#screen"


@pytest.fixture
def bench(qtbot: QtBot, five_runs: Path) -> Iterator[Bench]:
    bench = Bench(five_runs, qtbot, ask=False, tabs=False)
    yield bench
    bench.close()


@pytest.fixture
def who() -> actions.Operator:
    return actions.Operator("MK")


def wait_for(address: str, candidate: str, who: actions.Operator) -> NewEvent:
    (new,) = who.events([("outcome_recorded", {"candidate": candidate, "outcome": "success"})])
    Outbox(address, "0" * 64).add((new,))
    return new


def opened(bench: Bench) -> WaitingEntriesDialog:
    bench.window.commands.action("study.waiting").trigger()
    (dialog,) = bench.window.findChildren(WaitingEntriesDialog)
    return dialog


def rows(dialog: WaitingEntriesDialog) -> list[str]:
    return [dialog.entries.item(row).text() for row in range(dialog.entries.count())]


def test_nothing_waits(bench: Bench) -> None:
    dialog = opened(bench)
    assert rows(dialog) == ["Nothing waits on this computer."]
    assert not any(each.isEnabled() for each in (dialog.send, dialog.export, dialog.set_aside))
    assert dialog.send_here.isHidden()


def test_what_waits_is_listed_and_stays_while_its_server_is_away(
    bench: Bench, qtbot: QtBot, who: actions.Operator
) -> None:
    for candidate in ("C-01", "C-02"):
        wait_for(AWAY, candidate, who)
    dialog = opened(bench)
    first, second = rows(dialog)
    assert first.startswith("C-01 success: entered ")
    assert f"by MK, waits for {AWAY}" in first
    assert second.startswith("C-02 success: ")
    dialog.send.click()
    assert not dialog.send.isEnabled()
    qtbot.waitUntil(lambda: "cannot be reached" in dialog.strip.text, timeout=30_000)
    assert dialog.send.isEnabled()
    assert rows(dialog) == [first, second]


def test_what_waits_is_exported(
    bench: Bench, tmp_path: Path, who: actions.Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = wait_for(AWAY, "C-01", who)
    dest = tmp_path / "waiting.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(dest), ""))
    dialog = opened(bench)
    dialog.export.click()
    assert "Saved waiting.json" in dialog.strip.text
    (one,) = json.loads(dest.read_text("utf-8"))["waiting"]
    assert one["entry"] == new.event_id


def test_what_waits_for_the_selected_study_is_set_aside_with_a_reason(
    bench: Bench, who: actions.Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait_for(AWAY, "C-01", who)
    wait_for(AWAY.replace("screen", "other"), "C-02", who)
    dialog = opened(bench)
    assert not dialog.set_aside.isEnabled()  # nothing is selected, and all can be read
    dialog.entries.setCurrentRow(1)
    monkeypatch.setattr(ReasonDialog, "ask", lambda *_: None)
    dialog.set_aside.click()
    assert len(rows(dialog)) == 2
    asked: list[str] = []

    def ask(_: object, _title: str, question: str, *_more: object) -> str:
        asked.append(question)
        return "Entered again"

    monkeypatch.setattr(ReasonDialog, "ask", ask)
    dialog.set_aside.click()
    assert "#other" in asked[0]
    (left,) = waiting(UserDatabase())
    assert left.address == AWAY
    assert len(rows(dialog)) == 1
    with UserDatabase().reading() as db:
        assert db is not None
        assert db.execute("SELECT reason, operator FROM set_aside").fetchall() == [
            ("Entered again", bench.controller.who.operator)
        ]


def test_a_damaged_file_is_named_with_a_way_and_settled(
    qtbot: QtBot, five_runs: Path, who: actions.Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait_for(AWAY, "C-01", who)
    path = UserDatabase().path
    path.write_bytes(b"no database" + path.read_bytes()[12:])
    assert waiting(UserDatabase()) == ()
    bench = Bench(five_runs, qtbot, ask=False, tabs=False)
    strip = bench.window.message_strip
    assert "was damaged" in strip.text
    assert [each.text() for each in strip.buttons] == ["Waiting entries…", "Close"]
    strip.buttons[0].click()
    (dialog,) = bench.window.findChildren(WaitingEntriesDialog)
    assert rows(dialog)[0].startswith("Damaged and kept: ")
    monkeypatch.setattr(ReasonDialog, "ask", lambda *_: "Entered again")
    dialog.set_aside.click()
    assert rows(dialog) == ["Nothing waits on this computer."]
    assert UserDatabase().damaged_files() == ()
    bench.close()

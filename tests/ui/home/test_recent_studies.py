"""Recent studies on the home screen: the cached state is marked as such until the study has been read."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from homes import home, preferences, study
from PySide6.QtCore import QSettings

from kgdesk import actions
from kgdesk.actions import Operator, importing
from kgdesk.actions import workspace as workspaces
from kgdesk.errors import ServerAway
from kgdesk.model.study.settings import Settings
from kgdesk.ui.home import list_filler
from kgdesk.ui.home.study_list import RUNS, STATE
from kgdesk.ui.widgets.theme import palette_of
from tests.posix_only import KILLED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pgserver import Server
    from pytestqt.qtbot import QtBot

    from kgdesk.ui.home.home_window import HomeWindow
    from kgdesk.ui.session.preferences import Preferences

__all__ = ["home", "preferences"]  # fixtures


def runs(home: HomeWindow) -> list[str]:
    return [item.text(RUNS) for item in home.studies.items()]


def states(home: HomeWindow) -> list[str]:
    return [item.text(STATE) for item in home.studies.items()]


def is_marked(home: HomeWindow) -> bool:
    (line,) = home.studies.items()
    return line.foreground(RUNS).color().name() == palette_of(home).muted.lower()


def test_a_state_that_nobody_has_read_is_marked_until_it_is(
    qtbot: QtBot, home: HomeWindow, preferences: Preferences
) -> None:
    path = study(preferences.workspace / "Couplings", "Suzuki", 3)
    preferences.add_recent(path, "Suzuki", 0, 40)  # as the window wrote it on opening, before it was killed
    home.list_filler.refresh()
    assert runs(home) == ["0 of 40"]
    assert is_marked(home)
    (line,) = home.studies.items()
    assert line.toolTip(RUNS).startswith("Last read ")
    qtbot.waitUntil(lambda: runs(home) == ["3 of 40"])
    assert not is_marked(home)
    assert [(r.done, r.budget) for r in preferences.recent()] == [(3, 40)]


def test_after_a_window_was_killed_the_list_says_what_the_file_holds(
    qtbot: QtBot, home: HomeWindow, preferences: Preferences
) -> None:
    path = study(preferences.workspace / "Couplings", "Suzuki", 0)
    settings = Path(QSettings("kgdesk", "kgdesk").fileName()).parents[1]
    with actions.open_study(path, Operator("MK"), read_only=True) as made:
        candidates = made.study.pool.ids[:2]
    child = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("killed_window.py")), str(path), *candidates],
        env={**os.environ, "XDG_CONFIG_HOME": str(settings)},
        check=False,
    )
    assert child.returncode == KILLED
    QSettings("kgdesk", "kgdesk").sync()
    assert [(r.path, r.done) for r in preferences.recent()] == [(str(path), 0)]
    home.list_filler.refresh()
    assert runs(home) == ["0 of 40"]
    qtbot.waitUntil(lambda: runs(home) == ["2 of 40"])


def test_a_study_outside_the_workspace_is_read_as_well_and_a_finished_one_says_so(
    qtbot: QtBot, home: HomeWindow, preferences: Preferences, tmp_path: Path
) -> None:
    path = study(tmp_path / "elsewhere", "Suzuki", 2)
    with actions.open_study(path, Operator("MK")) as session:
        actions.finish(session, "enough")
    preferences.add_recent(path, "Suzuki", 1, 40)
    home.list_filler.refresh()
    qtbot.waitUntil(lambda: (runs(home), states(home)) == (["2 of 40"], ["Finished"]))


def test_a_recent_study_that_cannot_be_read_says_so(
    qtbot: QtBot, home: HomeWindow, preferences: Preferences
) -> None:
    folder = preferences.workspace / "Crystals"
    folder.mkdir(parents=True)
    path = folder / "torn.kgstudy"
    path.write_text("no study", encoding="utf-8")
    preferences.add_recent(path, "torn", 3, 40)
    home.list_filler.refresh()
    qtbot.waitUntil(lambda: states(home) == ["cannot be read"])


# Studies on a server.


class SilentServer:
    """Server that accepts connections and never responds."""

    def __init__(self) -> None:
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.asked = threading.Event()
        self.links: list[socket.socket] = []
        self.closing = False
        self.thread = threading.Thread(target=self._accept)
        self.thread.start()

    def _accept(self) -> None:
        while True:
            self.links.append(self.socket.accept()[0])
            if self.closing:
                return
            self.asked.set()

    @property
    def address(self) -> str:
        return f"postgresql://kim@127.0.0.1:{self.socket.getsockname()[1]}/lab#screen"

    def close(self) -> None:
        self.closing = True
        # To shut a listening socket down ends the wait on Linux only.
        socket.create_connection(self.socket.getsockname()).close()
        self.thread.join()
        self.socket.close()
        for link in self.links:
            link.close()


def readers() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "kgdesk-server"]


@pytest.fixture
def silent() -> Iterator[SilentServer]:
    made = SilentServer()
    yield made
    made.close()
    for thread in readers():
        thread.join()


def test_a_silent_server_holds_up_neither_the_files_nor_the_end_of_the_window(
    qtbot: QtBot, home: HomeWindow, preferences: Preferences, silent: SilentServer
) -> None:
    path = study(preferences.workspace / "Couplings", "Suzuki", 3)
    preferences.add_recent(silent.address, "screen", 7, 40)
    preferences.add_recent(path, "Suzuki", 0, 40)
    home.list_filler.refresh()
    qtbot.waitUntil(lambda: runs(home)[0] == "3 of 40")
    qtbot.waitUntil(silent.asked.is_set)
    assert home.list_filler.servers.pending(silent.address)
    assert runs(home)[1] == "7 of 40"
    home.close()
    assert home.list_filler.servers.pending(silent.address)  # without waiting for the response


@pytest.mark.parametrize("silence", ["no server", "hangs up"])
def test_a_server_that_is_away_leaves_the_last_known_state_with_the_reason(
    qtbot: QtBot, home: HomeWindow, preferences: Preferences, silence: str
) -> None:
    made = SilentServer()
    address = made.address
    preferences.add_recent(address, "screen", 7, 40)
    if silence == "no server":
        made.close()
    home.list_filler.refresh()
    if silence == "hangs up":
        qtbot.waitUntil(made.asked.is_set)
        made.close()
    qtbot.waitUntil(lambda: not home.list_filler.servers.pending(address))
    qtbot.waitUntil(lambda: states(home) == ["server away"])
    (line,) = home.studies.items()
    assert runs(home) == ["7 of 40"]
    assert "server" in line.toolTip(STATE)
    assert is_marked(home)


def test_a_study_on_a_server_is_read_there_and_from_its_copy_while_the_server_is_away(
    qtbot: QtBot, home: HomeWindow, preferences: Preferences, server: Server, tmp_path: Path
) -> None:
    table = tmp_path / "a.csv"
    table.write_text("code,x\nA,1\nB,2\nC,3\n", encoding="utf-8")
    address = server.address("kim", "screen")
    pool = importing.read_pool(table, id="code")
    with actions.create_study(address, pool, Settings(title="screen", budget=40), Operator("Kim")) as session:
        actions.record(session, "A", "success")
        actions.record(session, "B", "failure")
    preferences.add_recent(address, "screen", 0, 40)
    home.list_filler.refresh()
    assert runs(home) == ["0 of 40"]
    qtbot.waitUntil(lambda: runs(home) == ["2 of 40"])
    assert workspaces.summary(address).as_of == ""
    server.stop()
    try:
        assert workspaces.summary(address).as_of.endswith("Z")
        preferences.update_recent(address, 1, 40)
        home.list_filler.refresh()
        assert runs(home) == ["1 of 40"]
        qtbot.waitUntil(lambda: (runs(home), states(home)) == (["2 of 40"], ["server away"]))
        assert is_marked(home)
        with pytest.raises(ServerAway):
            workspaces.summary(server.address("kim", "never seen here"))
    finally:
        server.start()


def test_a_fault_while_a_server_is_read_reaches_the_outermost_handler(
    qtbot: QtBot, home: HomeWindow, preferences: Preferences, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_place: str) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(list_filler.workspace, "summary", broken)
    preferences.add_recent("postgresql://kim@localhost/lab#screen", "screen", 7, 40)
    with qtbot.captureExceptions() as caught:
        home.list_filler.refresh()
        qtbot.waitUntil(lambda: bool(caught))
    assert caught[0][0] is ZeroDivisionError

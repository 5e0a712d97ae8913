"""Fixtures of window tests: offscreen, in English, in both themes if requested."""

from __future__ import annotations

import itertools
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "store"))
os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.pop("QT_STYLE_OVERRIDE", None)

from typing import TYPE_CHECKING

import pytest
from pgserver import prepared_server
from PySide6.QtCore import QEvent, QLocale, QSettings
from PySide6.QtWidgets import QApplication, QWidget

from kgdesk.actions import live_rehearsal
from kgdesk.rehearsal import workers
from kgdesk.ui.home.program import Program
from kgdesk.ui.pages.tabs import LazyTabs
from kgdesk.ui.session import refresher
from kgdesk.ui.session.compute_queue import ComputeQueue
from kgdesk.ui.session.io_queue import WriteQueue
from kgdesk.ui.widgets.stylesheet import LIGHT
from kgdesk.ui.widgets.theme import Theme, apply
from tests.ui import own_registry
from tests.ui.desks import FilledStudies, in_light, make_desk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from pgserver import Server
    from pytestqt.qtbot import QtBot

    from kgdesk.model.study.settings import Settings
    from kgdesk.ui.session.study_controller import StudyController
    from kgdesk.ui.widgets.stylesheet import Palette


def pytest_configure(config: pytest.Config) -> None:
    # The offscreen platform prints this about minimum sizes, popups and tooltips, whatever the program does.
    config.addinivalue_line("qt_log_ignore", "^This plugin does not support ")


#: Delay in milliseconds of calculations, writes and drawing, as KGDESK_LATE=100,0,0 or one number for all three. A test
#: that checks before it has waited may pass by chance; with one of the three delayed it hardly does.
LATE = [float(part) / 1000 for part in os.environ.get("KGDESK_LATE", "0").split(",")]


def _late(function: Callable[..., Any], seconds: float) -> Callable[..., Any]:
    def later(*given: Any) -> Any:
        time.sleep(seconds)
        return function(*given)

    return later


@pytest.fixture(autouse=True)
def _one_rehearsal_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rehearse in one process: two tests run at a time, and each process takes a second to start."""
    monkeypatch.setattr(workers, "cores", lambda: 1)


@pytest.fixture(autouse=True)
def _pages_on_demand(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the pages of a window when somebody turns to them, since all in idle time take a second or two.

    Tests marked ``pages_in_idle_time`` are about what the program does.
    """
    if request.node.get_closest_marker("pages_in_idle_time") is None:
        monkeypatch.setattr(LazyTabs, "begin", lambda tabs: tabs.currentChanged.connect(tabs.page_at))


@pytest.fixture(autouse=True)
def _late_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    if not any(LATE):
        return
    compute_queue, pen, picture = LATE if len(LATE) == 3 else 3 * LATE
    write, timed = WriteQueue.write, ComputeQueue._timed
    monkeypatch.setattr(WriteQueue, "write", lambda self, act, *more: write(self, _late(act, pen), *more))
    monkeypatch.setattr(
        ComputeQueue, "_timed", lambda self, ask, act: timed(self, ask, _late(act, compute_queue))
    )
    monkeypatch.setattr(refresher, "_BREATH_MS", max(4, round(1000 * picture)))


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    yield
    QLocale.setDefault(before)


@pytest.fixture(scope="session")
def _own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return new folders; pytest's own numbered ones take longer the more there are, for thousands of tests."""
    base = tmp_path_factory.mktemp("own")
    return (base / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def _own_settings(_own_folders: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the settings, logs and unfinished rehearsals of each test apart from the user's and those of other tests."""
    own = next(_own_folders)
    monkeypatch.setattr(live_rehearsal, "user_cache_dir", (own / "cache").joinpath)
    folder, share = str(own / "settings"), own / "share"
    share.mkdir(parents=True)
    (own / "settings").mkdir()
    monkeypatch.setenv("KGDESK_DATA", folder)
    monkeypatch.setenv("XDG_DATA_HOME", str(share))
    for form in (QSettings.Format.NativeFormat, QSettings.Format.IniFormat):
        QSettings.setPath(form, QSettings.Scope.UserScope, folder)
    own_registry.renew()


@pytest.fixture(autouse=True)
def _no_widgets_left() -> Iterator[None]:
    """Delete the windows of a test at its end, and then return to light, 100 %.

    A change of the theme styles all widgets anew, which takes a second for those of a main window.
    """
    before = QApplication.topLevelWidgets()
    yield
    app = QApplication.instance()
    if isinstance(app, QApplication):
        for widget in QApplication.topLevelWidgets():
            # A bare one belongs to a layout of graphics items, which measures the style with it.
            if widget not in before and widget.parent() is None and type(widget) is not QWidget:
                widget.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        themes = app.findChildren(Theme)
        assert len(themes) < 2, "each theme of the application draws rings around the focus"
        if themes:
            in_light(app)


@pytest.fixture
def german() -> None:
    QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))


@pytest.fixture
def program(qapp: QApplication, tmp_path: Path) -> Iterator[Program]:
    """Yield the program around the windows, with a workspace of its own."""
    made = Program(qapp, "MK")
    made.preferences.workspace = tmp_path / "work"
    yield made
    made.close()
    made.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def compute_queue(qapp: QApplication) -> Iterator[ComputeQueue]:
    made = ComputeQueue(qapp)
    yield made
    made.stop()
    made.deleteLater()


@pytest.fixture
def settings() -> Settings | None:
    """Return the settings for the study of `controller`; test folders may override them."""
    return None


@pytest.fixture(scope="session")
def filled_studies(tmp_path_factory: pytest.TempPathFactory) -> FilledStudies:
    return FilledStudies(lambda: tmp_path_factory.mktemp("filled"))


@pytest.fixture
def controller(
    tmp_path: Path,
    compute_queue: ComputeQueue,
    settings: Settings | None,
    qtbot: QtBot,
    filled_studies: FilledStudies,
) -> Iterator[StudyController]:
    """Open a study of 40 candidates and 8 runs with its advice computed."""
    made = make_desk(filled_studies.copied(tmp_path / "lab", settings), compute_queue, qtbot)
    yield made
    made.close()


@pytest.fixture(params=["light", "dark"])
def look(request: pytest.FixtureRequest, qapp: QApplication) -> Palette:
    """Apply each theme to the application."""
    if request.param == "dark":
        return apply(qapp, "dark")
    in_light(qapp)
    return LIGHT


@pytest.fixture
def light(qapp: QApplication) -> Palette:
    in_light(qapp)
    return LIGHT


@pytest.fixture
def dark(qapp: QApplication) -> Palette:
    return apply(qapp, "dark")


@pytest.fixture(autouse=True)
def _rehearsals_wait_for_their_button(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test start a rehearsal of the plan that it does not ask for."""
    monkeypatch.setattr("kgdesk.ui.new_study.plan_rehearsal.DELAY", 10**8)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """Start a prepared server with the user kim; skip the tests that need it if PostgreSQL is not installed."""
    with prepared_server("kim") as made:
        yield made

"""Count the files that one recorded outcome passes through, from the key to the disk and back to the strip.

``PYTHONPATH=. python tests/bench/count_walk.py`` opens a window, presses F8 and Enter, and prints how many files of
kgdesk are called meanwhile and how often a call goes to another file than the one before in its thread. ``--route``
lists the files in the order of their first call. The compute thread does not count: it is not on the way to the disk.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench_confirm import make_study
from PySide6.QtCore import QEventLoop, QSettings, Qt, QTimer
from PySide6.QtTest import QTest

import kgdesk
from kgdesk import actions
from kgdesk.ui.home.main import application
from kgdesk.ui.session.compute_queue import ComputeQueue
from kgdesk.ui.session.study_controller import StudyController
from kgdesk.ui.widgets.theme import Theme
from kgdesk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

_ROOT = f"{Path(kgdesk.__file__).parent}{os.sep}"


class CallRecorder:
    """Record the calls of functions of kgdesk, thread by thread; install it before the threads start."""

    def __init__(self) -> None:
        self.on = False
        self.files: dict[str, int] = {}  # calls by file, in the order of the first one
        self.hops = 0
        self._last: dict[int, str] = {}

    def install(self) -> None:
        """Watch this thread and all that start from now on."""
        threading.setprofile(self._note)
        sys.setprofile(self._note)

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        name = frame.f_code.co_filename
        if not self.on or event != "call" or not name.startswith(_ROOT):
            return
        thread = threading.current_thread()
        if thread.name.startswith("kgdesk-compute"):
            return
        file = name.removeprefix(_ROOT)
        self.files[file] = self.files.get(file, 0) + 1
        before = self._last.get(thread.native_id or 0)
        self.hops += before is not None and before != file
        self._last[thread.native_id or 0] = file


def _wait(until: Callable[[], bool]) -> None:
    loop, looks = QEventLoop(), QTimer(interval=5)
    looks.timeout.connect(lambda: loop.quit() if until() else None)
    looks.start()
    loop.exec()


def main() -> None:
    """Record one outcome and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--route", action="store_true", help="list the files in the order of their first call"
    )
    args = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    recorder = CallRecorder()
    recorder.install()
    with tempfile.TemporaryDirectory() as name:
        os.environ["KGDESK_DATA"] = os.environ["XDG_DATA_HOME"] = name
        for form in (QSettings.Format.NativeFormat, QSettings.Format.IniFormat):
            QSettings.setPath(form, QSettings.Scope.UserScope, name)
        app, compute_queue = application(), ComputeQueue()
        theme = app.findChild(Theme) or Theme(app)
        theme.apply("light", 1.0)
        session = actions.open_study(make_study(Path(name)), actions.Operator("MK", "bench"))
        window = MainWindow(StudyController(session, compute_queue), theme)
        window.tabs.setCurrentIndex(0)
        window.show()
        window.controller.advice.ask()
        _wait(lambda: bool(window.controller.advice.trajectory))
        begun = time.monotonic()
        _wait(
            lambda: window.controller.refresher.idle and time.monotonic() - begun > 5.0
        )  # backup and plots are done
        recorder.on = True
        QTest.keyClick(window, Qt.Key.Key_F8)
        QTest.keyClick(window.panel.strip.record, Qt.Key.Key_Return)
        _wait(lambda: window.panel.control.entry.state == "recorded")
        recorder.on = False
        window.close()
        compute_queue.stop()
    if args.route:
        print(*(f"{calls:6d}  {file}" for file, calls in recorder.files.items()), sep="\n")
    print(
        f"{len(recorder.files)} files, {recorder.hops} changes of file, {sum(recorder.files.values())} calls"
    )


if __name__ == "__main__":
    main()

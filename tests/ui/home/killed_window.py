"""Open a window, record some outcomes, and kill the process: `python killed_window.py STUDY CANDIDATE...`."""

from __future__ import annotations

import os
import sys

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from kgdesk import actions
from kgdesk.ui.home.program import Program

app = QApplication(sys.argv[:1])
program = Program(app, "MK")
program.show_study(actions.open_study(sys.argv[1], actions.Operator("MK")))
controller = program.window.controller  # type: ignore[union-attr]
for candidate in sys.argv[2:]:
    controller.do(actions.record, candidate, "success", advice=None, token="")
controller.settle()
QSettings("kgdesk", "kgdesk").sync()  # write the window's settings to disk
os.kill(os.getpid(), 9)

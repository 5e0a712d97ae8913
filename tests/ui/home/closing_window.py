"""Run the program on a study and close its window while the first kernels are compiled: ``closing_window.py STUDY``.

Prints "closing" when it closes the window.
"""

from __future__ import annotations

import sys

from PySide6.QtCore import QTimer

from kgdesk.ui.home.main import application, run
from kgdesk.ui.home.program import Program


def close_while_compiling() -> None:
    program = app.findChild(Program)
    if program is not None and program.window is not None and not program.preparation.ended:
        timer.stop()
        print("closing", flush=True)
        app.closeAllWindows()


app = application(sys.argv[:1])
timer = QTimer(app)
timer.timeout.connect(close_while_compiling)
timer.start(20)
sys.exit(run(sys.argv[1], "MK"))

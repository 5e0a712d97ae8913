"""Laid beside the modules of the installed program for a proof: lets the program report where its widgets are.

Windows has no module ``pwd``, and Python's own modules try to import it. It changes no file of the program.
"""

import _thread
import os
import sys
import time


def _start() -> None:
    while "kgdesk.ui.home" not in sys.modules:
        time.sleep(0.05)
    import sitecustomize  # noqa: F401, PLC0415 - the reporter, laid beside this file


if os.environ.get("KGDESK_SPY"):
    _thread.start_new_thread(_start, ())
raise ImportError("no module of Windows")

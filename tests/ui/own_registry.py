"""A branch of its own in Windows' registry for the settings of a test: `QSettings.setPath` does not move them there.

Processes that a test starts have the user's own branch.
"""

from __future__ import annotations

import os
import sys

if sys.platform == "win32":
    import atexit
    import ctypes
    import winreg

    _USER = ctypes.c_void_p(winreg.HKEY_CURRENT_USER)
    _BRANCH = rf"Software\kgdesk-tests-{os.getpid()}"
    _API = ctypes.WinDLL("advapi32")

    def _remove() -> None:
        _API.RegOverridePredefKey(_USER, None)
        _API.RegDeleteTreeW(_USER, _BRANCH)

    atexit.register(_remove)


def renew() -> None:
    """Have this process see an empty branch as the settings of the user, on Windows; elsewhere do nothing."""
    if sys.platform == "win32":
        _remove()
        with winreg.CreateKey(winreg.HKEY_CURRENT_USER, _BRANCH) as branch:
            if _API.RegOverridePredefKey(_USER, ctypes.c_void_p(int(branch))):
                raise OSError(f"the user's settings are not kept apart from those of the test in {_BRANCH}")

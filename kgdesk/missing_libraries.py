"""Qt, and the libraries and fonts that it needs: a sentence that says what is missing and how to get it.

A machine that opens no window may do without Qt (`requirements-headless.txt`). A wheel of Qt brings its own libraries
but not those of the system, and a bare Linux lacks some of them. The package names below are those of Debian 12 and 13
and of Ubuntu 22.04 and 24.04; README.md gives the same lines.
"""

from __future__ import annotations

import ctypes
import re
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from kgdesk.errors import KgdeskError
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

#: Packages for everything that Qt draws: windows, PDF files, pictures.
DRAWING = (
    "libegl1 libgl1 libglib2.0-0 libxkbcommon0 libdbus-1-3 libfontconfig1 libgssapi-krb5-2 fonts-dejavu-core"
)
#: Packages for a window on an X11 screen, beside those for drawing.
SCREEN = (
    "libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-render-util0 libxcb-shape0 "
    "libxcb-xinerama0"
)

#: Packages of Python without which nothing is drawn, by the modules that they bring.
PACKAGES = {"PySide6": "PySide6-Essentials", "shiboken6": "PySide6-Essentials", "pyqtgraph": "pyqtgraph"}

_MISSING = re.compile(r"(\S+\.so[.\d]*): cannot open shared object file")


def is_qt_installed() -> bool:
    """Return whether the packages of `PACKAGES` are installed; whether they can be loaded is another question."""
    try:
        return all(find_spec(module) is not None for module in PACKAGES)
    except ModuleNotFoundError:
        return False


def missing_library(cause: ImportError | OSError) -> KgdeskError | None:
    """Return the refusal that names the missing package or library; None if the error has another cause.

    Parameters
    ----------
    cause
        What Python or the dynamic linker says when a module of Qt is imported, or a plugin of it is loaded.
    """
    if isinstance(cause, ModuleNotFoundError) and (cause.name or "").partition(".")[0] in PACKAGES:
        return KgdeskError(
            phrase(
                "The window, PDF files and pictures need packages that are not installed here: pip install {packages}.",
                packages=" ".join(dict.fromkeys(PACKAGES.values())),
            )
        )
    found = _MISSING.match(str(cause))
    if found is None and "PySide6" in str(cause):
        # A module of Qt whose own imports fail does not hand their reason on: the lowest module says it.
        try:
            import_module("PySide6.QtCore")
        except ImportError as reason:
            found = _MISSING.match(str(reason))
    if found is None:
        return None
    return KgdeskError(
        phrase(
            "This computer lacks {library}, a system library that the window, PDF files and pictures need. On Debian "
            "and Ubuntu: sudo apt-get install {packages}. Elsewhere install the package that has this library.",
            library=found[1],
            packages=f"{DRAWING} {SCREEN}",
        )
    )


def check_plugins(plugins: Iterable[Path]) -> None:
    """Check that at least one of Qt's platform plugins finds its libraries; Qt would abort the process otherwise.

    Raises
    ------
    KgdeskError
        None of them does; the message names what the first one lacks.
    """
    first: KgdeskError | None = None
    for plugin in plugins:
        try:
            ctypes.CDLL(str(plugin))
        except OSError as cause:
            first = first or missing_library(cause)
        else:
            return
    if first is not None:
        raise first


def check_fonts() -> None:
    """Check that there is a font with letters; without any, Qt draws each letter as an empty box.

    A QGuiApplication must exist. The list of font families does not tell: it holds the aliases of fontconfig as well.

    Raises
    ------
    KgdeskError
        There is none.
    """
    qt = import_module("PySide6.QtGui")
    if not qt.QFontMetricsF(qt.QFont()).inFontUcs4(ord("A")):
        raise KgdeskError(
            phrase(
                "This computer has no font, so that no text can be shown or printed. On Debian and Ubuntu: sudo "
                "apt-get install {packages}. Elsewhere install a font.",
                packages=DRAWING,
            )
        )

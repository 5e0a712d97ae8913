"""The language of the process, which all windows and commands in it share."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def language_kept() -> Iterator[None]:
    """Restore the language at the end. The language at the beginning must be one without translators, as in English.

    A fixture of a module that sets a language needs this too: it is set up before the one that does so for each test.
    """
    core = sys.modules.get("PySide6.QtCore")
    running = core.QCoreApplication.instance() if core is not None else None
    language, locale = (running.property("kgdesk.language"), core.QLocale()) if running else (None, None)
    if running is not None:
        assert language in {None, "en", "system"} or running.findChildren(core.QTranslator), (
            "its translators are gone"
        )
    yield
    core = sys.modules.get("PySide6.QtCore")
    running = core.QCoreApplication.instance() if core is not None else None
    if running is None or running.property("kgdesk.language") == language:
        return
    for translator in running.findChildren(core.QTranslator):
        running.removeTranslator(translator)
        translator.setParent(None)
    running.setProperty("kgdesk.language", language)
    core.QLocale.setDefault(locale or core.QLocale.system())

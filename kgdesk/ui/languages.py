"""The languages of the window: which there are, and how the program changes from one to another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator

from kgdesk.bundled import resource
from kgdesk.errors import KgdeskError

if TYPE_CHECKING:
    from PySide6.QtCore import QCoreApplication

Language = Literal["system", "en", "de"]

#: Each language as its own speakers write it; ``system`` is worded by the menu.
LANGUAGES: Final[dict[Language, str]] = {"en": "&English", "de": "&Deutsch"}
_SPOKEN = "kgdesk.language"


def speak(app: QCoreApplication, language: Language) -> None:
    """Let the windows that are made from now on speak a language; those that stand keep theirs.

    Where the language is another than that of the computer, numbers and dates follow the language.
    """
    spoken = app.property(_SPOKEN)
    if spoken == language:
        return
    app.setProperty(_SPOKEN, language)
    if spoken is not None or language != "system":
        QLocale.setDefault(locale_of(language))
    for old in app.findChildren(QTranslator):
        app.removeTranslator(old)
        old.deleteLater()
    load_translators(app, QLocale())


def follow(app: QCoreApplication, language: Language) -> None:
    """Speak a language that was chosen since the last window was made."""
    if (app.property(_SPOKEN) or "system") != language:
        speak(app, language)


def locale_of(language: Language) -> QLocale:
    """Return how a language writes numbers and dates: as this computer does, if it speaks that language."""
    system = QLocale.system()
    return system if language in {"system", code(system)} else QLocale(language)


def code(locale: QLocale) -> str:
    """Return the language that a person wants to read: the first that their computer names, as ``de``."""
    wanted = locale.uiLanguages()
    return wanted[0].split("-")[0] if wanted else "en"


def load_translators(app: QCoreApplication, locale: QLocale) -> None:
    """Load Qt's own words and ours in the first language of a locale, where there are such.

    The second language of a person is not looked for: one who puts English first wants no German window.
    """
    folders = [("qtbase", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))]
    if code(locale) != "en":
        folders += _own_folder()
    for name, folder in folders:
        translator = QTranslator(app)
        if translator.load(f"{name}_{code(locale)}", folder):
            app.installTranslator(translator)


def known(name: str) -> Language:
    """Return a remembered choice; what is no language means that of the system."""
    return name if name in LANGUAGES else "system"


def _own_folder() -> list[tuple[str, str]]:
    try:
        return [("kgdesk", str(resource("translations")))]
    except KgdeskError:  # an incomplete installation still speaks English
        return []

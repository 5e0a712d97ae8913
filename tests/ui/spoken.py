"""Languages for tests: German, and a pseudo-language with longer texts in brackets; checks of windows in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Self

from PySide6.QtCore import QLocale, Qt, QTranslator
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenuBar,
    QTabWidget,
    QWidget,
)

from kgdesk.paths import resource_path

if TYPE_CHECKING:
    from collections.abc import Iterator

OPEN, CLOSE = "⟦", "⟧"
_ACCENTS = str.maketrans("aeiouAEIOUcnsy", "áéíöüÁÉÍÖÜçñšý")
_KEYS_AND_PATHS = re.compile(r"\b(F\d+|Ctrl|Shift|Alt|Esc|Enter|Return|Del)\b|(?:[A-Z]:|~)?[/\\\\][^\s“”]+")
_FIELD = re.compile(r"(\{[^{}]*\}|&.)")


class Longer(QTranslator):
    """Pseudo-translation: texts in brackets, accented and 40 % longer; fields, mnemonics and file filters are kept."""

    def translate(self, _context: str, source: str, _note: str | None = None, _count: int = -1) -> str:
        if "(*" in source:
            return source
        parts = _FIELD.split(source)
        words = "".join(p if _FIELD.fullmatch(p) else p.translate(_ACCENTS) for p in parts)
        more = (
            " ".join(["ñññ"] * (len(source) * 2 // 20)) if len(source) > 20 else "ñ" * (len(source) * 2 // 5)
        )
        return f"{OPEN}{words}{' ' if len(source) > 20 else ''}{more}{CLOSE}"

    def isEmpty(self) -> bool:
        return False


class Spoken:
    """Language for the duration of a test.

    Parameters
    ----------
    name
        ``en``, ``de``, ``longer``, or ``reversed``: English from right to left.
    """

    def __init__(self, name: str, app: QApplication) -> None:
        self.name, self._app = name, app
        self._translator: QTranslator | None = None
        self._before = QLocale()

    def __enter__(self) -> Self:
        if self.name == "de":
            QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))
            self._translator = QTranslator()
            assert self._translator.load("kgdesk_de", str(resource_path("translations")))
        elif self.name == "longer":
            self._translator = Longer()
        elif self.name == "reversed":
            self._app.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        if self._translator is not None:
            self._app.installTranslator(self._translator)
        return self

    def __exit__(self, *_: object) -> None:
        if self._translator is not None:
            self._app.removeTranslator(self._translator)
        self._app.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        QLocale.setDefault(self._before)


def words_of(widget: QWidget) -> Iterator[tuple[str, str]]:
    """Return every visible text inside a widget, with the name of the widget that displays it."""
    for part in widget.findChildren(QWidget):
        if not part.isVisible():
            continue
        name = part.objectName() or type(part).__name__
        if isinstance(part, QLabel | QAbstractButton):
            yield name, part.text()
        elif isinstance(part, QComboBox):
            yield name, part.currentText()
        elif isinstance(part, QGroupBox):
            yield name, part.title()
        elif isinstance(part, QLineEdit):
            yield name, part.placeholderText()
        elif isinstance(part, QTabWidget):
            for place in range(part.count()):
                yield name, part.tabText(place)
        if part.toolTip():
            yield f"{name} (tip)", part.toolTip()
        if part.accessibleName():
            yield f"{name} (name)", part.accessibleName()


def untranslated(widget: QWidget, data: set[str]) -> list[str]:
    """Return the untranslated texts on screen: words outside the brackets that are neither numbers nor user data."""
    found = []
    for name, text in words_of(widget):
        rest = _KEYS_AND_PATHS.sub(" ", _outside(text))
        for known in sorted(data, key=len, reverse=True):
            rest = rest.replace(known, " ")
        if re.search(r"[A-Za-z]{2,}", rest):
            found.append(f"{name}: {text!r}")
    return found


def _outside(text: str) -> str:
    kept, depth = [], 0
    for letter in text:
        depth += letter == OPEN
        if depth == 0:
            kept.append(letter)
        depth -= letter == CLOSE and depth > 0
    return "".join(kept)


def doubled(widget: QWidget) -> list[str]:
    """Return the visible widgets and menus that share an Alt mnemonic with another one."""
    seen: dict[str, list[str]] = {}
    texts = [part.text() for part in widget.findChildren(QAbstractButton) if part.isVisible()]
    texts += [
        part.text() for part in widget.findChildren(QLabel) if part.isVisible() and part.buddy() is not None
    ]
    for bar in widget.findChildren(QMenuBar):
        texts += [action.text() for action in bar.actions()]
    for text in texts:
        letter = re.search(r"&(.)", text.replace("&&", ""))
        if letter is not None:
            seen.setdefault(letter[1].casefold(), []).append(text)
    return [f"Alt+{letter}: {texts}" for letter, texts in seen.items() if len(texts) > 1]


def overlaps(widget: QWidget) -> list[str]:
    """Return the labels and buttons of one parent that overlap."""
    found = []
    for parent in [widget, *widget.findChildren(QWidget)]:
        parts = [
            part
            for part in parent.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
            if part.isVisible() and isinstance(part, QLabel | QAbstractButton | QComboBox)
        ]
        found += [
            f"{one.objectName()} {other.objectName()}"
            for place, one in enumerate(parts)
            for other in parts[:place]
            if one.geometry().intersects(other.geometry())
        ]
    return found

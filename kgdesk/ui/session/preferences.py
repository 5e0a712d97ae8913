"""User preferences and window geometry, stored in QSettings; recent studies, in the database of the user."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QByteArray, QRect, QSettings, QSize, QStandardPaths
from PySide6.QtGui import QGuiApplication

from kgdesk.actions.opening import unsafe_folder_reason
from kgdesk.actions.recents import (
    MOST_RECENT,
    RecentStudy,
    keep_recent,
    move_recent,
    recent_studies,
    renew_recent,
)
from kgdesk.ui.text.translate import language_or_system

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.ui.text.translate import Language
    from kgdesk.ui.widgets.theme import Scheme

#: Text sizes offered, in percent.
SCALES = (100, 125, 150, 200)
#: Probability contents of credible ranges offered, in percent; the first is the default.
RANGES = (90, 80, 50)
_NAME = "kgdesk"
_SCHEMES = ("light", "dark", "contrast", "system")


class Preferences:
    """The user's preferences; each is written as soon as it is set.

    Parameters
    ----------
    store
        Where they are stored; this user's QSettings by default.

    Notes
    -----
    A single value is read once and cached; a set value is written through. The lists of studies and exports are
    re-read each time, because another kgdesk process writes them too. Create one object per program and
    pass it on.
    """

    def __init__(self, store: QSettings | None = None) -> None:
        self._store = store or QSettings(_NAME, _NAME)
        self._read: dict[str, str] = {}

    def recent(self) -> tuple[RecentStudy, ...]:
        """Return the recent studies, newest first; those with a missing file are included."""
        return recent_studies()

    def add_recent(self, path: str | Path, title: str, done: int, budget: int, last_entry: str = "") -> None:
        """Put a study at the top of the recent ones, with its present progress."""
        keep_recent(RecentStudy(str(path), title, done, budget, last_entry, _now()))

    def update_recent(
        self,
        path: str | Path,
        done: int,
        budget: int,
        last_entry: str = "",
        *,
        seen_at: str = "",
        best: tuple[str, float] = ("", 0.0),
        can_stop: bool = False,
    ) -> None:
        """Update a recent study without moving it in the list; `seen_at` is now by default.

        `best` has the best candidate and its expected success.
        """
        seen = seen_at or _now()
        renew_recent(RecentStudy(str(path), "", done, budget, last_entry, seen, *best, can_stop))

    def move_recent(self, old: str, new: str) -> None:
        """Change the path of a recent study whose file was found elsewhere."""
        move_recent(old, new)

    @property
    def operator(self) -> str:
        """Remembered name of the operator; empty if none."""
        return self._text("operator")

    @operator.setter
    def operator(self, name: str) -> None:
        self._put("operator", name.strip())

    @property
    def scheme(self) -> Scheme:
        """Colour scheme: light, dark, contrast, or system."""
        stored = self._text("scheme")
        return cast("Scheme", stored) if stored in _SCHEMES else "system"

    @scheme.setter
    def scheme(self, scheme: Scheme) -> None:
        self._put("scheme", scheme)

    @property
    def face(self) -> str:
        """Face of the window on this computer: bench or study."""
        return "bench" if self._text("face") == "bench" else "study"

    @face.setter
    def face(self, face: str) -> None:
        self._put("face", face)

    @property
    def language(self) -> Language:
        """Language of the user interface, or "system"."""
        return language_or_system(self._text("language"))

    @language.setter
    def language(self, language: Language) -> None:
        self._put("language", language)

    @property
    def text_scale(self) -> float:
        """Text size factor, 1.0 to 2.0."""
        try:
            return min(max(float(self._text("text_scale")), 1.0), 2.0)
        except ValueError:
            return 1.0

    @text_scale.setter
    def text_scale(self, scale: float) -> None:
        self._put("text_scale", repr(float(scale)))

    @property
    def range_level(self) -> float:
        """Probability content of credible ranges in plots and tables, 0..1; one of `RANGES`."""
        text = self._text("ranges")
        return next((each / 100 for each in RANGES if str(each) == text), RANGES[0] / 100)

    @range_level.setter
    def range_level(self, level: float) -> None:
        self._put("ranges", str(round(100 * level)))

    @property
    def scan_prefix(self) -> str:
        """Prefix that the barcode scanner types before each code; stripped from scans."""
        return self._text("scan_prefix")

    @scan_prefix.setter
    def scan_prefix(self, prefix: str) -> None:
        self._put("scan_prefix", prefix.strip())

    @property
    def workspace(self) -> Path:
        """The folder of projects; ``kgdesk`` in the user's documents until another one is chosen.

        Documents on a network share or in a synchronised folder (OneDrive) are unsafe for studies: then it is
        ``kgdesk`` in the home folder.
        """
        chosen = self._text("workspace")
        if chosen:
            return Path(chosen)
        documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        usual = Path(documents or Path.home()) / _NAME
        return Path.home() / _NAME if unsafe_folder_reason(usual / "study") else usual

    @workspace.setter
    def workspace(self, folder: str | Path) -> None:
        self._put("workspace", str(folder))

    @property
    def server(self) -> str:
        """Address of the last server used, without password."""
        return self._text("server")

    @server.setter
    def server(self, address: str) -> None:
        self._put("server", address)

    def export_choice(self, study: str | Path) -> dict[str, str]:
        """Return how a study was last exported: ``kind`` and ``folder``; empty if never."""
        stored = self._list("exports")
        return next((_texts(e) for e in stored if e.get("study") == str(study)), {})

    def keep_export_choice(self, study: str | Path, kind: str, folder: str | Path) -> None:
        """Remember how a study was exported."""
        others = [e for e in self._list("exports") if e.get("study") != str(study)]
        new = {"study": str(study), "kind": kind, "folder": str(folder)}
        self._put("exports", json.dumps([new, *others][: 4 * MOST_RECENT]))

    def keep_geometry(self, window: QWidget, name: str) -> None:
        """Remember position and size of a window."""
        self._put(f"window/{name}", window.saveGeometry())

    def restore_geometry(self, window: QWidget, name: str) -> bool:
        """Restore a window's position and size, clamped to an existing screen. Return False if none is stored."""
        stored = self._store.value(f"window/{name}")
        if not isinstance(stored, QByteArray) or not window.restoreGeometry(stored):
            return False
        screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
        window.setGeometry(clamped(window.geometry(), screens))
        return True

    def _text(self, key: str) -> str:
        if key not in self._read:
            self._read[key] = self._stored(key)
        return self._read[key]

    def _stored(self, key: str) -> str:
        value = self._store.value(key, "")
        return value if isinstance(value, str) else ""

    def _put(self, key: str, value: str | QByteArray) -> None:
        self._store.setValue(key, value)
        self._read.pop(key, None)

    def _list(self, key: str) -> list[dict[str, Any]]:
        """Return a list stored as JSON; malformed content is ignored."""
        try:
            stored = json.loads(self._stored(key) or "[]")
        except ValueError:
            return []
        return [e for e in stored if isinstance(e, dict)] if isinstance(stored, list) else []


#: Width and height in pixels that the frame and the title bar of a window take.
_FRAME = QSize(16, 40)


def first_size(window: QWidget, usual: QSize) -> None:
    """Give a window without a stored size its usual one, or what its screen has room for."""
    room = window.screen().availableGeometry().size() - _FRAME
    window.resize(usual.boundedTo(room))


def clamped(window: QRect, screens: list[QRect]) -> QRect:
    """Return the rectangle moved and shrunk into the screen that shows most of it, else into the first."""
    if not screens:
        return window

    def area(screen: QRect) -> int:
        visible_area = screen.intersected(window)
        return max(visible_area.width(), 0) * max(visible_area.height(), 0)

    screen = max(screens, key=area)
    width, height = min(window.width(), screen.width()), min(window.height(), screen.height())
    left = min(max(window.left(), screen.left()), screen.left() + screen.width() - width)
    top = min(max(window.top(), screen.top()), screen.top() + screen.height() - height)
    return QRect(left, top, width, height)


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _texts(stored: dict[str, Any]) -> dict[str, str]:
    return {key: value for key, value in stored.items() if isinstance(value, str)}

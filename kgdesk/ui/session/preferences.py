"""User preferences, recent studies and window geometry, stored in QSettings."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QByteArray, QRect, QSettings, QStandardPaths
from PySide6.QtGui import QGuiApplication

from kgdesk.actions.opening import unsafe_folder_reason
from kgdesk.ui.text.translate import language_or_system

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.ui.text.translate import Language
    from kgdesk.ui.widgets.theme import Scheme

#: Number of recent studies in the list.
MOST_RECENT = 12
#: Text sizes offered, in percent.
SCALES = (100, 125, 150, 200)
#: Probability contents of credible ranges offered, in percent; the first is the default.
RANGES = (90, 80, 50)
_NAME = "kgdesk"
_SCHEMES = ("light", "dark", "contrast", "system")


@dataclass(frozen=True, slots=True)
class Recent:
    """An entry of the list of recent studies.

    Parameters
    ----------
    path
        Path of the file, which may be missing, or its address on a server.
    title
        Title of the study.
    done, budget
        Recorded and planned runs when last read.
    last_entry
        ISO 8601 time of its newest entry; empty if unknown.
    seen_at
        ISO 8601 time with ``Z`` when the study was last read; empty if unknown.
    """

    path: str
    title: str
    done: int
    budget: int
    last_entry: str = ""
    seen_at: str = ""

    @property
    def on_server(self) -> bool:
        """Whether the study is on a server."""
        return "://" in self.path

    @property
    def place(self) -> str:
        """The folder of the file, or the server address."""
        return self.path if self.on_server else str(Path(self.path).parent)

    @property
    def missing(self) -> bool:
        """Whether the file does not exist. Always False for a study on a server."""
        try:
            return not self.on_server and not Path(self.path).is_file()
        except (OSError, ValueError):
            return True


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

    def recent(self) -> tuple[Recent, ...]:
        """Return the recent studies, newest first; those with a missing file are included."""
        return tuple(map(_recent, self._list("recent")))

    def add_recent(self, path: str | Path, title: str, done: int, budget: int, last_entry: str = "") -> None:
        """Put a study at the top of the recent ones, with its present progress."""
        new = Recent(str(path), title, done, budget, last_entry, _now())
        self._keep([new, *(old for old in self.recent() if old.path != new.path)])

    def update_recent(
        self, path: str | Path, done: int, budget: int, last_entry: str = "", *, seen_at: str = ""
    ) -> None:
        """Update the progress of a recent study without moving it in the list; `seen_at` is now by default."""
        seen_at = seen_at or _now()

        def renewed(old: Recent) -> Recent:
            return replace(old, done=done, budget=budget, last_entry=last_entry, seen_at=seen_at)

        self._keep([renewed(r) if r.path == str(path) else r for r in self.recent()])

    def move_recent(self, old: str, new: str) -> None:
        """Change the path of a recent study whose file was found elsewhere."""
        others = [r for r in self.recent() if r.path != new]
        self._keep([replace(r, path=new) if r.path == old else r for r in others])

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

    def _keep(self, studies: list[Recent]) -> None:
        self._put("recent", json.dumps([asdict(study) for study in studies[:MOST_RECENT]]))

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


def _recent(stored: dict[str, Any]) -> Recent:
    numbers = [stored.get(key) for key in ("done", "budget")]
    done, budget = (n if isinstance(n, int) else 0 for n in numbers)
    text = _texts(stored)
    names = ("last_entry", "seen_at")
    last_entry, seen_at = (text.get(name, "") for name in names)
    return Recent(text.get("path", ""), text.get("title", ""), done, budget, last_entry, seen_at)


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _texts(stored: dict[str, Any]) -> dict[str, str]:
    return {key: value for key, value in stored.items() if isinstance(value, str)}

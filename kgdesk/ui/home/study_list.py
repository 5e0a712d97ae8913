"""Tree widgets of the home window: recent studies, and projects of the workspace."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from kgdesk.ui.text.locale_format import short_time, time_or_day
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import button, set_tip, visible
from kgdesk.ui.widgets.theme import palette_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kgdesk.actions import RecentStudy
    from kgdesk.actions.workspace import Project, StudySummary

_PATH = Qt.ItemDataRole.UserRole
NAME, RUNS, LAST, WHERE = range(4)
#: Number of studies in total up to which every project is expanded.
_UNFOLDED = 30


def tr(text: str) -> str:
    """Translate a text of this module (context "StudyList")."""
    return QCoreApplication.translate("StudyList", text)


def runs_of(summary: StudySummary) -> str:
    """Return a study's progress as text: recorded/planned runs, whether it is finished, and whether it is doubtful."""
    runs = f"{summary.done}/{summary.budget}"
    runs = runs if summary.open else tr("{runs}, finished").format(runs=runs)
    verdict = "" if summary.trust is None else summary.trust.verdict
    mark = {"forked": tr("⚠ forked, {runs}"), "behind": tr("⚠ behind, {runs}")}.get(verdict, "{runs}")
    return mark.format(runs=runs)


def last_seen(done: int, budget: int, moment: str) -> str:
    """Return the progress of a study when last read, with that time (ISO 8601; empty if unknown)."""
    runs = f"{done}/{budget}"
    time = time_or_day(moment)
    if not time:
        return tr("{runs}, not read yet").format(runs=runs)
    return tr("{runs}, last seen {time}").format(runs=runs, time=time)


def _tall() -> QSize:
    """Return a row height large enough for gloved fingers."""
    return QSize(0, 34)


class StudyList(QTreeWidget):
    """List of studies; Enter or a double click requests one.

    Parameters
    ----------
    name
        Qt object name.
    """

    #: Path or address of the requested study.
    wanted = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAlternatingRowColors(True)
        self.setTabKeyNavigation(False)
        self.itemActivated.connect(self._activate)

    def _head(self, title: str, headings: Sequence[str], stretched: Sequence[int]) -> None:
        self.setAccessibleName(title)
        self.setColumnCount(len(headings))
        self.setHeaderLabels(list(headings))
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        for column in stretched:
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)

    def chosen(self) -> str:
        """Return the path of the selected study; empty for none."""
        item = self.currentItem()
        return str(item.data(NAME, _PATH) or "") if item is not None else ""

    def items(self) -> Iterable[QTreeWidgetItem]:
        """Yield all rows that are studies."""
        for at in range(self.topLevelItemCount()):
            top = self.topLevelItem(at)
            if top is None:
                continue
            if top.data(NAME, _PATH):
                yield top
            for place in range(top.childCount()):
                if (line := top.child(place)) is not None:
                    yield line

    def _line(self, path: str, name: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem([visible(name)])
        item.setSizeHint(NAME, _tall())
        item.setData(NAME, _PATH, path)
        set_tip(item, path, NAME)
        return item

    @staticmethod
    def _show_read(item: QTreeWidgetItem, summary: StudySummary | str) -> None:
        if isinstance(summary, str):
            item.setText(RUNS, tr("cannot be read"))
            set_tip(item, summary, RUNS)
        else:
            item.setText(NAME, summary.title)
            item.setText(RUNS, runs_of(summary))
            doubtful = summary.trust is not None and summary.trust.doubtful
            set_tip(item, translate(summary.trust.sentence) if summary.trust and doubtful else "", RUNS)
            item.setText(LAST, short_time(summary.last_entry))

    def _activate(self, item: QTreeWidgetItem) -> None:
        path = item.data(NAME, _PATH)
        if path:
            self.wanted.emit(str(path))


class RecentStudies(StudyList):
    """List of the recent studies."""

    #: Path of a missing study that the user wants to locate.
    lost = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("home.recent", parent)
        headings = (self.tr("Study"), self.tr("Runs"), self.tr("Last entry"), self.tr("Folder"))
        self._head(self.tr("Recent studies"), headings, (NAME, WHERE))
        self._missing: set[str] = set()

    def show_recent(self, studies: Sequence[RecentStudy]) -> None:
        """List the recent studies, newest first."""
        self.clear()
        self._missing.clear()
        for study in studies:
            item = self._line(study.path, study.title or Path(study.path).stem)
            self._mark(item, study)
            item.setText(WHERE, str(Path(study.path).parent))
            set_tip(item, study.path, WHERE)
            self.addTopLevelItem(item)
        if (first := self.topLevelItem(0)) is not None:
            self.setCurrentItem(first)

    def show_summary(self, path: str, summary: StudySummary | str) -> None:
        """Show the progress of a study just read, or the error as a text."""
        for item in self.items():
            if item.data(NAME, _PATH) == path:
                self._show_read(item, summary)
                item.setForeground(RUNS, QBrush())

    def show_away(self, study: RecentStudy, why: str) -> None:
        """Show the last known progress of a study whose server is unreachable; `why` becomes the tooltip."""
        for item in self.items():
            if item.data(NAME, _PATH) == study.path:
                self._mark(item, study)
                set_tip(item, why, RUNS)

    def _mark(self, item: QTreeWidgetItem, study: RecentStudy) -> None:
        item.setText(RUNS, last_seen(study.done, study.budget, study.seen_at) if study.budget else "")
        item.setForeground(RUNS, QBrush(QColor(palette_of(self).muted)))
        item.setText(LAST, short_time(study.last_entry))

    def mark_missing(self, paths: Iterable[str]) -> None:
        """Grey out studies whose file is missing and add a Locate button to each."""
        self._missing = set(paths)
        muted = QBrush(QColor(palette_of(self).muted))
        for item in self.items():
            path = str(item.data(NAME, _PATH))
            if path not in self._missing:
                continue
            for column in (NAME, RUNS, WHERE):
                item.setForeground(column, muted)
            item.setText(RUNS, self.tr("missing"))
            item.setText(LAST, "")
            locate = button(self.tr("Locate…"), "home.locate", partial(self.lost.emit, path), self)
            locate.setAccessibleName(self.tr("Locate {study}").format(study=item.text(NAME)))
            self.setItemWidget(item, LAST, locate)

    def _activate(self, item: QTreeWidgetItem) -> None:
        path = str(item.data(NAME, _PATH))
        (self.lost if path in self._missing else self.wanted).emit(path)


class ProjectStudies(StudyList):
    """Tree of the workspace's projects and their studies."""

    #: Paths of studies that have become visible (tuple).
    seen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("home.projects", parent)
        headings = (self.tr("Project and study"), self.tr("Runs"), self.tr("Last entry"))
        self._head(self.tr("Projects"), headings, (NAME,))
        self.setRootIsDecorated(True)
        self._folders: dict[int, Path] = {}
        self.itemExpanded.connect(lambda item: self.seen.emit(self._paths(item)))

    def folder(self) -> Path | None:
        """Return the folder of the selected project, or None."""
        item = self.currentItem()
        if item is None:
            return None
        top = item.parent() or item
        return self._folders.get(self.indexOfTopLevelItem(top))

    def show_projects(self, projects: Sequence[Project]) -> None:
        """List projects and studies; keep the selected project."""
        selected = self.folder()
        self.clear()
        self._folders = {}
        unfold = sum(len(project.studies) for project in projects) <= _UNFOLDED
        for at, project in enumerate(projects):
            top = QTreeWidgetItem([project.name or self.tr("(in no project)")])
            top.setSizeHint(NAME, _tall())
            top.setText(RUNS, "" if project.studies else self.tr("no study yet"))
            set_tip(top, str(project.path), NAME)
            self.addTopLevelItem(top)
            self._folders[at] = project.path
            for study in project.studies:
                top.addChild(self._line(str(study.path), study.name))
            if unfold:
                top.setExpanded(True)
            if project.path == selected:
                self.setCurrentItem(top)

    def show_summary(self, path: str, summary: StudySummary | str) -> None:
        """Show the progress of a study, or the error as a text."""
        for item in self.items():
            if item.data(NAME, _PATH) == path:
                self._show_read(item, summary)

    @staticmethod
    def _paths(item: QTreeWidgetItem) -> tuple[str, ...]:
        lines = (item.child(at) for at in range(item.childCount()))
        return tuple(str(line.data(NAME, _PATH)) for line in lines if line is not None)

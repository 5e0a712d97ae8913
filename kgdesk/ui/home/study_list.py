"""Lists of studies on the home screen: those that were open lately, and the projects of the workspace."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from kgdesk.ui.style.theme import palette_of
from kgdesk.ui.text.locale_format import short_time, time_or_day
from kgdesk.ui.widgets.basic import button

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kgdesk.actions.workspace import Project, Summary
    from kgdesk.ui.session.preferences import Recent

_PATH = Qt.ItemDataRole.UserRole
NAME, RUNS, LAST, WHERE = range(4)
#: Up to so many studies in all, every project is unfolded.
_UNFOLDED = 30


def tr(text: str) -> str:
    """Translate a text of these lists."""
    return QCoreApplication.translate("StudyList", text)


def runs_of(summary: Summary) -> str:
    """Return how far a study is, as a list shows it."""
    runs = f"{summary.done}/{summary.budget}"
    return runs if summary.open else tr("{runs}, finished").format(runs=runs)


def last_seen(done: int, budget: int, moment: str) -> str:
    """Return how far a study was when it was last read: at a moment (ISO 8601), or empty if that is not known."""
    runs = f"{done}/{budget}"
    time = time_or_day(moment)
    if not time:
        return tr("{runs}, not read yet").format(runs=runs)
    return tr("{runs}, last seen {time}").format(runs=runs, time=time)


def _tall() -> QSize:
    """Return the height of a line that a gloved finger hits."""
    return QSize(0, 34)


class StudyList(QTreeWidget):
    """A list whose lines are studies; Enter or a double click asks for one.

    Parameters
    ----------
    name
        Object name.
    """

    #: Path of the study that the person wants.
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
        """Return the path of the study on which the person stands; empty for none."""
        item = self.currentItem()
        return str(item.data(NAME, _PATH) or "") if item is not None else ""

    def items(self) -> Iterable[QTreeWidgetItem]:
        """Return all lines that are studies."""
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
        item = QTreeWidgetItem([name])
        item.setSizeHint(NAME, _tall())
        item.setData(NAME, _PATH, path)
        item.setToolTip(NAME, path)
        return item

    @staticmethod
    def _show_read(item: QTreeWidgetItem, summary: Summary | str) -> None:
        if isinstance(summary, str):
            item.setText(RUNS, tr("cannot be read"))
            item.setToolTip(RUNS, summary)
        else:
            item.setText(NAME, summary.title)
            item.setText(RUNS, runs_of(summary))
            item.setToolTip(RUNS, "")
            item.setText(LAST, short_time(summary.last_entry))

    def _activate(self, item: QTreeWidgetItem) -> None:
        path = item.data(NAME, _PATH)
        if path:
            self.wanted.emit(str(path))


class RecentStudies(StudyList):
    """The studies that were open lately."""

    #: Path of a study whose file is missing and that the person wants to look for.
    lost = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("home.recent", parent)
        headings = (self.tr("Study"), self.tr("Runs"), self.tr("Last entry"), self.tr("Folder"))
        self._head(self.tr("Recent studies"), headings, (NAME, WHERE))
        self._missing: set[str] = set()

    def show_recent(self, studies: Sequence[Recent]) -> None:
        """List the studies, newest first."""
        self.clear()
        self._missing.clear()
        for study in studies:
            item = self._line(study.path, study.title or Path(study.path).stem)
            self._mark(item, study)
            item.setText(WHERE, str(Path(study.path).parent))
            item.setToolTip(WHERE, study.path)
            self.addTopLevelItem(item)
        if (first := self.topLevelItem(0)) is not None:
            self.setCurrentItem(first)

    def show_summary(self, path: str, summary: Summary | str) -> None:
        """Show how far a study is now that it was read, or why it could not be."""
        for item in self.items():
            if item.data(NAME, _PATH) == path:
                self._show_read(item, summary)
                item.setForeground(RUNS, QBrush())

    def show_away(self, study: Recent, why: str) -> None:
        """Show how far a study was when its server, which is away, was last reached, and say why that is all."""
        for item in self.items():
            if item.data(NAME, _PATH) == study.path:
                self._mark(item, study)
                item.setToolTip(RUNS, why)

    def _mark(self, item: QTreeWidgetItem, study: Recent) -> None:
        item.setText(RUNS, last_seen(study.done, study.budget, study.seen_at) if study.budget else "")
        item.setForeground(RUNS, QBrush(QColor(palette_of(self).muted)))
        item.setText(LAST, short_time(study.last_entry))

    def mark_missing(self, paths: Iterable[str]) -> None:
        """Grey the studies whose file is not where it was, each with a way to find it."""
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
    """The projects of the workspace with their studies."""

    #: Paths of studies that have come into view.
    seen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("home.projects", parent)
        headings = (self.tr("Project and study"), self.tr("Runs"), self.tr("Last entry"))
        self._head(self.tr("Projects"), headings, (NAME,))
        self.setRootIsDecorated(True)
        self._folders: dict[int, Path] = {}
        self.itemExpanded.connect(lambda item: self.seen.emit(self._paths(item)))

    def folder(self) -> Path | None:
        """Return the folder of the project on which the person stands."""
        item = self.currentItem()
        if item is None:
            return None
        top = item.parent() or item
        return self._folders.get(self.indexOfTopLevelItem(top))

    def show_projects(self, projects: Sequence[Project]) -> None:
        """List the projects and studies; what is chosen stays chosen."""
        kept = self.folder()
        self.clear()
        self._folders = {}
        unfold = sum(len(project.studies) for project in projects) <= _UNFOLDED
        for at, project in enumerate(projects):
            top = QTreeWidgetItem([project.name or self.tr("(in no project)")])
            top.setSizeHint(NAME, _tall())
            top.setText(RUNS, "" if project.studies else self.tr("no study yet"))
            top.setToolTip(NAME, str(project.path))
            self.addTopLevelItem(top)
            self._folders[at] = project.path
            for study in project.studies:
                top.addChild(self._line(str(study.path), study.name))
            if unfold:
                top.setExpanded(True)
            if project.path == kept:
                self.setCurrentItem(top)

    def show_summary(self, path: str, summary: Summary | str) -> None:
        """Show how far a study is, or in a sentence why that cannot be told."""
        for item in self.items():
            if item.data(NAME, _PATH) == path:
                self._show_read(item, summary)

    @staticmethod
    def _paths(item: QTreeWidgetItem) -> tuple[str, ...]:
        lines = (item.child(at) for at in range(item.childCount()))
        return tuple(str(line.data(NAME, _PATH)) for line in lines if line is not None)

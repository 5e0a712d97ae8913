"""StudyList: every study of this user once, by project, with its state and its best."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from kgdesk.ui.text.locale_format import clock_time, percent, time_or_day
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import button, set_tip, visible
from kgdesk.ui.widgets.theme import palette_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kgdesk.actions import RecentStudy
    from kgdesk.actions.workspace import ListedStudy, StudyGroup, StudySummary

_PATH, _PROGRESS = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
NAME, STATE, BEST, RUNS, LAST, BY = range(6)
#: Height of a row in pixels, for gloved fingers, and width of the bar of a study's progress.
_HIGH, _BAR = 36, 90
#: Number of studies up to which all groups are unfolded; of more, those with a study that this user has had open.
_UNFOLDED = 30


class _Progress(QStyledItemDelegate):
    """Draws how many of the planned runs are done as a bar, with the number beside it."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw the cell."""
        styled = QStyleOptionViewItem(option)
        self.initStyleOption(styled, index)
        share = index.data(_PROGRESS)
        if share is None:
            super().paint(painter, option, index)
            return
        words, styled.text = styled.text, ""
        widget = option.widget
        style = widget.style() if widget is not None else QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, styled, painter, widget)
        look = palette_of(widget)
        chosen = bool(styled.state & QStyle.StateFlag.State_Selected)
        cell = QRectF(styled.rect).adjusted(6, 0, -6, 0)
        track = QRectF(cell.left(), cell.center().y() - 2, _BAR, 4)
        painter.save()
        painter.fillRect(track, QColor(look.on_accent if chosen else look.grid))
        track.setWidth(_BAR * min(share, 1.0))
        painter.fillRect(track, QColor(look.text if chosen else look.accent))
        ink = QColor(look.on_accent) if chosen else styled.palette.text().color()
        painter.setPen(ink)
        painter.drawText(cell.adjusted(_BAR + 10, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, words)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the size with the bar."""
        size = super().sizeHint(option, index)
        return QSize(size.width() + _BAR + 16, size.height()) if index.data(_PROGRESS) is not None else size


class StudyList(QTreeWidget):
    """All studies by project. Enter or a double click asks for one; on a project it folds or unfolds it."""

    #: Path or address of the requested study.
    wanted = Signal(str)
    #: Path of a study that is not found, to be located by the user.
    lost = Signal(str)
    #: Paths of studies that have become visible (tuple).
    seen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("home.list")
        self.setAccessibleName(self.tr("Studies"))
        self.setUniformRowHeights(True)
        self.setTabKeyNavigation(False)
        self.setAllColumnsShowFocus(True)
        self.setItemDelegateForColumn(RUNS, _Progress(self))
        headings = (
            self.tr("Study"), self.tr("State"), self.tr("Best so far"), self.tr("Runs"), self.tr("Last entry"),
            self.tr("By"),
        )  # fmt: skip
        self.setColumnCount(len(headings))
        self.setHeaderLabels(list(headings))
        header = self.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(self.fontMetrics().horizontalAdvance("0") * 14)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        self._groups: tuple[StudyGroup, ...] = ()
        self._missing: set[str] = set()
        self.itemActivated.connect(self._activate)
        self.itemExpanded.connect(lambda item: self.seen.emit(self._paths(item)))

    def show_groups(self, groups: Sequence[StudyGroup]) -> None:
        """List all studies; the selection stays where it was, or goes to the study used last."""
        selected = self.chosen()
        self.clear()
        self._missing.clear()
        self._groups = tuple(groups)
        unfold = sum(len(group.studies) for group in groups) <= _UNFOLDED
        for group in groups:
            top = QTreeWidgetItem([visible(group.name) or self.tr("No project")])
            top.setSizeHint(NAME, QSize(0, _HIGH))
            set_tip(top, group.place, NAME)
            font = top.font(NAME)
            font.setBold(True)
            top.setFont(NAME, font)
            if not group.studies:
                top.setText(STATE, self.tr("no study yet"))
            self.addTopLevelItem(top)
            for study in group.studies:
                top.addChild(self._line(study))
            top.setExpanded(unfold or any(study.recent is not None for study in group.studies))
        lines = list(self.items())
        again = [line for line in lines if line.data(NAME, _PATH) == selected]
        if again or lines:
            self.setCurrentItem((again or lines)[0])

    def chosen(self) -> str:
        """Return the path of the selected study; empty for none."""
        item = self.currentItem()
        return str(item.data(NAME, _PATH) or "") if item is not None else ""

    def group(self) -> StudyGroup | None:
        """Return the group of the selection."""
        item = self.currentItem()
        place = -1 if item is None else self.indexOfTopLevelItem(item.parent() or item)
        return self._groups[place] if 0 <= place < len(self._groups) else None

    def items(self) -> Iterator[QTreeWidgetItem]:
        """Yield all rows that are studies."""
        for at in range(self.topLevelItemCount()):
            top = self.topLevelItem(at)
            if top is not None:
                yield from (line for place in range(top.childCount()) if (line := top.child(place)))

    def unfolded(self) -> tuple[str, ...]:
        """Return the paths of the studies in groups that are unfolded."""
        tops = (self.topLevelItem(at) for at in range(self.topLevelItemCount()))
        return tuple(path for top in tops if top and top.isExpanded() for path in self._paths(top))

    def show_found(self, text: str) -> None:
        """Show only the studies whose name, best or project has a text in it; all for an empty text."""
        text = text.strip().casefold()
        for at in range(self.topLevelItemCount()):
            top = self.topLevelItem(at)
            if top is None:
                continue
            whole = text in top.text(NAME).casefold()
            shown = 0
            for place in range(top.childCount()):
                line = top.child(place)
                if line is not None:
                    fits = whole or text in f"{line.text(NAME)}\n{line.text(BEST)}".casefold()
                    line.setHidden(not fits)
                    shown += fits
            top.setHidden(bool(text) and not whole and not shown)
            if text and shown:
                top.setExpanded(True)

    def show_summary(self, path: str, summary: StudySummary | str, recent: RecentStudy | None) -> None:
        """Show the state of a study that was just read, or the reason why it cannot be read.

        `recent` has its best, if it is the best after as many runs.
        """
        for line in self._lines_of(path):
            if isinstance(summary, str):
                line.setText(STATE, self.tr("cannot be read"))
                set_tip(line, summary, STATE)
                continue
            line.setText(NAME, visible(summary.title))
            self._show_runs(line, summary.done, summary.budget)
            current = recent if recent is not None and recent.done == summary.done else None
            self._show_best(line, current)
            if summary.chosen is not None:
                line.setText(BEST, visible(summary.chosen) or self.tr("none chosen"))
            can_stop = current is not None and current.can_stop
            line.setText(STATE, self._state(summary, can_stop=can_stop))
            doubtful = summary.trust is not None and summary.trust.doubtful
            set_tip(line, translate(summary.trust.sentence) if summary.trust and doubtful else "", STATE)
            line.setText(LAST, clock_time(summary.last_entry))
            line.setText(BY, visible(summary.by))
            for column in (STATE, BEST, RUNS, LAST, BY):
                line.setForeground(column, QBrush())

    def show_away(self, recent: RecentStudy, why: str) -> None:
        """Show the last known state of a study whose server cannot be reached; `why` becomes the tool tip."""
        for line in self._lines_of(recent.path):
            self._show_known(line, recent)
            line.setText(STATE, self.tr("server away"))
            set_tip(line, why, STATE)

    def mark_missing(self, paths: Iterable[str]) -> None:
        """Grey out studies whose file is missing, each with a button to locate it."""
        self._missing = set(paths)
        muted = QBrush(QColor(palette_of(self).muted))
        for path in self._missing:
            for line in self._lines_of(path):
                for column in (NAME, STATE, BEST, RUNS):
                    line.setForeground(column, muted)
                line.setText(STATE, self.tr("not found"))
                line.setText(LAST, "")
                locate = button(self.tr("Locate…"), "home.locate", partial(self.lost.emit, path), self)
                locate.setAccessibleName(self.tr("Locate {study}").format(study=line.text(NAME)))
                self.setItemWidget(line, LAST, locate)

    def new_studies_folder(self, workspace: Path) -> Path:
        """Return the folder for a new study: that of the selected project, else the workspace."""
        group = self.group()
        return Path(group.place) if group is not None and group.is_project else workspace

    def _line(self, study: ListedStudy) -> QTreeWidgetItem:
        line = QTreeWidgetItem([visible(study.name)])
        line.setSizeHint(NAME, QSize(0, _HIGH))
        line.setData(NAME, _PATH, study.path)
        set_tip(line, study.path, NAME)
        if study.recent is not None:
            self._show_known(line, study.recent)
        return line

    def _show_known(self, line: QTreeWidgetItem, recent: RecentStudy) -> None:
        """Show what was known when the study was last read, in the muted colour."""
        self._show_runs(line, recent.done, recent.budget)
        self._show_best(line, recent)
        line.setText(LAST, clock_time(recent.last_entry))
        seen = time_or_day(recent.seen_at)
        set_tip(line, self.tr("Last read {time}").format(time=seen) if seen else "", RUNS)
        muted = QBrush(QColor(palette_of(self).muted))
        for column in (STATE, BEST, RUNS, LAST, BY):
            line.setForeground(column, muted)

    def _show_runs(self, line: QTreeWidgetItem, done: int, budget: int) -> None:
        line.setText(RUNS, self.tr("{done} of {budget}").format(done=done, budget=budget) if budget else "")
        line.setData(RUNS, _PROGRESS, done / budget if budget else None)

    def _show_best(self, line: QTreeWidgetItem, recent: RecentStudy | None) -> None:
        known = recent is not None and recent.best
        line.setText(BEST, f"{visible(recent.best)}  {percent(recent.chance)}" if recent and known else "–")

    def _state(self, summary: StudySummary, *, can_stop: bool) -> str:
        verdict = "" if summary.trust is None else summary.trust.verdict
        if verdict in {"forked", "behind"}:
            return self.tr("⚠ forked") if verdict == "forked" else self.tr("⚠ behind")
        if not summary.open:
            return self.tr("Finished")
        return self.tr("You can stop") if can_stop else self.tr("Open")

    def _lines_of(self, path: str) -> list[QTreeWidgetItem]:
        return [line for line in self.items() if line.data(NAME, _PATH) == path]

    def _activate(self, item: QTreeWidgetItem) -> None:
        path = str(item.data(NAME, _PATH) or "")
        if path:
            (self.lost if path in self._missing else self.wanted).emit(path)

    @staticmethod
    def _paths(item: QTreeWidgetItem) -> tuple[str, ...]:
        lines = (item.child(at) for at in range(item.childCount()))
        return tuple(str(line.data(NAME, _PATH)) for line in lines if line is not None)

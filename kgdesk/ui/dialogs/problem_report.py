"""Dialog of a problem report, which is reviewed before it is saved."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QSize, Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from kgdesk.actions.problem_report import enclosures, save_problem_report, study_enclosure
from kgdesk.errors import KgdeskError
from kgdesk.ui.widgets.basic import plain
from kgdesk.ui.widgets.dialogs import ScannerSafeDialog, open_once
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.widgets.theme import fixed_font

if TYPE_CHECKING:
    from kgdesk.actions import Session


_NAME = "kgdesk-problem-report.zip"


class ProblemDialog(ScannerSafeDialog):
    """List the contents with check boxes, preview the selected one, save the checked ones.

    Parameters
    ----------
    log
        Path of the newest log.
    fault
        The fault that has just occurred; empty for none.
    session
        The open study, included only if checked; None if none is open.
    """

    def __init__(
        self, log: Path, parent: QWidget | None = None, *, fault: str = "", session: Session | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._parts = enclosures(log, fault=fault, more=_computer())
        self.saved: Path | None = None  #: Path of the saved report; None before.
        self.setObjectName("problem")
        self.setWindowTitle(self.tr("Problem report"))
        self.list = QListWidget()  #: Contents with check boxes.
        self.list.setObjectName("problem.list")
        self.list.setAccessibleName(self.tr("Contents"))
        self.list.setSpacing(3)  # large enough for gloved fingers
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.text = QPlainTextEdit()  #: Preview of the selected part.
        self.text.setObjectName("problem.text")
        self.text.setAccessibleName(self.tr("What it says"))
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setFont(fixed_font())
        self.text.setMinimumWidth(self.text.fontMetrics().averageCharWidth() * 24)
        self.strip = MessageStrip("problem.told")
        self._fill()
        self._lay_out()
        self.list.currentRowChanged.connect(self._show)
        self.list.itemChanged.connect(self._check)
        self.list.setCurrentRow(0)
        self._check()
        beside = 3 * self.list.frameWidth() + 2 * self.list.spacing()
        self.list.setMinimumWidth(self.list.sizeHintForColumn(0) + beside)

    def sizeHint(self) -> QSize:
        """Return a size for the list and some lines of a log."""
        return QSize(860, 480)

    @property
    def chosen(self) -> tuple[str, ...]:
        """Names of the checked parts."""
        items = (self.list.item(row) for row in range(self.list.count()))
        return tuple(
            str(item.data(Qt.ItemDataRole.UserRole))
            for item in items
            if item.checkState() == Qt.CheckState.Checked
        )

    def write(self, dest: Path) -> None:
        """Save the checked parts; on an error show it and keep the choice."""
        try:
            parts = [one for one in self._parts if one.name in self.chosen]
            if self._session is not None and "study.zip" in self.chosen:
                parts.append(study_enclosure(self._session))
            self.saved = save_problem_report(dest, parts)
        except KgdeskError as refused:
            refuse(self.strip, refused)
            return
        sentence = self.tr(
            "Saved {name}. Give it to the person who looks after the program; kgdesk sends nothing."
        )
        self.strip.show_message("recorded", sentence.format(name=self.saved.name))

    def _fill(self) -> None:
        about = {
            "about.txt": self.tr("This program and this computer"),
            "fault.txt": self.tr("What went wrong just now"),
        }
        for one in self._parts:
            self._add(one.name, about.get(one.name, self.tr("What the program noted")), len(one.data), True)
        if self._session is not None:
            self._add("study.zip", self.tr("The study, with candidates, outcomes and names"), None, False)

    def _add(self, name: str, what: str, size: int | None, ticked: bool) -> None:
        size_text = f", {QLocale().formattedDataSize(size)}" if size is not None else ""
        item = QListWidgetItem(f"{what}\n{name}{size_text}")
        item.setData(Qt.ItemDataRole.UserRole, name)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
        self.list.addItem(item)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        first = self.tr(
            "A report helps to find a fault. It is saved on this computer as one file, and goes nowhere"
            " unless you send it. Logs can name folders, studies and candidates: look at each part, and take away the"
            " tick of what shall not be in it."
        )
        column.addWidget(plain(first, "", self))
        both = QHBoxLayout()
        both.addWidget(self.list, 2)
        both.addWidget(self.text, 3)
        column.addLayout(both, 1)
        column.addWidget(self.strip)
        foot = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.save = foot.addButton(self.tr("&Save the report…"), QDialogButtonBox.ButtonRole.ActionRole)
        self.save.setObjectName("problem.save")
        self.save.setAutoDefault(False)
        self.save.clicked.connect(self._ask_where)
        foot.rejected.connect(self.reject)
        column.addWidget(foot)

    def _show(self, row: int) -> None:
        if row < 0:
            return
        if row < len(self._parts):
            self.text.setPlainText(self._parts[row].text)
        else:
            self.text.setPlainText(
                self.tr(
                    "The whole study as an archive: all candidates with their attributes, all outcomes, the notes, and"
                    " the names of the operators. Tick it only for somebody who may know them."
                )
            )

    def _check(self) -> None:
        self.save.setEnabled(bool(self.chosen))

    def _ask_where(self) -> None:
        proposed = str(Path.home() / _NAME)
        kinds = self.tr("Problem report (*.zip)")
        name, _ = QFileDialog.getSaveFileName(self, self.tr("Save the problem report"), proposed, kinds)
        if name:
            self.write(Path(name).with_suffix(".zip"))


def _computer() -> dict[str, str]:
    screens = (
        f"{screen.size().width()}x{screen.size().height()} at {screen.devicePixelRatio():g}"
        for screen in QGuiApplication.screens()
    )
    return {
        "Qt": f"{qVersion()}, {QGuiApplication.platformName()}",
        "Screens": "; ".join(screens),
        "Language": QLocale().name(),
    }


def show_problem_report(
    log: Path, parent: QWidget | None, *, fault: str = "", session: Session | None = None
) -> ProblemDialog:
    """Open the report dialog over a window; it is deleted when closed."""
    dialog = ProblemDialog(log, parent, fault=fault, session=session)
    open_once(dialog)
    return dialog

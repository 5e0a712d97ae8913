"""Dialogs about the program: versions and licences; installation check; problem report, reviewed before saving."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QProcess, QSize, Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from kgdesk import __version__
from kgdesk.actions.findings import Finding, finding_lines
from kgdesk.actions.licences import licences
from kgdesk.actions.own_process import own_command
from kgdesk.actions.problem_report import enclosures, save_problem_report, study_enclosure
from kgdesk.errors import KgdeskError
from kgdesk.ui.dialogs.reason import ScannerSafeDialog
from kgdesk.ui.text.translate import WindowTextFormat
from kgdesk.ui.widgets.basic import Combo, Label, MessageStrip, plain
from kgdesk.ui.widgets.dialogs import fit_height, open_once
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.widgets.theme import fixed_font

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

    from kgdesk.actions import Session


class AboutDialog(QDialog):
    """Show the versions and licences of all components."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("about")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("About kgdesk"))
        self._licences = licences()
        self.parts = Combo()
        self.parts.setObjectName("about.parts")
        self.parts.setAccessibleName(self.tr("Part"))
        self.parts.addItems([f"{one.part} {one.version}".strip() for one in self._licences])
        self.text = QPlainTextEdit()
        self.text.setObjectName("about.licence")
        self.text.setAccessibleName(self.tr("Licence"))
        self.text.setReadOnly(True)
        self.text.setMinimumSize(560, 260)
        label = Label(self.tr("&Parts and their licences"))
        label.setBuddy(self.parts)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(plain(self.tr("kgdesk {version}").format(version=__version__), "code", self))
        what = self.tr(
            "Finds the best of many candidate experiments from successes and failures. BSD-3-Clause."
        )
        column.addWidget(plain(what, "", self))
        column.addSpacing(8)
        for widget in (label, self.parts, self.text, close):
            column.addWidget(widget)
        self.parts.currentIndexChanged.connect(self._show)
        self._show(0)

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the height to the wrapped text."""
        super().showEvent(event)
        fit_height(self)

    def _show(self, at: int) -> None:
        self.text.setPlainText(self._licences[at].text)


class SelfTestDialog(QDialog):
    """Run the self-test in a process, list its findings as they arrive, and save them.

    Parameters
    ----------
    folder
        Folder of the open study; its disk is tested.
    """

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("selftest")
        self.setWindowTitle(self.tr("Check this installation"))
        self._speech = WindowTextFormat()
        self._rest = b""
        self.state = plain(self.tr("Checking numbers, disk and window. This takes up to a minute."), "", self)
        self.state.setObjectName("selftest.told")
        self.text = QPlainTextEdit()  #: Findings so far.
        self.text.setObjectName("selftest.text")
        self.text.setAccessibleName(self.tr("Findings"))
        self.text.setReadOnly(True)
        self.text.setFont(fixed_font())
        self.text.setMinimumSize(760, 340)
        self.save = QPushButton(self.tr("&Save the findings…"))  #: Saves the findings.
        self.save.setObjectName("selftest.save")
        self.save.setEnabled(False)
        self.save.clicked.connect(self._ask_where)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.addButton(self.save, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for widget in (self.state, self.text, buttons):
            column.addWidget(widget)
        self.process = QProcess(self)  #: Process of the self-test.
        self.process.setProcessChannelMode(QProcess.ProcessChannelMode.MergedChannels)
        self.process.readyRead.connect(self._read)
        self.process.finished.connect(self._end)
        self.process.errorOccurred.connect(self._fail)
        program, *words = own_command("selftest", "--part", f"findings={folder}")
        self.process.start(program, words)

    def done(self, result: int) -> None:
        """Kill the running process and close."""
        if self.process.state() != QProcess.ProcessState.NotRunning:
            self.process.finished.disconnect(self._end)
            self.process.errorOccurred.disconnect(self._fail)
            self.process.kill()
            self.process.waitForFinished()
        super().done(result)

    def _read(self) -> None:
        *lines, self._rest = (self._rest + bytes(self.process.readAll().data())).split(b"\n")
        for line in lines:
            self._hear(line.decode("utf-8", "replace").rstrip())

    def _hear(self, line: str) -> None:
        """Show one line of output: a finding, or the text of an error."""
        try:
            finding = Finding.of_wire(json.loads(line))
        except (ValueError, TypeError):
            pass
        else:
            line = "\n".join(finding_lines(finding, self._speech))
        self.text.appendPlainText(line)

    def _end(self, status: int, how: QProcess.ExitStatus) -> None:
        self._read()
        if self._rest:
            self._hear(self._rest.decode("utf-8", "replace").rstrip())
        good = status == 0 and how == QProcess.ExitStatus.NormalExit
        self.state.setText(
            self.tr("Every check passed. The program is fit for use.")
            if good
            else self.tr("Something is not right; the findings say what to do.")
        )
        self.save.setEnabled(True)

    def _fail(self) -> None:
        self.state.setText(
            self.tr("The check could not be started. Install kgdesk again; your studies stay.")
        )

    def _ask_where(self) -> None:
        name = str(Path.home() / f"{self.tr('kgdesk installation check')}.txt")
        path, _ = QFileDialog.getSaveFileName(
            self, self.tr("Save the findings"), name, self.tr("Text (*.txt)")
        )
        if not path:
            return
        try:
            Path(path).write_text(self.text.toPlainText(), encoding="utf-8")
        except OSError:
            self.state.setText(self.tr("{name} could not be saved: choose another folder.").format(name=path))
        else:
            self.state.setText(self.tr("Saved {name}.").format(name=path))


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
        sentence = self.tr("Saved {name}. Hand it to whoever looks after the program; kgdesk sends nothing.")
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
            "A report helps whoever looks after the program. It is saved on this computer as one file, and goes nowhere"
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

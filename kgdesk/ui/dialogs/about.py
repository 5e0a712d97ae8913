"""The About dialog, and the self-test of the installation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QProcess, Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from kgdesk import __version__
from kgdesk.actions.native_compile import own_command
from kgdesk.actions.qualification import Finding, Report, certificate, finding_lines
from kgdesk.actions.reports import licences
from kgdesk.ui.text.as_data import Label
from kgdesk.ui.text.translate import WindowTextFormat
from kgdesk.ui.widgets.basic import fit_height, plain

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent


class AboutDialog(QDialog):
    """Show the versions and licences of all components."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("about")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("About kgdesk"))
        self._licences = licences()
        self.parts = QComboBox()
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
    """Run the self-test in a process, list its findings as they arrive, and save the certificate.

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
        self._report: Report | None = None
        self._rest = b""
        self.state = plain(self.tr("Checking numbers, disk and window. This takes up to a minute."), "", self)
        self.state.setObjectName("selftest.told")
        self.text = QPlainTextEdit()  #: Findings so far.
        self.text.setObjectName("selftest.text")
        self.text.setAccessibleName(self.tr("Findings"))
        self.text.setReadOnly(True)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setMinimumSize(760, 340)
        self.save = QPushButton(self.tr("&Save the certificate…"))  #: Saves the certificate.
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
        """Handle one line of output: a finding, the final report, or an error text."""
        try:
            message = json.loads(line)
            if "findings" in message:
                self._report = Report.of_wire(message)
                return
            line = "\n".join(finding_lines(Finding.of_wire(message), self._speech))
        except (ValueError, TypeError):
            pass
        self.text.appendPlainText(line)

    def _end(self) -> None:
        self._read()
        if self._rest:
            self._hear(self._rest.decode("utf-8", "replace").rstrip())
        good = self._report is not None and not self._report.problems
        self.state.setText(
            self.tr("Every check passed. The program is fit for use.")
            if good
            else self.tr("Something is not right; the findings say what to do.")
        )
        if self._report is not None:
            self.text.setPlainText(certificate(self._report, self._speech))
            self.save.setEnabled(True)

    def _fail(self) -> None:
        self.state.setText(
            self.tr("The check could not be started. Install kgdesk again; your studies stay.")
        )

    def _ask_where(self) -> None:
        name = str(Path.home() / f"{self.tr('kgdesk installation check')}.txt")
        path, _ = QFileDialog.getSaveFileName(
            self, self.tr("Save the certificate"), name, self.tr("Text (*.txt)")
        )
        if not path:
            return
        try:
            Path(path).write_text(self.text.toPlainText(), encoding="utf-8")
        except OSError:
            self.state.setText(self.tr("{name} could not be saved: choose another folder.").format(name=path))
        else:
            self.state.setText(self.tr("Saved {name}.").format(name=path))

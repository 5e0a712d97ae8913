"""Dialog that checks the installation."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import QProcess
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from kgdesk.actions.findings import Finding, finding_lines
from kgdesk.actions.own_process import own_command
from kgdesk.ui.text.translate import WindowTextFormat
from kgdesk.ui.widgets.basic import plain
from kgdesk.ui.widgets.theme import fixed_font


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

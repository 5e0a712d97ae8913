"""The installation check from the window: it runs in a process of its own and ends in a certificate."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QProcess, QTemporaryDir
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from kgdesk.actions.computer import own_command
from kgdesk.ui.parts import plain


class SelfTestDialog(QDialog):
    """Runs the check, shows what it finds as it comes, and saves the certificate.

    Parameters
    ----------
    folder
        Where the study at hand lies: the disk is tried there.
    """

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("selftest")
        self.setWindowTitle(self.tr("Check this installation"))
        self._place = QTemporaryDir()
        self._certificate = Path(self._place.filePath("certificate.txt"))
        self.told = plain(self.tr("Checking numbers, disk and window. This takes up to a minute."), "", self)
        self.told.setObjectName("selftest.told")
        self.text = QPlainTextEdit()
        self.text.setObjectName("selftest.text")
        self.text.setAccessibleName(self.tr("Findings"))
        self.text.setReadOnly(True)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setMinimumSize(760, 340)
        self.save = QPushButton(self.tr("&Save the certificate…"))
        self.save.setObjectName("selftest.save")
        self.save.setEnabled(False)
        self.save.clicked.connect(self._ask_where)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.addButton(self.save, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for widget in (self.told, self.text, buttons):
            column.addWidget(widget)
        self.process = QProcess(self)
        self.process.setProcessChannelMode(QProcess.ProcessChannelMode.MergedChannels)
        self.process.readyRead.connect(self._read)
        self.process.finished.connect(self._end)
        self.process.errorOccurred.connect(self._fail)
        program, *words = own_command("selftest", "--folder", str(folder), "--out", str(self._certificate))
        self.process.start(program, words)

    def done(self, result: int) -> None:
        """Stop what still runs."""
        if self.process.state() != QProcess.ProcessState.NotRunning:
            self.process.finished.disconnect(self._end)
            self.process.errorOccurred.disconnect(self._fail)
            self.process.kill()
            self.process.waitForFinished()
        super().done(result)

    def _read(self) -> None:
        self.text.appendPlainText(bytes(self.process.readAll().data()).decode("utf-8", "replace").rstrip())

    def _end(self, code: int) -> None:
        good = code == 0 and self._certificate.exists()
        self.told.setText(
            self.tr("Every check passed. The program is fit for use.")
            if good
            else self.tr("Something is not right; the findings say what to do.")
        )
        if self._certificate.exists():
            self.text.setPlainText(self._certificate.read_text("utf-8"))
            self.save.setEnabled(True)

    def _fail(self) -> None:
        self.told.setText(self.tr("The check could not be started. Install kgdesk again; your studies stay."))

    def _ask_where(self) -> None:
        name = str(Path.home() / "kgdesk-installation-check.txt")
        path, _ = QFileDialog.getSaveFileName(
            self, self.tr("Save the certificate"), name, self.tr("Text (*.txt)")
        )
        if not path:
            return
        try:
            Path(path).write_text(self.text.toPlainText(), encoding="utf-8")
        except OSError:
            self.told.setText(self.tr("{name} could not be saved: choose another folder.").format(name=path))
        else:
            self.told.setText(self.tr("Saved {name}.").format(name=path))

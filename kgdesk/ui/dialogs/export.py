"""Export dialog: format, destination, and a preview of the first lines; columns of a worklist's file."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from kgdesk import actions
from kgdesk.errors import FileExists, KgdeskError
from kgdesk.ui.session.preferences import Preferences
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import Label, button, card, plain, visible
from kgdesk.ui.widgets.dialogs import default_and_cancel, fit_height
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.widgets.theme import fixed_font

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

    from kgdesk.ui.session.study_controller import StudyController

_KINDS = ("csv", "xlsx", "zip")


class ExportDialog(QDialog):
    """Write one export file and close; `saved` is then its path.

    Parameters
    ----------
    controller
        Controller of the open study.
    parent
        Qt parent.
    preferences
        Remember the last export of this study; this user's preferences by default.
    """

    def __init__(
        self,
        controller: StudyController,
        parent: QWidget | None = None,
        *,
        preferences: Preferences | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("export")
        self.setWindowTitle(self.tr("Export"))
        self._controller = controller
        self._preferences = preferences or Preferences()
        self._saved: Path | None = None
        last_export = self._preferences.export_choice(controller.path)
        self._kind = last_export.get("kind", "csv") if last_export.get("kind") in _KINDS else "csv"
        folder = Path(last_export.get("folder") or controller.path.parent)
        self._build()
        self._path.setText(str(folder / f"{controller.path.stem}.{self._kind}"))
        self._radios[self._kind].setChecked(True)
        controller.refresher.watch(self, {"advice"}, self._show, due=False)
        self._show()
        self._say_trust()
        self._save.setFocus()

    @property
    def saved(self) -> Path | None:
        """Path of the written file; None before."""
        return self._saved

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 14, 18, 14)
        layout.setSpacing(12)
        layout.addWidget(self._kinds_card())
        row = QHBoxLayout()
        self._path = QLineEdit(self)
        self._path.setObjectName("export.path")
        self._path.setMinimumHeight(32)
        self._path.setAccessibleName(self.tr("File"))
        label = Label(self.tr("&File"), self)
        label.setBuddy(self._path)
        row.addWidget(label)
        row.addWidget(self._path, 1)
        row.addWidget(button(self.tr("&Browse…"), "export.browse", self._browse, self))
        layout.addLayout(row)
        self._caption = plain("", "muted", self)
        layout.addWidget(self._caption)
        self._preview = QPlainTextEdit(self)
        self._preview.setObjectName("export.preview")
        self._preview.setAccessibleName(self.tr("The first lines"))
        self._preview.setReadOnly(True)
        self._preview.setTabChangesFocus(True)
        self._preview.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._preview.setFont(fixed_font())
        self._preview.setMinimumHeight(self._preview.fontMetrics().lineSpacing() * 7)
        layout.addWidget(self._preview, 1)
        self.strip = MessageStrip("export.problem", self)
        layout.addWidget(self.strip)
        self._save = button(self.tr("&Save"), "export.save", self.save, self)
        layout.addWidget(default_and_cancel(self, self._save))

    def sizeHint(self) -> QSize:
        """Return a size for long paths and some lines of the preview."""
        return super().sizeHint().expandedTo(QSize(760, 460))

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the height to the wrapped text."""
        super().showEvent(event)
        fit_height(self)

    def _kinds_card(self) -> QWidget:
        frame, layout = card(self)
        words = {
            "csv": self.tr("&CSV: the runs, one line each, for any program"),
            "xlsx": self.tr("&Excel: runs, candidates, audit and settings, a sheet each"),
            "zip": self.tr("&Whole study: an archive from which kgdesk restores it"),
        }
        self._group = QButtonGroup(self)
        self._radios: dict[str, QRadioButton] = {}
        for kind in _KINDS:
            radio = QRadioButton(words[kind], frame)
            radio.setObjectName(f"export.kind.{kind}")
            radio.setMinimumHeight(32)
            radio.clicked.connect(partial(self._choose, kind))
            self._group.addButton(radio)
            self._radios[kind] = radio
            layout.addWidget(radio)
        return frame

    def _say_trust(self) -> None:
        """Show the verdict on the study's record unless it is complete; otherwise clear the strip."""
        self.strip.clear()
        if not (trust := self._controller.session.trust).unremarkable:
            noticed = trust.doubtful or bool(trust.set_aside)
            self.strip.show_message("caution" if noticed else "neutral", translate(trust.sentence))

    def _choose(self, kind: str, _: bool = True) -> None:
        self._kind = kind
        path = self._path.text().strip()
        if path:
            self._path.setText(str(Path(path).with_suffix(f".{kind}")))
        self._say_trust()
        self._show()

    def _browse(self) -> None:
        path, _ = QFileDialog.getSaveFileName(
            self,
            self.tr("Export to"),
            self._path.text(),
            f"*.{self._kind}",
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        if path:
            self._path.setText(path)
            self._say_trust()

    def _show(self) -> None:
        csv = self._kind == "csv"
        self._preview.setVisible(csv)
        waits = self._kind == "xlsx" and self._controller.advice.current is None
        self._save.setEnabled(not waits)
        if csv:
            lines = actions.export_preview(self._controller.study)
            self._preview.setPlainText(visible("\n".join(lines)))
            self._caption.setText(self.tr("Begins with:"))
        elif waits:
            self._caption.setText(self.tr("Waits for the expected successes of the candidates…"))
        elif self._kind == "xlsx":
            self._caption.setText(
                self.tr("With the expected success of every candidate as it stands after the last run.")
            )
        else:
            self._caption.setText(
                self.tr(
                    "Contains every entry, each chained to the one before by a hash. Anyone who has the head of the"
                    " chain can tell later whether an entry was replaced."
                )
            )

    def save(self) -> None:
        """Write the file; confirm before replacing one."""
        text = self._path.text().strip()
        if not text:
            self.strip.show_message("refusal", self.tr("Name the file first."))
            self._path.setFocus()
            return
        path = Path(text)
        if path.suffix.casefold() != f".{self._kind}":
            path = path.with_name(f"{path.name}.{self._kind}")
        self._write(path, overwrite=False)

    def _write(self, path: Path, *, overwrite: bool) -> None:
        self.strip.clear()
        try:
            self._saved = actions.export(
                self._controller.session, path, overwrite=overwrite, advice=self._controller.advice.current
            )
        except FileExists:
            self._ask(path)
        except KgdeskError as refused:
            refuse(self.strip, refused)
            self._path.setFocus()
        else:
            self._preferences.keep_export_choice(self._controller.path, self._kind, self._saved.parent)
            self.accept()

    def _ask(self, path: Path) -> None:
        free = _free(path)
        text = self.tr("{name} is already there. Replace it?").format(name=path.name)
        keep = self.tr("Save as {name}").format(name=free.name)
        self.strip.show_message(
            "caution",
            text,
            (
                (keep, partial(self._write, free, overwrite=False)),
                (self.tr("Replace"), partial(self._write, path, overwrite=True)),
            ),
        )
        self.strip.buttons[0].setFocus(Qt.FocusReason.OtherFocusReason)


def _free(path: Path) -> Path:
    """Return an unused file name beside a path."""
    count = 2
    while (free := path.with_name(f"{path.stem} ({count}){path.suffix}")).exists():
        count += 1
    return free

"""Dialog that adds the candidates of a table to an open study."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import (
    QVBoxLayout,
    QWidget,
)

from kgdesk import actions
from kgdesk.errors import AmbiguousTable, KgdeskError
from kgdesk.model.decisions import study_state
from kgdesk.ui.dialogs.reason import ReasonField
from kgdesk.ui.session.io_queue import expected_error
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import Label, plain
from kgdesk.ui.widgets.combo import QuietCombo
from kgdesk.ui.widgets.dialogs import DialogButtons, ScannerSafeDialog, fit_height
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.widgets.messages import refuse

if TYPE_CHECKING:
    from pathlib import Path

    from kgdesk.actions.importing import PoolReading
    from kgdesk.model.study.study import Study
    from kgdesk.ui.entry.controller import EntryControl


class AddCandidatesDialog(ScannerSafeDialog):
    """List the candidates that a table with the study's headings would add, ask for a reason, and add all or none."""

    def __init__(self, control: EntryControl, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control, self._path = control, path
        self._reading: dict[str, Any] = {}
        self._found: PoolReading | None = None
        self.setObjectName("join")
        self.setWindowTitle(self.tr("Add candidates from {file}").format(file=path.name))
        self.about = plain("", parent=self)  #: Number of new candidates, and findings about them.
        self.about.setMinimumWidth(self.about.fontMetrics().averageCharWidth() * 60)
        self.blanks = QuietCombo(self)  #: What blank cells of attributes mean.
        self.blanks.setObjectName("join.blanks")
        words = tuple(a.name for a in control.controller.study.pool.attributes if a.kind == "category")
        self.blanks.addItem(self.tr("refuse the table"), {"missing": "refuse", "blank_none": ()})
        self.blanks.addItem(self.tr("among words “none”"), {"missing": "refuse", "blank_none": words})
        self.blanks.addItem(self.tr("leave out their rows"), {"missing": "leave_out", "blank_none": ()})
        self.blanks.addItem(self.tr("median of the column"), {"missing": "median", "blank_none": ()})
        self.strip = MessageStrip("join.problem", self)  #: Refusals and questions.
        self.reason = ReasonField((self.tr("More were made"), self.tr("List incomplete")), "join.reason")
        self._lay_out()
        self.read()

    def read(self, **answer: str) -> None:
        """Read the table in the worker thread, with an answer to its question if it can be read in several ways."""
        self._found = None
        self._reading |= {**answer, **self.blanks.currentData()}
        self.strip.clear()
        self.about.setText(self.tr("Reading {file}…").format(file=self._path.name))
        controller = self._control.controller
        asked = partial(_joining, controller.study, self._path, dict(self._reading))
        controller.reader.ask("join", asked, self._take, self._refused)
        self._check()

    def accept(self) -> None:
        """Add the candidates with the reason, and close; on a refusal show it and keep the input."""
        if self.add.isEnabled():
            self.add.setEnabled(False)
            how = {**self._reading, "on_done": self._added}
            self._control.do(actions.add_candidates, self._path, self.reason.reason, **how)

    def _added(self, added: bool) -> None:
        if added:
            super().accept()
            return
        if self._control.problem is not None:
            refuse(self.strip, self._control.problem)
        self._check()

    def _take(self, found: PoolReading) -> None:
        self._found = found
        counts = {
            "count": len(found.pool),
            "total": len(self._control.controller.study.pool) + len(found.pool),
        }
        words = self.tr("Candidates that join: {count}. There are {total} then.").format(**counts)
        self.about.setText("\n".join((words, *map(translate, found.findings))))
        self._check()
        fit_height(self)

    def _refused(self, problem: BaseException) -> None:
        self.about.setText(self.tr("As it is, no candidate of this table joins."))
        refused: KgdeskError = expected_error(problem, KgdeskError)
        if isinstance(refused, AmbiguousTable):
            ways = tuple((way, partial(self.read, **{refused.question: way})) for way in refused.choices[:4])
            self.strip.show_message("caution", translate(refused), ways)
        else:
            refuse(self.strip, refused)
        self._check()
        fit_height(self)

    def _check(self) -> None:
        self.missing.setText((self.reason.missing if self._found is not None else "") or " ")
        ready = self._found is not None and not self.reason.missing
        self.add.setEnabled(ready and self._control.entry.situation.takes_entries)

    def _lay_out(self) -> None:
        blanks, why = Label(self.tr("&Blank cells of attributes:")), Label(self.tr("&Reason:"))
        blanks.setBuddy(self.blanks)
        why.setBuddy(self.reason.list)
        self.missing = plain("", "muted", self)  #: What is missing.
        buttons = DialogButtons(self, "join.add", self.tr("A&dd candidates"))
        self.add = buttons.accepting
        column = QVBoxLayout(self)
        for part in (self.about, self.strip, blanks, self.blanks, why, self.reason, self.missing, buttons):
            column.addWidget(part, 1 if part is self.reason else 0)
        self.blanks.activated.connect(lambda _place: self.read())
        self.reason.changed.connect(self._check)


def _joining(study: Study, path: Path, how: dict[str, Any]) -> PoolReading:
    """Read a table and check it as the study would; nothing is recorded."""
    found = actions.read_candidates(study, path, "preview", **how)
    study_state.add_candidates(study, found.pool, {}, "preview")
    return found

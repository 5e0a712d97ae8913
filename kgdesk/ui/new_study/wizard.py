"""NewStudyWizard: four pages with Back, Next and Cancel; no study is written before Create study."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from kgdesk.actions import create_study, workspace
from kgdesk.errors import KgdeskError
from kgdesk.ui.new_study import draft
from kgdesk.ui.new_study.candidates_page import CandidatesPage
from kgdesk.ui.new_study.check_page import CheckPage
from kgdesk.ui.new_study.columns_page import ColumnsPage
from kgdesk.ui.new_study.draft import Draft
from kgdesk.ui.new_study.levels_dialog import LevelsDialog
from kgdesk.ui.new_study.plan_page import PlanPage
from kgdesk.ui.session.io_queue import IoQueue, expected_error
from kgdesk.ui.widgets.basic import Label, button, plain
from kgdesk.ui.widgets.dialogs import open_once
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent

    from kgdesk.actions import Operator, Session
    from kgdesk.ui.new_study.page import WizardPage

#: Milliseconds of waiting below which nothing is shown.
_PATIENCE = 200


class NewStudyWizard(QDialog):
    """Set up a new study; when accepted, `session` is the open study.

    Parameters
    ----------
    who, folder
        The operator (the last page asks for an empty name), and the folder of the study, which need not exist.
    source_path
        Table to start with.
    setup
        Setup of another study to start with, from `kgdesk.actions.exporting.setup_of`.
    parent
        Qt parent.
    """

    def __init__(
        self,
        who: Operator,
        folder: str | Path,
        source_path: str = "",
        parent: QWidget | None = None,
        *,
        setup: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("wizard")
        self.setWindowTitle(self.tr("New study"))
        self.setAcceptDrops(True)
        self._who = who
        self._session: Session | None = None
        self._advance_when_ready = False
        self.draft = Draft(Path(folder), operator=who.operator.strip())  #: All decisions so far.
        restored = not source_path and draft.restore_setup(self.draft, setup)
        self.worker = IoQueue(self)  #: Worker queue of all pages.
        self.candidates = CandidatesPage(self.draft, self.worker, self)  #: Page 1.
        self.columns = ColumnsPage(self.draft, self.worker, self)  #: Page 2.
        self.plan = PlanPage(self.draft, self.worker, self)  #: Page 3.
        self.check = CheckPage(self.draft, self.worker, self)  #: Page 4.
        self._pages: tuple[WizardPage, ...] = (self.candidates, self.columns, self.plan, self.check)
        self._build()
        for number, page in enumerate(self._pages, 1):
            page.setObjectName(f"wizard.page{number}")
            page.changed.connect(self._refresh)
            page.done.connect(self._focus_forward)
        self.candidates.levels_wanted.connect(self._ask_levels)
        self.columns.read_again.connect(self._read_again)
        self.worker.changed.connect(self._refresh)
        self._show_page(0)
        if source_path:
            self.candidates.open(str(source_path))
        elif restored:
            self.candidates.read_again()

    @property
    def session(self) -> Session | None:
        """The created study, open; None before."""
        return self._session

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 14, 18, 14)
        layout.setSpacing(12)
        steps = QHBoxLayout()
        self._steps = [
            plain(title, parent=self)
            for title in (
                self.tr("1 Candidates"),
                self.tr("2 Columns"),
                self.tr("3 Outcome and plan"),
                self.tr("4 Check"),
            )
        ]
        for at, step in enumerate(self._steps):
            if at:
                steps.addWidget(plain("›", "muted", self))
            step.setWordWrap(False)
            steps.addWidget(step)
        steps.addStretch(1)
        layout.addLayout(steps)
        self.stack = QStackedWidget(self)
        for page in self._pages:
            self.stack.addWidget(page)
        layout.addWidget(self.stack, 1)
        layout.addLayout(self._buttons())
        self.resize(1040, 680)
        self.setMinimumSize(760, 520)

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.cancel = button(self.tr("Cancel"), "wizard.cancel", self.reject, self)
        self.back = button(self.tr("‹ &Back"), "wizard.back", self._go_back, self)
        self.next = button(self.tr("Ne&xt ›"), "wizard.next", self.go_on, self)
        self.finish = button(self.tr("&Create study"), "wizard.create", self._create, self)
        self._wait = Label(parent=self)
        set_role(self._wait, role="muted")
        self._bar = QProgressBar(self)
        self._bar.setRange(0, 0)
        self._bar.setTextVisible(False)
        self._bar.setMaximumWidth(160)
        self._bar.setAccessibleName(self.tr("Working"))
        self._bar.setObjectName("wizard.progress")
        self._bar.hide()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PATIENCE)
        self._timer.timeout.connect(self._show_wait)
        row.addWidget(self.cancel)
        row.addStretch(1)
        row.addWidget(self._wait)
        row.addWidget(self._bar)
        for push_button in (self.back, self.next, self.finish):
            row.addWidget(push_button)
        return row

    @property
    def page(self) -> WizardPage:
        """The current page."""
        return self._pages[self.stack.currentIndex()]

    def go_on(self) -> None:
        """Go to the next page, as soon as pending tasks are done."""
        at = self.stack.currentIndex()
        if self.page.busy:
            self._advance_when_ready = True
        elif self.page.complete and at + 1 < len(self._pages):
            self._show_page(at + 1)
            self.page.focus_input()

    def _read_again(self) -> None:
        """Read the table again and return to the columns."""
        self._show_page(0)
        self.candidates.read_again()
        self._advance_when_ready = True

    def _ask_levels(self) -> None:
        dialog = LevelsDialog(self)
        dialog.combined.connect(self.candidates.combine)
        open_once(dialog)

    def _go_back(self) -> None:
        at = self.stack.currentIndex()
        if at:
            self._show_page(at - 1)

    def _show_page(self, at: int) -> None:
        self._advance_when_ready = False
        self.stack.setCurrentIndex(at)
        for number, step in enumerate(self._steps):
            set_role(step, role="title" if number == at else "muted")
        self.setAccessibleDescription(self._steps[at].text())
        last = at + 1 == len(self._pages)
        self.next.setVisible(not last)
        self.finish.setVisible(last)
        self.page.show_draft()
        self._refresh()

    def _forward(self) -> QPushButton:
        return self.finish if self.page is self.check else self.next

    def _focus_forward(self) -> None:
        if self._forward().isEnabled():
            self._forward().setFocus()

    def _refresh(self) -> None:
        draft.store_setup(self.draft)
        page, creating = self.page, self.worker.pending("create")
        self.back.setEnabled(self.stack.currentIndex() > 0 and not creating)
        self.cancel.setEnabled(not creating)
        self.stack.setEnabled(not creating)
        self.next.setEnabled(page.complete or (page.busy and page is not self.candidates))
        self.finish.setEnabled(page.complete and not creating)
        self._forward().setDefault(True)
        busy = page.busy or creating
        if not busy:
            self._timer.stop()
            self._bar.hide()
            self._wait.clear()
        elif not self._timer.isActive() and self._bar.isHidden():
            self._timer.start()
        if self._advance_when_ready and not page.busy:
            self._advance_when_ready = False
            self.go_on()

    def _show_wait(self) -> None:
        words = {
            self.candidates: self.tr("Reading the table…"),
            self.columns: self.tr("Looking at the columns…"),
            self.plan: self.tr("Working out what is known…"),
        }
        self._wait.setText(words.get(self.page, self.tr("Making the study…")))
        self._bar.show()

    def _create(self) -> None:
        draft, checked = self.draft, self.draft.built
        if checked is None or not self.check.complete or self.worker.pending("create"):
            return
        path, who = self.check.path, replace(self._who, operator=draft.operator)
        settings = replace(draft.settings, title=draft.name)
        source = draft.source
        file = Path(source.path).name if source.path else source.name

        def make() -> Session:
            workspace.ready_folder(path.parent)
            return create_study(path, checked.reading, settings, who, file=file)

        self.check.strip.clear()
        self.worker.ask("create", make, self._created, self._refused)

    def _created(self, session: Session) -> None:
        self._session = session
        self.accept()

    def _refused(self, problem: BaseException) -> None:
        refused: KgdeskError = expected_error(problem, KgdeskError)
        self._refresh()
        refuse(self.check.strip, refused)
        self.check.name.setFocus()
        self.check.name.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let the page handle Enter, else press the default button."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.page.handle_enter():
            event.accept()
            return
        super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept one file."""
        if len(event.mimeData().urls()) == 1 and not self.worker.pending("create"):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Read the dropped file on the first page."""
        url = event.mimeData().urls()[0]
        event.acceptProposedAction()
        self._show_page(0)
        self.candidates.open(url.toLocalFile())

    def reject(self) -> None:
        """Cancel, unless the study is being created."""
        if not self.worker.pending("create"):
            super().reject()

    def done(self, result: int) -> None:
        """Stop the worker and a running rehearsal, and delete the stored draft."""
        self.plan.rehearsal.close_down()
        self.worker.stop()
        draft.delete_setup()
        super().done(result)

"""NewStudyWizard: the table and the plan of a new study; nothing is written before Create study."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Qt, QTimer
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
from kgdesk.actions.earlier_study import read_earlier
from kgdesk.errors import KgdeskError
from kgdesk.ui.new_study import draft
from kgdesk.ui.new_study.draft import Draft, Source
from kgdesk.ui.new_study.plan_page import PlanPage
from kgdesk.ui.new_study.table_page import TablePage
from kgdesk.ui.session.io_queue import IoQueue, expected_error
from kgdesk.ui.widgets.basic import Label, button, plain
from kgdesk.ui.widgets.dropped_files import local_file
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent

    from kgdesk.actions import Operator, Session
    from kgdesk.ui.new_study.page import WizardPage

#: Milliseconds of waiting below which nothing is shown.
_PATIENCE = 200
_SIZE = QSize(1280, 740)


class NewStudyWizard(QDialog):
    """Set up a new study; when accepted, `session` is the open study.

    Parameters
    ----------
    who, folder
        The operator (the plan asks for an empty name), and the folder of the study, which need not exist.
    source_path
        Table to start with.
    parent
        Qt parent.
    setup
        Setup of another study to start with, from `kgdesk.actions.exporting.setup_of`.
    projects
        Folder whose projects the study may belong to; by default `folder`.
    """

    def __init__(
        self,
        who: Operator,
        folder: str | Path,
        source_path: str = "",
        parent: QWidget | None = None,
        *,
        setup: dict[str, Any] | None = None,
        projects: str | Path | None = None,
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
        self.worker = IoQueue(self)  #: Worker queue of both pages.
        self.table = TablePage(self.draft, self.worker, self)  #: Page 1.
        self.plan = PlanPage(self.draft, self.worker, self)  #: Page 2.
        self._pages: tuple[WizardPage, ...] = (self.table, self.plan)
        self._build()
        for number, page in enumerate(self._pages, 1):
            page.setObjectName(f"wizard.page{number}")
            page.changed.connect(self._refresh)
            page.done.connect(self._focus_forward)
        self.worker.changed.connect(self._refresh)
        root = Path(projects or folder)
        self.worker.ask(
            "projects", lambda: workspace.project_folders(root), self.plan.offer_folders, expected_error
        )
        self._show_page(0)
        if source_path:
            self.table.take(Source(path=str(source_path)))
        elif restored:
            self.table.read_again()

    @property
    def session(self) -> Session | None:
        """The created study, open; None before."""
        return self._session

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 12, 18, 12)
        layout.setSpacing(10)
        head = QHBoxLayout()
        title, between = Label(self.tr("New study"), self), Label("›", self)
        set_role(title, role="title")
        set_role(between, role="muted")
        self._steps = (Label(self.tr("1 Table"), self), Label(self.tr("2 Plan"), self))
        for label in (title, self._steps[0], between, self._steps[1]):
            head.addWidget(label)
        head.insertSpacing(1, 12)
        head.addStretch(1)
        layout.addLayout(head)
        self.stack = QStackedWidget(self)
        for page in self._pages:
            self.stack.addWidget(page)
        layout.addWidget(self.stack, 1)
        layout.addLayout(self._buttons())
        self.setMinimumSize(640, 420)
        room = self.screen().availableGeometry().size() - QSize(16, 48)
        self.resize(_SIZE.boundedTo(room))

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.cancel = button(self.tr("Cancel"), "wizard.cancel", self.reject, self)
        self.back = button(self.tr("&Back"), "wizard.back", lambda: self._show_page(0), self)
        self.next = button(self.tr("Ne&xt: Plan"), "wizard.next", self.go_on, self)
        self.finish = button(self.tr("&Create study"), "wizard.create", self._create, self)
        for onward in (self.next, self.finish):
            set_role(onward, primary=True)
        self.missing = plain("", "muted", self)
        self.missing.setObjectName("wizard.missing")
        self.missing.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._bar = QProgressBar(self)
        self._bar.setRange(0, 0)
        self._bar.setTextVisible(False)
        self._bar.setMaximumWidth(160)
        self._bar.setAccessibleName(self.tr("Working"))
        self._bar.setObjectName("wizard.progress")
        self._bar.hide()
        self._timer = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._timer.timeout.connect(self._show_wait)
        row.addWidget(self.cancel)
        row.addWidget(self.missing, 1)
        row.addWidget(self._bar)
        for push_button in (self.back, self.next, self.finish):
            row.addWidget(push_button)
        return row

    @property
    def page(self) -> WizardPage:
        """The current page."""
        return self._pages[self.stack.currentIndex()]

    def go_on(self) -> None:
        """Go to the plan, as soon as pending tasks are done."""
        if self.table.busy:
            self._advance_when_ready = True
        elif self.page is self.table and self.table.complete:
            self._show_page(1)
            self.page.focus_input()

    def _show_page(self, at: int) -> None:
        self._advance_when_ready = False
        self.stack.setCurrentIndex(at)
        for number, step in enumerate(self._steps):
            set_role(step, role="title" if number == at else "muted")
        self.setAccessibleDescription(self._steps[at].text())
        self.back.setVisible(at > 0)
        self.next.setVisible(at == 0)
        self.finish.setVisible(at > 0)
        if at == 0:
            self.plan.rehearsal.forget()
        self.page.show_draft()
        self._refresh()

    def _forward(self) -> QPushButton:
        return self.finish if self.page is self.plan else self.next

    def _focus_forward(self) -> None:
        if self._forward().isEnabled():
            self._forward().setFocus()

    def _refresh(self) -> None:
        draft.store_setup(self.draft)
        page, creating = self.page, self.worker.pending("create")
        for part in (self.back, self.cancel, self.stack):
            part.setEnabled(not creating)
        self.next.setEnabled(page.complete or (page.busy and self.draft.table is not None))
        self.finish.setEnabled(page.complete and not creating)
        self._forward().setDefault(True)
        if not (page.busy or creating):
            self._timer.stop()
            self._bar.hide()
            self.missing.setText(page.missing)
        elif not self._timer.isActive() and self._bar.isHidden():
            self._timer.start()
        if self._advance_when_ready and not page.busy:
            self._advance_when_ready = False
            self.go_on()

    def _show_wait(self) -> None:
        if self.worker.pending("create"):
            text = self.tr("Making the study…")
        elif self.page is self.plan:
            text = self.tr("Working out what is known…")
        else:
            text = self.tr("Reading the table…")
        self.missing.setText(text)
        self._bar.show()

    def _create(self) -> None:
        draft, built = self.draft, self.draft.built
        if built is None or not self.plan.complete or self.worker.pending("create"):
            return
        path, who = self.plan.place.path, replace(self._who, operator=draft.operator)
        settings = replace(draft.settings, title=draft.name)
        source = draft.source
        file = Path(source.path).name if source.path else source.name
        place = draft.earlier

        def make() -> Session:
            workspace.ready_folder(path.parent)
            earlier = read_earlier(place, who) if place else None
            return create_study(path, built.reading, settings, who, file=file, learn_from=earlier)

        self.plan.rehearsal.forget()
        self.plan.strip.clear()
        self.worker.ask("create", make, self._created, self._refused)

    def _created(self, session: Session) -> None:
        self._session = session
        self.accept()

    def _refused(self, problem: BaseException) -> None:
        refused: KgdeskError = expected_error(problem, KgdeskError)
        self._refresh()
        refuse(self.plan.strip, refused)
        self.plan.place.name.setFocus()
        self.plan.place.name.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Read the file that was typed at Enter, else press the default button."""
        enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if enter and self.page is self.table and self.table.handle_enter():
            event.accept()
            return
        super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept one local file."""
        if local_file(event) is not None and not self.worker.pending("create"):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Read the dropped file on the first page."""
        if (path := local_file(event)) is not None:
            event.acceptProposedAction()
            self._show_page(0)
            self.table.start.open(str(path))

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

"""StudyListsPanel: both lists of the home window, with their actions."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QInputDialog, QVBoxLayout, QWidget

from kgdesk.actions import workspace
from kgdesk.errors import KgdeskError
from kgdesk.ui.home.study_list import ProjectStudies, RecentStudies
from kgdesk.ui.session.io_queue import IoQueue, ServerReader, expected_error
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import button, card, plain

if TYPE_CHECKING:
    from kgdesk.actions.workspace import Project, StudySummary
    from kgdesk.ui.session.preferences import Preferences


class StudyListsPanel(QWidget):
    """Recent studies and projects; files and servers are read in worker threads.

    Parameters
    ----------
    preferences
        Provide the recent studies and the workspace folder.
    parent
        Qt parent. Call `stop` before it is destroyed.
    """

    #: Path or address of the study to open.
    wanted = Signal(str)
    #: A new attempt has started: clear the message about the last one.
    tried = Signal()
    #: The `KgdeskError` of a failed action.
    refused = Signal(object)

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._worker = IoQueue(self)
        self.servers = ServerReader(_summary, self)  #: Reads studies on servers.
        self.servers.answered.connect(self._take_of_server)
        self._summaries: dict[str, StudySummary | str] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(14)
        column.addWidget(self._recent_card(), 1)
        column.addWidget(self._projects_card(), 1)

    def stop(self) -> None:
        """Stop the worker threads."""
        self.servers.stop()
        self._worker.stop()

    def _recent_card(self) -> QWidget:
        frame, layout = card(self)
        layout.addWidget(plain(self.tr("Recent studies"), "title", frame))
        self.recent = RecentStudies(frame)
        self.recent.wanted.connect(self.wanted)
        self.recent.lost.connect(self.locate)
        layout.addWidget(self.recent, 1)
        self._no_recent = plain(
            self.tr("None yet. A study that you make or open is listed here."), "muted", frame
        )
        layout.addWidget(self._no_recent, 1, Qt.AlignmentFlag.AlignTop)
        return frame

    def _projects_card(self) -> QWidget:
        frame, layout = card(self)
        head = QHBoxLayout()
        head.addWidget(plain(self.tr("Projects"), "title", frame), 1)
        head.addWidget(button(self.tr("New &project…"), "home.newProject", self.ask_project, frame))
        head.addWidget(button(self.tr("&Change folder…"), "home.workspace", self.ask_workspace, frame))
        layout.addLayout(head)
        self.place = plain("", "muted", frame)
        self.place.setObjectName("home.workspacePath")
        layout.addWidget(self.place)
        self.projects = ProjectStudies(frame)
        self.projects.wanted.connect(self.wanted)
        self.projects.seen.connect(self._read_summaries)
        layout.addWidget(self.projects, 1)
        return frame

    def refresh(self) -> None:
        """Reload both lists; files are read in the background."""
        recents = self._preferences.recent()
        self.recent.show_recent(recents)
        self.recent.setVisible(bool(recents))
        self._no_recent.setVisible(not recents)
        self._worker.ask(
            "missing", lambda: [r.path for r in recents if r.missing], self._show_missing, self._refuse
        )
        folder = self._preferences.workspace
        self.place.setText(str(folder))
        self._summaries.clear()
        self.servers.ask(r.path for r in recents if r.on_server)
        self._worker.ask("workspace", lambda: workspace.workspace(folder), self._show_projects, self._refuse)

    def _show_missing(self, missing: list[str]) -> None:
        self.recent.mark_missing(missing)
        files = (r.path for r in self._preferences.recent() if not r.on_server)
        self._read_summaries(tuple(path for path in files if path not in missing))

    def _show_projects(self, projects: tuple[Project, ...]) -> None:
        self.projects.show_projects(projects)
        if not projects:
            text = self.tr("{folder}: nothing in it yet. Your first study makes it.")
            self.place.setText(text.format(folder=self._preferences.workspace))

    def _read_summaries(self, paths: tuple[str, ...]) -> None:
        for path in paths:
            known = self._summaries.get(path)
            if known is not None:
                self._show_summary(path, known)
            elif not self._worker.pending(f"study {path}"):
                self._worker.ask(f"study {path}", partial(_summary, path), self._take_summary, self._refuse)

    def _take_summary(self, answer: tuple[str, StudySummary | str]) -> None:
        path, summary = answer
        self._summaries[path] = summary
        self._show_summary(path, summary)
        if not isinstance(summary, str):
            self._preferences.update_recent(path, summary.done, summary.budget, summary.last_entry)

    def _show_summary(self, path: str, summary: StudySummary | str) -> None:
        self.projects.show_summary(path, summary)
        self.recent.show_summary(path, summary)

    def _take_of_server(self, answer: tuple[str, StudySummary | str] | BaseException) -> None:
        if isinstance(answer, BaseException):
            raise answer  # a bug, not an expected error: for the outermost handler
        path, studies = answer
        if not isinstance(studies, str) and not studies.as_of:
            self._take_summary((path, studies))
            return
        last = next((r for r in self._preferences.recent() if r.path == path), None)
        if last is None:
            return
        if not isinstance(studies, str) and studies.last_entry >= last.last_entry:
            seen = max(studies.as_of, last.seen_at)
            self._preferences.update_recent(
                path, studies.done, studies.budget, studies.last_entry, seen_at=seen
            )
            last = next((r for r in self._preferences.recent() if r.path == path), last)
        away = self.tr("The server could not be reached.")
        self.recent.show_away(last, studies if isinstance(studies, str) else away)

    def locate(self, path: str) -> None:
        """Ask where a missing study is."""
        chosen, _ = QFileDialog.getOpenFileName(
            self,
            self.tr("Where is {name}?").format(name=Path(path).name),
            str(self._preferences.workspace),
            self.tr("Studies (*.kgstudy)"),
        )
        if chosen:
            self.relocate(path, chosen)

    def relocate(self, old: str, new: str) -> None:
        """Update the path of a recent study and open it."""
        self._preferences.move_recent(old, new)
        self.refresh()
        self.wanted.emit(new)

    def ask_project(self) -> None:
        """Ask for the name of a new project."""
        name, given = QInputDialog.getText(self, self.tr("New project"), self.tr("Name of the project"))
        if given:
            self.new_project(name)

    def new_project(self, name: str) -> None:
        """Create a project folder in the workspace."""
        self.tried.emit()
        try:
            workspace.new_project(self._preferences.workspace, name)
        except KgdeskError as refused:
            self.refused.emit(refused)
            return
        self.refresh()

    def ask_workspace(self) -> None:
        """Ask for another workspace folder."""
        folder = QFileDialog.getExistingDirectory(
            self, self.tr("Folder of your projects"), str(self._preferences.workspace)
        )
        if folder:
            self._preferences.workspace = Path(folder)
            self.refresh()

    def _refuse(self, problem: BaseException) -> None:
        refused: KgdeskError = expected_error(problem, KgdeskError)
        self.refused.emit(refused)


def _summary(path: str) -> tuple[str, StudySummary | str]:
    try:
        return path, workspace.summary(path)
    except KgdeskError as refused:
        return path, translate(refused)

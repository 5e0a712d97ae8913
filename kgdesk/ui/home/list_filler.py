"""ListFiller: reads the studies of the list of studies beside the window's thread, and keeps the list up to date."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from kgdesk.actions import workspace
from kgdesk.errors import KgdeskError
from kgdesk.ui.session.io_queue import IoQueue, ServerReader, expected_error
from kgdesk.ui.text.translate import translate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kgdesk.actions import RecentStudy
    from kgdesk.actions.workspace import Project, StudySummary
    from kgdesk.ui.home.study_list import StudyList
    from kgdesk.ui.session.preferences import Preferences


class ListFiller(QObject):
    """Fills a `StudyList`; files and servers are read in worker threads.

    Parameters
    ----------
    studies
        The list.
    preferences
        Provide the recent studies and the workspace folder.
    parent
        Qt parent. Call `stop` before it is destroyed.
    """

    #: The list is filled: whether it has studies.
    listed = Signal(bool)
    #: The `KgdeskError` of a failed action.
    refused = Signal(object)

    def __init__(self, studies: StudyList, preferences: Preferences, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._studies = studies
        self._preferences = preferences
        self._worker = IoQueue(self)
        self.servers = ServerReader(_summary, self)  #: Reads studies on servers.
        self.servers.answered.connect(self._take_of_server)
        self._summaries: dict[str, StudySummary | str] = {}
        self._projects: tuple[Project, ...] = ()
        self._missing: dict[str, bool] = {}  # whether each recent study is, of those that were looked for
        studies.seen.connect(self._read_summaries)

    def stop(self) -> None:
        """Stop the worker threads."""
        self.servers.stop()
        self._worker.stop()

    def refresh(self) -> None:
        """List all studies again; what is known of them is shown at once, and their files are read after that."""
        folder = self._preferences.workspace
        self._summaries.clear()
        self._missing = {}
        self._show()
        self._worker.ask(
            "workspace", lambda: workspace.workspace(folder), self._take_projects, self._do_without
        )

    def _show(self) -> None:
        groups = workspace.grouped_studies(self._preferences.recent(), self._projects)
        self._studies.show_groups(groups)
        self.listed.emit(bool(groups))

    def _take_projects(self, projects: tuple[Project, ...]) -> None:
        self._projects = projects
        self._show()
        recents = self._preferences.recent()
        self.servers.ask(r.path for r in recents if r.on_server)
        self._worker.ask(
            "missing", lambda: {r.path: r.missing for r in recents}, self._take_missing, self._refuse
        )

    def _do_without(self, problem: BaseException) -> None:
        """Say why the workspace cannot be listed, and go on with the studies that were open here."""
        self._refuse(problem)
        self._take_projects(())

    def _take_missing(self, missing: dict[str, bool]) -> None:
        self._missing = missing
        self._studies.mark_missing([path for path, is_missing in missing.items() if is_missing])
        self._read_summaries(self._studies.unfolded())

    def _read_summaries(self, paths: Iterable[str]) -> None:
        # A file that is not there would be said to be unreadable: recent studies wait until theirs was looked for.
        recent = {one.path for one in self._preferences.recent()}
        for path in paths:
            if self._missing.get(path, path in recent):
                continue
            known = self._summaries.get(path)
            if known is not None:
                self._studies.show_summary(path, known, self._recent(path))
            elif "://" not in path and not self._worker.pending(f"study {path}"):
                self._worker.ask(f"study {path}", partial(_summary, path), self._take_summary, self._refuse)

    def _take_summary(self, answer: tuple[str, StudySummary | str]) -> None:
        path, summary = answer
        self._summaries[path] = summary
        if not isinstance(summary, str):
            self._preferences.update_recent(path, summary.done, summary.budget, summary.last_entry)
        self._studies.show_summary(path, summary, self._recent(path))

    def _take_of_server(self, answer: tuple[str, StudySummary | str] | BaseException) -> None:
        if isinstance(answer, BaseException):
            raise answer  # a bug, not an expected error: for the outermost handler
        path, summary = answer
        if not isinstance(summary, str) and not summary.as_of:
            self._take_summary((path, summary))
            return
        last = self._recent(path)
        if last is None:
            return
        if not isinstance(summary, str) and summary.last_entry >= last.last_entry:
            seen = max(summary.as_of, last.seen_at)
            self._preferences.update_recent(
                path, summary.done, summary.budget, summary.last_entry, seen_at=seen
            )
            last = self._recent(path) or last
        away = self.tr("The server could not be reached.")
        self._studies.show_away(last, summary if isinstance(summary, str) else away)

    def _recent(self, path: str) -> RecentStudy | None:
        return next((r for r in self._preferences.recent() if r.path == path), None)

    def _refuse(self, problem: BaseException) -> None:
        refused: KgdeskError = expected_error(problem, KgdeskError)
        self.refused.emit(refused)


def _summary(path: str) -> tuple[str, StudySummary | str]:
    try:
        return path, workspace.summary(path)
    except KgdeskError as refused:
        return path, translate(refused)

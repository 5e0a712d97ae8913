"""Images of a day in the lab for the gallery: runs in progress, their menu, the stopping rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scanner import image

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.actions.importing import read_pool
from kgdesk.actions.sheets import STOCKS, next_runs
from kgdesk.errors import StudyInUse
from kgdesk.model.advice.picks import advise
from kgdesk.model.study.settings import Settings
from kgdesk.reports.pdf.labels import label_pages
from kgdesk.reports.pdf.run_sheet import run_sheet_pages
from kgdesk.text import phrase
from kgdesk.ui.dialogs.batch import BatchDialog
from kgdesk.ui.dialogs.kept_columns import BarcodeDialog
from kgdesk.ui.dialogs.note import NoteDialog
from kgdesk.ui.dialogs.preferences_dialog import SettingsDialog
from kgdesk.ui.dialogs.problem_report import ProblemDialog
from kgdesk.ui.dialogs.results_preview import ResultsDialog
from kgdesk.ui.dialogs.run_details import DetailsDialog
from kgdesk.ui.dialogs.run_sheets import LabelsDialog, SheetDialog
from kgdesk.ui.dialogs.skip import SkipDialog
from kgdesk.ui.session.crash import log_file
from kgdesk.ui.text.translate import WindowTextFormat
from kgdesk.ui.widgets.messages import message_box

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gallery import Gallery
    from PySide6.QtWidgets import QDialog

    from kgdesk.actions import Session
    from kgdesk.ui.session.study_controller import StudyController
    from kgdesk.ui.window.main_window import MainWindow

LOW = (1093, 582)


def lived(folder: Path, samples: Path) -> Session:
    """Create a study with runs, notes, stock and three runs in progress, in a state in which its rule stops."""
    table = read_pool(samples / "growth-conditions.csv", id="Code")
    settings = Settings(title="Growth conditions", budget=12, stop="runs 8 or value 0.1")
    session = actions.create_study(folder / "lab.kgstudy", table, settings, Operator("MK"))
    for turn in range(7):
        advice = advise(session.study)
        outcome = "success" if turn % 3 == 1 else "failure"
        actions.record(session, advice.suggestion.candidate, outcome, advice=advice)
    actions.note(session, "New lamp since this morning", run=3)
    actions.note(session, "Moved to room 7 on Thursday")
    ids = session.study.pool.ids
    actions.exclude(session, list(ids[4:6]), "Used up")
    for _ in range(3):
        advice = advise(session.study)
        actions.start(session, advice.suggestion.candidate, advice=advice)
    return session


class LabPages:
    """Render the states of one window in turn.

    Parameters
    ----------
    gallery
        Saves the images.
    until
        Runs the event loop until a condition holds.
    """

    def __init__(self, gallery: Gallery, until: Callable[[Callable[[], object]], None]) -> None:
        self._gallery, self._until = gallery, until

    def draw(self, session: Session) -> None:
        """Render every state."""
        with self._gallery.opened(session) as (self.window, _):
            self._until(lambda: self.window.controller.advice.verdict is not None)
            self._states(self.window)

    def _states(self, window: MainWindow) -> None:
        self._until(lambda: window.overview is not None and window.overview.painted())
        control = window.panel.control
        self._save("running")
        control.take_up(window.controller.study.pending[1].number)
        self._save("result")
        control.arm("failure")
        self._save("result-armed")
        control.cancel()
        control.unchoose()
        control.arm("start")
        self._save("start-armed")
        control.cancel()
        self._dialog(DetailsDialog(control, window), "details")
        really = DetailsDialog(control, window)
        really.really.line.setText(f"{window.controller.study.pool.attributes[0].name} = 1e3")
        self._dialog(really, "details-really-set")
        self._dialog(self._results(window), "results")
        self._dialog(NoteDialog(control, window), "note")
        self._dialog(BarcodeDialog(control, window), "codes")
        self._dialog(SkipDialog(control.entry.candidate or "", window), "skip")
        self._dialog(SettingsDialog(window.theme, window.preferences, window), "settings")
        report = ProblemDialog(log_file(), window, fault="IndexError", session=window.controller.session)
        self._dialog(report, "problem-report")
        text = "{name} is being written by another program just now. Try again in a moment."
        self._dialog(message_box(StudyInUse(phrase(text, name="screen.kgstudy")), window), "message")
        several = BatchDialog(control, window)
        self._until(lambda: bool(several.picks))
        self._dialog(several, "several")
        self._dialog(SheetDialog(window.controller, window), "sheet")
        window.controller.selection.select(window.controller.study.pool.ids[7])
        self._dialog(LabelsDialog(window.controller, window), "labels")
        window.controller.selection.select(None)
        self._paper(window.controller)
        for place, name in ((1, "candidates"), (3, "timeline")):
            window.tabs.setCurrentIndex(place)
            self._save(name)
        window.tabs.setCurrentIndex(0)
        window.controller.advice.cancel()
        window.controller.advice._current = None
        control.refresh()
        window.panel.show_entry()
        self._save("given-up")

    def _results(self, window: MainWindow) -> ResultsDialog:
        """Return the preview of a file of results with words that the study does not know."""
        names = window.controller.study.pool.ids
        path = window.controller.path.with_name("results.csv")
        outcomes = ("growth", "yes", "pending", "cloudy", "no")
        rows = [f"{name},{outcome}" for name, outcome in zip(names, outcomes, strict=False)]
        path.write_text("\n".join(("candidate,outcome", *rows)) + "\n", encoding="utf-8")
        dialog = ResultsDialog(window.panel.control, path, window)
        self._until(lambda: dialog.plan is not None)
        return dialog

    def _dialog(self, dialog: QDialog, name: str) -> None:
        dialog.show()
        self._until(dialog.isVisible)
        self._gallery.save(dialog, f"lab-{name}")
        dialog.close()
        dialog.deleteLater()

    def _paper(self, controller: StudyController) -> None:
        sheet = next_runs(controller.study, controller.who.clock(), 3)
        for name, page in (
            ("sheet", run_sheet_pages(sheet, WindowTextFormat())[0]),
            ("labels", label_pages(sheet, STOCKS["70x36"], 4)[0]),
        ):
            image(page, per_inch=96.0).save(str(self._gallery.folder / f"paper-{name}.png"))

    def _save(self, name: str) -> None:
        low = self._gallery.size[0] == 1366
        for size in (self._gallery.size, LOW) if low else (self._gallery.size,):
            self.window.resize(*size)
            self._until(lambda: self.window.controller.refresher.idle)
            self._gallery.settle(self.window.tabs.currentWidget())
            self._gallery.save(self.window, f"lab-{name}{'-low' if size == LOW else ''}")

"""Program: the one visible window of a process (home or a study), with its compute queue and theme."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.errors import DamagedStudy, KgdeskError
from kgdesk.ui.dialogs.help_window import HelpKey
from kgdesk.ui.home.file_open import FileOpenFilter
from kgdesk.ui.home.study_opening import (
    StudyReader,
    StudyRecovery,
    activate,
    is_busy,
    show_opening,
    strip_of,
)
from kgdesk.ui.session.compute_queue import ComputeQueue, KernelWarmup
from kgdesk.ui.session.preferences import Preferences
from kgdesk.ui.session.study_controller import StudyController
from kgdesk.ui.text.translate import update_language
from kgdesk.ui.widgets import splash
from kgdesk.ui.widgets.messages import message_box
from kgdesk.ui.widgets.theme import Theme
from kgdesk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

    from kgdesk.actions import Restored, Session

#: Number of candidates for which kernels are compiled while no study is open.
_USUAL = 1_000


class Program(QObject):
    """Own the window of one process and replace it: home, or one study.

    Parameters
    ----------
    app
        The application.
    operator
        Name of the operator; empty for the remembered name.
    """

    def __init__(self, app: QApplication, operator: str = "") -> None:
        super().__init__(app)
        self._app = app
        #: Remembered choices of this user.
        self.preferences = Preferences()
        #: Colours and text size of all windows.
        self.theme = app.findChild(Theme) or Theme(app)
        self.theme.apply(self.preferences.scheme, self.preferences.text_scale)
        #: Runs every kernel call of the process.
        self.compute_queue = ComputeQueue(self)
        self.compute_queue.suspend()  # Resumed at the first paint: start-up and the kernels compete for the GIL.
        #: Loads or compiles the kernels.
        self.preparation = KernelWarmup(
            self.compute_queue, actions.warm_up, self, ready=actions.kernels_kept, first=self._compile_first
        )
        self._operator = operator.strip() or self.preferences.operator
        #: The window on screen: a MainWindow or a HomeWindow; None before the first and after `close`.
        self.window: QWidget | None = None
        #: Opens studies off the GUI thread.
        self.study_reader = StudyReader(self)
        self.study_reader.moved.connect(self._show_opening)
        self.study_reader.opened.connect(self.show_study)
        self.study_reader.refused.connect(self._show_failed_opening)
        #: Restores damaged studies from backups.
        self.study_recovery = StudyRecovery(lambda: self.who, self)
        self.study_recovery.refused.connect(self.show_error)
        self.study_recovery.restored.connect(self._show_restored)
        HelpKey(app)
        if sys.platform == "darwin":
            FileOpenFilter(app).opened.connect(self._switch)
        self._message: QMessageBox | None = None

    @property
    def who(self) -> Operator:
        """The present operator: that of the open study, else the remembered name."""
        window = self.window
        return Operator(window.controller.who.operator if isinstance(window, MainWindow) else self._operator)

    def _compile_first(self, progress: Callable[[int, int], None]) -> None:
        """Compile the kernels for the open study, else for the wizard's default terms. Runs in the compute thread."""
        window, values = self.window, False
        if isinstance(window, MainWindow):
            study = window.controller.study
            values = study.has_values
            size, terms, outcomes = len(study.design.X), study.settings.terms, bool(study.valid)
        else:
            size, terms, outcomes = _USUAL, "average", False
        averaged = terms.startswith("average")
        actions.compile_first(size, averaged=averaged, outcomes=outcomes, values=values, progress=progress)

    def open(self, path: str | Path, by: str = "") -> bool:
        """Open a study in this thread and show it, as operator `by` if given. On an error show it and return False."""
        try:
            session = actions.open_in_window(actions.place_of(path), Operator(by) if by.strip() else self.who)
        except KgdeskError as problem:
            self._show_failed_opening(problem, path)
            return False
        self.show_study(session)
        return True

    def open_in_background(self, path: str | Path, by: str = "") -> None:
        """Open a study in the background; it replaces the window when it is read."""
        self.study_reader.ask(actions.place_of(path), Operator(by) if by.strip() else self.who)

    def _show_failed_opening(self, problem: KgdeskError, path: str | Path) -> None:
        if isinstance(problem, DamagedStudy):
            self.study_recovery.offer(self.show_error(problem), path)
        else:
            self.show_error(problem)

    def _show_opening(self, name: str) -> None:
        if self.window is not None:
            show_opening(self.window, name)

    def _show_restored(self, path: str | Path, done: Restored) -> None:
        if self.open(path) and isinstance(self.window, MainWindow):
            self.study_recovery.show_restored(self.window.message_strip, done)

    def show_study(self, session: Session) -> MainWindow:
        """Replace the window by a MainWindow on an open session, and request its first advice."""
        actions.claim_window(session)
        study = session.study
        title = study.settings.title or study.name
        last = study.runs[-1].recorded_at if study.runs else ""
        controller = StudyController(session, self.compute_queue)
        self.preferences.add_recent(controller.place, title, study.done, study.settings.budget, last)
        update_language(self._app, self.preferences.language)
        window = MainWindow(
            controller, self.theme, preparation=self.preparation, preferences=self.preferences
        )
        window.requests.open_wanted.connect(self._switch)
        window.requests.new_wanted.connect(self.make_study)
        window.requests.duplicate_wanted.connect(
            lambda: self.make_study(actions.setup_of(window.controller.study))
        )
        window.requests.home_wanted.connect(self.show_home)
        window.requests.quit_wanted.connect(self._app.closeAllWindows)
        window.requests.renewal_wanted.connect(self.renew)
        self._replace(window)
        controller.advice.ask()
        return window

    def show_home(self) -> None:
        """Replace the window by the list of studies."""
        from kgdesk.ui.home.home_window import HomeWindow  # noqa: PLC0415 - not on the way to a study

        update_language(self._app, self.preferences.language)
        home = HomeWindow(self.theme, preferences=self.preferences, operator=self._operator)
        home.open_requested.connect(self._switch)
        home.created.connect(self.show_study)
        home.sample_requested.connect(self.show_sample)
        home.renewal_wanted.connect(self.renew)
        self._replace(home)

    def renew(self) -> None:
        """Rebuild the window in the chosen language; with input in progress, show a note instead."""
        window = self.window
        if not isinstance(window, MainWindow):
            self.show_home()
        elif is_busy(window):
            sentence = self.tr(
                "The language changes with the next window: close the study and open it again."
            )
            window.message_strip.show_message(
                "neutral", sentence, ((self.tr("Close"), window.message_strip.clear),)
            )
        else:
            place = window.tabs.currentIndex()
            window.preferences.keep_geometry(window, "main")
            self._operator = window.controller.who.operator
            self.show_study(window.controller.hand_over()).tabs.setCurrentIndex(place)

    def show_sample(self) -> None:
        """Open the sample study in the user's workspace."""
        try:
            self.show_study(actions.open_sample(self.preferences.workspace, self.who))
        except KgdeskError as problem:
            self.show_error(problem)

    def make_study(self, setup: dict[str, Any] | None = None) -> None:
        """Run the new-study wizard, with the setup of another study if given, and show the study that it creates."""
        from kgdesk.ui.new_study.wizard import NewStudyWizard  # noqa: PLC0415 - only those who make a study pay for it

        wizard = NewStudyWizard(self.who, self.preferences.workspace, parent=self.window, setup=setup)
        if wizard.exec() and wizard.session is not None:
            self.show_study(wizard.session)
        wizard.deleteLater()

    def show_error(self, problem: KgdeskError) -> QMessageBox:
        """Show an error in a non-blocking message box and return it."""
        box = message_box(problem, self.window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()
        self._message = box  # without a parent window, only this reference keeps the box alive
        return box

    def receive_start(self, study: str, by: str) -> None:
        """Serve a later start of the program: raise the window and open the study it named.

        If the window has input in progress, ask first.
        """
        window = self.window
        if window is None:
            return  # shutting down
        activate(window)
        if not study or (isinstance(window, MainWindow) and window.controller.is_current(study)):
            return
        strip = strip_of(window)
        if strip is None or not is_busy(window):
            self.open_in_background(study, by)
            return
        sentence = self.tr("{name} is to be opened. Finish first what you have begun here.")
        ways = (
            (self.tr("Open it now"), lambda: self.open_in_background(study, by)),
            (self.tr("Not now"), strip.clear),
        )
        strip.show_message("neutral", sentence.format(name=actions.name_of(study)), ways)

    def close(self, patience: float | None = None) -> bool:
        """Close the window and stop the compute queue; return False if a calculation still runs after the patience.

        `patience` is in seconds; None waits for the calculation.
        """
        self.study_reader.stop()
        self._replace(None)
        return self.compute_queue.stop(patience)

    def _begin(self) -> None:
        """Hide the splash screen and start the compute queue, at the window's first paint."""
        splash.finish()
        splash.stamp("window")
        self.compute_queue.resume()

    def _switch(self, path: str) -> None:
        # The study that is open already would be refused: its own lock is held by this process.
        window = self.window
        if isinstance(window, MainWindow) and Path(path) == window.controller.path:
            window.raise_()
            return
        self.open_in_background(path)

    def _replace(self, window: QWidget | None) -> None:
        old, self.window = self.window, window
        if isinstance(old, MainWindow):
            self._operator = old.controller.who.operator
        if window is not None:
            splash.FirstPaint(window, self._begin)
            window.show()
        if old is not None:
            if not old.close():
                old.close()  # the unwritten entry is saved as a draft and offered at the next opening
            old.deleteLater()

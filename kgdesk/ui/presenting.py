"""The study for a meeting: larger, on the whole screen, without names and without anything that records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QLabel, QMainWindow, QWidget

    from kgdesk.ui.commands.command import Commands
    from kgdesk.ui.desk import Desk
    from kgdesk.ui.look.theme import Theme
    from kgdesk.ui.parts import MessageStrip
    from kgdesk.ui.settings import Preferences

#: Text is at least so large; one who has chosen larger text keeps it.
LEAST_SCALE = 1.5
#: Commands that rest meanwhile, by the beginning of their names.
_RESTING = (
    "run.", "study.codes", "study.finish", "study.location", "study.lock", "study.reopen", "study.signOff",
    "study.unlock",
)  # fmt: skip


class Presentation(QObject):
    """Turns one window into a presentation and back; nothing about it is remembered.

    Parameters
    ----------
    window
        Goes to full screen.
    desk, theme, preferences, commands
        Of the window.
    away
        What is not shown meanwhile.
    heading
        Shown meanwhile: what is presented.
    note
        Says how to end it.
    """

    def __init__(
        self,
        window: QMainWindow,
        desk: Desk,
        theme: Theme,
        preferences: Preferences,
        commands: Commands,
        *,
        away: Sequence[QWidget],
        heading: QLabel,
        note: MessageStrip,
    ) -> None:
        super().__init__(window)
        self._window, self._desk, self._theme, self._preferences = window, desk, theme, preferences
        self._commands, self._away, self._heading, self._note = commands, tuple(away), heading, note
        self._was_full = False
        self._leave = QShortcut(QKeySequence(Qt.Key.Key_Escape), window, self.stop)
        self._leave.setEnabled(False)
        heading.hide()
        desk.refresher.watch(heading, {"runs", "settings"}, self._say_what)

    def turn(self) -> None:
        """Begin, or end."""
        self.stop() if self._desk.presented else self.start()

    def start(self) -> None:
        """Show the study to the room."""
        self._was_full = self._window.isFullScreen()
        for part in self._away:
            part.hide()
        self._say_what()
        self._heading.show()
        self._commands.pause(_RESTING)
        self._desk.present(True)
        scale = max(LEAST_SCALE, self._preferences.text_scale)
        self._theme.apply(self._preferences.scheme, scale)
        self._leave.setEnabled(True)
        self._window.showFullScreen()
        said = self.tr("Presentation: names are hidden, and nothing can be recorded. Esc or F5 ends it.")
        self._note.say("neutral", said, ((self.tr("Close"), self._note.silence),))

    def stop(self) -> None:
        """Go back to work."""
        self._leave.setEnabled(False)
        self._note.silence()
        self._heading.hide()
        for part in self._away:
            part.show()
        self._desk.present(False)
        self._commands.pause(())
        self._theme.apply(self._preferences.scheme, self._preferences.text_scale)
        if not self._was_full:
            self._window.showNormal()

    def _say_what(self) -> None:
        study = self._desk.study
        done = self.tr("{done} of {budget} runs recorded").format(
            done=study.done, budget=study.settings.budget
        )
        self._heading.setText(f"{study.settings.title or study.name} – {done}")

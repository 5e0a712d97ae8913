"""The tabs of the main window, in order; each is created with the study's controller."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.ui.session.study_controller import StudyController


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab whose module is imported on first use, because plots are slow to import.

    Parameters
    ----------
    module, name
        Module and class name of the page.
    key
        Name of the command that shows it, after ``view.``; the Qt object name of the page.
    english
        English title, marked for translation.
    """

    module: str
    name: str
    key: str
    english: str

    @property
    def title(self) -> str:
        """The translated title."""
        return QCoreApplication.translate(self.name, self.english)

    def make(self, controller: StudyController) -> QWidget:
        """Return a new page for a study."""
        widget: QWidget = getattr(import_module(f"{__name__}.{self.module}"), self.name)(controller)
        return widget


TABS: tuple[Tab, ...] = (
    Tab("plot_tabs", "OverviewTab", "overview", str(QT_TRANSLATE_NOOP("OverviewTab", "Overview"))),
    Tab("candidates", "CandidatesTab", "candidates", str(QT_TRANSLATE_NOOP("CandidatesTab", "Candidates"))),
    Tab("history", "HistoryTab", "history", str(QT_TRANSLATE_NOOP("HistoryTab", "History"))),
    Tab("plot_tabs", "WhatIfTab", "whatIf", str(QT_TRANSLATE_NOOP("WhatIfTab", "What if"))),
    Tab("model", "ModelTab", "model", str(QT_TRANSLATE_NOOP("ModelTab", "Model"))),
    Tab("checks", "ChecksTab", "checks", str(QT_TRANSLATE_NOOP("ChecksTab", "Checks"))),
    Tab("decide", "DecideTab", "decide", str(QT_TRANSLATE_NOOP("DecideTab", "Decide"))),
)

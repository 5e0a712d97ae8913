"""The tabs on the right of the window, in their order; each is made with the desk of its study."""

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
    """A tab that is imported when it is made: those with pictures bring much along.

    Parameters
    ----------
    module, name
        Where its class is; it takes a desk.
    english
        Its title, a literal that is marked for translation.
    """

    module: str
    name: str
    english: str

    @property
    def title(self) -> str:
        """The title in the language of the program."""
        return QCoreApplication.translate(self.name, self.english)

    def make(self, controller: StudyController) -> QWidget:
        """Return a new page for a study."""
        made: QWidget = getattr(import_module(f"{__name__}.{self.module}"), self.name)(controller)
        return made


TABS: tuple[Tab, ...] = (
    Tab("overview", "OverviewTab", str(QT_TRANSLATE_NOOP("OverviewTab", "Overview"))),
    Tab("candidates", "CandidatesTab", str(QT_TRANSLATE_NOOP("CandidatesTab", "Candidates"))),
    Tab("history", "HistoryTab", str(QT_TRANSLATE_NOOP("HistoryTab", "History"))),
    Tab("what_if", "WhatIfTab", str(QT_TRANSLATE_NOOP("WhatIfTab", "What if"))),
    Tab("model", "ModelTab", str(QT_TRANSLATE_NOOP("ModelTab", "Model"))),
    Tab("checks", "ChecksTab", str(QT_TRANSLATE_NOOP("ChecksTab", "Checks"))),
)

"""Check the facts in the sentences of window and report, in English and in German."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication
from truth import reasons, reports, stops
from truth.check import Faults, stake_of

from kgdesk.ui.text.translate import WindowTextFormat, install_language

if TYPE_CHECKING:
    from PySide6.QtCore import QCoreApplication
    from truth.independent import Own
    from truth.statements import Answers


def speech(language: str) -> WindowTextFormat:
    """Return the window's text format in a language, ``en`` or ``de``."""
    install_language(_application(), language)  # type: ignore[arg-type]
    return WindowTextFormat()


@cache
def _application() -> QCoreApplication:
    """Return the application, kept alive to the end of the process."""
    return QApplication.instance() or QApplication(["kgdesk"])


def check(own: Own, answers: Answers, language: str) -> Faults:
    """Return everything false in the window's statements about a state in one language."""
    faults, window = Faults(own.world.ids), speech(language)
    verdicts = [verdict.why for verdict in stops.verdicts(own, stake_of(answers))]
    faults.states(f"stop in {language}", window.translate(answers.status["stop"]["why"]), *verdicts)
    if own.stock.exhausted:
        return faults
    suggestion, best = answers.advice.suggestion, answers.advice.recommended.candidate
    right = reasons.suggestion(own, suggestion.candidate, best, confirms=answers.advice.confirms)
    faults.states(f"why in {language}", window.translate(suggestion.why), *right)
    for name, each in answers.chosen.items():
        chosen = reasons.chosen(own, name, suggestion.candidate, best)
        faults.states(f"why {name} in {language}", window.translate(each.why), *chosen)
    if answers.compared is not None:
        second = answers.compared.second.candidate
        beside = reasons.comparison(own, suggestion.candidate, second, best)
        faults.states(
            f"beside the next in line in {language}", window.translate(answers.compared.why), *beside
        )
    reports.check(own, answers, window, language, faults)
    return faults

"""Check the sentences of window and report in English and German, against the facts and the translation catalogue."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication
from truth import reasons, reports, stops
from truth.check import Faults, stake_of
from truth.wording import ENGLISH, GERMAN

from kgdesk.ui.text.translate import WindowTextFormat, install_language

if TYPE_CHECKING:
    from PySide6.QtCore import QCoreApplication
    from truth.independent import Own
    from truth.statements import Answers
    from truth.wording import Tongue

#: Languages of the window.
TONGUES = {"en": ENGLISH, "de": GERMAN}


def speech(tongue: Tongue) -> WindowTextFormat:
    """Return the window's text format in a language."""
    install_language(_application(), tongue.name)  # type: ignore[arg-type]
    return WindowTextFormat()


@cache
def _application() -> QCoreApplication:
    """Return the application, kept alive to the end of the process."""
    return QApplication.instance() or QApplication(["kgdesk"])


def check(own: Own, answers: Answers, tongue: Tongue) -> Faults:
    """Return everything false in the window's statements about a state in one language."""
    faults, window = Faults(), speech(tongue)
    if own.stock.exhausted:
        verdicts = [verdict.why for verdict in stops.verdicts(own, stake_of(answers))]
        faults.words(
            f"stop in {tongue.name}", window.translate(answers.status["stop"]["why"]), verdicts, tongue
        )
        return faults
    suggestion, best = answers.advice.suggestion, answers.advice.recommended.candidate
    right = reasons.suggestion(own, suggestion.candidate, best)
    faults.words(f"why in {tongue.name}", window.translate(suggestion.why), right, tongue)
    for name, each in answers.chosen.items():
        chosen = reasons.chosen(own, name, suggestion.candidate, best)
        faults.words(f"why {name} in {tongue.name}", window.translate(each.why), chosen, tongue)
    if answers.compared is not None:
        second = answers.compared.second.candidate
        beside = reasons.comparison(own, suggestion.candidate, second, best)
        faults.words(
            f"beside the next in line in {tongue.name}",
            window.translate(answers.compared.why),
            beside,
            tongue,
        )
    reports.check(own, answers, window, tongue, faults)
    verdicts = [verdict.why for verdict in stops.verdicts(own, stake_of(answers))]
    faults.words(f"stop in {tongue.name}", window.translate(answers.status["stop"]["why"]), verdicts, tongue)
    return faults

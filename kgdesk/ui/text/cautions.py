"""Warnings about the predictions and ranges of a study, in the language of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from kgdesk import actions
from kgdesk.model.advice.prequential import misfits, predictions
from kgdesk.ui.text.translate import translate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.advice.prequential import Misfit
    from kgdesk.model.study.study import Study


def misfit_words(misfit_list: Sequence[Misfit]) -> str:
    """Describe the worst misfit of the predictions in a sentence; empty if none warns."""
    worst = next((misfit for misfit in misfit_list if misfit.warns), None)
    return "" if worst is None else translate(worst.words)


def caution_words(study: Study) -> str:
    """Return a warning about the credible ranges of a study; empty if there is none.

    A misfit of the predictions comes first; then ranges known from calibration to be too narrow.
    """
    words = misfit_words(misfits(predictions(study)))
    known = actions.certificate()
    summary = known.of(study.settings.belief) if known is not None else None
    if not words and summary is not None and summary.too_narrow:
        return QCoreApplication.translate("Wording", "These ranges are too narrow: see Decide.")
    return words

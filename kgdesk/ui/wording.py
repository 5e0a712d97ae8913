"""How outcomes, changes and cautions are worded: sign and word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from kgdesk import actions
from kgdesk.model.prequential import misfits, predictions
from kgdesk.ui.look.dates import local_time
from kgdesk.ui.look.numbers import shorten
from kgdesk.ui.look.signs import FAILURE, SUCCESS, VOID

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kgdesk.model.entries import Amendment
    from kgdesk.model.prequential import Misfit
    from kgdesk.model.settings import Settings
    from kgdesk.model.study import Run, Study

SIGNS = {"success": SUCCESS, "failure": FAILURE, "void": VOID}


def outcome_name(outcome: str, settings: Settings) -> str:
    """Return what the study calls an outcome."""
    if outcome == "void":
        return QCoreApplication.translate("Wording", "Void")
    return settings.success_name if outcome == "success" else settings.failure_name


def signed_outcome(outcome: str, settings: Settings) -> str:
    """Return an outcome as sign and word: ``✕ Failure``."""
    return f"{SIGNS[outcome]} {outcome_name(outcome, settings)}"


#: So many letters of a heading and of a cell are shown where a candidate is named.
_LONG_HEADING, _LONG_PLACE = 24, 48


def placed(heading: str, text: str) -> str:
    """Return where a candidate is, with the heading of the column that says so: ``Well: 2-B11``."""
    return f"{shorten(heading, _LONG_HEADING)}: {shorten(text, _LONG_PLACE)}"


#: What is said of each further setting that changes while a study is open.
_CHANGED: dict[str, Callable[[], str]] = {
    "location": lambda: QCoreApplication.translate(
        "Wording", "Location of the samples changed from {old} to {new} by {operator}, {time}: {reason}"
    ),
    "title": lambda: QCoreApplication.translate(
        "Wording", "Title changed from {old} to {new} by {operator}, {time}: {reason}"
    ),
    "budget": lambda: QCoreApplication.translate(
        "Wording", "Planned runs changed from {old} to {new} by {operator}, {time}: {reason}"
    ),
    "stop": lambda: QCoreApplication.translate(
        "Wording", "Stopping rule changed from {old} to {new} by {operator}, {time}: {reason}"
    ),
    "policy": lambda: QCoreApplication.translate(
        "Wording", "Policy changed from {old} to {new} by {operator}, {time}: {reason}"
    ),
    "repeats": lambda: QCoreApplication.translate(
        "Wording", "Runs of a candidate again changed from {old} to {new} by {operator}, {time}: {reason}"
    ),
}


def amendment_words(each: Amendment) -> str:
    """Return what was changed of the settings of a study, by whom, when and why."""
    none = QCoreApplication.translate("Wording", "the names of the candidates")
    said = QCoreApplication.translate(
        "Wording", "Codes of the samples changed from {old} to {new} by {operator}, {time}: {reason}"
    )
    if each.setting != "barcode":
        none, said = QCoreApplication.translate("Wording", "none"), _CHANGED[each.setting]()
    column = QCoreApplication.translate("Wording", "“{column}”")
    return said.format(
        old=column.format(column=each.old) if each.old else none,
        new=column.format(column=each.new) if each.new else none,
        operator=each.operator,
        time=local_time(each.recorded_at),
        reason=each.reason,
    )


def earlier_values(run: Run, settings: Settings) -> list[str]:
    """Return one sentence for each value that a run had before: what, until when, who changed it and why."""
    sentence = QCoreApplication.translate(
        "Wording", "Was {outcome} for {code} until {time}; changed by {operator}: “{reason}”."
    )
    return [
        sentence.format(
            outcome=signed_outcome(was.old_outcome, settings),
            code=shorten(was.old_candidate),
            time=local_time(was.recorded_at),
            operator=was.operator,
            reason=was.reason,
        )
        for was in run.corrections
    ]


def misfit_words(found: Sequence[Misfit]) -> str:
    """Return in a sentence how the predictions of a study go wrong; nothing where no warning is due."""
    worst = next((misfit for misfit in found if misfit.warns), None)
    if worst is None:
        return ""
    return {
        "too sure": QCoreApplication.translate("Wording", "Predictions have been too sure so far."),
        "too hopeful": QCoreApplication.translate(
            "Wording", "Successes came less often than predicted so far."
        ),
        "too gloomy": QCoreApplication.translate(
            "Wording", "Successes came more often than predicted so far."
        ),
    }[worst.kind]


def caution_words(study: Study) -> str:
    """Return what the checks hold against the ranges of a study, in a sentence; nothing where all is well.

    Predictions that go wrong come first; then ranges that are known from simulation to be too narrow.
    """
    words = misfit_words(misfits(predictions(study)))
    known = actions.certificate()
    summary = known.of(study.settings.belief) if known is not None else None
    if not words and summary is not None and summary.too_narrow:
        return QCoreApplication.translate("Wording", "These ranges are too narrow: see Checks.")
    return words

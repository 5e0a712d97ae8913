"""Findings of the checks as sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from PySide6.QtCore import QCoreApplication, QLocale, QTime

from kgdesk.actions import Check
from kgdesk.errors import KgdeskError
from kgdesk.model.advice import prequential, stopping_basis
from kgdesk.model.advice.block_checks import confounded, departing
from kgdesk.model.beliefs.log_odds import LEVEL, expit
from kgdesk.model.study.outcome_words import measured_text
from kgdesk.plain_text import shorten
from kgdesk.ui.plots.coverage import share
from kgdesk.ui.plots.departures import group_words
from kgdesk.ui.text.cautions import misfit_words
from kgdesk.ui.text.locale_format import fixed, number, percent
from kgdesk.ui.text.translate import policy_title, translate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.advice.block_checks import BlockLevel
    from kgdesk.model.advice.certificate import ChanceCertificate, Summary
    from kgdesk.model.advice.predicted_values import FarValue
    from kgdesk.model.advice.prequential import Misfit
    from kgdesk.model.advice.stopping_basis import Departure
    from kgdesk.model.study.study import Study
    from kgdesk.model.study.trust import Trust
    from kgdesk.ui.plots.calibration import CalibrationData
    from kgdesk.ui.plots.outliers import OutliersData


State = Literal["good", "caution", "note", "open"]


@dataclass(frozen=True, slots=True)
class CheckFinding:
    """Result of a check.

    Parameters
    ----------
    state
        ``good``; ``caution``: needs attention; ``note``: for information; ``open``: not known yet.
    sentence
        The result, a sentence or two.
    advice
        What to do about it.
    """

    state: State
    sentence: str
    advice: str


def tr(text: str) -> str:
    """Translate a text of the checks (context "Checks")."""
    return QCoreApplication.translate("Checks", text)


def calibration_finding(data: CalibrationData, misfits: Sequence[Misfit]) -> CheckFinding:
    """Judge the calibration of the predictions made before each run."""
    warning = misfit_words(misfits)
    if warning:
        worst = next(misfit for misfit in misfits if misfit.warns)
        text = tr("{what} The outcomes are {times} times likelier under predictions that allow for it.")
        advice = tr(
            "First look at the surprises: wrong entries look like this. If all entries are right, show this to the"
            " person who set the study up. The attributes may bend or act together in a way that the model does not"
            " know, the prior may be off, or something that is not in the table may have changed. Until then take"
            " ranges for too narrow. Where the model is right, such a warning comes in at most 1 of {count} studies."
        )
        return CheckFinding(
            "caution",
            text.format(what=warning, times=number(min(worst.evidence, 1e6), 2)),
            advice.format(count=prequential.ONE_IN),
        )
    if data.count < data.fewest:
        text = tr("Runs with a prediction: {count}. From {fewest} on, predictions and outcomes are compared.")
        return CheckFinding(
            "open", text.format(count=data.count, fewest=data.fewest), tr("Nothing yet: go on.")
        )
    text = tr("No sign in {count} runs that predictions are too sure or lean to one side.").format(
        count=data.count
    )
    few = tr("Nothing. With so few runs only gross faults would show: keep an eye on it.")
    advice = few if data.count < 100 else tr("Nothing.")
    if data.scores is None or data.scores.better:
        return CheckFinding("good", text, advice)
    share = percent(data.scores.successes / data.scores.count)
    text += " " + tr("They do not beat always saying {share}.").format(share=share)
    advice += " " + tr(
        "Runs are suggested where the outcome is open, so that predictions of them are hard, and the share is known"
        " only afterwards."
    )
    return CheckFinding("note", text, advice)


def blocks_finding(study: Study, levels: Sequence[BlockLevel]) -> CheckFinding | None:
    """Judge blocks: an attribute that cannot be told from them, or one that departs; None for neither."""
    mixed, departed = confounded(study), departing(levels)
    if mixed:
        first = mixed[0]
        text = tr(
            "No value of {attribute} was run in two blocks of {column}: their effects cannot be told apart."
        )
        text = text.format(attribute=first.attribute, column=first.column)
        if len(mixed) > 1:
            text += " " + tr("Such pairs: {count}.").format(count=len(mixed))
        advice = tr(
            "Spread the candidates over the blocks: run one or two that have been run already in another block of"
            " {column}. Until then a good block may pass for a good {attribute}, and ranges are as wide as that."
        )
        return CheckFinding("caution", text, advice.format(column=first.column, attribute=first.attribute))
    if not departed:
        return None
    worst = departed[0]
    ends = np.array([worst.effect.low, worst.effect.mean, worst.effect.high])
    low, chance, high = map(percent, expit(ends).tolist())
    text = tr(
        "{column} {level} departs: a candidate with an even chance elsewhere has one of {chance} there ({low} to"
        " {high})."
    )
    text = text.format(column=worst.column, level=worst.effect.level, chance=chance, low=low, high=high)
    if len(departed) > 1:
        text += " " + tr("{count} other blocks also depart clearly.").format(count=len(departed) - 1)
    advice = tr(
        "Look for what was different there: a lot, a calibration, a mistake at entry. The model knows of it and takes"
        " it out of what it says of the candidates."
    )
    return CheckFinding("caution", text, advice)


def groups_finding(
    study: Study | None, levels: Sequence[BlockLevel], found: Sequence[Departure]
) -> CheckFinding:
    """Judge plates, days, operators and lots: by their effects where the study names them, else by the predictions.

    Parameters
    ----------
    study
        The study; None until the effects of its blocks are computed.
    levels
        The levels of its blocks, as `kgdesk.model.advice.block_checks.block_levels` has them.
    found
        The other groups, as `kgdesk.model.advice.stopping_basis.departures` compares them.
    """
    by_effects = blocks_finding(study, levels) if study is not None else None
    if by_effects is not None:
        return by_effects
    compared = [one for one in levels if one.compared] if not found else []
    if not compared:
        return departures_finding(found)
    text = tr("Blocks compared: {count}. None departs clearly from the others.")
    return CheckFinding("good", text.format(count=len(compared)), tr("Nothing."))


def departures_finding(found: Sequence[Departure]) -> CheckFinding:
    """Judge whether the outcomes of a plate, day, operator or lot depart from the predictions."""
    if not found:
        text = tr(
            "No plate, day, operator or lot can be compared yet: two groups, one with {count} runs, are needed."
        )
        return CheckFinding(
            "open", text.format(count=stopping_basis.FEWEST_OF_A_GROUP), tr("Nothing yet: go on.")
        )
    clear = [one for one in found if one.clear]
    if not clear:
        text = tr(
            "Rows compared: {count}. No plate, day, operator or lot departs clearly from the predictions."
        )
        return CheckFinding("good", text.format(count=len(found)), tr("Nothing."))
    worst = max(clear, key=lambda one: abs(one.difference))
    text = tr(
        "{group}: {observed} of {count} runs succeeded, {predicted} were predicted. Rows compared: {rows}."
    )
    text = text.format(
        group=group_words(worst),
        observed=worst.observed,
        count=worst.count,
        predicted=fixed(worst.predicted, 1),
        rows=len(found),
    )
    if len(clear) > 1:
        text += " " + tr("{count} other rows also differ clearly.").format(count=len(clear) - 1)
    advice = tr(
        "Look for what was different there: a lot, a calibration, a mistake at entry. Nothing is corrected by itself,"
        " and the model does not know of it. Where all predictions are right, that is so in at"
        " most 1 of 20 studies looked at once."
    )
    return CheckFinding("caution", text, advice)


def outliers_finding(data: OutliersData, far: Sequence[FarValue] = ()) -> CheckFinding:
    """Judge whether outcomes were so unlikely, or values so far from their predictions, that entries need a review."""
    if far:
        newest_far = far[-1]
        words = tr("{value} in run {run} is far from what its candidate predicts, {expected}.")
        text = words.format(
            value=translate(measured_text(newest_far.measured)),
            run=newest_far.run,
            expected=number(newest_far.expected, 3),
        )
        if len(far) > 1:
            text += " " + tr("Such values: {count}.").format(count=len(far))
        advice = tr(
            "Compare the entry with the instrument: a comma in the wrong place, or another sample, looks like this."
            " Correct it in the timeline if it is wrong, with the reason."
        )
        counts = (
            tr("Until then it counts as the largest or smallest share, and moves the predictions.")
            if newest_far.impossible
            else tr("Until then it hardly moves the predictions.")
        )
        advice = f"{advice} {counts}"
        return CheckFinding("caution", text, advice)
    if not data.surprises:
        return CheckFinding(
            "good", tr("No outcome was unlikely, and no repeated runs disagree."), tr("Nothing.")
        )
    unlikely = [s for s in data.surprises if s.unlikely]
    advice = tr(
        "Open each run (click it in the picture, or press Enter in its table) and check the entry: the right"
        " button, the right sample? Correct it in the timeline if it is wrong, with the reason. If it is right, leave"
        " it: nothing is ever deleted because it was a surprise."
    )
    if not unlikely:
        text = tr("Candidates whose repeated runs disagree: {count}. Noise alone can do that.")
        return CheckFinding("note", text.format(count=len(data.surprises)), advice)
    newest = unlikely[-1]
    text = tr("Unlikely outcomes: {count}, the newest in run {run} ({code}). Check the entry.")
    text = text.format(count=len(unlikely), run=newest.run, code=shorten(newest.candidate))
    return CheckFinding("caution", text, advice)


def coverage_finding(
    summary: Summary | None, *, current: bool, level: float = LEVEL, chances: str = ""
) -> CheckFinding:
    """State the simulated coverage of the credible ranges.

    Parameters
    ----------
    summary
        Of the belief; None if it was not measured.
    current
        Whether it was measured with the present version of the beliefs.
    level
        Content (0..1) of the ranges in the plots.
    chances
        Sentence on the stated chances, as of `chances_words`.
    """
    if summary is None:
        text = tr("No certificate came with this program for the ranges of this belief.")
        return CheckFinding(
            "open", text, tr("Make one: kgdesk calibrate --out FOLDER. It takes about an hour.")
        )
    text = tr(
        "In {count} simulated studies of each kind, the {level} ranges of this belief contained the true value in "
        "{mean} of the cases."
    )
    text = text.format(
        mean=share(summary.mean), level=share(summary.level, 0), count=QLocale().toString(summary.replicates)
    )
    if level != summary.level:
        other = tr("The pictures show {shown} ranges now; what those cover was not measured.")
        text += " " + other.format(shown=share(level, 0))
    if chances:
        text += " " + chances
    older = "" if current else " " + tr("It was measured with another version of the calculation.")
    if summary.holds:
        good = tr("Nothing. In each setting the ranges cover between 88 and 92 %.")
        return CheckFinding("good", text, good + older)
    if not summary.too_narrow:
        nearly = tr("In the worst setting they cover {least}, in the best {most}: nearly what they say.")
        ends = nearly.format(least=share(summary.least), most=share(summary.most))
        return CheckFinding("note", text, ends + older)
    advice = tr(
        "In some settings they cover as little as {least}. Take ranges, and the value of testing, for too sure. For a"
        " new study choose the recommended belief; this one is kept to compare with the paper."
    )
    return CheckFinding("caution", text, advice.format(least=share(summary.least)) + older)


def chances_words(certified: ChanceCertificate | None, terms: str, *, current: bool) -> str:
    """Return a sentence about the agreement of a model's stated chances with simulated truths; empty if unmeasured."""
    worst = certified.worst(terms) if certified is not None else None
    if certified is None or worst is None or not current:
        return ""
    words = tr(
        "The stated chance that the recommended candidate is near the best was off by at most {points} percentage"
        " points in {count} simulated states, with runs chosen by “{policy}”."
    )
    return words.format(
        points=fixed(100.0 * abs(worst.observed - worst.stated), 1),
        policy=policy_title(worst.policy),
        count=QLocale().toString(sum(one.states for one in certified.of(terms))),
    )


def file_finding(
    answer: Check | KgdeskError | None, revision: int, now: QTime | None = None, trust: Trust | None = None
) -> CheckFinding:
    """Judge the integrity of the study file.

    Parameters
    ----------
    answer
        Result of the last verification; None before the first.
    revision
        Present revision of the study.
    now
        Time of the verification.
    trust
        Whether the study agrees with what this computer last saw; shown until the first verification.
    """
    rescue = tr(
        "Do not record into this file. Keep a copy of it as it is, and restore the study from a backup."
    )
    problem = answer if answer is None or isinstance(answer, KgdeskError) else answer.problem
    if problem is not None:
        return CheckFinding("caution", translate(problem), rescue)
    trust = answer.trust if isinstance(answer, Check) else trust
    if trust is not None and trust.doubtful:
        advice = rescue if trust.verdict == "forked" else tr("Open the newer copy and record there.")
        return CheckFinding("caution", translate(trust.sentence), advice)
    if not isinstance(answer, Check):
        advice = tr("Press “Check the file”: every entry is followed and every suggestion worked out again.")
        return CheckFinding("open", tr("The file was not checked since the study was opened."), advice)
    text = tr("All {entries} entries are whole and {count} suggestions replay; checked at {time}.").format(
        entries=answer.events, count=answer.suggestions, time=(now or QTime.currentTime()).toString("HH:mm")
    )
    text = f"{text} {translate(answer.trust.sentence)}"
    if (more := revision - answer.events) > 0:
        text += " " + tr("Entries since then: {count}.").format(count=more)
    state: State = "good" if answer.trust.unremarkable else "note"
    return CheckFinding(state, text, tr("Nothing. Check again before you hand the study over."))

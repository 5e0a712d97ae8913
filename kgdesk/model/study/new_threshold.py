"""What another threshold makes of the outcomes of a study: they are derived again from the values of its runs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kgdesk.model.study.records_of_events import derived_outcome, threshold_changes
from kgdesk.text import in_sequence, listed, phrase

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from kgdesk.model.study.records import RunNumber
    from kgdesk.model.study.settings import Settings
    from kgdesk.model.study.study import Study

# Most runs that a sentence names.
_NAMED = 6


@dataclass(frozen=True, slots=True)
class NewOutcomes:
    """Runs by what another threshold makes of them.

    Parameters
    ----------
    changed
        Runs with another outcome.
    stated
        Runs that keep the outcome that was stated for them, as no value says on which side they lie.
    runs
        Number of all runs that are not void.
    """

    changed: tuple[RunNumber, ...]
    stated: tuple[RunNumber, ...]
    runs: int

    @property
    def sentence(self) -> str:
        """What becomes of the outcomes, in one or two sentences; empty if there are none."""
        if not self.runs:
            return ""
        said = [
            phrase(
                "{count} of {runs} outcomes change: {which}.",
                count=len(self.changed),
                runs=self.runs,
                which=_named(self.changed),
            )
            if self.changed
            else phrase("No outcome changes.")
        ]
        if self.stated:
            said.append(
                phrase(
                    "No value decides for {which}: what was stated stays. Correct or void what is not so.",
                    which=_named(self.stated),
                )
            )
        return in_sequence(said)


def _named(runs: tuple[RunNumber, ...]) -> str:
    named = listed([str(run) for run in runs[:_NAMED]])
    words = phrase("run {runs}", runs=named) if len(runs) == 1 else phrase("runs {runs}", runs=named)
    more = len(runs) - _NAMED
    return phrase("{runs} and {count} more", runs=words, count=more) if more > 0 else words


def outcomes_under(study: Study, threshold: float) -> NewOutcomes:
    """Return what another threshold would make of the outcomes of a study that has one.

    Raises
    ------
    BadInput
        The study cannot have this threshold.
    """
    settings = replace(study.settings, threshold=threshold)
    changes = threshold_changes(study.amendments)
    if study.settings.threshold is not None:
        changes[study.revision + 1] = study.settings.threshold
    return _new_outcomes(
        study,
        {run.number for run in study.runs if derived_outcome(run, settings, changes) != run.outcome},
        settings,
    )


def outcomes_of_last_change(study: Study) -> NewOutcomes | None:
    """Return what the last change of the threshold made of the outcomes; None if there was none."""
    since = study.threshold_since
    if not since:
        return None
    changed = {run.number for run in study.runs if any(each.seq == since for each in run.corrections)}
    return _new_outcomes(study, changed, study.settings, since)


def _new_outcomes(
    study: Study, changed: AbstractSet[RunNumber], settings: Settings, before: float = float("inf")
) -> NewOutcomes:
    runs = [run for run in study.took_place if run.seq < before]
    stated = tuple(
        run.number
        for run in runs
        if run.outcome != "undecided" and (run.measured is None or not settings.outcome_of(run.measured))
    )
    return NewOutcomes(
        tuple(run.number for run in runs if run.number in changed),
        tuple(number for number in stated if number not in changed),
        len(runs),
    )

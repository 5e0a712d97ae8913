"""What a file of results would do to a study, row by row, before anything is recorded."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from kgdesk.model.decisions.plates import in_progress_on
from kgdesk.model.decisions.stock import unexpected
from kgdesk.model.study.outcome_words import measured_text, tally, words_for
from kgdesk.plain_text import shorten
from kgdesk.text import phrase

if TYPE_CHECKING:
    from kgdesk.model.decisions.plates import CandidateResult
    from kgdesk.model.study.records import RunNumber, Start
    from kgdesk.model.study.study import Study
    from kgdesk.model.study.worklists import Control, Worklist
    from kgdesk.tables.results_table import ResultsTable

#: What a row does: it settles a run in progress; it has an outcome of a candidate without one; it restores a run by its
#: number; it was recorded before; it has no result yet; it is about a control or an empty well; nobody has
#: stated what its word means; it is of no candidate of this study.
Does = Literal["settles", "unstarted", "restores", "known", "open", "control", "empty", "unclear", "stranger"]
#: Codes of other studies that are named in one sentence.
_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class UnknownText:
    """A text in a file of results whose meaning must be stated, as one of `kgdesk.model.study.records.MEANINGS`.

    Parameters
    ----------
    text
        As it stands in the file.
    places
        Each cell with it: file, line and column.
    said
        Why it is no outcome as it stands, as a sentence.
    is_number
        Whether it may be a measured value.
    """

    text: str
    places: tuple[str, ...]
    said: str
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class RowPlan:
    """What one row of a file of results does.

    Parameters
    ----------
    line, place
        Line of the file; file and line in words.
    does
        See `Does`.
    well
        Well, as printed on plates; empty if the row names none.
    candidate
        Name of the candidate, or of the control; for a ``stranger`` the name or code in the row.
    result
        What is recorded; None if nothing is.
    control
        The control; None if the row is about none.
    run
        Number of the run; None unless `does` is ``known`` or ``restores``.
    is_identified
        Whether a run token or a run number names the run.
    word
        The text without a meaning; empty unless `does` is ``unclear``.
    """

    line: int
    place: str
    does: Does
    well: str = ""
    candidate: str = ""
    result: CandidateResult | None = None
    control: Control | None = None
    run: RunNumber | None = None
    is_identified: bool = False
    word: str = ""

    def sentence(self, study: Study) -> str:
        """Return in words what the row does."""
        result, control = self.result, self.control
        if control is not None:
            return phrase("control, passed") if control.passed else phrase("control, NOT passed")
        if result is None:
            words = {
                "known": phrase("recorded already as run {run}", run=self.run),
                "open": phrase("no result yet, stays in progress"),
                "empty": phrase("empty well"),
                "unclear": phrase("what does “{word}” mean?", word=self.word),
                "stranger": phrase("no candidate of this study, not recorded"),
            }
            return words[self.does]
        if len(result.outcomes) > 1:
            good, bad, _, _ = tally(result.outcomes)
            outcome = phrase("{good} of {runs} succeeded", good=good, runs=good + bad)
        else:
            outcome = phrase("{outcome}", outcome=words_for(result.outcomes[0], study.settings))
        if result.measured is not None:
            name, value = study.settings.measured, measured_text(result.measured)
            outcome = phrase("{outcome} ({name} {value})", outcome=outcome, name=name, value=value)
        if self.does == "settles":
            return phrase("{outcome}, closes the run in progress", outcome=outcome)
        if self.does == "restores":
            return phrase("{outcome}, restored as run {run}", outcome=outcome, run=self.run)
        return phrase("{outcome}, no run is in progress", outcome=outcome)


@dataclass(frozen=True)
class ResultsPlan:
    """What a file of results would do to a study; nothing is recorded yet.

    Parameters
    ----------
    study
        State of the study to which the rows were matched.
    table
        The file.
    rows
        One per row, in the order of the file; for a runs CSV in the order of the runs.
    worklist
        The worklist of the file; None if it names none, or several.
    remarks
        Sentences about cells that differ from the study, and about columns that are ignored.
    equal_cells
        Number of attribute cells with the value of the study; it decides between two readings of a file.
    meanings
        What words in this file mean, as in `kgdesk.model.study.settings.Settings`.
    unknown
        Texts whose meaning must be stated before the file can be recorded.
    refusal
        What is wrong with the first row that is of no candidate of this study, as a sentence; empty if there is none.
    """

    study: Study
    table: ResultsTable
    rows: tuple[RowPlan, ...]
    worklist: Worklist | None
    remarks: tuple[str, ...] = ()
    equal_cells: int = 0
    meanings: tuple[str, ...] = ()
    unknown: tuple[UnknownText, ...] = ()
    refusal: str = ""

    def of(self, does: Does) -> tuple[RowPlan, ...]:
        """Return the rows whose `does` is the given one."""
        return tuple(row for row in self.rows if row.does == does)

    @cached_property
    def results(self) -> tuple[CandidateResult, ...]:
        """Results to record, in the order of the file."""
        return tuple(row.result for row in self.rows if row.result is not None)

    @cached_property
    def controls(self) -> tuple[Control, ...]:
        """Controls in the file."""
        return tuple(row.control for row in self.rows if row.control is not None)

    @property
    def outcomes(self) -> tuple[str, ...]:
        """Outcomes to record, one per run."""
        return tuple(outcome for result in self.results for outcome in result.outcomes)

    @cached_property
    def closes(self) -> tuple[Start, ...]:
        """Runs in progress that the file closes."""
        return tuple(start for result in self.results for start in result.starts)

    @property
    def unstarted(self) -> tuple[RowPlan, ...]:
        """Rows with an outcome for which no run is in progress."""
        return tuple(
            row
            for row in self.rows
            if row.result and row.does != "restores" and len(row.result.starts) < len(row.result.outcomes)
        )

    @cached_property
    def unexpected(self) -> tuple[RowPlan, ...]:
        """Rows among these of candidates that have had all runs that the study allows, or are out of stock."""
        found: list[RowPlan] = []
        runs: Counter[str] = Counter()
        for row in self.unstarted:
            if row.result is None or row.result.outcomes[0] == "void":
                continue
            runs[row.candidate] += len(row.result.outcomes) - len(row.result.starts)
            if unexpected(self.study, row.candidate, runs[row.candidate]):
                found.append(row)
        return tuple(found)

    @property
    def strangers(self) -> str:
        """The first codes of no candidate of this study, in words."""
        names = list(dict.fromkeys(row.candidate for row in self.of("stranger")))
        named = ", ".join(map(shorten, names[:_MOST_NAMED]))
        return f"{named}…" if len(names) > _MOST_NAMED else named

    @property
    def is_identified(self) -> bool:
        """Whether every row with a result names its run, so that none can be recorded twice."""
        return all(row.is_identified for row in self.rows if row.result or row.does == "known")

    @property
    def left(self) -> tuple[Start, ...]:
        """Runs that stay in progress, of the worklist if there is one, otherwise of the study."""
        closed = {start.seq for start in self.closes}
        running = (
            self.study.pending if self.worklist is None else in_progress_on(self.study, self.worklist.id)
        )
        return tuple(start for start in running if start.seq not in closed)

    def summary(self) -> tuple[str, ...]:
        """Return what the file holds, one sentence per kind of rows."""
        good, bad, undecided, void = tally(self.outcomes)
        count = good + bad + undecided + void
        lines = [
            phrase(
                "{file}: {outcomes} to record, of these {good}, {bad}, {void} void.",
                file=self.table.name,
                outcomes=phrase("1 outcome") if count == 1 else phrase("{count} outcomes", count=count),
                good=phrase("1 success") if good == 1 else phrase("{count} successes", count=good),
                bad=phrase("1 failure") if bad == 1 else phrase("{count} failures", count=bad),
                void=void,
            ),
        ]
        if undecided:
            lines.append(
                phrase(
                    "Undecided, as a limit leaves both outcomes open: {count}. They count as neither.",
                    count=undecided,
                )
            )
        if self.table.is_numbered:
            restores = phrase(
                "This is a table of runs with run numbers: runs that the study has are passed over, others are "
                "restored."
            )
            known = phrase("Rows that were recorded before: {count}.", count=len(self.of("known")))
            return (*lines, known, restores)
        lines.append(phrase("Runs in progress that are closed: {count}.", count=len(self.closes)))
        if self.worklist is None:
            lines.append(phrase("Runs that stay in progress: {count}.", count=len(self.left)))
        else:
            lines.append(
                phrase(
                    "Runs of {name} that stay in progress: {count}.",
                    name=self.worklist.name,
                    count=len(self.left),
                )
            )
        if self.of("known"):
            lines.append(phrase("Rows that were recorded before: {count}.", count=len(self.of("known"))))
        if self.of("open"):
            lines.append(phrase("Rows without a result yet: {count}.", count=len(self.of("open"))))
        if self.of("stranger"):
            lines.append(
                phrase(
                    "Rows of no candidate of this study: {count} ({names}).",
                    count=len(self.of("stranger")),
                    names=self.strangers,
                )
            )
        if self.of("empty"):
            lines.append(phrase("Empty wells: {count}.", count=len(self.of("empty"))))
        if self.controls:
            passed = sum(control.passed for control in self.controls)
            lines.append(
                phrase("Controls: {passed} of {count} passed.", passed=passed, count=len(self.controls))
            )
        lines += [
            phrase(
                "Control {name}{place} did NOT pass.",
                name=one.name,
                place=f" ({one.well})" if one.well else "",
            )
            for one in self.controls
            if not one.passed
        ]
        return tuple(lines)

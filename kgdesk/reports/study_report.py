"""Content of a study's report: result, question, plan, every run and correction, and what the chain shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgdesk import __version__
from kgdesk.model import policies
from kgdesk.model.advice.earlier_study import earlier_sentences
from kgdesk.model.design.pool import kinds_in_words
from kgdesk.model.study.next_run import (
    all_tried,
    conditions,
    in_progress,
    place_cell,
    place_columns,
    with_place,
)
from kgdesk.model.study.run_blocks import levels_text
from kgdesk.model.study.set_values import set_values_text
from kgdesk.model.study.settings import SETTINGS, setting_text
from kgdesk.reports.outcome_marks import marked_outcome
from kgdesk.reports.page import Block, Heading, Page, Paragraph, ReportTable, translated
from kgdesk.reports.text_format import EnglishFormat
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.study.records import Run
    from kgdesk.model.study.study import Study
    from kgdesk.model.study.trust import Trust
    from kgdesk.reports.text_format import TextFormat

#: Number of best candidates in the report.
_TOP = 20
#: Settings that the report omits when unset.
_IF_SETTLED = {
    "never_together", "term_precision", "square_precision", "location", "repeats", "measured", "measured_unit",
    "threshold", "direction", "blocks", "blind", "card_columns",
}  # fmt: skip
#: Settings that other parts of the report state: the policy is explained in a sentence above the table.
_NAMED_ELSEWHERE = {"title", "policy", "success_name", "failure_name", "success_means", "failure_means"}
#: Number of attributes up to which the best candidates have a column with them; more have a table of their own.
_FEW_CONDITIONS = 6
#: Number of candidates side by side in a table of many attributes.
_ABREAST = 6


def compose(
    advice: Advice, pictures: Sequence[Block], speech: TextFormat | None = None, trust: Trust | None = None
) -> Page:
    """Compose the report of a study, by default in English; a verdict of trust other than whole comes first."""
    study, composer = advice.study, _Composer(advice, speech or EnglishFormat())
    blocks = (
        *_warning(trust),
        *composer.result(),
        *composer.question(),
        *composer.plan(),
        *composer.amendments(),
        *pictures,
        *composer.promising(),
        *composer.runs(),
        *composer.corrections(),
        *_proof(study, advice.belief_digest, trust),
    )
    worded = tuple(translated(block, composer.speech) for block in blocks)
    return Page(study.settings.title or study.name, worded, composer.speech.language)


@dataclass(frozen=True, slots=True)
class _Composer:
    """Compose the blocks of a report in one language; user input, names and codes are not translated."""

    advice: Advice
    speech: TextFormat

    @property
    def study(self) -> Study:
        return self.advice.study

    def _conditions(self, candidate: str) -> list[tuple[str, str]]:
        """Return the attributes of a candidate as pairs of name and value with its unit."""
        return [
            (name, f"{self.speech.number(value)} {unit}".strip() if isinstance(value, float) else value)
            for name, value, unit in conditions(self.study, candidate)
        ]

    def _in_line(self, candidate: str) -> str:
        return "; ".join(f"{name}: {value}" for name, value in self._conditions(candidate))

    def _moment(self, recorded_at: str) -> str:  # no-break spaces: a date is not wrapped in a table
        return self.speech.moment(recorded_at).replace(" ", "\N{NO-BREAK SPACE}")

    def _place_head(self) -> tuple[str, ...]:
        """Return the heading of the column of sample locations; empty if the study keeps no extra columns."""
        columns = place_columns(self.study)
        return columns if len(columns) < 2 else (phrase("Kept with the data"),)

    def _place(self, candidate: str) -> tuple[str, ...]:
        """Return the cell below `_place_head`, or nothing if there is no such column."""
        return (place_cell(self.study, candidate),) if self._place_head() else ()

    def _percent(self, share: float) -> str:
        if 0.0 < share < 0.005:
            return phrase("below {share}", share=self.speech.percent(0.01))
        if 0.995 <= share < 1.0:
            return phrase("above {share}", share=self.speech.percent(0.99))
        return self.speech.percent(share)

    def result(self) -> list[Block]:
        study, best = self.study, self.advice.recommended
        blocks: list[Block] = [Heading(phrase("Result"))]
        if not study.valid:
            none = phrase("No outcome is recorded yet: nothing can be said about the candidates.")
            return [*blocks, Paragraph(none), *([] if study.is_open else self._closed())]
        tried = [run for run in study.valid if run.candidate == best.candidate]
        count, good = len(tried), sum(run.outcome == "success" for run in tried)
        words = {
            "candidate": with_place(study, best.candidate),
            "share": self._percent(best.probability),
            "level": self._percent(self.advice.level),
            "low": self._percent(best.low),
            "high": self._percent(best.high),
        }
        if count:
            times = (
                phrase("1 time") if count == 1 else phrase("{count} times", count=self.speech.number(count))
            )
            sentence = phrase(
                "Current best candidate: {candidate}. Expected success {share}, with a {level} range from {low} "
                "to {high}; it was run {times}, of these {good} with success.",
                **words,
                times=times,
                good=self.speech.number(good),
            )
        elif best.candidate in study.tally:
            sentence = phrase(
                "Current best candidate: {candidate}. Expected success {share}, with a {level} range from {low} to "
                "{high}; it has neither succeeded nor failed yet.",
                **words,
            )
        else:
            sentence = phrase(
                "Current best candidate, which was never run: {candidate}. Expected success {share}, with a {level} "
                "range from {low} to {high}, concluded from the outcomes of other candidates alone.",
                **words,
            )
        blocks += [Paragraph(sentence), ReportTable((), tuple(self._conditions(best.candidate)))]
        return [*blocks, *([Paragraph(self._open())] if study.is_open else self._closed())]

    def _open(self) -> str:
        study, number, budget = self.study, self.speech.number, self.study.settings.budget
        planned = phrase("{count} planned runs", count=number(budget))
        so_far = {"done": number(study.done), "planned": phrase("1 planned run") if budget == 1 else planned}
        if self.advice.next is None:
            why = self.speech.translate(all_tried(study))
            return phrase("The study is open: {done} of {planned} done. {why}", **so_far, why=why)
        return phrase(
            "The study is open: {done} of {planned} done, {left} left. Next suggestion: {candidate}. {why}",
            **so_far,
            left=number(max(budget - study.done, 0)),
            candidate=with_place(study, self.advice.next),
            why=self.speech.translate(self.advice.suggestion.why),
        )

    def _closed(self) -> list[Block]:
        return [Paragraph(_closed(self.study, self.speech))]

    def question(self) -> list[Block]:
        study, settings = self.study, self.study.settings
        named = (
            (settings.success_name, settings.success_means),
            (settings.failure_name, settings.failure_means),
        )
        outcomes = tuple((name, means or phrase("not described")) for name, means in named)
        count = len(study.pool)
        listed = self.speech.number(count)
        candidates = phrase("1 candidate") if count == 1 else phrase("{count} candidates", count=listed)
        asked = phrase("Which of {candidates} succeeds most often?", candidates=candidates)
        source = str(study.source.get("file", "")) if study.source else ""
        if source:
            asked = phrase("{asked} They were read from {source}.", asked=asked, source=source)
        return [
            Heading(phrase("Question")),
            Paragraph(asked),
            ReportTable((phrase("Outcome"), phrase("Meaning")), outcomes),
            ReportTable((phrase("Attribute"), phrase("Kind")), kinds_in_words(self.study.pool.attributes)),
        ]

    def plan(self) -> list[Block]:
        settings = self.study.settings
        rule = policies.policy(settings.policy)
        rows = tuple(
            (SETTINGS[name].label, setting_text(name, value, self.speech.number))
            for name, value in settings.as_json().items()
            if name not in _NAMED_ELSEWHERE
            and (name != "at_once" or value)
            and (name not in _IF_SETTLED or value not in ("", None, []))
        )
        learnt = [Paragraph(self.speech.translate(words)) for words in earlier_sentences(self.study)]
        return [
            Heading(phrase("Plan")),
            Paragraph(self.speech.translate(rule.words)),
            ReportTable((), rows),
            *learnt,
        ]

    def amendments(self) -> list[Block]:
        amendments = self.study.amendments
        if not amendments:
            return []
        rows = tuple(
            (
                SETTINGS[each.setting].label,
                setting_text(each.setting, each.old, self.speech.number),
                setting_text(each.setting, each.new, self.speech.number),
                each.reason,
                each.operator,
                self._moment(each.recorded_at),
            )
            for each in amendments
        )
        head = (
            phrase("Setting"),
            phrase("Stood before"),
            phrase("Since then"),
            phrase("Reason"),
            phrase("By"),
            phrase("Recorded (UTC)"),
        )
        return [Heading(phrase("Changed settings")), ReportTable(head, rows)]

    def promising(self) -> list[Block]:
        study, advice = self.study, self.advice
        if not study.valid:
            return []
        rows = []
        for row in self._best_first():
            name = study.pool.ids[row]
            good, bad = study.tally.get(name, (0, 0))
            low, high = self._percent(float(advice.low[row])), self._percent(float(advice.high[row]))
            rows.append(
                (
                    name,
                    *self._place(name),
                    self._percent(float(advice.probability[row])),
                    phrase("{low} to {high}", low=low, high=high),
                    self.speech.number(good),
                    self.speech.number(bad),
                    *((self._in_line(name),) if self._is_detailed else ()),
                )
            )
        settings = study.settings
        head = (
            phrase("Candidate"),
            *self._place_head(),
            phrase("Expected success"),
            phrase("{level} range", level=self._percent(advice.level)),
            settings.success_name,
            settings.failure_name,
            *((phrase("Conditions"),) if self._is_detailed else ()),
        )
        return [Heading(phrase("Best candidates so far")), ReportTable(head, tuple(rows))]

    def _best_first(self) -> list[int]:
        """Return the rows of the best candidates, best first."""
        return sorted(range(len(self.study.pool)), key=lambda row: -self.advice.probability[row])[:_TOP]

    def runs(self) -> list[Block]:
        if not self.study.runs:
            return [Heading(phrase("Runs")), Paragraph(phrase("None yet."))]
        head = (
            phrase("Run"),
            phrase("Candidate"),
            *self._place_head(),
            phrase("Outcome"),
            phrase("Recorded (UTC)"),
            phrase("By"),
            phrase("Suggested"),
            phrase("Predicted"),
            phrase("Note"),
        )
        rows = tuple(map(self._run, self.study.runs))
        return [Heading(phrase("Runs")), ReportTable(head, rows), *self.conditions()]

    def _run(self, run: Run) -> tuple[str, ...]:
        before = "" if run.probability_before is None else self._percent(run.probability_before)
        return (
            str(run.number),
            run.candidate,
            *self._place(run.candidate),
            marked_outcome(run.outcome, self.study.settings),
            self._moment(run.recorded_at),
            run.operator,
            _suggested(run),
            before,
            "; ".join(note for note in self._notes(run) if note),
        )

    def _notes(self, run: Run) -> tuple[str, ...]:
        imported = self.speech.translate(phrase("imported from earlier work")) if run.imported else ""
        return run.note, self._really_set(run), levels_text(run.blocks), imported, run.reason

    def _really_set(self, run: Run) -> str:
        values = set_values_text(run.set_values)
        return self.speech.translate(phrase("really set: {values}", values=values)) if values else ""

    def corrections(self) -> list[Block]:
        rows = [
            (
                str(run.number),
                phrase(
                    "{outcome} ({name})",
                    outcome=marked_outcome(was.old_outcome, self.study.settings),
                    name=", ".join(filter(None, (was.old_candidate, set_values_text(was.old_set_values)))),
                ),
                was.reason,
                was.operator,
                self._moment(was.recorded_at),
            )
            for run in self.study.runs
            for was in run.corrections
        ]
        if not rows:
            return [Heading(phrase("Corrections")), Paragraph(phrase("None."))]
        head = (
            phrase("Run"), phrase("Stood before"), phrase("Reason"), phrase("By"), phrase("Recorded (UTC)"),
        )  # fmt: skip
        return [Heading(phrase("Corrections")), ReportTable(head, tuple(rows))]

    @property
    def _is_detailed(self) -> bool:
        """Whether the best candidates have a column with their conditions."""
        return len(self.study.pool.attributes) <= _FEW_CONDITIONS

    def conditions(self) -> list[Block]:
        """Return the conditions of the best candidates and of all that were run; many attributes as rows."""
        names = list(
            dict.fromkeys(
                [
                    *map(self.study.pool.ids.__getitem__, self._best_first()),
                    *(r.candidate for r in self.study.runs),
                ]
            )
        )
        heads = [a.name for a in self.study.pool.attributes]
        cells = {name: [value for _, value in self._conditions(name)] for name in names}
        blocks: list[Block] = [Heading(phrase("Conditions of these candidates"))]
        if self._is_detailed:
            rows = tuple((name, *cells[name]) for name in names)
            return [*blocks, ReportTable((phrase("Candidate"), *heads), rows)]
        for first in range(0, len(names), _ABREAST):
            group = names[first : first + _ABREAST]
            rows = tuple((head, *(cells[name][at] for name in group)) for at, head in enumerate(heads))
            blocks.append(ReportTable((phrase("Attribute"), *group), rows))
        return blocks


def _suggested(run: Run) -> str:
    """Return what was suggested when a run was recorded."""
    if run.suggested and not run.seen_on:
        return phrase("kgdesk's suggestion was {candidate}", candidate=run.suggested)
    return phrase("as suggested") if run.suggested == run.candidate else run.suggested


def _closed(study: Study, speech: TextFormat) -> str:
    """Return who finished a study, when and why, as a sentence; empty for an open study."""
    closing = study.closing
    if closing is None:
        return ""
    by_whom = {"operator": closing.operator, "time": speech.moment(closing.recorded_at)}
    finished = phrase("Finished by {operator} on {time}.", **by_whom)
    if running := in_progress(study):
        finished = phrase("Finished by {operator} on {time} with {running}.", **by_whom, running=running)
    if closing.chosen:
        finished = phrase("{finished} {candidate} was chosen.", finished=finished, candidate=closing.chosen)
    elif closing.chosen is not None:
        finished = phrase("{finished} No candidate was chosen.", finished=finished)
    if not closing.reason:
        return finished
    return phrase("{finished} Reason: {reason}", finished=finished, reason=closing.reason)


def _warning(trust: Trust | None) -> list[Block]:
    """Return a warning with which the report begins if this computer has reason to doubt the study; else nothing."""
    if trust is None or trust.unremarkable:
        return []
    return [Heading(phrase("Trust in this copy")), Paragraph(trust.sentence)]


def _proof(study: Study, belief_digest: str, trust: Trust | None) -> list[Block]:
    """Return the head of the chain, and what it shows and does not show."""
    words = phrase(
        "Every entry is chained to the one before it by SHA-256; the head is the hash of the last one. The chain alone "
        "does not show that nothing was changed: somebody who can write to the file can replace entries and compute "
        "the chain again. The head on this page does show it: a study that holds this head has the same entries up to "
        "it (kgdesk verify STUDY --head HASH). Names of operators are typed: kgdesk does not check who typed "
        "them."
    )
    facts = (
        (phrase("Study"), study.name),
        (phrase("Entries"), str(study.head.seq)),
        (phrase("Head of the chain"), study.head.hash),
        (phrase("Belief (SHA-256)"), belief_digest),
        (phrase("Written by"), f"kgdesk {__version__}"),
    )
    compared = [] if trust is None or not trust.unremarkable else [Paragraph(trust.sentence)]
    return [Heading(phrase("Chain of entries")), Paragraph(words), ReportTable((), facts), *compared]

"""Content of a study's report: result, question, plan, every run and correction, and what the chain shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kgdesk.actions.audit_trail import closed, proof, warning
from kgdesk.errors import Phrase, phrase
from kgdesk.files.html_report import Block, EnglishFormat, Heading, Page, Picture, ReportTable, Words
from kgdesk.model import policies
from kgdesk.model.study.next_run import all_tried, place_cell, place_columns, with_place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.files.html_report import TextFormat
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.design.pool import Attribute
    from kgdesk.model.study.records import Run
    from kgdesk.model.study.study import Study
    from kgdesk.model.study.trust import Trust

#: Number of best candidates in the report.
_TOP = 20
#: Setting -> label; the names and meanings of the outcomes have their own table.
_SETTINGS: Final[dict[str, str]] = {
    "belief": phrase("belief"),
    "policy": phrase("policy"),
    "prior_precision": phrase("prior precision"),
    "prior_intercept": phrase("prior intercept"),
    "budget": phrase("budget"),
    "seed": phrase("seed"),
    "raw": phrase("raw"),
    "terms": phrase("terms"),
    "term_precision": phrase("term precision"),
    "square_precision": phrase("precision of squares"),
    "stop": phrase("stop"),
    "never_together": phrase("never together"),
    "barcode": phrase("column with the codes of the samples"),
    "location": phrase("column with the places of the samples"),
    "repeats": phrase("runs of a candidate again"),
    "measured": phrase("measured value"),
    "measured_unit": phrase("unit of the measured value"),
    "threshold": phrase("threshold"),
    "direction": phrase("a success is"),
    "title": phrase("title"),
}
#: Settings that the report omits when unset.
_IF_SETTLED = {"location", "repeats", "measured", "measured_unit", "threshold", "direction"}
_NAMED_ELSEWHERE = {"title", "success_name", "failure_name", "success_means", "failure_means"}


def compose(
    advice: Advice, pictures: Sequence[Picture], speech: TextFormat | None = None, trust: Trust | None = None
) -> Page:
    """Compose the report of a study, by default in English; a verdict of trust other than whole comes first."""
    study, composer = advice.study, _Composer(advice, speech or EnglishFormat())
    blocks = (
        *warning(trust),
        *composer.result(),
        *composer.question(),
        *composer.plan(),
        *composer.amendments(),
        *pictures,
        *composer.promising(),
        *composer.runs(),
        *composer.corrections(),
        *proof(study, advice.belief_digest, trust),
    )
    worded = tuple(composer.worded(block) for block in blocks)
    return Page(study.settings.title or study.name, worded, composer.speech.language)


@dataclass(frozen=True, slots=True)
class _Composer:
    """Compose the blocks of a report in one language; user input, names and codes are not translated."""

    advice: Advice
    speech: TextFormat

    @property
    def study(self) -> Study:
        return self.advice.study

    def worded(self, block: Block) -> Block:
        """Return a block translated into the report's language."""
        if isinstance(block, Heading):
            return Heading(self._word(block.text))
        if isinstance(block, Words):
            return Words(self._word(block.text))
        if isinstance(block, ReportTable):
            return ReportTable(
                tuple(map(self._word, block.head)), tuple(tuple(map(self._word, row)) for row in block.rows)
            )
        return block

    def _word(self, text: str) -> str:
        return self.speech.translate(text) if isinstance(text, Phrase) else text

    def result(self) -> list[Block]:
        study, best = self.study, self.advice.recommended
        blocks: list[Block] = [Heading(phrase("Result"))]
        if not study.valid:
            none = phrase("No outcome is recorded yet: nothing can be said about the candidates.")
            return [*blocks, Words(none), *([] if study.is_open else self._closed())]
        tried = [run for run in study.valid if run.candidate == best.candidate]
        count, good = len(tried), sum(run.outcome == "success" for run in tried)
        times = phrase("1 time") if count == 1 else phrase("{count} times", count=self.speech.number(count))
        blocks.append(
            Words(
                phrase(
                    "Current best candidate: {candidate}. Expected success {share}, with a {level} range from {low} "
                    "to {high}; it was run {times}, of these {good} with success.",
                    candidate=with_place(study, best.candidate),
                    share=self._percent(best.probability),
                    level=self._percent(self.advice.level),
                    low=self._percent(best.low),
                    high=self._percent(best.high),
                    times=times,
                    good=self.speech.number(good),
                )
            )
        )
        return [*blocks, *([Words(self._open())] if study.is_open else self._closed())]

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
        return [Words(sentence) for sentence in closed(self.study, self.speech)]

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
            Words(asked),
            ReportTable((phrase("Outcome"), phrase("Meaning")), outcomes),
            ReportTable((phrase("Attribute"), phrase("Kind")), _kinds(self.study.pool.attributes)),
        ]

    def plan(self) -> list[Block]:
        settings = self.study.settings
        rule = policies.policy(settings.policy)
        rows = tuple(
            (_SETTINGS[name], str(value) if name == "seed" else _setting(value, self.speech))
            for name, value in settings.as_json().items()
            if name not in _NAMED_ELSEWHERE and (name not in _IF_SETTLED or value not in ("", None))
        )
        return [Heading(phrase("Plan")), Words(self.speech.translate(rule.words)), ReportTable((), rows)]

    def amendments(self) -> list[Block]:
        amendments = self.study.amendments
        if not amendments:
            return []
        rows = tuple(
            (
                _SETTINGS[each.setting],
                _setting(each.old, self.speech),
                _setting(each.new, self.speech),
                each.reason,
                each.operator,
                self.speech.moment(each.recorded_at),
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
        order = sorted(range(len(study.pool)), key=lambda row: -advice.probability[row])[:_TOP]
        rows = []
        for row in order:
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
        )
        return [Heading(phrase("Most promising candidates")), ReportTable(head, tuple(rows))]

    def runs(self) -> list[Block]:
        if not self.study.runs:
            return [Heading(phrase("Runs")), Words(phrase("None yet."))]
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
        return [Heading(phrase("Runs")), ReportTable(head, tuple(map(self._run, self.study.runs)))]

    def _run(self, run: Run) -> tuple[str, ...]:
        before = "" if run.probability_before is None else self._percent(run.probability_before)
        imported = self.speech.translate(phrase("imported from earlier work")) if run.imported else ""
        return (
            str(run.number),
            run.candidate,
            *self._place(run.candidate),
            self._outcome(run.outcome),
            self.speech.moment(run.recorded_at),
            run.operator,
            _suggested(run),
            before,
            "; ".join(note for note in (run.note, imported, run.reason) if note),
        )

    def corrections(self) -> list[Block]:
        rows = [
            (
                str(run.number),
                phrase("{outcome} ({name})", outcome=self._outcome(was.old_outcome), name=was.old_candidate),
                was.reason,
                was.operator,
                self.speech.moment(was.recorded_at),
            )
            for run in self.study.runs
            for was in run.corrections
        ]
        if not rows:
            return [Heading(phrase("Corrections")), Words(phrase("None."))]
        head = (
            phrase("Run"),
            phrase("Stood before"),
            phrase("Reason"),
            phrase("By"),
            phrase("Recorded (UTC)"),
        )
        return [Heading(phrase("Corrections")), ReportTable(head, tuple(rows))]

    def _place_head(self) -> tuple[str, ...]:
        """Return the heading of the column of sample locations; empty if the study keeps no extra columns."""
        columns = place_columns(self.study)
        return columns if len(columns) < 2 else (phrase("Kept with the data"),)

    def _place(self, candidate: str) -> tuple[str, ...]:
        """Return the cell below `_place_head`, or nothing if there is no such column."""
        return (place_cell(self.study, candidate),) if self._place_head() else ()

    def _outcome(self, outcome: str) -> str:
        settings = self.study.settings
        if outcome == "void":
            return phrase("– void")
        return f"● {settings.success_name}" if outcome == "success" else f"✕ {settings.failure_name}"

    def _percent(self, share: float) -> str:
        if 0.0 < share < 0.005:
            return phrase("below {share}", share=self.speech.percent(0.01))
        if 0.995 <= share < 1.0:
            return phrase("above {share}", share=self.speech.percent(0.99))
        return self.speech.percent(share)


def _kinds(attributes: Sequence[Attribute]) -> tuple[tuple[str, str], ...]:
    """Return the names of attributes with their kinds."""
    kinds = []
    for a in attributes:
        kind = phrase("a category") if a.kind == "category" else phrase("a number")
        if a.kind != "category" and a.unit:
            kind = phrase("{kind} in {unit}", kind=kind, unit=a.unit)
        if a.kind != "category" and a.log:
            kind = phrase("{kind}, on a log scale", kind=kind)
        kinds.append((a.name, kind))
    return tuple(kinds)


def _setting(value: object, speech: TextFormat) -> str:
    if isinstance(value, bool):
        return phrase("yes") if value else phrase("no")
    if isinstance(value, int | float):
        return speech.number(value)
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value or "")
    return text or phrase("none")


def _suggested(run: Run) -> str:
    if not run.suggested:
        return ""
    if not run.seen_on:
        return phrase("kgdesk's suggestion was {candidate}", candidate=run.suggested)
    return phrase("as suggested") if run.suggested == run.candidate else run.suggested

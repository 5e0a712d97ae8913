"""Check the facts in the report of a study, block by block."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truth import headings, reasons
from truth.facts import Share

from kgdesk.reports import study_report
from kgdesk.reports.page import Heading, Paragraph, ReportTable
from kgdesk.text import phrase

if TYPE_CHECKING:
    from truth.check import Faults
    from truth.facts import Facts
    from truth.independent import Own
    from truth.replay import Line
    from truth.statements import Answers

    from kgdesk.reports.page import Block
    from kgdesk.ui.text.translate import WindowTextFormat


def check(own: Own, answers: Answers, speech: WindowTextFormat, language: str, faults: Faults) -> None:
    """Report everything false in the report in one language."""
    page = study_report.compose(answers.advice, (), speech)
    where = f"report in {language}"
    result = _below(page.blocks, speech.translate(phrase("Result")))
    sentences = [block.text for block in result if isinstance(block, Paragraph)]
    expected = _result(own, answers, speech)
    for sentence, right in zip(sentences, expected, strict=False):
        faults.states(where, sentence, *right)
    faults.same(f"{where}: sentences of the result", len(sentences), len(expected))
    rows = [*_rows(page.blocks, speech.translate(phrase("Runs")))]
    faults.same(f"{where}: runs", len(rows), len(own.world.runs))
    for row, run in zip(rows, own.world.runs, strict=False):
        found = _without_place(own, row, 2, run.candidate, f"{where}, run {run.number}", faults)
        _run(own, found, run, f"{where}, run {run.number}", faults)
    promising = [
        _without_place(own, row, 1, row[0], f"{where}, promising {nth + 1}", faults)
        for nth, row in enumerate(_rows(page.blocks, speech.translate(phrase("Best candidates so far"))))
    ]
    likely = sorted(-float(own.probability[own.place[name]]) for name in own.world.ids)
    for nth, row in enumerate(promising):
        place = f"{where}, promising {nth + 1}"
        faults.number(place, float(own.probability[own.place[row[0]]]), -likely[nth])
        faults.states(place, row[1], [Share(own.probability[own.place[row[0]]])])
        runs, good = own.world.tried(row[0])
        for cell, count in ((row[3], good), (row[4], runs - good)):
            faults.states(f"{place}: outcomes", cell, [count])


def _without_place(
    own: Own, row: tuple[str, ...], at: int, candidate: str, where: str, faults: Faults
) -> tuple[str, ...]:
    """Return a row without its location cell, which is checked; the whole row if there is no location column."""
    world = own.world
    if not world.kept:
        return row
    place = world.places(candidate).get(world.kept[0], "") if len(world.kept) == 1 else world.place(candidate)
    faults.same(f"{where}: place", row[at], place)
    return row[:at] + row[at + 1 :]


def _below(blocks: tuple[Block, ...], heading: str) -> list[Block]:
    """Return the blocks between a heading and the next one."""
    at = next(
        (n for n, block in enumerate(blocks) if isinstance(block, Heading) and block.text == heading), None
    )
    if at is None:
        return []
    rest = blocks[at + 1 :]
    end = next((n for n, block in enumerate(rest) if isinstance(block, Heading)), len(rest))
    return list(rest[:end])


def _rows(blocks: tuple[Block, ...], heading: str) -> list[tuple[str, ...]]:
    return [row for block in _below(blocks, heading) if isinstance(block, ReportTable) for row in block.rows]


def _result(own: Own, answers: Answers, speech: WindowTextFormat) -> list[list[Facts]]:
    """Return the admissible facts of each sentence."""
    best, world = answers.advice.recommended.candidate, own.world
    closed = _closed(own, speech)
    if not world.valid:
        return [[[]], *closed]
    runs, good = world.tried(best)
    low, high = own.range_of(own.place[best])
    first: Facts = [
        *headings.placed(own, best),
        Share(own.probability[own.place[best]]),
        90,
        Share(low),
        Share(high),
    ]
    if runs:
        first += [runs, good]
    return [[first], *([_open(own, answers)] if world.finished is None else closed)]


def _open(own: Own, answers: Answers) -> list[Facts]:
    world, budget = own.world, own.world.settings["budget"]
    candidate, best = answers.advice.suggestion.candidate, answers.advice.recommended.candidate
    start = [world.done, budget, max(budget - world.done, 0), *headings.placed(own, candidate)]
    right = reasons.suggestion(own, candidate, best, confirms=answers.advice.confirms)
    return [[*start, *why] for why in right]


def _closed(own: Own, speech: WindowTextFormat) -> list[list[Facts]]:
    """Return the facts of the sentence on closing; none for an open study."""
    world = own.world
    if world.finished is None:
        return []
    end = [world.finished.actor, speech.moment(world.finished.at), world.finished.facts["reason"]]
    return [[[*end, *headings.in_progress(world)]]]


def _run(own: Own, row: tuple[str, ...], run: Line, where: str, faults: Faults) -> None:
    settings = own.world.settings
    names = {"success": settings["success_name"], "failure": settings["failure_name"]}
    name = names.get(run.outcome, "")
    faults.same(f"{where}: number and candidate", row[:2], (str(run.number), run.candidate))
    faults.states(f"{where}: outcome", row[2], [name] if name else [])
    sign = {"success": "●", "failure": "✕", "undecided": "?", "void": "–"}[run.outcome]
    faults.same(f"{where}: sign of the outcome", row[2][:1], sign)
    other = run.suggested if not (run.shown and run.suggested == run.candidate) else ""
    faults.states(f"{where}: suggested", row[5], [other] if other else [])
    faults.states(f"{where}: predicted", row[6], [] if run.before is None else [Share(run.before)])

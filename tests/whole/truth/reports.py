"""Check the report of a study, block by block."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truth import headings, reasons
from truth.wording import Count, Whole, texts, words

from kgdesk.actions import report_content
from kgdesk.tables.html_report import Heading, ReportTable
from kgdesk.tables.html_report import Words as Paragraph

if TYPE_CHECKING:
    from truth.check import Faults
    from truth.independent import Own
    from truth.replay import Line
    from truth.statements import Answers
    from truth.wording import Tongue

    from kgdesk.tables.html_report import Block
    from kgdesk.ui.text.translate import WindowTextFormat

_CLOSE = 0.005


def check(own: Own, answers: Answers, speech: WindowTextFormat, tongue: Tongue, faults: Faults) -> None:
    """Report everything false in the report in one language."""
    page = report_content.compose(answers.advice, (), speech)
    where = f"report in {tongue.name}"
    result = _below(page.blocks, texts(words("Result"), tongue))
    sentences = [block.text for block in result if isinstance(block, Paragraph)]
    expected = _result(own, answers, speech)
    for sentence, right in zip(sentences, expected, strict=False):
        faults.words(where, sentence, right, tongue)
    faults.same(f"{where}: sentences of the result", len(sentences), len(expected))
    rows = [*_rows(page.blocks, texts(words("Runs"), tongue))]
    faults.same(f"{where}: runs", len(rows), len(own.world.runs))
    for row, run in zip(rows, own.world.runs, strict=False):
        found = _without_place(own, row, 2, run.candidate, f"{where}, run {run.number}", faults)
        _run(own, found, run, f"{where}, run {run.number}", tongue, faults)
    promising = [
        _without_place(own, row, 1, row[0], f"{where}, promising {nth + 1}", faults)
        for nth, row in enumerate(_rows(page.blocks, texts(words("Best candidates so far"), tongue)))
    ]
    likely = sorted(-float(own.probability[own.place[name]]) for name in own.world.ids)
    for nth, row in enumerate(promising):
        place = f"{where}, promising {nth + 1}"
        faults.number(place, float(own.probability[own.place[row[0]]]), -likely[nth])
        faults.words(place, row[1], share(own.probability[own.place[row[0]]]), tongue)
        runs, good = own.world.tried(row[0])
        for cell, count in ((row[3], good), (row[4], runs - good)):
            faults.words(f"{place}: outcomes", cell, Count(count), tongue)


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


def share(value: float) -> object:
    """Return a share as reports write it; values close to 0 or 1 as below or above."""
    near = []
    for one in (value - 1e-6, value, value + 1e-6):
        if 0.0 < one < _CLOSE:
            near.append(words("below {share}", share="1 %"))
        elif 1.0 - _CLOSE <= one < 1.0:
            near.append(words("above {share}", share="99 %"))
        else:
            near.append(Whole(one))
    return near


def _below(blocks: tuple[Block, ...], heading: set[str]) -> list[Block]:
    """Return the blocks between a heading and the next one."""
    at = next(
        (n for n, block in enumerate(blocks) if isinstance(block, Heading) and block.text in heading), None
    )
    if at is None:
        return []
    rest = blocks[at + 1 :]
    end = next((n for n, block in enumerate(rest) if isinstance(block, Heading)), len(rest))
    return list(rest[:end])


def _rows(blocks: tuple[Block, ...], heading: set[str]) -> list[tuple[str, ...]]:
    return [row for block in _below(blocks, heading) if isinstance(block, ReportTable) for row in block.rows]


def _result(own: Own, answers: Answers, speech: WindowTextFormat) -> list[object]:
    best, world = answers.advice.recommended.candidate, own.world
    if not world.valid:
        none = words("No outcome is recorded yet: nothing can be said about the candidates.")
        return [none, *_closed(own, speech)]
    runs, good = world.tried(best)
    low, high = own.range_of(own.place[best])
    never = words(
        "Current best candidate, which was never run: {candidate}. Expected success {share}, with a {level} "
        "range from {low} to {high}, concluded from the outcomes of other candidates alone.",
        candidate=headings.placed(own, best),
        share=share(own.probability[own.place[best]]),
        level="90 %",
        low=share(low),
        high=share(high),
    )
    first = (
        never
        if not runs
        else words(
            "Current best candidate: {candidate}. Expected success {share}, with a {level} range from {low} "
            "to {high}; it was run {times}, of these {good} with success.",
            candidate=headings.placed(own, best),
            share=share(own.probability[own.place[best]]),
            level="90 %",
            low=share(low),
            high=share(high),
            times=words("1 time") if runs == 1 else words("{count} times", count=Count(runs)),
            good=Count(good),
        )
    )
    return [first, *([_open(own, answers)] if world.finished is None else _closed(own, speech))]


def _open(own: Own, answers: Answers) -> object:
    world, budget = own.world, own.world.settings["budget"]
    candidate, best = answers.advice.suggestion.candidate, answers.advice.recommended.candidate
    return words(
        "The study is open: {done} of {planned} done, {left} left. Next suggestion: {candidate}. {why}",
        done=Count(world.done),
        planned=words("1 planned run") if budget == 1 else words("{count} planned runs", count=Count(budget)),
        left=Count(max(budget - world.done, 0)),
        candidate=headings.placed(own, candidate),
        why=reasons.suggestion(own, candidate, best),
    )


def _closed(own: Own, speech: WindowTextFormat) -> list[object]:
    """Return one sentence each for closing, signatures and lock; none for an open study."""
    world = own.world
    if world.finished is None:
        return []
    end = {"operator": world.finished.actor, "time": speech.moment(world.finished.at)}
    finished = words("Finished by {operator} on {time}.", **end)
    if running := headings.in_progress(world):
        finished = words("Finished by {operator} on {time} with {running}.", **end, running=running)
    said: list[object] = [
        words("{finished} Reason: {reason}", finished=finished, reason=world.finished.facts["reason"])
    ]
    said += [
        words(
            "Signed off by {operator} on {time} for the first {count} entries: {meaning}",
            operator=entry.actor,
            time=speech.moment(entry.at),
            count=Count(entry.facts["covers"]),
            meaning=entry.facts["meaning"],
        )
        for entry in world.signed
    ]
    if world.locked is not None:
        said.append(
            words(
                "Locked by {operator} on {time}: {reason}",
                operator=world.locked.actor,
                time=speech.moment(world.locked.at),
                reason=world.locked.facts["reason"],
            )
        )
    return said


def _run(own: Own, row: tuple[str, ...], run: Line, where: str, tongue: Tongue, faults: Faults) -> None:
    settings = own.world.settings
    outcome = {
        "success": f"● {settings['success_name']}",
        "failure": f"✕ {settings['failure_name']}",
        "void": words("– void"),
    }[run.outcome]
    suggested: object = words("as suggested") if run.suggested == run.candidate else run.suggested
    if run.suggested and not run.shown:
        suggested = words("kgdesk's suggestion was {candidate}", candidate=run.suggested)
    faults.same(f"{where}: number and candidate", row[:2], (str(run.number), run.candidate))
    faults.words(f"{where}: outcome", row[2], outcome, tongue)
    faults.words(f"{where}: suggested", row[5], suggested, tongue)
    faults.words(f"{where}: predicted", row[6], "" if run.before is None else share(run.before), tongue)

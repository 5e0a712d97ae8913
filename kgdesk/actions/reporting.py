"""The report of a study: what was asked, what was run, by whom, and what is now thought best."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from kgdesk import __version__
from kgdesk.errors import BadInput
from kgdesk.files.atomic import new_file
from kgdesk.files.report import Block, Grid, Heading, Page, Picture, Words, html
from kgdesk.model import policies
from kgdesk.model.advice import advise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.actions.session import Session
    from kgdesk.model.advice import Advice
    from kgdesk.model.entries import Run
    from kgdesk.model.study import Study

__all__ = ["KINDS", "Page", "Picture", "Press", "compose", "html", "report", "save"]

#: What each ending means.
KINDS = {".pdf": "to print and to sign", ".html": "to read in a browser"}
#: So many of the best candidates are listed.
_TOP = 20


class Press(Protocol):
    """Draws pictures and prints pages: the part of a report that needs Qt."""

    def pictures(self, advice: Advice) -> Sequence[Picture]:
        """Return the pictures of a state of a study, in light colours."""

    def pdf(self, page: Page) -> bytes:
        """Return a page as a PDF file."""


def report(
    session: Session, dest: str | Path, press: Press, *, overwrite: bool = False, advice: Advice | None = None
) -> Path:
    """Write the report of a study.

    Parameters
    ----------
    session
        Open, also read-only.
    dest
        ``.pdf`` or ``.html``.
    press
        Draws and prints.
    overwrite
        Replace a file of that name.
    advice
        For the state that is reported; worked out when it is not given or stale.

    Raises
    ------
    BadInput
        Another ending.
    FileExists, NotWritten
        Nothing was written.
    """
    dest = Path(dest)
    kind = dest.suffix.lower()
    if kind not in KINDS:
        known = ", ".join(f"{end} ({what})" for end, what in KINDS.items())
        raise BadInput(f"A report is not written as “{dest.suffix or dest.name}”: choose one of {known}.")
    study = session.study
    with new_file(
        dest, overwrite=overwrite
    ) as stream:  # first: a folder that cannot be written is said at once
        if advice is None or advice.revision != study.revision:
            advice = advise(study)
        page = compose(advice, press.pictures(advice))
        stream.write(press.pdf(page) if kind == ".pdf" else html(page).encode())
    return dest


def save(dest: Path, data: bytes) -> Path:
    """Write one picture to a file, in place of what is there.

    Raises
    ------
    NotWritten
        The folder does not take it.
    """
    with new_file(dest, overwrite=True) as stream:
        stream.write(data)
    return dest


def compose(advice: Advice, pictures: Sequence[Picture]) -> Page:
    """Return what the report of a study says."""
    study = advice.study
    blocks: list[Block] = [
        *_result(advice),
        *_question(study),
        *_plan(study),
        *pictures,
        *_promising(advice),
        *_runs(study),
        *_corrections(study),
        *_proof(advice),
    ]
    return Page(study.settings.title or study.name, tuple(blocks))


def _result(advice: Advice) -> list[Block]:
    study, best = advice.study, advice.recommended
    found: list[Block] = [Heading("Result")]
    if not study.valid:
        return [*found, Words("No outcome is recorded yet: nothing can be said about the candidates.")]
    tried = [run for run in study.valid if run.candidate == best.candidate]
    seen = f"{_count(len(tried), 'time')}, of these {sum(r.outcome == 'success' for r in tried)} with success"
    found.append(
        Words(
            f"Current best candidate: {best.candidate}. Expected success {_percent(best.probability)}, with a "
            f"{_percent(advice.level)} range from {_percent(best.low)} to {_percent(best.high)}; it was run {seen}."
        )
    )
    closing = study.closing
    if closing is None:
        left = max(study.settings.budget - study.done, 0)
        state = f"The study is open: {study.done} of {_count(study.settings.budget, 'planned run')} done, {left} left."
        return [
            *found,
            Words(f"{state} Next suggestion: {advice.suggestion.candidate}. {advice.suggestion.why}"),
        ]
    why = f" Reason: {closing.reason}" if closing.reason else ""
    return [*found, Words(f"Finished by {closing.operator} on {_time(closing.recorded_at)}.{why}")]


def _question(study: Study) -> list[Block]:
    settings = study.settings
    named = (
        (settings.success_name, settings.success_means),
        (settings.failure_name, settings.failure_means),
    )
    outcomes = tuple((name, means or "not described") for name, means in named)
    kinds = tuple(
        (
            a.name,
            "a category"
            if a.kind == "category"
            else f"a number{f' in {a.unit}' if a.unit else ''}{', on a log scale' if a.log else ''}",
        )
        for a in study.pool.attributes
    )
    source = str(study.source.get("file", "")) if study.source else ""
    origin = f" They were read from {source}." if source else ""
    return [
        Heading("Question"),
        Words(f"Which of {_count(len(study.pool), 'candidate')} succeeds most often?{origin}"),
        Grid(("Outcome", "Meaning"), outcomes),
        Grid(("Attribute", "Kind"), kinds),
    ]


def _plan(study: Study) -> list[Block]:
    facts = {name.replace("_", " "): value for name, value in study.settings.as_json().items()}
    for shown in ("title", "success name", "failure name", "success means", "failure means"):
        facts.pop(shown, None)
    rule = policies.policy(study.settings.policy)
    rows = tuple((name, _said(value)) for name, value in facts.items())
    return [Heading("Plan"), Words(rule.words), Grid((), rows)]


def _said(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value) or "none"


def _promising(advice: Advice) -> list[Block]:
    study = advice.study
    if not study.valid:
        return []
    order = sorted(range(len(study.pool)), key=lambda row: -advice.probability[row])[:_TOP]
    rows = []
    for row in order:
        name = study.pool.ids[row]
        successes, failures = study.tally.get(name, (0, 0))
        low, high = advice.low[row], advice.high[row]
        rows.append(
            (
                name,
                _percent(float(advice.probability[row])),
                f"{_percent(float(low))} to {_percent(float(high))}",
                str(successes),
                str(failures),
            )
        )
    settings = study.settings
    head = (
        "Candidate",
        "Expected success",
        f"{_percent(advice.level)} range",
        settings.success_name,
        settings.failure_name,
    )
    return [Heading("Most promising candidates"), Grid(head, tuple(rows))]


def _runs(study: Study) -> list[Block]:
    if not study.runs:
        return [Heading("Runs"), Words("None yet.")]
    head = ("Run", "Candidate", "Outcome", "Recorded (UTC)", "By", "Suggested", "Predicted", "Note")
    return [Heading("Runs"), Grid(head, tuple(_run(study, run) for run in study.runs))]


def _run(study: Study, run: Run) -> tuple[str, ...]:
    before = "" if run.probability_before is None else _percent(run.probability_before)
    notes = [run.note, "imported from earlier work" if run.imported else "", run.reason]
    return (
        str(run.number),
        run.candidate,
        _outcome(study, run.outcome),
        _time(run.recorded_at),
        run.operator,
        "as suggested" if run.suggested == run.candidate else run.suggested,
        before,
        "; ".join(note for note in notes if note),
    )


def _corrections(study: Study) -> list[Block]:
    rows = [
        (
            str(run.number),
            f"{_outcome(study, change.old_outcome)} ({change.old_candidate})",
            change.reason,
            change.operator,
            _time(change.recorded_at),
        )
        for run in study.runs
        for change in run.corrections
    ]
    if not rows:
        return [Heading("Corrections"), Words("None.")]
    head = ("Run", "Stood before", "Reason", "By", "Recorded (UTC)")
    return [Heading("Corrections"), Grid(head, tuple(rows))]


def _proof(advice: Advice) -> list[Block]:
    study = advice.study
    words = (
        "Every entry is chained to the one before it by SHA-256. Whoever holds this page can tell whether the study "
        "file was changed or cut since: kgdesk verify shows the same number of entries and the same head, or more."
    )
    facts = (
        ("Study", study.name),
        ("Entries", str(study.head.seq)),
        ("Head of the chain", study.head.hash),
        ("Belief (SHA-256)", advice.belief_digest),
        ("Written by", f"kgdesk {__version__}"),
    )
    return [Heading("Proof"), Words(words), Grid((), facts)]


def _outcome(study: Study, outcome: str) -> str:
    settings = study.settings
    signs = {
        "success": f"● {settings.success_name}",
        "failure": f"✕ {settings.failure_name}",
        "void": "– void",
    }
    return signs[outcome]


def _percent(share: float) -> str:
    if 0.0 < share < 0.005:
        return "below 1 %"
    return "above 99 %" if 0.995 <= share < 1.0 else f"{100.0 * share:.0f} %"


def _time(recorded: str) -> str:
    return recorded[:16].replace("T", " ")


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"

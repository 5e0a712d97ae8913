"""Files of results: the command `import`, and `record` with ``--from``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.cli import console
from kgdesk.cli.commands import Command
from kgdesk.cli.options import (
    READING,
    add_by_and_token,
    add_json,
    add_reading,
    add_study,
    keywords,
    who,
)
from kgdesk.cli.sessions import backed_up, confirm_entry, input_of, opened
from kgdesk.errors import BadInput

if TYPE_CHECKING:
    from kgdesk.actions import Imported
    from kgdesk.actions.results_plan import ResultsPlan
    from kgdesk.model.decisions.plates import Unstarted
    from kgdesk.model.study.study import Study


def add_results(parser: argparse.ArgumentParser) -> None:
    """Add the options of `record` for a file of results."""
    group = parser.add_argument_group("a file of results")
    group.add_argument(
        "--from", dest="source", metavar="FILE", help="CSV or Excel file of results; - for standard input"
    )
    which = group.add_mutually_exclusive_group()
    which.add_argument(
        "--past",
        action="store_true",
        help="outcomes without a run in progress are from before the study",
    )
    which.add_argument(
        "--unstarted",
        action="store_true",
        help="outcomes without a run in progress are runs of this study that nobody started",
    )
    add_file(parser)


def add_file(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how a file of results is read and shown."""
    add_json(parser, "plan")
    parser.add_argument("--plan", action="store_true", help="only list what each row of the file would do")
    parser.add_argument(
        "--again",
        action="store_true",
        help="record a file whose content was recorded before, as further outcomes",
    )
    parser.add_argument(
        "--known-only",
        action="store_true",
        help="pass over rows of no candidate of this study, as in a table of several studies",
    )
    parser.add_argument("--worklist", default="", metavar="ID", help="worklist whose wells the file names")
    parser.add_argument(
        "--column",
        action="append",
        default=[],
        type=_role,
        metavar="ROLE=HEADING",
        help="heading of a role: run_token, barcode, candidate, well, worklist, holds, outcome, out_of, measured, "
        "note, reason",
    )
    parser.add_argument(
        "--meaning",
        action="append",
        default=[],
        metavar="WORD=MEANING",
        help="what a word in the file means: success, failure, void, none for no outcome (yet), or value for a number "
        "that is the measured value; once for each word",
    )
    add_reading(parser)


def _role(text: str) -> tuple[str, str]:
    role, mark, heading = text.partition("=")
    if not mark or not role.strip() or not heading.strip():
        raise argparse.ArgumentTypeError(f"“{text}” is not a role and a heading, for example outcome=Hit")
    return role.strip(), heading.strip()


def record_file(options: argparse.Namespace, *, unstarted: Unstarted = "") -> int:
    """Record a file of results, or list what it would do; return the exit status."""
    source = input_of(options.source)
    reading = keywords(options, READING)
    reading |= {
        "worklist": options.worklist,
        "columns": dict(options.column),
        "meanings": tuple(options.meaning),
    }
    stated: Unstarted = "past" if getattr(options, "past", False) else unstarted
    stated = "new" if getattr(options, "unstarted", False) else stated
    if options.plan:
        with opened(options, read_only=True) as session:
            plan = actions.plan_results(session.study, source, **reading)
            tell = _plan_json if options.json else _plan_text
            answer = tell(session.study, plan)
        console.show(answer)
        return 0
    with backed_up(opened(options), at_once=True) as session, console.unbroken():
        since = session.study.head.seq
        plan = actions.plan_results(session.study, source, **reading)
        done = actions.record_results(
            session,
            plan,
            unstarted=stated,
            again=options.again,
            repeat=getattr(options, "repeat", False),
            known_only=options.known_only,
            token=options.token,
        )
        counts = {"added": done.added, "known": done.known, "closed": done.closed}
        counts["passed_over"] = len(plan.of("stranger"))
        sentence = "\n".join(_recorded_lines(done, plan))
        confirm_entry(session, sentence, options, since, **counts)
    return 0


def _plan_json(study: Study, plan: ResultsPlan) -> str:
    rows = [
        {"line": row.line, "well": row.well, "candidate": row.candidate, "would": str(row.sentence(study))}
        for row in plan.rows
    ]
    summary = [*plan.summary(), *plan.remarks]
    return console.as_json({"study": study.name, "rows": rows, "summary": [str(each) for each in summary]})


def _plan_text(study: Study, plan: ResultsPlan) -> str:
    lines = []
    for row in plan.rows:
        place = f"line {row.line}" if plan.table.line_word == "line" else f"row {row.line}"
        does = row.sentence(study)
        lines.append("  ".join(filter(None, (place, row.well, row.candidate, does))))
    return "\n".join((*lines, *plan.summary(), *plan.remarks, "Nothing was recorded."))


def _recorded_lines(done: Imported, plan: ResultsPlan) -> list[str]:
    """Return sentences on what was recorded and what was not."""
    added = console.count(done.added, "outcome")
    lines = [f"Added {added}; {done.known} {'was' if done.known == 1 else 'were'} known already."]
    if done.closed:
        lines.append(f"Closed {console.count(done.closed, 'run')} in progress.")
    if plan.table.is_numbered:
        return [*lines, *done.remarks]
    outcomes = [event.payload.get("outcome") for event in done.change.events] if done.change else []
    if undecided := outcomes.count("undecided"):
        lines.append(f"Of these undecided, as a limit leaves both outcomes open: {undecided}.")
    if voids := outcomes.count("void"):
        lines.append(f"Of these void: {voids}.")
    if plan.left:
        plate = "" if plan.worklist is None else f" of {plan.worklist.name}"
        stay = "stays" if len(plan.left) == 1 else "stay"
        lines.append(f"{console.count(len(plan.left), 'run')}{plate} {stay} in progress.")
    past = sum(event.payload.get("imported", False) for event in done.change.events) if done.change else 0
    if past:
        lines.append(f"Taken as outcomes from before the study: {past}.")
    lines += [line for line in plan.summary() if line.startswith(("Control", "Empty"))]
    if passed_over := len(plan.of("stranger")):
        lines.append(f"Passed over rows of no candidate of this study: {passed_over} ({plan.strangers}).")
    return [*lines, *done.remarks]


def _add_import_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    parser.add_argument(
        "source",
        metavar="OUTCOMES",
        help="CSV or Excel file with candidate, outcome, or - for standard input; or an archive, .zip",
    )
    add_file(parser)
    add_by_and_token(parser)
    add_json(parser, "new")


def import_from(options: argparse.Namespace) -> int:
    """Import outcomes from a table, or create a study from an archive."""
    source = Path(options.source)
    if source.suffix.lower() != ".zip":
        return record_file(options, unstarted="past")
    if options.token:
        raise BadInput(
            "--token names an entry of a study: an archive makes a study of its own, and the same archive "
            "again is refused as long as the study is there. Leave it out."
        )
    with console.unbroken(), actions.import_archive(source, options.study, who(options)) as session:
        study, head = session.study, session.study.head
        if options.json:
            made = {"study": study.name, "made": str(options.study), "entries": head.seq, "hash": head.hash}
            console.deliver(console.as_json(made))
        else:
            console.confirm(f"Made {options.study} with {head.seq} entries, head {head.hash}.")
        if session.trust.doubtful:
            console.remark(session.read_only_reason or session.trust.sentence)
    return 0


IMPORT = Command(
    import_from,
    _add_import_options,
    ("kgdesk import screen.kgstudy past.csv",),
    ("--plan", "--again", "--known-only", "--column", "--meaning", "--by", "--token", "--json"),
)

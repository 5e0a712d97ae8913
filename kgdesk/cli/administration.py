"""Commands for finishing, audit trail, verification, imports and backups."""

from __future__ import annotations

import argparse
import re
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.cli import console
from kgdesk.cli.command_base import (
    add_by_and_token,
    add_dest,
    add_json,
    add_overwrite,
    add_reason,
    confirm_done,
    on_study,
    reading,
    saving,
    writing,
)
from kgdesk.cli.dispatch import add_by, refuse, who
from kgdesk.cli.imports import add_file, record_file
from kgdesk.errors import BadInput
from kgdesk.model.decisions.study_state import in_progress
from kgdesk.model.study.events import Head

if TYPE_CHECKING:
    from kgdesk.actions import Session
    from kgdesk.cli.command_base import Command
    from kgdesk.model.study.study import Study


def add_finishing(command: Command) -> None:
    """Add the commands to finish, reopen and audit a study."""
    finished = on_study(command, "finish", "finish a study", writing(finish))
    finished.add_argument(
        "--with-open-runs", action="store_true", help="also where runs are in progress; they stay open"
    )
    reopened = on_study(command, "reopen", "reopen a finished study", writing(reopen))
    for closing in (finished, reopened):
        add_reason(closing)
        add_by_and_token(closing)
    listed = on_study(
        command,
        "audit",
        "list who did what, when, what it was before, and why",
        lambda options: (saving if options.dest else reading)(audit)(options),
    )
    add_dest(listed, "csv", optional=True)
    add_json(listed, "audit")
    add_overwrite(listed)


def finish(session: Session, options: argparse.Namespace) -> str:
    """Finish a study, so that it accepts no more outcomes."""
    actions.finish(session, options.reason, with_open_runs=options.with_open_runs, token=options.token)
    if still := in_progress(session.study):
        return f"The study is finished with {still}."
    return "The study is finished."


def reopen(session: Session, options: argparse.Namespace) -> str:
    """Reopen a finished study."""
    actions.reopen(session, options.reason, token=options.token)
    return "The study is open again."


def state(study: Study) -> str:
    """Return whether a study is open or finished, with the number of runs in progress when it was finished."""
    if study.is_open:
        return "open"
    if not study.pending:
        return "finished"
    return f"finished with {console.count(len(study.pending), 'run')} in progress"


#: Between the lines of one entry, as of a note, so that none looks like an entry.
_GOES_ON = "\n       | "


def audit(session: Session, options: argparse.Namespace) -> str:
    """Print the audit trail or write it to a CSV file."""
    if options.dest:
        actions.export_audit(session.study, options.dest, overwrite=options.overwrite)
        return f"Saved {options.dest}."
    if options.json:
        entries = [asdict(one) for one in actions.audit(session.study)]
        return console.as_json({"study": session.study.name, "entries": entries})
    lines = []
    for one in actions.audit(session.study):
        was = f" (was {one.before})" if one.before else ""
        why = f" Reason: {one.reason}" if one.reason else ""
        line = f"{one.seq:>5}  {one.time}  {one.operator} on {one.workstation}: {one.what}{was}.{why}"
        lines.append(line.replace("\n", _GOES_ON))
    return "\n".join(lines)


def add_backups(command: Command) -> None:
    """Add the commands `verify`, `backup` and `restore`."""
    verified = on_study(
        command,
        "verify",
        "follow the chain of a study or archive, replay its belief, compare it with what was seen here",
        verify,
    )
    verified.add_argument(
        "--head",
        type=_held,
        metavar="HASH[@ENTRY]",
        help="a head that you hold, as from a report: all 64 digits, and the number of its entry if you have it",
    )
    add_json(verified, "verify")
    copied = on_study(
        command, "backup", "make a verified backup of a study, or list those that there are", backup
    )
    copied.add_argument("--list", action="store_true", help="list the backups and make none")
    copied.add_argument(
        "--second-place",
        metavar="DIR",
        help="folder that gets a copy of every backup from now on (- for none)",
    )
    add_json(copied, "backup")
    restored = on_study(
        command,
        "restore",
        "put the best whole state of a study in the place of a damaged or lost file",
        restore,
    )
    which = restored.add_mutually_exclusive_group()
    which.add_argument("--from", dest="source", metavar="FILE", help="a certain backup, copy or archive")
    which.add_argument(
        "--as-it-is",
        action="store_true",
        help="go on with the file although entries that were seen are missing",
    )
    add_by(restored)
    add_json(restored, "done")


_HEAD = re.compile(r"([0-9a-f]{64})(?:@([0-9]{1,12}))?", re.ASCII)


def _held(text: str) -> Head:
    """Parse a head that somebody holds; spaces and capitals, as typed from paper, do not matter."""
    match = _HEAD.fullmatch("".join(text.split()).casefold())
    if match is None or match[2] == "0":
        raise argparse.ArgumentTypeError(
            f"“{text}” is no head: give all 64 digits (0-9, a-f) of the hash, as a part of it can be forged, and after "
            "an @ the number of its entry if you have it"
        )
    return Head(int(match[2] or 0), match[1])


def verify(options: argparse.Namespace) -> int:
    """Verify a study or archive: its chain, the belief behind every logged suggestion, and its trust."""
    report = actions.verify(options.study, options.head)
    if options.json:
        console.show(console.as_json(report.as_json()))
    elif report.problem is None:
        held = " It holds the head given." if options.head is not None else ""
        verified = (
            f"{report.study}: the chain is unbroken, {report.events} entries, {report.outcomes} outcomes, "
            f"head {report.head.hash}@{report.head.seq}.{held} Of {report.suggestions} suggestions "
            f"{report.exact} replay exactly, {report.close} to 1e-9."
        )
        console.show(f"{report.trust.sentence}\n{verified}")
    if report.problem is not None:
        return refuse(report.problem)
    return 0


def backup(options: argparse.Namespace) -> int:
    """Make a backup, list backups or set the second backup folder."""
    if options.second_place is not None:
        actions.set_second_place(None if options.second_place == "-" else options.second_place)
    if not options.list:
        with actions.open_study(options.study, who(options), read_only=True) as session:
            new_backup = actions.backup(session)
        if not options.json:
            console.confirm(f"Backup of {new_backup.seq} entries, verified: {new_backup.path}")
            return 0
    backups = actions.backups_of(options.study)
    tell = console.show if options.list and options.second_place is None else console.deliver
    if options.json:
        listed = [{"path": str(b.path), "made_at": b.made_at.isoformat(), "entries": b.seq} for b in backups]
        tell(console.as_json({"backups": listed}))
        return 0
    lines = [f"{one.made_at:%Y-%m-%d %H:%M:%S} UTC  {one.seq:>7} entries  {one.path}" for one in backups]
    tell("\n".join(lines or ["There is no backup of this study on this computer."]))
    return 0


def restore(options: argparse.Namespace) -> int:
    """Restore a study from a backup, or accept it as it is."""
    by = who(options)
    if options.as_it_is:
        entries = actions.take_as_it_is(options.study, by)
        return confirm_done(options, f"Taken as it is: {entries} entries.")
    if not by.operator.strip():
        raise BadInput("Nobody is signed in: say who restores the study with --by NAME.")
    done = actions.restore(options.study, by, source=options.source)
    return confirm_done(options, *done.sentences)


def add_import(command: Command) -> None:
    """Add the command `import`."""
    parser = on_study(
        command, "import", "add outcomes from a table, or make a study from an archive", import_from
    )
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

"""Commands that pass a study on: `export`, `report`, `audit`."""

from __future__ import annotations

from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.cli import console
from kgdesk.cli.commands import Command
from kgdesk.cli.options import add_dest, add_json, add_language, add_overwrite, add_study
from kgdesk.cli.sessions import reading, saving, with_trust
from kgdesk.errors import BadInput

if TYPE_CHECKING:
    import argparse

    from kgdesk.actions import Session


def _add_export_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    add_dest(parser, "csv", "json", "xlsx", "zip")
    add_overwrite(parser)
    parser.set_defaults(says_trust=True)


def export(session: Session, options: argparse.Namespace) -> str:
    """Export a study; return the message."""
    saved = actions.export(session, options.dest, overwrite=options.overwrite)
    return with_trust(session, f"Saved {saved}.")


EXPORT = Command(
    saving(export),
    _add_export_options,
    ("kgdesk export screen.kgstudy runs.csv", "kgdesk export screen.kgstudy - --format json"),
)


def _add_report_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    add_dest(parser, "html", "pdf")
    add_overwrite(parser)
    add_language(parser)
    parser.set_defaults(says_trust=True)


def report(session: Session, options: argparse.Namespace) -> str:
    """Write the report; return the message."""
    # Imported by name: the command line must not import Qt, nor the libraries of pages and codes for other commands.
    write = import_module("kgdesk.ui.printing.report_file").write_report
    dest = write(session, options.dest, options.language, overwrite=options.overwrite)
    return with_trust(session, f"Saved {dest}.")


REPORT = Command(
    saving(report), _add_report_options, ("kgdesk report screen.kgstudy report.pdf --language de",)
)


def _add_audit_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    add_dest(parser, "csv", optional=True)
    add_json(parser, "audit")
    add_overwrite(parser)


#: Indents the second and later lines of an entry, such as a long note, so that none looks like another entry.
_CONTINUATION = "\n       | "


def audit(session: Session, options: argparse.Namespace) -> str:
    """Print the audit trail or write it to a CSV file."""
    if options.dest:
        if Path(options.dest).suffix.lower() != ".csv":
            raise BadInput(
                f"“{Path(options.dest).name}” does not end in .csv: the audit is written as a CSV file."
            )
        actions.export_audit(session.study, options.dest, overwrite=options.overwrite, like=session.file)
        return f"Saved {options.dest}."
    if options.json:
        entries = [asdict(one) for one in actions.audit(session.study)]
        settled = [asdict(one) for one in actions.settled_forks(session.study)]
        return console.as_json({"study": session.study.name, "entries": entries, "settled_forks": settled})
    lines = []
    for one in actions.audit(session.study):
        was = f" (was {one.before})" if one.before else ""
        why = f" Reason: {one.reason}" if one.reason else ""
        line = f"{one.seq:>5}  {one.time}  {one.operator} on {one.workstation}: {one.what}{was}.{why}"
        lines.append(line.replace("\n", _CONTINUATION))
    for fork in actions.settled_forks(session.study):
        line = f"{fork.at}  {fork.operator}: {actions.settled_in_words(fork)}"
        lines.append(line.replace("\n", _CONTINUATION))
    return "\n".join(lines)


def audit_to_file_or_screen(options: argparse.Namespace) -> int:
    """Write the audit trail to the file that is named, else print it."""
    return (saving if options.dest else reading)(audit)(options)


AUDIT = Command(audit_to_file_or_screen, _add_audit_options, ("kgdesk audit screen.kgstudy audit.csv",))

"""The command that adds outcomes from a table, or makes a study from an archive: `kgdesk import`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.cli import output
from kgdesk.cli.acting import on_study, writing
from kgdesk.cli.opening import who
from kgdesk.cli.options import add_by_and_token
from kgdesk.cli.tables import add_reading
from kgdesk.errors import BadInput

if TYPE_CHECKING:
    import argparse

    from kgdesk.actions import Session
    from kgdesk.cli.acting import Command


def add(command: Command) -> None:
    """Add the command to the parser."""
    parser = on_study(
        command, "import", "add outcomes from a table, or make a study from an archive", import_from
    )
    parser.add_argument(
        "source", metavar="OUTCOMES", help="CSV or Excel file with candidate, outcome; or .zip"
    )
    add_reading(parser)
    add_by_and_token(parser)


def import_from(options: argparse.Namespace) -> int:
    """Add the outcomes of a table, or make a study from an archive."""
    source = Path(options.source)
    if source.suffix.lower() != ".zip":
        return writing(_outcomes)(options)
    if options.token:
        raise BadInput(
            "--token names an entry of a study: an archive makes a study of its own, and the same archive again is "
            "refused as long as the study is there. Leave it out."
        )
    with output.unbroken(), actions.import_archive(source, options.study, who(options)) as made:
        head = made.study.head
        output.confirm(f"Made {options.study} with {head.seq} entries, head {head.hash[:12]}.")
    return 0


def _outcomes(session: Session, options: argparse.Namespace) -> str:
    done = actions.import_outcomes(
        session,
        Path(options.source),
        token=options.token,
        decimal=options.decimal,
        delimiter=options.delimiter,
        sheet=options.sheet,
        encoding=options.encoding,
    )
    verb = "was" if done.known == 1 else "were"
    lines = [f"Added {output.count(done.added, 'outcome')}; {done.known} {verb} known already."]
    if done.closed:
        lines.append(f"Closed {output.count(done.closed, 'run')} in progress.")
    return "\n".join((*lines, *done.remarks))

"""Commands that make an entry about a candidate or a run: `skip`, `exclude`, `include`, `note`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.actions.importing import read_names
from kgdesk.cli import console
from kgdesk.cli.commands import Command
from kgdesk.cli.options import add_by_and_token, add_reason, add_study, run_number
from kgdesk.cli.sessions import input_of, writing

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from kgdesk.actions import Session


def _add_candidates_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    parser.add_argument(
        "candidate", metavar="CANDIDATE", nargs="+", help="names of the candidates: all of them or none"
    )
    add_reason(parser, required=False)
    add_by_and_token(parser)


#: Largest number of candidates that a message names.
_MOST_NAMED = 6


def _they_are(names: Sequence[str]) -> str:
    """Return the names of the candidates, or their number if they are many, with their verb."""
    if len(names) > _MOST_NAMED:
        return f"{len(names)} candidates are"
    return f"{console.one_line(', '.join(names))} {'is' if len(names) == 1 else 'are'}"


def skip(session: Session, options: argparse.Namespace) -> str:
    """Set candidates aside until the next run; return the message."""
    actions.skip(session, options.candidate, options.reason, token=options.token)
    return f"{_they_are(options.candidate)} set aside until the next run."


SKIP = Command(
    writing(skip),
    _add_candidates_options,
    (
        'kgdesk skip screen.kgstudy RX-042 --reason "not thawed yet"',
        "kgdesk skip screen.kgstudy RX-043 RX-044",
    ),
)


def _add_stock_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    parser.add_argument("candidate", metavar="CANDIDATE", nargs="*", help="names of candidates")
    parser.add_argument(
        "--from",
        dest="source",
        metavar="FILE",
        help="file with names of candidates, one a line, or a table with a column of them; - for standard input",
    )
    parser.add_argument(
        "--where",
        default="",
        metavar="CONDITIONS",
        help="all candidates that satisfy these conditions, as for suggest",
    )
    add_reason(parser, required=False)
    add_by_and_token(parser)


def _named(session: Session, options: argparse.Namespace, *, in_stock: bool) -> tuple[str, ...]:
    """Return the candidates that the options name; after a retry, those that the token has recorded."""
    given = [*options.candidate]
    if sum(map(bool, (given, options.source, options.where))) != 1:
        options.parser.error("name the candidates, or state --from FILE or --where CONDITIONS: one of these")
    if options.source:
        given += read_names(session.study, input_of(options.source))
    if options.where:
        given += actions.stock_where(session, options.where, in_stock=in_stock, token=options.token)
    return tuple(given)


def exclude(session: Session, options: argparse.Namespace) -> str:
    """Take candidates out of stock; return the message."""
    names = _named(session, options, in_stock=True)
    actions.exclude(session, names, options.reason, token=options.token)
    return f"{_they_are(names)} out of stock."


EXCLUDE = Command(
    writing(exclude),
    _add_stock_options,
    (
        'kgdesk exclude screen.kgstudy RX-042 --reason "used up"',
        'kgdesk exclude screen.kgstudy --where "Solvent = DMF" --reason "not delivered"',
    ),
)


def include(session: Session, options: argparse.Namespace) -> str:
    """Put candidates back in stock; return the message."""
    names = _named(session, options, in_stock=False)
    actions.include(session, names, options.reason, token=options.token)
    return f"{_they_are(names)} in stock again."


INCLUDE = Command(
    writing(include), _add_stock_options, ('kgdesk include screen.kgstudy RX-042 --reason "new batch"',)
)


def _add_note_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    parser.add_argument("text", metavar="TEXT", help="the note")
    parser.add_argument(
        "--run", type=run_number, metavar="RUN", help="the number of the run (default: the study)"
    )
    add_by_and_token(parser)


def note(session: Session, options: argparse.Namespace) -> str:
    """Add a note; return the message."""
    actions.note(session, options.text, run=options.run, token=options.token)
    if options.run is None:
        return "The note is kept."
    return f"The note is kept with run {options.run}."


NOTE = Command(
    writing(note), _add_note_options, ('kgdesk note screen.kgstudy "new batch of catalyst" --run 3',)
)

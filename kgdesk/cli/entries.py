"""Commands that make an entry about a candidate or a run: `skip`, `exclude`, `include`, `note`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.cli import console
from kgdesk.cli.commands import Command
from kgdesk.cli.options import add_by_and_token, add_reason, add_study, run_number
from kgdesk.cli.sessions import writing

if TYPE_CHECKING:
    import argparse

    from kgdesk.actions import Session


def _add_candidates_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    parser.add_argument(
        "candidate", metavar="CANDIDATE", nargs="+", help="names of the candidates: all of them or none"
    )
    add_reason(parser, required=False)
    add_by_and_token(parser)


def _they_are(options: argparse.Namespace) -> str:
    """Return the names of the candidates with their verb."""
    verb = "is" if len(options.candidate) == 1 else "are"
    return f"{console.one_line(', '.join(options.candidate))} {verb}"


def skip(session: Session, options: argparse.Namespace) -> str:
    """Set candidates aside until the next run; return the message."""
    actions.skip(session, options.candidate, options.reason, token=options.token)
    return f"{_they_are(options)} set aside until the next run."


SKIP = Command(
    writing(skip),
    _add_candidates_options,
    (
        'kgdesk skip screen.kgstudy RX-042 --reason "not thawed yet"',
        "kgdesk skip screen.kgstudy RX-043 RX-044",
    ),
)


def exclude(session: Session, options: argparse.Namespace) -> str:
    """Take candidates out of stock; return the message."""
    actions.exclude(session, options.candidate, options.reason, token=options.token)
    return f"{_they_are(options)} out of stock."


EXCLUDE = Command(
    writing(exclude),
    _add_candidates_options,
    ('kgdesk exclude screen.kgstudy RX-042 RX-043 --reason "used up"',),
)


def include(session: Session, options: argparse.Namespace) -> str:
    """Put candidates back in stock; return the message."""
    actions.include(session, options.candidate, options.reason, token=options.token)
    return f"{_they_are(options)} in stock again."


INCLUDE = Command(
    writing(include),
    _add_candidates_options,
    ('kgdesk include screen.kgstudy RX-042 --reason "new batch"',),
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

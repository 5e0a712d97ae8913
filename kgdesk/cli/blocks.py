"""The command `block`, which states the block of the next runs, or corrects that of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.cli import console
from kgdesk.cli.commands import Command
from kgdesk.cli.options import add_by_and_token, add_reason, add_study, run_number
from kgdesk.cli.sessions import writing
from kgdesk.model.study.run_blocks import parse_levels

if TYPE_CHECKING:
    import argparse

    from kgdesk.actions import Session
    from kgdesk.model.study.study import Study


def asked_of_blocks(study: Study) -> str:
    """Return how to state the levels that no run says by itself; empty where the study names no such block column."""
    names = [column.name for column in study.settings.block_columns if column.is_stated]
    if not names:
        return ""
    levels = " ".join(f'"{name}=LEVEL"' if " " in name else f"{name}=LEVEL" for name in names)
    return f"State the {', the '.join(names)} of the next runs: kgdesk block STUDY {levels}."


def add_blocks(parser: argparse.ArgumentParser) -> None:
    """Add the option that states the block of a run, where it is not that of the runs before."""
    parser.add_argument(
        "--block",
        dest="blocks",
        action="append",
        default=[],
        metavar="COLUMN=LEVEL",
        help="the block of the run, if it is not the present one of the study, for example Lot=4711; once for "
        "each column",
    )


def _add_block_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    parser.add_argument(
        "levels",
        metavar="COLUMN=LEVEL",
        nargs="+",
        help="block column and its level; nothing after = is unknown",
    )
    parser.add_argument(
        "--run",
        type=run_number,
        metavar="RUN",
        help="correct this run, with a reason (default: set the block of the next runs)",
    )
    add_reason(parser, required=False)
    add_by_and_token(parser)


def block(session: Session, options: argparse.Namespace) -> str:
    """State or correct blocks; return the message."""
    levels = parse_levels(session.study.settings.block_columns, options.levels)
    said = console.one_line(", ".join(f"{name} {level or 'unknown'}" for name, level in levels.items()))
    if options.run is None:
        if options.reason:
            options.parser.error("--reason belongs to --run, which corrects the block of a run")
        actions.set_block(session, levels, token=options.token)
        return f"Runs from here on: {said}."
    actions.correct_block(session, options.run, levels, options.reason, token=options.token)
    return f"Run {options.run} is now in the block {said}."


BLOCK = Command(
    writing(block),
    _add_block_options,
    (
        "kgdesk block screen.kgstudy Lot=4711",
        'kgdesk block screen.kgstudy Lot=4710 --run 12 --reason "the old lot was not used up"',
    ),
)

"""Every command of the command line: each group adds its own, with what each one does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk import __version__
from kgdesk.cli import administration, dispatch, lab, program, rehearsals, study_commands, tables
from kgdesk.cli.dispatch import Parser, answer

if TYPE_CHECKING:
    import argparse

#: In the order of the help.
_ADDITIONS = (
    dispatch.add_window,
    tables.add_new,
    lab.add_runs,
    study_commands.add_entries,
    study_commands.add_status,
    tables.add_import,
    study_commands.add_outputs,
    lab.add_sheets,
    administration.add_backups,
    study_commands.add_set,
    administration.add_signing,
    administration.add_server,
    rehearsals.add,
    program.add_selftest,
    program.add_bench,
)


def build() -> argparse.ArgumentParser:
    """Return the parser of every command that stands; without a command the window opens."""
    parser = Parser(
        prog="kgdesk",
        description="Find the best of many candidate experiments from successes and failures, in few runs. "
        "Without a command the window opens.",
    )
    parser.add_argument("--version", action="version", version=f"kgdesk {__version__}")
    parser.set_defaults(act=dispatch.window)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    def command(name: str, what: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}.")

    for add in _ADDITIONS:
        add(command)
    return parser


def run(argv: list[str]) -> int:
    """Parse and run one command; return the exit status.

    This is the outermost door of the command line: whatever goes wrong ends in one sentence.
    """
    return answer(argv, build())

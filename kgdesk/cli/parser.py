"""The argument parser of all commands; each group of commands adds its own."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from kgdesk.cli import administration, dispatch, lab, plates, program, rehearsals, study_commands, tables
from kgdesk.cli.dispatch import Parser, answer

if TYPE_CHECKING:
    import argparse

#: Groups of commands, in the order of the help.
_ADDITIONS = (
    dispatch.add_window,
    tables.add_new,
    lab.add_runs,
    plates.add_worklist,
    study_commands.add_entries,
    study_commands.add_status,
    tables.add_import,
    tables.add_add,
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


@cache
def build() -> argparse.ArgumentParser:
    """Build the parser of all commands, once per process; without a command the window opens."""
    parser = Parser(
        prog="kgdesk",
        description="Find the best of many candidate experiments from successes and failures, in few runs. "
        "Without a command the window opens.",
    )
    dispatch.add_version(parser)
    parser.set_defaults(act=dispatch.window)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    def command(name: str, what: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}.")

    for add in _ADDITIONS:
        add(command)
    return parser


def run(argv: list[str]) -> int:
    """Parse and run one command; return the exit status.

    The outermost handler of the command line: every error ends in a message of one sentence.
    """
    return answer(argv, build())

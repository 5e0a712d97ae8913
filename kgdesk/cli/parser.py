"""The argument parser of all commands; a command's own options are added by its module, imported when it is used."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from kgdesk.cli import console
from kgdesk.cli.console import Parser, answer

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

#: Groups of commands in the order of the help: module and function that add their options, and what each one does.
GROUPS: tuple[tuple[str, str, dict[str, str]], ...] = (
    (
        "console",
        "add_window",
        {
            "demo": "open the window on a bundled sample study",
            "open": "open the window on a study",
        },
    ),
    (
        "tables",
        "add_new",
        {
            "new": "make a study from a table of candidates",
        },
    ),
    (
        "lab",
        "add_runs",
        {
            "suggest": "say which candidate to run next, and why; writes nothing",
            "record": "record the outcome of a run, or a file of results",
            "start": "say that a run has begun; its outcome comes later",
        },
    ),
    (
        "plates",
        "add_worklist",
        {
            "worklist": "start the runs of a plate and write its worklist",
            "void-rest": "record all runs of a plate that are still in progress as void",
            "take-back": "take back all outcomes of a file of results",
        },
    ),
    (
        "study_commands",
        "add_entries",
        {
            "skip": "set a candidate aside until the next run",
            "exclude": "take a candidate out of stock",
            "include": "put a candidate back in stock",
            "note": "keep a note with a run, or with the study",
            "correct": "correct a recorded run",
        },
    ),
    (
        "study_commands",
        "add_status",
        {
            "status": "show where a study stands",
        },
    ),
    (
        "tables",
        "add_import",
        {
            "import": "add outcomes from a table, or make a study from an archive",
        },
    ),
    (
        "tables",
        "add_add",
        {
            "add": "add candidates to an open study from a table",
        },
    ),
    (
        "study_commands",
        "add_outputs",
        {
            "export": "write runs (.csv, .json), everything (.xlsx) or the archive (.zip)",
            "report": "write what was asked, run and found, to print or to read",
        },
    ),
    (
        "lab",
        "add_sheets",
        {
            "sheet": "print the runs in progress and the next experiments, with room to write",
            "labels": "print labels with the names of candidates and their QR codes",
        },
    ),
    (
        "administration",
        "add_backups",
        {
            "verify": "follow the chain of a study or archive, replay its belief, compare it with what was seen here",
            "backup": "make a verified backup of a study, or list those that there are",
            "restore": "put the best whole state of a study in the place of a damaged or lost file",
        },
    ),
    (
        "study_commands",
        "add_set",
        {
            "set": "change an open study from here on: title, plan, rule or policy, repeats, columns of the samples",
        },
    ),
    (
        "administration",
        "add_signing",
        {
            "finish": "finish a study",
            "reopen": "reopen a finished study",
            "sign": "sign a finished study off with a typed name",
            "lock": "lock a finished study: nothing is entered any more; the file itself is not protected",
            "unlock": "unlock a study; it stays finished",
            "audit": "list who did what, when, what it was before, and why",
        },
    ),
    (
        "administration",
        "add_server",
        {
            "server": "prepare a PostgreSQL data base for studies, or list those that it holds",
        },
    ),
    (
        "rehearsals",
        "add",
        {
            "rehearse": "simulate a study with several policies, before it costs anything",
            "paper": "repeat the experiment of Wang, Wang and Powell (2016)",
            "calibrate": "find out by simulation how often the ranges of each belief hold the truth",
        },
    ),
    (
        "program",
        "add_selftest",
        {
            "kernels": "compile the numbers for this processor ahead of need (the window does it by itself)",
            "selftest": "check the installed program: numbers, disk, window",
        },
    ),
    (
        "program",
        "add_bench",
        {
            "bench": "time the parts on this machine, against plain NumPy and C",
        },
    ),
)


@cache
def build() -> argparse.ArgumentParser:
    """Build the parser of all commands, once per process; without a command the window opens."""
    return _build(lambda _: True)


def _build(wanted: Callable[[dict[str, str]], bool]) -> argparse.ArgumentParser:
    """Build the parser; the commands of a group that is not wanted have a name and a line of help, and no options."""
    parser = Parser(
        prog="kgdesk",
        description="Find the best of many candidate experiments from successes and failures, in few runs. "
        "Without a command the window opens.",
    )
    console.add_version(parser)
    parser.set_defaults(act=console.window)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    def command(name: str, what: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}.")

    for module, add, names in GROUPS:
        if wanted(names):
            getattr(import_module(f"kgdesk.cli.{module}"), add)(command)
        else:
            for name, what in names.items():
                command(name, what)
    return parser


def run(argv: list[str]) -> int:
    """Parse and run one command; return the exit status.

    The outermost handler of the command line: every error ends in a message of one sentence. Only the module of the
    command is imported.
    """
    return answer(argv, _build(lambda names: argv[:1] != [] and argv[0] in names))

"""The argument parser of all commands; a command's own options are added by its module, imported when it is used."""

from __future__ import annotations

import argparse
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from kgdesk.cli import dispatch
from kgdesk.cli.console import ENVIRONMENT, EXAMPLES, SECTIONS, STATUSES
from kgdesk.cli.dispatch import Parser, answer, command_adder

if TYPE_CHECKING:
    from collections.abc import Callable

#: Groups of commands in the order of the help: module and function that add their options, and what each one does.
GROUPS: tuple[tuple[str, str, dict[str, str]], ...] = (
    (
        "dispatch",
        "add_window",
        {
            "demo": "open the window on a bundled sample study",
            "open": "open the window on a study",
        },
    ),
    (
        "program",
        "add_sample",
        {
            "sample": "write the sample tables of candidates into a folder",
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
            "start": "say that runs have begun; their outcomes come later",
        },
    ),
    (
        "plates",
        "add_worklist",
        {
            "worklist": "start the runs of a plate and write its worklist",
        },
    ),
    (
        "lab",
        "add_closing",
        {
            "void-rest": "record all runs of a plate that are still in progress as void",
            "take-back": "take back a run, or all outcomes of a file of results",
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
        "questions",
        "add_questions",
        {
            "predict": "predict the success of candidates, or of the rows of a table",
            "candidates": "list the candidates with their runs and predictions, the best first",
            "gains": "list what the best next run was expected to gain after each run",
        },
    ),
    (
        "administration",
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
        "questions",
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
    (
        "parser",
        "add_help",
        {
            "help": "show the arguments of a command with an example",
        },
    ),
)


class Program(Parser):
    """The parser of the whole program: its help lists the commands in sections."""

    def format_help(self) -> str:
        """Return usage, commands by section, options, environment variables and exit statuses."""
        what = {name: line for _, _, names in GROUPS for name, line in names.items()}
        form = self._get_formatter()
        form.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        form.add_text(self.description)
        tables = [(title, {name: what[name] for name in names}) for title, names in SECTIONS]
        tables += [("environment variables", ENVIRONMENT), ("exit status", STATUSES)]
        for title, lines in tables:
            form.start_section(title)
            form.add_arguments(
                [argparse.Action([], name, metavar=name, help=line) for name, line in lines.items()]
            )
            form.end_section()
        form.start_section("options")
        form.add_arguments([action for action in self._actions if action.option_strings])
        form.end_section()
        form.add_text("kgdesk help COMMAND shows the arguments of a command with an example.")
        return form.format_help()


def add_help(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """Add the command `help`; `run` turns it into the option ``--help`` of the command that is asked about."""
    parser = command("help", "show the arguments of a command with an example")
    parser.add_argument("about", nargs="?", metavar="COMMAND", help="the command (default: list all)")


@cache
def build() -> argparse.ArgumentParser:
    """Build the parser of all commands, once per process; without a command the window opens."""
    return _build(lambda _: True)


def _build(wanted: Callable[[dict[str, str]], bool]) -> argparse.ArgumentParser:
    """Build the parser; the commands of a group that is not wanted have a name and a line of help, and no options."""
    parser = Program(
        prog="kgdesk",
        description="Find the best of many candidate experiments from successes and failures, in few runs. "
        "Without a command the window opens.",
    )
    dispatch.add_version(parser)
    parser.set_defaults(act=dispatch.window)
    # Each command has a parser of the plain kind: the sections belong to the whole program.
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands", parser_class=Parser)
    command = command_adder(commands, EXAMPLES)
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
    if argv[:1] == ["help"]:
        argv = [*argv[1:], "--help"]
    return answer(argv, _build(lambda names: argv[:1] != [] and argv[0] in names))

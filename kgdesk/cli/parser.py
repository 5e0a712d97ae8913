"""The argument parser of all commands; a command's own options are added by its module, imported when it is used."""

from __future__ import annotations

import argparse
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from kgdesk.cli import dispatch
from kgdesk.cli.dispatch import Parser, answer, command_adder

if TYPE_CHECKING:
    from collections.abc import Callable

#: Sections of ``kgdesk --help``: a title and its commands; every command is in one of them.
SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("the window", ("demo", "open")),
    ("make a study", ("sample", "new", "rehearse", "import", "add")),
    ("run experiments", ("suggest", "start", "record", "skip", "exclude", "include", "note")),
    ("plates and paper", ("worklist", "void-rest", "sheet", "labels")),
    ("what is known", ("status", "predict", "candidates")),
    ("put right", ("correct", "take-back", "set")),
    ("pass on", ("export", "report", "audit", "finish", "reopen")),
    ("keep safe", ("verify", "backup", "restore", "server")),
    ("the program and its evidence", ("help", "selftest", "paper", "calibrate")),
)

#: Environment variables that the program reads.
ENVIRONMENT = {
    "KGDESK_OPERATOR": "who makes the entries, where --by does not say it",
    "KGDESK_DATA": "folder for backups, seen heads, settings and compiled kernels, instead of the user's own",
    "KGDESK_TRACEBACK": "1: a fault of the program ends with Python's traceback",
    "KGDESK_TIMELINE": "file to which the window writes how long the parts of its start took",
}

#: Exit statuses and what they mean.
STATUSES = {
    "0": "done, also where an outcome waits here for a server that is away",
    "1": "refused, with a sentence; nothing was changed",
    "2": "wrong usage",
    "3": "the study is in use or was changed meanwhile, or its server is away; nothing was kept: try again",
    "70": "a fault of kgdesk",
}

_S = "screen.kgstudy"

#: Examples at the end of each command's help; they parse as they stand.
EXAMPLES: dict[str, tuple[str, ...]] = {
    "demo": ("kgdesk demo --snapshot demo.png",),
    "open": (f"kgdesk open {_S} --by Kim",),
    "sample": ("kgdesk sample .",),
    "new": (
        f'kgdesk new {_S} --candidates reaction-screen.csv --id Code --category Solvent --ignore "Plate location"',
    ),
    "suggest": (f"kgdesk suggest {_S}", f"kgdesk suggest {_S} --count 4 --json"),
    "record": (
        f"kgdesk record {_S} RX-043 success --token plate7-A1",
        f"kgdesk record {_S} RX-151 success --count 3/5",
        f"cat results.csv | kgdesk record {_S} --from -",
    ),
    "start": (f"kgdesk start {_S} RX-107", f"kgdesk start {_S} RX-107 RX-108 RX-109"),
    "worklist": (f"kgdesk worklist {_S} --count 4 --plate 24 --out plate7.csv",),
    "void-rest": (f'kgdesk void-rest {_S} W1 --reason "plate dropped"',),
    "take-back": (
        f"kgdesk take-back {_S} 12",
        f'kgdesk take-back {_S} plate7.csv --reason "file of another plate"',
    ),
    "skip": (f'kgdesk skip {_S} RX-042 --reason "not thawed yet"',),
    "exclude": (f'kgdesk exclude {_S} RX-042 --reason "used up"',),
    "include": (f'kgdesk include {_S} RX-042 --reason "new batch"',),
    "note": (f'kgdesk note {_S} "new batch of catalyst" --run 3',),
    "correct": (
        f'kgdesk correct {_S} 1 success --reason "typed the wrong outcome"',
        f"kgdesk correct {_S} 1 success --plan",
    ),
    "status": (f"kgdesk status {_S} --json",),
    "predict": (f"kgdesk predict {_S} RX-001 RX-002", f"cat ideas.csv | kgdesk predict {_S} --from - --json"),
    "candidates": (f"kgdesk candidates {_S} --top 10",),
    "import": (f"kgdesk import {_S} past.csv",),
    "add": (f'kgdesk add {_S} more.csv --reason "second library"',),
    "export": (f"kgdesk export {_S} runs.csv", f"kgdesk export {_S} - --format json"),
    "report": (f"kgdesk report {_S} report.pdf --language de",),
    "sheet": (f"kgdesk sheet {_S} sheet.pdf --count 8",),
    "labels": (f"kgdesk labels {_S} labels.pdf --all",),
    "verify": (f"kgdesk verify {_S}",),
    "backup": (f"kgdesk backup {_S} --second-place /media/usb",),
    "restore": (f"kgdesk restore {_S}",),
    "set": (f'kgdesk set {_S} --budget 60 --reason "more material came"',),
    "finish": (f'kgdesk finish {_S} --reason "good enough"',),
    "reopen": (f'kgdesk reopen {_S} --reason "three more runs"',),
    "audit": (f"kgdesk audit {_S} audit.csv",),
    "server": ("kgdesk server list postgresql://kim@db.lab/kgdesk",),
    "rehearse": ("kgdesk rehearse screen.kgstudy --policies kg,random --out rehearsal",),
    "paper": ("kgdesk paper --data uci --out paper",),
    "calibrate": ("kgdesk calibrate --out ranges",),
    "selftest": ("kgdesk selftest --out certificate.txt",),
    "help": ("kgdesk help record",),
}

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
        "study_commands",
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
        "questions",
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
        "imports",
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
        "plates",
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
        "add_finishing",
        {
            "finish": "finish a study",
            "reopen": "reopen a finished study",
            "audit": "list who did what, when, what it was before, and why",
        },
    ),
    (
        "program",
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
            "selftest": "check the installed program: numbers, disk, window",
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


def _build(wanted: Callable[[dict[str, str]], bool], *, hidden: bool = False) -> argparse.ArgumentParser:
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
    if hidden:  # for the build and the program itself: it is in no list
        import_module("kgdesk.cli.program").add_kernels(command)
    return parser


def run(argv: list[str]) -> int:
    """Parse and run one command; return the exit status.

    The outermost handler of the command line: every error ends in a message of one sentence. Only the module of the
    command is imported.
    """
    if argv[:1] == ["help"]:
        argv = [*argv[1:], "--help"]
    return answer(
        argv, _build(lambda names: argv[:1] != [] and argv[0] in names, hidden=argv[:1] == ["kernels"])
    )

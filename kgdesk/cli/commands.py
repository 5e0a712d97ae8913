"""All commands: the section of the help that lists each, its module, and its line of help.

To add a command, write a `Command` in a module of this package and add its line to `SECTIONS`. The parser, the help,
the completion of shells, the manual page and the table of commands follow from both. Listing the commands imports none
of their modules; running one imports only its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Command:
    """What a command does, its options, and examples of it.

    Parameters
    ----------
    run
        Carries the command out with the parsed options and returns the exit status.
    add_options
        Adds arguments and options to the parser of the command.
    examples
        Command lines that the help shows at its end.
    usual
        Options that ``--help`` shows, where all of them would not fit a screen: ``--help-all`` shows the rest.
    """

    run: Callable[[argparse.Namespace], int]
    add_options: Callable[[argparse.ArgumentParser], None]
    examples: tuple[str, ...] = ()
    usual: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """A line in the list of commands.

    Parameters
    ----------
    name
        Word that a person types, for example ``take-back``.
    module
        Module of this package that defines the command as a constant: ``TAKE_BACK``.
    summary
        What the command does, in one line of help.
    """

    name: str
    module: str
    summary: str

    def load(self) -> Command:
        """Import the module of the command and return its definition."""
        module = import_module(f"kgdesk.cli.{self.module}")
        command: Command = getattr(module, self.name.upper().replace("-", "_"))
        return command


#: Sections of ``kgdesk --help`` in its order: a title and the commands.
SECTIONS: dict[str, tuple[CommandEntry, ...]] = {
    "the window": (
        CommandEntry("demo", "window", "open the window on a bundled sample study"),
        CommandEntry("open", "window", "open the window on a study"),
    ),
    "make a study": (
        CommandEntry("sample", "new_study", "write the sample tables of candidates into a folder"),
        CommandEntry("new", "new_study", "make a study from a table of candidates"),
        CommandEntry(
            "rehearse", "simulations", "simulate a study with several policies, before it costs anything"
        ),
        CommandEntry("import", "results_files", "add outcomes from a table, or make a study from an archive"),
        CommandEntry("add", "new_study", "add candidates to an open study from a table"),
    ),
    "run experiments": (
        CommandEntry("suggest", "runs", "say which candidate to run next, and why; writes nothing"),
        CommandEntry("start", "runs", "say that runs have begun; their outcomes come later"),
        CommandEntry("record", "runs", "record the outcome of a run, or a file of results"),
        CommandEntry(
            "block", "blocks", "state the block of the next runs, such as a lot, or correct that of a run"
        ),
        CommandEntry("skip", "entries", "set candidates aside until the next run"),
        CommandEntry("exclude", "entries", "take candidates out of stock"),
        CommandEntry("include", "entries", "put candidates back in stock"),
        CommandEntry("note", "entries", "keep a note with a run, or with the study"),
    ),
    "plates and paper": (
        CommandEntry("worklist", "plates", "start the runs of a plate and write its worklist"),
        CommandEntry("void-rest", "plates", "record all runs of a plate that are still in progress as void"),
        CommandEntry(
            "sheet", "paper", "print the runs in progress and the next experiments, with room to write"
        ),
        CommandEntry("labels", "paper", "print labels with the names of candidates and their QR codes"),
    ),
    "what is known": (
        CommandEntry("status", "questions", "show where a study stands"),
        CommandEntry("predict", "questions", "predict the success of candidates, or of the rows of a table"),
        CommandEntry(
            "candidates", "questions", "list the candidates with their runs and predictions, the best first"
        ),
    ),
    "correct": (
        CommandEntry("correct", "corrections", "correct a recorded run"),
        CommandEntry("take-back", "corrections", "take back a run, or all outcomes of a file of results"),
        CommandEntry("redo", "corrections", "redo what was taken back last"),
        CommandEntry(
            "set",
            "settings",
            "change settings of an open study: title, plan, rule, policy, repeats, blocks, columns of the samples",
        ),
    ),
    "pass on": (
        CommandEntry(
            "export", "outputs", "write runs (.csv, .json), everything (.xlsx) or the archive (.zip)"
        ),
        CommandEntry("report", "outputs", "write what was asked, run and found, to print or to read"),
        CommandEntry("audit", "outputs", "list who did what, when, what it was before, and why"),
        CommandEntry("finish", "closing", "finish a study"),
        CommandEntry("reopen", "closing", "reopen a finished study"),
    ),
    "keep safe": (
        CommandEntry(
            "verify",
            "safety",
            "check the chain of a study or archive, replay its belief, compare it with what was seen here",
        ),
        CommandEntry("backup", "safety", "make a verified backup of a study, or list its backups"),
        CommandEntry("restore", "safety", "replace a damaged or lost study file with its best intact state"),
        CommandEntry(
            "outbox", "outbox", "list, send, export or set aside entries that wait here for a server"
        ),
        CommandEntry(
            "server", "server", "prepare a PostgreSQL database for studies, or list those that it holds"
        ),
    ),
    "the program and its evidence": (
        CommandEntry("help", "program", "show the arguments of a command with an example"),
        CommandEntry("version", "program", "show the versions of kgdesk and of what it runs on"),
        CommandEntry("completion", "completion", "print the completion of commands and options for a shell"),
        CommandEntry("selftest", "program", "check the installed program: numbers, disk, window"),
        CommandEntry("paper", "simulations", "repeat the experiment of Wang, Wang and Powell (2016)"),
        CommandEntry(
            "calibrate",
            "simulations",
            "measure by simulation how often the ranges of each belief contain the truth",
        ),
    ),
}

#: Commands by name.
COMMANDS = {entry.name: entry for entries in SECTIONS.values() for entry in entries}

#: Commands that are in no list: `kernels` is for the build, the program itself and administrators on Linux.
HIDDEN = {
    "kernels": CommandEntry(
        "kernels",
        "program",
        "precompile the kernels for this processor (the window does so by itself)",
    )
}

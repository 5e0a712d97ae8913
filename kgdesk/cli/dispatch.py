"""Run a parsed command under the outermost error handler: every error ends in one sentence and an exit status."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.cli import console
from kgdesk.errors import AnswerLost, BadInput, KgdeskError, ServerAway, StaleHead, StudyInUse
from kgdesk.missing_libraries import missing_library

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

#: Exit statuses besides 0 (done): refused; wrong usage; busy, overtaken or away and nothing was kept, so
#: try again; a bug.
REFUSED, WRONG_USAGE, BUSY, FAULT = 1, 2, 3, 70


class WrongUsage(Exception):
    """The command line is wrong, whatever the study.

    Parameters
    ----------
    problem
        What is wrong, in one line.
    usage
        What to do, in another.
    """

    def __init__(self, problem: str, usage: str) -> None:
        super().__init__(problem)
        self.usage = usage


def answer(words: Sequence[str], parser: argparse.ArgumentParser) -> int:
    """Parse and run one command; return the exit status.

    Parameters
    ----------
    words
        Arguments without the program's name.
    parser
        Parser whose result has ``act``, the function of the command: it takes the options and returns the status.
    """
    console.prepare()
    json_too = "--json" in words
    try:
        return _answer(parser, words, json_too=json_too)
    except WrongUsage as wrong:
        return _refuse_usage(wrong, json_too=json_too)


def _answer(parser: argparse.ArgumentParser, words: Sequence[str], *, json_too: bool) -> int:
    """Parse and run one command that is used as it should be; return the exit status."""
    try:
        options = parser.parse_args(words)
    except SystemExit as leaving:
        return int(leaving.code or 0)
    except console.ReaderGone:
        return REFUSED
    except console.NotPrinted as why:
        return refuse(why.args[0])
    with console.speaking(quiet=getattr(options, "quiet", False)):
        status = _run(options, json_too=json_too)
        if getattr(options, "command", "") != "outbox":  # its own answer names them
            console.remark(*actions.unsettled())
        return status


def _run(options: argparse.Namespace, *, json_too: bool) -> int:
    """Run a command under the outermost handler; return the exit status."""
    try:
        _check_folder()
        return int(options.act(options))
    except WrongUsage:
        raise
    except SystemExit as leaving:
        return int(leaving.code or 0)
    except KgdeskError as refused:
        status = BUSY if _can_be_tried_again(refused, options) else REFUSED
        return refuse(refused, refused.code, status=status, json_too=json_too)
    except console.ReaderGone:
        return REFUSED
    except console.NotPrinted as why:
        return refuse(why.args[0])
    except Exception as fault:
        if os.environ.get("KGDESK_TRACEBACK"):
            raise
        return _refuse_fault(fault, json_too=json_too)


def _check_folder() -> None:
    """Raise BadInput if the current folder has been deleted: no path can be resolved then."""
    try:
        Path.cwd()
    except FileNotFoundError:
        raise BadInput(
            "The folder in which this was started has been deleted: change to another one, and try again."
        ) from None


def _refuse_usage(wrong: WrongUsage, *, json_too: bool) -> int:
    """Print what is wrong with a command line, and on a line of its own what to do; return the exit status."""
    status = refuse(str(wrong), BadInput.code, status=WRONG_USAGE, json_too=json_too)
    console.remark(wrong.usage)
    return status


def _refuse_fault(fault: Exception, *, json_too: bool) -> int:
    """Print what an unexpected exception means to a person; return the exit status."""
    missing = missing_library(fault) if isinstance(fault, ImportError) else None
    if missing is not None:
        return refuse(missing, missing.code, json_too=json_too)
    sentence = (
        f"kgdesk has a fault ({type(fault).__name__}: {fault}). What was recorded before is safe; set "
        "KGDESK_TRACEBACK=1 to see where it happened."
    )
    return refuse(sentence, status=FAULT, json_too=json_too)


def _can_be_tried_again(refused: KgdeskError, options: argparse.Namespace) -> bool:
    """Return whether nothing was kept and the same command can succeed later: busy, away, or overtaken by others."""
    if isinstance(refused, StaleHead):
        # With --revision the command stays refused, since the revision that it names is past.
        return getattr(options, "revision", None) is None
    # An append that could not get the lock in time is a NotSaved whose cause is the holder of the lock.
    if isinstance(refused, AnswerLost):  # it may be kept, and another try would enter it twice
        return False
    return isinstance(refused, StudyInUse | ServerAway) or isinstance(refused.__cause__, StudyInUse)


def refuse(
    problem: str | KgdeskError, code: str = "KD-400", *, status: int = REFUSED, json_too: bool = False
) -> int:
    """Print an error message on standard error, and with ``--json`` as an object on standard output too.

    Returns
    -------
    int
        `status`.
    """
    console.remark(" ".join(str(problem).split()))
    if sys.__stderr__ is None:  # shown in a message box, where the code links to the manual
        console.remark(f"({code})")
    if json_too:
        message = " ".join(str(problem).split())
        with contextlib.suppress(console.ReaderGone, console.NotPrinted):
            console.show(console.as_json({"error": {"code": code, "message": message}}))
    return status

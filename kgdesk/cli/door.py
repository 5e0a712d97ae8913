"""The outermost door of the command line: words in, exit status out, whatever goes wrong in one sentence."""

from __future__ import annotations

import argparse
import getpass
import os
import sys
from typing import Any, NoReturn

from kgdesk.cli import output
from kgdesk.errors import KgdeskError

#: How argparse begins what it says about a value, and how kgdesk does.
_PLAIN = (
    ("invalid choice: ", "there is no choice "),
    ("invalid int value: ", "not a whole number: "),
    ("invalid float value: ", "not a number: "),
)


class Parser(argparse.ArgumentParser):
    """Says in one sentence what is wrong with a command line."""

    def error(self, message: str) -> NoReturn:
        """Leave with status 2."""
        for theirs, ours in _PLAIN:
            message = message.replace(theirs, ours)
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: {message.rstrip('.')}. See {self.prog} --help.\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        if file is sys.stdout and file is not None:
            output.show(message.removesuffix("\n"))
        else:
            output.remark(message.removesuffix("\n"))


def operator() -> str:
    """Return KGDESK_OPERATOR, else the system's user name."""
    name = os.environ.get("KGDESK_OPERATOR", "").strip()
    if name:
        return name
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container without a user entry
        return f"user {os.getuid()}" if hasattr(os, "getuid") else "unknown"


def answer(argv: list[str], parser: argparse.ArgumentParser) -> int:
    """Parse and run one command; return the exit status.

    Parameters
    ----------
    argv
        Arguments without the program's name.
    parser
        Its options hold what their command does as ``act``, which takes them and returns the exit status.
    """
    output.prepare()
    try:
        options = parser.parse_args(argv)
        return int(options.act(options))
    except SystemExit as leaving:
        return int(leaving.code or 0)
    except KgdeskError as refused:
        return refuse(str(refused), refused.code)
    except output.ReaderGone:
        return 1
    except output.NotPrinted as why:
        return refuse(str(why))
    except Exception as fault:
        if os.environ.get("KGDESK_TRACEBACK"):
            raise
        return refuse(
            f"kgdesk has a fault ({type(fault).__name__}: {fault}). What was recorded before is safe; "
            "set KGDESK_TRACEBACK=1 to see where it happened."
        )


def refuse(sentence: str, code: str = "KD-400") -> int:
    """Say a refusal; return the exit status."""
    output.remark(" ".join(sentence.split()))
    if sys.__stderr__ is None:  # it will be shown in a box, where a code leads to the manual
        output.remark(f"({code})")
    return 1

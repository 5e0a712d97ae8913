"""Output of commands, their outermost error handler, and the commands that open the window.

Text of people is data: hidden characters, which could overwrite other lines of a terminal, are code points in it.
A command does its durable work first. Its message is printed by `confirm`, which cannot fail; the result of a
read-only command is printed by `show`, whose failure ends the command.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

from kgdesk import __version__, actions
from kgdesk.errors import KgdeskError, ServerAway, StudyInUse
from kgdesk.plain_text import escaped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: Version of the form of all JSON objects; raised when a key changes its meaning or goes.
SCHEMA = 1


class NotPrinted(Exception):
    """The result of a read-only command cannot be written to standard output."""


class ReaderGone(NotPrinted):
    """The reader closed the pipe, as in ``kgdesk status STUDY | head -1``; ends without a message."""


def prepare() -> None:
    """Make standard output and error escape characters that their encoding lacks."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, OSError, ValueError):  # a replaced stream
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def show(text: str, *, end: str = "\n") -> None:
    """Print the result of a read-only command.

    Raises
    ------
    NotPrinted, ReaderGone
        It could not be written.
    """
    try:
        _write(sys.stdout, safe(text), end)
    except BrokenPipeError:
        _give_up(sys.stdout)
        raise ReaderGone("Nobody reads the answer any more.") from None
    except (OSError, ValueError) as cause:
        _give_up(sys.stdout)
        why = f" ({cause.strerror})" if isinstance(cause, OSError) and cause.strerror else ""
        raise NotPrinted(
            f"The answer cannot be written to standard output{why}. Nothing was changed; send it somewhere else."
        ) from None


def confirm(*lines: str) -> None:
    """Print messages about a completed action, one per line; fall back to standard error, then to nothing."""
    for line in lines:
        try:
            _write(sys.stdout, safe(line), "\n")
        except (OSError, ValueError):
            _give_up(sys.stdout)
            remark(line)


def remark(*lines: str, end: str = "\n") -> None:
    """Print to standard error, ignoring failures."""
    for line in lines:
        try:
            back = "\r" if line.startswith("\r") else ""  # of a line of progress
            _write(sys.stderr, f"{back}{safe(line.removeprefix(back))}", end)
        except (OSError, ValueError):
            _give_up(sys.stderr)


def progress(done: int, total: int) -> None:
    """Show on the terminal how many candidates of a batch are chosen; Ctrl-C ends the work."""
    remark(f"\r{done} of {total} chosen" if done + 1 < total else "\r" + " " * 40 + "\r", end="")


def count(number: int, noun: str) -> str:
    """Format a number with its noun, as ``1 run`` or ``2 runs``."""
    return f"{number} {noun}" + ("" if number == 1 else "s")


def as_json(data: dict[str, Any]) -> str:
    """Serialise to JSON with the version of its form; characters that standard output cannot encode are escaped."""
    data = {**data, "schema": SCHEMA}
    text = json.dumps(data, ensure_ascii=False, allow_nan=False)
    if safe(text) != text:
        return json.dumps(data, allow_nan=False)
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return json.dumps(data, allow_nan=False)
    return text


@contextlib.contextmanager
def unbroken() -> Iterator[None]:
    """Ignore Ctrl-C while an entry is written, so that it is not reported as stopped although it is stored."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not in the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def one_line(text: str) -> str:
    """Return a name, or a sentence with names, without line ends, which could forge a line of the answer."""
    return escaped(text)


def safe(text: str) -> str:
    """Return a text with hidden characters as code points, but for line ends and tabulators."""
    return escaped(text, keep="\n\t")


def _write(stream: TextIO, text: str, end: str) -> None:
    text += end
    try:
        stream.write(text)
    except UnicodeEncodeError:  # a replaced stream without `reconfigure`
        stream.write(text.encode("ascii", "backslashreplace").decode())
    stream.flush()


def _give_up(stream: TextIO) -> None:
    """Redirect the stream to the null device; Python would otherwise flush it again at exit, and fail."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


#: Exit statuses besides 0 (done) and 2 (wrong usage): refused; busy or away and nothing was kept, so try again; a bug.
REFUSED, BUSY, FAULT = 1, 3, 70

#: argparse's wording of errors -> that of kgdesk.
_PLAIN = (
    ("invalid choice: ", "there is no choice "),
    ("invalid int value: ", "not a whole number: "),
    ("invalid float value: ", "not a number: "),
)


class Parser(argparse.ArgumentParser):
    """Argument parser that reports errors in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Print usage and message; exit with status 2."""
        for theirs, ours in _PLAIN:
            message = message.replace(theirs, ours)
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: {message.rstrip('.')}. See {self.prog} --help.\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        if file is sys.stdout and file is not None:
            show(message.removesuffix("\n"))
        else:
            remark(message.removesuffix("\n"))


def answer(argv: list[str], parser: argparse.ArgumentParser) -> int:
    """Parse and run one command; return the exit status.

    Parameters
    ----------
    argv
        Arguments without the program name.
    parser
        Parser whose result has ``act``, the function of the command: it takes the options and returns the status.
    """
    prepare()
    json_too = "--json" in argv
    try:
        options = parser.parse_args(argv)
        return int(options.act(options))
    except SystemExit as leaving:
        return int(leaving.code or 0)
    except KgdeskError as refused:
        status = BUSY if isinstance(refused, StudyInUse | ServerAway) else REFUSED
        return refuse(str(refused), refused.code, status=status, json_too=json_too)
    except ReaderGone:
        return REFUSED
    except NotPrinted as why:
        return refuse(str(why))
    except Exception as fault:
        if os.environ.get("KGDESK_TRACEBACK"):
            raise
        return refuse(
            f"kgdesk has a fault ({type(fault).__name__}: {fault}). What was recorded before is safe; "
            "set KGDESK_TRACEBACK=1 to see where it happened.",
            status=FAULT,
            json_too=json_too,
        )


def refuse(sentence: str, code: str = "KD-400", *, status: int = REFUSED, json_too: bool = False) -> int:
    """Print an error message on standard error, and with ``--json`` as an object on standard output too.

    Returns
    -------
    int
        `status`.
    """
    message = " ".join(sentence.split())
    remark(message)
    if sys.__stderr__ is None:  # shown in a message box, where the code links to the manual
        remark(f"({code})")
    if json_too:
        with contextlib.suppress(ReaderGone, NotPrinted):
            show(as_json({"error": {"code": code, "message": message}}))
    return status


def add_version(parser: argparse.ArgumentParser) -> None:
    """Add ``--version``."""
    parser.add_argument("--version", action="version", version=f"kgdesk {__version__}")


STUDY = "the study file, NAME.kgstudy, or postgresql://SERVER/BASE#NAME"


def add_window(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """Add the commands `demo` and `open`."""
    sample = command("demo", "open the window on a bundled sample study")
    sample.set_defaults(act=demo)
    sample.add_argument(
        "--snapshot", metavar="FILE.png", help="save a picture of the window instead, and exit"
    )
    opened = command("open", "open the window on a study")
    opened.set_defaults(act=window)
    opened.add_argument("study", metavar="STUDY", help=STUDY)
    add_by(opened)


def add_by(parser: argparse.ArgumentParser) -> None:
    """Add ``--by``, the operator's name."""
    parser.add_argument(
        "--by",
        metavar="NAME",
        default=None,
        help="typed name of who does it, which nobody checks (KGDESK_OPERATOR, else the system's user name)",
    )


def who(options: argparse.Namespace) -> actions.Operator:
    """Return the operator given by ``--by``, else the default operator of this computer."""
    return actions.Operator(options.by if getattr(options, "by", None) is not None else actions.user_name())


def window(options: argparse.Namespace) -> int:
    """Open the window on a study, or on the list of studies."""
    study = getattr(options, "study", None)
    if study:
        # Open it first, so that errors appear on the terminal, not in a window.
        actions.open_study(study, who(options), read_only=True).close()
    # Imported by name: the command line must not import Qt.
    app = import_module("kgdesk.ui.app.main")
    place, by = actions.place_of(study) if study else None, getattr(options, "by", None) or ""
    return int(app.run(place, who(options).operator, by=by))


def demo(options: argparse.Namespace) -> int:
    """Open the window on the sample study, or save a screenshot."""
    if options.snapshot is None:
        path = actions.sample_path(actions.SAMPLES[0])
        if not path.exists():
            actions.open_sample(path.parent, who(options)).close()
        return int(import_module("kgdesk.ui.app.main").run(path, actions.user_name()))
    dest = Path(options.snapshot)
    with tempfile.TemporaryDirectory(prefix="kgdesk-demo-") as folder:
        import_module("kgdesk.ui.app.main").snapshot(dest, actions.open_sample(folder, who(options)))
    confirm(f"Saved {dest}.")
    return 0


def run(argv: list[str]) -> int:
    """Open the window as the arguments say, or print the version; return the exit status."""
    parser = Parser(prog="kgdesk")
    add_version(parser)
    parser.set_defaults(act=window)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    add_window(
        lambda name, what: commands.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}.")
    )
    return answer(argv, parser)

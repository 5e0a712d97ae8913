"""What commands print: answers, messages and the texts of the help.

A failure to print never makes a completed action look failed.

Text of people is data: hidden characters, which could overwrite other lines of a terminal, are code points in it.
A command does its durable work first. Its message is printed by `confirm`, which cannot fail; the result of a
read-only command is printed by `show`, whose failure ends the command.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from contextvars import ContextVar
from importlib import import_module
from typing import TYPE_CHECKING, Any, TextIO

from kgdesk.plain_text import escaped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kgdesk.actions.reports import TextFormat


#: Sections of ``kgdesk --help``: a title and its commands; every command is in one of them.
SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("the window", ("demo", "open")),
    ("make a study", ("sample", "new", "rehearse", "import", "add")),
    ("run experiments", ("suggest", "start", "record", "skip", "exclude", "include", "note")),
    ("plates and paper", ("worklist", "void-rest", "sheet", "labels")),
    ("what is known", ("status", "predict", "candidates", "gains")),
    ("put right", ("correct", "take-back", "set")),
    ("pass on", ("export", "report", "audit", "finish", "reopen", "sign", "lock", "unlock")),
    ("keep safe", ("verify", "backup", "restore", "server")),
    ("the program and its evidence", ("help", "selftest", "kernels", "bench", "paper", "calibrate")),
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
    "gains": (f"kgdesk gains {_S}",),
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
    "sign": (f"kgdesk sign {_S} --meaning reviewed --by Kim",),
    "lock": (f"kgdesk lock {_S} --reason approved",),
    "unlock": (f'kgdesk unlock {_S} --reason "a run is missing"',),
    "audit": (f"kgdesk audit {_S} audit.csv",),
    "server": ("kgdesk server list postgresql://kim@db.lab/kgdesk",),
    "rehearse": ("kgdesk rehearse screen.kgstudy --policies kg,random --out rehearsal",),
    "paper": ("kgdesk paper --data uci --out paper",),
    "calibrate": ("kgdesk calibrate --out ranges",),
    "kernels": ("kgdesk kernels",),
    "selftest": ("kgdesk selftest --out certificate.txt",),
    "bench": ("kgdesk bench --quick",),
    "help": ("kgdesk help record",),
}

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


#: Whether the person asked for silence when all is done (``--quiet``).
_HUSHED: ContextVar[bool] = ContextVar("hushed", default=False)


@contextlib.contextmanager
def hushed(*, quiet: bool) -> Iterator[None]:
    """Leave out messages of `confirm` and progress in this context if `quiet`; answers and remarks still come."""
    token = _HUSHED.set(quiet)
    try:
        yield
    finally:
        _HUSHED.reset(token)


def shows_progress() -> bool:
    """Return whether progress is shown: on a terminal, unless silence is asked for."""
    return sys.stderr.isatty() and not _HUSHED.get()


def confirm(*lines: str) -> None:
    """Print messages about a completed action like `deliver`; none with ``--quiet``."""
    if not _HUSHED.get():
        deliver(*lines)


def deliver(*lines: str) -> None:
    """Print the answer of a completed action, one text per line; fall back to standard error, then to nothing."""
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


def pour(data: bytes) -> None:
    """Write bytes to standard output, as they would be in a file.

    Raises
    ------
    NotPrinted, ReaderGone
        They could not be written.
    """
    show("", end="")  # a stream that cannot be written is told apart in one place
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        _give_up(sys.stdout)
        raise ReaderGone("Nobody reads the answer any more.") from None
    except (OSError, ValueError, AttributeError):
        _give_up(sys.stdout)
        raise NotPrinted("The answer cannot be written to standard output. Nothing was changed.") from None


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


@contextlib.contextmanager
def interrupt_deferred() -> Iterator[None]:
    """Let Ctrl-C take effect at the end of the block; Qt drops an interrupt that arrives while it calls Python."""
    pressed: list[int] = []
    try:
        before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    except ValueError:  # not in the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if pressed:
            signal.raise_signal(signal.SIGINT)


def text_format(language: str | None) -> TextFormat | None:
    """Return the text format of a language; None for English, which must not import Qt, since Qt may be the fault."""
    if language in {None, "en"}:
        return None
    with interrupt_deferred():
        speech: TextFormat = import_module("kgdesk.ui.text.translate").text_format_without_screen(language)
    return speech


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

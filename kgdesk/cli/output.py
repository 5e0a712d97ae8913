"""Output of commands; a failure to print never makes a completed action look failed.

A command does its durable work first. Its message is printed by `confirm`, which cannot fail; the result of a
read-only command is printed by `show`, whose failure ends the command.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterator


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
        _write(sys.stdout, text + end)
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
            _write(sys.stdout, f"{line}\n")
        except (OSError, ValueError):
            _give_up(sys.stdout)
            remark(line)


def remark(*lines: str, end: str = "\n") -> None:
    """Print to standard error, ignoring failures."""
    for line in lines:
        try:
            _write(sys.stderr, f"{line}{end}")
        except (OSError, ValueError):
            _give_up(sys.stderr)


def progress(done: int, total: int) -> None:
    """Show on the terminal how many candidates of a batch are chosen; Ctrl-C ends the work."""
    remark(f"\r{done} of {total} chosen" if done + 1 < total else "\r" + " " * 40 + "\r", end="")


def count(number: int, noun: str) -> str:
    """Format a number with its noun, as ``1 run`` or ``2 runs``."""
    return f"{number} {noun}" + ("" if number == 1 else "s")


def as_json(data: dict[str, Any]) -> str:
    """Serialise to JSON; characters that the encoding of standard output lacks are escaped."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False)
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


def _write(stream: TextIO, text: str) -> None:
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

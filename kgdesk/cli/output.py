"""What a command prints: never the reason why something that was done is reported as not done.

A command does its durable work first. What was done is then told by `confirm`, which cannot fail; the answer of a
command that only reads is told by `show`, whose failure ends the command.
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
    """The answer of a command that only reads cannot be written."""


class ReaderGone(NotPrinted):
    """Nobody reads any more, as in ``kgdesk status STUDY | head -1``: nothing is left to tell anybody."""


def prepare() -> None:
    """Let standard output and standard error write every character, escaped where they lack it."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, OSError, ValueError):  # a stand-in of another program
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def show(text: str, *, end: str = "\n") -> None:
    """Print the answer of a command that only reads.

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
    """Say what was done, each line on its own; what cannot be written there goes to standard error, or nowhere."""
    for line in lines:
        try:
            _write(sys.stdout, f"{line}\n")
        except (OSError, ValueError):
            _give_up(sys.stdout)
            remark(line)


def remark(*lines: str, end: str = "\n") -> None:
    """Say something on standard error, if anything can be said there."""
    for line in lines:
        try:
            _write(sys.stderr, f"{line}{end}")
        except (OSError, ValueError):
            _give_up(sys.stderr)


def count(number: int, noun: str) -> str:
    """Return a number with its noun, as ``1 run`` and ``2 runs``."""
    return f"{number} {noun}" + ("" if number == 1 else "s")


def as_json(data: dict[str, Any]) -> str:
    """Return one JSON object in characters that standard output has; other ones are escaped as JSON does it."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False)
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return json.dumps(data, allow_nan=False)
    return text


@contextlib.contextmanager
def unbroken() -> Iterator[None]:
    """Let Ctrl-C wait while an entry is written: it must not be told as stopped when it is on the disk."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # in a thread of another program
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _write(stream: TextIO, text: str) -> None:
    try:
        stream.write(text)
    except UnicodeEncodeError:  # a stand-in that cannot be reconfigured
        stream.write(text.encode("ascii", "backslashreplace").decode())
    stream.flush()


def _give_up(stream: TextIO) -> None:
    """Let what is left in the buffer go nowhere: Python would try once more at its end, and fail."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)

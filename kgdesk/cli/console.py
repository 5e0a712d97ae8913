"""What commands print: answers and messages.

A failure to print never makes a completed action look failed.

Text that people entered is not trusted: its hidden characters, which could overwrite other lines of a terminal, are
printed as code points.
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
from typing import TYPE_CHECKING, Any, TextIO

from kgdesk import actions
from kgdesk.plain_text import escaped

if TYPE_CHECKING:
    from collections.abc import Iterator


#: Version of all JSON answers; increased when a key changes its meaning or is removed.
SCHEMA = 1


class NotPrinted(Exception):
    """The result of a read-only command cannot be written to standard output."""


class ReaderGone(NotPrinted):
    """The reader closed the pipe, as in ``kgdesk status STUDY | head -1``; ends without a message."""


def prepare(system: str = sys.platform) -> None:
    """Make standard output and error escape characters that their encoding lacks.

    On Windows, where a pipe or a file would get the code page of the system, they are UTF-8, unless PYTHONIOENCODING
    asks for something else.
    """
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, OSError, ValueError):  # a replaced stream
            if system == "win32" and not os.environ.get("PYTHONIOENCODING") and not stream.isatty():
                stream.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
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
            f"The answer cannot be written to standard output{why}. Nothing was changed; send it somewhere "
            "else."
        ) from None


#: Whether messages about completed actions are left out (``--quiet``).
_QUIET: ContextVar[bool] = ContextVar("quiet", default=False)


@contextlib.contextmanager
def speaking(*, quiet: bool = False) -> Iterator[None]:
    """Set what commands print inside the block.

    Parameters
    ----------
    quiet
        Leave out messages of `confirm` and progress; answers and remarks still come.
    """
    token = _QUIET.set(quiet)
    try:
        yield
    finally:
        _QUIET.reset(token)


def shows_progress() -> bool:
    """Return whether progress is shown: on a terminal, unless ``--quiet`` is given."""
    return sys.stderr.isatty() and not _QUIET.get()


def confirm(*lines: str) -> None:
    """Print messages about a completed action like `deliver`; none with ``--quiet``."""
    if not _QUIET.get():
        deliver(*lines)


def deliver(*lines: str) -> None:
    """Print the answer of a completed action, one text per line; fall back to standard error, then to nothing."""
    for nth, line in enumerate(lines):
        try:
            _write(sys.stdout, safe(line), "\n")
        except (OSError, ValueError):
            _give_up(sys.stdout)  # discards later output, so the rest goes to standard error
            remark(*lines[nth:])
            return


def remark(*lines: str, end: str = "\n") -> None:
    """Print to standard error, ignoring failures."""
    for line in lines:
        try:
            back = "\r" if line.startswith("\r") else ""  # kept: it overwrites the line of progress
            _write(sys.stderr, f"{back}{safe(line.removeprefix(back))}", end)
        except (OSError, ValueError):
            _give_up(sys.stderr)


def progress(done: int, total: int) -> None:
    """Show on the terminal how many candidates of a batch are chosen."""
    line = f"{done} of {total} chosen"
    _overwrite(None if done + 1 >= total else line)


def preparing(done: int, total: int) -> None:
    """Show on the terminal how far the kernels are compiled."""
    line = f"Preparing the calculation, the first time only: {done} of {total}"
    _overwrite(None if done >= total else line)


def _overwrite(line: str | None) -> None:
    """Replace the line of progress; None clears it."""
    remark("\r" + (" " * 72 if line is None else line), end="\r" if line is None else "")


def pour(data: bytes) -> None:
    """Write bytes to standard output, as they would be in a file.

    Raises
    ------
    NotPrinted, ReaderGone
        They could not be written.
    """
    show("", end="")  # raises the right exception if the stream is closed
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        _give_up(sys.stdout)
        raise ReaderGone("Nobody reads the answer any more.") from None
    except (OSError, ValueError, AttributeError):
        _give_up(sys.stdout)
        raise NotPrinted("The answer cannot be written to standard output. Nothing was changed.") from None


def write_text_file_to_stdout(text: str) -> None:
    """Write the text of a file to standard output: unchanged into a pipe or a file, in readable form on a terminal.

    Raises
    ------
    NotPrinted, ReaderGone
        It could not be written.
    """
    if sys.stdout.isatty():
        show(text.replace("\r\n", "\n").removesuffix("\n"))
    else:
        pour(text.encode())


#: Irregular plurals of the nouns that are counted.
_PLURALS = {"entry": "entries"}


def count(number: int, noun: str) -> str:
    """Return a number with its noun, for example ``1 run`` or ``2 runs``."""
    return f"{number} {noun if number == 1 else _PLURALS.get(noun, f'{noun}s')}"


def as_json(data: dict[str, Any]) -> str:
    """Serialise to JSON with the version of its form, and what is not settled of the user's own database.

    Characters that standard output cannot encode are escaped.
    """
    unsettled = actions.unsettled()
    data = {**data, **({"unsettled": list(map(str, unsettled))} if unsettled else {}), "schema": SCHEMA}
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


def one_line(text: str) -> str:
    """Return a name or a sentence without line ends, which could forge a line of the answer."""
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
    """Redirect the stream to the null device: otherwise Python would flush it again at exit, and fail."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)

"""What commands print: answers and messages, in the language that is asked for.

A failure to print never makes a completed action look failed.

Text of people is data: hidden characters, which could overwrite other lines of a terminal, are code points in it.
A command does its durable work first. Its message is printed by `confirm`, which cannot fail; the result of a
read-only command is printed by `show`, whose failure ends the command.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import sys
from contextvars import ContextVar
from importlib import import_module
from typing import TYPE_CHECKING, Any, TextIO

from kgdesk.errors import KgdeskError
from kgdesk.plain_text import escaped
from kgdesk.text import Phrase, phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kgdesk.actions.reports import TextFormat


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
        _write(sys.stdout, safe(spoken(text)), end)
    except BrokenPipeError:
        _give_up(sys.stdout)
        raise ReaderGone("Nobody reads the answer any more.") from None
    except (OSError, ValueError) as cause:
        _give_up(sys.stdout)
        why = f" ({cause.strerror})" if isinstance(cause, OSError) and cause.strerror else ""
        raise NotPrinted(
            phrase(
                "The answer cannot be written to standard output{why}. Nothing was changed; send it somewhere else.",
                why=why,
            )
        ) from None


#: Whether the person asked for silence when all is done (``--quiet``).
_HUSHED: ContextVar[bool] = ContextVar("hushed", default=False)
#: Language of sentences (``--language``); None for English.
_LANGUAGE: ContextVar[str | None] = ContextVar("language", default=None)


@contextlib.contextmanager
def manner(*, quiet: bool = False, language: str | None = None) -> Iterator[None]:
    """Set how commands speak in this context.

    Parameters
    ----------
    quiet
        Leave out messages of `confirm` and progress; answers and remarks still come.
    language
        Of all sentences that are printed as `Phrase`; None for English. JSON is English.
    """
    tokens = _HUSHED.set(quiet), _LANGUAGE.set(language)
    try:
        yield
    finally:
        _HUSHED.reset(tokens[0])
        _LANGUAGE.reset(tokens[1])


def spoken(text: str | KgdeskError) -> str:
    """Return a phrase, or the sentence of a refusal, in the language of the command; any other text as it is."""
    sentence = text.sentence if isinstance(text, KgdeskError) else text
    plain = str(sentence)
    speech = text_format(_LANGUAGE.get()) if text is not sentence or isinstance(sentence, Phrase) else None
    if speech is None:
        return plain
    words = speech.translate(sentence)
    options = ", ".join(dict.fromkeys(_options_in(sentence)))
    # The window has no use for options, so translations lack them.
    return (
        speech.translate(phrase("{words} Command line: {options}.", words=words, options=options))
        if options
        else words
    )


#: Options and commands in the round brackets of a template, which translations leave out.
_HINT = re.compile(r"kgdesk [^();]*|--[a-z][a-z-]*(?: (?!on\b|or\b|and\b)[^\s(),;]+)?")


def _options_in(text: str | float) -> Iterator[str]:
    """Yield the options and commands that the translation of a phrase leaves out."""
    if isinstance(text, Phrase):
        for hint in re.findall(r"\((?:kgdesk |[^()]*--)[^()]*\)", text.template):
            yield from (each.format(**text.values).rstrip() for each in _HINT.findall(hint))
        for value in text.values.values():
            yield from _options_in(value)


def lines(texts: Iterable[str]) -> str:
    """Return texts one below the other, each in the language of the command."""
    return "\n".join(map(spoken, texts))


def shows_progress() -> bool:
    """Return whether progress is shown: on a terminal, unless silence is asked for."""
    return sys.stderr.isatty() and not _HUSHED.get()


def confirm(*lines: str) -> None:
    """Print messages about a completed action like `deliver`; none with ``--quiet``."""
    if not _HUSHED.get():
        deliver(*lines)


def deliver(*lines: str) -> None:
    """Print the answer of a completed action, one text per line; fall back to standard error, then to nothing."""
    for nth, line in enumerate(lines):
        try:
            _write(sys.stdout, safe(spoken(line)), "\n")
        except (OSError, ValueError):
            _give_up(sys.stdout)  # what follows would go to the null device
            remark(*lines[nth:])
            return


def remark(*lines: str, end: str = "\n") -> None:
    """Print to standard error, ignoring failures."""
    for each in lines:
        line = spoken(each)
        try:
            back = "\r" if line.startswith("\r") else ""  # of a line of progress
            _write(sys.stderr, f"{back}{safe(line.removeprefix(back))}", end)
        except (OSError, ValueError):
            _give_up(sys.stderr)


def progress(done: int, total: int) -> None:
    """Show on the terminal how many candidates of a batch are chosen; Ctrl-C ends the work."""
    line = phrase("{done} of {total} chosen", done=done, total=total)
    _overwrite(None if done + 1 >= total else line)


def preparing(done: int, total: int) -> None:
    """Show on the terminal how far the kernels are compiled."""
    line = phrase("Preparing the calculation, the first time only: {done} of {total}", done=done, total=total)
    _overwrite(None if done >= total else line)


def _overwrite(line: str | None) -> None:
    """Write over the line of progress; None clears it."""
    remark("\r" + (" " * 72 if line is None else spoken(line)), end="\r" if line is None else "")


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
        raise NotPrinted(
            phrase("The answer cannot be written to standard output. Nothing was changed.")
        ) from None


def pour_text(text: str) -> None:
    """Write the text of a file to standard output: as it is into a pipe or a file, readable on a terminal.

    Raises
    ------
    NotPrinted, ReaderGone
        It could not be written.
    """
    if sys.stdout.isatty():
        show(text.replace("\r\n", "\n").removesuffix("\n"))
    else:
        pour(text.encode())


#: What is counted: one of it, and several.
_COUNTED = {
    "run": (phrase("1 run"), phrase("{number} runs", number=0)),
    "outcome": (phrase("1 outcome"), phrase("{number} outcomes", number=0)),
    "void": (phrase("1 void"), phrase("{number} voids", number=0)),
    "candidate": (phrase("1 candidate"), phrase("{number} candidates", number=0)),
    "column": (phrase("1 column"), phrase("{number} columns", number=0)),
    "entry": (phrase("1 entry"), phrase("{number} entries", number=0)),
    "later suggestion": (phrase("1 later suggestion"), phrase("{number} later suggestions", number=0)),
}


def count(number: int, noun: str) -> Phrase:
    """Return a number with its noun, as ``1 run`` or ``2 runs``."""
    one, several = _COUNTED[noun]
    return one if number == 1 else Phrase(several.template, {"number": number})


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
    try:
        with interrupt_deferred():
            speech: TextFormat = import_module("kgdesk.ui.text.translate").text_format_without_screen(
                language
            )
    except ImportError:  # Qt lacks a library of the system: English is better than no answer
        return None
    return speech


def one_line(text: str) -> str:
    """Return a name, or a spoken sentence, without line ends, which could forge a line of the answer."""
    return escaped(spoken(text))


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

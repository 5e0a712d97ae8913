"""Exceptions that kgdesk raises on purpose, and the translatable messages that they carry.

Each message is one or two sentences for a technician: where the problem is and what to do. The command line
prints it in English; the window shows it in four parts, in the user's language. For translation, the
text is a literal at the `raise`, or a `phrase`, which keeps its template and values.
"""

from __future__ import annotations

import math
from functools import reduce
from typing import TYPE_CHECKING, Literal, Self

from kgdesk.plain_text import escaped

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

#: Smallest difference in percentage points that is written out; below it the calculation cannot tell it from zero.
LEAST_POINTS = 1e-4


class Figure(str):
    """A number formatted in English that keeps its value.

    The window formats the value again for its locale; tests compare the value itself.

    Parameters
    ----------
    value
        The number, in 0..1 for a share or a difference of shares.
    kind
        ``percent`` writes a share as ``34 %``; what is not quite 0 or 1 is written ``< 1 %`` or ``> 99 %``.
        ``points`` writes a difference of shares in percentage points with two significant digits, as ``0.90``;
        below zero, which is below the resolution of the calculation, as ``0``.
    """

    __slots__ = ("kind", "value")

    kind: Literal["percent", "points"]
    value: float

    def __new__(cls, value: float, kind: Literal["percent", "points"]) -> Self:
        """Format the number in English."""
        self = super().__new__(cls, _percent(value) if kind == "percent" else _points(100.0 * value))
        self.value, self.kind = value, kind
        return self

    def __reduce__(self) -> tuple[type[Figure], tuple[float, str]]:
        """Pickle with the value and kind, which the text alone would lose."""
        return Figure, (self.value, self.kind)


class Numeral(str):
    """A number already formatted in English; the window replaces the decimal sign with that of its locale."""

    __slots__ = ()


def _percent(share: float) -> str:
    if 0.0 < share < 0.005:
        return "< 1 %"
    if 0.995 <= share < 1.0:
        return "> 99 %"
    return f"{round(100.0 * share)} %"


def _points(value: float) -> str:
    if value <= 0.0:
        return "0"
    if value < LEAST_POINTS:
        return f"< {LEAST_POINTS:.4f}"
    rounded = float(f"{value:.1e}")
    return f"{rounded:.{max(1 - math.floor(math.log10(rounded)), 0)}f}"


class Phrase(str):
    """An English sentence, or part of one, that keeps its template and values for translation.

    Parameters
    ----------
    template
        The English words with fields such as ``{name}``. Round brackets with an option or a command in them are for
        the command line alone, and the window leaves them out: ``leave out the column (--ignore {name})``.
    values
        Values of the fields. A value that is itself a phrase is translated as one. A `Figure` is formatted
        for the locale. Any other number stays a number, with its format in the field, as in ``{points:.1f}``:
        each language has its own decimal sign. Other values are converted to text, with hidden characters escaped.
    """

    __slots__ = ("template", "values")

    template: str
    values: dict[str, str | float]

    def __new__(cls, template: str, values: Mapping[str, object]) -> Self:
        """Format the template with the values."""
        filled = {
            name: value
            if isinstance(value, Phrase | Figure | Numeral | int | float)
            else escaped(str(value), keep="\n\t")
            for name, value in values.items()
        }
        self = super().__new__(cls, template.format(**filled))
        self.template, self.values = template, filled
        return self

    def __reduce__(self) -> tuple[type[Phrase], tuple[str, dict[str, str | float]]]:
        """Pickle with template and values, which the text alone would lose."""
        return Phrase, (self.template, self.values)


def phrase(template: str, /, **values: object) -> Phrase:
    """Return a formatted English text that can still be translated; see `Phrase`."""
    return Phrase(template, values)


def joined(*parts: str) -> str:
    """Concatenate parts, each of which may be a phrase; empty ones are left out."""
    sentence_so_far = ""
    for part in filter(None, parts):
        sentence_so_far = (
            phrase("{first}{more}", first=sentence_so_far, more=part) if sentence_so_far else part
        )
    return sentence_so_far


def in_sequence(parts: Iterable[str]) -> str:
    """Join sentences with a space; empty ones are left out."""
    return reduce(
        lambda first, second: phrase("{first} {second}", first=first, second=second), filter(None, parts)
    )


def either(names: Iterable[str]) -> str:
    """Join names as alternatives: ``A or B or C``."""
    return reduce(lambda first, other: phrase("{first} or {other}", first=first, other=other), names)


def listed(parts: Iterable[str]) -> str:
    """Join parts, each of which may be a phrase, with commas: ``A, B``."""
    return reduce(lambda first, other: phrase("{first}, {other}", first=first, other=other), parts)


class KgdeskError(Exception):
    """Base class of all exceptions that kgdesk raises on purpose.

    Parameters
    ----------
    message
        What happened, where, and what to do, in plain words.
    details
        Technical details for support; folded away in the window, not printed by the command line.
    """

    code = "KD-100"

    def __init__(self, message: str, *, details: str = "") -> None:
        super().__init__(message)
        self.details = details

    def __str__(self) -> str:
        """Return the message; `KeyError`, a base of some subclasses, would put it in quotes."""
        return str(self.args[0]) if self.args else ""

    @property
    def sentence(self) -> str:
        """The message as it was raised: a `Phrase` if it has values. ``str(problem)`` is plain English."""
        return str(self) if not self.args else self.args[0]


class BadInput(KgdeskError, ValueError):
    """A value that the user gave cannot be used: a name, a number, a reason."""

    code = "KD-110"


class UnknownCandidate(BadInput, KeyError):
    """No candidate of the study has this name."""

    code = "KD-111"


class UnknownRun(BadInput, KeyError):
    """No run of the study has this number."""

    code = "KD-112"


class AllTried(BadInput):
    """Every candidate in stock has had the runs that the study allows: there is nothing to suggest."""

    code = "KD-114"


class OutOfRange(BadInput):
    """Numbers so large or a prior so wide that the method would lose precision; the message names the column."""

    code = "KD-113"


class BadTable(KgdeskError, ValueError):
    """A table of candidates or outcomes cannot be read; the message names line and column."""

    code = "KD-120"


class AmbiguousTable(BadTable):
    """A table can be read in more than one way; the user has to choose.

    Parameters
    ----------
    message
        The question, with the command-line option that answers it.
    question
        What to choose: ``"decimal"``, ``"delimiter"``, ``"sheet"``, ``"encoding"``, ``"headings"``, or
        ``"look_alikes"`` for names of candidates that look alike.
    choices
        The readings that fit.
    samples
        For each choice how a piece of the table reads with it; empty where nothing can be shown.
    """

    code = "KD-121"

    def __init__(
        self,
        message: str,
        *,
        question: str,
        choices: tuple[str, ...],
        details: str = "",
        samples: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message, details=details)
        self.question = question
        self.choices = choices
        self.samples = samples


class StudyClosed(KgdeskError):
    """The study is finished or locked and accepts no outcome."""

    code = "KD-130"


class StoreError(KgdeskError, OSError):
    """A study file cannot be used; nothing was changed."""

    code = "KD-200"


class NotAStudy(StoreError):
    """The file is not a study."""

    code = "KD-201"


class DamagedStudy(StoreError):
    """The hash chain of the study is broken, or its events cannot be read."""

    code = "KD-202"


class NewerStudy(StoreError):
    """The file was written by a newer version of kgdesk."""

    code = "KD-203"


class ReadOnlyStudy(StoreError):
    """The file or its folder is not writable."""

    code = "KD-204"


class StudyInUse(StoreError):
    """Another window or program is writing to the study; the message says who and since when."""

    code = "KD-205"


class StaleHead(StoreError):
    """Compare-and-append failed: the study has changed since it was read."""

    code = "KD-206"


class NotSaved(StoreError):
    """The write failed: the event is not recorded; retrying is safe."""

    code = "KD-207"


class ServerAway(NotSaved):
    """The PostgreSQL server cannot be reached. The event may or may not be recorded; sending it again is safe."""

    code = "KD-210"


class FileExists(StoreError, FileExistsError):
    """A file of that name already exists; nothing was overwritten."""

    code = "KD-208"


class NotWritten(StoreError):
    """An export could not be written; an existing file is unchanged."""

    code = "KD-209"


class OwnFault(KgdeskError):
    """A bug in kgdesk; recorded events are safe."""

    code = "KD-400"


class EndedBefore(KgdeskError):
    """The previous session did not close properly; recorded events are safe."""

    code = "KD-401"


class RehearsalStopped(KgdeskError):
    """The user cancelled a rehearsal."""

    code = "KD-300"


class RehearsalFailed(KgdeskError):
    """A rehearsal failed; nothing was written."""

    code = "KD-301"

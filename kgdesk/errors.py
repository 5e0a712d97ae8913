"""Every error that kgdesk raises on purpose.

The text of each is one sentence or two for a technician: it names the place and the way out. The command line
prints it as it is, in English; the window shows it in a message of four parts, in the person's language. For that the
text is written out where it is raised, or is a `phrase`, which remembers what was filled in.
"""

from __future__ import annotations

import math
from functools import reduce
from typing import TYPE_CHECKING, Literal, Self

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

#: Percentage points below this are not written out: the calculation cannot tell them from nothing.
LEAST_POINTS = 1e-4


class Figure(str):
    """A number in a sentence, written in English, that remembers its value.

    A window writes it again as its locale does; a check compares the value itself.

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
        """Write the number in English."""
        self = super().__new__(cls, _percent(value) if kind == "percent" else _points(100.0 * value))
        self.value, self.kind = value, kind
        return self

    def __reduce__(self) -> tuple[type[Figure], tuple[float, str]]:
        """Keep the value on the way to another process."""
        return Figure, (self.value, self.kind)


class Numeral(str):
    """A number in a sentence as it is written in English; a window gives it the decimal sign of its locale."""

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
    """A sentence, or a part of one, in English, that remembers what was filled in where.

    Parameters
    ----------
    template
        The English words with fields such as ``{name}``. Round brackets with an option or a command in them are for
        the command line alone, and the window leaves them out: ``leave out the column (--ignore {name})``.
    values
        What belongs into the fields. A value may itself be a phrase, and is translated as one. A `Figure` is written
        as the locale does. Any other number stays a number, and a field says how it is written, as ``{points:.1f}``:
        each language has its own decimal sign. Other values are taken as text.
    """

    __slots__ = ("template", "values")

    template: str
    values: dict[str, str | float]

    def __new__(cls, template: str, values: Mapping[str, object]) -> Self:
        """Fill in the values."""
        filled = {
            name: value if isinstance(value, Phrase | Figure | Numeral | int | float) else str(value)
            for name, value in values.items()
        }
        self = super().__new__(cls, template.format(**filled))
        self.template, self.values = template, filled
        return self

    def __reduce__(self) -> tuple[type[Phrase], tuple[str, dict[str, str | float]]]:
        """Keep template and values on the way to another process."""
        return Phrase, (self.template, self.values)


def phrase(template: str, /, **values: object) -> Phrase:
    """Return words that can be translated after they were filled in."""
    return Phrase(template, values)


def joined(*parts: str) -> str:
    """Return parts one behind the other, each of which may be a phrase; empty ones are left out."""
    sentence_so_far = ""
    for part in filter(None, parts):
        sentence_so_far = (
            phrase("{first}{more}", first=sentence_so_far, more=part) if sentence_so_far else part
        )
    return sentence_so_far


def in_sequence(parts: Iterable[str]) -> str:
    """Return sentences one behind the other with a space between them; empty ones are left out."""
    return reduce(
        lambda first, second: phrase("{first} {second}", first=first, second=second), filter(None, parts)
    )


def either(names: Iterable[str]) -> str:
    """Return names as a choice between them: ``A or B or C``."""
    return reduce(lambda first, other: phrase("{first} or {other}", first=first, other=other), names)


def listed(parts: Iterable[str]) -> str:
    """Return parts with commas between them, each of which may be a phrase: ``A, B``."""
    return reduce(lambda first, other: phrase("{first}, {other}", first=first, other=other), parts)


class KgdeskError(Exception):
    """Base of all errors raised on purpose.

    Parameters
    ----------
    message
        What happened, where, and what to do, in plain words.
    details
        What a support person wants to see; folded away in the window, absent from the command line.
    """

    code = "KD-100"

    def __init__(self, message: str, *, details: str = "") -> None:
        super().__init__(message)
        self.details = details

    @property
    def sentence(self) -> str:
        """The message as it was raised: a `Phrase` if it was filled in. ``str(problem)`` is plain English."""
        return str(self) if not self.args else self.args[0]


class BadInput(KgdeskError):
    """A value that a person gave cannot be used: a name, a number, a reason."""

    code = "KD-110"


class UnknownCandidate(BadInput):
    """No candidate of the study has this name."""

    code = "KD-111"


class UnknownRun(BadInput):
    """No run of the study has this number."""

    code = "KD-112"


class OutOfRange(BadInput):
    """Numbers so large or a prior so wide that the method would lose digits; the text names the column."""

    code = "KD-113"


class BadTable(KgdeskError):
    """A table of candidates or outcomes cannot be read as it stands; the text names line and column."""

    code = "KD-120"


class AmbiguousTable(BadTable):
    """A table can be read in more than one way and a person has to choose.

    Parameters
    ----------
    message
        The question, with the command line's option that answers it.
    question
        What is open: ``"decimal"``, ``"delimiter"``, ``"sheet"`` or ``"encoding"``.
    choices
        The readings that fit.
    """

    code = "KD-121"

    def __init__(self, message: str, *, question: str, choices: tuple[str, ...], details: str = "") -> None:
        super().__init__(message, details=details)
        self.question = question
        self.choices = choices


class StudyClosed(KgdeskError):
    """The study is finished or locked and takes no outcome."""

    code = "KD-130"


class StoreError(KgdeskError):
    """A study file cannot be used; nothing was changed."""

    code = "KD-200"


class NotAStudy(StoreError):
    """The file is something else than a study."""

    code = "KD-201"


class DamagedStudy(StoreError):
    """The file's chain of events is broken or cannot be read."""

    code = "KD-202"


class NewerStudy(StoreError):
    """The file was written by a newer version of kgdesk."""

    code = "KD-203"


class ReadOnlyStudy(StoreError):
    """The file or its folder cannot be written."""

    code = "KD-204"


class StudyInUse(StoreError):
    """Another window or program is writing to the study; the text says who and since when."""

    code = "KD-205"


class StaleHead(StoreError):
    """The study was changed by someone else since it was read."""

    code = "KD-206"


class NotSaved(StoreError):
    """The write failed: the event is not recorded and may be tried again."""

    code = "KD-207"


class ServerAway(NotSaved):
    """The server of a study cannot be reached: the entry may or may not be recorded, and may be sent again."""

    code = "KD-210"


class FileExists(StoreError):
    """A file of that name is already there; nothing is overwritten."""

    code = "KD-208"


class NotWritten(StoreError):
    """An export could not be written; what was there before is untouched."""

    code = "KD-209"


class OwnFault(KgdeskError):
    """The program met a fault of its own; what was recorded is safe."""

    code = "KD-400"


class EndedBefore(KgdeskError):
    """The program did not close properly the last time; what was recorded is safe."""

    code = "KD-401"


class RehearsalStopped(KgdeskError):
    """A person stopped a rehearsal."""

    code = "KD-300"


class RehearsalFailed(KgdeskError):
    """A rehearsal could not go on; nothing of it was written."""

    code = "KD-301"

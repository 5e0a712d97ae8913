"""Phrases: translatable English sentences that keep their values, and numbers in words.

The command line prints a phrase as it is; the window translates its template and formats its values for its locale.
For translation, the text is a literal at the call of `phrase`.
"""

from __future__ import annotations

import math
from decimal import Decimal
from functools import reduce
from typing import TYPE_CHECKING, Literal, Self

from kgdesk.plain_text import escaped

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

#: Smallest difference in percentage points that is written out; below it the calculation cannot tell it from zero.
LEAST_POINTS = 1e-4


class Quantity(str):
    """A number formatted in English that keeps its value.

    The window formats the value again for its locale; tests compare the value itself.

    Parameters
    ----------
    value
        The number, in 0..1 for a share or a difference of shares.
    kind
        ``percent`` writes a share as ``34 %``; what is not quite 0 or 1 is written ``< 1 %`` or ``> 99 %``.
        ``points`` writes a difference of shares in percentage points with two significant digits, for example ``0.90``;
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

    def __reduce__(self) -> tuple[type[Quantity], tuple[float, str]]:
        """Pickle with the value and kind, which the text alone would lose."""
        return Quantity, (self.value, self.kind)


class Numeral(str):
    """A number already formatted in English; the window replaces the decimal sign with that of its locale."""

    __slots__ = ()


def plain_number(number: float, digits: int = 2) -> Numeral:
    """Format a number with the given significant digits, without an exponent."""
    return Numeral(f"{Decimal(f'{number:.{digits}g}'):f}")


def digits_beside(number: float, limit: float) -> int:
    """Return how many significant digits, at least 2, show on which side of a limit a number is."""
    return next((n for n in range(2, 18) if (float(f"{number:.{n}g}") <= limit) == (number <= limit)), 17)


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
        Values of the fields. A value that is itself a phrase is translated as one. A `Quantity` is formatted
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
            if isinstance(value, Phrase | Quantity | Numeral | int | float)
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


def template_of(sentence: str) -> str:
    """Return what a sentence says of its values, the same for all sentences of a kind."""
    return sentence.template if isinstance(sentence, Phrase) else sentence


def by_kind(sentences: Iterable[str]) -> list[tuple[str, int]]:
    """Return the first sentence of each kind, with the number of others that say the same of other things."""
    kinds: dict[str, list[str]] = {}
    for sentence in sentences:
        kinds.setdefault(template_of(sentence), []).append(sentence)
    return [(some[0], len(some) - 1) for some in kinds.values()]


def either(names: Iterable[str]) -> str:
    """Join names as alternatives: ``A or B or C``."""
    return reduce(lambda first, other: phrase("{first} or {other}", first=first, other=other), names)


def listed(parts: Iterable[str]) -> str:
    """Join parts, each of which may be a phrase, with commas: ``A, B``."""
    return reduce(lambda first, other: phrase("{first}, {other}", first=first, other=other), parts)

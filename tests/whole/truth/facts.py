"""Facts that a sentence states: its numbers, as the program rounds them, and the names in it; its words do not matter.

A number close to a rounding tie may be written either way, so that a fact is a set of admissible texts, and a state may
admit several lists of facts. German sentences state the same facts with another decimal sign.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

#: Numbers that differ by less from a tie may be rounded either way.
NEAR = 1e-6
#: A number with its sign, which stands behind a space: other dashes part ranges and codes.
_NUMBER = re.compile(r"(?:(?<!\S)-)?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?")


@dataclass(frozen=True)
class Share:
    """Share in whole per cent; what is not quite 0 or 1 is written as below 1 % or above 99 %."""

    value: float

    def texts(self) -> set[str]:
        return {self._one(value) for value in around(self.value)}

    @staticmethod
    def _one(value: float) -> str:
        if 0.0 < value < 0.005:
            return "1"
        return "99" if 0.995 <= value < 1.0 else f"{round(100.0 * value)}"


@dataclass(frozen=True)
class Whole:
    """Share in whole per cent, without a word about what is not quite 0 or 1."""

    value: float

    def texts(self) -> set[str]:
        return {f"{round(100.0 * value)}" for value in around(self.value)}


@dataclass(frozen=True)
class Points:
    """Difference of shares in percentage points with two significant digits; negative values are written as 0."""

    value: float

    def texts(self) -> set[str]:
        # Values near the resolution may be on either side of it.
        near = {self.value * (1 + NEAR), self.value * (1 - NEAR), *around(self.value, 1e-8)}
        return {self._one(100.0 * value) for value in near}

    @staticmethod
    def _one(value: float) -> str:
        if value <= 0.0:
            return "0"
        if value < 1e-4:
            return "0.0001"
        rounded = float(f"{value:.1e}")
        return f"{rounded:.{max(1 - math.floor(math.log10(rounded)), 0)}f}"


@dataclass(frozen=True)
class Worth(Points):
    """Value of testing in a sentence: as points, but less than 0.1 points are not told apart."""

    def texts(self) -> set[str]:
        near = (self.value * (1 + NEAR), self.value * (1 - NEAR))
        texts = super().texts() if not 0.0 < min(near) <= max(near) < 1e-3 else set()
        return texts | ({"0.1"} if any(0.0 < value < 1e-3 for value in near) else set())


@dataclass(frozen=True)
class Format:
    """Number in a Python format, as ``.2g``."""

    value: float
    form: str

    def texts(self) -> set[str]:
        near = {self.value, *around(self.value, 1e-8), self.value * (1 + NEAR), self.value * (1 - NEAR)}
        if abs(self.value) < 1e-7:  # rounding errors, whose sign is open
            near.add(0.0)
        return {f"{max(value, 0.0) + 0.0:{self.form}}" for value in near}


@dataclass(frozen=True)
class Either:
    """A number that may be written in one of several ways."""

    written: frozenset[str]

    def texts(self) -> set[str]:
        return set(self.written)


#: A text is a name; an int is written as it is, a float as the user entered it.
Fact = Share | Whole | Points | Format | Either | str | int | float
Facts = list[Fact]


def texts(fact: Fact) -> set[str]:
    """Return the texts that may stand for a fact."""
    if isinstance(fact, int):  # 1020 may be written 1,020, whose comma is read like a decimal sign
        return {str(fact), f"{fact:,}".replace(",", ".")}
    if isinstance(fact, str):
        return {fact}
    return {f"{fact:g}"} if isinstance(fact, float) else fact.texts()


def fits(text: str, facts: Sequence[Fact], names: Collection[str]) -> bool:
    """Return whether a sentence states these facts, in any order, and no other number and no other name.

    Parameters
    ----------
    text
        The sentence.
    facts
        Facts that it has to state.
    names
        Names that it must not contain unless they are among the facts: those of the candidates.
    """
    wanted = Counter(fact for fact in facts if isinstance(fact, str) and not _NUMBER.fullmatch(fact))
    for name in sorted({*names, *wanted} - {""}, key=len, reverse=True):
        text, found = re.subn(rf"(?<!\w){re.escape(name)}(?!\w)", " ", text)
        # A name that is a common word may occur beside the place where it is meant.
        if found < wanted[name] or (found > wanted[name] and name in names):
            return False
    text = text.replace("\N{MINUS SIGN}", "-")
    numbers = Counter(number.replace(",", ".") for number in _NUMBER.findall(text))
    counted = [texts(fact) for fact in facts if not isinstance(fact, str) or _NUMBER.fullmatch(fact)]
    return _matched(numbers, sorted(counted, key=len))


def _matched(numbers: Counter[str], admitted: list[set[str]]) -> bool:
    """Return whether each number can be given to one of the sets that admit it, with nothing left over."""
    if not admitted:
        return not +numbers
    first, *rest = admitted
    return any(numbers[text] and _matched(numbers - Counter({text: 1}), rest) for text in first)


def described(alternatives: Iterable[Sequence[Fact]]) -> str:
    """Return the first admissible lists of facts in words, for a message."""
    first = [
        " ".join("|".join(sorted(texts(fact))) for fact in facts)
        for facts, _ in zip(alternatives, range(4), strict=False)
    ]
    return "; or ".join(each or "no number and no name" for each in first)


def around(value: float, near: float = NEAR) -> tuple[float, float, float]:
    return value - near, value, value + near

"""Expected sentences: templates with independently computed facts, numbers in the format of the program.

A number close to a rounding tie may be written either way, so that a sentence is a set of admissible texts.
"""

from __future__ import annotations

import itertools
import math
import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Numbers that differ by less from a tie may be rounded either way.
NEAR = 1e-6
_NARROW = "\u00a0"
_CATALOGUE = Path(__file__).parents[3] / "resources" / "translations" / "kgdesk_de.ts"
_FORM = re.compile(r"(?<=\w):[^{}]*\}")
_FOR_THE_COMMAND_LINE = re.compile(r"\s*\((?:kgdesk |[^()]*--)[^()]*\)")


#: Translation context of the sentences built below the window.
_BELOW = "Phrases"


@cache
def german() -> dict[tuple[str, str], str]:
    """Return the German translation of every (context, template), parsed from the catalogue."""
    known: dict[tuple[str, str], str] = {}
    for context in ET.parse(_CATALOGUE).getroot().iter("context"):  # noqa: S314 - our own file
        for message in context.iter("message"):
            if translation := message.findtext("translation"):
                known[context.findtext("name") or "", message.findtext("source") or ""] = translation
    return known


@dataclass(frozen=True)
class Tongue:
    """Output format: ``model`` is plain English below the window, ``en`` and ``de`` are the window's languages."""

    name: str

    def templates(self, english: str, context: str) -> Iterable[str]:
        if self.name == "model":
            return (english,)
        short = _FOR_THE_COMMAND_LINE.sub("", english)
        if self.name == "en":
            return (short,)
        return (german().get((context or _BELOW, short), short),)

    def decimal(self, text: str) -> str:
        return text.replace(".", ",") if self.name == "de" else text

    @property
    def gap(self) -> str:
        return " " if self.name == "model" else _NARROW


MODEL, ENGLISH, GERMAN = Tongue("model"), Tongue("en"), Tongue("de")


@dataclass(frozen=True)
class Share:
    """Share in whole per cent; values close to 0 or 1 are written as below 1 or above 99 %."""

    value: float

    def texts(self, tongue: Tongue) -> set[str]:
        return {self._one(value, tongue) for value in around(self.value)}

    def _one(self, value: float, tongue: Tongue) -> str:
        gap = tongue.gap
        if 0.0 < value < 0.005:
            return f"<{gap}1{gap}%"
        if 0.995 <= value < 1.0:
            return f">{gap}99{gap}%"
        return f"{round(100.0 * value)}{gap}%"


@dataclass(frozen=True)
class Whole:
    """Share in whole per cent, as the command line and reports write it."""

    value: float

    def texts(self, tongue: Tongue) -> set[str]:
        del tongue
        return {f"{round(100.0 * value)} %" for value in around(self.value)}


@dataclass(frozen=True)
class Count:
    """Whole number as a report writes it, with thousands separators."""

    value: int

    def texts(self, tongue: Tongue) -> set[str]:
        text = f"{self.value:,}"
        return {text.replace(",", ".") if tongue.name == "de" else text}


@dataclass(frozen=True)
class Points:
    """Difference of shares in percentage points with two significant digits; negative values are written as 0."""

    value: float

    def texts(self, tongue: Tongue) -> set[str]:
        # Values near the resolution may be on either side of it.
        near = {self.value * (1 + NEAR), self.value * (1 - NEAR), *around(self.value, 1e-8)}
        return {self._one(100.0 * value, tongue) for value in near}

    def _one(self, value: float, tongue: Tongue) -> str:
        if value <= 0.0:
            return "0"
        if value < 1e-4:
            return tongue.decimal(f"<{tongue.gap}0.0001")
        rounded = float(f"{value:.1e}")
        return tongue.decimal(f"{rounded:.{max(1 - math.floor(math.log10(rounded)), 0)}f}")


@dataclass(frozen=True)
class Format:
    """Number in a Python format, as ``.2g``."""

    value: float
    form: str

    def texts(self, tongue: Tongue) -> set[str]:
        near = {self.value, *around(self.value, 1e-8), self.value * (1 + NEAR), self.value * (1 - NEAR)}
        return {tongue.decimal(f"{max(value, 0.0) + 0.0:{self.form}}") for value in near}


@dataclass(frozen=True)
class Written:
    """Number that is already formatted, in English."""

    text: str

    def texts(self, tongue: Tongue) -> set[str]:
        return {tongue.decimal(self.text)}


@dataclass(frozen=True)
class Given:
    """Number entered by the user, as entered."""

    value: float

    def texts(self, tongue: Tongue) -> set[str]:
        return {tongue.decimal(f"{self.value:g}")}


@dataclass(frozen=True)
class Words:
    """Template with its fields: a text, a number, other words, or alternatives."""

    template: str
    fields: dict[str, object]
    context: str = ""

    def texts(self, tongue: Tongue) -> set[str]:
        names = list(self.fields)
        choices = [sorted(_texts(self.fields[name], tongue)) for name in names]
        return {
            # Numbers are formatted here, so that the format specifications of translated templates are not used.
            _FORM.sub("}", template).format(**dict(zip(names, chosen, strict=True)))
            for template in tongue.templates(self.template, self.context)
            for chosen in itertools.product(*choices)
        }


def words(template: str, /, **fields: object) -> Words:
    return Words(template, fields)


def window(context: str, template: str, /, **fields: object) -> Words:
    """Return words of the window in one of the contexts of its catalogue."""
    return Words(template, fields, context)


@dataclass(frozen=True)
class Joined:
    """Sentences in sequence."""

    parts: tuple[object, ...]
    between: str = ""

    def texts(self, tongue: Tongue) -> set[str]:
        return {
            self.between.join(chosen)
            for chosen in itertools.product(*(sorted(_texts(part, tongue)) for part in self.parts))
        }


def _texts(value: object, tongue: Tongue) -> set[str]:
    if isinstance(value, Share | Whole | Count | Points | Format | Given | Written | Words | Joined):
        return value.texts(tongue)
    if isinstance(value, set | frozenset | list | tuple):
        return set().union(*(_texts(one, tongue) for one in value))
    return {str(value)}


def texts(value: object, tongue: Tongue) -> set[str]:
    """Return all texts that a sentence, or one of several alternatives, admits."""
    return _texts(value, tongue)


def around(value: float, near: float = NEAR) -> tuple[float, float, float]:
    return value - near, value, value + near

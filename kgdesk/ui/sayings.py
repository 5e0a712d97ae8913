"""The sentences that the calculation and the reader of tables write in English, in the person's language.

The model and the files know no language; each of their sentences that the window shows in normal use stands here once,
with its fields. What is not known here is shown as it was written.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLocale

from kgdesk.errors import Phrase
from kgdesk.ui.refusals import told

# From special to general: the first that fits a sentence counts.
_MARKED: Final = (
    QT_TRANSLATE_NOOP("Sayings", "All {count} planned runs are spent, {open} of them still in progress."),
    QT_TRANSLATE_NOOP("Sayings", "All {count} planned runs are spent."),
    QT_TRANSLATE_NOOP("Sayings", "{left} of {count} planned runs are left."),
    QT_TRANSLATE_NOOP(
        "Sayings", "The stopping rule asks for {count} runs: {done} are recorded, {open} in progress."
    ),
    QT_TRANSLATE_NOOP("Sayings", "The stopping rule asks for {count} runs, and {done} are recorded."),
    QT_TRANSLATE_NOOP("Sayings", "The stopping rule asks for {count} runs: {left} are left."),
    QT_TRANSLATE_NOOP("Sayings", "No run is expected to improve the choice by {points} points any more."),
    QT_TRANSLATE_NOOP("Sayings", "The best next run is expected to improve the choice by {points} points."),
    QT_TRANSLATE_NOOP(
        "Sayings",
        "The chance that the recommended candidate is within {points} points of the best is {chance} %.",
    ),
    QT_TRANSLATE_NOOP(
        "Sayings",
        "The chance that the recommended candidate is within {points} points of the best is {chance} %; "
        "{level} % is asked for.",
    ),
    QT_TRANSLATE_NOOP("Sayings", "The best next run is worth {worth} and costs {cost}: it does not pay."),
    QT_TRANSLATE_NOOP("Sayings", "The best next run is worth {worth} and costs {cost}: it pays."),
    QT_TRANSLATE_NOOP("Sayings", "“{name}” is the same for every candidate and was left out."),
    QT_TRANSLATE_NOOP("Sayings", "“{name}” says nothing that the attributes alone do not, and was left out."),
    QT_TRANSLATE_NOOP(
        "Sayings",
        "{count} of {all} candidates have the same attributes as another one: they share one belief and "
        "count as one alternative.",
    ),
    QT_TRANSLATE_NOOP("Sayings", "“{name}” follows from the other columns: its effect cannot be told apart."),
    QT_TRANSLATE_NOOP(
        "Sayings",
        "The attributes are not standardised: columns with large numbers will outweigh the others, and "
        "the value of testing may be zero almost everywhere.",
    ),
    QT_TRANSLATE_NOOP(
        "Sayings",
        "{columns} columns, {higher} of them products and squares, are many for {runs} planned runs: "
        "leave attributes out, choose linear terms, or plan more runs.",
    ),
    QT_TRANSLATE_NOOP("Sayings", "Column “{name}” is blank."),
    QT_TRANSLATE_NOOP(
        "Sayings", "Column “{name}” holds “{text}” for every candidate, so nothing can be learnt from it."
    ),
    QT_TRANSLATE_NOOP(
        "Sayings",
        "Column “{name}”: “{one}” and “{other}” differ only in capital letters and are taken as two.",
    ),
    QT_TRANSLATE_NOOP(
        "Sayings", "Column “{name}”: every candidate has a word of its own, so nothing can be learnt."
    ),
    QT_TRANSLATE_NOOP(
        "Sayings", "Column “{name}”: one blank cell filled with the median {number} (line {lines})."
    ),
    QT_TRANSLATE_NOOP(
        "Sayings", "Column “{name}”: one blank cell filled with the median {number} (row {lines})."
    ),
    QT_TRANSLATE_NOOP(
        "Sayings", "Column “{name}”: {count} blank cells filled with the median {number} (lines {lines})."
    ),
    QT_TRANSLATE_NOOP(
        "Sayings", "Column “{name}”: {count} blank cells filled with the median {number} (rows {lines})."
    ),
    QT_TRANSLATE_NOOP(
        "Sayings",
        "One candidate has the same attributes as an earlier one (first “{one}” and “{other}”): they "
        "count as one in the calculation.",
    ),
    QT_TRANSLATE_NOOP(
        "Sayings",
        "{count} candidates have the same attributes as an earlier one (first “{one}” and “{other}”): "
        "they count as one in the calculation.",
    ),
    QT_TRANSLATE_NOOP(
        "Sayings",
        "Column “{name}”: a code looks like a long number that a spreadsheet has rounded (first “{text}” "
        "in {place}).",
    ),
    QT_TRANSLATE_NOOP(
        "Sayings",
        "Column “{name}”: {count} codes look like a long number that a spreadsheet has rounded (first "
        "“{text}” in {place}).",
    ),
    QT_TRANSLATE_NOOP("Sayings", "line {line}"),
    QT_TRANSLATE_NOOP("Sayings", "row {line}"),
    QT_TRANSLATE_NOOP("Sayings", "Line {line}: a cell goes on in the next line."),
    QT_TRANSLATE_NOOP("Sayings", "1 blank line above the headings passed over."),
    QT_TRANSLATE_NOOP("Sayings", "{count} blank lines above the headings passed over."),
    QT_TRANSLATE_NOOP("Sayings", "1 blank row above the headings passed over."),
    QT_TRANSLATE_NOOP("Sayings", "{count} blank rows above the headings passed over."),
    QT_TRANSLATE_NOOP("Sayings", "1 blank line at the end passed over."),
    QT_TRANSLATE_NOOP("Sayings", "{count} blank lines at the end passed over."),
    QT_TRANSLATE_NOOP("Sayings", "1 blank row at the end passed over."),
    QT_TRANSLATE_NOOP("Sayings", "{count} blank rows at the end passed over."),
    QT_TRANSLATE_NOOP("Sayings", "1 column without heading and values at the right passed over."),
    QT_TRANSLATE_NOOP("Sayings", "{count} columns without heading and values at the right passed over."),
    QT_TRANSLATE_NOOP("Sayings", "chosen"),
    QT_TRANSLATE_NOOP("Sayings", "nothing to find: a sheet holds numbers as numbers"),
    QT_TRANSLATE_NOOP("Sayings", "found because it is the only visible sheet with data"),
    QT_TRANSLATE_NOOP("Sayings", "found because the first line names it"),
    QT_TRANSLATE_NOOP("Sayings", "found because only this one gives every line the same number of cells"),
    QT_TRANSLATE_NOOP("Sayings", "found because no line has more than one cell"),
    QT_TRANSLATE_NOOP("Sayings", "found because commas separate the columns"),
    QT_TRANSLATE_NOOP("Sayings", "found because of “{text}” ({place})"),
    QT_TRANSLATE_NOOP("Sayings", "found because the file begins with its byte-order mark"),
    QT_TRANSLATE_NOOP("Sayings", "found because every byte fits UTF-8"),
    QT_TRANSLATE_NOOP("Sayings", "{code} would tell as much to within 0.1 points: {difference}."),
    QT_TRANSLATE_NOOP("Sayings", "{code}, the next in line, would tell {points} points less: {difference}."),
    QT_TRANSLATE_NOOP(
        "Sayings", "{code}, which the policy ranks next, would tell {points} points more: {difference}."
    ),
    QT_TRANSLATE_NOOP("Sayings", "neither would change the choice"),
    QT_TRANSLATE_NOOP(
        "Sayings", "no outcome of {first} would change the choice, {outcome} of {second} would"
    ),
    QT_TRANSLATE_NOOP(
        "Sayings", "{outcome} of {first} would, no outcome of {second} would change the choice"
    ),
    QT_TRANSLATE_NOOP("Sayings", "{outcome} of {first} would, {change} of {second} would"),
    QT_TRANSLATE_NOOP(
        "Sayings",
        "{outcome} of either would make {best} the best, with {one} % after {first} and {two} % after "
        "{second}",
    ),
    QT_TRANSLATE_NOOP(
        "Sayings",
        "{outcome} of {first} would make {best} the best ({one} %), of {second} {other} ({two} %)",
    ),
    QT_TRANSLATE_NOOP("Sayings", "either outcome"),
    QT_TRANSLATE_NOOP("Sayings", "a success"),
    QT_TRANSLATE_NOOP("Sayings", "a failure"),
)
SAYINGS: Final[tuple[str, ...]] = tuple(map(str, _MARKED))
_WITH_DECIMALS = frozenset({"points", "worth", "cost"})
_SAID_THEMSELVES = frozenset({"difference", "outcome", "change", "place"})
_SHAPES = {"outcome": "either outcome|a success|a failure", "change": "either outcome|a success|a failure"}


def said(text: str) -> str:
    """Return sentences of the calculation or of the reader of tables in the person's language.

    Parameters
    ----------
    text
        One or more sentences in English, or the end of one.

    Returns
    -------
    str
        The same in the language of the window; what is not known stays as it is.
    """
    if isinstance(text, Phrase):
        return told(text)
    one = _said_as_one(text)
    if one is not None:
        return one
    for end in re.finditer(r"\. ", text):
        first = _said_as_one(text[: end.start() + 1])
        if first is not None:
            return f"{first} {said(text[end.end() :])}"
    return text


def _said_as_one(text: str) -> str | None:
    for saying, shape in _shapes():
        found = shape.fullmatch(text)
        if found is not None:
            fields = {name: _field(name, value) for name, value in found.groupdict().items()}
            return QCoreApplication.translate("Sayings", saying).format(**fields)
    return None


def _field(name: str, value: str) -> str:
    if name in _SAID_THEMSELVES:
        return said(value)
    return value.replace(".", QLocale().decimalPoint()) if name in _WITH_DECIMALS else value


@cache
def _shapes() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((saying, re.compile(_shape(saying), re.DOTALL)) for saying in SAYINGS)


def _shape(saying: str) -> str:
    parts = re.split(r"\{(\w+)\}", saying)
    return "".join(
        f"(?P<{part}>{_SHAPES.get(part, '.+?')})" if place % 2 else re.escape(part)
        for place, part in enumerate(parts)
    )

"""Conditions on the columns of a pool, such as ``Solvent = DMF and Temp <= 80``: which candidates satisfy them."""

from __future__ import annotations

import difflib
import math
import operator
import re
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from kgdesk.errors import BadInput
from kgdesk.model.design.pool import by_short_name
from kgdesk.model.design.typed_numbers import typed_number
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.design.pool import Pool

    Mask = NDArray[np.bool_]

_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
_SIGN = re.compile(r"\s*(<=|>=|!=|==|≤|≥|≠|<|>|=|\s(?:not\s+in|in)(?=\s))\s*(.*)", re.IGNORECASE | re.DOTALL)
_SAME: Final = {"≤": "<=", "≥": ">=", "≠": "!=", "==": "="}
_ORDERS: Final[dict[str, Callable[[Any, float], Any]]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_QUOTED = re.compile(r"""\s*(?:"([^"]*)"|“([^”]*)”)\s*""")
_SHOWN = 6


def rows_where(pool: Pool, text: str) -> Mask:
    """Return which candidates satisfy conditions.

    Parameters
    ----------
    pool
        The candidates. Conditions are on attributes and on columns kept with the candidates.
    text
        ``COLUMN SIGN VALUE``, several joined by ``and``. The signs are ``=``, ``!=``, ``<``, ``<=``, ``>`` and ``>=``,
        and ``in`` (``not in``) before several values separated by commas. A column or a value in quotation marks may
        hold any of these words and signs. A number has either decimal mark; among several one with a comma stands in
        quotation marks.

    Returns
    -------
    numpy.ndarray
        Shape (M,), bool.

    Raises
    ------
    BadInput
        A condition cannot be read, a column or a word does not exist, or no candidate satisfies all conditions.
    """
    columns: dict[str, Sequence[str | float]] = {}
    columns |= {a.name: values for a, values in zip(pool.attributes, pool.values, strict=True)}
    columns |= pool.extras
    units = {a.name: a.unit for a in pool.attributes}
    short = by_short_name(columns)
    if not isinstance(text, str) or not text.strip():
        raise BadInput('The condition is empty: write, for example, "Solvent = DMF".')
    satisfied = np.ones(len(pool), dtype=np.bool_)
    for part in _parts(text):
        name, sign, values = _read(part, tuple(columns), tuple(short))
        name = short.get(name, name)
        satisfied &= _Column(name, columns[name], units.get(name, "")).satisfies(sign, values)
    if not satisfied.any():
        raise BadInput(phrase("No candidate satisfies “{text}”.", text=" ".join(text.split())))
    return satisfied


def _parts(text: str) -> list[str]:
    """Split a text at the word “and”, but not within quotation marks."""
    kept: list[str] = []

    def hide(match: re.Match[str]) -> str:
        kept.append(match[0])
        return f" \x00{len(kept) - 1}\x00 " if match[0] != match[0].strip() else f"\x00{len(kept) - 1}\x00"

    hidden = _QUOTED.sub(hide, text)
    return [
        re.sub(r"\x00(\d+)\x00", lambda match: kept[int(match[1])].strip(), part).strip()
        for part in _AND.split(hidden)
    ]


def _read(part: str, names: Sequence[str], short: Sequence[str]) -> tuple[str, str, list[str]]:
    """Return column, sign and values of one condition."""
    name, rest = _column(part, names, short)
    match = _SIGN.fullmatch(rest)
    if match is None or not match[2].strip():
        raise BadInput(
            phrase(
                "“{part}” is not a condition: write COLUMN = VALUE, with =, !=, <, <=, >, >= or in, several joined by "
                "“and”.",
                part=part,
            )
        )
    sign = " ".join(match[1].casefold().split())
    sign = _SAME.get(sign, sign)
    texts = _listed(match[2]) if sign in {"in", "not in"} else [_bare(match[2])]
    return name, {"=": "in", "!=": "not in"}.get(sign, sign), texts


def _column(part: str, names: Sequence[str], short: Sequence[str]) -> tuple[str, str]:
    """Return the column at the beginning of a condition, by its name or a short one, and the rest."""
    either = (*names, *short)
    quoted = _QUOTED.match(part)
    if quoted is not None:
        written, rest = next(group for group in quoted.groups() if group is not None), part[quoted.end() :]
        fits = [name for name in either if name.casefold() == written.strip().casefold()]
        if fits:
            return fits[0], f" {rest}"
    else:
        for exact in (str, str.casefold):
            begun = [name for name in either if exact(part).startswith(exact(name))]
            for name in sorted(begun, key=len, reverse=True):
                if _SIGN.fullmatch(part[len(name) :]):
                    return name, part[len(name) :]
        sign = _SIGN.search(part)
        written = part[: sign.start()] if sign else part
    if any(name.casefold() == written.strip().casefold() for name in either):
        return written.strip(), ""
    near = difflib.get_close_matches(written.strip().casefold(), [name.casefold() for name in names], n=1)
    if near:
        known = next(name for name in names if name.casefold() == near[0])
        raise BadInput(
            phrase(
                "There is no column “{name}” for the condition (--where): is it “{near}”?",
                name=written.strip(),
                near=known,
            )
        )
    raise BadInput(
        phrase(
            "There is no column “{name}” for the condition (--where): the candidates have {known}.",
            name=written.strip(),
            known=", ".join(names),
        )
    )


def _listed(text: str) -> list[str]:
    """Split values at commas, but not within quotation marks."""
    bare = text.strip()
    if (bare[:1], bare[-1:]) in {("(", ")"), ("[", "]"), ("{", "}")}:
        bare = bare[1:-1]
    found = re.findall(r"""\s*("[^"]*"|“[^”]*”|[^,]+)\s*(?:,|$)""", bare)
    return [_bare(one) for one in found]


def _bare(text: str) -> str:
    match = _QUOTED.fullmatch(text)
    return text.strip() if match is None else next(group for group in match.groups() if group is not None)


class _Column:
    """One column of a pool: an attribute, or one that is kept with the candidates."""

    def __init__(self, name: str, cells: Sequence[str | float], unit: str) -> None:
        self._name, self._unit = name, unit
        self._words = [str(cell).strip() for cell in cells]
        #: Blank cells are NaN, which stands in no order to a number.
        self._numbers = numbers_of_cells(self._words)
        self._are_numbers = not any(map(math.isnan, map(_number, filter(None, self._words)))) and any(
            self._words
        )

    def satisfies(self, sign: str, values: Sequence[str]) -> Mask:
        """Return which cells stand in this relation to the values: ``in``, ``not in`` or an order."""
        if sign in _ORDERS:
            (text,) = values
            return np.asarray(_ORDERS[sign](self._numbers, self._read_number(text)), dtype=np.bool_)
        among = np.zeros(len(self._words), dtype=np.bool_)
        for text in values:
            among |= self._equal(text)
        return among if sign == "in" else ~among

    def _read_number(self, text: str) -> float:
        if not self._are_numbers:
            raise BadInput(phrase("“{name}” contains words: write it with =, != or in.", name=self._name))
        number = typed_number(text.strip().removesuffix(self._unit) if self._unit else text)
        if number is None:
            raise BadInput(
                phrase(
                    "“{name}” contains numbers, and “{text}” is not one: write it like 82.5.",
                    name=self._name,
                    text=text,
                )
            )
        return number

    def _equal(self, text: str) -> Mask:
        if self._are_numbers:
            return np.asarray(self._numbers == self._read_number(text), dtype=np.bool_)
        wanted = text.strip()
        if wanted not in self._words:
            alike = {word for word in self._words if word.casefold() == wanted.casefold()}
            if len(alike) != 1:
                raise self._unknown(wanted)
            (wanted,) = alike
        return np.array([word == wanted for word in self._words], dtype=np.bool_)

    def _unknown(self, wanted: str) -> BadInput:
        known = [word for word in dict.fromkeys(self._words) if word]
        near = difflib.get_close_matches(wanted, known, n=1)
        if near:
            return BadInput(
                phrase(
                    "“{name}” has no “{text}”: is it “{near}”?", name=self._name, text=wanted, near=near[0]
                )
            )
        return BadInput(
            phrase(
                "“{name}” has no “{text}”: there is {known}.",
                name=self._name,
                text=wanted,
                known=", ".join(known[:_SHOWN]) + (", …" if len(known) > _SHOWN else ""),
            )
        )


def numbers_of_cells(cells: Sequence[str | float]) -> NDArray[np.float64]:
    """Return the numbers that cells are, (n,) float64; NaN where one is blank or a word."""
    return np.array([_number(str(cell).strip()) for cell in cells])


def _number(text: str) -> float:
    """Return the number that a text is; NaN if it is none."""
    try:
        return float(text) if text.strip() and "_" not in text else math.nan
    except ValueError:
        return math.nan

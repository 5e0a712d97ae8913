"""Pool: the finite list of candidates of a study with their attributes."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sized
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from kgdesk.errors import BadInput, UnknownCandidate
from kgdesk.plain_text import LONGEST_NAME, escaped, hidden_character, nearest
from kgdesk.text import listed, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


@dataclass(frozen=True, slots=True)
class Attribute:
    """Attribute of the candidates, an input of the model.

    Parameters
    ----------
    name
        Heading of the table's column.
    kind
        ``"number"`` or ``"category"``.
    unit
        For display only.
    log
        Numbers enter the design matrix as their natural logarithm.
    """

    name: str
    kind: Literal["number", "category"] = "number"
    unit: str = ""
    log: bool = False


def with_unit(name: str, unit: str) -> str:
    """Return a name with its unit in brackets, unless the name has it there: ``Salt (mM)``."""
    return (
        name if not unit or any(mark in name for mark in (f"({unit})", f"[{unit}]")) else f"{name} ({unit})"
    )


def without_unit(name: str, unit: str) -> str:
    """Return a name without its unit in brackets at the end: ``Salt``."""
    bare = name.removesuffix(f"({unit})").removesuffix(f"[{unit}]").rstrip()
    return bare if unit and bare else name


def check_name(name: str, what: str) -> None:
    """Check a new name of a candidate, a column or an operator.

    Parameters
    ----------
    what
        Subject and place of the name, for the message; the beginning of a sentence.

    Raises
    ------
    BadInput
        It is longer than 200 characters, or holds a control character or a bidirectional override.
    """
    hidden = hidden_character(name)
    if hidden:
        raise BadInput(
            phrase(
                "{what} “{name}” contains the invisible character {sign}: delete it.",
                what=what,
                name=escaped(name[:40]),
                sign=hidden,
            )
        )
    if len(name) > LONGEST_NAME:
        raise BadInput(
            phrase(
                "{what} “{name}…” has {count} characters: shorten it to {longest} at most.",
                what=what,
                name=name[:40],
                count=len(name),
                longest=LONGEST_NAME,
            )
        )


@dataclass(frozen=True)
class Pool:
    """A finite list of candidates with their attributes.

    Parameters
    ----------
    ids
        Unique names, one per candidate.
    attributes
        In table order.
    values
        One tuple per attribute, in the order of `attributes`: floats for a number, str for a category; each
        as long as `ids`.
    extras
        Kept columns, which are not modelled (location, barcode, remarks): heading -> one str per candidate.

    Raises
    ------
    BadInput
        No candidates, a duplicate or empty name, or columns of unequal length.

    Examples
    --------
    >>> from kgdesk import read_pool
    >>> pool = read_pool({"code": ["A", "B"], "dose": [1.0, 2.0]}, id="code").pool
    >>> pool
    <Pool: 2 candidates, 1 attributes (dose)>
    >>> pool.ids, pool.values
    (('A', 'B'), ((1.0, 2.0),))
    """

    ids: tuple[str, ...]
    attributes: tuple[Attribute, ...]
    values: tuple[tuple[float, ...] | tuple[str, ...], ...]
    extras: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def __repr__(self) -> str:
        """Say how many candidates there are and what describes them, in one line."""
        names = ", ".join(attribute.name for attribute in self.attributes[:8])
        more = ", ..." if len(self.attributes) > 8 else ""
        return f"<Pool: {len(self.ids)} candidates, {len(self.attributes)} attributes ({names}{more})>"

    def __post_init__(self) -> None:
        self._check_types()
        if not self.ids:
            raise BadInput("The table has no candidates: give it at least one row below the headings.")
        if len(set(self.ids)) != len(self.ids):
            seen: set[str] = set()
            double = next(i for i in self.ids if i in seen or seen.add(i))  # type: ignore[func-returns-value]
            raise BadInput(
                phrase("Two candidates are called “{double}”: give each a name of its own.", double=double)
            )
        if any(not name.strip() for name in self.ids):
            raise BadInput("A candidate has an empty name: fill the column that names the candidates.")
        columns = (*self.values, *self.extras.values())
        if len(self.values) != len(self.attributes) or any(len(c) != len(self.ids) for c in columns):
            raise BadInput("The columns of the table differ in length: each needs one value per candidate.")

    def _check_types(self) -> None:
        """Raise BadInput for names that are no text, and for a value that is no list of columns."""
        if not isinstance(self.ids, tuple | list) or not all(isinstance(name, str) for name in self.ids):
            raise BadInput(
                "The names of the candidates must be a list of texts: write them in quotation marks."
            )
        if not isinstance(self.attributes, tuple | list) or not all(
            isinstance(a, Attribute) and isinstance(a.name, str) for a in self.attributes
        ):
            raise BadInput("The attributes of a pool must be a list of Attribute, each with a name.")
        columns = (self.values, self.extras.values()) if isinstance(self.extras, dict) else (None,)
        if not all(map(_is_columns, columns)):
            raise BadInput("The columns of a pool must be lists: one for each attribute and kept column.")

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def columns(self) -> tuple[str, ...]:
        """Headings of the attributes, then those of the kept columns."""
        return (*(attribute.name for attribute in self.attributes), *self.extras)

    def refuse_column(self, name: str, refusal: str) -> BadInput:
        """Return the refusal of a column that the table does not have, with the heading that may be meant, or all."""
        near = nearest(name, self.columns)
        if near:
            return BadInput(phrase("{refusal} Did you mean “{near}”?", refusal=refusal, near=near))
        return BadInput(
            phrase("{refusal} The table has {choices}.", refusal=refusal, choices=listed(self.columns))
        )

    @cached_property
    def _row(self) -> dict[str, int]:
        return {name: row for row, name in enumerate(self.ids)}

    def row(self, candidate: str) -> int:
        """Return the row of a candidate, by its exact name.

        Raises
        ------
        UnknownCandidate
            No candidate has this name.
        """
        if not isinstance(candidate, str):
            raise UnknownCandidate(
                phrase(
                    "A candidate is named by a text, not by {candidate}: write its name in quotation marks.",
                    candidate=f"{candidate!r:.60}",
                )
            )
        try:
            return self._row[candidate]
        except KeyError:
            near = nearest(candidate, self.ids)
            hint = (
                phrase("Did you mean “{near}”?", near=near)
                if near
                else phrase("Look at the Candidates list for the names.")
            )
            raise UnknownCandidate(
                phrase("This study has no candidate “{candidate}”. {hint}", candidate=candidate, hint=hint)
            ) from None


_UNIT_AT_THE_END = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\])\s*$")


def by_short_name(names: Iterable[str]) -> dict[str, str]:
    """Return headings by what they are called without a unit in brackets: Temp for “Temp (°C)”.

    Left out is what two headings would be called, or what is a heading itself.
    """
    known = tuple(names)
    short = [(_UNIT_AT_THE_END.sub("", name), name) for name in known]
    counted = Counter(each for each, _ in short)
    return {each: name for each, name in short if each and counted[each] == 1 and each not in known}


def _is_columns(columns: object) -> bool:
    """Return whether an object is iterable and each of its items has a length."""
    return isinstance(columns, Iterable) and all(
        isinstance(column, Sized) and not isinstance(column, str) for column in columns
    )


#: Names listed in one refusal.
_NAMED = 8


def refused_additions(pool: Pool, first: Pool, dropped: Sequence[str], more: Pool) -> list[str]:
    """Return why candidates cannot join a pool, one sentence each; empty if they can.

    Parameters
    ----------
    pool, first
        The pool, and the pool at creation: each number may exceed its range by its width on both sides.
    dropped
        Attributes that had one value at creation.
    more
        Candidates with the attributes of the pool, in its order.
    """
    known = set(pool.ids)
    twice = [name for name in more.ids if name in known]
    found: list[str] = []
    if twice:
        found.append(
            phrase("In the study already: {names}. Leave these rows out of the table.", names=_some(twice))
        )
    for attribute, old, new in zip(pool.attributes, first.values, more.values, strict=True):
        if attribute.kind == "number" and attribute.name not in dropped:
            found += far_numbers(attribute, [float(v) for v in old], [float(v) for v in new])
            continue
        strange = [f"“{value}”" for value in dict.fromkeys(new) if value not in set(old)]
        if strange:
            found.append(
                phrase(
                    "“{name}” has no {values} in this study, which cannot learn about it: make a new study of all "
                    "candidates that takes the runs along (kgdesk new NEW --like STUDY --candidates TABLE).",
                    name=attribute.name,
                    values=_some(strange),
                )
            )
    return found


def far_numbers(attribute: Attribute, old: Sequence[float], new: Sequence[float]) -> list[str]:
    """Return a sentence about numbers outside three times the range of an attribute; none if there are none."""
    scale: Callable[[float], float] = math.log if attribute.log else float
    low, high = scale(min(old)), scale(max(old))
    width = high - low
    far = [f"{value:g}" for value in new if not low - width <= scale(value) <= high + width]
    if not far:
        return []
    return [
        phrase(
            "“{name}”: {values} is outside three times the range of this study, {low} to {high}: leave these rows out, "
            "or make a new study of all candidates that takes the runs along (kgdesk new NEW --like STUDY --candidates "
            "TABLE).",
            name=attribute.name,
            values=_some(far),
            low=f"{min(old):g}",
            high=f"{max(old):g}",
        )
    ]


def _some(names: Sequence[str]) -> str:
    return listed(names) if len(names) <= _NAMED else listed((*names[:_NAMED], "…"))


def kinds_in_words(attributes: Sequence[Attribute]) -> tuple[tuple[str, str], ...]:
    """Return the names of attributes with their kinds."""
    pairs = []
    for a in attributes:
        kind = phrase("a category") if a.kind == "category" else phrase("a number")
        if a.kind != "category" and a.unit:
            kind = phrase("{kind} in {unit}", kind=kind, unit=a.unit)
        if a.kind != "category" and a.log:
            kind = phrase("{kind}, on a log scale", kind=kind)
        pairs.append((a.name, kind))
    return tuple(pairs)

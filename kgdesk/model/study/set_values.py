"""Values that were really set in a run, where they differ from those of its candidate."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping
from numbers import Real
from typing import TYPE_CHECKING, Any

from kgdesk.errors import BadInput
from kgdesk.model.design.encoding import encode
from kgdesk.model.design.pool import by_short_name, far_numbers
from kgdesk.model.design.typed_numbers import typed_number
from kgdesk.text import listed, phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from kgdesk.model.design.encoding import Scaling
    from kgdesk.model.design.pool import Pool

    #: Attribute and value, in the order of the attributes.
    SetValues = tuple[tuple[str, float | str], ...]


def parse_set_values(pool: Pool, texts: Sequence[str]) -> dict[str, float | str]:
    """Parse what a person states, such as ``Temp=82``, one text per attribute.

    Raises
    ------
    BadInput
        There is no such attribute, or the value of a number is none or can be read in two ways; the message names it.
    """
    values: dict[str, float | str] = {}
    attributes = {attribute.name: attribute for attribute in pool.attributes}
    short = by_short_name(attributes)
    for text in texts:
        name, _, value = text.partition("=")
        while _ and name.strip() not in attributes and "=" in value:  # a heading may hold the sign
            more, _, value = value.partition("=")
            name = f"{name}={more}"
        name, value = short.get(name.strip(), name.strip()), value.strip()
        if name not in attributes:
            raise _unknown(name, tuple(attributes))
        if name in values:
            raise BadInput(phrase("“{name}” is set twice: state one value of it.", name=name))
        attribute = attributes[name]
        if attribute.kind == "category":
            values[name] = value
            continue
        bare = value.removesuffix(attribute.unit).strip() if attribute.unit else value
        number = typed_number(bare)
        if number is None:
            raise BadInput(
                phrase(
                    "“{text}” is no number of {name}: write, for example, {name}=82.5.", text=text, name=name
                )
            )
        values[name] = number
    return values


def _unknown(name: str, names: Sequence[str]) -> BadInput:
    near = difflib.get_close_matches(name, names, n=1)
    if near:
        return BadInput(phrase("There is no attribute “{name}”: is it “{near}”?", name=name, near=near[0]))
    return BadInput(
        phrase(
            "There is no attribute “{name}” to set: the study learns from {known}.",
            name=name,
            known=", ".join(names),
        )
    )


def checked_set_values(pool: Pool, scaling: Scaling, candidate: str, values: object) -> SetValues:
    """Return the values that differ from those of a candidate, in the order of the attributes.

    Raises
    ------
    BadInput
        An attribute does not exist or is the same for all candidates, or a value is of another kind, not finite, or a
        level that no candidate has.
    """
    if not isinstance(values, Mapping):
        raise BadInput("What was really set is given as attributes with their values.")
    names = [attribute.name for attribute in pool.attributes]
    short = by_short_name(names)
    values = {short.get(name, name): value for name, value in values.items()}
    for name in values:
        if name not in names:
            raise _unknown(str(name), names)
        if name in scaling.dropped:
            raise BadInput(
                phrase(
                    "“{name}” is the same for all candidates, so the study cannot learn what another value does: keep "
                    "it as a note.",
                    name=name,
                )
            )
    row = pool.row(candidate)
    found: list[tuple[str, float | str]] = []
    for attribute, column in zip(pool.attributes, pool.values, strict=True):
        if attribute.name not in values:
            continue
        value = values[attribute.name]
        holds_words = attribute.kind == "category"
        if isinstance(value, bool) or not isinstance(value, str if holds_words else Real):
            what = phrase("a text") if holds_words else phrase("a number")
            raise BadInput(
                phrase(
                    "“{name}” cannot be set to {value}: give {what}.",
                    name=attribute.name,
                    value=f"{value!r:.60}",
                    what=what,
                )
            )
        value = value if isinstance(value, str) else float(value)
        if value != column[row]:
            found.append((attribute.name, value))
    row_of(pool, scaling, candidate, tuple(found))
    return tuple(found)


def row_of(pool: Pool, scaling: Scaling, candidate: str, values: SetValues) -> NDArray[np.float64]:
    """Return the row (d,) of the design matrix for a candidate with some of its values replaced.

    Raises
    ------
    BadInput
        A number is not finite, or not positive on a log scale; or no candidate has a level.
    """
    row, changed = pool.row(candidate), dict(values)
    columns: Any = [
        [changed.get(attribute.name, column[row])]
        for attribute, column in zip(pool.attributes, pool.values, strict=True)
    ]
    X: NDArray[np.float64] = encode(scaling, pool.attributes, columns, ids=[candidate])
    first: NDArray[np.float64] = X[0]
    return first


def beyond_the_pool(pool: Pool, values: SetValues) -> str:
    """Return a sentence about numbers outside the range of the candidates; empty if there are none.

    Raises
    ------
    BadInput
        A number is outside three times that range, where the model says nothing.
    """
    changed, outside = dict(values), []
    for attribute, column in zip(pool.attributes, pool.values, strict=True):
        value = changed.get(attribute.name)
        if value is None or isinstance(value, str):
            continue
        known = [float(each) for each in column]
        if far_numbers(attribute, known, [value]):
            raise BadInput(
                phrase(
                    "“{name}” = {value} is outside three times the range of the candidates, {low} to {high}: look "
                    "whether it is right, and keep it as a note.",
                    name=attribute.name,
                    value=f"{value:g}",
                    low=f"{min(known):g}",
                    high=f"{max(known):g}",
                )
            )
        if not min(known) <= value <= max(known):
            outside.append(
                phrase(
                    "“{name}” = {value} is outside the range of the candidates, {low} to {high}",
                    name=attribute.name,
                    value=f"{value:g}",
                    low=f"{min(known):g}",
                    high=f"{max(known):g}",
                )
            )
    return phrase("{outside}.", outside=listed(outside)) if outside else ""


def written_set_values(values: SetValues) -> str:
    """Return the values as a cell of a table, a JSON object; empty for none."""
    return json.dumps(dict(values), ensure_ascii=False) if values else ""


def read_set_values(text: str) -> dict[str, float | str]:
    """Parse what `written_set_values` writes.

    Raises
    ------
    BadInput
        It is something else.
    """
    try:
        values = json.loads(text)
    except ValueError:
        values = None
    if not isinstance(values, dict) or not all(type(value) in {str, int, float} for value in values.values()):
        raise BadInput(
            phrase(
                "{text} does not say what was really set, like {example}.",
                text=f"“{text:.60}”",
                example='{"Temp": 82}',
            )
        )
    return values


def set_values_text(values: SetValues) -> str:
    """Return the values as a text for people: ``Temp 82, Solvent DMF``."""
    return ", ".join(f"{name} {value if isinstance(value, str) else f'{value:g}'}" for name, value in values)

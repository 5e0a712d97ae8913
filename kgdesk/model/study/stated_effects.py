"""What a person expects of single attributes before any run: the prior N(m0, S0) of the paper, weight by weight.

An effect is stated in units that a person knows: the change of the log-odds from the smallest to the largest value of a
number among the candidates, or what one level of a category adds; with its standard deviation. It becomes mean and
deviation of the weight of that column, which are frozen with the design matrix.
"""

from __future__ import annotations

import difflib
import math
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from kgdesk.errors import BadInput
from kgdesk.model.design.encoding import Scaling, StatedEffect, encode
from kgdesk.model.design.typed_numbers import with_point
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.design.pool import Pool

_NUMBER = r"[+\-−]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?"
_EFFECT = re.compile(rf"\s*(\S.*?)\s*=\s*({_NUMBER})\s*(?:\+-|\+/-|±)\s*({_NUMBER})\s*", re.DOTALL)


def parse_effect(text: str) -> tuple[str, float, float]:
    """Parse an effect as a person states it, such as ``Catalyst load=1+-0.5``: name, mean and standard deviation.

    Raises
    ------
    BadInput
        It has another form, or a deviation that is not greater than 0.
    """
    found = _EFFECT.fullmatch(text)
    if found is None:
        raise BadInput(
            phrase(
                "“{text}” is no expected effect: write NAME=MEAN+-DEVIATION, for example “Catalyst load=1+-0.5”.",
                text=f"{text:.60}",
            )
        )
    mean, deviation = (float(with_point(part).replace("−", "-")) for part in found.groups()[1:])
    if not (math.isfinite(mean) and 0.0 < deviation < math.inf):
        raise BadInput(
            phrase(
                "The deviation of the expected effect of {name} must be greater than 0: how far off may it be?",
                name=found[1],
            )
        )
    return found[1], mean, deviation


def with_effects(scaling: Scaling, texts: Sequence[str], pool: Pool) -> Scaling:
    """Return the encoding of a pool with the effects that a person has stated.

    Raises
    ------
    BadInput
        A name is that of no attribute or level, or stands twice.
    """
    if not texts:
        return scaling
    X = encode(scaling, pool.attributes, pool.values)
    at = {column.name: j for j, column in enumerate(scaling.columns) if column.attribute}
    stated: dict[str, StatedEffect] = {}
    for text in texts:
        name, mean, deviation = parse_effect(text)
        if name not in at:
            raise _unknown(name, scaling, pool)
        if name in stated:
            raise BadInput(phrase("The expected effect of {name} is stated twice: leave one out.", name=name))
        j = at[name]
        unit = float(X[:, j].max() - X[:, j].min()) if scaling.columns[j].level is None else 1.0
        stated[name] = StatedEffect(name, mean / unit, deviation / unit)
    return replace(scaling, stated=tuple(stated.values()))


def _unknown(name: str, scaling: Scaling, pool: Pool) -> BadInput:
    known = [column.name for column in scaling.columns if column.attribute]
    if name in scaling.dropped:
        return BadInput(
            phrase(
                "“{name}” is the same for all candidates, so no effect of it can be expected here: leave it out.",
                name=name,
            )
        )
    levels = [one for one in known if one.startswith(f"{name}=")]
    if levels and name in {attribute.name for attribute in pool.attributes}:
        return BadInput(
            phrase(
                "“{name}” contains words: state the effect of one of them, for example “{level}=1+-0.5”.",
                name=name,
                level=levels[0],
            )
        )
    near = difflib.get_close_matches(name, known, n=1)
    if near:
        return BadInput(phrase("There is no attribute “{name}”: is it “{near}”?", name=name, near=near[0]))
    return BadInput(
        phrase(
            "There is no attribute “{name}” to expect an effect of: the study learns from {known}.",
            name=name,
            known=", ".join(known),
        )
    )

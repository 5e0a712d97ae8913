"""What the settings about repeats and measured values may be."""

from __future__ import annotations

import math
import re
from typing import Final

from kgdesk.errors import BadInput, phrase

#: On which side of the threshold a measured value is a success; the threshold itself belongs to it.
DIRECTIONS: Final = ("at-least", "at-most")
_REPEATS = re.compile(r"[2-9]|[1-9][0-9]{1,5}", re.ASCII)


def check_repeats(repeats: str) -> None:
    """See to it that a text says whether a candidate may be run again: yes, no, a number from 2, or nothing.

    Raises
    ------
    BadInput
        It does not.
    """
    if repeats not in {"", "yes", "no"} and not _REPEATS.fullmatch(repeats):
        raise BadInput(
            phrase(
                "“{repeats}” does not say whether a candidate may be run again: use yes, no or a whole "
                "number from 2.",
                repeats=repeats,
            )
        )


def check_measured(name: str, unit: str, threshold: float | None, direction: str) -> None:
    """See to it that a threshold has a direction and a name, and a unit a name.

    Raises
    ------
    BadInput
        Something is missing, or the direction or the threshold is none.
    """
    given = threshold is not None
    if given != bool(direction) or (not name and (given or unit)):
        raise BadInput(
            "A threshold needs the name of the measured value, and a direction: at-least or at-most."
        )
    if direction not in {"", *DIRECTIONS}:
        raise BadInput(
            phrase("“{direction}” is not a direction: use at-least or at-most.", direction=direction)
        )
    if threshold is not None and not math.isfinite(threshold):
        raise BadInput("The threshold must be a finite number.")

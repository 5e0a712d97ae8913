"""Settings in the words of the window: labels and values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kgdesk.errors import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

#: Setting -> label; the names and meanings of the outcomes have their own table.
SETTINGS: Final[dict[str, str]] = {
    "belief": phrase("model"),
    "policy": phrase("way to choose"),
    "prior_precision": phrase("prior strength"),
    "prior_intercept": phrase("prior of a typical candidate (log-odds)"),
    "budget": phrase("planned runs"),
    "seed": phrase("seed"),
    "raw": phrase("numbers are used as they are, not standardised"),
    "terms": phrase("terms"),
    "term_precision": phrase("prior strength of products"),
    "square_precision": phrase("prior strength of squares"),
    "stop": phrase("stopping rule"),
    "never_together": phrase("columns whose equal cells never run together"),
    "barcode": phrase("column with the codes of the samples"),
    "location": phrase("column with the places of the samples"),
    "repeats": phrase("runs of a candidate again"),
    "measured": phrase("measured value"),
    "measured_unit": phrase("unit of the measured value"),
    "threshold": phrase("threshold"),
    "direction": phrase("a success is"),
    "title": phrase("title"),
}

#: Words for the keys that settings are stored as.
_VALUES: Final[dict[str, dict[str, str]]] = {
    "belief": {
        "moments": phrase("recommended model"),
        "full": phrase("correlated model"),
        "diagonal": phrase("model of the paper"),
    },
    "terms": {
        "linear": phrase("the best lies at an end of every range"),
        "interactions": phrase("the effect of a number may depend on another one"),
        "squares": phrase(
            "the best may lie in the middle of a range; no number changes the effect of another"
        ),
        "quadratic": phrase("the best may lie in the middle of a range"),
        "average": phrase("straight and bent models, weighted by the outcomes"),
        "average-squares": phrase("straight models and bent ones without products, weighted by the outcomes"),
    },
    "repeats": {"yes": phrase("as often as it takes"), "no": phrase("only once")},
    "direction": {
        "at-least": phrase("a value at the threshold or above"),
        "at-most": phrase("a value at the threshold or below"),
    },
}


def setting_text(name: str, value: object, number: Callable[[float], str]) -> str:
    """Return the value of a setting in the words of the window; numbers are formatted by `number`."""
    if name == "seed":
        return str(value)
    if isinstance(value, bool):
        return phrase("yes") if value else phrase("no")
    if isinstance(value, int | float):
        return number(value)
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value or "")
    if name == "repeats" and text.isdigit():
        return phrase("{count} times at most", count=text)
    return _VALUES.get(name, {}).get(text, text) or phrase("none")

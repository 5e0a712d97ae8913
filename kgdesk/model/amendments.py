"""What entries that give a setting another value make of the settings of a study."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kgdesk.errors import BadInput, listed, phrase
from kgdesk.model.barcodes import Barcodes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.entries import Amendment
    from kgdesk.model.pool import Pool
    from kgdesk.model.settings import Settings


#: Settings that may change while a study is open, each with what it is; the barcode's column since format 1.
AMENDABLE: dict[str, type] = {
    "barcode": str,
    "location": str,
    "title": str,
    "budget": int,
    "stop": str,
    "policy": str,
    "repeats": str,
}


def amended(pool: Pool, settings: Settings, setting: object, value: Any) -> Settings:
    """Return settings of which one has another value.

    Raises
    ------
    ValueError, BadInput
        No setting of that name can change, or it cannot have that value. A version of the program that lets a further
        one change gives ``settings_changed`` a new version, so that this one says that it is too old.
    """
    if not isinstance(setting, str) or type(value) is not AMENDABLE.get(setting):
        raise ValueError(f"setting {setting!r} to {value!r}")
    if setting == "barcode":
        Barcodes(pool, str(value))
    if setting == "location":
        check_location(pool, str(value))
    changed: dict[str, Any] = {setting: value}
    return replace(settings, **changed)


def check_location(pool: Pool, column: str) -> None:
    """See to it that the column with the places of the samples is kept with the candidates, or none is named.

    Raises
    ------
    BadInput
        The pool has no such column.
    """
    if column and column not in pool.extras:
        raise BadInput(
            phrase(
                "There is no column “{column}” with the places of the samples: the table keeps {known}.",
                column=column,
                known=listed(pool.extras) if pool.extras else phrase("no column for people"),
            )
        )


def as_made(settings: Settings, amendments: Sequence[Amendment]) -> Settings:
    """Return settings as they were when the study was made, before all of these amendments."""
    first: dict[str, Any] = {}
    for one in amendments:
        first.setdefault(one.setting, AMENDABLE[one.setting](one.old))
    return replace(settings, **first) if first else settings

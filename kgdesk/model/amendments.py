"""What entries that give a setting another value make of the settings of a study."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kgdesk.model.barcodes import Barcodes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.entries import Amendment
    from kgdesk.model.pool import Pool
    from kgdesk.model.settings import Settings


def amended(pool: Pool, settings: Settings, setting: object, value: object) -> Settings:
    """Return settings of which one has another value.

    Raises
    ------
    ValueError, BadInput
        No setting of that name can change, or it cannot have that value. A version of the program that lets a further
        one change gives ``settings_changed`` a new version, so that this one says that it is too old.
    """
    if setting != "barcode" or not isinstance(value, str):
        raise ValueError(f"setting {setting!r} to {value!r}")
    Barcodes(pool, value)
    return replace(settings, barcode=value)


def as_made(settings: Settings, amendments: Sequence[Amendment]) -> Settings:
    """Return settings as they were when the study was made, before all of these amendments."""
    return replace(settings, barcode=amendments[0].old) if amendments else settings

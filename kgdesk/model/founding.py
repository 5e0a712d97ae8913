"""The first entries of a study: its settings, its candidates and how their values become columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kgdesk.model.amendments import check_location
from kgdesk.model.barcodes import Barcodes
from kgdesk.model.columns import columns_from_json, in_table_order
from kgdesk.model.pool import Attribute, Pool
from kgdesk.model.recipe import Scaling
from kgdesk.model.sense import newer
from kgdesk.model.settings import Settings
from kgdesk.model.together import Groups

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kgdesk.model.events import Event


def founded(events: Mapping[str, Event]) -> dict[str, Any]:
    """Return what the first entries of a study say, as fields of `kgdesk.model.study.Study`.

    Parameters
    ----------
    events
        By kind: ``study_created``, ``attributes_defined``, ``candidates_imported``, ``scaling_fixed``.

    Raises
    ------
    NewerStudy
        The study learns the scale of its prior or has smooth terms, which this program cannot compute.
    KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, BadInput
        The entries do not make a study.
    """
    created = events["study_created"].payload
    settings: Mapping[str, Any] = created["settings"]
    if settings.get("prior_scale", "fixed") != "fixed" or settings.get("smooth", ()):
        raise newer(events["study_created"])
    if created.get("format", 2) != 2:
        raise ValueError(f"format {created['format']!r}")
    table = events["candidates_imported"].payload
    listed = events["attributes_defined"].payload["attributes"]
    attrs = tuple(Attribute(a["name"], a["kind"], a["unit"], bool(a["log"])) for a in listed)
    values = tuple(
        tuple(float(v) for v in column) if a.kind == "number" else tuple(str(v) for v in column)
        for a, column in zip(attrs, table["values"], strict=True)
    )
    extras = {str(k): tuple(str(v) for v in column) for k, column in table["extras"].items()}
    pool = Pool(tuple(str(i) for i in table["ids"]), attrs, values, extras)
    settled = Settings.from_json(settings)
    scaling = Scaling.from_json(events["scaling_fixed"].payload)
    if {c.attribute for c in scaling.columns} - {a.name for a in attrs} != {""}:
        raise ValueError("the scaling names an attribute that the table lacks")
    Groups(pool, settled.never_together)
    Barcodes(pool, settled.barcode)
    check_location(pool, settled.location)
    columns = columns_from_json(table.get("columns", ()), pool) if "columns" in table else ()
    return {
        "name": str(created["name"]),
        "settings": settled,
        "pool": in_table_order(pool, columns) if columns else pool,
        "scaling": scaling,
        "source": table["source"],
        "columns": columns,
    }

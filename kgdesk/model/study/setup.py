"""Creation of a study from its first events, and later changes of its settings and pool."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from kgdesk.errors import BadInput, NewerStudy
from kgdesk.model import policies
from kgdesk.model.design.availability import ExclusionGroups
from kgdesk.model.design.encoding import Scaling, encode
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.design.samples import Barcodes
from kgdesk.model.study.earlier import Earlier
from kgdesk.model.study.events import RECORD_FORMAT, newer
from kgdesk.model.study.settings import SETTINGS, Settings, card_headings, checked_prior
from kgdesk.text import listed, phrase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kgdesk.model.study.events import Event
    from kgdesk.model.study.records import Amendment


#: Roles of columns in a table. ``location``, ``barcode`` and ``kept`` columns are kept for people and not modelled;
#: ``block`` columns say in which block the past outcome of a row was run.
ROLES: Final = ("id", "number", "category", "location", "barcode", "block", "kept", "outcome", "ignored")

#: Kinds of the events that a study begins with; no later event may be of these kinds.
FOUNDING: Final = ("study_created", "attributes_defined", "candidates_imported", "scaling_fixed")

_SINGLE_COLUMN_ROLES = {"id", "location", "barcode", "outcome"}
_KEPT, _LEARNT = {"location", "barcode", "block", "kept"}, {"number", "category"}


@dataclass(frozen=True, slots=True)
class TableColumn:
    """One column of the table.

    Parameters
    ----------
    name
        Heading of the column.
    role
        One of `ROLES`.
    """

    name: str
    role: str

    def as_json(self) -> dict[str, Any]:
        """Return the column as JSON values."""
        return {"name": self.name, "role": self.role}


def columns_from_json(listed: Any, pool: Pool) -> tuple[TableColumn, ...]:
    """Parse the columns of a table, in table order, and check them against the pool that was read from it.

    Raises
    ------
    KeyError, TypeError, ValueError
        A heading occurs twice, a role is unknown or occurs too often, or an attribute or kept column of the pool is
        missing or has another role.
    """
    columns = tuple(TableColumn(one["name"], one["role"]) for one in listed)
    check_columns(columns, pool)
    return columns


def check_columns(columns: Sequence[TableColumn], pool: Pool) -> None:
    """Check that the columns of a table match those of a pool.

    Raises
    ------
    TypeError, ValueError
        As for `columns_from_json`.
    """
    for one in columns:
        if not isinstance(one.name, str) or one.role not in ROLES:
            raise ValueError(f"column {one.name!r} of the role {one.role!r}")
    names, roles = Counter(one.name for one in columns), Counter(one.role for one in columns)
    if names and max(names.values()) > 1:
        raise ValueError("a heading stands twice")
    if any(roles[role] > 1 for role in _SINGLE_COLUMN_ROLES):
        raise ValueError("two columns of a role that only one may have")
    learnt = {one.name: one.role for one in columns if one.role in _LEARNT}
    kept_names = {one.name for one in columns if one.role in _KEPT}
    if learnt != {a.name: a.kind for a in pool.attributes} or kept_names != set(pool.extras):
        raise ValueError("the columns are not those of the candidates")


def in_table_order(pool: Pool, columns: Sequence[TableColumn]) -> Pool:
    """Return the pool with its kept columns in table order; canonical JSON has sorted them by heading."""
    return replace(pool, extras={one.name: pool.extras[one.name] for one in columns if one.role in _KEPT})


def with_roles(columns: Sequence[TableColumn], settings: Settings) -> tuple[TableColumn, ...]:
    """Return the columns with the roles ``block``, ``barcode`` and ``location``, which the settings of a study assign.

    A column with several of them gets the last one.
    """
    named = {column.name: "block" for column in settings.block_columns}
    named |= {settings.barcode: "barcode"} | {settings.location: "location"}
    return tuple(
        replace(one, role=named.get(one.name, one.role)) if one.role == "kept" else one for one in columns
    )


#: Settings that may change while a study is open, each with its type.
AMENDABLE: dict[str, type] = {
    name: float if setting.holds == "number or nothing" else type(setting.default)
    for name, setting in SETTINGS.items()
    if setting.amendable
}


def amended(pool: Pool, settings: Settings, setting: object, value: Any) -> Settings:
    """Return the settings with another value of one of them.

    Raises
    ------
    ValueError, BadInput
        The setting is unknown or cannot change, or the value is invalid.
    """
    kind = AMENDABLE.get(setting) if isinstance(setting, str) else None
    if kind is float and type(value) is int:
        value = float(value)
    if kind is None or type(value) is not kind:
        raise ValueError(f"setting {setting!r} to {value!r}")
    if setting == "barcode":
        Barcodes(pool, str(value))
    if setting == "location":
        check_location(pool, str(value))
    if setting == "card_columns":
        check_card_columns(pool, str(value))
    if setting == "policy":  # an empty one would mean the default of a new study
        policies.policy(str(value))
    changed: dict[Any, Any] = {setting: value}
    return replace(settings, **changed)


def check_location(pool: Pool, column: str) -> None:
    """Check that the location column is a kept column of the pool, or empty.

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


def check_card_columns(pool: Pool, columns: str) -> None:
    """Check that the columns of the setting `card_columns` are kept columns of the pool, each named once.

    Raises
    ------
    BadInput
        The pool has no such column, or it is named twice.
    """
    named = card_headings(columns)
    for column in named:
        if column not in pool.extras:
            raise BadInput(
                phrase(
                    "There is no column “{column}” for the card: the table keeps {known}.",
                    column=column,
                    known=listed(pool.extras) if pool.extras else phrase("no column for people"),
                )
            )
        if named.count(column) > 1:
            raise BadInput(phrase("The column “{column}” is named twice for the card.", column=column))


def settings_at_creation(settings: Settings, amendments: Sequence[Amendment]) -> Settings:
    """Return the settings at creation: undo all amendments."""
    first: dict[str, Any] = {}
    for one in amendments:
        first.setdefault(one.setting, AMENDABLE[one.setting](one.old))
    return replace(settings, **first) if first else settings


@dataclass(frozen=True)
class Addition:
    """Candidates that were added to the pool.

    Parameters
    ----------
    candidates
        Names of the candidates, at the end of the pool.
    source
        Origin of the candidates: file name, digest, parser settings.
    operator, recorded_at, reason
        As recorded.
    seq
        Number of the event.
    """

    candidates: tuple[str, ...]
    source: Mapping[str, Any]
    operator: str
    recorded_at: str
    reason: str
    seq: int


def with_additions(pool: Pool, scaling: Scaling, settings: Settings, event: Event) -> tuple[Pool, Addition]:
    """Return the pool with the candidates of an event appended, and the record of the addition.

    Raises
    ------
    KeyError, TypeError, ValueError, BadInput
        A name exists already, a column is missing or not expected, or a value does not fit the frozen encoding: a level
        that no candidate had, or another value in a column that was dropped because it was constant.
    """
    facts = event.payload
    ids = tuple(_texts(facts["ids"]))
    if not ids or len(facts["values"]) != len(pool.attributes) or set(facts["extras"]) != set(pool.extras):
        raise ValueError("columns that are not those of the pool")
    values = tuple(
        tuple(map(_number, column)) if a.kind == "number" else tuple(_texts(column))
        for a, column in zip(pool.attributes, facts["values"], strict=True)
    )
    for a, old, new in zip(pool.attributes, pool.values, values, strict=True):
        if a.name in scaling.dropped and set(new) != set(old):
            raise ValueError(f"another value in {a.name!r}, which was left out")
    extras = {name: (*column, *_texts(facts["extras"][name])) for name, column in pool.extras.items()}
    joined: Any = tuple((*old, *new) for old, new in zip(pool.values, values, strict=True))
    larger = Pool((*pool.ids, *ids), pool.attributes, joined, extras)
    checked_prior(settings, scaling, encode(scaling, pool.attributes, values, ids=ids))
    Barcodes(larger, settings.barcode)
    addition = Addition(
        ids, facts["source"], event.new.actor, event.new.recorded_at_utc, facts["reason"], event.seq
    )
    return larger, addition


def pool_at_creation(pool: Pool, additions: Sequence[Addition]) -> Pool:
    """Return the pool at creation, without later additions."""
    if not additions:
        return pool
    first = len(pool) - sum(len(one.candidates) for one in additions)
    values: Any = tuple(column[:first] for column in pool.values)
    extras = {name: column[:first] for name, column in pool.extras.items()}
    return Pool(pool.ids[:first], pool.attributes, values, extras)


def _texts(column: Sequence[Any]) -> Sequence[str]:
    if not all(isinstance(one, str) for one in column):
        raise TypeError("a name that is not text")
    return column


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{value!r} is not a number")
    return float(value)


def _refuse_unknown_policy(created: Event) -> None:
    """Raise NewerStudy if a study chooses by a policy that this version of the program does not have."""
    name = created.payload["settings"].get("policy")
    if isinstance(name, str) and name and name.partition("/")[0] not in policies.POLICIES:
        raise NewerStudy(
            phrase(
                "This study chooses by the policy “{policy}”, which this kgdesk does not have: it was made by kgdesk "
                "{app_version}, or by a changed one. Open the study there, or choose another policy there (kgdesk set "
                "STUDY --policy kg).",
                policy=name,
                app_version=created.new.app_version,
            )
        )


def founded(events: Mapping[str, Event]) -> dict[str, Any]:
    """Parse the founding events of a study into fields of `kgdesk.model.study.study.Study`.

    Parameters
    ----------
    events
        By kind: ``study_created``, ``attributes_defined``, ``candidates_imported``, ``scaling_fixed``.

    Raises
    ------
    NewerStudy
        The study is of a later record format.
    KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, BadInput
        The events are invalid or inconsistent.
    """
    created = events["study_created"].payload
    settings: Mapping[str, Any] = created["settings"]
    if created["format"] > RECORD_FORMAT:
        raise newer(events["study_created"])
    if created["format"] < 1:
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
    _refuse_unknown_policy(events["study_created"])
    settled = Settings.from_json(settings)
    scaling = Scaling.from_json(events["scaling_fixed"].payload)
    if {c.attribute for c in scaling.columns} - {a.name for a in attrs} != {""}:
        raise ValueError("the scaling names an attribute that the table lacks")
    ExclusionGroups(pool, settled.never_together)
    Barcodes(pool, settled.barcode)
    check_location(pool, settled.location)
    check_card_columns(pool, settled.card_columns)
    columns = columns_from_json(table.get("columns", ()), pool) if "columns" in table else ()
    return {
        "name": str(created["name"]),
        "settings": settled,
        "pool": in_table_order(pool, columns) if columns else pool,
        "scaling": scaling,
        "source": table["source"],
        "columns": columns,
        "earlier": Earlier.from_json(created["earlier"]) if "earlier" in created else None,
    }

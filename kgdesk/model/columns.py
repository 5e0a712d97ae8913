"""The columns of the table that the candidates came from: their order and what a person made of each."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.pool import Pool
    from kgdesk.model.settings import Settings

#: What a column may be. ``location``, ``barcode`` and ``kept`` are kept with the candidates for people.
ROLES: Final = ("id", "number", "category", "location", "barcode", "kept", "outcome", "ignored")
_ONCE = {"id", "location", "barcode", "outcome"}
_KEPT = {"location", "barcode", "kept"}
_LEARNT = {"number", "category"}


@dataclass(frozen=True, slots=True)
class TableColumn:
    """One column of the table.

    Parameters
    ----------
    name
        Its heading.
    role
        Of `ROLES`.
    """

    name: str
    role: str

    def as_json(self) -> dict[str, Any]:
        """Return the column as JSON values."""
        return {"name": self.name, "role": self.role}


def columns_from_json(listed: Any, pool: Pool) -> tuple[TableColumn, ...]:
    """Read the columns of a table, in its order, and compare them with the pool that was made of it.

    Raises
    ------
    KeyError, TypeError, ValueError
        A heading stands twice, a role is unknown or stands too often, or a column that the pool learns from or keeps
        is missing or has another role.
    """
    columns = tuple(TableColumn(one["name"], one["role"]) for one in listed)
    check_columns(columns, pool)
    return columns


def check_columns(columns: Sequence[TableColumn], pool: Pool) -> None:
    """See to it that the columns of a table are those of a pool.

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
    if any(roles[role] > 1 for role in _ONCE):
        raise ValueError("two columns of a role that only one may have")
    learnt = {one.name: one.role for one in columns if one.role in _LEARNT}
    kept = {one.name for one in columns if one.role in _KEPT}
    if learnt != {a.name: a.kind for a in pool.attributes} or kept != set(pool.extras):
        raise ValueError("the columns are not those of the candidates")


def in_table_order(pool: Pool, columns: Sequence[TableColumn]) -> Pool:
    """Return a pool whose kept columns are in the order of the table: canonical JSON sorts them by their headings."""
    return replace(pool, extras={one.name: pool.extras[one.name] for one in columns if one.role in _KEPT})


def with_roles(columns: Sequence[TableColumn], settings: Settings) -> tuple[TableColumn, ...]:
    """Return columns of which the kept ones have the role that the settings of a new study name them for.

    One column may hold both places and codes; then its role is ``location``.
    """
    named = {settings.barcode: "barcode"} | {settings.location: "location"}
    return tuple(
        replace(one, role=named.get(one.name, one.role)) if one.role == "kept" else one for one in columns
    )

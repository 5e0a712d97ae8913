"""What a study that is being set up leaves behind if the program ends by a crash; knows nothing of Qt."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

from kgdesk.actions import keep_setup, setup_left
from kgdesk.actions.tables import ColumnInfo
from kgdesk.errors import BadInput
from kgdesk.model.settings import Settings
from kgdesk.ui.wizard.draft import DraftColumn, Source
from kgdesk.ui.wizard.roles import Role, Why

if TYPE_CHECKING:
    from kgdesk.ui.wizard.draft import Draft

_TEXTS = frozenset(field.name for field in fields(Source))


def keep(draft: Draft) -> None:
    """Keep what was decided so far; nothing is kept before a table was named."""
    if draft.source.path or draft.source.pasted:
        keep_setup(
            {
                "source": asdict(draft.source),
                "columns": [
                    [c.info.name, c.info.looks_like, c.role.value, c.unit, c.log]
                    for c in draft.columns
                    if c.why is Why.CHOSEN
                ],
                "missing": draft.missing,
                "settings": draft.settings.as_json(),
                "matter": draft.matter,
                "name": draft.name,
            }
        )


def forget() -> None:
    """Forget it: the study was made, or the person has cancelled."""
    keep_setup(None)


def take_up(draft: Draft) -> bool:
    """Fill a new draft with what a crash left; return whether there was anything, and it could be used."""
    left = setup_left()
    try:
        source = Source(**{key: value for key, value in left["source"].items() if key in _TEXTS})
        columns = [_column(*kept) for kept in left["columns"]]
        settings = Settings.from_json(left["settings"])
        name, matter, missing = str(left["name"]), str(left["matter"]), left["missing"]
    except (KeyError, TypeError, ValueError, AttributeError, BadInput):
        return False  # nothing was left, or another version left it
    if missing not in {"refuse", "leave_out", "median"}:
        return False
    draft.source, draft.columns, draft.settings = source, columns, settings
    draft.name, draft.matter, draft.missing = name, matter, missing
    return True


def _column(name: str, looks_like: Any, role: str, unit: str, log: Any) -> DraftColumn:
    info = ColumnInfo(name, looks_like, missing=0, unique=False, constant=False, distinct=0)
    return DraftColumn(info, Role(role), Why.CHOSEN, str(unit), bool(log))

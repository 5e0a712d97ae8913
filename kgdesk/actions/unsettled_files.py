"""What must be named in every answer until it is settled."""

from __future__ import annotations

from kgdesk.store import UserDatabase
from kgdesk.text import phrase


def unsettled() -> tuple[str, ...]:
    """Return a sentence for each damaged database of the user that nobody has settled."""
    return tuple(
        phrase(
            "What this computer keeps for this person was damaged: {name} in {folder} may hold outcomes that wait for "
            "a server, and heads of studies that were seen. Look at what waits, and settle it (kgdesk outbox list).",
            name=path.name,
            folder=path.parent,
        )
        for path in UserDatabase().damaged_files()
    )

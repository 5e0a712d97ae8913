"""Studies on a PostgreSQL server: preparing it, and listing what is there."""

from __future__ import annotations

from kgdesk.store import init_server, studies_on
from kgdesk.store import shown as without_password

__all__ = ["init_server", "studies_on", "without_password"]

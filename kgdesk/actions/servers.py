"""Studies on a PostgreSQL server: preparing it, and listing what is there."""

from __future__ import annotations

from kgdesk.store import init_server, studies_on

__all__ = ["init_server", "studies_on"]

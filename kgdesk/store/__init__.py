"""What survives a power cut: the events of a study, chained, in a file that is never overwritten."""

from kgdesk.store.chain import Verification, verify_chain
from kgdesk.store.lines import export_lines, parse_lines
from kgdesk.store.lock import Writer
from kgdesk.store.protocol import EventStore
from kgdesk.store.salvage import salvage
from kgdesk.store.sqlite import SqliteStore
from kgdesk.store.workspace import Entry, projects, safe_name, studies

__all__ = [
    "Entry",
    "EventStore",
    "SqliteStore",
    "Verification",
    "Writer",
    "export_lines",
    "parse_lines",
    "projects",
    "safe_name",
    "salvage",
    "studies",
    "verify_chain",
]

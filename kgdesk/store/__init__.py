"""What survives a power cut: the events of a study, chained, in a file that is never overwritten."""

from kgdesk.store.backups import (
    Backup,
    back_up,
    backup_folder,
    backups,
    copied,
    due,
    is_whole,
    newest_whole,
)
from kgdesk.store.chain import Verification, verify_chain
from kgdesk.store.folders import unfit_folder
from kgdesk.store.journal import HeadJournal, Seen
from kgdesk.store.lines import export_lines, parse_lines
from kgdesk.store.lock import Writer, WriterLock
from kgdesk.store.mirrored import MirroredStore, copy_path
from kgdesk.store.outbox import Outbox
from kgdesk.store.own import drop_note, keep_note, read_note
from kgdesk.store.protocol import EventStore
from kgdesk.store.salvage import salvage
from kgdesk.store.server import address, is_address, shown, split_address, studies_on
from kgdesk.store.server import init as init_server
from kgdesk.store.sqlite import SqliteStore
from kgdesk.store.workspace import Entry, projects, safe_name, studies

__all__ = [
    "Backup",
    "Entry",
    "EventStore",
    "HeadJournal",
    "MirroredStore",
    "Outbox",
    "Seen",
    "SqliteStore",
    "Verification",
    "Writer",
    "WriterLock",
    "address",
    "back_up",
    "backup_folder",
    "backups",
    "copied",
    "copy_path",
    "drop_note",
    "due",
    "export_lines",
    "init_server",
    "is_address",
    "is_whole",
    "keep_note",
    "newest_whole",
    "parse_lines",
    "projects",
    "read_note",
    "safe_name",
    "salvage",
    "shown",
    "split_address",
    "studies",
    "studies_on",
    "unfit_folder",
    "verify_chain",
]

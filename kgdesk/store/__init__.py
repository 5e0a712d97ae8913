"""Durable storage of a study: an append-only, hash-chained event log in SQLite or PostgreSQL, and its backups."""

from kgdesk.store.backups import (
    Backup,
    back_up,
    backup_due,
    backup_folder,
    copy_backup,
    is_backup,
    is_intact,
    list_backups,
)
from kgdesk.store.chain import Verification, read_rows, seal, verify_chain
from kgdesk.store.damaged_study import salvage
from kgdesk.store.disk import absolute_path
from kgdesk.store.head_journal import HeadJournal, SeenHead, Settlement
from kgdesk.store.json_lines import export_lines, parse_lines
from kgdesk.store.lock import WriterLock, locked_out
from kgdesk.store.outbox import (
    Outbox,
    Waiting,
    adopt,
    ids_set_aside,
    move_waiting,
    set_waiting_aside,
    waiting,
    waiting_in,
)
from kgdesk.store.postgres.addresses import (
    address,
    is_address,
    split_address,
    without_password,
    without_secrets,
)
from kgdesk.store.postgres.offline_replica import OfflineReplica, replica_path
from kgdesk.store.postgres.patience import APPEND_S, Patience
from kgdesk.store.postgres.schema import init as init_server
from kgdesk.store.postgres.schema import repair as repair_on_server
from kgdesk.store.postgres.schema import studies_on
from kgdesk.store.protocol import EventStore, Writer
from kgdesk.store.sqlite import SqliteStore
from kgdesk.store.unsafe_folders import unsafe_folder
from kgdesk.store.user_database import UserDatabase
from kgdesk.store.user_values import RecentStudies, RecentStudy, UserValues
from kgdesk.store.workspace import FolderEntry, projects, safe_name, studies

__all__ = [
    "APPEND_S",
    "Backup",
    "EventStore",
    "FolderEntry",
    "HeadJournal",
    "OfflineReplica",
    "Outbox",
    "Patience",
    "RecentStudies",
    "RecentStudy",
    "SeenHead",
    "Settlement",
    "SqliteStore",
    "UserDatabase",
    "UserValues",
    "Verification",
    "Waiting",
    "Writer",
    "WriterLock",
    "absolute_path",
    "address",
    "adopt",
    "back_up",
    "backup_due",
    "backup_folder",
    "copy_backup",
    "export_lines",
    "ids_set_aside",
    "init_server",
    "is_address",
    "is_backup",
    "is_intact",
    "list_backups",
    "locked_out",
    "move_waiting",
    "parse_lines",
    "projects",
    "read_rows",
    "repair_on_server",
    "replica_path",
    "safe_name",
    "salvage",
    "seal",
    "set_waiting_aside",
    "split_address",
    "studies",
    "studies_on",
    "unsafe_folder",
    "verify_chain",
    "waiting",
    "waiting_in",
    "without_password",
    "without_secrets",
]

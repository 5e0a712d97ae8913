"""What waits on this computer for servers that are away: list it, send it, export it, set it aside with a reason."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC
from typing import TYPE_CHECKING, Any

from kgdesk.actions.opening import journal_key
from kgdesk.actions.studies import open_study
from kgdesk.errors import BadInput, KgdeskError, ReadOnlyStudy, ServerAway
from kgdesk.store import (
    UserDatabase,
    Waiting,
    adopt,
    ids_set_aside,
    is_address,
    move_waiting,
    set_waiting_aside,
    waiting,
    waiting_in,
)
from kgdesk.tables.new_file import new_file
from kgdesk.text import phrase

if TYPE_CHECKING:
    from pathlib import Path

    from kgdesk.actions.operator import Operator

__all__ = [
    "DamagedFile",
    "OutboxContent",
    "Sent",
    "Waiting",
    "export_waiting",
    "in_words",
    "outbox_content",
    "send_waiting",
    "set_aside_waiting",
    "summary_of",
]


@dataclass(frozen=True, slots=True)
class DamagedFile:
    """A damaged database of the user that was moved aside and is not settled.

    Parameters
    ----------
    path
        Where it is kept.
    entries
        What could be read of the entries that waited in it, and neither waits in the present one nor was set aside.
    """

    path: Path
    entries: tuple[Waiting, ...]


@dataclass(frozen=True, slots=True)
class OutboxContent:
    """All that waits on this computer.

    Parameters
    ----------
    entries
        Entries that wait, in order; one that cannot be read any more has no events.
    damaged
        Damaged databases that nobody has settled.
    """

    entries: tuple[Waiting, ...]
    damaged: tuple[DamagedFile, ...]

    @property
    def unreadable(self) -> tuple[Waiting, ...]:
        """The entries that cannot be read any more."""
        return tuple(one for one in self.entries if not one.is_readable)


@dataclass(frozen=True, slots=True)
class Sent:
    """What became of the entries that waited for a study.

    Parameters
    ----------
    address
        The study.
    sent, left
        Numbers of entries that arrived, and of those that wait on.
    problem
        Why some wait on; None if none do.
    """

    address: str
    sent: int
    left: int
    problem: KgdeskError | None = None


def outbox_content() -> OutboxContent:
    """Return all that waits on this computer.

    Raises
    ------
    UserDataUnusable
        It cannot be read.
    """
    database = UserDatabase()
    entries = waiting(database)
    known = ids_set_aside(database).union(one.entry for one in entries)
    return OutboxContent(
        entries,
        tuple(
            DamagedFile(
                path, tuple(one for one in waiting_in(path) if one.is_readable and one.entry not in known)
            )
            for path in database.damaged_files()
        ),
    )


def send_waiting(who: Operator, place: str = "", *, source: str = "") -> tuple[Sent, ...]:
    """Send what waits to the studies that it waits for, also what can be read in damaged databases.

    Parameters
    ----------
    place
        Send only what waits for this study; its password is used.
    source
        Another address of the same study: what waits for it is sent to `place` instead.

    Raises
    ------
    BadInput
        The two addresses do not lead to the same study, or nothing waits for one that was given.
    UserDataUnusable
        What waits cannot be read.
    """
    if place and not is_address(place):
        raise BadInput(
            phrase(
                "{place} is not the address of a study on a server, and nothing waits for a file.",
                place=place,
            )
        )
    if source and not place:
        raise BadInput(phrase("Say where to send it (kgdesk outbox send ADDRESS --from OTHER)."))
    database, key = UserDatabase(), journal_key(place) if place else ""
    for damaged in outbox_content().damaged:
        adopt(database, damaged.entries)
    if source:
        _redirect(database, journal_key(source), place, who)
    listed = [one for one in waiting(database) if one.address and key in {"", one.address}]
    if place and not listed:
        raise BadInput(phrase("Nothing waits on this computer for {place} (kgdesk outbox list).", place=key))
    studies = dict.fromkeys((one.address, one.root) for one in listed)
    return tuple(
        _sent(place or address, root, sum(one.address == address for one in listed), who)
        for address, root in studies
    )


def _redirect(database: UserDatabase, source: str, place: str, who: Operator) -> None:
    """Redirect the entries that wait for a study from one address to another."""
    with open_study(place, who, read_only=True) as session:
        root = session.study.events[0].hash
    roots = {one.root for one in waiting(database) if one.address == source and one.is_readable}
    if root not in roots:
        raise BadInput(
            phrase(
                "No entry waits on this computer for {source} that belongs to the study {place} (kgdesk outbox list).",
                source=source,
                place=journal_key(place),
            )
        )
    move_waiting(database, root, source, journal_key(place))


def _sent(place: str, root: str, count: int, who: Operator) -> Sent:
    """Open a study, which sends what waits for it; return what became of it."""
    key = journal_key(place)
    problem: KgdeskError | None = None
    try:
        with open_study(place, who) as session:
            if session.study.events[0].hash != root:
                raise BadInput(
                    phrase("{place} is another study than the one for which entries wait.", place=key)
                )
            if session.waiting:
                session.refreshed()
            if session.read_only_reason:
                problem = ReadOnlyStudy(session.read_only_reason)
            elif session.waiting:
                problem = ServerAway(phrase("The server {place} cannot be reached.", place=key))
    except KgdeskError as refused:
        problem = refused
    left = sum((one.address, one.root) == (key, root) for one in waiting(UserDatabase()))
    return Sent(key, count - left, left, problem if left else None)


def set_aside_waiting(who: Operator, reason: str, place: str = "") -> tuple[int, int]:
    """Set entries aside with a reason: they stay in the database of the user, and are not sent.

    Parameters
    ----------
    place
        The study whose entries are set aside, readable or not. Without it all entries that cannot be read are, and
        all damaged databases are settled.

    Returns
    -------
    entries, files
        How many of each.

    Raises
    ------
    BadInput
        There is no reason, or nothing to set aside.
    UserDataUnusable
        It cannot be kept.
    """
    if not reason.strip():
        raise BadInput(phrase("Say why it is set aside (--reason TEXT): the reason is kept."))
    content = outbox_content()
    key = journal_key(place) if place else ""
    entries = [one for one in content.entries if (one.address == key if key else not one.is_readable)]
    files = [] if key else [one.path.name for one in content.damaged]
    if not entries and not files:
        if key:
            raise BadInput(phrase("Nothing waits on this computer for {place}.", place=key))
        raise BadInput("There is nothing to set aside: every entry that waits can be read.")
    at = f"{who.now().astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    count = set_waiting_aside(UserDatabase(), entries, files, reason=reason, operator=who.operator, at=at)
    return count, len(files)


def export_waiting(dest: str | Path, *, overwrite: bool = False) -> int:
    """Write all waiting entries to a JSON file, unreadable ones as stored; return their number.

    Raises
    ------
    FileExists, NotWritten
        The file cannot be written.
    UserDataUnusable
        What waits cannot be read.
    """
    content = outbox_content()
    found = {
        "waiting": [_with_text(one) for one in content.entries],
        "damaged": [
            {"file": str(damaged.path), "waiting": [_with_text(one) for one in damaged.entries]}
            for damaged in content.damaged
        ],
    }
    with new_file(dest, overwrite=overwrite) as stream:
        stream.write(json.dumps(found, ensure_ascii=False, indent=1).encode())
    return len(content.entries) + sum(len(damaged.entries) for damaged in content.damaged)


def _with_text(one: Waiting) -> dict[str, Any]:
    """Return an entry with its exact text; an unreadable one with its columns as hexadecimal bytes."""
    if not one.is_readable:
        return {"address": one.address, "entry": one.entry, "stored": [column.hex() for column in one.raw]}
    return {"address": one.address, "root": one.root, "entry": one.entry, "text": one.raw[3].decode()}


def summary_of(one: Waiting) -> dict[str, Any]:
    """Return the JSON object about an entry that waits: where to, who and when, and what."""
    first = one.batch[0] if one.batch else None
    return {
        "address": one.address,
        "entry": one.entry,
        "readable": one.is_readable,
        "recorded_at": first.recorded_at_utc if first else "",
        "operator": first.actor if first else "",
        "what": [
            {
                "kind": new.kind,
                **{key: new.payload[key] for key in ("candidate", "outcome", "text") if key in new.payload},
            }
            for new in one.batch
        ],
    }


def in_words(one: Waiting) -> str:
    """Return an entry that waits in one line."""
    about = summary_of(one)
    if not one.is_readable:
        return (
            f"{one.address or 'Of an unknown study'}: an entry that cannot be read any more. Nothing is recorded there "
            "until it is settled: kgdesk outbox set-aside --reason TEXT"
        )
    what = "; ".join(" ".join(str(value) for value in each.values()) for each in about["what"])
    at = about["recorded_at"][:19].replace("T", " ")
    return f"{one.address}  {at} UTC  {about['operator']}: {what}"

"""Bits, sectors, pages, ends and rows of a study are damaged; a changed event is reported before any number."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import apsw
from campaignkit import KIM, main, scratch, study_in

from kgdesk import actions
from kgdesk.errors import StoreError
from kgdesk.store import salvage

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_TEXTS = (
    "event_id",
    "kind",
    "recorded_at_utc",
    "utc_offset",
    "actor",
    "workstation",
    "app_version",
    "payload",
    "hash",
)


def bit(data: bytes, draw: random.Random) -> bytes:
    at = draw.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << draw.randrange(8)]) + data[at + 1 :]


def sector(data: bytes, draw: random.Random) -> bytes:
    at = draw.randrange(len(data) // 512) * 512
    return data[:at] + bytes(512) + data[at + 512 :]


def pages(data: bytes, draw: random.Random) -> bytes:
    one, other = sorted(draw.sample(range(len(data) // 4096), 2))
    cut = [data[at : at + 4096] for at in range(0, len(data), 4096)]
    cut[one], cut[other] = cut[other], cut[one]
    return b"".join(cut)


def end(data: bytes, draw: random.Random) -> bytes:
    return data[: draw.randrange(len(data))]


def sql(path: Path, draw: random.Random, last: int) -> None:
    """Change, remove, add or move events by SQL, with the triggers removed and restored."""
    seq, column, at = draw.randrange(1, last + 1), draw.choice(_TEXTS), draw.randrange(1, 9)
    letter = f"char(unicode(substr({column}, {at}, 1)) + 1)"
    other = f"substr({column}, 1, {at - 1}) || {letter} || substr({column}, {at + 1})"
    swapped = "payload = replace(payload, 'success', 'failure'), actor = actor || '.'"
    forged = (
        "lower(hex(randomblob(16))), kind, 1, recorded_at_utc, utc_offset, actor, workstation, app_version"
    )
    change = draw.choice(
        (
            f"UPDATE event SET {column} = {other} WHERE seq = {seq}",
            f"UPDATE event SET kind_version = kind_version + 1 WHERE seq = {seq}",
            f"DELETE FROM event WHERE seq = {seq}",
            f"UPDATE event SET seq = seq + {last} WHERE seq = {seq}",
            f"UPDATE event SET {swapped} WHERE seq = {seq}",
            f"INSERT INTO event SELECT seq + 1, {forged}, payload, hash, prev_hash FROM event WHERE seq = {last}",
        )
    )
    unguarded(path, change)


def tail(path: Path, draw: random.Random, last: int) -> None:
    unguarded(path, f"DELETE FROM event WHERE seq > {last - draw.randrange(1, last - 4)}")


def unguarded(path: Path, statement: str) -> None:
    db = apsw.Connection(str(path))
    guards = db.execute(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid"
    ).fetchall()
    with db:
        for name, _ in guards:
            db.execute(f"DROP TRIGGER {name}")
        db.execute(statement)
        for _, text in guards:
            db.execute(text)
    db.close()


def run(long: bool, seed: int) -> str:
    draw = random.Random(seed)
    scale = 1 if long else 100
    found = []
    with scratch() as folder:
        path = study_in(folder, outcomes=60)
        with actions.open_study(path, KIM, read_only=True) as session:
            events = session.study.events
        whole = path.read_bytes()
        of_bytes: list[tuple[str, int, Callable[[bytes, random.Random], bytes]]] = [
            ("bit flips", 10_000, bit), ("zeroed sectors", 2_000, sector), ("swapped pages", 2_000, pages),
            ("truncations", 2_000, end),
        ]  # fmt: skip
        of_rows: list[tuple[str, int, Callable[[Path, random.Random, int], None]]] = [
            ("SQL edits", 1_000, sql), ("cut tails", 200, tail),
        ]  # fmt: skip
        saved = 0

        def look(must_report: bool) -> bool:
            nonlocal saved
            try:
                with actions.open_study(path, KIM, read_only=True) as session:
                    assert session.study.events == events, "a change was not reported"
                    reported = False
            except StoreError as said:
                assert str(said).endswith(".")
                reported = True
            assert reported or not must_report, "a change was not reported"
            if reported:
                try:
                    left, _ = salvage(path)
                    assert left == events[: len(left)], "salvage made something up"
                    saved += len(left)
                except StoreError:
                    pass
            return reported

        for name, count, harm in of_bytes:
            reported = 0
            for _ in range(count // scale):
                path.write_bytes(harm(whole, draw))
                reported += look(must_report=False)
            found.append(f"{name} {count // scale} ({reported} reported, the others change no event)")
        for name, count, harm_rows in of_rows:
            for _ in range(max(4, count // scale)):
                path.write_bytes(whole)
                harm_rows(path, draw, len(events))
                look(must_report=True)
            found.append(f"{name} {max(4, count // scale)} (all reported)")
    return f"damage: {'; '.join(found)}; {saved} whole events were salvaged"


if __name__ == "__main__":
    main(run)

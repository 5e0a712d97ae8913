"""Malicious study files: refused or read, nothing executed, nothing written elsewhere, no hang."""

from __future__ import annotations

import contextlib
import os
import random
import time
from typing import TYPE_CHECKING

import apsw
from campaignkit import KIM, main, scratch, study_in

from kgdesk import actions
from kgdesk.errors import KgdeskError
from kgdesk.store import salvage

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_ENDLESS = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)"
_COLUMNS = (
    "seq, event_id, kind, kind_version, recorded_at_utc, utc_offset, actor, workstation, app_version, payload, "
    "prev_hash, hash"
)


def with_sql(path: Path, *statements: str) -> None:
    db = apsw.Connection(str(path))
    db.execute("PRAGMA writable_schema = ON")
    for statement in statements:
        try:
            db.execute(statement)
        except apsw.Error:
            continue
    db.close()


def trigger(path: Path, draw: random.Random) -> None:
    when = draw.choice(("AFTER INSERT", "BEFORE INSERT", "AFTER UPDATE", "BEFORE DELETE"))
    act = draw.choice(
        (
            "DELETE FROM event",
            "UPDATE event SET actor = 'Eve'",
            f"SELECT count(*) FROM ({_ENDLESS} SELECT n FROM c)",
        )
    )
    with_sql(path, f"CREATE TRIGGER t{draw.randrange(99)} {when} ON event BEGIN {act}; END")


def endless_view(path: Path, draw: random.Random) -> None:
    name = draw.choice(("event", "v", "sqlite_stat1"))
    listed = ", ".join(f"n AS {column.strip()}" for column in _COLUMNS.split(","))
    with_sql(
        path,
        "DROP TABLE event" if name == "event" else "SELECT 1",
        f"CREATE VIEW {name} AS {_ENDLESS} SELECT {listed} FROM c",
    )


def foreign_schema(path: Path, draw: random.Random) -> None:
    with_sql(
        path,
        draw.choice(
            (
                "CREATE TABLE other (x); INSERT INTO other VALUES (randomblob(100000))",
                "CREATE VIRTUAL TABLE f USING fts5(x)",
                "ALTER TABLE event ADD COLUMN extra TEXT",
                "ALTER TABLE event RENAME COLUMN actor TO who",
                "DROP TRIGGER event_is_never_updated",
                "CREATE INDEX i ON event (length(payload) + abs(random()))",
                "ANALYZE",
                "UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', '') WHERE name = 'event'",
                f"UPDATE sqlite_schema SET sql = sql || char({draw.randrange(1, 1000)})",
                "UPDATE sqlite_schema SET rootpage = rootpage + 1",
            )
        ),
    )


def wrong_types(path: Path, draw: random.Random) -> None:
    column = draw.choice(_COLUMNS.split(", "))
    value = draw.choice(
        ("NULL", "x'00ff'", "1e999", "-9e18", "''", "char(0)", "zeroblob(1000000)", "'[' || char(10)")
    )
    with_sql(
        path,
        "DROP TRIGGER event_is_never_updated",
        "UPDATE sqlite_schema SET sql = replace(replace(sql, ' STRICT', ''), ' NOT NULL', '') WHERE name = 'event'",
    )
    with_sql(path, f"UPDATE event SET {column} = {value} WHERE seq = {draw.randrange(1, 6)}")


def huge_text(path: Path, draw: random.Random) -> None:
    size = draw.choice((10**5, 10**6, 10**7))
    made = draw.choice(
        (f"hex(zeroblob({size // 2}))", f"replace(hex(zeroblob({min(size, 10**6) // 2})), '00', '[[')")
    )
    with_sql(path, "DROP TRIGGER event_is_never_updated", f"UPDATE event SET payload = {made} WHERE seq = 5")


def link(path: Path, draw: random.Random) -> None:
    target = draw.choice(
        ("/etc/passwd", "/dev/zero", "/dev/random", "../secret", "/proc/self/environ", path.name)
    )
    path.unlink()
    path.symlink_to(target)


def journal(path: Path, draw: random.Random) -> None:
    """Create a journal beside the study that names another file, or contains invalid changes to roll back."""
    beside = path.with_name(path.name + "-journal")
    secret = os.fsencode(path.with_name("secret"))
    magic = bytes.fromhex("d9d505f920a163d7")
    head = magic + draw.randbytes(20).ljust(504, b"\0") + draw.randbytes(draw.randrange(9000))
    name = secret + len(secret).to_bytes(4, "big") + (sum(secret) & 0xFFFFFFFF).to_bytes(4, "big") + magic
    beside.write_bytes(draw.choice((head, head + name, draw.randbytes(5000), magic)))


def header(path: Path, draw: random.Random) -> None:
    data = bytearray(path.read_bytes())
    for _ in range(draw.choice((1, 2, 8))):
        data[draw.randrange(100)] = draw.randrange(256)
    path.write_bytes(data)


def newer(path: Path, draw: random.Random) -> None:
    with_sql(path, f"PRAGMA user_version = {draw.randrange(2, 999)}")
    draw.choice((trigger, endless_view, foreign_schema, wrong_types))(path, draw)


def garbage(path: Path, draw: random.Random) -> None:
    data = path.read_bytes()
    at = draw.randrange(len(data))
    path.write_bytes(data[:at] + draw.randbytes(draw.choice((16, 512, 4096, 20000))) + data[at + 512 :])


def thing(path: Path, draw: random.Random) -> None:
    path.unlink()
    draw.choice(
        (path.mkdir, lambda: os.mkfifo(path), path.touch, lambda: path.write_bytes(b"PK\3\4" + bytes(99)))
    )()


def beside(path: Path, draw: random.Random) -> None:
    """Put something that is no file where the study has its journal, its locks and the notes of who holds them."""
    form = draw.choice(
        ("{}-journal", "{}-wal", "{}-shm", ".{}.lock", ".{}.writer", ".{}.window", ".{}.shown")
    )
    side = path.with_name(form.format(path.name))
    draw.choice(
        (
            side.mkdir,
            lambda: os.mkfifo(side),
            lambda: side.symlink_to("../secret"),
            lambda: side.symlink_to("none"),
        )
    )()


HARMS: tuple[Callable[[Path, random.Random], None], ...] = (
    trigger, endless_view, foreign_schema, wrong_types, huge_text, link, journal, header, newer, garbage, thing,
    beside,
)  # fmt: skip


def run(long: bool, seed: int) -> str:
    draw = random.Random(seed)
    count = 2_000 if long else 44
    refused = opened = 0
    slowest = 0.0
    with scratch() as folder:
        whole = study_in(folder, "whole", outcomes=4).read_bytes()
        for number in range(count):
            place = folder / "in" / "here"
            place.mkdir(parents=True)
            (place / "secret").write_text("secret")
            (folder / "in" / "secret").write_text("secret")
            path = place / "hostile.kgstudy"
            path.write_bytes(whole)
            HARMS[number % len(HARMS)](path, draw)
            before = {p.name for p in (folder / "in").iterdir()} | {p.name for p in place.iterdir()}
            began = time.perf_counter()
            try:
                with actions.open_study(path, KIM) as session:
                    actions.record(session, "C-03", "success")
                opened += 1
            except KgdeskError as said:
                assert str(said).endswith(".")
                refused += 1
            with contextlib.suppress(KgdeskError):
                salvage(path)
            slowest = max(slowest, time.perf_counter() - began)
            assert (place / "secret").read_text() == (folder / "in" / "secret").read_text() == "secret"
            after = {p.name for p in (folder / "in").iterdir()} | {p.name for p in place.iterdir()}
            assert after - before <= {".hostile.kgstudy.lock"}, after - before
            _removed(folder / "in")
    assert slowest < 5
    return (
        f"hostile files: {count}, {refused} refused in a sentence, {opened} harmless and opened; nothing executed, "
        f"nothing written elsewhere, slowest {slowest:.2f} s"
    )


def _removed(folder: Path) -> None:
    for entry in folder.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            _removed(entry)
        else:
            entry.unlink()
    folder.rmdir()


if __name__ == "__main__":
    main(run)

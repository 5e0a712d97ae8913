"""FORMAT.md agrees with the program: its tables, statements and examples are compared with the code."""

from __future__ import annotations

import hashlib
import re
import uuid
from pathlib import Path

import pytest

from kgdesk.actions.event_ids import event_id, gesture_id
from kgdesk.model.study.events import KINDS, RECORD_FORMAT
from kgdesk.model.study.payloads import KEYS, TYPES
from kgdesk.model.study.settings import SETTINGS
from kgdesk.model.study.setup import AMENDABLE, ROLES
from kgdesk.store import database
from kgdesk.store.canonical import canonical_text, parse
from kgdesk.store.chain import Row, event_hash
from kgdesk.store.postgres import schema
from kgdesk.tables import archive

TEXT = (Path(__file__).parents[2] / "FORMAT.md").read_text("utf-8")
_KIND = re.compile(r"^### `(\w+)`$")
_ROW = re.compile(r"^\| `([\w.]+)` \|(.*)\|$")


def sections() -> dict[str, list[list[str]]]:
    """Parse each kind with the rows of its tables."""
    found: dict[str, list[list[str]]] = {}
    kind = ""
    for line in TEXT.split("## Kinds")[1].split("\n## ")[0].splitlines():
        head, row = _KIND.match(line), _ROW.match(line)
        if head:
            kind = head[1]
            found[kind] = []
        elif row:
            found[kind].append([row[1], *(cell.strip() for cell in row[2].split("|"))])
    return found


def block(after: str) -> list[str]:
    """Return the lines of the first code block after some words."""
    return TEXT.split(after, 1)[1].split("```", 2)[1].splitlines()[1:]


def test_the_text_has_every_kind_and_no_other() -> None:
    assert set(sections()) == set(KINDS)
    assert set(KINDS.values()) == {1}


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_the_text_has_every_key_of_a_kind_with_what_it_holds(kind: str) -> None:
    rows = {row[0]: row[1:3] for row in sections()[kind] if len(row) == 4}
    keys = {name: [key.holds, "yes" if key.needed else "no"] for name, key in KEYS[kind].items()}
    if kind == "study_created":
        keys |= {f"settings.{name}": [setting.holds, "no"] for name, setting in SETTINGS.items()}
    assert rows == keys
    assert {row[0] for row in rows.values()} <= set(TYPES)


def test_the_text_has_every_setting_that_may_change() -> None:
    rows = {row[0]: row[1:] for row in sections()["settings_changed"] if len(row) == 2}
    words = {str: "text", int: "whole", float: "number"}
    assert rows == {name: [words[holds]] for name, holds in AMENDABLE.items()}


def test_the_text_has_every_role_of_a_column() -> None:
    said = TEXT.split("A role is ")[1].split("No heading")[0]
    assert set(re.findall(r"`(\w+)`", said)) - {"extras"} == set(ROLES)


def test_the_text_has_the_fields_of_an_entry_in_their_order() -> None:
    table = TEXT.split("## An entry")[1].split("###")[0]
    assert tuple(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == Row._fields


def test_the_example_of_the_hash_holds_by_the_recipe_and_in_the_program() -> None:
    lines = dict(line.split(": ", 1) for line in block("### Hash"))
    fields = [lines[name] for name in Row._fields[:-1]]
    raw = b"".join(len(one.encode()).to_bytes(8, "big") + one.encode() for one in fields)
    assert len(raw) == int(lines["bytes hashed"])
    assert hashlib.sha256(raw).hexdigest() == lines["hash"] == event_hash(fields)
    assert canonical_text(parse(lines["payload"])) == lines["payload"]
    assert parse(lines["payload"])["gesture"] == gesture_id("7f3a")


def test_the_example_of_the_tokens_holds() -> None:
    space = uuid.UUID("6ba7b812-9dad-11d1-80b4-00c04fd430c8")
    assert str(space) in TEXT
    lines = dict(line.split(": ") for line in block("For the token"))
    assert lines == {name: uuid.uuid5(space, name).hex for name in lines}
    assert lines == {
        "7f3a/0": event_id("7f3a", 0),
        "7f3a/1": event_id("7f3a", 1),
        "7f3a/gesture": gesture_id("7f3a"),
    }


def test_the_text_has_the_tables_of_both_stores() -> None:
    own = (database._TABLE, database._NEVER_UPDATED, database._NEVER_DELETED, database._ONLY_APPENDED)
    assert "\n".join(block("## A study file")) == ";\n".join(own) + ";"
    assert "\n".join(block("## On a server")) == schema._SCHEMA.strip()
    assert f"0x{database.APPLICATION_ID:X}" in TEXT
    assert archive.FORMAT_VERSION == RECORD_FORMAT == 1


def test_the_text_has_the_keys_of_a_manifest(tmp_path: Path) -> None:
    table = TEXT.split("## An archive")[1]
    keys = set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))
    written = archive.write_archive(tmp_path / "s.zip", ["{}"], {})
    assert set(written) <= keys
    assert f"`{archive.FORMAT}`" in table
    assert f"`{archive.EVENTS}`" in table
    assert f"`{archive.MANIFEST}`" in table

"""The script that comes with kgdesk checks an archive without kgdesk and sees what was changed."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from archive_bytes import OTHER_BYTES

from kgdesk import actions
from kgdesk.errors import StoreError
from kgdesk.model.study.events import Unreadable
from kgdesk.model.study.study import fold
from kgdesk.store import parse_lines
from kgdesk.tables.archive import read_archive

if TYPE_CHECKING:
    from types import ModuleType

    from kgdesk.actions import Session

SCRIPT = Path(__file__).parents[2] / "resources" / "archive" / "verify_archive.py"


@pytest.fixture(scope="module")
def checker() -> ModuleType:
    described = importlib.util.spec_from_file_location("verify_archive", SCRIPT)
    assert described is not None
    assert described.loader is not None
    module = importlib.util.module_from_spec(described)
    described.loader.exec_module(module)
    return module


@pytest.fixture
def archive(session: Session, tmp_path: Path) -> Path:
    for name, outcome in (("C-01", "success"), ("C-02", "failure"), ("C-01", "void")):
        actions.record(session, name, outcome, note="α – 4 °C\n“ok”", reason="spilt" * (outcome == "void"))
    path = tmp_path / "s.zip"
    actions.export(session, path)
    return path


def changed(path: Path, at: int = 4, *, rehash: bool = False, **fields: Any) -> Path:
    """Write a copy in which fields of an entry differ; with `rehash`, all hashes from there on are computed anew."""
    lines, manifest = read_archive(path)
    entries = [json.loads(line) for line in lines]
    entries[at] |= fields
    if rehash:
        before = entries[at]["prev_hash"]
        for entry in entries[at:]:
            entry["prev_hash"] = before
            packed = [str(value).encode() for value in list(entry.values())[:-1]]
            before = hashlib.sha256(b"".join(len(p).to_bytes(8, "big") + p for p in packed)).hexdigest()
            entry["hash"] = before
        manifest["head"]["hash"] = before
    return written(path, "".join(f"{json.dumps(entry)}\n" for entry in entries), manifest)


def written(path: Path, events: str, manifest: dict[str, Any]) -> Path:
    copy = path.with_name("copy.zip")
    stated = manifest | {"events_sha256": hashlib.sha256(events.encode()).hexdigest()}
    with zipfile.ZipFile(copy, "w") as packed:
        packed.writestr("events.jsonl", events)
        packed.writestr("manifest.json", json.dumps(stated))
    return copy


def run(path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", "-S", str(path), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")


def test_the_script_says_with_the_standard_library_alone_that_an_archive_is_whole(
    archive: Path, session: Session
) -> None:
    done = run(SCRIPT, str(archive), f"{session.study.head.hash}@{session.study.head.seq}")
    assert (done.returncode, done.stderr) == (0, "")
    assert session.study.head.hash in done.stdout
    assert len(parse_lines(read_archive(archive)[0])) == session.study.head.seq


def test_no_archive_carries_a_script(archive: Path) -> None:
    """Whoever changes an archive could change its script, which then would run and say that all is whole."""
    for path in (archive, *SCRIPT.parents[1].glob("samples/*.zip")):
        with zipfile.ZipFile(path) as packed:
            assert packed.comment == b""
            assert sorted(packed.namelist()) == ["events.jsonl", "manifest.json"]
        assert b"import " not in path.read_bytes()


@pytest.mark.parametrize(
    "page", ["FORMAT.md", "resources/help/en/command-line.md", "resources/help/de/command-line.md"]
)
def test_the_documents_state_the_digest_of_the_script(page: str) -> None:
    digest = hashlib.sha256(SCRIPT.read_bytes()).hexdigest()
    assert digest in (SCRIPT.parents[2] / page).read_text(encoding="utf-8")


def test_the_script_is_short_and_imports_nothing_but_the_standard_library() -> None:
    lines = SCRIPT.read_text(encoding="utf-8").splitlines()
    assert len(lines) < 150
    imported = {line.split()[1] for line in lines if line.startswith(("import ", "from "))}
    assert imported <= sys.stdlib_module_names


@pytest.mark.parametrize("name", OTHER_BYTES)
def test_bytes_that_belong_to_no_entry_are_seen(archive: Path, name: str) -> None:
    archive.write_bytes(OTHER_BYTES[name](archive.read_bytes()))
    done = run(SCRIPT, str(archive))
    assert done.returncode == (2 if name == "cut in the directory" else 1)
    assert "the chain is whole" not in done.stdout
    with pytest.raises(StoreError, match=r"changed or cut off|only a part of one"):
        read_archive(archive)
    with pytest.raises(StoreError):
        actions.verify(archive)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"actor": "Somebody"}, "its hash is not that of its fields"),
        ({"seq": 9}, "has the number 9"),
        ({"seq": "5"}, "twelve fields"),
        ({"event_id": "x"}, "id of entry 5"),
        ({"prev_hash": "0" * 64}, "does not follow"),
        ({"payload": "{}", "rehash": True, "kind": "note_added"}, ""),
    ],
)
def test_a_change_of_one_entry_is_seen_unless_the_chain_was_computed_anew(
    checker: ModuleType, archive: Path, fields: dict[str, Any], words: str
) -> None:
    copy = changed(archive, **fields)
    if not words:
        assert "the chain is whole" in checker.verify(copy)
        return
    with pytest.raises((checker.Bad, ValueError), match=words):
        checker.verify(copy)


@pytest.mark.parametrize("payload", ['{"b": 1}', '{"a":1,"a":2}', "[]", "no JSON", '{"a":' + "[" * 90_000])
def test_an_entry_whose_payload_is_not_canonical_has_no_effect_here_and_in_the_program(
    checker: ModuleType, archive: Path, payload: str
) -> None:
    copy = changed(archive, rehash=True, payload=payload)
    assert "Set aside, as their payload is not canonical JSON: entries [5]" in checker.verify(copy)
    events = parse_lines(read_archive(copy)[0])
    assert isinstance(events[4].payload, Unreadable)
    assert fold(events).set_aside[0].seq == 5


def test_a_chain_that_was_computed_anew_is_seen_by_the_head_that_was_noted(
    checker: ModuleType, archive: Path, session: Session
) -> None:
    head = session.study.head
    forged = changed(archive, at=-1, rehash=True, actor="Somebody")
    assert "the chain is whole" in checker.verify(forged)
    with pytest.raises(checker.Bad, match="this is another study or copy"):
        checker.verify(forged, head.hash)
    with pytest.raises(checker.Bad, match="no entry 3"):
        checker.verify(archive, f"{head.hash}@3")
    before = session.study.events[-2].hash
    assert f"entry {head.seq - 1}; 1 came after it" in checker.verify(archive, before)


def test_a_missing_end_and_foreign_files_are_seen(checker: ModuleType, archive: Path, tmp_path: Path) -> None:
    lines, manifest = read_archive(archive)
    with pytest.raises(checker.Bad, match="the manifest has"):
        checker.verify(written(archive, "".join(f"{line}\n" for line in lines[:-1]), manifest))
    short = written(
        archive, "".join(f"{line}\n" for line in lines[:-1]), manifest | {"events": len(lines) - 1}
    )
    with pytest.raises(checker.Bad, match="head in the manifest"):
        checker.verify(short)
    other = tmp_path / "other.zip"
    other.write_bytes(b"PK")
    assert run(SCRIPT, str(other)).returncode == 2
    assert run(SCRIPT, str(tmp_path / "none.zip")).returncode == 2
    assert run(SCRIPT).returncode == 2
    assert run(SCRIPT, str(changed(archive, actor="Somebody"))).returncode == 1


def test_the_runs_as_json_are_those_of_the_csv_and_name_the_head(session: Session, tmp_path: Path) -> None:
    actions.record(session, "C-01", "success", note="=1+1")
    path = tmp_path / "runs.json"
    actions.export(session, path)
    whole = json.loads(path.read_text(encoding="utf-8"))
    assert (whole["schema"], whole["head"]["hash"]) == (1, session.study.head.hash)
    columns = actions.run_columns(session.study)
    assert [list(run) for run in whole["runs"]] == [list(columns)]
    assert whole["runs"][0]["note"] == "=1+1"
    assert {name: [run[name] for run in whole["runs"]] for name in columns} == columns

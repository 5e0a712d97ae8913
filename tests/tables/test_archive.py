import hashlib
import io
import json
import random
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kgdesk.errors import BadInput, DamagedStudy, FileExists, KgdeskError, NewerStudy, NotAStudy
from kgdesk.tables.archive import read_archive, write_archive

LINES = tuple(json.dumps({"seq": seq, "note": "Größe \u2028 x"}, ensure_ascii=False) for seq in range(1, 6))
HEAD = {"head": {"seq": 5, "hash": "ab" * 32}, "app_version": "0.1.0"}
LINE = st.text(st.characters(exclude_characters="\r\n", exclude_categories=("Cs",)), min_size=1)


def repacked(path: Path, **parts: bytes | None) -> Path:
    with zipfile.ZipFile(path) as old:
        content = {name: old.read(name) for name in old.namelist()}
    content |= {name.replace("__", "."): part for name, part in parts.items() if part is not None}
    out = path.with_name("repacked.zip")
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name, part in content.items():
            new.writestr(name, part)
    return out


def check_named(refused: KgdeskError, name: str) -> None:
    assert name in str(refused)


def test_an_archive_gives_back_its_lines_and_the_callers_facts(tmp_path: Path) -> None:
    path = tmp_path / "s.zip"
    written = write_archive(path, iter(LINES), HEAD)
    lines, manifest = read_archive(path)
    assert lines == LINES
    assert manifest == written
    assert manifest["head"] == HEAD["head"]
    assert (manifest["events"], manifest["format_version"]) == (5, 1)
    with zipfile.ZipFile(path) as plain:
        events = plain.read("events.jsonl")
    assert manifest["events_sha256"] == hashlib.sha256(events).hexdigest()
    assert events.decode().split("\n")[:-1] == list(LINES)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50, deadline=None)
@given(st.lists(LINE, max_size=5))
def test_any_lines_come_back_exactly(tmp_path: Path, lines: list[str]) -> None:
    write_archive(tmp_path / "s.zip", lines, {}, overwrite=True)
    assert read_archive(tmp_path / "s.zip")[0] == tuple(lines)


def test_the_same_study_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a.zip", "b.zip"):
        write_archive(tmp_path / name, LINES, HEAD)
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


def test_what_is_no_line_or_no_json_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    for line in ("a\nb", "a\rb", ""):
        with pytest.raises(BadInput, match="Event 2"):
            write_archive(tmp_path / "s.zip", ["x", line], {})
    with pytest.raises(BadInput, match="Event 1 contains half a character"):
        write_archive(tmp_path / "s.zip", ["\ud800"], {})
    with pytest.raises(BadInput, match="JSON"):
        write_archive(tmp_path / "s.zip", ["x"], {"a": float("nan")})
    with pytest.raises(BadInput, match="JSON"):
        write_archive(tmp_path / "s.zip", ["x"], {"a": object()})
    assert not list(tmp_path.iterdir())
    write_archive(tmp_path / "s.zip", ["x"], {})
    with pytest.raises(FileExists):
        write_archive(tmp_path / "s.zip", ["y"], {})


def test_a_changed_archive_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "s.zip"
    manifest = write_archive(path, LINES, HEAD)
    events = "".join(f"{line}\n" for line in LINES).encode()
    for bad in (events[:-1], events.replace(b"1", b"2"), events + b"{}\n", b"", events + b"\xff\n"):
        with pytest.raises(DamagedStudy, match=r"repacked\.zip was changed or cut off"):
            read_archive(repacked(path, events__jsonl=bad))
    for key, value in (("events", 4), ("events", True), ("events_sha256", 1), ("format_version", "1")):
        bad = json.dumps(manifest | {key: value}).encode()
        with pytest.raises(DamagedStudy):
            read_archive(repacked(path, manifest__json=bad))
    for bad in (b"{", b"[" * 100_000, b'{"a": NaN}', b"\xff"):
        with pytest.raises(DamagedStudy):
            read_archive(repacked(path, manifest__json=bad))


def test_an_archive_of_a_newer_version_says_so(tmp_path: Path) -> None:
    path = tmp_path / "s.zip"
    newer = json.dumps(write_archive(path, LINES, HEAD) | {"format_version": 3}).encode()
    with pytest.raises(NewerStudy, match="newer version"):
        read_archive(repacked(path, manifest__json=newer))


def test_what_is_no_archive_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "s.zip"
    write_archive(path, LINES, HEAD)
    with pytest.raises(NotAStudy, match="not an archive"):
        read_archive(repacked(path, **{"../evil": b"x"}))
    with pytest.raises(NotAStudy, match="not an archive"):
        read_archive(repacked(path, manifest__json=b'{"format": "other"}'))
    with pytest.raises(NotAStudy, match="no file"):
        read_archive(tmp_path / "none.zip")
    (tmp_path / "t.zip").write_bytes(b"code,x\nA,1\n")
    with pytest.raises(NotAStudy, match="not an archive"):
        read_archive(tmp_path / "t.zip")
    (tmp_path / "cut.zip").write_bytes(path.read_bytes()[:-30])
    with pytest.raises(NotAStudy, match="only a part of one"):
        read_archive(tmp_path / "cut.zip")


def test_a_doubled_entry_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.zip"
    write_archive(path, LINES, HEAD)
    packed = io.BytesIO(path.read_bytes())
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(packed, "a") as archive:
        archive.writestr("events.jsonl", "x\n")
    path.write_bytes(packed.getvalue())
    with pytest.raises(NotAStudy):
        read_archive(path)


def test_an_archive_that_unpacks_to_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "s.zip"
    write_archive(path, ["x" * 3_000_000], {})
    monkeypatch.setattr("kgdesk.tables.archive.MAX_EVENT_BYTES", 2_000_000)
    with pytest.raises(NotAStudy, match="unpacks to more"):
        read_archive(path)


def test_flipped_bits_never_change_what_is_read(tmp_path: Path) -> None:
    path = tmp_path / "s.zip"
    written = write_archive(path, LINES, HEAD)
    content = path.read_bytes()
    chance = random.Random(4)
    for _ in range(400):
        data = bytearray(content)
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        path.write_bytes(bytes(data))
        try:
            assert read_archive(path) == (LINES, written)
        except KgdeskError as refused:
            check_named(refused, "s.zip")

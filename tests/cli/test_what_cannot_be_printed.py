"""Unprintable output: recorded entries stay recorded, and no character makes a command fail."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.cli import console
from kgdesk.model.study.settings import Settings

FULL = Path("/dev/full")


@pytest.fixture
def greek(tmp_path: Path) -> Path:
    """Create a study whose candidates have Greek names."""
    table = tmp_path / "greek.csv"
    table.write_text("code,x\nα-1,1\nα-2,2\nα-3,4\n", encoding="utf-8")
    with actions.create_study(
        tmp_path / "greek.kgstudy", read_pool(table, id="code"), Settings(), actions.Operator("Kim")
    ) as made:
        return made.path


def kgdesk(
    *words: object, encoding: str = "utf-8", stdout: int | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run one command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "kgdesk", *map(str, words)],
        stdout=subprocess.PIPE if stdout is None else stdout,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONIOENCODING": encoding, "KGDESK_OPERATOR": "Kim"},
        check=False,
        timeout=120,
    )


def runs(path: Path) -> int:
    with actions.open_study(path, actions.Operator("x"), read_only=True) as session:
        return len(session.study.runs)


@pytest.mark.parametrize(
    "encoding", ["cp1252", *(pytest.param(name, marks=pytest.mark.nightly) for name in ("latin-1", "ascii"))]
)
def test_a_character_that_the_terminal_lacks_is_escaped(greek: Path, encoding: str) -> None:
    done = kgdesk("record", greek, "α-3", "success", encoding=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode(encoding).strip() == r"Run 1 recorded: success for \u03b1-3."
    assert runs(greek) == 1
    refused = kgdesk("record", greek, "β-9", "success", encoding=encoding)
    assert refused.returncode == 1
    assert rb"\u03b2-9" in refused.stderr
    assert b"Traceback" not in refused.stderr


@pytest.mark.parametrize("encoding", [pytest.param("latin-1", marks=pytest.mark.nightly), "ascii"])
@pytest.mark.parametrize("words", [("new", "--help"), ("--help",), ("rehearse", "--help")])
def test_help_is_printed_in_every_encoding(encoding: str, words: tuple[str, ...]) -> None:
    done = kgdesk(*words, encoding=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode(encoding).startswith("usage: kgdesk")


def test_json_stays_json_where_the_terminal_lacks_a_character(greek: Path) -> None:
    with actions.open_study(greek, actions.Operator("Kim")) as session:
        actions.start(session, "α-2")
    done = kgdesk("status", greek, "--json", encoding="ascii")
    assert json.loads(done.stdout.decode("ascii"))["pending"][0]["candidate"] == "α-2"


@pytest.mark.skipif(not FULL.exists(), reason="there is no full device here")
def test_a_run_is_recorded_although_nothing_can_be_printed(greek: Path) -> None:
    with FULL.open("wb") as full:
        done = kgdesk("record", greek, "α-3", "success", stdout=full.fileno())
    assert done.returncode == 0
    assert done.stderr.decode("utf-8").splitlines() == ["Run 1 recorded: success for α-3."]
    assert runs(greek) == 1


@pytest.mark.nightly
def test_a_run_is_recorded_although_the_reader_has_gone(greek: Path) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    done = kgdesk("record", greek, "α-3", "success", stdout=theirs)
    os.close(theirs)
    assert done.returncode == 0
    assert done.stderr.decode("utf-8").splitlines() == ["Run 1 recorded: success for α-3."]
    assert runs(greek) == 1


@pytest.mark.skipif(os.name != "posix", reason="a shell closes the streams")
@pytest.mark.parametrize(
    "closed",
    [
        "<&- >&- 2>&-",
        *(pytest.param(some, marks=pytest.mark.nightly) for some in (">&-", "2>&-", ">&- 2>&-")),
    ],
)
def test_a_run_is_recorded_with_streams_closed_and_refused_without_a_window(greek: Path, closed: str) -> None:
    command = f'"$0" -m kgdesk record "$1" "$2" success {closed}'
    for candidate, code, count in (("α-3", 0, 1), ("β-9", 1, 1)):
        done = subprocess.run(
            ["sh", "-c", command, sys.executable, greek, candidate], check=False, timeout=120
        )
        assert (done.returncode, runs(greek)) == (code, count)


def test_ctrl_c_waits_while_an_entry_is_written() -> None:
    before = signal.getsignal(signal.SIGINT)
    with console.unbroken():
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def written(system: str, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Return what reaches a file on a system whose code page is that of Western Europe."""
    content = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(content, encoding="cp1252", newline="\n"))
    console.prepare(system)
    console.show("Größe ≥ 5 µm, α-3")
    return content.getvalue()


def test_a_pipe_or_a_file_gets_utf8_on_windows_whatever_its_code_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    assert written("win32", monkeypatch) == "Größe ≥ 5 µm, α-3\n".encode()
    assert written("linux", monkeypatch) == b"Gr\xf6\xdfe \\u2265 5 \xb5m, \\u03b1-3\n"
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")  # who asks for a code page gets it
    assert written("win32", monkeypatch) == b"Gr\xf6\xdfe \\u2265 5 \xb5m, \\u03b1-3\n"

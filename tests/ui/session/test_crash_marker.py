"""A crashed program leaves a marker; a closed one leaves none."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kgdesk.ui.session.crash import CrashMarker

ROOT = Path(__file__).parents[3]
CHILD = """
import sys
from pathlib import Path
from kgdesk.ui.session.crash import CrashMarker
box = CrashMarker(Path(sys.argv[1]))
print(box.start(), flush=True)
sys.stdin.readline()
{end}
"""


def child(folder: Path, end: str) -> subprocess.Popen[str]:
    started = subprocess.Popen(
        [sys.executable, "-c", CHILD.format(end=end), str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=ROOT,
    )
    assert started.stdout is not None
    assert started.stdout.readline() == "()\n"
    return started


def test_a_program_that_closes_leaves_nothing(tmp_path: Path) -> None:
    box = CrashMarker(tmp_path / "logs")
    assert box.start() == ()
    assert list((tmp_path / "logs").iterdir())
    box.end()
    assert list((tmp_path / "logs").iterdir()) == []


def test_a_killed_program_is_told_of_once(tmp_path: Path) -> None:
    with child(tmp_path, "box.end()") as running:
        running.kill()
    box = CrashMarker(tmp_path)
    assert box.start() == ("",)
    box.end()
    assert box.start() == ()
    box.end()


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_an_abort_leaves_where_it_happened(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with child(tmp_path, "import os; os.abort()") as running:
        running.communicate("\n")
        assert running.returncode == -signal.SIGABRT
    box = CrashMarker(tmp_path)
    (words,) = box.start()
    box.end()
    assert "Fatal Python error: Aborted" in words
    assert "Aborted" in caplog.text


def test_a_program_that_still_runs_is_not_told_of(tmp_path: Path) -> None:
    with child(tmp_path, "box.end()") as running:
        box = CrashMarker(tmp_path)
        assert box.start() == ()
        box.end()
        running.communicate("\n")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    box = CrashMarker(tmp_path / "file" / "logs")
    assert box.start() == ()
    box.end()


def test_a_marker_names_its_process(tmp_path: Path) -> None:
    box = CrashMarker(tmp_path)
    box.start()
    assert (tmp_path / f"running-{os.getpid()}.lock").exists()
    box.end()

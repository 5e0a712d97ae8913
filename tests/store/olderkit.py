"""The program of the last commit that knows format 1 only, with fixtures that start it beside this one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest

from kgdesk import actions

ROOT = Path(__file__).parents[2]
#: The last commit that knows format 1 only.
COMMIT = "d5b57c0"

#: Program that opens a study, waits for input, and tries to write.
_WAITS = """
import sys
from kgdesk import actions
from kgdesk.errors import KgdeskError
session = actions.open_study(sys.argv[1], actions.Who("Pat", "LAB-PC-9"))
print("open", flush=True)
sys.stdin.readline()
for _ in range(2):
    try:
        actions.note(session, "from the older program")
        print("written")
    except KgdeskError as refused:
        print(refused)
"""


class Older:
    """The program of the older commit, with a data folder of its own."""

    def __init__(self, code: Path, own: Path) -> None:
        self.code = code
        self._environment = {
            # Without the settings of coverage, and those that this program makes for Numba.
            **{key: value for key, value in os.environ.items() if not key.startswith(("COV", "NUMBA_"))},
            "PYTHONPATH": str(code),
            "KGDESK_DATA": str(own),
            "KGDESK_OPERATOR": "Pat",
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def __call__(self, *words: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "kgdesk", *map(str, words)],
            env=self._environment,
            cwd=self.code,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    def waiting(self, place: object, program: str = _WAITS) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", program, str(place)],
            env=self._environment,
            cwd=self.code,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )


@pytest.fixture(scope="session")
def _code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files of the older commit; skip if the repository lacks it."""
    git = shutil.which("git")
    if git is None:
        pytest.skip("git is not installed")
    done = subprocess.run(
        [git, "-C", str(ROOT), "archive", COMMIT, "kgdesk", "resources"], capture_output=True, check=False
    )
    if done.returncode:
        pytest.skip(f"the repository does not have the commit {COMMIT}")
    code = tmp_path_factory.mktemp("older")
    with tarfile.open(fileobj=BytesIO(done.stdout)) as packed:
        packed.extractall(code, filter="data")
    return code


@pytest.fixture
def older(_code: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Older:
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "own"))
    return Older(_code, tmp_path / "own of the older")


@pytest.fixture
def who() -> actions.Operator:
    return actions.Operator("Kim", "LAB-PC-2", lambda: datetime(2026, 11, 23, 8, 45, tzinfo=UTC))


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """Return the error message, which must be one sentence."""
    assert done.returncode == 1
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    assert "Traceback" not in done.stderr
    return lines[0]

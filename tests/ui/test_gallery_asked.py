"""The gallery of screenshots renders the requested parts, and refuses unknown ones."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def gallery(place: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the gallery in a folder."""
    return subprocess.run(
        [sys.executable, str(ROOT / "tests" / "ui" / "gallery.py"), *words],
        cwd=place,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--help"], 0, "--only"),
        ([], 2, "folder"),
        (["pictures", "--quik"], 2, "--quik"),
        (["pictures", "--only", "hoome"], 2, "hoome"),
    ],
)
def test_help_and_words_that_are_not_known_draw_nothing(
    tmp_path: Path, words: list[str], code: int, said: str
) -> None:
    done = gallery(tmp_path, *words)
    assert done.returncode == code, done.stderr
    assert said in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_one_part_alone_is_drawn_in_one_size_and_look(tmp_path: Path) -> None:
    done = gallery(tmp_path, "pictures", "--quick", "--only", "home")
    assert done.returncode == 0, done.stderr
    assert [path.name for path in (tmp_path / "pictures").iterdir()] == ["home-1366x768-light.png"]

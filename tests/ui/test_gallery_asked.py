"""The gallery of screenshots renders the requested parts, and refuses unknown ones."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

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
        pytest.param(["--help"], 0, "--only", marks=pytest.mark.nightly),
        pytest.param([], 2, "folder", marks=pytest.mark.nightly),
        pytest.param(["pictures", "--quik"], 2, "--quik", marks=pytest.mark.nightly),
        pytest.param(["pictures", "--only", "hoome"], 2, "hoome", marks=pytest.mark.nightly),
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


@pytest.mark.nightly
def test_one_command_draws_each_kind_of_plot_in_the_colours_of_three_deficiencies(tmp_path: Path) -> None:
    done = gallery(tmp_path, "pictures", "--quick", "--only", "colour-blind")
    assert done.returncode == 0, done.stderr
    drawn = {path.name for path in (tmp_path / "pictures").iterdir()}
    kinds = re.findall(
        r'^    "(\w+)": Kind\(', (ROOT / "tests/ui/plots/plot_kinds.py").read_text("utf-8"), re.MULTILINE
    )
    assert drawn == {f"colour-blind-{name}-light.png" for name in kinds}
    page = QImage(str(tmp_path / "pictures" / "colour-blind-runs-light.png"))
    width, height = page.width() // 2, page.height() // 2
    panels = [page.copy(x * width, y * height + 30, width, height - 30) for y in (0, 1) for x in (0, 1)]
    assert len({panel.pixelColor(40, 40).name() for panel in panels}) == 1  # white stays white
    for one, other in itertools.combinations(panels, 2):
        assert one != other

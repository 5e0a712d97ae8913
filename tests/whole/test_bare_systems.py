"""The scripts for bare systems find in README what they run there: its commands and its lines of libraries."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from kgdesk.missing_libraries import DRAWING, SCREEN

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"


@pytest.mark.skipif(not shutil.which("bash"), reason="bash is not here")
def test_the_scripts_for_bare_systems_find_their_lines_in_readme() -> None:
    system = (ROOT / "tests" / "fresh" / "system.sh").read_text("utf-8")
    reads = re.findall(r"^(?:readme\(\)|(?:screen_)?libraries=).*README.*$", system, flags=re.MULTILINE)
    assert len(reads) == 3
    lines = [line.replace("/opt/kgdesk/README.md", f'"{README}"') for line in reads]
    shown = 'printf "%s\\n" "$libraries" "$screen_libraries" "$(readme main)" "$(readme test)"'
    found = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", "\n".join([*lines, shown])],
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout.splitlines()
    assert found[:2] == [f"apt-get install {DRAWING}", SCREEN]
    assert found[2].endswith("kgdesk demo")
    assert found[3].endswith("-m pytest -n 3")

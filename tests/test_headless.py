"""A machine without a screen: kgdesk thinks, records and exports where Qt, pyqtgraph and SciPy are not installed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from seldom import seldom

from kgdesk import missing_libraries

ROOT = Path(__file__).parents[1]
#: Dependencies that such a machine does without.
LEFT_OUT = {"PySide6-Essentials", "pyqtgraph", "scipy"}

#: Runs at the start of every Python process: these packages are as good as not installed.
BLOCK = """
import sys
class NotInstalled:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"PySide6", "shiboken6", "pyqtgraph", "scipy"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, NotInstalled())
"""

SCRIPT = """
import sys
from pathlib import Path
from kgdesk import Campaign

table = {"code": ["A", "B", "C", "D"], "dose": [1.0, 2.0, 3.0, 4.0]}
with Campaign.create(table, "screen.kgstudy", id="code", budget=6, by="robot") as campaign:
    pick = campaign.suggest()[0]
    campaign.record(pick, True)
    numbers = campaign.start(campaign.suggest(2))
    for name in ("runs.csv", "runs.json", "runs.xlsx", "runs.zip"):
        campaign.export(name)
    campaign.report("script.html")
    campaign.predict(["A"]), campaign.best, campaign.at_stake, campaign.should_stop
    campaign.history(), campaign.candidates()
    print(len(campaign.rehearse(["kg", "random"], runs=2).results))
print([name for name in ("PySide6", "pyqtgraph", "scipy") if name in sys.modules])
"""


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """Return the environment of a process that has none of the packages."""
    folder = tmp_path / "bare"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(BLOCK, encoding="utf-8")
    paths = [str(folder), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def run(folder: Path, bare: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    asked = [sys.executable, *words]
    return subprocess.run(
        asked, cwd=folder, env=bare, capture_output=True, text=True, check=False, timeout=300
    )


def test_a_script_makes_asks_records_exports_reports_and_rehearses(
    tmp_path: Path, bare: dict[str, str]
) -> None:
    done = run(tmp_path, bare, "-c", SCRIPT)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["2", "[]"]
    report = (tmp_path / "script.html").read_text("utf-8")
    assert "without Qt" in report
    assert "<svg" not in report


@pytest.mark.parametrize(
    "command",
    [
        "report STUDY report.html",
        *seldom(
            "suggest STUDY --count 2",
            "record STUDY C-01 success",
            "verify STUDY",
            "rehearse STUDY --policies kg,random --runs 2 --out rehearsal",
        ),
    ],
)
def test_a_command_that_draws_nothing_works(
    tmp_path: Path, bare: dict[str, str], five_runs: Path, command: str
) -> None:
    done = run(tmp_path, bare, "-m", "kgdesk", *command.replace("STUDY", str(five_runs)).split())
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "command",
    [
        "",
        "report STUDY report.pdf",
        "report STUDY report.html --language de",
        *seldom(
            "demo",
            "demo --snapshot demo.png",
            "open STUDY",
            "sheet STUDY sheet.pdf",
            "labels STUDY labels.pdf",
        ),
    ],
)
def test_a_command_that_draws_says_in_one_sentence_what_to_install(
    tmp_path: Path, bare: dict[str, str], five_runs: Path, command: str
) -> None:
    done = run(tmp_path, bare, "-m", "kgdesk", *command.replace("STUDY", str(five_runs)).split())
    assert done.returncode == 1
    (sentence,) = done.stderr.splitlines()
    assert f"pip install {' '.join(dict.fromkeys(missing_libraries.PACKAGES.values()))}" in sentence
    assert not list(tmp_path.glob("*.pdf"))


def test_a_pdf_from_a_script_is_refused_with_what_to_install(tmp_path: Path, bare: dict[str, str]) -> None:
    script = (
        "from kgdesk import Campaign\n"
        "from kgdesk.errors import KgdeskError\n"
        "with Campaign.create({'x': [1.0, 2.0]}, 's.kgstudy') as campaign:\n"
        "    try:\n"
        "        campaign.report('r.pdf')\n"
        "    except KgdeskError as refused:\n"
        "        print(refused)\n"
    )
    done = run(tmp_path, bare, "-c", script)
    assert (done.returncode, done.stderr) == (0, "")
    assert "pip install PySide6-Essentials" in done.stdout


def test_the_short_list_is_that_of_the_package_without_what_draws() -> None:
    listed = (ROOT / "requirements-headless.txt").read_text("utf-8").splitlines()
    short = {line.partition("#")[0].strip() for line in listed} - {""}
    with (ROOT / "pyproject.toml").open("rb") as stream:
        declared = set(tomllib.load(stream)["project"]["dependencies"])
    left_out = {line for line in declared if re.split(r"[<>=]", line)[0] in LEFT_OUT}
    assert len(left_out) == len(LEFT_OUT)
    assert short == declared - left_out

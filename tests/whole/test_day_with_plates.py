"""A day with plates: the commands of the manual page run, and a 96-well day by pipes with a file that was mangled."""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kgdesk import actions
from kgdesk.cli import main
from tests.whole.mangled_plate import mangled

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "resources" / "help" / "en" / "plates.md").read_text(encoding="utf-8")
SAMPLE = ROOT / "resources" / "samples" / "reaction-screen.csv"
CONTROLS = {"A01": "DMSO", "H12": "known"}


@pytest.fixture
def shell(tmp_path: Path) -> Any:
    """Return a function that runs a line in a shell with `kgdesk` on the path."""
    program = tmp_path / "bin" / "kgdesk"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -W error -m kgdesk "$@"\n')
    program.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "KGDESK_DATA": str(tmp_path / "own"),
        "KGDESK_OPERATOR": "Kim",
    }
    (tmp_path / "candidates.csv").write_bytes(SAMPLE.read_bytes())

    def run(line: str, code: int = 0) -> str:
        done = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {line}"],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            check=False,
        )
        out, err = done.stdout.decode(), done.stderr.decode()
        assert done.returncode == code, f"{line}\n{out}\n{err}"
        assert "Traceback" not in err
        return out if code == 0 else err

    return run


def test_the_commands_of_the_page_run_as_they_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KGDESK_OPERATOR", "Kim")
    (tmp_path / "candidates.csv").write_bytes(SAMPLE.read_bytes())
    (block,) = re.findall(r"^```sh\n(.*?)^```", PAGE, flags=re.MULTILINE | re.DOTALL)
    lines = block.splitlines()
    assert len(lines) == 10
    # Each run of a batch takes longer to choose than the one before it: the page has six.
    for line in (line.replace("--count 6", "--count 2") for line in lines):
        if "results.csv" in line and not (tmp_path / "results.csv").exists():
            text = (tmp_path / "plate7.csv").read_text("utf-8")
            (tmp_path / "results.csv").write_bytes(mangled(text, lost="A03"))
        command, _, piped = line.partition(" < ")
        stdin = (tmp_path / piped).read_bytes() if piped else b""
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main(shlex.split(command)[1:])
        assert code == 0, f"{line}\n{capsys.readouterr().err}"
    assert (tmp_path / "picks.csv").read_bytes() == (tmp_path / "plate7.csv").read_bytes()
    assert actions.verify(tmp_path / "plates.kgstudy").problem is None


@pytest.mark.nightly
def test_a_day_of_96_wells_by_pipes_with_a_mangled_file(shell: Any, tmp_path: Path) -> None:
    study = "day.kgstudy"
    shell(
        f'kgdesk new {study} --candidates candidates.csv --id Code --category Solvent --location "Plate location" '
        '--budget 200 --measured "yield >= 20 %"'
    )
    names = "$(tail -n +2 candidates.csv | head -94 | cut -d, -f1 | paste -sd,)"
    control = '--control "DMSO:failure=A01" --control "known:success=H12"'
    listed = shell(
        f"kgdesk worklist {study} --candidates {names} --plate 96 {control} --out - | tee plate.csv"
    )
    assert listed.count("\n") == 97
    (tmp_path / "results.csv").write_bytes(mangled(listed))
    preview = shell(f"cat results.csv | kgdesk record {study} --from - --plan")
    assert "94 outcomes to record" in preview
    assert "line 2  H12  known  control" in preview
    said = shell(f"cat results.csv | kgdesk record {study} --from -")
    assert said.startswith("Added 94 outcomes; 0 were known already.\nClosed 94 runs in progress.\n")
    assert "Controls: " in said
    with actions.open_study(tmp_path / study, actions.Operator("reader"), read_only=True) as read:
        runs = read.study.runs
        assert len(runs) == 94
        assert read.study.pending == ()
        assert all(
            (run.measured or 0) >= 20 if run.outcome == "success" else (run.measured or 0) < 20
            for run in runs
        )
        assert {run.outcome for run in runs} == {"success", "failure"}
        assert all(run.probability_before is not None for run in runs)
        starts = {start.run_token: start for start in read.study.starts}
        assert all(starts[run.run_token].candidate == run.candidate for run in runs)
        (results,) = read.study.results
        assert {control.well: control.name for control in results.controls} == CONTROLS
    again = shell(f"kgdesk record {study} --from results.csv")
    assert again.startswith("Added 0 outcomes; 94 were known already.\n")
    (tmp_path / "more.csv").write_text("candidate,yield\nRX-001,30\nRX-002,5\n", encoding="utf-8")
    assert "--past" in shell(f"kgdesk record {study} --from more.csv", code=1)
    assert actions.verify(tmp_path / study).problem is None

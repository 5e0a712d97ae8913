"""Compiling kernels for this computer: into an unused folder, once, at low priority."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kgdesk.actions.native_compile import compile_in_background, own_command

ROOT = Path(__file__).parents[2]


def kgdesk(*words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "kgdesk", *map(str, words)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, **environment},
        check=False,
    )


def test_the_program_knows_how_to_start_itself_again() -> None:
    done = subprocess.run(own_command("--version"), capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.stdout.startswith("kgdesk ")


def test_a_program_that_compiles_for_this_processor_anyway_starts_nothing_beside() -> None:
    assert compile_in_background() is None


@pytest.mark.nightly
@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one core compiles one thing after the other")
def test_where_nothing_is_compiled_the_sweeps_are_beside_the_program_and_found_by_it(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    environment.pop("NUMBA_CACHE_DIR", None)

    def said(code: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            cwd=ROOT,
            env=environment,
            check=False,
        )
        assert not done.returncode, done.stderr
        return done.stdout

    beside = "from kgdesk.actions.native_compile import compile_beside\nmade = compile_beside()\n"
    assert said(f"{beside}print(made.wait())") == "0\n"
    (folder,) = (tmp_path / "kgdesk" / "kernels").iterdir()
    assert list(folder.glob("sweep.choose_of_few*.nbc"))
    assert not list(folder.glob("refit.*"))
    used = (
        "from kgdesk import kernels\nkernels.warm_sweeps(lambda: True)\nhow = kernels.kernel_diagnostics()\n"
    )
    assert said(f"{used}print(how['kept'], how['misses'])") == "open 0\n"
    assert said(f"{beside}print(made)") == "None\n"


def test_a_folder_that_is_there_is_not_filled(tmp_path: Path) -> None:
    done = kgdesk("kernels", "--into", tmp_path)
    assert done.returncode == 1
    assert "is there already" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_said_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    done = kgdesk("kernels", "--into", tmp_path / "file" / "kernels")
    assert done.returncode == 1
    assert "could not be kept" in done.stderr
    assert "Traceback" not in done.stderr


def test_two_processes_do_not_fill_one_folder(tmp_path: Path) -> None:
    (tmp_path / "kernels.part").mkdir()
    done = kgdesk("kernels", "--into", tmp_path / "kernels")
    assert done.returncode == 0
    assert "needs nothing" in done.stdout
    assert [p.name for p in tmp_path.iterdir()] == ["kernels.part"]


@pytest.mark.nightly
def test_a_compilation_that_was_cut_off_long_ago_is_begun_anew_and_the_folder_serves(tmp_path: Path) -> None:
    left = tmp_path / "kernels.part"
    left.mkdir()
    (left / "half.nbc").write_bytes(b"half")
    old = time.time() - 7200
    os.utime(left, (old, old))
    done = kgdesk("kernels", "--generic", "--into", tmp_path / "kernels")
    assert done.returncode == 0, done.stderr
    assert [p.name for p in tmp_path.iterdir()] == ["kernels"]
    assert not (tmp_path / "kernels" / "half.nbc").exists()
    again = kgdesk("kernels", "--generic", "--into", tmp_path / "kernels")
    assert "needs nothing" in again.stdout
    code = (
        "from pathlib import Path\nfrom kgdesk import kernels\nfrom kgdesk.kernels import cache_layers\n"
        f"cache_layers.shipped_folder = lambda: Path({str(tmp_path / 'kernels')!r})\n"
        "kernels.warm_up()\nhow = kernels.kernel_diagnostics()\nprint(how['kept'], how['misses'], how['hits'] > 10)\n"
    )
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "nobody")}
    used = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, env=environment, check=False
    )
    assert used.stdout == "shipped 0 True\n", used.stderr

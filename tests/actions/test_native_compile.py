"""Compiling kernels for this computer: into an unused folder, once, at low priority."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import deque
from pathlib import Path

import pytest

from kgdesk.actions import native_compile
from kgdesk.actions.native_compile import _hand_out, compile_in_background
from kgdesk.actions.own_process import own_command
from kgdesk.kernels import cache as kernel_cache
from kgdesk.kernels import sweep

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
@pytest.mark.timeout(3600)  # kernels are compiled: minutes, more on a busy machine
@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one core compiles one thing after the other")
@pytest.mark.parametrize(
    ("candidates", "terms", "outcomes"),
    [
        (200, "linear", 3),
        (300, "average", 2),
        (300, "average", 3),
        (200, "average", 0),
        (1200, "average", 0),
        (7000, "linear", 2),
    ],
)
def test_all_that_the_next_suggestion_needs_is_compiled_before_it_by_two_processes(
    tmp_path: Path, candidates: int, terms: str, outcomes: int
) -> None:
    environment = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "KGDESK_DATA": str(tmp_path / "data")}
    os.environ.pop("NUMBA_CACHE_DIR", None)
    rows = "\n".join(f"C{i},{i % 17},{i}" for i in range(candidates))
    (tmp_path / "pool.csv").write_text(f"code,a,b\n{rows}\n", encoding="utf-8")
    study = tmp_path / "s.kgstudy"
    words = ("--candidates", tmp_path / "pool.csv", "--id", "code", "--terms", terms, "--by", "K")
    values = outcomes > 2  # three runs measure values, two do not
    if values:
        words = (*words, "--measured", "yield >= 60 %")
    assert not kgdesk("new", study, *words, **environment).returncode
    for run, outcome in enumerate((("70", "12", "90") if values else ("success", "failure"))[:outcomes]):
        assert not kgdesk("record", study, f"C{run}", outcome, "--by", "K").returncode
    first = (
        "import sys\nfrom kgdesk.actions.native_compile import compile_first\n"
        "import kgdesk.kernels.cache as layers\nreports = []\n"
        f"call = lambda: compile_first({candidates}, averaged={terms == 'average'}, "
        f"outcomes={outcomes > 0}, values={values}, "
        "progress=lambda *share: reports.append(share))\n"
    )
    counted = (
        "from kgdesk import actions\nfrom kgdesk.model.advice import queries\n"
        f"with actions.open_study({str(study)!r}, actions.Operator('K'), read_only=True) as session:\n"
        "    queries.suggestion(session.study)\n"
        "from kgdesk.kernels.diagnostics import cache_counts\nprint(cache_counts()[1])\n"
    )

    def printed(code: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            cwd=ROOT,
            env={**os.environ, **environment},
            check=False,
        )
        assert not done.returncode, done.stderr
        return done.stdout

    counting = (
        "from kgdesk import kernels\nkernels.configure_numba()\nsaved = []\n"
        "from numba.core.caching import IndexDataCacheFile as Files\nsave = Files.save\n"
        "Files.save = lambda self, key, data: (saved.append(key), save(self, key, data))\n"
    )
    saved, done, total = map(
        int, printed(f"{first}{counting}call()\nprint(len(saved), *reports[-1])\n").split()
    )
    assert done == total >= 6
    files = list((tmp_path / "cache").rglob("*.nbi"))
    assert 0 < saved < len(files)  # the other process has compiled its share
    assert printed(counted) == "0\n"
    assert printed(f"{first}call()\nprint(reports, 'numba' in sys.modules)") == "[] False\n"


def test_the_largest_pools_of_some_sweeps_are_known_without_numba() -> None:
    assert native_compile._SERIAL_BELOW == sweep.SERIAL_BELOW


def answering(code: str) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe)


def test_a_process_beside_takes_the_last_jobs_one_by_one() -> None:
    left, done = deque(range(4)), []
    _hand_out(answering("import sys\nfor x in sys.stdin: print(x, end='', flush=True)"), left, done)
    assert (list(left), done) == ([], [3, 2, 1, 0])


@pytest.mark.parametrize("code", ["", "import sys\nsys.stdin.readline()"], ids=["at once", "at work"])
def test_what_a_process_that_dies_has_not_compiled_is_left_for_this_one(code: str) -> None:
    left, done = deque(range(4)), []
    _hand_out(answering(code), left, done)
    assert (list(left), done) == ([0, 1, 2, 3], [])


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
@pytest.mark.timeout(3600)  # kernels are compiled: minutes, more on a busy machine
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
        "from pathlib import Path\nfrom kgdesk import kernels\nfrom kgdesk.kernels import cache as kernel_cache\n"
        f"kernel_cache.shipped_folder = lambda: Path({str(tmp_path / 'kernels')!r})\n"
        "kernels.warm_up()\nhow = kernels.kernel_diagnostics()\nprint(how['kept'], how['misses'], how['hits'] > 10)\n"
    )
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "nobody")}
    used = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, env=environment, check=False
    )
    assert used.stdout == "shipped 0 True\n", used.stderr


def test_kernels_of_all_users_have_no_folder_to_be_named() -> None:
    done = kgdesk("kernels", "--for-all-users", "--generic")
    assert done.returncode == 1
    assert "leave out" in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="Linux keeps its locks in a folder")
def test_without_a_lock_between_processes_a_command_warns_of_nothing() -> None:
    # As where the folder of shared memory cannot be written.
    code = (
        "import multiprocessing.context\n"
        "def none(self): raise OSError(13, 'Permission denied')\n"
        "multiprocessing.context.BaseContext.RLock = none\n"
        "from kgdesk import kernels\nkernels.sigmoid\n"
        "import numpy\nfrom kgdesk.model.beliefs.gaussian import MomentBelief\n"
        "MomentBelief.prior(2).sweep(numpy.ones((3, 2)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root fills the folder of all"
)
def test_the_folder_of_all_users_serves_only_where_none_but_the_administrator_could_write_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    base = Path(tempfile.mkdtemp(dir="/var"))  # /tmp may be written by all
    monkeypatch.setattr(kernel_cache, "_MACHINE_FOLDER", base)
    folder = kernel_cache.native_folder(for_all_users=True)
    assert folder is not None
    try:
        base.chmod(0o755)
        folder.mkdir(mode=0o755)
        (folder / "kernel.nbc").write_bytes(b"code")
        kernel_cache.seal(folder, *kernel_cache.processor())
        assert kernel_cache.is_administrators(folder)
        code = (
            "from pathlib import Path\nfrom kgdesk.kernels import cache as kernel_cache\n"
            f"kernel_cache._MACHINE_FOLDER = Path({str(base)!r})\nprint(kernel_cache.active_layer().folder)\n"
        )

        def chosen() -> str:
            done = subprocess.run(
                [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True
            )
            return done.stdout.strip()

        assert chosen() == str(folder)
        for path, mode in ((base, 0o777), (folder, 0o775), (folder / "kernel.nbc", 0o666)):
            before = path.stat().st_mode
            path.chmod(mode)
            assert not kernel_cache.is_administrators(folder)
            assert chosen() != str(folder)
            path.chmod(before)
        os.chown(folder / "kernel.nbc", 65534, 65534)
        assert not kernel_cache.is_administrators(folder)
        (folder / "kernel.nbc").unlink()
        (folder / "kernel.nbc").symlink_to(base)
        assert not kernel_cache.is_administrators(folder)
    finally:
        shutil.rmtree(base)


@pytest.mark.nightly
@pytest.mark.timeout(3600)  # kernels are compiled: minutes, more on a busy machine
@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root fills the folder of all"
)
def test_what_an_administrator_compiles_every_user_reads_whatever_the_umask(tmp_path: Path) -> None:
    base = Path(tempfile.mkdtemp(dir="/var"))
    base.chmod(0o755)
    start = (
        "import os\nfrom pathlib import Path\nfrom kgdesk.kernels import cache as kernel_cache\n"
        f"kernel_cache._MACHINE_FOLDER = Path({str(base / 'kernels')!r})\n"
    )
    compile_ = (
        f"{start}os.umask(0o077)\nfrom kgdesk.cli import main\n"
        "raise SystemExit(main(['kernels', '--for-all-users']))\n"
    )
    use = (
        f"{start}from kgdesk import kernels\nkernels.warm_up()\nhow = kernels.kernel_diagnostics()\n"
        "folder = kernel_cache.native_folder(for_all_users=True)\n"
        "print(how['kept'], how['misses'], kernel_cache.is_administrators(folder))\n"
    )
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    try:
        for code in (compile_, use):
            done = subprocess.run(
                [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False
            )
            assert done.returncode == 0, done.stderr
        assert done.stdout == "native 0 True\n"
        (folder,) = (base / "kernels").iterdir()
        assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o644}
    finally:
        shutil.rmtree(base)

"""Kernel cache: used if it fits, ignored if not, and never a reason for an error."""

from __future__ import annotations

import json
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from kernel_process import python
from seldom import seldom

from kgdesk.kernels import cache as kernel_cache

USE = """
import json, sys
from pathlib import Path
from kgdesk import kernels
from kgdesk.kernels import cache as kernel_cache
{before}
value = kernels.margin(0.5, 2.0)
from kgdesk.kernels.diagnostics import cache_counts
hits, misses = cache_counts()
layer = kernel_cache.active_layer()
print(json.dumps({{"kind": layer.kind, "cpu": layer.cpu, "folder": str(layer.folder), "value": value,
                   "hits": hits, "misses": misses}}))
"""
MAKE = """
import sys
from pathlib import Path
from kgdesk import kernels
from kgdesk.kernels import cache as kernel_cache
folder, cpu = Path(sys.argv[1]), sys.argv[2]
name, features = (cpu, "") if cpu == "generic" else kernel_cache.processor()
folder.mkdir(parents=True)
kernel_cache.compile_into(folder, name)
kernels.margin(0.5, 2.0)
kernel_cache.seal(folder, name, features)
"""


def use(cache: Path, before: str = "") -> dict[str, object]:
    told: dict[str, object] = json.loads(python(USE.format(before=before), XDG_CACHE_HOME=str(cache)))
    return told


@pytest.fixture(scope="module")
def generic(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a sealed cache for any processor, as the installer ships it."""
    folder = tmp_path_factory.mktemp("shipped") / "compiled"
    python(MAKE, str(folder), "generic")
    return folder


def shipped(folder: Path) -> str:
    return f"kernel_cache.shipped_folder = lambda: Path({str(folder)!r})"


def listing(folder: Path) -> dict[str, int]:
    return {p.name: p.stat().st_mtime_ns for p in folder.iterdir()}


def test_a_shipped_folder_serves_somebody_new_and_is_never_written(tmp_path: Path, generic: Path) -> None:
    before = listing(generic)
    told = use(tmp_path / "nobody", shipped(generic))
    assert (told["kind"], told["cpu"], told["misses"]) == ("shipped", "generic", 0)
    assert told["hits"] == 1
    assert listing(generic) == before
    assert not (tmp_path / "nobody").exists()


@pytest.mark.nightly
def test_a_shipped_folder_serves_from_wherever_it_is_moved_to(tmp_path: Path, generic: Path) -> None:
    moved = tmp_path / "else where" / "größer"
    shutil.copytree(generic, moved)
    told = use(tmp_path, shipped(moved))
    assert (told["kind"], told["folder"], told["misses"]) == ("shipped", str(moved), 0)


@pytest.mark.nightly
def test_kernels_for_this_processor_go_before_shipped_ones_and_give_the_same_bits(
    tmp_path: Path, generic: Path
) -> None:
    base = use(tmp_path, shipped(generic))
    native = python(
        "from kgdesk.kernels import cache as kernel_cache\nprint(kernel_cache.native_folder())",
        XDG_CACHE_HOME=str(tmp_path),
    ).strip()
    python(MAKE, native, "native", XDG_CACHE_HOME=str(tmp_path))
    told = use(tmp_path, shipped(generic))
    assert (told["kind"], told["cpu"], told["misses"]) == ("native", kernel_cache.processor()[0], 0)
    assert told["value"] == base["value"]


@pytest.mark.parametrize("harm", ["a byte", "a file less", "no manifest", "no text"])
def test_a_damaged_folder_is_passed_over_and_its_kernels_compiled_again(
    tmp_path: Path, generic: Path, harm: str
) -> None:
    folder = tmp_path / "compiled"
    shutil.copytree(generic, folder)
    code = next(folder.glob("*.nbc"))
    if harm == "a byte":
        content = bytearray(code.read_bytes())
        content[len(content) // 2] ^= 1
        code.write_bytes(content)
    elif harm == "a file less":
        code.unlink()
    elif harm == "no manifest":
        (folder / "manifest.json").unlink()
    else:
        (folder / "manifest.json").write_text("[]", encoding="utf-8")
    assert not kernel_cache.is_sealed(folder, "generic", "")
    if harm == "a byte":
        told = use(tmp_path / "cache", shipped(folder))
        assert told["kind"] == "open"
        assert told["misses"]


def test_code_for_another_processor_or_of_other_sources_is_never_taken(
    generic: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, features = kernel_cache.processor()
    assert kernel_cache.is_sealed(generic, "generic", "")
    assert not kernel_cache.is_sealed(generic, name, features)
    assert not kernel_cache.is_sealed(generic, "generic", "+avx512f")
    monkeypatch.setattr(kernel_cache, "build_stamp", lambda: "0" * 16)
    assert not kernel_cache.is_sealed(generic, "generic", "")


def test_without_a_home_that_can_be_written_a_private_folder_serves(tmp_path: Path) -> None:
    told = json.loads(python(USE.format(before=""), XDG_CACHE_HOME="/proc/nowhere", TMPDIR=str(tmp_path)))
    assert told["kind"] == "open"
    assert Path(told["folder"]).parent == tmp_path


@pytest.mark.nightly
def test_an_open_folder_serves_the_next_start(tmp_path: Path) -> None:
    assert use(tmp_path)["misses"]
    assert not use(tmp_path)["misses"]


@pytest.mark.parametrize(
    "harm", seldom("half a kernel", "emptied index", "no list", "list cut off", "unlisted kernel")
)
def test_a_damaged_file_of_an_open_folder_costs_a_compilation_and_nothing_else(
    tmp_path: Path, harm: str
) -> None:
    first = use(tmp_path)
    folder = Path(str(first["folder"]))
    digests = folder / "digests.txt"
    if harm == "emptied index":
        for index in folder.glob("*.nbi"):
            index.write_bytes(b"")
    elif harm == "half a kernel":
        for code in folder.glob("*.nbc"):
            code.write_bytes(code.read_bytes()[:100])
    elif harm == "no list":
        digests.unlink()
    elif harm == "list cut off":
        digests.write_bytes(digests.read_bytes()[:70] + b"\xff\0")
    else:
        next(folder.glob("update.margin-*.nbc")).write_bytes(b"code of somebody else")
    again = use(tmp_path)
    assert again["misses"]
    assert again["value"] == first["value"]
    assert not use(tmp_path)["misses"]


@pytest.mark.nightly
def test_of_what_a_killed_process_compiled_only_the_last_is_compiled_again(tmp_path: Path) -> None:
    killed = "import os\nkernels.sigmoid(0.5)\nkernels.laplace_step(0.5, 2.0, 1.0)\nos._exit(0)"
    python(USE.format(before=killed), XDG_CACHE_HOME=str(tmp_path))
    assert not use(tmp_path, "kernels.sigmoid(0.5)")["misses"]
    assert use(tmp_path, "kernels.laplace_step(0.5, 2.0, 1.0)")["misses"] == 1


@pytest.mark.nightly
def test_what_two_processes_compile_at_once_serves_the_next_start(tmp_path: Path) -> None:
    with ThreadPoolExecutor() as both:
        told = list(both.map(lambda _: use(tmp_path), range(2)))
    assert told[0]["value"] == told[1]["value"]
    use(tmp_path)  # the one that started later may have deleted what the other had just saved
    assert not use(tmp_path)["misses"]


@pytest.mark.nightly
def test_a_kernel_that_a_sealed_folder_lacks_is_compiled_and_the_folder_never_written(
    tmp_path: Path, generic: Path
) -> None:
    before = listing(generic)
    told = use(tmp_path, f"{shipped(generic)}\nassert kernels.log_sigmoid(0.0) < 0.0")
    assert (told["kind"], told["hits"], told["misses"]) == ("shipped", 1, 1)
    assert listing(generic) == before


def test_a_full_disk_costs_no_result(tmp_path: Path) -> None:
    full = (
        "def none(*_, **__): raise OSError(28, 'No space left on device')\nkernel_cache._try_to_write = none"
    )
    told = use(tmp_path, full)
    assert told["misses"]
    assert not list(Path(str(told["folder"])).glob("*.nb*"))


@pytest.mark.nightly
def test_a_folder_that_goes_away_in_mid_work_stops_nothing(tmp_path: Path) -> None:
    gone = "import shutil\nshutil.rmtree(kernel_cache.active_layer().folder)"
    assert use(tmp_path, gone)["misses"]


def test_only_the_newest_folders_of_a_person_stay(tmp_path: Path, generic: Path) -> None:
    for number in range(9):
        shutil.copytree(generic, tmp_path / f"{number}")
        os.utime(tmp_path / f"{number}", (number, number))
    (tmp_path / "of-somebody-else").mkdir()
    kernel_cache.remove_old_layers(tmp_path, tmp_path / "0")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["0", "4", "5", "6", "7", "8", "of-somebody-else"]


def test_a_process_that_has_settled_makes_no_folder() -> None:
    kernel_cache.active_layer()
    with pytest.raises(RuntimeError):
        kernel_cache.compile_into(Path("nowhere"), "generic")


@pytest.mark.nightly
def test_functions_of_others_keep_numbas_own_cache(tmp_path: Path) -> None:
    (tmp_path / "theirs.py").write_text(
        "from numba import njit\n@njit(cache=True)\ndef twice(x):\n    return 2 * x\n", encoding="utf-8"
    )
    script = (
        "import sys\nfrom kgdesk import kernels\nkernels.margin(0.0, 1.0)\n"
        f"sys.path.insert(0, {str(tmp_path)!r})\nimport theirs\nassert theirs.twice(2) == 4\n"
    )
    python(script, XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert list((tmp_path / "__pycache__").glob("theirs.twice*.nbi"))


def test_tests_that_import_numba_first_find_the_kernels_that_were_compiled_before_them() -> None:
    from numba import njit  # noqa: F401 - as some modules of tests do

    from kgdesk.kernels import update

    assert update.diagonal_fold.stats.cache_path == str(kernel_cache.active_layer().folder)


SIGNATURES = """
import re
import numpy as np
from kgdesk import kernels
kernels.configure_numba()
from kgdesk.kernels import lookahead_simd, pool_blocks, sweep, simd
from numba.core import event
class Signatures(event.Listener):
    def on_start(self, event):
        function, args = event.data["dispatcher"].py_func, str(event.data["args"])
        if function.__module__.startswith("kgdesk"):
            wider = re.sub("Literal.int..[-0-9]+.|uint64", "int64", args)
            seen.append((function.__module__, function.__qualname__, wider))
    def on_end(self, event):
        pass
seen = []
event.register("numba:compile", Signatures())
m, S, X, one = np.zeros(2), np.eye(2), np.array([[1.0, 0.5], [1.0, -0.5]]), np.ones(2)
layout = pool_blocks.in_blocks(X, m, one)
steps = lookahead_simd.all_steps(m, one, lookahead_simd.MOMENTS)
sweep.futures(m, S, X, steps, (X, m, one), layout, (0.0, 1.0, one), True)
assert ("kgdesk.kernels.pool_blocks", "fill_block") in {each[:2] for each in seen}
for each in set(seen):
    if seen.count(each) > 1 or each[0] == simd.__name__ and each[1] != "exponential":
        print(*each)
"""


@pytest.mark.nightly
def test_a_sweep_compiles_each_function_for_one_type_of_index_and_none_for_an_operator(
    tmp_path: Path,
) -> None:
    assert python(SIGNATURES, XDG_CACHE_HOME=str(tmp_path)) == ""

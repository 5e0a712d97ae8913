"""Kernel cache: used if it fits, ignored if not, and never a reason for an error."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import numba
import pytest
from kernel_process import python

from kgdesk.kernels import cache as kernel_cache, numba_shortcuts

USE = """
import json, sys
from pathlib import Path
from kgdesk import kernels
from kgdesk.kernels import cache as kernel_cache
{before}
value = kernels.margin(0.5, 2.0)
import kgdesk.kernels.numba_hooks as hooks
import kgdesk.kernels.numba_shortcuts as shortcuts
keep = kernel_cache.active_layer()
print(json.dumps({{"kind": keep.kind, "cpu": keep.cpu, "folder": str(keep.folder), "value": value,
                   "hits": hooks.CACHE_COUNTS.hits, "misses": hooks.CACHE_COUNTS.misses}}))
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


def test_another_numba_than_the_known_one_compiles_the_usual_way_with_the_same_result(tmp_path: Path) -> None:
    assert (
        numba.version_info.short == numba_shortcuts._KNOWN
    )  # else look whether the shorter way still holds, and raise it
    other = "import numba\nnumba.version_info = numba.version_info._replace(short=(0, 1))"
    check = "from kgdesk.kernels import numba_shortcuts as s\nassert s.codegen.JITCPUCodegen.create_library.__module__"
    known, usual = (
        use(tmp_path / name, f"{before}\n{check} {sign} s.__name__")
        for name, before, sign in (("known", "", "=="), ("usual", other, "!="))
    )
    assert (known["value"], known["misses"]) == (usual["value"], usual["misses"])


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


def test_a_shipped_folder_serves_from_wherever_it_is_moved_to(tmp_path: Path, generic: Path) -> None:
    moved = tmp_path / "else where" / "größer"
    shutil.copytree(generic, moved)
    told = use(tmp_path, shipped(moved))
    assert (told["kind"], told["folder"], told["misses"]) == ("shipped", str(moved), 0)


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
    monkeypatch.setattr(cache_layers, "build_stamp", lambda: "0" * 16)
    assert not kernel_cache.is_sealed(generic, "generic", "")


def test_without_a_home_that_can_be_written_a_private_folder_serves(tmp_path: Path) -> None:
    told = json.loads(python(USE.format(before=""), XDG_CACHE_HOME="/proc/nowhere", TMPDIR=str(tmp_path)))
    assert told["kind"] == "open"
    assert Path(told["folder"]).parent == tmp_path


def test_an_open_folder_serves_the_next_start(tmp_path: Path) -> None:
    assert use(tmp_path)["misses"]
    assert not use(tmp_path)["misses"]


@pytest.mark.nightly
def test_a_damaged_file_of_an_open_folder_costs_a_compilation_and_nothing_else(tmp_path: Path) -> None:
    folder = Path(str(use(tmp_path)["folder"]))
    for index in folder.glob("*.nbi"):
        index.write_bytes(b"")
    assert use(tmp_path)["misses"]
    assert not use(tmp_path)["misses"]
    for code in folder.glob("*.nbc"):
        code.write_bytes(code.read_bytes()[:100])
    assert use(tmp_path)["misses"]


def test_a_folder_that_goes_away_in_mid_work_stops_nothing(tmp_path: Path) -> None:
    gone = "import shutil\nhere = kernel_cache.active_layer().folder\nshutil.rmtree(here)\nhere.write_text('a file')"
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


COMPILE_TOO = """
import sys, warnings
import numpy as np
from kgdesk import kernels
X = np.ones((2, 2))
kernels.best_of_mixture(X, X, np.full(2, 0.5), False)
import kgdesk.kernels.numba_hooks as hooks
import kgdesk.kernels.numba_shortcuts as shortcuts
with shortcuts._without_linear_algebra():
    import numba.np.arraymath  # as a kernel with an arg max would
compiled_with = [name for name in ("scipy.linalg", "numba.cpython.setobj") if name in sys.modules]
print(hooks.CACHE_COUNTS.misses, *compiled_with)
import numba
added = numba.njit(lambda a: np.dot(a, a) + np.cov(a))(np.eye(2))
assert np.allclose(added, np.eye(2) + np.cov(np.eye(2))), added
assert (kernels.drawn_leaders(np.zeros(2), np.eye(2), X, X) == 0).all()
"""


@pytest.mark.nightly
def test_kernels_from_the_cache_register_nothing_to_compile_and_other_code_compiles_all_the_same(
    tmp_path: Path,
) -> None:
    # Kernels are compiled without SciPy's linear algebra.
    misses, *compiled_with = python(COMPILE_TOO, XDG_CACHE_HOME=str(tmp_path)).split()
    assert (int(misses) > 0, compiled_with) == (True, ["numba.cpython.setobj"])
    assert python(COMPILE_TOO, XDG_CACHE_HOME=str(tmp_path)).split() == ["0"]


ONE_PARALLEL_KERNEL = """
import sys
from pathlib import Path
import numpy as np
from kgdesk import kernels
from kgdesk.kernels import cache as kernel_cache
kernel_cache.compile_into(Path(sys.argv[1]), "generic")
kernels.configure_numba()
{before}
from kgdesk.kernels import baselines
baselines.curvatures(np.zeros(2))
"""


PARTS = """
from kgdesk import kernels
from kgdesk.kernels import cache as kernel_cache
def cached():
    return sorted(path.name.split("-")[0] for path in kernel_cache.active_layer().folder.glob("*.nbc"))
g, c = kernels.laplace_step(0.5, 2.0, 1.0)
assert cached() == ["update.laplace_step"], cached()
u = kernels.margin(0.5, 2.0)
assert (g, c) == (kernels.sigmoid(-u), kernels.sigmoid(u) * kernels.sigmoid(-u))
assert kernels.laplace_step(0.5, 2.0, 1.0) == (g, c)
print(*cached())
"""


def test_what_a_kernel_calls_is_cached_once_python_calls_it_and_gives_the_same_bits(tmp_path: Path) -> None:
    cached = python(PARTS, XDG_CACHE_HOME=str(tmp_path)).split()
    assert cached == ["logistic.sigmoid", "update.laplace_step", "update.margin"]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


USUAL_LOOK_UPS = """
import numba
short, numba.version_info = numba.version_info, numba.version_info._replace(short=(0, 1))
from kgdesk.kernels import numba_shortcuts
for each in numba_shortcuts._SHORTCUTS[:-1]:
    each()
numba.version_info = short
"""


def test_a_kernel_compiled_twice_gives_equal_files_and_numbas_own_look_ups_the_same(tmp_path: Path) -> None:
    for name, before in (("first", ""), ("second", USUAL_LOOK_UPS)):
        (tmp_path / name).mkdir()
        python(ONE_PARALLEL_KERNEL.format(before=before), str(tmp_path / name), PYTHONHASHSEED="0")
    first = contents(tmp_path / "first")
    assert any(name.endswith(".nbc") for name in first)
    assert first == contents(tmp_path / "second")


def test_no_cached_kernel_holds_the_address_of_an_array_expression() -> None:
    script = """
from kgdesk import kernels
from kgdesk.kernels import cache as kernel_cache
kernels.margin(0.5, 2.0)
print(kernel_cache.active_layer().folder)
"""
    # The kernels of the other tests are in this folder too: all of them in a run of all tests.
    cached = [path for path in Path(python(script)).iterdir() if path.suffix == ".nbc"]
    assert cached
    assert [
        path.name for path in cached if re.search(rb"array_expr_0x|object at 0x", path.read_bytes())
    ] == []


SIGNATURES = """
import re
import numpy as np
from kgdesk import kernels
kernels.configure_numba()
from kgdesk.kernels import pool_blocks, sweep, simd
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
sweep.futures(m, S, (X, m, one), (X, m, one), layout, (0.0, 1.0, one), True)
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


@pytest.mark.nightly
@pytest.mark.timeout(900)
def test_all_kernels_compiled_twice_give_equal_files(tmp_path: Path) -> None:
    script = "import sys\nfrom kgdesk.cli import main\nsys.exit(main(['kernels', '--generic', '--into', sys.argv[1]]))"
    for name in ("first", "second"):
        python(script, str(tmp_path / name), PYTHONHASHSEED="0")
    first = contents(tmp_path / "first")
    assert len(first) > 150
    assert first == contents(tmp_path / "second")

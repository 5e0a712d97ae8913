"""Rules for the code: style, types, and import directions."""

from __future__ import annotations

import ast
import graphlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import grimp
import pytest
from type_checks import checked

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent


def run(*words: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=False)


def test_the_code_is_in_style() -> None:
    for words in (["check", "."], ["format", "--check", "."]):
        done = run(str(BIN / "ruff"), *words)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.timeout(1200)  # half a minute of the processor without a cache; a busy machine stretches it
def test_the_types_fit() -> None:
    done = checked("strict", "--config-file", str(ROOT / "pyproject.toml"))
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_room_imports_only_what_it_may() -> None:
    done = run(str(BIN / "lint-imports"), "--no-cache")
    assert done.returncode == 0, done.stdout


#: Package, a line that is not allowed in it, and the contract that the line breaks.
BREAKS = [
    ("model", "import kgdesk.store", "One direction only"),
    ("tables", "import kgdesk.store", "One direction only"),
    ("kernels", "import kgdesk.model", "One direction only"),
    ("actions", "import PySide6.QtCore", "Only ui and the writer of PDFs know Qt"),
    ("reports", "import PySide6.QtCore", "Only ui and the writer of PDFs know Qt"),
    ("tables", "import kgdesk.reports", "One direction only"),
    ("ui", "import kgdesk.reports", "ui and cli never reach past actions"),
    ("model", "import numba", "Only kernels imports Numba"),
    ("model", "import apsw", "Model and kernels know no database"),
    ("actions", "import distributed", "Only the cluster module knows Dask"),
    ("ui", "import kgdesk.store", "ui and cli never reach past actions"),
    ("cli", "import kgdesk.kernels", "ui and cli never reach past actions"),
    ("tables", "import kgdesk.tables.accomplice", "No circles"),
]


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the report on each broken contract, with every line of `BREAKS` in a file of its own."""
    copy = tmp_path_factory.mktemp("broken")
    shutil.copytree(ROOT / "kgdesk", copy / "kgdesk", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    for nth, (room, line, _) in enumerate(BREAKS):
        (copy / "kgdesk" / room / f"intruder_{nth}.py").write_text(line + "\n", encoding="utf-8")
    last = len(BREAKS) - 1
    back = f"import kgdesk.tables.intruder_{last}\n"
    (copy / "kgdesk" / "tables" / "accomplice.py").write_text(back, encoding="utf-8")
    done = run(str(BIN / "lint-imports"), "--no-cache", cwd=copy)
    assert done.returncode != 0
    _, _, report = done.stdout.partition("Broken contracts\n")
    parts = re.split(r"^(.+)\n-+\n", report, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("nth", range(len(BREAKS)), ids=[f"{room}: {line}" for room, line, _ in BREAKS])
def test_a_broken_contract_is_reported(broken: dict[str, str], nth: int) -> None:
    _, line, contract = BREAKS[nth]
    imported = line.removeprefix("import ").split(".")
    # The report names external packages by their root, and modules of a cycle from the package on.
    target = imported[-1] if imported[0] == "kgdesk" else imported[0]
    (report,) = (text for name, text in broken.items() if name.startswith(contract))
    assert re.search(rf"\.intruder_{nth} -> (kgdesk)?\.?{target} ", report), report


def by_name(source: str) -> set[str]:
    """Return the modules of this package that a source imports by `import_module` with their names written out."""
    nodes = ast.walk(ast.parse(source)) if "import_module" in source else ()
    calls = [node for node in nodes if isinstance(node, ast.Call) and node.args]
    named = [call.args[0] for call in calls if ast.unparse(call.func).endswith("import_module")]
    names = [str(one.value) for one in named if isinstance(one, ast.Constant)]
    return {name for name in names if name.startswith("kgdesk.")}


def circles(graph: grimp.ImportGraph) -> dict[str, set[tuple[str, str]]]:
    """Return the imports that close circles between the modules of one package, by package."""
    closing = {module: graph.nominate_cycle_breakers(module) for module in sorted(graph.modules)}
    return {package: imports for package, imports in closing.items() if imports}


def test_no_circle_is_closed_by_an_import_by_name() -> None:
    """The contract "No circles" sees import statements only."""
    graph = grimp.build_graph("kgdesk")
    count = 0
    for path in sorted((ROOT / "kgdesk").rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for name in by_name(path.read_text(encoding="utf-8")):
            graph.add_import(importer=module, imported=name)
            count += 1
    assert count > 5
    assert circles(graph) == {}
    graph.add_import(importer="kgdesk.rehearsal.workers", imported="kgdesk.rehearsal.cluster")
    assert graph.nominate_cycle_breakers("kgdesk.rehearsal")
    assert by_name('module = importlib.import_module("kgdesk.ui")') == {"kgdesk.ui"}


def test_the_modules_of_the_installer_import_each_other_in_one_direction() -> None:
    sources = {path.stem: path.read_text("utf-8") for path in (ROOT / "installer").glob("*.py")}
    imported = {
        stem: {
            name
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.Import | ast.ImportFrom)
            for name in (
                [each.name for each in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            )
            if name in sources
        }
        for stem, source in sources.items()
    }
    assert "freezing" in imported["linux"]
    assert len(list(graphlib.TopologicalSorter(imported).static_order())) == len(sources)
    with pytest.raises(graphlib.CycleError):
        graphlib.TopologicalSorter({**imported, "freezing": {"linux"}}).prepare()


def test_no_file_of_tests_takes_anything_from_another() -> None:
    """Shared code of tests is in modules of its own; otherwise changing one test breaks seemingly unrelated ones."""
    files = sorted((ROOT / "tests").rglob("*.py"))
    assert len(files) > 200
    taken = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in files
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.match(r"\s*(from|import)\s+([\w.]+\.)?test_", line)
    ]
    assert taken == []


def test_no_file_of_tests_has_the_name_of_a_module_of_python() -> None:
    """Also of one that another system has: Windows has no `posix`, and there a file of that name would be imported."""
    files = (ROOT / "tests").rglob("*.py")
    assert not [file for file in files if file.stem in sys.stdlib_module_names]


def test_no_test_asserts_a_time() -> None:
    """On a busy machine everything takes longer, and nothing is wrong: measurements are in `bench_*.py` files."""
    asserted = re.compile(r"\s*assert .*\btime\.(monotonic|perf_counter|process_time|time)\(")
    example = "time.monotonic() - began < 1"
    assert asserted.match(f"    assert {example}")
    files = (ROOT / "tests").rglob("test_*.py")
    assert [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in files
        for line in path.read_text(encoding="utf-8").splitlines()
        if asserted.match(line)
    ] == []


def test_no_room_has_two_public_classes_of_one_name() -> None:
    places: dict[tuple[str, str], list[str]] = {}
    for path in sorted((ROOT / "kgdesk").rglob("*.py")):
        room = path.relative_to(ROOT / "kgdesk").parts[0]
        for name in re.findall(r"^class ([A-Za-z]\w*)", path.read_text(encoding="utf-8"), flags=re.MULTILINE):
            places.setdefault((room, name), []).append(path.relative_to(ROOT).as_posix())
    assert len(places) > 300
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


def test_the_package_names_one_version() -> None:
    import kgdesk

    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## {kgdesk.__version__}" in changes

"""The codemod renames what the map says and refuses what it cannot do; its check finds what no row explains."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from rename_apply import MAP, apply, sources_of
from rename_check import compare
from rename_map import BadMapError, read_map
from rename_tree import Tree

FILES = {
    "kgdesk/__init__.py": '"""A package."""\n',
    "kgdesk/pen.py": '"""Writes; see `Pen`."""\n\nINK = 1\n\n\nclass Pen:\n    """Writes with `INK`."""\n\n'
    "    def told(self, ink: int = INK) -> int:\n        return ink\n",
    "kgdesk/lane.py": '"""Computes."""\n\nfrom __future__ import annotations\n\nfrom typing import TYPE_CHECKING\n\n'
    "from kgdesk import pen\n\nif TYPE_CHECKING:\n    from kgdesk.pen import Pen\n\n\n"
    "def computed(of: Pen) -> int:\n    return of.told() + pen.INK\n",
    "kgdesk/user.py": "from __future__ import annotations\n\nimport kgdesk.pen\nfrom kgdesk import lane, pen\n"
    "from kgdesk.pen import Pen as Writer\n\nPLACE = 'kgdesk.pen.Pen'  # see `kgdesk.lane`\n\n\n"
    "def use(pens: list[Writer]) -> int:\n    from kgdesk.pen import INK\n\n"
    "    write_queue = lane.computed(pens[0])\n"
    "    return write_queue + INK + kgdesk.pen.INK + len([pen for pen in pens])\n"
    "\n\ndef later() -> object:\n    return pen.Pen().told()\n",
    "tests/test_pen.py": "def test_ink(monkeypatch) -> None:\n    from kgdesk import pen\n\n"
    "    monkeypatch.setattr('kgdesk.pen.INK', 2)\n    monkeypatch.setattr(pen, 'INK', 2)\n    assert pen.INK == 2\n",
    "README.md": "`kgdesk.pen` is in `kgdesk/pen.py`.\n",
    "CHANGELOG.md": "`kgdesk.pen` is new.\n",
}
MOVE = "| `kgdesk/pen.py` | `kgdesk/ui/write_queue.py` |\n| `+kgdesk/ui/__init__.py` | `The window.` |\n"


def tree_of(root: Path, rows: str, **more: str) -> Path:
    """Return a repository with the small package and a map."""
    files = FILES | {
        path.replace("__", "/").replace("/package", "/__init__") + ".py": text for path, text in more.items()
    }
    files[MAP] = f"# Rooms\n\n## Old names\n\n| old | new |\n|---|---|\n{rows}"
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    subprocess.run(["git", "add", "-A"], cwd=root, check=True)
    return root


def renamed(root: Path, rows: str, **more: str) -> dict[str, str]:
    """Apply a map and return the files; that nothing but names changed is checked each time."""
    old = sources_of(tree_of(root, rows, **more))
    apply(root)
    new = sources_of(root)
    lost, added, _ = compare(
        old,
        {p: t for p, t in new.items() if p in new},
        read_map((root / MAP).read_text("utf-8")),
    )
    assert (lost, added) == ({}, {})
    return new | {path.name: path.read_text("utf-8") for path in root.glob("*.md")}


def run(root: Path, code: str) -> str:
    """Return what a program prints with the package of a tree."""
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_moved_module_is_found_by_everybody(tmp_path: Path) -> None:
    new = renamed(tmp_path, MOVE)
    assert "kgdesk/pen.py" not in new
    assert new["kgdesk/ui/__init__.py"] == '"""The window."""\n'
    assert "from kgdesk.ui import write_queue\n" in new["kgdesk/lane.py"]
    assert "of.told() + write_queue.INK" in new["kgdesk/lane.py"]
    assert '"kgdesk.ui.write_queue.Pen"' in new["kgdesk/user.py"]
    assert 'setattr("kgdesk.ui.write_queue.INK", 2)' in new["tests/test_pen.py"]
    assert new["README.md"] == "`kgdesk.ui.write_queue` is in `kgdesk/ui/write_queue.py`.\n"
    assert new["CHANGELOG.md"] == FILES["CHANGELOG.md"]
    run(
        tmp_path,
        "from kgdesk import user; from kgdesk.ui.write_queue import Pen; user.use([Pen()]); user.later()",
    )


def test_a_local_name_is_left_alone_where_the_module_is_used_too(tmp_path: Path) -> None:
    new = renamed(tmp_path, MOVE)
    assert "[pen for pen in pens]" in new["kgdesk/user.py"]
    assert "write_queue = lane.computed" in new["kgdesk/user.py"]


def test_a_local_of_the_new_name_gives_the_import_an_alias(tmp_path: Path) -> None:
    clash = "from kgdesk import pen\n\n\ndef f(write_queue: int) -> int:\n    return pen.INK + write_queue\n"
    new = renamed(tmp_path, MOVE, kgdesk__clash=clash)
    assert "from kgdesk.ui import write_queue as write_queue_module" in new["kgdesk/clash.py"]
    assert run(tmp_path, "from kgdesk.clash import f; print(f(3))") == "4"


def test_a_symbol_is_renamed_where_it_is_defined_imported_and_written(tmp_path: Path) -> None:
    new = renamed(
        tmp_path, MOVE + "| `kgdesk/pen.py:Pen` | `WriteQueue` |\n| `kgdesk/pen.py:INK` | `COLOUR` |\n"
    )
    assert "class WriteQueue:" in new["kgdesk/ui/write_queue.py"]
    assert '"""Writes; see `WriteQueue`."""' in new["kgdesk/ui/write_queue.py"]
    assert "ink: int = COLOUR" in new["kgdesk/ui/write_queue.py"]
    assert "from kgdesk.ui.write_queue import WriteQueue as Writer" in new["kgdesk/user.py"]
    assert '"kgdesk.ui.write_queue.WriteQueue"' in new["kgdesk/user.py"]
    assert 'monkeypatch.setattr(write_queue, "COLOUR", 2)' in new["tests/test_pen.py"]
    assert "write_queue.COLOUR == 2" in new["tests/test_pen.py"]


def test_a_method_is_renamed_wherever_it_is_called(tmp_path: Path) -> None:
    new = renamed(tmp_path, "| `kgdesk/pen.py:Pen.told` | `presented` |\n")
    assert "def presented(self" in new["kgdesk/pen.py"]
    assert "of.presented()" in new["kgdesk/lane.py"]


def test_a_method_that_another_class_has_too_is_refused(tmp_path: Path) -> None:
    other = "class Other:\n    def told(self) -> None:\n        pass\n"
    root = tree_of(tmp_path, "| `kgdesk/pen.py:Pen.told` | `presented` |\n", kgdesk__other=other)
    with pytest.raises(BadMapError, match=r"told is a member of others too: kgdesk/other\.py:Other"):
        apply(root)
    assert (root / "kgdesk/pen.py").read_text("utf-8") == FILES["kgdesk/pen.py"]


def test_an_identifier_is_renamed_in_the_files_of_its_pattern_alone(tmp_path: Path) -> None:
    new = renamed(tmp_path, "| `@kgdesk/p*.py ink` | `colour` |\n")
    assert "colour: int = INK" in new["kgdesk/pen.py"]
    assert "return colour" in new["kgdesk/pen.py"]


def test_a_folder_above_a_file_stays_the_one_it_is(tmp_path: Path) -> None:
    place = "from pathlib import Path\n\nROOT = Path(__file__).resolve().parents[1]\n"
    new = renamed(tmp_path, "| `kgdesk/place.py` | `kgdesk/deep/er/place.py` |\n", kgdesk__place=place)
    assert "parents[3]" in new["kgdesk/deep/er/place.py"]


MERGE = (
    "| `kgdesk/pen.py` | `kgdesk/queues.py` |\n| `kgdesk/lane.py` | `kgdesk/queues.py` |\n"
    '| `"kgdesk/queues.py` | `Queues.` |\n'
)


def test_merged_modules_know_each_other_by_bare_names(tmp_path: Path) -> None:
    new = renamed(tmp_path, MERGE)
    text = new["kgdesk/queues.py"]
    assert text.startswith('"""Queues."""\n\nfrom __future__ import annotations\n')
    assert "kgdesk" not in text
    assert text.index("class Pen") < text.index("def computed")
    assert "of.told() + INK" in text
    assert new["kgdesk/user.py"].count("from kgdesk import queues\n") == 1
    assert run(tmp_path, "from kgdesk import user, queues; print(user.use([queues.Pen()]))") == "5"


def test_names_that_collide_are_refused_unless_the_map_renames_them(tmp_path: Path) -> None:
    other = "INK = 3\n\n\ndef shade() -> int:\n    return INK\n"
    rows = "| `kgdesk/pen.py` | `kgdesk/q.py` |\n| `kgdesk/other.py` | `kgdesk/q.py` |\n"
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    with pytest.raises(BadMapError, match=r"INK is in kgdesk/pen\.py and in kgdesk/other\.py"):
        apply(tree_of(tmp_path / "a", rows, kgdesk__other=other))
    new = renamed(tmp_path / "b", rows + "| `kgdesk/other.py:INK` | `SHADE` |\n", kgdesk__other=other)
    assert "return SHADE" in new["kgdesk/q.py"]


def test_a_table_of_lazy_names_follows_its_modules(tmp_path: Path) -> None:
    package = (
        "from importlib import import_module\n\n"
        '_WHERE = {"pen": "Pen INK", "lane": "computed"}\n__all__ = ["Pen"]\n\n\n'
        "def __getattr__(name: str) -> object:\n    for module, names in _WHERE.items():\n"
        '        if name in names.split():\n            return getattr(import_module(f"{__name__}.{module}"), name)\n'
        "    raise AttributeError(name)\n"
    )
    user = "from kgdesk.sub import Pen\n\nMADE = Pen()\n"
    pen, lane = FILES["kgdesk/pen.py"], "def computed() -> int:\n    return 1\n"
    rows = (
        "| `kgdesk/sub/pen.py` | `kgdesk/sub/queues/write.py` |\n| `+kgdesk/sub/queues/__init__.py` | `Queues.` |\n"
        "| `kgdesk/sub/pen.py:Pen` | `WriteQueue` |\n"
    )
    new = renamed(
        tmp_path, rows, kgdesk__sub__pen=pen, kgdesk__sub__lane=lane, kgdesk__sub__user=user,
        kgdesk__sub__package=package,
    )  # fmt: skip
    assert '{"queues.write": "WriteQueue INK", "lane": "computed"}' in new["kgdesk/sub/__init__.py"]
    assert '__all__ = ["WriteQueue"]' in new["kgdesk/sub/__init__.py"]
    assert "from kgdesk.sub import WriteQueue" in new["kgdesk/sub/user.py"]
    assert run(tmp_path, "import kgdesk.sub as s; print(s.WriteQueue().told())") == "1"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return ink", "return ink + 1"),
        ("ink: int = INK", "ink: int = 1"),
        ("def told", "def told_again"),
        ("INK = 1", "INK = 2"),
    ],
)
def test_the_check_finds_what_no_row_explains(tmp_path: Path, before: str, after: str) -> None:
    old = sources_of(tree_of(tmp_path, MOVE))
    apply(tmp_path)
    new = sources_of(tmp_path)
    assert before in new["kgdesk/ui/write_queue.py"]
    new["kgdesk/ui/write_queue.py"] = new["kgdesk/ui/write_queue.py"].replace(before, after)
    lost, added, _ = compare(old, new, read_map((tmp_path / MAP).read_text("utf-8")))
    assert lost
    assert added


def test_the_check_finds_a_name_that_leads_elsewhere(tmp_path: Path) -> None:
    old = sources_of(tree_of(tmp_path, MOVE))
    apply(tmp_path)
    new = sources_of(tmp_path)
    new["kgdesk/lane.py"] = new["kgdesk/lane.py"].replace(
        "from kgdesk.ui import write_queue", "from kgdesk import write_queue"
    )
    lost, _, _ = compare(old, new, read_map((tmp_path / MAP).read_text("utf-8")))
    assert [path for path, _ in lost] == ["kgdesk/lane.py"]


def test_a_row_of_no_form_and_a_file_that_is_missing_are_named(tmp_path: Path) -> None:
    head = "## Old names\n| old | new |\n|---|---|\n"
    with pytest.raises(BadMapError, match="no form of row"):
        read_map(head + "| `kgdesk pen` | `x y` |\n")
    names = read_map(
        head + "| `kgdesk/none.py` | `kgdesk/x.py` |\n| `kgdesk/perhaps.py?` | `kgdesk/y.py` |\n"
    )
    with pytest.raises(BadMapError) as caught:
        Tree(sources_of(tree_of(tmp_path, "")), names).check()
    assert str(caught.value) == "no such file: kgdesk/none.py"

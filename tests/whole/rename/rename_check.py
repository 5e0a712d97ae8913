"""Proves that two trees differ by the map alone: their statements, with every name resolved, are the same.

Each name at the top of a module is written as what it means: the module that defines it, and its name there. So a
definition counts as the same only where everything in it leads to the same thing, whichever way it is imported.
The old tree's meanings are mapped; imports, docstrings of modules and `__all__` are left out. Scopes are those of
`symtable`, not the codemod's own.
"""

from __future__ import annotations

import ast
import io
import subprocess
import tarfile
from collections import Counter
from typing import TYPE_CHECKING

from rename_apply import MAP
from rename_catalogue import contexts
from rename_map import RenameMap, read_map
from rename_meaning import Meanings
from rename_text import Texts
from rename_tree import OWN, Tree, is_python

if TYPE_CHECKING:
    from pathlib import Path

#: Held the map, in a section of its own, in the commit that renamed.
_EARLIER_MAP = "ARCHITECTURE.md"

Found = Counter[tuple[str, str]]


def sources_at(root: Path, commit: str) -> tuple[dict[str, str], str]:
    """Return the Python files of a commit, by path, and its map."""
    packed = subprocess.run(["git", "archive", commit], cwd=root, capture_output=True, check=True).stdout
    sources, described = {}, ""
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for each in archive:
            file = archive.extractfile(each) if each.isfile() else None
            if file is None:
                continue
            if each.name in {MAP, _EARLIER_MAP}:
                described += file.read().decode("utf-8")
            elif is_python(each.name) and not each.name.startswith(OWN):
                sources[each.name] = file.read().decode("utf-8")
    return sources, described


def statements(tree: Tree, *, is_old: bool) -> Found:
    """Return each statement at the top of each module of a tree: its new path, and its meaning in the new tree."""
    texts = Texts(tree)
    written = contexts(tree)
    found: Found = Counter()
    merges = tree.map.merged() if is_old else {}
    seen: set[tuple[str, str]] = set()
    for path, text in tree.sources.items():
        goal = tree.new_path(path)
        body = ast.parse(text).body
        for dump, binds in Meanings(tree, texts, path, text, written).of(body):
            key = (goal, dump)
            if goal in merges and binds and key in seen:
                continue  # the same alias in two files that are merged
            seen.add(key)
            found[key] += 1
    return found


def compare(old: dict[str, str], new: dict[str, str], names: RenameMap) -> tuple[Found, Found, Found]:
    """Return the statements of both trees: those only in the old one, only in the new one, and common ones."""
    before = statements(Tree(old, names), is_old=True)
    after = statements(Tree(new, RenameMap()), is_old=False)
    return before - after, after - before, before & after


def main_check(root: Path, old: str, new: str) -> int:
    """Compare two commits and print counts and differences; return 1 where there are any."""
    sources, described = sources_at(root, old)
    later, described_later = sources_at(root, new)
    names = read_map(described_later or described)
    lost, added, common = compare(sources, later, names)
    print(f"{len(sources)} files -> {len(later)} files; {common.total()} statements are the same")
    for mark, several in (("-", lost), ("+", added)):
        for (path, dump), count in sorted(several.items()):
            print(f"{mark} {path}{f' (x{count})' if count > 1 else ''}: {dump[:300]}")
    for path, dump in sorted(lost):
        closest = next((d for p, d in added if p == path and d[:60] == dump[:60]), None)
        if closest:
            at = next((i for i, (a, b) in enumerate(zip(dump, closest, strict=False)) if a != b), 0)
            print(f"  {path}: ...{dump[max(0, at - 60) : at + 80]} | {closest[max(0, at - 60) : at + 80]}")
    print(f"{lost.total()} only in {old}, {added.total()} only in {new}")
    return 1 if lost or added else 0

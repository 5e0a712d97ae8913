"""Applies the map of old_names.md to a working tree: files, code, texts, translations, style."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

from rename_catalogue import carry, contexts, gather, texts_by_file
from rename_code import rewritten
from rename_map import BadMapError, RenameMap, read_map
from rename_merge import merged
from rename_text import Texts
from rename_tree import OWN, Tree, is_python, tracked

if TYPE_CHECKING:
    from pathlib import Path

MAP = f"{OWN}old_names.md"
_TEXTS = re.compile(
    r"\.(md|toml|spec|sh|yml|yaml|cfg|ini|iss|txt|plist|ps1|bat|in|json|svg|desktop|xml)$|^\.ci/"
)
_NOT_OURS = re.compile(
    r"^CHANGELOG\.md$|^installer/licences/|^resources/(samples|certificates|selftest)/.*\.json$"
)
_WIDE = 120
#: An entry of a list, or of the table of what ruff passes over.
_ENTRY = re.compile(r'[ \t]*"[^"]+"(?:,|(?P<codes> = \[))')


def sources_of(root: Path) -> dict[str, str]:
    """Return the Python files of a working tree, by path."""
    return {path: (root / path).read_text("utf-8") for path in tracked(root) if is_python(path)}


def apply(root: Path) -> list[str]:
    """Rename in place; return what a person should look at.

    Raises
    ------
    BadMapError
        Nothing has been written then.
    """
    names = read_map((root / MAP).read_text("utf-8"))
    tree = Tree(sources_of(root), names)
    tree.check()
    texts = Texts(tree)
    code, notes = _code(tree, texts)
    others = _others(root, texts)
    has_window = (root / "resources" / "translations" / "gather.py").exists()
    before = texts_by_file(root) if has_window else set()
    _write(root, tree, code, others)
    touched = [root / path for path, text in code.items() if tree.sources.get(path) != text]
    _style(root, touched)
    notes += [note for path in touched for note in wrap(path)]
    if has_window:
        count = carry(root, tree, before)
        notes.append(f"{count} messages have another context")
    _git(root, "add", "-A")
    return notes


_Done = tuple[str, str, list[str], list[str]]


def _one(tree: Tree, texts: Texts, contexts_: dict[str, str], path: str) -> _Done:
    return path, *rewritten(tree, texts, path, contexts_)


def _code(tree: Tree, texts: Texts) -> tuple[dict[str, str], list[str]]:
    """Return every module of the new tree, and notes."""
    work = partial(_one, tree, texts, contexts(tree))
    if len(tree.sources) < 50:
        done = [work(path) for path in tree.sources]
    else:
        with ProcessPoolExecutor(os.cpu_count()) as pool:
            done = list(pool.map(work, tree.sources, chunksize=16))
    notes, faults, code = [], [], {}
    parts = {path: text for path, text, _, _ in done}
    for _, _, theirs, bad in done:
        notes += theirs
        faults += bad
    merges = tree.map.merged()
    for path, text in parts.items():
        if (goal := tree.new_path(path)) not in merges:
            doc = tree.map.docstrings.get(goal)
            code[goal] = text if doc is None else with_docstring(text, doc)
    for goal, olds in merges.items():
        code[goal], bad = merged(goal, {old: parts[old] for old in olds}, tree.map.docstrings.get(goal))
        faults += bad
    for path, doc in tree.map.packages.items():
        code[path] = with_docstring(code.get(path, ""), doc)
    if faults:
        raise BadMapError("\n".join(dict.fromkeys(faults)))
    return code, list(dict.fromkeys(notes))


def with_docstring(text: str, doc: str) -> str:
    """Return a module with this docstring in place of its own."""
    lines, body = text.splitlines(keepends=True), ast.parse(text).body
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        del lines[body[0].lineno - 1 : body[0].end_lineno]
    rest = "".join(lines).lstrip("\n")
    return f'"""{doc}"""\n' + (f"\n{rest}" if rest else "")


def _others(root: Path, texts: Texts) -> dict[str, str]:
    """Return the files that are no Python and name something that is renamed."""
    changed = {}
    for path in tracked(root):
        if is_python(path) or _NOT_OURS.search(path) or not _TEXTS.search(path) or not (root / path).exists():
            continue
        old = (root / path).read_text("utf-8")
        new = mapped_lines(texts, old, path)
        if new != old:
            changed[path] = new
    return changed


def mapped_lines(texts: Texts, text: str, path: str) -> str:
    """Return a text with its names mapped; what becomes twice the same in a list of pyproject.toml stands once."""
    out: list[str] = []
    for line in text.splitlines(keepends=True):
        new = texts.mapped(line, path)
        entry = _ENTRY.match(new) if path.endswith(".toml") else None
        same = [place for place, other in enumerate(out) if entry and other.startswith(entry[0])]
        if new != line and entry and same:
            if entry["codes"] is not None:
                place = same[0]
                codes = dict.fromkeys(re.findall(r'"[A-Z0-9]+"', out[place] + new[entry.end() :]))
                out[place] = f"{entry[0]}{', '.join(codes)}]{out[place].partition(']')[2]}"
            continue
        out.append(new)
    return "".join(out)


def _write(root: Path, tree: Tree, code: dict[str, str], others: dict[str, str]) -> None:
    moved = {old for old, new in tree.map.moves.items() if old != new}
    # A new path may be another's old one: everything goes by way of a name that is nobody's.
    for old in moved:
        _git(root, "mv", old, f"{old}.moved")
    taken = set()
    for old in tree.map.moves:
        goal = tree.new_path(old)
        if old in moved and goal not in taken and goal not in set(tree.map.moves) - moved:
            (root / goal).parent.mkdir(parents=True, exist_ok=True)
            _git(root, "mv", f"{old}.moved", goal)
            taken.add(goal)
        elif old in moved:
            _git(root, "rm", "-q", "-f", f"{old}.moved")
    for path, text in (code | others).items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        if not place.exists() or place.read_text("utf-8") != text:
            place.write_text(text, "utf-8")


def wrap(path: Path) -> list[str]:
    """Break comments and sentences of docstrings that have grown too wide; return the lines that stay so."""
    out, wide, text = [], [], path.read_text("utf-8")
    prose, lines = _prose(text), text.splitlines()
    for number, line in enumerate(lines, 1):
        rest, indent = line, line[: len(line) - len(line.lstrip())]
        mark = re.match(r"#:? ?|", rest.lstrip())
        while len(rest) > _WIDE and number in prose and (at := rest.rfind(" ", len(indent) + 20, _WIDE)) > 0:
            out.append(rest[:at].rstrip())
            rest = f"{indent}{mark[0] if mark else ''}{rest[at:].lstrip()}"
        if len(rest) > _WIDE:
            wide.append(f"{path.name}:{number} is {len(rest)} wide")
        out.append(rest)
    if out != lines:
        path.write_text("\n".join(out) + "\n", "utf-8")
    return wide


def _prose(text: str) -> set[int]:
    """Return the lines that may be broken at a blank: comments, and docstrings after their first line."""
    found = {number for number, line in enumerate(text.splitlines(), 1) if re.match(r"\s*#:? (?!noqa)", line)}
    for node in ast.walk(ast.parse(text)):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            found.update(range(node.lineno + 1, (node.end_lineno or node.lineno) + 1))
    return found


def _style(root: Path, touched: list[Path]) -> None:
    files = [str(path) for path in touched if path.exists()]
    fix = ["check", "-q", "--fix", "--exit-zero", "--select"]
    plain = [file for file in files if not file.endswith(("__init__.py", ".pyi"))]
    for words, several in (([*fix, "I,RUF022"], files), ([*fix, "F401"], plain), (["format", "-q"], files)):
        if several:
            ruff = [sys.executable, "-m", "ruff", *words, *several]
            done = subprocess.run(ruff, cwd=root, capture_output=True, text=True, check=False)
            if done.returncode:
                raise BadMapError(f"ruff {words}: {done.stdout}{done.stderr}")


def _git(root: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=root, check=True, capture_output=True)


def main_apply(root: Path) -> int:
    """Apply the map; return 1, with the reasons, where it cannot be."""
    try:
        notes = apply(root)
    except BadMapError as fault:
        print(fault, file=sys.stderr)
        return 1
    print("\n".join(notes))
    if (root / "resources" / "translations" / "gather.py").exists():
        done = subprocess.run(
            [sys.executable, gather(root).__file__], cwd=root, capture_output=True, text=True, check=False
        )
        print(done.stdout + done.stderr)
        _git(root, "add", "-A")
    return 0


__all__ = ["RenameMap", "apply", "main_apply", "sources_of"]

"""Carries translations along with the classes that are their contexts."""

from __future__ import annotations

import importlib.util
import sys
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from rename_tree import PACKAGE, BadMapError, Tree

if TYPE_CHECKING:
    from pathlib import Path

_WINDOW = f"{PACKAGE}/ui/"


def contexts(tree: Tree) -> dict[str, str]:
    """Return the contexts that are renamed wherever they are written out: names of classes of the window."""
    new: dict[str, set[str]] = defaultdict(set)
    for path, module in tree.modules.items():
        if path.startswith(_WINDOW):
            for name in module.classes:
                new[name].add(tree.symbols[path].get(name, name))
    return {old: next(iter(names)) for old, names in new.items() if len(names) == 1 and names != {old}}


def gather(root: Path) -> Any:
    """Return the module that gathers the texts of a tree."""
    folder = root / "resources" / "translations"
    spec = importlib.util.spec_from_file_location(f"gather_{abs(hash(root))}", folder / "gather.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def carry(root: Path, tree: Tree, before: set[tuple[str, str, str]]) -> int:
    """Write the catalogue with its contexts renamed; return how many messages have another context.

    Parameters
    ----------
    before
        Old path, context and text of everything that the old tree translates; see `texts_by_file`.

    Raises
    ------
    BadMapError
        Two messages become one, and their translations differ.
    """
    tool, written = gather(root), contexts(tree)
    known = tool.translations()
    moved, faults = {}, []
    seen = {(context, source) for _, context, source in before}
    pairs = [(p, c, s) for p, c, s in sorted(before)]
    pairs += [("", text.context, text.source) for text in known if (text.context, text.source) not in seen]
    for path, context, source in pairs:
        if (words := known.get(tool.Text(context, source))) is None:
            continue
        own = tree.symbols[path].get(context) if path and context in tree.modules[path].classes else None
        new = tool.Text(own or written.get(context, context), source)
        if moved.setdefault(new, words) != words:
            faults.append(f"{new.context}: “{source}” has two translations, “{moved[new]}” and “{words}”")
    if faults:
        raise BadMapError("\n".join(faults))
    tool.write(sorted(moved), moved)
    return len(set(moved) - set(known))


def texts_by_file(root: Path) -> set[tuple[str, str, str]]:
    """Return path, context and text of everything that the window translates, as the gathering script reads it."""
    tool = gather(root)
    return {
        (path.relative_to(root).as_posix(), text.context, text.source)
        for path in sorted((root / _WINDOW).rglob("*.py"))
        for text in tool.Reader(path).texts
    }

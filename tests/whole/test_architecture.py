"""ARCHITECTURE.md names modules, classes and functions that exist."""

from __future__ import annotations

import ast
import importlib
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
#: A path, or a name with or without dots; what follows a bracket (arguments) is not looked at.
_NAME = re.compile(r"`([A-Za-z_][\w./]*)(?:\([^`]*\))?`")


@cache
def _modules() -> list[str]:
    paths = (ROOT / "kgdesk").rglob("*.py")
    return [path.relative_to(ROOT).as_posix().removesuffix(".py").removesuffix("/__init__") for path in paths]


@cache
def _defined() -> dict[str, set[str]]:
    """Return the modules in which each class, function, method or variable of the package is defined, by its name."""
    places: dict[str, set[str]] = {}
    for module in _modules():
        path = ROOT / f"{module}.py"
        source = (path if path.exists() else ROOT / module / "__init__.py").read_text("utf-8")
        tree = ast.parse(source)
        # Local variables of functions do not count: their names are too common to prove anything.
        owners: list[ast.Module | ast.ClassDef] = [tree]
        for owner in owners:  # classes within classes are added while it goes on
            owners += [node for node in owner.body if isinstance(node, ast.ClassDef)]
        for node in (node for owner in owners for node in owner.body):
            names = [node.name] if isinstance(node, ast.ClassDef | ast.FunctionDef) else []
            if isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                names = [each.id for each in targets if isinstance(each, ast.Name)]
            for name in names:
                places.setdefault(name, set()).add(module)
    return places


def _exists(name: str) -> bool:
    """Return whether a path or a name in the text is one of the repository."""
    if any((folder / name).exists() for folder in (ROOT, ROOT / "kgdesk")):
        return True
    if name.endswith((".py", "/")):
        return any(
            f"{module}.py".endswith(f"/{name}") or f"{module}/".endswith(f"/{name}") for module in _modules()
        )
    *before, last = name.replace("/", ".").split(".")
    if not before:
        return last in _defined() or any(module.endswith(f"/{last}") for module in _modules())
    return any(hasattr(owner, last) for owner in _owners(before))


def _owners(parts: list[str]) -> list[ModuleType | type]:
    """Return the modules, and the classes, whose names end with these parts."""
    tail = "/" + "/".join(parts)
    owners: list[ModuleType | type] = [
        importlib.import_module(module.replace("/", "."))
        for module in _modules()
        if f"/{module}".endswith(tail)
    ]
    for module in _defined().get(parts[-1], ()) if parts[-1][0].isupper() else ():
        found = getattr(importlib.import_module(module.replace("/", ".")), parts[-1], None)
        owners += [found] if isinstance(found, type) else []
    return owners


def test_every_name_in_the_walks_and_recipes_exists() -> None:
    names = _NAME.findall(TEXT)
    assert len(names) > 80
    assert [name for name in names if not _exists(name)] == []


def test_a_name_that_does_not_exist_is_noticed() -> None:
    wrong = [
        "Session.appended",
        "actions.recorded",
        "ui/session/pen.py",
        "SqliteShop",
        "model/commands/recording.gone",
    ]
    assert [name for name in wrong if _exists(name)] == []


def test_every_section_of_the_method_that_a_docstring_refers_to_exists() -> None:
    headings = set(re.findall(r"(?m)^## (.+)$", (ROOT / "METHOD.md").read_text("utf-8")))
    references: set[str] = set()
    for path in (ROOT / "kgdesk").rglob("*.py"):
        text = " ".join(path.read_text("utf-8").split())
        for reference in re.findall(r'METHOD, ("[^"]+"(?: and "[^"]+")*)', text):
            references |= set(re.findall(r'"([^"]+)"', reference))
    assert len(references) > 5
    assert references - headings == set()


def test_every_path_that_the_method_names_exists() -> None:
    names = [name for name in _NAME.findall((ROOT / "METHOD.md").read_text("utf-8")) if "/" in name]
    assert len(names) > 8
    assert [name for name in names if not _exists(name)] == []

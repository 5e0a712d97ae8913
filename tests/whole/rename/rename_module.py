"""What one module holds: the names at its top, what it imports, the members of its classes."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass
class Module:
    """One module of a tree, as its syntax tree shows it.

    `imports` gives, by local name, the module as it is written (with its dots) and the name taken from it, or None
    for ``import a.b``; `classes` the members of a class, and whether each is a field.
    """

    path: str
    names: set[str] = field(default_factory=set)
    imports: dict[str, tuple[str, str | None, bool]] = field(default_factory=dict)
    classes: dict[str, dict[str, bool]] = field(default_factory=dict)


def read(path: str, text: str) -> Module:
    """Return what a module holds."""
    module, tree = Module(path), ast.parse(text)
    collect(tree.body, module)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            members = module.classes.setdefault(node.name, {})
            for name, is_field in _members(node):
                members[name] = members.get(name, False) or is_field
    return module


def collect(body: Iterable[ast.stmt], module: Module) -> None:
    """Add the names that statements bind at the top of a module, and their imports."""
    for node in body:
        if isinstance(node, ast.ImportFrom):
            dotted = "." * node.level + (node.module or "")
            for alias in node.names:
                module.imports[alias.asname or alias.name] = (
                    dotted,
                    alias.name,
                    alias.asname not in {None, alias.name},
                )
        elif isinstance(node, ast.Import):
            for alias in node.names:
                dotted = alias.name if alias.asname else alias.name.partition(".")[0]
                module.imports[alias.asname or dotted] = (dotted, None, alias.asname is not None)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            module.names.add(node.name)
        else:
            targets = [*getattr(node, "targets", []), getattr(node, "target", None)]
            targets += [each.optional_vars for each in getattr(node, "items", [])]
            module.names.update(
                name.id
                for target in targets
                if target is not None and not isinstance(node, ast.Delete)
                for name in ast.walk(target)
                if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
            )
            for block in ("body", "orelse", "finalbody"):
                collect(getattr(node, block, []), module)
            for handler in getattr(node, "handlers", []):
                collect(handler.body, module)


def _members(node: ast.ClassDef) -> Iterator[tuple[str, bool]]:
    for part in node.body:
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
            yield part.name, False
            for inner in ast.walk(part):
                if (
                    isinstance(inner, ast.Attribute)
                    and isinstance(inner.ctx, ast.Store)
                    and isinstance(inner.value, ast.Name)
                    and inner.value.id == "self"
                ):
                    yield inner.attr, False
        elif isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            yield part.target.id, True
        elif isinstance(part, ast.Assign):
            for target in part.targets:
                if isinstance(target, ast.Name):
                    yield target.id, False

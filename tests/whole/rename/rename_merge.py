"""Merges several modules into one: imports once, blocks for the type checker joined, bodies in order."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

import libcst as cst
from rename_module import Module, collect

_SHOW = cst.Module([]).code_for_node


@dataclass
class _Parts:
    """What the modules give to the new one."""

    imports: list[cst.SimpleStatementLine] = field(default_factory=list)
    typed: list[cst.SimpleStatementLine] = field(default_factory=list)
    typed_body: list[str] = field(default_factory=list)
    body: list[str] = field(default_factory=list)
    names: list[cst.BaseElement] = field(default_factory=list)
    docstring: str = ""
    seen: dict[str, str] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)
    sources: dict[str, tuple[str, str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


def merged(goal: str, texts: dict[str, str], docstring: str | None) -> tuple[str, list[str]]:
    """Return the text of one module made of several, and why it cannot be made.

    Parameters
    ----------
    goal
        The new path, for the faults.
    texts
        The modules, rewritten already, by their old paths, in their order.
    docstring
        Of the new module; none takes the first that there is.
    """
    parts = _Parts()
    for path, text in texts.items():
        _take(cst.parse_module(text), path, parts)
    if docstring is not None:
        parts.docstring = f'"""{docstring}"""\n'
    _check_bindings(goal, parts)
    runtime = {each for line in parts.imports for each in _taken(line)}
    lines = [parts.docstring, "from __future__ import annotations\n", *_once(parts.imports, set())]
    if typed := [*_once(parts.typed, runtime), *parts.typed_body]:
        lines.append("if TYPE_CHECKING:\n")
        lines += ["".join(f"    {row}\n" if row else "\n" for row in text.splitlines()) for text in typed]
    lines += parts.body
    if parts.names:
        lines.append(f"__all__ = [{', '.join(dict.fromkeys(_SHOW(each.value) for each in parts.names))}]\n")
    return "\n".join(lines), [f"{goal}: {fault}" for fault in parts.faults]


def _take(module: cst.Module, path: str, parts: _Parts) -> None:
    body = list(module.body)
    if body and ast.get_docstring(ast.parse(module.code)) is not None:
        parts.docstring = parts.docstring or _SHOW(body[0])
        body = body[1:]
    comments = "".join(line.comment.value + "\n" for line in module.header if line.comment)
    if comments:
        parts.body.append(comments)
    for node in body:
        if _is_import(node):
            parts.imports.append(node)
        elif _is_for_types(node):
            for line in node.body.body:  # type: ignore[attr-defined]
                if _is_import(line):
                    parts.typed.append(line)
                else:
                    _take_body(line, path, parts, parts.typed_body)
        elif (names := _all_names(node)) is not None:
            parts.names += names
        else:
            _take_body(node, path, parts, parts.body)
    if foot := "".join(line.comment.value + "\n" for line in module.footer if line.comment):
        parts.body.append(foot)


def _is_import(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.SimpleStatementLine) and all(
        isinstance(part, cst.Import | cst.ImportFrom) for part in node.body
    )


def _take_body(node: cst.CSTNode, path: str, parts: _Parts, body: list[str]) -> None:
    text = _SHOW(node)
    tree = ast.parse(text)
    meaning = ast.dump(tree)
    bound = Module(path)
    collect(tree.body, bound)
    if meaning in parts.seen and bound.names and parts.seen[meaning] != path:
        return  # the same once more, as `Array = NDArray[np.float64]` is
    for name in bound.names:
        if parts.owners.setdefault(name, path) != path:
            parts.faults.append(f"{name} is in {parts.owners[name]} and in {path}")
    parts.seen.setdefault(meaning, path)
    body.append(text)


def _check_bindings(goal: str, parts: _Parts) -> None:
    for line in parts.imports + parts.typed:
        for module, name, local in _taken(line):
            if not name and module != local and module.startswith(f"{local}."):
                continue  # ``import a.b`` and ``import a.c`` bind one name
            if parts.sources.setdefault(local, (module, name)) != (module, name) and "." in goal:
                theirs = ".".join(parts.sources[local])
                parts.faults.append(f"{local} is imported as {module}.{name} and as {theirs}")
            if local in parts.owners:
                parts.faults.append(
                    f"{local} is imported ({module}.{name}) and defined in {parts.owners[local]}"
                )


def _is_for_types(node: cst.CSTNode) -> bool:
    return (
        isinstance(node, cst.If)
        and isinstance(node.test, cst.Name)
        and node.test.value == "TYPE_CHECKING"
        and node.orelse is None
    )


def _all_names(node: cst.CSTNode) -> list[cst.BaseElement] | None:
    first = node.body[0] if isinstance(node, cst.SimpleStatementLine) else None
    if not isinstance(first, cst.Assign) or not isinstance(first.value, cst.List | cst.Tuple):
        return None
    target = first.targets[0].target
    return list(first.value.elements) if isinstance(target, cst.Name) and target.value == "__all__" else None


def _taken(line: cst.SimpleStatementLine) -> list[tuple[str, str, str]]:
    found = []
    for node in ast.parse(_SHOW(line)).body:
        if isinstance(node, ast.ImportFrom):
            dotted = "." * node.level + (node.module or "")
            found += [(dotted, alias.name, alias.asname or alias.name) for alias in node.names]
        elif isinstance(node, ast.Import):
            found += [(alias.name, "", alias.asname or alias.name.partition(".")[0]) for alias in node.names]
    return found


def _once(lines: list[cst.SimpleStatementLine], known: set[tuple[str, str, str]]) -> list[str]:
    """Return imports as text, each name once, and none that is known already."""
    texts, seen = [], set(known)
    for line in lines:
        taken = _taken(line)
        fresh = [each for each in taken if each not in seen]
        if taken and taken[0][0] == "__future__":
            continue
        if not fresh:
            continue
        if len(fresh) == len(taken) or isinstance(line.body[0], cst.Import):
            texts.append(_SHOW(line))
        else:
            names = ", ".join(name if name == local else f"{name} as {local}" for _, name, local in fresh)
            texts.append(f"from {taken[0][0]} import {names}\n")
        seen.update(fresh)
    return texts

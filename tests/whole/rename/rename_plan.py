"""What changes in one module: each identifier, each chain of attributes, each import."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst
from rename_scopes import Import, Scan, Scope
from rename_targets import Target, Targets
from rename_tree import Tree, is_python

if TYPE_CHECKING:
    from collections.abc import Iterator


class Plan:
    """The edits of one module, by the identity of its nodes.

    Attributes
    ----------
    names
        New identifier of a ``Name`` node.
    expressions
        New expression of an ``Attribute`` node.
    statements
        New text of an import, line by line; none where it vanishes.
    notes, faults
        What a person should look at, and what cannot be done.
    """

    def __init__(self, tree: Tree, path: str, module: cst.Module) -> None:
        self.tree, self.path = tree, path
        self.scan = Scan(module)
        self.names: dict[int, str] = {}
        self.expressions: dict[int, cst.BaseExpression] = {}
        self.statements: dict[int, list[str]] = {}
        self.notes: list[str] = []
        self.faults: list[str] = []
        self.identifiers = tree.map.identifiers(path)
        targets = Targets(tree, path, self.faults)
        self._is_here = targets.is_here
        self._targets = {id(each): target for each in self.scan.imports if (target := targets.of(each))}
        self._locals: dict[tuple[int, str], str] = {}
        self._scopes: dict[int, Scope] = {}
        self._settle_locals()
        self._uses()
        self._chains()
        self._attributes()
        self._imports()

    def _settle_locals(self) -> None:
        """Give every binding its new name; an import that would take another's name gets an alias."""
        top = self.scan.top
        for name, scope in {(n.value, s) for n, s in self.scan.uses}:
            home = scope.home(name)
            if home is None:
                continue
            self._scopes[id(home)] = home
            new = self._import_name(home, name)
            if new is None:
                new = self.identifiers.get(name, name)
                new = self.tree.symbols[self.path].get(name, new) if home is top else new
            self._locals[id(home), name] = new
        for each in self.scan.imports:
            if (id(each.scope), local := _local(each)) not in self._locals:
                self._scopes[id(each.scope)] = each.scope
                self._locals[id(each.scope), local] = self._import_name(each.scope, local) or local
        self._part_clashes()

    def _import_name(self, home: Scope, name: str) -> str | None:
        imports = home.imports.get(name)
        if not imports:
            return None
        target = self._targets.get(id(imports[0]))
        if target is None:
            return name
        if imports[0].asname not in {None, imports[0].attribute} and not target.is_here:
            return name
        return target.local

    def _part_clashes(self) -> None:
        for name, scope in sorted({(n.value, s) for n, s in self.scan.uses}, key=lambda pair: pair[0]):
            home = scope.home(name)
            new = self._locals.get((id(home), name))
            if home is None or new is None or not self._is_taken(scope, home, name, new):
                continue
            target = self._target_of(home, name)
            if target is not None and not target.is_here:
                alias = f"{new}_module" if target.kind == "module" else name
                self.notes.append(
                    f"{self.path}: {name} would be {new}, which is another's; it is imported as {alias}"
                )
                self._locals[id(home), name] = alias
            elif target is None or target.kind == "symbol":
                self.faults.append(f"{self.path}: {name} cannot be {new}: the name is another's there")

    def _is_taken(self, scope: Scope, home: Scope, name: str, new: str) -> bool:
        for between in (*scope.up_to(home), home):
            for other in between.bound:
                theirs = self._locals.get((id(between), other), other)
                if theirs != new or (between is home and other == name):
                    continue
                is_changed = new != name or theirs != other
                mine, its = self._target_of(home, name), self._target_of(between, other)
                if its is not None and its.is_here:
                    continue
                if is_changed and not (
                    mine and its and (mine.kind, mine.statement) == (its.kind, its.statement)
                ):
                    return True
        return False

    def _target_of(self, home: Scope | None, name: str) -> Target | None:
        imports = home.imports.get(name) if home else None
        return self._targets.get(id(imports[0])) if imports else None

    def _uses(self) -> None:
        for node, scope in self.scan.uses:
            home = scope.home(node.value)
            new = self._locals.get((id(home), node.value)) if home else None
            if home is None:
                new = self.identifiers.get(node.value)
            if new is not None and new != node.value:
                self.names[id(node)] = new
            target = self._target_of(home, node.value)
            if target and target.is_here and target.kind == "module" and not self._is_chained(node):
                self.faults.append(f"{self.path}: {node.value} is merged into this file and used as a module")
        for keyword, call in self.scan.keywords:
            if (new := self._keyword(keyword.value, call)) is not None:
                self.names[id(keyword)] = new

    def _is_chained(self, node: cst.Name) -> bool:
        return any(root is node for root, _, _ in self.scan.chains)

    def _keyword(self, name: str, call: cst.Call) -> str | None:
        owners = self.tree.fields.get(name)
        called = call.func.attr if isinstance(call.func, cst.Attribute) else call.func
        if (
            owners
            and isinstance(called, cst.Name)
            and called.value in {*owners, "replace", "_replace", "cls"}
        ):
            return self.tree.members[name]
        return self.identifiers.get(name)

    def _chains(self) -> None:
        for root, scope, chain in self.scan.chains:
            target = self._target_of(scope.home(root.value), root.value)
            if target is None or target.kind != "module":
                continue
            at, path, run = 0, target.path, 0
            while at < len(chain):
                name = chain[at].attr.value
                entity = self.tree.lookup(path, name)
                if entity is None or entity[0] == "symbol":
                    break
                if self.tree.is_imported(path, name):
                    self.names[id(chain[at].attr)] = self.tree.new_name(path, name)
                elif run == at:
                    run = at + 1
                path, at = entity[1], at + 1
            self._chain(root, scope, chain, (target, path, at, run))

    def _chain(
        self, root: cst.Name, scope: Scope, chain: list[cst.Attribute], leads: tuple[Target, str, int, int]
    ) -> None:
        target, path, at, run = leads
        name = chain[at].attr.value if at < len(chain) else ""
        new = self.tree.new_name(path, name) if name else ""
        local = self.names.get(id(root), root.value)
        if name and at == run and (target.is_here if not at else self._is_here(path)):
            self.expressions[id(chain[at])] = cst.Name(new)
            between = [s for s in scope.up_to(self.scan.top) if new in s.bound]
            if any(self._locals.get((id(s), new), new) == new for s in between):
                self.faults.append(f"{self.path}: {root.value}.{name} would be {new}, a local name there")
            return
        if run:
            end = path if run == at else self._path_of(target.path, chain[:run])
            if (moved := self._through(target, local, end)) is not None:
                self.expressions[id(chain[run - 1])] = cst.parse_expression(moved)
            else:
                self.faults.append(
                    f"{self.path}: {root.value}.{chain[run - 1].attr.value}: its package is left"
                )
        if name:
            self.names[id(chain[at].attr)] = new

    def _path_of(self, path: str, chain: list[cst.Attribute]) -> str:
        for attribute in chain:
            entity = self.tree.lookup(path, attribute.attr.value)
            path = entity[1] if entity else path
        return path

    def _through(self, target: Target, local: str, path: str) -> str | None:
        start = self.tree.dotted(self.tree.new_path(target.path), target.root)
        goal = self.tree.dotted(self.tree.new_path(path), target.root)
        if target.statement[1] is None and "." not in local and local == start.partition(".")[0]:
            return goal
        return f"{local}{goal.removeprefix(start)}" if goal.startswith(f"{start}.") else None

    def _attributes(self) -> None:
        for node in self.scan.attributes:
            if id(node.attr) not in self.names:
                name = node.attr.value
                new = self.tree.members.get(name) or self.identifiers.get(name)
                if new is not None and not self._is_foreign(node):
                    self.names[id(node.attr)] = new
        for name, path_owner in self._own_members():
            self.names[id(path_owner)] = name

    def _is_foreign(self, node: cst.Attribute) -> bool:
        """Return whether an attribute is one of a module that is not ours."""
        if not isinstance(node.value, cst.Name):
            return False
        scopes = self.scan.top.imports.get(node.value.value)
        return bool(scopes) and id(scopes[0]) not in self._targets and scopes[0].attribute is None

    def _own_members(self) -> Iterator[tuple[str, cst.Name]]:
        """Yield the names where a class defines a member that is renamed."""
        owners = {(m, c) for m, rows in self.tree.map.members.items() for p, c in rows if _same(p, self.path)}
        wanted = {c for _, c in owners}
        for node, scope in self.scan.uses:
            if scope.kind == "class" and node.value in scope.bound and scope.home(node.value) is scope:
                owner = self.scan.owner.get(id(scope), "")
                if owner in wanted and (node.value, owner) in owners:
                    yield self.tree.members[node.value], node

    def renamed(self, name: str) -> str:
        """Return what a name that a text mentions is called in the new tree: one of the module, or a member."""
        new = self._locals.get((id(self.scan.top), name), name)
        return new if new != name else self.identifiers.get(name, self.tree.members.get(name, name))

    def module_at(self, node: cst.BaseExpression, scope: Scope) -> str | None:
        """Return the module that a name or a chain of attributes means."""
        words = []
        while isinstance(node, cst.Attribute):
            words.append(node.attr.value)
            node = node.value
        target = self._target_of(scope.home(node.value), node.value) if isinstance(node, cst.Name) else None
        path = target.path if target and target.kind == "module" else None
        for word in reversed(words):
            entity = self.tree.lookup(path, word) if path else None
            path = entity[1] if entity and entity[0] == "module" else None
        return path

    def _imports(self) -> None:
        by_statement: dict[int, list[Import]] = {}
        for each in self.scan.imports:
            by_statement.setdefault(id(each.statement), []).append(each)
        for key, several in by_statement.items():
            old = [self._written(each, None) for each in several]
            new = [self._written(each, self._targets.get(id(each))) for each in several]
            if new != old:
                self.statements[key] = _lines([part for part in new if part is not None])

    def _written(self, each: Import, target: Target | None) -> tuple[str, str | None, str | None] | None:
        if target is None:
            return each.module, each.attribute, each.asname
        if target.is_here:
            return None
        local = self._locals[id(each.scope), _local(each)]
        module, name = target.statement
        if name is None and not each.asname:
            return module, None, None
        plain = name if name is not None else module
        return module, name, local if local != plain or each.asname == each.attribute else None


def _local(each: Import) -> str:
    return each.asname or each.attribute or each.module.partition(".")[0]


def _same(path: str, other: str) -> bool:
    return is_python(other) and path.removesuffix("i") == other.removesuffix("i")


def _lines(parts: list[tuple[str, str | None, str | None]]) -> list[str]:
    modules: dict[str, dict[str, None]] = {}
    lines = []
    for module, name, alias in parts:
        if not module and name is not None:  # a module beside, by its own name
            lines.append(f"import {name}{f' as {alias}' if alias else ''}")
        elif name is None:
            lines.append(f"import {module}{f' as {alias}' if alias else ''}")
        else:
            modules.setdefault(module, {})[f"{name} as {alias}" if alias else name] = None
    return lines + [f"from {module} import {', '.join(names)}" for module, names in modules.items()]

"""The meaning of the statements of a module: syntax trees whose names are resolved, as the new tree has them."""

from __future__ import annotations

import ast
import re
import symtable
from typing import TYPE_CHECKING

from rename_resolver import Resolver, is_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rename_text import Texts
    from rename_tree import Tree

_IMPORTED = re.compile(r"\bfrom (kgdesk|tests)[\w.]* import \w+(?: as \w+)?(?:, \w+(?: as \w+)?)*")
_AGAIN = re.compile(r"«import»(?:; «import»)+")


class Meanings:
    """Gives the meaning of each statement at the top of one module.

    Parameters
    ----------
    tree
        With its map; the empty one for the new tree.
    contexts
        Renamed contexts of translations.
    """

    def __init__(self, tree: Tree, texts: Texts, path: str, text: str, contexts: dict[str, str]) -> None:
        self.tree, self.texts, self.path, self.contexts = tree, texts, path, contexts
        self.identifiers = tree.map.identifiers(path)
        self.module = tree.modules[path]
        self.locals = texts.locals_of(text, path)
        self.is_package = path.endswith(("/__init__.py", "/__init__.pyi"))
        self._tables = _by_place(symtable.symtable(text, path, "exec"))

    def of(self, body: list[ast.stmt]) -> Iterator[tuple[str, bool]]:
        """Yield the meaning of each statement, and whether it binds a name; blocks for types one by one."""
        if body and is_text(body[0]):
            body = body[1:]
        for node in body:
            if isinstance(node, ast.Import | ast.ImportFrom) or _is_all(node):
                continue
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING" and not node.orelse:
                yield from self.of(node.body)
                continue
            meaning = Resolver(self).visit(node)
            yield ast.dump(meaning), not is_text(node)

    def top(self, name: str) -> str | None:
        """Return what a name at the top of the module means, or None for one of another's."""
        entity = self.tree.lookup(self.path, name)
        if entity is None:
            return name if name in self.module.imports else None
        if entity[0] == "module":
            return self.tree.dotted(self.tree.new_path(entity[1]))
        return self.symbol(self.path, name)

    def symbol(self, path: str, name: str) -> str:
        """Return module and name, as the new tree has them, of where a name is defined."""
        module = self.tree.modules.get(path)
        seen = set()
        while module is not None and (path, name) not in seen:
            seen.add((path, name))
            if name in module.imports and name not in module.names:
                dotted, attribute, _ = module.imports[name]
                found = self.tree.module_of(dotted, path)
                if found is None or attribute is None:
                    return f"{dotted}:{attribute}"
                path, name = found[0], attribute
            elif name not in module.names and (home := self.tree.lazy_home(path, name)):
                path = home
            else:
                break
            module = self.tree.modules.get(path)
        return f"{self.tree.dotted(self.tree.new_path(path))}:{self.tree.new_name(path, name)}"

    def table(self, node: ast.AST, name: str) -> symtable.SymbolTable | None:
        """Return the table of the scope that a node opens."""
        several = self._tables.get((name, getattr(node, "lineno", 0)), [])
        return several[0] if several else None

    def take(self, node: ast.AST, name: str) -> symtable.SymbolTable | None:
        """Return the table of the scope that a node opens, for the last time: scopes of a line follow each other."""
        several = self._tables.get((name, getattr(node, "lineno", 0)), [])
        return several.pop(0) if several else None

    def text(self, value: str) -> str:
        """Return a text with its modules and paths mapped, without what only its layout is."""
        plain = self.texts.mapped(_IMPORTED.sub("«import»", value), self.path)
        plain = self.texts.attributes(plain, self.locals) if self.locals else plain
        return " ".join(_AGAIN.sub("«import»", plain).split())

    def child(self, name: str) -> str | None:
        """Return the module of this name in a package, in full."""
        home = self._home(name)
        return self.tree.dotted(self.tree.new_path(home)) if home else None

    def _home(self, name: str) -> str | None:
        return self.tree.descendant(self.path, name) if self.is_package else None

    def of_child(self, module: str, name: str) -> str:
        """Return what a name of a module of this package means."""
        home = self._home(module)
        return self.symbol(home, name) if home else name

    def words(self, text: str) -> str:
        """Return a string in a package's own statements: its modules and names, resolved."""
        return " ".join(self.child(word) or self._listed(word) for word in text.split(" "))

    def _listed(self, word: str) -> str:
        entity = self.tree.lookup(self.path, word) if word.isidentifier() else None
        return self.symbol(self.path, word) if entity and entity[0] == "symbol" else word


def _by_place(top: symtable.SymbolTable) -> dict[tuple[str, int], list[symtable.SymbolTable]]:
    found: dict[tuple[str, int], list[symtable.SymbolTable]] = {}
    todo = [top]
    while todo:
        table = todo.pop(0)
        found.setdefault((table.get_name(), table.get_lineno()), []).append(table)
        todo[:0] = table.get_children()
    return found


def _is_all(node: ast.stmt) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets)

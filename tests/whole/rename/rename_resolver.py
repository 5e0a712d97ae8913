"""Resolves the names of one statement: the walk through its scopes."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import symtable

    from rename_meaning import Meanings
    from rename_tree import Tree

#: How `symtable` calls the scopes that have no name.
_TABLES = {"ListComp": "listcomp", "SetComp": "setcomp", "DictComp": "dictcomp", "GeneratorExp": "genexpr"}
_TICKED = re.compile(r"`+[\w.]+`+")


def is_text(node: ast.stmt) -> bool:
    """Return whether a statement is a string alone: a docstring."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


class Resolver(ast.NodeTransformer):
    """Writes each name as what it means; a name of a scope within stays a name."""

    def __init__(self, meanings: Meanings) -> None:
        self._m = meanings
        self._scopes: list[symtable.SymbolTable] = []
        self._local_imports: list[dict[str, ast.AST]] = [{}]

    def _scoped(self, node: ast.AST, name: str, inner: list[str], outer: list[str]) -> ast.AST:
        for part in outer:
            self._field(node, part)
        table = self._m.take(node, name)
        if table is not None:
            self._scopes.append(table)
        self._local_imports.append({})
        for part in inner:
            self._field(node, part)
        self._local_imports.pop()
        if table is not None:
            self._scopes.pop()
        return node

    def _field(self, node: ast.AST, name: str) -> None:
        value = getattr(node, name)
        if isinstance(value, list):
            new = [self.visit(part) for part in value]
            setattr(node, name, [part for part in new if part is not None])
        elif isinstance(value, ast.AST):
            setattr(node, name, self.visit(value))

    def _is_local(self, name: str) -> bool:
        for depth, table in enumerate(reversed(self._scopes)):
            if table.get_type() == "class" and depth:
                continue
            try:
                symbol = table.lookup(name)
            except KeyError:
                continue
            if symbol.is_global():
                return False
            if symbol.is_local() or symbol.is_free():
                return True
        return False

    def _imported_here(self, name: str) -> ast.AST | None:
        return next((known[name] for known in reversed(self._local_imports) if name in known), None)

    def _qualified(self, name: str) -> str | None:
        """Return the meaning of a name: "module" or "module:name"; None for a local one."""
        here = self._imported_here(name)
        if here is not None:
            return self._of_import(here, name)
        return None if self._is_local(name) else self._m.top(name)

    def _of_import(self, node: ast.AST, name: str) -> str:
        tree, path = self._m.tree, self._m.path
        assert isinstance(node, ast.Import | ast.ImportFrom)
        alias = next(a for a in node.names if (a.asname or a.name.partition(".")[0]) == name)
        if isinstance(node, ast.Import):
            dotted = alias.name if alias.asname else alias.name.partition(".")[0]
            found = tree.module_of(dotted, path)
            return tree.dotted(tree.new_path(found[0])) if found else dotted
        found = tree.module_of("." * node.level + (node.module or ""), path)
        if found is None:
            return f"{node.module}:{alias.name}"
        entity = tree.lookup(found[0], alias.name)
        if entity and entity[0] == "module":
            return tree.dotted(tree.new_path(entity[1]))
        return self._m.symbol(found[0], alias.name)

    def _path_of(self, name: str) -> str | None:
        """Return the old path of the module that a name means."""
        here = self._imported_here(name)
        tree = self._m.tree
        if isinstance(here, ast.Import | ast.ImportFrom):
            alias = next(a for a in here.names if (a.asname or a.name.partition(".")[0]) == name)
            if isinstance(here, ast.Import):
                dotted = alias.name if alias.asname else alias.name.partition(".")[0]
                return (tree.module_of(dotted, self._m.path) or (None,))[0]
            base = tree.module_of("." * here.level + (here.module or ""), self._m.path)
            entity = tree.lookup(base[0], alias.name) if base else None
        else:
            entity = None if self._is_local(name) else tree.lookup(self._m.path, name)
        return entity[1] if entity and entity[0] == "module" else None

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self._local_imports[-1][alias.asname or alias.name.partition(".")[0]] = node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            self._local_imports[-1][alias.asname or alias.name] = node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if self._scopes and self._scopes[-1].get_type() == "class" and self._is_local(node.id):
            return ast.Name(self._bound(node.id), node.ctx)
        meaning = self._qualified(node.id)
        return ast.Name(meaning or self._m.identifiers.get(node.id, node.id), node.ctx)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        chain: list[ast.Attribute] = [node]
        while isinstance(chain[-1].value, ast.Attribute):
            chain.append(chain[-1].value)
        root = chain[-1].value
        path = self._path_of(root.id) if isinstance(root, ast.Name) else None
        if path is None or not isinstance(root, ast.Name):
            return self._attribute(node)
        at, tree, meaning = len(chain) - 1, self._m.tree, tree_dotted(self._m.tree, path)
        while at >= 0 and (entity := tree.lookup(path, chain[at].attr)):
            if entity[0] == "symbol":
                meaning = self._m.symbol(path, chain[at].attr)
                at -= 1
                break
            path, at = entity[1], at - 1
            meaning = tree_dotted(tree, path)
        new: ast.expr = ast.Name(meaning, ast.Load())
        for each in reversed(chain[: at + 1]):
            new = ast.Attribute(new, self._member(each.attr), each.ctx)
        return new

    def _attribute(self, node: ast.Attribute) -> ast.AST:
        node.value = self.visit(node.value)
        node.attr = self._member(node.attr)
        return node

    def _member(self, name: str) -> str:
        return self._m.tree.members.get(name) or self._m.identifiers.get(name, name)

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        """Write a package's table of lazy names as its modules and names, in order of the letters."""
        if self._scopes or not self._m.is_package:
            return self.generic_visit(node)
        rows = []
        for key, value in zip(node.keys, node.values, strict=True):
            first, second = _constant(key), _constant(value)
            if first is not None and second is not None and self._m.child(first):
                rows += [f"{self._m.child(first)} {self._m.of_child(first, word)}" for word in second.split()]
            elif first is not None and second is not None and self._m.child(second):
                rows.append(f"{self._m.child(second)} {self._m.of_child(second, first)}")
            else:
                rows.append(ast.dump(self.visit(ast.Tuple([key or ast.Constant(None), value], ast.Load()))))
        return ast.Tuple([ast.Constant(row) for row in sorted(rows)], ast.Load())

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Map a context of translations, and a name that follows its module."""
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        words = [_constant(each) for each in node.args[:2]]
        if called in {"translate", "QT_TRANSLATE_NOOP"} and len(words) > 1 and words[0] is not None:
            node.args[0] = _Done(ast.Constant(self._m.contexts.get(words[0], words[0])))
        elif called == "cast" and words and words[0]:
            node.args[0] = _Done(self.visit(ast.parse(words[0], mode="eval").body))
        elif called in {"setattr", "getattr", "hasattr", "delattr", "object"} and len(words) > 1 and words[1]:
            path = self._module(node.args[0])
            tree, word = self._m.tree, words[1]
            new = tree.new_name(path, word) if path else tree.members.get(word, word)
            node.args[1] = _Done(ast.Constant(new))
        elif len(words) > 1 and words[0] and words[1] and not self._scopes and self._m.child(words[0]):
            node.args[:2] = [
                _Done(ast.Constant(self._m.child(words[0]))),
                _Done(ast.Constant(self._m.of_child(words[0], words[1]))),
            ]
        return self.generic_visit(node)

    def _module(self, node: ast.expr) -> str | None:
        """Return the old path of the module that an expression means."""
        if isinstance(node, ast.Name):
            return self._path_of(node.id)
        base = self._module(node.value) if isinstance(node, ast.Attribute) else None
        entity = self._m.tree.lookup(base, node.attr) if base and isinstance(node, ast.Attribute) else None
        return entity[1] if entity and entity[0] == "module" else None

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """Map the level of a folder above the file."""
        text = ast.unparse(node.value) if isinstance(node.value, ast.Attribute) else ""
        level = node.slice.value if isinstance(node.slice, ast.Constant) else None
        if "__file__" in text and text.endswith(".parents") and isinstance(level, int):
            node.slice = ast.Constant(self._m.tree.parents(self._m.path, level))
        return self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        """Write a module whose last part is put in as its whole name."""
        if len(node.values) == 2:
            head, tail = node.values
            if isinstance(head, ast.FormattedValue) and getattr(head.value, "id", "") == "__name__":
                if (word := _constant(tail)) and (dotted := self._m.child(word.removeprefix("."))):
                    return ast.Constant(dotted)
            elif isinstance(tail, ast.FormattedValue) and isinstance(tail.value, ast.IfExp):
                ways = [self._m.child(_constant(way) or "") for way in (tail.value.body, tail.value.orelse)]
                if all(ways):
                    return ast.IfExp(self.visit(tail.value.test), *(ast.Constant(way) for way in ways))
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, str) and self._m.is_package and not self._scopes:
            return ast.Constant(self._m.words(self._m.text(node.value)))
        if isinstance(node.value, str):
            return ast.Constant(self._m.text(node.value))
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if is_text(node) and isinstance(node.value, ast.Constant):
            text = self._m.texts.parameters(str(node.value.value), self._m.identifiers)
            return ast.Expr(ast.Constant(_TICKED.sub("`·`", self._m.text(text))))
        return self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        name = node.name
        node.name = self._bound(name)
        self._parameters(node.args)
        self._field(node, "decorator_list")
        self._field(node, "returns")
        node.decorator_list, decorators = [], node.decorator_list
        new = self._scoped(node, name, ["args", "body"], [])
        node.decorator_list = decorators
        return new

    def _parameters(self, args: ast.arguments) -> None:
        """Resolve defaults and annotations, which belong to the scope around."""
        several = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
        for arg in several:
            if arg is not None and arg.annotation is not None:
                arg.annotation = _Done(self.visit(arg.annotation))
        args.defaults = [_Done(self.visit(each)) for each in args.defaults]
        args.kw_defaults = [None if each is None else _Done(self.visit(each)) for each in args.kw_defaults]

    def visit__Done(self, node: _Done) -> ast.AST:
        return node.value

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        self._parameters(node.args)
        return self._scoped(node, "lambda", ["args", "body"], [])

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        name = node.name
        node.name = self._bound(name)
        return self._scoped(node, name, ["body"], ["decorator_list", "bases", "keywords"])

    def _bound(self, name: str) -> str:
        """Return the new name of what a statement defines: at the top its meaning, in a class its name there."""
        if not self._scopes:
            return self._m.top(name) or name
        members = self._m.tree.members
        if self._scopes[-1].get_type() == "class" and name in members:
            return members[name]
        return self._m.identifiers.get(name, name)

    def _comprehension(self, node: ast.AST) -> ast.AST:
        first = node.generators[0]  # type: ignore[attr-defined]
        first.iter = _Done(self.visit(first.iter))
        parts = ["generators", *(part for part in ("elt", "key", "value") if hasattr(node, part))]
        return self._scoped(node, _TABLES[type(node).__name__], parts, [])

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension  # noqa: N815

    def visit_arg(self, node: ast.arg) -> ast.AST:
        if node.annotation is not None:
            node.annotation = self.visit(node.annotation)
        node.arg = self._m.identifiers.get(node.arg, node.arg)
        return node

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        node.value = self.visit(node.value)
        if node.arg is not None:
            tree = self._m.tree
            is_field = bool(tree.fields.get(node.arg))
            node.arg = tree.members[node.arg] if is_field else self._m.identifiers.get(node.arg, node.arg)
        return node


class _Done(ast.expr):
    """An expression that is resolved already; visiting it again gives it as it is."""

    _fields = ("value",)


def _constant(node: ast.expr | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def tree_dotted(tree: Tree, path: str) -> str:
    """Return the module of an old path by its new dotted name."""
    return tree.dotted(tree.new_path(path))

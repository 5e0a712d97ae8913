"""Writes one module as the new tree has it: the plan's edits, and the names in its strings and comments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import libcst as cst
from rename_plan import Plan

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rename_text import Texts
    from rename_tree import Tree

_REACH = frozenset({"setattr", "getattr", "hasattr", "delattr", "object"})
_PLAIN = re.compile(r"\w+(?:[ ]\w+)*[ ]?")


class Strings:
    """The strings of one module whose meaning their place gives: attributes, contexts, tables of lazy names."""

    def __init__(self, plan: Plan, module: cst.Module, contexts: dict[str, str]) -> None:
        self.new: dict[int, str] = {}
        self.faults: list[str] = []
        self._plan, self._tree, self._contexts = plan, plan.tree, contexts
        self._is_package = plan.path.endswith(("/__init__.py", "/__init__.pyi"))
        for call, scope in plan.scan.calls:
            self._call(call, scope)
        for line in module.body:
            for node in _assignments(line):
                self._table(node)

    def _call(self, call: cst.Call, scope: object) -> None:
        called = call.func.attr if isinstance(call.func, cst.Attribute) else call.func
        texts = [arg.value for arg in call.args]
        name = called.value if isinstance(called, cst.Name) else ""
        # A context is named before its text; what `self.tr` is given is the text itself.
        if name in {"translate", "QT_TRANSLATE_NOOP"} and len(texts) > 1 and (context := _text(texts[0])):
            self._set(texts[0], self._contexts.get(context, context))
        if len(texts) < 2 or (word := _text(texts[1])) is None:
            return
        if name in _REACH:
            module = self._module(texts[0], scope)
            self._set(
                texts[1], self._tree.new_name(module, word) if module else self._tree.members.get(word, word)
            )
        elif self._is_package:
            home = self._tree.child(self._plan.path, _text(texts[0]) or "")
            if home and word in self._tree.modules[home].names:
                self._set(texts[0], self._beside(home))
                self._set(texts[1], self._tree.new_name(home, word))

    def _module(self, node: cst.BaseExpression, scope: object) -> str | None:
        """Return the module that an expression means: a name, a chain, or ``import_module("...")``."""
        if isinstance(node, cst.Call) and node.args and (dotted := _text(node.args[0].value)):
            found = self._tree.module_of(dotted, self._plan.path)
            return found[0] if found and "." in dotted else None
        return self._plan.module_at(node, scope)

    def _beside(self, home: str) -> str:
        """Return how a package calls one of its modules: by its name from the package on."""
        package = self._tree.dotted(self._tree.new_path(self._plan.path))
        dotted = self._tree.dotted(self._tree.new_path(home))
        if not dotted.startswith(f"{package}."):
            self.faults.append(f"{self._plan.path}: {home} leaves the package, whose table names it")
        return dotted.removeprefix(f"{package}.")

    def _set(self, node: cst.BaseExpression, text: str) -> None:
        if isinstance(node, cst.SimpleString) and text != node.raw_value:
            self.new[id(node)] = text

    def _table(self, node: cst.Assign | cst.AugAssign | cst.AnnAssign) -> None:
        target = node.targets[0].target if isinstance(node, cst.Assign) else node.target
        value = node.value
        if (
            isinstance(target, cst.Name)
            and target.value == "__all__"
            and isinstance(value, cst.List | cst.Tuple)
        ):
            for element in value.elements:
                if word := _text(element.value):
                    self._set(element.value, self._tree.new_name(self._plan.path, word))
        elif self._is_package and value is not None:
            self._lazy(value)

    def _lazy(self, value: cst.BaseExpression) -> None:
        """Map tables of a package's own modules and names, whichever of the two comes first."""
        if isinstance(value, cst.Dict):
            for element in value.elements:
                if isinstance(element, cst.DictElement):
                    self._pair(element.key, element.value)
        elif isinstance(value, cst.Call):
            for arg in value.args:
                self._lazy(arg.value)
        elif isinstance(value, cst.Set | cst.List | cst.Tuple):
            for element in value.elements:
                for leaf in _leaves(element.value):
                    self._set(leaf, " ".join(self._new(word) for word in leaf.raw_value.split(" ")))

    def _pair(self, key: cst.BaseExpression, value: cst.BaseExpression) -> None:
        first = _text(key)
        if first is None:
            return
        home = self._tree.child(self._plan.path, first)
        if home and any(
            self._new(w, home) is not None for leaf in _leaves(value) for w in leaf.raw_value.split()
        ):
            self._set(key, self._beside(home))
            for leaf in _leaves(value):
                if _PLAIN.fullmatch(leaf.raw_value):
                    self._set(leaf, " ".join(self._tree.new_name(home, w) for w in leaf.raw_value.split(" ")))
            return
        word = _text(value)
        home = self._tree.child(self._plan.path, word) if word else None
        if home and first in self._tree.modules[home].names:
            self._set(key, self._tree.new_name(home, first))
            self._set(value, self._beside(home))
        elif isinstance(value, cst.Tuple) and len(value.elements) > 1:
            self._set(key, self._new(first))
            dotted, name = (_text(element.value) for element in value.elements[:2])
            found = self._tree.module_of(dotted, self._plan.path) if dotted else None
            if found and name:
                self._set(value.elements[1].value, self._tree.new_name(found[0], name))

    def _new(self, word: str, home: str = "") -> str:
        return self._tree.new_name(home or self._plan.path, word) if word else word


def _assignments(line: cst.CSTNode) -> Iterator[cst.Assign | cst.AugAssign | cst.AnnAssign]:
    for node in line.body if isinstance(line, cst.SimpleStatementLine) else ():
        if isinstance(node, cst.Assign | cst.AugAssign | cst.AnnAssign):
            yield node


def _text(node: cst.BaseExpression) -> str | None:
    is_plain = isinstance(node, cst.SimpleString) and "b" not in node.prefix
    return node.raw_value if is_plain and isinstance(node, cst.SimpleString) else None


def _leaves(node: cst.BaseExpression) -> Iterator[cst.SimpleString]:
    if isinstance(node, cst.SimpleString):
        yield node
    elif isinstance(node, cst.ConcatenatedString):
        yield from _leaves(node.left)
        yield from _leaves(node.right)
    elif isinstance(node, cst.List | cst.Tuple | cst.Set):
        for element in node.elements:
            yield from _leaves(element.value)


class _Rewriter(cst.CSTTransformer):
    def __init__(self, plan: Plan, strings: Strings, texts: Texts, modules: dict[str, str]) -> None:
        super().__init__()
        self._plan, self._strings, self._texts, self._modules = plan, strings, texts, modules
        self._docstrings: set[int] = set()
        self._emptied: set[int] = set()

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.Name:
        new = self._plan.names.get(id(original_node))
        return updated_node if new is None else updated_node.with_changes(value=new)

    def leave_Attribute(
        self, original_node: cst.Attribute, updated_node: cst.Attribute
    ) -> cst.BaseExpression:
        return self._plan.expressions.get(id(original_node), updated_node)

    def visit_Expr(self, node: cst.Expr) -> None:
        if isinstance(node.value, cst.SimpleString):
            self._docstrings.add(id(node.value))

    def leave_SimpleString(
        self, original_node: cst.SimpleString, updated_node: cst.SimpleString
    ) -> cst.SimpleString:
        opening = f"{original_node.prefix}{original_node.quote}"
        raw = original_node.raw_value
        if (inner := self._plan.scan.strings.get(id(original_node))) is not None:
            new = cst.Module([]).code_for_node(inner.visit(self))  # type: ignore[arg-type]
        elif (given := self._strings.new.get(id(original_node))) is not None:
            new = given
        else:
            new = self._texts.mapped(raw, self._plan.path)
            if self._modules:
                new = self._texts.attributes(new, self._modules)
            if id(original_node) in self._docstrings:
                new = self._texts.parameters(
                    self._texts.ticked(new, self._plan.renamed), self._plan.identifiers
                )
        return (
            updated_node
            if new == raw
            else updated_node.with_changes(value=f"{opening}{new}{original_node.quote}")
        )

    def leave_FormattedStringText(
        self, original_node: cst.FormattedStringText, updated_node: cst.FormattedStringText
    ) -> cst.FormattedStringText:
        new = self._texts.mapped(original_node.value, self._plan.path)
        new = self._texts.attributes(new, self._modules) if self._modules else new
        return updated_node.with_changes(value=new)

    def leave_FormattedString(
        self, original_node: cst.FormattedString, updated_node: cst.FormattedString
    ) -> cst.BaseExpression:
        parts = original_node.parts
        names = [part.expression for part in parts if isinstance(part, cst.FormattedStringExpression)]
        if (
            len(parts) == 2
            and names
            and isinstance(names[0], cst.Name)
            and names[0].value == "__name__"
            and isinstance(parts[1], cst.FormattedStringText)
            and (home := self._plan.tree.child(self._plan.path, parts[1].value.lstrip(".")))
        ):
            dotted = self._plan.tree.dotted(self._plan.tree.new_path(home))
            package = self._plan.tree.dotted(self._plan.tree.new_path(self._plan.path))
            if not dotted.startswith(f"{package}."):
                return cst.SimpleString(f'"{dotted}"')
            return updated_node.with_changes(
                parts=[updated_node.parts[0], cst.FormattedStringText(dotted.removeprefix(package))]
            )
        return self._chosen(original_node, updated_node)

    def _chosen(self, original: cst.FormattedString, updated: cst.FormattedString) -> cst.BaseExpression:
        """Map ``f"kgdesk.cli.{'opening' if ... else 'commands'}"``: a module of which the last part is chosen."""
        head = original.parts[0] if original.parts else None
        if len(original.parts) != 2 or not isinstance(head, cst.FormattedStringText):
            return updated
        tree, dotted = self._plan.tree, head.value
        found = tree.module_of(dotted[:-1], self._plan.path) if dotted.endswith(".") else None
        choice = original.parts[1]
        if found is None or not isinstance(choice, cst.FormattedStringExpression):
            return updated
        if not isinstance(choice.expression, cst.IfExp):
            return updated
        package, new, ways = tree.dotted(tree.new_path(found[0])), choice, {}
        for side in ("body", "orelse"):
            way = getattr(choice.expression, side)
            home = tree.child(found[0], _text(way) or "")
            if home is None:
                return updated
            goal = tree.dotted(tree.new_path(home))
            if not goal.startswith(f"{package}."):
                self._strings.faults.append(
                    f"{self._plan.path}: {home} leaves its package and is chosen by name"
                )
            ways[side] = way.with_changes(value=f"'{goal.removeprefix(package + '.')}'")
        expression = updated.parts[1].expression.with_changes(**ways)  # type: ignore[union-attr]
        new = updated.parts[1].with_changes(expression=expression)
        return updated.with_changes(parts=[cst.FormattedStringText(f"{package}."), new])

    def leave_Dict(self, original_node: cst.Dict, updated_node: cst.Dict) -> cst.Dict:
        """Join the lines of a table of lazy names whose modules have become one."""
        rows: dict[str, cst.BaseDictElement] = {}
        for number, new in enumerate(updated_node.elements):
            key = _text(new.key) if isinstance(new, cst.DictElement) else None
            if key is not None and key in rows and isinstance(new, cst.DictElement):
                rows[key] = _joined(cst.ensure_type(rows[key], cst.DictElement), new)
            else:
                rows[f"{number}" if key is None else key] = new
        were = {_text(each.key) or f"{n}" for n, each in enumerate(original_node.elements) if _is_row(each)}
        if len(rows) == len(updated_node.elements) or len(were) < len(original_node.elements):
            return updated_node
        return updated_node.with_changes(elements=[*rows.values()])

    def leave_Subscript(self, original_node: cst.Subscript, updated_node: cst.Subscript) -> cst.Subscript:
        """Keep the folder that ``Path(__file__).parents[2]`` means where its file goes deeper."""
        index = original_node.slice[0].slice
        text = cst.Module([]).code_for_node(original_node.value)
        is_place = "__file__" in text and text.endswith(".parents") and isinstance(index, cst.Index)
        if not is_place or not isinstance(index, cst.Index) or not isinstance(index.value, cst.Integer):
            return updated_node
        level = self._plan.tree.parents(self._plan.path, int(index.value.value))
        return updated_node.with_changes(slice=[cst.SubscriptElement(cst.Index(cst.Integer(str(level))))])

    def leave_Comment(self, original_node: cst.Comment, updated_node: cst.Comment) -> cst.Comment:
        new = self._texts.mapped(original_node.value, self._plan.path)
        return updated_node.with_changes(value=self._texts.ticked(new, self._plan.renamed))

    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> cst.SimpleStatementLine | cst.RemovalSentinel | cst.FlattenSentinel[cst.SimpleStatementLine]:
        if (
            len(original_node.body) != 1
            or (lines := self._plan.statements.get(id(original_node.body[0]))) is None
        ):
            return updated_node
        if not lines:
            return cst.RemoveFromParent()
        new = [cst.ensure_type(cst.parse_statement(line), cst.SimpleStatementLine) for line in lines]
        new[0] = new[0].with_changes(
            leading_lines=updated_node.leading_lines, trailing_whitespace=updated_node.trailing_whitespace
        )
        return cst.FlattenSentinel(new)

    def leave_IndentedBlock(
        self, original_node: cst.IndentedBlock, updated_node: cst.IndentedBlock
    ) -> cst.IndentedBlock:
        if updated_node.body:
            return updated_node
        self._emptied.add(id(original_node))
        return updated_node.with_changes(body=[cst.SimpleStatementLine([cst.Pass()])])

    def leave_If(self, original_node: cst.If, updated_node: cst.If) -> cst.If | cst.RemovalSentinel:
        if id(original_node.body) in self._emptied and original_node.orelse is None:
            return cst.RemoveFromParent()
        return updated_node


def _is_row(element: cst.BaseDictElement) -> bool:
    return isinstance(element, cst.DictElement)


def _joined(first: cst.DictElement, second: cst.DictElement) -> cst.DictElement:
    """Return a row of a table with the names of both: strings side by side, or lists one after the other."""
    leaves = [*_leaves(first.value), *_leaves(second.value)]
    if isinstance(first.value, cst.List | cst.Tuple):
        return first.with_changes(value=cst.parse_expression(f"[{', '.join(leaf.value for leaf in leaves)}]"))
    texts = [f'"{leaf.raw_value.strip()} "' for leaf in leaves]
    texts[-1] = f'"{leaves[-1].raw_value.strip()}"'
    return first.with_changes(value=cst.parse_expression(f"({' '.join(texts)})"))


def rewritten(
    tree: Tree, texts: Texts, path: str, contexts: dict[str, str]
) -> tuple[str, list[str], list[str]]:
    """Return the new text of a module, what a person should look at, and what cannot be done.

    Parameters
    ----------
    contexts
        Contexts of translations that are renamed with their classes, by their old names.
    """
    module = cst.parse_module(tree.sources[path])
    plan = Plan(tree, path, module)
    strings = Strings(plan, module, contexts)
    modules = texts.locals_of(tree.sources[path], path) if " import " in tree.sources[path] else {}
    new = module.visit(_Rewriter(plan, strings, texts, modules))
    return new.code, plan.notes, plan.faults + strings.faults

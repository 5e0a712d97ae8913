"""Which binding each name of a module means: scopes, imports, chains of attributes, keywords of calls."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import libcst as cst

if TYPE_CHECKING:
    from collections.abc import Iterable

_PASSED_OVER = (
    "whitespace", "leading_lines", "lines_after", "header", "footer", "lpar", "rpar", "lbracket", "rbracket",
    "comma", "semicolon", "colon", "equal", "dot", "newline", "indent", "operator",
)  # fmt: skip
_FIELDS: dict[type, tuple[str, ...]] = {}


@dataclass(eq=False)
class Scope:
    """A scope with the names that it binds; those bound by an import have the nodes of their imports."""

    kind: str
    parent: Scope | None
    bound: set[str] = field(default_factory=set)
    imports: dict[str, list[Import]] = field(default_factory=dict)
    elsewhere: dict[str, Scope] = field(default_factory=dict)

    def home(self, name: str) -> Scope | None:
        """Return the scope that binds a name used here; None for a builtin."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.elsewhere:
                return scope.elsewhere[name]
            if name in scope.bound and (scope is self or scope.kind != "class"):
                return scope
            scope = scope.parent
        return None

    def up_to(self, home: Scope) -> Iterable[Scope]:
        """Yield the scopes between a use and the binding that it means, without the latter."""
        scope: Scope | None = self
        while scope is not None and scope is not home:
            yield scope
            scope = scope.parent


@dataclass(eq=False)
class Import:
    """One name of an import statement; `attribute` is None for ``import a.b``."""

    statement: cst.ImportFrom | cst.Import
    alias: cst.ImportAlias
    module: str
    attribute: str | None
    asname: str | None
    scope: Scope


class Scan:
    """All that a module says about names.

    Attributes
    ----------
    uses
        Each variable with its scope, where it is bound too.
    chains
        Attributes that start at a variable: the variable, its scope, and the attributes from the inside out.
    attributes
        Every attribute's node.
    keywords
        Keyword arguments with their call.
    strings
        Strings that hold an expression for the type checker, parsed.
    """

    def __init__(self, module: cst.Module) -> None:
        self.top = Scope("module", None)
        self.uses: list[tuple[cst.Name, Scope]] = []
        self.chains: list[tuple[cst.Name, Scope, list[cst.Attribute]]] = []
        self.attributes: list[cst.Attribute] = []
        self.keywords: list[tuple[cst.Name, cst.Call]] = []
        self.calls: list[tuple[cst.Call, Scope]] = []
        self.imports: list[Import] = []
        self.strings: dict[int, cst.BaseExpression] = {}
        self.kept: list[cst.CSTNode] = []
        self.owner: dict[int, str] = {}
        self.kept_scopes: list[Scope] = []
        self._calls_above: list[cst.Call] = []
        self._walk(module, self.top)

    def _walk(self, node: cst.CSTNode, scope: Scope) -> None:
        handler = getattr(self, f"_{type(node).__name__}", None)
        if handler is not None:
            handler(node, scope)
        else:
            self._children(node, scope)

    def _children(self, node: cst.CSTNode, scope: Scope, without: tuple[str, ...] = ()) -> None:
        kind = type(node)
        names = _FIELDS.get(kind)
        if names is None:
            names = tuple(f.name for f in dataclasses.fields(node) if not f.name.startswith(_PASSED_OVER))
            _FIELDS[kind] = names
        for name in names:
            if name in without:
                continue
            value = getattr(node, name)
            if isinstance(value, cst.CSTNode):
                self._walk(value, scope)
            elif isinstance(value, list | tuple):
                for part in value:
                    if isinstance(part, cst.CSTNode):
                        self._walk(part, scope)

    def _bind(self, target: cst.CSTNode, scope: Scope) -> None:
        if isinstance(target, cst.Name):
            home = scope
            while home.kind == "walrus":
                home = home.parent or self.top
            home.bound.add(target.value)
            self.uses.append((target, scope))
        elif isinstance(target, cst.Tuple | cst.List):
            for element in target.elements:
                self._bind(element.value, scope)
        elif isinstance(target, cst.StarredElement):
            self._bind(target.value, scope)
        else:
            self._walk(target, scope)

    def _Name(self, node: cst.Name, scope: Scope) -> None:
        self.uses.append((node, scope))

    def _Attribute(self, node: cst.Attribute, scope: Scope) -> None:
        chain, value = [node], node.value
        self.attributes.append(node)
        while isinstance(value, cst.Attribute):
            self.attributes.append(value)
            chain.append(value)
            value = value.value
        if isinstance(value, cst.Name):
            self.chains.append((value, scope, chain[::-1]))
            self.uses.append((value, scope))
        else:
            self._walk(value, scope)

    def _AssignTarget(self, node: cst.AssignTarget, scope: Scope) -> None:
        self._bind(node.target, scope)

    def _AnnAssign(self, node: cst.AnnAssign, scope: Scope) -> None:
        self._bind(node.target, scope)
        self._children(node, scope, ("target",))

    def _AugAssign(self, node: cst.AugAssign, scope: Scope) -> None:
        self._bind(node.target, scope)
        self._children(node, scope, ("target",))

    def _For(self, node: cst.For, scope: Scope) -> None:
        self._bind(node.target, scope)
        self._children(node, scope, ("target",))

    def _AsName(self, node: cst.AsName, scope: Scope) -> None:
        self._bind(node.name, scope)

    def _NamedExpr(self, node: cst.NamedExpr, scope: Scope) -> None:
        home: Scope = scope
        while home.kind == "comprehension" and home.parent is not None:
            home = home.parent
        self._bind(node.target, home)
        self._walk(node.value, scope)

    def _comprehension(self, node: cst.BaseSimpleComp | cst.DictComp, scope: Scope) -> None:
        inner, loop, is_first = Scope("comprehension", scope), node.for_in, True
        todo: cst.CompFor | None = loop
        while todo is not None:
            self._walk(todo.iter, scope if is_first else inner)
            self._bind(todo.target, inner)
            for condition in todo.ifs:
                self._walk(condition, inner)
            todo, is_first = todo.inner_for_in, False
        self._children(node, inner, ("for_in",))

    _GeneratorExp = _ListComp = _SetComp = _DictComp = _comprehension

    def _FunctionDef(self, node: cst.FunctionDef, scope: Scope) -> None:
        self._bind(node.name, scope)
        for decorator in node.decorators:
            self._walk(decorator, scope)
        if node.returns is not None:
            self._walk(node.returns, scope)
        inner = Scope("function", scope)
        self._parameters(node.params, scope, inner)
        self._walk(node.body, inner)

    def _Lambda(self, node: cst.Lambda, scope: Scope) -> None:
        inner = Scope("function", scope)
        self._parameters(node.params, scope, inner)
        self._walk(node.body, inner)

    def _parameters(self, params: cst.Parameters, outer: Scope, inner: Scope) -> None:
        several = [
            *params.posonly_params,
            *params.params,
            *params.kwonly_params,
            params.star_arg,
            params.star_kwarg,
        ]
        for param in several:
            if isinstance(param, cst.Param):
                self._bind(param.name, inner)
                for part in (param.annotation, param.default):
                    if part is not None:
                        self._walk(part, outer)

    def _ClassDef(self, node: cst.ClassDef, scope: Scope) -> None:
        self._bind(node.name, scope)
        self._children(node, scope, ("name", "body"))
        inner = Scope("class", scope)
        self.owner[id(inner)] = node.name.value
        self.kept_scopes.append(inner)
        self._walk(node.body, inner)

    def _Global(self, node: cst.Global, scope: Scope) -> None:
        for item in node.names:
            scope.elsewhere[item.name.value] = self.top
            self.uses.append((item.name, scope))

    def _Nonlocal(self, node: cst.Nonlocal, scope: Scope) -> None:
        for item in node.names:
            outer = scope.parent.home(item.name.value) if scope.parent else None
            scope.elsewhere[item.name.value] = outer or self.top
            self.uses.append((item.name, scope))

    def _Import(self, node: cst.Import, scope: Scope) -> None:
        for alias in node.names:
            dotted, asname = cst.Module([]).code_for_node(alias.name), _asname(alias)
            self._imported(
                Import(node, alias, dotted, None, asname, scope), asname or dotted.partition(".")[0]
            )

    def _ImportFrom(self, node: cst.ImportFrom, scope: Scope) -> None:
        dotted = "." * len(node.relative) + (cst.Module([]).code_for_node(node.module) if node.module else "")
        if isinstance(node.names, cst.ImportStar):
            return
        for alias in node.names:
            name, asname = str(alias.name.value), _asname(alias)
            self._imported(Import(node, alias, dotted, name, asname, scope), asname or name)

    def _imported(self, found: Import, local: str) -> None:
        found.scope.bound.add(local)
        found.scope.imports.setdefault(local, []).append(found)
        self.imports.append(found)

    def _Call(self, node: cst.Call, scope: Scope) -> None:
        self.calls.append((node, scope))
        self._calls_above.append(node)
        if isinstance(node.func, cst.Name) and node.func.value == "cast" and node.args:
            self._typed(node.args[0].value, scope)
        self._children(node, scope)
        self._calls_above.pop()

    def _Arg(self, node: cst.Arg, scope: Scope) -> None:
        if node.keyword is not None and self._calls_above:
            self.keywords.append((node.keyword, self._calls_above[-1]))
        self._walk(node.value, scope)

    def _Annotation(self, node: cst.Annotation, scope: Scope) -> None:
        self._typed(node.annotation, scope)
        self._walk(node.annotation, scope)

    def _typed(self, node: cst.BaseExpression, scope: Scope) -> None:
        if not isinstance(node, cst.SimpleString) or node.prefix or not isinstance(node.evaluated_value, str):
            return
        try:
            inner = cst.parse_expression(node.evaluated_value)
        except cst.ParserSyntaxError:
            return
        self.strings[id(node)] = inner
        self.kept.append(inner)
        self._walk(inner, scope)

    def _MatchAs(self, node: cst.MatchAs, scope: Scope) -> None:
        if node.name is not None:
            self._bind(node.name, scope)
        if node.pattern is not None:
            self._walk(node.pattern, scope)

    def _MatchStar(self, node: cst.MatchStar, scope: Scope) -> None:
        if node.name is not None:
            self._bind(node.name, scope)

    def _MatchKeywordElement(self, node: cst.MatchKeywordElement, scope: Scope) -> None:
        self._walk(node.pattern, scope)


def _asname(alias: cst.ImportAlias) -> str | None:
    return str(alias.asname.name.value) if alias.asname and isinstance(alias.asname.name, cst.Name) else None

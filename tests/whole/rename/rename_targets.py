"""Where an import leads in the new tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rename_scopes import Import
    from rename_tree import Tree


@dataclass(eq=False)
class Target:
    """Where an import leads in the new tree.

    Attributes
    ----------
    kind, path
        "module" with its old path; "symbol" with the old path of the module that it is imported from.
    statement
        Module and name to import; no name for ``import module``.
    local
        What it is called here, as far as the import has no alias of its own.
    is_here
        Whether it comes from a module that is merged into this one, so that nothing is to be imported.
    root
        The folder from which the module's name counts.
    """

    kind: str
    path: str
    statement: tuple[str, str | None]
    local: str
    is_here: bool
    root: str = ""


class Targets:
    """Finds where the imports of one module lead; `faults` takes those that lead nowhere."""

    def __init__(self, tree: Tree, path: str, faults: list[str]) -> None:
        self._tree, self._path, self._faults = tree, path, faults
        self._here = tree.new_path(path)

    def of(self, each: Import) -> Target | None:
        """Return where one name of an import leads; None for a foreign one."""
        found = self._tree.module_of(each.module, self._path)
        if found is None:
            return None
        base, root = found
        if each.attribute is None:
            dotted = self._tree.dotted(self._tree.new_path(base), root, each.module)
            local = each.asname or dotted.partition(".")[0]
            top = self._tree.module_of(each.module.partition(".")[0], self._path)
            if each.asname is None and "." in each.module and top:
                return Target("module", top[0], (dotted, None), local, is_here=False, root=root)
            return Target("module", base, (dotted, None), local, self.is_here(base), root)
        entity = self._tree.lookup(base, each.attribute)
        if entity is None:
            self._faults.append(f"{self._path}: nothing known of {each.module}.{each.attribute}")
            return None
        if entity[0] == "module" and self._tree.child(base, each.attribute) == entity[1]:
            dotted = self._tree.dotted(
                self._tree.new_path(entity[1]), root, f"{each.module}.{each.attribute}"
            )
            module, _, name = self._said(dotted, each).rpartition(".")
            beside = "." if each.module.startswith(".") else ""
            return Target("module", entity[1], (module or beside, name), name, self.is_here(entity[1]), root)
        dotted = self._said(self._tree.dotted(self._tree.new_path(base), root, each.module), each)
        name = self._tree.new_name(base, each.attribute)
        kind, path = ("module", entity[1]) if entity[0] == "module" else ("symbol", base)
        return Target(kind, path, (dotted, name), name, self.is_here(base), root)

    def _said(self, dotted: str, each: Import) -> str:
        """Return a module as it is written: relative where it was and still can be."""
        if not each.module.startswith("."):
            return dotted
        package = self._tree.dotted(self._here) if "/__init__." in self._here else ""
        package = package or self._tree.dotted(self._here).rpartition(".")[0]
        return f".{dotted.removeprefix(package).lstrip('.')}" if dotted.startswith(f"{package}.") else dotted

    def is_here(self, path: str) -> bool:
        """Return whether a module is merged into this one."""
        return path != self._path and self._tree.new_path(path) == self._here

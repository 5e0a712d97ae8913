"""What a tree of sources holds: modules, the names at their top, members of classes, and who imports what."""

from __future__ import annotations

import ast
import re
import subprocess
from collections import defaultdict
from functools import cached_property
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from rename_map import BadMapError, RenameMap
from rename_module import read

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PACKAGE = "kgdesk"
#: Folders that are on the path of tests and scripts, beside a file's own folder and those above it.
_ROOTS = ("", "installer", "tests/bench", "resources/translations")
#: The tool itself: its tests hold maps and modules that are none of the program's.
OWN = "tests/whole/rename/"


def tracked(root: Path) -> list[str]:
    """Return the files that git knows, without the tool's own."""
    out = subprocess.run(
        ["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=True
    ).stdout
    return [path for path in out.split("\0") if path and not path.startswith(OWN)]


def is_python(path: str) -> bool:
    """Return whether a file is read as Python: a module or a stub."""
    return path.endswith((".py", ".pyi"))


class Tree:
    """The old tree with the map of its names: who is what, and what it is called afterwards.

    Parameters
    ----------
    sources
        Text by path, of every Python file.
    names
        The map; an empty one describes a tree as it is.
    """

    def __init__(self, sources: dict[str, str], names: RenameMap) -> None:
        self.map = names
        self.modules = {path: read(path, text) for path, text in sources.items()}
        self.sources = sources
        names.drop_missing({path: module.names for path, module in self.modules.items()})
        self._folders = {str(parent) for path in sources for parent in PurePosixPath(path).parents}
        self.symbols: dict[str, dict[str, str]] = defaultdict(dict)
        for path, module in self.modules.items():
            self.symbols[path] = {
                **{old: new for old, new in names.identifiers(path).items() if old in module.names},
                **names.symbols.get(path, {}),
                **(names.symbols.get(path[:-1], {}) if path.endswith(".pyi") else {}),
            }
        self._tables: dict[str, dict[str, str]] = {}
        self.faults = list(self._faults())

    def _faults(self) -> Iterator[str]:
        yield from (f"no such file: {old}" for old in self.map.moves if old not in self.modules)
        for new in set(self.map.moves.values()):
            if new in self.modules and new not in self.map.moves:
                yield f"{new} is there already, and no row says where it goes"
        for path, symbols in self.map.symbols.items():
            if path not in self.modules:
                yield f"no such file: {path}"
            else:
                yield from (
                    f"{path} has no {name} at its top" for name in set(symbols) - self.modules[path].names
                )
        yield from self._faults_of_members()

    def _faults_of_members(self) -> Iterator[str]:
        for member, rows in self.map.members.items():
            owners = self.owners(member)
            yield from (
                f"{path}:{owner} has no {member}" for path, owner in rows if (path, owner) not in owners
            )
            if len(set(rows.values())) > 1:
                yield f"{member} has several new names: {', '.join(sorted(set(rows.values())))}"
            if others := sorted(set(owners) - set(rows)):
                yield f"{member} is a member of others too: " + ", ".join(f"{p}:{c}" for p, c in others)

    def owners(self, member: str) -> list[tuple[str, str]]:
        """Return the classes (file, name) that define a member of this name."""
        return [
            (path, name)
            for path, module in self.modules.items()
            for name, members in module.classes.items()
            if member in members
        ]

    @cached_property
    def members(self) -> dict[str, str]:
        """New names of attributes, by their old ones."""
        return {member: next(iter(rows.values())) for member, rows in self.map.members.items()}

    @cached_property
    def fields(self) -> dict[str, set[str]]:
        """Classes of which a renamed member is a field, so that it may be a keyword of a call; by old member."""
        return {
            member: {c for p, c in rows if self.modules[p].classes.get(c, {}).get(member)}
            for member, rows in self.map.members.items()
        }

    def new_path(self, path: str) -> str:
        """Return the new path of a module, of a package without a file of its own too."""
        return self.map.new_path(path)

    def parents(self, path: str, level: int) -> int:
        """Return the level of ``Path(__file__).parents[level]`` from the new place of a module: the same folder."""
        old, new = PurePosixPath(path).parents, PurePosixPath(self.new_path(path)).parents
        return list(new).index(old[level]) if level < len(old) and old[level] in list(new) else level

    def module_of(self, dotted: str, importer: str) -> tuple[str, str] | None:
        """Return the path of a module, and the folder from which its name counts; None for a foreign one."""
        if dotted.startswith("."):
            return self._relative(dotted, importer)
        tail = dotted.replace(".", "/")
        bases = list(self._bases(importer, dotted))
        for can_be_bare in (False, True):
            for base in bases:
                path = self._at(f"{base}/{tail}" if base else tail)
                if path and (can_be_bare or path in self.modules):
                    return path, base
        return None

    def _relative(self, dotted: str, importer: str) -> tuple[str, str] | None:
        rest = dotted.lstrip(".")
        folder = PurePosixPath(importer)
        for _ in range(len(dotted) - len(rest)):
            folder = folder.parent
        path = self._at(str(folder / rest.replace(".", "/")) if rest else str(folder))
        return (path, "") if path else None

    def _bases(self, importer: str, dotted: str) -> Iterator[str]:
        if dotted.partition(".")[0] == PACKAGE:
            yield ""
        elif not importer.startswith(f"{PACKAGE}/"):
            for parent in PurePosixPath(importer).parents:
                if str(parent) != ".":
                    yield str(parent)
            yield from _ROOTS
            yield from sorted(folder for folder in self._folders if folder.startswith("tests/"))

    def _at(self, place: str) -> str | None:
        for path in (f"{place}.py", f"{place}/__init__.py"):
            if path in self.modules:
                return path
        if place in self._folders and "/" in place and place.startswith((PACKAGE, "tests/")):
            return f"{place}/__init__.py"
        return None

    def child(self, path: str, name: str) -> str | None:
        """Return the module of this name in a package."""
        folder = path.removesuffix("i").removesuffix("/__init__.py")
        return self._at(f"{folder}/{name}") if folder != path and not folder.endswith(".py") else None

    def dotted(self, path: str, base: str = "", old: str = "") -> str:
        """Return how a module of the new tree is imported from a folder; `old` is how it was before."""
        if base and not path.startswith(f"{base}/"):
            count = old.count(".") + 1
            return ".".join(_parts(path)[-count:])
        return ".".join(_parts(path[len(base) + 1 :] if base else path))

    def lookup(self, path: str, name: str) -> tuple[str, str, str | None] | None:
        """Return what a name of a module is: ("module", path, None), ("symbol", path, name), or None.

        A symbol that is imported there is one of the module that imports it; see `origin`.
        """
        module = self.modules.get(path)
        if module is not None:
            if name in module.imports:
                entity = self._imported(path, name)
                return entity if entity and entity[0] == "module" else ("symbol", path, name)
            if name in module.names:
                return "symbol", path, name
        if child := self.child(path, name):
            return "module", child, None
        if self.lazy_home(path, name):
            return "symbol", path, name
        return None

    def is_imported(self, path: str, name: str) -> bool:
        """Return whether a module has a name by importing it, not by a module of its folder."""
        if path not in self.modules or name not in self.modules[path].imports:
            return False
        entity = self._imported(path, name)
        return entity is None or entity[1] != self.child(path, name)

    def _imported(self, path: str, name: str) -> tuple[str, str, str | None] | None:
        dotted, attribute, _ = self.modules[path].imports[name]
        found = self.module_of(dotted, path)
        if found is None:
            return None
        if attribute is None:
            return "module", found[0], None
        if found[0] == path:
            return ("module", child, None) if (child := self.child(path, attribute)) else None
        return self.lookup(found[0], attribute)

    def lazy_home(self, path: str, name: str) -> str | None:
        """Return the module of a package that defines a name which the package loads when it is asked for."""
        if not path.endswith("/__init__.py") or path not in self.modules:
            return None
        if not re.search(rf"[\"' ]{name}[\"' ]", self.sources[path]):
            return None
        if path not in self._tables:
            self._tables[path] = dict(self._table(path))
        if name in self._tables[path]:
            return self._tables[path][name]
        folder, text = path.removesuffix("__init__.py"), self.sources[path]
        homes = [
            other
            for other in self._defining.get(name, ())
            if other.startswith(folder) and other != path and other.endswith(".py")
        ]
        listed = [home for home in homes if f'"{".".join(_parts(home[len(folder) :]))}"' in text]
        return (listed or [home for home in homes if "/" not in home[len(folder) :]] or [None])[0]

    def _table(self, path: str) -> Iterator[tuple[str, str]]:
        """Yield the names of a package's tables, each with its module, whichever of the two is the key."""
        for node in ast.walk(ast.parse(self.sources[path])):
            for key, value in zip(node.keys, node.values, strict=True) if isinstance(node, ast.Dict) else ():
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    words = [
                        n.value
                        for n in ast.walk(value)
                        if isinstance(n, ast.Constant) and isinstance(n.value, str)
                    ]
                    if home := self.descendant(path, key.value):
                        yield from ((word, home) for text in words for word in text.split())
                    elif len(words) == 1 and (home := self.descendant(path, words[0])):
                        yield key.value, home

    def descendant(self, path: str, name: str) -> str | None:
        """Return the module of a dotted name in a package."""
        found: str | None = path
        for part in name.split("."):
            found = self.child(found, part) if found and part.isidentifier() else None
        return found

    @cached_property
    def _defining(self) -> dict[str, list[str]]:
        """Modules by the names that they define."""
        found: dict[str, list[str]] = defaultdict(list)
        for path, module in self.modules.items():
            for name in module.names:
                found[name].append(path)
        return found

    def new_name(self, path: str, name: str) -> str:
        """Return what a name of a module is called in the new tree: its own, an imported or a lazy one."""
        module = self.modules.get(path)
        if module is None or name in self.symbols[path]:
            return self.symbols[path].get(name, name) if module else name
        if name in module.imports:
            return self._new_import(path, name)
        home = None if name in module.names else self.lazy_home(path, name)
        return self.new_name(home, name) if home else name

    def _new_import(self, path: str, name: str) -> str:
        dotted, attribute, has_alias = self.modules[path].imports[name]
        found, entity = self.module_of(dotted, path), self._imported(path, name)
        if has_alias or attribute is None or entity is None or found is None:
            return name
        if entity[0] == "module" and self.child(found[0], attribute) == entity[1]:
            return _parts(self.new_path(entity[1]))[-1]
        return self.new_name(found[0], attribute)

    def check(self) -> None:
        """Raise `BadMapError` where the map does not fit the tree."""
        if self.faults:
            raise BadMapError("\n".join(self.faults))


def _parts(path: str) -> list[str]:
    parts = path.removesuffix("i").removesuffix(".py").split("/")
    return parts[:-1] if parts[-1] == "__init__" else parts

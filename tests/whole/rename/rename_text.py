"""Names in text: dotted modules, paths of files, code in strings, identifiers in backticks of docstrings."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from rename_tree import Tree

_IMPORT = r"(?P<code>\bfrom (?P<base>kgdesk[\w.]*) import (?P<names>\w+(?: as \w+)?(?:, \w+(?: as \w+)?)*))"
_DOTTED = r"(?P<dotted>(?<![\w./-])(?:kgdesk|tests)(?:\.[A-Za-z_]\w*)+(?::[A-Za-z_]\w*)?)"
_FILE = r"(?P<file>(?<![\w.-])(?:[\w-]+/)*[\w-]+\.pyi?\b(?!/))"
_FOLDER = r"(?P<folder>(?<![\w./-])(?:kgdesk|tests)(?:/[\w-]+)+(?![\w.-]*\.pyi?\b))"
_ANY = re.compile(f"{_IMPORT}|{_FILE}|{_DOTTED}|{_FOLDER}")
_TICKED = re.compile(r"(?<!`)(`{1,2})([A-Za-z_]\w*(?:\.\w+)*)\1(?!`)")
_PARAMETERS = re.compile(r"(?m)^([ \t]+)((?:\*{0,2}[A-Za-z_]\w*, )*\*{0,2}[A-Za-z_]\w*)$")
_LOCAL = re.compile(r"(?<![\w.])([A-Za-z_]\w*)\.([A-Za-z_]\w*)")


class Texts:
    """Maps the names in text that is no code of its own."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        by_name: dict[str, list[str]] = defaultdict(list)
        for path in tree.modules:
            by_name[PurePosixPath(path).name].append(path)
        self._by_name = by_name
        self._folders = self._moved_folders()

    def _moved_folders(self) -> dict[str, str]:
        """Return the folders of which every module goes to one other folder."""
        goals: dict[str, set[str]] = defaultdict(set)
        for path in self._tree.modules:
            goals[str(PurePosixPath(path).parent)].add(str(PurePosixPath(self._tree.new_path(path)).parent))
        for path, new in self._tree.map.moves.items():
            if path.endswith("/__init__.py"):
                goals[path.removesuffix("/__init__.py")] = {str(PurePosixPath(new).parent)}
        return {old: next(iter(new)) for old, new in goals.items() if len(new) == 1 and new != {old}}

    def mapped(self, text: str, importer: str) -> str:
        """Return a text with every module, path and import in it as the new tree has it."""
        if "." not in text and "/" not in text and "import" not in text:
            return text
        return _ANY.sub(lambda match: self._one(match, importer), text)

    def _one(self, match: re.Match[str], importer: str) -> str:
        if match["code"]:
            return self._imports(match, importer)
        if match["dotted"]:
            return self.dotted(match["dotted"], importer)
        return self._file(match["file"], importer) if match["file"] else self._folder(match["folder"])

    def _imports(self, match: re.Match[str], importer: str) -> str:
        base = self._tree.module_of(match["base"], importer)
        if base is None:
            return match[0]
        lines: dict[str, list[str]] = {}
        for part in match["names"].split(", "):
            name, _, alias = part.partition(" as ")
            entity = self._tree.lookup(base[0], name)
            if entity and entity[0] == "module" and self._tree.child(base[0], name) == entity[1]:
                dotted = self._tree.dotted(self._tree.new_path(entity[1]))
                module, _, new = dotted.rpartition(".")
                local = alias or name
            else:
                module = self._tree.dotted(self._tree.new_path(base[0]))
                new, local = self._tree.new_name(base[0], name), alias or name
            lines.setdefault(module, []).append(new if new == local else f"{new} as {local}")
        return "; ".join(f"from {module} import {', '.join(names)}" for module, names in lines.items())

    def locals_of(self, text: str, importer: str) -> dict[str, str]:
        """Return the modules that code in a text imports, by their local names."""
        found = {}
        for match in _ANY.finditer(text):
            base = self._tree.module_of(match["base"], importer) if match["code"] else None
            for part in match["names"].split(", ") if base else ():
                name, _, alias = part.partition(" as ")
                entity = self._tree.lookup(base[0], name) if base else None
                if entity and entity[0] == "module":
                    found[alias or name] = entity[1]
        return found

    def attributes(self, text: str, modules: dict[str, str]) -> str:
        """Return a text with what it takes from the modules that it knows by local names."""
        return _LOCAL.sub(
            lambda m: f"{m[1]}.{self._tree.new_name(modules[m[1]], m[2])}" if m[1] in modules else m[0], text
        )

    def dotted(self, token: str, importer: str) -> str:
        """Return a dotted name of a module, of what it defines, or of a member of that, in the new tree."""
        head, _, tail = token.partition(":")
        words = head.split(".")
        for count in range(len(words), 0, -1):
            found = self._tree.module_of(".".join(words[:count]), importer)
            if found and (count > 1 or words[0] == "kgdesk"):
                break
        else:
            return token
        rest = words[count:] + ([tail] if tail else [])
        new = [self._tree.dotted(self._tree.new_path(found[0]))]
        if rest:
            new.append(self._tree.new_name(found[0], rest[0]))
            new += [self._tree.members.get(name, name) for name in rest[1:]]
        if tail:
            return ":".join([".".join(new[:-1]), new[-1]])
        return ".".join(new)

    def _file(self, token: str, importer: str) -> str:
        name = PurePosixPath(token).name
        known = [p for p in self._by_name.get(name, ()) if p == token or p.endswith(f"/{token}")]
        if len(known) > 1 and token not in known:
            beside = [p for p in known if PurePosixPath(p).parent == PurePosixPath(importer).parent]
            known = beside if "/" not in token else []
        if token in known:
            return self._tree.new_path(token)
        if len(known) != 1 or (new := self._tree.new_path(known[0])) == known[0]:
            return token
        prefix = known[0].removesuffix(token)
        if "/" in token and new.startswith(prefix):
            return new.removeprefix(prefix)
        return new if "/" in token else PurePosixPath(new).name

    def _folder(self, token: str) -> str:
        parts = token.split("/")
        for count in range(len(parts), 1, -1):
            if (new := self._folders.get("/".join(parts[:count]))) is not None:
                return "/".join([new, *parts[count:]])
        path = f"{token}.py"
        return self._tree.new_path(path).removesuffix(".py") if path in self._tree.modules else token

    def ticked(self, text: str, rename: Callable[[str], str]) -> str:
        """Return a docstring or comment with the names in its backticks, and those of its parameters, renamed."""

        def renamed(match: re.Match[str]) -> str:
            words = match[2].split(".")
            if words[0] in {"kgdesk", "tests"} or words[-1] == "py":
                return match[0]
            new = [rename(words[0]), *(self._tree.members.get(word, word) for word in words[1:])]
            return f"{match[1]}{'.'.join(new)}{match[1]}"

        return _TICKED.sub(renamed, text) if "`" in text else text

    def parameters(self, text: str, identifiers: dict[str, str]) -> str:
        """Return a docstring with the names of its parameters, which have lines of their own, renamed."""
        fields = {name: new for name, new in self._tree.members.items() if self._tree.fields.get(name)}
        known = fields | identifiers
        return _PARAMETERS.sub(
            lambda match: match[1] + re.sub(r"\w+", lambda word: known.get(word[0], word[0]), match[2]), text
        )

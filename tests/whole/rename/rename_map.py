"""The map of names, old to new, read from the tables of old_names.md's section "Old names".

Its rows, by the form of their first column::

    kgdesk/ui/pen.py               a file moves; old files of one new name are merged in the order of their rows
    kgdesk/ui/pen.py:Pen           a name at the top of a module
    kgdesk/ui/pen.py:Pen.write     a method, property or attribute, wherever an attribute is called so
    @kgdesk/ui/** pen              an identifier, in every file that matches (by its old path)
    +kgdesk/ui/app/__init__.py     a new package, with its docstring
    "kgdesk/ui/home/list.py        the docstring of a new file (a merged one, most of all)

A question mark after the path or at the end: the row counts only where there is such a file or name.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from pathlib import PurePosixPath

HEADING = "## Old names"
_CELL = re.compile(r"(?<!\\)\|")
_PATH = re.compile(r"[\w./-]+\.pyi?")


class BadMapError(Exception):
    """The map cannot be applied; each line says why."""


@dataclass
class RenameMap:
    """What is renamed; paths are those of the old tree, POSIX, from the repository's root."""

    moves: dict[str, str] = field(default_factory=dict)
    symbols: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    members: dict[str, dict[tuple[str, str], str]] = field(default_factory=lambda: defaultdict(dict))
    globs: list[tuple[str, str, str]] = field(default_factory=list)
    packages: dict[str, str] = field(default_factory=dict)
    docstrings: dict[str, str] = field(default_factory=dict)
    optional: set[str] = field(default_factory=set)

    def new_path(self, old: str) -> str:
        """Return where a file of the old tree is in the new one."""
        return self.moves.get(old, old)

    def drop_missing(self, names: dict[str, set[str]]) -> None:
        """Drop the rows with a question mark that mean no file, or no name at the top of a file.

        Parameters
        ----------
        names
            By path: the names at the top of every module.
        """
        for row in self.optional:
            path, _, name = row.partition(":")
            if path not in names:
                self.moves.pop(path, None)
                self.symbols.pop(path, None)
            elif name and name not in names[path]:
                self.symbols[path].pop(name, None)

    def merged(self) -> dict[str, list[str]]:
        """Return the old files of every new file that takes in several, in the order of their rows."""
        sources: dict[str, list[str]] = defaultdict(list)
        for old, new in self.moves.items():
            sources[new].append(old)
        return {new: olds for new, olds in sources.items() if len(olds) > 1}

    def identifiers(self, path: str) -> dict[str, str]:
        """Return the identifiers that are renamed wherever they occur in a file of the old tree."""
        return {old: new for glob, old, new in self.globs if _matches(glob, path)}


@cache
def _matches(glob: str, path: str) -> bool:
    if glob.endswith("/**"):
        return path.startswith(glob[:-2])
    parts, names = PurePosixPath(glob).parts, PurePosixPath(path).parts
    if "**" in parts:
        at = parts.index("**")
        tail = len(parts) - at - 1
        return (
            len(names) >= at + tail
            and all(fnmatchcase(n, g) for n, g in zip(names, parts[:at], strict=False))
            and (
                not tail or all(fnmatchcase(n, g) for n, g in zip(names[-tail:], parts[-tail:], strict=True))
            )
        )
    return len(parts) == len(names) and all(fnmatchcase(n, g) for n, g in zip(names, parts, strict=True))


def read_map(text: str) -> RenameMap:
    """Return the map that a text holds in its section "Old names"; `BadMapError` for a row that has no meaning."""
    found, faults, is_inside = RenameMap(), [], False
    for line in text.splitlines():
        if line.startswith("## "):
            is_inside = line.strip() == HEADING
        elif is_inside and line.startswith("|"):
            cells = [cell.strip().replace("\\|", "|") for cell in _CELL.split(line.strip().strip("|"))]
            if len(cells) < 2 or cells[0] == "old" or not set(cells[0]) - set("-: "):
                continue
            old, new = (_bare(cell) for cell in cells[:2])
            if not _take(found, old, new):
                faults.append(f"no form of row, or given twice: {line}")
    if faults:
        raise BadMapError("\n".join(faults))
    return found


def _bare(cell: str) -> str:
    mark = "``" if cell.startswith("``") else "`"
    return cell.removeprefix(mark).removesuffix(mark).strip()


def _take(found: RenameMap, old: str, new: str) -> bool:
    if "?" in old:
        old = old.replace("?", "").strip()
        found.optional.add(old)
    if old[:1] in {"+", '"'} and _PATH.fullmatch(old.strip('+"')):
        table = found.packages if old.startswith("+") else found.docstrings
        return table.setdefault(old.strip('+"'), new) == new
    if old.startswith("@") and len(old.split()) == 2 and new.isidentifier():
        glob, name = old[1:].split()
        found.globs.append((glob, name, new))
        return True
    if _PATH.fullmatch(old) and _PATH.fullmatch(new):
        return found.moves.setdefault(old, new) == new
    path, _, name = old.partition(":")
    return _PATH.fullmatch(path) is not None and _take_name(found, path, name, new.rpartition(":")[2])


def _take_name(found: RenameMap, path: str, name: str, new: str) -> bool:
    if name.isidentifier() and new.isidentifier():
        return found.symbols[path].setdefault(name, new) == new
    owner, _, member = name.rpartition(".")
    new = new.rpartition(".")[2]
    if owner.isidentifier() and member.isidentifier() and new.isidentifier():
        return found.members[member].setdefault((path, owner), new) == new
    return False

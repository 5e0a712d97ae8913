"""Simulate power cuts: record every disk operation, and reconstruct the states that a cut at any point may leave.

Operations that were not synced are applied, dropped or torn at random, separately for each write and name. A sync of a
file makes its bytes and size durable, a sync of a folder its names.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import apsw

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator
    from pathlib import Path

USUAL = apsw.vfs_names()[0]
_SECTOR = 512
_JOURNALS = apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_SUPER_JOURNAL
_NAMES = (".kgstudy", ".part", "-journal")


@dataclass
class Node:
    """Durable bytes of a file, and the operations since its last sync."""

    durable: bytes = b""
    steps: list[tuple[str, int, bytes]] = field(default_factory=list)

    def live(self) -> bytes:
        return applied(self.durable, self.steps)


def applied(data: bytes, steps: list[tuple[str, int, bytes]]) -> bytes:
    made = bytearray(data)
    for what, at, piece in steps:
        if what == "size":
            del made[at:]
            made.extend(bytes(at - len(made)))
        else:
            made.extend(bytes(max(0, at - len(made))))
            made[at : at + len(piece)] = piece
    return bytes(made)


class Disk:
    """Log of the operations of one run, replayed up to any point."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log: list[tuple[Any, ...]] = []
        self.start = {p.name: p.read_bytes() for p in folder.iterdir() if p.is_file() and ours(p.name)}

    def states(self) -> Iterator[State]:
        """Yield the state before the first operation and after each one; always the same object."""
        state = State(self.start)
        yield state
        for step in self.log:
            state.take(step)
            yield state


class State:
    def __init__(self, files: dict[str, bytes]) -> None:
        self.nodes = [Node(data) for data in files.values()]
        self.names = {name: number for number, name in enumerate(files)}
        self.durable_names = dict(self.names)
        self.changes: list[tuple[str, int | None]] = []

    def take(self, step: tuple[Any, ...]) -> None:
        what, name, *rest = step
        if what == "make":
            if name not in self.names:
                self.nodes.append(Node())
                self._name(name, len(self.nodes) - 1)
        elif what == "drop":
            self._name(name, None)
        elif what == "link":
            self._name(rest[0], self.names[name])
        elif what == "move":
            number = self.names[name]
            self.changes.append(("", None))  # both parts of a rename are one change
            self._name(rest[0], number)
            self._name(name, None)
        elif what == "names":
            self.durable_names, self.changes = dict(self.names), []
        elif what == "sync":
            node = self.nodes[self.names[name]]
            node.durable, node.steps = node.live(), []
        elif name in self.names:
            self.nodes[self.names[name]].steps.append((what, *rest))

    def _name(self, name: str, number: int | None) -> None:
        self.changes.append((name, number))
        if number is None:
            self.names.pop(name, None)
        else:
            self.names[name] = number

    def after_cut(self, draw: random.Random) -> dict[str, bytes]:
        """Return the files that a power cut may leave now."""
        names = dict(self.durable_names)
        in_order = draw.random() < 0.5
        kept = draw.randrange(len(self.changes) + 1)
        index = 0
        while index < len(self.changes):
            whole = 3 if self.changes[index][0] == "" else 1
            happens = index + whole <= kept if in_order else draw.random() < 0.5
            for name, number in self.changes[index : index + whole]:
                if happens and name:
                    if number is None:
                        names.pop(name, None)
                    else:
                        names[name] = number
            index += whole
        return {name: self._left(self.nodes[number], draw) for name, number in names.items()}

    @staticmethod
    def _left(node: Node, draw: random.Random) -> bytes:
        share = draw.choice((0.0, 0.2, 0.5, 0.8, 1.0))
        left: list[tuple[str, int, bytes]] = []
        for what, at, piece in node.steps:
            fate = draw.random()
            if fate < share:
                left.append((what, at, piece))
            elif what == "write" and fate < share + (1 - share) / 3:
                sectors = [start for start in range(0, len(piece), _SECTOR) if draw.random() < 0.5]
                left += [(what, at + start, piece[start : start + _SECTOR]) for start in sectors]
        return applied(node.durable, left)


def ours(name: str) -> bool:
    return name.endswith(_NAMES)


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        self._disk = disk
        self._name = os.path.basename(name.filename() if hasattr(name, "filename") else name)
        self._syncs_names = bool(flags[0] & _JOURNALS)
        if flags[0] & apsw.SQLITE_OPEN_CREATE:
            disk.log.append(("make", self._name))
        super().__init__(USUAL, name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:
        super().xWrite(data, offset)
        self._disk.log.append(("write", self._name, offset, bytes(data)))

    def xTruncate(self, size: int) -> None:
        super().xTruncate(size)
        self._disk.log.append(("size", self._name, size, b""))

    def xSync(self, flags: int) -> None:
        super().xSync(flags)
        self._disk.log.append(("sync", self._name))
        if self._syncs_names:  # SQLite syncs the folder together with a new journal
            self._disk.log.append(("names", ""))
            self._syncs_names = False


class _System(apsw.VFS):
    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        super().__init__("kgdesk-power", USUAL)

    def xOpen(self, name: Any, flags: list[int]) -> _File:
        return _File(self._disk, name, flags)

    def xDelete(self, name: str, sync: bool) -> None:
        super().xDelete(name, sync)
        self._disk.log.append(("drop", os.path.basename(name)))
        if sync:
            self._disk.log.append(("names", ""))


@contextmanager
def recorded(folder: Path) -> Iterator[Disk]:
    """Record the operations on the studies in a folder, by SQLite and by system calls."""
    disk = Disk(folder)
    real = {name: getattr(os, name) for name in ("link", "unlink", "rename", "replace", "fsync", "open")}

    def base(path: Any) -> str:
        return os.path.basename(os.fspath(path))

    def link(source: Any, dest: Any, **more: Any) -> None:
        real["link"](source, dest, **more)
        disk.log.append(("link", base(source), base(dest)))

    def unlink(path: Any, **more: Any) -> None:
        real["unlink"](path, **more)
        if ours(base(path)):
            disk.log.append(("drop", base(path)))

    def rename(source: Any, dest: Any, **more: Any) -> None:
        real["rename"](source, dest, **more)
        if ours(base(source)):
            disk.log.append(("move", base(source), base(dest)))

    def replace(source: Any, dest: Any, **more: Any) -> None:
        real["replace"](source, dest, **more)
        if ours(base(dest)):
            disk.log.append(("move", base(source), base(dest)))

    def fsync(handle: int) -> None:
        real["fsync"](handle)
        name = os.readlink(f"/proc/self/fd/{handle}")
        if ours(name):
            disk.log.append(("sync", base(name)))
        elif os.path.isdir(name):
            disk.log.append(("names", ""))

    def opens(path: Any, flags: int, *more: Any, **named: Any) -> int:
        handle = real["open"](path, flags, *more, **named)
        if flags & os.O_CREAT and isinstance(path, str | os.PathLike) and ours(base(path)):
            disk.log.append(("make", base(path)))
        return int(handle)

    system = _System(disk)
    apsw.set_default_vfs("kgdesk-power")
    made = {
        "link": link,
        "unlink": unlink,
        "rename": rename,
        "replace": replace,
        "fsync": fsync,
        "open": opens,
    }
    for name, function in made.items():
        setattr(os, name, function)
    try:
        yield disk
    finally:
        for name, function in real.items():
            setattr(os, name, function)
        apsw.set_default_vfs(USUAL)
        system.unregister()

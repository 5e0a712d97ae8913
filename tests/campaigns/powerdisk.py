"""Simulate power cuts: record every disk operation, and reconstruct the states that a cut at any point may leave.

Recorded are the operations of SQLite and those of Python (open, write, fsync, link, rename, unlink, mkdir). Operations
that were not synced are applied, dropped or torn, separately for each write and name: at random (`State.after_cut`) or
in every combination (`State.every_cut`). A sync of a file makes its bytes and size durable, a sync of a folder the
names in it. A file whose folder has no durable name is gone, even if the folder itself was synced.
"""

from __future__ import annotations

import errno
import os
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any

import apsw

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator
    from pathlib import Path

USUAL = apsw.vfs_names()[0]
_SECTOR = 512
_JOURNALS = apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_SUPER_JOURNAL
#: Number of a name that belongs to a folder, not to a file.
_FOLDER = -1
#: Most states of one moment that `State.every_cut` lists.
_MOST = 4096


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
    """Log of the operations of one run below a folder, replayed up to any point."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.log: list[tuple[Any, ...]] = []
        found = sorted(self.folder.rglob("*"))
        self.start = {self.name(one): one.read_bytes() if one.is_file() else None for one in found}
        self._now = State(self.start)

    def name(self, path: Any) -> str:
        """Return a path relative to the folder; empty for one that lies elsewhere, and for the folder itself."""
        whole = os.path.abspath(os.fsdecode(path))
        base = f"{self.folder}/"
        return whole[len(base) :] if whole.startswith(base) else ""

    def add(self, what: str, name: str, *rest: Any) -> None:
        """Log an operation that has happened."""
        self.log.append((what, name, *rest))
        self._now.take(self.log[-1])

    def look(self, name: str) -> None:
        """Log what Python has written to a file since the last operation on it."""
        if not name or not (self.folder / name).is_file():
            return
        data = (self.folder / name).read_bytes()
        if name not in self._now.names:
            self.add("make", name)
        if self._now.nodes[self._now.names[name]].live() != data:
            self.add("size", name, 0, b"")
            self.add("write", name, 0, data)

    def states(self) -> Iterator[State]:
        """Yield the state before the first operation and after each one; always the same object."""
        state = State(self.start)
        yield state
        for step in self.log:
            state.take(step)
            yield state


class State:
    """Names and bytes of a disk, durable ones and those that a power cut may take away.

    Parameters
    ----------
    files
        Relative path -> bytes; None for a folder.
    """

    def __init__(self, files: dict[str, bytes | None]) -> None:
        self.nodes: list[Node] = []
        self.names: dict[str, int] = {}
        for name, data in files.items():
            if data is not None:
                self.nodes.append(Node(data))
            self.names[name] = _FOLDER if data is None else len(self.nodes) - 1
        self.durable_names = dict(self.names)
        #: Changes of names since the last sync of their folder; those of one entry happen together.
        self.changes: list[list[tuple[str, int | None]]] = []

    def take(self, step: tuple[Any, ...]) -> None:
        what, name, *rest = step
        if what == "make":
            if name not in self.names:
                self.nodes.append(Node())
                self._change((name, len(self.nodes) - 1))
        elif what == "folder":
            self._change((name, _FOLDER))
        elif what == "drop":
            self._change((name, None))
        elif what == "link":
            self._change((rest[0], self.names[name]))
        elif what == "move":
            self._change((rest[0], self.names[name]), (name, None))
        elif what == "names":
            self._sync_folder(name)
        elif what == "sync":
            node = self.nodes[self.names[name]]
            node.durable, node.steps = node.live(), []
        elif name in self.names:
            self.nodes[self.names[name]].steps.append((what, *rest))

    def _change(self, *parts: tuple[str, int | None]) -> None:
        self.changes.append(list(parts))
        _apply(self.names, parts)

    def _sync_folder(self, folder: str) -> None:
        for change in self.changes:
            if folder in {os.path.dirname(name) for name, _ in change}:
                _apply(self.durable_names, change)
        self.changes = [
            one for one in self.changes if folder not in {os.path.dirname(name) for name, _ in one}
        ]

    def after_cut(self, draw: random.Random) -> dict[str, bytes]:
        """Return the files that a power cut may leave now."""
        in_order = draw.random() < 0.5
        kept = draw.randrange(len(self.changes) + 1)
        happens = [n < kept if in_order else draw.random() < 0.5 for n in range(len(self.changes))]
        return {name: self._left(self.nodes[number], draw) for name, number in self._files(happens).items()}

    def every_cut(self) -> Iterator[dict[str, bytes]]:
        """Yield the visible files of each state that a cut may leave now.

        Each change of a name has happened or not, and each file has all or none of its last writes, or its last size
        and zeros in place of them. Hidden files (locks, parts) are left out, and their names change in order.
        """
        choices = [(True, False) if any(map(_visible, change)) else (True,) for change in self.changes]
        assert 2 ** sum(map(len, choices)) <= _MOST * 2 ** len(choices), "too many states: draw them instead"
        for happens in product(*choices):
            names = {
                name: number for name, number in self._files(happens).items() if _visible((name, number))
            }
            ways = [_ways(self.nodes[number]) for number in names.values()]
            for contents in product(*ways):
                yield dict(zip(names, contents, strict=True))

    def _files(self, happens: Any) -> dict[str, int]:
        names = dict(self.durable_names)
        for change, applies in zip(self.changes, happens, strict=True):
            if applies:
                _apply(names, change)
        files = {name: number for name, number in names.items() if number != _FOLDER}
        return {name: files[name] for name in files if _reachable(os.path.dirname(name), names)}

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


def _apply(names: dict[str, int], change: Any) -> None:
    for name, number in change:
        if number is None:
            names.pop(name, None)
        else:
            names[name] = number


def _reachable(folder: str, names: dict[str, int]) -> bool:
    return not folder or (names.get(folder) == _FOLDER and _reachable(os.path.dirname(folder), names))


def _visible(part: tuple[str, int | None]) -> bool:
    return not os.path.basename(part[0]).startswith(".")


def _ways(node: Node) -> list[bytes]:
    zeros = [(what, at, bytes(len(piece))) for what, at, piece in node.steps]
    return list(dict.fromkeys((node.live(), node.durable, applied(node.durable, zeros))))


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        self._disk = disk
        self._name = disk.name(name.filename() if hasattr(name, "filename") else name)
        self._syncs_names = bool(flags[0] & _JOURNALS)
        super().__init__(USUAL, name, flags)
        if flags[0] & apsw.SQLITE_OPEN_CREATE and self._name:
            disk.add("make", self._name)

    def xWrite(self, data: bytes, offset: int) -> None:
        super().xWrite(data, offset)
        self._note("write", offset, bytes(data))

    def xTruncate(self, size: int) -> None:
        super().xTruncate(size)
        self._note("size", size, b"")

    def xSync(self, flags: int) -> None:
        super().xSync(flags)
        self._note("sync")
        if self._syncs_names:  # SQLite syncs the folder together with a new journal
            self._disk.add("names", os.path.dirname(self._name))
            self._syncs_names = False

    def _note(self, what: str, *rest: Any) -> None:
        if self._name:
            self._disk.add(what, self._name, *rest)


class _System(apsw.VFS):
    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        super().__init__("kgdesk-power", USUAL)

    def xOpen(self, name: Any, flags: list[int]) -> _File:
        return _File(self._disk, name, flags)

    def xDelete(self, name: str, sync: bool) -> None:
        super().xDelete(name, sync)
        ours = self._disk.name(name)
        if ours:
            self._disk.add("drop", ours)
            if sync:
                self._disk.add("names", os.path.dirname(ours))


def _calls(disk: Disk, real: dict[str, Any], *, links: bool) -> dict[str, Any]:
    """Return the calls of the system that log what they do below the folder."""

    def link(source: Any, dest: Any, **more: Any) -> None:
        if not links:
            raise OSError(errno.EPERM, "no hard links here")
        disk.look(disk.name(source))
        real["link"](source, dest, **more)
        if disk.name(dest):
            disk.add("link", disk.name(source), disk.name(dest))

    def unlink(path: Any, **more: Any) -> None:
        real["unlink"](path, **more)
        if disk.name(path):
            disk.add("drop", disk.name(path))

    def moving(how: str) -> Any:
        def move(source: Any, dest: Any, **more: Any) -> None:
            disk.look(disk.name(source))
            real[how](source, dest, **more)
            if disk.name(dest):
                disk.add("move", disk.name(source), disk.name(dest))

        return move

    def mkdir(path: Any, *mode: Any, **more: Any) -> None:
        real["mkdir"](path, *mode, **more)
        if disk.name(path):
            disk.add("folder", disk.name(path))

    def fsync(handle: int) -> None:
        real["fsync"](handle)
        path = os.readlink(f"/proc/self/fd/{handle}")
        name = disk.name(path)
        if os.path.isdir(path) and (name or path == str(disk.folder)):
            disk.add("names", name)
        elif name:
            disk.look(name)
            disk.add("sync", name)

    def opens(path: Any, flags: int, *more: Any, **named: Any) -> int:
        handle = real["open"](path, flags, *more, **named)
        if flags & os.O_CREAT and isinstance(path, str | os.PathLike) and disk.name(path):
            disk.add("make", disk.name(path))
        return int(handle)

    return {
        "link": link,
        "unlink": unlink,
        "rename": moving("rename"),
        "replace": moving("replace"),
        "mkdir": mkdir,
        "fsync": fsync,
        "open": opens,
    }


@contextmanager
def recorded(folder: Path, *, links: bool = True) -> Iterator[Disk]:
    """Record the operations below a folder, by SQLite and by system calls.

    Parameters
    ----------
    links
        False: the file system has no hard links.
    """
    disk = Disk(folder)
    real = {
        name: getattr(os, name) for name in ("link", "unlink", "rename", "replace", "mkdir", "fsync", "open")
    }
    system = _System(disk)
    apsw.set_default_vfs("kgdesk-power")
    for name, function in _calls(disk, real, links=links).items():
        setattr(os, name, function)
    try:
        yield disk
    finally:
        for name, function in real.items():
            setattr(os, name, function)
        apsw.set_default_vfs(USUAL)
        system.unregister()


def written(files: dict[str, bytes], folder: Path) -> Path:
    """Write the files that a cut has left into a new folder."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder

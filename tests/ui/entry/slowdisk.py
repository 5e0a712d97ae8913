"""SQLite file system (VFS) whose syncs can be delayed by a test."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import apsw

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_USUAL = apsw.vfs_names()[0]


class Disk:
    """Disk that calls `wait` before each sync; by default there is no delay."""

    def __init__(self) -> None:
        self.wait: Callable[[], object] = lambda: None
        self.syncs = 0

    def sync(self) -> None:
        self.syncs += 1
        self.wait()


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        self._disk = disk
        super().__init__(_USUAL, name, flags)

    def xSync(self, flags: int) -> None:
        self._disk.sync()
        super().xSync(flags)


class _System(apsw.VFS):
    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        super().__init__("kgdesk-slow", _USUAL)

    def xOpen(self, name: Any, flags: list[int]) -> _File:
        return _File(self._disk, name, flags)


@contextmanager
def slow_disk() -> Iterator[Disk]:
    """Use the slow file system for all connections opened meanwhile."""
    disk = Disk()
    system = _System(disk)
    apsw.set_default_vfs("kgdesk-slow")
    try:
        yield disk
    finally:
        apsw.set_default_vfs(_USUAL)
        system.unregister()

"""SQLite file system (VFS) whose N-th step fails or kills the process."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator

USUAL = apsw.vfs_names()[0]


class Faults:
    """Count steps from `arm` on, and call `then` at the N-th."""

    def __init__(self) -> None:
        self.left = 0
        self.fired = False
        self.then: Callable[[str], None] = lambda _: None

    def arm(self, step: int, then: Callable[[str], None]) -> None:
        self.left, self.then, self.fired = step, then, False

    def disarm(self) -> None:
        self.left = 0

    def passed(self, step: str) -> None:
        if self.left:
            self.left -= 1
            if not self.left:
                self.fired = True
                self.then(step)


class _File(apsw.VFSFile):
    def __init__(self, faults: Faults, name: Any, flags: list[int]) -> None:
        self._faults = faults
        super().__init__(USUAL, name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:
        self._faults.passed("xWrite")
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:
        self._faults.passed("xSync")
        super().xSync(flags)
        self._faults.passed("after xSync")

    def xTruncate(self, size: int) -> None:
        self._faults.passed("xTruncate")
        super().xTruncate(size)

    def xRead(self, amount: int, offset: int) -> bytes:
        self._faults.passed("xRead")
        return super().xRead(amount, offset)

    def xFileSize(self) -> int:
        self._faults.passed("xFileSize")
        return super().xFileSize()

    def xLock(self, level: int) -> None:
        self._faults.passed("xLock")
        super().xLock(level)


class _System(apsw.VFS):
    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        super().__init__("kgdesk-faults", USUAL)

    def xOpen(self, name: Any, flags: list[int]) -> _File:
        self._faults.passed("xOpen")
        return _File(self._faults, name, flags)

    def xDelete(self, name: str, sync: bool) -> None:
        self._faults.passed("xDelete")
        super().xDelete(name, sync)
        self._faults.passed("after xDelete")


@contextmanager
def faulty_disk() -> Iterator[Faults]:
    """Use the failing file system for all connections opened meanwhile."""
    faults = Faults()
    system = _System(faults)
    apsw.set_default_vfs("kgdesk-faults")
    try:
        yield faults
    finally:
        apsw.set_default_vfs(USUAL)
        system.unregister()


@contextmanager
def failing(
    steps: set[str], error: type[apsw.Error], *, name: str = "user.sqlite", parts: bool = True
) -> Iterator[list[str]]:
    """Let these steps of every file fail whose name begins so; yield the steps that have failed.

    With `parts` those that are made under a temporary name fail too.
    """
    failed: list[str] = []
    names = (name, ".kgdesk-") if parts else (name,)

    class System(apsw.VFS):
        def __init__(self) -> None:
            super().__init__("kgdesk-failing", USUAL)

        def xOpen(self, opened: Any, flags: list[int]) -> _File:
            path = opened.filename() if isinstance(opened, apsw.URIFilename) else str(opened)
            faults = Faults()
            if Path(path).name.startswith(names):
                faults.passed = lambda step: _fail(step, steps, error, failed)  # type: ignore[method-assign]
            faults.passed("xOpen")
            return _File(faults, opened, flags)

    system = System()
    apsw.set_default_vfs("kgdesk-failing")
    try:
        yield failed
    finally:
        apsw.set_default_vfs(USUAL)
        system.unregister()


def _fail(step: str, steps: set[str], error: type[apsw.Error], failed: list[str]) -> None:
    if step in steps:
        failed.append(step)
        raise error(f"{step} fails")


@contextmanager
def flaky(draw: random.Random, one_in: int, told: Callable[[], object]) -> Iterator[None]:
    """Let one read in so many fail, of every file that SQLite reads; call `told` at each."""
    faults = Faults()

    def passed(step: str) -> None:
        if step == "xRead" and not draw.randrange(one_in):
            told()
            raise apsw.IOError("a read fails")

    faults.passed = passed  # type: ignore[method-assign]
    system = _System(faults)
    apsw.set_default_vfs("kgdesk-faults")
    try:
        yield
    finally:
        apsw.set_default_vfs(USUAL)
        system.unregister()

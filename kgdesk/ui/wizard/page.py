"""What all pages of the wizard have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from kgdesk.ui.lane import Lane

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.ui.wizard.draft import Draft

T = TypeVar("T")


class Worker(QObject):
    """Reads and checks tables in a thread of its own; kernels never run here.

    Parameters
    ----------
    parent
        Of the Qt object. Call `stop` before it goes.
    """

    #: A question has begun or ended.
    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._lane = Lane(self)
        self._count = 0
        self._lane.busy.connect(lambda _: self.changed.emit())

    def ask(
        self,
        key: str,
        function: Callable[[], T],
        deliver: Callable[[T], None],
        failed: Callable[[BaseException], None],
    ) -> None:
        """Have a function called; see `Lane.ask`. A newer question of a key replaces the older one."""
        self._count += 1
        self._lane.ask(key, self._count, function, deliver, failed)
        self.changed.emit()

    def pending(self, *keys: str) -> bool:
        """Return whether an answer for one of some keys is still to come."""
        return any(map(self._lane.pending, keys))

    def forget(self, *keys: str) -> None:
        """Drop questions and their answers."""
        for key in keys:
            self._lane.forget(key)
        self.changed.emit()

    def stop(self) -> None:
        """End the thread."""
        self._lane.stop()


class Page(QWidget):
    """One page: shows a part of the draft and changes it.

    Parameters
    ----------
    draft
        Shared by all pages.
    worker
        Shared as well.
    parent
        Of the Qt object.
    """

    #: `complete`, `busy` or the draft has changed.
    changed = Signal()
    #: The page has done what Enter asked for; the keyboard belongs on Next.
    done = Signal()

    def __init__(self, draft: Draft, worker: Worker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.draft = draft
        self.worker = worker

    @property
    def complete(self) -> bool:
        """Whether the person may go on."""
        return True

    @property
    def busy(self) -> bool:
        """Whether an answer that `complete` waits for is still to come."""
        return False

    def begin(self) -> None:
        """Show the draft as it is now; called each time the page comes to the front."""

    def attend(self) -> None:
        """Put the keyboard where the person goes on."""
        self.done.emit()

    def enter(self) -> bool:
        """Do what Enter means on this page; False leaves Enter to the button."""
        return False


def raised(problem: BaseException, *expected: type[BaseException]) -> Any:
    """Return a problem of an expected kind; raise any other, which is a fault of the program."""
    if not isinstance(problem, expected):
        raise problem
    return problem

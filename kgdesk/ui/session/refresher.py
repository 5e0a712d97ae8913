"""When the views of a study are refreshed: once per turn of the event loop, and only while they are visible."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer

from kgdesk.ui.session.compute_queue import weak_receiver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtWidgets import QWidget

#: Between two drawings, in milliseconds: what the one before has to paint is painted by then, and a key is answered.
_BREATH_MS = 4
#: The posted event that refreshes what is due.
_DUE = QEvent.Type(QEvent.registerEventType())
#: What a person does: it must meet the present state, so that what is due is refreshed before it.
_INPUT = frozenset({QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress})

#: The facts of a study that `kgdesk.actions.Change` names, but for its notes.
STUDY_FACTS = frozenset({"runs", "belief", "pending", "stock", "settings", "state"})


class View:
    """One subscription of a widget; made by `Refresher.watch`.

    Parameters
    ----------
    refresher
        Refreshes it.
    widget
        Refreshed only while it is visible.
    facts
        Those that it shows.
    refresh
        Brings the widget up to date; a bound method is held weakly.
    alone
        Whether it takes long, and therefore waits for a turn of its own.
    """

    def __init__(
        self,
        refresher: Refresher,
        widget: QWidget,
        facts: frozenset[str],
        refresh: Callable[..., None],
        *,
        alone: bool,
    ) -> None:
        self.widget, self.facts, self.alone = widget, facts, alone
        #: Whether it shows old values.
        self.due = True
        self._refresher = refresher
        self._refresh = weak_receiver(refresh)

    def invalidate(self) -> None:
        """Have it refreshed in the next turn of the event loop, or when it becomes visible."""
        self.due = True
        self._refresher.schedule(self)

    def refresh(self) -> None:
        """Bring it up to date now, if it is visible and shows old values."""
        act = self._refresh() if self.due else None
        if act is not None and shiboken6.isValid(self.widget) and self.widget.isVisible():
            self.due = False
            act()  # type: ignore[call-arg]  # `weak_receiver` is typed for receivers of one value

    def renew(self) -> None:
        """Refresh it now, or when it becomes visible: a person has chosen something else to be shown."""
        self.due = True
        self.refresh()


class Refresher(QObject):
    """Refreshes views that show facts that have changed.

    Views subscribe with `watch`; whoever changes a fact calls `note`. Each view is refreshed at most once per turn of
    the event loop, in the order of subscription, however many of its facts have changed. A hidden view is refreshed
    when it becomes visible. What takes long to draw has turns of its own, in order: several plots drawn at once would
    hold the window for longer than a key may wait, and a suggestion that came with them is on the screen before them.

    Parameters
    ----------
    parent
        Owner.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._views: list[View] = []
        self._posted = False
        self._drawings: deque[Callable[[], None]] = deque()
        self._next = QTimer(self, singleShot=True, interval=_BREATH_MS)
        self._next.timeout.connect(self._draw_next)

    def watch(
        self,
        widget: QWidget,
        facts: Iterable[str],
        refresh: Callable[[], None],
        *,
        alone: bool = False,
        due: bool = True,
    ) -> View:
        """Refresh a widget from now on whenever one of these facts changes.

        Parameters
        ----------
        widget
            As long as it is hidden nothing is refreshed.
        facts
            Names as in `Change.facts`, or of what the program works out beside a study, as ``"advice"``.
        refresh
            Called without arguments.
        alone
            Refresh it in a turn of its own, after everything that is not.
        due
            False if the widget shows the present state already.
        """
        view = View(self, widget, frozenset(facts), refresh, alone=alone)
        view.due = due
        self._views.append(view)
        widget.installEventFilter(self)
        widget.destroyed.connect(lambda: self._views.remove(view) if view in self._views else None)
        return view

    def note(self, *facts: str) -> None:
        """Take note that these facts have changed."""
        for view in self._views:
            if not view.facts.isdisjoint(facts):
                view.invalidate()

    def schedule(self, view: View) -> None:
        """Refresh a view that is due in the next turn of the event loop, if it is visible."""
        if not view.widget.isVisible():
            return
        if view.alone:
            self.draw(view.refresh)
        elif not self._posted:
            self._posted = True
            application = QCoreApplication.instance()
            if application is not None:
                application.installEventFilter(self)
            QCoreApplication.postEvent(self, QEvent(_DUE))

    def flush(self) -> None:
        """Refresh now what is due and visible, except for what takes long to draw."""
        if not self._posted:
            return
        self._posted = False
        QCoreApplication.removePostedEvents(self, _DUE)
        application = QCoreApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        waiting = deque(view for view in self._views if view.due and not view.alone)
        try:
            while waiting:
                waiting.popleft().refresh()
        finally:  # a fault in one view does not keep the others from being refreshed
            for view in waiting:
                self.schedule(view)

    def draw(self, act: Callable[[], None]) -> None:
        """Have something drawn in a turn of its own, once, however often it is asked for before."""
        if act not in self._drawings:
            self._drawings.append(act)
        self._next.start()

    def stop(self) -> None:
        """Draw nothing that still waits: the study is being closed."""
        self._next.stop()
        self._drawings.clear()

    def is_due(self, widget: QWidget) -> bool:
        """Return whether a widget, or what it stands in, waits to be refreshed."""
        return any(
            view.due and (view.widget is widget or view.widget.isAncestorOf(widget)) for view in self._views
        )

    @property
    def idle(self) -> bool:
        """Whether nothing waits to be refreshed or drawn."""
        return not self._drawings and not self._posted

    def event(self, event: QEvent) -> bool:
        """Refresh what is due."""
        if event.type() == _DUE:
            self.flush()
            return True
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Refresh a view that becomes visible, and what is due before a key or a click is answered."""
        kind = event.type()
        if kind == QEvent.Type.Show:
            for view in [view for view in self._views if view.widget is watched]:
                view.refresh()
        elif kind in _INPUT:
            self.flush()
        return False

    def _draw_next(self) -> None:
        act = self._drawings.popleft()
        if self._drawings:
            self._next.start()
        owner = getattr(act, "__self__", None)
        if not isinstance(owner, QObject) or shiboken6.isValid(owner):  # else it has gone meanwhile
            act()

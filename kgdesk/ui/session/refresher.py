"""Refresher: refresh a study's views once per turn of the event loop, and only while visible."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer

from kgdesk.ui.session.compute_queue import weak_receiver
from kgdesk.ui.widgets.theme import is_restyling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtWidgets import QWidget

#: Milliseconds between two drawings, so that the previous one is painted and pending keys are handled.
_BREATH_MS = 4
#: Posted event that triggers the refresh.
_DUE = QEvent.Type(QEvent.registerEventType())
#: Posted event that arrives after the repaint of what was refreshed: its priority is below that of a repaint.
_PAINTED = QEvent.Type(QEvent.registerEventType())
_AFTER_PAINTING = Qt.EventPriority.LowEventPriority.value - 1
#: User input; views are brought up to date before it is handled, so that it acts on the present state.
_INPUT = frozenset({QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress})

#: All facts of `kgdesk.actions.Change`, except notes.
STUDY_FACTS = frozenset({"runs", "belief", "pending", "stock", "settings", "state"})


class View:
    """Subscription of a widget to facts; created by `Refresher.watch`.

    Parameters
    ----------
    refresher
        The refresher that schedules it.
    widget
        The widget; refreshed only while visible.
    facts
        Names of the facts that it shows.
    refresh
        Updates the widget; a bound method is held weakly.
    alone
        Whether it is slow and gets a turn of the event loop of its own.
    after_painting
        Whether it is refreshed only after the other views were painted, or before the next user input.
    """

    def __init__(
        self,
        refresher: Refresher,
        widget: QWidget,
        facts: frozenset[str],
        refresh: Callable[..., None],
        *,
        alone: bool,
        after_painting: bool,
    ) -> None:
        #: The widget, its facts, and whether it is refreshed in a turn of its own.
        self.widget, self.facts, self.alone = widget, facts, alone
        #: Whether it is refreshed after the other views were painted.
        self.after_painting = after_painting
        #: Whether the widget shows outdated values.
        self.due = True
        self._refresher = refresher
        self._refresh = weak_receiver(refresh)

    def invalidate(self) -> None:
        """Mark as outdated; refresh in the next turn of the event loop, or when it becomes visible."""
        self.due = True
        self._refresher.schedule(self)

    def refresh(self) -> None:
        """Refresh now, if outdated; a hidden widget is refreshed when it becomes visible."""
        act = self._refresh() if self.due else None
        if act is None or not shiboken6.isValid(self.widget):
            return
        if self.widget.isVisible():
            self.due = False
            act()  # type: ignore[call-arg]  # `weak_receiver` is typed for receivers of one value
        else:
            self._refresher.await_show(self)

    def renew(self) -> None:
        """Refresh now, or when it becomes visible; used when the user has chosen something else to show."""
        self.due = True
        self.refresh()


class Refresher(QObject):
    """Refresh views whose facts have changed.

    Views subscribe with `watch`; code that changes a fact calls `note`. Each view is refreshed at most once per turn
    of the event loop, in the order of subscription, however many of its facts have changed. A hidden view is refreshed
    when it becomes visible. Views that the next entry does not need are refreshed after the others were painted: the
    new suggestion is painted as early as possible. Slow views get one turn each, in order: drawing several plots in one
    turn would block the window for longer than a key press may wait.

    Parameters
    ----------
    parent
        Qt parent.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._views: list[View] = []
        self._posted, self._later = False, False
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
        after_painting: bool = False,
        due: bool = True,
    ) -> View:
        """Subscribe a widget: refresh it whenever one of these facts changes.

        Parameters
        ----------
        widget
            The widget; nothing is refreshed while it is hidden.
        facts
            Names as in `Change.facts`, or of computed values, for example ``"advice"``.
        refresh
            Called without arguments.
        alone
            Refresh it in its own turn, after all quick views.
        after_painting
            Refresh it after the other quick views were painted, or before the next user input.
        due
            False if the widget is up to date already.
        """
        view = View(self, widget, frozenset(facts), refresh, alone=alone, after_painting=after_painting)
        view.due = due
        self._views.append(view)
        if due:
            self.await_show(view)
        widget.destroyed.connect(lambda: self._views.remove(view) if view in self._views else None)
        return view

    def note(self, *facts: str) -> None:
        """Invalidate all views that show one of these facts."""
        for view in self._views:
            if not view.facts.isdisjoint(facts):
                view.invalidate()

    def schedule(self, view: View) -> None:
        """Have an outdated view refreshed: a hidden one when it becomes visible, a slow one in a turn of its own.

        All others are refreshed in the next turn of the event loop, or after it was painted if they ask for that.
        """
        if not view.widget.isVisible():
            self.await_show(view)
            return
        if view.alone:
            self.draw(view.refresh)
            return
        if not self._posted and not self._later:
            self._watch_input(True)
        if view.after_painting and not self._later:
            self._later = True
            QCoreApplication.postEvent(self, QEvent(_PAINTED), _AFTER_PAINTING)
        elif not view.after_painting and not self._posted:
            self._posted = True
            QCoreApplication.postEvent(self, QEvent(_DUE))

    def await_show(self, view: View) -> None:
        """Refresh an outdated view when its widget becomes visible."""
        view.widget.installEventFilter(
            self
        )  # till then only: each event of a filtered widget calls into Python

    def flush(self) -> None:
        """Refresh all outdated, visible views now, except slow ones."""
        if not self._posted and not self._later:
            return
        self._posted, self._later = False, False
        QCoreApplication.removePostedEvents(self, _DUE)
        self._watch_input(False)
        self._refresh([view for view in self._views if view.due and not view.alone])

    def _flush_first(self) -> None:
        """Refresh the outdated, visible views that are to be painted first."""
        self._posted = False
        if not self._later:
            self._watch_input(False)
        self._refresh(
            [view for view in self._views if view.due and not view.alone and not view.after_painting]
        )

    def _refresh(self, views: Iterable[View]) -> None:
        waiting = deque(views)
        try:
            while waiting:
                waiting.popleft().refresh()
        finally:  # after an exception in one view, the others are scheduled again
            for view in waiting:
                self.schedule(view)
            if self._drawings:
                self._next.stop()
            if self._drawings or self._later:
                QCoreApplication.removePostedEvents(self, _PAINTED)
                QCoreApplication.postEvent(self, QEvent(_PAINTED), _AFTER_PAINTING)

    def _watch_input(self, on: bool) -> None:
        application = QCoreApplication.instance()
        # Each of the thousands of events of a new look would call into Python; no input is among them.
        if on and is_restyling():
            return
        if application is not None:
            application.installEventFilter(self) if on else application.removeEventFilter(self)

    def draw(self, act: Callable[[], None]) -> None:
        """Call `act` in its own turn of the event loop; repeated requests are merged."""
        if act not in self._drawings:
            self._drawings.append(act)
        if not self._posted and not self._later:  # otherwise drawing begins after that refresh
            self._next.start()

    def stop(self) -> None:
        """Cancel pending drawings: the study is being closed."""
        self._next.stop()
        self._drawings.clear()

    def is_due(self, widget: QWidget) -> bool:
        """Return whether a widget, or a view that contains it, is outdated; those refreshed later do not count."""
        return any(
            view.due and (view.widget is widget or view.widget.isAncestorOf(widget))
            for view in self._views
            if not view.after_painting
        )

    @property
    def idle(self) -> bool:
        """Whether no refresh or drawing is pending."""
        return not self._drawings and not self._posted and not self._later

    def event(self, event: QEvent) -> bool:
        """Handle the posted refresh event."""
        if event.type() == _DUE:
            if self._posted:
                self._flush_first()
            return True
        if event.type() == _PAINTED:
            if self._later and not self._posted:  # else that refresh is painted first
                self.flush()
            if self._drawings:
                self._next.start()
            return True
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Refresh a view that becomes visible; flush before user input is handled."""
        kind = event.type()
        if kind == QEvent.Type.Show:
            watched.removeEventFilter(self)
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
        if not isinstance(owner, QObject) or shiboken6.isValid(owner):  # else: destroyed in the meantime
            act()

"""The tabs of the main window, in order; each page is created when its tab is first shown."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, TypeVar, cast, runtime_checkable

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QTabWidget,
    QToolButton,
    QWidget,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.ui.session.study_controller import StudyController


P = TypeVar("P", bound=QWidget)


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab whose module is imported on first use, because plots are slow to import.

    Parameters
    ----------
    module, name
        Module and class name of the page.
    key
        Name of the command that shows it, after ``view.``; the Qt object name of the page.
    english
        English title, marked for translation.
    """

    module: str
    name: str
    key: str
    english: str

    @property
    def title(self) -> str:
        """The translated title."""
        return QCoreApplication.translate(self.name, self.english)

    def make(self, controller: StudyController) -> QWidget:
        """Return a new page for a study."""
        widget: QWidget = getattr(import_module(f"kgdesk.ui.pages.{self.module}"), self.name)(controller)
        return widget


@runtime_checkable
class Searchable(Protocol):
    """A page with a search field."""

    def focus_search(self) -> None:
        """Focus the search field and select its text."""


TABS: tuple[Tab, ...] = (
    Tab("overview", "OverviewTab", "overview", str(QT_TRANSLATE_NOOP("OverviewTab", "Overview"))),
    Tab("candidates", "CandidatesTab", "candidates", str(QT_TRANSLATE_NOOP("CandidatesTab", "Candidates"))),
    Tab("explore", "ExploreTab", "explore", str(QT_TRANSLATE_NOOP("ExploreTab", "Explore"))),
    Tab("timeline", "TimelineTab", "timeline", str(QT_TRANSLATE_NOOP("TimelineTab", "Timeline"))),
    Tab("decide", "DecideTab", "decide", str(QT_TRANSLATE_NOOP("DecideTab", "Decide"))),
)


#: Milliseconds that page creation waits for the first suggestion: both need the GIL.
_COURTESY_MS = 1500


class LazyTabs(QTabWidget):
    """Tab widget whose titles appear at once; the pages are created one by one when idle, or all on demand.

    Parameters
    ----------
    controller
        Controller of the study.
    kinds
        The pages to create, in order.
    """

    #: A page was created.
    made = Signal(QWidget)
    #: All pages exist.
    completed = Signal()

    def __init__(
        self, controller: StudyController, kinds: Sequence[Tab], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("tabs")
        self.setDocumentMode(True)
        self.tabBar().setDrawBase(False)
        self._controller = controller
        self._kinds = kinds
        self._left = dict(enumerate(kinds))
        self._begun = False
        self._turn = QTimer(self, singleShot=True)
        self._turn.timeout.connect(self._next)
        self.currentChanged.connect(self._paint_once)
        self._empty = [QWidget() for _ in kinds]
        for page, kind in zip(self._empty, kinds, strict=True):
            self.addTab(page, kind.title)
        for arrow in self.tabBar().findChildren(
            QToolButton
        ):  # in a narrow window; the arrow keys do the same
            arrow.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def begin(self) -> None:
        """Start creating pages at the first suggestion, after 1.5 s, or when the user selects a tab; once shown."""
        if self._left and not self._begun and self.isVisible():
            self._begun = True
            self._controller.advice.changed.connect(self._hurry)
            self.currentChanged.connect(self._hurry)
            self._turn.start(0 if self._controller.advice.current is not None else _COURTESY_MS)

    def complete(self) -> None:
        """Create all pending pages now."""
        while self._left:
            self._make(self._due())

    def page_at(self, place: int) -> QWidget:
        """Return the page of a tab; create it first if it is pending."""
        if place in self._left:
            self._make(place)
        return cast("QWidget", self.widget(place))

    def page(self, kind: type[P]) -> P:
        """Return the page of a class; create it first if it is pending."""
        (place,) = (place for place, tab in enumerate(self._kinds) if tab.name == kind.__name__)
        return cast("P", self.page_at(place))

    def _hurry(self) -> None:
        if self._left:
            self._turn.start(0)

    def _next(self) -> None:
        self._make(self._due())
        self._hurry()

    def _due(self) -> int:
        """Return the tab whose page is created next: the current one, else the first pending one."""
        place = self.currentIndex()
        return place if place in self._left else min(self._left)

    def _make(self, place: int) -> None:
        self._controller.refresher.flush()  # a pending one would filter thousands of events of new widgets
        kind, current = self._left.pop(place), self.currentIndex()
        page = kind.make(self._controller)
        self.insertTab(place, page, kind.title)
        for part in (page, *page.findChildren(QWidget)):
            part.ensurePolished()  # otherwise the style is applied when the page is first opened, which takes longer
        if place == current:
            self.setCurrentIndex(place)
        self.removeTab(place + 1)
        self._empty[place].deleteLater()
        self.made.emit(page)
        if not self._left:
            self._turn.stop()
            self.completed.emit()

    def _paint_once(self) -> None:
        """Paint a newly opened page once its layout is settled; Qt would paint it two or three times."""
        page = self.currentWidget()
        if page is not None and page.isVisible():
            page.setUpdatesEnabled(False)
            QTimer.singleShot(0, page, lambda: page.setUpdatesEnabled(True))

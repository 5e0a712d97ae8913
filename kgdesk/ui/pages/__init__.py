"""The tabs of the main window, in order, and their pages: created lazily, refreshed while visible; Stack of plots."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QTabWidget,
    QToolButton,
    QWidget,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kgdesk.model.advice.advice import Advice
    from kgdesk.ui.plots.card import PlotCard
    from kgdesk.ui.session.study_controller import StudyController


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
        widget: QWidget = getattr(import_module(f"{__name__}.{self.module}"), self.name)(controller)
        return widget


TABS: tuple[Tab, ...] = (
    Tab("plot_tabs", "OverviewTab", "overview", str(QT_TRANSLATE_NOOP("OverviewTab", "Overview"))),
    Tab("candidates", "CandidatesTab", "candidates", str(QT_TRANSLATE_NOOP("CandidatesTab", "Candidates"))),
    Tab("history", "HistoryTab", "history", str(QT_TRANSLATE_NOOP("HistoryTab", "History"))),
    Tab("plot_tabs", "WhatIfTab", "whatIf", str(QT_TRANSLATE_NOOP("WhatIfTab", "What if"))),
    Tab("model", "ModelTab", "model", str(QT_TRANSLATE_NOOP("ModelTab", "Model"))),
    Tab("checks", "ChecksTab", "checks", str(QT_TRANSLATE_NOOP("ChecksTab", "Checks"))),
    Tab("decide", "DecideTab", "decide", str(QT_TRANSLATE_NOOP("DecideTab", "Decide"))),
)


#: Least height of a plot in lines of text, where there is no room for more.
FEWEST_LINES = 6


class Stack(QWidget):
    """Grid of plot cards with the minimum height of texts and plots, to be put into `scrolled`.

    Parameters
    ----------
    cards
        In reading order.
    shares
        Stretch factors of the cards.
    columns
        Number of columns where more than one card is visible.
    lines
        Minimum heights of the plots in lines of text.
    above, below
        Text before or after the cards.
    """

    def __init__(
        self,
        cards: Sequence[PlotCard[Any]],
        shares: Sequence[int] = (),
        columns: int = 1,
        *,
        lines: Sequence[int],
        above: QLabel | None = None,
        below: QLabel | None = None,
    ) -> None:
        super().__init__()
        self._cards, self._columns = dict(zip(cards, lines, strict=True)), columns
        self._words = [label for label in (above, below) if label is not None]
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setSpacing(8)
        first = int(above is not None)
        for place, card in enumerate(cards):
            self.grid.addWidget(card, first + place // columns, place % columns)
        for label in self._words:
            self.grid.addWidget(label, 0 if label is above else first + len(cards), 0, 1, columns)
        self._shares = dict(zip(cards, shares or [1] * len(cards), strict=True))

    def minimumSizeHint(self) -> QSize:
        """Return a low size: `heightForWidth` has the least height."""
        return QSize(super().minimumSizeHint().width(), 0)

    def heightForWidth(self, width: int) -> int:
        """Return the minimum height; that of the layout would use the plots' preferred heights."""
        line, apart = self.fontMetrics().lineSpacing(), self.grid.spacing()
        seen = [card for card in self._cards if card.isVisibleTo(self)]
        beside = self._columns if len(seen) > 1 else 1
        for card in seen:
            card.pages.setMinimumHeight(self._cards[card] * line)
        wide = (width - apart * (beside - 1)) // beside
        rows = [seen[place : place + beside] for place in range(0, len(seen), beside)]
        least = [max(_least(card, wide) for card in row) for row in rows]
        words = [label.heightForWidth(width) for label in self._words if label.isVisibleTo(self)]
        total = sum(least) + sum(words) + apart * max(len(rows) + len(words) - 1, 0)
        around = self.parentWidget()
        if (
            width == self.width() and around is not None
        ):  # the layout by itself forgets the lines of wrapped texts
            spare = max(around.height() - total, 0)
            shares = [self._shares[row[0]] for row in rows]
            for row, height, share in zip(rows, least, shares, strict=True):
                for card in row:
                    card.setFixedHeight(height + spare * share // sum(shares))
        return total


def _least(card: PlotCard[Any], width: int) -> int:
    """Return the minimum height of a card with all text lines at a width."""
    edges = card.contentsMargins()
    layout = card.layout()
    inside = layout.contentsMargins() if layout is not None else edges
    room = width - inside.left() - inside.right() - edges.left() - edges.right()
    words = [label for label in (card.legend, card.reading) if label.isVisibleTo(card)]
    lines = sum(max(0, label.heightForWidth(room) - label.minimumSizeHint().height()) for label in words)
    tools = card.how.sizeHint()  # of which there are two beside the title
    head = max(card.title.heightForWidth(room - 2 * tools.width() - 4), tools.height())
    title = max(0, head - card.how.minimumHeight())
    return card.minimumSizeHint().height() + lines + title


def scrolled(inside: QWidget, name: str, title: str) -> QScrollArea:
    """Return a scroll area that lets a widget scroll vertically."""
    area = QScrollArea()
    area.setObjectName(name)
    area.setAccessibleName(title)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
    area.setWidget(inside)
    area.viewport().setAutoFillBackground(False)
    inside.setAutoFillBackground(False)
    return area


class LivePage(QWidget):
    """Page that shows `controller.displayed_advice` while visible; when hidden, it is refreshed on becoming visible.

    A subclass calls `_follow` in its constructor and implements `_show`.

    Parameters
    ----------
    controller
        Controller of the study.
    """

    def __init__(self, controller: StudyController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._cards: tuple[PlotCard[Any], ...] = ()
        self._view = controller.refresher.watch(self, {"advice", "shown"}, self._renew, alone=True)

    def _show(self, advice: Advice) -> None:
        raise NotImplementedError

    def painted(self) -> bool:
        """Return whether all visible parts show the present advice."""
        return (
            not self._view.due
            and self._controller.refresher.idle
            and self._controller.displayed_advice is not None
        )

    def _follow(self, cards: Iterable[PlotCard[Any]]) -> None:
        """Let the cards be drawn one per turn of the event loop."""
        self._cards = tuple(cards)
        for card in self._cards:
            card.take_turns(self._controller.refresher)

    def _renew(self) -> None:
        advice = self._controller.displayed_advice
        if advice is not None:
            self._show(advice)
        else:  # keep the old content, dimmed, until the new can be drawn
            for card in self._cards:
                card.outdate()


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

    #: All pages exist.
    completed = Signal()

    def __init__(
        self, controller: StudyController, kinds: Sequence[Tab], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("tabs")
        self.setDocumentMode(True)
        self._controller = controller
        self._left = dict(enumerate(kinds))
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
        """Start creating pages at the first suggestion, after 1.5 s, or when the user selects a tab."""
        if self._left:
            self._controller.advice_changed.connect(self._hurry)
            self.currentChanged.connect(self._hurry)
            self._turn.start(0 if self._controller.advice is not None else _COURTESY_MS)

    def complete(self) -> None:
        """Create all pending pages now."""
        while self._left:
            self._make()

    def _hurry(self) -> None:
        if self._left:
            self._turn.start(0)

    def _next(self) -> None:
        self._make()
        self._hurry()

    def _make(self) -> None:
        """Create the current page, else the first pending one."""
        self._controller.refresher.flush()  # while pending, it looks at each of the thousands of events of new widgets
        place = self.currentIndex()
        place = place if place in self._left else min(self._left)
        kind, current = self._left.pop(place), self.currentIndex()
        page = kind.make(self._controller)
        self.insertTab(place, page, kind.title)
        for part in (page, *page.findChildren(QWidget)):
            part.ensurePolished()  # else it happens when the page is first opened
        if place == current:
            self.setCurrentIndex(place)
        self.removeTab(place + 1)
        self._empty[place].deleteLater()
        if not self._left:
            self._turn.stop()
            self.completed.emit()

    def _paint_once(self) -> None:
        """Paint a newly opened page once its layout is settled; Qt would paint it two or three times."""
        page = self.currentWidget()
        if page is not None and page.isVisible():
            page.setUpdatesEnabled(False)
            QTimer.singleShot(0, page, lambda: page.setUpdatesEnabled(True))

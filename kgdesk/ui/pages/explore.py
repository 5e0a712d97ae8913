"""The Explore tab: what the model expects at a candidate and around it, followed by dragging one attribute."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from PySide6.QtCore import QElapsedTimer, QEvent, QStringListModel, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCompleter,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from kgdesk.errors import UnknownCandidate
from kgdesk.model.advice.predicted_values import predicted_values
from kgdesk.model.advice.slices import point_of, slices, varying
from kgdesk.model.beliefs.log_odds import LEVEL
from kgdesk.model.design.encoding import encode
from kgdesk.model.design.neighbours import Neighbours
from kgdesk.model.study.next_run import bare_name
from kgdesk.plain_text import shorten
from kgdesk.ui.pages.live_page import LivePage
from kgdesk.ui.pages.stack import Inside, least_height, scrolled
from kgdesk.ui.plots.attribute_slices import SlicesCard, SlicesData
from kgdesk.ui.plots.effects import EffectsCard
from kgdesk.ui.plots.lazy_plot import LazyPlots
from kgdesk.ui.plots.map import MapCard
from kgdesk.ui.text.locale_format import number, percent, percent_range, points
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import Label, button, set_tip, visible
from kgdesk.ui.widgets.folding import FoldingRow
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFocusEvent, QResizeEvent

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.advice.slices import Point, PointSlices
    from kgdesk.model.study.study import Study
    from kgdesk.ui.plots.card import PlotCard
    from kgdesk.ui.session.study_controller import StudyController

_TARGET = 32
#: Number of candidates above which completion is off: searching the list would be slow.
_LISTED = 20_000
#: Milliseconds between two frames while a line is dragged, and for which attributes are marked that a snap changed.
_FRAME, _MARKED = 33, 1000
#: Values of an attribute that are stepped through one by one at most; more are stepped through in as many even steps.
_FEW = 24
#: Width in pixels, and in digits of the font, from which on map and effects stand side by side.
_WIDE = 800, 90
#: Pixels of margins, scroll bar and gap beside the two.
_AROUND = 40
#: Shares of map and effects in the width side by side, and in the spare height one below the other.
_SHARES, _DOWN = (17, 10), (3, 2)


class CodeField(QLineEdit):
    """Line edit for a candidate, with completion."""

    def __init__(self, controller: StudyController) -> None:
        super().__init__()
        self._controller = controller
        self.setMinimumHeight(_TARGET)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Create the completer on first focus; what is typed replaces the code."""
        super().focusInEvent(event)
        self.selectAll()
        ids = self._controller.study.pool.ids
        if self.completer() is None and len(ids) <= _LISTED:
            completer = QCompleter(QStringListModel(list(ids), self), self)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            completer.setMaxVisibleItems(12)
            self.setCompleter(completer)
            completer.activated.connect(self.returnPressed)


@dataclass(frozen=True, eq=False)
class _Ground:
    """What all frames of one pool share.

    Parameters
    ----------
    study
        The study that it was made for.
    neighbours
        Finds the nearest candidate.
    attributes
        Index in the pool of the attribute of each slice.
    steps
        For each slice, the values that the arrow keys go through.
    marks
        For each slice, the values that are marked.
    """

    study: Study
    neighbours: Neighbours
    attributes: tuple[int, ...]
    steps: tuple[tuple[float | str, ...], ...]
    marks: tuple[np.ndarray, ...]

    @classmethod
    def of(cls, study: Study) -> _Ground:
        attributes = varying(study.pool, study.scaling)
        steps: list[tuple[float | str, ...]] = []
        marks = []
        for j in attributes:
            column = study.pool.values[j]
            if study.pool.attributes[j].kind == "category":
                steps.append(tuple(sorted({str(value) for value in column})))
                marks.append(np.zeros(0))
                continue
            values = np.unique(np.asarray(column, dtype=np.float64))
            few = values.size <= _FEW
            marks.append(values if few else np.zeros(0))
            if not few:
                space = np.geomspace if study.pool.attributes[j].log else np.linspace
                values = space(values[0], values[-1], _FEW + 1)
            steps.append(tuple(values.tolist()))
        neighbours = Neighbours(study.pool, study.scaling)
        return cls(study, neighbours, attributes, tuple(steps), tuple(marks))

    def is_exact(self, place: int) -> bool:
        """Return whether every step of a slice is a value of candidates."""
        return bool(self.marks[place].size) or isinstance(self.steps[place][0], str)


@dataclass(frozen=True, eq=False)
class _Frame:
    """The answer for one point: its slices, the nearest candidate, the value expected there; None: none is learnt."""

    advice: Advice
    point: Point
    at: PointSlices
    nearest: int
    expected: float | None = None


class ExploreTab(LivePage):
    """A candidate, the trend along each of its attributes, a map, and the effects there.

    Between candidates nothing can be run: a line that is let go snaps to the nearest one.

    Parameters
    ----------
    controller
        Controller of the study.
    """

    def __init__(self, controller: StudyController, parent: QWidget | None = None) -> None:
        super().__init__(controller, parent)
        self.setObjectName("explore")
        self._ground: _Ground | None = None
        self._point: Point | None = None
        self._row: int | None = None  # of the candidate at the point
        self._also: tuple[Point, str] | None = None  # what else changed when a line snapped to this point
        self._slice: int | None = None  # moved last, and whether by keys
        self._by_keys = False
        self._moved: frozenset[str] = frozenset()
        self._asked: Point | None = None  # in the compute queue
        self._frame: _Frame | None = None
        self._since = QElapsedTimer()
        self._next_frame = QTimer(self, singleShot=True)
        self._next_frame.timeout.connect(self._ask)
        self._unmark = QTimer(self, singleShot=True, interval=_MARKED)
        self._unmark.timeout.connect(self._clear_marks)
        self.slices, self.map, self.effects = SlicesCard(), MapCard(), EffectsCard()  #: The pictures.
        self.cards = (self.slices, self.map, self.effects)  #: All of them.
        self.computations = (LazyPlots(controller, self.map), LazyPlots(controller, self.effects))
        self._make_head()
        self._lay_out()
        self.slices.dragged.connect(self._drag)
        self.slices.stepped.connect(self._step)
        self.slices.released.connect(self._release)
        self._follow(self.cards)
        self._order()
        controller.refresher.watch(self, {"selection"}, self._follow_selection)

    @property
    def candidate(self) -> str | None:
        """The candidate at the lines; None between candidates."""
        return None if self._row is None else self._controller.study.pool.ids[self._row]

    @property
    def point(self) -> Point | None:
        """The attributes at the lines."""
        return self._point

    def painted(self) -> bool:
        """Return whether slices, map and effects show the point and the present advice."""
        frame = self._frame
        return (
            super().painted()
            and frame is not None
            and frame.advice is self._controller.selection.advice
            and frame.point == self._point
            and all(each.done for each in self.computations)
        )

    def go_to(self, candidate: str) -> None:
        """Show a candidate."""
        row = self._controller.study.pool.row(candidate)
        self._settle(point_of(self._controller.study.pool, row), row)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put map and effects side by side, or below each other."""
        super().resizeEvent(event)
        self._arrange()

    # What the study or another view says.

    def _show(self, advice: Advice) -> None:
        pool = advice.study.pool
        if self._ground is None or self._ground.study.pool is not pool:
            self._ground, self._frame = _Ground.of(advice.study), None
            self.slices.grid.show_many(max(1, len(self._ground.attributes)))
            for place, attribute in enumerate(
                self._ground.attributes
            ):  # a slice has its name before it is drawn
                self.slices.grid.named(place).set_name(bare_name(pool.attributes[attribute]), moved=False)
            self._arrange()
            if self._row is not None:
                self._point = point_of(pool, self._row)
        if self._point is None or len(self._point) != len(pool.attributes):
            self.go_to(self._controller.selection.candidate or _first(advice))
            return
        self._write(self._frame)
        self._ask()

    def _follow_selection(self) -> None:
        candidate = self._controller.selection.candidate
        if candidate is not None and candidate != self.candidate and self._ground is not None:
            self.go_to(candidate)

    # What a hand does.

    def _drag(self, place: int, value: float) -> None:
        if self._ground is None or self._point is None:
            return
        steps = self._ground.steps[place]
        self._move(place, steps[int(value)] if isinstance(steps[0], str) else value)
        self._by_keys = False

    def _step(self, place: int, direction: int) -> None:
        if self._ground is None or self._point is None:
            return
        steps = self._ground.steps[place]
        now = self._point[self._ground.attributes[place]]
        if isinstance(now, str):
            at = steps.index(now) + direction
            other = steps[min(max(at, 0), len(steps) - 1)]
        else:
            values = [float(one) for one in steps]
            near = 1e-9 * (values[-1] - values[0])
            beyond = [v for v in values if (v - now) * direction > near]
            other = (min(beyond) if direction > 0 else max(beyond)) if beyond else now
        self._move(place, other)
        self._by_keys = True

    def _move(self, place: int, value: float | str) -> None:
        assert self._ground is not None  # noqa: S101 - the callers check
        assert self._point is not None  # noqa: S101 - the same
        j = self._ground.attributes[place]
        if self._point[j] == value and self._row is not None:
            return
        self._slice, self._row, self._moved = place, None, frozenset()
        self._point = (*self._point[:j], value, *self._point[j + 1 :])
        if self._asked is None:
            self._next_frame.start(max(0, _FRAME - self._since.elapsed()) if self._since.isValid() else 0)

    def _release(self, place: int, stays: bool) -> None:
        """Snap to the nearest candidate, or with `stays` leave the point where it is."""
        ground, point = self._ground, self._point
        if ground is None or point is None or self._row is not None or self._slice != place:
            return
        pool, j = ground.study.pool, ground.attributes[place]
        if stays:
            row = ground.neighbours.nearest(point)
            self._settle(point, row if point_of(pool, row) == point else None)
            return
        exactly = ground.is_exact(place) and (self._by_keys or isinstance(point[j], str))
        row = ground.neighbours.nearest(point, j, exactly=exactly)
        there = point_of(pool, row)
        changed = [pool.attributes[k] for k in ground.attributes if k != j and there[k] != point[k]]
        self._moved = frozenset(one.name for one in changed)
        self._also = (there, self._joined([visible(bare_name(one)) for one in changed])) if changed else None
        if self._moved:
            self._unmark.start()
        self._settle(there, row)

    def _joined(self, names: Sequence[str]) -> str:
        """Join names: ``A, B and C``."""
        if len(names) < 2:
            return "".join(names)
        return self.tr("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])

    def _clear_marks(self) -> None:
        self._moved = frozenset()
        if self._frame is not None and self._frame.point == self._point:
            self._draw(self._frame)

    # What follows from it.

    def _settle(self, point: Point, row: int | None) -> None:
        """Show a point that the lines rest at; `row` is the candidate there."""
        self._point, self._row = point, row
        self._next_frame.stop()
        name = self.candidate or ""
        if row is not None:
            self._controller.selection.select(name)
        self._write(self._frame)
        self.effects.show_point(point, name)
        self.map.show_point(point, name)
        self._ask()

    def _ask(self) -> None:
        """Ask for the frame of the present point, unless one is on its way: it is asked for when that has come."""
        advice, ground, point = self._controller.selection.advice, self._ground, self._point
        if advice is None or ground is None or point is None or self._asked is not None:
            return
        self._asked = point
        self._since.start()
        moved = None if self._slice is None else ground.attributes[self._slice]
        self._controller.advice.compute(
            self.slices.objectName(), partial(_frame_of, advice, ground, point, moved), self._take, self._lost
        )

    def _lost(self, problem: BaseException) -> None:
        self._asked = None
        raise problem  # a bug: for the outermost handler

    def _take(self, frame: _Frame) -> None:
        self._asked = None
        if frame.advice is not self._controller.selection.advice or frame.point != self._point:
            # The lines have gone on: this frame is dropped if they rest, and else drawn late.
            self._next_frame.start(max(0, _FRAME - self._since.elapsed()))
        if frame.advice is not self._controller.selection.advice or (
            frame.point != self._point and self._row is not None
        ):
            return
        self._frame = frame
        self._write(frame)
        self._draw(frame)

    def _draw(self, frame: _Frame) -> None:
        assert self._ground is not None  # noqa: S101 - a frame was computed with it
        code = self.candidate
        own = frame.advice.estimate(code) if code is not None and frame.point == self._point else None
        data = SlicesData(frame.at, own, self._ground.marks, frame.advice.level, self._moved)
        if self._row is None:
            self.slices.follow(data)
        else:
            self.slices.set_data(data)

    def _write(self, frame: _Frame | None) -> None:
        """Write the line above the slices."""
        advice, code = self._controller.selection.advice, self.candidate
        fresh = frame is not None and advice is not None and frame.advice is advice
        open_now = (
            self._controller.selection.as_of is None
            and self._controller.read_only_reason is None
            and self._controller.study.is_open
        )
        self.run.setEnabled(code is not None and open_now)
        self.compare.setEnabled(code is not None)
        if advice is None:
            return
        pool = advice.study.pool
        self.best.setEnabled(not advice.all_alike)
        self.next.setEnabled(advice.next is not None)
        if code is None:
            if frame is not None and fresh:
                nearest = shorten(pool.ids[frame.nearest], 24)
                self.estimate.setText(percent(frame.at.probability))
                self.spread.setText(f"({percent_range(frame.at.low, frame.at.high, advice.level)})")
                words = [self.tr("nearest {code}").format(code=nearest), *self._expected(frame)]
                self.note.setText(", ".join(words))
                self.own.hide()
                if not self.field.hasFocus():
                    self.field.clear()
            return
        own = advice.estimate(code)
        if not self.field.hasFocus() or not self.field.isModified():
            self.field.setText(code)
        self.estimate.setText(percent(own.probability))
        self.spread.setText(
            self.tr("({range}) expected success").format(range=self._range(own.low, own.high, advice.level))
        )
        words, said = [self._runs(advice.study, code)], []
        if self._also is not None and self._also[0] == self._point:
            nearest = self.tr("Nearest candidate: {code}, which also differs in {names}.")
            said.append(nearest.format(code=shorten(code, 24), names=self._also[1]))
        if frame is not None and fresh and frame.point == self._point:
            said += self._stands_off(own.probability, frame.at.probability)
            words += self._expected(frame)
        if said:
            self.own.setText(" ".join(said))
            policy = self.own.sizePolicy()
            policy.setRetainSizeWhenHidden(True)  # what is below stays under the pointer from now on
            self.own.setSizePolicy(policy)
        self.own.setVisible(bool(said))
        self.note.setText(", ".join(words))

    def _stands_off(self, own: float, trend: float) -> list[str]:
        """Return which of two estimates to expect where a candidate stands off the curve; else nothing."""
        gap = 100.0 * (own - trend)
        if abs(gap) < 1.0:
            return []
        text = (
            self.tr(
                "Expect {own}, which counts its own runs; the curve, {points} percentage points lower, is the trend"
                " for what was never run."
            )
            if gap > 0
            else self.tr(
                "Expect {own}, which counts its own runs; the curve, {points} percentage points higher, is the trend"
                " for what was never run."
            )
        )
        return [text.format(own=percent(own), points=points(abs(gap)))]

    def _range(self, low: float, high: float, level: float) -> str:
        """Return a range with its level; in a narrow page without the usual one, which the effects below name."""
        has_room = self._inside.wide or level != LEVEL
        return percent_range(low, high, level if has_room else None)

    def _expected(self, frame: _Frame) -> list[str]:
        """Return the value that a run there would measure, in words, where the model learns from values."""
        if frame.expected is None:
            return []
        settings, value = frame.advice.study.settings, number(frame.expected, 3)
        if settings.measured_unit:
            return [self.tr("about {value}").format(value=f"{value} {visible(settings.measured_unit)}")]
        return [self.tr("{name} about {value}").format(name=visible(settings.measured), value=value)]

    def _runs(self, study: Study, code: str) -> str:
        won, lost = study.tally.get(code, (0, 0))
        if not won + lost:
            return self.tr("undecided") if code in study.tally else self.tr("never run")
        return self.tr("{count} of {total} succeeded").format(count=won, total=won + lost)

    def _search(self) -> None:
        code = self.field.text().strip()
        try:
            self._controller.study.pool.row(code)
        except UnknownCandidate as refused:
            self.refusal.setText(translate(refused))
            self.refusal.show()
            return
        self.refusal.hide()
        self.field.setModified(False)
        self.go_to(code)

    def _go(self, where: str) -> None:
        advice = self._controller.selection.advice
        if advice is not None:
            self.field.setModified(False)
            self.go_to(
                advice.recommended.candidate if where == "best" or advice.next is None else advice.next
            )

    def _pass_on(self, what: str) -> None:
        if (code := self.candidate) is not None:
            selection = self._controller.selection
            (selection.run_this if what == "run" else selection.compare_wanted).emit(code)

    # Parts and places.

    def _make_head(self) -> None:
        self.field = CodeField(self._controller)  #: Code of the candidate; another one is typed here.
        self.field.setObjectName("explore.candidate")
        self.field.setAccessibleName(self.tr("Candidate"))
        self.field.setPlaceholderText(self.tr("between"))
        self.field.setMinimumWidth(90)  # a code is read in a narrow window, too
        self.field.setMaximumWidth(220)
        self.field.returnPressed.connect(self._search)
        self.estimate, self.spread, self.note = Label(), Label(), Label()  #: Expected success, range, runs.
        for label, name, role in (
            (self.estimate, "estimate", "title"),
            (self.spread, "range", "muted"),
            (self.note, "note", "caution"),
        ):
            label.setObjectName(f"explore.{name}")
            set_role(label, role=role)
        self.note.setWordWrap(True)
        #: In what the nearest candidate differs, and what to expect where a candidate stands off the curve.
        self.own = self.slices.own
        self.refusal = Label()  #: Why a code is not shown.
        self.refusal.setObjectName("explore.refusal")
        self.refusal.setWordWrap(True)
        set_role(self.refusal, role="caution")
        self.refusal.hide()
        self.field.textEdited.connect(lambda _: self.refusal.hide())
        self.best = button(
            self.tr("&Best"), "explore.best", partial(self._go, "best")
        )  #: Goes to the best so far.
        self.next = button(
            self.tr("Ne&xt"), "explore.next", partial(self._go, "next")
        )  #: Goes to the suggestion.
        for link, tip in (
            (self.best, self.tr("Go to the best so far")),
            (self.next, self.tr("Go to the next candidate")),
        ):
            set_role(link, role="link")
            set_tip(link, tip)
            link.setMinimumWidth(_TARGET)
        self.compare: QPushButton = button(
            self.tr("C&ompare"), "explore.compare", partial(self._pass_on, "compare")
        )
        self.run: QPushButton = button(self.tr("R&un this"), "explore.run", partial(self._pass_on, "run"))
        set_tip(self.run, self.tr("Put this candidate on the card; nothing is recorded"))

    def _lay_out(self) -> None:
        said, does = QHBoxLayout(), QHBoxLayout()
        for label in (self.field, self.estimate, self.spread):
            said.addWidget(label)
        said.addWidget(self.note, 1)
        for one in (self.best, self.next, self.compare, self.run):
            does.addWidget(one)
        does.addStretch(1)
        for card in (self.map, self.effects):
            card.lead_with_sentence()
        self.slices.title.hide()
        self.slices.head.insertWidget(0, FoldingRow(said, does, wide=said), 1)
        self.slices.box.insertWidget(1, self.refusal)
        self._inside = _Inside(self.slices, self.map, self.effects)
        self._inside.asked.connect(self._follow_widths)
        self._grid = self._inside.grid
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.addWidget(scrolled(self._inside, "explore.scroller", self.tr("Explore")))
        self._arrange()

    def _order(self) -> None:
        """Let Tab go through the line above the slices, the slices, and the pictures below."""
        slices = self.slices
        parts: tuple[QWidget, ...] = (
            self.field, self.best, self.next, self.compare, self.run, slices.more,
            slices.grid.panel(0),
        )  # fmt: skip
        for before, after in pairwise(parts):
            self.setTabOrder(before, after)
        slices.as_table.toggled.connect(self._lead_keys)
        self._lead_keys()

    def _lead_keys(self) -> None:
        """Let Alt+3 go to the first slice, where the arrow keys move the line, or to the table instead of them."""
        slices = self.slices
        #: Takes the keys when somebody turns to the page.
        self.takes_keys: QWidget = slices.twin if slices.as_table.isChecked() else slices.grid.panel(0)

    def _has_room(self) -> bool:
        """Return whether map and effects fit side by side."""
        beside = sum(card.minimumSizeHint().width() for card in (self.map, self.effects)) + _AROUND
        digit = self.fontMetrics().horizontalAdvance("0")
        return self.width() >= max(_WIDE[0], _WIDE[1] * digit, beside)

    def _follow_widths(self) -> None:
        if self._has_room() != self._inside.wide:
            self._arrange()

    def _arrange(self) -> None:
        before, wide = self._inside.wide, self._has_room()
        self._inside.wide = wide
        if wide != before:
            self._write(self._frame)
        line = self.fontMetrics().lineSpacing()
        self.slices.pages.setFixedHeight(self.slices.grid.height_for(self.width() - 60))
        self.map.pages.setMinimumHeight(13 * line)
        shown = len(self._ground.attributes) if self._ground is not None else 0
        # Two lines for each of up to eight attributes; below them the axis.
        self.effects.pages.setMinimumHeight((4 + 2 * min(max(shown, 3), 8)) * line)
        self._grid.addWidget(self.slices, 0, 0, 1, 2)
        self._grid.addWidget(self.map, 1, 0, 1, 1 if wide else 2)
        self._grid.addWidget(self.effects, 1 if wide else 2, 1 if wide else 0, 1, 1 if wide else 2)
        for column, share in enumerate(_SHARES):
            self._grid.setColumnStretch(column, share)
        self._inside.updateGeometry()


class _Inside(Inside):
    """What the page scrolls: slices, below them map and effects, which share the height that is left."""

    #: A part may need another width.
    asked = Signal()

    def __init__(self, slices: SlicesCard, *pictures: PlotCard[Any]) -> None:
        super().__init__()
        self._slices, self._pictures = slices, pictures
        self.wide = False  #: Whether the pictures stand side by side.
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setSpacing(8)

    def event(self, event: QEvent) -> bool:
        """Say that a text or the font has changed."""
        taken = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.asked.emit()
        return taken

    def heightForWidth(self, width: int) -> int:
        """Return the least height; that of the layout would use the pictures' preferred heights."""
        apart, across = self.grid.spacing(), sum(_SHARES)
        widths = [(width - apart) * share // across if self.wide else width for share in _SHARES]
        least = [least_height(card, room) for card, room in zip(self._pictures, widths, strict=True)]
        if self.wide:
            least = [max(least)] * len(least)
        below = least[0] if self.wide else sum(least) + apart
        total = least_height(self._slices, width) + apart + below
        around = self.parentWidget()
        if width == self.width() and around is not None:
            spare = max(around.height() - total, 0)
            for card, height, share in zip(self._pictures, least, _DOWN, strict=True):
                card.setFixedHeight(height + (spare if self.wide else spare * share // sum(_DOWN)))
        return total


def _first(advice: Advice) -> str:
    """Return the candidate that the page opens with: the best, or where nothing is known yet the next."""
    if advice.all_alike and advice.next is not None:
        return advice.next
    return advice.recommended.candidate


def _frame_of(advice: Advice, ground: _Ground, point: Point, moved: int | None) -> _Frame:
    """Compute a frame (compute thread)."""
    study = advice.study
    at = slices(study.belief, study.pool, study.scaling, point, advice.level)
    expected = None
    if study.has_values:
        X = encode(study.scaling, study.pool.attributes, cast("Any", [[value] for value in point]))
        expected = predicted_values(study, X)["value"][0]
    return _Frame(advice, point, at, ground.neighbours.nearest(point, moved), expected)

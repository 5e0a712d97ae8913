"""Plot of named rows: effects of the attributes on the success, and of the terms of the model on the log-odds."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication

from kgdesk.model.advice.posterior_summary import effects
from kgdesk.model.advice.slices import attribute_effects, effects_at, point_of
from kgdesk.model.study.next_run import bare_name
from kgdesk.plain_text import shorten
from kgdesk.text import phrase
from kgdesk.ui.plots.figure import small
from kgdesk.ui.plots.lazy_plot import LazyPlotCard
from kgdesk.ui.plots.row_plot import PlotRow, RowsFigure
from kgdesk.ui.text.locale_format import DASH, number, odds, percent, signed
from kgdesk.ui.text.translate import belief_words, translate
from kgdesk.ui.widgets.table import Column

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QWidget

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.advice.slices import AttributeEffect, Point
    from kgdesk.model.study.study import Study
    from kgdesk.ui.widgets.stylesheet import Palette


def tr(text: str) -> str:
    """Translate a text of the card."""
    return QCoreApplication.translate("EffectsCard", text)


#: Attributes named in the sentence; characters of the settings beside a row.
_NAMED, _SETTINGS = 2, 22


@dataclass(frozen=True, slots=True)
class Effect:
    """Effect of an attribute, of a level of a category, or of a product or square.

    Parameters
    ----------
    name
        Display name.
    estimate, low, high
        Change of the log-odds of success, or of the success in percentage points, for the change `per`, with its range.
    per
        The change, for example ``"+12.5 °C"``, ``"instead of water"`` or ``"20 → 60 °C"``.
    per_unit
        Change of the log-odds per unit of the attribute; NaN where undefined.
    """

    name: str
    estimate: float
    low: float
    high: float
    per: str = ""
    per_unit: float = math.nan


@dataclass(frozen=True, slots=True)
class EffectsData:
    """All effects, in table order.

    Parameters
    ----------
    effects
        Of the columns of the design matrix, in log-odds. Not sorted by size: a rank should not look like evidence.
    level
        Probability content of the ranges, for example 0.9.
    belief
        Display name of the belief behind the ranges.
    attributes
        Of the attributes, one each, in percentage points.
    here, name
        Whether these are the effects at one point and not averages, and the candidate there.
    """

    effects: tuple[Effect, ...]
    level: float = 0.9
    belief: str = ""
    attributes: tuple[Effect, ...] = ()
    here: bool = False
    name: str = ""

    @property
    def rows(self) -> tuple[Effect, ...]:
        """What is shown: attributes if there are any, else the columns of the design matrix."""
        return self.attributes or self.effects


class EffectsCard(LazyPlotCard[EffectsData]):
    """Dot and range per attribute, in points of success; a report also shows single terms, in log-odds.

    On the page they are the effects at one point; in a report they are averaged over the candidates.
    """

    follows_selection = False

    def __init__(self, parent: QWidget | None = None) -> None:
        self._body = RowsFigure("number", zero=True)
        self.point: Point | None = None  #: The point.
        self.name = ""  #: The candidate there, if it is one.
        super().__init__("explore.effects", self._body.figure, self._body, parent)

    @property
    def page(self) -> str:
        """Short title of the page."""
        return self.tr("Effects")

    def show_point(self, point: Point, name: str) -> None:
        """Show the effects at a point; `name` is the candidate there."""
        self.point, self.name = point, name
        self.wanted.emit()

    def questions(self, advice: Advice, selected: str | None) -> Sequence[Callable[[], Any]]:
        """Compute the effects at the point, or else at the best so far; nothing before the first outcome."""
        del selected
        study, point, name = advice.study, self.point, self.name
        if point is None:
            name = advice.recommended.candidate
            point = point_of(study.pool, study.pool.row(name))
        if len(point) != len(study.pool.attributes) or not study.valid:
            return []
        belief = belief_words(study)
        return [lambda: point_effects(study, point, name, advice.level, belief)]

    def _words(self) -> tuple[str, str, str]:
        data = self._data if hasattr(self, "_data") else None
        empty = self.tr("No outcomes yet. After the first runs this shows which attributes matter.")
        if data is None or not data.here:
            title = self.tr("What does each attribute do?")
        elif data.name:
            title = self.tr("Effects at {code}, points of success, {level} range").format(
                code=shorten(data.name, 24), level=percent(data.level)
            )
        else:
            title = self.tr("Effects at the lines above, points of success, {level} range").format(
                level=percent(data.level)
            )
        if data is not None and not data.attributes:
            return title, self._words_of_terms(), empty
        how = self.tr(
            "Each row changes one attribute over its range and keeps the others. The dot is by how many percentage"
            " points the expected success changes between the settings with the lowest and the highest, which are shown"
            " beside it. The bar is the range in which the change probably lies; where it crosses the dashed line, it"
            " is open whether the attribute matters. They are what the model believes, and no proof of cause."
        )
        return title, how, empty

    def _words_of_terms(self) -> str:
        return self.tr(
            "A dot right of the dashed line says that more of this attribute raises the success that we"
            " expect, left of it that more lowers it. The bar is the range in which the effect probably"
            " lies; where it crosses the line, it is open which way it goes. Effects are given for a"
            " typical change of each attribute, so that they can be compared, with the others unchanged."
            " They are what the model believes, and no proof of cause. The table also says by how much"
            " the odds are multiplied."
        )

    def set_data(self, data: EffectsData | None, *, given: bool = True) -> None:
        """Show other data, whose candidate is in the title."""
        super().set_data(data, given=given)
        self._retitle()

    def _is_empty(self, data: EffectsData) -> bool:
        return not data.rows

    def _sentence(self, data: EffectsData) -> str:
        clear = [effect for effect in data.rows if effect.low > 0.0 or effect.high < 0.0]
        return _clear_here(clear) if data.here else _clear_on_average(data, clear)

    def _legend(self, data: EffectsData) -> list[str]:
        if data.here:
            return []
        bar = self.tr("bar: {level} range").format(level=percent(data.level))
        belief_suffix = f" ({data.belief})" if data.belief else ""
        return [self.tr("dot: estimate"), bar + belief_suffix, self.tr("dashed: no effect")]

    def _columns(self, data: EffectsData) -> tuple[Column, ...]:
        by_attribute = bool(data.attributes)
        effects, form = data.rows, _points if by_attribute else signed
        what = self.tr("Change of success (percentage points)")
        columns = [
            Column(self.tr("Attribute"), [e.name for e in effects]),
            Column(
                what if by_attribute else self.tr("Effect (log-odds)"),
                [e.estimate for e in effects],
                form,
                is_number=True,
            ),
            Column(
                self.tr("{level} range from").format(level=percent(data.level)),
                [e.low for e in effects],
                form,
                is_number=True,
            ),
            Column(self.tr("to"), [e.high for e in effects], form, is_number=True),
        ]
        if not by_attribute:
            columns.append(Column(self.tr("Odds"), [e.estimate for e in effects], odds, is_number=True))
        if any(e.per for e in effects):
            columns.append(Column(self.tr("for"), [e.per for e in effects]))
        if any(math.isfinite(e.per_unit) for e in effects):
            columns.append(
                Column(self.tr("Per unit (log-odds)"), [e.per_unit for e in effects], signed, is_number=True)
            )
        return tuple(columns)

    def _draw(self, data: EffectsData, look: Palette) -> None:
        by_attribute = bool(data.attributes)
        rows = tuple(
            PlotRow(
                e.name,
                e.estimate,
                e.low,
                e.high,
                self._tip(e, data),
                below=shorten(e.per, _SETTINGS) if by_attribute else "",
            )
            for e in data.rows
        )
        span = (min(0.0, *(r.low for r in rows)), max(0.0, *(r.high for r in rows)))
        if data.here:  # the same scale at every candidate
            span = (min(span[0], -50.0), max(span[1], 50.0))
        if span[0] == span[1]:
            span = (-1.0, 1.0)
        label, short = self.tr("Effect on success (log-odds)"), self.tr("Log-odds")
        if by_attribute:
            label, short = self.tr("Change of success (percentage points)"), self.tr("Percentage points")
        self._body.draw(rows, span, "" if data.here else label, look, small(self), short=short)

    def _fit(self, _data: EffectsData) -> None:
        self._body.fit()

    def _tip(self, effect: Effect, data: EffectsData) -> str:
        by_attribute = bool(data.attributes)
        if by_attribute:
            words = self.tr("{name}\n{estimate} percentage points ({level} range {low} to {high})\n{per}")
        else:
            words = self.tr("{name}\n{estimate} log-odds ({level} range {low} to {high}), odds {odds}\n{per}")
        form = _points if by_attribute else signed
        return words.format(
            name=effect.name,
            estimate=form(effect.estimate),
            level=percent(data.level),
            low=form(effect.low),
            high=form(effect.high),
            odds=odds(effect.estimate),
            per=effect.per or DASH,
        )


def _clear_here(clear: Sequence[Effect]) -> str:
    """Name the effects that are clear at a point."""
    if not clear:
        return tr("None is clear yet")
    named = [shorten(effect.name) for effect in clear[:_NAMED]]
    if len(clear) > _NAMED:
        more = tr("{count} more").format(count=len(clear) - _NAMED)
        return tr("Clear: {names} and {last}").format(names=", ".join(named), last=more)
    if len(named) > 1:
        return tr("Clear: {names} and {last}").format(names=", ".join(named[:-1]), last=named[-1])
    return tr("Clear: {name}").format(name=named[0])


def _clear_on_average(data: EffectsData, clear: Sequence[Effect]) -> str:
    """Say which effects are clear on average, and by how much, for a reader of the report."""
    if not clear:
        return tr("No attribute is clear yet: every range includes “no effect”.")
    named = []
    for place, e in enumerate(clear[:_NAMED]):
        if data.attributes:
            words = tr("{name} ({change} percentage points, {settings})")
            if place:
                words = tr("{name} ({change} points, {settings})")
        else:
            words = tr("{name} (raises success)") if e.low > 0.0 else tr("{name} (lowers success)")
        named.append(words.format(name=shorten(e.name), change=signed(e.estimate, 0), settings=e.per))
    text = tr("Clear so far: {names}").format(names=", ".join(named))
    if len(clear) > _NAMED:
        text += tr(" and {count} more").format(count=len(clear) - _NAMED)
    rest = len(data.rows) - len(clear)
    return f"{text}." + (tr(" Still open: {count}.").format(count=rest) if rest else "")


def effects_table(
    data: EffectsData, *, brief: bool = False
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Return headings and cells of all effects, each range in one cell; `brief` omits the columns after the odds."""
    card = EffectsCard()
    card.set_data(data)
    name, effect, low, high, *more = card._columns(data)  # noqa: SLF001 - of this module's own card
    card.deleteLater()
    ranges = [
        translate(phrase("{low} to {high}", low=one, high=other))
        for one, other in zip(low.words(), high.words(), strict=True)
    ]
    head = translate(phrase("{level} range", level=percent(data.level)))
    more = more[:1] if brief else more
    cells = (name.words(), effect.words(), ranges, *(column.words() for column in more))
    headings = (name.heading, effect.heading, head, *(column.heading for column in more))
    return headings, tuple(zip(*cells, strict=True))


def effects_words(data: EffectsData) -> tuple[str, str]:
    """Return the question and the sentence of a card with all effects."""
    card = EffectsCard()
    card.set_data(data)
    card.deleteLater()
    return card.title.text(), card.sentence


def _points(value: float) -> str:
    return signed(value, 1)


def point_effects(study: Study, point: Point, name: str, level: float, belief: str) -> EffectsData:
    """Compute the effects at a point, for the compute thread; `name` is the candidate there."""
    rows = tuple(map(_row, effects_at(study, point, level)))
    return EffectsData((), level, belief, rows, here=True, name=name)


def effects_data(advice: Advice) -> EffectsData:
    """Compute the average effects of the attributes, and those of each column of the design matrix."""
    study = advice.study
    if not study.valid:
        return EffectsData((), advice.level)
    columns = {c.name: c for c in study.scaling.columns}
    units = {a.name: a for a in study.pool.attributes}
    result = []
    for effect in effects(study, advice.level):
        column = columns[effect.column]
        if column.factors:
            per = QCoreApplication.translate("PlotData", "bend, per deviation over the candidates")
            result.append(Effect(column.name, effect.mean, effect.low, effect.high, per, math.nan))
            continue
        attribute = units[column.attribute]
        if column.level is not None:
            name, per, each = (
                f"{attribute.name} = {column.level}",
                QCoreApplication.translate("PlotData", "where it is so"),
                math.nan,
            )
        elif attribute.log:
            name, each = attribute.name, math.nan
            per = QCoreApplication.translate("PlotData", "times {factor}").format(
                factor=number(math.exp(column.scale), 3)
            )
        else:
            name, each = attribute.name, effect.per_unit
            per = f"+{number(column.scale, 3)} {attribute.unit}".strip()
        result.append(Effect(name, effect.mean, effect.low, effect.high, per, each))
    data = EffectsData(tuple(result), advice.level, belief=belief_words(study))
    return replace(data, attributes=tuple(map(_row, attribute_effects(study, advice.level))))


def _row(change: AttributeEffect) -> Effect:
    ends = (one if isinstance(one, str) else number(one, 3) for one in (change.start, change.end))
    per = f"{' → '.join(ends)} {change.attribute.unit}".strip()
    estimate, low, high = (100.0 * one for one in (change.change, change.low, change.high))
    return Effect(bare_name(change.attribute), estimate, low, high, per)

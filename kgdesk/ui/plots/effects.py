"""Plot of named rows: effects of the attributes on the success, and of the terms of the model on the log-odds."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication

from kgdesk.model.advice.posterior_summary import effects
from kgdesk.model.advice.slices import attribute_effects
from kgdesk.plain_text import shorten
from kgdesk.text import phrase
from kgdesk.ui.plots.figure import small
from kgdesk.ui.plots.lazy_plot import LazyPlotCard
from kgdesk.ui.plots.plot_choices import choice
from kgdesk.ui.plots.row_plot import PlotRow, RowsFigure
from kgdesk.ui.text.locale_format import DASH, number, odds, percent, signed
from kgdesk.ui.text.translate import belief_words, translate
from kgdesk.ui.widgets.basic import Label
from kgdesk.ui.widgets.table import Column

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QComboBox, QWidget

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.advice.slices import AttributeEffect
    from kgdesk.ui.widgets.stylesheet import Palette


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
        Of the attributes, one each, in percentage points; empty if every column is an attribute or a level of one.
    """

    effects: tuple[Effect, ...]
    level: float = 0.9
    belief: str = ""
    attributes: tuple[Effect, ...] = ()


class EffectsCard(LazyPlotCard[EffectsData]):
    """Dot and range per attribute; to the right of the dashed line, more of the attribute increases success.

    With products and squares the rows are attributes, in percentage points; a choice shows the single terms instead.
    """

    follows_selection = False

    def __init__(self, parent: QWidget | None = None) -> None:
        self._body = RowsFigure("number", zero=True)
        self._advice: Advice | None = None
        super().__init__("plot.effects", self._body.figure, self._body, parent)
        self.rows: QComboBox = choice("plot.effects.rows")  #: Chooses attributes or single terms.
        for _ in range(2):
            self.rows.addItem("")
        self._rows_label = Label()
        self.tools.add(self._rows_label, self.rows)
        self.rows.currentIndexChanged.connect(lambda _place: self._rename())
        self._retitle()

    @property
    def page(self) -> str:
        """Short title of the page."""
        return self.tr("Effects")

    def questions(self, advice: Advice, selected: str | None) -> Sequence[Callable[[], Any]]:
        """Compute the effects of the attributes; nothing before the first outcome."""
        del selected
        self._advice = advice
        return [lambda: changes(advice)] if advice.study.valid else []

    def combined(self, answers: Sequence[Any]) -> EffectsData:
        """Return all effects."""
        assert self._advice is not None  # noqa: S101 - there is an answer to its question
        return effects_data(self._advice, answers[-1])

    def take_choices(self, other: Any) -> None:
        """Show the same rows as another card."""
        self.rows.setCurrentIndex(other.rows.currentIndex())

    def _by_attribute(self, data: EffectsData | None) -> bool:
        return self.rows.currentIndex() == 0 and data is not None and bool(data.attributes)

    def _shown(self, data: EffectsData) -> tuple[Effect, ...]:
        return data.attributes if self._by_attribute(data) else data.effects

    def _rename(self) -> None:
        self._retitle()
        self._restale()

    def _restale(self) -> None:
        super()._restale()
        self.tools.setVisible(self._data is not None and bool(self._data.attributes))
        self.how.setAccessibleDescription(self._words()[1])

    def _retitle(self) -> None:
        super()._retitle()
        if hasattr(self, "_rows_label"):
            self._rows_label.setText(self.tr("Ro&ws"))
            self.rows.setAccessibleName(self.tr("Rows"))
            self.rows.setItemText(0, self.tr("one per attribute, in success"))
            self.rows.setItemText(1, self.tr("single terms, in log-odds"))

    def _words(self) -> tuple[str, str, str]:
        title = self.tr("What does each attribute do?")
        empty = self.tr("No outcomes yet. After the first runs this shows which attributes matter.")
        if hasattr(self, "_rows_label") and self._by_attribute(self._data):
            return title, self._words_of_attributes(), empty
        return (
            title,
            self.tr(
                "A dot right of the dashed line says that more of this attribute raises the success that we"
                " expect, left of it that more lowers it. The bar is the range in which the effect probably"
                " lies; where it crosses the line, it is open which way it goes. Effects are given for a"
                " typical change of each attribute, so that they can be compared, with the others unchanged."
                " They are what the model believes, and no proof of cause. The table also says by how much"
                " the odds are multiplied."
            ),
            empty,
        )

    def _words_of_attributes(self) -> str:
        return self.tr(
            "Each row changes one attribute over its range, while every candidate keeps its others. The dot is"
            " by how many percentage points the expected success changes on average between the settings with the"
            " lowest and the highest, which the table names; one of them may lie within the range. The bar is the"
            " range in which the change probably lies; where it crosses the dashed line, it is open whether the"
            " attribute matters. They are what the model believes, and no proof of cause. “Single terms” shows the"
            " weights of the model, with products and squares."
        )

    def _is_empty(self, data: EffectsData) -> bool:
        return not data.effects

    def _sentence(self, data: EffectsData) -> str:
        rows, by_attribute = self._shown(data), self._by_attribute(data)
        clear = [effect for effect in rows if effect.low > 0.0 or effect.high < 0.0]
        if not clear:
            return self.tr("No attribute is clear yet: every range includes “no effect”.")
        named = []
        for place, e in enumerate(clear[:_NAMED]):
            if by_attribute:
                words = self.tr("{name} ({change} percentage points, {settings})")
                if place:
                    words = self.tr("{name} ({change} points, {settings})")
            else:
                words = (
                    self.tr("{name} (raises success)") if e.low > 0.0 else self.tr("{name} (lowers success)")
                )
            named.append(words.format(name=shorten(e.name), change=signed(e.estimate, 0), settings=e.per))
        text = self.tr("Clear so far: {names}").format(names=", ".join(named))
        if len(clear) > _NAMED:
            text += self.tr(" and {count} more").format(count=len(clear) - _NAMED)
        rest = len(rows) - len(clear)
        return f"{text}." + (self.tr(" Still open: {count}.").format(count=rest) if rest else "")

    def _legend(self, data: EffectsData) -> list[str]:
        bar = self.tr("bar: {level} range").format(level=percent(data.level))
        belief_suffix = f" ({data.belief})" if data.belief else ""
        return [self.tr("dot: estimate"), bar + belief_suffix, self.tr("dashed: no effect")]

    def _columns(self, data: EffectsData) -> tuple[Column, ...]:
        by_attribute = self._by_attribute(data)
        effects, form = self._shown(data), _points if by_attribute else signed
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
        by_attribute = self._by_attribute(data)
        rows = tuple(
            PlotRow(
                e.name,
                e.estimate,
                e.low,
                e.high,
                self._tip(e, data),
                shorten(e.per, _SETTINGS) if by_attribute else "",
            )
            for e in self._shown(data)
        )
        span = (min(0.0, *(r.low for r in rows)), max(0.0, *(r.high for r in rows)))
        if span[0] == span[1]:
            span = (-1.0, 1.0)
        label, short = self.tr("Effect on success (log-odds)"), self.tr("Log-odds")
        if by_attribute:
            label, short = self.tr("Change of success (percentage points)"), self.tr("Percentage points")
        self._body.draw(rows, span, label, look, small(self), short=short)

    def _fit(self, _data: EffectsData) -> None:
        self._body.fit()

    def _tip(self, effect: Effect, data: EffectsData) -> str:
        by_attribute = self._by_attribute(data)
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


def changes(advice: Advice) -> tuple[AttributeEffect, ...]:
    """Compute the effects of the attributes, if the model has products or squares; free of Qt."""
    study = advice.study
    return attribute_effects(study, advice.level) if study.valid and study.scaling.higher.any() else ()


def effects_data(advice: Advice, changed: Sequence[AttributeEffect] | None = None) -> EffectsData:
    """Return the effects of the attributes and of each column of the design matrix; `changed` is computed if None."""
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
    return replace(data, attributes=tuple(map(_row, changes(advice) if changed is None else changed)))


def _row(change: AttributeEffect) -> Effect:
    ends = (one if isinstance(one, str) else number(one, 3) for one in (change.start, change.end))
    per = f"{' → '.join(ends)} {change.attribute.unit}".strip()
    estimate, low, high = (100.0 * one for one in (change.change, change.low, change.high))
    return Effect(change.attribute.name, estimate, low, high, per)

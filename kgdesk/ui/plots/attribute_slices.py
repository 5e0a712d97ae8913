"""Plot: expected success as a function of each attribute, now and after either outcome."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.model.advice.slices import slices
from kgdesk.model.advice.what_if_outcomes import slices_if
from kgdesk.plain_text import shorten
from kgdesk.ui.plots.figure import small
from kgdesk.ui.plots.lazy_plot import LazyPlotCard
from kgdesk.ui.plots.plot_choices import HeldBox
from kgdesk.ui.plots.small_multiples import PanelGrid, Style
from kgdesk.ui.text.locale_format import FAILURE, SUCCESS, number, percent, percent_range, points
from kgdesk.ui.text.translate import belief_words, outcome_names, with_unit
from kgdesk.ui.widgets.basic import Label
from kgdesk.ui.widgets.table import Column

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from PySide6.QtGui import QFont
    from PySide6.QtWidgets import QWidget

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.advice.slices import Slice
    from kgdesk.model.study.study import Study
    from kgdesk.ui.widgets.stylesheet import Palette


@dataclass(frozen=True, eq=False)
class SlicesData:
    """Slices through one candidate, one per attribute.

    Parameters
    ----------
    code
        The candidate whose other attributes are held fixed.
    parts
        One slice per varying attribute.
    labels
        Names of the attributes with units.
    outcomes
        For each slice, axis positions of recorded successes and failures.
    level, belief
        Probability content of the ranges, for example 0.9; display name of the belief.
    names
        The study's names for success and failure.
    """

    code: str
    parts: tuple[Slice, ...]
    labels: tuple[str, ...]
    outcomes: tuple[tuple[np.ndarray, np.ndarray], ...]
    level: float = 0.9
    belief: str = ""
    names: tuple[str, str] = ("", "")


def slices_data(advice: Advice, code: str, parts: tuple[Slice, ...]) -> SlicesData:
    """Return slices together with the recorded outcomes."""
    study = advice.study
    return SlicesData(
        code,
        parts,
        tuple(with_unit(part.attribute) for part in parts),
        tuple(recorded(study, part) for part in parts),
        level=advice.level,
        belief=belief_words(study),
        names=outcome_names(study),
    )


def recorded(study: Study, part: Slice) -> tuple[np.ndarray, np.ndarray]:
    """Return the axis positions of the recorded successes and failures on a slice."""
    column = study.pool.values[study.pool.attributes.index(part.attribute)]
    positions: dict[str, list[float]] = {"success": [], "failure": []}
    for run in study.valid:
        value = column[study.pool.row(run.candidate)]
        place = part.levels.index(str(value)) if part.levels else float(value)
        positions[run.outcome].append(float(place))
    return np.array(positions["success"]), np.array(positions["failure"])


class SlicesCard(LazyPlotCard[SlicesData]):
    """One small plot per attribute: curve, credible band, and position of the held candidate."""

    def __init__(
        self,
        name: str = "plot.slices",
        least: tuple[int, int] = (215, 165),
        parent: QWidget | None = None,
    ) -> None:
        self._panels = PanelGrid(least)
        super().__init__(name, self._panels.first, self._panels, parent)
        self._fill_tools()
        self._panels.resized.connect(self._refit)

    def _fill_tools(self) -> None:
        self.held = HeldBox(f"{self.objectName()}.held")
        self._held_label = Label()
        self.tools.add(self._held_label, self.held)
        self.held.activated.connect(self.wanted)
        self._name_tools()

    def _name_tools(self) -> None:
        self._held_label.setText(self.tr("&Others held at"))
        self.held.setAccessibleName(self.tr("Others held at"))

    @property
    def page(self) -> str:
        """Short title of the page."""
        return self.tr("Slices")

    def questions(self, advice: Advice, selected: str | None) -> Sequence[Callable[[], Any]]:
        """Compute slices through the held candidate."""
        code, study = self.held.candidate(advice, selected), advice.study

        def answer() -> SlicesData:
            parts = slices((study.belief,), study.pool, study.scaling, study.pool.row(code), advice.level)
            return slices_data(advice, code, parts)

        return [answer]

    def _words(self) -> tuple[str, str, str]:
        if hasattr(self, "_held_label"):
            self._name_tools()
        return (
            self.tr("What if one attribute were changed?"),
            self.tr(
                "Each small plot moves one attribute and holds all others as the chosen candidate has them; the"
                " dotted line is that candidate. The line is the success that we expect, the band the range in"
                " which it probably lies. Where the line is dashed, no candidate of the list goes: it is a"
                " guess beyond the data. Signs at the upper edge are recorded successes, at the lower edge"
                " failures; they were made with other values of the other attributes."
            ),
            self.tr("No attribute differs between the candidates."),
        )

    def _is_empty(self, data: SlicesData) -> bool:
        return not data.parts

    def _sentence(self, data: SlicesData) -> str:
        ranges = [part.curves[0].probability[part.inside] for part in data.parts]
        most = int(np.argmax([np.ptp(p) for p in ranges]))
        if np.ptp(ranges[most]) < 0.01:
            return self.tr(
                "Around {code} no single attribute changes the expected success by a percentage point."
            ).format(code=shorten(data.code))
        part = data.parts[most]
        places, p = part.places[part.inside], ranges[most]
        low, high = int(np.argmin(p)), int(np.argmax(p))
        return self.tr(
            "Around {code}, {attribute} matters most: expected success is {low} at {at_low} and {high} at {at_high}."
        ).format(
            code=shorten(data.code),
            attribute=shorten(data.labels[most]),
            low=percent(p[low]),
            high=percent(p[high]),
            at_low=_value(part, places[low]),
            at_high=_value(part, places[high]),
        )

    def _legend(self, data: SlicesData) -> list[str]:
        belief_suffix = f" ({data.belief})" if data.belief else ""
        parts = [
            self.tr("band: {level} range").format(level=percent(data.level)) + belief_suffix,
            self.tr("dotted: {code}").format(code=shorten(data.code)),
            self.tr("dashed: beyond the candidates"),
        ]
        success, failure = self._outcomes(data)
        return [*parts, f"{SUCCESS} {success}", f"{FAILURE} {failure}"]

    def _outcomes(self, data: SlicesData) -> tuple[str, str]:
        return data.names[0] or self.tr("success"), data.names[1] or self.tr("failure")

    def _curve_names(self, data: SlicesData) -> tuple[str, ...]:  # noqa: ARG002 - for subclasses
        return ("",)

    def _styles(self, data: SlicesData, look: Palette) -> tuple[Style, ...]:  # noqa: ARG002 - for subclasses
        return (Style("", look.accent),)

    def _columns(self, data: SlicesData) -> tuple[Column, ...]:
        rows = [
            (part, k, label) for part, label in zip(data.parts, data.labels, strict=True) for k in _rows(part)
        ]
        level = percent(data.level)
        columns = [
            Column(self.tr("Attribute"), [label for _, _, label in rows]),
            Column(self.tr("Value"), [_value(part, part.places[k]) for part, k, _ in rows]),
        ]
        for c, name in enumerate(self._curve_names(data)):
            expected = [float(part.curves[c].probability[k]) for part, k, _ in rows]
            range_of = [percent_range(part.curves[c].low[k], part.curves[c].high[k]) for part, k, _ in rows]
            tail = f", {name}" if name else ""
            columns += [
                Column(self.tr("Expected success") + tail, expected, percent, is_number=True),
                Column(self.tr("{level} range").format(level=level) + tail, range_of),
            ]
        beyond = [self.tr("beyond the candidates") if not part.inside[k] else "" for part, k, _ in rows]
        return (*columns, Column(self.tr("Note"), beyond))

    def _drawing(self, data: SlicesData, look: Palette) -> Iterator[Callable[[], None]]:
        """Yield one drawing step per panel."""
        self._panels.show_many(len(data.parts))
        font, styles = small(self), self._styles(data, look)
        for place in range(len(data.parts)):
            yield partial(self._draw_panel, place, data, styles, look, font)

    def _draw_panel(
        self, place: int, data: SlicesData, styles: tuple[Style, ...], look: Palette, font: QFont
    ) -> None:
        panel, label = self._panels.panel(place), data.labels[place]
        panel.show_slice(data.parts[place], label, styles, data.outcomes[place], look, font)
        if panel is not self.figure:  # the first panel provides the accessible text
            panel.setAccessibleName(self.tr("Figure: {title}").format(title=label))

    def _fit(self, data: SlicesData) -> None:
        for place in range(len(data.parts)):
            self._panels.panel(place).fit()


def _value(part: Slice, place: float) -> str:
    return part.levels[int(place)] if part.levels else number(float(place), 3)


def _rows(part: Slice) -> range:
    """Return the positions listed in the table: every level, or every fifth position of a number."""
    return range(len(part.places)) if part.levels else range(0, len(part.places), 5)


class WhatIfSlicesCard(SlicesCard):
    """Slices at present and in both futures of a run."""

    follows_selection = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("plot.slicesIf", (180, 130), parent)

    def _fill_tools(self) -> None:
        """Hide the choice of candidate: the first compared one is shown."""

    def _name_tools(self) -> None:
        """Do nothing: there are no tools."""

    def questions(self, advice: Advice, selected: str | None) -> Sequence[Callable[[], Any]]:
        """Compute slices through the first compared candidate, now and in both futures."""
        del selected
        if not self.candidates:
            return []
        code = self.candidates[0]
        return [lambda: slices_data(advice, code, slices_if(advice, code))]

    def _words(self) -> tuple[str, str, str]:
        return (
            self.tr("What would be believed of other candidates then?"),
            self.tr(
                "Each small plot moves one attribute and holds all others as the candidate has them (dotted"
                " line). One line is what is believed now, one what would be believed if its run succeeds, one"
                " if it fails, each with the band in which it would probably lie. Where the lines part far from"
                " the dotted line, this one run would teach something about other candidates as well. Dashed"
                " means beyond the candidates. Nothing is recorded and nothing kept."
            ),
            self.tr("Choose a candidate to see what its outcomes would change."),
        )

    def _curve_names(self, data: SlicesData) -> tuple[str, ...]:
        success, failure = self._outcomes(data)
        return (
            self.tr("now"),
            self.tr("after {outcome}").format(outcome=success),
            self.tr("after {outcome}").format(outcome=failure),
        )

    def _styles(self, data: SlicesData, look: Palette) -> tuple[Style, ...]:
        now, success, failure = self._curve_names(data)
        return (
            Style(now, look.muted, "", 1.6, filled=False),
            Style(success, look.success, "o"),
            Style(failure, look.failure, "x"),
        )

    def _legend(self, data: SlicesData) -> list[str]:
        now, success, failure = self._curve_names(data)
        return [
            self.tr("plain line, dotted edges: {now}").format(now=now),
            f"{SUCCESS} {success}",
            f"{FAILURE} {failure}",
            self.tr("bands: {level} ranges").format(level=percent(data.level)),
            self.tr("upright: {code}").format(code=shorten(data.code)),
        ]

    def _sentence(self, data: SlicesData) -> str:
        moved = [
            max(
                float(np.abs(c.probability - part.curves[0].probability)[part.inside].max())
                for c in part.curves[1:]
            )
            for part in data.parts
        ]
        most = int(np.argmax(moved))
        return self.tr(
            "Along {attribute} one run of {code} would move the expected success by up to {points} percentage points."
        ).format(
            attribute=shorten(data.labels[most]), code=shorten(data.code), points=points(100.0 * moved[most])
        )

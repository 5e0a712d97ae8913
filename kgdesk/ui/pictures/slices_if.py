"""What either outcome of a run would teach about other candidates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.model.whatif import slices_if
from kgdesk.ui.look.numbers import percent, points, shorten
from kgdesk.ui.look.signs import FAILURE, SUCCESS
from kgdesk.ui.pictures.panels import Style
from kgdesk.ui.pictures.slices import SlicesCard, SlicesData, slices_data

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QWidget

    from kgdesk.model.advice import Advice
    from kgdesk.ui.look.colours import Look


class SlicesIfCard(SlicesCard):
    """Slices as believed now and in both futures of a run."""

    follows_selection = False

    def __init__(self, parent: QWidget | None = None) -> None:
        self.candidates: tuple[str, ...] = ()
        super().__init__("picture.slicesIf", (180, 130), parent)

    def _fill_tools(self) -> None:
        """Show one candidate: the first of those that are compared."""

    def _name_tools(self) -> None:
        """Nothing to name."""

    def questions(self, advice: Advice, selected: str | None) -> Sequence[Callable[[], Any]]:
        """Slices through the first candidate, now and in both futures."""
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

    def _styles(self, data: SlicesData, look: Look) -> tuple[Style, ...]:
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
            "Along {attribute} one run of {code} would move the expected success by up to {points} points."
        ).format(
            attribute=shorten(data.labels[most]), code=shorten(data.code), points=points(100.0 * moved[most])
        )

"""The pictures of a report: plots as SVG documents, and the effects of the attributes with their tables."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QSize

from kgdesk.actions.reports import Block, Heading, Paragraph, Picture, ReportTable
from kgdesk.model.advice.history import reported_points, trajectory
from kgdesk.ui.plots import plot_data
from kgdesk.ui.plots.effects import EffectsCard, effects_data, effects_table, effects_words
from kgdesk.ui.plots.over_runs import RunsCard
from kgdesk.ui.plots.promising import PromisingCard
from kgdesk.ui.plots.value import ValueCard
from kgdesk.ui.printing.offscreen import application_for_files
from kgdesk.ui.printing.plot_files import plot_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.advice.advice import Advice
    from kgdesk.ui.plots.card import PlotCard
    from kgdesk.ui.plots.effects import EffectsData
    from kgdesk.ui.text.translate import Language

_SIZE = QSize(640, 350)

#: Terms that are printed at most as a table; effects on one sheet, the height of one in units of 1/96 inch, and
#: that of axis and legend.
_MOST_ROWS, _MOST_EFFECTS, _ROW, _ROOM = 200, 44, 17, 110


class ReportPictures:
    """Draw the pictures of a report; keeps a QApplication alive for its fonts.

    Parameters
    ----------
    language
        Language of the text in plots, if there is no window.
    """

    def __init__(self, language: Language | None = None) -> None:
        self._application = application_for_files(language)

    def __call__(self, advice: Advice) -> Sequence[Block]:
        """Return the plots of an advice that have data, in light colours, and the effects as a table."""
        study = advice.study
        states = trajectory(study, level=advice.level, most=reported_points(study))
        best = plot_data.runs_data(study, states, level=advice.level)
        return [
            *_pictures(PromisingCard(), plot_data.promising_data(advice)),
            *_pictures(RunsCard(), best),
            *_pictures(ValueCard(), plot_data.value_data(advice)),
            *_effects(effects_data(advice)),
        ]


def _pictures(card: PlotCard[Any], data: Any, size: QSize = _SIZE) -> list[Picture]:
    """Return the picture of a card with some data; nothing if there is nothing to draw."""
    card.set_data(data)
    drawn = []
    if card.as_table.isEnabled():
        svg = plot_file(card, "svg", size, words=False).decode()
        drawn.append(Picture(card.title.text(), svg, card.sentence))
    card.deleteLater()
    return drawn


def _effects(data: EffectsData) -> list[Block]:
    """Return the effects of the attributes and, if there are products or squares, of the single terms, with tables."""
    if not data.effects:
        return []
    heading = Heading(QCoreApplication.translate("Report", "Effects of the attributes"))
    blocks: list[Block] = [*_pages_of_effects(data), heading, ReportTable(*effects_table(data))]
    if not data.attributes:
        return blocks
    terms, count = replace(data, attributes=()), len(data.effects)
    one = QCoreApplication.translate(
        "Report", "Each is for one standard deviation over the candidates, or for a level where it is so."
    )
    blocks += [Heading(QCoreApplication.translate("Report", "Effects of the single terms")), Paragraph(one)]
    if count <= _MOST_EFFECTS:
        blocks += _pages_of_effects(
            terms, QCoreApplication.translate("Report", "What does each term of the model do?")
        )
    else:
        blocks.append(Paragraph(effects_words(terms)[1]))
    fold = QCoreApplication.translate("Report", "Show all {count} terms")
    many = QCoreApplication.translate(
        "Report",
        "{count} terms fill too many sheets: the report as a web page and the model settings list them.",
    )
    words = fold.format(count=count), many.format(count=count) if count > _MOST_ROWS else ""
    return [*blocks, ReportTable(*effects_table(terms, brief=True), *words)]


def _pages_of_effects(data: EffectsData, title: str = "") -> list[Picture]:
    """Return all rows of a card of effects; pages of them if there are many, as paper does not scroll."""
    rows = data.attributes or data.effects
    parts = -(-len(rows) // _MOST_EFFECTS)
    each = -(-len(rows) // parts)
    question, whole = effects_words(data)
    drawn = []
    for part in range(parts):
        own = rows[part * each : (part + 1) * each]
        shown = replace(data, attributes=own) if data.attributes else replace(data, effects=own)
        size = QSize(_SIZE.width(), max(_SIZE.height(), _ROOM + _ROW * len(own)))
        picture, *_ = _pictures(EffectsCard(), shown, size)
        number = f" ({part + 1}/{parts})" if parts > 1 else ""
        drawn.append(Picture(f"{title or question}{number}", picture.svg, whole if part == parts - 1 else ""))
    return drawn

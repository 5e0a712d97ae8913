"""ComparePanel: two or three candidates side by side."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from kgdesk.model.advice.stopping_basis import chances_better
from kgdesk.model.study.next_run import facts
from kgdesk.plain_text import shorten
from kgdesk.ui.pages.candidate_table import least_of, runs_text, value_text
from kgdesk.ui.pages.stack import scrolled
from kgdesk.ui.plots.card import tool_button
from kgdesk.ui.text.locale_format import number, percent
from kgdesk.ui.widgets.basic import Label, button, set_tip
from kgdesk.ui.widgets.folding import FlowRow
from kgdesk.ui.widgets.range_bar import RangeLabel
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from kgdesk.model.advice.advice import Advice
    from kgdesk.ui.session.study_controller import StudyController


#: Qt's largest height of a widget.
_ANY = 16_777_215


class ComparePanel(QFrame):
    """Expected success on one scale, chance of being truly better than the first, runs, value, all attributes.

    What differs from the first candidate is bold.

    Parameters
    ----------
    controller
        Controller of the study.
    """

    #: A candidate is to be left out.
    removed = Signal(str)
    #: The table is wanted back, where the panel has its place.
    closed = Signal()

    def __init__(self, controller: StudyController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._candidates: tuple[str, ...] = ()
        self._advice: Advice | None = None
        self._chances: list[QLabel] = []
        self.setObjectName("compare.table")
        self.setAccessibleName(self.tr("Compare"))
        set_role(self, role="card")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(8, 4, 8, 4)
        self.back = button(
            self.tr("Back to the &table"), "compare.back", self.closed.emit
        )  #: Where room is short.
        self.back.hide()
        self._column.addWidget(self.back)
        self._area: QScrollArea | None = None
        self._names: list[QLabel] = []  # of the rows
        self._tall = False

    def set_tall(self, tall: bool) -> None:
        """Take all the height, or no more than the rows need."""
        self._tall = tall
        inside = None if self._area is None else self._area.widget()
        rows = 0 if inside is None else inside.sizeHint().height()
        self.setMaximumHeight(_ANY if tall or not rows else rows + 40)

    def keep_width(self, *, on: bool) -> None:
        """Be no narrower than what is compared, or as narrow as is wanted."""
        inside = None if self._area is None else self._area.widget()
        self.setMinimumWidth(inside.minimumSizeHint().width() + 40 if on and inside is not None else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the names of the rows where the columns are not given their room otherwise."""
        super().resizeEvent(event)
        self._wrap_names()

    def _wrap_names(self) -> None:
        inside = None if self._area is None else self._area.widget()
        if self._area is None or inside is None:
            return
        for wrapped in (False, True):
            for name in self._names:
                name.setWordWrap(wrapped)
            if inside.minimumSizeHint().width() <= self._area.viewport().width():
                return

    @property
    def candidates(self) -> tuple[str, ...]:
        """The candidates on display."""
        return self._candidates

    def show_candidates(self, candidates: Sequence[str], advice: Advice | None, *, can_run: bool) -> None:
        """Compare other candidates, or the same ones under another advice."""
        if advice is None:
            return  # what was said stays until the next advice comes
        self._candidates, self._advice, self._names = tuple(candidates), advice, []
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(2)
        grid.setHorizontalSpacing(6)
        self._add_heads(grid, advice, can_run=can_run)
        self._add_rows(grid, advice)
        grid.setRowStretch(grid.rowCount(), 1)
        for place in range(len(self._candidates)):
            grid.setColumnStretch(place + 1, 1)
        if self._area is not None:
            self._column.removeWidget(self._area)
            self._area.setParent(None)
            self._area.deleteLater()
        self._area = scrolled(inside, "compare.scroller", self.tr("Compare"))
        self._column.addWidget(self._area, 1)
        self.set_tall(self._tall)
        self._wrap_names()
        self._ask_chances(advice)

    def _add_heads(self, grid: QGridLayout, advice: Advice, *, can_run: bool) -> None:
        title = Label(self.tr("Compare"))
        set_role(title, role="title")
        grid.addWidget(title, 0, 0)
        for place, code in enumerate(self._candidates):
            name = Label(shorten(code, 24))
            set_tip(name, code)
            set_role(name, role="title")
            parts: list[QWidget] = [name]
            roles = [(code == advice.recommended.candidate and not advice.all_alike, self.tr("best"))]
            roles.append((code == advice.next and advice.study.is_open, self.tr("next")))
            said = ", ".join(word for holds, word in roles if holds)
            if said:
                parts.append(Label(said))
            run = button(self.tr("Run this"), f"compare.run.{place}", partial(self._run, code))
            run.setAccessibleName(self.tr("Run {code}").format(code=code))
            run.setEnabled(can_run)
            away = tool_button(f"compare.remove.{place}")
            away.setText("✕")
            away.clicked.connect(partial(self.removed.emit, code))
            away.setAccessibleName(self.tr("Leave {code} out").format(code=code))
            set_tip(away, away.accessibleName())
            # Wrapped like words: three columns fit a narrow page.
            grid.addWidget(FlowRow(*parts, away, run), 0, place + 1)

    def _add_rows(self, grid: QGridLayout, advice: Advice) -> None:
        codes, study = self._candidates, advice.study
        ranges = []
        for code in codes:
            estimate = advice.estimate(code)
            drawn = RangeLabel()
            drawn.show_range((estimate.low, estimate.probability, estimate.high), advice.level)
            ranges.append(drawn)
        self._add_row(grid, self.tr("Expected success"), ranges)
        self._chances = [Label("–"), *(Label("…") for _ in codes[1:])]
        self._add_row(
            grid, self.tr("Truly better than {code}").format(code=shorten(codes[0], 16)), self._chances
        )
        tallies = [study.tally.get(code) for code in codes]
        none = {None: self.tr("never run"), (0, 0): self.tr("undecided")}
        runs = [none[each] if each is None or not any(each) else runs_text(*each) for each in tallies]
        self._add_texts(grid, self.tr("Runs"), runs, bold=False)
        values, least = [], least_of(100.0 * advice.kg)
        for code in codes:
            value = 100.0 * float(advice.kg[study.pool.row(code)])
            text = self.tr("not computed") if np.isnan(value) else self.tr("{points} points")
            values.append(text.format(points="" if np.isnan(value) else value_text(value, least)))
        self._add_texts(grid, self.tr("Value of testing"), values, bold=False)
        listed = [facts(study, code, lambda value: number(value, 6)) for code in codes]
        for rows in zip(*listed, strict=True):
            self._add_texts(grid, rows[0][0], [text for _, text in rows], bold=True)

    def _add_texts(self, grid: QGridLayout, name: str, texts: Sequence[str], *, bold: bool) -> None:
        labels = []
        for text in texts:
            label = Label(text or "–")
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            if bold and text != texts[0]:
                font = label.font()
                font.setBold(True)
                label.setFont(font)
            labels.append(label)
        self._add_row(grid, name, labels)

    def _add_row(self, grid: QGridLayout, name: str, cells: Sequence[QWidget]) -> None:
        row = grid.rowCount()
        head = Label(shorten(name, 30))
        set_tip(head, name)
        set_role(head, role="muted")
        grid.addWidget(head, row, 0)
        self._names.append(head)
        for place, cell in enumerate(cells):
            cell.setObjectName(f"compare.cell.{row - 1}.{place}")
            grid.addWidget(cell, row, place + 1)

    def _ask_chances(self, advice: Advice) -> None:
        first, *others = self._candidates
        self._controller.advice.compute(
            "compare",
            lambda: (advice, first, tuple(others), chances_better(advice.study, first, others)),
            self._take_chances,
        )

    def _take_chances(self, answer: tuple[Advice, str, tuple[str, ...], tuple[float, ...]]) -> None:
        advice, first, others, chances = answer
        if advice is not self._advice or (first, *others) != self._candidates:
            return
        for label, chance in zip(self._chances[1:], chances, strict=True):
            label.setText(self.tr("chance {chance}").format(chance=percent(chance)))

    def _run(self, code: str) -> None:
        self._controller.selection.run_this.emit(code)

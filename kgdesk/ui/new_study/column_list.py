"""The columns of a table, one row each: heading, examples, use, unit, what was found and what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QGridLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from kgdesk.actions.importing import Role
from kgdesk.ui.new_study.finding_words import found_words, hint_words, nothing_found, use_words, way_words
from kgdesk.ui.new_study.outcome_words import OutcomeWords
from kgdesk.ui.widgets.basic import Label, button, plain, set_tip, visible
from kgdesk.ui.widgets.combo import QuietCombo
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QLabel

    from kgdesk.actions.importing import ColumnInfo
    from kgdesk.ui.new_study.draft import Draft, DraftColumn
    from kgdesk.ui.new_study.review import Finding, Review

NAME, EXAMPLES, USE, UNIT, FOUND, TODO = range(6)
#: Grid rows of a column: up to three findings, and the words of the outcome.
_FINDINGS, _SLOTS = 3, 5
#: Columns that are shown at first; of a wider table those that need an answer, too.
_SHOWN = 60
#: Characters of text for which there must be room beside the lists, or else what was found stands below the heading.
_ROOM = 75
_EXAMPLES_SHOWN, _LONGEST = 7, 60


def _tr(text: str) -> str:
    return QCoreApplication.translate("ColumnList", text)


class Elided(Label):
    """Label of one line that is elided where it does not fit, with the whole text as its tool tip."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(text, parent)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 9)
        self.set_whole(text)

    def set_whole(self, text: str) -> None:
        """Set the whole text."""
        self._whole = visible(text)
        set_tip(self, text)
        self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Elide the text for the present width."""
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        self.setText(self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, self.width()))


#: Uses in the order of the list; keep and ignore follow.
_OFFERED = (
    Role.CODE, Role.NUMBER, Role.CATEGORY, Role.OUTCOME, Role.OUT_OF, Role.LOCATION, Role.BARCODE, Role.BLOCK,
)  # fmt: skip


class ColumnRow:
    """Widgets of one column in the grid of a `ColumnList`."""

    def __init__(
        self, owner: ColumnList, inside: QWidget, at: int, column: DraftColumn, examples: str
    ) -> None:
        name = column.info.name
        self.at, self.heading, self._owner, self._column = at, name, owner, column
        self._inside = inside
        self.ground = QFrame(inside)
        set_role(self.ground, role="row")
        self.name = Elided(name, inside)
        font = self.name.font()
        font.setBold(True)
        self.name.setFont(font)
        self.examples = Elided(examples, inside)
        set_role(self.examples, role="muted")
        self.use = _combo(
            f"wizard.role.{name}", _tr("Use of {column}").format(column=visible(name)), 16, inside
        )
        self.use.activated.connect(lambda _: owner.use_chosen.emit(at, self.use.currentData()))
        self.unit = QLineEdit(inside)
        self.unit.setObjectName(f"wizard.unit.{name}")
        self.unit.setAccessibleName(_tr("Unit of {column}").format(column=visible(name)))
        self.unit.setFixedWidth(self.unit.fontMetrics().averageCharWidth() * 10 + 12)
        self.unit.textEdited.connect(lambda text: owner.unit_typed.emit(at, text))
        self.holds = plain("", "muted", inside)
        self.found: list[QLabel] = []
        self.todo: list[QuietCombo] = []
        self.hints: list[QLabel] = []
        self.is_asked = False

    def _add_line(self) -> None:
        """Make the widgets of one more finding."""
        label = _tr("What to do in {column}").format(column=visible(self.heading))
        combo = _combo(f"wizard.remedy.{self.heading}.{len(self.todo)}", label, 20, self._inside)
        combo.activated.connect(lambda _: self._owner.way_chosen.emit(self.at, *combo.currentData()))
        QWidget.setTabOrder(self.todo[-1] if self.todo else self.unit, combo)
        self.found.append(plain("", parent=self._inside))
        self.todo.append(combo)
        self.hints.append(plain("", "muted", self._inside))

    def show(self, column: DraftColumn, info: ColumnInfo, findings: tuple[Finding, ...]) -> None:
        """Show the present use, and what was found."""
        self._column = column
        self._show_use(column)
        measured = column.role is Role.OUTCOME and self._owner.has_values
        _show(self.unit, on=column.role is Role.NUMBER or measured)
        if self.unit.text() != column.unit:
            self.unit.setText(column.unit)
        self.is_asked = any(finding.is_asked for finding in findings)
        set_role(self.ground, role="asked" if self.is_asked else "row")
        while len(self.found) < min(len(findings), _FINDINGS):
            self._add_line()
        _show(self.holds, on=not findings)
        self.holds.setText(nothing_found(column, info, self._owner.outcomes, self._owner.units_line))
        for line, (found, todo, hint) in enumerate(zip(self.found, self.todo, self.hints, strict=True)):
            finding = findings[line] if line < len(findings) else None
            _show(found, on=finding is not None)
            _show(todo, on=finding is not None and bool(finding.ways))
            _show(hint, on=finding is not None and bool(hint_words(finding)))
            if finding is not None:
                found.setText(("⚠ " if finding.is_asked else "✓ ") + found_words(finding))
                set_role(found, role="caution" if finding.is_asked else "")
                hint.setText(hint_words(finding))
                _fill(todo, finding, _tr("choose…"))

    def _show_use(self, column: DraftColumn) -> None:
        asked = column.is_asked
        if not self.use.count() or (self.use.itemData(0) == "") != asked:
            self.use.clear()
            if asked:
                self.use.addItem(_tr("choose…"), "")
            for role in _OFFERED:
                self.use.addItem(use_words(role), role.value)
                if role is Role.NUMBER:
                    self.use.addItem(use_words(role, log=True), "log")
            for role in (Role.KEEP, Role.IGNORE):
                self.use.addItem(use_words(role), role.value)
        is_log = column.log and column.role is Role.NUMBER
        self.use.choose("" if asked else "log" if is_log else column.role.value)

    def place(self, grid: QGridLayout, words: OutcomeWords | None, *, narrow: bool) -> None:
        """Put the widgets into the rows of the grid that belong to this column."""
        top = 1 + self.at * _SLOTS
        for slot in range(_SLOTS):
            grid.setRowMinimumHeight(top + slot, 0)
        grid.addWidget(self.ground, top, 0, _SLOTS, TODO + 1)
        self.ground.lower()
        middle = Qt.AlignmentFlag.AlignVCenter
        grid.addWidget(self.name, top, NAME, 1, 2 if narrow else 1, middle)
        _show(self.examples, on=not narrow)
        grid.addWidget(self.examples, top, EXAMPLES, middle)
        grid.addWidget(self.use, top, USE if not narrow else FOUND, middle)
        grid.addWidget(self.unit, top, UNIT if not narrow else TODO, middle)
        at, span = (NAME, FOUND) if narrow else (FOUND, 1)
        grid.addWidget(self.holds, top + narrow, at, 1, span, middle)
        for line, (found, todo, hint) in enumerate(zip(self.found, self.todo, self.hints, strict=True)):
            row = top + line + narrow
            grid.addWidget(found, row, at, 1, span, middle)
            grid.addWidget(todo, row, TODO if not narrow else FOUND, 1, 2 if narrow else 1, middle)
            grid.addWidget(hint, row, TODO if not narrow else FOUND, 1, 2 if narrow else 1, middle)
        if words is not None:
            grid.addWidget(words, top + _SLOTS - 1, NAME, 1, TODO + 1)

    def first_answer(self) -> QWidget:
        """Return the widget with which an open question is answered."""
        if self._column.is_asked:
            return self.use
        return next((each for each in self.todo if each.isVisibleTo(self._inside)), self.use)


class ColumnList(QFrame):
    """All columns of a table; scrolls down, never sideways."""

    #: The user chose what a column is used as: its number, and the value of a role or ``log``.
    use_chosen = Signal(int, str)
    #: The user typed the unit of a column.
    unit_typed = Signal(int, str)
    #: The user chose a treatment: number of the column, kind of finding, treatment.
    way_chosen = Signal(int, str, str)

    def __init__(self, draft: Draft, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("wizard.columns")
        self.setAccessibleName(self.tr("Columns of the table"))
        set_role(self, role="card")
        self._draft = draft
        self._narrow = False
        self._all, self._wanted = False, set[int]()
        self._review: Review | None = None
        self._placed: tuple[object, ...] = ()
        self.rows: dict[int, ColumnRow] = {}
        self.words = OutcomeWords(self)
        self.words.hide()
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.more = button("", "wizard.moreColumns", self._show_all, self)
        set_role(self.more, role="link")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.addWidget(self._area, 1)
        layout.addWidget(self.more)

    def reload(self) -> None:
        """Show the columns of another table."""
        self._all, self._wanted = False, set[int]()
        self._build()

    def _show_all(self) -> None:
        self._all = True
        self._build(self._review)

    def _build(self, review: Review | None = None) -> None:
        """Rebuild the rows; the widgets are shown only when they are complete, which is much faster."""
        self.words.setParent(self)
        self.words.hide()
        inside = QWidget()
        set_role(inside, role="inside")
        self._grid = QGridLayout(inside)
        self._grid.setContentsMargins(8, 0, 8, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(5)
        self._titles = [
            plain(text, "muted", inside)
            for text in (
                self.tr("Column"),
                self.tr("Examples"),
                self.tr("Used as"),
                self.tr("Unit"),
                self.tr("Found"),
                self.tr("What to do"),
            )
        ]
        for at, title in enumerate(self._titles):
            self._grid.addWidget(title, 0, at)
        table = self._draft.table
        head = table.head(40) if table is not None else ()
        shown = list(range(len(self._draft.columns)))
        if not self._all and len(shown) > _SHOWN:
            asked = [
                at
                for at, column in enumerate(self._draft.columns)
                if column.is_asked or column.role is Role.OUTCOME
            ]
            shown = sorted({*range(_SHOWN), *asked, *self._wanted})
        self.rows = {
            at: ColumnRow(self, inside, at, self._draft.columns[at], _examples(cells[at] for cells in head))
            for at in shown
        }
        self.more.setVisible(len(self.rows) < len(self._draft.columns))
        self.more.setText(self.tr("Show all {count} columns").format(count=len(self._draft.columns)))
        self._grid.setRowStretch(1 + len(self._draft.columns) * _SLOTS, 1)
        self._placed = ()
        self.show_review(review)
        self._area.setWidget(inside)

    @property
    def has_values(self) -> bool:
        """Whether the past outcomes are measured values."""
        return self._draft.outcomes == "values"

    @property
    def outcomes(self) -> int:
        """Number of past outcomes."""
        built = self._draft.built
        return len(built.reading.outcomes) if built is not None else 0

    @property
    def units_line(self) -> int:
        """Line of the table with the units; 0 if none."""
        table = self._draft.table
        return table.reading.units if table is not None else 0

    def show_review(self, review: Review | None) -> None:
        """Show the uses, and what was found in each column."""
        self._review = review
        known = review is not None and bool(review.findings)
        asked = (
            {at for at, found in enumerate(review.findings) if any(f.is_asked for f in found)}
            if review
            else set()
        )
        if asked - self.rows.keys():
            self._wanted |= asked
            self._build(review)
            return
        for at, row in self.rows.items():
            column = self._draft.columns[at]
            if review is not None and known:
                row.show(column, review.infos[at], review.findings[at])
            else:
                row.show(column, column.info, ())
        self.words.show_words(self._draft.meanings)
        self.words.show_limit(self._draft.direction, self._draft.threshold, on=self.has_values)
        self.words.asks_limit = self.has_values and self._draft.limit is None
        self._place()
        self._fold()

    def _place(self) -> None:
        outcome = next((at for at in self.rows if self._draft.columns[at].role is Role.OUTCOME), None)
        narrow = self._narrow
        placed = (narrow, outcome, tuple(len(row.found) for row in self.rows.values()))
        _show(self.words, on=outcome is not None and (bool(self._draft.meanings) or self.has_values))
        if placed == self._placed:
            return
        self._placed = placed
        for at, title in enumerate(self._titles):
            _show(title, on=not narrow)
            self._grid.setColumnStretch(at, {NAME: 3, EXAMPLES: 4, FOUND: 5}.get(at, 0))
        for at, row in self.rows.items():
            row.place(self._grid, self.words if at == outcome else None, narrow=narrow)
        if outcome is not None:
            QWidget.setTabOrder(self.rows[outcome].use, self.words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put what was found below the heading where there is not enough room beside it."""
        super().resizeEvent(event)
        self._fold()

    def _fold(self) -> None:
        row = next(iter(self.rows.values()), None)
        if row is not None:
            lists = row.use.sizeHint().width() * 9 // 4 + row.unit.width()
            narrow = self.width() < lists + _ROOM * self.fontMetrics().averageCharWidth()
            if narrow != self._narrow:
                self._narrow = narrow
                self._place()

    def focus_answer(self) -> bool:
        """Focus the first open question; return whether there is one."""
        row = next((row for row in self.rows.values() if row.is_asked), None)
        if row is None:
            return False
        words = self.words.open_answer if self.words.isVisibleTo(self) else None
        of_words = self._draft.columns[row.at].role is Role.OUTCOME and words is not None
        target = words if of_words and words is not None else row.first_answer()
        self._grid.activate()
        self._area.ensureWidgetVisible(row.ground)
        self._area.ensureWidgetVisible(target)
        target.setFocus(Qt.FocusReason.TabFocusReason)
        return True


def _show(widget: QWidget, *, on: bool) -> None:
    """Show or hide a widget, unless that was done: each change lays out the whole list again."""
    settled = widget.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide)
    if not settled or widget.isHidden() == on:
        widget.setVisible(on)


def _combo(name: str, label: str, characters: int, parent: QWidget) -> QuietCombo:
    combo = QuietCombo(parent)
    combo.setObjectName(name)
    combo.setAccessibleName(label)
    combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    combo.setMinimumContentsLength(characters)
    return combo


def _fill(combo: QuietCombo, finding: Finding, open_text: str) -> None:
    """List the treatments of a finding."""
    items = [(way_words(finding.kind, way, lost), (finding.kind, way)) for way, lost in finding.ways]
    if finding.is_asked and items:
        items.insert(0, (open_text, (finding.kind, "")))
    shown = [(combo.itemText(at), tuple(combo.itemData(at))) for at in range(combo.count())]
    if shown != items:
        combo.clear()
        for text, data in items:
            combo.addItem(text, data)
    at = next((at for at, (_, data) in enumerate(items) if data[1] == finding.way), 0)
    combo.setCurrentIndex(at)


def _examples(cells: object) -> str:
    seen = dict.fromkeys(" ".join(cell.split())[:_LONGEST] for cell in cells)  # type: ignore[attr-defined]
    return ", ".join([cell for cell in seen if cell][:_EXAMPLES_SHOWN])

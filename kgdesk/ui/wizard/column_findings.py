"""Findings about the columns, each with one-click repairs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from kgdesk.errors import AmbiguousTable
from kgdesk.ui.text.translate import translate
from kgdesk.ui.wizard.column_roles import MOST_WORDS, Role

if TYPE_CHECKING:
    from kgdesk.errors import KgdeskError
    from kgdesk.ui.wizard.draft import Draft, DraftColumn, Missing

_LISTED_LINES = 5


@dataclass(frozen=True, slots=True)
class Repair:
    """One-click repair: sets the role of a column, or the treatment of blank cells.

    Parameters
    ----------
    label
        Text of the button.
    column
        Heading of the column whose role changes.
    role, missing
        The new value.
    apart
        Codes that look alike are those of different candidates.
    blank_none
        Headings of columns in which a blank cell means "none".
    """

    label: str
    column: str = ""
    role: Role | None = None
    missing: Missing | None = None
    apart: bool = False
    blank_none: tuple[str, ...] = ()

    def apply(self, draft: Draft) -> None:
        """Apply the repair to the draft."""
        if self.apart:
            draft.look_alikes = "apart"
            draft.checked = None
        if self.blank_none:
            draft.blank_none += self.blank_none
            draft.checked = None
        if self.missing is not None:
            draft.missing = self.missing
            draft.checked = None
        if self.role is not None:
            at = next(i for i, c in enumerate(draft.columns) if c.info.name == self.column)
            draft.set_role(at, self.role)


@dataclass(frozen=True, slots=True)
class TableFinding:
    """A sentence, whether it blocks Next, its repairs, and the error behind it, if any."""

    text: str
    stops: bool = False
    repairs: tuple[Repair, ...] = ()
    problem: KgdeskError | None = None


def _tr(text: str) -> str:
    return QCoreApplication.translate("Findings", text)


def findings(draft: Draft) -> tuple[TableFinding, ...]:
    """Return the findings known from columns and roles, before the candidates are built."""
    findings_so_far: list[TableFinding] = []
    for column in draft.of(Role.NUMBER):
        findings_so_far += _not_numbers(draft, column)
    findings_so_far += _blank_words(draft)
    findings_so_far += _blanks(draft)
    findings_so_far += _codes(draft)
    findings_so_far += _barcodes(draft)
    findings_so_far += _meanings(draft)
    if not draft.of(Role.NUMBER, Role.CATEGORY):
        text = _tr("No column is left to learn from. Make at least one an attribute.")
        findings_so_far.append(TableFinding(text, stops=True))
    return tuple(findings_so_far)


def later_findings(draft: Draft) -> tuple[TableFinding, ...]:
    """Return the findings known after the candidates are built."""
    checked = draft.checked
    if checked is None:
        return ()
    findings_so_far = [TableFinding(translate(sentence)) for sentence in checked.findings]
    budget = draft.settings.budget
    if checked.columns > budget:
        text = _tr(
            "{columns} columns to learn from are many for {runs} planned runs: what each one does will stay"
            " uncertain. Keep only those that may matter, or plan more runs on the next page."
        )
        findings_so_far.append(TableFinding(text.format(columns=checked.columns, runs=budget)))
    return tuple(findings_so_far)


def refusal(problem: KgdeskError) -> TableFinding:
    """Return the error of building the candidates as a finding; codes that look alike can be taken as different."""
    asked = isinstance(problem, AmbiguousTable) and problem.question == "look_alikes"
    repairs = (Repair(_tr("They are different candidates"), apart=True),) if asked else ()
    return TableFinding(translate(problem), stops=True, repairs=repairs, problem=problem)


def _keep(column: DraftColumn) -> Repair:
    return Repair(_tr("Keep “{name}” with the data").format(name=_short(column)), column.info.name, Role.KEEP)


def _short(column: DraftColumn) -> str:
    name = column.info.name
    return name if len(name) <= 24 else f"{name[:22]}…"


def _not_numbers(draft: Draft, column: DraftColumn) -> list[TableFinding]:
    info = column.info
    category = Repair(
        _tr("Take “{name}” as a category").format(name=_short(column)), info.name, Role.CATEGORY
    )
    if info.looks_like == "text":
        text = _tr("Column “{name}” holds words, not numbers.").format(name=info.name)
        return [TableFinding(text, stops=True, repairs=(category, _keep(column)))]
    if not info.problem_count or draft.table is None:
        return []
    word = _tr("line") if draft.table.line_word == "line" else _tr("row")
    cells = "; ".join(
        f"{word} {p.line}: “{p.text.strip()}” {translate(p.reason)}" for p in info.problems[:_LISTED_LINES]
    )
    more = info.problem_count - min(_LISTED_LINES, len(info.problems))
    text = _tr("Column “{name}”: {cells}.").format(name=info.name, cells=cells)
    if more > 0:
        text += " " + _tr("And {count} more.").format(count=more)
    text += " " + _tr("Mend the table and read it again, or choose another role.")
    return [TableFinding(text, stops=True, repairs=(_keep(column),))]


def _blanks(draft: Draft) -> list[TableFinding]:
    with_blanks = [c for c in _without_none(draft) if c.info.missing and c.info.distinct]
    if not with_blanks or draft.table is None:
        return []
    where = ", ".join(f"“{c.info.name}” ({c.info.missing})" for c in with_blanks[:4])
    if len(with_blanks) > 4:
        where += ", …"
    leave, nones = _leave_out(draft), _mean_none(draft)
    fill = Repair(_tr("Fill with the median"), missing="median")
    fills = [fill] if any(c.role is Role.NUMBER for c in with_blanks) else []  # words have no median
    refuse = Repair(_tr("Do neither"), missing="refuse")
    if draft.missing == "leave_out":
        text = _tr("Rows with blank cells in {columns} are left out: {count} of {all} rows.")
        count = _rows_with_blanks(draft)
        text = text.format(columns=where, count=count, all=len(draft.table.rows))
        return [TableFinding(text, repairs=(fill, refuse))]
    if draft.missing == "median":
        text = _tr("Blank cells in {columns} are filled with the median of their column.")
        return [TableFinding(text.format(columns=where), repairs=(leave, refuse))]
    text = _tr("Blank cells in {columns}. An attribute needs a value for every candidate.")
    return [TableFinding(text.format(columns=where), stops=True, repairs=(leave, *fills, *nones))]


def _without_none(draft: Draft) -> tuple[DraftColumn, ...]:
    """Return the attributes in which a blank cell is missing a value, and does not mean "none"."""
    return tuple(
        c
        for c in draft.of(Role.NUMBER, Role.CATEGORY)
        if c.role is Role.NUMBER or c.info.name not in draft.blank_none
    )


def _leave_out(draft: Draft) -> Repair:
    all_rows = 0 if draft.table is None else len(draft.table.rows)
    text = _tr("Leave out the rows with blanks ({count} of {all})")
    return Repair(text.format(count=_rows_with_blanks(draft), all=all_rows), missing="leave_out")


def _mean_none(draft: Draft) -> tuple[Repair, ...]:
    """Return the repairs by which a blank cell means "none": in the first category with blanks, and in all of them."""
    columns = [c for c in _without_none(draft) if c.role is Role.CATEGORY and c.info.missing]
    names = tuple(column.info.name for column in columns)
    text = _tr("A blank “{name}” means “none”")
    first = [Repair(text.format(name=_short(c)), c.info.name, blank_none=names[:1]) for c in columns[:1]]
    text = _tr("A blank means “none” in all {count} columns of words")
    every = [Repair(text.format(count=len(names)), blank_none=names)] if len(names) > 1 else []
    return (*first, *every)


def _blank_words(draft: Draft) -> list[TableFinding]:
    """Return a refusal for blank cells in categories, which have no median."""
    if draft.missing != "median":
        return []
    findings_so_far = []
    for column in _without_none(draft):
        if column.info.missing and column.role is Role.CATEGORY:
            text = _tr("Column “{name}” has blank cells, and words have no median.")
            none = (one for one in _mean_none(draft) if one.column in {column.info.name, ""})
            repairs = (_leave_out(draft), *none, _keep(column))
            findings_so_far.append(
                TableFinding(text.format(name=column.info.name), stops=True, repairs=repairs)
            )
    return findings_so_far


def _rows_with_blanks(draft: Draft) -> int:
    if draft.table is None:
        return 0
    columns = [draft.table.column(c.info.name) for c in _without_none(draft)]
    return sum(any(not cell.strip() for cell in cells) for cells in zip(*columns, strict=True))


def _codes(draft: Draft) -> list[TableFinding]:
    codes = draft.of(Role.CODE)
    if not codes:
        return [TableFinding(_tr("No column holds the candidates' codes: the rows are numbered from 1."))]
    info = codes[0].info
    if info.unique or draft.table is None:
        return []
    number = Repair(_tr("Number the rows instead"), info.name, Role.KEEP)
    if info.missing:
        text = _tr("Column “{name}” has {count} blank cells, but each candidate needs a code.")
        return [TableFinding(text.format(name=info.name, count=info.missing), stops=True, repairs=(number,))]
    cells = [cell.strip() for cell in draft.table.column(info.name)]
    counted = Counter(cells)
    double = next((cell for cell, count in counted.items() if count > 1), "")
    lines = [line for line, cell in zip(draft.table.lines, cells, strict=True) if cell == double]
    places = _tr("lines {lines}") if draft.table.line_word == "line" else _tr("rows {lines}")
    places = places.format(lines=", ".join(map(str, lines[:_LISTED_LINES])))
    text = _tr("Column “{name}”: the code “{code}” stands in {places}, but each candidate needs its own.")
    text = text.format(name=info.name, code=double, places=places)
    others = sum(count > 1 for count in counted.values()) - 1
    if others:
        text += " " + _tr("{count} more codes occur more than once.").format(count=others)
    return [TableFinding(text, stops=True, repairs=(number,))]


def _barcodes(draft: Draft) -> list[TableFinding]:
    columns = draft.of(Role.BARCODE)
    if not columns or draft.table is None or draft.missing == "leave_out":
        return []
    column = columns[0]
    cells = [cell.strip() for cell in draft.table.column(column.info.name)]
    counted = Counter(cell for cell in cells if cell)
    double = next((cell for cell, count in counted.items() if count > 1), "")
    if not double:
        return []
    text = _tr(
        "Column “{name}”: the code “{code}” stands in more than one row, but each sample needs its own."
    )
    text = text.format(name=column.info.name, code=double)
    return [TableFinding(text, stops=True, repairs=(_keep(column),))]


def _meanings(draft: Draft) -> list[TableFinding]:
    outcome = draft.of(Role.OUTCOME)
    if not outcome:
        return []
    column = outcome[0]
    name = column.info.name
    if len(draft.meanings) > MOST_WORDS:
        text = _tr("Column “{name}” holds more than {count} different words, too many for outcomes.")
        text = text.format(name=name, count=MOST_WORDS)
        return [TableFinding(text, stops=True, repairs=(_keep(column),))]
    unknown = [word for word, meaning in draft.meanings.items() if not meaning]
    if unknown:
        words = ", ".join(f"“{word}”" for word in unknown[:_LISTED_LINES])
        text = _tr("Column “{name}”: say below the table what {words} means.")
        return [TableFinding(text.format(name=name, words=words), stops=True, repairs=(_keep(column),))]
    return []

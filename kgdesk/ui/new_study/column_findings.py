"""Findings about the columns, each with one-click repairs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from kgdesk.actions.importing import ASKED, MOST_WORDS, Role, repeats, words_of
from kgdesk.ui.new_study.column_roles import blank_cells, untidy_cells
from kgdesk.ui.text.translate import translate

if TYPE_CHECKING:
    from kgdesk.errors import KgdeskError
    from kgdesk.ui.new_study.column_roles import DraftColumn
    from kgdesk.ui.new_study.draft import Draft

_LISTED_LINES = 5


@dataclass(frozen=True, slots=True)
class Repair:
    """One-click repair: sets the role of a column, or the treatment of cells and rows; or reads the table again.

    Parameters
    ----------
    label
        Text of the button.
    column
        Heading of the column whose role changes.
    role
        The new role.
    cells
        New values of the draft by name: `missing`, `limits`, `words`, `repeated`.
    apart
        Whether codes that look alike belong to different candidates.
    blank_none
        Headings of columns in which a blank cell means "none".
    read_again
        Whether to read the table again after the user has mended it; the page does so.
    """

    label: str
    column: str = ""
    role: Role | None = None
    cells: tuple[tuple[str, str], ...] = ()
    apart: bool = False
    blank_none: tuple[str, ...] = ()
    read_again: bool = False

    def apply(self, draft: Draft) -> None:
        """Apply the repair to the draft."""
        if self.apart:
            draft.look_alikes = "apart"
            draft.built = None
        if self.blank_none:
            draft.blank_none += self.blank_none
            draft.built = None
        for name, way in self.cells:
            setattr(draft, name, way)
            draft.built = None
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
    findings_so_far += _perhaps_outcomes(draft)
    for column in draft.columns_with(Role.NUMBER):
        findings_so_far += _no_number(column)
    findings_so_far += _untidy(draft)
    findings_so_far += _blank_words(draft)
    findings_so_far += _blanks(draft)
    findings_so_far += _codes(draft)
    findings_so_far += _barcodes(draft)
    findings_so_far += _meanings(draft)
    if not draft.columns_with(Role.NUMBER, Role.CATEGORY):
        text = _tr("No column is left to learn from. Make at least one an attribute.")
        findings_so_far.append(TableFinding(text, stops=True))
    return tuple(findings_so_far)


def _keep(column: DraftColumn) -> Repair:
    label = _tr("Keep “{name}” with the data (costs no row)").format(name=_short(column))
    return Repair(label, column.info.name, Role.KEEP)


def _short(column: DraftColumn) -> str:
    name = column.info.name
    return name if len(name) <= 24 else f"{name[:22]}…"


def _cost(label: str, count: int, draft: Draft) -> str:
    """Return a label with the number of rows that a repair leaves out."""
    if not count or draft.table is None:
        return _tr("{repair} (costs no row)").format(repair=label)
    return _tr("{repair} ({count} of {all} rows)").format(
        repair=label, count=count, all=len(draft.table.rows)
    )


def _perhaps_outcomes(draft: Draft) -> list[TableFinding]:
    """Return a question for each attribute that may in fact hold past outcomes."""
    found = []
    for column in draft.columns_with(Role.NUMBER, Role.CATEGORY):
        if column.why not in ASKED or draft.table is None:
            continue
        words = ", ".join(f"“{word}”" for word in words_of(draft.table, column.info.name)[:_LISTED_LINES])
        text = _tr(
            "Column “{name}” holds {words}, and {count} of {all} cells are blank. Is it the outcome of past runs?"
        ).format(name=column.info.name, words=words, count=column.info.missing, all=len(draft.table.rows))
        repairs = tuple(
            Repair(_cost(label, 0, draft), column.info.name, role)
            for label, role in (
                (_tr("Past outcomes"), Role.OUTCOME),
                (_tr("Keep with the data"), Role.KEEP),
                (_tr("An attribute"), column.role),
            )
        )
        found.append(TableFinding(text, stops=True, repairs=repairs))
    return found


def _no_number(column: DraftColumn) -> list[TableFinding]:
    info = column.info
    if info.looks_like != "text":
        return []
    label = _tr("Take “{name}” as a category").format(name=_short(column))
    text = _tr("Column “{name}” holds words, not numbers.").format(name=info.name)
    category = Repair(label, info.name, Role.CATEGORY)
    return [TableFinding(text, stops=True, repairs=(category, _keep(column)))]


def _untidy(draft: Draft) -> list[TableFinding]:
    """Return the findings about limits and words among numbers: what happens to them, or a question if that is open."""
    if draft.table is None:
        return []
    limits, words = untidy_cells(draft.table, draft.columns)
    found = []
    for cells, key in ((limits, "limits"), (words, "words")):
        if not cells:
            continue
        way, rows = getattr(draft, key), len({row for row, _ in cells})
        ways = [(_tr("Leave these rows out"), "leave_out", rows), (_tr("Take as blank"), "blank", 0)]
        if key == "limits":
            ways.insert(0, (_tr("Use the number of the limit"), "use", 0))
        repairs = [
            Repair(_cost(label, count, draft), cells=((key, to),)) for label, to, count in ways if to != way
        ]
        if way != "refuse":
            chosen = next(label for label, to, _ in ways if to == way)
            text = _tr("{cells}. Chosen: {repair}.").format(
                cells=_places(draft, cells), repair=_cost(chosen, rows if way == "leave_out" else 0, draft)
            )
            found.append(TableFinding(text, repairs=tuple(repairs)))
            continue
        text = _tr("{cells}. What is to become of such cells?").format(cells=_places(draft, cells))
        headings = {name for _, name in cells}
        keep = [_keep(c) for c in draft.columns if c.info.name in headings][:1]
        repairs += [*keep, Repair(_tr("Read the table again"), read_again=True)]
        found.append(TableFinding(text, stops=True, repairs=tuple(repairs)))
    return found


def _places(draft: Draft, cells: dict[tuple[int, str], str]) -> str:
    table = draft.table
    if table is None:
        return ""
    word = _tr("line") if table.line_word == "line" else _tr("row")
    why = {(p.line, c.info.name): p.reason for c in draft.columns for p in c.info.problems}
    place = _tr("“{text}” {reason} ({word} {line}, column “{name}”)")
    listed = []
    for (row, name), text in list(cells.items())[:_LISTED_LINES]:
        line = table.lines[row]
        reason = translate(why.get((line, name), "")).split(";")[0]
        listed.append(place.format(text=text[:30], reason=reason, word=word, line=line, name=name))
    more = len(cells) - len(listed)
    return "; ".join(listed) + (" " + _tr("and {count} more").format(count=more) if more else "")


def _blanks(draft: Draft) -> list[TableFinding]:
    if draft.table is None:
        return []
    blank = _blank_cells(draft)
    with_blanks = [(c, len(blank[c.info.name])) for c in _without_none(draft) if blank[c.info.name]]
    if not with_blanks:
        return []
    where = ", ".join(f"“{column.info.name}” ({count})" for column, count in with_blanks[:4])
    if len(with_blanks) > 4:
        where += ", …"
    leave, nones = _leave_out(draft), _mean_none(draft)
    fill = Repair(_cost(_tr("Fill with the median"), 0, draft), cells=(("missing", "median"),))
    fills = [fill] if any(c.role is Role.NUMBER for c, _ in with_blanks) else []  # words have no median
    refuse = Repair(_tr("Do neither"), cells=(("missing", "refuse"),))
    if draft.missing == "leave_out":
        text = _tr("Rows with blank cells in {columns} are left out: {count} of {all} rows.")
        count = len(set().union(*blank.values()))
        text = text.format(columns=where, count=count, all=len(draft.table.rows))
        return [TableFinding(text, repairs=(fill, refuse))]
    if draft.missing == "median":
        text = _tr("Blank cells in {columns} are filled with the median of their column.")
        return [TableFinding(text.format(columns=where), repairs=(leave, refuse))]
    text = _tr("Blank cells in {columns}. An attribute needs a value for every candidate.")
    most = max(with_blanks, key=lambda each: each[1])[0]
    repairs = (*fills, *nones, _keep(most), leave)
    return [TableFinding(text.format(columns=where), stops=True, repairs=repairs)]


def _blank_cells(draft: Draft) -> dict[str, set[int]]:
    table, ways = draft.table, (draft.limits, draft.words)
    return {} if table is None else blank_cells(table, draft.columns, _without_none(draft), ways)


def _without_none(draft: Draft) -> list[DraftColumn]:
    """Return the attributes in which a blank cell is missing a value, and does not mean "none"."""
    return [
        c
        for c in draft.columns_with(Role.NUMBER, Role.CATEGORY)
        if (c.role is Role.NUMBER or c.info.name not in draft.blank_none) and c.info.distinct
        if c.why not in ASKED
    ]


def _leave_out(draft: Draft) -> Repair:
    count = len(set().union(*_blank_cells(draft).values()))
    return Repair(
        _cost(_tr("Leave out the rows with blanks"), count, draft), cells=(("missing", "leave_out"),)
    )


def _mean_none(draft: Draft) -> tuple[Repair, ...]:
    """Return the repairs by which a blank cell means "none": in the first category with blanks, and in all of them."""
    columns = [c for c in _without_none(draft) if c.role is Role.CATEGORY and c.info.missing]
    names = tuple(column.info.name for column in columns)
    text = _tr("A blank “{name}” means “none” (costs no row)")
    first = [Repair(text.format(name=_short(c)), c.info.name, blank_none=names[:1]) for c in columns[:1]]
    text = _tr("A blank means “none” in all {count} columns of words (costs no row)")
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


def _codes(draft: Draft) -> list[TableFinding]:
    codes = draft.columns_with(Role.CODE)
    if not codes:
        return [TableFinding(_tr("No column holds the candidates' codes: the rows are numbered from 1."))]
    info = codes[0].info
    if info.unique or draft.table is None:
        return []
    number = Repair(_tr("Number the rows instead (costs no row)"), info.name, Role.KEEP)
    if info.missing:
        text = _tr("Column “{name}” has {count} blank cells, but each candidate needs a code.")
        return [TableFinding(text.format(name=info.name, count=info.missing), stops=True, repairs=(number,))]
    if not draft.columns_with(Role.NUMBER, Role.CATEGORY):
        return []
    found = repeats(draft.table, draft.choice())
    if not found.unsettled or draft.repeated != "merge":
        return []  # merged rows are reported when the candidates are built
    cells = [cell.strip() for cell in draft.table.column(info.name)]
    double = cells[found.unsettled[0]]
    lines = [line for line, cell in zip(draft.table.lines, cells, strict=True) if cell == double]
    places = _tr("lines {lines}") if draft.table.line_word == "line" else _tr("rows {lines}")
    text = _tr(
        "Column “{name}”: the code “{code}” stands in {places} with different values. {count} rows repeat a code so."
    ).format(
        name=info.name,
        code=double,
        places=places.format(lines=", ".join(map(str, lines[:_LISTED_LINES]))),
        count=len(found.unsettled),
    )
    first = Repair(
        _cost(_tr("Keep the first row of each code"), found.lost_by_first, draft),
        cells=(("repeated", "first"),),
    )
    last = Repair(
        _cost(_tr("Keep the last row of each code"), found.lost_by_last, draft), cells=(("repeated", "last"),)
    )
    again = Repair(_tr("Read the table again"), read_again=True)
    return [TableFinding(text, stops=True, repairs=(number, first, last, again))]


def _barcodes(draft: Draft) -> list[TableFinding]:
    columns = draft.columns_with(Role.BARCODE)
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
    outcome = draft.columns_with(Role.OUTCOME)
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

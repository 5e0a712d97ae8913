"""What was found in a column, and what can be done about it, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from kgdesk.actions.importing import MOST_WORDS, Role, Why, unit_in

if TYPE_CHECKING:
    from kgdesk.actions.importing import ColumnInfo
    from kgdesk.ui.new_study.draft import DraftColumn
    from kgdesk.ui.new_study.review import Finding


def _tr(text: str) -> str:
    return QCoreApplication.translate("Findings", text)


def _quoted(cell: str) -> str:
    return _tr("“{text}”").format(text=cell if len(cell) <= 24 else f"{cell[:23]}…")


def use_words(role: Role, *, log: bool = False) -> str:
    """Return the name of what a column is used as."""
    if log:
        return _tr("Attribute, logarithm")
    return {
        Role.CODE: _tr("Code"),
        Role.NUMBER: _tr("Attribute, number"),
        Role.CATEGORY: _tr("Attribute, words"),
        Role.OUTCOME: _tr("Outcome so far"),
        Role.OUT_OF: _tr("Number of runs"),
        Role.LOCATION: _tr("Location"),
        Role.BARCODE: _tr("Barcode"),
        Role.BLOCK: _tr("Block (plate, lot)"),
        Role.KEEP: _tr("Keep with the data"),
        Role.IGNORE: _tr("Ignore"),
    }[role]


def nothing_found(column: DraftColumn, info: ColumnInfo, outcomes: int, units_line: int) -> str:
    """Say what a column holds in which nothing has to be settled; a unit may be from the line `units_line`."""
    role, why, count = column.role, column.why, QLocale().toString(info.distinct)
    if role is Role.KEEP and why is Why.NO_RESULTS:
        return _tr("Formulas without results: save the file in a spreadsheet program")
    if info.constant and role in {Role.NUMBER, Role.CATEGORY, Role.KEEP}:
        return _tr("The same in every row, nothing to learn")
    if role is Role.KEEP and why is Why.MANY_WORDS:
        return _tr("{count} different words, too many to learn from").format(count=count)
    if role is Role.NUMBER and units_line and column.unit and not unit_in(info.name):
        return _tr("{count} different numbers, unit from line {line}").format(count=count, line=units_line)
    return {
        Role.CODE: _tr("{count} codes, all different"),
        Role.NUMBER: _tr("{count} different numbers"),
        Role.CATEGORY: _tr("{count} different words"),
        Role.OUTCOME: _tr("1 outcome") if outcomes == 1 else _tr("{outcomes} outcomes"),
        Role.OUT_OF: _tr("Of so many runs the outcome counts the successes"),
        Role.LOCATION: _tr("Shown beside the code"),
        Role.BARCODE: _tr("Read by the scanner"),
        Role.BLOCK: _tr("What runs shared"),
        Role.KEEP: _tr("Shown, not learnt from"),
        Role.IGNORE: _tr("Left out"),
    }[role].format(count=count, outcomes=outcomes)


def found_words(finding: Finding) -> str:
    """Say what was found."""
    cells = ", ".join(map(_quoted, finding.cells))
    one = finding.rows == 1
    text = {
        "missing": _tr("1 blank cell") if one else _tr("{count} blank cells"),
        "limits": _tr("{cells}: a limit, not a number")
        if one
        else _tr("{cells}: {count} limits, not numbers"),
        "words": _tr("{cells} is not a number") if one else _tr("{cells}: {count} cells are not numbers"),
        "text": _tr("Holds words, not numbers"),
        "role": _tr("Does it hold past outcomes?"),
        "meaning": _tr("What does {cells} mean?") if one else _tr("What do {cells} mean?"),
        "threshold": _tr("{count} values: which are successes?"),
        "many words": _tr("More than {most} different words, too many for outcomes"),
        "codes": _tr("{cells}: 1 row repeats a code with other values")
        if one
        else _tr("{cells}: {count} rows repeat a code with other values"),
        "blank codes": _tr("1 row has no code") if one else _tr("{count} rows have no code"),
        "alike": _tr("Codes look alike"),
        "barcodes": _tr("{cells} occurs in more than one row"),
    }[finding.kind]
    return text.format(cells=cells, count=QLocale().toString(finding.rows), most=MOST_WORDS)


def hint_words(finding: Finding) -> str:
    """Say where a question without treatments is answered; empty for others."""
    return finding.refusal or {
        "role": _tr("Choose what it is used as"),
        "text": _tr("Choose another use"),
        "many words": _tr("Choose another use"),
        "meaning": _tr("Choose success, failure or none below"),
        "threshold": _tr("Type the limit below"),
    }.get(finding.kind, "")


def way_words(kind: str, way: str, lost: int) -> str:
    """Return the name of a treatment that leaves out `lost` rows."""
    rows = _tr("1 row") if lost == 1 else _tr("{count} rows").format(count=QLocale().toString(lost))
    named = {
        ("missing", "leave_out"): _tr("Leave {rows} out"),
        ("limits", "leave_out"): _tr("Leave {rows} out"),
        ("words", "leave_out"): _tr("Leave {rows} out"),
        ("missing", "median"): _tr("Fill with the median"),
        ("missing", "none"): _tr("Take blank as “none”"),
        ("limits", "use"): _tr("Use the limit as number"),
        ("limits", "blank"): _tr("Take as blank"),
        ("words", "blank"): _tr("Take as blank"),
        ("codes", "rename"): _tr("Give each its own code"),
        ("codes", "first"): _tr("Keep the first row, leave {rows} out"),
        ("codes", "last"): _tr("Keep the last row, leave {rows} out"),
        ("codes", "number"): _tr("Number the rows instead"),
        ("blank codes", "number"): _tr("Number the rows instead"),
        ("alike", "apart"): _tr("They are different candidates"),
        ("barcodes", "keep"): _tr("Keep with the data"),
    }
    return named[kind, way].format(rows=rows)


def missing_words(asked: list[tuple[DraftColumn, Finding]]) -> str:
    """Say how many answers are missing, and the first of them."""
    column, finding = asked[0]
    what = _quoted(finding.cells[0]) if finding.kind == "meaning" else found_words(finding)
    if len(asked) == 1:
        return _tr("One answer is missing: {what} in {column}").format(
            what=what, column=column.info.name[:30]
        )
    return _tr("{count} answers are missing, first in {column}").format(
        count=len(asked), column=column.info.name[:30]
    )

"""Review of a table with the roles of its columns: what was found in each, and the candidates. Free of Qt."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from kgdesk.actions import importing
from kgdesk.actions.importing import MOST_WORDS, Role, words_of
from kgdesk.errors import AmbiguousTable, KgdeskError
from kgdesk.ui.new_study.draft import BuiltCandidates, build_candidates

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kgdesk.actions.importing import ColumnInfo, RawTable
    from kgdesk.ui.new_study.draft import Draft, DraftColumn

Kind = Literal[
    "missing",
    "limits",
    "words",
    "text",
    "role",
    "meaning",
    "threshold",
    "many words",
    "codes",
    "blank codes",
    "alike",
    "barcodes",
]

CellKind = Literal["missing", "limits", "words"]

#: Rows with blanks, limits or words are left out without asking if they are at most one in this many.
_FEW = 5
_SAMPLES = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found in the cells of a column.

    Parameters
    ----------
    kind
        What it is about.
    rows
        Number of rows concerned.
    cells
        Some of the cells.
    way
        Chosen or proposed treatment; empty if the user must choose.
    ways
        Possible treatments, each with the number of rows that it leaves out.
    refusal
        Why an answer that was typed is not taken; empty if none was.
    """

    kind: Kind
    rows: int = 0
    cells: tuple[str, ...] = ()
    way: str = ""
    ways: tuple[tuple[str, int], ...] = ()
    refusal: str = ""

    @property
    def is_asked(self) -> bool:
        """Whether the candidates cannot be built without an answer."""
        return not self.way


@dataclass(frozen=True, slots=True)
class Review:
    """What was found in a table.

    Parameters
    ----------
    findings
        Those of each column, in table order.
    infos
        The columns as described by the rows that are not left out.
    built
        The candidates; None while a question is open or if they are refused.
    refused
        Why the candidates cannot be built.
    """

    findings: tuple[tuple[Finding, ...], ...] = ()
    infos: tuple[ColumnInfo, ...] = ()
    built: BuiltCandidates | None = None
    refused: KgdeskError | None = None


def review(draft: Draft) -> Review:
    """Look at the cells of a draft's table and build its candidates; called in the worker thread with a copy."""
    table = draft.table
    if table is None:
        return Review()
    cells = _Cells(draft, table)
    found = [cells.of(column) for column in draft.columns]
    built: BuiltCandidates | None = None
    refused: KgdeskError | None = None
    code = next((at for at, c in enumerate(draft.columns) if c.role is Role.CODE), None)
    if code is not None and "alike" in draft.columns[code].ways:
        found[code] += (Finding("alike", way="apart", ways=(("apart", 0),)),)
    if draft.columns_with(Role.NUMBER, Role.CATEGORY) and not any(f.is_asked for own in found for f in own):
        try:
            built = build_candidates(table, draft.choice(cells.ways), draft.barcode)
        except AmbiguousTable as asked:
            if asked.question == "look_alikes" and code is not None:
                found[code] += (Finding("alike", ways=(("apart", 0),)),)
            refused = asked
        except KgdeskError as problem:
            refused = problem
    infos = importing.describe(table, cells.gone) if cells.gone else tuple(c.info for c in draft.columns)
    return Review(tuple(found), infos, built, refused)


@dataclass
class _Cells:
    """Findings about the cells, column by column; rows that one column leaves out are not looked at in the next."""

    draft: Draft
    table: RawTable
    gone: set[int] = field(default_factory=set)
    ways: dict[str, dict[str, str]] = field(default_factory=dict)

    def of(self, column: DraftColumn) -> tuple[Finding, ...]:
        """Return the findings about a column."""
        if column.is_asked:
            words = words_of(self.table, column.info.name)
            return (Finding("role", len(self.table.rows) - column.info.missing, words[:_SAMPLES]),)
        looks = {
            Role.NUMBER: self._attribute,
            Role.CATEGORY: self._attribute,
            Role.CODE: self._codes,
            Role.BARCODE: self._barcodes,
            Role.OUTCOME: self._meanings,
        }
        return tuple(looks[column.role](column)) if column.role in looks else ()

    def _attribute(self, column: DraftColumn) -> Iterator[Finding]:
        info = column.info
        cells = self.table.column(info.name)
        blank = {row for row, cell in enumerate(cells) if not cell.strip()} if info.missing else set()
        if column.role is Role.NUMBER:
            if info.looks_like == "text":
                yield Finding("text", len(cells))
                return
            limits, words = self._no_numbers(cells) if info.problem_count else ({}, {})
            kinds: tuple[tuple[CellKind, dict[int, str]], ...] = (("limits", limits), ("words", words))
            for kind, found in kinds:
                rows = set(found) - self.gone
                if rows:
                    samples = tuple(dict.fromkeys(found[row] for row in sorted(rows)))[:_SAMPLES]
                    finding = self._settled(column, kind, rows, samples)
                    blank |= rows if finding.way == "blank" else set()
                    yield finding
        if blank - self.gone:
            yield self._settled(column, "missing", blank - self.gone, ())

    def _no_numbers(self, cells: tuple[str, ...]) -> tuple[dict[int, str], dict[int, str]]:
        """Return row -> text of the cells that are limits, and of the others that are not numbers."""
        decimal = self.table.reading.decimal
        limits: dict[int, str] = {}
        words: dict[int, str] = {}
        for row, cell in enumerate(cells):
            if cell.strip() and not importing.is_number(cell, decimal):
                (limits if importing.limit_in(cell, decimal) else words)[row] = cell.strip()
        return limits, words

    def _settled(
        self,
        column: DraftColumn,
        kind: CellKind,
        rows: set[int],
        samples: tuple[str, ...],
    ) -> Finding:
        """Return a finding about some rows with its treatment, and note what it leaves out."""
        other = {
            "missing": "median" if column.role is Role.NUMBER else "none",
            "limits": "use",
            "words": "blank",
        }[kind]
        ways = [("leave_out", len(rows)), (other, 0), *([("blank", 0)] if kind == "limits" else [])]
        few = _FEW * len(self.gone | rows) <= len(self.table.rows)
        way = column.ways.get(kind, "leave_out" if few else "")
        way = way if way in dict(ways) else ""
        if way == "leave_out":
            self.gone |= rows
        self.ways.setdefault(column.info.name, {})[kind] = way or "refuse"
        return Finding(kind, len(rows), samples, way, tuple(ways))

    def _codes(self, column: DraftColumn) -> Iterator[Finding]:
        info, way = column.info, column.ways.get("codes", "rename")
        if info.unique:
            return
        if info.missing:
            yield Finding(
                "blank codes", info.missing, (), column.ways.get("blank codes", ""), (("number", 0),)
            )
            return
        if not self.draft.columns_with(Role.NUMBER, Role.CATEGORY):
            return
        choice = replace(self.draft.choice(self.ways), id=info.name)
        found = importing.repeats(self.table, replace(choice, extras=tuple({*choice.extras} - {info.name})))
        if not found.unsettled:
            return  # equal rows are merged
        cells = self.table.column(info.name)
        codes = tuple(dict.fromkeys(cells[row].strip() for row in found.unsettled))[:_SAMPLES]
        ways = (("rename", 0), ("first", found.lost_by_first), ("last", found.lost_by_last), ("number", 0))
        yield Finding("codes", len(found.unsettled), codes, way, ways)

    def _barcodes(self, column: DraftColumn) -> Iterator[Finding]:
        cells = self.table.column(column.info.name)
        counted = Counter(
            cell.strip() for row, cell in enumerate(cells) if cell.strip() and row not in self.gone
        )
        double = tuple(cell for cell, count in counted.items() if count > 1)
        if double:
            way = column.ways.get("barcodes", "")
            yield Finding("barcodes", len(double), double[:_SAMPLES], way, (("keep", 0),))

    def _meanings(self, column: DraftColumn) -> Iterator[Finding]:
        meanings = self.draft.meanings
        limit, refusal = self.draft.limit_or_refusal()
        if self.draft.outcomes == "values" and limit is None:
            yield Finding("threshold", column.info.distinct - len(meanings), refusal=refusal)
        if len(meanings) > MOST_WORDS:
            yield Finding("many words", len(meanings))
            return
        unknown = tuple(word for word, meaning in meanings.items() if not meaning)
        if unknown:
            yield Finding("meaning", len(unknown), unknown[:_SAMPLES])

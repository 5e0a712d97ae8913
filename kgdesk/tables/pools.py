"""Read the candidates of a study (`Pool`): from a table and the roles of its columns."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from functools import partial
from os import PathLike
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, Literal

from kgdesk.errors import BadTable
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.study.outcome_words import OutcomeReading
from kgdesk.tables.columns import ColumnChoice, argument, attribute_names, repair_costs, table_columns
from kgdesk.tables.count_columns import with_joined_counts
from kgdesk.tables.data_frames import table_of_frame
from kgdesk.tables.formula_guard import unescape_formula
from kgdesk.tables.input_file import InputFile
from kgdesk.tables.numbers import parse_column
from kgdesk.tables.outcome_column import read_outcome_column, read_outcomes_by_vocabulary
from kgdesk.tables.pool_findings import (
    NONE,
    Refusals,
    alike_headings,
    blank_count_note,
    blanks_are_none,
    check_headings,
    check_ids,
    constant_column,
    dated_codes,
    equal_candidates,
    filled_blanks,
    or_ignore,
    refuse_blanks,
    refuse_cells,
    refuse_on_its_side,
    rounded_codes,
)
from kgdesk.tables.quoting import quoted
from kgdesk.tables.reading import read_table
from kgdesk.tables.repeated_codes import merge_codes
from kgdesk.tables.role_questions import role_questions, with_unnamed_columns
from kgdesk.tables.tidying import left_out_findings, tidy, too_few_left
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from kgdesk.model.study.settings import Settings
    from kgdesk.model.study.setup import TableColumn
    from kgdesk.tables.columns import Missing
    from kgdesk.tables.numbers import Decimal
    from kgdesk.tables.raw_table import RawTable, Reading


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A row of the table that did not become a candidate; `reason` is a sentence."""

    line: int
    candidate: str
    reason: str


@dataclass(frozen=True, slots=True)
class PoolReading:
    """The candidates of a table, with findings for the user.

    Parameters
    ----------
    pool
        Candidates.
    outcomes
        Past outcomes (candidate, +1 or -1) in table order; counts as single ones, without voids.
    left_out
        Rows that were left out.
    findings
        Sentences: filled cells, constant columns, equal candidates, words that differ only in case.
    reading, digest, size
        How the file was read, its SHA-256 and its size in bytes, for the log.
    columns
        All columns with their roles, in table order.
    past
        Past outcomes as they are recorded, with counts, voids and measured values.
    changed
        What repairs changed in the cells and rows of the table: sentences, for the record.

    Examples
    --------
    >>> from kgdesk import read_pool
    >>> read = read_pool({"code": ["A", "B"], "dose": [1.0, 2.0], "grew": ["yes", "no"]}, id="code", outcome="grew")
    >>> len(read.pool), read.outcomes
    (2, (('A', 1), ('B', -1)))
    """

    pool: Pool
    outcomes: tuple[tuple[str, int], ...]
    left_out: tuple[LeftOut, ...]
    findings: tuple[str, ...]
    reading: Reading
    digest: str
    size: int
    columns: tuple[TableColumn, ...] = ()
    past: tuple[tuple[str, OutcomeReading], ...] = ()
    changed: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Say what was read, in one line; `findings` and `left_out` say the rest."""
        return (
            f"<PoolReading: {self.pool!r}, {len(self.past)} past outcomes, {len(self.left_out)} rows left out, "
            f"{len(self.findings)} findings>"
        )


def build_pool(table: RawTable, choice: ColumnChoice) -> PoolReading:
    """Build the candidates of a table.

    Raises
    ------
    BadTable
        Only one candidate, a column that is missing or has two roles, a blank or duplicate code, a cell that is not a
        number, a code with a hidden character or of more than 200, a text column that is not declared as category, a
        blank attribute with ``missing="refuse"``, the logarithm of a number that is not positive, an invalid outcome.
        The message names file, line and column.
        All refusals of the table are in one message, with the number of rows that leaving out blank cells costs.
    AmbiguousTable
        Two codes look alike, and `choice` asks about them.
    """
    table, choice = with_joined_counts(table, with_unnamed_columns(table, choice))
    names = attribute_names(table, choice)
    if choice.attributes is None and not choice.categories:
        refuse_on_its_side(table)
    refusals = Refusals()
    asked = role_questions(table, choice, names, range(len(table.rows))).names
    settled = [name for name in names if name not in asked]
    tidied = merge_codes(tidy(table, choice, settled), choice, settled)
    table = tidied.table
    kept = sorted({*range(len(table.rows))} - tidied.passed)
    numbered = tuple(map(str, range(1, len(table.rows) + 1)))
    ids = (
        numbered
        if choice.id is None
        else refusals.attempt(lambda: _candidate_codes(table, choice.id, tidied.passed), numbered)
    )
    refusals.attempt(lambda: check_headings(table, choice.ignore), None)
    if choice.id is not None and ids is not numbered:
        ask = choice.look_alikes == "ask"
        refusals.attempt(lambda: check_ids(table, str(choice.id), ids, kept, ask=ask), None)
    left_out = tuple(LeftOut(table.lines[at], ids[at], why) for at, why in sorted(tidied.left_out.items()))
    findings = [*table.notes, *alike_headings(each for each in table.header if each not in choice.ignore)]
    findings += tidied.changed
    questions = role_questions(table, choice, [name for name in names if name in asked], kept)
    refusals.found += questions.refusals()
    attributes, values = _attributes(table, choice, settled, kept, findings, refusals)
    none: dict[int, OutcomeReading] = {}
    outcomes = refusals.attempt(lambda: _past(table, choice, sorted((*kept, *tidied.twins))), none)
    refusals.settle(
        table, lambda: [*repair_costs(table, settled, choice, kept), *filter(None, [questions.proposal()])]
    )
    if len(kept) == 1 and not choice.joins:
        if tidied.left_out:
            raise too_few_left(table, tidied.left_out, len(kept))
        raise BadTable(
            phrase(
                "{name} has one candidate only, in {line_word} {line}, which leaves nothing to "
                "choose: add a {line_word} for each other candidate.",
                name=table.name,
                line_word=table.line_word,
                line=table.lines[kept[0]],
            )
        )
    extras = {name: _texts(table, name, kept) for name in table.header if name in choice.extras}
    pool = Pool(tuple([ids[row] for row in kept]), attributes, values, extras)
    past = tuple((ids[row], reading) for row, reading in outcomes.items())
    signs = {"success": 1, "failure": -1}
    findings += (
        left_out_findings([each.reason for each in left_out])
        + rounded_codes(table, choice.id, kept)
        + dated_codes(table, choice.id, kept)
        + equal_candidates(pool)
    )
    return PoolReading(
        pool=pool,
        outcomes=tuple((name, signs[o]) for name, read in past for o in read.outcomes if o in signs),
        left_out=left_out,
        findings=tuple(findings),
        reading=table.reading,
        digest=table.digest,
        size=table.size,
        columns=table_columns(table, choice),
        past=past,
        changed=tidied.changed,
    )


def _attributes(
    table: RawTable,
    choice: ColumnChoice,
    names: Sequence[str],
    kept: Sequence[int],
    findings: list[str],
    refusals: Refusals,
) -> tuple[tuple[Attribute, ...], tuple[tuple[float, ...] | tuple[str, ...], ...]]:
    """Return the attributes and their values; a refused column has no values."""
    attributes: list[Attribute] = []
    values: list[tuple[float, ...] | tuple[str, ...]] = []
    for name in names:
        kind: Literal["number", "category"] = "category" if name in choice.categories else "number"
        refused: tuple[float, ...] | tuple[str, ...] = ()
        read = partial(_words if kind == "category" else _numbers, table, name, kept, choice, findings)
        values.append(refusals.attempt(read, refused))
        attributes.append(
            Attribute(name, kind, choice.units.get(name) or table.units.get(name, ""), name in choice.logs)
        )
    return tuple(attributes), tuple(values)


def _past(table: RawTable, choice: ColumnChoice, kept: Sequence[int]) -> dict[int, OutcomeReading]:
    """Return the past outcome of each row that has one."""
    if choice.outcome is None:
        return {}
    if choice.vocabulary is not None:
        return read_outcomes_by_vocabulary(table, choice.outcome, kept, choice.vocabulary)
    signs = read_outcome_column(table, choice.outcome, kept, choice.outcome_words, choice.outcome_none)
    return {row: OutcomeReading(("success" if sign > 0 else "failure",)) for row, sign in signs.items()}


def _candidate_codes(
    table: RawTable, column: str | None, may_repeat: Collection[int] = ()
) -> tuple[str, ...]:
    """Return the codes of all rows; the rows `may_repeat` may be blank or repeat a code."""
    if column is None:
        return tuple(map(str, range(1, len(table.rows) + 1)))
    ids = tuple([unescape_formula(cell).strip() for cell in table.column(column)])
    if len(set(ids)) != len(ids) or "" in ids:
        seen: dict[str, int] = {}
        for row, name in enumerate(ids):
            if row in may_repeat:
                continue
            if not name:
                raise BadTable(
                    phrase(
                        "{place}: the candidate has no name. Fill the cell, or leave out the rows with blank cells "
                        "(--blanks leave-out).",
                        place=table.place(row, column),
                    )
                )
            if name in seen:
                raise BadTable(
                    phrase(
                        "{place}: {name} names a candidate in {line_word} {line} already. Give each candidate a name "
                        "of its own, or say what becomes of such rows (--repeated-codes merge, first, last or "
                        "rename).",
                        place=table.place(row, column),
                        name=quoted(name),
                        line_word=table.line_word,
                        line=table.lines[seen[name]],
                    )
                )
            seen[name] = row
    return ids


def _texts(table: RawTable, name: str, kept: Sequence[int]) -> tuple[str, ...]:
    cells = table.column(name)
    return tuple([unescape_formula(cells[row]).strip() for row in kept])


#: Words that programs write for a missing value.
_MISSING = frozenset({"na", "n/a", "n.a.", "nan", "null", "missing", "n.d.", "nd"})


def _words(
    table: RawTable, name: str, kept: Sequence[int], choice: ColumnChoice, findings: list[str]
) -> tuple[str, ...]:
    texts = _texts(table, name, kept)
    if "" in texts and name in choice.blank_none:
        own = (text for text in texts if text.casefold() == NONE)
        none = choice.none_words.get(name) or next(own, NONE)
        findings.append(blanks_are_none(table, name, [kept[at] for at, text in enumerate(texts) if not text]))
        texts = tuple([text or none for text in texts])
    if "" in texts:
        row = kept[texts.index("")]
        raise BadTable(
            phrase(
                "{place}: this cell is blank{more}. Fill it, say that a blank cell means “none” (--blank-none {name}), "
                "or leave out the rows with blank cells (--blanks leave-out){column}.",
                place=table.place(row, name),
                more=blank_count_note(texts.count("")),
                name=argument(name),
                column="" if choice.joins else or_ignore(name),
            )
        )
    spelled: dict[str, str] = {}
    for text in dict.fromkeys(texts):
        twin = spelled.setdefault(text.casefold(), text)
        if twin != text:
            findings.append(
                phrase(
                    "Column {name}: {one} and {other} differ only in capital letters and are taken as two.",
                    name=quoted(name),
                    one=quoted(twin),
                    other=quoted(text),
                )
            )
    missing = next((text for text in texts if text.casefold() in _MISSING), "")
    if missing:
        findings.append(
            phrase(
                "Column {name}: {word} is taken for a word like the others; where it means a missing value, empty "
                "these cells.",
                name=quoted(name),
                word=quoted(missing),
            )
        )
    if choice.joins:  # whether the column varies depends on all candidates of the study
        return texts
    if len(set(texts)) == 1:
        findings.append(constant_column(name, texts[0]))
    elif len(texts) > 2 and len(set(texts)) == len(texts):
        findings.append(
            phrase(
                "Column {name}: every candidate has a word of its own, so nothing can be learnt.",
                name=quoted(name),
            )
        )
    return texts


def _numbers(
    table: RawTable, name: str, kept: Sequence[int], choice: ColumnChoice, findings: list[str]
) -> tuple[float, ...]:
    column = table.column(name)
    filled = [row for row in kept if column[row].strip()]
    numbers = parse_column([column[row] for row in filled], table.reading.decimal)
    if numbers is None:
        refuse_cells(table, name, column, filled)
    if len(filled) < len(kept):
        middle = _middle(numbers)
        gaps = [row for row in kept if not column[row].strip()]
        if choice.way("missing", name) != "median" or middle is None:
            refuse_blanks(table, name, gaps, "" if choice.joins else or_ignore(name))
        findings.append(filled_blanks(table, name, gaps, middle))
        present = dict(zip(filled, numbers, strict=True))
        numbers = tuple([present.get(row, middle) for row in kept])
    if name in choice.logs and min(numbers) <= 0.0:
        row = kept[next(index for index, number in enumerate(numbers) if number <= 0.0)]
        raise BadTable(
            phrase(
                "{place}: {text} is not above 0, so it has no logarithm. Take the column without "
                "its logarithm, or correct the number.",
                place=table.place(row, name),
                text=quoted(column[row].strip()),
            )
        )
    if min(numbers) == max(numbers) and not choice.joins:
        findings.append(constant_column(name, column[filled[0]].strip()))
    return numbers


def _middle(numbers: tuple[float, ...]) -> float | None:
    if not numbers:
        return None
    middle = float(median(numbers))
    if math.isinf(middle):
        low, high = sorted(numbers)[len(numbers) // 2 - 1 :][:2]
        middle = low / 2 + high / 2
    return middle


def read_pool(
    path: Any,
    *,
    id: str | None = None,  # noqa: A002 - named like the command line's option
    attributes: Iterable[str] | None = None,
    categories: Iterable[str] = (),
    outcome: str | None = None,
    out_of: str | None = None,
    ignore: Iterable[str] = (),
    extras: Iterable[str] = (),
    decimal: Decimal | None = None,
    delimiter: str | None = None,
    sheet: str | None = None,
    encoding: str | None = None,
    headings: int | None = None,
    outcome_words: tuple[Collection[str], Collection[str]] | None = None,
    units: Mapping[str, str] | None = None,
    logs: Iterable[str] = (),
    missing: Missing = "refuse",
    blank_none: Iterable[str] = (),
    vocabulary: Settings | None = None,
    **repairs: Any,
) -> PoolReading:
    """Read the candidates of a study from a CSV or Excel file, or from a data frame.

    Parameters
    ----------
    path
        CSV or Excel file (str, path-like or `InputFile`); or a frame or mapping, see `data_frames.table_of_frame`.
    id, attributes, categories
        The column that names the candidates, without it they are numbered from 1; columns to learn from, without it
        every column that has no other role; and which of them hold words.
    outcome, outcome_words
        The column of past outcomes: success/failure, yes/no, true/false, pass/fail, 1/0, 1/-1, blank, or these words.
    out_of
        The column with the number of runs, where `outcome` holds the number of successes among them.
    ignore, extras, decimal, delimiter, sheet, encoding, headings
        Columns that are not read; columns that are kept for people; and as in `read_table`, found when not given.
    units, logs, missing, blank_none, vocabulary, repairs
        Units, logarithms, blank cells, words; `look_alikes`, `limits`, `words`, `repeated`: see `ColumnChoice`.

    Raises
    ------
    AmbiguousTable, BadTable
        It can be read in several ways, or names look alike; or it is invalid: the message has place and remedy.

    Examples
    --------
    >>> table = {"code": ["A", "B", "C"], "dose": [1.0, None, 4.0], "grew": ["yes", "", "no"]}
    >>> read = read_pool(table, id="code", outcome="grew", missing="median")
    >>> read
    <PoolReading: <Pool: 3 candidates, 1 attributes (dose)>, 2 past outcomes, 0 rows left out, 1 findings>
    >>> read.outcomes
    (('A', 1), ('C', -1))
    """
    known = {one.name for one in fields(ColumnChoice)}
    if unknown := sorted(repairs.keys() - known):
        near = get_close_matches(
            unknown[0], [*known, "decimal", "delimiter", "sheet", "encoding", "headings"], n=1
        )
        raise TypeError(
            f"read_pool() has no argument {unknown[0]!r}" + (f": did you mean {near[0]!r}?" if near else "")
        )
    choice = ColumnChoice(
        id=id,
        attributes=None if attributes is None else _names(attributes),
        categories=_names(categories),
        outcome=outcome,
        out_of=out_of,
        outcome_words=outcome_words,
        ignore=_names(ignore),
        extras=_names(extras),
        units=dict(units or {}),
        logs=frozenset(_names(logs)),
        missing=missing,
        blank_none=_names(blank_none),
        vocabulary=vocabulary,
        **repairs,
    )
    dialect = {"delimiter": delimiter, "decimal": decimal, "sheet": sheet, "encoding": encoding}
    table = _table_of(path, **dialect, headings=headings)
    return build_pool(table, _with_blocks(table, choice))


def _with_blocks(table: RawTable, choice: ColumnChoice) -> ColumnChoice:
    """Return the choice with the columns kept that the study names as blocks, where the table has them.

    They say in which block the past outcome of a row was run.
    """
    if choice.vocabulary is None:
        return choice
    used = {
        choice.id,
        choice.outcome,
        *(choice.attributes or ()),
        *choice.categories,
        *choice.ignore,
        *choice.extras,
    }
    names = [column.name for column in choice.vocabulary.block_columns]
    blocks = tuple(name for name in names if name in table.header and name not in used)
    return replace(choice, extras=(*choice.extras, *blocks)) if blocks else choice


def _table_of(path: Any, **reading: Any) -> RawTable:
    """Read a table from a file, or from a frame, where the options have no effect."""
    if isinstance(path, str | PathLike | InputFile):
        source = path if isinstance(path, InputFile) else Path(path)
        return read_table(source, **reading)
    return table_of_frame(path)


def _names(names: Iterable[str]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)

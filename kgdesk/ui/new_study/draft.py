"""Draft of a new study, and its storage for crash recovery. Free of Qt."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal

from kgdesk.actions import importing, load_setup, save_setup
from kgdesk.actions.importing import (
    MOST_WORDS,
    SINGLE,
    ColumnInfo,
    Proposal,
    Role,
    Why,
    meaning_of,
    propose,
    unit_in,
    words_of,
)
from kgdesk.errors import BadInput, KgdeskError
from kgdesk.model.advice.posterior_summary import left_out_products, many_terms, terms_for
from kgdesk.model.design import design_matrix
from kgdesk.model.design.design_matrix import TERMS
from kgdesk.model.design.samples import Barcodes
from kgdesk.model.study.settings import Settings
from kgdesk.ui.new_study.column_roles import WAYS, DraftColumn

if TYPE_CHECKING:
    from pathlib import Path

    from kgdesk.actions.importing import ColumnChoice, PoolReading, RawTable
    from kgdesk.model.study.settings import PriorInWords
    from kgdesk.ui.new_study.column_roles import Limits, Missing, Repeated, Words

    Decimal = Literal["point", "comma"]


@dataclass(frozen=True, slots=True)
class Source:
    """Source of a table and its parsing options; None means automatic detection.

    Parameters
    ----------
    path
        Path of the file; empty for a pasted table.
    pasted
        The pasted text; empty for a file.
    name
        Name of a pasted table in messages.
    """

    path: str = ""
    pasted: str = ""
    name: str = ""
    delimiter: str | None = None
    decimal: Decimal | None = None
    encoding: str | None = None
    headings: int | None = None
    sheet: str | None = None

    def read(self) -> RawTable:
        """Parse the table; for errors see `kgdesk.actions.importing.read_table`."""
        if self.pasted:
            return importing.read_pasted(
                self.pasted,
                self.name,
                delimiter=self.delimiter,
                decimal=self.decimal,
                headings=self.headings,
            )
        return importing.read_table(
            self.path,
            delimiter=self.delimiter,
            decimal=self.decimal,
            encoding=self.encoding,
            headings=self.headings,
            sheet=self.sheet,
        )


@dataclass(frozen=True, slots=True)
class BuiltCandidates:
    """Candidates built from a table and its roles.

    Parameters
    ----------
    reading
        The candidates.
    columns, numbers
        Number of columns of the design matrix without intercept, and of numeric ones.
    findings
        Sentences about the candidates.
    """

    reading: PoolReading
    columns: int
    findings: tuple[str, ...]
    numbers: int = 0

    def higher(self, terms: str) -> int:
        """Return the number of products and squares."""
        k, (products, squares) = self.numbers, TERMS[terms]
        return k * (k - 1) // 2 * products + k * squares

    def many_terms(self, terms: str, budget: int) -> str:
        """Return a warning if there are many products and squares for the planned runs; else an empty string."""
        higher = self.higher(terms)
        if terms == "average-squares":
            return left_out_products(self.columns + self.higher("average"), budget)
        return many_terms(self.columns + higher, higher, budget)


@dataclass
class Draft:
    """All decisions so far.

    Parameters
    ----------
    name, folder, operator
        As entered on the last page.
    settings
        Outcome names, plan, belief and prior.
    rate, matter
        “Of 100 candidates about N succeed” and “the attributes matter ...”; rate is None for “not sure”.
    blank_none
        Headings of categories in which a blank cell means "none".
    look_alikes
        Whether to ask about codes that look alike, or to take them as different candidates.
    limits, words, repeated
        As in `kgdesk.tables.ColumnChoice`: limits and words among numbers, rows that repeat a candidate.
    """

    folder: Path
    operator: str = ""
    name: str = ""
    source: Source = field(default_factory=Source)
    table: RawTable | None = None
    columns: list[DraftColumn] = field(default_factory=list)
    meanings: dict[str, str] = field(default_factory=dict)
    missing: Missing = "refuse"
    blank_none: tuple[str, ...] = ()
    look_alikes: Literal["ask", "apart"] = "ask"
    limits: Limits = "refuse"
    words: Words = "refuse"
    repeated: Repeated = "merge"
    settings: Settings = field(
        default_factory=lambda: Settings(terms="average")
    )  # until the question about bends is answered
    rate: int | None = None
    matter: str = "some"
    built: BuiltCandidates | None = None

    def terms_of(self, answer: str, budget: int) -> str:
        """Return the terms for an answer to the question about bends. Averaged terms may leave out products."""
        if answer != "average" or self.built is None:
            return answer
        return terms_for(self.built.columns, self.built.numbers, budget)

    def set_table(self, table: RawTable, infos: tuple[ColumnInfo, ...]) -> None:
        """Start with a table: propose a role for each column. Columns with unchanged headings keep the user's choices.

        If several columns are proposed for a unique role, the one with most distinct cells gets it: a well locates
        a sample more precisely than its plate.
        """
        known = {c.info.name: c for c in self.columns if c.why is Why.CHOSEN}
        self.table = table
        self.look_alikes = "ask"
        self.columns = [
            self._column(info, proposal, known.get(info.name), table.units.get(info.name, ""))
            for info, proposal in zip(infos, propose(table, infos), strict=True)
        ]
        for role in SINGLE:
            proposed = self.columns_with(role)
            most = max(proposed, key=lambda column: column.info.distinct, default=None)
            holder = next((c for c in proposed if c.why is Why.CHOSEN), most)
            for column in proposed:
                if column is not holder:
                    column.role = Role.KEEP
        self.built = None
        self._ask_meanings()

    @staticmethod
    def _column(info: ColumnInfo, proposal: Proposal, known: DraftColumn | None, unit: str) -> DraftColumn:
        if known is not None and known.info.looks_like == info.looks_like:
            return DraftColumn(info, known.role, Why.CHOSEN, known.unit, known.log)
        return DraftColumn(info, proposal.role, proposal.why, unit or unit_in(info.name))

    def set_source(self, source: Source) -> None:
        """Start with another table, and drop the decisions about the cells of the previous one."""
        self.source = source
        self.limits, self.words, self.repeated, self.missing = "refuse", "refuse", "merge", "refuse"
        self.blank_none = ()

    def drop_table(self) -> None:
        """Discard the table, because another one is read."""
        self.table = None
        self.built = None

    def columns_with(self, *roles: Role) -> list[DraftColumn]:
        """Return the columns with one of these roles, in table order."""
        return [column for column in self.columns if column.role in roles]

    def set_role(self, at: int, role: Role) -> None:
        """Set the role of a column; the previous holder of a unique role becomes a kept column."""
        if role in SINGLE:
            for other in self.columns_with(role):
                other.role, other.why = Role.KEEP, Why.CHOSEN
        self.columns[at].role, self.columns[at].why = role, Why.CHOSEN
        self.built = None
        self._ask_meanings()

    def _ask_meanings(self) -> None:
        outcome = self.columns_with(Role.OUTCOME)
        if not outcome or self.table is None:
            self.meanings = {}
            return
        words = words_of(self.table, outcome[0].info.name)[: MOST_WORDS + 1]
        self.meanings = {word: self.meanings.get(word, meaning_of(word)) for word in words}

    @property
    def barcode(self) -> str:
        """Heading of the barcode column; empty if none."""
        return next((c.info.name for c in self.columns_with(Role.BARCODE)), "")

    @property
    def location(self) -> str:
        """Heading of the location column; empty if none."""
        return next((c.info.name for c in self.columns_with(Role.LOCATION)), "")

    def choice(self) -> ColumnChoice:
        """Return the roles as the table reader expects them.

        Raises
        ------
        BadInput
            No attribute is left.
        """
        learnt = self.columns_with(Role.NUMBER, Role.CATEGORY)
        if not learnt:
            raise BadInput(
                "No column is left to learn from. Choose “Attribute (number)” or “Attribute (category)”"
                " for at least one."
            )
        code, outcome = ([c.info.name for c in self.columns_with(role)] for role in (Role.CODE, Role.OUTCOME))
        by_meaning = {
            wanted: tuple(word for word, meaning in self.meanings.items() if meaning == wanted)
            for wanted in ("success", "failure", "none")
        }
        return importing.ColumnChoice(
            id=code[0] if code else None,
            attributes=tuple(c.info.name for c in learnt),
            categories=tuple(c.info.name for c in self.columns_with(Role.CATEGORY)),
            outcome=outcome[0] if outcome else None,
            outcome_words=(by_meaning["success"], by_meaning["failure"]) if outcome else None,
            outcome_none=by_meaning["none"],
            ignore=tuple(c.info.name for c in self.columns_with(Role.IGNORE)),
            extras=tuple(c.info.name for c in self.columns_with(Role.LOCATION, Role.BARCODE, Role.KEEP)),
            units={c.info.name: c.unit.strip() for c in self.columns_with(Role.NUMBER) if c.unit.strip()},
            logs=frozenset(c.info.name for c in self.columns_with(Role.NUMBER) if c.log),
            missing=self.missing,
            blank_none=tuple(
                c.info.name for c in self.columns_with(Role.CATEGORY) if c.info.name in self.blank_none
            ),
            look_alikes=self.look_alikes,
            limits=self.limits,
            words=self.words,
            repeated=self.repeated,
        )


def build_candidates(table: RawTable, choice: ColumnChoice, barcode: str = "") -> BuiltCandidates:
    """Build the candidates; called in the worker thread. `barcode` is the heading of the barcode column.

    Raises
    ------
    KgdeskError
        The candidates cannot be built; the message says why.
    """
    reading = importing.build_pool(table, choice)
    Barcodes(reading.pool, barcode)
    scaling = design_matrix.fix_scaling(reading.pool)
    columns = len(scaling.columns) - 1
    if not columns:
        raise BadInput(
            "Every attribute is the same for all candidates: nothing can be learnt from this table."
        )
    numbers = sum(bool(c.attribute) and c.level is None for c in scaling.columns)
    return BuiltCandidates(reading, columns, importing.column_findings(reading), numbers)


def prior(
    checked: BuiltCandidates, rate: int, matter: str, terms: str = "linear"
) -> PriorInWords | KgdeskError:
    """Return the prior in words, or the error; called in the worker thread."""
    try:
        return importing.prior_in_words(checked.reading, rate / 100, matter, terms=terms)
    except KgdeskError as refused:
        return refused


_TEXTS = frozenset(source_field.name for source_field in fields(Source))


def store_setup(draft: Draft) -> None:
    """Store the draft for crash recovery, if a table was named."""
    if draft.source.path or draft.source.pasted:
        save_setup(
            {
                "source": asdict(draft.source),
                "columns": [
                    [c.info.name, c.info.looks_like, c.role.value, c.unit, c.log]
                    for c in draft.columns
                    if c.why is Why.CHOSEN
                ],
                "cells": {key: getattr(draft, key) for key in WAYS},
                "blank_none": list(draft.blank_none),
                "settings": draft.settings.as_json(),
                "matter": draft.matter,
                "name": draft.name,
            }
        )


def delete_setup() -> None:
    """Delete the stored draft: the study was created, or the wizard cancelled."""
    save_setup(None)


def restore_setup(draft: Draft, setup: dict[str, Any] | None = None) -> bool:
    """Fill a new draft from a setup, or from the stored one; return whether there was a usable one."""
    left = load_setup() if setup is None else setup
    try:
        source = Source(**{key: value for key, value in left["source"].items() if key in _TEXTS})
        columns = [_column(*stored) for stored in left["columns"]]
        settings = Settings.from_json(left["settings"])
        name, matter, cells = str(left["name"]), str(left["matter"]), dict(left["cells"])
        blank_none = tuple(map(str, left.get("blank_none", ())))
    except (KeyError, TypeError, ValueError, AttributeError, BadInput):
        return False  # nothing stored, or stored by another version
    if any(cells.get(key) not in ways for key, ways in WAYS.items()):
        return False
    draft.source, draft.columns, draft.settings = source, columns, settings
    draft.name, draft.matter, draft.blank_none = name, matter, blank_none
    for key in WAYS:
        setattr(draft, key, cells[key])
    return True


def _column(name: str, looks_like: Any, role: str, unit: str, log: Any) -> DraftColumn:
    info = ColumnInfo(name, looks_like, missing=0, unique=False, constant=False, distinct=0)
    return DraftColumn(info, Role(role), Why.CHOSEN, str(unit), bool(log))

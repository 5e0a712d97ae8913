"""Draft of a new study, and its storage for crash recovery. Free of Qt."""

from __future__ import annotations

import math
import re
from dataclasses import asdict, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Literal

from kgdesk.actions import importing, load_setup, save_setup, without_password, without_secrets
from kgdesk.actions.earlier_study import earlier_findings, read_earlier
from kgdesk.actions.importing import (
    ASKED,
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
from kgdesk.model.design.pool import without_unit
from kgdesk.model.design.samples import Barcodes
from kgdesk.model.design.typed_numbers import typed_number
from kgdesk.model.study.settings import Settings, new_settings
from kgdesk.model.study.stated_effects import with_effects
from kgdesk.ui.text.translate import translate

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from kgdesk.actions import Operator
    from kgdesk.actions.importing import ColumnChoice, PoolReading, RawTable
    from kgdesk.model.study.settings import PriorInWords

    Decimal = Literal["point", "comma"]


#: What a user can do about each kind of finding in a column.
WAYS = {
    "missing": ("leave_out", "median", "none"),
    "limits": ("leave_out", "use", "blank"),
    "words": ("leave_out", "blank"),
    "codes": ("rename", "first", "last", "number"),
    "blank codes": ("number",),
    "alike": ("apart",),
    "barcodes": ("keep",),
}


@dataclass(slots=True)
class DraftColumn:
    """A column with the user's decisions; `ways` is what to do about each kind of finding, where the user chose."""

    info: ColumnInfo
    role: Role
    why: Why
    unit: str = ""
    log: bool = False
    ways: dict[str, str] = field(default_factory=dict)

    @property
    def is_asked(self) -> bool:
        """Whether the user must say what the column is used as."""
        return self.why in ASKED


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

    def note_on_terms(self, terms: str, budget: int) -> str:
        """Return what is to be said of the number of columns with these terms; empty if there is nothing.

        Averaged models are weighted by the outcomes, and one of them is straight: however many columns they have, that
        is no reason for a warning. Where they leave products out, the sentence says how many columns this saves.
        """
        if terms == "average-squares":
            return left_out_products(self.columns + self.higher("average"), budget)
        if terms == "average":
            return ""
        higher = self.higher(terms)
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
    outcomes, direction, threshold
        What the column of past outcomes holds; for measured values, which of them are successes, as typed.
    rate, matter
        “Of 100 candidates about N succeed” and “the attributes matter ...”; rate is None for “not sure”.
    earlier
        Place of an earlier study to learn from; empty for none.
    """

    folder: Path
    operator: str = ""
    name: str = ""
    source: Source = field(default_factory=Source)
    table: RawTable | None = None
    columns: list[DraftColumn] = field(default_factory=list)
    meanings: dict[str, str] = field(default_factory=dict)
    settings: Settings = field(default_factory=lambda: new_settings({}))
    outcomes: Literal["words", "values", "counts"] = "words"
    direction: Literal["at-least", "at-most"] = "at-least"
    threshold: str = ""
    rate: int | None = None
    matter: str = "some"
    earlier: str = ""
    built: BuiltCandidates | None = None

    def terms_of(self, answer: str, budget: int) -> str:
        """Return the terms for an answer to the question about bends. Averaged terms may leave out products."""
        if answer != "average" or self.built is None:
            return answer
        return terms_for(self.built.columns, self.built.numbers, budget)

    def set_table(self, table: RawTable, infos: tuple[ColumnInfo, ...]) -> None:
        """Start with a table: propose a role for each column. Columns with unchanged headings keep what the user chose.

        If several columns are proposed for a unique role, the one with most distinct cells gets it: a well locates
        a sample more precisely than its plate.
        """
        known = {c.info.name: c for c in self.columns}
        self.table = table
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
        column = DraftColumn(info, proposal.role, proposal.why, unit or unit_in(info.name))
        if known is not None and known.info.looks_like == info.looks_like:
            column.unit, column.log, column.ways = known.unit, known.log, known.ways
            if known.why is Why.CHOSEN:
                column.role, column.why = known.role, known.why
        return column

    def set_source(self, source: Source) -> None:
        """Start with another table, and drop the decisions about the cells of the previous one."""
        self.source = source
        for column in self.columns:
            column.ways = {}

    def drop_table(self) -> None:
        """Discard the table, because another one is read."""
        self.table = None
        self.built = None

    def snapshot(self) -> Draft:
        """Return a copy for the worker thread, with its own columns and meanings."""
        columns = [replace(column, ways=dict(column.ways)) for column in self.columns]
        return replace(self, columns=columns, meanings=dict(self.meanings))

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
        words = words_of(self.table, outcome[0].info.name)
        self.outcomes, others = _sorted_outcomes(words, self.table.reading.decimal)
        if self.columns_with(Role.OUT_OF):
            self.outcomes = "counts"
            others = [word for word in others if not importing.is_number(word, self.table.reading.decimal)]
        self.meanings = {word: self.meanings.get(word, meaning_of(word)) for word in others[: MOST_WORDS + 1]}

    @property
    def limit(self) -> float | None:
        """The value that separates success from failure; None if it is not a number yet."""
        return self.limit_or_refusal()[0]

    def limit_or_refusal(self) -> tuple[float | None, str]:
        """Return `limit`, and why what was typed is not taken where it can be read in two ways, else empty."""
        try:
            number = typed_number(self.threshold)
        except BadInput as problem:
            return None, translate(problem)
        return (None if number is None or not math.isfinite(number) else number), ""

    def measured(self) -> dict[str, Any]:
        """Return the settings about a measured value that follow from the column of past outcomes; empty if none."""
        outcome = self.columns_with(Role.OUTCOME)
        if not outcome or self.outcomes != "values" or self.limit is None:
            return {}
        name, unit = outcome[0].info.name, outcome[0].unit.strip()
        return {
            "measured": without_unit(name, unit),
            "measured_unit": unit,
            "threshold": self.limit,
            "direction": self.direction,
        }

    def _vocabulary(self) -> Settings | None:
        """Return the settings by which values and counts among the past outcomes are read; None for words alone."""
        if self.outcomes == "words" or not self.columns_with(Role.OUTCOME):
            return None
        return replace(self.settings, **self.measured(), meanings=self.own_words)

    @property
    def own_words(self) -> tuple[str, ...]:
        """The words among values and counts with their meanings, as in the settings of a study."""
        words = self.meanings.items() if self.outcomes != "words" else ()
        return tuple(f"{word}={meaning}" for word, meaning in words if meaning)

    @property
    def barcode(self) -> str:
        """Heading of the barcode column; empty if none, or if it is only kept."""
        return next((c.info.name for c in self.columns_with(Role.BARCODE) if not c.ways.get("barcodes")), "")

    @property
    def location(self) -> str:
        """Heading of the location column; empty if none."""
        return next((c.info.name for c in self.columns_with(Role.LOCATION)), "")

    @property
    def blocks(self) -> tuple[str, ...]:
        """Headings of the columns that say in which block a past outcome was run."""
        return tuple(c.info.name for c in self.columns_with(Role.BLOCK))

    def choice(self, ways: dict[str, dict[str, str]]) -> ColumnChoice:
        """Return the roles as the table reader expects them; `ways` has the treatments of each heading."""
        learnt = self.columns_with(Role.NUMBER, Role.CATEGORY)
        extras = self.columns_with(Role.LOCATION, Role.BARCODE, Role.BLOCK, Role.KEEP)
        code, outcome = (next(iter(self.columns_with(role)), None) for role in (Role.CODE, Role.OUTCOME))
        out_of = next(iter(self.columns_with(Role.OUT_OF)), None)
        of_codes = code.ways if code is not None else {}
        if code is not None and "number" in {of_codes.get("codes"), of_codes.get("blank codes")}:
            extras, code = [*extras, code], None
        by_meaning = {
            wanted: tuple(word for word, meaning in self.meanings.items() if meaning == wanted)
            for wanted in ("success", "failure", "none")
        }
        repeated = of_codes.get("codes")
        return importing.ColumnChoice(
            id=code.info.name if code is not None else None,
            attributes=tuple(c.info.name for c in learnt),
            categories=tuple(c.info.name for c in self.columns_with(Role.CATEGORY)),
            outcome=outcome.info.name if outcome is not None else None,
            out_of=out_of.info.name if out_of is not None and outcome is not None else None,
            outcome_words=(by_meaning["success"], by_meaning["failure"]) if outcome is not None else None,
            outcome_none=by_meaning["none"],
            vocabulary=self._vocabulary(),
            ignore=tuple(c.info.name for c in self.columns_with(Role.IGNORE, Role.OUT_OF)),
            extras=tuple(c.info.name for c in extras),
            units={c.info.name: c.unit.strip() for c in self.columns_with(Role.NUMBER) if c.unit.strip()},
            logs=frozenset(c.info.name for c in self.columns_with(Role.NUMBER) if c.log),
            own=ways,
            blank_none=tuple(name for name, own in ways.items() if own.get("missing") == "none"),
            look_alikes="apart" if of_codes.get("alike") else "ask",
            repeated="first" if repeated == "first" else "last" if repeated == "last" else "rename",
        )


def _sorted_outcomes(
    words: Sequence[str], decimal: Decimal
) -> tuple[Literal["words", "values", "counts"], list[str]]:
    """Return what a column of past outcomes holds, and the words whose meaning must be said."""
    values = {
        word for word in words if importing.is_number(word, decimal) or importing.limit_in(word, decimal)
    }
    counts = {word for word in words if _COUNT.fullmatch(word)}
    if values - _FLAGS:
        return "values", [word for word in words if word not in values and word not in counts]
    if counts:
        return "counts", [word for word in words if word not in counts]
    return "words", list(words)


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


def knowledge(
    checked: BuiltCandidates, settings: Settings, earlier: str, who: Operator
) -> tuple[str, ...] | KgdeskError:
    """Return what is learnt from an earlier study, having checked the expected effects, or the error.

    Called in the worker thread.
    """
    pool = checked.reading.pool
    try:
        with_effects(design_matrix.fix_scaling(pool), settings.prior_effects, pool)
        return earlier_findings(checked.reading, settings, read_earlier(earlier, who)) if earlier else ()
    except KgdeskError as refused:
        return refused


#: Numbers that are words for success and failure.
_FLAGS = frozenset({"0", "1", "-1", "+1", "0.0", "1.0"})
_COUNT = re.compile(r"\d{1,6}\s*/\s*\d{1,6}", re.ASCII)
_TEXTS = frozenset(source_field.name for source_field in fields(Source))


def store_setup(draft: Draft) -> None:
    """Store the draft for crash recovery, if a table was named."""
    if draft.source.path or draft.source.pasted:
        save_setup(
            {
                "source": asdict(draft.source),
                "columns": [
                    [c.info.name, c.info.looks_like, c.role.value, c.why is Why.CHOSEN, c.unit, c.log, c.ways]
                    for c in draft.columns
                ],
                "settings": draft.settings.as_json(),
                "limit": [draft.direction, draft.threshold],
                "matter": draft.matter,
                "earlier": without_secrets(without_password(draft.earlier)),
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
        name, matter = str(left["name"]), str(left["matter"])
        direction, threshold = left.get("limit", ("at-least", ""))
    except (KeyError, TypeError, ValueError, AttributeError, BadInput):
        return False  # nothing stored, or stored by another version
    draft.source, draft.columns, draft.settings = source, columns, settings
    draft.name, draft.matter, draft.earlier = name, matter, str(left.get("earlier", ""))
    draft.direction, draft.threshold = direction, str(threshold)
    return True


def _column(
    name: str, looks_like: Any, role: str, chosen: Any, unit: str, log: Any, ways: dict[str, str]
) -> DraftColumn:
    if any(way not in WAYS[kind] for kind, way in ways.items()):
        raise ValueError(ways)
    info = ColumnInfo(name, looks_like, missing=0, unique=False, constant=False, distinct=0)
    why = Why.CHOSEN if chosen else Why.NUMBERS
    return DraftColumn(info, Role(role), why, str(unit), bool(log), dict(ways))

"""Propose the role of each column of a table, from its heading and its cells."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from kgdesk.tables.formula_guard import unescape_formula
from kgdesk.tables.numbers import NO_RESULT, are_padded, is_date, stands_for_missing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.tables.columns import ColumnInfo
    from kgdesk.tables.raw_table import RawTable

#: Words that make a category however few rows each has, where there are two rows per word on average.
FEW_LEVELS = 12
#: Rows per word, on average, from which on any number of words makes a category.
ROWS_PER_LEVEL = 3
#: Maximum number of distinct words in an outcome column.
MOST_WORDS = 12
SUCCESS_WORDS = frozenset(
    {
        "success",
        "yes",
        "y",
        "ja",
        "j",
        "true",
        "wahr",
        "pass",
        "passed",
        "good",
        "gut",
        "ok",
        "erfolg",
        "oui",
        "si",
        "sí",
        "sì",
        "vrai",
        "réussi",
        "succès",
        "quant",
        "quant.",
        "quantitative",
        "1",
        "+1",
        "1.0",
    }
)
FAILURE_WORDS = frozenset(
    {
        "failure",
        "no",
        "n",
        "nein",
        "false",
        "falsch",
        "fail",
        "failed",
        "bad",
        "schlecht",
        "fehlschlag",
        "non",
        "faux",
        "échec",
        "trace",
        "traces",
        "0",
        "-1",
        "0.0",
    }
)
#: Beginnings of words for a failure, as in “no crystal”, and words that begin so and say that nobody looked.
_NONE_OF = ("no ", "not ", "kein ", "keine ", "nicht ")
_NOT_LOOKED_AT = re.compile(
    r"no(t)? (yet|data|results?|values?|outcome|answer|tested|done|run|measured|determined|available|analy[sz]ed|"
    r"started|applicable|recorded)\b|(kein|keine|nicht|noch nicht)\b ?(ergebnis|daten|wert|messung|angaben?|getestet|"
    r"gemessen|bestimmt|gemacht|durchgeführt|vorhanden|begonnen|auswertbar)?$"
)
#: Marks of a visual score; some have no meaning of their own.
_MARKS = frozenset({"+", "++", "+++", "-", "--", "−", "–", "+/-", "±", "(+)", "+-"})
_GOOD_MARKS, _BAD_MARKS = frozenset({"+", "++", "+++"}), frozenset({"-", "--", "−", "–"})

_WORD = re.compile(r"[^\W\d_]+|#")
_CASE = re.compile(r"(?<=[a-zäöü])(?=[A-ZÄÖÜ])")
_UNNAMED = re.compile(r"Unnamed: \d+(?:\.\d+)*")
#: Codes that can be read as numbers: 101.0, written by a program, and 3E2, as labels of samples.
_LIKE_NUMBER = re.compile(r"\d+(?:[.,]0+|[eE]\d+)?")
_UNIT = re.compile(r".*\S\s*[(\[]\s*([^()\[\]]{1,16}?)\s*[)\]]")
_BRACKETS = re.compile(r"[(\[][^()\[\]]*[)\]]")
_BARCODE = re.compile(r"bar ?code|strichcode|\bean\b", re.IGNORECASE)

#: Words of headings that name candidates; all words of a heading, or its last one, have to be among them.
_NUMBERING = frozenset({
    "no", "nr", "num", "number", "nummer", "id", "idx", "index", "code", "#", "entry", "run", "exp", "expt",
    "experiment", "trial", "vial", "sample", "probe", "candidate", "name", "rxn", "reaction", "condition",
    "versuch", "lauf", "eintrag", "kandidat",
})  # fmt: skip
_LAST = frozenset({
    "no", "nr", "num", "number", "nummer", "id", "idx", "index", "code", "#", "order",
})  # fmt: skip
_LOCATION = frozenset({
    "location", "well", "plate", "rack", "shelf", "position", "row", "lane", "ort", "platte", "lager", "gestell",
    "fach",
})  # fmt: skip
_OUTCOME = frozenset({
    "outcome", "result", "success", "label", "class", "hit", "ergebnis", "erfolg", "résultat", "succès", "réussi",
    "réussite", "resultado", "éxito",
})  # fmt: skip
#: Words of headings of results: the first or last word of a heading; those that mean other things too, alone.
_RESULT = frozenset({
    "yield", "conversion", "ee", "selectivity", "purity", "score", "outcome", "result", "success", "objective",
    "germinated", "germination", "survived", "survival", "ausbeute", "umsatz", "ergebnis", "gekeimt", "rendement",
    "résultat", "rendimiento", "resultado",
})  # fmt: skip
_RESULT_ALONE = frozenset({
    "target", "loss", "label", "class", "hit", "activity", "response", "conv", "de", "dr", "er", "titer",
    "titre",
})  # fmt: skip
_NOTES = frozenset({
    "remark", "remarks", "comment", "comments", "note", "notes", "bemerkung", "bemerkungen", "kommentar", "notiz",
    "notizen", "date", "datum",
})  # fmt: skip


class Role(Enum):
    """Role of a column."""

    CODE = "code"
    NUMBER = "number"
    CATEGORY = "category"
    LOCATION = "location"
    BARCODE = "barcode"
    BLOCK = "block"
    OUTCOME = "outcome"
    OUT_OF = "out of"
    KEEP = "keep"
    IGNORE = "ignore"


#: Roles that at most one column can have.
SINGLE = (Role.CODE, Role.OUTCOME, Role.OUT_OF, Role.BARCODE, Role.LOCATION)


class Why(Enum):
    """Reason for a proposal; the window has a sentence for each."""

    FIRST_UNIQUE = "first unique"
    NAMED_CODE = "named code"
    NEARLY_UNIQUE = "nearly unique"
    NO_HEADING = "no heading"
    NUMBERS = "numbers"
    FEW_WORDS = "few words"
    MANY_WORDS = "many words"
    NOTES = "notes"
    HEADING = "heading"
    OUTCOMES = "outcomes"
    PERHAPS_OUTCOMES = "perhaps outcomes"
    RESULT = "result"
    CONSTANT = "constant"
    NO_RESULTS = "no results"
    COUNTER = "counter"
    EMPTY = "empty"
    CHOSEN = "chosen"


#: Reasons that are questions: whether the column holds results is asked, and it is never learnt from unasked.
ASKED = frozenset({Why.PERHAPS_OUTCOMES, Why.RESULT})


@dataclass(frozen=True, slots=True)
class Proposal:
    """Proposed role of a column, with its reason."""

    role: Role
    why: Why


def propose(table: RawTable, infos: Sequence[ColumnInfo], *, code: bool = True) -> tuple[Proposal, ...]:
    """Propose a role for each column of a table, in table order.

    Parameters
    ----------
    table
        The table.
    infos
        Its columns, from `kgdesk.tables.describe`: of all rows, or of those that become candidates.
    code
        Whether one of them may name the candidates.
    """
    named = _code(table, infos) if code else None
    proposals = []
    outcome_found = False
    known = any(_is_outcome(table, info) for at, info in enumerate(infos) if at != named)
    for at, info in enumerate(infos):
        if at == named:
            proposals.append(Proposal(Role.CODE, _why_code(table, info)))
            continue
        is_outcome = not outcome_found and _is_outcome(table, info)
        outcome_found = outcome_found or is_outcome
        proposal = Proposal(Role.OUTCOME, Why.OUTCOMES) if is_outcome else _other(table, info)
        learnt = proposal.role in {Role.NUMBER, Role.CATEGORY}
        perhaps = learnt and not known and _perhaps_outcome(table, info)
        if perhaps and (not is_result(info.name) or _all_mean_outcomes(table, info)):
            proposal = Proposal(proposal.role, Why.PERHAPS_OUTCOMES)
        elif (learnt or proposal.why is Why.MANY_WORDS) and is_result(info.name):
            proposal = Proposal(proposal.role, Why.RESULT)
        elif learnt and not known and _is_mostly_to_come(table, info):
            proposal = Proposal(proposal.role, Why.PERHAPS_OUTCOMES)
        proposals.append(proposal)
    return tuple(proposals)


def words_of(table: RawTable, heading: str) -> tuple[str, ...]:
    """Return the distinct non-empty cells of a column in order of appearance, ignoring case and surrounding space."""
    seen: dict[str, str] = {}
    for cell in table.column(heading):
        text = cell.strip().removeprefix("'")
        if text:
            seen.setdefault(text.casefold(), text)
    return tuple(seen.values())


def meaning_of(word: str) -> str:
    """Return ``success`` or ``failure`` for a common outcome word, else an empty string."""
    folded = word.casefold()
    if folded in SUCCESS_WORDS or folded in _GOOD_MARKS:
        return "success"
    if folded in FAILURE_WORDS or folded in _BAD_MARKS:
        return "failure"
    return "failure" if folded.startswith(_NONE_OF) and not _NOT_LOOKED_AT.match(folded) else ""


def unit_in(heading: str) -> str:
    """Return the unit in parentheses in a heading, as in “Temperature (°C)”; empty if none."""
    match = _UNIT.fullmatch(heading)
    return match.group(1) if match else ""


def is_result(heading: str) -> bool:
    """Return whether a heading names what a run gives, such as “yield (%)” or “objective_conversion”."""
    words = _words(heading)
    if not words:
        return False
    return words[0] in _RESULT or words[-1] in _RESULT or (len(words) == 1 and words[0] in _RESULT_ALONE)


def may_hold_outcomes(heading: str) -> bool:
    """Return whether a heading is one of outcomes in words, such as “success” or “class”."""
    return bool(_OUTCOME.intersection(_words(heading)))


def _words(heading: str) -> list[str]:
    """Return the words of a heading in lower case, without what stands in brackets: ``SampleNo`` has two."""
    return [word.casefold() for word in _WORD.findall(_CASE.sub(" ", _BRACKETS.sub(" ", heading)))]


def names_rows(heading: str) -> bool:
    """Return whether a heading is one of codes or running numbers, such as “entry”, “Sample no.” or “run”."""
    words = _words(heading)
    named = bool(words) and (words[-1] in _LAST or _NUMBERING.issuperset(words))
    return (named or _UNNAMED.fullmatch(heading) is not None) and not names_place(heading)


def names_place(heading: str) -> bool:
    """Return whether a heading says where a sample is, or that the column holds its barcode."""
    return bool(_LOCATION.intersection(_words(heading)) or _BARCODE.search(heading))


def _code(table: RawTable, infos: Sequence[ColumnInfo]) -> int | None:
    """Return the column that names the candidates: by its heading and different in each row, or only different."""
    rows = infos[0].rows if infos else 0
    unique = [at for at, info in enumerate(infos) if info.unique and rows > 1]
    named = [at for at in unique if names_rows(infos[at].name) and _may_number(table, infos[at])]
    texts = [at for at in named if infos[at].looks_like == "text"]
    index = [at for at in unique if infos[at].name == table.row_numbers]
    others = [at for at in unique if infos[at].looks_like == "text" and not names_place(infos[at].name)]
    padded = [
        at for at in unique if infos[at].looks_like == "number" and are_padded(table.column(infos[at].name))
    ]
    best = [*texts, *named, *padded, *index, *others]
    if best:
        return best[0]
    for at, info in enumerate(infos):  # codes of which some repeat
        full = info.looks_like == "text" and not info.missing and not names_place(info.name)
        often = names_rows(info.name) and 2 * info.distinct > rows
        if full and (often or 10 * info.distinct >= 9 * rows > 90):
            return at
    return None


def _may_number(table: RawTable, info: ColumnInfo) -> bool:
    """Return whether the cells of a column may be codes: words, or whole numbers."""
    return info.looks_like == "text" or all(
        _LIKE_NUMBER.fullmatch(cell.strip()) for cell in table.column(info.name)
    )


def _why_code(table: RawTable, info: ColumnInfo) -> Why:
    if not info.unique:
        return Why.NEARLY_UNIQUE
    if info.name == table.row_numbers:
        return Why.NO_HEADING
    return Why.NAMED_CODE if names_rows(info.name) else Why.FIRST_UNIQUE


def _is_outcome(table: RawTable, info: ColumnInfo) -> bool:
    """Return whether a column holds past outcomes: by its heading, and at least half of its words have a meaning."""
    if not may_hold_outcomes(info.name) or not 0 < info.distinct <= MOST_WORDS:
        return False
    words = words_of(table, info.name)
    return 2 * sum(bool(meaning_of(word)) for word in words) >= len(words)


def _perhaps_outcome(table: RawTable, info: ColumnInfo) -> bool:
    """Return whether to ask if a column holds past outcomes: mostly blank, or words for yes and no in every cell."""
    if not 0 < info.distinct <= MOST_WORDS:
        return False
    if 2 * info.missing > info.rows:
        return True
    if info.looks_like != "text":
        return False
    words = words_of(table, info.name)
    known = {meaning_of(word) for word in words if not stands_for_missing(word)}
    return (bool(known) and "" not in known) or (len(words) > 1 and _MARKS.issuperset(words))


def _all_mean_outcomes(table: RawTable, info: ColumnInfo) -> bool:
    return all(map(meaning_of, words_of(table, info.name)))


def _is_mostly_to_come(table: RawTable, info: ColumnInfo) -> bool:
    """Return whether a column of numbers has none in most rows, as one of results has that are still to come."""
    if info.looks_like != "number" or not info.missing + info.problem_count:
        return False
    return 2 * (info.missing + sum(map(stands_for_missing, table.column(info.name)))) > info.rows


def _other(table: RawTable, info: ColumnInfo) -> Proposal:  # noqa: PLR0911 - one reason a line
    if not info.distinct:
        return Proposal(Role.IGNORE, Why.EMPTY)
    if info.name == table.row_numbers:
        return Proposal(Role.IGNORE, Why.NO_HEADING)
    if info.name in table.unnamed:
        return Proposal(Role.KEEP, Why.NO_HEADING)
    if _BARCODE.search(info.name):
        return Proposal(Role.BARCODE, Why.HEADING)
    if _LOCATION.intersection(_words(info.name)):
        return Proposal(Role.LOCATION, Why.HEADING)
    if info.constant:
        formulas = table.column(info.name)[0].strip() == NO_RESULT
        return Proposal(Role.KEEP, Why.NO_RESULTS if formulas else Why.CONSTANT)
    if info.looks_like == "number":
        named = names_rows(info.name) or are_padded(table.column(info.name))
        counter = info.unique and named and _may_number(table, info)
        return Proposal(Role.KEEP, Why.COUNTER) if counter else Proposal(Role.NUMBER, Why.NUMBERS)
    if _NOTES.intersection(_words(info.name)) or _holds_dates(table, info):
        return Proposal(Role.KEEP, Why.NOTES)
    filled = info.rows - info.missing
    few = info.distinct <= max(2, min(FEW_LEVELS, info.rows // 2))
    if few or ROWS_PER_LEVEL * info.distinct <= filled:
        return Proposal(Role.CATEGORY, Why.FEW_WORDS)
    return Proposal(Role.KEEP, Why.MANY_WORDS)


def _holds_dates(table: RawTable, info: ColumnInfo) -> bool:
    return all(not cell.strip() or is_date(unescape_formula(cell)) for cell in table.column(info.name))

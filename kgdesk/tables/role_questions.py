"""Ask what columns are that no option names: codes, words, results, and what cannot be learnt from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kgdesk.errors import BadTable
from kgdesk.model.study.settings import Settings
from kgdesk.tables.columns import argument, describe_column
from kgdesk.tables.numbers import all_numbers, are_padded, count_numbers
from kgdesk.tables.outcome_column import meaning_option, unknown_words
from kgdesk.tables.quoting import quoted
from kgdesk.tables.roles import (
    MOST_WORDS,
    Role,
    Why,
    is_result,
    may_hold_outcomes,
    meaning_of,
    names_place,
    names_rows,
    propose,
    words_of,
)
from kgdesk.text import listed, phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.tables.columns import ColumnChoice, ColumnInfo
    from kgdesk.tables.raw_table import RawTable
    from kgdesk.tables.roles import Proposal

#: Columns that a question names; further ones are counted.
_NAMED = 8


def with_unnamed_columns(table: RawTable, choice: ColumnChoice) -> ColumnChoice:
    """Return the choice in which columns without a heading have a role: a choice that gives them one stays as it is.

    A first column of row numbers names the candidates, or is left aside where another column does; others are kept.
    """
    if choice.joins:
        return choice
    named = {
        choice.id, choice.outcome, *(choice.attributes or ()), *choice.categories, *choice.ignore, *choice.extras,
    }  # fmt: skip
    choice = replace(choice, extras=(*choice.extras, *(each for each in table.unnamed if each not in named)))
    name = table.row_numbers
    if not name or name in named:
        return choice
    if choice.id is None:
        return replace(choice, id=name)
    return replace(choice, ignore=(*choice.ignore, name))


@dataclass(frozen=True, slots=True)
class RoleQuestions:
    """Columns without a role that is stated or plain, with the role proposed for each.

    Parameters
    ----------
    file
        Name of the table.
    columns
        The columns, each with its proposal.
    values
        Headings of those that hold measured values, of which the study states no threshold.
    unknown
        Words without a meaning in the first of the columns that may hold results.
    """

    file: str
    columns: tuple[tuple[ColumnInfo, Proposal], ...]
    values: frozenset[str] = frozenset()
    unknown: tuple[str, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """Headings of the columns that are asked about."""
        return frozenset(info.name for info, _ in self.columns)

    def refusals(self) -> list[BadTable]:
        """Return one refusal for each kind of question, with the options that answer it."""
        asked: list[str] = []
        for info, _ in self._with(Role.CODE):
            asked.append(
                phrase(
                    "{file}: column {name} is different in every row. If it names the candidates, say so (--id "
                    "{option}); else leave it out (--ignore {option}).",
                    file=self.file,
                    name=quoted(info.name),
                    option=argument(info.name),
                )
            )
        asked += [self._result(info) for info, proposal in self.columns if _may_be_result(proposal)]
        words = self._with(Role.CATEGORY)
        if words:
            asked.append(
                phrase(
                    "{file}: {columns} words, not numbers. Learn from them as categories (--category {options}) or "
                    "leave them out (--ignore {options}).",
                    file=self.file,
                    columns=_columns(words),
                    options=_options(words),
                )
            )
        for info, _ in self._with(Role.LOCATION):
            asked.append(
                phrase(
                    "{file}: column {name} says where a sample is. Keep it for people (--location {option}), or leave "
                    "it out (--ignore {option}); if it is a number to learn from, name all of these (--attributes).",
                    file=self.file,
                    name=quoted(info.name),
                    option=argument(info.name),
                )
            )
        for info, _ in self._with(Role.BARCODE):
            asked.append(
                phrase(
                    "{file}: column {name} contains codes of samples. Keep it for people (--barcode {option}), or "
                    "leave it out (--ignore {option}).",
                    file=self.file,
                    name=quoted(info.name),
                    option=argument(info.name),
                )
            )
        asked += self._useless()
        return [BadTable(sentence) for sentence in asked]

    def _result(self, info: ColumnInfo) -> str:
        if self._may_be_category(info):
            return phrase(
                "{file}: column {name} may hold results. If these are past outcomes, say so (--outcome {option}); if "
                "it is something that is set, learn from it (--category {option}); else leave it out (--ignore "
                "{option}).",
                file=self.file,
                name=quoted(info.name),
                option=argument(info.name),
            )
        if info.name not in self.values:
            return phrase(
                "{file}: column {name} may hold results. If these are past outcomes, say so (--outcome {option}); else "
                "leave it out (--ignore {option}), or name all columns to learn from (--attributes).",
                file=self.file,
                name=quoted(info.name),
                option=argument(info.name),
            )
        return phrase(
            "{file}: column {name} may hold results. If these are past outcomes, say so and which are successes "
            "(--outcome {option} --measured {rule}); else leave it out (--ignore {option}), or name all columns to "
            "learn from (--attributes).",
            file=self.file,
            name=quoted(info.name),
            option=argument(info.name),
            rule=_rule(info),
        )

    def _may_be_category(self, info: ColumnInfo) -> bool:
        """Return whether a column that may hold results can as well be set: words in each row, no name of a result."""
        why = {info.name: proposal.why for info, proposal in self.columns}[info.name]
        return why is Why.PERHAPS_OUTCOMES and info.looks_like == "text" and not info.missing

    def _outcome(self, info: ColumnInfo) -> str:
        """Return the options that say that a column holds past outcomes."""
        said = f"--outcome {argument(info.name)}"
        return f"{said} --measured {_rule(info)}" if info.name in self.values else said

    def _useless(self) -> list[str]:
        """Return the questions about columns from which nothing can be learnt."""
        sentences: list[str] = []
        for why, what in _USELESS:
            some = [each for each in self._with(Role.KEEP, Role.IGNORE) if each[1].why is why]
            if some:
                sentences.append(
                    phrase(
                        "{file}: {columns} {what}. Leave out what cannot be learnt from (--ignore {options}).",
                        file=self.file,
                        columns=_columns(some),
                        what=what,
                        options=_options(some),
                    )
                )
        return sentences

    def proposal(self) -> str:
        """Return all answers that are proposed, as options in one sentence; empty if there are none."""
        ignored = self._with(Role.KEEP, Role.IGNORE)
        results = _likely_first(self.columns)
        answers = [f"--id {argument(info.name)}" for info, _ in self._with(Role.CODE)]
        categories = self._with(Role.CATEGORY)
        categories += [each for each in results[1:] if self._may_be_category(each[0])]
        if categories:
            answers.append(f"--category {_options(categories)}")
        for role, option in ((Role.LOCATION, "--location"), (Role.BARCODE, "--barcode")):
            answers += [f"{option} {argument(info.name)}" for info, _ in self._with(role)[:1]]
            ignored += self._with(role)[1:]
        if results:
            answers += [self._outcome(results[0][0]), *map(meaning_option, self.unknown)]
            ignored += [each for each in results[1:] if not self._may_be_category(each[0])]
        if ignored:
            answers.append(f"--ignore {_options(ignored)}")
        return phrase("All of it at once: {answers}.", answers=" ".join(answers)) if answers else ""

    def _with(self, *roles: Role) -> list[tuple[ColumnInfo, Proposal]]:
        return [each for each in self.columns if each[1].role in roles and not _may_be_result(each[1])]


#: What columns hold from which nothing can be learnt, by the reason of the proposal.
_USELESS = (
    (Why.COUNTER, phrase("numbers that only name the row")),
    (Why.NOTES, phrase("dates or remarks")),
    (Why.MANY_WORDS, phrase("words of which nearly every row has its own, so that nothing can be learnt")),
    (Why.CONSTANT, phrase("the same word in every row")),
    (Why.EMPTY, phrase("nothing at all")),
    (
        Why.NO_RESULTS,
        phrase(
            "formulas without results: open the file in a spreadsheet program, save it, and choose it again"
        ),
    ),
)


def _rule(info: ColumnInfo) -> str:
    """Return the value of ``--measured`` with a gap for the threshold; a loss is to be small."""
    sign = "<=" if "loss" in info.name.casefold() else ">="
    return f'"{info.name} {sign} NUMBER"'


def _may_be_result(proposal: Proposal) -> bool:
    return proposal.role is Role.OUTCOME or proposal.why in {Why.RESULT, Why.PERHAPS_OUTCOMES}


def _likely_first(
    columns: Sequence[tuple[ColumnInfo, Proposal]],
) -> list[tuple[ColumnInfo, Proposal]]:
    """Return the columns that may hold results, those first whose heading says so."""
    results = [each for each in columns if _may_be_result(each[1])]
    return sorted(results, key=lambda each: each[1].why is Why.PERHAPS_OUTCOMES)


def _columns(some: Sequence[tuple[ColumnInfo, Proposal]]) -> str:
    """Return “column “A” holds” or “columns “A”, “B” hold”."""
    names = [quoted(info.name) for info, _ in some]
    if len(names) == 1:
        return phrase("column {name} holds", name=names[0])
    if len(names) <= _NAMED:
        return phrase("columns {names} hold", names=listed(names))
    return phrase(
        "columns {names} and {count} more hold", names=listed(names[:_NAMED]), count=len(names) - _NAMED
    )


def _options(some: Sequence[tuple[ColumnInfo, Proposal]]) -> str:
    """Return headings as the value of an option, in quotes where a shell needs them."""
    names = ",".join(info.name for info, _ in some)
    return argument(names)


def role_questions(
    table: RawTable, choice: ColumnChoice, names: Sequence[str], kept: Sequence[int]
) -> RoleQuestions:
    """Return the questions about the attributes `names` that the choice does not name, from the rows `kept`.

    A column of numbers without blank cells is learnt from unless its heading is that of a code, a running number or a
    result. There are no questions where the choice lists its attributes.
    """
    if choice.attributes is not None or choice.joins:
        return RoleQuestions(table.name, ())
    infos = [
        describe_column(table, name, kept)
        for name in names
        if name not in choice.categories and not _plain(table, name)
    ]
    asked = []
    for info, proposal in zip(infos, propose(table, infos, code=choice.id is None), strict=True):
        if choice.outcome is not None and proposal.why in {Why.OUTCOMES, Why.PERHAPS_OUTCOMES}:
            continue
        number = info.looks_like == "number"
        if number and (proposal.why in _PLAIN or not _means_outcomes(table, info, proposal)):
            continue
        words = number or proposal.role is Role.CODE or proposal.why in {Why.NOTES, Why.RESULT}
        if not words and _begin_as_numbers(table, info.name, kept):
            continue  # the refusal of its cells says what stands beside the numbers
        asked.append((info, proposal))
    stated = choice.vocabulary is not None and bool(choice.vocabulary.measured)
    values = frozenset(
        info.name
        for info, proposal in asked
        if not stated and proposal.why is Why.RESULT and count_numbers(table.column(info.name))
    )
    results = [info.name for info, _ in _likely_first(asked)]
    unknown = unknown_words(table, results[0], kept, choice.vocabulary or Settings()) if results else ()
    return RoleQuestions(table.name, tuple(asked), values, unknown if len(unknown) <= MOST_WORDS else ())


#: Reasons for which a column of numbers is learnt from unasked.
_PLAIN = frozenset({Why.NUMBERS, Why.CONSTANT})


def _means_outcomes(table: RawTable, info: ColumnInfo, proposal: Proposal) -> bool:
    """Return whether numbers under another heading than that of a result, mostly blank, can be outcomes such as 0/1."""
    return proposal.why is not Why.PERHAPS_OUTCOMES or all(map(meaning_of, words_of(table, info.name)))


def _plain(table: RawTable, name: str) -> bool:
    """Return whether a column holds numbers in every row, under a heading that says nothing else."""
    if names_rows(name) or names_place(name) or is_result(name) or may_hold_outcomes(name):
        return False
    cells = table.column(name)
    return all_numbers(cells, table.reading.decimal) and not are_padded(cells)


def _begin_as_numbers(table: RawTable, name: str, kept: Sequence[int]) -> bool:
    """Return whether at least half of the filled cells begin as numbers do, so that something stands beside them."""
    cells = table.column(name)
    filled = [cells[row].strip() for row in kept if cells[row].strip()]
    return 2 * sum(cell.lstrip("+-−<>≤≥=~≈ .,'")[:1].isdigit() for cell in filled) >= len(filled) > 0

"""Read the outcomes in a column of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.errors import BadInput, BadTable, UnknownWord
from kgdesk.model.design.pool import with_unit
from kgdesk.model.design.typed_numbers import with_point
from kgdesk.model.study.outcome_words import ACCEPTED, PAIRS, flags_or_values, read_outcome
from kgdesk.tables.formula_guard import unescape_formula
from kgdesk.tables.numbers import is_date, is_number, is_whole
from kgdesk.tables.quoting import printable, quoted
from kgdesk.tables.roles import MOST_WORDS, meaning_of, unit_in
from kgdesk.tables.tidying import limit_in
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from kgdesk.model.study.outcome_words import OutcomeReading
    from kgdesk.model.study.settings import Settings
    from kgdesk.tables.raw_table import RawTable


_WORDS = {
    word: ({f"{good}/{bad}"}, sign)
    for good, bad in PAIRS
    if good != "1"
    for word, sign in ((good, 1), (bad, -1))
}

_NUMBERS = {1.0: ({"1/0", "1/-1"}, 1), 0.0: ({"1/0"}, -1), -1.0: ({"1/-1"}, -1)}

#: Further words without a meaning that a refusal lists.
_LISTED = 8


def read_outcomes_by_vocabulary(
    table: RawTable, heading: str, rows: Iterable[int], settings: Settings
) -> dict[int, OutcomeReading]:
    """Return the outcome of each row that has one, in the vocabulary of a study; blank cells have none.

    Raises
    ------
    BadTable
        A cell has no meaning in it; the message names the line.
    """
    cells = table.column(heading)
    filled = {row: text for row in rows if (text := unescape_formula(cells[row]).strip())}
    named = (settings.measured, with_unit(settings.measured, settings.measured_unit))
    if heading not in named and flags_or_values(filled.values(), settings):
        raise BadTable(ask_for_flags(table.place(next(iter(filled)), heading), settings.measured))
    readings = {}
    unknown: dict[str, tuple[str, str]] = {}
    for row, text in filled.items():
        if text.casefold() not in settings.meaning_of:
            _refuse_date(text, table.place(row, heading))
        try:
            reading = read_outcome(text, settings, table.reading.decimal)
        except UnknownWord as refused:
            unknown.setdefault(text, (table.place(row, heading), refused.sentence))
            continue
        except BadInput as refused:
            raise BadTable(
                phrase("{place}: {said}", place=table.place(row, heading), said=refused.sentence)
            ) from None
        if reading.outcomes:
            readings[row] = reading
    if unknown:
        raise BadTable(ask_for_meaning([(text, *about) for text, about in unknown.items()]))
    return readings


def _refuse_date(text: str, place: str) -> None:
    """Raise BadTable for a text that a spreadsheet may have made of a count: 3/5 becomes 3 May."""
    if is_date(text):
        raise BadTable(
            phrase(
                "{place}: {said} looks like a date, which a spreadsheet may have made of a count: write “3 of 5”, or "
                'state what it means (--meaning "{text}=none").',
                place=place,
                said=quoted(text),
                text=printable(text),
            )
        )


def unknown_words(table: RawTable, heading: str, rows: Iterable[int], settings: Settings) -> tuple[str, ...]:
    """Return the words in a column that are no outcome in a vocabulary, nor numbers, limits or counts."""
    decimal, unit = table.reading.decimal, unit_in(heading)
    cells = table.column(heading)
    unknown: dict[str, None] = {}
    for text in dict.fromkeys(unescape_formula(cells[row]).strip() for row in rows):
        bare = text.removesuffix(unit).strip() if unit else text
        if not text or is_number(bare, decimal) or limit_in(bare, decimal) or is_date(text):
            continue
        try:
            read_outcome(text, settings, decimal)
        except UnknownWord:
            unknown[text] = None
        except BadInput:
            continue
    return tuple(unknown)


def ask_for_meaning(unknown: Sequence[tuple[str, str, str]], *, of_results: bool = False) -> str:
    """Return the refusal of words without a meaning, each with its place and why it is no outcome, with the option.

    The option for a column of numbers of runs is another one in a file of results than in a table of candidates.
    """
    (text, place, said), *others = unknown
    asked = phrase(
        '{place}: {said} If it is a word of your own, state what it means (--meaning "{text}=none" for no outcome yet, '
        "or success, failure or void in place of none).",
        place=place,
        said=said,
        text=printable(text),
    )
    if is_whole(text):
        asked = (
            phrase(
                "{asked} If the column counts successes, name the column with the number of runs (--column "
                "out_of=COL).",
                asked=asked,
            )
            if of_results
            else phrase(
                "{asked} If the column counts successes, name the column with the number of runs (--out-of COL).",
                asked=asked,
            )
        )
    more = ", ".join(f"{quoted(word)} ({where})" for word, where, _ in others[:_LISTED])
    more += f", … ({len(others) - _LISTED})" if len(others) > _LISTED else ""
    if not others:
        return asked
    asked = phrase("{asked} Further texts of this kind: {more}.", asked=asked, more=more)
    if len(unknown) > MOST_WORDS:
        return asked
    return phrase(
        "{asked} All of it at once: {answers}.",
        asked=asked,
        answers=" ".join(map(meaning_option, (word for word, _, _ in unknown))),
    )


def meaning_option(word: str) -> str:
    """Return the option that gives a word the meaning that it seems to have: by default that of no outcome yet."""
    return f'--meaning "{printable(word)}={meaning_of(word) or "none"}"'


def ask_for_flags(place: str, measured: str) -> str:
    """Return the refusal of a column of 0 and 1 in a study that measures a value."""
    return phrase(
        "{place}: the cells hold only 0 and 1. State what they are: failure and success (--meaning 0=failure --meaning "
        "1=success), or values of {measured} (--meaning 0=value --meaning 1=value).",
        place=place,
        measured=measured,
    )


def read_outcome_column(
    table: RawTable,
    heading: str,
    rows: Iterable[int],
    words: tuple[Collection[str], Collection[str]] | None = None,
    none_words: Collection[str] = (),
) -> dict[int, int]:
    """Return the outcome, +1 or -1, of each row that has one; blank cells have none.

    Parameters
    ----------
    table, heading
        Table and column of the outcomes.
    rows
        Row positions to read, from 0.
    words
        Words for success and for failure, chosen by the user; by default exactly one of the usual pairs
        is accepted. Case and surrounding spaces are ignored.
    none_words
        Words for no outcome, besides a blank cell.

    Raises
    ------
    BadTable
        Another word, or words of two pairs; the message names the line.
    """
    cells = table.column(heading)
    filled = {row: unescape_formula(cells[row]).strip() for row in rows if cells[row].strip()}
    if words is not None:
        return _by_choice(table, heading, filled, words, none_words)
    signs: dict[int, int] = {}
    pairs: set[str] = set()
    for row, text in filled.items():
        fits, sign = _usual(table, heading, row, text)
        if signs and not pairs & fits:
            first = next(
                other for other in signs if not _usual(table, heading, other, filled[other])[0] & fits
            )
            raise BadTable(
                phrase(
                    "{place}: {text} does not go with {other} in {line_word} {line}. Write all "
                    "outcomes with one pair: {accepted}.",
                    place=table.place(row, heading),
                    text=quoted(text),
                    other=quoted(filled[first]),
                    line_word=table.line_word,
                    line=table.lines[first],
                    accepted=ACCEPTED,
                )
            )
        pairs = pairs & fits if signs else fits
        signs[row] = sign
    return signs


def _usual(table: RawTable, heading: str, row: int, text: str) -> tuple[set[str], int]:
    """Return the usual pairs of words that a cell may belong to, and its sign."""
    known = _WORDS.get(text.casefold())
    if known is None and is_number(text, table.reading.decimal):
        known = _NUMBERS.get(float(with_point(text)))
    if known is None:
        raise BadTable(
            phrase(
                "{place}: {text} is neither success nor failure. Write {accepted}, and leave the "
                "cell empty where there is no outcome.",
                place=table.place(row, heading),
                text=quoted(text),
                accepted=ACCEPTED,
            )
        )
    return known


def _by_choice(
    table: RawTable,
    heading: str,
    filled: dict[int, str],
    words: tuple[Collection[str], Collection[str]],
    none_words: Collection[str],
) -> dict[int, int]:
    good, bad, none = ({word.strip().casefold() for word in some} for some in (*words, none_words))
    twice = (good & bad) | (good & none) | (bad & none)
    if twice:
        raise BadTable(
            phrase("The word {word} has two meanings: let each word mean one thing.", word=quoted(min(twice)))
        )
    signs = {}
    for row, text in filled.items():
        word = text.casefold()
        if word in none:
            continue
        if word not in good and word not in bad:
            raise BadTable(
                phrase(
                    "{place}: no meaning was given to {text}. Say whether it is a success, a failure or "
                    "no outcome.",
                    place=table.place(row, heading),
                    text=quoted(text),
                )
            )
        signs[row] = 1 if word in good else -1
    return signs

"""The words by which tables say success and failure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.errors import BadTable, phrase
from kgdesk.files.guard import unguard
from kgdesk.files.numbers import is_number
from kgdesk.files.source import shown

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from kgdesk.files.rawtable import RawTable

_PAIRS = (("success", "failure"), ("yes", "no"), ("true", "false"), ("pass", "fail"))
_WORDS = {word: ({f"{good}/{bad}"}, sign) for good, bad in _PAIRS for word, sign in ((good, 1), (bad, -1))}
_NUMBERS = {1.0: ({"1/0", "1/-1"}, 1), 0.0: ({"1/0"}, -1), -1.0: ({"1/-1"}, -1)}
_ACCEPTED = phrase("success/failure, yes/no, true/false, pass/fail, 1/0 or 1/-1")


def read_outcome_column(
    table: RawTable,
    heading: str,
    rows: Iterable[int],
    words: tuple[Collection[str], Collection[str]] | None = None,
    none_words: Collection[str] = (),
) -> dict[int, int]:
    """Return +1 or -1 for each row that has an outcome; a blank cell is none.

    Parameters
    ----------
    table, heading
        Where the outcomes stand.
    rows
        Positions of the rows to look at, from 0.
    words
        What counts as success and as failure, by the person's choice; without it one of the usual pairs, and
        only one, is accepted. Case and spaces at the ends do not count.
    none_words
        What counts as no outcome, besides a blank cell.

    Raises
    ------
    BadTable
        Another word, or words of two pairs; the text names the line.
    """
    cells = table.column(heading)
    filled = {row: unguard(cells[row]).strip() for row in rows if cells[row].strip()}
    if words is not None:
        return _by_choice(table, heading, filled, words, none_words)
    found: dict[int, int] = {}
    pairs: set[str] = set()
    for row, text in filled.items():
        fits, sign = _usual(table, heading, row, text)
        if found and not pairs & fits:
            first = next(
                other for other in found if not _usual(table, heading, other, filled[other])[0] & fits
            )
            raise BadTable(
                phrase(
                    "{place}: {text} does not go with {other} in {line_word} {line}. Write all "
                    "outcomes with one pair: {accepted}.",
                    place=table.place(row, heading),
                    text=shown(text),
                    other=shown(filled[first]),
                    line_word=table.line_word,
                    line=table.lines[first],
                    accepted=_ACCEPTED,
                )
            )
        pairs = pairs & fits if found else fits
        found[row] = sign
    return found


def _usual(table: RawTable, heading: str, row: int, text: str) -> tuple[set[str], int]:
    """Return the pairs of words that a cell may belong to, and its sign."""
    known = _WORDS.get(text.casefold())
    if known is None and is_number(text, table.reading.decimal):
        known = _NUMBERS.get(float(text.replace(",", ".")))
    if known is None:
        raise BadTable(
            phrase(
                "{place}: {text} is neither success nor failure. Write {accepted}, and leave the "
                "cell empty where there is no outcome.",
                place=table.place(row, heading),
                text=shown(text),
                accepted=_ACCEPTED,
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
            phrase("The word {word} has two meanings: let each word mean one thing.", word=shown(min(twice)))
        )
    found = {}
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
                    text=shown(text),
                )
            )
        found[row] = 1 if word in good else -1
    return found

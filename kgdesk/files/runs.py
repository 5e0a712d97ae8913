"""The runs of a study as a table for people."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from kgdesk.files.file_io import nfc
from kgdesk.files.numbers import is_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Outcome = Literal["success", "failure", "void"]

#: The columns of a runs CSV before those of the attributes.
RUN_COLUMNS = (
    "run",
    "candidate",
    "outcome",
    "recorded_at",
    "operator",
    "suggested",
    "probability_before",
    "note",
    "corrected_from",
    "reason",
)
#: The columns behind those of the attributes, before those of what is kept with the candidates.
LATER_COLUMNS = ("run_token", "measured")


@dataclass(frozen=True, slots=True)
class RunRow:
    """One run as the runs CSV shows it.

    Parameters
    ----------
    run
        From 1.
    candidate
        Its name.
    outcome
        The present one.
    recorded_at
        ISO 8601, UTC.
    operator
        Who recorded it.
    suggested
        The candidate that was suggested at the time; empty when none was.
    probability_before
        Of success, 0..1, as believed before the run.
    note
        Of the operator.
    corrected_from
        The outcome before the correction; empty when there was none.
    reason
        Of the correction.
    attributes
        The candidate's values, numbers or words, in the order of the study's attributes.
    run_token
        Names the started run on a worklist; empty where it has none.
    measured
        The value that the outcome was read from; None where there is none.
    kept
        What is kept with the candidate, in table order.
    """

    run: int
    candidate: str
    outcome: Outcome
    recorded_at: str
    operator: str
    suggested: str = ""
    probability_before: float | None = None
    note: str = ""
    corrected_from: str = ""
    reason: str = ""
    attributes: tuple[float | str, ...] = ()
    run_token: str = ""
    measured: float | None = None
    kept: tuple[str, ...] = ()

    def cells(self) -> tuple[str | float | int | None, ...]:
        """Return the cells of the row, under the headings of `runs_header`."""
        return (
            self.run,
            self.candidate,
            self.outcome,
            self.recorded_at,
            self.operator,
            self.suggested,
            self.probability_before,
            self.note,
            self.corrected_from,
            self.reason,
            *self.attributes,
            self.run_token,
            self.measured,
            *self.kept,
        )

    def digest(self) -> str:
        """Return what `OutcomeRow.digest` is when the row comes back unchanged."""
        return row_digest("" if cell is None else cell for cell in self.cells())


def runs_header(attributes: Sequence[str], kept: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the headings of a runs CSV: `RUN_COLUMNS`, the attributes, `LATER_COLUMNS`, what is kept.

    A name that stands already is told apart: an attribute by `` (attribute)`` behind it, one of `LATER_COLUMNS` by
    `` (run)``, a kept column by ``kept:`` before it. So the columns before `LATER_COLUMNS` are called as they were
    when these did not exist.

    Parameters
    ----------
    attributes, kept
        Headings of the study's columns, in table order.
    """
    titles = dict.fromkeys(RUN_COLUMNS)
    for names, form in ((attributes, "{} (attribute)"), (LATER_COLUMNS, "{} (run)"), (kept, "kept:{}")):
        for name in names:
            title = name
            while title in titles:
                title = form.format(title)
            titles[title] = None
    return tuple(titles)


def row_digest(cells: Iterable[str | float]) -> str:
    """Return the SHA-256 of a row's values: numbers by value, whatever their form; text in its NFC form."""
    digest = hashlib.sha256()
    for cell in cells:
        text = nfc(cell.strip()) if isinstance(cell, str) else repr(float(cell))
        if isinstance(cell, str) and is_number(text, "point"):
            text = repr(float(text))
        packed = text.encode("utf-8", "surrogatepass")
        digest.update(len(packed).to_bytes(8, "big") + packed)
    return digest.hexdigest()

"""The runs of a study as a table for people (runs CSV)."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from kgdesk.files.file_io import nfc
from kgdesk.files.numbers import is_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Outcome = Literal["success", "failure", "void"]

#: Columns of a runs CSV before the attributes.
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
#: Columns after the attributes, before the extra columns kept with the candidates.
LATER_COLUMNS = ("run_token", "measured")


@dataclass(frozen=True, slots=True)
class RunRow:
    """One row of the runs CSV.

    Parameters
    ----------
    run
        Number of the run, from 1.
    candidate
        Name of the candidate.
    outcome
        Present outcome.
    recorded_at
        Time of the record, ISO 8601, UTC.
    operator
        Who recorded it.
    suggested
        Candidate suggested at the time; empty if none.
    probability_before
        Predicted probability of success before the run, 0..1.
    note
        Note of the operator.
    corrected_from
        Outcome before the correction; empty if there was none.
    reason
        Reason of the correction.
    attributes
        Attribute values of the candidate, in the order of the study's attributes.
    run_token
        Token of the started run on a worklist; empty if none.
    measured
        Measured value behind the outcome; None if there is none.
    kept
        Extra values kept with the candidate, in table order.
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
        """Return the cells of the row in the order of `runs_header`."""
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
        """Return the digest that `OutcomeRow.digest` has if the row is re-imported unchanged."""
        return row_digest("" if cell is None else cell for cell in self.cells())


def runs_header(attributes: Sequence[str], kept: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the headings of a runs CSV: `RUN_COLUMNS`, attributes, `LATER_COLUMNS`, extra columns.

    A duplicate name is made unique: an attribute by the suffix `` (attribute)``, one of `LATER_COLUMNS` by
    `` (run)``, an extra column by the prefix ``kept:``. The columns before `LATER_COLUMNS` keep the names that they
    had before `LATER_COLUMNS` were introduced.

    Parameters
    ----------
    attributes, kept
        Headings of the study's attributes and extra columns, in table order.
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
    """Return the SHA-256 of a row's values: numbers by value, not by notation; text in NFC."""
    digest = hashlib.sha256()
    for cell in cells:
        text = nfc(cell.strip()) if isinstance(cell, str) else repr(float(cell))
        if isinstance(cell, str) and is_number(text, "point"):
            text = repr(float(text))
        packed = text.encode("utf-8", "surrogatepass")
        digest.update(len(packed).to_bytes(8, "big") + packed)
    return digest.hexdigest()

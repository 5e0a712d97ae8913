"""Print run sheets and labels for the bench as PDF files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk.errors import BadInput
from kgdesk.model.study.settings import MOST_AT_ONCE
from kgdesk.reports.sheets import COUNT, STOCKS, USUAL, Sheet, Slip, Stock, next_runs, samples
from kgdesk.reports.text_format import EnglishFormat
from kgdesk.tables.new_file import new_file
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.actions.session import Session
    from kgdesk.reports.text_format import TextFormat

__all__ = [
    "COUNT",
    "MOST_AT_ONCE",
    "STOCKS",
    "USUAL",
    "Sheet",
    "Slip",
    "Stock",
    "labels",
    "next_runs",
    "run_sheet",
    "samples",
]


def run_sheet(
    session: Session,
    dest: str | Path,
    *,
    speech: TextFormat | None = None,
    count: int = COUNT,
    sheet: Sheet | None = None,
    overwrite: bool = False,
) -> Path:
    """Write a run sheet as PDF: runs in progress, then the next suggestions, with space for handwriting.

    Nothing is recorded: starts and outcomes must be entered as usual.

    Parameters
    ----------
    session
        May be read-only.
    dest
        Path with suffix ``.pdf``.
    speech
        Language of words, numbers and times; English if None.
    count
        As in `next_runs`.
    sheet
        Content, if it has been computed already.
    overwrite
        Replace a file of that name.

    Raises
    ------
    BadInput, StudyClosed
        Another suffix; otherwise as in `next_runs`.
    FileExists, NotWritten
        Nothing was written.
    """
    from kgdesk.reports.pdf.run_sheet import run_sheet_pdf  # noqa: PLC0415 - only a PDF needs Qt

    dest = _pdf(dest)
    with new_file(dest, overwrite=overwrite, like=session.file) as stream:
        sheet = sheet or next_runs(session.study, session.who.now(), count)
        stream.write(run_sheet_pdf(sheet, speech or EnglishFormat()))
    return dest


def labels(
    session: Session,
    dest: str | Path,
    *,
    speech: TextFormat | None = None,
    candidates: Sequence[str] | None = None,
    count: int = COUNT,
    sheet: Sheet | None = None,
    stock: str = USUAL,
    used: int = 0,
    overwrite: bool = False,
) -> Path:
    """Write sample labels as PDF: the name of the candidate, and the code of its sample as a QR code to be scanned.

    Parameters
    ----------
    candidates
        Candidates in order, one label each; None for the runs in progress and the next suggestions.
    stock
        A key of `STOCKS`.
    used
        Number of labels already used on the first sheet.
    session, dest, speech, count, sheet, overwrite
        As in `run_sheet`.

    Raises
    ------
    UnknownCandidate, StudyClosed
        As in `samples` and `next_runs`.
    BadInput
        Likewise; also an unknown stock, or `used` out of its range.
    FileExists, NotWritten
        Nothing was written.
    """
    from kgdesk.reports.pdf.labels import labels_pdf  # noqa: PLC0415 - only a PDF needs Qt

    dest = _pdf(dest)
    if stock not in STOCKS:
        raise BadInput(
            phrase(
                "There are no label sheets “{stock}” here: choose one of {choices}.",
                stock=stock,
                choices=", ".join(STOCKS),
            )
        )
    most = STOCKS[stock].count - 1
    if not 0 <= used <= most:
        raise BadInput(
            phrase(
                "A sheet of {stock} has {labels} labels: between 0 and {most} of them can be used up.",
                stock=stock,
                labels=most + 1,
                most=most,
            )
        )
    study, now = session.study, session.who.now()
    with new_file(dest, overwrite=overwrite, like=session.file) as stream:
        if sheet is None:
            sheet = next_runs(study, now, count) if candidates is None else samples(study, now, candidates)
        stream.write(labels_pdf(sheet, STOCKS[stock], used, speech or EnglishFormat()))
    return dest


def _pdf(dest: str | Path) -> Path:
    dest = Path(dest)
    if dest.suffix.lower() != ".pdf":
        raise BadInput(
            phrase(
                "“{name}” does not end in .pdf: sheets and labels are written as PDF files.", name=dest.name
            )
        )
    return dest

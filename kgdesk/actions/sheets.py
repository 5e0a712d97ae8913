"""Printed paper for the bench: the run sheet with the next experiments, and sample labels."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from kgdesk.errors import BadInput, StudyClosed
from kgdesk.model.advice.advice import MOST_AT_ONCE, advise_batch
from kgdesk.tables.file_io import new_file
from kgdesk.tables.html_report import QUIET, Markup, QrCode, element, qr_code
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from kgdesk.actions.session import Session
    from kgdesk.model.study.records import Start
    from kgdesk.model.study.study import Study

__all__ = [
    "COUNT",
    "MOST_AT_ONCE",
    "QUIET",
    "STOCKS",
    "USUAL",
    "Markup",
    "Printer",
    "QrCode",
    "Sheet",
    "Slip",
    "Stock",
    "element",
    "labels",
    "next_runs",
    "run_sheet",
    "samples",
]  # fmt: skip

#: Default number of next experiments.
COUNT = 6
#: Maximum number of labels in one call.
MOST_LABELS = 5000


@dataclass(frozen=True, slots=True)
class Stock:
    """Layout of a label sheet; lengths in millimetres, the labels are centred.

    Parameters
    ----------
    width, height
        Size of a label.
    columns, rows
        Numbers of labels across and down.
    gap
        Gap between columns; rows touch.
    letter
        US letter paper instead of A4.
    """

    width: float
    height: float
    columns: int
    rows: int
    gap: float = 0.0
    letter: bool = False

    @property
    def count(self) -> int:
        """Number of labels on a sheet."""
        return self.columns * self.rows


#: Commercial label sheets, by the size of their labels in mm.
STOCKS = {
    "70x36": Stock(70.0, 36.0, 3, 8),
    "63.5x33.9": Stock(63.5, 33.9, 3, 8, 2.5),
    "38.1x21.2": Stock(38.1, 21.2, 5, 13, 2.5),
    "66.7x25.4": Stock(66.675, 25.4, 3, 10, 3.175, letter=True),
}
#: Key of the default in `STOCKS`.
USUAL = "70x36"


@dataclass(frozen=True, slots=True)
class Slip:
    """One experiment to run, or one sample to label.

    Parameters
    ----------
    candidate
        Name of the candidate.
    text
        Code on the sample: the name if it has no other.
    code
        `text` as a QR code.
    start
        Start of the run if it is in progress.
    """

    candidate: str
    text: str
    code: QrCode
    start: Start | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """Content of a run sheet or labels, with the state of the study it was made from.

    Parameters
    ----------
    study
        The study, for outcome names and attributes.
    printed_at
        ISO 8601, UTC.
    slips
        Slips in the order of printing.
    """

    study: Study
    printed_at: str
    slips: tuple[Slip, ...]


class Printer(Protocol):
    """Interface to Qt: print sheets to PDF."""

    def run_sheet(self, sheet: Sheet) -> bytes:
        """Render a run sheet to PDF bytes."""

    def labels(self, sheet: Sheet, stock: Stock, used: int) -> bytes:
        """Render labels to PDF bytes, leaving the first `used` places of the first sheet empty."""


def next_runs(study: Study, moment: datetime, count: int = COUNT) -> Sheet:
    """Return the runs in progress and the next suggestions, which are computed here (slow).

    Parameters
    ----------
    study
        An open study.
    moment
        Now.
    count
        Number of suggestions besides the runs in progress, 0..100; greedy, each pick is pending for the next.

    Raises
    ------
    StudyClosed
        The study is finished.
    BadInput
        A number out of range, nothing to print, or more suggestions than can run together.
    """
    if not study.is_open:
        raise StudyClosed(
            "This study is finished and suggests no further run. Reopen it to print the next ones."
        )
    if not 0 <= count <= MOST_AT_ONCE:
        raise BadInput(
            phrase(
                "Between 0 and {most_at_once} next experiments can be printed, not {count}.",
                most_at_once=MOST_AT_ONCE,
                count=count,
            )
        )
    if count == 0 and not study.pending:
        raise BadInput("No run is in progress: ask for at least one of the next experiments.")
    only_running = not count or (study.pending and study.stock.exhausted)
    picks = () if only_running else advise_batch(study, count)
    running = (_slip(study, start.candidate, start) for start in study.pending)
    follow = (_slip(study, pick.suggestion.candidate) for pick in picks)
    return Sheet(study, _utc(moment), (*running, *follow))


def samples(study: Study, moment: datetime, candidates: Sequence[str]) -> Sheet:
    """Return one slip per candidate, in the given order.

    Raises
    ------
    UnknownCandidate
        A name is not in the study.
    BadInput
        No candidate, or more than 5,000.
    """
    if not 1 <= len(candidates) <= MOST_LABELS:
        raise BadInput(
            phrase(
                "Between 1 and {most_labels} labels can be printed at once, not {count}.",
                most_labels=MOST_LABELS,
                count=len(candidates),
            )
        )
    pool = study.pool
    names = [pool.ids[pool.row(name)] for name in candidates]
    return Sheet(study, _utc(moment), tuple(_slip(study, name) for name in names))


def run_sheet(
    session: Session,
    dest: str | Path,
    printer: Printer,
    *,
    count: int = COUNT,
    sheet: Sheet | None = None,
    overwrite: bool = False,
) -> Path:
    """Write a run sheet as PDF: runs in progress, then the next suggestions, with space for handwriting.

    Nothing is recorded: starts and outcomes have to be entered as usual.

    Parameters
    ----------
    session
        May be read-only.
    dest
        Path with suffix ``.pdf``.
    printer
        Renders the PDF.
    count
        As in `next_runs`.
    sheet
        Content, if it is computed already.
    overwrite
        Replace a file of that name.

    Raises
    ------
    BadInput, StudyClosed
        Another suffix; otherwise as in `next_runs`.
    FileExists, NotWritten
        Nothing was written.
    """
    dest = _pdf(dest)
    with new_file(dest, overwrite=overwrite) as stream:
        stream.write(printer.run_sheet(sheet or next_runs(session.study, session.who.now(), count)))
    return dest


def labels(
    session: Session,
    dest: str | Path,
    printer: Printer,
    *,
    candidates: Sequence[str] | None = None,
    count: int = COUNT,
    sheet: Sheet | None = None,
    stock: str = USUAL,
    used: int = 0,
    overwrite: bool = False,
) -> Path:
    """Write sample labels as PDF: candidate name, and the code on its sample as a QR code for the scan check.

    Parameters
    ----------
    candidates
        Candidates in order, one label each; None for the runs in progress and the next suggestions.
    stock
        A key of `STOCKS`.
    used
        Number of labels already used on the first sheet.
    session, dest, printer, count, sheet, overwrite
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
    with new_file(dest, overwrite=overwrite) as stream:
        if sheet is None:
            sheet = next_runs(study, now, count) if candidates is None else samples(study, now, candidates)
        stream.write(printer.labels(sheet, STOCKS[stock], used))
    return dest


def _slip(study: Study, candidate: str, start: Start | None = None) -> Slip:
    text = study.barcodes.code_of(candidate)
    return Slip(candidate, text, qr_code(text), start)


def _pdf(dest: str | Path) -> Path:
    dest = Path(dest)
    if dest.suffix.lower() != ".pdf":
        raise BadInput(
            phrase(
                "“{name}” does not end in .pdf: sheets and labels are written as PDF files.", name=dest.name
            )
        )
    return dest


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%S}Z"

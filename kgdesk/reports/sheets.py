"""Content of run sheets and labels: which experiments and samples they show, and label stock."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC
from typing import TYPE_CHECKING

from kgdesk.errors import BadInput
from kgdesk.model.advice.batches import advise_batch
from kgdesk.model.decisions.checks import must_be_open
from kgdesk.model.study.settings import MOST_AT_ONCE
from kgdesk.plain_text import shorten
from kgdesk.reports.qr_code import QrCode, qr_code
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from kgdesk.model.study.records import Start
    from kgdesk.model.study.study import Study

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


def study_title(study: Study) -> str:
    """Return the title of a study, else its name, as it fits into a line."""
    return shorten(study.settings.title or study.name, 60)


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
    must_be_open(study)
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


def _slip(study: Study, candidate: str, start: Start | None = None) -> Slip:
    text = study.barcodes.code_of(candidate)
    return Slip(candidate, text, qr_code(text), start)


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%S}Z"

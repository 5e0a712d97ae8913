"""Write the report of a study."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk.errors import BadInput
from kgdesk.model.advice.picks import advise
from kgdesk.reports.page import Block, Heading, Page, Paragraph, Picture, ReportTable
from kgdesk.reports.page_html import html
from kgdesk.reports.study_report import compose
from kgdesk.reports.text_format import TextFormat
from kgdesk.tables.new_file import new_file
from kgdesk.text import listed, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kgdesk.actions.session import Session
    from kgdesk.model.advice.advice import Advice

__all__ = [
    "KINDS",
    "Block",
    "Heading",
    "Page",
    "Paragraph",
    "Picture",
    "ReportTable",
    "TextFormat",
    "compose",
    "html",
    "report",
    "save_picture",
]

#: Suffix -> description.
KINDS: dict[str, str] = {".pdf": phrase("to print and to sign"), ".html": phrase("to read in a browser")}

_NO_PICTURES = phrase(
    "This report has no pictures: it was written on a computer without Qt, which draws them. The numbers are complete."
)


def report(
    session: Session,
    dest: str | Path,
    draw: Callable[[Advice], Sequence[Block]] | None,
    *,
    speech: TextFormat | None = None,
    overwrite: bool = False,
    advice: Advice | None = None,
) -> Path:
    """Write the report of a study as PDF or HTML.

    Parameters
    ----------
    session
        May be read-only.
    dest
        Path with suffix ``.pdf`` or ``.html``.
    draw
        Draws the figures of a state of a study, in light colours; a figure may have a table with its numbers. None
        leaves them out, and the report says so.
    speech
        Language of words, numbers and dates outside the figures; English if None.
    overwrite
        Replace a file of that name.
    advice
        Predictions for the reported state; computed if missing or stale.

    Raises
    ------
    BadInput
        The suffix is another one.
    FileExists, NotWritten
        Nothing was written.
    """
    dest = Path(dest)
    kind = dest.suffix.lower()
    if kind not in KINDS:
        known = listed(phrase("{end} ({what})", end=end, what=what) for end, what in KINDS.items())
        raise BadInput(
            phrase(
                "A report is not written as “{name}”: choose one of {known}.",
                name=dest.suffix or dest.name,
                known=known,
            )
        )
    study = session.study
    with new_file(
        dest, overwrite=overwrite, like=session.file
    ) as stream:  # open first, so that an unwritable folder fails at once
        if advice is None or advice.revision != study.revision:
            advice = advise(study)
        pictures = (Paragraph(_NO_PICTURES),) if draw is None else draw(advice)
        page = compose(advice, pictures, speech, session.trust)
        stream.write(_pdf(page) if kind == ".pdf" else html(page).encode())
    return dest


def _pdf(page: Page) -> bytes:
    from kgdesk.reports.pdf.page_layout import page_pdf  # noqa: PLC0415 - only a PDF needs Qt

    return page_pdf(page)


def save_picture(dest: Path, data: bytes) -> Path:
    """Write one picture to a file, replacing an existing one.

    Raises
    ------
    NotWritten
        The folder cannot be written.
    """
    with new_file(dest, overwrite=True) as stream:
        stream.write(data)
    return dest

"""The report of a study: what was asked, what was run, by whom, and what is now thought best."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from kgdesk.actions.composing import compose
from kgdesk.errors import BadInput, listed, phrase
from kgdesk.files.atomic import new_file
from kgdesk.files.report import Page, Picture, html
from kgdesk.files.speech import Speech
from kgdesk.model.advice import advise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.actions.session import Session
    from kgdesk.model.advice import Advice

__all__ = ["KINDS", "Page", "Picture", "Press", "Speech", "compose", "html", "report", "save"]

#: What each ending means.
KINDS: dict[str, str] = {".pdf": phrase("to print and to sign"), ".html": phrase("to read in a browser")}


class Press(Protocol):
    """Draws pictures and prints pages: the part of a report that needs Qt."""

    def pictures(self, advice: Advice) -> Sequence[Picture]:
        """Return the pictures of a state of a study, in light colours."""

    def pdf(self, page: Page) -> bytes:
        """Return a page as a PDF file."""


def report(
    session: Session,
    dest: str | Path,
    press: Press,
    *,
    speech: Speech | None = None,
    overwrite: bool = False,
    advice: Advice | None = None,
) -> Path:
    """Write the report of a study.

    Parameters
    ----------
    session
        Open, also read-only.
    dest
        ``.pdf`` or ``.html``.
    press
        Draws and prints.
    speech
        The language of the words, numbers and dates; plain English without it. The pictures speak the press's.
    overwrite
        Replace a file of that name.
    advice
        For the state that is reported; worked out when it is not given or stale.

    Raises
    ------
    BadInput
        Another ending.
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
        dest, overwrite=overwrite
    ) as stream:  # first: a folder that cannot be written is said at once
        if advice is None or advice.revision != study.revision:
            advice = advise(study)
        page = compose(advice, press.pictures(advice), speech)
        stream.write(press.pdf(page) if kind == ".pdf" else html(page).encode())
    return dest


def save(dest: Path, data: bytes) -> Path:
    """Write one picture to a file, in place of what is there.

    Raises
    ------
    NotWritten
        The folder does not take it.
    """
    with new_file(dest, overwrite=True) as stream:
        stream.write(data)
    return dest

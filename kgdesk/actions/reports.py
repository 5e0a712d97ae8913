"""Write the report of a study, and the problem report with the licences of all parts."""

from __future__ import annotations

import io
import os
import platform
import sys
import tempfile
import zipfile
from contextlib import suppress
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import kgdesk
from kgdesk import __version__
from kgdesk.actions.exporting import export
from kgdesk.actions.report_content import compose
from kgdesk.actions.versions import PARTS
from kgdesk.errors import BadInput
from kgdesk.model.advice.advice import advise
from kgdesk.tables.file_io import new_file
from kgdesk.tables.html_report import (
    Block,
    Heading,
    Page,
    Picture,
    ReportTable,
    TextFormat,
    Words,
    breakable,
    html,
)
from kgdesk.text import listed, phrase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kgdesk.actions.session import Session
    from kgdesk.model.advice.advice import Advice


#: Suffix -> description.
KINDS: dict[str, str] = {".pdf": phrase("to print and to sign"), ".html": phrase("to read in a browser")}


class ReportPrinter(Protocol):
    """Interface to Qt: draw figures and print pages to PDF."""

    def pictures(self, advice: Advice) -> Sequence[Block]:
        """Draw the figures of a state of a study in light colours; a figure may have a table with its numbers."""

    def pdf(self, page: Page) -> bytes:
        """Render a page to PDF bytes."""


def report(
    session: Session,
    dest: str | Path,
    press: ReportPrinter,
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
    press
        Draws the figures and renders the PDF.
    speech
        Language of words, numbers and dates; English if None. The figures use the language of `press`.
    overwrite
        Replace a file of that name.
    advice
        Predictions for the reported state; computed if missing or stale.

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
    ) as stream:  # open first, so that an unwritable folder fails at once
        if advice is None or advice.revision != study.revision:
            advice = advise(study)
        page = compose(advice, press.pictures(advice), speech, session.trust)
        stream.write(press.pdf(page) if kind == ".pdf" else html(page).encode())
    return dest


def save(dest: Path, data: bytes) -> Path:
    """Write one picture to a file, replacing an existing one.

    Raises
    ------
    NotWritten
        The folder does not take it.
    """
    with new_file(dest, overwrite=True) as stream:
        stream.write(data)
    return dest


@dataclass(frozen=True, slots=True)
class Licence:
    """The licence of one bundled part.

    Parameters
    ----------
    part
        Its name.
    version
        Empty if unknown.
    text
        Licence texts and notices that have to be passed on.
    """

    part: str
    version: str
    text: str


def licences() -> tuple[Licence, ...]:
    """Return the licence of every part, that of kgdesk first.

    A standalone program contains them as files; the Python package reads them from the installed distributions.
    """
    carried = Path(kgdesk.__file__).parent / "licences"
    if carried.is_dir():
        folders = sorted({path.parent for path in carried.rglob("*") if path.is_file()})
        listed = [_carried(folder, folder.relative_to(carried).as_posix()) for folder in folders]
    else:
        listed = [_installed(part) for part in ("kgdesk", *PARTS)]
    return tuple(
        sorted(
            listed, key=lambda one: (one.part != "kgdesk", one.part.startswith("system/"), one.part.lower())
        )
    )


def _carried(folder: Path, part: str) -> Licence:
    files = sorted(path for path in folder.iterdir() if path.is_file())
    text = "\n\n".join(path.read_text("utf-8", errors="replace").strip() for path in files)
    return Licence(part, _version(part), text)


def _installed(part: str) -> Licence:
    texts = []
    with suppress(metadata.PackageNotFoundError):
        for file in metadata.files(part) or ():
            if ".dist-info" in str(file) and "licen" in str(file).lower():
                with suppress(OSError, UnicodeDecodeError):
                    texts.append(Path(str(file.locate())).read_text("utf-8").strip())
    if part == "kgdesk" and not texts:
        with suppress(OSError):
            texts.append((Path(kgdesk.__file__).parents[1] / "LICENSE").read_text("utf-8").strip())
    licence = ""
    with suppress(metadata.PackageNotFoundError):
        about = metadata.metadata(part)
        licence = next((about[key] for key in ("License-Expression", "License") if key in about), "")
    return Licence(part, _version(part), "\n\n".join(texts) or licence or "See the package.")


def _version(part: str) -> str:
    if part == "kgdesk":
        return kgdesk.__version__
    try:
        return metadata.version(part)
    except metadata.PackageNotFoundError:
        return ""


#: Bytes taken from the end of each log.
_END = 200_000

#: Earliest time that a zip file can store; a constant time makes equal contents give equal files.
_MOMENT = (1980, 1, 1, 0, 0, 0)

_LIST = "contents.txt"


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A file in a problem report.

    Parameters
    ----------
    name
        File name in the archive; its suffix says whether it is text.
    data
        Content; text in UTF-8.
    """

    name: str
    data: bytes

    @property
    def text(self) -> str:
        """The content as text; empty if it is a zip file."""
        return self.data.decode("utf-8", "replace") if not self.name.endswith(".zip") else ""


def enclosures(log: Path, *, fault: str = "", more: Mapping[str, str] | None = None) -> tuple[Enclosure, ...]:
    """Collect the contents of a problem report without any study: program and computer, the fault, the logs.

    The path of the user's home folder is replaced by ``~`` in all of them.

    Parameters
    ----------
    log
        The newest log file; older ones are beside it with a number appended to the name.
    fault
        Description of the present fault.
    more
        Further facts about the computer, by name.
    """
    facts = {
        "kgdesk": __version__,
        "Python": platform.python_version(),
        "System": platform.platform(),
        "Processor": f"{platform.machine()}, {os.cpu_count()} cores",
        "Frozen": "yes" if getattr(sys, "frozen", False) else "no",
        **(more or {}),
        **{one.part: one.version for one in licences() if one.version and one.part != "kgdesk"},
    }
    enclosed = [Enclosure("about.txt", _text("".join(f"{name}: {value}\n" for name, value in facts.items())))]
    if fault.strip():
        enclosed.append(Enclosure("fault.txt", _text(fault)))
    for path in (log, *(log.with_name(f"{log.name}.{number}") for number in range(1, 10))):
        log_end = _end_of(path)
        if log_end:
            enclosed.append(Enclosure(path.name, _text(log_end)))
    return tuple(enclosed)


def study_enclosure(session: Session) -> Enclosure:
    """Return the whole study as an archive, with candidates, outcomes and names.

    Raises
    ------
    StoreError
        It cannot be read or written.
    """
    with tempfile.TemporaryDirectory(prefix="kgdesk-report-") as folder:
        return Enclosure("study.zip", export(session, Path(folder) / "study.zip").read_bytes())


def save_problem_report(dest: str | Path, chosen: Sequence[Enclosure]) -> Path:
    """Write a problem report as zip file with a list of its contents, replacing an existing file.

    Raises
    ------
    NotWritten
        The folder does not take it.
    """
    buffer = io.BytesIO()
    listed = "".join(f"{one.name}  {len(one.data)} bytes\n" for one in chosen)
    with zipfile.ZipFile(buffer, "w") as archive:
        for one in (Enclosure(_LIST, listed.encode()), *chosen):
            place = zipfile.ZipInfo(one.name, _MOMENT)
            place.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(place, one.data)
    return save(Path(dest), buffer.getvalue())


def _end_of(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            stream.seek(0, os.SEEK_END)
            stream.seek(max(0, stream.tell() - _END))
            return stream.read().decode("utf-8", "replace")
    except OSError:
        return ""


def _text(text: str) -> bytes:
    return text.replace(str(Path.home()), "~").encode("utf-8", "replace")


__all__ = [
    "KINDS",
    "Block",
    "Heading",
    "Page",
    "Picture",
    "ReportPrinter",
    "ReportTable",
    "TextFormat",
    "Words",
    "breakable",
    "compose",
    "html",
    "report",
    "save",
]

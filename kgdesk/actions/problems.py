"""A problem report: a few texts in one local archive, each to be read before it is saved. Nothing is sent anywhere."""

from __future__ import annotations

import io
import os
import platform
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk import __version__
from kgdesk.actions.exporting import export
from kgdesk.actions.licences import licences
from kgdesk.actions.reporting import save

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kgdesk.actions.session import Session

#: Of each log the end, in bytes: what happened last.
_END = 200_000
#: A zip file knows no earlier moment; one and the same for all, so that equal contents give equal files.
_MOMENT = (1980, 1, 1, 0, 0, 0)
_LIST = "contents.txt"


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A file of a problem report.

    Parameters
    ----------
    name
        In the archive; its ending says whether it is text.
    data
        Its bytes; text in UTF-8.
    """

    name: str
    data: bytes

    @property
    def text(self) -> str:
        """What a person can read of it; empty for what is no text."""
        return self.data.decode("utf-8", "replace") if not self.name.endswith(".zip") else ""


def enclosures(log: Path, *, fault: str = "", more: Mapping[str, str] | None = None) -> tuple[Enclosure, ...]:
    """Return what a report holds without any study: the program and computer, the fault, the logs.

    The person's home folder is written as ``~`` in all of them.

    Parameters
    ----------
    log
        The newest log; older ones lie beside it with a number behind the name.
    fault
        What happened just now, in the program's words.
    more
        What the caller knows about the computer, by name.
    """
    told = {
        "kgdesk": __version__,
        "Python": platform.python_version(),
        "System": platform.platform(),
        "Processor": f"{platform.machine()}, {os.cpu_count()} cores",
        "Frozen": "yes" if getattr(sys, "frozen", False) else "no",
        **(more or {}),
        **{one.part: one.version for one in licences() if one.version and one.part != "kgdesk"},
    }
    made = [Enclosure("about.txt", _text("".join(f"{name}: {value}\n" for name, value in told.items())))]
    if fault.strip():
        made.append(Enclosure("fault.txt", _text(fault)))
    for path in (log, *(log.with_name(f"{log.name}.{number}") for number in range(1, 10))):
        found = _end_of(path)
        if found:
            made.append(Enclosure(path.name, _text(found)))
    return tuple(made)


def study_enclosure(session: Session) -> Enclosure:
    """Return the whole study as it is archived, with candidates, outcomes and names.

    Raises
    ------
    StoreError
        It cannot be read or written.
    """
    with tempfile.TemporaryDirectory(prefix="kgdesk-report-") as folder:
        return Enclosure("study.zip", export(session, Path(folder) / "study.zip").read_bytes())


def save_problem_report(dest: str | Path, chosen: Sequence[Enclosure]) -> Path:
    """Write a problem report in place of what is there, with a list of its contents.

    Raises
    ------
    NotWritten
        The folder does not take it.
    """
    kept = io.BytesIO()
    listed = "".join(f"{one.name}  {len(one.data)} bytes\n" for one in chosen)
    with zipfile.ZipFile(kept, "w") as archive:
        for one in (Enclosure(_LIST, listed.encode()), *chosen):
            place = zipfile.ZipInfo(one.name, _MOMENT)
            place.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(place, one.data)
    return save(Path(dest), kept.getvalue())


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

"""The problem report: program and computer, the fault, the logs and, if chosen, the study, in one archive."""

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
from kgdesk.store import without_secrets
from kgdesk.tables.new_file import new_file

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kgdesk.actions.session import Session

#: Bytes taken from the end of each log.
_END = 200_000

#: Earliest time that a zip file can store. The time is constant, so that equal contents give equal files.
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

    The path of the user's home folder is replaced by ``~`` in all of them, and passwords in addresses are left out.

    Parameters
    ----------
    log
        The newest log file; older ones are beside it with a number appended to the name.
    fault
        Description of the present fault.
    more
        Name -> further fact about the computer.
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
        The folder cannot be written.
    """
    buffer = io.BytesIO()
    listed = "".join(f"{one.name}  {len(one.data)} bytes\n" for one in chosen)
    with zipfile.ZipFile(buffer, "w") as archive:
        for one in (Enclosure(_LIST, listed.encode()), *chosen):
            place = zipfile.ZipInfo(one.name, _MOMENT)
            place.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(place, one.data)
    with new_file(dest, overwrite=True) as stream:
        stream.write(buffer.getvalue())
    return Path(dest)


def _end_of(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            stream.seek(0, os.SEEK_END)
            stream.seek(max(0, stream.tell() - _END))
            return stream.read().decode("utf-8", "replace")
    except OSError:
        return ""


def _text(text: str) -> bytes:
    return without_secrets(text.replace(str(Path.home()), "~")).encode("utf-8", "replace")

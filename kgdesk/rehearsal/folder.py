"""The folder that a rehearsal writes to: looked at before the work, filled file by file, each whole or not there."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgdesk.errors import FileExists, NotWritten, phrase
from kgdesk.files.atomic import new_file
from kgdesk.files.writing import csv_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kgdesk.rehearsal.scores import Cell


def claim(out: str | Path, names: Iterable[str], *, overwrite: bool = False) -> Path:
    """Make the folder and see that it takes files of these names.

    Raises
    ------
    NotWritten
        It cannot be made or written.
    FileExists
        One of the names is taken.
    """
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".", suffix=".part"):
            pass
    except (OSError, ValueError) as refused:
        raise NotWritten(
            phrase(
                "The results cannot be written to the folder “{out}”: choose another one (--out).", out=out
            ),
            details=str(refused),
        ) from None
    taken = next((name for name in names if os.path.lexists(folder / name)), "")
    if taken and not overwrite:
        raise FileExists(
            phrase(
                "There is a file {taken} in “{out}” already: choose another folder (--out), or "
                "let it be replaced (--overwrite).",
                taken=taken,
                out=out,
            )
        )
    return folder


@contextlib.contextmanager
def claimed(out: str | Path, names: Iterable[str], *, overwrite: bool = False) -> Iterator[Path]:
    """Claim the folder for the time of the work; if that fails, folders made for it are gone again."""
    path = Path(out)
    made = [place for place in (path, *path.parents) if not place.exists()]
    try:
        yield claim(out, names, overwrite=overwrite)
    except BaseException:
        for place in made:
            with contextlib.suppress(OSError):
                place.rmdir()
        raise


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files, each under its name only when it is whole; names of before are replaced.

    Raises
    ------
    NotWritten
        The folder does not take one.
    """
    for name, content in files.items():
        with new_file(folder / name, overwrite=True) as stream:
            stream.write(content)


def table(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """Return a CSV file; a byte-order mark only where spreadsheets need one."""
    text = csv_text(header, rows)
    return text.encode("utf-8" if text.isascii() else "utf-8-sig")


def as_json(data: Mapping[str, Any]) -> bytes:
    """Return a JSON file for people to read as well."""
    return f"{json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False)}\n".encode()

"""The output folder of a rehearsal, and its CSV and JSON files."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgdesk.errors import FileExists, NotWritten
from kgdesk.tables.new_file import new_file
from kgdesk.tables.writing import csv_text
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Cell = str | int | float | None


def prepare(out: str | Path, names: Iterable[str], *, overwrite: bool = False) -> Path:
    """Create the output folder and check that files of these names can be written.

    Raises
    ------
    NotWritten
        The folder cannot be created or written.
    FileExists
        A file exists and `overwrite` is false.
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
    existing = next((name for name in names if os.path.lexists(folder / name)), "")
    if existing and not overwrite:
        raise FileExists(
            phrase(
                "There is a file {taken} in “{out}” already: choose another folder (--out), or "
                "let it be replaced (--overwrite).",
                taken=existing,
                out=out,
            )
        )
    return folder


@contextlib.contextmanager
def prepared(out: str | Path, names: Iterable[str], *, overwrite: bool = False) -> Iterator[Path]:
    """Prepare the folder while the work runs; remove newly created folders if the work fails."""
    path = Path(out)
    created = [place for place in (path, *path.parents) if not place.exists()]
    try:
        yield prepare(out, names, overwrite=overwrite)
    except BaseException:
        for place in created:
            with contextlib.suppress(OSError):
                place.rmdir()
        raise


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files atomically, replacing existing ones.

    Raises
    ------
    NotWritten
        A file cannot be written.
    """
    for name, content in files.items():
        with new_file(folder / name, overwrite=True) as stream:
            stream.write(content)


def csv_file(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """Return a CSV file as bytes; with byte-order mark only if the text is not ASCII, for spreadsheets."""
    text = csv_text(header, rows)
    return text.encode("utf-8" if text.isascii() else "utf-8-sig")


def json_file(data: Mapping[str, Any]) -> bytes:
    """Return a JSON file as bytes, indented."""
    return f"{json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False)}\n".encode()

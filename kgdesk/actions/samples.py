"""The sample studies that come with the program, and their tables of candidates."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk import paths
from kgdesk.actions.archives import import_archive
from kgdesk.actions.studies import open_study
from kgdesk.errors import BadInput, FileExists, NotWritten
from kgdesk.paths import make_folder, resource_path, user_data_dir
from kgdesk.text import phrase

if TYPE_CHECKING:
    from kgdesk.actions.operator import Operator
    from kgdesk.actions.session import Session


#: Names of the sample studies that come with the program.
SAMPLES = ("reaction-screen", "growth-conditions")
#: Table of the first sample with the outcome of every candidate, to replay.
YIELDS = "reaction-yields"


def sample_path(name: str) -> Path:
    """Return the path of the user's copy of a sample study; it need not exist."""
    return user_data_dir("samples", f"{name}.kgstudy")


def sample_table() -> Path:
    """Return the path of a table of candidates that comes with the program."""
    return resource_path("samples", f"{next(iter(SAMPLES))}.csv")


def write_sample_tables(folder: str | Path, *, overwrite: bool = False) -> tuple[Path, ...]:
    """Write the sample tables to a folder, which is created if missing: candidates, and yields to replay.

    Returns
    -------
    tuple of Path
        The files.

    Raises
    ------
    FileExists, NotWritten
        Nothing was written. A file exists and may not be replaced, or the folder cannot be written.
    """
    sources = [resource_path("samples", f"{name}.csv") for name in (*SAMPLES, YIELDS)]
    files = tuple(Path(folder) / source.name for source in sources)
    if Path(folder).is_file():
        raise FileExists(
            phrase(
                "{folder} is a file: name a folder for the tables. Nothing was written.", folder=str(folder)
            )
        )
    for file in files:
        if file.exists() and not overwrite:
            raise FileExists(
                phrase(
                    "{name} is already there: choose another folder, or replace it (--overwrite). Nothing was written.",
                    name=file.name,
                )
            )
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        for source, file in zip(sources, files, strict=True):
            with paths.atomic_path(file, overwrite=overwrite) as part:
                part.write_bytes(source.read_bytes())
    except OSError as cause:
        raise NotWritten(
            phrase("{folder} cannot be written: check the folder.", folder=str(folder)), details=str(cause)
        ) from None
    return files


def open_sample(folder: str | Path, who: Operator, name: str = SAMPLES[0]) -> Session:
    """Copy a bundled sample study with its recorded outcomes into a folder and open it.

    An existing copy is opened unchanged.

    Raises
    ------
    BadInput
        No sample has this name.
    """
    if name not in SAMPLES:
        raise BadInput(
            phrase(
                "There is no sample study “{name}”: choose one of {choices}.",
                name=name,
                choices=", ".join(SAMPLES),
            )
        )
    path = Path(folder) / f"{name}.kgstudy"
    if path.exists():
        return open_study(path, who)
    make_folder(path.parent)
    return import_archive(resource_path("samples", f"{name}.zip"), path, who)

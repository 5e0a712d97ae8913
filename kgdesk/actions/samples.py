"""The studies that come with the program, to try it on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk.actions.archives import import_archive
from kgdesk.actions.studies import open_study
from kgdesk.errors import BadInput, phrase
from kgdesk.resource_files import resource_path
from kgdesk.user_dirs import user_data_dir

if TYPE_CHECKING:
    from kgdesk.actions.operator import Operator
    from kgdesk.actions.session import Session

SAMPLES = ("reaction-screen", "growth-conditions")


def sample_path(name: str) -> Path:
    """Return the path of the user's copy of a sample study; it need not exist."""
    return user_data_dir("samples", f"{name}.kgstudy")


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
    path.parent.mkdir(parents=True, exist_ok=True)
    return import_archive(resource_path("samples", f"{name}.zip"), path, who)

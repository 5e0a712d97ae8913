"""Locate the files that are bundled with the program."""

from __future__ import annotations

from pathlib import Path

import kgdesk
from kgdesk.errors import KgdeskError, phrase


def resource_path(*parts: str) -> Path:
    """Return the path of a bundled file or folder, for an installed program and for a source checkout.

    Parameters
    ----------
    parts
        Path components below ``resources``, as in ``resource_path("icons", "tick.svg")``.

    Raises
    ------
    KgdeskError
        The file is missing: the installation is incomplete.
    """
    package = Path(kgdesk.__file__).parent
    for root in (package / "resources", package.parent / "resources"):
        path = root.joinpath(*parts)
        if path.exists():
            return path
    name = "/".join(parts)
    raise KgdeskError(
        phrase(
            "The program's own file “{name}” is missing. Install kgdesk again; your studies stay.", name=name
        )
    )

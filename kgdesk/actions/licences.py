"""The licences of all parts of the program."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import kgdesk
from kgdesk.actions.versions import PARTS


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
        The licence texts and notices that must be passed on with the part.
    """

    part: str
    version: str
    text: str


def licences() -> tuple[Licence, ...]:
    """Return the licence of every part, that of kgdesk first.

    The standalone program contains them as files. The Python package reads them from the installed distributions.
    """
    carried = Path(kgdesk.__file__).parent / "licences"
    if carried.is_dir():
        folders = sorted({path.parent for path in carried.rglob("*") if path.is_file()})
        listed = [_bundled_licence(folder, folder.relative_to(carried).as_posix()) for folder in folders]
    else:
        listed = [_installed_licence(part) for part in ("kgdesk", *PARTS)]
    return tuple(
        sorted(
            listed, key=lambda one: (one.part != "kgdesk", one.part.startswith("system/"), one.part.lower())
        )
    )


def _bundled_licence(folder: Path, part: str) -> Licence:
    files = sorted(path for path in folder.iterdir() if path.is_file())
    text = "\n\n".join(path.read_text("utf-8", errors="replace").strip() for path in files)
    return Licence(part, _version(part), text)


def _installed_licence(part: str) -> Licence:
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

"""What the ELF files of a folder ask of the system: libraries, and versions of the C and C++ libraries."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from elftools.elf.sections import Section

#: The version of a library as its symbols name it: GLIBC -> (2, 35).
Floor = dict[str, tuple[int, ...]]
_VERSION = re.compile(r"(GLIBC|GLIBCXX)_([0-9.]+)")


def elf_files(*folders: Path) -> Iterator[Path]:
    """Yield the ELF files of some folders, each once: links are not followed."""
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_symlink() or not path.is_file():
                continue
            with path.open("rb") as file:
                if file.read(4) == b"\x7fELF":
                    yield path


def needed(path: Path) -> set[str]:
    """Return the names of the libraries that the loader looks for before it starts a file; none for another file."""
    section = _section(path, ".dynamic")
    return set() if section is None else {tag.needed for tag in section.iter_tags("DT_NEEDED")}  # type: ignore[attr-defined] # pyelftools is untyped


def floor(path: Path) -> Floor:
    """Return the newest versions of the C and C++ libraries that a file asks for."""
    section, found = _section(path, ".gnu.version_r"), Floor()
    if section is None:
        return found
    for _, versions in section.iter_versions():  # type: ignore[attr-defined] # pyelftools is untyped
        for version in versions:
            named = _VERSION.fullmatch(version.name)
            if named is not None:
                number = tuple(map(int, named[2].split(".")))
                found[named[1]] = max(number, found.get(named[1], ()))
    return found


def highest(floors: list[Floor]) -> Floor:
    """Return the newest version of each library over some files: what a system must have to run them all."""
    return {name: max(each.get(name, ()) for each in floors) for name in {n for each in floors for n in each}}


def dotted(number: tuple[int, ...]) -> str:
    """Return a version as people write it."""
    return ".".join(map(str, number))


def _section(path: Path, name: str) -> Section | None:
    """Return a section of a file that is read into memory; None where there is none or the file is not ELF."""
    try:
        return ELFFile(io.BytesIO(path.read_bytes())).get_section_by_name(name)
    except (ELFError, OSError):
        return None

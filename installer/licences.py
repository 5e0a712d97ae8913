"""A licence text for everything that is shipped; a part without one stops the build."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from importlib import metadata
from pathlib import Path

from freezing import HERE, ROOT, BuildStopped, inside, pinned

#: Distributions whose wheels carry no text of their own -> folder below installer/licences.
OWN_TEXTS = {"PySide6-Essentials": "Qt", "shiboken6": "Qt"}
_NAMES = ("licen", "copying", "notice", "authors")


def collect(program: Path) -> dict[str, list[str]]:
    """Put the texts into the frozen program; return part -> names of its texts.

    Raises
    ------
    BuildStopped
        A part has none.
    """
    dest = inside(program) / "kgdesk" / "licences"
    shutil.rmtree(dest, ignore_errors=True)
    sources: dict[str, list[Path]] = {"kgdesk": [ROOT / "LICENSE"], "Python": [_python_text()]}
    for dist in pinned():
        sources[dist] = texts_of(dist)
    sources["PyInstaller (start program)"] = texts_of("pyinstaller")
    if sys.platform.startswith("linux"):
        sources.update(_system_texts(program))
    without = [part for part, texts in sources.items() if not texts]
    if without:
        raise BuildStopped(
            f"No licence text was found for {', '.join(without)}. Add one under installer/licences."
        )
    for part, texts in sources.items():
        folder = dest / part
        folder.mkdir(parents=True)
        for number, text in enumerate(texts):
            taken = (folder / text.name).exists()
            shutil.copyfile(text, folder / (f"{number}-{text.name}" if taken else text.name))
    return {part: [text.name for text in texts] for part, texts in sources.items()}


def texts_of(dist: str) -> list[Path]:
    """Return the licence files of an installed distribution, or ours for those that carry none."""
    if dist in OWN_TEXTS:
        return sorted((HERE / "licences" / OWN_TEXTS[dist]).iterdir())
    found = []
    for file in metadata.files(dist) or ():
        if any(part.endswith(".dist-info") for part in file.parts) and (
            "licenses" in file.parts or any(name in file.name.lower() for name in _NAMES)
        ):
            path = Path(str(file.locate()))
            if path.is_file():
                found.append(path)
    return sorted(found)


def _python_text() -> Path:
    for path in (
        Path(sysconfig.get_path("stdlib")) / "LICENSE.txt",
        Path(sys.base_prefix) / "LICENSE.txt",
        Path(f"/usr/share/doc/python{sys.version_info[0]}.{sys.version_info[1]}/copyright"),
    ):
        if path.is_file():
            return path
    raise BuildStopped("Python's own licence text was not found in its installation.")


def _system_texts(program: Path) -> dict[str, list[Path]]:
    """Return the texts of the libraries that were taken from this system, by Debian package."""
    found: dict[str, list[Path]] = {}
    for library in sorted(inside(program).glob("*.so*")):
        package = package_of(library.name)
        if package is None:
            continue
        text = Path("/usr/share/doc") / package / "copyright"
        found[f"system/{package}"] = [text] if text.is_file() else []
    return found


def package_of(library: str) -> str | None:
    """Return the Debian package that a library of this system belongs to; None for one of Python's or a wheel's."""
    for folder in ("/usr/lib/x86_64-linux-gnu", "/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"):
        path = Path(folder) / library
        if not path.exists():
            continue
        for name in dict.fromkeys((str(path), str(path.resolve()), str(path.resolve()).removeprefix("/usr"))):
            done = subprocess.run(["dpkg", "-S", name], capture_output=True, text=True, check=False)
            if done.returncode == 0:
                return done.stdout.partition(":")[0]
    return None

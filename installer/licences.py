"""A licence text for everything that is shipped; a part without one stops the build."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
from importlib import metadata
from pathlib import Path

from freezing import HERE, ROOT, BuildStopped, inside, pinned

#: Distributions whose wheels carry no text of their own -> folder below installer/licences.
OWN_TEXTS = {"PySide6-Essentials": "Qt", "shiboken6": "Qt"}
#: What more is on Windows -> folder below installer/licences: libraries in wheels that carry no text of them.
ON_WINDOWS = {"psycopg-binary (OpenSSL, libpq)": "psycopg-binary", "Microsoft's run time": "Microsoft"}
#: Distributions that carry libraries of others without their texts -> the folder of these libraries on Linux.
UNTOLD = {"psycopg-binary": "psycopg_binary.libs"}
#: Where this system's libraries lie.
SYSTEM = ("/usr/lib/x86_64-linux-gnu", "/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu")
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
    if sys.platform == "win32":
        sources.update({part: own_texts(folder) for part, folder in ON_WINDOWS.items()})
    without = [part for part, texts in sources.items() if not texts]
    if without:
        raise BuildStopped(
            f"No licence text was found for {', '.join(without)}. Add one under installer/licences; for a library of "
            "this system, or like one of it, install the Debian package that holds it."
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
        return own_texts(OWN_TEXTS[dist])
    found = []
    for file in metadata.files(dist) or ():
        if any(part.endswith(".dist-info") for part in file.parts) and (
            "licenses" in file.parts or any(name in file.name.lower() for name in _NAMES)
        ):
            path = Path(str(file.locate()))
            if path.is_file():
                found.append(path)
    return sorted(found)


def own_texts(folder: str) -> list[Path]:
    """Return the files of a folder below installer/licences."""
    return sorted((HERE / "licences" / folder).iterdir())


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
    """Return the texts of the libraries that are not Python's, by the Debian package that holds them or their like."""
    packages = packages_of([path.name for path in inside(program).glob("*.so*")])
    found: dict[str, list[Path]] = {}
    for wheel, folder in UNTOLD.items():
        for path in sorted((inside(program) / folder).glob("*.so*")):
            like = packages_of(alike(path.name))
            packages |= like
            if not like:
                found[f"{wheel}/{path.name}"] = []
    for package in sorted(packages):
        text = Path("/usr/share/doc") / package / "copyright"
        found[f"system/{package}"] = [text] if text.is_file() else []
    return found


def alike(library: str) -> list[str]:
    """Return the names of this system's libraries that a wheel's own copy was made from, whatever the version.

    A wheel names its copies with a hash: libldap-fb847fea.so.2.0.200 is libldap-2.5.so.0 here.
    """
    name = re.sub(r"-[0-9a-f]{8}(?=\.so)", "", library).partition(".so")[0]
    fits = re.compile(re.escape(name) + r"(-[0-9.]+)?\.so\.[0-9]+")
    return sorted(
        {path.name for folder in SYSTEM for path in Path(folder).glob("*.so.*") if fits.fullmatch(path.name)}
    )


def packages_of(libraries: list[str]) -> set[str]:
    """Return the Debian packages that some libraries belong to; those of Python or of a wheel belong to none."""
    names = set()
    for folder in SYSTEM:
        for library in libraries:
            path = Path(folder) / library
            if path.exists():
                # dpkg may know the file by the name before /lib became a link to /usr/lib.
                names |= {str(path), str(path.resolve()), str(path.resolve()).removeprefix("/usr")}
    if not names:
        return set()
    done = subprocess.run(["dpkg", "-S", *sorted(names)], capture_output=True, text=True, check=False)
    return {line.partition(":")[0] for line in done.stdout.splitlines()}

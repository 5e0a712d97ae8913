"""The installer for Windows: lists of files made from the frozen folder, compiled by NSIS."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from pathlib import Path

from freezing import HERE, BuildStopped

#: Programs of the folder -> what Windows shows them as.
PROGRAMS = {"kgdesk": "kgdesk", "kgdesk-cli": "kgdesk, command line"}
_RESOURCE = """VSVersionInfo(
  ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3f, flags=0x0, OS=0x40004, fileType=0x1,
                    subtype=0x0, date=(0, 0)),
  kids=[
    StringFileInfo([StringTable("040904B0", [
      StringStruct("CompanyName", "The kgdesk developers"),
      StringStruct("FileDescription", "{description}"),
      StringStruct("FileVersion", "{version}"),
      StringStruct("InternalName", "{name}"),
      StringStruct("LegalCopyright", "The kgdesk developers, BSD-3-Clause"),
      StringStruct("OriginalFilename", "{name}.exe"),
      StringStruct("ProductName", "kgdesk"),
      StringStruct("ProductVersion", "{version}"),
    ])]),
    VarFileInfo([VarStruct("Translation", [1033, 1200])]),
  ],
)
"""


def version_files(version: str, folder: Path) -> dict[str, str]:
    """Write the version resource of each program as PyInstaller reads it; return program -> file."""
    numbers = (*(int(part) for part in re.findall(r"\d+", version)[:3]), 0)
    made = {}
    for name, description in PROGRAMS.items():
        path = folder / f"{name}-version.txt"
        text = _RESOURCE.format(numbers=numbers, version=version, name=name, description=description)
        path.write_text(text, encoding="utf-8")
        made[name] = str(path)
    return made


def sign(path: Path) -> None:
    """Sign a program by the command of KGDESK_SIGN_WITH, to which the file's name is added; nothing without it.

    Raises
    ------
    BuildStopped
        The command failed.
    """
    command = os.environ.get("KGDESK_SIGN_WITH")
    if not command:
        return
    words = f'{command} "{path}"'
    done = subprocess.run(words, shell=True, capture_output=True, text=True, check=False)  # noqa: S602 - the builder's own
    if done.returncode:
        raise BuildStopped(f"{path.name} could not be signed: {(done.stdout + done.stderr)[-2000:]}")


_WINGET = """# Made by installer/windows.py.
PackageIdentifier: kgdesk.kgdesk
PackageVersion: {version}
"""
_WINGET_KINDS = {
    "": """DefaultLocale: en-US
ManifestType: version
""",
    ".locale.en-US": """PackageLocale: en-US
Publisher: The kgdesk developers
PackageName: kgdesk
License: BSD-3-Clause
ShortDescription: Find the best of many candidate experiments in few runs
ManifestType: defaultLocale
""",
    ".installer": """InstallerType: nullsoft
UpgradeBehavior: install
ProductCode: kgdesk
Installers:
- Architecture: x64
  Scope: user
  InstallerUrl: {url}
  InstallerSha256: {digest}
- Architecture: x64
  Scope: machine
  ElevationRequirement: elevationRequired
  InstallerUrl: {url}
  InstallerSha256: {digest}
  InstallerSwitches:
    Custom: /AllUsers
ManifestType: installer
""",
}


def winget(setup: Path, version: str, dest: Path) -> list[Path]:
    """Write the manifests of winget for a setup below KGDESK_RELEASE_URL; nothing without it."""
    place = os.environ.get("KGDESK_RELEASE_URL")
    if not place:
        return []
    digest = hashlib.sha256(setup.read_bytes()).hexdigest().upper()
    made = []
    for kind, text in _WINGET_KINDS.items():
        whole = _WINGET + text + "ManifestVersion: 1.6.0\n"
        made.append(dest / f"kgdesk.kgdesk{kind}.yaml")
        made[-1].write_text(
            whole.format(version=version, url=f"{place}/{setup.name}", digest=digest), encoding="utf-8"
        )
    return made


def nsis(program: Path, icons: Path, version: str, dest: Path, work: Path, *, quick: bool = False) -> Path:
    """Make kgdesk-VERSION-setup.exe in `dest` from a folder with kgdesk.exe and kgdesk-cli.exe; `quick`: uncompressed.

    Raises
    ------
    BuildStopped
        makensis is not there or refuses, or the signing failed.
    """
    compiler = shutil.which("makensis")
    if compiler is None:
        raise BuildStopped("makensis is not installed here (NSIS 3; on Debian: apt-get install nsis).")
    for name in PROGRAMS:
        sign(program / f"{name}.exe")
    lists = work / "nsis"
    lists.mkdir(parents=True, exist_ok=True)
    install, remove = file_lists(program)
    # NSIS reads a list as UTF-8 only with a mark at its beginning.
    (lists / "files.nsh").write_text(install, encoding="utf-8-sig")
    (lists / "remove.nsh").write_text(remove, encoding="utf-8-sig")
    made = dest / f"kgdesk-{version}-setup.exe"
    given = {
        "VERSION": version,
        "OUTFILE": made,
        "PAYLOAD": program,
        "LISTS": lists,
        "ICON": icons / "kgdesk.ico",
    }
    if quick:
        given["QUICK"] = "yes"
    if os.environ.get("KGDESK_SIGN_WITH"):
        given["SIGN"] = os.environ["KGDESK_SIGN_WITH"]
    words = [compiler, "-V2", "-WX", *(f"-D{name}={value}" for name, value in given.items())]
    done = subprocess.run(
        [*words, str(HERE / "windows" / "kgdesk.nsi")], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BuildStopped(f"makensis refuses:\n{done.stdout[-3000:]}{done.stderr[-2000:]}")
    sign(made)
    winget(made, version, dest)
    return made


def file_lists(program: Path) -> tuple[str, str]:
    """Return NSIS commands that install every file of a folder, and that remove exactly these."""
    install, remove = [], []
    folders = sorted({path.parent for path in program.rglob("*") if path.is_file()})
    for folder in folders:
        inner = _windows(folder.relative_to(program))
        target = "$INSTDIR" + (f"\\{inner}" if inner else "")
        install.append(f'SetOutPath "{target}"')
        for path in sorted(p for p in folder.iterdir() if p.is_file()):
            install.append(f'File "{path}"')
            remove.append(f'Delete "{target}\\{_escaped(path.name)}"')
    everything = sorted((p for p in program.rglob("*") if p.is_dir()), key=lambda p: -len(p.parts))
    remove += [f'RMDir "$INSTDIR\\{_windows(path.relative_to(program))}"' for path in everything]
    return "\n".join(install) + "\n", "\n".join(remove) + "\n"


def _windows(path: Path) -> str:
    return "" if path == Path() else "\\".join(map(_escaped, path.parts))


def _escaped(name: str) -> str:
    return name.replace("$", "$$")

"""The application for macOS: signed, packed into a disk image, ready to be notarised.

Run on an Apple silicon Mac. KGDESK_SIGN_AS names the Developer ID in the keychain; without it the signature is ad hoc,
which runs on the Mac that built it and, after right-click and Open, elsewhere. Notarisation stands in README.md here.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

from freezing import HERE

if TYPE_CHECKING:
    from pathlib import Path

ENTITLEMENTS = HERE / "mac" / "entitlements.plist"


#: First bytes of a file with machine code of macOS: Mach-O of 64 bits, and several processors in one file.
_MACH_O = {bytes.fromhex("cffaedfe"), bytes.fromhex("cafebabe"), bytes.fromhex("cafebabf")}


def identity() -> str:
    """Return whom `codesign` signs as: KGDESK_SIGN_AS, else ``-``, which stands for nobody."""
    return os.environ.get("KGDESK_SIGN_AS") or "-"


def signed_parts(program: Path) -> list[Path]:
    """Return what in an application is signed by itself, inside out: every Mach-O, whatever its name, and frameworks.

    The application comes last; the program that it starts with is signed with it.
    """
    contents = program / "Contents"
    code = [path for path in contents.rglob("*") if _is_mach_o(path) and path.parent != contents / "MacOS"]
    bundles = [path for path in contents.rglob("*.framework") if not path.is_symlink()]
    main = [
        path
        for path in sorted((contents / "MacOS").glob("*"))
        if path.name != program.stem and _is_mach_o(path)
    ]
    inner = sorted([*code, *bundles, *main], key=lambda path: (-len(path.parts), str(path)))
    return [*inner, program]


def _is_mach_o(path: Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) in _MACH_O


def sign(program: Path) -> None:
    """Sign everything inside out; the rights to make code go to the application alone, as Apple asks.

    Without an identity there is no hardened runtime: it would refuse libraries that nobody has signed.
    """
    who = identity()
    words = ["codesign", "--force", "--sign", who]
    words += ["--timestamp=none"] if who == "-" else ["--timestamp", "--options", "runtime"]
    for path in signed_parts(program):
        rights = ["--entitlements", str(ENTITLEMENTS)] if path == program else []
        subprocess.run([*words, *rights, str(path)], check=True)


def disk_image(program: Path, version: str, dest: Path, work: Path) -> Path:
    """Seal the program once more, with its kernels, and make kgdesk-VERSION-arm64.dmg with a link to Applications."""
    sign(program)
    subprocess.run(["codesign", "--verify", "--deep", "--strict", str(program)], check=True)
    tree = work / "dmg"
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir()
    subprocess.run(["ditto", str(program), str(tree / "kgdesk.app")], check=True)
    (tree / "Applications").symlink_to("/Applications")
    made = dest / f"kgdesk-{version}-arm64.dmg"
    made.unlink(missing_ok=True)
    words = ["hdiutil", "create", "-volname", "kgdesk", "-srcfolder", str(tree), "-format", "UDZO", str(made)]
    subprocess.run(words, check=True)
    if identity() != "-":
        subprocess.run(["codesign", "--timestamp", "--sign", identity(), str(made)], check=True)
    return made

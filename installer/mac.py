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


def sign(program: Path) -> None:
    """Sign everything inside out with the hardened runtime; Numba needs the right to make code."""
    identity = os.environ.get("KGDESK_SIGN_AS", "-")
    words = ["codesign", "--force", "--timestamp" if identity != "-" else "--timestamp=none", "--options", "runtime",
             "--entitlements", str(ENTITLEMENTS), "--sign", identity]  # fmt: skip
    code = [
        p for p in (program / "Contents").rglob("*") if p.suffix in {".so", ".dylib"} and not p.is_symlink()
    ]
    for path in sorted(code, key=lambda p: -len(p.parts)):
        subprocess.run([*words, str(path)], check=True)
    subprocess.run([*words, str(program)], check=True)


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
    return made

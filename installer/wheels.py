"""Sees that a ready-made wheel of every pin exists for the systems that are frozen elsewhere.

    python installer/wheels.py [--keep FOLDER]

Downloads (pip's own client) into a temporary folder: about 250 MB for each system.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from interpreter import pinned_interpreter

HERE = Path(__file__).resolve().parent
#: The tags that pip takes wheels of, as the machine of the workflow would, newest first.
SYSTEMS = {
    "win_amd64": ["win_amd64"],
    "macosx_arm64": [
        f"macosx_{major}_0_{kind}" for major in (14, 13, 12, 11) for kind in ("arm64", "universal2")
    ]
    + ["macosx_10_9_universal2"],
}


def missing(system: str, folder: Path) -> str:
    """Download the wheels of every pin for a system; return what pip says if one is not there."""
    words = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
    words += ["--dest", str(folder), "-r", str(HERE / "pins.txt")]
    python = pinned_interpreter({"win": "win32"}.get(system[:3], "darwin"))["version"].rpartition(".")[0]
    words += ["--python-version", python, "--implementation", "cp"]
    for abi in (f"cp{python.replace('.', '')}", "abi3", "none"):
        words += ["--abi", abi]
    for tag in SYSTEMS[system]:
        words += ["--platform", tag]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.stderr.strip() if done.returncode else ""


def main() -> int:
    """Check every system; exit 1 names what is missing."""
    parser = argparse.ArgumentParser(
        description="Check that wheels of every pin exist for Windows and macOS."
    )
    parser.add_argument("--keep", type=Path, help="keep the wheels here")
    keep = parser.parse_args().keep
    bad = 0
    for system in SYSTEMS:
        with tempfile.TemporaryDirectory() as away:
            folder = (keep or Path(away)) / system
            folder.mkdir(parents=True, exist_ok=True)
            problem = missing(system, folder)
            wheels = sorted(path.name for path in folder.glob("*.whl"))
        print(f"{system}: {problem or f'{len(wheels)} wheels'}")
        print("".join(f"  {name}\n" for name in wheels), end="")
        bad += bool(problem)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

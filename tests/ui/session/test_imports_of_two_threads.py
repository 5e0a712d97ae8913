"""No package is imported in parts by the window and by the compute thread at the same time.

When an import ends, `importlib` takes the module out of `sys.modules` for an instant. A thread that imports another
part of the package in that instant gets KeyError with the package's name.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]

#: Draws the window with its suggestion; prints what was there when the second thread began to import, and the imports
#: from then on, each with whether the main thread asked for it.
_PROBE = """
import builtins, json, sys, threading
there, imports = [], []

def note(event, words):
    if event == "import":
        is_main = threading.current_thread() is threading.main_thread()
        if not is_main and not imports:
            there.extend(sys.modules)
        if there:
            imports.append((is_main, words[0]))

def importing(name, globals=None, locals=None, fromlist=(), level=0):
    if level == 0:  # of what is there already there is no event
        note("import", [name])
    return imported(name, globals, locals, fromlist, level)

imported, builtins.__import__ = builtins.__import__, importing
sys.addaudithook(note)
from kgdesk.cli import main
status = main(["demo", "--snapshot", sys.argv[1]])
print(json.dumps([status, there, imports]))
"""


def shared(there: list[str], imports: list[tuple[bool, str]]) -> set[str]:
    """Return the packages that were not there yet and of which each thread imports a part."""
    by: dict[str, set[bool]] = {}
    with_parts = set()
    for is_main, name in imports:
        parts = name.split(".")
        for length in range(1, len(parts) + 1):
            package = ".".join(parts[:length])
            by.setdefault(package, set()).add(is_main)
            if length < len(parts):
                with_parts.add(package)
    return {package for package in with_parts.difference(there) if len(by[package]) == 2}


def test_a_package_of_two_threads_is_seen() -> None:
    imports = [(True, "colorama.win32"), (False, "colorama"), (False, "numpy.random"), (True, "numpy.linalg")]
    assert shared(["numpy"], imports) == {"colorama"}
    assert shared(["numpy", "colorama"], imports) == set()
    assert shared([], [(True, "msvcrt"), (False, "msvcrt")]) == set()


def test_the_window_and_the_kernels_import_no_parts_of_one_package_at_the_same_time(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _PROBE, str(tmp_path / "demo.png")],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "KGDESK_DATA": str(tmp_path / "own")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    status, there, imports = json.loads(done.stdout.splitlines()[-1])
    assert status == 0
    assert "llvmlite" in {name for is_main, name in imports if not is_main}
    assert not shared(there, [(is_main, name) for is_main, name in imports])

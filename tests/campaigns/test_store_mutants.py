"""One-line faults in store, files, server and text: put into a copy of the program, each makes a named test fail.

``python tests/campaigns/test_store_mutants.py WORD ...`` applies those whose name holds a word, or all.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "store"))

from pgserver import missing

CORES = 2
#: Seconds after which a test that hangs on a fault has failed.
_PATIENCE_S = 60
_PARTS = ("kgdesk", "resources", "tests", "pyproject.toml")
_UNFIT = shutil.ignore_patterns("__pycache__", "*.pyc", ".git")

#: Faults that no test refuses, with the reason why nobody is harmed by them; at most three.
SURVIVORS: dict[str, str] = {}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault: `old`, which `file` holds once, becomes `new`; `tests` are a file, and words for ``-k``."""

    name: str
    file: str
    old: str
    new: str
    tests: str

    @property
    def needs_server(self) -> bool:
        return "/server/" in self.tests

    @property
    def words(self) -> list[str]:
        """The tests as words of pytest."""
        place, _, wanted = self.tests.partition(" ")
        return [place, "-k", wanted]

    def applied(self, text: str) -> str:
        """Return the text of the file with the fault.

        Raises
        ------
        ValueError
            The program has changed, and the fault has to be written anew.
        """
        if text.count(self.old) != 1:
            raise ValueError(f"{self.name}: {self.file} holds {text.count(self.old)} times {self.old!r}")
        return text.replace(self.old, self.new)


MUTANTS = tuple(
    Mutant(**one)
    for one in tomllib.loads(Path(__file__).with_name("mutants.toml").read_text("utf-8"))["mutant"]
)


class Copy:
    """A copy of the program and its tests, in which one fault after the other is tried."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        for part in _PARTS:
            source = ROOT / part
            if source.is_dir():
                shutil.copytree(source, folder / part, ignore=_UNFIT)
            else:
                shutil.copy2(source, folder / part)

    def passes(self, words: list[str]) -> bool:
        """Run tests in the copy and return whether they pass.

        Raises
        ------
        RuntimeError
            They do not run, or none of them is left.
        """
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:randomly"]
        done = subprocess.run(
            [*command, "-m", "", f"--timeout={_PATIENCE_S}", *words],
            cwd=self._folder,
            env={
                **{key: value for key, value in os.environ.items() if not key.startswith(("COV", "PYTEST"))},
                "PYTHONPATH": str(self._folder),
                "PYTHONDONTWRITEBYTECODE": "1",
                "QT_QPA_PLATFORM": "offscreen",
            },
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode not in {0, 1} or not re.search(r"\d (passed|failed)|\d error", done.stdout):
            raise RuntimeError(f"{words}: {done.stdout[-3000:]}{done.stderr[-1000:]}")
        return done.returncode == 0

    def survives(self, mutant: Mutant) -> bool:
        """Return whether the tests pass although the fault is in the program."""
        path = self._folder / mutant.file
        right = path.read_text("utf-8")
        path.write_text(mutant.applied(right), "utf-8")
        try:
            return self.passes(mutant.words)
        finally:
            path.write_text(right, "utf-8")


def survivors(mutants: list[Mutant]) -> set[str]:
    """Return the names of the faults that no test refuses, after the same tests have passed without any fault."""
    copies: SimpleQueue[Copy] = SimpleQueue()
    with tempfile.TemporaryDirectory(prefix="kgdesk-mutants-") as name:
        for number in range(CORES):
            copies.put(Copy(Path(name) / str(number)))

        def with_copy(try_in: str, mutant: Mutant) -> bool:
            copy = copies.get()
            try:
                good = copy.passes(mutant.words) if try_in == "right" else copy.survives(mutant)
            finally:
                copies.put(copy)
            return good

        with ThreadPoolExecutor(CORES) as pool:
            first = list({mutant.tests: mutant for mutant in mutants}.values())
            for mutant, good in zip(first, pool.map(lambda one: with_copy("right", one), first), strict=True):
                assert good, f"{mutant.tests} fails without a fault"
            left = set()
            for mutant, good in zip(
                mutants, pool.map(lambda one: with_copy("wrong", one), mutants), strict=True
            ):
                print(
                    f"{'SURVIVED' if good else 'refused '} {mutant.file}: {mutant.name} ({mutant.tests})",
                    flush=True,
                )
                left |= {mutant.name} if good else set()
    return left


def possible() -> list[Mutant]:
    """Return the faults whose tests can run here."""
    return [mutant for mutant in MUTANTS if not (mutant.needs_server and missing())]


def test_each_fault_still_fits_the_program() -> None:
    assert len(MUTANTS) >= 40
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)
    for mutant in MUTANTS:
        assert mutant.applied((ROOT / mutant.file).read_text("utf-8"))
        assert (ROOT / mutant.words[0]).exists()


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_each_fault_makes_a_test_fail() -> None:
    assert len(SURVIVORS) <= 3
    assert survivors(possible()) == set(SURVIVORS)


if __name__ == "__main__":
    chosen = [one for one in possible() if not sys.argv[1:] or any(word in one.name for word in sys.argv[1:])]
    sys.exit(bool(survivors(chosen) - set(SURVIVORS)))

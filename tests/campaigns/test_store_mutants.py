"""One-line faults in store, files, server and text: put into a copy of the program, each makes a named test fail.

``python tests/campaigns/test_store_mutants.py WORD ...`` applies those whose name holds a word, or all.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Self

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "store"))

from pgserver import missing

CORES = 2
#: Seconds after which a test that hangs on a fault has failed.
_PATIENCE_S = 90
#: Seconds that a test may take without a fault, when kernels are compiled for the copy.
_COMPILING_S = 600
_PARTS = ("kgdesk", "resources", "tests", "pyproject.toml")
_UNFIT = shutil.ignore_patterns("__pycache__", "*.pyc", ".git")

#: Faults that no test refuses, with the reason why nobody is harmed by them; at most three.
SURVIVORS: dict[str, str] = {
    "link not dropped after the deadline": "The call that would wait once more finds the deadline spent and ends at "
    "once; the store then drops the link itself.",
}


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
        return "/postgres/" in self.tests

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


#: Runs tests in a fork of a process that has imported what does not change; answers with pytest's exit code.
_SERVER = """
import json, os, sys
import apsw, numba, psycopg, PySide6.QtWidgets, pytest

for line in sys.stdin:
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        output = os.open("output.txt", os.O_CREAT | os.O_WRONLY | os.O_TRUNC | os.O_APPEND)
        os.dup2(output, 1)
        os.dup2(output, 2)
        sys.path.insert(0, os.getcwd())
        code = int(pytest.main(json.loads(line)))
        sys.stdout.flush()
        os._exit(code)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
#: A thread ends a test that hangs: no signal ends a wait of SQLite for a named pipe.
_OPTIONS = ("-q", "-x", "-p", "no:cacheprovider", "-m", "", "--tb=short", "--timeout-method=thread")
_ENDED = re.compile(r"\d (passed|failed)|\d error|\+ Timeout \+")


class Copy:
    """A copy of the program and its tests, in which one fault after the other is tried; a context manager."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._writes = 0
        for part in _PARTS:
            source = ROOT / part
            if source.is_dir():
                shutil.copytree(source, folder / part, ignore=_UNFIT)
            else:
                shutil.copy2(source, folder / part)
        self._server = subprocess.Popen(
            [sys.executable, "-c", _SERVER],
            cwd=folder,
            env={
                **{key: value for key, value in os.environ.items() if not key.startswith(("COV", "PYTEST"))},
                "PYTHONPATH": str(folder),
                "QT_QPA_PLATFORM": "offscreen",
                "NUMBA_THREADING_LAYER_PRIORITY": "workqueue omp tbb",
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.communicate()

    def passes(self, words: list[str], patience_s: int) -> bool:
        """Run tests in the copy and return whether they pass, each within some seconds.

        Raises
        ------
        RuntimeError
            They do not run, or none of them is left.
        """
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        self._server.stdin.write(json.dumps([*_OPTIONS, f"--timeout={patience_s}", *words]) + "\n")
        self._server.stdin.flush()
        code = self._server.stdout.readline().strip()
        if code not in {"0", "1"} or not _ENDED.search(self.output):
            raise RuntimeError(f"{words}: {code} {self.output[-3000:]}")
        return code == "0"

    @property
    def output(self) -> str:
        """What the last tests have printed."""
        return (self._folder / "output.txt").read_text("utf-8", errors="replace")

    def survives(self, mutant: Mutant) -> bool:
        """Return whether the tests pass although the fault is in the program."""
        path = self._folder / mutant.file
        right = path.read_text("utf-8")
        self._write(path, mutant.applied(right))
        try:
            return self.passes(mutant.words, _PATIENCE_S)
        finally:
            self._write(path, right)

    def _write(self, path: Path, text: str) -> None:
        """Write a module at a time of its own: by this Python knows whether the compiled one is out of date."""
        path.write_text(text, "utf-8")
        self._writes += 1
        os.utime(path, (self._writes * 10, self._writes * 10))


def survivors(mutants: list[Mutant]) -> set[str]:
    """Return the names of the faults that no test refuses, after the same tests have passed without any fault."""
    wanted: dict[str, list[str]] = {}
    for mutant in mutants:
        place, _, word = mutant.words
        wanted.setdefault(place, []).append(f"({word})")
    copies: SimpleQueue[Copy] = SimpleQueue()
    left = set()
    with ExitStack() as stack, ThreadPoolExecutor(CORES) as pool:
        base = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kgdesk-mutants-")))
        for number in range(CORES):
            copies.put(stack.enter_context(Copy(base / str(number))))

        def right(place: str) -> None:
            copy = copies.get()
            try:
                assert copy.passes([place, "-k", " or ".join(wanted[place])], _COMPILING_S), (
                    f"without a fault: {copy.output[-3000:]}"
                )
            finally:
                copies.put(copy)

        def wrong(mutant: Mutant) -> bool:
            copy = copies.get()
            try:
                return copy.survives(mutant)
            finally:
                copies.put(copy)

        list(pool.map(right, wanted))
        for mutant, good in zip(mutants, pool.map(wrong, mutants), strict=True):
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


@pytest.mark.campaign
@pytest.mark.timeout(6 * 3600)
def test_each_fault_makes_a_test_fail() -> None:
    assert len(SURVIVORS) <= 3
    assert survivors(possible()) == set(SURVIVORS)


if __name__ == "__main__":
    chosen = [one for one in possible() if not sys.argv[1:] or any(word in one.name for word in sys.argv[1:])]
    sys.exit(bool(survivors(chosen) - set(SURVIVORS)))

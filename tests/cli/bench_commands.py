"""Measure the processor time of commands on a small study beside ``import kgdesk`` and ``import numba``, in turns.

``PYTHONPATH=$PWD python tests/cli/bench_commands.py`` prints medians over 15 turns and, for each command, the median of
its ratio to ``import kgdesk`` and of its difference to ``import numba`` in the same turn. Load on the machine changes
all alike. Python keeps the bytecode of kgdesk, as it does where nothing forbids it: the first turn, which is not
counted, may write it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

#: Commands by what is printed; N is the number of the turn.
COMMANDS = {
    "--version": ["--version"],
    "--help": ["--help"],
    "status --brief": ["status", "screen.kgstudy", "--brief"],
    "note": ["note", "screen.kgstudy", "turn N"],
    "audit": ["audit", "screen.kgstudy"],
    "status": ["status", "screen.kgstudy"],
    "suggest": ["suggest", "screen.kgstudy"],
    "suggest, linear": ["suggest", "linear.kgstudy"],
    "record": ["record", "screen.kgstudy", "RX-N", "success"],
}


#: Without the variable that forbids bytecode: its absence would be measured, and no user has it set.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def seconds_of(command: list[str], folder: Path) -> float:
    """Run a command in a folder; return its processor time in seconds."""
    before = os.times()
    subprocess.run(
        command, cwd=folder, env=ENVIRONMENT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def prepare(kgdesk: list[str], folder: Path) -> None:
    """Make two studies of 180 candidates with ten outcomes each, with averaged and with linear terms."""
    table = ["--candidates", "reaction-screen.csv", "--id", "Code", "--category", "Solvent"]
    plan = ["--ignore", "Plate location", "--budget", "60", "--repeats", "yes", "--by", "bench"]
    seconds_of([*kgdesk, "sample", "."], folder)
    for study, terms in (("screen.kgstudy", "average"), ("linear.kgstudy", "linear")):
        seconds_of([*kgdesk, "new", study, *table, *plan, "--terms", terms], folder)
        for run in range(10):
            outcome = ("failure", "success")[run % 2]
            seconds_of([*kgdesk, "record", study, f"RX-{100 + run:03d}", outcome], folder)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=15)
    turns = parser.parse_args().turns
    kgdesk = [sys.executable, "-m", "kgdesk"]
    bare, numba, times = list[float](), list[float](), {name: list[float]() for name in COMMANDS}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(kgdesk, folder)
        for turn in range(turns + 1):  # the first fills the caches
            bare.append(seconds_of([sys.executable, "-c", "import kgdesk"], folder))
            numba.append(seconds_of([sys.executable, "-c", "import numba"], folder))
            for what, words in COMMANDS.items():
                given = [word.replace("N", f"{turn + 1:03d}") for word in words]
                times[what].append(seconds_of([*kgdesk, *given], folder))
    print(f"import kgdesk   {median(bare[1:]):.3f} s of the processor, median of {turns}")
    print(f"import numba    {median(numba[1:]):.2f} s")
    for what, spent in times.items():
        ratio = median(own / other for own, other in zip(spent[1:], bare[1:], strict=True))
        more = median(own - other for own, other in zip(spent[1:], numba[1:], strict=True))
        print(
            f"{what:15} {median(spent[1:]):.2f} s, {ratio:.0f} times import kgdesk, {more:+.2f} s beside import numba"
        )


if __name__ == "__main__":
    main()

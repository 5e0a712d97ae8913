"""Time the parts of the program on this machine, against plain NumPy and C.

``PYTHONPATH=. .venv/bin/python tests/bench/bench.py`` prints one table; ``--json`` prints one object, ``--quick`` takes
small pools and one turn, to see that it runs, and ``--reference FILE.c`` times another C sweep.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk_bench import bench, sweep_of

from kgdesk.errors import BadInput
from kgdesk.model.beliefs.gaussian import BELIEFS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk_bench import Bench


def part_of(part: str) -> dict[str, object]:
    """Run one part in this process, which its parent times: a session in the window, or a sweep of a large pool."""
    name, _, more = part.partition("=")
    count, _, what = more.partition("=")
    if name == "session" and count.isdecimal() and what:
        from kgdesk_bench.window_session import timed_session  # only this part needs Qt

        return asdict(timed_session(Path(what), int(count)))
    if name == "sweep" and count.isdecimal() and what in BELIEFS:
        return dict(sweep_of(what, int(count)))
    sys.exit(f"There is no part {part}.")


def print_table(result: Bench) -> None:
    """Print all figures of a run, in ms."""
    print(f"{'':<74}{'median':>11}{'from':>10}{'to':>10}{'x NumPy':>9}{'of C':>7}{'of full':>9}")
    for each in result.figures:
        times = "".join(
            f"{1e3 * t:>{n}.2f}" for t, n in ((each.seconds, 11), (each.least, 10), (each.most, 10))
        )
        numpy = "" if each.numpy is None else f"{each.numpy:.1f}"
        c, full = ("" if share is None else f"{share:.2f}" for share in (each.c, each.full))
        print(f"{each.what:<74}{times}{numpy:>9}{c:>7}{full:>9}")
    print("Times in ms; x NumPy: how often as long the NumPy twin takes; of C: this time as a share of C's;")
    print("of full: as a share of the same sweep with the paper's correlated belief.")
    for what, exponent in result.growth.items():
        print(f"growth with the number of candidates, {what}: exponent {exponent:.2f}")
    for what, multiple in result.memory.items():
        print(f"memory beyond that of the candidates, {what}: {multiple:.2f} times as much")
    if result.peak_memory is not None:
        print(f"peak memory {result.peak_memory / 2**20:.0f} MB")


def main(argv: Sequence[str] | None = None) -> None:
    """Run the benchmark and print its results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small pools and one turn: to see that it runs")
    parser.add_argument(
        "--reference", metavar="FILE.c", type=Path, help="another C sweep to be timed against"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--part", help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    if options.part:
        print(json.dumps(part_of(options.part)))
        return
    try:
        result = bench(
            quick=options.quick,
            reference=options.reference,
            progress=lambda what: print(f"timed {what}", file=sys.stderr),
        )
    except BadInput as refused:
        sys.exit(str(refused))
    if options.json:
        print(json.dumps(asdict(result)))
    else:
        print_table(result)


if __name__ == "__main__":
    main()

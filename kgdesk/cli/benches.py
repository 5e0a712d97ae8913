"""The command that times the parts on this machine."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk.actions.benching import bench, sweep_of
from kgdesk.errors import KgdeskError
from kgdesk.model.belief import BELIEFS

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.actions.benching import Bench


def add(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """Add the command's options."""
    made = command("bench", "time the parts on this machine, against plain NumPy and C")
    made.add_argument("--json", action="store_true", help="print one JSON object")
    made.add_argument("--quick", action="store_true", help="small pools and one turn: to see that it runs")
    made.add_argument("--reference", metavar="FILE.c", type=Path, help="another C sweep to be timed against")
    made.add_argument("--part", help=argparse.SUPPRESS)


def run_bench(options: argparse.Namespace) -> int:
    """Time everything and print the figures."""
    if options.part:
        return _part(options.part)

    def say(what: str) -> None:
        print(f"timed {what}", file=sys.stderr, flush=True)

    found = bench(quick=options.quick, reference=options.reference, progress=say)
    if options.json:
        print(json.dumps(asdict(found)))
    else:
        _table(found)
    return 0


def _part(part: str) -> int:
    """Do in this process what another one times: play a session, or sweep a large pool."""
    name, _, more = part.partition("=")
    count, _, what = more.partition("=")
    if name == "session" and count.isdecimal() and what:
        # By name: the command line knows nothing of Qt.
        found = asdict(import_module("kgdesk.ui.timing").timed_session(Path(what), int(count)))
    elif name == "sweep" and count.isdecimal() and what in BELIEFS:
        found = sweep_of(what, int(count))
    else:
        raise KgdeskError(f"There is no part {name} of the timing.")
    print(json.dumps(found))
    return 0


def _table(found: Bench) -> None:
    print(f"{'':<74}{'median':>11}{'from':>10}{'to':>10}{'x NumPy':>9}{'of C':>7}{'of full':>9}")
    for each in found.figures:
        times = "".join(
            f"{1e3 * t:>{n}.2f}" for t, n in ((each.seconds, 11), (each.least, 10), (each.most, 10))
        )
        numpy = "" if each.numpy is None else f"{each.numpy:.1f}"
        c, full = ("" if share is None else f"{share:.2f}" for share in (each.c, each.full))
        print(f"{each.what:<74}{times}{numpy:>9}{c:>7}{full:>9}")
    print("Times in ms; x NumPy: how often as long the NumPy twin takes; of C: this time as a share of C's;")
    print("of full: as a share of the same sweep with the paper's correlated belief.")
    for what, exponent in found.growth.items():
        print(f"growth with the number of candidates, {what}: exponent {exponent:.2f}")
    for what, multiple in found.memory.items():
        print(f"memory beyond that of the candidates, {what}: {multiple:.2f} times as much")
    if found.peak_memory is not None:
        print(f"peak memory {found.peak_memory / 2**20:.0f} MB")

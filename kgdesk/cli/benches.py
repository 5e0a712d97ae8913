"""The command that times the parts on this machine; the timing itself lies with the tests, in tests/bench."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import kgdesk
from kgdesk.cli import output
from kgdesk.cli.options import add_json
from kgdesk.errors import BadInput, KgdeskError
from kgdesk.model.belief import BELIEFS

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType


_PACKAGE = "kgdesk_bench"


def add(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """Add the command's options."""
    made = command("bench", "time the parts on this machine, against plain NumPy and C")
    made.set_defaults(act=run_bench)
    add_json(made)
    made.add_argument("--quick", action="store_true", help="small pools and one turn: to see that it runs")
    made.add_argument("--reference", metavar="FILE.c", type=Path, help="another C sweep to be timed against")
    made.add_argument("--part", help=argparse.SUPPRESS)


def _bench_package() -> ModuleType:
    """Import the timing from tests/bench beside the package, as in a copy of the sources, or in the working directory.

    Raises
    ------
    BadInput
        It is in neither place: an installed program does not carry it.
    """
    for root in (Path(kgdesk.__file__).parents[1], Path.cwd()):
        folder = root / "tests" / "bench"
        if (folder / _PACKAGE / "whole.py").is_file():
            sys.path.insert(0, str(folder))
            return import_module(_PACKAGE)
    raise BadInput(
        "kgdesk bench needs the project's sources: run it in a copy of the project, where tests/bench lies."
    )


def run_bench(options: argparse.Namespace) -> int:
    """Time everything and print the figures."""
    package = _bench_package()
    if options.part:
        return _part(options.part, package)

    def say(what: str) -> None:
        output.remark(f"timed {what}")

    found = package.bench(quick=options.quick, reference=options.reference, progress=say)
    if options.json:
        output.show(json.dumps(asdict(found)))
    else:
        _table(found)
    return 0


def _part(part: str, package: ModuleType) -> int:
    """Do in this process what another one times: play a session, or sweep a large pool."""
    name, _, more = part.partition("=")
    count, _, what = more.partition("=")
    if name == "session" and count.isdecimal() and what:
        # By name: the command line knows nothing of Qt.
        found = asdict(import_module("kgdesk.ui.timing").timed_session(Path(what), int(count)))
    elif name == "sweep" and count.isdecimal() and what in BELIEFS:
        found = package.sweep_of(what, int(count))
    else:
        raise KgdeskError(f"There is no part {name} of the timing.")
    output.show(json.dumps(found))
    return 0


def _table(found: Any) -> None:
    output.show(f"{'':<74}{'median':>11}{'from':>10}{'to':>10}{'x NumPy':>9}{'of C':>7}{'of full':>9}")
    for each in found.figures:
        times = "".join(
            f"{1e3 * t:>{n}.2f}" for t, n in ((each.seconds, 11), (each.least, 10), (each.most, 10))
        )
        numpy = "" if each.numpy is None else f"{each.numpy:.1f}"
        c, full = ("" if share is None else f"{share:.2f}" for share in (each.c, each.full))
        output.show(f"{each.what:<74}{times}{numpy:>9}{c:>7}{full:>9}")
    output.show(
        "Times in ms; x NumPy: how often as long the NumPy twin takes; of C: this time as a share of C's;"
    )
    output.show("of full: as a share of the same sweep with the paper's correlated belief.")
    for what, exponent in found.growth.items():
        output.show(f"growth with the number of candidates, {what}: exponent {exponent:.2f}")
    for what, multiple in found.memory.items():
        output.show(f"memory beyond that of the candidates, {what}: {multiple:.2f} times as much")
    if found.peak_memory is not None:
        output.show(f"peak memory {found.peak_memory / 2**20:.0f} MB")

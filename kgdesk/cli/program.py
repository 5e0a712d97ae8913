"""Commands about the installed program and servers: `sample`, `selftest`, `bench`, `kernels`, `server`."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import kgdesk
from kgdesk import actions
from kgdesk.actions.archives import write_sample_tables
from kgdesk.actions.native_compile import compile_kernels, lower_priority
from kgdesk.actions.qualification import certificate, finding_lines, qualify, write_until_stopped
from kgdesk.cli import console
from kgdesk.cli.command_base import add_json, add_overwrite, confirm_done
from kgdesk.cli.dispatch import add_by, who
from kgdesk.errors import BadInput, FileExists, KgdeskError, NotSaved
from kgdesk.model.beliefs.gaussian import BELIEFS

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from kgdesk.actions.qualification import Finding


_PACKAGE = "kgdesk_bench"


def add_bench(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """Add the command `bench`."""
    bench = command("bench", "time the parts on this machine, against plain NumPy and C")
    bench.set_defaults(act=run_bench)
    add_json(bench, "bench")
    bench.add_argument("--quick", action="store_true", help="small pools and one turn: to see that it runs")
    bench.add_argument("--reference", metavar="FILE.c", type=Path, help="another C sweep to be timed against")
    bench.add_argument("--part", help=argparse.SUPPRESS)


def _bench_package() -> ModuleType:
    """Import the benchmarks from tests/bench beside the package (source checkout) or in the working directory.

    Raises
    ------
    BadInput
        It is in neither place: it is not part of an installed program.
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
    """Run the benchmarks and print the results."""
    package = _bench_package()
    if options.part:
        return _bench_part(options.part, package)

    def report(what: str) -> None:
        console.remark(f"timed {what}")

    result = package.bench(quick=options.quick, reference=options.reference, progress=report)
    if options.json:
        console.show(console.as_json(asdict(result)))
    else:
        _table(result)
    return 0


def _bench_part(part: str, package: ModuleType) -> int:
    """Run one benchmark in this process, timed by its parent: a session, or a sweep of a large pool."""
    name, _, more = part.partition("=")
    count, _, what = more.partition("=")
    if name == "session" and count.isdecimal() and what:
        # Imported by name: the command line must not import Qt.
        result = asdict(
            import_module("kgdesk.ui.home.window_diagnostics").timed_session(Path(what), int(count))
        )
    elif name == "sweep" and count.isdecimal() and what in BELIEFS:
        result = package.sweep_of(what, int(count))
    else:
        raise KgdeskError(f"There is no part {name} of the timing.")
    console.show(json.dumps(result))
    return 0


def _table(result: Any) -> None:
    console.show(f"{'':<74}{'median':>11}{'from':>10}{'to':>10}{'x NumPy':>9}{'of C':>7}{'of full':>9}")
    for each in result.figures:
        times = "".join(
            f"{1e3 * t:>{n}.2f}" for t, n in ((each.seconds, 11), (each.least, 10), (each.most, 10))
        )
        numpy = "" if each.numpy is None else f"{each.numpy:.1f}"
        c, full = ("" if share is None else f"{share:.2f}" for share in (each.c, each.full))
        console.show(f"{each.what:<74}{times}{numpy:>9}{c:>7}{full:>9}")
    console.show(
        "Times in ms; x NumPy: how often as long the NumPy twin takes; of C: this time as a share of C's;"
    )
    console.show("of full: as a share of the same sweep with the paper's correlated belief.")
    for what, exponent in result.growth.items():
        console.show(f"growth with the number of candidates, {what}: exponent {exponent:.2f}")
    for what, multiple in result.memory.items():
        console.show(f"memory beyond that of the candidates, {what}: {multiple:.2f} times as much")
    if result.peak_memory is not None:
        console.show(f"peak memory {result.peak_memory / 2**20:.0f} MB")


def add_selftest(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """Add the commands `kernels` and `selftest`."""
    kernels_command = command(
        "kernels", "compile the numbers for this processor ahead of need (the window does it by itself)"
    )
    kernels_command.set_defaults(act=kernels)
    kernels_command.add_argument(
        "--into", metavar="DIR", help="a new folder (default: where the next start looks)"
    )
    kernels_command.add_argument("--generic", action="store_true", help="for any processor of this platform")
    kernels_command.add_argument(
        "--for-all-users",
        action="store_true",
        help="for every user of this computer: an administrator runs it once (Linux)",
    )
    kernels_command.add_argument(
        "--background", action="store_true", help="let everything else go first, print nothing"
    )
    add_json(kernels_command, "kernels")
    test = command("selftest", "check the installed program: numbers, disk, window")
    test.set_defaults(act=selftest)
    add_json(test, "selftest")
    test.add_argument("--folder", metavar="DIR", help="where studies are kept: the disk is tried there")
    test.add_argument("--out", metavar="FILE.txt", help="save the certificate")
    # Internal: one part of the check in a child process, which the parent may kill.
    test.add_argument("--part", help=argparse.SUPPRESS)


def add_sample(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """Add the command `sample`."""
    parser = command("sample", "write the sample tables of candidates into a folder")
    parser.set_defaults(act=sample)
    parser.add_argument("folder", metavar="FOLDER", help="where the tables go; made if it is missing")
    add_overwrite(parser)
    add_json(parser, "sample")


def sample(options: argparse.Namespace) -> int:
    """Write the sample tables."""
    files = [str(file) for file in write_sample_tables(options.folder, overwrite=options.overwrite)]
    if options.json:
        console.deliver(console.as_json({"files": files}))
    else:
        console.confirm(*(f"Saved {file}." for file in files))
    return 0


def kernels(options: argparse.Namespace) -> int:
    """Compile the kernels into the cache."""
    if options.for_all_users and (options.into or options.generic):
        raise BadInput(
            "--for-all-users has a folder and a processor of its own: leave out --into and --generic."
        )
    if options.background:
        lower_priority()

    def progress(done: int, total: int) -> None:
        if not options.background and sys.stderr is not None and console.shows_progress():
            console.remark(f"\r{done}/{total}", end="" if done < total else "\n")

    folder, count = compile_kernels(
        options.into, generic=options.generic, for_all_users=options.for_all_users, progress=progress
    )
    if options.json:
        console.deliver(console.as_json({"compiled": count, "folder": str(folder)}))
    elif not options.background:
        console.confirm(f"{count} kernels compiled into {folder}." if count else f"{folder} needs nothing.")
    return 0


def selftest(options: argparse.Namespace) -> int:
    """Run the installation checks."""
    if options.part is not None:
        return _part(options.part)
    if options.out is not None and Path(options.out).exists():
        raise FileExists(f"{options.out} is already there; nothing was overwritten. Choose another name.")
    report = qualify(options.folder, None if options.json else _print_finding)
    if options.json:
        console.show(console.as_json(report.as_json()))
    if options.out is not None:
        _save(Path(options.out), certificate(report))
        if not options.json:
            console.confirm(f"Saved {options.out}.")
    console.remark(*report.problems)
    return 1 if report.problems else 0


def _print_finding(finding: Finding) -> None:
    console.show("\n".join(finding_lines(finding)))


def _save(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as cause:
        raise NotSaved(f"{path} could not be saved: check the folder.", details=str(cause)) from None


def _part(part: str) -> int:
    name, _, path = part.partition("=")
    if name == "window":
        # Imported by name: the command line must not import Qt.
        console.show(
            json.dumps(
                [
                    finding.as_wire()
                    for finding in import_module("kgdesk.ui.home.window_diagnostics").window_findings()
                ]
            )
        )
    elif name == "findings" and path:
        report = qualify(path, lambda finding: console.show(json.dumps(finding.as_wire())))
        console.show(json.dumps(report.as_wire()))
    elif name == "writer" and path:
        write_until_stopped(path)
    else:
        raise KgdeskError(f"There is no part {name} of the check.")
    return 0


def add_server(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """Add the command `server`."""
    parser = command("server", "prepare a PostgreSQL data base for studies, or list those that it holds")
    parser.set_defaults(act=server)
    parser.add_argument(
        "what",
        choices=("init", "list", "repair"),
        help="init: once, and after an update, by the owner of the data base; repair: set aside what is damaged",
    )
    parser.add_argument(
        "server", metavar="ADDRESS", help="as postgresql://owner@db.lab/kgdesk, #NAME to repair"
    )
    parser.add_argument("--keep", type=int, metavar="N", help="repair: only the first N entries stay")
    add_by(parser)
    add_json(parser, "server", "done")


def server(options: argparse.Namespace) -> int:
    """Prepare a PostgreSQL server or list its studies."""
    if options.what == "init":
        fresh = actions.init_server(options.server)
        return confirm_done(
            options,
            "The server is prepared." if fresh else "The server was prepared already; nothing was changed.",
            "Make each person a member of the role kgdesk_lab, as: CREATE ROLE kim LOGIN IN ROLE kgdesk_lab;",
        )
    if options.what == "repair":
        done = actions.repair_study(options.server, who(options), keep=options.keep)
        return confirm_done(
            options,
            (
                f"Repaired: {done.kept} entries stay, {console.count(done.set_aside, 'entry')} set aside in the "
                "table kgdesk.set_aside."
            )
            if done.set_aside
            else f"All {done.kept} entries are whole; nothing was changed.",
        )
    studies = actions.studies_on(options.server)
    if options.json:
        listed = [{"study": name, "place": str(place)} for name, place in studies]
        console.show(console.as_json({"studies": listed}))
        return 0
    lines = [f"{name}  {place}" for name, place in studies]
    console.show("\n".join(lines) or "There is no study on this server yet.")
    return 0

"""Commands about the installed program and servers: `sample`, `selftest`, `kernels`, `server`."""

from __future__ import annotations

import argparse
import json
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.actions.archives import write_sample_tables
from kgdesk.actions.native_compile import compile_kernels
from kgdesk.actions.own_process import lower_priority
from kgdesk.actions.qualification import certificate, finding_lines, qualify, write_until_stopped
from kgdesk.cli import console
from kgdesk.cli.command_base import add_json, add_overwrite, confirm_done
from kgdesk.cli.dispatch import add_by, who
from kgdesk.errors import BadInput, FileExists, KgdeskError, NotSaved

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.actions.qualification import Finding


def add_kernels(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """Add the command `kernels`, which the build and the program itself use, and administrators on Linux."""
    parser = command(
        "kernels", "compile the numbers for this processor ahead of need (the window does it by itself)"
    )
    parser.set_defaults(act=kernels)
    parser.add_argument("--into", metavar="DIR", help="a new folder (default: where the next start looks)")
    parser.add_argument("--generic", action="store_true", help="for any processor of this platform")
    parser.add_argument(
        "--for-all-users",
        action="store_true",
        help="for every user of this computer: an administrator runs it once (Linux)",
    )
    parser.add_argument(
        "--background", action="store_true", help="let everything else go first, print nothing"
    )


def add_selftest(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """Add the command `selftest`."""
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
    if not options.background:
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

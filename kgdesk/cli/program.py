"""Commands about the installed program: `help`, `selftest`, and `kernels` for the build and administrators."""

from __future__ import annotations

import argparse
import json
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.actions.findings import finding_lines
from kgdesk.actions.native_compile import compile_kernels
from kgdesk.actions.own_process import lower_priority
from kgdesk.actions.versions import versions
from kgdesk.cli import console
from kgdesk.cli.commands import Command
from kgdesk.cli.options import add_json
from kgdesk.errors import BadInput, FileExists, KgdeskError, NotSaved

if TYPE_CHECKING:
    from kgdesk.actions.findings import Finding


def _add_help_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("about", nargs="?", metavar="COMMAND", help="the command (default: list all)")


def show_help(options: argparse.Namespace) -> int:
    """Show the help of a command; the parser turns `help` into the option ``--help`` before it comes here."""
    options.parser.print_help()
    return 0


HELP = Command(show_help, _add_help_options, ("kgdesk help record",))


def _add_version_options(parser: argparse.ArgumentParser) -> None:
    add_json(parser, "version")


def show_version(options: argparse.Namespace) -> int:
    """Show the versions of the program and of the packages that it runs on."""
    known = versions()
    if options.json:
        console.show(console.as_json({"versions": known}))
    else:
        console.show("\n".join(f"{name} {version}" for name, version in known.items()))
    return 0


VERSION = Command(show_version, _add_version_options, ("kgdesk version --json",))


def _add_selftest_options(parser: argparse.ArgumentParser) -> None:
    add_json(parser, "selftest")
    parser.add_argument("--folder", metavar="DIR", help="where studies are kept: the disk is tried there")
    parser.add_argument("--out", metavar="FILE.txt", help="save the findings")
    # Internal: the window's part of the check in a child process, and findings as JSON for the window.
    parser.add_argument("--part", help=argparse.SUPPRESS)


def selftest(options: argparse.Namespace) -> int:
    """Check the installed program."""
    if options.part is not None:
        return _part(options.part)
    if options.out is not None and Path(options.out).exists():
        raise FileExists(f"{options.out} is already there; nothing was overwritten. Choose another name.")
    done = actions.self_test(options.folder, None if options.json else _print_finding)
    if options.json:
        console.show(console.as_json(done.as_json()))
    if options.out is not None:
        lines = [line for finding in done.findings for line in finding_lines(finding)]
        _save(Path(options.out), "\n".join([*lines, ""]))
        if not options.json:
            console.confirm(f"Saved {options.out}.")
    console.remark(*done.problems)
    return 1 if done.problems else 0


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
        done = actions.self_test(path, lambda finding: console.show(json.dumps(finding.as_wire())))
        return 1 if done.problems else 0
    else:
        raise KgdeskError(f"There is no part “{name}” of the check: leave --part out.")
    return 0


SELFTEST = Command(selftest, _add_selftest_options, ("kgdesk selftest --out findings.txt",))


def _add_kernels_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--into", metavar="DIR", help="a new folder (default: where the next start looks)")
    parser.add_argument("--generic", action="store_true", help="for any processor of this platform")
    parser.add_argument(
        "--for-all-users",
        action="store_true",
        help="for every user of this computer: an administrator runs it once (Linux)",
    )
    parser.add_argument("--background", action="store_true", help="run at low priority and print nothing")


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


KERNELS = Command(kernels, _add_kernels_options)

"""Commands about the installed program itself: is it whole, is it quick."""

from __future__ import annotations

import argparse
import json
import sys
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk.actions.computer import compile_kernels, step_aside
from kgdesk.actions.qualification import certificate, finding_lines, qualify, write_until_stopped
from kgdesk.cli import output
from kgdesk.cli.options import add_json, add_language
from kgdesk.errors import FileExists, KgdeskError, NotSaved

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.actions.qualification import Finding
    from kgdesk.actions.reporting import Speech


def add(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """Add ``kernels`` and ``selftest`` with their options."""
    made = command(
        "kernels", "compile the numbers for this processor ahead of need (the window does it by itself)"
    )
    made.set_defaults(act=kernels)
    made.add_argument("--into", metavar="DIR", help="a new folder (default: where the next start looks)")
    made.add_argument("--generic", action="store_true", help="for any processor of this platform")
    made.add_argument("--background", action="store_true", help="let everything else go first, print nothing")
    test = command("selftest", "check the installed program: numbers, disk, window")
    test.set_defaults(act=selftest)
    add_json(test)
    test.add_argument("--folder", metavar="DIR", help="where studies are kept: the disk is tried there")
    test.add_argument("--out", metavar="FILE.txt", help="save the certificate")
    add_language(test)
    # A part of the check in a process of its own, which may be ended from outside.
    test.add_argument("--part", help=argparse.SUPPRESS)


def kernels(options: argparse.Namespace) -> int:
    """Compile and keep the kernels."""
    if options.background:
        step_aside()

    def progress(done: int, total: int) -> None:
        if not options.background and sys.stderr is not None and sys.stderr.isatty():
            output.remark(f"\r{done} of {total}", end="" if done < total else "\n")

    folder, count = compile_kernels(options.into, generic=options.generic, progress=progress)
    if not options.background:
        output.confirm(f"{count} kernels compiled into {folder}." if count else f"{folder} needs nothing.")
    return 0


def selftest(options: argparse.Namespace) -> int:
    """Check the installed program."""
    if options.part is not None:
        return _part(options.part)
    if options.out is not None and Path(options.out).exists():
        raise FileExists(f"{options.out} is already there; nothing was overwritten. Choose another name.")
    speech = _speech(options.language)
    report = qualify(options.folder, None if options.json else partial(_say, speech=speech))
    if options.json:
        output.show(output.as_json(report.as_json()))
    if options.out is not None:
        _save(Path(options.out), certificate(report, speech))
        if not options.json:
            output.confirm(f"Saved {options.out}.")
    output.remark(*(report.problems_in(speech) if speech is not None else report.problems))
    return 1 if report.problems else 0


def _say(finding: Finding, speech: Speech | None) -> None:
    output.show("\n".join(finding_lines(finding, speech)))


def _speech(language: str | None) -> Speech | None:
    """Return what words the findings; English needs nothing of Qt, which may be what is not right here."""
    if language in {None, "en"}:
        return None
    made: Speech = import_module("kgdesk.ui.speech").speech_without_screen(language)
    return made


def _save(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as cause:
        raise NotSaved(f"{path} could not be saved: check the folder.", details=str(cause)) from None


def _part(part: str) -> int:
    name, _, path = part.partition("=")
    if name == "window":
        # By name: the command line knows nothing of Qt.
        output.show(
            json.dumps([found.as_wire() for found in import_module("kgdesk.ui.selfcheck").window_findings()])
        )
    elif name == "findings" and path:
        found = qualify(path, lambda finding: output.show(json.dumps(finding.as_wire())))
        output.show(json.dumps(found.as_wire()))
    elif name == "writer" and path:
        write_until_stopped(path)
    else:
        raise KgdeskError(f"There is no part {name} of the check.")
    return 0

"""Commands for paper that goes to the bench: `kgdesk sheet` and `kgdesk labels`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from kgdesk.actions import sheets
from kgdesk.cli.acting import on_study, saving
from kgdesk.cli.options import add_language, add_overwrite

if TYPE_CHECKING:
    import argparse

    from kgdesk.actions import Session
    from kgdesk.cli.acting import Command


def add(command: Command) -> None:
    """Add the two commands to the parser."""
    runs = on_study(
        command,
        "sheet",
        "print the runs in progress and the next experiments, with room to write",
        saving(sheet),
    )
    glued = on_study(
        command, "labels", "print labels with the names of candidates and their QR codes", saving(labels)
    )
    which = glued.add_mutually_exclusive_group()
    for parser, group in ((runs, runs), (glued, which)):
        parser.add_argument("dest", metavar="DEST", help="file ending in .pdf")
        group.add_argument(
            "--count",
            type=int,
            default=sheets.COUNT,
            metavar="K",
            help=f"next experiments beside the runs in progress (default: {sheets.COUNT})",
        )
    which.add_argument("--candidates", type=_names, metavar="A,B,C", help="labels for these candidates")
    which.add_argument("--all", action="store_true", help="labels for every candidate")
    glued.add_argument(
        "--stock",
        choices=tuple(sheets.STOCKS),
        default=sheets.USUAL,
        help="size of a label in millimetres; 66.7x25.4 is on US letter, the others on A4 "
        f"(default: {sheets.USUAL})",
    )
    glued.add_argument(
        "--used",
        type=int,
        default=0,
        metavar="N",
        help="labels that are gone from the first sheet (default: 0)",
    )
    for parser in (runs, glued):
        add_overwrite(parser)
    add_language(runs)


def sheet(session: Session, options: argparse.Namespace) -> str:
    """Print a run sheet; return what to say."""
    press = _press(options.language)
    dest = sheets.run_sheet(session, options.dest, press, count=options.count, overwrite=options.overwrite)
    return f"Saved {dest}."


def labels(session: Session, options: argparse.Namespace) -> str:
    """Print labels; return what to say."""
    dest = sheets.labels(
        session,
        options.dest,
        _press(),
        candidates=session.study.pool.ids if options.all else options.candidates,
        count=options.count,
        stock=options.stock,
        used=options.used,
        overwrite=options.overwrite,
    )
    return f"Saved {dest}."


def _names(text: str) -> list[str]:
    return [name for part in text.split(",") if (name := part.strip())]


def _press(language: str | None = None) -> sheets.Printer:
    # By name: the command line knows nothing of Qt.
    made: sheets.Printer = import_module("kgdesk.ui.press_sheets").SheetPress(language)
    return made

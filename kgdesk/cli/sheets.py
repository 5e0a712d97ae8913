"""Commands for printed paper: `sheet`, `labels`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from kgdesk.actions import sheets
from kgdesk.cli.command_base import add_dest, add_language, add_overwrite, on_study, saving

if TYPE_CHECKING:
    import argparse

    from kgdesk.actions import Session
    from kgdesk.cli.command_base import Command


def add_sheets(command: Command) -> None:
    """Add the commands `sheet` and `labels`."""
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
        add_dest(parser, "pdf")
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
    """Print a run sheet; return the message."""
    press = _press(options.language)
    dest = sheets.run_sheet(session, options.dest, press, count=options.count, overwrite=options.overwrite)
    return f"Saved {dest}."


def labels(session: Session, options: argparse.Namespace) -> str:
    """Print labels; return the message."""
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
    # Imported by name: the command line must not import Qt.
    printer: sheets.Printer = import_module("kgdesk.ui.printing.run_sheet_pdf").RunSheetPdf(language)
    return printer

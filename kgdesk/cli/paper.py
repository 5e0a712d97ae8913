"""Commands that print paper: the run sheet and labels, `sheet` and `labels`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from kgdesk.actions import sheets
from kgdesk.cli.commands import Command
from kgdesk.cli.options import add_dest, add_language, add_overwrite, add_study, at_least
from kgdesk.cli.sessions import saving

if TYPE_CHECKING:
    import argparse

    from kgdesk.actions import Session
    from kgdesk.actions.reports import TextFormat


def _add_count(group: argparse._ActionsContainer) -> None:
    group.add_argument(
        "--count",
        type=at_least(0),
        default=sheets.COUNT,
        metavar="K",
        help=f"next experiments beside the runs in progress (default: {sheets.COUNT})",
    )


def _add_sheet_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    add_dest(parser, "pdf")
    _add_count(parser)
    add_overwrite(parser)
    add_language(parser)


def sheet(session: Session, options: argparse.Namespace) -> str:
    """Print a run sheet; return the message."""
    dest = sheets.run_sheet(
        session, options.dest, speech=_speech(options), count=options.count, overwrite=options.overwrite
    )
    return f"Saved {dest}."


SHEET = Command(saving(sheet), _add_sheet_options, ("kgdesk sheet screen.kgstudy sheet.pdf --count 8",))


def _add_labels_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    add_dest(parser, "pdf")
    which = parser.add_mutually_exclusive_group()
    _add_count(which)
    which.add_argument("--candidates", type=_names, metavar="A,B,C", help="labels for these candidates")
    which.add_argument("--all", action="store_true", help="labels for every candidate")
    parser.add_argument(
        "--stock",
        choices=tuple(sheets.STOCKS),
        default=sheets.USUAL,
        help="size of a label in millimetres; 66.7x25.4 is on US letter, the others on A4 "
        f"(default: {sheets.USUAL})",
    )
    parser.add_argument(
        "--used",
        type=at_least(0),
        default=0,
        metavar="N",
        help="labels already used on the first sheet (default: 0)",
    )
    add_overwrite(parser)
    add_language(parser)


def labels(session: Session, options: argparse.Namespace) -> str:
    """Print labels; return the message."""
    dest = sheets.labels(
        session,
        options.dest,
        speech=_speech(options),
        candidates=session.study.pool.ids if options.all else options.candidates,
        count=options.count,
        stock=options.stock,
        used=options.used,
        overwrite=options.overwrite,
    )
    return f"Saved {dest}."


LABELS = Command(saving(labels), _add_labels_options, ("kgdesk labels screen.kgstudy labels.pdf --all",))


def _names(text: str) -> list[str]:
    return [name for part in text.split(",") if (name := part.strip())]


def _speech(options: argparse.Namespace) -> TextFormat:
    # Imported by name: the command line must not import Qt.
    speech: TextFormat = import_module("kgdesk.ui.printing.offscreen").PaperFormat(options.language)
    return speech

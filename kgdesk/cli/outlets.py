"""Commands that write a study out: `kgdesk export` and `kgdesk report`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.actions import reporting
from kgdesk.cli.acting import on_study, saving
from kgdesk.cli.options import add_language, add_overwrite

if TYPE_CHECKING:
    import argparse

    from kgdesk.actions import Session
    from kgdesk.cli.acting import Command


def add(command: Command) -> None:
    """Add the commands to the parser."""
    exported = on_study(
        command, "export", "write runs (.csv), everything (.xlsx) or the archive (.zip)", saving(export)
    )
    exported.add_argument("dest", metavar="DEST", help="file ending in .csv, .xlsx or .zip")
    add_overwrite(exported)
    reported = on_study(
        command, "report", "write what was asked, run and found, to print or to read", saving(report)
    )
    reported.add_argument("dest", metavar="DEST", help="file ending in .pdf or .html")
    add_overwrite(reported)
    add_language(reported)


def export(session: Session, options: argparse.Namespace) -> str:
    """Export a study; return what to say."""
    return f"Saved {actions.export(session, options.dest, overwrite=options.overwrite)}."


def report(session: Session, options: argparse.Namespace) -> str:
    """Write the report; return what to say."""
    # By name, as for the window: the command line knows nothing of Qt.
    press = import_module("kgdesk.ui.press").Press(options.language)
    speech = import_module("kgdesk.ui.speech").WindowSpeech()
    dest = reporting.report(session, options.dest, press, speech=speech, overwrite=options.overwrite)
    return f"Saved {dest}."

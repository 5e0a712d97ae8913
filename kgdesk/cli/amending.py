"""The command for what may be settled anew in an open study: `kgdesk set`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.cli.acting import on_study, writing
from kgdesk.cli.options import add_by_and_token

if TYPE_CHECKING:
    import argparse

    from kgdesk.actions import Session
    from kgdesk.cli.acting import Command


def add(command: Command) -> None:
    """Add the command to the parser."""
    what = "settle anew which column holds the codes on the samples, or says where they lie"
    parser = on_study(command, "set", what, writing(settle))
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--barcode", metavar="COL", help="the column that the scan check and labels go by")
    which.add_argument(
        "--no-barcode", action="store_true", help="no column: the samples bear the candidates' names"
    )
    which.add_argument(
        "--location",
        metavar="COL",
        help="the column that stands beside a candidate wherever it is fetched by it",
    )
    which.add_argument("--no-location", action="store_true", help="no column: all that are kept are shown")
    parser.add_argument("--reason", required=True, metavar="TEXT")
    add_by_and_token(parser)


def settle(session: Session, options: argparse.Namespace) -> str:
    """Name a column for the codes or the places of the samples, or none; return what to say."""
    if options.location is not None or options.no_location:
        return _settle_location(session, "" if options.no_location else options.location, options)
    column = "" if options.no_barcode else options.barcode
    actions.set_barcode(session, column, options.reason, token=options.token)
    if column:
        return f"The scan check and labels go by “{column}” from now on."
    return "The scan check and labels go by the candidates' names from now on."


def _settle_location(session: Session, column: str, options: argparse.Namespace) -> str:
    actions.set_location(session, column, options.reason, token=options.token)
    if column:
        return f"Samples are fetched by “{column}” from now on."
    return "No column says any more where a sample lies: every kept column is shown."

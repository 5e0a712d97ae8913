"""The command for what may be settled anew in an open study: `kgdesk set`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk import actions

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from kgdesk.actions import Session


def add(
    on_study: Callable[[str, str], argparse.ArgumentParser], by: Callable[[argparse.ArgumentParser], None]
) -> None:
    """Add the command to the parser."""
    made = on_study("set", "settle anew which column holds the codes on the samples")
    which = made.add_mutually_exclusive_group(required=True)
    which.add_argument("--barcode", metavar="COL", help="the column that the scan check and labels go by")
    which.add_argument(
        "--no-barcode", action="store_true", help="no column: the samples bear the candidates' names"
    )
    made.add_argument("--reason", required=True, metavar="TEXT")
    by(made)


def settle(session: Session, options: argparse.Namespace) -> str:
    """Name the column with the codes on the samples, or none; return what to say."""
    column = "" if options.no_barcode else options.barcode
    actions.set_barcode(session, column, options.reason)
    if column:
        return f"The scan check and labels go by “{column}” from now on."
    return "The scan check and labels go by the candidates' names from now on."

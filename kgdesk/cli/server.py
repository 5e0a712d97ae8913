"""The command `server`, for studies on PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.cli import console
from kgdesk.cli.commands import Command
from kgdesk.cli.options import add_by, add_json, at_least, who
from kgdesk.cli.sessions import confirm_done

if TYPE_CHECKING:
    import argparse


def _add_server_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        choices=("init", "list", "repair"),
        metavar="init|list|repair",
        help="init: once, and after an update, by the owner of the database; repair: set aside what is damaged",
    )
    parser.add_argument(
        "server", metavar="ADDRESS", help="as postgresql://owner@db.lab/kgdesk, #NAME to repair"
    )
    parser.add_argument("--keep", type=at_least(0), metavar="N", help="repair: only the first N entries stay")
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


SERVER = Command(server, _add_server_options, ("kgdesk server list postgresql://kim@db.lab/kgdesk",))

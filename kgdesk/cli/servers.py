"""Commands for studies on a server: `kgdesk server init` and `kgdesk server list`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.cli import output

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable


def add(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = command("server", "prepare a PostgreSQL data base for studies, or list those that it holds")
    parser.set_defaults(act=server)
    parser.add_argument("what", choices=("init", "list"), help="init: once, by the owner of the data base")
    parser.add_argument("server", metavar="ADDRESS", help="as postgresql://owner@db.lab/kgdesk")


def server(options: argparse.Namespace) -> int:
    """Prepare a server or list its studies."""
    if options.what == "init":
        fresh = actions.init_server(options.server)
        output.confirm(
            "The server is prepared." if fresh else "The server was prepared already; nothing was changed.",
            "Make each person a member of the role kgdesk_lab, as: CREATE ROLE kim LOGIN IN ROLE kgdesk_lab;",
        )
        return 0
    found = actions.studies_on(options.server)
    lines = [f"{name}  {place}" for name, place in found]
    output.show("\n".join(lines) or "There is no study on this server yet.")
    return 0

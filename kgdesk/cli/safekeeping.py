"""Commands for a study that is to be whole: `kgdesk verify`, `backup` and `restore`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.cli import output
from kgdesk.cli.acting import on_study
from kgdesk.cli.door import refuse
from kgdesk.cli.opening import add_by, who
from kgdesk.cli.options import add_json
from kgdesk.errors import BadInput

if TYPE_CHECKING:
    import argparse

    from kgdesk.cli.acting import Command


def add(command: Command) -> None:
    """Add the commands to the parser."""
    add_json(
        on_study(command, "verify", "follow the chain of a study or archive and replay its belief", verify)
    )
    copied = on_study(
        command, "backup", "make a verified backup of a study, or list those that there are", backup
    )
    copied.add_argument("--list", action="store_true", help="list the backups and make none")
    copied.add_argument(
        "--second-place",
        metavar="DIR",
        help="folder that gets a copy of every backup from now on (- for none)",
    )
    add_json(copied)
    restored = on_study(
        command,
        "restore",
        "put the best whole state of a study in the place of a damaged or lost file",
        restore,
    )
    which = restored.add_mutually_exclusive_group()
    which.add_argument("--from", dest="source", metavar="FILE", help="a certain backup, copy or archive")
    which.add_argument(
        "--as-it-is",
        action="store_true",
        help="go on with the file although entries that were seen are missing",
    )
    add_by(restored)


def verify(options: argparse.Namespace) -> int:
    """Follow the chain of a study or archive, and replay every belief that a suggestion was made with."""
    found = actions.verify(options.study)
    if options.json:
        output.show(output.as_json(found.as_json()))
    elif found.problem is None:
        output.show(
            f"{found.study}: chain whole, {found.events} entries, {found.outcomes} outcomes, "
            f"head {found.head.hash[:12]}. "
            f"Of {found.suggestions} suggestions {found.exact} replay exactly, {found.close} to 1e-9."
        )
    if found.problem is not None:
        return refuse(found.problem)
    return 0


def backup(options: argparse.Namespace) -> int:
    """Make a backup, list backups or set the second place."""
    if options.second_place is not None:
        actions.set_second_place(None if options.second_place == "-" else options.second_place)
    if not options.list:
        with actions.open_study(options.study, who(options), read_only=True) as session:
            made = actions.backup(session)
        if not options.json:
            output.confirm(f"Backup of {made.seq} entries, verified: {made.path}")
            return 0
    found = actions.backups_of(options.study)
    tell = output.show if options.list and options.second_place is None else output.confirm
    if options.json:
        listed = [{"path": str(b.path), "made_at": b.made_at.isoformat(), "entries": b.seq} for b in found]
        tell(output.as_json({"backups": listed}))
        return 0
    lines = [f"{one.made_at:%Y-%m-%d %H:%M:%S} UTC  {one.seq:>7} entries  {one.path}" for one in found]
    tell("\n".join(lines) or "There is no backup of this study on this computer.")
    return 0


def restore(options: argparse.Namespace) -> int:
    """Restore a study or take it as it is."""
    by = who(options)
    if options.as_it_is:
        output.confirm(f"Taken as it is: {actions.take_as_it_is(options.study, by)} entries.")
        return 0
    if not by.operator.strip():
        raise BadInput("Nobody is signed in: say who restores the study with --by NAME.")
    done = actions.restore(options.study, by, source=options.source)
    output.confirm(f"Restored {options.study}: {done.entries} entries from {done.source.name}.")
    if done.kept is not None:
        output.confirm(f"The file that was there is kept as {done.kept.name}.")
    if done.missing:
        output.confirm(
            f"{done.missing} entries that were seen on this computer are in no backup: record them again."
        )
    return 0

"""Commands that keep a study safe: `verify`, `backup`, `restore`."""

from __future__ import annotations

import argparse
import re

from kgdesk import actions
from kgdesk.cli import console
from kgdesk.cli.commands import Command
from kgdesk.cli.dispatch import refuse
from kgdesk.cli.options import add_by, add_json, add_overwrite, add_study, who
from kgdesk.cli.sessions import confirm_done
from kgdesk.errors import BadInput, FileExists, KgdeskError
from kgdesk.model.study.events import Head

_HEAD = re.compile(r"([0-9a-f]{64})(?:@([0-9]{1,12}))?", re.ASCII)


def _noted_head(text: str) -> Head:
    """Parse the head of a chain as a person has noted it; spaces and capitals, as typed from paper, are ignored."""
    match = _HEAD.fullmatch("".join(text.split()).casefold())
    if match is None or match[2] == "0":
        raise argparse.ArgumentTypeError(
            f"“{text}” is not a head: give all 64 digits (0-9, a-f) of the hash, as a part of it can be forged, and "
            "after an @ the number of its entry if you have it"
        )
    return Head(int(match[2] or 0), match[1])


def _add_verify_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    parser.add_argument(
        "--head",
        type=_noted_head,
        metavar="HASH[@ENTRY]",
        help="a head that you have, for example from a report: all 64 digits, and the number of its entry if you "
        "have it",
    )
    parser.add_argument(
        "--settle",
        metavar="REASON",
        help="another branch of the study, for example a practice copy, does not count: the reason is kept on this "
        "computer",
    )
    add_by(parser)
    add_json(parser, "verify")


def verify(options: argparse.Namespace) -> int:
    """Verify a study or archive: its chain, the belief behind every logged suggestion, and its trust."""
    if options.settle is not None:
        for one in actions.settle_fork(options.study, who(options), options.settle):
            console.remark(f"The branch at {one.place} does not count any more: {one.reason}")
    report = actions.verify(options.study, options.head)
    if options.json:
        console.show(console.as_json(report.as_json()))
    elif report.problem is None:
        held = " It holds the head given." if options.head is not None else ""
        verified = (
            f"{report.study}: the chain is unbroken, {console.count(report.events, 'entry')}, "
            f"{console.count(report.outcomes, 'outcome')}, "
            f"head {report.head.hash}@{report.head.seq}.{held} Of {report.suggestions} suggestions "
            f"{report.exact} replay exactly, {report.close} to 1e-9."
        )
        console.show(f"{report.trust.sentence}\n{verified}")
    if report.problem is not None:
        return refuse(report.problem)
    return 0


VERIFY = Command(verify, _add_verify_options, ("kgdesk verify screen.kgstudy",))


def _add_backup_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    parser.add_argument("--list", action="store_true", help="list the backups and make none")
    parser.add_argument(
        "--second-place",
        metavar="DIR",
        help="folder that gets a copy of every backup from now on (- for none)",
    )
    add_json(parser, "backup")


def backup(options: argparse.Namespace) -> int:
    """Make a backup, list backups or set the second backup folder."""
    if options.second_place is not None:
        actions.set_second_place(None if options.second_place == "-" else options.second_place)
    if not options.list:
        with actions.open_study(options.study, who(options), read_only=True) as session:
            new_backup = actions.backup(session)
        if not options.json:
            console.confirm(
                f"Backup of {console.count(new_backup.seq, 'entry')}, verified: {new_backup.path}"
            )
            return 0
    backups = actions.backups_of(options.study)
    tell = console.show if options.list and options.second_place is None else console.deliver
    if options.json:
        listed = [{"path": str(b.path), "made_at": b.made_at.isoformat(), "entries": b.seq} for b in backups]
        tell(console.as_json({"backups": listed}))
        return 0
    lines = [f"{one.made_at:%Y-%m-%d %H:%M:%S} UTC  {one.seq:>7} entries  {one.path}" for one in backups]
    tell("\n".join(lines or ["There is no backup of this study on this computer."]))
    return 0


BACKUP = Command(backup, _add_backup_options, ("kgdesk backup screen.kgstudy --second-place /media/usb",))


def _add_restore_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--from", dest="source", metavar="FILE", help="a certain backup, copy or archive")
    which.add_argument(
        "--as-it-is",
        action="store_true",
        help="keep the file although entries seen before are missing",
    )
    add_overwrite(parser)
    add_by(parser)
    add_json(parser, "done")


def _refuse_whole(study: str, by: actions.Operator) -> None:
    """Raise FileExists if a study is whole, so that there is nothing to restore."""
    try:
        with actions.open_study(study, by, read_only=True) as session:
            doubtful = session.trust.doubtful
    except KgdeskError:
        return
    if not doubtful:
        raise FileExists(
            f"{study} is whole: it needs no restoring, and nothing was changed. To replace it all the same, add "
            "--overwrite; the file as it is now is then kept under another name."
        )


def restore(options: argparse.Namespace) -> int:
    """Restore a study from a backup, or accept it as it is."""
    by = who(options)
    if options.as_it_is:
        entries = actions.take_as_it_is(options.study, by)
        return confirm_done(options, f"Taken as it is: {entries} entries.")
    if not by.operator.strip():
        raise BadInput("Nobody is signed in: say who restores the study with --by NAME.")
    if not options.overwrite:
        _refuse_whole(options.study, by)
    done = actions.restore(options.study, by, source=options.source)
    return confirm_done(options, *done.sentences)


RESTORE = Command(restore, _add_restore_options, ("kgdesk restore screen.kgstudy",))

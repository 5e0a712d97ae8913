"""Commands for a study that is done: `kgdesk finish`, `reopen`, `sign`, `lock`, `unlock` and `audit`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.cli.acting import on_study, reading, saving, writing
from kgdesk.cli.options import add_by_and_token, add_overwrite
from kgdesk.model.finishing import in_progress

if TYPE_CHECKING:
    import argparse

    from kgdesk.actions import Session
    from kgdesk.cli.acting import Command
    from kgdesk.model.study import Study


def add(command: Command) -> None:
    """Add the commands to the parser."""
    finished = on_study(command, "finish", "finish a study", writing(finish))
    finished.add_argument(
        "--with-open-runs", action="store_true", help="also where runs are in progress; they stay open"
    )
    reopened = on_study(command, "reopen", "reopen a finished study", writing(reopen))
    for closing in (finished, reopened):
        closing.add_argument("--reason", required=True, metavar="TEXT")
        add_by_and_token(closing)
    signed = on_study(command, "sign", "sign a finished study off", writing(sign))
    signed.add_argument("--meaning", required=True, metavar="TEXT", help="as reviewed, or approved")
    add_by_and_token(signed)
    for name, what, act in (
        ("lock", "lock a finished study: nothing is entered any more", lock),
        ("unlock", "unlock a study; it stays finished", unlock),
    ):
        locking = on_study(command, name, what, writing(act))
        locking.add_argument("--reason", required=True, metavar="TEXT")
        add_by_and_token(locking)
    listed = on_study(
        command,
        "audit",
        "list who did what, when, what it was before, and why",
        lambda options: (saving if options.dest else reading)(audit)(options),
    )
    listed.add_argument("dest", nargs="?", metavar="DEST.csv", help="a file instead of the screen")
    add_overwrite(listed)


def finish(session: Session, options: argparse.Namespace) -> str:
    """Finish a study."""
    actions.finish(session, options.reason, with_open_runs=options.with_open_runs, token=options.token)
    running = f" with {still}" if (still := in_progress(session.study)) else ""
    return f"The study is finished{running}."


def reopen(session: Session, options: argparse.Namespace) -> str:
    """Open a finished study again."""
    actions.reopen(session, options.reason, token=options.token)
    return "The study is open again."


def state(study: Study) -> str:
    """Return whether a study is open, finished or locked, and how many runs were in progress when it was finished."""
    if study.is_open:
        return "open"
    word, count = "finished" if study.lock is None else "locked", len(study.pending)
    if not count:
        return word
    finished = f"finished with {count} run{'s' if count > 1 else ''} in progress"
    return finished if study.lock is None else f"locked, {finished}"


def _left_open(study: Study) -> str:
    return f" It was finished with {still}." if (still := in_progress(study)) else ""


def sign(session: Session, options: argparse.Namespace) -> str:
    """Sign a study off."""
    change = actions.sign_off(session, options.meaning, token=options.token)
    return f"Signed off by {change.events[-1].new.actor}.{_left_open(session.study)}"


def lock(session: Session, options: argparse.Namespace) -> str:
    """Lock a study."""
    actions.lock(session, options.reason, token=options.token)
    return f"The study is locked.{_left_open(session.study)}"


def unlock(session: Session, options: argparse.Namespace) -> str:
    """Unlock a study."""
    actions.unlock(session, options.reason, token=options.token)
    return "The study is unlocked; it is finished as before."


def audit(session: Session, options: argparse.Namespace) -> str:
    """Print the audit trail or write it to a file."""
    if options.dest:
        actions.export_audit(session.study, options.dest, overwrite=options.overwrite)
        return f"Saved {options.dest}."
    lines = []
    for one in actions.audit(session.study):
        was = f" (was {one.before})" if one.before else ""
        why = f" Reason: {one.reason}" if one.reason else ""
        lines.append(f"{one.seq:>5}  {one.time}  {one.operator} on {one.workstation}: {one.what}{was}.{why}")
    return "\n".join(lines)

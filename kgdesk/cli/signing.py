"""Commands for a study that is done: `kgdesk sign`, `lock`, `unlock` and `audit`."""

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
    """Add the commands to the parser."""
    sign = on_study("sign", "sign a finished study off")
    sign.add_argument("--meaning", required=True, metavar="TEXT", help="as reviewed, or approved")
    by(sign)
    for name, what in (
        ("lock", "lock a finished study: nothing is entered any more"),
        ("unlock", "unlock a study; it stays finished"),
    ):
        locking = on_study(name, what)
        locking.add_argument("--reason", required=True, metavar="TEXT")
        by(locking)
    audit = on_study("audit", "list who did what, when, what it was before, and why")
    audit.add_argument("dest", nargs="?", metavar="DEST.csv", help="a file instead of the screen")
    audit.add_argument("--overwrite", action="store_true", help="replace a file of that name")


def sign(session: Session, options: argparse.Namespace) -> str:
    """Sign a study off."""
    actions.sign_off(session, options.meaning)
    return f"Signed off by {session.study.signatures[-1].operator}."


def lock(session: Session, options: argparse.Namespace) -> str:
    """Lock a study."""
    actions.lock(session, options.reason)
    return "The study is locked."


def unlock(session: Session, options: argparse.Namespace) -> str:
    """Unlock a study."""
    actions.unlock(session, options.reason)
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

"""Commands beside a run: `kgdesk skip`, `exclude`, `include`, `note` and `correct`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.cli.acting import on_study, writing
from kgdesk.cli.options import add_by_and_token

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from kgdesk.actions import Change, Session
    from kgdesk.cli.acting import Act, Command


def add(command: Command) -> None:
    """Add the commands to the parser."""
    for name, what, action, done in (
        ("skip", "set a candidate aside until the next run", actions.skip, "is set aside until the next run"),
        ("exclude", "take a candidate out of stock", actions.exclude, "is out of stock"),
        ("include", "put a candidate back in stock", actions.include, "is in stock again"),
    ):
        about = on_study(command, name, what, writing(_about(action, done)))
        about.add_argument("candidate", metavar="CANDIDATE")
        about.add_argument("--reason", default="", metavar="TEXT", help="kept with the entry")
        add_by_and_token(about)
    kept = on_study(command, "note", "keep a note with a run, or with the study", writing(note))
    kept.add_argument("text", metavar="TEXT")
    kept.add_argument("--run", type=int, metavar="RUN", help="as shown: 1 for the first (default: the study)")
    add_by_and_token(kept)
    corrected = on_study(command, "correct", "correct a recorded run", writing(correct))
    corrected.add_argument("run", type=int, metavar="RUN", help="as shown: 1 for the first")
    corrected.add_argument("outcome", choices=("success", "failure", "void"))
    corrected.add_argument("--reason", required=True, metavar="TEXT")
    add_by_and_token(corrected)


def _about(act: Callable[..., Change], words: str) -> Act:
    def change(session: Session, options: argparse.Namespace) -> str:
        act(session, options.candidate, options.reason, token=options.token)
        return f"{options.candidate} {words}."

    return change


def note(session: Session, options: argparse.Namespace) -> str:
    """Keep a note; return what to say."""
    actions.note(session, options.text, run=options.run, token=options.token)
    return "The note is kept." if options.run is None else f"The note is kept with run {options.run}."


def correct(session: Session, options: argparse.Namespace) -> str:
    """Correct a run; return what to say."""
    change = actions.correct(session, options.run, options.outcome, options.reason, token=options.token)
    facts = change.events[-1].payload
    return f"Run {facts['run']} is now {facts['new']['outcome']}; it was {facts['old']['outcome']}."

"""Commands that close a study and open it again: `finish` and `reopen`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.cli import console
from kgdesk.cli.commands import Command
from kgdesk.cli.options import add_by_and_token, add_reason, add_study
from kgdesk.cli.sessions import writing
from kgdesk.model.study.next_run import in_progress

if TYPE_CHECKING:
    import argparse

    from kgdesk.actions import Session
    from kgdesk.model.study.study import Study


def _add_reopen_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    add_reason(parser)
    add_by_and_token(parser)


def _add_finish_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    parser.add_argument(
        "--chosen",
        metavar="CANDIDATE",
        help="the candidate that the study chose; none: no candidate is good enough",
    )
    parser.add_argument(
        "--with-open-runs", action="store_true", help="finish although runs are in progress; they stay open"
    )
    add_reason(parser)
    add_by_and_token(parser)


def finish(session: Session, options: argparse.Namespace) -> str:
    """Finish a study, so that it accepts no more outcomes."""
    chosen = options.chosen
    if chosen == "none" and "none" not in session.study.pool.ids:
        chosen = ""
    actions.finish(
        session, options.reason, chosen=chosen, with_open_runs=options.with_open_runs, token=options.token
    )
    choice = {None: "", "": ", and no candidate was chosen"}.get(chosen, f", and {chosen} was chosen")
    if still := in_progress(session.study):
        return f"The study is finished with {still}{choice}."
    return f"The study is finished{choice}."


FINISH = Command(
    writing(finish),
    _add_finish_options,
    ('kgdesk finish screen.kgstudy --chosen RX-042 --reason "good enough"',),
)


def reopen(session: Session, options: argparse.Namespace) -> str:
    """Reopen a finished study."""
    actions.reopen(session, options.reason, token=options.token)
    return "The study is open again."


REOPEN = Command(
    writing(reopen), _add_reopen_options, ('kgdesk reopen screen.kgstudy --reason "three more runs"',)
)


def state(study: Study) -> str:
    """Return whether a study is open or finished, with the number of runs in progress when it was finished."""
    if study.is_open:
        return "open"
    if not study.pending:
        return "finished"
    return f"finished with {console.count(len(study.pending), 'run')} in progress"

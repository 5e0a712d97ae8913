"""The command `set`, which changes a setting of an open study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.cli import console
from kgdesk.cli.commands import Command
from kgdesk.cli.options import add_by_and_token, add_reason, add_study, policy_name
from kgdesk.cli.sessions import writing
from kgdesk.model.study import rule_syntax
from kgdesk.model.study.rule_syntax import joined

if TYPE_CHECKING:
    import argparse

    from kgdesk.actions import Session
    from kgdesk.model.study.study import Study


def _add_set_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
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
    which.add_argument("--title", metavar="TEXT", help="the title on display")
    which.add_argument("--budget", type=int, metavar="N", help="planned runs")
    which.add_argument("--stop", metavar="RULE", help="when you can stop, as for new")
    which.add_argument("--no-stop", action="store_true", help="you can stop when the planned runs are spent")
    which.add_argument("--policy", type=policy_name, metavar="POLICY[/BELIEF]", help="as for new")
    which.add_argument(
        "--repeats", metavar="yes|no|N", help="whether a candidate can be run again, as for new"
    )
    add_reason(parser)
    add_by_and_token(parser)


def change_setting(session: Session, options: argparse.Namespace) -> str:
    """Change one setting of an open study; return the message."""
    for name, value in (
        ("title", options.title),
        ("budget", options.budget),
        ("stop", "" if options.no_stop else options.stop and joined([options.stop])),
        ("policy", options.policy),
        ("repeats", options.repeats),
    ):
        if value is not None:
            actions.change_setting(session, name, value, options.reason, token=options.token)
            return _changed(name, session.study)
    if options.location is not None or options.no_location:
        return _change_location(session, "" if options.no_location else options.location, options)
    column = "" if options.no_barcode else options.barcode
    actions.set_barcode(session, column, options.reason, token=options.token)
    if column:
        return f"The scan check and labels go by “{column}” from now on."
    return "The scan check and labels go by the candidates' names from now on."


def _changed(setting: str, study: Study) -> str:
    """Return the message about a setting that was changed."""
    settings = study.settings
    if setting == "repeats":
        return {
            "no": "Each candidate is run once from now on.",
            "yes": "Candidates can be run again from now on.",
        }.get(
            settings.repeats,
            f"Each candidate is run {settings.repeats} times at most from now on.",
        )
    return {
        "title": f"The title is “{settings.title}” from now on.",
        "budget": f"{console.count(settings.budget, 'run')} planned from now on, {study.done} done.",
        "stop": f"The stopping rule is “{rule_syntax.written(settings.stopping)}” from now on.",
        "policy": f"The policy is {settings.policy} from now on.",
    }[setting]


def _change_location(session: Session, column: str, options: argparse.Namespace) -> str:
    actions.set_location(session, column, options.reason, token=options.token)
    if column:
        return f"Samples are fetched by “{column}” from now on."
    return "No column says any more where a sample lies: every kept column is shown."


SET = Command(
    writing(change_setting),
    _add_set_options,
    ('kgdesk set screen.kgstudy --budget 60 --reason "more material came"',),
)

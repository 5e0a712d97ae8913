"""The command `set`, which changes settings of an open study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.actions.audit_trail import setting_changed
from kgdesk.cli.blocks import asked_of_blocks
from kgdesk.cli.commands import Command
from kgdesk.cli.options import add_by_and_token, add_reason, add_study, keywords_given
from kgdesk.cli.sessions import writing
from kgdesk.cli.table_options import AMENDABLE_OPTIONS
from kgdesk.model.study.new_threshold import outcomes_of_last_change
from kgdesk.model.study.settings import SETTINGS

if TYPE_CHECKING:
    import argparse

    from kgdesk.actions import Session


def _add_set_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    group = parser.add_argument_group("the settings, one or several")
    for option in AMENDABLE_OPTIONS:
        setting = SETTINGS[option.keyword]
        which = group.add_mutually_exclusive_group()
        which.add_argument(option.flag, **{**option.arguments, "help": setting.help})
        if setting.removable:
            which.add_argument(
                option.flag.replace("--", "--no-", 1),
                dest=option.dest,
                action="store_const",
                const="",
                help=f"unset it ({setting.label})",
            )
    add_reason(parser)
    add_by_and_token(parser)


def change_settings(session: Session, options: argparse.Namespace) -> str:
    """Change settings of an open study in one commit; return the message."""
    changes = keywords_given(options, AMENDABLE_OPTIONS)
    if not changes:
        options.parser.error("name at least one setting, as --budget 60")
    actions.change_settings(session, changes, options.reason, token=options.token)
    if "blocks" in changes:
        changes["blocks"] = session.study.settings.blocks
    said = [f"{setting_changed({'setting': name, 'new': new})}." for name, new in changes.items()]
    if "blocks" in changes:
        said.append(asked_of_blocks(session.study))
    if "threshold" in changes and (outcomes := outcomes_of_last_change(session.study)) is not None:
        said.append(outcomes.sentence)
    return " ".join(filter(None, said))


SET = Command(
    writing(change_settings),
    _add_set_options,
    (
        'kgdesk set screen.kgstudy --budget 60 --reason "more material came"',
        'kgdesk set yields.kgstudy --threshold 70 --reason "the customer asks for more"',
        'kgdesk set screen.kgstudy --title "Second screen" --no-stop --reason "a new question"',
    ),
    (
        *(
            "--title",
            "--budget",
            "--stop",
            "--policy",
            "--repeats",
            "--threshold",
            "--block",
            "--reason",
            "--by",
        ),
        *("--token", "--json"),
    ),
)

"""The command `set`, which changes a setting of an open study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.actions.audit_trail import setting_changed
from kgdesk.cli.commands import Command
from kgdesk.cli.options import add_by_and_token, add_reason, add_study
from kgdesk.cli.sessions import writing
from kgdesk.cli.table_options import AMENDABLE_OPTIONS
from kgdesk.model.study.settings import SETTINGS

if TYPE_CHECKING:
    import argparse

    from kgdesk.actions import Session


def _add_set_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    which = parser.add_mutually_exclusive_group(required=True)
    for option in AMENDABLE_OPTIONS:
        setting = SETTINGS[option.keyword]
        which.add_argument(option.flag, **{**option.arguments, "default": None, "help": setting.help})
        if setting.removable:
            which.add_argument(
                f"--no-{option.dest}",
                dest=option.dest,
                action="store_const",
                const="",
                help=f"no {setting.label}",
            )
    add_reason(parser)
    add_by_and_token(parser)


def change_setting(session: Session, options: argparse.Namespace) -> str:
    """Change one setting of an open study; return the message."""
    (option,) = (each for each in AMENDABLE_OPTIONS if getattr(options, each.dest) is not None)
    value = option.value(options)
    actions.change_setting(session, option.keyword, value, options.reason, token=options.token)
    return f"{setting_changed({'setting': option.keyword, 'new': value})}."


SET = Command(
    writing(change_setting),
    _add_set_options,
    ('kgdesk set screen.kgstudy --budget 60 --reason "more material came"',),
)

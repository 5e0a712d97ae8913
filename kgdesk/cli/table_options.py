"""Options of `new` and `rehearse`: how a table of candidates is read, and the settings of the study made from it.

To add an option about the table, add it to one of the groups below: its value reaches `kgdesk.tables.read_pool`, and a
field of `kgdesk.tables.columns.ColumnChoice`, under its keyword. The options of the settings follow from their
declarations in `kgdesk.model.study.settings.Settings`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from kgdesk.actions.importing import read_pool
from kgdesk.cli.options import (
    READING,
    Option,
    add_group,
    add_reading,
    keywords,
    keywords_given,
    names,
    option,
    wrong_usage,
)
from kgdesk.cli.sessions import input_of
from kgdesk.errors import BadInput
from kgdesk.model.study.outcome_words import measured_setting
from kgdesk.model.study.settings import SETTINGS, Settings
from kgdesk.model.study.stated_settings import StatedSettings

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from kgdesk.actions.importing import PoolReading
    from kgdesk.model.study.settings import Setting


def _underscored(choice: str) -> str:
    return choice.replace("-", "_")


#: What blank cells of attributes mean.
BLANKS = (
    option(
        "--blanks",
        "missing",
        convert=_underscored,
        choices=("refuse", "leave-out", "median"),
        default="refuse",
        help="blank cells of attributes: refuse the table, leave out their rows, or take the median of the column "
        "(default: refuse)",
    ),
    option(
        "--blank-none",
        type=names,
        action="extend",
        default=(),
        metavar="COL,...",
        help="categories in which a blank cell means none",
    ),
)

#: The column that names the candidates.
ID = option("--id", metavar="COL", help="column that names the candidates (else numbered from 1)")

#: Roles of the columns: parameters of `read_pool`.
COLUMNS = (
    ID,
    option(
        "--attributes",
        type=names,
        action="extend",
        metavar="A,B,C",
        help="columns to learn from (else all others)",
    ),
    option(
        "--category",
        "categories",
        type=names,
        action="extend",
        default=(),
        metavar="COL,...",
        help="attributes that are words, not numbers",
    ),
    option("--outcome", metavar="COL", help="column with past outcomes"),
    option(
        "--out-of",
        "out_of",
        metavar="COL",
        help="column with the number of runs, where --outcome counts the successes",
    ),
    option(
        "--ignore",
        type=names,
        action="extend",
        default=(),
        metavar="COL,...",
        help="columns to ignore",
    ),
    option(
        "--look-alikes",
        choices=("ask", "apart"),
        default="ask",
        help="names of candidates that differ only by invisible, full-width or foreign letters: refuse the table and "
        "name them, or take them for different candidates (default: ask)",
    ),
    *BLANKS,
)

#: Limits and words among numbers, and codes that repeat: parameters of `read_pool`.
REPAIRS = (
    option(
        "--limits",
        convert=_underscored,
        choices=("refuse", "leave-out", "use", "blank"),
        default="refuse",
        help="limits among numbers, such as <0.1: refuse the table, leave out their rows, use the number of the limit, "
        "or take them as blank cells (default: refuse)",
    ),
    option(
        "--words",
        convert=_underscored,
        choices=("refuse", "leave-out", "blank"),
        default="refuse",
        help="other cells without a number in columns of numbers, such as n.d.: refuse the table, leave out their "
        "rows, or take them as blank cells (default: refuse)",
    ),
    option(
        "--repeated-codes",
        "repeated",
        choices=("refuse", "merge", "first", "last", "rename"),
        default="refuse",
        help="rows that repeat a candidate: refuse the table, merge those that are equal but for their past outcome, "
        "keep the first or the last row of each, or give those with other values a code of their own, such as A-2 "
        "(default: refuse)",
    ),
)

#: argparse type of an option, by what its setting holds; text is not converted.
_TYPES: dict[str, Callable[[str], Any]] = {
    "whole": int,
    "number": float,
    "number or nothing": float,
    "list": names,
}


def _default_text(default: object) -> str:
    """Return the default of a setting for its help; empty where the setting is then not set."""
    if isinstance(default, bool):
        return ""
    return f"{default:g}" if isinstance(default, int | float) else str(default or "")


def _parser_of(name: str, setting: Setting) -> Callable[[str], Any] | None:
    """Return the parser of the text of a setting; None keeps the text. What no study accepts is wrong usage."""
    convert = str if _is_repeated(setting) else _TYPES.get(setting.holds)
    if setting.parse is not None:
        return wrong_usage(setting.parse)
    if convert not in {int, float, str} or not setting.key:
        return convert

    def parsed(text: str) -> Any:
        value = convert(text)
        alone: dict[str, Any] = {name: (value,) if setting.holds == "list" else value}
        Settings(**alone)
        return value

    parsed.__name__ = convert.__name__
    return wrong_usage(parsed)


def _is_repeated(setting: Setting) -> bool:
    """Whether the option is given once for each of several texts."""
    return setting.join is not None and not (setting.metavar or "").endswith(",...")


def _setting_option(name: str, setting: Setting) -> Option:
    """Return the option that states a setting; without it the setting has its default."""
    flag = f"--{(setting.key.rpartition('.')[2] or name).replace('_', '-')}"
    unset = setting.unset or _default_text(setting.default)
    arguments: dict[str, Any] = {"help": f"{setting.help} (default: {unset})" if unset else setting.help}
    if setting.holds == "flag":
        arguments |= {"action": "store_true", "default": None}
    elif setting.choices:
        arguments["choices"] = setting.choices
    else:
        arguments["metavar"] = setting.metavar
        arguments["type"] = _parser_of(name, setting)
        if _is_repeated(setting):
            arguments["action"] = "append"
        elif arguments["type"] is names:
            arguments["action"] = "extend"

    return Option(flag, name, arguments, setting.join, setting.default)


_SETTINGS = tuple(_setting_option(name, setting) for name, setting in SETTINGS.items() if setting.key)
#: Settings of a new study that a rehearsal of a table needs as well.
STUDY = tuple(each for each in _SETTINGS if SETTINGS[each.keyword].rehearsed)
#: Settings of a new study that a rehearsal has no use for.
LAB = tuple(each for each in _SETTINGS if not SETTINGS[each.keyword].rehearsed)
#: Settings that may change while a study is open.
AMENDABLE_OPTIONS = tuple(
    _setting_option(name, setting) for name, setting in SETTINGS.items() if setting.amendable
)

_EARLIER = option(
    "--learn-from",
    action="append",
    default=(),
    metavar="STUDY",
    help="an earlier study of some of the same attributes (a study, its archive .zip, or its address): what it found "
    "counts as far as the new outcomes agree with it, and its runs are kept in the new study",
)

#: All options that a table of candidates needs and a study already has.
TABLE = (*COLUMNS, *REPAIRS, *READING, *STUDY)


def add_table(parser: argparse.ArgumentParser, *, new: bool = False) -> None:
    """Add the options of a table of candidates, for a rehearsal or for a new study."""
    add_group(parser, "the table", COLUMNS)
    add_group(parser, "untidy tables", REPAIRS)
    add_reading(parser)
    add_group(parser, "the study", STUDY)
    if new:
        add_group(parser, "what is known", (_EARLIER,))


def settings_given(options: argparse.Namespace) -> dict[str, Any]:
    """Return the settings of a new study that the options of `new` state, and no others."""
    given = keywords_given(options, STUDY, LAB)
    return {**given, **measured_setting(given["measured"])} if "measured" in given else given


def earlier_given(options: argparse.Namespace) -> str | None:
    """Return the earlier study that the options of `new` name; None if they name none.

    Raises
    ------
    BadInput
        They name two.
    """
    named = _EARLIER.value(options)
    if len(named) > 1:
        raise BadInput(
            "A study learns from one earlier study, which may have learnt from another one itself: leave out "
            f"--learn-from {named[1]}."
        )
    return named[0] if named else None


def table_of(
    path: str,
    options: argparse.Namespace,
    settings: Settings | None = None,
    stated: StatedSettings | None = None,
) -> PoolReading:
    """Read the candidates from a file by the table options; see `kgdesk.tables.read_pool`."""
    stated = stated or StatedSettings()
    named = () if settings is None else settings.kept_columns
    apart = () if settings is None else settings.never_together
    reading = keywords(options, COLUMNS, REPAIRS, READING)
    learnt = {*(reading["attributes"] or ()), *reading["categories"]}
    return read_pool(
        input_of(path),
        extras=[column for column in named if column not in apart or column not in learnt],
        units=stated.units,
        logs=stated.logs,
        vocabulary=settings,
        **{**reading, "missing": _missing(options, stated)},
    )


def _missing(options: argparse.Namespace, stated: StatedSettings) -> Literal["refuse", "leave_out", "median"]:
    """Return what becomes of blank cells, from the option or from the file of settings.

    Raises
    ------
    BadInput
        Both state it, and not the same.
    """
    chosen: Literal["refuse", "leave_out", "median"]
    chosen = keywords_given(options, BLANKS).get("missing", stated.missing)
    if stated.missing not in {"refuse", chosen}:
        raise BadInput("Blank cells are in the file of settings and in --blanks: state them once.")
    return chosen

"""Options of `new` and `rehearse`: how a table of candidates is read, and the settings of the study made from it.

To add an option, add it to one of the groups below: its value reaches `kgdesk.tables.read_pool` or
`kgdesk.model.study.settings.Settings` under its keyword.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.cli.options import READING, add_group, keywords, names, option, policy_name
from kgdesk.cli.sessions import input_of
from kgdesk.errors import BadInput
from kgdesk.model.beliefs.gaussian import BELIEFS
from kgdesk.model.design.design_matrix import TERMS
from kgdesk.model.policies import POLICIES, default_policy
from kgdesk.model.study.outcome_words import measured_setting
from kgdesk.model.study.rule_syntax import EXAMPLE, joined
from kgdesk.model.study.settings import Settings
from kgdesk.model.study.stated_settings import StatedSettings

if TYPE_CHECKING:
    import argparse

    from kgdesk.actions.importing import PoolReading


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
        default=[],
        metavar="COL,...",
        help="categories in which a blank cell means none",
    ),
)

#: Roles of the columns: parameters of `read_pool`.
COLUMNS = (
    option("--id", metavar="COL", help="column that names the candidates (else numbered from 1)"),
    option("--attributes", type=names, metavar="A,B,C", help="columns to learn from (else all others)"),
    option(
        "--category",
        "categories",
        type=names,
        default=[],
        metavar="COL,...",
        help="attributes that are words, not numbers",
    ),
    option("--outcome", metavar="COL", help="column with past outcomes"),
    option("--ignore", type=names, default=[], metavar="COL,...", help="columns to leave aside"),
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
        help="limits among numbers, as <0.1: refuse the table, leave out their rows, use the number of the limit, or "
        "take them as blank cells (default: refuse)",
    ),
    option(
        "--words",
        convert=_underscored,
        choices=("refuse", "leave-out", "blank"),
        default="refuse",
        help="other cells without a number in columns of numbers, as n.d.: refuse the table, leave out their rows, or "
        "take them as blank cells (default: refuse)",
    ),
    option(
        "--repeated-codes",
        "repeated",
        choices=("refuse", "merge", "first", "last"),
        default="refuse",
        help="rows that repeat a candidate: refuse the table, merge those that are equal but for their past outcome, "
        "or keep the first or the last row of each (default: refuse)",
    ),
)

#: Settings of a new study that a rehearsal of a table needs as well.
STUDY = (
    option("--raw", action="store_true", help="do not standardise the attributes"),
    option(
        "--terms",
        choices=tuple(TERMS),
        default="linear",
        help="linear, the paper's; interactions: products of numbers; squares, for a best inside a range; "
        "quadratic: products and squares; average, average-squares: weighted with linear",
    ),
    option(
        "--term-precision",
        type=float,
        metavar="LAMBDA",
        help="prior precision of products and squares (default: 4 times the other; with squares 12 times)",
    ),
    option(
        "--square-precision",
        type=float,
        metavar="LAMBDA",
        help="prior precision of squares (default: --term-precision, or else 3 times the other)",
    ),
    option(
        "--belief",
        choices=tuple(BELIEFS),
        default="moments",
        help="moments, the most accurate; full, correlated, and diagonal are the paper's (default: moments)",
    ),
    option(
        "--prior-precision",
        type=float,
        default=Settings.prior_precision,
        metavar="LAMBDA",
        help=f"prior precision of the effects (default: {Settings.prior_precision:g})",
    ),
    option(
        "--policy",
        convert=lambda name: name or "",
        type=policy_name,
        metavar="POLICY[/BELIEF]",
        help=f"{', '.join(POLICIES)}; with a belief of its own to choose by as kg/diagonal "
        f"(default: {default_policy('linear')} with linear terms, else {default_policy('average')})",
    ),
    option("--budget", type=int, default=30, metavar="N", help="planned runs (default: 30)"),
    option("--seed", type=int, default=0, metavar="N", help="for ties and random choices (default: 0)"),
    option(
        "--repeats",
        default="",
        metavar="yes|no|N",
        help="whether a candidate can be run again: no if a run uses its sample up, N for N runs of it at most "
        "(without this option as yes, and new says so)",
    ),
)

#: Settings of a new study that a rehearsal has no use for.
LAB = (
    option(
        "--stop",
        convert=joined,
        action="append",
        default=[],
        metavar="RULE",
        help=f"when you can stop, as “{EXAMPLE}”: percentage points and per cent; at-stake P: taking the present best "
        "loses at most P points on average; value P and cost C worth W look one run ahead only; several rules: any of "
        "them (default: when the planned runs are spent)",
    ),
    option(
        "--never-together",
        convert=tuple,
        type=names,
        default=[],
        metavar="COL,...",
        help="of the candidates with the same value there, one run at most is in progress; the column is kept "
        "with the data unless --attributes names it",
    ),
    option(
        "--success",
        "success_name",
        default="Success",
        metavar="WORD",
        help="the study's own word for a success (default: Success)",
    ),
    option(
        "--failure",
        "failure_name",
        default="Failure",
        metavar="WORD",
        help="the study's own word for a failure (default: Failure)",
    ),
    option(
        "--measured",
        default="",
        metavar="RULE",
        help="a value that each run measures, and what is a success, as “yield >= 20 %%”; or only its name",
    ),
    option(
        "--barcode",
        default="",
        metavar="COL",
        help="the column with the codes on the samples, which the scan check reads and labels bear",
    ),
    option(
        "--location",
        default="",
        metavar="COL",
        help="the column that says where a sample lies, which stands beside its name on the card and the run sheet",
    ),
)

#: All options that a table of candidates needs and a study already has.
TABLE = (*COLUMNS, *REPAIRS, *READING, *STUDY)


def add_table(parser: argparse.ArgumentParser) -> None:
    """Add the options of a table of candidates."""
    add_group(parser, "the table", COLUMNS)
    add_group(parser, "untidy tables", REPAIRS)
    add_group(parser, "reading the table", READING)
    add_group(parser, "the study", STUDY)


def settings_given(options: argparse.Namespace) -> dict[str, Any]:
    """Return the settings of a new study that the options of `new` state."""
    given = keywords(options, STUDY, LAB)
    return {"title": actions.name_of(options.study), **given, **measured_setting(given["measured"])}


def table_of(
    path: str,
    options: argparse.Namespace,
    settings: Settings | None = None,
    stated: StatedSettings | None = None,
) -> PoolReading:
    """Read the candidates from a file by the table options; see `kgdesk.tables.read_pool`."""
    stated = stated or StatedSettings()
    apart = getattr(settings, "never_together", ())
    named = [getattr(settings, "barcode", ""), getattr(settings, "location", "")]
    learnt = {*(options.attributes or ()), *options.category}
    reading = keywords(options, COLUMNS, REPAIRS, READING)
    return read_pool(
        input_of(path),
        extras=[
            *(column for column in apart if column not in learnt),
            *(column for column in named if column and column not in apart),
        ],
        units=stated.units,
        logs=stated.logs,
        vocabulary=settings,
        **{**reading, "missing": _missing(reading["missing"], stated)},
    )


def _missing(
    chosen: Literal["refuse", "leave_out", "median"], stated: StatedSettings
) -> Literal["refuse", "leave_out", "median"]:
    """Return what becomes of blank cells, from the option or from the file of settings.

    Raises
    ------
    BadInput
        Both state it.
    """
    if chosen == "refuse":
        return stated.missing
    if stated.missing != "refuse":
        raise BadInput("Blank cells are in the file of settings and in --blanks: state them once.")
    return chosen

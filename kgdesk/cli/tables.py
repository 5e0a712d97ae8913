"""Options for reading tables, and the commands `new` and `add`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from kgdesk import actions
from kgdesk.actions.importing import column_findings, read_pool, read_settings, with_prior
from kgdesk.cli import console
from kgdesk.cli.command_base import add_json, input_of, names, on_study
from kgdesk.cli.dispatch import add_by, add_reading, who
from kgdesk.cli.imports import add_blanks, add_repairs
from kgdesk.cli.lab import policy_name
from kgdesk.errors import BadInput
from kgdesk.model.advice.posterior_summary import price
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
    from kgdesk.cli.command_base import Command


def add_table(parser: argparse.ArgumentParser) -> None:
    """Add the options for column roles, table reading, and the settings of a new study."""
    group = parser.add_argument_group("the table")
    group.add_argument("--id", metavar="COL", help="column that names the candidates (else numbered from 1)")
    group.add_argument(
        "--attributes", type=names, metavar="A,B,C", help="columns to learn from (else all others)"
    )
    group.add_argument(
        "--category",
        type=names,
        default=[],
        metavar="COL,...",
        help="attributes that are words, not numbers",
    )
    group.add_argument("--outcome", metavar="COL", help="column with past outcomes")
    group.add_argument("--ignore", type=names, default=[], metavar="COL,...", help="columns to leave aside")
    group.add_argument(
        "--look-alikes",
        choices=("ask", "apart"),
        default="ask",
        help="names of candidates that differ only by invisible, full-width or foreign letters: refuse the table and "
        "name them, or take them for different candidates (default: ask)",
    )
    add_blanks(group)
    add_repairs(parser)
    add_reading(parser)
    _add_settings(parser)


def _add_settings(parser: argparse.ArgumentParser) -> None:
    """Add the options for the settings of a new study."""
    group = parser.add_argument_group("the study")
    group.add_argument("--raw", action="store_true", help="do not standardise the attributes")
    group.add_argument(
        "--terms",
        choices=tuple(TERMS),
        default="linear",
        help="linear, the paper's; interactions: products of numbers; squares, for a best inside a range; "
        "quadratic: products and squares; average, average-squares: weighted with linear",
    )
    group.add_argument(
        "--term-precision",
        type=float,
        metavar="LAMBDA",
        help="prior precision of products and squares (default: 4 times the other; with squares 12 times)",
    )
    group.add_argument(
        "--square-precision",
        type=float,
        metavar="LAMBDA",
        help="prior precision of squares (default: --term-precision, or else 3 times the other)",
    )
    group.add_argument(
        "--belief",
        choices=tuple(BELIEFS),
        default="moments",
        help="moments, the most accurate; full, correlated, and diagonal are the paper's (default: moments)",
    )
    group.add_argument(
        "--prior-precision",
        type=float,
        default=1.0,
        metavar="LAMBDA",
        help="prior precision of the effects (default: 1)",
    )
    group.add_argument(
        "--policy",
        type=policy_name,
        metavar="POLICY[/BELIEF]",
        help=f"{', '.join(POLICIES)}; with a belief of its own to choose by as kg/diagonal "
        f"(default: {default_policy('linear')} with linear terms, else {default_policy('average')})",
    )
    group.add_argument("--budget", type=int, default=30, metavar="N", help="planned runs (default: 30)")
    group.add_argument(
        "--seed", type=int, default=0, metavar="N", help="for ties and random choices (default: 0)"
    )
    group.add_argument(
        "--repeats",
        default="",
        metavar="yes|no|N",
        help="whether a candidate can be run again: no if a run uses its sample up, N for N runs of it at most "
        "(without this option as yes, and new says so)",
    )


def table_of(
    path: str,
    options: argparse.Namespace,
    vocabulary: Settings | None = None,
    stated: StatedSettings | None = None,
) -> PoolReading:
    """Read the candidates from a file by the table options; see `kgdesk.tables.read_pool`."""
    stated = stated or StatedSettings()
    apart = getattr(vocabulary, "never_together", ())
    named = [getattr(vocabulary, "barcode", ""), getattr(vocabulary, "location", "")]
    learnt = {*(options.attributes or ()), *options.category}
    return read_pool(
        input_of(path),
        id=options.id,
        extras=[
            *(column for column in apart if column not in learnt),
            *(column for column in named if column and column not in apart),
        ],
        attributes=options.attributes,
        categories=options.category,
        outcome=options.outcome,
        ignore=options.ignore,
        decimal=options.decimal,
        delimiter=options.delimiter,
        sheet=options.sheet,
        encoding=options.encoding,
        headings=options.headings,
        missing=_missing(options, stated),
        blank_none=options.blank_none,
        look_alikes=options.look_alikes,
        limits=options.limits.replace("-", "_"),
        words=options.words.replace("-", "_"),
        repeated=options.repeated_codes,
        units=stated.units,
        logs=stated.logs,
        vocabulary=vocabulary,
    )


def _missing(options: argparse.Namespace, stated: StatedSettings) -> Literal["refuse", "leave_out", "median"]:
    """Return what becomes of blank cells, from the option or from the file of settings.

    Raises
    ------
    BadInput
        Both state it.
    """
    chosen: Literal["refuse", "leave_out", "median"] = options.blanks.replace("-", "_")
    if chosen == "refuse":
        return stated.missing
    if stated.missing != "refuse":
        raise BadInput("Blank cells are in the file of settings and in --blanks: state them once.")
    return chosen


def add_new(command: Command) -> None:
    """Add the command `new`."""
    parser = on_study(command, "new", "make a study from a table of candidates", new)
    parser.add_argument(
        "--candidates", required=True, metavar="TABLE", help="CSV or Excel file; - for standard input"
    )
    parser.add_argument(
        "--settings",
        metavar="FILE",
        help="file with the settings of the study (TOML): title, words of outcomes, units, logarithms, blank cells, "
        "prior in words, rule; what it states is no option as well",
    )
    add_table(parser)
    _add_lab(parser)
    add_by(parser)
    add_json(parser, "new")


def _add_lab(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("the lab")
    group.add_argument(
        "--stop",
        action="append",
        default=[],
        metavar="RULE",
        help=f"when you can stop, as “{EXAMPLE}”: percentage points and per cent; at-stake P: taking the present best "
        "loses at most P points on average; value P and cost C worth W look one run ahead only; several rules: any of "
        "them (default: when the planned runs are spent)",
    )
    group.add_argument(
        "--never-together",
        type=names,
        default=[],
        metavar="COL,...",
        help="of the candidates with the same value there, one run at most is in progress; the column is kept "
        "with the data unless --attributes names it",
    )
    group.add_argument(
        "--success",
        default="Success",
        metavar="WORD",
        help="the study's own word for a success (default: Success)",
    )
    group.add_argument(
        "--failure",
        default="Failure",
        metavar="WORD",
        help="the study's own word for a failure (default: Failure)",
    )
    group.add_argument(
        "--measured",
        default="",
        metavar="RULE",
        help="a value that each run measures, and what is a success, as “yield >= 20 %%”; or only its name",
    )
    group.add_argument(
        "--barcode",
        default="",
        metavar="COL",
        help="the column with the codes on the samples, which the scan check reads and labels bear",
    )
    group.add_argument(
        "--location",
        default="",
        metavar="COL",
        help="the column that says where a sample lies, which stands beside its name on the card and the run sheet",
    )


def new(options: argparse.Namespace) -> int:
    """Create a study; print the numbers of candidates and columns, and findings about the columns."""
    given: dict[str, Any] = {
        "title": actions.name_of(options.study),
        "belief": options.belief,
        "policy": options.policy or "",
        "prior_precision": options.prior_precision,
        "budget": options.budget,
        "seed": options.seed,
        "raw": options.raw,
        "terms": options.terms,
        "term_precision": options.term_precision,
        "square_precision": options.square_precision,
        "stop": joined(options.stop),
        "never_together": tuple(options.never_together),
        "barcode": options.barcode,
        "location": options.location,
        "success_name": options.success,
        "failure_name": options.failure,
        **measured_setting(options.measured),
        "repeats": options.repeats,
    }
    stated = StatedSettings()
    if options.settings is not None:
        stated = read_settings(input_of(options.settings))
        given = stated.over(given, options.settings)
    settings = Settings(**given)
    table = table_of(options.candidates, options, settings, stated)
    settings = with_prior(settings, table, stated.prior)
    findings = column_findings(table, raw=settings.raw, terms=settings.terms, budget=settings.budget)
    with (
        console.unbroken(),
        actions.create_study(
            options.study,
            table,
            settings,
            who(options),
            file="standard input" if options.candidates == "-" else Path(options.candidates).name,
        ) as session,
    ):
        del table  # a second copy of the candidates, in Python objects
        study = session.study
        time = actions.suggestion_time(len(study.design.X), len(study.scaling.columns) - 1, settings.terms)
        if options.json:
            counts = {"candidates": len(study.pool), "columns": len(study.scaling.columns) - 1}
            made_json = {"study": study.name, "made": str(options.study), **counts}
            rest = {"suggestion_seconds": round(time, 3), "findings": [str(each) for each in findings]}
            console.deliver(console.as_json({**made_json, **rest}))
            return 0
        made = (
            f"Made {options.study}: {console.count(len(study.pool), 'candidate')}, "
            f"{console.count(len(study.scaling.columns) - 1, 'column')} to learn from."
        )
        console.confirm(made, price(time), *([] if settings.repeats else [_NOT_ASKED]), *findings)
    return 0


#: Printed for a new study without --repeats, so that its default is not silent.
_NOT_ASKED = (
    "Can a candidate be run again? The study does not state it: candidates are suggested again where "
    "that is worth most. If a run uses the sample up: kgdesk set STUDY --repeats no --reason TEXT."
)

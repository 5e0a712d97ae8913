"""The command that makes a study from a table of candidates: `kgdesk new`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.actions.tables import column_findings
from kgdesk.cli import output
from kgdesk.cli.acting import on_study
from kgdesk.cli.opening import add_by, who
from kgdesk.cli.options import names
from kgdesk.cli.tables import add_table, table_of
from kgdesk.model.settings import Settings
from kgdesk.model.stopping_text import EXAMPLE, joined

if TYPE_CHECKING:
    import argparse

    from kgdesk.cli.acting import Command


def add(command: Command) -> None:
    """Add the command to the parser."""
    parser = on_study(command, "new", "make a study from a table of candidates", new)
    parser.add_argument("--candidates", required=True, metavar="TABLE", help="CSV or Excel file")
    add_table(parser)
    _add_lab(parser)
    add_by(parser)


def _add_lab(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("the lab")
    group.add_argument(
        "--stop",
        action="append",
        default=[],
        metavar="RULE",
        help=f"when you can stop, as “{EXAMPLE}”: points and per cent; at-stake P: taking the present best loses at "
        "most P points on average; value P and cost C worth W look one run ahead only; several rules: any of them "
        "(default: when the planned runs are spent)",
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
    """Make a study; say how many candidates and columns it has, and what to know about these."""
    table = table_of(options.candidates, options)
    settings = Settings(
        title=actions.name_of(options.study),
        belief=options.belief,
        policy=options.policy,
        prior_precision=options.prior_precision,
        budget=options.budget,
        seed=options.seed,
        raw=options.raw,
        terms=options.terms,
        term_precision=options.term_precision,
        square_precision=options.square_precision,
        stop=joined(options.stop),
        never_together=tuple(options.never_together),
        barcode=options.barcode,
        location=options.location,
    )
    findings = column_findings(table, raw=options.raw, terms=options.terms, budget=options.budget)
    with (
        output.unbroken(),
        actions.create_study(
            options.study, table, settings, who(options), file=Path(options.candidates).name
        ) as made,
    ):
        study = made.study
        columns = output.count(len(study.scaling.columns) - 1, "column")
        output.confirm(
            f"Made {options.study}: {output.count(len(study.pool), 'candidate')}, {columns} to learn from.",
            *findings,
        )
    return 0

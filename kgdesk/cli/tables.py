"""The table of candidates as the options of a command describe it; `new` and `rehearse` share them."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from kgdesk.actions.tables import read_pool
from kgdesk.cli.options import names
from kgdesk.cli.recording import policy_name
from kgdesk.model.attributes import TERMS
from kgdesk.model.belief import BELIEFS
from kgdesk.model.policies import POLICIES

if TYPE_CHECKING:
    from kgdesk.actions.tables import PoolReading


def _one_character(text: str) -> str:
    text = {"tab": "\t", "\\t": "\t"}.get(text, text)
    if len(text) != 1:
        raise argparse.ArgumentTypeError(f"“{text}” is not one character (write tab for a tabulator)")
    return text


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Add how a table is read where its text alone does not say."""
    group = parser.add_argument_group("reading the table")
    group.add_argument("--decimal", choices=("point", "comma"), help="decimal mark, where both readings fit")
    group.add_argument("--delimiter", type=_one_character, metavar="CHAR", help="what separates the columns")
    group.add_argument("--sheet", metavar="NAME", help="sheet of an Excel file")
    group.add_argument(
        "--encoding", metavar="NAME", help="encoding of a text file that is not UTF-8, as cp1252"
    )


def add_table(parser: argparse.ArgumentParser) -> None:
    """Add what the columns of a table are, how it is read, and the settings of the study that is made from it."""
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
    add_reading(parser)
    group = parser.add_argument_group("the study")
    group.add_argument("--raw", action="store_true", help="do not standardise the attributes")
    group.add_argument(
        "--terms",
        choices=tuple(TERMS),
        default="linear",
        help="linear, the paper's; interactions of numbers; quadratic, for a best inside a range; average of both",
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
    group.add_argument("--belief", choices=tuple(BELIEFS), default="moments", help="default: moments")
    group.add_argument("--prior-precision", type=float, default=1.0, metavar="LAMBDA", help="default: 1")
    group.add_argument(
        "--policy",
        type=policy_name,
        default="kg",
        metavar="POLICY[/BELIEF]",
        help=f"{', '.join(POLICIES)}; with a belief of its own to choose by as kg/diagonal (default: kg)",
    )
    group.add_argument("--budget", type=int, default=30, metavar="N", help="planned runs (default: 30)")
    group.add_argument(
        "--seed", type=int, default=0, metavar="N", help="for ties and random choices (default: 0)"
    )


def table_of(path: str, options: argparse.Namespace) -> PoolReading:
    """Read the candidates in a file by the TABLE options; see `kgdesk.files.read_pool`."""
    apart = getattr(options, "never_together", [])
    named = [getattr(options, "barcode", ""), getattr(options, "location", "")]
    learnt = {*(options.attributes or ()), *options.category}
    return read_pool(
        path,
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
    )

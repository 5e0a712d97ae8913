"""Arguments and options that several commands have."""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from kgdesk import actions
from kgdesk.errors import BadInput
from kgdesk.model.advice.batch_limits import joined_limits
from kgdesk.model.design.samples import parse_names
from kgdesk.model.policies import policy
from kgdesk.model.study.records import parse_run_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kgdesk.model.advice.batch_limits import LimitKind
    from kgdesk.model.study.records import RunNumber


@dataclass(frozen=True, slots=True)
class Option:
    """An option whose value goes on to a function or to the settings of a study under a name.

    Parameters
    ----------
    flag
        As a person types it: ``--prior-precision``.
    keyword
        Name of the parameter or setting that takes the value.
    arguments
        Those of `argparse.ArgumentParser.add_argument`, without a default: an option that nobody gives is None there.
    convert
        Turns the value into that of the parameter; None passes it on as it is.
    default
        Value of the parameter if nobody gives the option.
    """

    flag: str
    keyword: str
    arguments: dict[str, Any]
    convert: Callable[[Any], Any] | None = None
    default: Any = None

    @property
    def dest(self) -> str:
        """Name of the value among the parsed options."""
        return self.flag.removeprefix("--").replace("-", "_")

    def is_given(self, options: argparse.Namespace) -> bool:
        """Whether somebody gave the option, be it with the value of its default."""
        return getattr(options, self.dest) is not None

    def value(self, options: argparse.Namespace) -> Any:
        """Return the value for the parameter."""
        if not self.is_given(options):
            return self.default
        given = getattr(options, self.dest)
        return given if self.convert is None else self.convert(given)


def option(
    flag: str,
    keyword: str = "",
    *,
    convert: Callable[[Any], Any] | None = None,
    default: Any = None,
    **arguments: Any,
) -> Option:
    """Return an `Option`; its keyword is by default that of the flag: `prior_precision` of ``--prior-precision``."""
    return Option(flag, keyword or flag.removeprefix("--").replace("-", "_"), arguments, convert, default)


def add_group(parser: argparse.ArgumentParser, title: str, options: Iterable[Option]) -> None:
    """Add a group of options under a title."""
    group = parser.add_argument_group(title)
    for option in options:
        group.add_argument(option.flag, **option.arguments)


def keywords(options: argparse.Namespace, *groups: Iterable[Option]) -> dict[str, Any]:
    """Return the values of options, given or not, by the names of the parameters that take them."""
    return {option.keyword: option.value(options) for group in groups for option in group}


def keywords_given(options: argparse.Namespace, *groups: Iterable[Option]) -> dict[str, Any]:
    """Return the values of the options that somebody gave, by the names of the parameters that take them."""
    return keywords(options, [option for group in groups for option in group if option.is_given(options)])


def add_study(parser: argparse.ArgumentParser) -> None:
    """Add the argument ``STUDY``."""
    parser.add_argument(
        "study", metavar="STUDY", help="the study file, NAME.kgstudy, or postgresql://SERVER/BASE#NAME"
    )


def wrong_usage(parse: Callable[[str], Any]) -> Callable[[str], Any]:
    """Wrap a parser as the type of an option, so that a text that it refuses is reported as wrong usage."""

    def parsed(text: str) -> Any:
        try:
            return parse(text)
        except BadInput as refused:
            raise argparse.ArgumentTypeError(str(refused).rstrip(".")) from None

    parsed.__name__ = parse.__name__  # by which argparse says what is no number
    return parsed


def at_least(least: int) -> Callable[[str], int]:
    """Return a parser of whole numbers from `least` on: a smaller one is wrong usage, as one that is no number."""

    def parsed(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"not a whole number: {text!r}") from None
        if number < least:
            raise argparse.ArgumentTypeError(f"{number} is too small: the least is {least}")
        return number

    return parsed


def names(text: str) -> list[str]:
    """Parse comma-separated names; none, or an empty one, is an error."""
    given: tuple[str, ...] = wrong_usage(parse_names)(text)
    if not given:
        raise argparse.ArgumentTypeError(f"“{text}” names nothing")
    return list(given)


def add_by(parser: argparse.ArgumentParser) -> None:
    """Add ``--by``, the operator's name."""
    parser.add_argument(
        "--by",
        metavar="NAME",
        default=None,
        help="your name, as typed: nobody checks it (default: KGDESK_OPERATOR, else the system's user name)",
    )


def who(options: argparse.Namespace) -> actions.Operator:
    """Return the operator given by ``--by``, else the default operator of this computer."""
    return actions.Operator(options.by if getattr(options, "by", None) is not None else actions.user_name())


class _Token(argparse.Action):
    """Action of ``--token`` that refuses an empty token, as of a shell variable that is not set."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, *_: Any
    ) -> None:
        """Store the token."""
        if not str(values).strip():
            parser.error("argument --token: an empty token names nothing")
        setattr(namespace, self.dest, str(values).strip())


def add_token(parser: argparse.ArgumentParser) -> None:
    """Add ``--token``, the idempotency key of an entry, which every writing command has."""
    parser.add_argument(
        "--token",
        action=_Token,
        default="",
        metavar="ID",
        help="idempotency key, a name of your own for this entry alone: repeating the command with it adds nothing",
    )


def add_by_and_token(parser: argparse.ArgumentParser) -> None:
    """Add what every command has that makes an entry: ``--by``, ``--token`` and ``--json``."""
    add_by(parser)
    add_token(parser)
    add_json(parser, "entry")


def add_json(parser: argparse.ArgumentParser, *schemas: str) -> None:
    """Add ``--json``; an answer has the form of one of `schemas`, files in ``resources/schemas``."""
    if parser.get_default("schemas") is None:
        parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(schemas=(*(parser.get_default("schemas") or ()), *schemas))


def add_reason(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    """Add ``--reason``."""
    parser.add_argument(
        "--reason", required=required, default="", metavar="TEXT", help="why; kept with the entry"
    )


def add_dest(parser: argparse.ArgumentParser, *endings: str, optional: bool = False) -> None:
    """Add ``DEST``, the file that a command writes (``-`` for standard output), and ``--json``.

    Parameters
    ----------
    endings
        Endings that the file may have; if there are several, ``--format`` selects one for standard output.
    optional
        The file may be left out.
    """
    *most, last = (f".{each}" for each in endings)
    listed = f"{', '.join(most)} or {last}" if most else last
    parser.add_argument(
        "dest",
        metavar="DEST",
        nargs="?" if optional else None,
        help=f"file ending in {listed}, or - for standard output",
    )
    if len(endings) > 1:
        parser.add_argument(
            "--format",
            choices=endings,
            help=f"format for - (default: {endings[0]}); for a file its ending decides",
        )
    parser.set_defaults(endings=endings)
    add_json(parser, "saved")


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add ``--language`` to a command that writes a page for people; what it prints is English."""
    parser.add_argument(
        "--language", choices=("en", "de"), default="en", help="language of the page (default: en)"
    )


def add_overwrite(parser: argparse.ArgumentParser) -> None:
    """Add ``--overwrite``."""
    parser.add_argument("--overwrite", action="store_true", help="replace a file of that name")


def _one_character(text: str) -> str:
    text = {"tab": "\t", "\\t": "\t"}.get(text, text)
    if len(text) != 1:
        raise argparse.ArgumentTypeError(f"“{text}” is not one character (write tab for a tab)")
    return text


#: How an ambiguous table is read: parameters of `kgdesk.tables.read_pool`.
READING = (
    option("--decimal", choices=("point", "comma"), help="decimal mark, where both readings fit"),
    option("--delimiter", type=_one_character, metavar="CHAR", help="what separates the columns"),
    option("--sheet", metavar="NAME", help="sheet of an Excel file"),
    option(
        "--encoding", metavar="NAME", help="encoding of a text file that is not UTF-8, for example cp1252"
    ),
    option(
        "--headings",
        type=at_least(1),
        metavar="N",
        help="line, or row of a sheet, with the headings, below a title",
    ),
)


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Add the options that resolve ambiguities of a table."""
    group = parser.add_argument_group("reading the table")
    for each in READING:
        group.add_argument(each.flag, **each.arguments)
    group.add_argument(
        "--no-headings",
        dest="headings",
        action="store_const",
        const=0,
        help="the first line is a candidate: the columns are called Column 1, Column 2, ...",
    )


def add_set_values(parser: argparse.ArgumentParser) -> None:
    """Add the options that state what was really set in a run."""
    parser.add_argument(
        "--set",
        dest="set_values",
        action="append",
        default=[],
        metavar="ATTRIBUTE=VALUE",
        help="what was really set, where it differs from the candidate, for example Temp=82; once for each attribute",
    )
    parser.add_argument(
        "--beyond",
        action="store_true",
        help="with --set: accept numbers outside the range of the candidates",
    )


#: Names of the values that `add_limits` adds to the parsed options.
LIMITS: Final = ("where", "with_repeats", "per_level", "one_level", "shared")


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Add the options about the candidates of one batch."""
    parser.add_argument(
        "--where",
        default="",
        metavar="CONDITIONS",
        help="suggest only candidates that satisfy all conditions on attributes and kept columns, with =, !=, <, <=, "
        ">, >= or in, for example “Solvent = DMF and Temp <= 80”",
    )
    group = parser.add_argument_group("several at once (--count, --batch)")
    group.add_argument(
        "--with-repeats",
        action="store_true",
        help="a candidate may occur more than once, where the study allows it",
    )
    group.add_argument(
        "--per-level", type=_column_limit, action="append", default=[], metavar="COL=K",
        help="at most K candidates with the same value in the column",
    )  # fmt: skip
    group.add_argument(
        "--one-level", default="", metavar="COL",
        help="all with one value in the column, for example the temperature of a plate: the best plate over its values",
    )  # fmt: skip
    group.add_argument(
        "--shared", type=_column_limit, action="append", default=[], metavar="COL=K",
        help="at most K with the same instrument, named in the column, runs in progress counted",
    )  # fmt: skip


def _column_limit(text: str) -> tuple[str, int]:
    column, _, most = text.rpartition("=")
    if not column.strip() or not re.fullmatch(r"\d{1,6}", most.strip(), re.ASCII):
        raise argparse.ArgumentTypeError(f"“{text}” is not a column with a number like solvent=8")
    return column.strip(), int(most)


def batch_limits(options: argparse.Namespace) -> dict[str, Any]:
    """Return the keywords of `kgdesk.model.advice.batches.advise_batch` for the limits of a batch."""
    limits: list[tuple[LimitKind, str, int]] = [("per_level", *each) for each in options.per_level]
    limits += [("one_level", options.one_level, 0)] if options.one_level else []
    limits += [("shared", *each) for each in options.shared]
    return {"repeats": options.with_repeats, "limits": joined_limits(limits, options.where)}


def run_number(text: str) -> RunNumber:
    """Parse the number of a run: ``12``, or ``P3`` for a past outcome."""
    number = parse_run_number(text)
    if number is None:
        raise argparse.ArgumentTypeError(
            f"“{text}” is not the number of a run, for example 12, or P3 for a past outcome"
        )
    return number


@wrong_usage
def policy_name(text: str) -> str:
    """Parse the name of a policy."""
    return policy(text).name


def policy_names(text: str) -> list[str]:
    """Parse comma-separated names of policies, which are kept as they are written."""
    for name in (given := names(text)):
        policy_name(name)
    return given

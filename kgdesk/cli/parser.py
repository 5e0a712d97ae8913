"""Commands, options and their help: what a person may type."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from kgdesk import __version__
from kgdesk.actions.calibrating import REPLICATES, SEED
from kgdesk.actions.rehearsing import PAPER_POLICIES, PAPER_SEED, TRUTHS
from kgdesk.cli import amending, benches, installed, opening, recording, safekeeping, servers, sheets, signing
from kgdesk.cli.door import Parser
from kgdesk.cli.opening import add_by as _by
from kgdesk.model.attributes import TERMS
from kgdesk.model.belief import BELIEFS
from kgdesk.model.policies import POLICIES
from kgdesk.model.stopping_text import EXAMPLE

if TYPE_CHECKING:
    from collections.abc import Callable


def _names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise argparse.ArgumentTypeError(f"“{text}” has an empty name between two commas")
    return names


def _one_character(text: str) -> str:
    text = {"tab": "\t", "\\t": "\t"}.get(text, text)
    if len(text) != 1:
        raise argparse.ArgumentTypeError(f"“{text}” is not one character (write tab for a tabulator)")
    return text


class _Token(argparse.Action):
    """Takes a token; an empty one, as of a variable that a script forgot to set, is refused."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, *_: Any
    ) -> None:
        """Keep the token."""
        if not str(values).strip():
            parser.error("argument --token: an empty token names nothing")
        setattr(namespace, self.dest, str(values).strip())


def _written(parser: argparse.ArgumentParser) -> None:
    """Add the options of every command that writes to a study."""
    parser.add_argument(
        "--token",
        action=_Token,
        default="",
        metavar="ID",
        help="a name of your own for this entry, used for no other: asked again with it, nothing is recorded twice",
    )


def _by_with_token(parser: argparse.ArgumentParser) -> None:
    _by(parser)
    _written(parser)


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _reading_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("reading the table")
    group.add_argument("--decimal", choices=("point", "comma"), help="decimal mark, where both readings fit")
    group.add_argument("--delimiter", type=_one_character, metavar="CHAR", help="what separates the columns")
    group.add_argument("--sheet", metavar="NAME", help="sheet of an Excel file")
    group.add_argument(
        "--encoding", metavar="NAME", help="encoding of a text file that is not UTF-8, as cp1252"
    )


def _table_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("the table")
    group.add_argument("--id", metavar="COL", help="column that names the candidates (else numbered from 1)")
    group.add_argument(
        "--attributes", type=_names, metavar="A,B,C", help="columns to learn from (else all others)"
    )
    group.add_argument(
        "--category",
        type=_names,
        default=[],
        metavar="COL,...",
        help="attributes that are words, not numbers",
    )
    group.add_argument("--outcome", metavar="COL", help="column with past outcomes")
    group.add_argument("--ignore", type=_names, default=[], metavar="COL,...", help="columns to leave aside")
    _reading_options(parser)
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
        type=recording.policy_name,
        default="kg",
        metavar="POLICY[/BELIEF]",
        help=f"{', '.join(POLICIES)}; with a belief of its own to choose by as kg/diagonal (default: kg)",
    )
    group.add_argument("--budget", type=int, default=30, metavar="N", help="planned runs (default: 30)")
    group.add_argument(
        "--seed", type=int, default=0, metavar="N", help="for ties and random choices (default: 0)"
    )


def _lab_options(parser: argparse.ArgumentParser) -> None:
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
        type=_names,
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


def _rehearsal_options(parser: argparse.ArgumentParser, policies: str | None) -> None:
    group = parser.add_argument_group("the rehearsal")
    group.add_argument(
        "--policies",
        default=policies,
        metavar="POLICY[/BELIEF],...",
        help="who takes part: " + (policies.replace(",", ", ") if policies else f"of {', '.join(POLICIES)}"),
    )
    group.add_argument("--runs", type=int, default=100, metavar="N", help="simulated runs (default: 100)")
    group.add_argument("--out", required=True, metavar="DIR", help="folder for tables, figures and report")
    group.add_argument("--workers", type=int, metavar="N", help="processes (default: one per core)")
    group.add_argument(
        "--scheduler",
        default="",
        metavar="ADDRESS",
        help="run on the workers of a Dask scheduler, as tcp://10.0.0.5:8786, instead of on this machine",
    )
    group.add_argument("--overwrite", action="store_true", help="replace the results of an earlier rehearsal")


def _simulations(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    rehearse = command("rehearse", "simulate a study with several policies, before it costs anything")
    rehearse.add_argument("source", metavar="TABLE|STUDY", help="CSV or Excel file, or NAME.kgstudy")
    _rehearsal_options(rehearse, None)
    sheets.add_language(rehearse)
    rehearse.add_argument(
        "--truth",
        default="prior",
        metavar="KIND,...",
        help=f"simulated truths: {', '.join(TRUTHS)} (default: prior)",
    )
    rehearse.add_argument(
        "--stop",
        action="append",
        default=[],
        metavar="RULE",
        help=f"a stopping rule to report on, as “{EXAMPLE}”; may be given again",
    )
    rehearse.add_argument(
        "--compare-terms",
        type=_names,
        default=[],
        metavar="TERMS,...",
        help=f"play every policy with each of these: {', '.join(TERMS)} (default: those of the study)",
    )
    _table_options(rehearse)
    # A study has its own; what is given for one is refused, so the parser must not fill anything in.
    rehearse.set_defaults(belief=None, prior_precision=None, policy=None, budget=None, seed=None, terms=None)
    paper = command("paper", "repeat the experiment of Wang, Wang and Powell (2016)")
    sheets.add_language(paper)
    paper.add_argument("--data", required=True, metavar="DIR", help="folder with the seven UCI tables")
    _rehearsal_options(paper, ",".join(PAPER_POLICIES))
    paper.add_argument("--budget", type=int, default=30, metavar="N", help="measurements (default: 30)")
    paper.add_argument(
        "--seed",
        type=int,
        default=PAPER_SEED,
        metavar="N",
        help=f"of the first run; each further run has the next one (default: {PAPER_SEED})",
    )

    calibrate = command(
        "calibrate", "find out by simulation how often the ranges of each belief hold the truth"
    )
    calibrate.add_argument(
        "--out", required=True, metavar="DIR", help="folder for tables, figure and certificate"
    )
    calibrate.add_argument(
        "--replicates",
        type=int,
        default=REPLICATES,
        metavar="N",
        help=f"simulated studies of each setting (default: {REPLICATES})",
    )
    calibrate.add_argument(
        "--seed", type=int, default=SEED, metavar="N", help=f"of the first simulated study (default: {SEED})"
    )
    sheets.add_language(calibrate)
    calibrate.add_argument("--workers", type=int, metavar="N", help="processes (default: one per core)")
    calibrate.add_argument(
        "--overwrite", action="store_true", help="replace the results of an earlier calibration"
    )


def _lab_commands(on_study: Callable[[str, str], argparse.ArgumentParser]) -> None:
    for name, what in (
        ("skip", "set a candidate aside until the next run"),
        ("exclude", "take a candidate out of stock"),
        ("include", "put a candidate back in stock"),
    ):
        about = on_study(name, what)
        about.add_argument("candidate", metavar="CANDIDATE")
        about.add_argument("--reason", default="", metavar="TEXT", help="kept with the entry")
        _by_with_token(about)
    note = on_study("note", "keep a note with a run, or with the study")
    note.add_argument("text", metavar="TEXT")
    note.add_argument("--run", type=int, metavar="RUN", help="as shown: 1 for the first (default: the study)")
    _by_with_token(note)


def _outlets(on_study: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """Add the commands that write a study out."""
    exported = on_study("export", "write runs (.csv), everything (.xlsx) or the archive (.zip)")
    exported.add_argument("dest", metavar="DEST", help="file ending in .csv, .xlsx or .zip")
    exported.add_argument("--overwrite", action="store_true", help="replace a file of that name")
    reported = on_study("report", "write what was asked, run and found, to print or to read")
    reported.add_argument("dest", metavar="DEST", help="file ending in .pdf or .html")
    reported.add_argument("--overwrite", action="store_true", help="replace a file of that name")
    sheets.add_language(reported)
    sheets.add(on_study)


def build() -> argparse.ArgumentParser:
    """Return the parser of every command that stands."""
    parser = Parser(
        prog="kgdesk",
        description="Find the best of many candidate experiments from successes and failures, in few runs. "
        "Without a command the window opens.",
    )
    parser.add_argument("--version", action="version", version=f"kgdesk {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    def command(name: str, what: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}.")

    def on_study(name: str, what: str) -> argparse.ArgumentParser:
        made = command(name, what)
        made.add_argument("study", metavar="STUDY", help=opening.STUDY)
        return made

    opening.add(command)
    new = on_study("new", "make a study from a table of candidates")
    new.add_argument("--candidates", required=True, metavar="TABLE", help="CSV or Excel file")
    _table_options(new)
    _lab_options(new)
    _by(new)
    recording.add(on_study, _by, _written)
    _lab_commands(on_study)
    correct = on_study("correct", "correct a recorded run")
    correct.add_argument("run", type=int, metavar="RUN", help="as shown: 1 for the first")
    correct.add_argument("outcome", choices=("success", "failure", "void"))
    correct.add_argument("--reason", required=True, metavar="TEXT")
    _by_with_token(correct)
    status = on_study("status", "show where a study stands")
    status.add_argument(
        "--at-stake",
        action="store_true",
        help="work out what is still at stake, the expected loss of taking the present best now; a study whose "
        "stopping rule rests on it shows it without this",
    )
    _json(status)
    imported = on_study("import", "add outcomes from a table, or make a study from an archive")
    imported.add_argument(
        "source", metavar="OUTCOMES", help="CSV or Excel file with candidate, outcome; or .zip"
    )
    _reading_options(imported)
    _by_with_token(imported)
    _outlets(on_study)
    _json(on_study("verify", "follow the chain of a study or archive and replay its belief"))
    safekeeping.add(on_study, _by)
    for part in (amending, signing):
        part.add(on_study, _by_with_token)
    servers.add(command)
    _simulations(command)
    installed.add(command)
    benches.add(command)
    return parser

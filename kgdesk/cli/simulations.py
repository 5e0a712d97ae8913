"""Commands that simulate: `rehearse` (own study), `paper` (the paper's experiment), `calibrate` (interval coverage)."""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from kgdesk import actions
from kgdesk.actions import calibrating, rehearsing, replaying
from kgdesk.actions.calibrating import REPLICATES, SEED
from kgdesk.actions.importing import with_terms
from kgdesk.actions.rehearsing import LONG_BUDGET, PAPER_POLICIES, PAPER_SEED, TRUTHS
from kgdesk.cli import console
from kgdesk.cli.commands import Command
from kgdesk.cli.options import add_json, at_least, keywords, names, policy_names
from kgdesk.cli.table_options import STUDY, TABLE, add_table, table_of
from kgdesk.errors import BadInput, KgdeskError
from kgdesk.model.design.design_matrix import TERMS
from kgdesk.model.policies import POLICIES
from kgdesk.model.study.outcome_words import measured_setting
from kgdesk.model.study.rule_syntax import EXAMPLE
from kgdesk.model.study.settings import new_settings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kgdesk.actions.rehearsing import Effort, Progress, Rehearsal, RehearsalBasis, Target
    from kgdesk.actions.replaying import Replay


def _rehearsal_options(parser: argparse.ArgumentParser, policies: str | None) -> None:
    group = parser.add_argument_group("the rehearsal")
    group.add_argument(
        "--policies",
        type=policy_names,
        default=policies,
        metavar="POLICY[/BELIEF],...",
        help="policies to compare: "
        + (policies.replace(",", ", ") if policies else f"of {', '.join(POLICIES)}"),
    )
    group.add_argument(
        "--runs", type=at_least(1), default=100, metavar="N", help="simulated runs (default: 100)"
    )
    group.add_argument(
        "--out",
        required=True,
        metavar="DIR",
        help="folder for tables, figures and report; an interrupted rehearsal resumes from the finished runs there",
    )
    group.add_argument("--workers", type=at_least(1), metavar="N", help="processes (default: one per core)")
    group.add_argument(
        "--scheduler",
        default="",
        metavar="ADDRESS",
        help="run on the workers of a Dask scheduler, for example tcp://10.0.0.5:8786, instead of on this machine",
    )
    group.add_argument("--overwrite", action="store_true", help="replace the results of an earlier rehearsal")


def _add_rehearse_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "source", metavar="TABLE|STUDY", help="CSV or Excel file, - for standard input, or NAME.kgstudy"
    )
    _rehearsal_options(parser, None)
    add_json(parser, "rehearsal")
    parser.add_argument(
        "--truth",
        type=_truths,
        metavar="KIND,...",
        help=f"simulated truths: {', '.join(TRUTHS)} (default: prior)",
    )
    parser.add_argument(
        "--stop",
        action="append",
        metavar="RULE",
        help=f"a stopping rule to report on, for example “{EXAMPLE}”; may be given again",
    )
    parser.add_argument(
        "--compare-terms",
        type=names,
        action="extend",
        default=[],
        metavar="TERMS,...",
        help=f"play every policy with each of these: {', '.join(TERMS)} (default: those of the study)",
    )
    _add_replay_options(parser)
    add_table(parser)


def _add_replay_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("the replay of a table with outcomes")
    group.add_argument(
        "--replay",
        action="store_true",
        help="instead of simulated truths, take the outcomes of the table (--outcome or --measured) for the truth, and "
        "run every candidate once: how soon would each policy have found the successes?",
    )
    group.add_argument(
        "--measured",
        metavar="RULE",
        help="what of a measured value in the column of outcomes is a success, as “yield >= 20 %%”; the column is the "
        "one with this name if --outcome names none",
    )
    group.add_argument(
        "--rows",
        type=at_least(1),
        metavar="N",
        help="draw N rows of the table for each replay (default: all of them in every replay)",
    )
    group.add_argument(
        "--successes",
        type=_number_or_share,
        metavar="K|P%",
        help="how many of the drawn rows are successes, as 10 or 5%% (default: the share of the table)",
    )


def _truths(text: str) -> list[str]:
    """Parse comma-separated kinds of simulated truths."""
    for kind in (given := names(text)):
        if kind not in TRUTHS:
            raise argparse.ArgumentTypeError(f"There are no truths “{kind}”: choose from {', '.join(TRUTHS)}")
    return given


def rehearse(options: argparse.Namespace) -> int:
    """Rehearse a table of candidates or a study."""
    policies = options.policies
    if policies is None:
        options.parser.error("name the policies to rehearse with, as --policies kg,random")
    if options.replay:
        return _replay(options, policies)
    _refuse_given(options, _REPLAY_ALONE, "is for a replay: add --replay, or leave it out.")
    basis = _of_study(options) if _is_study(options) else _of_table(options, policies)
    seed = basis.settings.seed if options.seed is None else options.seed
    target = _target(options)
    with _ProgressLine() as progress_line:
        effort = _effort(options, seed, progress_line)
        results = rehearsing.rehearse(
            basis,
            policies,
            target,
            effort,
            truths=options.truth or ["prior"],
            budget=options.budget,
            terms=options.compare_terms,
            rules=options.stop or (),
        )
    return _print_results(options, [*results.needed, *results.stopping], _saved(results))


REHEARSE = Command(
    rehearse,
    _add_rehearse_options,
    (
        "kgdesk rehearse screen.kgstudy --policies kg,random --out rehearsal",
        (
            "kgdesk rehearse reaction-yields.csv --id Code --category Solvent --replay "
            '--measured "Yield (%) >= 80" --policies kg,random --out replay'
        ),
    ),
    (
        *("--policies", "--runs", "--out", "--overwrite", "--workers", "--truth", "--stop"),
        *("--replay", "--measured", "--id", "--category", "--outcome", "--ignore", "--budget", "--json"),
    ),
)

#: Options of `rehearse` that belong to a replay alone, and those that have no sense in one.
_REPLAY_ALONE, _SIMULATED_ALONE = ("measured", "rows", "successes"), ("truth", "stop")


def _replay(options: argparse.Namespace, policies: Sequence[str]) -> int:
    """Replay the outcomes of a table, or the past outcomes of a study."""
    _refuse_given(options, _SIMULATED_ALONE, "is for simulated truths: leave it out, or leave out --replay.")
    choices = {
        "budget": options.budget,
        "terms": options.compare_terms,
        "rows": options.rows,
        "successes": _drawn_successes(options),
    }
    game = (
        _replay_of_study(options, policies, choices)
        if _is_study(options)
        else _replay_of_table(options, policies, choices)
    )
    seed = game.settings.seed if options.seed is None else options.seed
    with _ProgressLine() as progress_line:
        results = replaying.replay(game, _target(options), _effort(options, seed, progress_line))
    return _print_results(options, results.sentences, f"Saved tables, figure and report in {results.folder}.")


def _refuse_given(options: argparse.Namespace, names: Sequence[str], why: str) -> None:
    """Raise BadInput if one of the options is given."""
    given = next((name for name in names if getattr(options, name) is not None), None)
    if given is not None:
        raise BadInput(f"--{given} {why}")


def _drawn_successes(options: argparse.Namespace) -> int | None:
    """Return the number of successes to draw; a share is one of --rows."""
    given: int | float | None = options.successes
    if isinstance(given, float):
        return max(round(given * options.rows), 1) if options.rows else 1
    return given


def _number_or_share(text: str) -> int | float:
    """Parse ``10`` as a number and ``5%`` as a share, 0.05."""
    number = text.strip().removesuffix("%").strip()
    try:
        return float(number) / 100 if text.strip().endswith("%") else int(number)
    except ValueError:
        raise argparse.ArgumentTypeError(f"“{text}” is not a number or a share: write 10 or 5%") from None


def _replay_of_study(options: argparse.Namespace, policies: Sequence[str], choices: dict[str, Any]) -> Replay:
    if options.measured:
        raise BadInput("--measured is for a table: the outcomes of a study are successes and failures.")
    _refuse_table_options(options)
    with actions.open_study(options.source, actions.Operator(actions.user_name()), read_only=True) as session:
        if not any(run.imported for run in session.study.valid):
            raise BadInput(
                f"The study {options.source} has no past outcomes that came with its table: give the table with them "
                "(--outcome)."
            )
        return replaying.replay_of_study(session.study, policies, **choices)


def _replay_of_table(options: argparse.Namespace, policies: Sequence[str], choices: dict[str, Any]) -> Replay:
    rule = measured_setting(options.measured) if options.measured else {}
    if rule and rule["threshold"] is None:
        raise BadInput(
            f"“{options.measured}” does not say what is a success: write a threshold, as --measured "
            f"“{options.measured} >= 20”."
        )
    options.outcome = options.outcome or rule.get("measured")
    if options.outcome is None:
        raise BadInput(
            "A replay takes the outcomes of the table for the truth: name their column, as --outcome Result, or the "
            "measured value and what is a success, as --measured “yield >= 20 %”."
        )
    settings = new_settings({**_study_settings(options), **rule}, players=policies)
    table = table_of(options.source, options, settings)
    settings = with_terms(settings, table, _stated_terms(options))
    return replaying.replay_of_table(table, settings, _table_name(options), policies, **choices)


def _add_paper_options(parser: argparse.ArgumentParser) -> None:
    add_json(parser, "rehearsal")
    parser.add_argument("--data", required=True, metavar="DIR", help="folder with the seven UCI tables")
    parser.add_argument(
        "--as-printed",
        action="store_true",
        help="raw attributes, every policy on the diagonal belief, its Figure 1, its claims one by one, and long runs",
    )
    parser.add_argument(
        "--pools",
        choices=("redrawn", "fixed"),
        default="redrawn",
        help="draw new synthetic pools in each run, or use one fixed pool of each size (default: redrawn)",
    )
    parser.add_argument(
        "--long",
        type=at_least(0),
        metavar="N",
        help=f"with --as-printed: measurements of the long runs on two pools, 0 for none (default: {LONG_BUDGET})",
    )
    _rehearsal_options(parser, ",".join(PAPER_POLICIES))
    parser.set_defaults(policies=None)
    parser.add_argument(
        "--budget", type=at_least(1), default=30, metavar="N", help="measurements (default: 30)"
    )
    parser.add_argument(
        "--seed",
        type=at_least(0),
        default=PAPER_SEED,
        metavar="N",
        help=f"of the first run; each further run has the next one (default: {PAPER_SEED})",
    )


def paper(options: argparse.Namespace) -> int:
    """Repeat the paper's experiment."""
    form = rehearsing.ExperimentForm(as_printed=options.as_printed, fixed_pools=options.pools == "fixed")
    if options.long is not None and not form.as_printed:
        raise BadInput(
            "Long runs belong to the experiment as printed: add --as-printed, or leave out --long."
        )
    target = _target(options)
    with _ProgressLine() as progress_line:
        results = rehearsing.run_paper(
            options.data,
            target,
            _effort(options, options.seed, progress_line),
            policies=options.policies,
            budget=options.budget,
            form=form,
            long_budget=LONG_BUDGET if options.long is None else options.long,
        )
    return _print_results(options, results.overall, _saved(results))


PAPER = Command(paper, _add_paper_options, ("kgdesk paper --data uci --out paper",))


def _add_calibrate_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out", required=True, metavar="DIR", help="folder for tables, figure and certificate"
    )
    parser.add_argument(
        "--chances",
        action="store_true",
        help="compare stated chances and stopping rules with what is true, instead of the ranges",
    )
    parser.add_argument(
        "--replicates",
        type=at_least(1),
        default=REPLICATES,
        metavar="N",
        help=f"simulated studies of each setting (default: {REPLICATES})",
    )
    parser.add_argument(
        "--seed",
        type=at_least(0),
        default=SEED,
        metavar="N",
        help=f"of the first simulated study (default: {SEED})",
    )
    add_json(parser, "rehearsal")
    parser.add_argument("--workers", type=at_least(1), metavar="N", help="processes (default: one per core)")
    parser.add_argument(
        "--overwrite", action="store_true", help="replace the results of an earlier calibration"
    )


def calibrate(options: argparse.Namespace) -> int:
    """Measure the coverage of the beliefs' intervals by simulation."""
    target = rehearsing.Target(options.out, overwrite=options.overwrite)
    with _ProgressLine() as progress_line:
        progress = progress_line if console.shows_progress() else None
        effort = rehearsing.Effort(options.replicates, options.seed, options.workers, progress)
        if options.chances:
            chances = calibrating.calibrate_chances(target, effort)
            tables = f"Saved tables in {chances.folder}."
            return _print_results(options, chances.sentences, tables)
        results = calibrating.calibrate(target, effort)
    saved = f"Saved tables, figure and certificate in {results.folder}."
    return _print_results(options, results.sentences, saved)


CALIBRATE = Command(calibrate, _add_calibrate_options, ("kgdesk calibrate --out ranges",))


def _is_study(options: argparse.Namespace) -> bool:
    return Path(options.source).suffix.lower() == ".kgstudy"


def _of_study(options: argparse.Namespace) -> RehearsalBasis:
    _refuse_table_options(options)
    with actions.open_study(options.source, actions.Operator(actions.user_name()), read_only=True) as session:
        return rehearsing.basis_of_study(session.study)


def _refuse_table_options(options: argparse.Namespace) -> None:
    """Raise BadInput if an option is given that a study has its own value of."""
    for each in TABLE:
        if each.is_given(options) and each.keyword not in {"budget", "seed"}:
            raise BadInput(
                f"{each.flag} is for a table of candidates: the study {options.source} has its own."
            )


def _of_table(options: argparse.Namespace, policies: Sequence[str]) -> RehearsalBasis:
    table = table_of(options.source, options)
    settings = new_settings(_study_settings(options), players=policies)
    settings = with_terms(settings, table, _stated_terms(options))
    return rehearsing.basis_of_table(table, settings, _table_name(options))


def _stated_terms(options: argparse.Namespace) -> str:
    """Return the terms that the options state for all players; empty if they state none."""
    return options.terms or ""


def _study_settings(options: argparse.Namespace) -> dict[str, Any]:
    """Return the settings that the options of a table state for a rehearsal."""
    return keywords(options, (each for each in STUDY if each.keyword != "policy"))


def _table_name(options: argparse.Namespace) -> str:
    return "standard input" if options.source == "-" else Path(options.source).stem


def _target(options: argparse.Namespace) -> Target:
    return rehearsing.Target(options.out, overwrite=options.overwrite, png=_rasterizer())


def _rasterizer() -> Callable[[str], bytes] | None:
    """Return a converter from SVG to PNG bytes; None if Qt lacks libraries or fonts of the system."""
    try:
        # Imported by name: the command line must not import Qt.
        with console.interrupt_deferred():
            rasterizer: Callable[[str], bytes] = import_module("kgdesk.ui.printing.offscreen").SvgRasterizer()
    except ImportError:
        console.remark("Qt does not start here: pictures are written as SVG only.")
        return None
    except KgdeskError as no_font:
        console.remark(f"{no_font} Until then pictures are written as SVG only.")
        return None
    return rasterizer


def _effort(options: argparse.Namespace, seed: int, progress_line: _ProgressLine) -> Effort:
    return rehearsing.Effort(
        options.runs,
        seed,
        options.workers,
        progress_line if console.shows_progress() else None,
        scheduler=options.scheduler,
        note=progress_line.note,
    )


class _ProgressLine:
    """Progress on one terminal line; always ends the line, so that later output starts on a new one."""

    _open = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def _end(self) -> None:
        if self._open:
            console.remark("")
        self._open = False

    def note(self, sentence: str) -> None:
        """Print a message below the progress line."""
        self._end()
        console.remark(sentence)

    def __call__(self, progress: Progress) -> None:
        self._open = True
        left = f"{progress.left:.0f} s left"
        line = (
            f"{progress.done} of {progress.total} simulated runs, "
            f"{left if progress.done < progress.total else 'done'}"
        )
        console.remark(f"\r{line}    ", end="")


def _saved(results: Rehearsal) -> str:
    return f"Saved tables, figures and report in {results.folder}."


def _print_results(options: argparse.Namespace, sentences: Sequence[str], saved: str) -> int:
    """Print the results and where they are saved."""
    if options.json:
        console.deliver(
            console.as_json({"folder": options.out, "sentences": [str(each) for each in sentences]})
        )
    else:
        console.confirm(*sentences, saved)
    return 0

"""Rehearse a study by simulation before it is run, and repeat the paper's experiment."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgdesk import __version__
from kgdesk.model.decisions.earlier_studies import learnable
from kgdesk.model.study import rule_syntax
from kgdesk.paper import claims_report, experiment
from kgdesk.paper.claims_report import PaperParts
from kgdesk.paper.experiment import ExperimentForm
from kgdesk.rehearsal import KeptRuns, output_folder, report, scores, stopping_evaluation, study_rehearsal
from kgdesk.rehearsal.engine import Progress, run_contests, worker_group
from kgdesk.rehearsal.scipy_witness import require_witness
from kgdesk.rehearsal.study_rehearsal import RehearsalBasis, basis_of_study
from kgdesk.reports.text_format import EnglishFormat
from kgdesk.text import phrase

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Iterator, Sequence

    from kgdesk.model.study.settings import Settings
    from kgdesk.model.study.study import Study
    from kgdesk.rehearsal.contest import Contest
    from kgdesk.rehearsal.engine import Result
    from kgdesk.rehearsal.simulation import Playable
    from kgdesk.reports.text_format import TextFormat
    from kgdesk.tables import PoolReading

__all__ = [
    "LONG_BUDGET",
    "PAPER_POLICIES",
    "PAPER_SEED",
    "TRUTHS",
    "Effort",
    "ExperimentForm",
    "Progress",
    "Rehearsal",
    "RehearsalBasis",
    "Target",
    "basis_of_study",
    "basis_of_table",
    "rehearse",
    "run_paper",
]

PAPER_POLICIES = experiment.POLICIES
PAPER_SEED = 20261121
LONG_BUDGET = experiment.LONG_BUDGET
#: Folder within the output folder for the finished runs of an interrupted rehearsal.
UNFINISHED = "unfinished-runs"
TRUTHS = study_rehearsal.TRUTHS


@dataclass(frozen=True)
class Effort:
    """Runs, seed, workers and callbacks of a rehearsal.

    Parameters
    ----------
    runs
        Simulated runs per pool.
    seed
        Seed of the first run; each further run uses the next integer.
    workers
        Number of processes; None for one per core.
    progress
        Called after each run.
    stop
        Event that cancels the rehearsal within 0.2 s.
    scheduler
        Address of a Dask scheduler whose workers are used instead of local processes.
    note
        Called with a sentence about finished runs that an interrupted rehearsal has left.
    """

    runs: int = 100
    seed: int = 0
    workers: int | None = None
    progress: Callable[[Progress], None] | None = None
    stop: threading.Event | None = None
    scheduler: str = ""
    note: Callable[[str], None] = lambda _: None

    def results_of(self, contests: Sequence[Playable], keep: KeptRuns | None = None) -> Iterator[Result]:
        """Run the contests; yields and errors as of `run_contests` and `worker_group` of `kgdesk.rehearsal.engine`."""
        return run_contests(
            contests,
            runs=self.runs,
            seed=self.seed,
            workers=worker_group(self.workers, self.scheduler),
            progress=self.progress,
            stop=self.stop,
            keep=keep,
        )


@dataclass(frozen=True)
class Target:
    """Output folder and format of the results.

    Parameters
    ----------
    out
        Output folder; created if missing.
    overwrite
        Replace the results of an earlier rehearsal.
    png
        Converts an SVG document to PNG bytes; None writes SVG only.
    speech
        Language of report and curves; English if None.
    """

    out: str | Path
    overwrite: bool = False
    png: Callable[[str], bytes] | None = None
    speech: TextFormat | None = None


@dataclass(frozen=True)
class Rehearsal:
    """Results and files of a rehearsal; sentences are in the language of its target.

    Parameters
    ----------
    board
        All results.
    folder
        Folder of the files.
    needed
        One sentence per pool and policy: the runs needed for a 90 % chance of being within 5 points of the best.
    overall
        One sentence per policy: its mean opportunity cost over the pools; for the experiment as printed by the plug-in
        recommendation, and one sentence per claim of the paper.
    stopping
        One sentence per pool, policy and stopping rule: how often it stopped, when, and how often too early.
    """

    board: scores.Board
    folder: Path
    needed: tuple[str, ...]
    overall: tuple[str, ...]
    stopping: tuple[str, ...] = ()


def basis_of_table(
    table: PoolReading, settings: Settings, name: str, learn_from: Study | None = None
) -> RehearsalBasis:
    """Return the basis of a rehearsal for a confirmed table of candidates, with an earlier study to learn from if any.

    Raises
    ------
    BadInput
        A study of the table cannot learn from that one.
    """
    earlier = None if learn_from is None else learnable(settings, table.pool, learn_from)
    return study_rehearsal.basis_of_pool(table.pool, settings, name, table.outcomes, earlier)


def rehearse(
    basis: RehearsalBasis,
    policies: Sequence[str],
    target: Target,
    effort: Effort,
    *,
    truths: Sequence[str] = ("prior",),
    budget: int | None = None,
    terms: Sequence[str] = (),
    rules: Sequence[str] = (),
) -> Rehearsal:
    """Rehearse a study: run all policies on the same simulated truths, and write tables and figures to a folder.

    Parameters are those of `kgdesk.rehearsal.study_rehearsal.contests`. Stopping rules do not end any run: the report
    says when they would have.

    Raises
    ------
    BadInput
        A name or number is invalid.
    NotWritten, FileExists
        The results cannot be written to the folder.
    RehearsalStopped, RehearsalFailed
        It did not finish, and none of its files was written. Finished runs are kept in a folder within the output
        folder, and the next call with the same settings continues from there.
    """
    contests = study_rehearsal.contests(
        basis, policies, truths=truths, budget=budget, terms=terms, rules=rules
    )
    return _carried_out(contests, target, effort, *study_rehearsal.described(basis, contests, truths))


def run_paper(
    data: str | Path,
    target: Target,
    effort: Effort,
    *,
    policies: Sequence[str] | None = None,
    budget: int = 30,
    form: ExperimentForm | None = None,
    long_budget: int = 0,
) -> Rehearsal:
    """Repeat the paper's experiment (Section 4) on its ten pools.

    Parameters
    ----------
    data
        Folder of the seven UCI tables.
    target, effort, budget
        As in `rehearse`.
    policies
        Names of players; None for those of the form.
    form
        Variant of the experiment; None for standardised attributes and new synthetic pools in each run.
    long_budget
        Measurements of the long runs on two of the pools, of the experiment as printed; 0 for no long runs.

    Raises
    ------
    BadTable
        A table is missing or malformed; further errors as in `rehearse`.
    BadInput, RehearsalFailed
        SciPy is missing, or differs from kgdesk.
    """
    require_witness()
    form = form or ExperimentForm()
    short = experiment.contests(data, policies=policies, budget=budget, form=form)
    long = experiment.long_contests(short, long_budget) if form.as_printed and long_budget else ()
    title = phrase(
        "The knowledge gradient with logistic belief models: the experiment of Wang, Wang and Powell (ICML 2016)"
    )
    choices = experiment.choices(form)
    facts = {
        "as_printed": form.as_printed,
        "synthetic_pools": "fixed" if form.fixed_pools else "redrawn",
        "long_budget": long[0].budget if long else 0,
        "choices": list(choices),
    }
    paper = PaperParts(form, long)
    return _carried_out(short, target, effort, title, choices, facts, paper=paper)


def _carried_out(
    contests: tuple[Contest, ...],
    target: Target,
    effort: Effort,
    title: str,
    remarks: Sequence[str],
    facts: dict[str, Any],
    *,
    paper: PaperParts | None = None,
) -> Rehearsal:
    keep = KeptRuns(Path(target.out, UNFINISHED), effort.note)
    results = effort.results_of((*contests, *(paper.long if paper else ())), keep)
    with claimed(target, contests, paper=paper) as place:
        played = tuple(results)
    if paper is not None:
        played, paper = paper.split(played, len(contests))
    board = scores.Board(contests, played)
    result = written(board, place, target, effort, title, remarks, facts, paper=paper)
    keep.discard()
    return result


@contextlib.contextmanager
def claimed(
    target: Target, contests: Sequence[Contest], *, paper: PaperParts | None = None
) -> Iterator[Path]:
    """Create the output folder and check that the results can be written; remove a new folder if the work fails.

    Errors as in `rehearse`.
    """
    wanted = report.names(
        paper.pictures if paper else (),
        png=target.png is not None,
        rules=bool(contests[0].rules),
    )
    wanted += paper.files if paper else []
    with output_folder.prepared(target.out, wanted, overwrite=target.overwrite) as place:
        yield place


def written(
    board: scores.Board,
    place: Path,
    target: Target,
    effort: Effort,
    title: str,
    remarks: Sequence[str],
    facts: dict[str, Any],
    *,
    paper: PaperParts | None = None,
) -> Rehearsal:
    """Write all files of a rehearsal into a folder from `claimed`; errors as in `rehearse`."""
    contests = board.contests
    settings = {
        "kgdesk": __version__,
        "runs": effort.runs,
        "seed": effort.seed,
        "budget": contests[0].budget,
        "policies": [player.name for player in contests[0].players],
        "pools": [{"name": c.pool, "alternatives": c.X.shape[0], "columns": c.X.shape[1]} for c in contests],
        "free_examples": contests[0].free_examples,
        "stopping_rules": [rule_syntax.written(rule) for rule in contests[0].rules],
        **facts,
    }
    speech = target.speech or EnglishFormat()
    figures = paper.measured(board) if paper else ()
    drawn = {stem: draw(effort.seed, speech) for stem, draw in paper.pictures.items()} if paper else {}
    files = report.files(
        board,
        settings,
        title=title,
        remarks=remarks,
        pictures=drawn,
        png=target.png,
        speech=speech,
        both=paper is not None,
        extra=paper.added(board, figures, speech) if paper else None,
    )
    output_folder.write_files(place, files)
    needed = scores.sentences(board.needed_runs(), contests[0].budget, pools=len(contests) > 1)
    overall = scores.overall(board, speech)
    if paper is not None and paper.form.as_printed:
        overall = [*scores.overall(board, speech, plugin=True), *claims_report.summary(figures)]
    extra = (needed, overall, stopping_evaluation.sentences(board, speech))
    return Rehearsal(board, place, *(tuple(map(speech.translate, lines)) for lines in extra))

"""The commands that simulate: a study of one's own, the paper's experiment, and the ranges of the beliefs."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Self

from kgdesk import actions
from kgdesk.actions import calibrating, rehearsing
from kgdesk.cli.door import operator
from kgdesk.cli.tables import table_of
from kgdesk.errors import BadInput
from kgdesk.model.settings import Settings

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from kgdesk.actions.rehearsing import Basis, Effort, Progress, Rehearsal, Target

# Settings that a table needs and a study brings along, by the option that gives them.
_OWN = ("belief", "prior_precision", "terms", "term_precision")
_TABLE_ONLY = ("id", "attributes", "category", "outcome", "ignore", "raw", "policy", *_OWN)


def rehearse(options: argparse.Namespace) -> int:
    """Rehearse a table or a study."""
    policies = _split(options.policies or "", "--policies kg,random")
    truths = _split(options.truth, "--truth prior")
    study = Path(options.source).suffix.lower() == ".kgstudy"
    basis = _of_study(options) if study else _of_table(options)
    seed = basis.settings.seed if options.seed is None else options.seed
    with _Shown() as shown:
        effort = _effort(options, seed, shown)
        found = rehearsing.rehearse(
            basis,
            policies,
            _target(options),
            effort,
            truths=truths,
            budget=options.budget,
            terms=options.compare_terms,
            rules=options.stop,
        )
    return _told(found, [*found.needed, *found.stopping])


def paper(options: argparse.Namespace) -> int:
    """Repeat the paper's experiment."""
    with _Shown() as shown:
        found = rehearsing.run_paper(
            options.data,
            _target(options),
            _effort(options, options.seed, shown),
            policies=_split(options.policies, "--policies kg,random"),
            budget=options.budget,
        )
    return _told(found, found.overall)


def calibrate(options: argparse.Namespace) -> int:
    """Find out what the ranges of the beliefs cover."""
    target = rehearsing.Target(options.out, overwrite=options.overwrite)
    with _Shown() as shown:
        told = shown if sys.stderr.isatty() else None
        effort = rehearsing.Effort(options.replicates, options.seed, options.workers, told)
        found = calibrating.calibrate(target, effort)
    for sentence in found.sentences:
        print(sentence)
    print(f"Saved tables, figure and certificate in {found.folder}.")
    return 0


def _of_study(options: argparse.Namespace) -> Basis:
    given = next((name for name in _TABLE_ONLY if getattr(options, name)), "")
    if given:
        raise BadInput(
            f"--{given.replace('_', '-')} is for a table of candidates: the study {options.source} has its own."
        )
    with actions.open_study(options.source, actions.Who(operator()), read_only=True) as session:
        return rehearsing.basis_of_study(session.study)


def _of_table(options: argparse.Namespace) -> Basis:
    table = table_of(options.source, options)
    given = {name: getattr(options, name) for name in (*_OWN, "budget", "seed")}
    settings = Settings(raw=options.raw, **{k: v for k, v in given.items() if v is not None})
    return rehearsing.basis_of_table(table, settings, Path(options.source).stem)


def _split(text: str, example: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if names == [""]:
        raise BadInput(f"Nothing is named to rehearse with: say which, as {example}.")
    if not all(names):
        raise BadInput(f"“{text}” has an empty name between two commas.")
    return names


def _target(options: argparse.Namespace) -> Target:
    png = _raster()  # first: letters in pictures need more of Qt than words do
    language = getattr(options, "language", None)  # the experiment of the paper is reported in English
    speech = import_module("kgdesk.ui.speech").speech_without_screen(language) if language == "de" else None
    return rehearsing.Target(options.out, overwrite=options.overwrite, png=png, speech=speech)


def _raster() -> Callable[[str], bytes] | None:
    """Return what makes PNG files; None on a machine without the libraries that Qt needs."""
    try:
        # By name, as for the window: the command line knows nothing of Qt.
        module = import_module("kgdesk.ui.pictures.raster")
    except ImportError:
        print("Qt does not start here: pictures are written as SVG only.", file=sys.stderr)
        return None
    made: Callable[[str], bytes] = module.Raster()
    return made


def _effort(options: argparse.Namespace, seed: int, shown: _Shown) -> Effort:
    return rehearsing.Effort(
        options.runs,
        seed,
        options.workers,
        shown if sys.stderr.isatty() else None,
        scheduler=options.scheduler,
    )


class _Shown:
    """Progress on one line of a terminal; what is said afterwards begins on the next one, however it ends."""

    _open = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._open:
            print(file=sys.stderr)

    def __call__(self, progress: Progress) -> None:
        self._open = True
        left = f"{progress.left:.0f} s left" if progress.done < progress.total else "done"
        print(f"\r{progress.done} of {progress.total} simulated runs, {left}    ", end="", file=sys.stderr)


def _told(found: Rehearsal, sentences: Sequence[str]) -> int:
    for sentence in sentences:
        print(sentence)
    print(f"Saved tables, figures and report in {found.folder}.")
    return 0

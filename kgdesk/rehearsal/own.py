"""The rehearsal of a person's own study: this pool, this prior, simulated truths."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.errors import BadInput
from kgdesk.model import attributes
from kgdesk.model.arrays import check_range
from kgdesk.model.belief import posterior
from kgdesk.model.rule_text import rule_of
from kgdesk.model.settings import Settings
from kgdesk.model.study import Study
from kgdesk.rehearsal.contest import Contest, players
from kgdesk.rehearsal.engine import rehearsed
from kgdesk.rehearsal.scores import Board
from kgdesk.rehearsal.truths import DRIFT, Drift, Interaction, Threshold, believed

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.pool import Pool
    from kgdesk.rehearsal.engine import Progress
    from kgdesk.rehearsal.truths import Truth

    Array = NDArray[np.float64]

#: Where simulated truths come from, in words.
TRUTHS: dict[str, str] = {
    "prior": "drawn from the prior",
    "posterior": "drawn from what is believed after the outcomes so far; every run starts from these outcomes",
    "interaction": "drawn from the prior, and the effect of one attribute depends on another",
    "threshold": "drawn from the prior, with a step at a level of one attribute",
    "drift": f"drawn from the prior, and every weight moves by {DRIFT:g} prior deviations from run to run",
}


@dataclass(frozen=True, eq=False)
class Basis:
    """The study to rehearse.

    Parameters
    ----------
    name
        Of the pool in the tables.
    X
        (U, d) distinct rows of the design matrix.
    settings
        Prior, belief and budget.
    rows, y
        (k,) rows and outcomes +1/-1 so far.
    """

    name: str
    X: Array
    settings: Settings
    rows: NDArray[np.int64]
    y: Array


def basis_of_pool(
    pool: Pool, settings: Settings, name: str, outcomes: Sequence[tuple[str, int]] = ()
) -> Basis:
    """Return a pool, with past outcomes (candidate, +1 or -1) if there are any, as something to rehearse.

    Raises
    ------
    BadInput, OutOfRange
        The attributes cannot enter the design matrix; the text names the column.
    """
    scaling = attributes.fix_scaling(pool, raw=settings.raw)
    made = attributes.design(pool, scaling)
    X = made.X
    with np.errstate(over="ignore"):  # an overflow is out of range as well
        s2 = (X * X).sum(axis=1) / settings.prior_precision
    prior = settings.prior(X.shape[1])
    check_range(settings.prior_intercept * X[:, 0], s2, X, prior.deviation, scaling.names)
    rows = np.array([made.row_of[pool.row(candidate)] for candidate, _ in outcomes], dtype=np.int64)
    return Basis(name, X, settings, rows, np.array([float(y) for _, y in outcomes]))


def basis_of_study(study: Study) -> Basis:
    """Return a study, with its outcomes so far, as something to rehearse."""
    rows, y = study.outcomes
    return Basis(study.name, study.design.X, study.settings, rows, y)


def contests(
    basis: Basis,
    policies: Sequence[str],
    *,
    truths: Sequence[str] = ("prior",),
    budget: int | None = None,
    rules: Sequence[str] = (),
) -> tuple[Contest, ...]:
    """Return one contest for each kind of truth; the pool's name tells them apart.

    Parameters
    ----------
    basis
        The study.
    policies
        Names of players; a name without belief takes the study's.
    truths
        Of `TRUTHS`.
    budget
        Runs to simulate, if not as many as the study has planned; from the posterior, so many further ones.
    rules
        Stopping rules that look on, as `kgdesk.model.rule_text` has them.

    Raises
    ------
    BadInput
        A name is unknown or given twice, a number makes no sense, or there is no outcome to start from.
    """
    if not truths:
        raise BadInput(f"There are no truths to rehearse with: choose from {', '.join(TRUTHS)}.")
    seats = players(policies, basis.settings.belief)
    runs = basis.settings.budget if budget is None else budget
    asked = tuple(rule_of(text, budget=runs, seed=basis.settings.seed) for text in rules)
    prior = basis.settings.prior(basis.X.shape[1])
    deviation = prior.deviation
    made = []
    for kind in truths:
        if kind not in TRUTHS:
            raise BadInput(f"There are no truths “{kind}”: choose from {', '.join(TRUTHS)}.")
        if list(truths).count(kind) > 1:
            raise BadInput(f"The truths “{kind}” are named twice: leave one out.")
        under_way = kind == "posterior"
        if under_way and not basis.y.size:
            raise BadInput("There is no outcome yet, so that the posterior is the prior: use --truth prior.")
        plain = believed(posterior(prior, basis.X[basis.rows], basis.y) if under_way else prior)
        bent: dict[str, Truth] = {
            "interaction": Interaction(plain),
            "threshold": Threshold(plain),
            "drift": Drift(plain, DRIFT * deviation),
        }
        made.append(
            Contest(
                pool=basis.name if kind == "prior" else f"{basis.name}+{kind}",
                X=basis.X,
                prior_mean=np.array(prior.mean),
                prior_precision=deviation**-2.0,
                truth=bent.get(kind, plain),
                players=seats,
                budget=runs,
                free_examples=False,
                past_rows=basis.rows if under_way else np.empty(0, dtype=np.int64),
                past_y=basis.y if under_way else np.empty(0),
                rules=asked,
            )
        )
    return tuple(made)


def rehearse(
    subject: Study | Pool,
    policies: Sequence[str],
    *,
    settings: Settings | None = None,
    truths: Sequence[str] = ("prior",),
    budget: int | None = None,
    rules: Sequence[str] = (),
    runs: int = 100,
    seed: int = 0,
    workers: int | None = None,
    scheduler: str = "",
    progress: Callable[[Progress], None] | None = None,
    stop: threading.Event | None = None,
) -> Board:
    """Rehearse a study or a pool and return all results; nothing is written.

    Parameters
    ----------
    subject
        A study, or a pool with the `settings` that a study of it would have.
    policies, truths, budget, rules
        As in `contests`.
    runs, seed, workers, scheduler, progress, stop
        As in `kgdesk.rehearsal.engine.rehearsed`.
    """
    if isinstance(subject, Study):
        basis = basis_of_study(subject)
    else:
        basis = basis_of_pool(subject, settings or Settings(), "pool")
    made = contests(basis, policies, truths=truths, budget=budget, rules=rules)
    results = rehearsed(
        made, runs=runs, seed=seed, workers=workers, scheduler=scheduler, progress=progress, stop=stop
    )
    return Board(made, tuple(results))

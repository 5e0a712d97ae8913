"""Rehearse the user's own study: its pool and prior, with simulated truths."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.errors import AllTried, BadInput
from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.beliefs.values import fitted_to_values
from kgdesk.model.design import design_matrix
from kgdesk.model.design.availability import RunLimit, find_availability
from kgdesk.model.design.pool import Pool
from kgdesk.model.study import rule_syntax
from kgdesk.model.study.earlier import prior_after
from kgdesk.model.study.measured_scale import readings_of
from kgdesk.model.study.settings import Settings, checked_prior, new_settings
from kgdesk.model.study.stated_effects import with_effects
from kgdesk.model.study.study import Study
from kgdesk.rehearsal.contest import Contest, players
from kgdesk.rehearsal.engine import run_contests, worker_group
from kgdesk.rehearsal.scores import Board
from kgdesk.rehearsal.truths import DRIFT, Drift, Interaction, Peak, Threshold, TruthOfColumns, believed
from kgdesk.text import phrase

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.belief import Belief
    from kgdesk.model.beliefs.values import ValueFit
    from kgdesk.model.policies import CustomPolicy
    from kgdesk.model.study.earlier import Earlier
    from kgdesk.model.study.records import Measured
    from kgdesk.rehearsal.contest import Player
    from kgdesk.rehearsal.engine import Progress
    from kgdesk.rehearsal.truths import Truth

    Array = NDArray[np.float64]

#: Kind of simulated truth -> description.
TRUTHS: dict[str, str] = {
    "prior": phrase("drawn from the prior"),
    "posterior": phrase(
        "drawn from what is believed after the outcomes so far; every run starts from these outcomes"
    ),
    "interaction": phrase("drawn from the prior, and the effect of one attribute depends on another"),
    "threshold": phrase("drawn from the prior, with a step at a level of one attribute"),
    "peak": phrase("whose best lies inside the range of every number"),
    "drift": phrase(
        "drawn from the prior, and every weight moves by {drift} % of its prior deviation from run to run",
        drift=f"{100 * DRIFT:g}",
    ),
}

_REMARKS = (
    phrase("Every policy meets the same outcomes: differences between policies are paired."),
    phrase(
        "A policy recommends by the belief behind the slash: the candidate with the largest predicted chance of "
        "success."
    ),
    phrase(
        "No outcome is given for free: a simulated run starts from the prior, or from the outcomes so far."
    ),
)


_VALUES = phrase(
    "A simulated run has a measured value, on the side of the threshold that its outcome says, and the belief moments "
    "learns from it."
)


@dataclass(frozen=True, eq=False)
class RehearsalBasis:
    """The study or pool to rehearse.

    Parameters
    ----------
    name
        Name of the pool in the tables.
    pool
        Candidates.
    scaling, X
        Scaling of the attributes, and the distinct rows of the design matrix, shape (U, d).
    settings
        Prior, belief, terms and budget.
    rows, y
        Measured rows and outcomes (+1 or -1) so far, shape (k,) each.
    runs, runs_left
        Number of runs that each row can have in a new study, and from now on, shape (U,) each; None: any number.
    earlier
        An earlier study that the prior has learnt from; None: none.
    measured
        Measured values or limits of the outcomes so far, None for a run without one; empty: none has one.
    """

    name: str
    pool: Pool
    scaling: design_matrix.Scaling
    X: Array
    settings: Settings
    rows: NDArray[np.int64]
    y: Array
    runs: NDArray[np.int64] | None = None
    runs_left: NDArray[np.int64] | None = None
    earlier: Earlier | None = None
    measured: tuple[Measured | None, ...] = ()

    @cached_property
    def value_fit(self) -> ValueFit | None:
        """The fit of the prior to the values so far; None where it learns from outcomes alone."""
        readings = readings_of(self.rows.tolist(), self.y > 0, self.measured, self.settings)
        if readings is None:
            return None
        prior = prior_after(self.settings, self.scaling, self.pool.attributes, self.earlier)
        return fitted_to_values(prior, self.X[self.rows], readings)

    def with_terms(self, terms: Sequence[str]) -> RehearsalBasis:
        """Return the study with the columns of further terms added to `X`; the order of rows is kept."""
        wanted = {self.settings.terms, *terms}
        products, squares = (any(design_matrix.TERMS[name][which] for name in wanted) for which in (0, 1))
        averaged = bool(wanted & design_matrix.AVERAGED)
        widest = next(
            name
            for name, has in design_matrix.TERMS.items()
            if has == (products, squares) and (name in design_matrix.AVERAGED) == averaged
        )
        if widest == self.settings.terms:
            return self
        plain = design_matrix.fix_scaling(self.pool, raw=self.settings.raw, terms=widest)
        scaling = replace(plain, stated=self.scaling.stated)
        return replace(self, scaling=scaling, X=design_matrix.design(self.pool, scaling).X)


def basis_of_pool(
    pool: Pool,
    settings: Settings,
    name: str,
    outcomes: Sequence[tuple[str, int]] = (),
    earlier: Earlier | None = None,
) -> RehearsalBasis:
    """Return the basis of a rehearsal for a pool, optionally with past outcomes (candidate, +1 or -1).

    With `earlier` its prior has learnt from an earlier study.

    Raises
    ------
    BadInput, OutOfRange
        The attributes cannot be used in the design matrix; the message names the column.
    """
    settings = settings.settled()
    plain = design_matrix.fix_scaling(pool, raw=settings.raw, terms=settings.terms)
    scaling = with_effects(plain, settings.prior_effects, pool)
    design = design_matrix.design(pool, scaling)
    checked_prior(settings, scaling, design.X)
    rows = np.array([design.row_of[pool.row(candidate)] for candidate, _ in outcomes], dtype=np.int64)
    y = np.array([float(y) for _, y in outcomes])
    runs = _runs(settings, design)
    used = RunLimit(settings.run_limit, Counter(candidate for candidate, _ in outcomes))
    left = None if runs is None else find_availability(pool, design, set(), set(), limit=used).runs_left
    return RehearsalBasis(name, pool, scaling, design.X, settings, rows, y, runs, left, earlier)


def _runs(settings: Settings, design: design_matrix.Design) -> NDArray[np.int64] | None:
    """Return the number of runs (U,) that the candidates of each row can have in a new study; None: any number."""
    most = settings.run_limit
    return None if most is None else most * np.bincount(design.row_of, minlength=len(design.X))


def basis_of_study(study: Study) -> RehearsalBasis:
    """Return the basis of a rehearsal for a study with its outcomes so far, those of its candidates as they are."""
    (rows, y), design = study.outcomes, study.design
    measured = tuple(run.measured for run in study.valid if not run.set_values)
    runs = _runs(study.settings, design)
    left = None if runs is None else study.stock.runs_left
    return RehearsalBasis(
        study.name, study.pool, study.scaling, design.X, study.settings, rows, y, runs, left, study.earlier,
        measured,
    )  # fmt: skip


def contests(
    basis: RehearsalBasis,
    policies: Sequence[str | CustomPolicy],
    *,
    truths: Sequence[str] = ("prior",),
    budget: int | None = None,
    terms: Sequence[str] = (),
    rules: Sequence[str] = (),
) -> tuple[Contest, ...]:
    """Return one contest per kind of truth, distinguished by the pool's name.

    Parameters
    ----------
    basis, policies
        Basis of the rehearsal, and names of players; a name without belief uses that of the study.
    truths
        Keys of `TRUTHS`; truths from the prior and the posterior have the study's own terms.
    budget
        Measurements per run, by default as planned in the study; from the posterior, further measurements. At most as
        many as the candidates can have where the study limits their runs.
    terms
        Terms to combine with every player; empty for those of the study, or linear ones for a player with the belief
        diagonal where the study averages.
    rules
        Stopping rules to evaluate, in the syntax of `kgdesk.model.study.rule_syntax`.

    Raises
    ------
    BadInput
        A name is unknown or given twice, a number is out of range, or there is no outcome to start from.
    """
    settings = basis.settings
    _check_choices(settings, truths, terms)
    agents = players(policies, settings.belief, terms=terms or (settings.terms,), fixed=bool(terms))
    wide = basis.with_terms(terms)
    mean, precision = _wide_prior(basis, wide)
    learnt = _learnt(basis, wide, agents)
    parsed_rules = tuple(rule_syntax.parse(text, seed=settings.seed) for text in rules)
    planned = _possible(basis, truths, settings.budget if budget is None else budget)
    result = []
    for kind in truths:
        under_way = kind == "posterior"
        result.append(
            Contest(
                pool=basis.name if kind == "prior" else f"{basis.name}+{kind}",
                X=wide.X,
                prior_mean=mean,
                prior_precision=precision,
                truth=_truth(kind, basis, wide),
                players=agents,
                budget=planned,
                free_examples=False,
                past_rows=basis.rows if under_way else np.empty(0, dtype=np.int64),
                past_y=basis.y if under_way else np.empty(0),
                columns={name: design_matrix.columns_of(wide.scaling, name) for name in design_matrix.TERMS},
                features=wide.scaling.features,
                rules=parsed_rules,
                own_precision={"interactions": _without_squares(settings, wide.scaling)},
                runs_left=basis.runs_left if under_way else basis.runs,
                run_limit=settings.run_limit,
                learnt=learnt,
                values=settings,
                unit=1.0 if basis.value_fit is None else basis.value_fit.unit,
                past_measured=basis.measured if under_way else (),
            )
        )
    return tuple(result)


def described(
    basis: RehearsalBasis, contests: Sequence[Contest], truths: Sequence[str]
) -> tuple[str, list[str], dict[str, Any]]:
    """Return title, remarks and settings that are written with the results of a rehearsal."""
    remarks: list[str] = [
        *(
            phrase("Truths of {pool}: {kind}.", pool=c.pool, kind=TRUTHS[kind])
            for c, kind in zip(contests, truths, strict=True)
        ),
        *_REMARKS,
        *((_VALUES,) if basis.settings.learns_from_values else ()),
        *(
            (phrase("Players and truths have learnt from “{name}”.", name=basis.earlier.name),)
            if basis.earlier is not None
            else ()
        ),
    ]
    facts = {"basis": basis.name, "truths": list(truths), "study": asdict(basis.settings)}
    return phrase("Rehearsal of {study}", study=basis.name), remarks, facts


def _possible(basis: RehearsalBasis, truths: Sequence[str], budget: int) -> int:
    """Return `budget`, reduced to the number of runs that the candidates can have under every kind of truth."""
    for kind in truths:
        runs = basis.runs_left if kind == "posterior" else basis.runs
        if runs is None:
            continue
        if not runs.any():
            raise AllTried(
                "Every candidate is tried as often as this study allows: there is no further run to rehearse."
            )
        budget = min(budget, int(runs.sum()))
    return budget


def _wide_prior(basis: RehearsalBasis, wide: RehearsalBasis) -> tuple[Array, Array]:
    """Return prior mean and precision (d,) of the weights of a design matrix with further terms."""
    settings = basis.settings
    # If this study has no products or squares: the precision that a new study with these terms would have.
    if not basis.scaling.squares.any():
        settings = replace(settings, terms="quadratic", raw=False).settled()
    return settings.prior_moments(wide.scaling)


def _learnt(basis: RehearsalBasis, wide: RehearsalBasis, agents: Sequence[Player]) -> dict[str, Belief]:
    """Return the priors of players that have learnt from an earlier study, by belief and terms; none without one."""
    found: dict[str, Belief] = {}
    for kind, terms in {(agent.belief, agent.terms) for agent in agents} if basis.earlier else ():
        own = replace(basis.settings, belief=kind, policy="kg", terms=terms).settled()
        columns = tuple(wide.scaling.columns[j] for j in design_matrix.columns_of(wide.scaling, terms))
        features = wide.scaling.features if terms in design_matrix.AVERAGED else ()
        scaling = replace(wide.scaling, columns=columns, features=features)
        found[f"{kind}/{terms}"] = prior_after(own, scaling, basis.pool.attributes, basis.earlier)
    return found


def _without_squares(settings: Settings, scaling: design_matrix.Scaling) -> Array:
    """Return the prior precision (d,) of the weights, that of products for squares as well."""
    return replace(settings, square_precision=None).prior_moments(scaling)[1]


def _check_choices(settings: Settings, truths: Sequence[str], terms: Sequence[str]) -> None:
    """Raise BadInput unless the truths are known and different, and a study could have the terms."""
    if not truths:
        raise BadInput(
            phrase("There are no truths to rehearse with: choose from {choices}.", choices=", ".join(TRUTHS))
        )
    for kind in truths:
        if kind not in TRUTHS:
            raise BadInput(
                phrase(
                    "There are no truths “{kind}”: choose from {choices}.",
                    kind=kind,
                    choices=", ".join(TRUTHS),
                )
            )
        if list(truths).count(kind) > 1:
            raise BadInput(phrase("The truths “{kind}” are named twice: leave one out.", kind=kind))
    for name in terms:
        replace(settings, terms=name)  # raises if no study could have these terms


def _truth(kind: str, basis: RehearsalBasis, wide: RehearsalBasis) -> Truth:
    """Return the distribution of truths of a kind, over the columns of a wider design matrix."""
    if kind == "peak":
        return peak(wide.scaling, wide.X, basis.settings)
    if kind == "posterior" and not basis.y.size:
        raise BadInput(
            phrase(
                "There is no outcome yet, so that the posterior is the prior: rehearse with the prior (--truth prior)."
            )
        )
    prior = prior_after(basis.settings, basis.scaling, basis.pool.attributes, basis.earlier)
    rows = basis.rows if kind == "posterior" else basis.rows[:0]
    if kind == "posterior" and basis.value_fit is not None:
        plain = believed(basis.value_fit.belief)
    else:
        plain = believed(posterior(prior, basis.X[rows], basis.y[: rows.size]))
    bent: dict[str, Truth] = {
        "interaction": Interaction(plain),
        "threshold": Threshold(plain),
        "drift": Drift(plain, DRIFT * prior.deviation),
    }
    truth = bent.get(kind, plain)
    if basis.X.shape == wide.X.shape:
        return truth
    return TruthOfColumns(design_matrix.columns_of(wide.scaling, basis.settings.terms), truth)


def peak(scaling: design_matrix.Scaling, X: Array, settings: Settings) -> Peak:
    """Return truths that peak inside the pool, over the range of each number; category levels follow the prior.

    Raises
    ------
    BadInput
        No attribute is numeric.
    """
    columns = scaling.columns
    numbers = np.array([j for j, c in enumerate(columns) if c.attribute and c.level is None], dtype=np.int64)
    levels = np.array([j for j, c in enumerate(columns) if c.level is not None], dtype=np.int64)
    if not numbers.size:
        raise BadInput(
            phrase(
                "A peak inside the pool needs an attribute that is a number: rehearse with the prior (--truth prior)."
            )
        )
    seen = X[:, numbers]
    spread = np.full(levels.size, settings.prior_precision**-0.5)
    return Peak(numbers, seen.min(axis=0), seen.max(axis=0), levels, spread)


def rehearse(
    subject: Study | Pool,
    policies: Sequence[str | CustomPolicy],
    *,
    settings: Settings | None = None,
    truths: Sequence[str] = ("prior",),
    budget: int | None = None,
    terms: Sequence[str] = (),
    rules: Sequence[str] = (),
    runs: int = 100,
    seed: int = 0,
    workers: int | None = 0,
    scheduler: str = "",
    progress: Callable[[Progress], None] | None = None,
    stop: threading.Event | None = None,
) -> Board:
    """Rehearse a study or a pool and return all results; writes nothing.

    Parameters
    ----------
    subject
        A study; or a pool, with the `settings` of a study of it.
    policies, truths, budget, terms, rules
        As in `contests`.
    runs, seed, progress, stop
        As in `kgdesk.rehearsal.engine.run_contests`.
    workers, scheduler
        Number of processes to start, 0 for this process alone and None for one per available core; or the address of
        a Dask scheduler. A script that asks for processes needs ``if __name__ == "__main__":``.

    Examples
    --------
    >>> board = rehearse(campaign.study, ["kg", "random"], runs=3)
    >>> (lost,) = board.predictive  # opportunity cost, 0..1
    >>> lost.shape  # simulated studies, policies, planned runs + 1
    (3, 2, 7)
    """
    if isinstance(subject, Study):
        basis = basis_of_study(subject)
    else:
        if not isinstance(subject, Pool):
            raise BadInput(
                phrase(
                    "Give a study, as Campaign.open(...).study, or a pool, as read_pool(...).pool, not a {kind}.",
                    kind=type(subject).__name__,
                )
            )
        names = [name for name in policies if isinstance(name, str)]
        basis = basis_of_pool(subject, settings or new_settings({}, players=names), "pool")
    contest_list = contests(basis, policies, truths=truths, budget=budget, terms=terms, rules=rules)
    group = worker_group(workers, scheduler)
    results = run_contests(contest_list, runs=runs, seed=seed, workers=group, progress=progress, stop=stop)
    return Board(contest_list, tuple(results))

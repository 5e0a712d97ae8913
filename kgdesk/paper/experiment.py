"""The experiment of Wang, Wang and Powell (ICML 2016), Section 4: ten pools, all policies, opportunity cost."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.errors import BadInput, BadTable
from kgdesk.model.design import design_matrix
from kgdesk.rehearsal.contest import Contest, players
from kgdesk.rehearsal.truths import Normal, UniformPool, around_fit
from kgdesk.tables import read_pool
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kgdesk.model.design.pool import Pool
    from kgdesk.rehearsal.contest import Player
    from kgdesk.rehearsal.truths import Truth

    Array = NDArray[np.float64]

UCI = ("fertility", "glass", "transfusion", "haberman", "wpbc", "planning_relax", "climate")
SYNTHETIC = (2, 10, 15)
SIZE = 200
REACH = 3.0
POLICIES = (
    "kg/moments",
    "kg/full",
    "kg/diagonal",
    "random/diagonal",
    "most-uncertain/diagonal",
    "fisher/diagonal",
    "logistic-bound/diagonal",
    "disc/diagonal",
)
#: The paper's own policy, and all policies that it compares, each on its diagonal belief.
KG = "kg/diagonal"
PRINTED = tuple(name for name in POLICIES if name.endswith("/diagonal"))
#: A real and a synthetic pool on which the experiment as printed goes on to many measurements.
LONG_POOLS = ("fertility", "synthetic-10")
LONG_BUDGET = 300


@dataclass(frozen=True)
class ExperimentForm:
    """Form of the experiment.

    Parameters
    ----------
    as_printed
        Whether to follow the paper as printed: raw attributes, and every policy on the diagonal belief.
    fixed_pools
        One synthetic pool per dimension for all runs, instead of a new one in each run.
    """

    as_printed: bool = False
    fixed_pools: bool = False

    @property
    def policies(self) -> tuple[str, ...]:
        """Names of the default players."""
        return PRINTED if self.as_printed else POLICIES


def choices(form: ExperimentForm) -> tuple[str, ...]:
    """Return one sentence for each point that the paper leaves open or misprints, with the choice made here."""
    sentences = (
        phrase(
            "Outcomes are +1 and -1; the design matrix has an intercept column first, with the same prior "
            "precision as the others.",
        ),
        phrase(
            "The prior is N(0, I) for every belief (prior precision 1) on all pools.",
        ),
        _attributes_choice(form),
        phrase(
            "Which class of a UCI table is +1, and how glass was made binary, is that of the tables given; the "
            "paper does not say.",
        ),
        phrase(
            "Rows of a table that are equal are one alternative: for choosing, for recommending and for the free "
            "examples.",
        ),
        _synthetic_choice(form),
        *_COMMON_CHOICES,
    )
    return sentences if form.as_printed else (*sentences, _MOMENTS_CHOICE)


def _attributes_choice(form: ExperimentForm) -> str:
    if form.as_printed:
        return phrase(
            "UCI tables: all numeric attributes as they are in the table, not standardised. The true chances are "
            "those of the experiment on standardised attributes, so that the two can be compared: the true weights are "
            "the L2 logistic fit to the labels (penalty |w|²/2, intercept included) plus N(0, 0.5²) on each weight of "
            "a standardised attribute, redrawn in each run and turned into weights of the raw attributes. The "
            "paper does not say how it perturbed the weights.",
        )
    return phrase(
        "UCI tables: all numeric attributes, standardised with mean and population standard deviation of the "
        "table. The true weights are the L2 logistic fit to the labels (penalty |w|²/2, intercept included) "
        "plus N(0, 0.5²) on each weight, redrawn in each run.",
    )


def _synthetic_choice(form: ExperimentForm) -> str:
    if form.fixed_pools:
        return phrase(
            "Synthetic pools: {size} points uniform on [-3, 3]^d, not standardised, drawn once for each d and the "
            "same in all runs; true weights drawn from N(0, I) in each run.",
            size=SIZE,
        )
    return phrase(
        "Synthetic pools: {size} points uniform on [-3, 3]^d, not standardised, redrawn in each run, as are the "
        "true weights from N(0, I). Figures 1 and 2 and the case of three attributes show one pool for each d.",
        size=SIZE,
    )


#: Choices that are the same in every form.
_COMMON_CHOICES = (
    phrase(
        "“One randomly selected example per class” is two free outcomes before the first measurement, one of "
        "each class, drawn from one further row of labels; a class that does not occur there is skipped. They "
        "are n = 0.",
    ),
    phrase(
        "The outcome of alternative x at measurement n is drawn beforehand for all n and x: every policy that "
        "measures x at n sees the same outcome, so that differences between policies are paired. An "
        "alternative may be measured again.",
    ),
    phrase(
        "Opportunity cost is the best true chance of success minus that of the recommended alternative. It is "
        "given for the predictive recommendation (largest Pr(+1 | x, belief)) and for the plug-in one (largest m.x, "
        "the paper's).",
    ),
    phrase(
        "A policy recommends by its own belief; random, which looks at none, by the diagonal one unless "
        "another is named. The column “common” of runs.csv scores the recommendation of one belief for all "
        "(moments in one pass).",
    ),
    phrase(
        "The variance in the diagonal KG is the sum of x'²/(q + c x²) with the curvature c at the measured x, "
        "and the present maximum is subtracted: Algorithm 2 with its misprints corrected.",
    ),
    phrase(
        "Fisher is the fast form on rows scaled to norm 1; Disc and Logistic Bound follow their own papers; "
        "all rivals look at the mean of their belief.",
    ),
    phrase(
        "Equal scores are drawn from by a generator seeded by run and number of outcomes; equal "
        "recommendations go to the first.",
    ),
    phrase(
        "Run r has the seed given plus r - 1; all runs are reported.",
    ),
)
_MOMENTS_CHOICE = phrase(
    "The moments belief is fitted to all outcomes anew after each one (expectation propagation, one site "
    "per alternative); the other two are updated outcome by outcome, as the paper does.",
)


def contests(
    data: str | Path,
    *,
    policies: Sequence[str] | None = None,
    budget: int = 30,
    synthetic_only: bool = False,
    form: ExperimentForm | None = None,
) -> tuple[Contest, ...]:
    """Return the contests of the ten pools.

    Parameters
    ----------
    data
        Folder of the seven UCI tables as CSV files with headings, the last column ``label`` being 1 or -1.
    policies
        Names of players; None for those of the form. Without belief, ``random`` recommends by ``diagonal`` and the
        others by ``moments``; in the experiment as printed all by ``diagonal``.
    budget
        Measurements per run.
    synthetic_only
        Leave the UCI tables out.
    form
        Form of the experiment; None for standardised attributes and new synthetic pools in each run.

    Raises
    ------
    BadTable
        A table is missing or malformed.
    BadInput
        A policy is unknown, or does not belong to the experiment as printed; the budget is not positive.
    """
    form = form or ExperimentForm()
    named = form.policies if policies is None else policies
    entrants = players(named, "diagonal" if form.as_printed else "moments", beliefless="diagonal")
    if form.as_printed:
        _refuse_unprinted(entrants)

    def ready(name: str, X: Array, truth: Truth, redrawn: UniformPool | None = None) -> Contest:
        mean, precision = np.zeros(X.shape[1]), np.ones(X.shape[1])
        return Contest(
            name, X, mean, precision, truth, entrants, budget,
            free_examples=True, past_rows=np.empty(0, dtype=np.int64), past_y=np.empty(0), redrawn=redrawn,
        )  # fmt: skip

    listed = []
    for name in () if synthetic_only else UCI:
        path = Path(data) / f"{name}.csv"
        if form.as_printed:
            listed.append(ready(name, *raw_table(path)))
        else:
            X, distinct, y = labelled(path)
            listed.append(ready(name, distinct, around_fit(X, y)))
    for d in SYNTHETIC:
        redrawn = None if form.fixed_pools else UniformPool(SIZE, d, REACH)
        listed.append(ready(f"synthetic-{d}", synthetic(d), Normal(np.zeros(d + 1), np.eye(d + 1)), redrawn))
    return tuple(listed)


def long_contests(short: Sequence[Contest], budget: int) -> tuple[Contest, ...]:
    """Return the contests of `LONG_POOLS` with more measurements; each run begins like that of the short one."""
    return tuple(replace(contest, budget=budget) for contest in short if contest.pool in LONG_POOLS)


def _refuse_unprinted(entrants: Sequence[Player]) -> None:
    """Refuse a belief that the experiment as printed does not have, and players without its own policy."""
    other = next((player.name for player in entrants if player.belief != "diagonal"), "")
    if other:
        raise BadInput(
            phrase(
                "“{name}” does not belong to the experiment as printed, where every policy uses the diagonal belief: "
                "leave it out.",
                name=other,
            )
        )
    if KG not in {player.name for player in entrants}:
        raise BadInput(
            phrase(
                "The experiment as printed compares the knowledge gradient with other policies: name it as well "
                "(--policies kg,random)."
            )
        )


def labelled(path: Path) -> tuple[Array, Array, Array]:
    """Read a labelled table; return all rows (M, d), the distinct rows (U, d) and the labels (M,), +1 or -1."""
    pool, y = _read(path)
    matrix = design_matrix.design(pool, design_matrix.fix_scaling(pool))
    return matrix.X[matrix.row_of], matrix.X, y


def raw_table(path: Path) -> tuple[Array, Normal]:
    """Read a labelled table; return its distinct rows (U, d), not standardised, and the truths about them.

    Weights are drawn around the logistic fit to the standardised attributes, and converted to weights of the raw ones
    that give the same chances.
    """
    pool, y = _read(path)
    scaling = design_matrix.fix_scaling(pool)
    standard = design_matrix.design(pool, scaling)
    truth = around_fit(standard.X[standard.row_of], y)
    turned = np.diag([1.0 / column.scale for column in scaling.columns])
    turned[0, 1:] = [-column.centre / column.scale for column in scaling.columns[1:]]
    raw = design_matrix.design(pool, design_matrix.fix_scaling(pool, raw=True))
    return raw.X, Normal(turned @ truth.mean, turned @ truth.root)


def _read(path: Path) -> tuple[Pool, Array]:
    """Read a labelled table; return its attributes and the labels (M,), +1 or -1."""
    if not path.is_file():
        raise BadTable(
            phrase(
                "There is no table {name} in “{parent}”: name the folder with the seven UCI tables (--data).",
                name=path.name,
                parent=path.parent,
            )
        )
    table = read_pool(path, outcome="label")
    if len(table.outcomes) != len(table.pool):
        raise BadTable(
            phrase("{name}: the column “label” has blank cells. Each row needs 1 or -1.", name=path.name)
        )
    return table.pool, np.array([float(sign) for _, sign in table.outcomes])


def synthetic(d: int) -> Array:
    """Return the fixed synthetic pool (200, d + 1) of dimension d, intercept first."""
    x = np.random.default_rng((2016, d)).uniform(-REACH, REACH, (SIZE, d))
    return np.column_stack([np.ones(SIZE), x])

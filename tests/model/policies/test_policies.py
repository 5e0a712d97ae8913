"""Common tests of every policy under every belief, and each score against its definition."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from list_policies import PAGE, table, written
from mixtures import made, outcomes, prior
from scipy.stats import norm
from seldom import seldom
from situations import scores, world

from kgdesk.errors import BadInput
from kgdesk.model.advice.repeats import repeat_values
from kgdesk.model.advice.scenarios import Scenario
from kgdesk.model.beliefs.arrays import rows_of
from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.beliefs.gaussian import BELIEFS, DiagonalBelief, FullBelief, MomentBelief
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.beliefs.prior import Model
from kgdesk.model.policies import POLICIES, PolicyContext, Seed, choose, generator, policy
from kgdesk.model.policies.draws import even_normals

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.belief import Belief

    Array = NDArray[np.float64]

NAMES = ["kg", "online-kg", "kg-star", "random", "exploit", "most-uncertain", "fisher", "fisher-exact"]
NAMES += ["logistic-bound", "disc", "thompson", "top-two", "bayes-ucb"]
NAMES += ["information", "in-turns", "kg-then-turns"]
DRAWN = {"random", "thompson", "top-two"}
FIXED = [name for name in NAMES if name not in DRAWN]

each_policy = pytest.mark.parametrize("name", NAMES)
each_belief = pytest.mark.parametrize("kind", list(BELIEFS))


def test_the_table_in_readme_is_that_of_the_registry() -> None:
    assert "| `kg` |" in table()
    assert written() == PAGE.read_text("utf-8"), "run: python tests/model/policies/list_policies.py"


def test_every_policy_has_a_title_and_a_source_of_its_own() -> None:
    assert len({one.title for one in POLICIES.values()} - {""}) == len(POLICIES)
    assert all(one.source for one in POLICIES.values())


def test_every_policy_of_the_paper_and_the_strong_ones_since_are_registered() -> None:
    assert list(POLICIES) == NAMES
    assert {name for name, p in POLICIES.items() if p.draws} == DRAWN


@each_policy
def test_a_policy_names_its_source(name: str) -> None:
    assert re.search(r"the paper|\b(19|20)\d\d\b", type(POLICIES[name]).__doc__ or "")


@each_policy
def test_a_policy_says_how_it_chooses_in_one_plain_number(name: str) -> None:
    words = POLICIES[name].words
    assert re.fullmatch(r"[A-Z][^.!?]{10,110}\.", words)
    jargon = r"posterior|prior|fisher|entrop|variance|gradient|arg ?max|bayes|quantile|logistic|informat|matri|policy"
    assert not re.search(jargon, words, re.IGNORECASE)
    assert len({p.words for p in POLICIES.values()}) == len(POLICIES)


@each_belief
@each_policy
def test_scores_repeat_themselves_for_the_same_seed_and_events(name: str, kind: str) -> None:
    one, two = scores(name, world(kind)), scores(name, world(kind))
    assert one.tobytes() == two.tobytes()
    assert not np.all(one == one[0])


@each_belief
@each_policy
def test_rows_that_are_checked_once_get_the_scores_of_their_array(name: str, kind: str) -> None:
    here = world(kind)
    assert scores(name, world(kind, pool=rows_of(here.X))).tobytes() == scores(name, here).tobytes()


def test_the_generator_is_made_only_for_draws_and_ties_and_shared_by_copies() -> None:
    here = world()
    assert choose(np.arange(24.0), here) == 23
    assert "rng" not in vars(here.seed)
    assert choose(np.zeros(24), here) == int(generator(0, 13, 0).choice(24))
    assert replace(here, coming=3).rng is here.rng
    assert world(seed=here.rng).rng is here.rng


@each_belief
@each_policy
def test_another_seed_or_another_event_changes_what_is_drawn_and_nothing_else(name: str, kind: str) -> None:
    one = scores(name, world(kind))
    for rng in (generator(1, 13, 0), generator(0, 14, 0), generator(0, 13, 1)):
        assert (one.tobytes() != scores(name, world(kind, seed=rng)).tobytes()) == (name in DRAWN)


@each_belief
@pytest.mark.parametrize("name", [*FIXED, "thompson", "top-two"])
def test_permuting_the_candidates_permutes_the_scores(name: str, kind: str) -> None:
    here = world(kind)
    order = np.random.default_rng(8).permutation(24)
    there = world(
        kind, pool=here.X[order], successes=here.successes[order], failures=here.failures[order]
    )  # fmt: skip
    np.testing.assert_allclose(scores(name, there), scores(name, here)[order], rtol=1e-11, atol=1e-13)


@each_policy
def test_the_order_of_the_outcomes_is_irrelevant_under_moments(name: str) -> None:
    X = world().X
    rows, y = np.array([3, 7, 3, 11, 20]), np.array([1.0, -1.0, -1.0, 1.0, 1.0])
    prior = MomentBelief.prior(4, 0.6)
    found = set()
    for order in ([0, 1, 2, 3, 4], [4, 2, 0, 3, 1], [1, 4, 3, 2, 0]):
        belief = MomentBelief.fitted(prior, X[rows[order]], y[order])
        found.add(scores(name, world(belief=belief)).tobytes())
    assert len(found) == 1


def small(kind: str, case: str) -> PolicyContext:
    if case == "one candidate":
        return world(kind, M=1, n=2)
    if case == "one column":
        return world(kind, M=5, d=1, n=3)
    if case == "no outcomes":
        return world(kind, n=0)
    if case == "all rows measured":
        return world(kind, successes=np.ones(24), failures=np.full(24, 2.0))
    here = world(kind)
    if case == "duplicates":
        first = np.arange(24) // 3
        return world(kind, pool=here.X[first], successes=here.successes[first], failures=here.failures[first])
    return world(kind, pool=np.where(np.arange(24)[:, None] == 5, 0.0, here.X))


EDGES = ("one candidate", "one column", "no outcomes", "all rows measured", "duplicates", "a row of zeros")


@each_belief
@each_policy
def test_scores_are_finite_at_the_edges(name: str, kind: str) -> None:
    for case in EDGES:
        situation = small(kind, case)
        found = scores(name, situation)
        row = choose(found, situation)
        assert 0 <= row < found.size, case
        if case == "duplicates" and name in FIXED:
            np.testing.assert_allclose(found, np.repeat(found[::3], 3), rtol=1e-12, atol=1e-14)


def certain(kind: str, mean: Array) -> Belief:
    if kind == "diagonal":
        return DiagonalBelief(mean, np.full(mean.size, 1e300))
    return {"full": FullBelief, "moments": MomentBelief}[kind](mean, np.zeros((mean.size, mean.size)))


def wide(kind: str, mean: Array) -> Belief:
    if kind == "diagonal":
        return DiagonalBelief(mean, np.full(mean.size, 1e-9))
    return {"full": FullBelief, "moments": MomentBelief}[kind](mean, 1e9 * np.eye(mean.size))


@each_belief
@each_policy
@pytest.mark.parametrize("make", [certain, wide])
def test_scores_are_finite_far_out_and_without_doubt(
    name: str, kind: str, make: Callable[[str, Array], Belief]
) -> None:
    for size in (0.0, 1.0, 900.0, 1e5):
        scores(name, world(kind, belief=make(kind, size * np.array([1.0, -2.0, 0.5, 1.5]))))


# --- each score against its definition ------------------------------------------------------------------------


def logistic(a: Array) -> Array:
    return 0.5 * (1.0 + np.tanh(0.5 * a))


def margin_and_curvature(s: PolicyContext) -> tuple[Array, Array]:
    a = s.X @ s.belief.mean
    return a, logistic(a) * logistic(-a)


def least_trace(s: PolicyContext, weight: Array) -> Array:
    _, c = margin_and_curvature(s)
    n = s.successes + s.failures
    H = np.diag(s.prior_precision) + (s.X.T * (n * c)) @ s.X
    return np.array([
        -sum(w * x @ np.linalg.solve(H + c_i * np.outer(x_i, x_i), x) for w, x in zip(weight, s.X, strict=True))
        for x_i, c_i in zip(s.X, c, strict=True)
    ])  # fmt: skip


def fast_fisher(s: PolicyContext) -> Array:
    _, c = margin_and_curvature(s)
    unit = s.X / np.linalg.norm(s.X, axis=1)[:, None]
    each = c / (1.0 + c[:, None] * (unit @ unit.T) ** 2)
    return -(each.sum(axis=1) - np.diagonal(each))


def disc(s: PolicyContext) -> Array:
    found = []
    known = s.successes + s.failures > 0
    for i, x in enumerate(s.X):
        values = []
        for y in (1, -1):
            a = s.X @ s.belief.updated(x, y).mean
            p = logistic(a)
            likelihood = (
                s.successes @ np.log(p) + s.failures @ np.log(1 - p) + np.log(p[i] if y > 0 else 1 - p[i])
            )
            others = ~known & (np.arange(len(p)) != i)
            values.append(likelihood + (p * np.log(p) + (1 - p) * np.log(1 - p))[others].sum())
        found.append(max(values))
    return np.array(found)


def per_run(s: PolicyContext) -> Array:
    """Compute the value per run of every count of every row, one by one, by belief updates."""
    everyone, now = np.ones(len(s.X), dtype=np.bool_), (Scenario(1.0, s.belief),)
    values = np.array([repeat_values(row, now, s.X, everyone, 8).values for row in range(len(s.X))])
    return (values / np.arange(1, 9))[:, [0, 1, 3, 7]].max(axis=1)


def even_worlds(s: PolicyContext) -> tuple[Array, NDArray[np.int64]]:
    """Return the even draws of the weights, and who is the best under each, by NumPy alone."""
    root = np.linalg.cholesky(s.covariance)
    w = s.belief.mean + even_normals(s.X.shape[1]) @ root.T
    return w, (w @ s.X.T).argmax(axis=1)


def information(s: PolicyContext) -> Array:
    w, best = even_worlds(s)
    p = logistic(w @ s.X.T)
    shares = [(best == one).mean() for one in range(len(s.X))]
    within = sum(
        share * entropy(p[best == one].mean(axis=0)) for one, share in enumerate(shares) if share > 0.0
    )
    return entropy(p.mean(axis=0)) - within


def entropy(p: Array) -> Array:
    return -(p * np.log(p) + (1.0 - p) * np.log(1.0 - p))


def deviation(s: PolicyContext) -> Array:
    return np.array([np.sqrt(s.belief.moments(x[None, :])[1][0]) for x in s.X])


DEFINITIONS: dict[str, Callable[[PolicyContext], Array]] = {
    "kg": lambda s: s.belief.knowledge_gradient(s.X),
    "online-kg": lambda s: s.belief.predict(s.X) + (30 - 10) * s.belief.knowledge_gradient(s.X),
    "kg-star": per_run,
    "exploit": lambda s: s.X @ s.belief.mean / np.sqrt(1 + np.pi * deviation(s) ** 2 / 8),
    "most-uncertain": lambda s: -abs(s.X @ s.belief.mean),
    "fisher": fast_fisher,
    "fisher-exact": lambda s: least_trace(s, margin_and_curvature(s)[1]),
    "logistic-bound": lambda s: least_trace(s, np.ones(len(s.X))),
    "disc": disc,
    "bayes-ucb": lambda s: s.X @ s.belief.mean + norm.ppf(1 - 1 / (10 + 1)) * deviation(s),
    "in-turns": information,
    "information": information,
    "kg-then-turns": lambda s: s.belief.knowledge_gradient(s.X),
}


@each_belief
@pytest.mark.parametrize("name", FIXED)
def test_a_score_is_what_its_definition_says(name: str, kind: str) -> None:
    here = world(kind)
    np.testing.assert_allclose(scores(name, here), DEFINITIONS[name](here), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("coming", [1, 2, 9, 1000])
def test_bayes_ucb_hopes_for_more_from_run_to_run(coming: int) -> None:
    here = world(coming=coming)
    wanted = here.mu + norm.ppf(1 - 1 / (coming + 1)) * np.sqrt(here.s2)
    np.testing.assert_allclose(scores("bayes-ucb", here), wanted, rtol=1e-12, atol=1e-12)


def test_bayes_ucb_takes_the_quantile_of_an_average_whose_models_know_which_rows_were_run() -> None:
    models = (Model("linear"), Model("linear", deviation=1.8))
    X, higher = made()
    rows, y = outcomes(X, 12)
    belief = posterior(prior("moments", higher, models), X[rows], y)
    assert isinstance(belief, AverageBelief)
    here = PolicyContext(
        belief, X, np.zeros(len(X)), np.zeros(len(X)), np.ones(len(higher)), 12, 30, Seed(0, 12, 0)
    )
    mu, s2 = belief.moments_of_members(X)
    reached = belief.weights @ norm.cdf((policy("bayes-ucb").scores(here) - mu) / np.sqrt(s2))
    np.testing.assert_allclose(reached, 1 - 1 / 13, rtol=1e-9)


# --- random policies follow the belief ------------------------------------------------------------------------


#: Factors of the numbers of draws.
drawn_often = pytest.mark.parametrize("often", [1, *seldom(8)])


@drawn_often
@each_belief
def test_thompson_draws_have_the_moments_of_the_belief(kind: str, often: int) -> None:
    here, n = world(kind, M=6), 500 * often
    drawn = np.array([scores("thompson", world(kind, M=6, seed=generator(5, i, 0))) for i in range(n)])
    S = here.X @ here.covariance @ here.X.T
    np.testing.assert_allclose(np.diagonal(S), here.s2, rtol=1e-10)
    error_of_mean = np.sqrt(np.diagonal(S) / n)
    assert (abs(drawn.mean(axis=0) - here.X @ here.belief.mean) < 5 * error_of_mean).all()
    error_of_S = np.sqrt((np.outer(np.diagonal(S), np.diagonal(S)) + S * S) / n)
    assert (abs(np.cov(drawn.T) - S) < 5 * error_of_S).all()


@drawn_often
def test_thompson_takes_each_row_as_often_as_it_is_the_best(often: int) -> None:
    here, n = world(M=5), 375 * often
    rng = np.random.default_rng(4)
    w = rng.multivariate_normal(here.belief.mean, here.covariance, size=100_000, method="cholesky")
    share = np.bincount((w @ here.X.T).argmax(axis=1), minlength=5) / len(w)
    taken = np.zeros(5)
    for i in range(n):
        situation = world(M=5, seed=generator(2, i, 0))
        taken[choose(scores("thompson", situation), situation)] += 1
    assert (abs(taken / n - share) < 5 * np.sqrt(share * (1 - share) / n) + 0.01).all()
    assert share.max() < 0.9


def picks(belief: Belief, n: int) -> Array:
    taken = np.zeros(24)
    for i in range(n):
        situation = world(belief=belief, seed=generator(3, i, 0))
        taken[choose(scores("top-two", situation), situation)] += 1
    return taken / n


@drawn_often
def test_top_two_takes_another_row_than_the_best_half_the_time(often: int) -> None:
    n = 200 * often
    X = world().X
    mean = 2.0 * X[6]
    share = picks(MomentBelief(mean, 0.02 * np.eye(4)), n)
    best = int(np.argmax(X @ mean))
    w = np.random.default_rng(1).multivariate_normal(mean, 0.02 * np.eye(4), size=20_000)
    not_best = float((np.argmax(w @ X.T, axis=1) != best).mean())
    assert 0 < not_best < 0.05
    assert abs(share[best] - 0.5) < 5 * np.sqrt(0.25 / n) + not_best


def test_top_two_without_doubt_takes_the_second_best_half_the_time() -> None:
    mean = np.array([1.0, -2.0, 0.5, 1.5])
    share = picks(certain("full", mean), 400)
    second, best = np.argsort(world().X @ mean)[-2:]
    assert share[best] + share[second] == pytest.approx(1.0)
    assert abs(share[best] - 0.5) < 5 * np.sqrt(0.25 / 400)


@drawn_often
def test_random_takes_every_row_alike(often: int) -> None:
    n, taken = 600 * often, np.zeros(24)
    for i in range(n):
        situation = world(seed=generator(9, i, 0))
        taken[choose(scores("random", situation), situation)] += 1
    assert (abs(taken - n / 24) < 5 * np.sqrt(n / 24)).all()


# --- names ----------------------------------------------------------------------------------------------------


@each_belief
@each_policy
def test_a_policy_takes_a_belief_after_a_stroke(name: str, kind: str) -> None:
    own = policy(f"{name}/{kind}")
    assert (own.name, own.belief, own.words) == (f"{name}/{kind}", kind, POLICIES[name].words)
    assert own.draws == POLICIES[name].draws
    assert own.scores(world()).tobytes() == scores(name, world()).tobytes()
    assert policy(name).belief == ""


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("magic", "no policy “magic”.*kg, online-kg"),
        ("", "no policy"),
        ("/diagonal", "no policy"),
        ("KG", "no policy “KG”"),
        ("kg/", "no belief.*moments, full, diagonal"),
        ("kg/magic", "no belief “magic”.*moments, full, diagonal"),
        ("kg/diagonal/full", "no belief"),
    ],
)
def test_a_name_that_means_nothing_is_refused_with_those_that_stand(name: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        policy(name)


def test_a_belief_that_nobody_knows_is_refused() -> None:
    class Other(MomentBelief):
        pass

    stranger = object.__new__(type("Stranger", (), {"mean": np.zeros(4), "kind": "stranger"}))
    assert np.isfinite(scores("thompson", world(belief=Other.prior(4)))).all()
    with pytest.raises(BadInput, match="Stranger"):
        _ = world(belief=stranger).covariance


# --- bits -----------------------------------------------------------------------------------------------------


def all_scores() -> str:
    """Return one digest of every policy under every belief; a child process computes it as well."""
    total = hashlib.sha256()
    for kind in BELIEFS:
        for name in NAMES:
            total.update(scores(name, world(kind, M=90)).tobytes())
    return total.hexdigest()

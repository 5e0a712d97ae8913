"""Compare linear, quadratic and averaged terms: the knowledge gradient in paired runs.

Pools of 200 candidates, x uniform on [-1, 1]^d, standardised. Truths: one peak inside the pool,
Pr = s(2 - (12/d) |x - c|^2) with c uniform on [-0.5, 0.5]^d, or linear with w ~ N(0, I), or such a linear one with as
much of a product of two numbers. Opportunity costs of the predictive recommendation; 40 runs with the seeds 20261121
on, 30 measurements, moments.

    python tests/rehearsal/bench_terms.py [--numbers 2,3,5] [--runs 40] [--truths linear,peak,product] [--policy kg]
                                          [--term-precision 4] [--square-precision 4]

Prints the means and, for each expected difference, its mean with the standard error of the paired runs. The exit status
is 1 if one of them is not as expected.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.model.design.design_matrix import design, fix_scaling
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.study.settings import Settings
from kgdesk.rehearsal import study_rehearsal
from kgdesk.rehearsal.engine import run_contests, worker_group
from kgdesk.rehearsal.scores import Board

if TYPE_CHECKING:
    from kgdesk.rehearsal.contest import Contest

SEED = 20261121
KINDS = "linear", "peak", "product"
STAGES = (5, 10, 20, 30)


def pool_of(d: int, candidates: int = 200) -> Pool:
    x = np.random.default_rng((SEED, d)).uniform(-1.0, 1.0, (candidates, d))
    attributes = tuple(Attribute(f"x{j + 1}") for j in range(d))
    return Pool(
        tuple(f"C-{i:03d}" for i in range(candidates)), attributes, tuple(tuple(c.tolist()) for c in x.T)
    )


def contests(d: int, terms: tuple[str, ...], policy: str, settings: Settings) -> tuple[Contest, ...]:
    """Return the contests with linear truths, with peaks, and with a product of two numbers."""
    pool = pool_of(d)
    basis = study_rehearsal.basis_of_pool(pool, settings, f"linear d={d}")
    straight, bent, product = study_rehearsal.contests(
        basis, [policy], truths=("prior", "peak", "interaction"), terms=terms
    )
    numbers = [c for c in fix_scaling(pool).columns if c.attribute]
    low, high = (np.array([(end - c.centre) / c.scale for c in numbers]) for end in (-1.0, 1.0))
    assert design(pool, fix_scaling(pool)).X.shape == (len(pool), d + 1)
    peak = replace(bent, pool=f"peak d={d}", truth=replace(bent.truth, low=low, high=high))
    return straight, peak, replace(product, pool=f"product d={d}")


def wanted(kind: str, d: int) -> list[tuple[str, str, int, float | None]]:
    """Return the expected differences (terms, against, n, upper limit; None: smaller by three standard errors)."""
    if kind == "peak":
        return [
            ("quadratic", "linear", 20, None),
            ("quadratic", "linear", 30, None),
            *([("average", "quadratic", 30, 0.05)] if d < 5 else [("average", "", 30, 0.40)]),
        ]
    if kind == "product":
        return []
    return [("quadratic", "linear", 20, 0.03), ("average", "linear", 30, 0.02)]


def judged(contest: Contest, cost: np.ndarray, kind: str, d: int) -> list[str]:
    """Return one line per expected difference; it begins with NO if it is not as expected."""
    at = {player.terms: p for p, player in enumerate(contest.players)}
    lines = []
    for terms, against, n, most in wanted(kind, d):
        if terms not in at or (against and against not in at):
            continue
        gap = cost[:, at[terms], n] - (cost[:, at[against], n] if against else 0.0)
        mean, error = float(gap.mean()), float(gap.std(ddof=1) / np.sqrt(len(gap)))
        good = mean < -3.0 * error if most is None else mean <= most
        goal = "below -3 standard errors" if most is None else f"at most {most:g}"
        minus = f" - {against}" if against else ""
        lines.append(
            f"{'yes' if good else 'NO '} {terms}{minus} at n={n}: {mean:+.3f} ± {error:.3f}, wanted {goal}"
        )
    return lines


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--numbers", default="2,3,5")
    options.add_argument("--runs", type=int, default=40)
    options.add_argument("--seed", type=int, default=SEED)
    options.add_argument("--workers", type=int)
    options.add_argument("--truths", default="linear,peak")
    options.add_argument("--terms", default="linear,quadratic,average")
    options.add_argument("--policy", default="kg")
    options.add_argument("--term-precision", type=float)
    options.add_argument("--square-precision", type=float)
    given = options.parse_args()
    failed = False
    settings = Settings(term_precision=given.term_precision, square_precision=given.square_precision)
    terms = tuple(given.terms.split(","))
    for d in map(int, given.numbers.split(",")):
        for kind, contest in zip(KINDS, contests(d, terms, given.policy, settings), strict=True):
            if kind not in given.truths.split(","):
                continue
            results = run_contests(
                (contest,), runs=given.runs, seed=given.seed, workers=worker_group(given.workers)
            )
            board = Board((contest,), tuple(results))
            cost = board.predictive[0]
            print(f"{contest.pool}, {given.runs} runs")
            for p, player in enumerate(contest.players):
                cells = (
                    f"n={n}: {cost[:, p, n].mean():.3f} ± {cost[:, p, n].std(ddof=1) / np.sqrt(len(cost)):.3f}"
                    for n in STAGES
                )
                print(f"  {player.name:24} " + "  ".join(cells))
            for line in judged(contest, cost, kind, d):
                print("  " + line)
                failed |= line.startswith("NO")
            sys.stdout.flush()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

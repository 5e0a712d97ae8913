"""Greedy batches: choose the runs of one plate together."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from kgdesk.errors import AllTried, BadInput
from kgdesk.model import policies
from kgdesk.model.advice.batch_limits import BatchLimits, LimitCheck
from kgdesk.model.advice.joint_gain import JointGain, RowShortlist
from kgdesk.model.advice.picks import PickRequest, chooser_of, pick
from kgdesk.model.advice.posterior_summary import (
    policy_context,
)
from kgdesk.model.advice.scenarios import EXACT, scenarios
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.policies.pool_sweep import best_row
from kgdesk.model.study.next_run import all_tried
from kgdesk.model.study.settings import MOST_AT_ONCE
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.advice.advice import Advice, Chooser
    from kgdesk.model.study.study import Study

    Array = NDArray[np.float64]


#: Largest work for which further batches are compared, in pairs of rows over all scenarios and models of an average.
_COMPARISONS = 20_000_000


#: Number of first picks from which other greedy batches start; number of possible batches up to which all are compared.
_STARTS, _ALL = 8, 100


#: Smallest increase of the gain by another batch; less is rounding.
_LEAST = 1e-9


#: Share of the best gain with which the batch of a policy that takes turns with information is kept.
_KEPT = 0.95


_NO_LIMITS = BatchLimits()


def advise_batch(
    study: Study,
    count: int,
    *,
    policy: str | policies.CustomPolicy | None = None,
    repeats: bool = False,
    limits: BatchLimits = _NO_LIMITS,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Advice, ...]:
    """Compute a batch of candidates to run at once, greedily: each pick is pending for the next ones.

    The first pick is that of `advise`, unless limits exclude it or another batch is better. With at most 7 open runs,
    the policy's scores are averaged over the scenarios of the earlier ones. For the knowledge gradient these scores add
    up to the gain by the whole batch, and in small pools several small batches are compared. With more open runs the
    knowledge gradient is replaced by the gain of linearised outcomes (`joint_gain.JointGain`), and other policies see
    one drawn outcome of each earlier pick.

    Parameters
    ----------
    study, policy
        As in `advise`.
    count
        Number of picks, 1..1536.
    repeats
        Whether one candidate may be picked more than once, as often as the study allows.
    limits
        Limits by the values of columns. With one level for the whole batch, the best batch over all levels is returned.
    progress
        Called with (picks done, picks to do); an exception it raises cancels the work.

    Raises
    ------
    AllTried
        Every candidate is tried.
    BadInput
        `count` is out of range, more than can run together, or more than can be run at all within the limits.
    """
    _check_batch(study, count)
    request = PickRequest(study, policy or study.settings.policy, repeats=repeats, count=count)
    levels = LimitCheck(study, limits).levels if limits.one_level else ("",)
    best: tuple[float, tuple[Advice, ...]] | None = None
    problem: BadInput | None = None
    for nth, level in enumerate(levels):
        report = None if progress is None else partial(_tell, progress, nth * count, len(levels) * count)
        check = LimitCheck(study, limits, level) if limits.any else None
        try:
            gain, picks = _batch(replace(request, check=check, progress=report))
        except BadInput as refused:  # too few candidates of this level
            problem = refused
            continue
        if best is None or gain > best[0]:
            best = gain, picks
    if best is None:
        raise problem or BadInput(phrase("No candidate has a value of “{column}”.", column=limits.one_level))
    return best[1]


def _check_batch(study: Study, count: int) -> None:
    """Raise BadInput if a batch cannot have `count` picks, and AllTried if nothing can be picked."""
    if not 1 <= count <= MOST_AT_ONCE:
        raise BadInput(
            phrase(
                "Between 1 and {most_at_once} candidates can be suggested at once, not {count}.",
                most_at_once=f"{MOST_AT_ONCE:,}",
                count=count,
            )
        )
    if study.stock.exhausted:
        raise AllTried(all_tried(study))


def _tell(progress: Callable[[int, int], None], before: int, total: int, done: int, _: int) -> None:
    progress(before + done, total)


def _batch(request: PickRequest) -> tuple[float, tuple[Advice, ...]]:
    """Return a batch and its gain in the best predicted probability, in 0..1."""
    study, count, progress = request.study, request.count, request.progress
    quiet = replace(request, progress=None if progress is None else lambda *_: progress(0, count))
    picks = [pick(quiet, ())]
    if len(study.pending) + count > EXACT + 1:
        return _complete_batch(request, picks[0])
    for done in range(1, count):
        if progress is not None:
            progress(done, count)
        picks.append(pick(quiet, picks))
    models = len(study.belief.components) if isinstance(study.belief, AverageBelief) else 1
    work = len(study.design.X) ** 2 * 2 ** (len(study.pending) + count - 1) * count * models
    if count > 1 and work <= _COMPARISONS and not picks[0].confirms:
        if request.by_gradient:
            picks = _improved(quiet, picks)
        elif request.by_gradient_in_turns:
            picks = _improved(quiet, picks, _KEPT)
    return _gain(picks), tuple(picks)


def _gain(picks: Sequence[Advice]) -> float:
    """Return the gain of a batch: the sum of the values of its picks, each given the picks before it."""
    return sum(map(_value, picks))


def _improved(request: PickRequest, greedy: Sequence[Advice], kept: float = 1.0) -> list[Advice]:
    """Return the batch with the largest gain among several, or among all possible ones where these are few.

    Greedy picks stall where no single outcome changes the best candidate and two together would. So the greedy batch is
    compared with the batch by the linearised gain, and with greedy batches that start from other first picks. It is
    returned if it reaches the share `kept` of the largest gain.
    """
    study, seeker = request.study, replace(request, policy="kg")
    stock, own = request.stock(()), _names(greedy)
    free = len(study.design.X) == len(study.pool) and not (
        request.check or request.repeats or study.settings.never_together
    )
    rows = np.flatnonzero(stock.open)
    if free and math.comb(rows.size, request.count) <= _ALL:
        batches = list(combinations([study.pool.ids[at] for at in stock.next[rows].tolist()], request.count))
    else:
        joint = JointGain(policy_context(study, policy="kg"), policy_context(study).rng)
        rows = rows[np.argsort(-joint.gains(rows), kind="stable")[:_STARTS]]
        batches = [_names(_complete_batch(seeker, greedy[0])[1])]
        for at in stock.next[rows].tolist():
            picks = [pick(seeker, (), study.pool.ids[at])]
            while len(picks) < request.count:
                picks.append(pick(seeker, picks))
            batches.append(_names(picks))
    now = _worth(study, ())
    gains = {names: _worth(study, names) - now for names in (*batches, own)}
    best = max(gains, key=lambda names: gains[names])
    if kept * gains[best] <= gains[own] + _LEAST:
        return list(greedy)
    picks = []
    for name in best:
        picks.append(pick(request, picks, name))
    return [replace(each, together=True) for each in picks]


def _names(picks: Sequence[Advice]) -> tuple[str, ...]:
    return tuple(str(each.next) for each in picks)


def _worth(study: Study, names: Sequence[str]) -> float:
    """Return the expected best predicted probability after the runs in progress and those of a batch."""
    design, stock = study.design, study.stock
    running = (*(start.candidate for start in study.pending), *names)
    rows = [int(design.row_of[study.pool.row(name)]) for name in running]
    leaves = scenarios(study.belief, design.X, rows, policies.generator(study.settings.seed, 0, 0))
    return sum(leaf.weight * best_row(leaf.belief, design.X, stock.in_stock)[1] for leaf in leaves)


def _value(advice: Advice) -> float:
    """Return the value of testing of a pick, given the picks before it."""
    return 0.0 if advice.chosen is None else float(advice.kg[advice.chosen])


def _complete_batch(request: PickRequest, first: Advice) -> tuple[float, tuple[Advice, ...]]:
    """Complete a batch by the gain of linearised outcomes, or by another policy after drawn outcomes.

    Returns the gain of the batch and its picks, the first of which is given.
    """
    study, pool = request.study, request.study.pool
    row_of, rule = study.design.row_of, policies.policy(request.policy)
    joint = JointGain(policy_context(study, policy="kg"), policy_context(study, pick=MOST_AT_ONCE).rng)
    shortlist, drawn = RowShortlist(joint), None if request.by_gradient else _Drawn(request, rule)
    open_rows = [int(row_of[pool.row(name)]) for name in (*first.open_runs, str(first.next))]
    picks = [first]
    while True:
        for row in open_rows:
            joint.add(row)
            if drawn is not None:
                drawn.add(row)
        if len(picks) == request.count:
            return joint.gain, tuple(picks)
        if request.progress is not None:
            request.progress(len(picks), request.count)
        names = _names(picks)
        stock = request.stock(names)
        if drawn is None:
            score = shortlist.gains(stock.open)
            row, kg = int(np.argmax(score)), np.where(np.isfinite(score), score, 0.0)
        else:
            score = drawn.scores(len(picks))
            row, kg = drawn.choose(score, stock.open), np.zeros(len(score))
            kg[row] = joint.gains(np.array([row]))[0]
        picks.append(
            replace(
                first,
                chosen=int(stock.next[row]),
                kg=kg[row_of],
                score=score[row_of],
                open_runs=(*first.open_runs, *names),
                chooser=None if drawn is None else drawn.chooser(row),
                waits=stock.waits,
                together=drawn is None,
                confirms=False,
            )
        )
        open_rows = [row]


class _Drawn:
    """Input of a policy after one drawn outcome of each open run.

    Parameters
    ----------
    request, rule
        The batch, and its policy.
    """

    def __init__(self, request: PickRequest, rule: policies.Policy) -> None:
        self._here = policy_context(request.study, policy=request.policy, pick=MOST_AT_ONCE + 1)
        self._present = self._here.belief
        self._own = self._present is request.study.belief
        self._request, self._rule = request, rule

    def add(self, row: int) -> None:
        """Draw the outcome of a run at a row, and update the belief with it."""
        here, x = self._here, self._here.X[row]
        won = bool(here.rng.random() < float(here.belief.predict(x[None, :])[0]))
        counts = here.successes.copy(), here.failures.copy()
        counts[0 if won else 1][row] += 1.0
        self._here = replace(
            here,
            belief=here.belief.updated(x, 1 if won else -1),
            successes=counts[0],
            failures=counts[1],
            coming=here.coming + 1,
        )

    def scores(self, nth: int) -> Array:
        """Return the scores (U,) of the policy for a pick, by its index in the batch."""
        study = self._request.study
        rng = policies.generator(study.settings.seed, study.revision, nth)
        self._choosing = replace(self._here, seed=rng)
        return self._rule.scores(self._choosing)

    def choose(self, scores: Array, is_open: NDArray[np.bool_]) -> int:
        """Return the open row with the largest score."""
        return policies.choose(np.where(is_open, scores, -np.inf), self._choosing)

    def chooser(self, row: int) -> Chooser | None:
        """Return the belief of the policy, if it is not the study's."""
        if self._own:
            return None
        return chooser_of(replace(self._here, belief=self._present), row)

"""Advice for a study: predictions for all candidates of one state, its suggestion, and the recommendation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.errors import AllTried
from kgdesk.model.advice.confirmation import progress_of
from kgdesk.model.advice.repeats import MOST, RepeatSuggestion, RepeatValues, repeat_values, suggest_repeats
from kgdesk.model.advice.scenarios import Scenario, lookahead
from kgdesk.model.advice.suggestion import RESOLUTION, Estimate, Future, Reason, Suggestion, general_sentence
from kgdesk.model.beliefs.log_odds import LEVEL
from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.design.availability import waiting
from kgdesk.model.policies.value_of_testing import ValueOfTesting
from kgdesk.model.study.next_run import all_tried
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.sweep import Sweep
    from kgdesk.model.design.availability import Availability
    from kgdesk.model.policies.perfect_information import PerfectInformation
    from kgdesk.model.study.stopping_rules import StoppingState
    from kgdesk.model.study.study import Study

    Array = NDArray[np.float64]


_TOGETHER = phrase("Chosen together with the other runs of its batch, for what all of them may change.")


#: Probabilities that differ by less count as equal.
_ALIKE = 1e-9


@dataclass(frozen=True, slots=True)
class Chooser:
    """Belief of a policy that has its own, such as ``kg/diagonal``, or the study's belief in the block of the next run.

    Parameters
    ----------
    belief, belief_digest
        Kind of the belief, and its SHA-256 digest.
    probability
        Its prediction for the suggested candidate; the displayed prediction is that of the study's belief.
    """

    belief: str
    belief_digest: str
    probability: float


@dataclass(frozen=True, kw_only=True)
class Advice:
    """Advice for one state of a study: predictions of all candidates, KG values, the choice of the policy.

    Parameters
    ----------
    study
        The study in that state; all numbers here come from its belief, except `score`.
    policy
        Name of the policy that chose, ``POLICY`` or ``POLICY/BELIEF``.
    chosen
        Row of the pool (0..M-1) that the policy chose; None if every candidate is tried.
    kg, probability, low, high
        (M,) per candidate, in the order of the pool; probabilities in 0..1 under the present belief. KG values are
        averaged over the outcomes of the open runs, and 0 for candidates that cannot be run any more. NaN for those
        that are not computed: see `kgdesk.model.beliefs.shortlist`.
    score
        (M,) scores of the policy, by the belief of `chooser` if there is one; also of candidates that cannot be
        suggested now.
    sweep
        Knowledge gradient sweep of the present belief over the rows in stock.
    outlook
        Scenarios of the open runs; the present belief alone if there are none.
    open_runs
        Candidates in progress, in start order, and the earlier picks of a batch.
    belief_digest
        SHA-256 of the study's belief.
    chooser
        Belief of the policy, if it is not the study's.
    waits
        Whether no further run can start until a run in progress has its outcome.
    level, recorded
        Probability, 0..1, of every interval here; and the same advice with the default intervals, which the log
        records, or None if the intervals here are the default ones.
    stake
        Value of perfect information, if it is computed and the suggestion's sentence includes it.
    rule
        Name of the rule that chose: `policy`, or one of the two that it joins.
    words
        How this rule chooses; a phrase.
    together
        Whether the run was chosen for what a whole batch may change, and not as the best single run.
    among
        Availability of the candidates that satisfy the conditions asked for; None if all could be suggested.
    confirms
        Whether the recommended candidate is suggested, whatever the policy, because its success is all that the
        stopping rule still asks for.
    at_stake
        Value of perfect information, if it was needed to know whether to confirm the best.
    """

    study: Study
    policy: str
    rule: str
    chosen: int | None
    kg: Array
    probability: Array
    low: Array
    high: Array
    score: Array
    sweep: Sweep
    outlook: tuple[Scenario, ...]
    open_runs: tuple[str, ...]
    belief_digest: str
    chooser: Chooser | None = None
    waits: bool = False
    level: float = LEVEL
    recorded: Advice | None = None
    stake: PerfectInformation | None = None
    words: str = ""
    together: bool = False
    among: Availability | None = None
    confirms: bool = False
    at_stake: PerfectInformation | None = None

    @property
    def revision(self) -> int:
        """Number of events of the study that the advice was computed for; advice of another revision is stale."""
        return self.study.revision

    @property
    def belief(self) -> str:
        """Kind of the study's belief."""
        return self.study.belief.kind

    @property
    def next(self) -> str | None:
        """Name of the suggested candidate; None if every candidate is tried."""
        return None if self.chosen is None else self.study.pool.ids[self.chosen]

    @cached_property
    def suggestion(self) -> Suggestion:
        """Suggested candidate with its explanation.

        The look-ahead of the study's belief explains only a choice by the knowledge gradient of that belief, also where
        a policy of two rules made it.

        Raises
        ------
        AllTried
            Every candidate is tried: see `next`.
        """
        if self.chosen is None:
            raise AllTried(all_tried(self.study))
        own_gradient = (
            not self.together
            and (self.chooser is None or self.chooser.belief == self.belief)
            and self.rule.partition("/")[0] in ("kg", "online-kg")
        )
        kept: Reason = "sharpens" if own_gradient else "policy"
        suggestion = self.explain(self.chosen, "confirms" if self.confirms else kept)
        if not self.confirms:
            suggestion = replace(suggestion, words=_TOGETHER if self.together else self._words_of_rule)
        if self.waits:
            notice = waiting(self.study.groups, suggestion.candidate, self.open_runs)
            suggestion = replace(suggestion, notice=notice)
        return suggestion if self.stake is None else suggestion.with_stake(self.stake)

    @property
    def _words_of_rule(self) -> str:
        """How the rule chose, where the name of the policy does not tell: one of two rules, or a rule of a script."""
        return self.words if self.rule != self.policy or not general_sentence(self.policy) else ""

    @cached_property
    def recommended(self) -> Estimate:
        """Recommended candidate: the largest predicted probability under the study's belief."""
        best, now = int(self.study.stock.best[self.sweep.best_now]), self.sweep.value_now
        return Estimate(self.study.pool.ids[best], now, float(self.low[best]), float(self.high[best]))

    @property
    def in_progress(self) -> int:
        """Number of runs in progress, whose outcomes the values of testing are averaged over."""
        return len(self.study.pending)

    @property
    def picked(self) -> int:
        """Number of earlier picks of a batch, over whose outcomes values of testing are averaged as well."""
        return len(self.open_runs) - self.in_progress

    @property
    def all_alike(self) -> bool:
        """Whether several alternatives are in stock and all have the same probability: none is the best then.

        Candidates with equal attributes are one alternative: no run can tell them apart.
        """
        probability = self.sweep.probability[self.study.stock.in_stock]
        return len(probability) > 1 and float(np.ptp(probability)) < _ALIKE

    @property
    def most_informative(self) -> tuple[str, ValueOfTesting]:
        """Candidate with the largest value of testing among those that can be suggested now, and that value.

        If none can be suggested, the recommended candidate with the value 0.
        """
        stock, rows = self.study.stock, self.study.design.row_of
        if stock.exhausted:
            return self.recommended.candidate, ValueOfTesting(0.0, self.in_progress, self.picked)
        kg = np.full(len(stock.open), -np.inf)
        kg[rows] = self.kg
        row = int(np.argmax(np.where(stock.open & ~np.isnan(kg), kg, -np.inf)))
        candidate = self.study.pool.ids[stock.next[row]]
        return candidate, self.value_of(candidate)

    @property
    def progress(self) -> StoppingState:
        """Input of stopping rules, under the study's belief; gains are averaged over the runs in progress."""
        _, most = self.most_informative
        return progress_of(self.study, most.gain, stake=self.at_stake)

    def at(self, level: float) -> Advice:
        """Return the same advice with intervals of another probability `level` (0..1); the log keeps the default."""
        usual = self.recorded or self
        if level == self.level:
            return self
        if level == LEVEL:
            return usual
        design = self.study.design
        low, high = (end[design.row_of] for end in self.study.belief.interval(design.X, level))
        return replace(usual, low=low, high=high, level=level, recorded=usual)

    def with_stake(self, stake: PerfectInformation) -> Advice:
        """Return the same advice with the value of perfect information, which is computed later."""
        wanted = self.chosen is not None and self.suggestion.takes_several
        return replace(self, stake=stake) if wanted else self

    def probability_of(self, candidate: str) -> float:
        """Return the predicted probability of success of a candidate."""
        return float(self.probability[self.study.pool.row(candidate)])

    def estimate(self, candidate: str) -> Estimate:
        """Return the predicted probability of success of a candidate with its interval."""
        row = self.study.pool.row(candidate)
        return Estimate(candidate, float(self.probability[row]), float(self.low[row]), float(self.high[row]))

    def value_of(self, candidate: str) -> ValueOfTesting:
        """Return the value of testing a candidate with its condition; 0 for one that cannot be run any more."""
        gain = float(self.kg[self.study.pool.row(candidate)])
        return ValueOfTesting(gain, self.in_progress, self.picked)

    def at_hand(self, candidate: str) -> Suggestion | None:
        """Return `about(candidate)` if that needs no kernel, for the GUI thread; otherwise None."""
        return self.about(candidate) if _at_hand(self, self.study.pool.row(candidate)) else None

    def about(self, candidate: str) -> Suggestion:
        """Explain a candidate chosen by the user, in stock or not, and its loss against the suggested one, if any."""
        explained = self.explain(self.study.pool.row(candidate), "chosen")
        if self.chosen is None or candidate == self.next:
            return explained
        suggested = self.suggestion
        return replace(explained, loss=suggested.kg - explained.kg, instead_of=suggested.candidate)

    def explain(self, candidate: int, rule: Reason) -> Suggestion:
        """Return the Suggestion for one candidate (row of the pool); the reason `sharpens` is refined here."""
        kg, if_success, if_failure = _one_run(self, candidate)
        rivals = self.kg if self.among is None else self.kg[self.among.open[self.study.design.row_of]]
        largest = float(np.nanmax(rivals))
        if rule == "sharpens":
            if largest <= RESOLUTION:
                rule = "nothing_left"
            elif if_success.changes or if_failure.changes:
                rule = "changes_best"
        return Suggestion(
            candidate=self.study.pool.ids[candidate],
            kg=kg,
            probability=float(self.probability[candidate]),
            low=float(self.low[candidate]),
            high=float(self.high[candidate]),
            if_success=if_success,
            if_failure=if_failure,
            reason=rule,
            policy=self.policy,
            now=self.sweep.value_now,
            in_progress=self.in_progress,
            picked=self.picked,
            outdone=largest > kg + RESOLUTION,
            averaged=isinstance(self.study.belief, AverageBelief),
            keeps_best=rule == "nothing_left" and not self.open_runs and self.sweep.keeps_best,
        )

    def repeats(self, candidate: str, most: int = MOST) -> RepeatValues:
        """Compute the value of 1..most runs of a candidate at once, limited to the planned runs that are left."""
        study, design = self.study, self.study.design
        row = int(design.row_of[study.pool.row(candidate)])
        left = min(study.settings.budget - study.done - len(self.open_runs), study.tried.left(candidate))
        return repeat_values(row, self.outlook, design.X, study.stock.in_stock, max(1, min(most, left)))

    def best_repeats(self, goes_on: Callable[[], bool] = lambda: True) -> RepeatSuggestion | None:
        """Find the candidate to run several times at once by KG(*); None if the gain is too small.

        Its value per run must exceed that of the best single run by a quarter, and be visible in tenths of a point.
        Where the study's knowledge gradient chooses, every candidate that can be run is considered (see
        `kgdesk.model.advice.repeats`); else only the suggested one. None for batches, while runs are open, where
        conditions restrict the suggestion, and where the best is to be confirmed.
        """
        if self.open_runs or self.chosen is None or self.among is not None or self.confirms:
            return None
        policy = "kg" if self.rule == "kg" and self.chooser is None else self.policy
        return suggest_repeats(self.study, policy, self.suggestion, goes_on)

    def with_repeats(self, again: RepeatSuggestion | None) -> Suggestion:
        """Return the suggestion, with the value of several runs if `again` is about the suggested candidate."""
        if again is None or again.candidate != self.suggestion.candidate:
            return self.suggestion
        return replace(self.suggestion, several=again.value)

    def as_facts(self) -> dict[str, Any]:
        """Return the payload that records a suggestion which the user followed, with the default intervals."""
        return _suggestion_facts(self.recorded or self)


def _suggestion_facts(advice: Advice) -> dict[str, Any]:
    """Return the payload that records a suggestion which the user followed, JSON values.

    `belief` and `belief_digest` are those of the belief that chose, so that the choice can be replayed; if that is not
    the study's belief, `chooser_probability` is its prediction. All other numbers are those on display, with intervals
    of the default level.
    """
    top = np.argsort(-advice.kg, kind="stable")[:5]
    choosing = advice.chooser or advice
    return {
        "candidate": advice.suggestion.candidate,
        "revision": advice.revision,
        "policy": advice.policy,
        "seed": advice.study.settings.seed,
        "belief": choosing.belief,
        "belief_digest": choosing.belief_digest,
        "kg": advice.suggestion.kg,
        "probability": advice.suggestion.probability,
        "interval": [advice.suggestion.low, advice.suggestion.high],
        "recommended": advice.recommended.as_json(),
        "top": [[advice.study.pool.ids[i], float(advice.kg[i])] for i in top],
        **({"chooser_probability": advice.chooser.probability} if advice.chooser else {}),
        **({"open_runs": list(advice.open_runs)} if advice.open_runs else {}),
        **({"restricted": True} if advice.among is not None else {}),
        **({"confirms": True} if advice.confirms else {}),
        **({"day": day} if (day := advice.study.day_begun) else {}),
    }


def _at_hand(advice: Advice, candidate: int) -> bool:
    runnable = advice.study.stock.runnable[advice.study.design.row_of[candidate]]
    return bool(runnable) and not np.isnan(advice.kg[candidate])


def _one_run(advice: Advice, candidate: int) -> tuple[float, Future, Future]:
    """Return the KG value of a run of one candidate, a row of the pool, and the futures after either outcome."""
    study, sweep = advice.study, advice.sweep
    row, kg = int(study.design.row_of[candidate]), float(advice.kg[candidate])
    if _at_hand(advice, candidate):
        success, failure = sweep.after(row)
    else:
        run = lookahead(row, study.belief, advice.outlook, study.design.X, study.stock.in_stock)
        kg, success, failure = run.gain, run.success, run.failure
    alike = advice.all_alike
    after_success, after_failure = (
        Future(study.pool.ids[study.stock.best[best]], value, alike or best != sweep.best_now)
        for best, value in (success, failure)
    )
    return kg, after_success, after_failure

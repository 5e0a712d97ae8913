"""What the belief advises: the next candidate, why, what either outcome would change, and the best so far."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.errors import BadInput, either, phrase
from kgdesk.model.choosing import Chooser, choose
from kgdesk.model.explanation import VISIBLE, Estimate, Future, Reason, Suggestion
from kgdesk.model.facing import situation
from kgdesk.model.findings import BestAfter, Effect, best_after, effects, recommended
from kgdesk.model.logodds import LEVEL
from kgdesk.model.numbers import Numbers
from kgdesk.model.repeating import Repeating, where_it_pays
from kgdesk.model.repeats import MOST, Repeats, repeats
from kgdesk.model.stopping import Progress
from kgdesk.model.together import waiting
from kgdesk.model.value import ValueOfTesting

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.perfect_information import PerfectInformation
    from kgdesk.model.study import Study

    Array = NDArray[np.float64]

__all__ = [
    "MOST_AT_ONCE",
    "VISIBLE",
    "Advice",
    "BestAfter",
    "Effect",
    "Estimate",
    "Future",
    "Suggestion",
    "ValueOfTesting",
    "advise",
    "advise_batch",
    "best_after",
    "effects",
    "recommended",
]

#: So many picks of a batch at most: a plate has 96 wells.
MOST_AT_ONCE = 100


@dataclass(frozen=True, kw_only=True)
class Advice(Numbers):
    """Everything that is computed for one state of a study.

    Parameters
    ----------
    suggestion
        The candidate to run next.
    recommended
        The best candidate so far, by the study's belief.
    score
        (M,) what the policy ranked, by the chooser's belief if there is one; also of candidates that cannot be
        suggested now.
    chooser
        Set where the policy brings another belief than the study's.
    waits
        Nothing can start beside the runs in progress: the suggestion is for the time after one of them.
    level
        The share of the probability, 0..1, that every interval here holds.
    kept
        The same with the usual intervals, which the log keeps; None where these are the usual ones.
    """

    suggestion: Suggestion
    recommended: Estimate
    score: Array
    chooser: Chooser | None = None
    waits: bool = False
    level: float = LEVEL
    kept: Advice | None = None

    def at(self, level: float) -> Advice:
        """Return the same advice with intervals that hold another share `level` (0..1) of the probability.

        Only what is shown changes: the log keeps the usual intervals whatever a person looks at.
        """
        usual = self.kept or self
        if level == self.level:
            return self
        if level == LEVEL:
            return usual
        made, pool = self.study.design, self.study.pool
        low, high = (end[made.row_of] for end in self.study.belief.interval(made.X, level))
        told, best = usual.suggestion, usual.recommended
        next_row, best_row = pool.row(told.candidate), pool.row(best.candidate)
        return replace(
            usual,
            low=low,
            high=high,
            suggestion=replace(told, low=float(low[next_row]), high=float(high[next_row])),
            recommended=replace(best, low=float(low[best_row]), high=float(high[best_row])),
            level=level,
            kept=usual,
        )

    @property
    def progress(self) -> Progress:
        """What a stopping rule may look at: the study by its own belief, whichever chooses.

        Values of testing are averaged over the outcomes of the runs in progress.
        """
        _, most = self.most_informative
        seed = self.study.settings.seed, self.study.revision
        return Progress(situation(self.study, policy="kg"), self.in_progress, most.gain, seed)

    def with_stake(self, stake: PerfectInformation) -> Advice:
        """Return the same advice with what is still at stake, which is worked out behind it."""
        return replace(self, suggestion=self.suggestion.with_stake(stake))

    def probability_of(self, candidate: str) -> float:
        """Return the predicted probability of success of a candidate."""
        return float(self.probability[self.study.pool.row(candidate)])

    def estimate(self, candidate: str) -> Estimate:
        """Return the predicted probability of success of a candidate with its interval."""
        row = self.study.pool.row(candidate)
        return Estimate(candidate, float(self.probability[row]), float(self.low[row]), float(self.high[row]))

    def at_hand(self, candidate: str) -> Suggestion | None:
        """Return what `about` does where it is known already; None for what is out of stock, which takes a calculation.

        This is for a window: it must not start a kernel while its lane runs one.
        """
        row = int(self.study.design.row_of[self.study.pool.row(candidate)])
        return self.about(candidate) if self.study.stock.in_stock[row] else None

    def about(self, candidate: str) -> Suggestion:
        """Return the same explanation for a candidate that a person chose, with what choosing it costs.

        It may be out of stock: who can run it after all is told what that would change.
        """
        told = self.explain(self.study.pool.row(candidate), "chosen")
        if candidate == self.suggestion.candidate:
            return told
        return replace(told, loss=self.suggestion.kg - told.kg, instead_of=self.suggestion.candidate)

    def repeats(self, candidate: str, most: int = MOST) -> Repeats:
        """Return what running a candidate 1..most times at once is worth, at most the planned runs that are left."""
        study = self.study
        left = study.settings.budget - study.done - len(self.open_runs)
        return repeats(
            int(study.design.row_of[study.pool.row(candidate)]),
            self.outlook,
            study.design.X,
            study.stock.in_stock,
            max(1, min(most, left)),
        )

    def best_repeats(self, goes_on: Callable[[], bool] = lambda: True) -> Repeating | None:
        """Return the candidate to run several times at once, where that pays; None where it does not.

        It pays where several runs at once are worth a quarter more per run than the best single run, and enough to be
        written in tenths of a point. Under the knowledge gradient every candidate that can be run is looked at, as
        far as `kgdesk.model.repeating` says; under another policy only the suggested one. The picks of a batch allow
        for each other already, and while runs are open the count is left to them.
        """
        return None if self.open_runs else where_it_pays(self.study, self.policy, self.suggestion, goes_on)

    def with_repeats(self, again: Repeating | None) -> Suggestion:
        """Return the suggestion with the word to run it several times, where `best_repeats` names it itself."""
        if again is None or again.candidate != self.suggestion.candidate:
            return self.suggestion
        return replace(self.suggestion, several=again.value)

    def as_facts(self) -> dict[str, Any]:
        """Return what the log keeps of a suggestion that was acted on.

        `belief` and `belief_digest` are those that chose, so that the choice can be replayed; where they are not the
        study's, `chooser_probability` is what that belief predicted. The other numbers are what the person was shown,
        the intervals at their usual level.
        """
        if self.kept is not None:
            return self.kept.as_facts()
        top = np.argsort(-self.kg, kind="stable")[:5]
        own = self.chooser
        return {
            "candidate": self.suggestion.candidate,
            "revision": self.revision,
            "policy": self.policy,
            "seed": self.study.settings.seed,
            "belief": own.belief if own else self.belief,
            "belief_digest": own.belief_digest if own else self.belief_digest,
            "kg": self.suggestion.kg,
            "probability": self.suggestion.probability,
            "interval": [self.suggestion.low, self.suggestion.high],
            "recommended": self.recommended.as_json(),
            "top": [[self.study.pool.ids[i], float(self.kg[i])] for i in top],
            **({"chooser_probability": own.probability} if own else {}),
            **({"open_runs": list(self.open_runs)} if self.open_runs else {}),
        }


def advise(
    study: Study, *, policy: str | None = None, progress: Callable[[int, int], None] | None = None
) -> Advice:
    """Compute the advice for the present state of a study.

    A policy with a belief of its own (``kg/diagonal``) chooses by that belief; the recommended candidate,
    probabilities, intervals, KG values and futures stay those of the study's belief.

    While runs are in progress, the policy's scores are averaged over their outcomes (`kgdesk.model.outlook`), by the
    belief that chooses; the scores of a policy that draws are those in one drawn future, since an average of draws
    is none. Only candidates in stock that are not skipped for now are suggested; every candidate in stock, skipped
    or being run, may be the recommended one, and V(s) is the maximum over these. Rivals that sum over the rows of the
    pool (Fisher, logistic bound, disc) go on to sum over all.

    Parameters
    ----------
    study
        Any study; a finished one is advised as if it were open.
    policy
        Another policy than the study's.
    progress
        Told (done, total) between the parts of a sweep that takes long, which begins anew for each future of runs in
        progress; what it raises ends the work.

    Returns
    -------
    Advice
        Equal for equal events, on one machine to the last bit, whatever the number of threads.
    """
    return _pick(study, policy or study.settings.policy, (), progress)


def advise_batch(study: Study, count: int, *, policy: str | None = None) -> tuple[Advice, ...]:
    """Compute several candidates to run at once, greedily: each pick is an open run for the next.

    Parameters
    ----------
    study, policy
        As in `advise`, which gives the first pick.
    count
        Number of picks, 1..100; one candidate may be picked more than once.

    Raises
    ------
    BadInput
        A number out of range, or more than can run together.
    """
    if not 1 <= count <= MOST_AT_ONCE:
        raise BadInput(
            phrase(
                "Between 1 and {most_at_once} candidates can be suggested at once, not {count}.",
                most_at_once=MOST_AT_ONCE,
                count=count,
            )
        )
    picked: tuple[Advice, ...] = ()
    while len(picked) < count:
        made = _pick(study, policy or study.settings.policy, picked)
        if made.waits and count > 1:
            runs = f"{len(picked)} more run{'s' * (len(picked) != 1)}" if picked else "no run"
            raise BadInput(
                phrase(
                    "Beside the runs in progress {runs} can start, not {count}: of the candidates that "
                    "have the same {choices}, one run at most is in progress.",
                    runs=runs,
                    count=count,
                    choices=either(study.settings.never_together),
                )
            )
        picked = (*picked, made)
    return picked


def _pick(
    study: Study,
    name: str,
    before: Sequence[Advice],
    progress: Callable[[int, int], None] | None = None,
) -> Advice:
    made, pool = study.design, study.pool
    chosen = choose(
        study,
        name,
        [advice.suggestion.candidate for advice in before],
        sweep=before[0].sweep if before else None,
        progress=progress,
    )
    sweep, stock, belief, own = chosen.sweep, chosen.stock, chosen.belief, chosen.chooser is None
    low, high = (end[made.row_of] for end in belief.interval(made.X))
    best = int(stock.best[sweep.best_now])
    numbers = Numbers(
        revision=study.revision,
        policy=name,
        belief=belief.kind,
        belief_digest=belief.digest,
        kg=chosen.kg[made.row_of],
        probability=sweep.probability[made.row_of],
        low=low,
        high=high,
        study=study,
        sweep=sweep,
        outlook=chosen.outlook,
        open_runs=chosen.open_runs,
    )
    told = numbers.explain(int(stock.next[chosen.row]), _rule(name, same=own))
    if stock.waits:
        told = replace(told, notice=waiting(study.groups, told.candidate, chosen.open_runs))
    return Advice(
        **{f.name: getattr(numbers, f.name) for f in fields(numbers)},
        suggestion=told,
        waits=stock.waits,
        recommended=Estimate(pool.ids[best], sweep.value_now, float(low[best]), float(high[best])),
        score=chosen.score[made.row_of],
        chooser=chosen.chooser,
    )


def _rule(policy: str, *, same: bool) -> Reason:
    """Return how the sentence begins: the study's two futures explain only a choice by its own knowledge gradient."""
    return "sharpens" if same and policy.partition("/")[0] in ("kg", "online-kg") else "policy"

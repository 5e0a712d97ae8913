"""Alternatives to the suggestion: the choice of another policy, and the runner-up beside the suggested candidate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.model import policies
from kgdesk.model.advice.picks import advise
from kgdesk.model.advice.posterior_summary import policy_context
from kgdesk.model.advice.suggestion import VISIBLE, Suggestion, futures_sentence
from kgdesk.text import Phrase, Quantity, phrase

if TYPE_CHECKING:
    from kgdesk.model.advice.advice import Advice


def choice_of(advice: Advice, policy: str) -> Suggestion:
    """Return the suggestion of another policy in the state of an advice; some candidate must be runnable.

    It is the suggestion of `kgdesk.model.advice.picks.advise` with this policy; if no run is open, the sweep of the
    advice is reused.

    Parameters
    ----------
    advice
        Advice by any policy that uses the study's own belief.
    policy
        Name of the other policy.
    """
    study = advice.study
    if advice.open_runs:
        return advise(study, policy=policy).at(advice.level).suggestion
    seen = policy_context(study, policy=policy)
    if seen.belief is study.belief:
        seen.__dict__["sweep"] = advice.sweep  # of the same belief and rows: what it would work out itself
    score = np.where(study.stock.open, policies.policy(policy).scores(seen), -np.inf)
    row = policies.choose(score, seen)
    return advice.about(study.pool.ids[study.stock.next[row]])


def runner_up(advice: Advice) -> Suggestion | None:
    """Return the candidate that would be suggested if the suggested one did not exist; None if there is no other.

    Candidates with the same attributes as the suggested one do not count: they are the same alternative.
    """
    study = advice.study
    design, stock = study.design, advice.among or study.stock
    others = stock.open.copy()
    if advice.chosen is not None:
        others[design.row_of[advice.chosen]] = False
    if not others.any():
        return None
    score = np.full(len(design.X), -np.inf)
    score[design.row_of] = advice.score
    row = int(np.argmax(np.where(others & ~np.isnan(score), score, -np.inf)))
    return advice.about(study.pool.ids[stock.next[row]])


@dataclass(frozen=True, slots=True)
class Comparison:
    """Comparison of the suggested candidate with the runner-up.

    Parameters
    ----------
    first, second
        Suggestions for both, with explanations, under the same condition.
    """

    first: Suggestion
    second: Suggestion

    @property
    def less(self) -> float:
        """Value of testing of the first less that of the second, in 0..1; may be negative."""
        return self.first.kg - self.second.kg

    @property
    def why(self) -> Phrase:
        """Explanation in three sentences: both values of testing, and the effect of either outcome of each."""
        return phrase(
            "{worth} {first} {second}",
            worth=self._worth(),
            first=futures_sentence(self.first, named=True),
            second=futures_sentence(self.second, named=True),
        )

    def _worth(self) -> Phrase:
        words = {
            "first": self.first.candidate,
            "second": self.second.candidate,
            "value": self.second.value.words,
            "gap": Quantity(abs(self.less), "points"),
        }
        if abs(self.less) < VISIBLE:
            return phrase(
                "The value of testing {second}, which would follow, is {value}: within 0.1 points of that of {first}.",
                **words,
            )
        if self.less > 0:
            return phrase(
                "The value of testing {second}, which would follow, is {value}: {gap} points less than that of {first}.",  # noqa: E501
                **words,
            )
        return phrase(
            "The value of testing {second}, which the policy ranks next, is {value}: {gap} points more than that of "
            "{first}.",
            **words,
        )

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the command line prints."""
        return {
            "candidate": self.second.candidate,
            "kg": self.second.kg,
            **self.second.value.as_json(),
            "less": self.less,
            "why": str(self.why),
        }


def comparison(advice: Advice) -> Comparison | None:
    """Return the comparison of the suggested candidate with the runner-up.

    None if there is no other candidate, if no run has a value of testing, or if the policy's choice is not explained by
    look-ahead.
    """
    if advice.next is None:
        return None
    first = advice.suggestion
    second = runner_up(advice) if first.reason in ("changes_best", "sharpens") else None
    return None if second is None else Comparison(first, second)

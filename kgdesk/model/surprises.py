"""Runs whose entry deserves a second look: unlikely outcomes, and repeated runs that disagree."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.prequential import Prediction
    from kgdesk.model.study import Study

#: An outcome predicted with less than this is a surprise.
UNLIKELY = 0.1


@dataclass(frozen=True, slots=True)
class Surprise:
    """A run worth a second look at its entry.

    Parameters
    ----------
    run, candidate, success
        Number as shown, name, outcome.
    chance
        Predicted probability of this outcome; None where nothing was predicted.
    successes, failures
        All valid runs of the candidate.
    """

    run: int
    candidate: str
    success: bool
    chance: float | None
    successes: int
    failures: int

    @property
    def unlikely(self) -> bool:
        """Whether the outcome was predicted with less than 10 %."""
        return self.chance is not None and self.chance < UNLIKELY

    @property
    def disagrees(self) -> bool:
        """Whether other runs of the same candidate came out otherwise."""
        return bool(self.successes and self.failures)


def surprises(study: Study, seen: Sequence[Prediction]) -> tuple[Surprise, ...]:
    """Return unlikely outcomes, and of each candidate whose runs disagree the newest of the rarer outcome, by run."""
    tally = Counter((run.candidate, run.outcome == "success") for run in study.valid)
    chance = {p.run: p.chance for p in seen}
    wanted = {p.run for p in seen if p.chance < UNLIKELY}
    odd: dict[str, int] = {}
    for run in study.valid:
        up, down = tally[run.candidate, True], tally[run.candidate, False]
        if up and down and (up == down or (run.outcome == "success") == (up < down)):
            odd[run.candidate] = run.number
    return tuple(
        Surprise(
            run.number,
            run.candidate,
            run.outcome == "success",
            chance.get(run.number),
            tally[run.candidate, True],
            tally[run.candidate, False],
        )
        for run in study.valid
        if run.number in wanted or odd.get(run.candidate) == run.number
    )


def expected_surprises(seen: Sequence[Prediction]) -> float:
    """Return how many unlikely outcomes there should be if the predictions are right."""
    both = [(p.probability, 1.0 - p.probability) for p in seen]
    return sum((chance for pair in both for chance in pair if chance < UNLIKELY), 0.0)

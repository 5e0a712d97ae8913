"""The value still to be gained: by how much one more run was expected to improve the choice, run by run."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgdesk.model.outlook import sweep_within
from kgdesk.model.stopping import AllOf, AnyOf, ValueBelow

if TYPE_CHECKING:
    from kgdesk.model.stopping import Rule
    from kgdesk.model.study import Study


@dataclass(frozen=True, slots=True)
class GainAfter:
    """The largest value of testing as it was believed when a run had just been recorded; run 0 is before the first.

    Parameters
    ----------
    run
        Its number.
    gain
        Expected gain in the best predicted probability by one more run, in 0..1; may be slightly negative.
    """

    run: int
    gain: float


def gains_on_record(study: Study) -> dict[int, float]:
    """Return the largest value of testing that suggestions were made with, by the number of runs before them."""
    recorded = [run.seq for run in study.runs]
    found: dict[int, float] = {}
    for event in study.events:
        if event.kind != "suggestion_made":
            continue
        facts = event.payload
        top = facts.get("top")
        if top and not facts.get("open_runs"):
            found.setdefault(bisect_right(recorded, int(facts["revision"])), float(top[0][1]))
    return found


def gain_now(study: Study) -> GainAfter:
    """Return the largest value of testing in stock as believed now; runs in progress are not looked at."""
    in_stock = study.stock.in_stock
    sweep = sweep_within(study.belief, study.design.X, in_stock)
    return GainAfter(len(study.runs), float(sweep.kg[in_stock].max()))


def gain_after(study: Study, run: int) -> GainAfter:
    """Return the largest value of testing in the state after a run; later corrections do not change it."""
    return gain_now(study.as_of(run))


def threshold(rule: Rule | None) -> float | None:
    """Return the value of testing below which a rule stops; None where it looks at none.

    Of several that are joined the one that can stop first: the largest where any suffices, the smallest where all
    must agree.
    """
    if isinstance(rule, ValueBelow):
        return rule.gain
    if isinstance(rule, AnyOf | AllOf):
        inner = [value for part in rule.rules if (value := threshold(part)) is not None]
        if inner:
            return max(inner) if isinstance(rule, AnyOf) else min(inner)
    return None

"""Input of the stopping rule of a study, and the run that confirms the best candidate where only that is missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgdesk.model.advice.posterior_summary import policy_context
from kgdesk.model.study.rule_syntax import highest_stake, lacks_success_alone
from kgdesk.model.study.stopping_rules import StoppingState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.design.availability import Availability
    from kgdesk.model.policies import PolicyContext
    from kgdesk.model.policies.perfect_information import PerfectInformation
    from kgdesk.model.study.study import Study


def progress_of(
    study: Study,
    gain: float | None = None,
    *,
    context: PolicyContext | None = None,
    stake: PerfectInformation | None = None,
) -> StoppingState:
    """Return the input of the stopping rule of a study in its present state.

    Parameters
    ----------
    gain
        Largest value of testing, in 0..1, if known.
    context
        Policy context with the study's own belief, if it exists already.
    stake
        Value of perfect information, if known.
    """
    rows = study.design.row_of
    return StoppingState(
        context or policy_context(study, policy="kg"),
        len(study.pending),
        gain,
        study.draw_seed,
        stake,
        above=highest_stake(study.settings.stopping),
        name_of=lambda row: study.pool.ids[study.stock.best[row]],
        running=tuple((int(rows[study.pool.row(run.candidate)]), run.number) for run in study.pending),
        run_limit=study.settings.run_limit,
        undecided=frozenset(
            int(rows[study.pool.row(run.candidate)]) for run in study.runs if run.outcome == "undecided"
        ),
    )


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Whether a run of the recommended candidate is all that the stopping rule still asks for.

    Parameters
    ----------
    row
        Row of the candidate to run; None: the policy chooses.
    stake
        Value of perfect information, if it was needed to know that.
    """

    row: int | None = None
    stake: PerfectInformation | None = None


def confirmation(
    study: Study, context: PolicyContext, best: int, open_rows: Sequence[int], stock: Availability
) -> Confirmation:
    """Return the run that confirms the best candidate, if only its successes are missing before the rule is met.

    Nothing is drawn while the best has its successes, is in progress or cannot be run. Before the first outcome no
    candidate is the best.

    Parameters
    ----------
    context
        Policy context with the study's own belief.
    best
        Row of the recommended candidate.
    open_rows
        Rows in progress, and of the earlier picks of a batch.
    stock
        Availability beside these.
    """
    if not study.valid or best in open_rows or not stock.open[best]:
        return Confirmation()
    progress = progress_of(study, context=context)
    progress.__dict__["best"] = best  # what it would work out itself
    alone = lacks_success_alone(study.settings.stopping, progress)
    return Confirmation(best if alone else None, progress.__dict__.get("at_stake"))

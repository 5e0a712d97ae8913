"""Whether the predictions of a study have been wrong so far: likelihood ratios of altered predictions, run by run."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from truth.replay import World

#: Alterations of a prediction in log-odds, by what they allow for: too sure, too hopeful, too gloomy.
_ALTERED: tuple[tuple[Callable[[float], float], ...], ...] = (
    tuple(lambda a, s=slope: s * a for slope in (0.0, 0.25, 0.5, 0.75)),
    tuple(lambda a, s=shift: a - s for shift in (0.5, 1.0, 2.0)),
    tuple(lambda a, s=shift: a + s for shift in (0.5, 1.0, 2.0)),
)


def warn(world: World) -> bool:
    """Return whether one of three averages of likelihood ratios has reached 60, and is not below 1 by now."""
    seen = fresh(world)
    for kinds in _ALTERED:
        products, reached, mean = [0.0] * len(kinds), False, 1.0
        for p, won in seen:
            a = math.log(p / (1.0 - p))
            for nth, alter in enumerate(kinds):
                products[nth] += _log_chance(alter(a), won) - _log_chance(a, won)
            mean = sum(math.exp(min(one, 700.0)) for one in products) / len(kinds)
            reached = reached or mean >= 60.0
        if reached and mean >= 1.0:
            return True
    return False


def _log_chance(a: float, won: bool) -> float:
    """Return the log probability of an outcome at log-odds a."""
    signed = a if won else -a
    return -math.log1p(math.exp(-signed)) if signed > -30.0 else signed


def fresh(world: World) -> list[tuple[float, bool]]:
    """Return prediction and outcome of the runs that were predicted from all earlier outcomes, none of them wrong."""
    changes: dict[int | str, list[int]] = {}
    named: dict[int | str, set[str]] = {}
    for entry in world.log:
        if entry.seq in world.run_of_entry and entry.kind == "outcome_recorded":
            named.setdefault(world.run_of_entry[entry.seq], set()).add(entry.facts["candidate"])
        elif entry.kind in {"outcome_corrected", "outcome_voided"}:
            changes.setdefault(entry.facts["run"], []).append(entry.seq)
            named.setdefault(entry.facts["run"], set()).add(entry.facts["new"]["candidate"])
    wrong = [(run.seq, at) for run in world.runs for at in changes.get(run.number, ()) if at > run.seq]
    found, before = [], 0
    for run in world.valid:
        at = run.seq if run.start is None else run.start
        alone, before = run.of == 1 and before < at, run.seq
        if run.imported or run.before is None or len(named[run.number]) > 1 or at < world.threshold_since:
            continue
        if alone and not any(entered < at < corrected for entered, corrected in wrong):
            p = min(max(run.before, 1e-12), 1.0 - 1e-12)
            found.append((p, run.outcome == "success"))
    return found

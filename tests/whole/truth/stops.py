"""Expected verdict of a study's stopping rule in one state, computed from the text form of the rule."""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np
from truth.beliefs import expit
from truth.facts import Either, Format
from truth.headings import in_progress
from truth.reasons import running

if TYPE_CHECKING:
    from truth.facts import Facts
    from truth.independent import Own

_NEAR = 1e-7
#: Admitted distance of two Monte Carlo estimates, in standard errors.
_DEVIATIONS = 6.0


@dataclass(frozen=True)
class Verdict:
    """One admissible verdict of a rule, with the facts that its sentence states."""

    stop: bool
    why: Facts


def verdicts(own: Own, stake: tuple[float, float] | None = None) -> list[Verdict]:
    """Return the admissible verdicts: one, or several at a tie or if an estimate decides.

    Parameters
    ----------
    own
        Facts about the state.
    stake
        The program's value of perfect information with standard error, in 0..1, which was compared with an independent
        estimate.
    """
    finished = own.world.finished
    if finished is not None:
        return [Verdict(True, [finished.actor, finished.facts["reason"], *in_progress(own.world)])]
    if own.stock.exhausted:
        return [Verdict(True, all_tried(own))]
    text = str(own.world.settings.get("stop", "")) or f"runs {own.world.settings['budget']}"
    pieces = re.findall(r"[()]|[a-z-]+|[0-9.]+", text.casefold())
    return _any(_Asked(own, stake), pieces)


def all_tried(own: Own) -> Facts:
    """Return the facts of a state in which no candidate can be run any more."""
    most = own.world.settings["repeats"]
    return [*([] if most == "no" else [int(most)]), *running(own)]


@dataclass(frozen=True)
class _Asked:
    """Input of a rule."""

    own: Own
    stake: tuple[float, float] | None


def _any(asked: _Asked, pieces: list[str]) -> list[Verdict]:
    parts = [_all(asked, pieces)]
    while pieces[:1] == ["or"]:
        pieces.pop(0)
        parts.append(_all(asked, pieces))
    return _combined(parts, any)


def _all(asked: _Asked, pieces: list[str]) -> list[Verdict]:
    parts = [_one(asked, pieces)]
    while pieces[:1] == ["and"]:
        pieces.pop(0)
        parts.append(_one(asked, pieces))
    return _combined(parts, all)


def _combined(parts: list[list[Verdict]], rule: object) -> list[Verdict]:
    """Return every combination: the facts are those of the parts that agree with the whole."""
    if len(parts) == 1:
        return parts[0]
    made = []
    for chosen in itertools.product(*parts):
        stop = rule(verdict.stop for verdict in chosen)  # type: ignore[operator]
        why = tuple(verdict.why for verdict in chosen if verdict.stop == stop)
        made.append(Verdict(stop, [fact for part in why for fact in part]))
    return made


def _one(asked: _Asked, pieces: list[str]) -> list[Verdict]:
    kind, own = pieces.pop(0), asked.own
    if kind == "(":
        inside = _any(asked, pieces)
        pieces.pop(0)
        return inside
    first = float(pieces.pop(0))
    if kind == "runs":
        return [_budget(own, int(first))]
    if kind == "value":
        return _value(own, first)
    if kind == "at-stake":
        return [_at_stake(asked, first)]
    pieces.pop(0)
    second = float(pieces.pop(0))
    return _within(own, first, second) if kind == "within" else _cost(own, first, second)


def _budget(own: Own, runs: int) -> Verdict:
    done, open_runs = own.world.done, len(own.world.running)
    left, stop = runs - done - open_runs, done + open_runs >= runs
    if not stop:
        return Verdict(stop, [left, runs])
    if runs == own.world.settings["budget"]:
        return Verdict(stop, [runs, *running(own)])
    return Verdict(stop, [runs, done, *running(own)])


def _sides(value: float, limit: float, near: float = _NEAR) -> list[bool]:
    """Return whether a value is below a limit; both if it is within the tolerance."""
    return [True, False] if abs(value - limit) <= near else [value < limit]


def _value(own: Own, points: float) -> list[Verdict]:
    gain = own.largest_gain
    return [
        Verdict(stop, [points if stop else Format(100.0 * gain, ".2g"), *running(own)])
        for stop in _sides(gain, points / 100.0)
    ]


def _cost(own: Own, cost: float, worth: float) -> list[Verdict]:
    gained = 100.0 * max(own.largest_gain, 0.0) * worth
    return [
        Verdict(stop, [Format(gained, ".3g"), cost, *running(own)]) for stop in _sides(gained, cost, 1e-5)
    ]


def _within(own: Own, points: float, level: float) -> list[Verdict]:
    """Compare the chance with a level: both are estimates from 2,000 draws, so that several chances are admissible."""
    rng = np.random.default_rng((own.world.revision, 5))
    weights = own.belief.draws(2_000, rng, own.X.shape[1])
    p = expit(weights @ own.X[own.at].T)
    chosen = [int(np.flatnonzero(own.at == row)[0]) for row in own.best[2]]
    chances = [float(np.mean(p.max(axis=1) - p[:, one] <= points / 100.0)) for one in chosen]
    spread = _DEVIATIONS * math.sqrt(2.0 / 4.0 / 2_000)
    low, high = min(chances) - spread, max(chances) + spread
    shares = range(max(0, math.floor(100 * low)), min(100, math.ceil(100 * high)) + 1)
    facts: Facts = [points, Either(frozenset(map(str, shares)))]
    made = []
    if high >= level / 100.0:
        made.append(Verdict(stop=True, why=facts))
    if low < level / 100.0:
        made.append(Verdict(stop=False, why=[*facts, level]))
    return made


def _at_stake(asked: _Asked, points: float) -> Verdict:
    if asked.stake is None:
        raise AssertionError("the rule looks at what is at stake, and nothing is known of it")
    value, error = (100.0 * part for part in asked.stake)
    # As many digits as show the side, at least two.
    numbers = [_plain(value, digits) for digits in range(2, 18)]
    number = next((each for each in numbers if (float(each) <= points) == (value <= points)), numbers[-1])
    why: Facts = [Either(frozenset({number})), Either(frozenset({_plain(error, 2)})), points]
    return Verdict(value <= points, [*why, *uncounted(asked.own)])


def uncounted(own: Own) -> Facts:
    """Return the number of runs in progress that the value at stake ignores; a single one is not counted out."""
    return running(own) if len(own.world.running) > 1 else []


def _plain(number: float, digits: int) -> str:
    return f"{Decimal(f'{number:.{digits}g}'):f}"

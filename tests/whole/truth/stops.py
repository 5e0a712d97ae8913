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
from truth.headings import in_progress
from truth.reasons import number_of_runs
from truth.wording import Format, Given, Joined, Words, Written, words

if TYPE_CHECKING:
    from truth.independent import Own

_NEAR = 1e-7
_ONE_RUN = words("This looks one run ahead only.")
#: Admitted distance of two Monte Carlo estimates, in standard errors.
_DEVIATIONS = 6.0


@dataclass(frozen=True)
class Verdict:
    """One admissible verdict of a rule, with its sentence."""

    stop: bool
    why: object


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
        by_whom = {"operator": finished.actor, "reason": finished.facts["reason"]}
        running = in_progress(own.world)
        if running:
            return [
                Verdict(
                    True, words("Finished by {operator} with {running}: {reason}", running=running, **by_whom)
                )
            ]
        return [Verdict(True, words("Finished by {operator}: {reason}", **by_whom))]
    if own.stock.exhausted:
        return [Verdict(True, all_tried(own))]
    text = str(own.world.settings.get("stop", "")) or f"runs {own.world.settings['budget']}"
    pieces = re.findall(r"[()]|[a-z-]+|[0-9.]+", text.casefold())
    return _any(_Asked(own, stake), pieces)


def all_tried(own: Own) -> object:
    """Return the sentence of a state in which no candidate can be run any more."""
    world = own.world
    most, running = world.settings["repeats"], len(world.running)
    untried = any(world.left(name) > 0 for name in world.away)
    what = words("Every candidate in stock" if untried else "Every candidate")
    if most == "no":
        tried = words("{what} is tried, and this study runs each one once.", what=what)
    else:
        tried = words(
            "{what} is tried, and this study runs each one {most} times at most.", what=what, most=most
        )
    if not running:
        return tried
    if running == 1:
        return Joined((tried, words("1 run is in progress.")), " ")
    return Joined((tried, words("{count} runs are in progress.", count=running)), " ")


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
    """Return every combination: the sentences are those of the parts that agree with the whole."""
    if len(parts) == 1:
        return parts[0]
    made = []
    for chosen in itertools.product(*parts):
        stop = rule(verdict.stop for verdict in chosen)  # type: ignore[operator]
        why = tuple(verdict.why for verdict in chosen if verdict.stop == stop)
        made.append(Verdict(stop, Joined(why, " ")))
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
    done, running = own.world.done, len(own.world.running)
    left, stop = runs - done - running, done + running >= runs
    if runs == own.world.settings["budget"]:
        if not stop:
            return Verdict(stop, words("{left} of {count} planned runs are left.", left=left, count=runs))
        if running:
            template = "All {count} planned runs are spent, {open} of them still in progress."
            return Verdict(stop, words(template, count=runs, open=running))
        return Verdict(stop, words("All {count} planned runs are spent.", count=runs))
    if not stop:
        return Verdict(
            stop, words("The stopping rule asks for {count} runs: {left} are left.", count=runs, left=left)
        )
    if running:
        template = "The stopping rule asks for {count} runs: {done} are recorded, {open} in progress."
        return Verdict(stop, words(template, count=runs, done=done, open=running))
    template = "The stopping rule asks for {count} runs, and {done} are recorded."
    return Verdict(stop, words(template, count=runs, done=done))


def _sides(value: float, limit: float, near: float = _NEAR) -> list[bool]:
    """Return whether a value is below a limit; both if it is within the tolerance."""
    return [True, False] if abs(value - limit) <= near else [value < limit]


def _value(own: Own, points: float) -> list[Verdict]:
    gain = own.largest_gain
    made = []
    for stop in _sides(gain, points / 100.0):
        if stop:
            template = "No run is expected to improve the choice by {points:g} percentage points any more."
            why: object = Joined((words(template, points=Given(points)), *allowing(own), _ONE_RUN), " ")
        else:
            template = (
                "The best next run is expected to improve the choice by {points:.2g} percentage points."
            )
            why = Joined((words(template, points=Format(100.0 * gain, ".2g")), *allowing(own)), " ")
        made.append(Verdict(stop, why))
    return made


def _cost(own: Own, cost: float, worth: float) -> list[Verdict]:
    gained = 100.0 * max(own.largest_gain, 0.0) * worth
    made = []
    for stop in _sides(gained, cost, 1e-5):
        template = "The best next run is worth {worth:.3g} and costs {cost:g}: it " + (
            "does not pay." if stop else "pays."
        )
        parts = words(template, worth=Format(gained, ".3g"), cost=Given(cost)), *allowing(own)
        made.append(Verdict(stop, Joined((*parts, _ONE_RUN) if stop else parts, " ")))
    return made


def _within(own: Own, points: float, level: float) -> list[Verdict]:
    """Compare the chance with a level: both are estimates from 2,000 draws, so that several chances are admissible."""
    rng = np.random.default_rng((own.world.revision, 5))
    weights = own.belief.draws(2_000, rng, own.X.shape[1])
    p = expit(weights @ own.X[own.at].T)
    chosen = [int(np.flatnonzero(own.at == row)[0]) for row in own.best[2]]
    chances = [float(np.mean(p.max(axis=1) - p[:, one] <= points / 100.0)) for one in chosen]
    spread = _DEVIATIONS * math.sqrt(2.0 / 4.0 / 2_000)
    low, high = min(chances) - spread, max(chances) + spread
    shares = [str(n) for n in range(max(0, math.floor(100 * low)), min(100, math.ceil(100 * high)) + 1)]
    start = (
        "The chance that the recommended candidate is within {points:g} percentage points of the best is "
        "{chance:.0f} %"
    )
    fields = {"points": Given(points), "chance": shares}
    made = []
    if high >= level / 100.0:
        made.append(Verdict(stop=True, why=words(start + ".", **fields)))
    if low < level / 100.0:
        why = words(start + "; {level:g} % is asked for.", **fields, level=Given(level))
        made.append(Verdict(stop=False, why=why))
    return made


def _at_stake(asked: _Asked, points: float) -> Verdict:
    if asked.stake is None:
        raise AssertionError("the rule looks at what is at stake, and nothing is known of it")
    value, error = (100.0 * part for part in asked.stake)
    # As many digits as show the side, at least two.
    numbers = [_plain(value, digits) for digits in range(2, 18)]
    number = next((each for each in numbers if (float(each) <= points) == (value <= points)), numbers[-1])
    why = words(
        "Still at stake: {points} percentage points (standard error {error}); the rule asks for at most {limit:g}.",
        points=Written(number),
        error=Written(_plain(error, 2)),
        limit=Given(points),
    )
    running = len(asked.own.world.running)
    if not running:
        return Verdict(value <= points, why)
    return Verdict(value <= points, Joined((why, not_counted_in(running)), " "))


def allowing(own: Own) -> list[Words]:
    """Return the sentence that a value of testing is averaged over the runs in progress; empty without such runs."""
    running = number_of_runs(own)
    return [] if running is None else [words("This allows for {what}.", what=running)]


def not_counted_in(running: int) -> Words:
    """Return the phrase that the value at stake ignores the runs in progress."""
    if running == 1:
        return words("The outcome of the run in progress is not counted in.")
    return words("The outcomes of the {count} runs in progress are not counted in.", count=running)


def _plain(number: float, digits: int) -> str:
    return f"{Decimal(f'{number:.{digits}g}'):f}"

"""Expected verdict of a study's stopping rule in one state, computed from the text form of the rule."""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np
from truth import misfits
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
    used_up: bool = False
    unknown: bool = False

    @property
    def kind(self) -> str:
        if self.stop:
            return "used-up" if self.used_up else "stop"
        return "unknown" if self.unknown else "go-on"


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
        return _without_runs(own, [Verdict(True, all_tried(own))])
    asked, text = _Asked(own, stake), rule_of(own)
    runs = [each for each in alternatives(text) if only_runs(each)]
    if len(runs) == len(alternatives(text)) or not own.world.valid:
        found = _any(asked, pieces_of(" or ".join(runs))) if runs else [Verdict(False, [])]
        going = found if len(runs) == len(alternatives(text)) else [Verdict(False, [], unknown=True)]
        return _without_runs(own, found) if found[0].stop else going
    found = _with_proof(own, _any(asked, pieces_of(text)))
    if not misfits.warn(own.world):
        return found
    return [Verdict(False, each.why, unknown=True) if each.kind == "stop" else each for each in found]


def _with_proof(own: Own, verdicts: list[Verdict]) -> list[Verdict]:
    """Return the verdicts; those to stop say what the best candidate lacks where no success of it proves it."""
    return [
        each if not each.stop or each.used_up or proof.stop else replace(each, why=[*each.why, *proof.why])
        for each in verdicts
        for proof in _succeeded(_Asked(own, None), 1)
    ]


def rule_of(own: Own) -> str:
    """Return the text of the study's rule; without one it is the proposed rule."""
    given = str(own.world.settings.get("stop", "")).casefold()
    return given or f"(at-stake 5 and succeeded 1) or runs {own.world.settings['budget']}"


def pieces_of(text: str) -> list[str]:
    return re.findall(r"[()]|[a-z-]+|[0-9.]+", text)


def alternatives(text: str) -> list[str]:
    """Return the parts of a rule that are joined by `or` outside all brackets."""
    parts, depth = [[]], 0
    for piece in pieces_of(text):
        depth += (piece == "(") - (piece == ")")
        if piece == "or" and not depth:
            parts.append([])
        else:
            parts[-1].append(piece)
    return [" ".join(part) for part in parts]


def only_runs(text: str) -> bool:
    """Return whether a rule looks at nothing but the number of runs."""
    return set(re.findall(r"[a-z-]+", text)) <= {"runs", "and", "or"}


def _without_runs(own: Own, verdicts: list[Verdict]) -> list[Verdict]:
    """Return the verdicts of a study without a run left, which say whether the best candidate is proven."""
    return [
        Verdict(True, [*each.why, *proof.why], used_up=not proof.stop)
        for each in verdicts
        for proof in _succeeded(_Asked(own, None), 1)
    ]


def confirming(own: Own) -> tuple[frozenset[str], bool]:
    """Return the candidates that may be suggested to confirm the best one, and whether one of them must be."""
    may, must, text = set(), True, rule_of(own)
    if not own.world.valid or own.stock.exhausted or "succeeded" not in text:
        return frozenset(), False
    value, error = own.perfect_information() if "at-stake" in text else (0.0, 0.0)
    for row in own.best[2]:
        free = own.stock.open[row] and row not in {own.place[name] for name in own.world.running}
        lacking = [
            not each.stop
            for number in re.findall(r"succeeded ([0-9]+)", text)
            for each in _succeeded(_Asked(own, None, row), int(number))
        ]
        sides = []
        for low in (value - 6.0 * error - 2e-4, value + 6.0 * error + 2e-4):
            granted, now = (
                _any(_Asked(own, (low, error), row, granted=each), pieces_of(text)) for each in (True, False)
            )
            sides += [one.kind == "stop" and other.kind != "stop" for one in granted for other in now]
        if free and any(lacking) and any(sides):
            may.add(own.stock.next[int(row)])
        must = must and bool(free) and any(lacking) and all(sides)
    return frozenset(may), must


def suggestible(own: Own) -> frozenset[str]:
    """Return the admissible suggestions: those of the policy, or the best where only its success is missing."""
    may, must = confirming(own)
    return may if must else may | own.suggestible


def all_tried(own: Own) -> Facts:
    """Return the facts of a state in which no candidate can be run any more."""
    most = own.world.settings["repeats"]
    return [*([] if most == "no" else [int(most)]), *running(own)]


@dataclass(frozen=True)
class _Asked:
    """Input of a rule."""

    own: Own
    stake: tuple[float, float] | None
    row: int | None = None
    granted: bool = False


def _any(asked: _Asked, pieces: list[str]) -> list[Verdict]:
    """Return the verdicts of alternatives: where only runs are used up, what else is missing is stated as well."""
    parts = [_part(_all, asked, pieces)]
    while pieces[:1] == ["or"]:
        pieces.pop(0)
        parts.append(_part(_all, asked, pieces))
    if len(parts) == 1:
        return parts[0][0]
    made = []
    for chosen in itertools.product(*(found for found, _ in parts)):
        stopping = [each for each in chosen if each.stop]
        used_up = bool(stopping) and all(each.used_up for each in stopping)
        missing = [
            each
            for each, (_, counts) in zip(chosen, parts, strict=True)
            if not each.stop and not (stopping and (counts or not used_up))
        ]
        facts = [fact for each in (*stopping, *missing) for fact in each.why]
        made.append(Verdict(bool(stopping), facts, used_up))
    return made


def _part(read: Any, asked: _Asked, pieces: list[str]) -> tuple[list[Verdict], bool]:
    """Return the verdicts of a part, and whether it looks at nothing but the number of runs."""
    before = list(pieces)
    found = read(asked, pieces)
    return found, only_runs(" ".join(before[: len(before) - len(pieces)]))


def _all(asked: _Asked, pieces: list[str]) -> list[Verdict]:
    parts = [_one(asked, pieces)]
    while pieces[:1] == ["and"]:
        pieces.pop(0)
        parts.append(_one(asked, pieces))
    return _joined(parts)


def _joined(parts: list[list[Verdict]]) -> list[Verdict]:
    """Return every combination of parts that must all be met: the facts are those of the parts that decide."""
    if len(parts) == 1:
        return parts[0]
    made = []
    for chosen in itertools.product(*parts):
        stop = all(verdict.stop for verdict in chosen)
        why = [fact for verdict in chosen if verdict.stop == stop for fact in verdict.why]
        made.append(Verdict(stop, why, stop and all(verdict.used_up for verdict in chosen)))
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
    if kind == "succeeded":
        return [Verdict(True, [])] if asked.granted else _succeeded(asked, int(first))
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
        return Verdict(stop, [runs, *running(own)], used_up=True)
    return Verdict(stop, [runs, done, *running(own)], used_up=True)


def _succeeded(asked: _Asked, wanted: int) -> list[Verdict]:
    """Count the outcomes of the best candidate and of those with the same attributes, one verdict for each best."""
    own, made = asked.own, []
    once = {"no": 1, "": wanted, "yes": wanted}
    most = str(own.world.settings["repeats"])
    wanted = min(wanted, once.get(most) or int(most))
    for row in own.best[2] if asked.row is None else [asked.row]:
        ys = [y for at, y in zip(*own.outcomes, strict=True) if at == row]
        won, runs, best = ys.count(1), len(ys), own.stock.best[int(row)]
        waits = [
            own.world.numbers[start.seq]
            for start in own.world.pending
            if own.place[start.facts["candidate"]] == row
        ]
        if won >= wanted and won >= runs - won:
            made.append(Verdict(True, [best] if runs == 1 else [best, won, runs]))
        elif waits:
            consecutive = len(waits) > 2 and waits == list(range(waits[0], waits[-1] + 1))
            made.append(Verdict(False, [best, *([waits[0], waits[-1]] if consecutive else waits)]))
        elif not runs:
            made.append(Verdict(False, [best]))
        elif won < wanted == 1:
            made.append(Verdict(False, [best, runs]))
        else:
            made.append(Verdict(False, [best, won, runs, *([] if won >= wanted else [wanted])]))
    return made


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
    p = own.stated_chances(2_000, own.world.revision, 5)
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

"""Facts that the explanation of a suggestion has to state, from the independently computed state."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from truth import rankings
from truth.facts import Points, Share, Worth

if TYPE_CHECKING:
    from truth.facts import Facts
    from truth.independent import Own, Then

#: Values of testing up to this count as rounding errors.
RESOLUTION = 1e-6
#: Differences below this do not round to a tenth of a point.
_TENTH = 5e-4
_NEAR = 1e-9
#: Gains below this are written as less than 0.1 points.
_LITTLE = 1e-3

#: Policies that choose by one of two rules, depending on the state.
JOINED = frozenset({"in-turns", "kg-then-turns"})


def running(own: Own) -> Facts:
    """Return the number of runs in progress; no fact if there are none."""
    return [len(own.world.running)] if own.world.running else []


def value(own: Own, gain: float) -> Facts:
    """Return a value of testing and the number of runs in progress that it allows for."""
    return [Worth(gain), *running(own)]


def alike(own: Own) -> list[bool]:
    """Return whether all candidates in stock have equal probabilities: none is best then; both if rounding decides."""
    if len(own.at) < 2:
        return [False]
    apart = float(np.ptp(own.probability[own.at]))
    return [apart < _NEAR] if not 0.1 * _NEAR < apart < 10 * _NEAR else [True, False]


class Futures:
    """Effects of either outcome of a candidate.

    Parameters
    ----------
    own
        Facts about the state.
    candidate
        Candidate that is run.
    best
        Best candidate as named by the program, one of the admissible ones.
    """

    def __init__(self, own: Own, candidate: str, best: str) -> None:
        self.own, self.candidate, self.best = own, candidate, best
        self.after = {y: own.after(candidate, y) for y in (1, -1)}

    def changes(self, then: Then) -> list[tuple[str, bool]]:
        """Return the admissible best candidates after an outcome, each with whether the outcome makes it the best."""
        row = self.own.place
        return [
            (name, all_alike or row[name] != row[self.best])
            for name in sorted(then.names)
            for all_alike in alike(self.own)
        ]

    def facts(self, *, named: bool = False) -> list[Facts]:
        """Return what a sentence on both outcomes states: one list, or several if two candidates are equally good."""
        return [
            self._both(up, down, named=named)
            for up in self.changes(self.after[1])
            for down in self.changes(self.after[-1])
        ]

    def _both(self, up: tuple[str, bool], down: tuple[str, bool], *, named: bool) -> Facts:
        candidate: Facts = [self.candidate] if named else []
        if up == down:
            best, changes = up
            now: Facts = [] if changes else [Share(self.own.best[1])]
            return [*candidate, best, *now, Share(self.after[1].value), Share(self.after[-1].value)]
        return [*candidate, *self._one(up, self.after[1]), *self._one(down, self.after[-1])]

    def _one(self, future: tuple[str, bool], then: Then) -> Facts:
        best, changes = future
        return [best, *([] if changes else [Share(self.own.best[1])]), Share(then.value)]


def suggestion(
    own: Own,
    candidate: str,
    best: str,
    count: int = 1,
    stake: tuple[float, float] | None = None,
    *,
    confirms: bool = False,
) -> list[Facts]:
    """Return what the explanation of a suggestion may state.

    Parameters
    ----------
    own
        Facts about the state.
    candidate, best
        The suggested candidate, and the best one as named by the program.
    count
        Number of runs at once that are proposed.
    stake
        The program's value of perfect information with standard error, if it was computed.
    confirms
        Whether it is suggested to confirm the best candidate, which is said without a number.
    """
    made: list[Facts] = [[]] if confirms else []
    if confirms:
        return [[*one, *waiting(own, candidate)] for one in made]
    for first, second in parts(own, candidate, best, count, stake):
        made += [[*one, *other] for one in first for other in second or [[]]]
    return [[*one, *waiting(own, candidate)] for one in made]


def parts(
    own: Own, candidate: str, best: str, count: int = 1, stake: tuple[float, float] | None = None
) -> list[tuple[list[Facts], list[Facts]]]:
    """Return all admissible pairs: what is stated of the value of a run, and of its outcomes."""
    rule = own.policy[0]
    later = Futures(own, candidate, best).facts()
    if count > 1:
        worth = [[count, *value(own, float(own.several(candidate, count)[-1]))]]
        return [(worth, [])] if rule in JOINED else [(worth, later)]
    choosers = _choosers(own, rule)
    by_gradient = own.chooses_by_own and (rule in {"kg", "online-kg"} or "for change" in choosers)
    made: list[tuple[list[Facts], list[Facts]]] = []
    if not by_gradient or "information" in choosers:
        made.append(([running(own)], []))
    if not by_gradient:
        return made
    largest = float(own.gains.max())
    if largest <= RESOLUTION + _NEAR:
        made.append((nothing_left(own, stake), []))
    if largest > RESOLUTION - _NEAR:
        gain = own.gain_of(candidate)
        behind = (largest - gain) / RESOLUTION
        if rule == "kg" and gain < _LITTLE * (1 + _NEAR) and behind < 1.01:
            made.append((little(own, stake), later))
        if rule != "kg" or gain > _LITTLE * (1 - _NEAR) or behind > 0.99:
            made.append(([[]] if rule == "online-kg" else [value(own, gain)], later))
    return made


def _choosers(own: Own, rule: str) -> list[str]:
    """Return the admissible rules that choose: of two joined ones the more probable, or both if equally probable."""
    if rule not in JOINED:
        return [rule]
    outlook = own.choosing if own.chooses_by_own else own.futures(own.believed(own.policy[1], present=True))
    for_change = sum(branch.weight for branch in outlook if rankings.chooses_for_change(rule, own, branch))
    if abs(for_change - 0.5) < _NEAR:
        return ["for change", "information"]
    return ["for change" if for_change > 0.5 else "information"]


def little(own: Own, stake: tuple[float, float] | None) -> list[Facts]:
    """Return what is stated where the run that gains most gains less than 0.1 points."""
    still: Facts = [] if stake is None or stake[0] < _LITTLE else [Points(stake[0])]
    return [[0.1, *running(own), *still]]


def nothing_left(own: Own, stake: tuple[float, float] | None) -> list[Facts]:
    """Return what is stated where no single run has a value."""
    return [[*running(own), *([] if stake is None else [Points(stake[0])])]]


def waiting(own: Own, candidate: str) -> Facts:
    """Return what is stated of a suggestion that must wait for a run in progress; nothing if it can start."""
    if not own.stock.waits:
        return []
    other = next(name for name in own.world.running if own.world.shares(candidate, name))
    cell, column = own.world.shares(candidate, other)[0]
    return [other, cell, column]


def chosen(own: Own, candidate: str, suggested: str, best: str) -> list[Facts]:
    """Return what may be stated of a candidate chosen by the user."""
    first, later = value(own, own.gain_of(candidate)), Futures(own, candidate, best).facts()
    if candidate != suggested:
        first += [Points(abs(own.gain_of(suggested) - own.gain_of(candidate))), suggested]
    return [[*first, *each] for each in later]


def comparison(own: Own, first: str, second: str, best: str) -> list[Facts]:
    """Return what may be stated of the suggested candidate beside the runner-up."""
    gap = own.gain_of(first) - own.gain_of(second)
    starts: list[Facts] = []
    if abs(gap) < _TENTH + _NEAR:
        starts.append([0.1])
    if abs(gap) > _TENTH - _NEAR:
        starts.append([Points(abs(gap))])
    return [
        [first, second, *value(own, own.gain_of(second)), *start, *one, *other]
        for start in starts
        for one in Futures(own, first, best).facts(named=True)
        for other in Futures(own, second, best).facts(named=True)
    ]

"""Expected explanations of a suggestion, sentence by sentence, from independently computed facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from truth import rankings
from truth.wording import Joined, Points, Share, Words, words

if TYPE_CHECKING:
    from truth.independent import Own, Then

#: Values of testing up to this count as rounding errors.
RESOLUTION = 1e-6
#: Differences below this do not round to a tenth of a point.
_TENTH = 5e-4
_NEAR = 1e-9

#: Sentence of each policy; the knowledge gradient is explained by its look-ahead.
POLICY_WORDS = {
    "kg": "The run that is expected to improve the final choice most.",
    "online-kg": "The best balance of success in this run and learning for the runs still planned.",
    "kg-star": "The candidate that promises the largest gain per run, be it tried once or several times.",
    "random": "Drawn at random.",
    "exploit": "The candidate with the highest expected success.",
    "most-uncertain": "The candidate whose outcome is hardest to foretell.",
    "fisher": "The candidate that is most like the many others whose outcomes are hard to foretell.",
    "fisher-exact": "The run that helps most to foretell the outcomes of all candidates, the doubtful ones above all.",
    "logistic-bound": "The run that narrows down most what the attributes do, over all candidates.",
    "disc": "The run that would leave the least doubt about the other candidates, if it goes as hoped.",
    "thompson": "The best candidate in one picture of the effects, drawn from all those that fit what is known.",
    "top-two": "By the toss of a coin, a candidate that may well be the best or its closest rival.",
    "bayes-ucb": "The candidate of which most can still be hoped.",
    "information": "Chosen to find out which candidate is best.",
    "soft": "The run that is expected to improve the leading candidates most, together.",
    "for change": "Chosen for what it may change.",
}
#: Policies that choose by one of two rules, depending on the state.
_JOINED = frozenset({"in-turns", "kg-then-information", "kg-then-turns", "switch", "turns-when-stuck"})


def number_of_runs(own: Own) -> Words | None:
    """Return the phrase with the number of runs in progress; None if there are none."""
    count = len(own.world.running)
    if not count:
        return None
    return words("1 run in progress") if count == 1 else words("{count} runs in progress", count=count)


def value(own: Own, gain: float) -> Words:
    """Return a value of testing with unit and condition."""
    number = words("{value} percentage points", value=Points(gain))
    running = number_of_runs(own)
    if running is None:
        return number
    return words("{words}, {condition}", words=number, condition=words("given {what}", what=running))


def alike(own: Own) -> list[bool]:
    """Return whether all candidates in stock have equal probabilities: none is best then; both if rounding decides."""
    if len(own.at) < 2:
        return [False]
    apart = float(np.ptp(own.probability[own.at]))
    return [apart < _NEAR] if not 0.1 * _NEAR < apart < 10 * _NEAR else [True, False]


class Futures:
    """Effects of either outcome of a candidate, and the sentences about them.

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

    def sentence(self, *, named: bool = False) -> list[Words]:
        """Return the admissible sentences: one, or several if two candidates are equally good."""
        ended = "{changes}, if its outcome comes before those of the other runs."
        template = ended if self.own.world.running else "{changes}."
        return [
            words(template, changes=self._both(up, down, named=named))
            for up in self.changes(self.after[1])
            for down in self.changes(self.after[-1])
        ]

    def _both(self, up: tuple[str, bool], down: tuple[str, bool], *, named: bool) -> Words:
        if up == down:
            return self._same(*up, named=named)
        success = words("A success of {candidate}", candidate=self.candidate) if named else words("A success")
        return words(
            "{one}, {other}",
            one=self._one(success, up, self.after[1]),
            other=self._one(words("a failure"), down, self.after[-1]),
        )

    def _same(self, best: str, changes: bool, *, named: bool) -> Words:
        either = (
            words("Either outcome of {candidate}", candidate=self.candidate)
            if named
            else words("Either outcome")
        )
        fields = {
            "either": either,
            "best": best,
            "good": Share(self.after[1].value),
            "bad": Share(self.after[-1].value),
        }
        if changes:
            return words(
                "{either} would make {best} the best ({good} after a success, {bad} after a failure)",
                **fields,
            )
        template = (
            "{either} would leave {best} the best (now {now}, {good} after a success, {bad} after a failure)"
        )
        return words(template, now=Share(self.own.best[1]), **fields)

    def _one(self, outcome: Words, future: tuple[str, bool], then: Then) -> Words:
        best, changes = future
        if changes:
            return words(
                "{outcome} would make {best} the best ({then})",
                outcome=outcome,
                best=best,
                then=Share(then.value),
            )
        return words(
            "{outcome} would leave {best} the best (now {now}, then {then})",
            outcome=outcome,
            best=best,
            now=Share(self.own.best[1]),
            then=Share(then.value),
        )


def suggestion(
    own: Own, candidate: str, best: str, count: int = 1, stake: tuple[float, float] | None = None
) -> list[Words]:
    """Return the admissible explanations of a suggestion.

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
    """
    notice = waiting(own, candidate)
    return [
        words("{first}{more}", first=one, more=notice) if notice else one
        for one in _reason(own, candidate, best, count, stake)
    ]


def _reason(
    own: Own, candidate: str, best: str, count: int, stake: tuple[float, float] | None
) -> list[Words]:
    made: list[Words] = []
    for first, second in parts(own, candidate, best, count, stake):
        made += _two(first, second) if second else first
    return made


def parts(
    own: Own, candidate: str, best: str, count: int = 1, stake: tuple[float, float] | None = None
) -> list[tuple[list[Words], list[Words]]]:
    """Return all admissible pairs of sentences about the value of a run and about its outcomes."""
    rule = own.policy[0]
    later = Futures(own, candidate, best).sentence()
    if count > 1:
        worth = value(own, float(own.several(candidate, count)[-1]))
        template = "Run it {count} times at once: together these runs are worth {value}."
        again = words(template, count=count, value=worth)
        if rule in _JOINED:
            which = [words(POLICY_WORDS[name]) for name in _choosers(own, rule)]
            return [([words("{first} {second}", first=one, second=again) for one in which], [])]
        return [([again], later)]
    by_gradient = own.chooses_by_own and (rule in {"kg", "online-kg"} or "for change" in _choosers(own, rule))
    made: list[tuple[list[Words], list[Words]]] = []
    if not by_gradient or "information" in _choosers(own, rule):
        made.append((_policy(own, rule), []))
    if not by_gradient:
        return made
    largest = float(own.gains.max())
    if largest <= RESOLUTION + _NEAR:
        made.append((nothing_left(own, stake), []))
    if largest > RESOLUTION - _NEAR:
        made.append((_most(own, candidate, largest), later))
    return made


def _two(first: list[Words], second: list[Words]) -> list[Words]:
    return [words("{first} {second}", first=one, second=other) for one in first for other in second]


def _most(own: Own, candidate: str, largest: float) -> list[Words]:
    if own.policy[0] == "online-kg":
        return [words("{words}", words=words(POLICY_WORDS["online-kg"]))]
    gain = own.gain_of(candidate)
    worth, less = value(own, gain), largest - gain - RESOLUTION
    if own.policy[0] in _JOINED:
        return [words("Chosen for what it may change: its value of testing is {value}.", value=worth)]
    made = []
    if less <= _NEAR:
        made.append(words("The most informative run: its value of testing is {value}.", value=worth))
    if less >= -_NEAR:
        template = (
            "The most informative run of those that can be suggested now: its value of testing is {value}."
        )
        made.append(words(template, value=worth))
    return made


def _policy(own: Own, rule: str) -> list[Words]:
    reasons = [words(POLICY_WORDS[name]) for name in _choosers(own, rule)]
    running = number_of_runs(own)
    if running is None:
        return reasons
    return [words("{words} This allows for {what}.", words=reason, what=running) for reason in reasons]


def _choosers(own: Own, rule: str) -> list[str]:
    """Return the admissible rules that choose: of two joined ones the more probable, or both if equally probable."""
    if rule not in _JOINED:
        return [rule]
    outlook = own.outlook if own.chooses_by_own else own.futures(own.believed(own.policy[1]))
    for_change = sum(branch.weight for branch in outlook if rankings.chooses_for_change(rule, own, branch))
    if abs(for_change - 0.5) < _NEAR:
        return ["for change", "information"]
    return ["for change" if for_change > 0.5 else "information"]


def nothing_left(own: Own, stake: tuple[float, float] | None) -> list[Words]:
    """Return the admissible sentences for a state in which no single run has a value."""
    starts = ["No single run is expected to improve the choice"]
    running = number_of_runs(own)
    if running is None and own.keeps_best:
        starts.append("No single run can change the choice")
    made = []
    for start in starts:
        first = words(start)
        if running is not None:
            first = words("{words}, {condition}", words=first, condition=words("given {what}", what=running))
        if stake is None:
            made.append(words("{first}.", first=first))
        elif running is None:
            made.append(
                words(
                    "{first}; still at stake: {points} percentage points.",
                    first=first,
                    points=Points(stake[0]),
                )
            )
        else:
            template = "{first}. Still at stake, without the outcomes of these: {points} percentage points."
            made.append(words(template, first=first, points=Points(stake[0])))
    return made


def waiting(own: Own, candidate: str) -> Words | None:
    """Return the sentence about a suggestion that must wait for a run in progress; None if it can start."""
    if not own.stock.waits:
        return None
    other = next(name for name in own.world.running if own.world.shares(candidate, name))
    cell, column = own.world.shares(candidate, other)[0]
    return words(
        " Start it when {other} has its outcome: nothing else can run beside the runs in progress, and these two "
        "share {shared}.",
        other=other,
        shared=words("“{value}” in “{name}”", value=cell, name=column),
    )


def chosen(own: Own, candidate: str, suggested: str, best: str) -> list[Words]:
    """Return the admissible sentences about a candidate chosen by the user."""
    worth, later = value(own, own.gain_of(candidate)), Futures(own, candidate, best).sentence()
    if candidate == suggested:
        first = [words("Chosen by a person: its value of testing is {value}.", value=worth)]
        return _two(first, later)
    loss = own.gain_of(suggested) - own.gain_of(candidate)
    fields = {"value": worth, "gap": Points(abs(loss)), "other": suggested}
    template = (
        "Chosen by a person: its value of testing is {value}, and {gap} points %s than that of {other}, which was "
        "suggested."
    )
    sides = (["less"] if loss >= -_NEAR else []) + (["more"] if loss < _NEAR else [])
    return _two([words(template % side, **fields) for side in sides], later)


def comparison(own: Own, first: str, second: str, best: str) -> list[Words]:
    """Return the admissible sentences that compare the suggested candidate with the runner-up."""
    gap = own.gain_of(first) - own.gain_of(second)
    fields = {
        "first": first,
        "second": second,
        "value": value(own, own.gain_of(second)),
        "gap": Points(abs(gap)),
    }
    starts = []
    if abs(gap) < _TENTH + _NEAR:
        starts.append(
            "The value of testing {second}, which would follow, is {value}: within 0.1 points of that of {first}."
        )
    if gap > _TENTH - _NEAR:
        starts.append(
            "The value of testing {second}, which would follow, is {value}: {gap} points less than that of {first}."
        )
    if gap < -_TENTH + _NEAR:
        starts.append(
            "The value of testing {second}, which the policy ranks next, is {value}: {gap} points more than that of "
            "{first}."
        )
    return [
        words("{worth} {first} {second}", worth=words(start, **fields), first=one, second=other)
        for start in starts
        for one in Futures(own, first, best).sentence(named=True)
        for other in Futures(own, second, best).sentence(named=True)
    ]


def offer(candidate: str, count: int, worth: float) -> Words:
    """Return the sentence that offers several runs as an alternative."""
    return words(
        "Or run {candidate} {count} times at once: worth {value} points.",
        candidate=candidate,
        count=count,
        value=Points(worth),
    )


def joined(*sentences: object) -> Joined:
    """Return sentences joined by spaces."""
    return Joined(sentences, " ")

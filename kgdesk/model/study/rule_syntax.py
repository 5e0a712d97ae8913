"""Stopping rules on cost, value of perfect information and successes of the best, and the parser of rules as text.

Example: `(at-stake 5 and succeeded 1) or runs 30`.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from kgdesk.errors import BadInput
from kgdesk.model.study.records import numbers_in_words
from kgdesk.model.study.stopping_rules import (
    ONE_RUN_AHEAD,
    AllOf,
    AnyOf,
    Budget,
    Rule,
    ValueBelow,
    Verdict,
    WithinOfBest,
    allowing,
    check_share,
    elementary,
)
from kgdesk.text import digits_beside, in_sequence, phrase, plain_number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kgdesk.model.study.stopping_rules import StoppingState


@dataclass(frozen=True)
class CostAgainstValue(Rule):
    """Stop when the next run costs more than its knowledge gradient is worth; this looks one run ahead only.

    Parameters
    ----------
    cost
        Cost of one run, in any unit; not negative.
    worth
        What one percentage point more of success probability of the final choice is worth, in the same unit; greater
        than 0.
    """

    cost: float
    worth: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.cost) and self.cost >= 0):
            raise BadInput(phrase("The cost of a run must be 0 or more, not {cost}.", cost=self.cost))
        if not (math.isfinite(self.worth) and self.worth > 0):
            raise BadInput(
                phrase("The worth of a point must be greater than 0, not {worth}.", worth=self.worth)
            )

    @property
    def name(self) -> str:
        """As ``a run costs more than it is worth (20 a run, 5 a percentage point)``."""
        return phrase(
            "a run costs more than it is worth ({cost:g} a run, {worth:g} a percentage point)",
            cost=self.cost,
            worth=self.worth,
        )

    def check(self, progress: StoppingState) -> Verdict:
        """Compare the worth of the largest value of testing with the cost."""
        worth = 100.0 * max(progress.best_gain, 0.0) * self.worth
        if worth < self.cost:
            why = phrase(
                "The best next run is worth {worth:.3g} and costs {cost:g}: it does not pay.",
                worth=worth,
                cost=self.cost,
            )
            return Verdict(stop=True, why=in_sequence((why, allowing(progress), ONE_RUN_AHEAD)))
        why = phrase(
            "The best next run is worth {worth:.3g} and costs {cost:g}: it pays.", worth=worth, cost=self.cost
        )
        return Verdict(stop=False, why=in_sequence((why, allowing(progress))))


@dataclass(frozen=True)
class AtStake(Rule):
    """Stop when the value of perfect information, the expected loss of choosing the best now, is at most a threshold.

    What is compared is a Monte Carlo estimate, whose standard error is part of the sentence.

    Parameters
    ----------
    value
        Threshold in 0..1, greater than 0: 0.01 is one percentage point.
    """

    value: float

    def __post_init__(self) -> None:
        check_share(self.value, phrase("What may be left at stake"))

    @property
    def name(self) -> str:
        """As ``at most 2 percentage points are still at stake``."""
        if self.value == 0.01:
            return phrase("at most 1 percentage point is still at stake")
        return phrase("at most {points:g} percentage points are still at stake", points=100 * self.value)

    def check(self, progress: StoppingState) -> Verdict:
        """Compare the value of perfect information with the threshold; the sentence says that it ignores open runs."""
        stake, limit = progress.at_stake, 100 * self.value
        stop = stake.value <= self.value
        why = phrase(
            "Still at stake: {points} percentage points (standard error {error}); the rule asks for at most {limit:g}.",
            points=plain_number(100 * stake.value, digits_beside(100 * stake.value, limit)),
            error=plain_number(100 * stake.error),
            limit=limit,
        )
        return Verdict(stop, in_sequence((why, not_counted_in(progress.open_runs))))


@dataclass(frozen=True)
class Succeeded(Rule):
    """Stop when the recommended candidate has succeeded a number of times, and in at least half of its runs.

    Candidates with equal attributes are one alternative: their runs count together. Corrections and imported outcomes
    count as they stand, voids and runs in progress do not. Where a study limits the runs of a candidate, no more
    successes are asked for than it can have.

    Parameters
    ----------
    successes
        Number of successes, at least 1.
    """

    successes: int

    def __post_init__(self) -> None:
        if self.successes < 1:
            raise BadInput(
                phrase("Ask for at least 1 success of the best candidate, not {count}.", count=self.successes)
            )

    @property
    def name(self) -> str:
        """As ``the best now has succeeded at least 2 times, in at least half of its runs``."""
        if self.successes == 1:
            return phrase("the best now has succeeded at least once, in at least half of its runs")
        return phrase(
            "the best now has succeeded at least {count} times, in at least half of its runs",
            count=self.successes,
        )

    def check(self, progress: StoppingState) -> Verdict:
        """Compare the successes of the recommended row; the sentence says to wait for a run of it in progress."""
        row, seen = progress.best, progress.context
        won, runs = int(seen.successes[row]), int(seen.count[row])
        asked = min(self.successes, progress.run_limit or self.successes)
        best = phrase("The best now") if progress.name_of is None else progress.name_of(row)
        waits = [number for at, number in progress.running if at == row]
        if won >= asked and 2 * won >= runs:
            why = phrase("{best} has succeeded in {won} of {runs} runs.", best=best, won=won, runs=runs)
            if runs == 1:
                why = phrase("{best} has succeeded in its only run.", best=best)
            return Verdict(stop=True, why=why)
        if len(waits) == 1:
            why = phrase("{best} is in progress: wait for run {run}.", best=best, run=waits[0])
        elif waits:
            why = phrase(
                "{best} is in progress: wait for runs {runs}.", best=best, runs=numbers_in_words(waits)
            )
        elif not runs and row in progress.undecided:
            why = phrase("{best} has neither succeeded nor failed yet.", best=best)
        elif not runs:
            why = phrase("{best} was never run.", best=best)
        elif won >= asked:
            why = phrase(
                "{best} has succeeded in only {won} of {runs} runs, less than half.",
                best=best,
                won=won,
                runs=runs,
            )
        elif asked == 1:
            why = phrase("{best} has not succeeded yet (runs so far: {runs}).", best=best, runs=runs)
        else:
            why = phrase(
                "{best} has succeeded in {won} of {runs} runs; the rule asks for {asked} successes.",
                best=best,
                won=won,
                runs=runs,
                asked=asked,
            )
        return Verdict(stop=False, why=why)


def not_counted_in(open_runs: int) -> str:
    """Return the phrase that the value at stake ignores the runs in progress; empty if there are none."""
    if open_runs == 1:
        return phrase("The outcome of the run in progress is not counted in.")
    if open_runs:
        return phrase("The outcomes of the {count} runs in progress are not counted in.", count=open_runs)
    return ""


def rests_on_stake(rule: Rule) -> bool:
    """Return whether a rule needs the value of perfect information, which requires posterior draws."""
    return any(isinstance(part, AtStake) for part in elementary(rule))


def highest_stake(*rules: Rule) -> float | None:
    """Return the largest limit on the value at stake in some rules, in 0..1; None if they have none."""
    return max(
        (part.value for rule in rules for part in elementary(rule) if isinstance(part, AtStake)), default=None
    )


def rests_on_sweep(rule: Rule) -> bool:
    """Return whether a rule needs the largest value of testing, which requires a sweep of the pool."""
    return any(isinstance(part, ValueBelow | CostAgainstValue) for part in elementary(rule))


def lacks_success_alone(rule: Rule, progress: StoppingState) -> bool:
    """Return whether nothing but successes of the recommended candidate is missing before a rule says to stop.

    A number of runs alone proves no candidate: where only that is met, successes are still missing.
    """
    asked = [part for part in elementary(rule) if isinstance(part, Succeeded)]
    if all(part.check(progress).stop for part in asked):  # also where none is: needs no draws
        return False
    granted, now = _granting(rule).check(progress), rule.check(progress)
    return granted.stop and not granted.used_up and not (now.stop and not now.used_up)


class _Granted(Rule):
    """A rule that is met."""

    name = "granted"

    def check(self, progress: StoppingState) -> Verdict:  # noqa: ARG002 - as every rule
        return Verdict(stop=True, why=self.name)


def _granting(rule: Rule) -> Rule:
    """Return a rule as if the recommended candidate had all successes that it asks for."""
    match rule:
        case AnyOf(rules):
            return AnyOf(tuple(_granting(part) for part in rules))
        case AllOf(rules):
            return AllOf(tuple(_granting(part) for part in rules))
        case Succeeded():
            return _Granted()
    return rule


def largest_stake(rule: Rule) -> float | None:
    """Return the threshold of a rule on the value at stake, in 0..1; None if the rule has none.

    Of several, the one that decides: the largest in a disjunction, the smallest in a conjunction.
    """
    return _deciding(rule, lambda part: part.value if isinstance(part, AtStake) else None)


def largest_gain(rule: Rule) -> float | None:
    """Return the threshold of a rule on the value of the best next run, in 0..1, as `largest_stake`."""

    def threshold(part: Rule) -> float | None:
        if isinstance(part, CostAgainstValue):
            return part.cost / part.worth / 100.0
        return part.gain if isinstance(part, ValueBelow) else None

    return _deciding(rule, threshold)


def _deciding(rule: Rule, threshold: Callable[[Rule], float | None]) -> float | None:
    """Return the threshold that decides: of several, the largest in a disjunction, the smallest in a conjunction."""
    if isinstance(rule, AnyOf | AllOf):
        inner = [value for part in rule.rules if (value := _deciding(part, threshold)) is not None]
        if not inner:
            return None
        return max(inner) if isinstance(rule, AnyOf) else min(inner)
    return threshold(rule)


#: Example of the syntax in error messages and help.
EXAMPLE = "(at-stake 5 and succeeded 1) or runs 30"


def proposal(budget: int) -> str:
    """Return the rule of a study without one: little is at stake and the best has succeeded, or the plan is used up.

    Parameters
    ----------
    budget
        Planned number of runs.
    """
    return f"(at-stake 5 and succeeded 1) or runs {budget}"


#: The proposed rule in words, for any planned number of runs.
PROPOSED = phrase(
    "at most 5 percentage points are still at stake and the best now has succeeded at least once, in at least half of "
    "its runs, or the planned runs are spent"
)


_LONGEST, _DEEPEST = 1000, 20

# Rules of one number by their word: a whole number, or a number of points.
_COUNTED: dict[str, type[Budget | Succeeded]] = {"runs": Budget, "succeeded": Succeeded}
_SHARED: dict[str, type[AtStake | ValueBelow]] = {"at-stake": AtStake, "value": ValueBelow}

_PIECE = re.compile(r"\s*(\(|\)|[A-Za-z]+(?:-[A-Za-z]+)*|[0-9]+(?:[.,][0-9]+)?|\S)", re.ASCII)


def parse(text: str, *, seed: int = 0) -> Rule:
    """Parse the text form of a stopping rule.

    Parameters
    ----------
    text
        In the grammar above; case-insensitive.
    seed
        Seed of the posterior draws of ``within``.

    Raises
    ------
    BadInput
        Syntax error, or a number out of range; the message names the position.
    """
    if len(text) > _LONGEST:
        raise BadInput(
            phrase("The stopping rule is longer than {longest} characters: shorten it.", longest=_LONGEST)
        )
    reader = _Reader(text)
    rule = reader.any_of(0)
    if reader.piece:
        raise reader.refusal(phrase("{words}, or the end", words="and, or"))
    return seeded(rule, seed)


def joined(texts: Sequence[str]) -> str:
    """Join the text forms of several rules by ``or``, normalised as by `written`; empty for none."""
    return written(parse(" or ".join(f"({text})" for text in texts))) if texts else ""


def written(rule: Rule) -> str:
    """Return the text form of a rule, the inverse of `parse`. Seed and number of draws are not part of it.

    Raises
    ------
    BadInput
        The grammar cannot express it.
    """
    match rule:
        case Budget(count) | Succeeded(count):
            return f"{'succeeded' if isinstance(rule, Succeeded) else 'runs'} {count}"
        case AtStake(share) | ValueBelow(share):
            return f"{'at-stake' if isinstance(rule, AtStake) else 'value'} {_hundredfold(share)}"
        case WithinOfBest(points, level):
            return f"within {_hundredfold(points)} at {_hundredfold(level)}"
        case CostAgainstValue(cost, worth):
            return f"cost {_plain(cost)} worth {_plain(worth)}"
        case AnyOf(rules):
            return " or ".join(_in_brackets(each, AllOf) for each in rules)
        case AllOf(rules):
            return " and ".join(_in_brackets(each, AnyOf) for each in rules)
    raise BadInput(phrase("A stopping rule “{name}” cannot be written down.", name=rule.name))


def _in_brackets(rule: Rule, kind: type[AnyOf | AllOf]) -> str:
    """Return the text form of a part of a joined rule, in brackets if it is joined itself, in the other way."""
    return f"({written(rule)})" if isinstance(rule, kind) else written(rule)


def seeded(rule: Rule, seed: int) -> Rule:
    """Return the rule with another seed for its posterior draws."""
    match rule:
        case WithinOfBest():
            return replace(rule, seed=seed)
        case AnyOf(rules):
            return AnyOf(tuple(seeded(each, seed) for each in rules))
        case AllOf(rules):
            return AllOf(tuple(seeded(each, seed) for each in rules))
    return rule


class _Reader:
    """Recursive-descent parser of the text form; `piece` is the next token, empty at the end."""

    def __init__(self, text: str) -> None:
        self._pieces = [piece.casefold() for piece in _PIECE.findall(text)]
        self._at = 0

    @property
    def piece(self) -> str:
        return self._pieces[self._at] if self._at < len(self._pieces) else ""

    def any_of(self, depth: int) -> Rule:
        if depth > _DEEPEST:
            raise BadInput(
                phrase(
                    "The stopping rule has more than {deepest} brackets inside each other.", deepest=_DEEPEST
                )
            )
        rules = [self.all_of(depth)]
        while self._takes("or"):
            rules.append(self.all_of(depth))
        return rules[0] if len(rules) == 1 else AnyOf(_flattened(rules, AnyOf))

    def all_of(self, depth: int) -> Rule:
        rules = [self.single_rule(depth)]
        while self._takes("and"):
            rules.append(self.single_rule(depth))
        return rules[0] if len(rules) == 1 else AllOf(_flattened(rules, AllOf))

    def single_rule(self, depth: int) -> Rule:
        if self._takes("("):
            rule = self.any_of(depth + 1)
            self._need(")")
            return rule
        if self.piece in _COUNTED:
            return _COUNTED[self._next()](self._whole())
        if self.piece in _SHARED:
            return _SHARED[self._next()](self._share())
        if self._takes("within"):
            points = self._share()
            self._need("at")
            return WithinOfBest(points, self._share())
        if self._takes("cost"):
            cost = float(self._number())
            self._need("worth")
            return CostAgainstValue(cost, float(self._number()))
        raise self.refusal(
            phrase("{words} or a bracket", words="runs, at-stake, succeeded, value, within, cost")
        )

    def refusal(self, wanted: str) -> BadInput:
        place = phrase("at “{piece}”", piece=self.piece) if self.piece else phrase("at the end")
        return BadInput(
            phrase(
                "The stopping rule cannot be read {place}: {wanted} is expected there, as in “{example}”.",
                place=place,
                wanted=wanted,
                example=EXAMPLE,
            )
        )

    def _next(self) -> str:
        piece = self.piece
        self._at += 1
        return piece

    def _takes(self, piece: str) -> bool:
        return self.piece == piece and bool(self._next())

    def _need(self, piece: str) -> None:
        if not self._takes(piece):
            raise self.refusal(f"“{piece}”")

    def _number(self) -> Decimal:
        if not self.piece[:1].isdigit() or "," in self.piece:
            raise self.refusal(phrase("a number, with a point before its decimals,"))
        return Decimal(self._next())

    def _whole(self) -> int:
        if set(".,") & set(self.piece) or len(self.piece) > 9:
            raise self.refusal(phrase("a whole number below a thousand million"))
        return int(self._number())

    def _share(self) -> float:
        """Return a number of points or per cent divided by 100, in decimal arithmetic so that 0.1 is written as 0.1."""
        return float(self._number() / 100)


def _flattened(rules: Sequence[Rule], kind: type[AnyOf | AllOf]) -> tuple[Rule, ...]:
    """Return the rules without nesting of joins of the same kind."""
    parts: list[Rule] = []
    for rule in rules:
        parts += rule.rules if isinstance(rule, kind) else (rule,)
    return tuple(parts)


def _hundredfold(share: float) -> str:
    return _plain(float(Decimal(repr(share)) * 100))


def _plain(number: float) -> str:
    return f"{Decimal(repr(number)).normalize():f}"

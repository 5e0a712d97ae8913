"""Stopping rules as text, for a setting or a command line.

A rule is one of

- ``budget`` (the study's planned runs) or ``budget 20``;
- ``value<0.002``: no run is expected to raise the best predicted probability by 0.2 points;
- ``within 0.05 at 0.9``: the recommended candidate is within 5 points of the best with a chance of 90 %;
- ``cost 20 gain 5``: a run costs 20, a point gained is worth 5, and the next run does not pay;
- ``any(RULE, RULE, ...)`` and ``all(RULE, RULE, ...)``, one inside the other as wanted.

Capitals and blanks do not matter; numbers have a decimal point. `Rule.text` writes what is read here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NoReturn

from kgdesk.errors import BadInput
from kgdesk.model.stopping import AllOf, AnyOf, Budget, CostAgainstValue, ValueBelow, WithinOfBest

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.model.stopping import Rule

#: One rule of each form, for help and for refusals.
FORMS = (
    "budget",
    "budget 20",
    "value<0.002",
    "within 0.05 at 0.9",
    "cost 20 gain 5",
    "any(RULE, ...)",
    "all(RULE, ...)",
)
_TOKEN = re.compile(r"\s*(?:([0-9.]+(?:e[+-]?[0-9]+)?)|([a-z]+)|([<(),])|(\S))", re.ASCII)
_NUMBER = re.compile(r"(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII)
_LONGEST = 400


def rule_of(text: str, *, budget: int, seed: int = 0) -> Rule:
    """Return the rule that a text names.

    Parameters
    ----------
    text
        At most 400 characters.
    budget
        Planned runs that a plain ``budget`` stands for.
    seed
        Of the draws that estimate a chance.

    Raises
    ------
    BadInput
        The text is no rule, or a number in it makes no sense.
    """
    if len(text) > _LONGEST:
        raise BadInput(f"A stopping rule has at most {_LONGEST} characters, not {len(text)}.")
    return _Reader(text, budget, seed).whole()


class _Reader:
    """Reads a text from left to right."""

    def __init__(self, text: str, budget: int, seed: int) -> None:
        self._text = " ".join(text.split())
        self._budget = budget
        self._seed = seed
        found = (match.groups(default="") for match in _TOKEN.finditer(self._text.lower()))
        self._tokens = ["".join(parts) for parts in found]
        self._at = 0

    def whole(self) -> Rule:
        rule = self._rule()
        if self._at < len(self._tokens):
            self._unread()
        return rule

    def _rule(self) -> Rule:
        word = self._taken()
        read: dict[str, Callable[[], Rule]] = {
            "budget": self._planned,
            "value": self._value,
            "within": self._within,
            "cost": self._cost,
            "any": lambda: AnyOf(self._several()),
            "all": lambda: AllOf(self._several()),
        }
        if word not in read:
            self._at -= 1
            self._unread()
        return read[word]()

    def _planned(self) -> Rule:
        if _NUMBER.fullmatch(self._next()):
            number = self._taken()
            if not number.isdecimal():
                raise BadInput(f"A budget is a whole number of runs, not {number}.")
            return Budget(int(number))
        return Budget(self._budget)

    def _value(self) -> Rule:
        self._expect("<")
        return ValueBelow(self._number())

    def _within(self) -> Rule:
        points = self._number()
        self._expect("at")
        return WithinOfBest(points, self._number(), seed=self._seed)

    def _cost(self) -> Rule:
        cost = self._number()
        self._expect("gain")
        return CostAgainstValue(cost, self._number())

    def _several(self) -> tuple[Rule, ...]:
        self._expect("(")
        rules = [self._rule()]
        while self._next() == ",":
            self._taken()
            rules.append(self._rule())
        self._expect(")")
        return tuple(rules)

    def _next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _taken(self) -> str:
        token = self._next()
        self._at += 1
        return token

    def _expect(self, token: str) -> None:
        if self._next() != token:
            self._unread(f"“{token}”")
        self._at += 1

    def _number(self) -> float:
        token = self._next()
        if not _NUMBER.fullmatch(token):
            self._unread("a number")
        self._at += 1
        return float(token)

    def _unread(self, wanted: str = "") -> NoReturn:
        found = f"“{self._next()}”" if self._next() else "its end"
        if not self._tokens:
            told = "There is no stopping rule."
        elif wanted:
            told = f"The stopping rule “{self._text}” has {found} where {wanted} should be."
        else:
            told = f"The stopping rule “{self._text}” cannot be read at {found}."
        raise BadInput(f"{told} Rules are {'; '.join(FORMS)}.")

"""The rule on the value still at stake, and the text form of all rules: `runs 30 or (value 0.1 and within 5 at 90)`."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from kgdesk.errors import BadInput, in_sequence, phrase
from kgdesk.model.policies.suggestion import plain_sentence
from kgdesk.model.stopping.progress import Verdict
from kgdesk.model.stopping.rules import (
    AllOf,
    AnyOf,
    Budget,
    CostAgainstValue,
    Rule,
    ValueBelow,
    WithinOfBest,
    check_share,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kgdesk.errors import Numeral
    from kgdesk.model.stopping.progress import Progress


@dataclass(frozen=True)
class AtStake(Rule):
    """Stop when the value of perfect information is at most so much: the expected loss of taking the present best now.

    See `kgdesk.model.policies.value_of_information`. It is the estimate that is compared, and one that is equal stops;
    the
    sentence gives its standard error too, so that a person sees a close call.

    Parameters
    ----------
    value
        In 0..1, greater than 0: 0.01 is a point.
    """

    value: float

    def __post_init__(self) -> None:
        check_share(self.value, phrase("What may be left at stake"))

    @property
    def name(self) -> str:
        """As ``at most 2 points still at stake``."""
        points = 100 * self.value
        return f"at most {points:g} point{'s' * (points != 1)} still at stake"

    def check(self, progress: Progress) -> Verdict:
        """Compare what is still at stake; it is named when runs are in progress, whose outcomes have no part in it."""
        stake, limit = progress.at_stake, 100 * self.value
        stop = stake.value <= self.value
        why = phrase(
            "Still at stake: {points} points (standard error {error}); the rule asks for at most {limit:g}.",
            points=_told_apart(100 * stake.value, limit),
            error=plain_sentence(100 * stake.error),
            limit=limit,
        )
        return Verdict(stop, in_sequence((why, not_counted_in(progress.open_runs))))


def not_counted_in(open_runs: int) -> str:
    """Return the condition under which what is at stake holds while runs are in progress; nothing without any."""
    if open_runs == 1:
        return phrase("The outcome of the run in progress is not counted in.")
    if open_runs:
        return phrase("The outcomes of the {count} runs in progress are not counted in.", count=open_runs)
    return ""


def rests_on_stake(rule: Rule) -> bool:
    """Return whether a rule looks at what is still at stake, which takes draws."""
    return any(isinstance(part, AtStake) for part in _parts(rule))


def rests_on_sweep(rule: Rule) -> bool:
    """Return whether a rule looks at the largest value of testing, which takes a sweep of the pool."""
    return any(isinstance(part, ValueBelow | CostAgainstValue) for part in _parts(rule))


def _parts(rule: Rule) -> Iterator[Rule]:
    """Yield the rules that a rule is joined of, itself where it is one."""
    if isinstance(rule, AnyOf | AllOf):
        for part in rule.rules:
            yield from _parts(part)
    else:
        yield rule


def largest_stake(rule: Rule) -> float | None:
    """Return what may be left at stake, in 0..1, where a rule stops; None where it does not look at it.

    Of several that are joined the one that can stop first: the largest where any suffices, the smallest where all
    must agree.
    """
    if isinstance(rule, AtStake):
        return rule.value
    if isinstance(rule, AnyOf | AllOf):
        inner = [value for part in rule.rules if (value := largest_stake(part)) is not None]
        if inner:
            return max(inner) if isinstance(rule, AnyOf) else min(inner)
    return None


def _told_apart(number: float, limit: float) -> Numeral:
    """Return a number with as many digits, at least two, as show on which side of the limit it lies."""
    texts = [plain_sentence(number, digits) for digits in range(2, 18)]
    return next((t for t in texts if (float(t) <= limit) == (number <= limit)), texts[-1])


#: What the refusals and the help say.
EXAMPLE = "at-stake 1 or (within 5 at 90 and runs 20)"

#: What is proposed where a study has no rule: more runs could gain a point at most, on average.
PROPOSAL = "at-stake 1"

_LONGEST, _DEEPEST = 1000, 20

_PIECE = re.compile(r"\s*(\(|\)|[A-Za-z]+(?:-[A-Za-z]+)*|[0-9]+(?:[.,][0-9]+)?|\S)", re.ASCII)


def parse(text: str, *, seed: int = 0) -> Rule:
    """Return the rule that a text says.

    Parameters
    ----------
    text
        In the grammar above; capital and small letters are one.
    seed
        Of the draws of ``within``.

    Raises
    ------
    BadInput
        It is no rule, or a number is out of range; the text names the place.
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
    """Return one text for several rules of which any may stop, as `written` has it; empty for none."""
    return written(parse(" or ".join(f"({text})" for text in texts))) if texts else ""


def written(rule: Rule) -> str:
    """Return the text that `parse` reads as this rule; its draws are not part of it.

    Raises
    ------
    BadInput
        The grammar has no words for it.
    """
    match rule:
        case Budget(runs):
            return f"runs {runs}"
        case AtStake(share) | ValueBelow(share):
            return f"{'at-stake' if isinstance(rule, AtStake) else 'value'} {_hundredfold(share)}"
        case WithinOfBest(points, level):
            return f"within {_hundredfold(points)} at {_hundredfold(level)}"
        case CostAgainstValue(cost, worth):
            return f"cost {_plain(cost)} worth {_plain(worth)}"
        case AnyOf(rules):
            return " or ".join(written(each) for each in rules)
        case AllOf(rules):
            return " and ".join(
                f"({written(each)})" if isinstance(each, AnyOf) else written(each) for each in rules
            )
    raise BadInput(phrase("A stopping rule “{name}” cannot be written down.", name=rule.name))


def seeded(rule: Rule, seed: int) -> Rule:
    """Return the same rule with other draws."""
    match rule:
        case WithinOfBest():
            return replace(rule, seed=seed)
        case AnyOf(rules):
            return AnyOf(tuple(seeded(each, seed) for each in rules))
        case AllOf(rules):
            return AllOf(tuple(seeded(each, seed) for each in rules))
    return rule


class _Reader:
    """Reads a text piece by piece; `piece` is the one that comes next, empty at the end."""

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
        return rules[0] if len(rules) == 1 else AnyOf(_flat(rules, AnyOf))

    def all_of(self, depth: int) -> Rule:
        rules = [self.one(depth)]
        while self._takes("and"):
            rules.append(self.one(depth))
        return rules[0] if len(rules) == 1 else AllOf(_flat(rules, AllOf))

    def one(self, depth: int) -> Rule:
        if self._takes("("):
            rule = self.any_of(depth + 1)
            self._need(")")
            return rule
        if self._takes("runs"):
            return Budget(self._whole())
        if self._takes("at-stake"):
            return AtStake(self._share())
        if self._takes("value"):
            return ValueBelow(self._share())
        if self._takes("within"):
            points = self._share()
            self._need("at")
            return WithinOfBest(points, self._share())
        if self._takes("cost"):
            cost = float(self._number())
            self._need("worth")
            return CostAgainstValue(cost, float(self._number()))
        raise self.refusal(phrase("{words} or a bracket", words="runs, at-stake, value, within, cost"))

    def refusal(self, wanted: str) -> BadInput:
        place = phrase("at “{piece}”", piece=self.piece) if self.piece else phrase("at the end")
        return BadInput(
            phrase(
                "The stopping rule cannot be read {place}: {wanted} should stand there, as in “{example}”.",
                place=place,
                wanted=wanted,
                example=EXAMPLE,
            )
        )

    def _takes(self, piece: str) -> bool:
        if self.piece != piece:
            return False
        self._at += 1
        return True

    def _need(self, piece: str) -> None:
        if not self._takes(piece):
            raise self.refusal(f"“{piece}”")

    def _number(self) -> Decimal:
        if not self.piece[:1].isdigit() or "," in self.piece:
            raise self.refusal(phrase("a number, with a point before its decimals,"))
        self._at += 1
        return Decimal(self._pieces[self._at - 1])

    def _whole(self) -> int:
        if set(".,") & set(self.piece) or len(self.piece) > 9:
            raise self.refusal(phrase("a whole number below a thousand million"))
        return int(self._number())

    def _share(self) -> float:
        """Return a number of points or per cent as a share: decimal, so that 0.1 comes back as 0.1."""
        return float(self._number() / 100)


def _flat(rules: Sequence[Rule], kind: type[AnyOf | AllOf]) -> tuple[Rule, ...]:
    """Return the rules with those of the same join taken out of their brackets."""
    parts: list[Rule] = []
    for rule in rules:
        parts += rule.rules if isinstance(rule, kind) else (rule,)
    return tuple(parts)


def _hundredfold(share: float) -> str:
    return _plain(float(Decimal(repr(share)) * 100))


def _plain(number: float) -> str:
    return f"{Decimal(repr(number)).normalize():f}"

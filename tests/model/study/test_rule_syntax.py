"""Text form of stopping rules: parsing, round trips, and syntax errors with their position."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lives import begun, grown

from kgdesk.errors import BadInput
from kgdesk.model.study.rule_syntax import (
    AtStake,
    CostAgainstValue,
    Succeeded,
    joined,
    parse,
    seeded,
    written,
)
from kgdesk.model.study.settings import Settings
from kgdesk.model.study.stopping_rules import AllOf, AnyOf, Budget, Rule, ValueBelow, WithinOfBest

if TYPE_CHECKING:
    from kgdesk.model.design.pool import Pool

SAID: tuple[tuple[str, Rule], ...] = (
    ("runs 30", Budget(30)),
    ("value 0.1", ValueBelow(0.001)),
    ("within 5 at 90", WithinOfBest(0.05, 0.9)),
    ("at-stake 1", AtStake(0.01)),
    ("(At-stake 5 AND Succeeded 1) or runs 30", AnyOf((AllOf((AtStake(0.05), Succeeded(1))), Budget(30)))),
    ("succeeded 12", Succeeded(12)),
    ("At-Stake 0.5 and (runs 20 or at-stake 2)", AllOf((AtStake(0.005), AnyOf((Budget(20), AtStake(0.02)))))),
    ("cost 20 worth 2.5", CostAgainstValue(20, 2.5)),
    ("  VALUE 0.1   Or runs 3 ", AnyOf((ValueBelow(0.001), Budget(3)))),
    (
        "runs 1 or value 1 and within 5 at 95",
        AnyOf((Budget(1), AllOf((ValueBelow(0.01), WithinOfBest(0.05, 0.95))))),
    ),
    ("(runs 1 or value 1) and runs 2", AllOf((AnyOf((Budget(1), ValueBelow(0.01))), Budget(2)))),
    ("((runs 1 or runs 2) or runs 3)", AnyOf((Budget(1), Budget(2), Budget(3)))),
)


@pytest.mark.parametrize(("text", "rule"), SAID, ids=[text for text, _ in SAID])
def test_a_text_says_one_rule_and_a_rule_is_written_so_that_it_reads_back(text: str, rule: Rule) -> None:
    assert parse(text) == rule
    assert parse(written(rule)) == rule


SHARES = st.integers(1, 9999).map(lambda n: n / 10_000)
ONES = st.one_of(
    st.integers(1, 10**6).map(Budget),
    SHARES.map(ValueBelow),
    SHARES.map(AtStake),
    st.integers(1, 99).map(Succeeded),
    st.tuples(SHARES, SHARES).map(lambda pair: WithinOfBest(*pair)),
    st.tuples(SHARES, SHARES).map(lambda pair: CostAgainstValue(*pair)),
)


@given(
    st.lists(
        st.lists(ONES, min_size=2, max_size=3).map(lambda r: AllOf(tuple(r))) | ONES, min_size=2, max_size=3
    )
)
def test_every_rule_that_can_be_joined_reads_back_as_it_was(rules: list[Rule]) -> None:
    rule = AnyOf(tuple(rules))
    assert parse(written(rule)) == rule


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "at the end: runs, at-stake, succeeded, value, within"),
        ("runs", "at the end: a number"),
        ("runs 2.5", "at “2.5”: a whole number"),
        ("runs 99999999999", "a whole number"),
        ("at-stake", "at the end: a number"),
        ("at stake 1", "at “at”: runs, at-stake, succeeded, value"),
        ("at-stake 0", "What may be left at stake must lie between 0 and 1"),
        ("value 0,1", "at “0,1”: a number, with a point"),
        ("within 5", "at the end: “at” is expected"),
        ("within 5 at 90 %", "at “%”: and, or, or the end"),
        ("value 1 or", "at the end: runs"),
        ("(value 1", "at the end: “)”"),
        ("stop when done", "at “stop”: runs"),
        ("value 0", "must lie between 0 and 1"),
        ("runs 0", "at least 1 run"),
        ("succeeded", "at the end: a number"),
        ("succeeded 0", "Ask for at least 1 success of the best candidate, not 0."),
        ("succeeded 1.5", "at “1.5”: a whole number"),
        ("(" * 50 + "runs 1" + ")" * 50, "brackets inside each other"),
        ("value 1 or " * 200, "shorten it"),
    ],
)
def test_what_is_no_rule_is_refused_with_its_place(text: str, place: str) -> None:
    with pytest.raises(BadInput, match=re.escape(place)):
        parse(text)


def test_several_rules_are_joined_by_or() -> None:
    assert joined([]) == ""
    assert joined(["value 0.1"]) == "value 0.1"
    assert joined(["value 0.1 and runs 5", "within 5 at 90"]) == "(value 0.1 and runs 5) or within 5 at 90"


def test_the_draws_of_a_rule_are_seeded_by_the_study() -> None:
    rule = Settings(stop="within 5 at 90 or (runs 9 and within 3 at 80)", seed=7).stopping
    assert rule == seeded(parse("within 5 at 90 or (runs 9 and within 3 at 80)"), 7)
    assert isinstance(rule, AnyOf)
    assert isinstance(rule.rules[0], WithinOfBest)
    assert rule.rules[0].seed == 7


def test_a_rule_without_words_is_not_written_down() -> None:
    class Never(Rule):
        name = "never"

    with pytest.raises(BadInput, match="“never” cannot be written"):
        written(Never())


def test_the_settings_keep_the_rule_and_those_without_one_have_the_proposed_rule_for_their_plan(
    pool: Pool,
) -> None:
    settings = Settings(stop="value 0.1 or runs 12", never_together=("well",), budget=20)
    assert Settings.from_json(settings.as_json()) == settings
    old = {k: v for k, v in settings.as_json().items() if k not in {"stop", "never_together"}}
    assert Settings.from_json(old) == Settings(budget=20)
    assert written(Settings.from_json(old).stopping) == "(at-stake 5 and succeeded 1) or runs 20"
    with pytest.raises(BadInput, match="stopping rule cannot be read"):
        Settings(stop="whenever")
    study = grown(begun(pool, stop="runs 1"), ("C-01", "success"))
    assert study.settings.stopping == Budget(1)

"""A stopping rule is a setting: a text that a person writes, and that is read back as the same rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgdesk.errors import BadInput
from kgdesk.model.rule_text import FORMS, rule_of
from kgdesk.model.stopping import AllOf, AnyOf, Budget, CostAgainstValue, Rule, ValueBelow, WithinOfBest


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("budget", Budget(30)),
        ("Budget 20", Budget(20)),
        ("value<0.002", ValueBelow(0.002)),
        (" value  <  2e-3 ", ValueBelow(0.002)),
        ("within 0.05 at 0.9", WithinOfBest(0.05, 0.9)),
        ("within .05 AT .9", WithinOfBest(0.05, 0.9)),
        ("cost 2 gain 100", CostAgainstValue(2.0, 100.0)),
        ("any(budget, value<0.002)", Budget(30) | ValueBelow(0.002)),
        ("all(value<0.002,within 0.05 at 0.9)", ValueBelow(0.002) & WithinOfBest(0.05, 0.9)),
        (
            "any(budget 25, all(value<0.002, within 0.05 at 0.9), cost 2 gain 100)",
            AnyOf(
                (Budget(25), AllOf((ValueBelow(0.002), WithinOfBest(0.05, 0.9))), CostAgainstValue(2, 100))
            ),
        ),
        ("any(budget)", AnyOf((Budget(30),))),
    ],
)
def test_a_rule_is_read_from_its_text(text: str, rule: Rule) -> None:
    assert rule_of(text, budget=30) == rule


def test_the_seed_of_a_study_draws_its_chances() -> None:
    assert rule_of("within 0.05 at 0.9", budget=30, seed=7) == WithinOfBest(0.05, 0.9, seed=7)


share = st.floats(1e-9, 1.0, exclude_max=True)
plain = st.one_of(
    st.integers(1, 10**6).map(Budget),
    share.map(ValueBelow),
    st.tuples(share, share).map(lambda pair: WithinOfBest(*pair)),
    st.tuples(st.floats(0, 1e12), st.floats(1e-9, 1e12)).map(lambda pair: CostAgainstValue(*pair)),
)
nested = st.recursive(
    plain,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map(lambda rules: AnyOf(tuple(rules))),
        st.lists(inner, min_size=1, max_size=3).map(lambda rules: AllOf(tuple(rules))),
    ),
    max_leaves=4,
)


@given(nested)
def test_what_a_rule_writes_is_read_back_as_the_same_rule(rule: Rule) -> None:
    assert rule_of(rule.text, budget=1) == rule


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "There is no stopping rule."),
        ("   ", "There is no stopping rule."),
        ("stop", "“stop” cannot be read at “stop”"),
        ("budget budget", "cannot be read at “budget”"),
        ("budget 2.5", "whole number of runs, not 2.5"),
        ("budget 0", "at least 1 run, not 0"),
        ("value 0.002", "has “0.002” where “<” should be"),
        ("value<", "has its end where a number should be"),
        ("value<1.2.3", "has “1.2.3” where a number should be"),
        ("value<-1", "has “-” where a number should be"),
        ("value<2", "between 0 and 1"),
        ("within 0.05", "has its end where “at” should be"),
        ("within 0,05 at 0.9", "has “,” where “at” should be"),
        ("cost 2 worth 100", "has “worth” where “gain” should be"),
        ("any budget", "has “budget” where “(” should be"),
        ("any()", "cannot be read at “)”"),
        ("any(budget, ", "cannot be read at its end"),
        ("all(budget value<0.1)", "has “value” where “)” should be"),
        ("all(budget))", "cannot be read at “)”"),
        ("value<nan", "has “nan” where a number should be"),
        ("x" * 401, "at most 400 characters"),
        ("any(" * 90, "cannot be read at its end"),
    ],
)
def test_a_text_that_is_no_rule_is_refused_with_its_place(text: str, told: str) -> None:
    with pytest.raises(BadInput) as refused:
        rule_of(text, budget=30)
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        rule = rule_of(text, budget=30)
    except BadInput:
        return
    assert rule_of(rule.text, budget=30) == rule


def test_refusals_show_forms_that_can_be_read() -> None:
    for form in FORMS:
        rule_of(form.replace("RULE, ...", "budget, value<0.1"), budget=30)

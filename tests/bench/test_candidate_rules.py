"""Rules of the contests for the default choose as their pages say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from kgdesk_bench.candidate_rules import CANDIDATES

from kgdesk.model.beliefs.gaussian import MomentBelief, posterior
from kgdesk.model.policies import POLICIES, PolicyContext, policy
from kgdesk.model.policies.baseline_policies import Information
from kgdesk.model.policies.knowledge_gradient import FOR_CHANGE

RULES = {rule.name: rule for rule in CANDIDATES}


def state(outcomes: int) -> PolicyContext:
    rng = np.random.default_rng(outcomes)
    X = np.column_stack([np.ones(40), rng.uniform(-1.0, 1.0, (40, 4))])
    rows = rng.integers(0, 40, outcomes)
    y = np.where(rng.random(outcomes) < 0.15, 1.0, -1.0)
    won = np.bincount(rows[y > 0], minlength=40).astype(np.float64)
    lost = np.bincount(rows[y < 0], minlength=40).astype(np.float64)
    belief = posterior(MomentBelief.prior(5), X[rows], y)
    return PolicyContext(belief, X, won, lost, np.ones(5), outcomes + 1, 30, np.random.default_rng(0))


def test_rules_by_the_number_of_the_run_alternate_with_information_first() -> None:
    here = state(0)
    chosen = {
        name: [RULES[name].by_kg(replace(here, coming=n)) for n in range(1, 31)] for name in list(RULES)[:2]
    }
    assert chosen["kg-five-then-turns"] == [True] * 5 + [False, True] * 12 + [False]
    assert chosen["kg-third-then-turns"] == [True] * 10 + [False, True] * 10


def test_every_candidate_takes_the_scores_of_the_rule_that_it_names() -> None:
    sides = {name: set() for name in RULES}
    for outcomes in range(0, 30, 3):
        here = state(outcomes)
        for name, rule in RULES.items():
            by_kg = rule.by_kg(here)
            np.testing.assert_array_equal(rule.scores(here), here.kg if by_kg else Information().scores(here))
            sides[name].add(by_kg)
        repeated = here.count[int(np.argmax(here.kg))] >= 2
        assert RULES["kg-unless-repeated"].by_kg(here) == (not repeated)
    assert all(seen == {True, False} for seen in sides.values()), sides


def test_the_chosen_rule_is_the_policy_of_the_program_where_at_most_thirty_runs_are_left() -> None:
    mine, own = RULES["turns-when-stuck"], policy("turns-when-stuck")
    for outcomes in range(30):
        here = state(outcomes)
        assert np.argmax(mine.scores(here)) == np.argmax(own.scores(here))
    assert not set(RULES) - {"turns-when-stuck"} & set(POLICIES)


@pytest.mark.parametrize("budget", [1, 2, 3, 12, 29, 30, 31, 60])
def test_the_rule_of_the_third_and_fourth_contest_is_the_policy_of_the_program(budget: int) -> None:
    mine, own = RULES["kg-third-then-turns"], policy("kg-then-turns")
    for outcomes in range(0, 35, 1 if budget == 30 else 4):
        here = replace(state(outcomes), budget=budget)
        assert mine.scores(here).tobytes() == own.scores(here).tobytes()
        assert (own.sentence(here) == FOR_CHANGE) == mine.by_kg(here)

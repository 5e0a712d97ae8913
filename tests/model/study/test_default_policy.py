"""The policy of a new study follows from its terms and repeats; studies that exist keep theirs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from lives import begun, grown, then

from kgdesk.errors import BadInput
from kgdesk.model.advice.picks import advise
from kgdesk.model.decisions import study_state
from kgdesk.model.design.design_matrix import TERMS
from kgdesk.model.policies import default_policy
from kgdesk.model.study.settings import Settings
from kgdesk.model.study.study import fold

if TYPE_CHECKING:
    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.events import Event

BY_TERMS = {
    "linear": "kg-then-turns",
    "interactions": "kg",
    "squares": "kg",
    "quadratic": "kg",
    "average": "kg",
    "average-squares": "kg",
}


def test_every_kind_of_terms_has_a_default() -> None:
    assert {terms: default_policy(terms) for terms in TERMS} == BY_TERMS


@pytest.mark.parametrize("terms", BY_TERMS)
def test_where_a_candidate_runs_only_once_the_one_most_likely_to_succeed_is_next(
    pool: Pool, terms: str
) -> None:
    study = begun(pool, terms=terms, repeats="no")
    assert study.settings.policy == "exploit"
    study = grown(study, ("C-01", "success"), ("C-05", "failure"))
    advice = advise(study)
    untried = [row for row, name in enumerate(study.pool.ids) if name not in {"C-01", "C-05"}]
    chance = study.belief.predict(study.design.X)[study.design.row_of[untried]]
    assert advice.next == study.pool.ids[untried[int(chance.argmax())]]


@pytest.mark.parametrize("repeats", ["", "yes", "2"])
def test_a_candidate_that_can_run_again_does_not_change_the_default(pool: Pool, repeats: str) -> None:
    made = {terms: begun(pool, terms=terms, repeats=repeats).settings.policy for terms in TERMS}
    assert made == BY_TERMS


@pytest.mark.parametrize(("terms", "policy"), BY_TERMS.items())
@pytest.mark.parametrize("belief", ["moments", "full"])
def test_a_new_study_has_the_default_for_its_terms_on_record(
    pool: Pool, terms: str, policy: str, belief: str
) -> None:
    study = begun(pool, terms=terms, belief=belief)
    assert study.settings.policy == policy
    assert study.events[0].payload["settings"]["policy"] == policy
    assert advise(study).policy == policy
    assert fold(study.events).settings.policy == policy


@pytest.mark.parametrize("terms", BY_TERMS)
@pytest.mark.parametrize("policy", ["kg", "kg-then-turns", "random"])
def test_a_policy_that_is_given_stays(pool: Pool, terms: str, policy: str) -> None:
    made = Settings(terms=terms, policy=policy)
    assert (made.policy, made.settled().policy) == (policy, policy)
    assert Settings.from_json(made.as_json()) == made
    assert replace(made, terms="average").policy == policy
    assert begun(pool, terms=terms, policy=policy).settings.policy == policy


def without_policy(event: Event) -> Event:
    settings = {k: v for k, v in event.payload["settings"].items() if k != "policy"}
    return event._replace(new=event.new._replace(payload={**event.payload, "settings": settings}))


@pytest.mark.parametrize("terms", BY_TERMS)
def test_a_stored_study_without_a_policy_stays_with_the_knowledge_gradient(pool: Pool, terms: str) -> None:
    made = grown(begun(pool, terms=terms, budget=3, policy="kg"), ("C-01", "success"), ("C-05", "failure"))
    first, *others = made.events
    old = fold((without_policy(first), *others))
    assert old.settings.policy == "kg"
    assert advise(old).score.tobytes() == advise(made).score.tobytes()


def test_an_empty_policy_is_refused_in_a_file_and_as_a_change(pool: Pool) -> None:
    with pytest.raises(BadInput, match="There is no policy “”"):
        Settings.from_json(Settings().as_json() | {"policy": ""})
    study = begun(pool)
    with pytest.raises(BadInput, match="The policy cannot be empty"):
        study_state.change_settings(study, {"policy": ""}, "none")
    changed = then(study, study_state.change_settings(study, {"policy": "kg"}, "as in the paper"))
    assert changed.settings.policy == "kg"

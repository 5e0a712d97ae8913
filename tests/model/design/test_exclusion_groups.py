"""Candidates that share a single resource are never in progress at the same time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from lives import begun, stored

from kgdesk.errors import BadInput, DamagedStudy
from kgdesk.model.advice.batches import advise_batch
from kgdesk.model.advice.picks import advise
from kgdesk.model.decisions import recording, runs
from kgdesk.model.design.availability import ExclusionGroups
from kgdesk.model.study.study import fold

if TYPE_CHECKING:
    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.study import Study

#: C-01..C-04 on the first instrument, C-05..C-08 on the second, C-09 and C-10 on the third, the rest on none.
INSTRUMENTS = ("I",) * 4 + ("II",) * 4 + ("III",) * 2 + ("",) * 2


@pytest.fixture
def shared(pool: Pool) -> Pool:
    return replace(pool, extras={**pool.extras, "instrument": INSTRUMENTS})


def sharing(pool: Pool, *columns: str, **settings: Any) -> Study:
    return begun(pool, never_together=columns or ("instrument",), **settings)


def started(study: Study, *candidates: str) -> Study:
    for candidate in candidates:
        study = study.applied(stored(runs.start(study, candidate), study.head))
    return study


def test_two_candidates_share_a_value_and_an_empty_cell_shares_nothing(shared: Pool) -> None:
    groups = ExclusionGroups(shared, ("instrument", "solvent"))
    assert groups.shared("C-01", "C-02") == "“I” in “instrument”"
    assert groups.shared("C-02", "C-05") == "“DMF” in “solvent”"
    assert groups.shared("C-01", "C-05") == ""
    assert groups.alone("C-01")
    assert not ExclusionGroups(shared, ("instrument",)).alone("C-11")
    assert ExclusionGroups(shared).barred(["C-01"]) == frozenset()
    assert ExclusionGroups(shared, ("instrument",)).barred(["C-11"]) == frozenset()
    assert ExclusionGroups(shared, ("instrument",)).barred(["C-09"]) == {"C-09", "C-10"}


def test_a_column_of_numbers_groups_by_value(shared: Pool) -> None:
    assert ExclusionGroups(shared, ("temperature",)).barred(["C-03"]) == {"C-03", "C-04"}


def test_a_column_that_the_table_lacks_is_refused_before_anything_is_made(shared: Pool) -> None:
    with pytest.raises(BadInput, match=r"no column “oven” .* temperature, ratio, solvent, well, instrument"):
        sharing(shared, "oven")


def test_a_study_file_that_names_a_column_it_lacks_is_damaged(shared: Pool) -> None:
    events = sharing(shared).events
    first = events[0]
    settings = {**first.payload["settings"], "never_together": ["oven"]}
    broken = first._replace(new=first.new._replace(payload={**first.payload, "settings": settings}))
    with pytest.raises(DamagedStudy):
        fold((broken, *events[1:]))


def test_a_run_is_refused_while_its_group_is_in_progress_and_allowed_after(shared: Pool) -> None:
    study = started(sharing(shared), "C-02", "C-11", "C-12")
    for candidate, beside in (("C-01", "C-02 is"), ("C-02", "a run of it is")):
        with pytest.raises(BadInput, match="never run together") as refused:
            runs.start(study, candidate)
        assert beside in str(refused.value)
        assert "“I” in “instrument”" in str(refused.value)
    started(study, "C-05", "C-11")
    after = study.applied(stored(recording.record(study, "C-02", "void"), study.head))
    assert [run.candidate for run in started(after, "C-01").pending] == ["C-11", "C-12", "C-01"]


def test_the_suggestion_passes_over_what_cannot_start_and_the_recommended_one_does_not(shared: Pool) -> None:
    free = advise(sharing(shared))
    first = free.suggestion.candidate
    study = started(sharing(shared), first)
    advice = advise(study)
    assert not study.groups.shared(advice.suggestion.candidate, first)
    assert not advice.waits
    assert advice.score[shared.row(advice.suggestion.candidate)] == max(
        advice.score[shared.row(name)] for name in shared.ids if not study.groups.shared(name, first)
    )
    assert study.stock.in_stock.all()


def test_a_batch_takes_one_of_each_group_and_more_than_there_are_is_refused(shared: Pool) -> None:
    only = replace(shared, extras={"instrument": ("I",) * 6 + ("II",) * 6})
    study = sharing(only)
    picks = [pick.suggestion.candidate for pick in advise_batch(study, 2)]
    assert not study.groups.shared(*picks)
    with pytest.raises(BadInput, match=r"2 more runs can start, not 3: .* same instrument"):
        advise_batch(study, 3)
    with pytest.raises(BadInput, match="no run can start, not 2"):
        advise_batch(started(study, *picks), 2)


def test_where_nothing_can_start_the_suggestion_says_what_it_waits_for(shared: Pool) -> None:
    only = replace(shared, extras={"instrument": ("I",) * 12})
    study = started(sharing(only), "C-04")
    advice = advise(study)
    assert advice.waits
    assert advice.suggestion.why.endswith(
        "Start it when C-04 has its outcome: nothing else can run beside the runs in progress, and these two share "
        "“I” in “instrument”."
    )


def test_a_batch_starts_whole_or_not_at_all(shared: Pool) -> None:
    study = sharing(shared)
    picks = advise_batch(study, 3)
    facts = runs.start_together(study, picks)
    assert [kind for kind, _ in facts] == ["suggestion_made", "experiment_started"] * 3
    begun_runs = study.applied(stored(facts, study.head))
    assert [s.candidate for s in begun_runs.pending] == [p.suggestion.candidate for p in picks]
    assert [s.suggested for s in begun_runs.pending] == [p.suggestion.candidate for p in picks]
    twice = (advise(study), advise(study))
    if study.groups.alone(twice[0].suggestion.candidate):
        with pytest.raises(BadInput, match="never run together"):
            runs.start_together(study, twice)


def test_a_candidate_that_cannot_run_beside_itself_is_never_suggested_several_times_at_once(
    shared: Pool,
) -> None:
    runs = (("C-08", "success"), ("C-01", "failure"), ("C-05", "failure"), ("C-01", "success"))
    for columns, said in (((), True), (("well",), False)):
        study = begun(shared, never_together=columns)
        for candidate, outcome in runs:
            study = study.applied(stored(recording.record(study, candidate, outcome), study.head))
        assert (advise(study).best_repeats() is not None) == said

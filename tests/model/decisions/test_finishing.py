"""Finishing a study: refused while runs are in progress, unless the user confirms that they stay open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from lives import begin, begun, grown, then

from kgdesk.errors import BadInput, StudyClosed
from kgdesk.model.decisions import runs, study_state
from kgdesk.model.study import study
from kgdesk.model.study.next_run import in_progress

if TYPE_CHECKING:
    from kgdesk.model.design.pool import Pool


def test_a_study_with_runs_in_progress_is_not_finished_and_the_refusal_names_them(pool: Pool) -> None:
    made = begin(begun(pool), "C-02", "C-03", "C-02")
    with pytest.raises(BadInput, match=r"3 runs in progress \(C-02, C-03, C-02\).*--with-open-runs"):
        study_state.finish(made, "Planned runs are done")
    with pytest.raises(BadInput, match="needs a reason"):
        study_state.finish(made, " ", with_open_runs=True)


def test_the_entry_keeps_which_runs_were_left_open_and_folds_back(pool: Pool) -> None:
    made = begin(begun(pool), "C-02", "C-03")
    done = then(made, study_state.finish(made, "given up", with_open_runs=True))
    assert done.events[-1].payload["open_runs"] == [start.number for start in made.pending]
    assert (done.is_open, in_progress(done)) == (False, "2 runs in progress (C-02, C-03)")
    assert study.fold(done.events) == done
    with pytest.raises(StudyClosed):
        study_state.finish(done, "again", with_open_runs=True)


def test_a_settled_run_is_not_in_progress_and_is_not_kept_with_the_entry(pool: Pool) -> None:
    made = grown(begin(begun(pool), "C-02"), ("C-02", "void"))
    for asked in (True, False):
        assert study_state.finish(made, "enough", with_open_runs=asked) == (
            ("finished", {"reason": "enough"}),
        )
    assert in_progress(made) == ""


def test_a_run_taken_up_again_after_a_take_back_keeps_a_study_from_being_finished(pool: Pool) -> None:
    made = grown(begin(begun(pool), "C-02"), ("C-02", "success"))
    slip = then(made, runs.take_back(made))
    with pytest.raises(BadInput, match=r"1 run in progress \(C-02\)"):
        study_state.finish(slip, "enough")


def test_of_many_runs_the_first_are_named_and_the_others_counted(pool: Pool) -> None:
    made = begin(begun(pool), *["C-02"] * 15)
    assert in_progress(made) == f"15 runs in progress ({', '.join(['C-02'] * 12)} and 3 more)"

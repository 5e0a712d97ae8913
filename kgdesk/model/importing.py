"""Which facts outcomes from a table add to a study."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kgdesk.model.deciding import acted_on, must_be_open
from kgdesk.model.entries import TAKEN_BACK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.entries import Start
    from kgdesk.model.study import Study

    Fact = tuple[str, dict[str, Any]]


def import_outcomes(study: Study, rows: list[dict[str, Any]], *, restored: bool) -> tuple[Fact, ...]:
    """Return the facts of outcomes that come from a table.

    An outcome settles the run in progress that its run token names. One without a token settles the oldest run of its
    candidate in progress, as an outcome that is typed does. Then it counts as a planned run and keeps the suggestion
    and the prediction of its start.

    Parameters
    ----------
    rows
        Dicts of candidate and outcome, and optionally note, reason, operator, recorded_at, suggested,
        probability_before, corrected_from, corrected_candidate, run_token and measured.
    restored
        They are this study's own runs and count towards the plan; past outcomes do not.
    """
    must_be_open(study)
    running = _Running(study, rows)
    facts = []
    for row in rows:
        study.pool.row(row["candidate"])
        fact = {key: value for key, value in row.items() if value not in ("", None)}
        start = running.settled_by(row)
        if start is not None:
            # The start is this study's own record of what was suggested; the table's columns may be of another copy.
            for key in ("suggested", "probability_before"):
                fact.pop(key, None)
            fact |= acted_on(start)
        elif not restored:
            fact["imported"] = True
        facts.append(("outcome_recorded", fact))
    return tuple(facts)


class _Running:
    """The runs in progress, each until an outcome settles it.

    Parameters
    ----------
    study
        Gives them.
    rows
        All outcomes that come: a run that one of them names by its token waits for that one.
    """

    def __init__(self, study: Study, rows: Sequence[dict[str, Any]]) -> None:
        named = {row["run_token"] for row in rows if row.get("run_token")}
        self._by_token = {start.run_token: start for start in study.pending if start.run_token in named}
        self._oldest: dict[str, list[Start]] = {}
        for start in study.pending:
            if start.run_token not in named:
                self._oldest.setdefault(start.candidate, []).append(start)

    def settled_by(self, row: dict[str, Any]) -> Start | None:
        """Return the run that an outcome settles, which is in progress no longer; None if there is none."""
        if row["outcome"] == "void" and row.get("reason") == TAKEN_BACK:
            return None  # an entry that was taken back leaves its run in progress
        if row.get("run_token"):
            return self._by_token.pop(row["run_token"], None)
        # A run is that of the candidate for which it was recorded first.
        starts = self._oldest.get(row.get("corrected_candidate") or row["candidate"])
        return starts.pop(0) if starts else None

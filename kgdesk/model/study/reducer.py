"""Reducer of a study: the only code that applies events to its state."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kgdesk.model.study.events import NONSENSE, problems_of, set_aside
from kgdesk.model.study.records import (
    checked_outcome,
    highest_number,
    past_number,
    restored_measured,
    stored_measured,
)
from kgdesk.model.study.records_of_events import (
    absence_of,
    amendment_of,
    check_suggestion,
    closing_of,
    correction_of,
    derived_outcome,
    note_of,
    run_of,
    start_of,
    threshold_changes,
    with_earlier_correction,
)
from kgdesk.model.study.run_blocks import changed_level, levels_of, stored_levels
from kgdesk.model.study.set_values import checked_set_values
from kgdesk.model.study.setup import FOUNDING, amended, with_additions
from kgdesk.model.study.worklists import checked_token, results_of, worklist_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kgdesk.model.design.encoding import Scaling
    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.events import Event, SetAside
    from kgdesk.model.study.records import (
        Absence,
        Amendment,
        Closing,
        Measured,
        Note,
        Outcome,
        Run,
        RunNumber,
        Start,
    )
    from kgdesk.model.study.settings import Settings
    from kgdesk.model.study.setup import Addition
    from kgdesk.model.study.worklists import ResultsRead, Worklist


#: Keys that only a start on a worklist has.
_PRINTED = {"run_token", "worklist", "well"}


class StudyReducer:
    """Mutable state while events are folded; `entries` returns it as immutable fields of a study.

    Payloads must have been validated by `kgdesk.model.study.events.problems_of`. An event that raises leaves the state
    as it was: each step checks everything before it changes anything.

    Parameters
    ----------
    pool
        Candidates that entries may refer to.
    settings, runs, starts, retired, skipped, closing, notes, amendments
        Initial state.
    scaling
        Encoding of the design matrix; needed if candidates are added.
    worklists, results, additions, stated_blocks
        Initial state.
    """

    def __init__(
        self,
        pool: Pool,
        *,
        scaling: Scaling,
        settings: Settings,
        runs: Sequence[Run],
        starts: Sequence[Start],
        retired: Sequence[Absence],
        skipped: Sequence[Absence],
        closing: Closing | None,
        notes: Sequence[Note] = (),
        amendments: Sequence[Amendment] = (),
        worklists: Sequence[Worklist] = (),
        results: Sequence[ResultsRead] = (),
        additions: Sequence[Addition] = (),
        stated_blocks: Sequence[tuple[str, str]] = (),
    ) -> None:
        self._pool = pool
        self._scaling = scaling
        self._settings = settings
        self._runs = {run.number: run for run in runs}
        self._starts = {start.seq: start for start in starts}
        #: The highest number given to a run so far, and the number of past outcomes.
        self._given = highest_number(runs, starts)
        self._past = sum(run.imported for run in runs)
        self._retired = {absence.candidate: absence for absence in retired}
        self._skipped = {absence.candidate: absence for absence in skipped}
        self._closing = closing
        self._notes = list(notes)
        self._amendments = list(amendments)
        self._worklists = {worklist.id: worklist for worklist in worklists}
        self._results = list(results)
        self._additions = list(additions)
        self._stated = dict(stated_blocks)
        self._tokens = {start.run_token: start.seq for start in starts if start.run_token}
        self._filled = {(start.worklist, start.well) for start in starts if start.worklist}
        self._steps: dict[str, Callable[[Event], None]] = {
            "experiment_started": self._started,
            "outcome_recorded": self._recorded,
            "outcome_corrected": self._corrected,
            "outcome_voided": self._corrected,
            "candidate_retired": self._retire,
            "candidate_restored": self._restore,
            "suggestion_declined": self._skip,
            "block_set": self._block_set,
            "block_corrected": self._block_corrected,
            "note_added": self._noted,
            "settings_changed": self._amended,
            "finished": self._finished,
            "reopened": self._reopened,
            "worklist_made": self._worklist_made,
            "results_read": self._results_read,
            "candidates_added": self._candidates_added,
            "suggestion_made": self._suggested,
            **dict.fromkeys(FOUNDING, _refounded),
        }

    def take(self, event: Event) -> None:
        """Apply one event; kinds without effect on the state are ignored.

        Raises
        ------
        KeyError, TypeError, ValueError, BadInput
            The event contradicts the state.
        """
        step = self._steps.get(event.kind)
        if step is not None:
            step(event)

    def entries(self) -> dict[str, Any]:
        """Return the fields of a study that events change."""
        return {
            "runs": tuple(self._runs.values()),
            "starts": tuple(self._starts.values()),
            "retired": tuple(self._retired.values()),
            "skipped": tuple(self._skipped.values()),
            "closing": self._closing,
            "notes": tuple(self._notes),
            "settings": self._settings,
            "amendments": tuple(self._amendments),
            "pool": self._pool,
            "worklists": tuple(self._worklists.values()),
            "results": tuple(self._results),
            "additions": tuple(self._additions),
            "stated_blocks": tuple(self._stated.items()),
        }

    def _candidate(self, facts: Any) -> str:
        name = facts["candidate"]
        return self._pool.ids[self._pool.row(name)]

    def _started(self, event: Event) -> None:
        facts = event.payload
        start = start_of(event, self._candidate(facts), self._given + 1)
        if "blocks" in facts:
            stored_levels(facts["blocks"])  # before anything changes
        start = self._with_worklist(start, facts) if facts.keys() & _PRINTED else start
        if "blocks" in facts or self._settings.blocks:
            plate = self._plate(start.worklist)
            found = levels_of(event, self._settings.block_columns, self._stated, plate, start.well)
            start = replace(start, blocks=found)
        self._starts[event.seq] = start
        self._given = start.number

    def _plate(self, worklist: str) -> str:
        """Return the name of a worklist, with its id where an earlier one has that name; empty for none."""
        if not worklist:
            return ""
        plate = self._worklists[worklist]
        first = next(one for one in self._worklists.values() if one.name == plate.name)
        return plate.name if first is plate else f"{plate.name} ({plate.id})"

    def _with_worklist(self, start: Start, facts: Any) -> Start:
        """Return a start with the run token and the well of its worklist."""
        token, worklist, well = (
            checked_token(facts["run_token"]),
            facts.get("worklist", ""),
            facts.get("well", ""),
        )
        if token in self._tokens:
            raise ValueError(f"run token {token!r} names another run")
        if worklist or well:
            if self._worklists[worklist].candidate_in(well) != start.candidate:
                raise ValueError(f"well {well!r} holds another candidate")
            if (worklist, well) in self._filled:
                raise ValueError(f"the run in well {well!r} was started before")
            self._filled.add((worklist, well))
        self._tokens[token] = start.seq
        return replace(start, run_token=token, worklist=worklist, well=well)

    def _recorded(self, event: Event) -> None:
        facts = event.payload
        start = self._start_of(facts, facts.get("start"))
        if start is not None and start not in self._starts:
            raise ValueError(f"start {start!r}")
        number = self._number_of(facts, start)
        run = run_of(event, self._candidate(facts), number, start)
        if "run_token" in facts or "measured" in facts or run.outcome == "undecided":
            token = facts.get("run_token", "")
            run = run._replace(run_token=token, measured=self._measured(facts.get("measured"), run.outcome))
        if "set" in facts:
            run = run._replace(set_values=self._set_values(run.candidate, facts["set"]))
        if "blocks" in facts or self._settings.blocks:
            run = run._replace(blocks=self._blocks(event, start))
        run = with_earlier_correction(run, facts)
        self._runs.pop(number, None)  # the dict keeps the order of the entries, of which this is the newest
        self._runs[number] = run
        if isinstance(number, int):
            self._given = max(self._given, number)
            self._skipped.clear()
        else:
            self._past += 1

    def _blocks(self, event: Event, start: int | None) -> tuple[tuple[str, str], ...]:
        """Return the levels of a run: those of its start, before which comes what the outcome states itself."""
        if start is None:
            return levels_of(event, self._settings.block_columns, self._stated)
        stated = dict(stored_levels(event.payload.get("blocks", {})))
        return tuple((dict(self._starts[start].blocks) | stated).items())

    def _number_of(self, facts: Any, start: int | None) -> RunNumber:
        """Return the number of a run whose outcome is recorded.

        It is the number of the start that the outcome settles, even if an earlier entry for it was taken back. If that
        start is settled already, for example because two workstations recorded its outcome at once, the second outcome
        is a new run.
        """
        if start is not None:
            number = self._starts[start].number
            if number not in self._runs or self._runs[number].taken_back:
                return number
        if facts.get("imported", False):
            return past_number(self._past + 1)
        wanted: int | None = facts.get("run")
        if wanted is None:
            return self._given + 1
        if wanted < 1:
            raise ValueError(f"run {wanted}")
        return self._given + 1 if self._is_given(wanted) else wanted

    def _is_given(self, number: RunNumber) -> bool:
        """Return whether a run, recorded or in progress, has this number."""
        return number in self._runs or any(start.number == number for start in self._starts.values())

    def _start_of(self, facts: Any, start: int | None) -> int | None:
        """Return the start with the run token of an outcome, or `start` without a token.

        None if no start of this study has that token.
        """
        if "run_token" not in facts:
            return start
        named = self._tokens.get(checked_token(facts["run_token"]))
        if start is not None and named != start:
            raise ValueError(f"start {start!r} has another run token")
        return named

    def _measured(self, stored: float | str | None, outcome: Outcome) -> Measured | None:
        """Check that a measured value agrees with the outcome that was entered for it, and return it."""
        if stored is None:
            if outcome == "undecided":
                raise ValueError("undecided without a limit of the measured value")
            return None
        value = restored_measured(stored)
        if not self._settings.measured:
            raise ValueError("a measured value where none is named")
        fits = self._settings.outcome_of(value) in {"", outcome}
        if outcome == "undecided":
            fits = self._settings.leaves_open(value)
        if outcome != "void" and not fits:
            raise ValueError(f"{outcome} for a measured value of {value!r}")
        return value

    def _set_values(self, candidate: str, stored: Any) -> tuple[tuple[str, float | str], ...]:
        """Check what was really set, and return it."""
        values = checked_set_values(self._pool, self._scaling, candidate, stored)
        if not stored or len(values) != len(stored):
            raise ValueError("values that are those of the candidate")
        return values

    def _corrected(self, event: Event) -> None:
        facts = event.payload
        number: RunNumber = facts["run"]
        if number not in self._runs:
            raise ValueError(f"run {number!r:.40}")
        run, new = self._runs[number], facts["new"]
        outcome = checked_outcome(new["outcome"])
        correction, candidate = correction_of(event, run), self._candidate(new)
        redone = run.redone_by(correction, candidate, outcome)
        stays = outcome in {run.outcome, "void"} or self._settings.leaves_open(run.measured)
        kept = None if run.measured is None or not stays else stored_measured(run.measured)
        self._runs[number] = run._replace(
            candidate=candidate,
            outcome=outcome,
            corrections=run.corrections[:-1] if redone else (*run.corrections, correction),
            measured=self._measured(new.get("measured", kept), outcome),
            set_values=self._corrected_set_values(run, candidate, new),
        )

    def _corrected_set_values(
        self, run: Run, candidate: str, new: Any
    ) -> tuple[tuple[str, float | str], ...]:
        """Return what was really set, as corrected or else as before, where it differs from the candidate."""
        if new.get("set"):
            return self._set_values(candidate, new["set"])
        if "set" in new or not run.set_values:
            return ()
        return checked_set_values(self._pool, self._scaling, candidate, dict(run.set_values))

    def _block_set(self, event: Event) -> None:
        column = event.payload["column"]
        if not any(each.name == column and each.is_stated for each in self._settings.block_columns):
            raise ValueError(f"the level of {column!r:.40}, which is no block column that a person states")
        self._stated[column] = event.payload["level"]

    def _block_corrected(self, event: Event) -> None:
        facts = event.payload
        number, column, level = facts["run"], facts["column"], facts["new"]
        if not any(each.name == column for each in self._settings.block_columns):
            raise ValueError(f"the block column {column!r:.40}")
        start = next((one for one in self._starts.values() if one.number == number), None)
        run = self._runs.get(number)
        if start is None and run is None:
            raise ValueError(f"run {number!r:.40}")
        if start is not None:
            self._starts[start.seq] = replace(start, blocks=changed_level(start.blocks, column, level))
        if run is not None:
            self._runs[number] = run._replace(blocks=changed_level(run.blocks, column, level))

    def _retire(self, event: Event) -> None:
        absence = absence_of(event, self._candidate(event.payload))
        self._retired[absence.candidate] = absence

    def _restore(self, event: Event) -> None:
        del self._retired[absence_of(event, self._candidate(event.payload)).candidate]

    def _skip(self, event: Event) -> None:
        absence = absence_of(event, self._candidate(event.payload))
        self._skipped[absence.candidate] = absence

    def _noted(self, event: Event) -> None:
        run = event.payload.get("run")
        if run is not None and not self._is_given(run):
            raise ValueError(f"run {run!r:.40}")
        self._notes.append(note_of(event))

    def _worklist_made(self, event: Event) -> None:
        worklist = worklist_of(event, self._pool, self._worklists)
        self._worklists[worklist.id] = worklist

    def _results_read(self, event: Event) -> None:
        self._results.append(results_of(event, self._worklists))

    def _candidates_added(self, event: Event) -> None:
        self._pool, addition = with_additions(self._pool, self._scaling, self._settings, event)
        self._additions.append(addition)

    def _suggested(self, event: Event) -> None:
        self._candidate(event.payload)
        check_suggestion(event)

    def _amended(self, event: Event) -> None:
        facts = event.payload
        if facts["old"] != getattr(self._settings, facts["setting"]):
            raise ValueError(f"the setting {facts['setting']} was not {facts['old']!r}")
        settings = amended(self._pool, self._settings, facts["setting"], facts["new"])
        self._amendments.append(amendment_of(event))
        self._settings = settings
        if facts["setting"] == "threshold":
            self._derive_outcomes(event)

    def _derive_outcomes(self, event: Event) -> None:
        """Derive the outcomes again by a changed threshold; each that differs is a correction."""
        changes = threshold_changes(self._amendments)
        for number, run in self._runs.items():
            outcome = derived_outcome(run, self._settings, changes)
            if outcome != run.outcome:
                correction = correction_of(event, run)
                self._runs[number] = run._replace(outcome=outcome, corrections=(*run.corrections, correction))

    def _finished(self, event: Event) -> None:
        if chosen := event.payload.get("chosen"):
            self._pool.row(chosen)
        self._closing = closing_of(event)

    def _reopened(self, event: Event) -> None:
        del event
        self._closing = None


def _refounded(event: Event) -> None:
    raise ValueError(f"{event.kind} in a study that has begun")


#: Fields of a study that events change, or that are needed to apply them.
_FOLDED = (
    *(
        "pool",
        "scaling",
        "settings",
        "runs",
        "starts",
        "retired",
        "skipped",
        "closing",
        "notes",
    ),
    *("amendments", "worklists", "results", "additions", "stated_blocks"),
)


def folded(study: Any, events: Sequence[Event]) -> tuple[dict[str, Any], tuple[SetAside, ...]]:
    """Apply events to a `Study` in order; return the fields that result, and the events that were set aside.

    Raises
    ------
    NewerStudy
        An event has a kind or version that this program does not support.
    """
    ledger = StudyReducer(**{name: getattr(study, name) for name in _FOLDED})
    problems = problems_of(events)
    listed = [set_aside(event, problems[event.seq]) for event in events if event.seq in problems]
    rest = iter([event for event in events if event.seq not in problems] if problems else events)
    event, over = events[0], False
    while not over:
        try:  # around the loop: a try per event would cost as much as the folding
            for event in rest:
                ledger.take(event)
            over = True
        except NONSENSE as problem:
            listed.append(set_aside(event, problem))
    return ledger.entries(), tuple(sorted(listed, key=lambda one: one.seq))

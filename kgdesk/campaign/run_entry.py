"""Starting and recording runs for a caller that may repeat a call, and beside other programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk import actions
from kgdesk.campaign.arguments import name_of, number_text, whole_number
from kgdesk.errors import BadInput, StaleHead, UnknownRun
from kgdesk.model.advice.suggestion import Suggestion
from kgdesk.model.study.outcome_words import OutcomeReading, read_recorded, words_of
from kgdesk.text import phrase

if TYPE_CHECKING:
    from kgdesk.actions import Session
    from kgdesk.campaign.last_answer import LastAnswer
    from kgdesk.model.study.records import Run, RunNumber

    #: What happened in a run, see `Campaign.record`.
    Outcome = str | bool | int | float


class RunEntry:
    """Starts and records the runs of an open study.

    Parameters
    ----------
    session
        The open study.
    answer
        The last answer: a suggestion of it that is started or recorded is recorded as seen by the caller.
    """

    def __init__(self, session: Session, answer: LastAnswer) -> None:
        self._session = session
        self._answer = answer

    def start(
        self,
        candidates: str | Suggestion | Sequence[str | Suggestion],
        reason: str,
        blocks: Mapping[str, str] | None,
        token: str,
    ) -> tuple[int, ...]:
        """Start one or several runs in one commit; see `Campaign.start`."""
        several: list[Any] = (
            list(candidates)
            if isinstance(candidates, Iterable) and not isinstance(candidates, str | Suggestion)
            else [candidates]
        )
        if not several:
            raise BadInput("No candidate is named: give at least one to start.")
        how: Any = {"reason": reason, "blocks": blocks, "token": token}
        if len(several) > 1:
            change = self._start_together(several, how)
        else:
            advice = self._answer.advice(several[0])
            how["seen_on"] = "" if advice is None else "answer"
            change = actions.start(self._session, name_of(several[0]), advice=advice, **how)
        begun = {event.seq for event in change.events if event.kind == "experiment_started"}
        return tuple(start.number for start in change.study.starts if start.seq in begun)

    def _start_together(self, several: Sequence[str | Suggestion], how: Any) -> actions.Change:
        known = bool(self._session.recorded(how["token"]))
        if not known and any(
            isinstance(one, Suggestion) and self._answer.advice(one) is None for one in several
        ):
            raise StaleHead(
                "Suggestions are started together from one answer of suggest, and before anything else is recorded: "
                "ask again, or start them one by one. Nothing was started."
            )
        picks = [self._answer.advice(one) or name_of(one) for one in several]
        return actions.start_together(self._session, picks, seen_on="answer", **how)

    def record(
        self,
        candidate: str | Suggestion | None,
        outcome: Outcome | None,
        run: RunNumber | None,
        instead_of: Suggestion | None,
        further: Mapping[str, Any],
    ) -> Run:
        """Record an outcome; see `Campaign.record`, whose other arguments are in `further`."""
        read = self.read_outcome(outcome)
        name = None if candidate is None else name_of(candidate)
        number = None if run is None else self.number(run)
        started = next((one for one in self._session.study.pending if one.number == number), None)
        if number is not None and started is None:
            return self._recorded(number, name, read)
        if name is None and started is None:
            raise BadInput("Name the candidate that was run, or the number of the run in progress (run=...).")
        shown = candidate if instead_of is None else instead_of
        advice = None if shown is None else self._answer.advice(shown)
        how: dict[str, Any] = {
            **further,
            "measured": read.measured,
            "count": read.count,
            "advice": advice,
            "seen_on": "" if advice is None else "answer",
            "run": None if started is None else started.number,
        }
        try:
            change = actions.record(
                self._session,
                started.candidate if name is None and started is not None else str(name),
                "success" if read.count else read.outcomes[0],
                **how,
            )
        except (BadInput, StaleHead):
            if number is None or not self._ended_elsewhere(number):
                raise
            return self._recorded(number, name, read)
        stored = {event.seq for event in change.events}
        return [entry for entry in change.study.runs if entry.seq in stored][-1]

    def number(self, run: RunNumber) -> RunNumber:
        """Return the number of a run; one that is not known here is looked for in what others have entered."""
        number = run if isinstance(run, str) else whole_number(run)
        if all(one.number != number for one in self._session.study.pending):
            try:
                self._session.study.run(number)
            except UnknownRun:
                self._session.refreshed()
        return number

    def _ended_elsewhere(self, number: RunNumber) -> bool:
        """Whether another program has recorded the outcome of a run that was in progress."""
        self._session.refreshed()
        return all(one.number != number for one in self._session.study.pending)

    def _recorded(self, run: RunNumber, name: str | None, read: OutcomeReading) -> Run:
        """Return a run that has ended, if this is its outcome.

        Raises
        ------
        UnknownRun, BadInput
            There is no such run, or it has another outcome.
        """
        done = self._session.study.run(run)
        same = (done.outcome,) == read.outcomes and read.measured in (None, done.measured)
        if not same or name not in (None, done.candidate):
            raise BadInput(
                phrase(
                    "Run {run} is not in progress: it is recorded as {outcome} of {candidate}. Correct it if that is "
                    "wrong. Nothing was recorded.",
                    run=run,
                    outcome=done.outcome,
                    candidate=done.candidate,
                )
            )
        return done

    def read_outcome(self, outcome: Outcome | None) -> OutcomeReading:
        """Read an outcome in any of its forms."""
        settings = self._session.study.settings
        if isinstance(outcome, bool | np.bool_):
            return OutcomeReading(("success" if outcome else "failure",))
        text = number_text(outcome)
        if text is not None:
            return read_recorded(text, settings, "point")
        if not isinstance(outcome, str):
            raise BadInput(
                phrase(
                    "{value} is not an outcome. Write True, False or {words}.",
                    value=f"{outcome!r:.60}",
                    words=words_of(settings),
                )
            )
        return read_recorded(outcome, settings)

"""State machine of the outcome entry, as an immutable value without Qt.

Each event is a method of `Entry` that returns the next entry; `confirm` and `void` also return the `Intent` to be
written. Nothing is recorded that was not armed and confirmed unchanged.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

Outcome = Literal["success", "failure", "undecided", "void"]
if TYPE_CHECKING:
    from kgdesk.model.study.records import Measured, RunNumber

#: What can be recorded for an experiment: its start or its outcome.
Act = Literal["success", "failure", "undecided", "void", "start"]
State = Literal[
    "empty",
    "preparing",
    "working",
    "ready",
    "tried",
    "armed",
    "saving",
    "recorded",
    "mismatch",
    "finished",
    "read_only",
    "not_saved",
]
#: Reason of the strip's message while nothing is armed.
Notice = Literal[
    "suggestion_changed",
    "study_changed",
    "operator_changed",
    "typed",
    "turned",
    "unknown_code",
    "taken_back",
    "redone",
    "started",
    "started_together",
    "starts_stay",
    "skipped",
    "noted",
    "looking_back",
    "refused",
    "other_side",
    "results",
    "results_of_several",
    "results_taken_back",
]


#: Notices about what Undo does not undo: it takes back the newest outcome.
_NO_OUTCOME = frozenset({"started", "started_together", "skipped", "noted"})

#: Notices about an entry, which another entry makes old. The others are about a gesture that came to nothing.
_OF_A_STATE = frozenset(
    {
        "taken_back",
        "redone",
        "started",
        "started_together",
        "starts_stay",
        "skipped",
        "noted",
        "results",
        "results_of_several",
        "results_taken_back",
    }
)


@dataclass(frozen=True, slots=True)
class Running:
    """A run in progress: its number and its candidate."""

    number: int
    candidate: str


@dataclass(frozen=True, slots=True)
class EntryContext:
    """State of the study that the entry depends on.

    Parameters
    ----------
    candidates
        Number of candidates of the study.
    operator
        Operator of the entry; empty if not set.
    revision
        Revision of the study.
    suggested
        Suggested candidate for this revision; None while it is computed, or if every candidate is tried.
    all_tried
        Sentence if every candidate is tried, so that nothing is suggested; else empty.
    read_only
        Why nothing can be recorded, as a sentence; None if it can.
    finished
        Whether the study is finished and takes no outcomes.
    preparing
        Whether the kernels are being compiled for the first time.
    running
        Runs in progress, oldest first.
    writing
        Whether a change is being written; no other entry is accepted meanwhile.
    looking_back
        Whether an earlier state of the study is shown.
    codes
        Name of the column with barcodes; empty if samples are labelled with candidate identifiers.
    """

    candidates: int = 0
    operator: str = ""
    revision: int = 0
    suggested: str | None = None
    read_only: str | None = None
    finished: bool = False
    preparing: bool = False
    running: tuple[Running, ...] = ()
    writing: bool = False
    looking_back: bool = False
    codes: str = ""
    all_tried: str = ""

    @property
    def takes_entries(self) -> bool:
        """Whether an outcome could be recorded now for some candidate."""
        return bool(
            self.candidates
            and self.operator.strip()
            and self.read_only is None
            and not self.finished
            and not self.looking_back
        )


@dataclass(frozen=True, slots=True)
class ChosenCandidate:
    """A candidate that the user chose instead of the suggestion, with an optional reason.

    Parameters
    ----------
    start
        Sequence number of its start event, if it is a run in progress.
    scanned
        Whether it is here since its code was scanned while the card showed another one, and that was accepted.
    """

    candidate: str
    reason: str = ""
    start: int | None = None
    scanned: bool = False


@dataclass(frozen=True, slots=True)
class Details:
    """Optional additions to an outcome; see `kgdesk.actions.record`."""

    note: str = ""
    happened_at: str = ""
    count: tuple[int, int] | None = None
    measured: Measured | None = None
    set_values: tuple[tuple[str, float | str], ...] = ()
    beyond: bool = False


@dataclass(frozen=True, slots=True)
class Intent:
    """Exactly what is to be recorded.

    Parameters
    ----------
    candidate, outcome, reason
        The facts to record.
    revision, suggested
        Revision of the study and suggested candidate when the user decided.
    token
        Identifies the gesture: a retry with the same token is recorded once.
    start
        Start event of the run in progress that it completes.
    details
        Optional additions.
    """

    candidate: str
    outcome: Act
    revision: int
    suggested: str | None
    token: str
    reason: str = ""
    start: int | None = None
    details: Details = field(default_factory=Details)


@dataclass(frozen=True, slots=True)
class Idle:
    """No gesture is pending; `notice` says what has just ended, `about` its candidate, code, run or sentence."""

    notice: Notice | None = None
    about: str = ""


@dataclass(frozen=True, slots=True)
class Armed:
    """An outcome awaits confirmation."""

    intent: Intent


@dataclass(frozen=True, slots=True)
class Saving:
    """An outcome is being written."""

    intent: Intent


@dataclass(frozen=True, slots=True)
class Recorded:
    """An outcome is on disk as run `run`; `revision` is that of the study with it."""

    intent: Intent
    run: RunNumber
    revision: int


@dataclass(frozen=True, slots=True)
class Mismatch:
    """The scanned candidate differs from the one on the card."""

    scanned: str


@dataclass(frozen=True, slots=True)
class SaveFailed:
    """The outcome could not be written and stays armed; `message` says why."""

    intent: Intent
    message: str


Gesture = Idle | Armed | Saving | Recorded | Mismatch | SaveFailed


@dataclass(frozen=True, slots=True)
class Entry:
    """State of the outcome entry.

    Parameters
    ----------
    situation
        State of the study around it.
    choice
        Candidate chosen by the user; None for the suggestion.
    gesture
        The present phase: idle, armed, saving, recorded, mismatch, not saved.
    matched
        Whether the scanned sample is the candidate that was on the card before it was scanned.
    """

    situation: EntryContext = field(default_factory=EntryContext)
    choice: ChosenCandidate | None = None
    gesture: Gesture = field(default_factory=Idle)
    matched: bool = False

    @property
    def candidate(self) -> str | None:
        """The candidate on the card; None if there is none yet."""
        return self.choice.candidate if self.choice is not None else self.situation.suggested

    @property
    def accepted(self) -> bool:
        """Whether the card shows a sample that was scanned and accepted instead of what it showed before."""
        return self.choice is not None and self.choice.scanned

    @property
    def all_tried(self) -> bool:
        """Whether the card is empty because every candidate is tried."""
        return self.candidate is None and bool(self.situation.all_tried)

    @property
    def armed(self) -> Act | None:
        """The armed outcome, also one that could not be saved; else None."""
        return self.gesture.intent.outcome if isinstance(self.gesture, Armed | SaveFailed) else None

    @property
    def can_arm(self) -> bool:
        """Whether an outcome can be armed."""
        return (
            self.situation.takes_entries
            and not self.situation.writing
            and self.candidate is not None
            and isinstance(self.gesture, Idle | Armed | Recorded)
        )

    @property
    def can_start(self) -> bool:
        """Whether a run of the candidate on the card can be started."""
        return self.can_arm and (self.choice is None or self.choice.start is None)

    @property
    def state(self) -> State:
        """Name of the present state."""
        here = self.situation
        if here.read_only is not None:
            return "read_only"
        if here.finished:
            return "finished"
        if not here.candidates:
            return "empty"
        words: dict[type[Gesture], State] = {
            Armed: "armed",
            Saving: "saving",
            Recorded: "recorded",
            Mismatch: "mismatch",
            SaveFailed: "not_saved",
        }
        if type(self.gesture) in words:
            return words[type(self.gesture)]
        if self.candidate is None:
            return "tried" if here.all_tried else "preparing" if here.preparing else "working"
        return "ready"

    # Events from the user.

    def arm(self, outcome: Act, token: str, details: Details | None = None) -> Entry:
        """Arm an outcome or the start of a run; arming the same outcome again changes nothing."""
        if not self.can_arm or self.candidate is None:
            return self
        if (details is None and self.armed == outcome) or (outcome == "start" and not self.can_start):
            return self
        intent = self._intent(self.candidate, outcome, token)
        return replace(self, gesture=Armed(replace(intent, details=details or Details())))

    def confirm(self) -> tuple[Entry, Intent | None]:
        """Confirm the armed outcome, or retry to save it; return the intent to write, if any."""
        here = self.situation
        if not isinstance(self.gesture, Armed | SaveFailed) or here.writing or here.looking_back:
            return self, None
        intent = self.gesture.intent
        return replace(self, gesture=Saving(intent)), intent

    def void(self, reason: str, token: str) -> tuple[Entry, Intent | None]:
        """Record a void run without arming: its dialog for the reason was the second step."""
        if not self.can_arm or self.candidate is None:
            return self, None
        intent = replace(self._intent(self.candidate, "void", token), reason=reason)
        return replace(self, gesture=Saving(intent)), intent

    def cancel(self) -> Entry:
        """Cancel the pending gesture; a write in progress continues."""
        return self if isinstance(self.gesture, Saving) else replace(self, gesture=Idle())

    def typed(self) -> Entry:
        """Disarm: a printable key may come from a scanner, which ends its code with Enter."""
        return replace(self, gesture=Idle("typed")) if isinstance(self.gesture, Armed) else self

    def turned(self) -> Entry:
        """Disarm: another face is shown, on which the question would stand elsewhere."""
        if isinstance(self.gesture, Mismatch):
            return replace(self, gesture=Idle())
        return replace(self, gesture=Idle("turned")) if isinstance(self.gesture, Armed) else self

    def scan(self, code: str, candidate: str | None) -> Entry:
        """Compare a scanned sample with the card.

        Parameters
        ----------
        code
            The code as scanned.
        candidate
            The candidate with that code; None if the study has none.
        """
        if isinstance(self.gesture, Saving | SaveFailed):
            return self
        if candidate is None:
            return replace(self, gesture=Idle("unknown_code", code), matched=False)
        if candidate == self.candidate:
            return replace(self, gesture=Idle(), matched=not self.accepted)
        if not self.situation.takes_entries:
            return replace(self, gesture=Idle(), matched=False)
        for run in self.situation.running:
            if run.candidate == candidate:
                return replace(self.take_up(run.number), matched=True)
        return replace(self, gesture=Mismatch(candidate), matched=False)

    def accept_scan(self) -> Entry:
        """Put the scanned candidate on the card; its outcome must still be armed and confirmed."""
        if not isinstance(self.gesture, Mismatch):
            return self
        choice = ChosenCandidate(self.gesture.scanned, scanned=True)
        return replace(self, choice=choice, gesture=Idle(), matched=False)

    def choose(self, candidate: str, reason: str = "") -> Entry:
        """Put another candidate on the card; choosing the suggested one ends the choice."""
        if not self.situation.takes_entries or isinstance(self.gesture, Saving | SaveFailed):
            return self
        choice = None if candidate == self.situation.suggested else ChosenCandidate(candidate, reason)
        return replace(self, choice=choice, gesture=Idle(), matched=False)

    def take_up(self, start: int) -> Entry:
        """Put a run in progress on the card; its outcome must still be armed and confirmed."""
        if not self.situation.takes_entries or isinstance(self.gesture, Saving | SaveFailed):
            return self
        for run in self.situation.running:
            if run.number == start:
                return replace(
                    self, choice=ChosenCandidate(run.candidate, "", start), gesture=Idle(), matched=False
                )
        return self

    def unchoose(self) -> Entry:
        """Return to the suggestion."""
        if self.choice is None or isinstance(self.gesture, Saving | SaveFailed):
            return self
        return replace(self, choice=None, gesture=Idle(), matched=False)

    # Events from the study.

    def with_context(self, now: EntryContext) -> Entry:
        """Replace the context. An outcome armed in the old one is disarmed with a notice if it no longer applies."""
        before = self.situation
        choice = self.choice if now.operator == before.operator else None
        if (
            choice is not None
            and choice.start is not None
            and choice.start not in {r.number for r in now.running}
        ):
            choice = None
        entry = replace(self, situation=now, choice=choice)
        moved = (entry.candidate, entry._start) != (self.candidate, self._start)  # noqa: SLF001 - of the same class
        recoded = now.codes != before.codes  # a scanned code may now mean another sample
        entry = replace(entry, matched=self.matched and not moved and not recoded)
        gesture = self.gesture
        if isinstance(gesture, Armed | SaveFailed):
            return replace(entry, gesture=entry._gesture_after_change(gesture, before))  # noqa: SLF001 - of the same class
        if isinstance(gesture, Mismatch) and (moved or recoded or not now.takes_entries):
            return replace(entry, gesture=Idle())
        if isinstance(gesture, Recorded) and gesture.revision != now.revision:
            return replace(entry, gesture=Idle())
        return entry

    def saved(self, run: RunNumber) -> Entry:
        """Mark the outcome as recorded in run `run`, and end the choice."""
        if not isinstance(self.gesture, Saving):
            return self
        done = Recorded(self.gesture.intent, run, self.situation.revision)
        return replace(self, choice=None, matched=False, gesture=done)

    def with_notice(self, notice: Notice, about: str) -> Entry:
        """Note that something other than an outcome was recorded, and end the choice."""
        return replace(self, choice=None, matched=False, gesture=Idle(notice, about))

    def outdated(self) -> Entry:
        """Forget what was said of a gesture that is over: the study has changed since."""
        return replace(self, gesture=Idle()) if self._says_what_is_over else self

    def newest_shown(self) -> Entry:
        """Return the entry that shows the newest outcome, which Undo takes back; a start before it is named first."""
        if isinstance(self.gesture, Idle) and self.gesture.notice in {"started", "started_together"}:
            one = self.gesture.notice == "started"
            return replace(self, gesture=Idle("starts_stay", self.gesture.about if one else ""))
        return self.outdated()

    @property
    def _says_what_is_over(self) -> bool:
        """Whether the strip says something that was true of an earlier state of the study."""
        gesture = self.gesture
        return isinstance(gesture, Idle) and gesture.notice in _OF_A_STATE

    @property
    def hides_newest(self) -> bool:
        """Whether the strip says something else than the newest outcome, which Undo would take back unseen."""
        return isinstance(self.gesture, Idle) and self.gesture.notice in _NO_OUTCOME

    def superseded(self, notice: Notice | None, about: str) -> Entry:
        """Replace what was said of the gesture before by a notice, after a change that is not a gesture of the card."""
        if not isinstance(self.gesture, Idle | Recorded):
            return self
        return replace(self, gesture=Idle(notice, about))

    def failed(self, message: str) -> Entry:
        """Mark the outcome as not saved; it stays armed with the same token, so that a retry is idempotent."""
        if not isinstance(self.gesture, Saving):
            return self
        return replace(self, gesture=SaveFailed(self.gesture.intent, message))

    def told(self, notice: Notice, about: str) -> Entry:
        """Say why something cannot be armed; what was armed no longer is."""
        if isinstance(self.gesture, Saving | SaveFailed):
            return self
        return replace(self, gesture=Idle(notice, about))

    def refused(self, message: str) -> Entry:
        """Disarm and show why something cannot be done."""
        return replace(self, gesture=Idle("refused", message))

    def undone(self, run: RunNumber) -> Entry:
        """Note that run `run` was taken back."""
        return replace(self, gesture=Idle("taken_back", str(run)))

    @property
    def _start(self) -> int | None:
        return None if self.choice is None else self.choice.start

    def _intent(self, candidate: str, outcome: Act, token: str) -> Intent:
        reason = self.choice.reason if self.choice is not None else ""
        here = self.situation
        return Intent(candidate, outcome, here.revision, here.suggested, token, reason, self._start)

    def _gesture_after_change(self, gesture: Armed | SaveFailed, before: EntryContext) -> Gesture:
        """Return the gesture in the present context: unchanged, or `Idle` with the reason why it was dropped.

        `before` is the context in which it was made.
        """
        now, intent = self.situation, gesture.intent
        if now.looking_back:
            # An unsaved outcome keeps its token until the user returns to the present.
            return gesture if isinstance(gesture, SaveFailed) else Idle("looking_back")
        if now.operator != before.operator:
            return Idle("operator_changed")
        if now.read_only is not None or now.finished:
            return Idle("study_changed")
        # A suggestion that arrives late does not affect a candidate chosen without one.
        same = now.suggested == intent.suggested or intent.suggested is None
        moved = (self.candidate, self._start) != (intent.candidate, intent.start)
        if now.revision != intent.revision or moved or not same:
            return Idle("suggestion_changed")
        return gesture

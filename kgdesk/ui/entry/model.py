"""What the outcome entry does with each gesture and with each change of the study; knows nothing of Qt.

An `Entry` is a value. Each event is a method that returns the entry after it; the two that record something also
return the `Intent` that has to be written. Nothing is recorded that was not armed and confirmed as it stands.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

Outcome = Literal["success", "failure", "void"]
#: What an entry can say of an experiment: that it has begun, or how it ended.
Act = Literal["success", "failure", "void", "start"]
State = Literal[
    "empty",
    "preparing",
    "working",
    "ready",
    "armed",
    "saving",
    "recorded",
    "mismatch",
    "finished",
    "read_only",
    "not_saved",
]
#: Why the strip says something although nothing is armed.
Notice = Literal[
    "suggestion_changed",
    "study_changed",
    "operator_changed",
    "typed",
    "unknown_code",
    "taken_back",
    "started",
    "skipped",
    "noted",
    "refused",
]


@dataclass(frozen=True, slots=True)
class Running:
    """A run in progress: number of the event that started it, and its candidate."""

    seq: int
    candidate: str


@dataclass(frozen=True, slots=True)
class Situation:
    """What the world around the entry is like.

    Parameters
    ----------
    candidates
        Number of candidates of the study.
    operator
        Who would sign the entry; empty when nobody has said.
    revision
        Of the study.
    suggested
        The candidate of the advice for this revision; None while it is worked out.
    read_only
        Why nothing can be recorded, in a sentence.
    finished
        The study takes no outcomes.
    preparing
        The calculation is being prepared for the first time.
    running
        The runs in progress, oldest first.
    """

    candidates: int = 0
    operator: str = ""
    revision: int = 0
    suggested: str | None = None
    read_only: str | None = None
    finished: bool = False
    preparing: bool = False
    running: tuple[Running, ...] = ()

    @property
    def takes_entries(self) -> bool:
        """Whether an outcome could be recorded now for some candidate."""
        return bool(
            self.candidates and self.operator.strip() and self.read_only is None and not self.finished
        )


@dataclass(frozen=True, slots=True)
class Choice:
    """A candidate that a person took instead of the suggestion, and why (may be empty).

    Parameters
    ----------
    start
        Number of the event that started it, where it is a run in progress whose result is to be recorded.
    """

    candidate: str
    reason: str = ""
    start: int | None = None


@dataclass(frozen=True, slots=True)
class Details:
    """What a person may add to an outcome; see `kgdesk.actions.record`."""

    note: str = ""
    happened_at: str = ""
    count: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Intent:
    """Exactly what would be recorded.

    Parameters
    ----------
    candidate, outcome, reason
        The facts.
    revision, suggested
        Of the study, and what was suggested, when the person decided.
    token
        Names the gesture: a retry with the same token records once.
    start
        Of the run in progress that it settles.
    details
        What was added.
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
    """Nothing is under way; `notice` says what has just ended, `about` its candidate, code, run or sentence."""

    notice: Notice | None = None
    about: str = ""


@dataclass(frozen=True, slots=True)
class Armed:
    """An outcome waits for its confirmation."""

    intent: Intent


@dataclass(frozen=True, slots=True)
class Saving:
    """An outcome is being written."""

    intent: Intent


@dataclass(frozen=True, slots=True)
class Recorded:
    """An outcome is on disk as run `run`; `revision` is that of the study with it."""

    intent: Intent
    run: int
    revision: int


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A scanned candidate is another than the one on the card."""

    scanned: str


@dataclass(frozen=True, slots=True)
class NotSaved:
    """The outcome could not be written and stays armed; `message` says why."""

    intent: Intent
    message: str


Gesture = Idle | Armed | Saving | Recorded | Mismatch | NotSaved


@dataclass(frozen=True, slots=True)
class Entry:
    """The state of the outcome entry.

    Parameters
    ----------
    situation
        The world around it.
    choice
        Set while a person has chosen the candidate.
    gesture
        What is under way.
    matched
        The sample on the bench was scanned and is the one on the card.
    """

    situation: Situation = field(default_factory=Situation)
    choice: Choice | None = None
    gesture: Gesture = field(default_factory=Idle)
    matched: bool = False

    @property
    def candidate(self) -> str | None:
        """The candidate on the card."""
        return self.choice.candidate if self.choice is not None else self.situation.suggested

    @property
    def armed(self) -> Act | None:
        """The outcome that is armed."""
        return self.gesture.intent.outcome if isinstance(self.gesture, Armed | NotSaved) else None

    @property
    def can_arm(self) -> bool:
        """Whether the outcome buttons work."""
        return (
            self.situation.takes_entries
            and self.candidate is not None
            and isinstance(self.gesture, Idle | Armed | Recorded)
        )

    @property
    def can_start(self) -> bool:
        """Whether a run of the candidate on the card could begin."""
        return self.can_arm and (self.choice is None or self.choice.start is None)

    @property
    def state(self) -> State:
        """The one word for all this."""
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
            NotSaved: "not_saved",
        }
        if type(self.gesture) in words:
            return words[type(self.gesture)]
        if self.candidate is None:
            return "preparing" if here.preparing else "working"
        return "ready"

    # What a person does.

    def arm(self, outcome: Act, token: str, details: Details | None = None) -> Entry:
        """Make an outcome, or the start of a run, ready to be confirmed; the same one again changes nothing."""
        if not self.can_arm or self.candidate is None:
            return self
        if (details is None and self.armed == outcome) or (outcome == "start" and not self.can_start):
            return self
        intent = self._intent(self.candidate, outcome, token)
        return replace(self, gesture=Armed(replace(intent, details=details or Details())))

    def confirm(self) -> tuple[Entry, Intent | None]:
        """Record what is armed, or try once more to save it."""
        if not isinstance(self.gesture, Armed | NotSaved):
            return self, None
        intent = self.gesture.intent
        return replace(self, gesture=Saving(intent)), intent

    def void(self, reason: str, token: str) -> tuple[Entry, Intent | None]:
        """Record that the run happened and its result is of no use; the dialog for the reason was the second step."""
        if not self.can_arm or self.candidate is None:
            return self, None
        intent = replace(self._intent(self.candidate, "void", token), reason=reason)
        return replace(self, gesture=Saving(intent)), intent

    def cancel(self) -> Entry:
        """Put down whatever is under way; what is being written is not stopped."""
        return self if isinstance(self.gesture, Saving) else replace(self, gesture=Idle())

    def typed(self) -> Entry:
        """Disarm: a printable key may come from a scanner, whose last key is Enter."""
        return replace(self, gesture=Idle("typed")) if isinstance(self.gesture, Armed) else self

    def scan(self, code: str, candidate: str | None) -> Entry:
        """Compare a scanned sample with the card.

        Parameters
        ----------
        code
            As scanned.
        candidate
            The candidate of that code; None if the study has none.
        """
        if isinstance(self.gesture, Saving | NotSaved):
            return self
        if candidate is None:
            return replace(self, gesture=Idle("unknown_code", code), matched=False)
        if candidate == self.candidate:
            return replace(self, gesture=Idle(), matched=True)
        if not self.situation.takes_entries:
            return replace(self, gesture=Idle(), matched=False)
        for run in self.situation.running:
            if run.candidate == candidate:
                return replace(self.take_up(run.seq), matched=True)
        return replace(self, gesture=Mismatch(candidate), matched=False)

    def accept_scan(self) -> Entry:
        """Take the scanned candidate onto the card; its outcome is still to be armed and confirmed."""
        if not isinstance(self.gesture, Mismatch):
            return self
        return replace(self, choice=Choice(self.gesture.scanned), gesture=Idle(), matched=True)

    def choose(self, candidate: str, reason: str = "") -> Entry:
        """Take another candidate onto the card; the suggested one ends the choice."""
        if not self.situation.takes_entries or isinstance(self.gesture, Saving | NotSaved):
            return self
        choice = None if candidate == self.situation.suggested else Choice(candidate, reason)
        return replace(self, choice=choice, gesture=Idle(), matched=False)

    def take_up(self, start: int) -> Entry:
        """Put a run in progress onto the card; its outcome is still to be armed and confirmed."""
        if not self.situation.takes_entries or isinstance(self.gesture, Saving | NotSaved):
            return self
        for run in self.situation.running:
            if run.seq == start:
                return replace(self, choice=Choice(run.candidate, "", start), gesture=Idle(), matched=False)
        return self

    def unchoose(self) -> Entry:
        """Go back to the suggestion."""
        if self.choice is None or isinstance(self.gesture, Saving | NotSaved):
            return self
        return replace(self, choice=None, gesture=Idle(), matched=False)

    # What happens.

    def situated(self, now: Situation) -> Entry:
        """Take over another situation; what was armed for the old one is put down and says so."""
        before = self.situation
        choice = self.choice if now.operator == before.operator else None
        if (
            choice is not None
            and choice.start is not None
            and choice.start not in {r.seq for r in now.running}
        ):
            choice = None
        made = replace(self, situation=now, choice=choice)
        moved = (made.candidate, made._start) != (self.candidate, self._start)  # noqa: SLF001 - of the same class
        made = replace(made, matched=self.matched and not moved)
        gesture = self.gesture
        if isinstance(gesture, Armed | NotSaved):
            return replace(made, gesture=made._still(gesture, before))  # noqa: SLF001 - of the same class
        if isinstance(gesture, Mismatch) and (moved or not now.takes_entries):
            return replace(made, gesture=Idle())
        if isinstance(gesture, Recorded) and gesture.revision != now.revision:
            return replace(made, gesture=Idle())
        return made

    def saved(self, run: int) -> Entry:
        """Say that the outcome is on disk; a choice has served its turn."""
        if not isinstance(self.gesture, Saving):
            return self
        done = Recorded(self.gesture.intent, run, self.situation.revision)
        return replace(self, choice=None, matched=False, gesture=done)

    def told(self, notice: Notice, about: str) -> Entry:
        """Say that something other than an outcome was written; a choice has served its turn."""
        return replace(self, choice=None, matched=False, gesture=Idle(notice, about))

    def failed(self, message: str) -> Entry:
        """Say that the outcome could not be written; it stays armed with its token."""
        if not isinstance(self.gesture, Saving):
            return self
        return replace(self, gesture=NotSaved(self.gesture.intent, message))

    def refused(self, message: str) -> Entry:
        """Say why something cannot be done; nothing is armed any more."""
        return replace(self, gesture=Idle("refused", message))

    def taken_back(self, run: int) -> Entry:
        """Say that an entry was taken back."""
        return replace(self, gesture=Idle("taken_back", str(run)))

    @property
    def _start(self) -> int | None:
        return None if self.choice is None else self.choice.start

    def _intent(self, candidate: str, outcome: Act, token: str) -> Intent:
        reason = self.choice.reason if self.choice is not None else ""
        here = self.situation
        return Intent(candidate, outcome, here.revision, here.suggested, token, reason, self._start)

    def _still(self, gesture: Armed | NotSaved, before: Situation) -> Gesture:
        now, intent = self.situation, gesture.intent
        if now.operator != before.operator:
            return Idle("operator_changed")
        if now.read_only is not None or now.finished:
            return Idle("study_changed")
        # A suggestion that arrives late changes nothing for a candidate that a person chose without one.
        same = now.suggested == intent.suggested or intent.suggested is None
        moved = (self.candidate, self._start) != (intent.candidate, intent.start)
        if now.revision != intent.revision or moved or not same:
            return Idle("suggestion_changed")
        return gesture

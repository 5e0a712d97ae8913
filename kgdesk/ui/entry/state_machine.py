"""What the outcome entry does with each gesture and with each change of the study; knows nothing of Qt.

An `Entry` is a value. Each event is a method that returns the entry after it; the two that record something also
return the `Intent` that has to be written. Nothing is recorded that was not armed and confirmed as it stands.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kgdesk.ui.entry.states import (
    Act,
    Armed,
    ChosenCandidate,
    Details,
    EntryContext,
    Gesture,
    Idle,
    Intent,
    Mismatch,
    Notice,
    NotSaved,
    Outcome,
    Recorded,
    Running,
    Saving,
    State,
)

__all__ = [
    "Act",
    "Armed",
    "ChosenCandidate",
    "Details",
    "Entry",
    "EntryContext",
    "Gesture",
    "Idle",
    "Intent",
    "Mismatch",
    "NotSaved",
    "Notice",
    "Outcome",
    "Recorded",
    "Running",
    "Saving",
    "State",
]


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

    situation: EntryContext = field(default_factory=EntryContext)
    choice: ChosenCandidate | None = None
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
            and not self.situation.writing
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
        here = self.situation
        if not isinstance(self.gesture, Armed | NotSaved) or here.writing or here.looking_back:
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
        return replace(self, choice=ChosenCandidate(self.gesture.scanned), gesture=Idle(), matched=True)

    def choose(self, candidate: str, reason: str = "") -> Entry:
        """Take another candidate onto the card; the suggested one ends the choice."""
        if not self.situation.takes_entries or isinstance(self.gesture, Saving | NotSaved):
            return self
        choice = None if candidate == self.situation.suggested else ChosenCandidate(candidate, reason)
        return replace(self, choice=choice, gesture=Idle(), matched=False)

    def take_up(self, start: int) -> Entry:
        """Put a run in progress onto the card; its outcome is still to be armed and confirmed."""
        if not self.situation.takes_entries or isinstance(self.gesture, Saving | NotSaved):
            return self
        for run in self.situation.running:
            if run.seq == start:
                return replace(
                    self, choice=ChosenCandidate(run.candidate, "", start), gesture=Idle(), matched=False
                )
        return self

    def unchoose(self) -> Entry:
        """Go back to the suggestion."""
        if self.choice is None or isinstance(self.gesture, Saving | NotSaved):
            return self
        return replace(self, choice=None, gesture=Idle(), matched=False)

    # What happens.

    def with_context(self, now: EntryContext) -> Entry:
        """Take over another situation; what was armed for the old one is put down and says so."""
        before = self.situation
        choice = self.choice if now.operator == before.operator else None
        if (
            choice is not None
            and choice.start is not None
            and choice.start not in {r.seq for r in now.running}
        ):
            choice = None
        entry = replace(self, situation=now, choice=choice)
        moved = (entry.candidate, entry._start) != (self.candidate, self._start)  # noqa: SLF001 - of the same class
        recoded = now.codes != before.codes  # what was scanned may mean another sample now
        entry = replace(entry, matched=self.matched and not moved and not recoded)
        gesture = self.gesture
        if isinstance(gesture, Armed | NotSaved):
            return replace(entry, gesture=entry._still(gesture, before))  # noqa: SLF001 - of the same class
        if isinstance(gesture, Mismatch) and (moved or recoded or not now.takes_entries):
            return replace(entry, gesture=Idle())
        if isinstance(gesture, Recorded) and gesture.revision != now.revision:
            return replace(entry, gesture=Idle())
        return entry

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

    def _still(self, gesture: Armed | NotSaved, before: EntryContext) -> Gesture:
        now, intent = self.situation, gesture.intent
        if now.looking_back:
            # What could not be saved waits, with its token, until the person is back.
            return gesture if isinstance(gesture, NotSaved) else Idle("looking_back")
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

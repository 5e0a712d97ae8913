"""The values that the outcome entry is made of; knows nothing of Qt."""

from __future__ import annotations

from dataclasses import dataclass, field
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
    "looking_back",
    "refused",
]


@dataclass(frozen=True, slots=True)
class Running:
    """A run in progress: number of the event that started it, and its candidate."""

    seq: int
    candidate: str


@dataclass(frozen=True, slots=True)
class EntryContext:
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
    writing
        A change is on its way to the disk; no other entry is taken meanwhile.
    looking_back
        An earlier state of the study is shown.
    codes
        The column with the codes on the samples; empty where they bear the names of the candidates.
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

"""The entry panel, where outcomes are recorded: value types of the outcome entry, without Qt."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Outcome = Literal["success", "failure", "void"]
#: What can be recorded for an experiment: its start or its outcome.
Act = Literal["success", "failure", "void", "start"]
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
    """A run in progress: sequence number of its start event, and its candidate."""

    seq: int
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
    """

    candidate: str
    reason: str = ""
    start: int | None = None


@dataclass(frozen=True, slots=True)
class Details:
    """Optional additions to an outcome; see `kgdesk.actions.record`."""

    note: str = ""
    happened_at: str = ""
    count: tuple[int, int] | None = None
    measured: float | None = None


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
    run: int
    revision: int


@dataclass(frozen=True, slots=True)
class Mismatch:
    """The scanned candidate differs from the one on the card."""

    scanned: str


@dataclass(frozen=True, slots=True)
class NotSaved:
    """The outcome could not be written and stays armed; `message` says why."""

    intent: Intent
    message: str


Gesture = Idle | Armed | Saving | Recorded | Mismatch | NotSaved

"""Records of a study (runs, starts, absences, notes, amendments), and checks of the settings on repeats and values."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, cast

from kgdesk.errors import BadInput
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

#: Words for a run that took place but does not count.
VOIDS: Final = frozenset({"void", "ungültig"})
#: Side of the threshold on which a measured value is a success; the threshold itself is a success.
DIRECTIONS: Final = ("at-least", "at-most")

_REPEATS = re.compile(r"[2-9]|[1-9][0-9]{1,5}", re.ASCII)


def checked_repeats(repeats: str) -> str:
    """Return the setting `repeats` unchanged: ``yes``, ``no``, a whole number from 2, or empty.

    Raises
    ------
    BadInput
        Any other text.
    """
    if repeats not in {"", "yes", "no"} and not _REPEATS.fullmatch(repeats):
        raise BadInput(
            phrase(
                "“{repeats}” does not say whether a candidate may be run again: use yes, no or a whole "
                "number from 2.",
                repeats=repeats,
            )
        )
    return repeats


#: What a belief learns from in a study with a threshold, and the scales of measured values.
LIKELIHOODS, SCALES = ("values", "outcomes"), ("natural", "log", "logit")


def check_value_settings(likelihood: str, scale: str, unit: str, threshold: float | None) -> None:
    """Validate what the belief learns from, and the scale of the values.

    Raises
    ------
    BadInput
        One of them is unknown, or the threshold does not lie within the scale.
    """
    if likelihood not in LIKELIHOODS:
        raise BadInput(
            phrase("“{word}” is nothing to learn from: choose values or outcomes.", word=likelihood)
        )
    if scale not in SCALES:
        raise BadInput(phrase("“{scale}” is not a scale: choose natural, log or logit.", scale=scale))
    if threshold is None:
        return
    if scale == "log" and threshold <= 0.0:
        raise BadInput("A logarithmic scale needs a threshold above 0: choose natural.")
    top = 100.0 if unit == "%" else 1.0
    if scale == "logit" and not 0.0 < threshold < top:
        raise BadInput(
            phrase(
                "A logit scale is for shares: it needs a threshold between 0 and {top}. Choose natural or log.",
                top=f"{top:g}",
            )
        )


def check_measured_setting(name: str, unit: str, threshold: float | None, direction: str) -> None:
    """Validate the settings of the measured value: a threshold needs a direction and a name, a unit needs a name.

    Raises
    ------
    BadInput
        A setting is missing, or the direction or the threshold is invalid.
    """
    given = threshold is not None
    if given != bool(direction) or (not name and (given or unit)):
        raise BadInput(
            "A threshold needs the name of the measured value, and a direction: at-least or at-most."
        )
    if direction not in {"", *DIRECTIONS}:
        raise BadInput(
            phrase("“{direction}” is not a direction: use at-least or at-most.", direction=direction)
        )
    if threshold is not None and not math.isfinite(threshold):
        raise BadInput("The threshold must be a finite number.")


#: What a word in a table or a file of results may mean: an outcome, no outcome (yet), or the measured value that it is.
MEANINGS: Final = ("success", "failure", "void", "none", "value")


def parsed_meanings(stated: Sequence[str]) -> dict[str, str]:
    """Parse meanings of words such as ``n.d.=none``; return word in lower case -> one of `MEANINGS`.

    Raises
    ------
    BadInput
        A text has another form or meaning, or a word has two meanings.
    """
    meanings: dict[str, str] = {}
    for text in stated:
        word, _, meaning = text.rpartition("=")
        word, meaning = " ".join(word.split()).casefold(), meaning.strip()
        if not word or meaning not in MEANINGS:
            raise BadInput(
                phrase(
                    "“{text}” does not say what a word means: write WORD=MEANING with one of {choices}, for example "
                    "n.d.=none.",
                    text=f"{text:.60}",
                    choices=", ".join(MEANINGS),
                )
            )
        if meanings.setdefault(word, meaning) != meaning:
            raise BadInput(
                phrase("The word “{word}” has two meanings: let each word mean one thing.", word=word)
            )
    return meanings


_LIMIT = re.compile(r"(<=|>=|<|>)(.+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Limit:
    """Measured value of which only a limit is known, such as ``<5`` where an instrument detects nothing below 5.

    Parameters
    ----------
    sign
        ``<``, ``<=``, ``>`` or ``>=``.
    bound
        The limit, a finite number.
    """

    sign: str
    bound: float

    def __str__(self) -> str:
        return f"{self.sign}{repr(self.bound).removesuffix('.0')}"

    @classmethod
    def parse(cls, text: str) -> Limit:
        """Parse what `str` gives, such as ``<5``.

        Raises
        ------
        ValueError
            Anything else.
        """
        match = _LIMIT.fullmatch(text)
        limit = cls(match[1], float(match[2])) if match else None
        if limit is None or not math.isfinite(limit.bound) or str(limit) != text:
            raise ValueError(f"limit {text!r:.40}")
        return limit


#: A measured value: a finite number, or a limit where no more is known.
Measured = float | Limit


def stored_measured(measured: Measured) -> float | str:
    """Return a measured value as an entry holds it: the number, or the text of a limit."""
    return str(measured) if isinstance(measured, Limit) else measured


def restored_measured(stored: float | str) -> Measured:
    """Return the measured value that an entry holds; raise ValueError if a text is no limit."""
    return Limit.parse(stored) if isinstance(stored, str) else float(stored)


#: `undecided` is a run of whose value only a limit is known that leaves both sides of the threshold open.
Outcome = Literal["success", "failure", "undecided", "void"]

#: How a run is named: planned runs by a whole number from 1, imported past outcomes by ``P1``, ``P2`` and so on.
RunNumber = int | str

_RUN_NUMBER = re.compile(r"([1-9][0-9]{0,8})|[Pp]([1-9][0-9]{0,8})", re.ASCII)


def parse_run_number(text: str) -> RunNumber | None:
    """Parse the number of a run as a person types it, such as ``12`` or ``P3``; None if it is not one."""
    match = _RUN_NUMBER.fullmatch(text.strip())
    if match is None:
        return None
    return int(match[1]) if match[1] else past_number(int(match[2]))


def past_number(nth: int) -> str:
    """Return the name of past outcome `nth`, counted from 1."""
    return f"P{nth}"


def numbers_in_words(numbers: Sequence[RunNumber]) -> str:
    """Return the numbers of several runs: ``3 to 7`` if they are consecutive, otherwise ``3, 5, 6``."""
    first, last = numbers[0], numbers[-1]
    if (
        len(numbers) > 1
        and isinstance(first, int)
        and isinstance(last, int)
        and list(numbers) == list(range(first, last + 1))
    ):
        return phrase("{first} to {last}", first=first, last=last)
    return ", ".join(map(str, numbers))


def run_order(number: RunNumber) -> tuple[bool, int]:
    """Return the key that sorts runs by number, past outcomes first."""
    return (True, number) if isinstance(number, int) else (False, int(number[1:]))


#: Each outcome as a word in a sentence.
OUTCOME_WORDS: Final[dict[str, str]] = {
    "success": phrase("success"),
    "failure": phrase("failure"),
    "undecided": phrase("undecided"),
    "void": phrase("void"),
}

OUTCOMES: tuple[Outcome, ...] = ("success", "failure", "undecided", "void")


def checked_outcome(text: Any) -> Outcome:
    """Validate the outcome of an entry.

    Raises
    ------
    ValueError
        Not an outcome.
    """
    if text not in OUTCOMES:
        raise ValueError(f"outcome {text!r}")
    return cast("Outcome", text)


def as_probability(value: Any) -> float | None:
    """Validate the predicted probability of an entry; None if it has none."""
    return None if value is None else float(value)


#: Reasons recorded with a correction that takes an entry back, and with the one that undoes this.
TAKEN_BACK, REDONE = "taken back", "redone"
#: Reasons of a void which say that the sample of the candidate was not used: the run was not done, or was done with
#: another sample. They are recorded in English whatever the language; a remark may follow after a colon.
NOT_DONE, WRONG_SAMPLE = "not done", "wrong sample"
_SAMPLE_LEFT = (TAKEN_BACK, NOT_DONE, WRONG_SAMPLE)


def not_done_reason(remark: str) -> str:
    """Return the reason which says that a void run was not done, followed by a remark; empty without a remark."""
    return f"{NOT_DONE}: {remark.strip()}" if remark.strip() else ""


def _said(record: object, names: Sequence[str]) -> str:
    """Return the fields of a record that are not empty, as in a call."""
    values = ((name, getattr(record, name)) for name in names)
    return ", ".join(f"{name}={value!r}" for name, value in values if value not in ("", None))


@dataclass(frozen=True, slots=True)
class Correction:
    """Correction of a recorded run.

    Parameters
    ----------
    seq
        Number of the event.
    old_candidate, old_outcome
        Values before the correction.
    reason, operator, recorded_at
        Why, by whom, when (ISO 8601, UTC).
    old_measured
        Measured value before the correction; None if there was none.
    old_set_values
        What was really set according to the record before the correction, as `Run.set_values`.
    """

    seq: int
    old_candidate: str
    old_outcome: Outcome
    reason: str
    operator: str
    recorded_at: str
    old_measured: Measured | None = None
    old_set_values: tuple[tuple[str, float | str], ...] = ()


# A named tuple, as `NewEvent`.
class Run(NamedTuple):
    """One recorded experiment, after all corrections.

    Parameters
    ----------
    number
        Names the run everywhere, an int: a planned run gets it when it is started, or when it is recorded if it was
        not started; no other run gets that number, even if this one is void. A past outcome that came with the table
        was never planned and has a str instead: ``P1``, ``P2`` and so on. Every method that takes a run takes both.
    candidate, outcome
        After all corrections.
    recorded_at, utc_offset, operator, note, reason
        As entered; `reason` explains why a run is void.
    suggested
        The candidate that was suggested when this one was recorded, or started; empty if none was.
    probability_before
        Predicted probability of success at that time; None if it was not computed.
    imported
        A past outcome, not one of the planned runs.
    seq
        Number of the event that recorded it.
    corrections
        In order, without a taking back that was redone.
    start
        Number of the event that started it; None if it was recorded without a start.
    nth, of
        Position among the repeats that were recorded together, from 1, and their number; 1 of 1 for a single run.
    happened_at
        When the experiment was done (ISO 8601 with its UTC offset), if the user entered it; `recorded_at` is the time
        of the entry.
    seen_on
        Where the user saw the suggestion: ``card``, ``answer``, or empty if unknown.
    run_token
        Run token as printed on the worklist; empty if there is none.
    measured
        Measured value, or a limit of it; None if none was recorded.
    set_values
        Attributes with the values that were really set, where they differ from those of the candidate, in the order of
        the attributes. The belief learns from these.
    blocks
        Block columns with the level of the run; an empty level is unknown.

    Examples
    --------
    >>> run = campaign.record("B", True, note="clear")
    >>> run.number, run.candidate, run.outcome, run.note
    (1, 'B', 'success', 'clear')
    """

    number: RunNumber
    candidate: str
    outcome: Outcome
    recorded_at: str
    utc_offset: str
    operator: str
    note: str
    reason: str
    suggested: str
    probability_before: float | None
    imported: bool
    seq: int
    corrections: tuple[Correction, ...] = ()
    start: int | None = None
    nth: int = 1
    of: int = 1
    happened_at: str = ""
    seen_on: str = ""
    run_token: str = ""
    measured: Measured | None = None
    set_values: tuple[tuple[str, float | str], ...] = ()
    blocks: tuple[tuple[str, str], ...] = ()

    def __repr__(self) -> str:
        """Name the fields that say something."""
        named = (
            "number",
            "candidate",
            "outcome",
            "measured",
            "set_values",
            "blocks",
            "recorded_at",
            "operator",
            "suggested",
            "note",
            "reason",
        )
        return f"Run({_said(self, named)})"

    @property
    def taken_back(self) -> bool:
        """Whether the entry was taken back."""
        return self.outcome == "void" and bool(self.corrections) and self.corrections[-1].reason == TAKEN_BACK

    def redone_by(self, correction: Correction, candidate: str, outcome: Outcome) -> bool:
        """Return whether a correction to a candidate and an outcome only undoes that the entry was taken back."""
        if not self.taken_back or correction.reason != REDONE:
            return False
        before = self.corrections[-1]
        return (before.old_candidate, before.old_outcome) == (candidate, outcome)

    @property
    def used_sample(self) -> bool:
        """Whether the run used a sample of its candidate; False for a void that was not done, or not with it."""
        if self.outcome != "void":
            return True
        why = self.corrections[-1].reason if self.corrections else self.reason
        return why.partition(":")[0].strip().casefold() not in _SAMPLE_LEFT


@dataclass(frozen=True, slots=True)
class Start:
    """Start of an experiment, whose outcome is recorded later.

    Parameters
    ----------
    number
        Number of the run, which it keeps when its outcome is recorded.
    candidate
        Name of the candidate.
    started_at, utc_offset, operator, reason
        As entered; the reason is free text.
    suggested
        The candidate that was suggested at that time; empty if none was.
    probability_before
        Predicted probability of success at that time; None if it was not computed.
    seq
        Number of the event.
    seen_on
        Where the user saw the suggestion; as in `Run`.
    run_token
        Run token on the worklist, unique among the starts of a study; empty if the run is on no worklist.
    worklist, well
        Id of the worklist and the well on its plate; empty if the run is on no worklist.
    blocks
        As in `Run`.

    Examples
    --------
    >>> numbers = campaign.start("C", reason="a hunch")
    >>> start = campaign.pending[0]
    >>> start.number, start.candidate, start.reason
    (1, 'C', 'a hunch')
    """

    number: int
    candidate: str
    started_at: str
    utc_offset: str
    operator: str
    reason: str
    suggested: str
    probability_before: float | None
    seq: int
    seen_on: str = ""
    run_token: str = ""
    worklist: str = ""
    well: str = ""
    blocks: tuple[tuple[str, str], ...] = ()

    def __repr__(self) -> str:
        """Name the fields that say something."""
        named = (
            "number",
            "candidate",
            "started_at",
            "operator",
            "suggested",
            "reason",
            "worklist",
            "well",
            "run_token",
        )
        return f"Start({_said(self, named)})"


def highest_number(runs: Iterable[Run], starts: Iterable[Start]) -> int:
    """Return the highest number of the planned runs; 0 if there are none."""
    numbers = [run.number for run in runs if isinstance(run.number, int)]
    return max([*numbers, *(start.number for start in starts)], default=0)


@dataclass(frozen=True, slots=True)
class Note:
    """Note about a run, or about the study.

    Parameters
    ----------
    text
        As written.
    run
        Number of the run, which may be in progress; None for the study.
    operator, recorded_at
        As recorded.
    seq
        Number of the event.
    """

    text: str
    run: RunNumber | None
    operator: str
    recorded_at: str
    seq: int


@dataclass(frozen=True, slots=True)
class Amendment:
    """Change of a setting while the study was open.

    Parameters
    ----------
    setting
        Name of a field of `kgdesk.model.study.settings.Settings`.
    old, new
        Value before and after.
    operator, recorded_at, reason
        As recorded.
    seq
        Number of the event.
    """

    setting: str
    old: str
    new: str
    operator: str
    recorded_at: str
    reason: str
    seq: int


@dataclass(frozen=True, slots=True)
class Absence:
    """Absence of a candidate: out of stock, or set aside until the next run; with operator, time and reason.

    Parameters
    ----------
    candidate
        Name of the candidate.
    operator, recorded_at, reason
        As recorded.
    seq
        Number of the event.
    """

    candidate: str
    operator: str
    recorded_at: str
    reason: str
    seq: int


@dataclass(frozen=True, slots=True)
class Closing:
    """Closing of a finished study.

    Parameters
    ----------
    operator, recorded_at, reason
        As recorded.
    chosen
        The candidate that the study chose; empty: none is good enough; None: not stated.
    """

    operator: str
    recorded_at: str
    reason: str
    chosen: str | None = None

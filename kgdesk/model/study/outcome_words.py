"""Reads outcomes: the words of a study, the usual pairs of words, counts, and measured values with a threshold."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from kgdesk.errors import BadInput, UnknownWord
from kgdesk.model.design.typed_numbers import NUMBER, typed_number, with_point
from kgdesk.model.study.records import OUTCOME_WORDS, OUTCOMES, VOIDS, Limit, checked_outcome
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from kgdesk.model.study.records import Measured, Outcome
    from kgdesk.model.study.settings import Settings

#: Pairs of words for success and failure that are understood without asking.
PAIRS: Final = (
    ("success", "failure"),
    ("yes", "no"),
    ("ja", "nein"),
    ("true", "false"),
    ("wahr", "falsch"),
    ("pass", "fail"),
    ("erfolg", "fehlschlag"),
    ("1", "0"),
    ("1", "-1"),
)
#: The usual words, for messages.
ACCEPTED: Final = phrase("success/failure, yes/no, ja/nein, true/false, pass/fail, 1/0 or 1/-1")

#: Maximum number of runs in one count.
MOST_COUNTED: Final = 1_000

_COUNT = re.compile(r"(\d{1,6})\s*(?:/|of|von)\s*(\d{1,6})", re.ASCII | re.IGNORECASE)
#: 1 and 0 as programs write them beside missing values.
_DECIMAL_FLAG = re.compile(r"(-?[01])[.,]0+", re.ASCII)
_SIGNED = re.compile(r"(<=|>=|≤|≥|<|>)\s*")
_BRACKETED_UNIT = re.compile(r".*\S\s*[(\[]\s*([^()\[\]]{1,16}?)\s*[)\]]")
_SIGNS: Final = {"≤": "<=", "≥": ">="}
_THRESHOLD = re.compile(r"(?P<name>[^<>=≤≥]+)(?P<sign>>=|<=|≥|≤)(?P<rest>[^<>=≤≥]+)")


@dataclass(frozen=True, slots=True)
class OutcomeReading:
    """Content of a text about one run, or about a count of several runs.

    Parameters
    ----------
    outcomes
        One outcome per run, successes first; none if the text says that there is no outcome (yet).
    measured
        The measured value behind the outcome, or a limit of it; None if the text is neither.
    """

    outcomes: tuple[Outcome, ...]
    measured: Measured | None = None

    @property
    def count(self) -> tuple[int, int] | None:
        """(k, n): k successes of n runs if the text is a count; None for a single outcome."""
        return None if len(self.outcomes) < 2 else (self.outcomes.count("success"), len(self.outcomes))


def read_outcome(text: str, settings: Settings, decimal: str = "") -> OutcomeReading:
    """Read an outcome in words, as a count such as ``3/5``, as a measured value or as a limit such as ``<5``.

    The words of the study take precedence. In a study with a threshold every number is a measured value, even ``1`` and
    ``0``, unless the study gives it another meaning.

    Parameters
    ----------
    text
        The text, which must not be blank.
    settings
        Names of the outcomes, and the measured value with its threshold.
    decimal
        Decimal mark of numbers, ``point`` or ``comma``; empty if either may be used.

    Raises
    ------
    UnknownWord
        The text is none of these; the message says which words are understood.
    BadInput
        It is a count or a number, but not a possible one.
    """
    bare = " ".join(text.split())
    word = bare.casefold()
    sign = _SIGNED.match(bare)
    amount = _without_unit(bare[sign.end() if sign else 0 :], settings)
    number = settings.threshold is not None and NUMBER.fullmatch(amount)
    meaning = settings.meaning_of.get(word, "value")
    if meaning in {"success", "failure"} and sign and number:
        limit, outcome = read_measured(bare, settings, decimal), checked_outcome(meaning)
        refuse_contradiction(outcome, limit, settings)
        return OutcomeReading((outcome,), limit)
    if meaning != "value":
        return OutcomeReading(() if meaning == "none" else (checked_outcome(meaning),))
    known = outcome_word(word, settings)
    if known is not None and not number:
        return OutcomeReading((known,))
    counted = _COUNT.fullmatch(bare)
    if counted is not None:
        return OutcomeReading(_counted(bare, int(counted[1]), int(counted[2])))
    if number:
        value = read_measured(bare, settings, decimal)
        return OutcomeReading((outcome_of(value, settings),), value)
    raise UnknownWord(
        phrase("“{text}” is not an outcome. Write {words}.", text=_short(bare), words=words_of(settings))
    )


def read_recorded(text: str, settings: Settings, decimal: str = "") -> OutcomeReading:
    """Read an outcome that is to be recorded now, as `read_outcome`.

    Raises
    ------
    BadInput
        As `read_outcome`; also if the text means that there is no outcome yet.
    """
    reading = read_outcome(text, settings, decimal)
    if not reading.outcomes:
        raise BadInput(
            phrase(
                "“{text}” means in this study that there is no outcome yet: record it when there is one, or as void.",
                text=_short(" ".join(text.split())),
            )
        )
    return reading


def flags_or_values(texts: Collection[str], settings: Settings) -> frozenset[str]:
    """Return the texts 0 and 1 that may be failure and success or measured values; empty if the texts leave no doubt.

    Parameters
    ----------
    texts
        All texts of a column of outcomes, without the blank ones.
    settings
        Settings of the study; a meaning that they state for a text leaves no doubt.
    """
    if settings.threshold is None or not set(texts) <= {"0", "1"}:
        return frozenset()
    asked = frozenset(texts) - settings.meaning_of.keys()
    differ = any(outcome_word(text, settings) != settings.outcome_of(float(text)) for text in asked)
    return asked if differ else frozenset()


def outcome_word(text: str, settings: Settings) -> Outcome | None:
    """Return the outcome that a word names, ignoring case; None if it names none.

    If the study uses one word of a usual pair in another sense, that pair is not understood.
    """
    written = text.strip().casefold()
    flag = _DECIMAL_FLAG.fullmatch(written)
    word = flag[1] if flag else written
    own: dict[str, Outcome] = {
        settings.success_name.strip().casefold(): "success",
        settings.failure_name.strip().casefold(): "failure",
    }
    if written in own:
        return own[written]
    if word in VOIDS:
        return "void"
    if word == "undecided" and settings.threshold is not None:
        return "undecided"
    for good, bad in PAIRS:
        if own.get(good, "success") == "success" and own.get(bad, "failure") == "failure":
            if word == good:
                return "success"
            if word == bad:
                return "failure"
    return None


def words_of(settings: Settings) -> str:
    """Return the words that are understood, for a message."""
    own = phrase("{good}/{bad}", good=settings.success_name, bad=settings.failure_name)
    if settings.threshold is not None:
        return phrase(
            "{own}, void, a count like 3/5, or the value of {rule}", own=own, rule=rule_text(settings)
        )
    if (settings.success_name, settings.failure_name) == ("Success", "Failure"):
        return phrase("{usual}, void, or a count like 3/5", usual=ACCEPTED)
    return phrase("{own}, {usual}, void, or a count like 3/5", own=own, usual=ACCEPTED)


def read_measured(text: str, settings: Settings, decimal: str = "") -> Measured:
    """Read a measured value or a limit such as ``<5``, with or without the unit of the study after it.

    Raises
    ------
    UnknownWord
        It is no number.
    BadInput
        It is not a finite number, the study measures nothing, or a comma may be a decimal mark or separate thousands.
    """
    if not settings.measured:
        raise BadInput(
            phrase("“{text}” is a measured value, but this study names none.", text=_short(text.strip()))
        )
    sign = _SIGNED.match(text.strip())
    bare = _without_unit(text.strip()[sign.end() if sign else 0 :], settings)
    mark = {"point": ".", "comma": ","}.get(decimal)
    is_number = NUMBER.fullmatch(bare) is not None
    if not is_number or (mark is not None and ({".", ","} - {mark}) & set(bare)):
        words = phrase(
            "“{text}” is not a number: write the value of {name}.", text=_short(bare), name=settings.measured
        )
        raise BadInput(words) if is_number else UnknownWord(words)
    value = typed_number(bare) if mark is None else float(with_point(bare))
    if value is None or not math.isfinite(value):
        raise BadInput(phrase("“{text}” is too large to calculate with.", text=_short(bare)))
    return Limit(_SIGNS.get(sign[1], sign[1]), value) if sign else value


def measured_text(value: Measured) -> str:
    """Return a measured value as it is written in a message, such as ``21.5`` or ``<5``."""
    return f"{value.sign}{value.bound:g}" if isinstance(value, Limit) else f"{value:g}"


def outcome_of(value: Measured, settings: Settings) -> Outcome:
    """Classify a measured value by the threshold; a limit beyond which both outcomes lie is undecided.

    Raises
    ------
    BadInput
        The study states no threshold.
    """
    if settings.threshold is not None:
        return checked_outcome(settings.outcome_of(value) or "undecided")
    raise BadInput(
        phrase(
            "The study states no threshold for {name}: say whether {value} is a success or a failure.",
            name=settings.measured,
            value=measured_text(value),
        )
    )


def refuse_contradiction(outcome: Outcome, value: Measured, settings: Settings) -> None:
    """Raise if a measured value contradicts the outcome.

    Raises
    ------
    BadInput
        By the threshold, the value means the other outcome.
    """
    if outcome != "void" and settings.outcome_of(value) not in {"", outcome}:
        raise BadInput(
            phrase(
                "{outcome} does not go with {value}: {rule} is a success. Correct one of them.",
                outcome=OUTCOME_WORDS[outcome],
                value=measured_text(value),
                rule=rule_text(settings),
            )
        )


def refuse_undecided(outcome: Outcome, value: Measured | None, settings: Settings) -> None:
    """Raise if a run is called undecided, but there is no limit that leaves both sides of the threshold open.

    Raises
    ------
    BadInput
        There is no threshold, no limit, or one that lies on one side.
    """
    if outcome == "undecided" and not settings.leaves_open(value):
        raise BadInput(
            "A run is undecided only where a limit of its value leaves both outcomes open, such as <70 with a "
            "threshold of 60: record the limit."
        )


def checked_measured(settings: Settings, outcomes: Sequence[str], value: Measured) -> Measured:
    """Return the measured value of a single run.

    Raises
    ------
    BadInput
        The study measures nothing, there are several runs, or the outcome contradicts the value.
    """
    if not settings.measured:
        raise BadInput(
            phrase("“{text}” is a measured value, but this study names none.", text=measured_text(value))
        )
    amount = value.bound if isinstance(value, Limit) else value
    if len(outcomes) != 1 or not math.isfinite(amount):
        raise BadInput("A measured value belongs to one run: record each run with its value.")
    refuse_contradiction(checked_outcome(outcomes[0]), value, settings)
    return value


def checked_count(count: tuple[int, int]) -> tuple[int, int]:
    """Return a count (successes, runs) unchanged; raise BadInput unless it is two whole numbers."""
    if not isinstance(count, tuple | list) or len(count) != 2 or any(type(one) is not int for one in count):
        raise BadInput(
            phrase(
                "A count is two whole numbers, the successes and the runs, for example (3, 5), not {count}.",
                count=f"{count!r:.60}",
            )
        )
    if not 1 <= count[1] <= MOST_COUNTED:
        raise BadInput(
            phrase(
                "Between 1 and {most_repeats} runs can be recorded at once, not {runs}.",
                most_repeats=MOST_COUNTED,
                runs=count[1],
            )
        )
    return count[0], count[1]


def rule_text(settings: Settings) -> str:
    """Return the rule of the threshold, for example ``yield >= 20 %``; only the name if there is no threshold."""
    if settings.threshold is None:
        return settings.measured
    sign = ">=" if settings.direction == "at-least" else "<="
    return f"{settings.measured} {sign} {settings.threshold:g} {settings.measured_unit}".rstrip()


def measured_setting(text: str) -> dict[str, Any]:
    """Parse the statement of the measured value: ``yield >= 20 %``, or only a name; empty for nothing.

    Returns
    -------
    dict
        The settings ``measured``, ``measured_unit``, ``threshold`` and ``direction``.

    Raises
    ------
    BadInput
        A name or a number is missing, or the number can be read in two ways.
    """
    bare = " ".join(text.split())
    if not set(bare) & set("<>=≤≥"):
        return {"measured": bare, "measured_unit": "", "threshold": None, "direction": ""}
    rule = _THRESHOLD.fullmatch(bare)
    number, _, unit = rule["rest"].strip().partition(" ") if rule else ("", "", "")
    if rule is not None and NUMBER.fullmatch(number) is None:  # the unit is written without a space
        begin = NUMBER.match(number)
        number, unit = (begin.group(), number[begin.end() :] + unit) if begin else ("", "")
    if rule is None or not rule["name"].strip() or not number:
        raise BadInput(
            phrase(
                "“{text}” does not say what is measured: write, for example, “yield >= 20 %”, or only the name.",
                text=_short(bare),
            )
        )
    return {
        "measured": rule["name"].strip(),
        "measured_unit": unit.strip(),
        "threshold": typed_number(number),
        "direction": "at-least" if rule["sign"] in {">=", "≥"} else "at-most",
    }


def words_for(outcome: Outcome, settings: Settings) -> str:
    """Return the word of the study for an outcome."""
    names = {"success": settings.success_name, "failure": settings.failure_name}
    return names.get(outcome) or str(OUTCOME_WORDS[outcome])


def tally(outcomes: Iterable[str]) -> tuple[int, int, int, int]:
    """Count successes, failures, undecided runs and voids."""
    success, failure, undecided, void = map(list(outcomes).count, OUTCOMES)
    return success, failure, undecided, void


def _counted(text: str, successes: int, runs: int) -> tuple[Outcome, ...]:
    if not 1 <= runs <= MOST_COUNTED or successes > runs:
        raise BadInput(
            phrase(
                "“{text}” is not a count of successes: of 1 to {most} runs, as many as there are can succeed.",
                text=text,
                most=MOST_COUNTED,
            )
        )
    good: Outcome = "success"
    bad: Outcome = "failure"
    return (good,) * successes + (bad,) * (runs - successes)


def _without_unit(text: str, settings: Settings) -> str:
    """Return a text without the unit of the measured value, which may stand in brackets behind its name."""
    bare, named = text.strip(), _BRACKETED_UNIT.fullmatch(settings.measured)
    unit = settings.measured_unit or (named[1] if named else "")
    return bare.removesuffix(unit).strip() if unit else bare


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:40] + "…"

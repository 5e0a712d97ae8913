"""Settings as a person states them: a file of settings, and the prior in words for given candidates."""

from __future__ import annotations

import difflib
import math
import re
import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from kgdesk.errors import BadInput
from kgdesk.model.beliefs.log_odds import interval
from kgdesk.model.beliefs.prior import MODELS
from kgdesk.model.design.design_matrix import AVERAGED
from kgdesk.model.study.outcome_words import measured_setting
from kgdesk.model.study.settings import MATTER, SETTINGS, PriorInWords, Settings
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    Array = NDArray[np.float64]


def prior_from_words(
    X: Array,
    rate: float,
    matter: str,
    *,
    terms: str = "linear",
    higher: NDArray[np.bool_] | None = None,
    squares: NDArray[np.bool_] | None = None,
) -> PriorInWords:
    """Convert “of 100 candidates about N succeed” and “attributes matter ...” to a prior.

    Parameters
    ----------
    X
        (M, d) design matrix, intercept first.
    rate
        Expected share of successes, in 0.01..0.99.
    matter
        ``little``, ``some`` or ``a lot``: the mean of x'x/lambda becomes 1, 2 or 3.
    terms, higher, squares
        Terms of the study, and two (d,) bool arrays: the columns that are products or squares, and those that are
        squares. Their prior variance is smaller.

    Raises
    ------
    BadInput
        The rate is out of range, or the word is unknown.
    """
    if matter not in MATTER:
        raise BadInput(
            phrase(
                "“{matter}” is not an answer: choose one of {choices}.",
                matter=matter,
                choices=", ".join(MATTER),
            )
        )
    if not 0.01 <= rate <= 0.99:
        raise BadInput(
            phrase(
                "Of 100 candidates between 1 and 99 can be expected to succeed, not {rate}.",
                rate=f"{100 * rate:g}",
            )
        )
    marks = np.zeros(X.shape[1], dtype=np.bool_) if higher is None else higher
    counted = Settings(terms=terms).settled().precisions(marks, squares)
    counted[marks] *= _counted_as(terms)
    size = (X * X / counted).sum(axis=1)
    precision = float(size.mean()) / MATTER[matter]
    s2 = size / precision
    intercept = _intercept_for(rate, s2)
    ends = interval(np.array([intercept]), np.array([float(np.median(s2))]))
    return PriorInWords(intercept, precision, _expected(intercept, s2), float(ends[0][0]), float(ends[1][0]))


def _intercept_for(rate: float, s2: Array) -> float:
    """Return the prior mean of the intercept, to six decimals, that implies an expected share of successes.

    Parameters
    ----------
    rate
        Expected share of successes.
    s2
        (M,) prior variance of the log-odds of each candidate.
    """
    low, high = -50.0, 50.0
    while high - low > 1e-9:
        middle = 0.5 * (low + high)
        low, high = (middle, high) if _expected(middle, s2) < rate else (low, middle)
    return round(0.5 * (low + high), 6)


def _expected(intercept: float, s2: Array) -> float:
    """Return the mean predicted probability of candidates with log-odds N(intercept, s2)."""
    score = intercept / np.sqrt(1 + math.pi / 8 * s2)
    return float((1 / (1 + np.exp(-score))).mean())


def _counted_as(terms: str) -> float:
    """Return the factor on the precision of products and squares that accounts for models without them."""
    if terms not in AVERAGED:
        return 1.0
    shares = [(one.weight, 1.0 / one.higher if one.terms == "quadratic" else 0.0) for one in MODELS]
    return sum(weight for weight, _ in shares) / sum(weight * share for weight, share in shares)


#: Field of `Settings` by table and key of a settings file; the outermost table has no name.
_FIELDS: dict[tuple[str, str], str] = {
    (table, key): name
    for name, setting in SETTINGS.items()
    for table, _, key in [setting.key.rpartition(".")]
    if key
}
_PLAIN = tuple(key for table, key in _FIELDS if not table)
_KNOWN: dict[str, tuple[str, ...]] = {
    "": (*_PLAIN, "log", "blank", "outcomes", "prior", "units"),
    "outcomes": tuple(key for table, key in _FIELDS if table == "outcomes"),
    "prior": ("success_rate", "influence"),
}
_BLANK = {"refuse": "refuse", "leave out": "leave_out", "median": "median"}


@dataclass(frozen=True)
class StatedSettings:
    """Settings of a new study as a file states them.

    Parameters
    ----------
    settings
        Fields of `Settings`.
    units, logs, missing
        Column -> unit, attributes that enter as their logarithm, and what a blank cell means, as for `read_pool`.
    prior
        Percentage of the candidates that succeed, and influence of the attributes (`MATTER`); None if not stated.
    """

    settings: Mapping[str, Any] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    logs: tuple[str, ...] = ()
    missing: Literal["refuse", "leave_out", "median"] = "refuse"
    prior: tuple[float, str] | None = None

    def over(self, given: Mapping[str, Any], name: str) -> dict[str, Any]:
        """Return `given`, the settings that somebody states elsewhere, with those of the file `name`.

        Raises
        ------
        BadInput
            Both state a setting, with different values.
        """
        for key, value in self.settings.items():
            if given.get(key, value) != value:
                raise BadInput(
                    phrase(
                        "“{key}” is in {name} and among the options, with different values: state it once.",
                        key=key,
                        name=name,
                    )
                )
        return {**given, **self.settings}


def parse_settings(text: str, name: str) -> StatedSettings:
    """Parse a file of settings (TOML) for a new study.

    Parameters
    ----------
    text
        Its content.
    name
        Its name, for the messages.

    Raises
    ------
    BadInput
        A line cannot be read, a key is unknown, or a value is wrong; the message names the line.
    """
    try:
        stated = tomllib.loads(text)
    except tomllib.TOMLDecodeError as cause:
        at = re.search(r"line (\d+)", str(cause))
        raise BadInput(
            phrase(
                "{name}, line {line}, cannot be read: write one setting on a line, for example budget = 40, and texts "
                "in quotation marks.",
                name=name,
                line=at[1] if at else text.count("\n") + 1,
            ),
            details=str(cause),
        ) from None
    file = _SettingsFile(text, name)
    file.refuse_unknown(stated, "")
    outcomes = file.table(stated, "outcomes")
    settings: dict[str, Any] = {}
    for key in _PLAIN:
        if key in stated:
            settings |= file.setting(key, stated[key])
    for key, value in outcomes.items():
        settings |= file.setting(_FIELDS["outcomes", key], value, key, "outcomes")
    units = file.table(stated, "units")
    for column, unit in units.items():
        if not isinstance(unit, str):
            raise file.wrong(column, "units", phrase('a unit is a text, for example "mg"'))
    return StatedSettings(settings, units, file.logs(stated), file.missing(stated), file.prior(stated))


@dataclass(frozen=True)
class _SettingsFile:
    """The text of a settings file, in which messages name the line of a key."""

    text: str
    name: str

    def place(self, key: str, table: str) -> str:
        """Return “NAME, line N” for a key of a table; the outermost table has no name."""
        now = ""
        for number, line in enumerate(self.text.splitlines(), 1):
            header = re.fullmatch(r"\s*\[+\s*\"?(.*?)\"?\s*\]+\s*(#.*)?", line)
            now = header[1] if header else now
            found = re.match(r"\s*[\"']?([^\"'=]*?)[\"']?\s*(=|\.)", line)
            if (header and not table and now == key) or (
                found and (found[1], now) in {(key, table), (table, "")}
            ):
                return phrase("{name}, line {line}", name=self.name, line=number)
        return self.name

    def wrong(self, key: str, table: str, problem: str) -> BadInput:
        return BadInput(
            phrase("{place}: “{key}”: {problem}.", place=self.place(key, table), key=key, problem=problem)
        )

    def refuse_unknown(self, stated: Mapping[str, Any], table: str) -> None:
        for key in stated:
            if key not in _KNOWN[table]:
                near = difflib.get_close_matches(key, _KNOWN[table], n=1)
                problem = (
                    phrase("there is no such setting; the nearest name is “{near}”", near=near[0])
                    if near
                    else phrase("there is no such setting; there are {known}", known=", ".join(_KNOWN[table]))
                )
                raise self.wrong(key, table, problem)

    def table(self, stated: Mapping[str, Any], key: str) -> dict[str, Any]:
        found = stated.get(key, {})
        if not isinstance(found, dict):
            raise self.wrong(key, "", phrase("it is a table: write [{key}], and its settings below", key=key))
        if key in _KNOWN:
            self.refuse_unknown(found, key)
        return found

    def setting(self, name: str, value: Any, key: str = "", table: str = "") -> dict[str, Any]:
        """Return what a key of the file states, as fields of `Settings`: one, or the four of a measured value.

        `name` is the field, and `table` and `key` say where the value stands. It is checked apart from all others.
        """
        key = key or name
        if name == "repeats" and isinstance(value, int):
            value = ("yes" if value else "no") if isinstance(value, bool) else str(value)
        join = SETTINGS[name].join
        if join is not None and isinstance(value, str | list):
            value = [value] if isinstance(value, str) else value
            if not all(isinstance(each, str) for each in value):
                raise self.wrong(key, table, phrase("write a text, or several in brackets"))
        try:
            if join is not None and isinstance(value, list):
                value = join(value)
            given = (
                measured_setting(value) if name == "measured" and isinstance(value, str) else {name: value}
            )
            # Terms are checked later, together with the precisions that depend on them.
            if name not in {"term_precision", "square_precision"}:
                Settings(**given)
        except BadInput as cause:
            raise BadInput(
                phrase("{place}: {problem}", place=self.place(key, table), problem=cause.sentence)
            ) from None
        return given

    def logs(self, stated: Mapping[str, Any]) -> tuple[str, ...]:
        names = stated.get("log", [])
        if not isinstance(names, list) or not all(isinstance(each, str) for each in names):
            raise self.wrong("log", "", phrase('list the columns, for example ["dose", "time"]'))
        return tuple(names)

    def missing(self, stated: Mapping[str, Any]) -> Any:
        word = stated.get("blank", "refuse")
        if word not in _BLANK:
            raise self.wrong("blank", "", phrase("choose one of {choices}", choices=", ".join(_BLANK)))
        return _BLANK[word]

    def prior(self, stated: Mapping[str, Any]) -> tuple[float, str] | None:
        prior = self.table(stated, "prior")
        if not prior:
            return None
        rate, influence = prior.get("success_rate", 50), prior.get("influence", "some")
        if isinstance(rate, bool) or not isinstance(rate, int | float) or not 1 <= rate <= 99:
            raise self.wrong("success_rate", "prior", phrase("of 100 candidates, how many succeed: 1 to 99"))
        if influence not in MATTER:
            raise self.wrong(
                "influence", "prior", phrase("choose one of {choices}", choices=", ".join(MATTER))
            )
        if "prior_precision" in stated:
            raise self.wrong(
                "prior_precision", "", phrase("the prior is stated in words as well: state it once")
            )
        return float(rate), influence

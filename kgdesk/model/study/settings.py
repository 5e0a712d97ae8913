"""The settings of a study, and the prior about the weights that follows from them."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.errors import BadInput
from kgdesk.model import policies
from kgdesk.model.beliefs.gaussian import BELIEFS, PRIOR_PRECISION
from kgdesk.model.beliefs.log_odds import check_range
from kgdesk.model.beliefs.prior import average_or_linear, prior_belief
from kgdesk.model.design.design_matrix import AVERAGED, TERMS
from kgdesk.model.study import rule_syntax
from kgdesk.model.study.records import check_measured_setting, check_repeat_setting
from kgdesk.model.study.stopping_rules import Budget
from kgdesk.text import phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kgdesk.model.beliefs.belief import Belief
    from kgdesk.model.design.encoding import Scaling
    from kgdesk.model.study.stopping_rules import Rule

    Array = NDArray[np.float64]

#: Influence of the attributes in words -> prior mean of x'x/lambda over the pool.
MATTER: dict[str, float] = {"little": 1.0, "some": 2.0, "a lot": 3.0}

#: Default prior precision of products and squares, as a multiple of that of the other weights.
HIGHER = 4.0
#: The multiples for products and for squares in a new study with squares. There are far more products than squares, and
#: the more prior variance they get, the less is left for curvature. Mean opportunity costs over 200 studies with five
#: numeric attributes, with those of 4 for both in parentheses: 0.19 (0.24) after 30 measurements if the truth peaks
#: inside the pool; 0.027 (0.036) more than linear terms have after 20 if the truth is linear; 0.034 (0.020) after 30 if
#: the truth has a product. Reproduced by tests/rehearsal/bench_terms.py.
PRODUCTS, SQUARES = 12.0, 3.0
_WITH_SQUARES = {name for name, (_, squares) in TERMS.items() if squares}
#: Annotation of a field -> types of its value, and their name in a message.
_TYPES: dict[str, tuple[tuple[type, ...], str]] = {
    "str": ((str,), phrase("a text")),
    "int": ((int,), phrase("a whole number")),
    "float": ((int, float), phrase("a number")),
    "float | None": ((int, float, type(None)), phrase("a number or None")),
    "bool": ((bool,), phrase("True or False")),
    "tuple[str, ...]": ((tuple, list), phrase("a list of texts")),
}


def _setting(default: Any, *, stated: str = "", amendable: bool = False) -> Any:
    """Return a dataclass field for a setting, with its metadata.

    Parameters
    ----------
    default
        Its default.
    stated
        Its key in a settings file, ``TABLE.KEY`` within a table; empty if a file cannot state it.
    amendable
        Whether it may change while a study is open.
    """
    return field(default=default, metadata={"stated": stated, "amendable": amendable})


@dataclass(frozen=True)
class Settings:
    """Settings of a study, fixed at creation.

    A new setting is a field here, with its default, its key in a settings file, and whether it may change while the
    study is open: see `kgdesk.model.decisions.study_state`.

    Parameters
    ----------
    title
        Title on display.
    belief
        ``moments``, ``full`` or ``diagonal``.
    policy
        Name in `kgdesk.model.policies.POLICIES`, optionally with another belief: ``kg/diagonal``. An empty one is
        replaced at once by the default for the terms (`kgdesk.model.policies.default_policy`), so no study has an
        empty policy. If a study file has none, it is ``kg``.
    prior_precision
        lambda, the prior precision of every weight.
    prior_intercept
        Prior mean of the intercept, in log-odds; the other weights have prior mean 0.
    budget
        Planned number of runs; voids and imported outcomes do not count.
    seed
        Seed for breaking ties and for random policies.
    raw
        Whether attributes are left as they are instead of being standardised.
    terms
        ``linear``: the model of the paper; ``interactions``: also products of pairs of numeric attributes; ``squares``:
        also squares, so that the best may lie inside the pool; ``quadratic``: both; ``average`` and
        ``average-squares``: the average, weighted by evidence, of models with linear terms and with such terms.
    term_precision
        Prior precision of products and squares; None: 4 times that of the other weights.
    square_precision
        Prior precision of squares; None: the same as that of products. If neither is given, a new study with squares
        gets 12 times the precision of the other weights for products and 3 times for squares: see `settled`.
    success_name, failure_name
        Labels of the two outcomes.
    success_means, failure_means
        Definition of each outcome, free text.
    stop
        Stopping rule, in the syntax of `kgdesk.model.study.rule_syntax`; empty: when all planned runs are done.
    never_together
        Attributes or kept columns: of the candidates with equal values in one of these, at most one is run at a time.
    barcode
        Kept column with the barcodes of the samples; empty: samples are labelled with the candidates' names.
    location
        Kept column with the locations of the samples; empty: not set.
    repeats
        Whether a candidate may be run again: ``yes``, ``no``, or the maximum number of runs of one candidate, from 2.
        Empty: not set, treated as ``yes``.
    measured, measured_unit
        Name and unit of the value measured in each run; empty: none is measured.
    threshold, direction
        A value is a success if it is ``at-least`` or ``at-most`` the threshold. None and empty: the user decides.
    """

    title: str = _setting("", stated="title", amendable=True)
    belief: str = _setting("moments", stated="belief")
    policy: str = _setting("", stated="policy", amendable=True)
    prior_precision: float = _setting(PRIOR_PRECISION, stated="prior_precision")
    prior_intercept: float = _setting(0.0)
    budget: int = _setting(30, stated="budget", amendable=True)
    seed: int = _setting(0, stated="seed")
    raw: bool = _setting(False, stated="raw")
    terms: str = _setting("linear", stated="terms")
    term_precision: float | None = _setting(None, stated="term_precision")
    square_precision: float | None = _setting(None, stated="square_precision")
    success_name: str = _setting("Success", stated="outcomes.success")
    failure_name: str = _setting("Failure", stated="outcomes.failure")
    success_means: str = _setting("", stated="outcomes.success_means")
    failure_means: str = _setting("", stated="outcomes.failure_means")
    stop: str = _setting("", stated="stop", amendable=True)
    never_together: tuple[str, ...] = _setting((), stated="never_together")
    barcode: str = _setting("", stated="barcode", amendable=True)
    location: str = _setting("", stated="location", amendable=True)
    repeats: str = _setting("", stated="repeats", amendable=True)
    measured: str = _setting("", stated="outcomes.measured")
    measured_unit: str = _setting("")
    threshold: float | None = _setting(None)
    direction: str = _setting("")

    def __post_init__(self) -> None:
        self._check_types()
        if not self.policy:
            object.__setattr__(self, "policy", policies.default_policy(self.terms))
        if self.belief not in BELIEFS:
            raise BadInput(
                phrase(
                    "There is no belief “{belief}”: choose one of {choices}.",
                    belief=self.belief,
                    choices=", ".join(BELIEFS),
                )
            )
        policies.policy(self.policy)
        self._check_terms()
        if not (math.isfinite(self.prior_precision) and self.prior_precision > 0):
            raise BadInput(
                phrase(
                    "The prior precision must be a number greater than 0, not {prior_precision}.",
                    prior_precision=self.prior_precision,
                )
            )
        if not math.isfinite(self.prior_intercept):
            raise BadInput("The prior mean of the intercept must be a finite number.")
        if self.budget < 1:
            raise BadInput(
                phrase("The number of planned runs must be at least 1, not {budget}.", budget=self.budget)
            )
        if self.seed < 0:
            raise BadInput(
                phrase("The seed must be 0 or a positive whole number, not {seed}.", seed=self.seed)
            )
        names = (self.success_name.strip().casefold(), self.failure_name.strip().casefold())
        if not all(names) or names[0] == names[1]:
            raise BadInput("Success and failure need two different names.")
        if self.stop:
            rule_syntax.parse(self.stop)
        check_repeat_setting(self.repeats)
        check_measured_setting(self.measured, self.measured_unit, self.threshold, self.direction)

    def _check_types(self) -> None:
        for one in fields(self):
            value = getattr(self, one.name)
            types, what = _TYPES[str(one.type)]
            if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
                raise BadInput(
                    phrase(
                        "The setting {name} must be {what}, not {value}.",
                        name=one.name,
                        what=what,
                        value=f"{value!r:.60}",
                    )
                )

    def outcome_of(self, measured: float) -> str:
        """Classify a measured value as ``success`` or ``failure`` by the threshold; empty without a threshold."""
        if self.threshold is None:
            return ""
        good = measured >= self.threshold if self.direction == "at-least" else measured <= self.threshold
        return "success" if good else "failure"

    @property
    def run_limit(self) -> int | None:
        """Largest number of runs of one candidate; None: any number."""
        if self.repeats in {"", "yes"}:
            return None
        return 1 if self.repeats == "no" else int(self.repeats)

    @property
    def stopping(self) -> Rule:
        """Stopping rule of the study; by default the planned number of runs."""
        return rule_syntax.parse(self.stop, seed=self.seed) if self.stop else Budget(self.budget)

    def _check_terms(self) -> None:
        if self.terms not in TERMS:
            raise BadInput(
                phrase(
                    "There are no terms “{terms}”: choose one of {choices}.",
                    terms=self.terms,
                    choices=", ".join(TERMS),
                )
            )
        if self.raw and self.terms != "linear":
            raise BadInput(
                phrase(
                    "Products and squares are made of standardised numbers: standardise them (leave out --raw), "
                    "or keep to linear terms."
                )
            )
        kinds = {self.belief, policies.policy(self.policy).belief}
        if self.terms in AVERAGED and "diagonal" in kinds:
            raise BadInput(
                "An average of terms needs the belief moments or full: diagonal has no weights to compare."
            )
        for given in (self.term_precision, self.square_precision):
            if given is not None and not (math.isfinite(given) and given > 0):
                raise BadInput(
                    phrase(
                        "The prior precision of products and squares must be a number greater than 0, not "
                        "{given}.",
                        given=given,
                    )
                )

    def as_json(self) -> dict[str, Any]:
        """Return the settings as JSON values."""
        return asdict(self) | {"never_together": list(self.never_together)}

    @classmethod
    def from_json(cls, data: Any) -> Settings:
        """Deserialise the result of `as_json`; missing settings get their defaults, a missing policy is ``kg``."""
        known = {"policy": "kg"} | {f.name: data[f.name] for f in fields(cls) if f.name in data}
        if known["policy"] == "":  # empty means the default only where a new study is made
            policies.policy("")
        return cls(**known | {"never_together": tuple(map(str, known.get("never_together", ())))})

    def settled(self) -> Settings:
        """Return the settings of a new study: if it has squares, with the precisions of products and squares stated.

        A study that does not state them uses 4 times the precision of the other weights for both.
        """
        if self.terms not in _WITH_SQUARES or self.term_precision is not None:
            return self
        squares = self.square_precision
        return replace(
            self,
            term_precision=PRODUCTS * self.prior_precision,
            square_precision=SQUARES * self.prior_precision if squares is None else squares,
        )

    def precisions(self, higher: NDArray[np.bool_], squares: NDArray[np.bool_] | None = None) -> Array:
        """Return the prior precision (d,) of each weight.

        `higher` (d,) marks those of products and squares, `squares` (d,) the squares among them.
        """
        given = self.term_precision
        own = HIGHER * self.prior_precision if given is None else given
        precision: Array = np.where(higher, own, self.prior_precision)
        if squares is not None and self.square_precision is not None:
            precision[squares] = self.square_precision
        return precision

    def prior(
        self, d: int, higher: NDArray[np.bool_] | None = None, squares: NDArray[np.bool_] | None = None
    ) -> Belief:
        """Return the prior about d weights, the first of them the intercept's.

        Parameters
        ----------
        d
            Number of columns of the design matrix.
        higher, squares
            (d,) which of them are products and squares, and which of these squares; None: none is.
        """
        marks = np.zeros(d, dtype=np.bool_) if higher is None else higher
        mean = np.zeros(d)
        mean[0] = self.prior_intercept
        precisions = self.precisions(marks, squares)
        if self.terms in AVERAGED:
            return average_or_linear(self.belief, mean, precisions, marks)
        return prior_belief(self.belief, mean, precisions)

    def prior_of(self, scaling: Scaling) -> Belief:
        """Return the prior about the weights of the columns of a design matrix."""
        return self.prior(len(scaling.columns), scaling.higher, scaling.squares)


def rule_in_words(text: str) -> str:
    """Return a stopping rule in words; a text that cannot be parsed is returned unchanged."""
    try:
        return rule_syntax.parse(text).name
    except BadInput:
        return text


def checked_prior(settings: Settings, scaling: Scaling, X: Array) -> None:
    """Raise OutOfRange if attributes and prior allow values of w.x outside the admitted range.

    Parameters
    ----------
    settings, scaling
        Settings of a study, and the encoding of its design matrix.
    X
        (U, d) rows of its design matrix.

    Raises
    ------
    OutOfRange
        The message names the column.
    """
    with np.errstate(over="ignore"):  # an overflow is reported as out of range
        s2 = (X * X / settings.precisions(scaling.higher, scaling.squares)).sum(axis=1)
    deviation = settings.prior_of(scaling).deviation
    check_range(settings.prior_intercept * X[:, 0], s2, X, deviation, scaling.names)


@dataclass(frozen=True, slots=True)
class PriorInWords:
    """Prior elicited from words, with the probabilities that it implies.

    Parameters
    ----------
    intercept
        Prior mean of the intercept, in log-odds.
    precision
        lambda for every weight.
    expected
        Mean predicted probability of success over the pool.
    low, high
        Central 90 % prior interval of a typical candidate's probability of success.
    """

    intercept: float
    precision: float
    expected: float
    low: float
    high: float

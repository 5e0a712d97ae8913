"""The settings of a study, and the prior about the weights that follows from them."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypedDict

import numpy as np

from kgdesk.errors import BadInput
from kgdesk.model import policies
from kgdesk.model.beliefs.gaussian import BELIEFS, PRIOR_PRECISION
from kgdesk.model.beliefs.log_odds import check_range
from kgdesk.model.beliefs.prior import mixture_prior, prior_belief
from kgdesk.model.design.design_matrix import AVERAGED, TERMS
from kgdesk.model.study import rule_syntax
from kgdesk.model.study.payloads import TYPES
from kgdesk.model.study.records import (
    LIKELIHOODS,
    SCALES,
    VOIDS,
    Limit,
    check_measured_setting,
    check_value_settings,
    checked_repeats,
    parsed_meanings,
)
from kgdesk.model.study.run_blocks import parse_blocks
from kgdesk.model.study.stated_effects import parse_effect
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.belief import Belief
    from kgdesk.model.design.encoding import Scaling
    from kgdesk.model.design.features import Features
    from kgdesk.model.study.records import Measured
    from kgdesk.model.study.run_blocks import BlockColumn
    from kgdesk.model.study.stopping_rules import Rule

    Array = NDArray[np.float64]

#: Largest number of runs in one batch, the wells of the largest plate; and how many a batch has if nobody says.
MOST_AT_ONCE = 1536
#: Largest number of planned runs.
MOST_PLANNED = 1_000_000
RUNS_TOGETHER = 4

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
#: By the type of a setting's default: what the setting holds, a name in `payloads.TYPES`, and the same in words.
_HOLDS: dict[type, tuple[str, str]] = {
    str: ("text", phrase("a text")),
    int: ("whole", phrase("a whole number")),
    float: ("number", phrase("a number")),
    type(None): ("number or nothing", phrase("a number or None")),
    bool: ("flag", phrase("True or False")),
    tuple: ("list", phrase("a list of texts")),
}


@dataclass(frozen=True, slots=True)
class Setting:
    """All that is declared about a setting beside its field in `Settings`.

    The option of the command line, the key of a settings file, the row of the report and the line of the audit follow.

    Parameters
    ----------
    default
        Its default. Its type is that of the setting; None stands for a number or nothing.
    label
        Its name in the report and the audit; empty if the report states it elsewhere.
    help
        What its option means, for the command line, as `argparse` takes it: ``%%`` for a per cent sign.
    key
        Its key in a settings file, ``TABLE.KEY`` in a table of it; the last part names the option, ``--KEY``. Empty if
        the setting follows from another one and is not stated by itself; one that may change then has the option
        ``--NAME``.
    metavar
        What stands for the value in the help of the option.
    unset
        What applies without the option, where the default does not say it.
    choices
        Values that it may have; empty: any that `Settings` accepts.
    words
        Its values in the words of the report, where they differ from the values.
    parse
        Converts a text to the value; None: by the type of the default.
    join
        Converts several texts, as a settings file may list them, to the value; None: there is always one.
    amendable, removable
        Whether it may change while the study is open, and whether it may then become empty.
    rehearsed
        Whether a rehearsal of a table without a study depends on it.
    """

    default: Any
    label: str = ""
    help: str = ""
    key: str = ""
    metavar: str | None = None
    unset: str = ""
    choices: tuple[str, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    parse: Callable[[str], Any] | None = None
    join: Callable[[Sequence[str]], Any] | None = None
    amendable: bool = False
    removable: bool = False
    rehearsed: bool = False

    @property
    def holds(self) -> str:
        """What it holds: a name in `kgdesk.model.study.payloads.TYPES`."""
        return _HOLDS[type(self.default)][0]

    def accepts(self, value: object) -> bool:
        """Whether a value has the type of the setting."""
        if isinstance(value, bool):
            return self.holds == "flag"
        if self.holds == "list":
            return isinstance(value, list | tuple) and all(isinstance(each, str) for each in value)
        return isinstance(value, TYPES[self.holds])


def _setting(default: Any, label: str = "", **declared: Any) -> Any:
    """Return a field of `Settings` with its `Setting`."""
    return field(default=default, metadata={"setting": Setting(default, label, **declared)})


@dataclass(frozen=True)
class Settings:
    """Settings of a study, fixed at creation.

    A new setting is a field here, declared by a `Setting`, and a key of `StudySettings`.

    Parameters
    ----------
    title
        Title on display.
    belief
        ``moments``, ``full`` or ``diagonal``.
    policy
        Name in `kgdesk.model.policies.POLICIES`, optionally with another belief: ``kg/diagonal``. Empty: the default
        for the terms, see `kgdesk.model.policies.default_policy`; no study has an empty policy.
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
        ``average-squares``: the average, weighted by evidence, of straight, bent and smooth models. Empty, in a new
        study: ``average``, or ``linear`` where models cannot be averaged, see `new_settings`; here: ``linear``.
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
        Stopping rule, in the syntax of `kgdesk.model.study.rule_syntax`; empty: `rule_syntax.proposal` for the budget.
    never_together
        Attributes or kept columns: of the candidates with equal values in one of these, at most one is run at a time.
    barcode
        Kept column with the barcodes of the samples; empty: samples are labelled with the candidates' names.
    location
        Kept column with the locations of the samples; empty: not set.
    card_columns
        Kept columns that the card shows below the attributes, one in a line; empty: those that say where a sample lies,
        if no single column does.
    repeats
        Whether a candidate may be run again: ``yes``, ``no``, or the maximum number of runs of one candidate, from 2.
        Empty: not set, treated as ``yes``.
    at_once
        How many runs go together: how many `suggest`, a worklist and the window offer first; 0: not set.
    blind
        ``yes``: Bench hides earlier outcomes, and the card what is expected, from whoever judges an outcome. ``no``, or
        empty: not set.
    measured, measured_unit
        Name and unit of the value measured in each run; empty: none is measured.
    threshold, direction
        A value is a success if it is ``at-least`` or ``at-most`` the threshold. None and empty: the user decides. A
        threshold may become another one; outcomes then follow from the values again.
    likelihood
        With a threshold: ``values``, or ``outcomes`` for the side of the threshold alone.
    scale
        ``natural``, ``log`` or ``logit``: on which the belief learns from values.
    blocks
        Columns of what runs share and candidates do not, as `kgdesk.model.study.run_blocks.parse_blocks` takes them;
        empty: none.
    meanings
        What further words in tables and files of results mean, each as ``WORD=MEANING``; see
        `kgdesk.model.study.records.MEANINGS`.
    prior_effects
        What a person expects of single attributes, each as ``NAME=MEAN+-DEVIATION``: see
        `kgdesk.model.study.stated_effects`.
    """

    title: str = _setting(
        "",
        phrase("title"),
        key="title",
        metavar="TEXT",
        help="the title on display",
        unset="the name of the study",
        amendable=True,
    )
    belief: str = _setting(
        "moments",
        phrase("model"),
        key="belief",
        choices=tuple(BELIEFS),
        words={
            "moments": phrase("recommended model"),
            "full": phrase("correlated model"),
            "diagonal": phrase("model of the paper"),
        },
        help="moments, the most accurate; full, correlated, and diagonal are the paper's",
        rehearsed=True,
    )
    policy: str = _setting(
        "",
        phrase("policy"),
        key="policy",
        metavar="POLICY[/BELIEF]",
        parse=lambda text: policies.policy(text).name,
        help=f"{', '.join(policies.POLICIES)}; with a belief of its own to choose by as kg/diagonal",
        unset=f"{policies.default_policy('average')}; {policies.default_policy('linear')} with linear terms; "
        f"{policies.default_policy('average', 'no')} if a candidate can be run only once",
        amendable=True,
        rehearsed=True,
    )
    prior_precision: float = _setting(
        PRIOR_PRECISION,
        phrase("prior strength"),
        key="prior_precision",
        metavar="LAMBDA",
        help="prior precision of the effects",
        rehearsed=True,
    )
    prior_intercept: float = _setting(0.0, phrase("prior of a typical candidate (log-odds)"))
    budget: int = _setting(
        30,
        phrase("number of planned runs"),
        key="budget",
        metavar="N",
        help="planned runs",
        amendable=True,
        rehearsed=True,
    )
    seed: int = _setting(
        0, phrase("seed"), key="seed", metavar="N", help="for ties and random choices", rehearsed=True
    )
    raw: bool = _setting(
        False,
        phrase("numbers are used as they are, not standardised"),
        key="raw",
        help="do not standardise the attributes",
        rehearsed=True,
    )
    terms: str = _setting(
        "",
        phrase("terms"),
        key="terms",
        choices=tuple(TERMS),
        words={
            "linear": phrase("the best lies at an end of every range"),
            "interactions": phrase("the effect of a number may depend on another one"),
            "squares": phrase(
                "the best may lie in the middle of a range; no number changes the effect of another"
            ),
            "quadratic": phrase("the best may lie in the middle of a range"),
            "average": phrase("straight, bent and smooth models, weighted by the outcomes"),
            "average-squares": phrase(
                "straight, bent and smooth models without products of numbers, weighted by the outcomes"
            ),
        },
        help="average: straight, bent and smooth models, weighted by the outcomes; average-squares: the same without "
        "products of numbers; linear: the paper's model, for effects that only rise or fall; interactions: also "
        "products; squares: also squares, for a best inside a range; quadratic: both",
        unset="average, without products where they are too many for the planned runs; linear with --raw or the "
        "belief diagonal",
        rehearsed=True,
    )
    term_precision: float | None = _setting(
        None,
        phrase("prior strength of products"),
        key="term_precision",
        metavar="LAMBDA",
        help="prior precision of products and squares",
        unset="4 times the other; with squares 12 times",
        rehearsed=True,
    )
    square_precision: float | None = _setting(
        None,
        phrase("prior strength of squares"),
        key="square_precision",
        metavar="LAMBDA",
        help="prior precision of squares",
        unset="--term-precision, or else 3 times the other",
        rehearsed=True,
    )
    success_name: str = _setting(
        "Success", key="outcomes.success", metavar="WORD", help="the study's own word for a success"
    )
    failure_name: str = _setting(
        "Failure", key="outcomes.failure", metavar="WORD", help="the study's own word for a failure"
    )
    success_means: str = _setting(
        "", key="outcomes.success_means", metavar="TEXT", help="what counts as a success"
    )
    failure_means: str = _setting(
        "", key="outcomes.failure_means", metavar="TEXT", help="what counts as a failure"
    )
    stop: str = _setting(
        "",
        phrase("stopping rule"),
        key="stop",
        metavar="RULE",
        join=rule_syntax.joined,
        help=f"when you can stop, for example “{rule_syntax.EXAMPLE}”: percentage points and per cent; at-stake P: "
        "taking the present best loses at most P points on average; succeeded K: the best has succeeded K times; "
        "value P and cost C worth W look one run ahead only; several rules: any of them",
        unset="“(at-stake 5 and succeeded 1) or runs N”, N the planned runs",
        amendable=True,
        removable=True,
    )
    never_together: tuple[str, ...] = _setting(
        (),
        phrase("columns whose equal cells never run together"),
        key="never_together",
        metavar="COL,...",
        join=tuple,
        help="of the candidates with the same value there, one run at most is in progress; the column is kept with the "
        "data unless --attributes names it",
    )
    barcode: str = _setting(
        "",
        phrase("column with the codes of the samples"),
        key="barcode",
        metavar="COL",
        help="the column with the codes on the samples, which the scan check reads and labels bear",
        amendable=True,
        removable=True,
    )
    location: str = _setting(
        "",
        phrase("column with the places of the samples"),
        key="location",
        metavar="COL",
        help="the column that says where a sample lies, which stands beside its name on the card and the run sheet",
        amendable=True,
        removable=True,
    )
    card_columns: str = _setting(
        "",
        phrase("kept columns on the card"),
        key="card_column",
        metavar="COL",
        join="\n".join,
        help="a kept column that the card shows below the attributes, once for each",
        unset="those that say where a sample lies, where --location names none",
        amendable=True,
        removable=True,
    )
    repeats: str = _setting(
        "",
        phrase("runs of a candidate again"),
        key="repeats",
        metavar="yes|no|N",
        words={"yes": phrase("as often as it takes"), "no": phrase("only once")},
        parse=checked_repeats,
        help="whether a candidate can be run again: no if a run uses its sample up, N for N runs of it at most",
        unset="as yes, and new says so",
        amendable=True,
        rehearsed=True,
    )
    at_once: int = _setting(
        0,
        phrase("runs at once"),
        key="at_once",
        metavar="K",
        help="how many runs go together: how many suggest and a worklist offer unless they say --count",
        unset="1 for suggest, 4 for a worklist",
        amendable=True,
    )
    blind: str = _setting(
        "",
        phrase("blind entry"),
        key="blind",
        choices=("yes", "no"),
        words={"yes": phrase("yes"), "no": phrase("no")},
        help="yes: the window hides earlier outcomes on Bench, and on the card what is expected of a candidate",
        unset="as no",
        amendable=True,
    )
    measured: str = _setting(
        "",
        phrase("measured value"),
        key="outcomes.measured",
        metavar="RULE",
        help="a value that each run measures, and what is a success, for example “yield >= 20 %%”; or only its name",
    )
    measured_unit: str = _setting("", phrase("unit of the measured value"))
    threshold: float | None = _setting(
        None,
        phrase("threshold"),
        metavar="NUMBER",
        help="the measured value from which, or up to which, a run is a success: outcomes are derived again from the "
        "values",
        amendable=True,
    )
    direction: str = _setting(
        "",
        phrase("a success is"),
        words={
            "at-least": phrase("a value at the threshold or above"),
            "at-most": phrase("a value at the threshold or below"),
        },
    )
    meanings: tuple[str, ...] = _setting(
        (),
        phrase("words in tables and files of results"),
        key="outcomes.meaning",
        metavar="WORD=MEANING",
        join=tuple,
        help="what a word among the outcomes means: success, failure, void, none for no outcome (yet), or value for a "
        "number that is the measured value; once for each word, for example “n.d.=none”",
    )

    likelihood: str = _setting(
        "values",
        phrase("basis of learning"),
        key="outcomes.likelihood",
        choices=LIKELIHOODS,
        words={
            "values": phrase("the measured values"),
            "outcomes": phrase("the outcomes alone"),
        },
        help="in a study with a threshold: values, which say how far from it a run was, or outcomes, the side alone",
        amendable=True,
        rehearsed=True,
    )
    scale: str = _setting(
        "natural",
        phrase("scale of the measured value"),
        key="outcomes.scale",
        choices=SCALES,
        words={
            "natural": phrase("as it is"),
            "log": phrase("its logarithm"),
            "logit": phrase("the logit of a share"),
        },
        help="on which the model learns from values: natural; log, above 0; logit, for shares of 1 or 100 %%",
        amendable=True,
        rehearsed=True,
    )

    prior_effects: tuple[str, ...] = _setting(
        (),
        phrase("expected effects"),
        key="prior_of",
        metavar="NAME=MEAN+-DEVIATION",
        join=tuple,
        help="what you expect of an attribute before any run, for example “Catalyst load=1+-0.5”: from its smallest to "
        "its largest value among the candidates the log-odds of a success change by 1, give or take 0.5 (a standard "
        "deviation); 1 makes an even chance 73 %%, 2 makes it 88 %%. Of a word: “Solvent=DMF=1+-0.5”, against a "
        "candidate with a typical one. Once for each attribute",
        rehearsed=True,
    )
    blocks: str = _setting(
        "",
        phrase("what runs share (blocks)"),
        key="block",
        metavar="COL",
        join=", ".join,
        help="what runs share and candidates do not, once for each of up to three: plate, plate-column, day, operator, "
        "or a name of your own such as Lot, which is stated when runs start; the model tells candidates from blocks",
        amendable=True,
        removable=True,
    )

    def __post_init__(self) -> None:
        self._check_types()
        self._choose_unstated()
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
        if not 1 <= self.budget <= MOST_PLANNED:
            raise BadInput(
                phrase(
                    "The number of planned runs must be between 1 and {most}, not {budget}.",
                    most=f"{MOST_PLANNED:,}",
                    budget=self.budget,
                )
            )
        if not 0 <= self.at_once <= MOST_AT_ONCE:
            raise BadInput(
                phrase(
                    "The number of runs at once must be between 0 (not set) and {most}, not {count}.",
                    most=f"{MOST_AT_ONCE:,}",
                    count=self.at_once,
                )
            )
        if self.seed < 0:
            raise BadInput(
                phrase("The seed must be 0 or a positive whole number, not {seed}.", seed=self.seed)
            )
        self._check_names()
        if self.stop:
            rule_syntax.parse(self.stop)
        checked_repeats(self.repeats)
        if self.blind not in {"", "yes", "no"}:
            raise BadInput(phrase("Blind entry is yes or no, not “{value}”.", value=self.blind))
        check_measured_setting(self.measured, self.measured_unit, self.threshold, self.direction)
        check_value_settings(self.likelihood, self.scale, self.measured_unit, self.threshold)
        parsed_meanings(self.meanings)
        self._check_effects_and_blocks()

    def _check_names(self) -> None:
        names = (self.success_name.strip().casefold(), self.failure_name.strip().casefold())
        if not all(names) or names[0] == names[1]:
            raise BadInput("Success and failure need two different names.")
        if VOIDS.intersection(names):
            raise BadInput("“Void” names a run that does not count: give success and failure other names.")

    def _choose_unstated(self) -> None:
        if not self.terms:
            object.__setattr__(self, "terms", "linear")
        if not self.policy:
            object.__setattr__(self, "policy", policies.default_policy(self.terms, self.repeats))

    def _check_effects_and_blocks(self) -> None:
        for text in self.prior_effects:
            parse_effect(text)
        if parse_blocks(self.blocks) and "diagonal" in self._kinds:
            raise BadInput(
                "Blocks need the belief moments or full: the weights of diagonal cannot vary together."
            )

    @property
    def _kinds(self) -> set[str]:
        """Kinds of the belief and of that of the policy, which is empty where it has none of its own."""
        return {self.belief, policies.policy(self.policy).belief}

    @cached_property
    def block_columns(self) -> tuple[BlockColumn, ...]:
        """Columns of what runs share, in their order."""
        return parse_blocks(self.blocks)

    @cached_property
    def meaning_of(self) -> dict[str, str]:
        """What further words mean: word in lower case -> one of `kgdesk.model.study.records.MEANINGS`."""
        return parsed_meanings(self.meanings)

    def _check_types(self) -> None:
        for name, setting in SETTINGS.items():
            value = getattr(self, name)
            if not setting.accepts(value):
                raise wrong_type(name, value)

    def outcome_of(self, measured: Measured) -> str:
        """Classify a measured value as ``success`` or ``failure`` by the threshold.

        Empty without a threshold, and for a limit beyond which values of both kinds lie.
        """
        if self.threshold is None:
            return ""
        if isinstance(measured, Limit):
            return self._outcome_beyond(measured, self.threshold)
        good = measured >= self.threshold if self.direction == "at-least" else measured <= self.threshold
        return "success" if good else "failure"

    def leaves_open(self, measured: Measured | None) -> bool:
        """Return whether only a limit of a value is known, which leaves both sides of the threshold open."""
        return self.threshold is not None and isinstance(measured, Limit) and not self.outcome_of(measured)

    def _outcome_beyond(self, limit: Limit, threshold: float) -> str:
        """Classify all values beyond a limit; empty if some of them are successes and some are not."""
        upwards = self.direction == "at-least"
        margin = limit.bound - threshold if upwards else threshold - limit.bound
        if limit.sign[0] == (">" if upwards else "<"):
            return "success" if margin >= 0.0 else ""
        # The threshold itself is a success, so a limit at it leaves failures alone only if it is not reached.
        return "failure" if margin < 0.0 or (margin == 0.0 and len(limit.sign) == 1) else ""

    @property
    def learns_from_values(self) -> bool:
        """Whether the belief learns from measured values where runs have them: only that by moments can."""
        return self.threshold is not None and self.likelihood == "values" and self.belief == "moments"

    @property
    def is_blind(self) -> bool:
        """Whether the window hides earlier outcomes and what is expected from whoever judges an outcome."""
        return self.blind == "yes"

    @property
    def kept_columns(self) -> tuple[str, ...]:
        """Columns that the settings name and that are kept with the candidates, each once."""
        named = (*self.never_together, self.barcode, self.location, *card_headings(self.card_columns))
        return tuple(dict.fromkeys(filter(None, named)))

    @property
    def run_limit(self) -> int | None:
        """Largest number of runs of one candidate; None: any number."""
        if self.repeats in {"", "yes"}:
            return None
        return 1 if self.repeats == "no" else int(self.repeats)

    @property
    def plate_size(self) -> int:
        """How many runs a worklist or a batch has unless another number is said."""
        return self.at_once or RUNS_TOGETHER

    @property
    def stopping(self) -> Rule:
        """Stopping rule of the study; by default the proposed one for the planned number of runs."""
        return rule_syntax.parse(self.stop or rule_syntax.proposal(self.budget), seed=self.seed)

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
        if self.terms in AVERAGED and "diagonal" in self._kinds:
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
        stated = asdict(self)
        return stated | {name: list(stated[name]) for name in _LISTS}

    @classmethod
    def from_json(cls, data: Any) -> Settings:
        """Deserialise the result of `as_json`; missing settings get their defaults, a missing policy is ``kg``."""
        known = {"policy": "kg"} | {name: data[name] for name in SETTINGS if name in data}
        if known["policy"] == "":  # empty means the default only where a new study is made
            policies.policy("")
        known |= {name: tuple(known[name]) for name in _LISTS if isinstance(known.get(name), list)}
        return cls(**known)

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
        self,
        d: int,
        higher: NDArray[np.bool_] | None = None,
        squares: NDArray[np.bool_] | None = None,
        features: Sequence[Features] = (),
    ) -> Belief:
        """Return the prior about d weights, the first of them the intercept's.

        Parameters
        ----------
        d
            Number of columns of the design matrix.
        higher, squares
            (d,) which of them are products and squares, and which of these squares; None: none is.
        features
            Features of the pool, for averaged models.
        """
        marks = np.zeros(d, dtype=np.bool_) if higher is None else higher
        mean = np.zeros(d)
        mean[0] = self.prior_intercept
        return self.prior_with(mean, self.precisions(marks, squares), marks, features)

    def prior_moments(self, scaling: Scaling) -> tuple[Array, Array]:
        """Return prior mean and precision (d,) of the weights of a design matrix, with what a person has stated."""
        mean = np.zeros(len(scaling.columns))
        mean[0] = self.prior_intercept
        precision = self.precisions(scaling.higher, scaling.squares)
        names = scaling.names
        for effect in scaling.stated:
            at = names.index(effect.column)
            mean[at], precision[at] = effect.mean, effect.deviation**-2.0
        return mean, precision

    def prior_of(self, scaling: Scaling) -> Belief:
        """Return the prior about the weights of the columns of a design matrix."""
        return self.prior_with(*self.prior_moments(scaling), scaling.higher, scaling.features)

    def prior_with(
        self, mean: Array, precision: Array, higher: NDArray[np.bool_], features: Sequence[Features] = ()
    ) -> Belief:
        """Return the prior with these means and precisions (d,), for the belief and the terms of the study."""
        if self.terms in AVERAGED:
            return mixture_prior(self.belief, mean, precision, higher, features)
        return prior_belief(self.belief, mean, precision)


#: What is declared about each setting, by the name of its field.
SETTINGS: Final[dict[str, Setting]] = {one.name: one.metadata["setting"] for one in fields(Settings)}
_LISTS: Final = tuple(name for name, setting in SETTINGS.items() if setting.holds == "list")


def wrong_type(name: str, value: object) -> BadInput:
    """Return the refusal of a value that has not the type of its setting."""
    what = _HOLDS[type(SETTINGS[name].default)][1]
    return BadInput(
        phrase(
            "The setting {name} must be {what}, not {value}.", name=name, what=what, value=f"{value!r:.60}"
        )
    )


class ChangedSettings(TypedDict, total=False):
    """The fields of `Settings` that may change while a study is open, as optional keywords."""

    title: str
    policy: str
    budget: int
    stop: str
    barcode: str
    location: str
    card_columns: str
    repeats: str
    at_once: int
    blind: str
    likelihood: str
    threshold: float | None
    scale: str
    blocks: str


class StudySettings(ChangedSettings, total=False):
    """The fields of `Settings` as optional keywords, for functions that take some of them."""

    belief: str
    prior_precision: float
    prior_intercept: float
    seed: int
    raw: bool
    terms: str
    term_precision: float | None
    square_precision: float | None
    success_name: str
    failure_name: str
    success_means: str
    failure_means: str
    never_together: tuple[str, ...]
    measured: str
    measured_unit: str
    direction: str
    meanings: tuple[str, ...]
    prior_effects: tuple[str, ...]


def new_settings(stated: Mapping[str, Any], *, players: Iterable[str] = ()) -> Settings:
    """Return the settings of a new study, or of a rehearsal of one, from what a person states.

    Terms that are not stated are ``average``: over 23 families of truths it loses less than ``linear``, the paper's
    model (tests/bench/belief_contest.md). They are ``linear`` where models cannot be averaged: with attributes as they
    are, and where the study, its policy or a player has the belief ``diagonal``.

    Parameters
    ----------
    stated
        Fields of `Settings`.
    players
        Names of the policies that a rehearsal compares.

    Raises
    ------
    BadInput
        A value is wrong.
    """
    settings = Settings(**stated)
    named = {settings.belief, *(policies.policy(name).belief for name in (settings.policy, *players))}
    if stated.get("terms") or settings.raw or "diagonal" in named:
        return settings
    return Settings(**{**stated, "terms": "average"})


def rule_in_words(text: str) -> str:
    """Return a stopping rule in words, the proposed one for an empty text; one that cannot be parsed is unchanged."""
    if not text:
        return rule_syntax.PROPOSED
    try:
        return rule_syntax.parse(text).name
    except BadInput:
        return text


def card_headings(columns: str) -> tuple[str, ...]:
    """Return the headings that a setting `card_columns` names."""
    return tuple(columns.split("\n")) if columns else ()


def setting_text(name: str, value: object, number: Callable[[float], str]) -> str:
    """Return the value of a setting in the words of the window; numbers are formatted by `number`."""
    if isinstance(value, bool):
        return phrase("yes") if value else phrase("no")
    if name == "at_once" and not value:
        return phrase("not set")
    if isinstance(value, int | float):
        return str(value) if name == "seed" else number(value)
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value or "")
    if name == "card_columns":
        text = ", ".join(card_headings(text))
    if name == "repeats" and text.isdigit():
        return phrase("{count} times at most", count=text)
    words = rule_in_words(text) if name == "stop" else SETTINGS[name].words.get(text, text)
    return words or phrase("none")


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
    mean, precision = settings.prior_moments(scaling)
    with np.errstate(over="ignore"):  # an overflow is reported as out of range
        mu, s2 = (X * mean).sum(axis=1), (X * X / precision).sum(axis=1)
    deviation = settings.prior_of(scaling).deviation
    check_range(mu, s2, X, np.abs(mean) + deviation, scaling.names)


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

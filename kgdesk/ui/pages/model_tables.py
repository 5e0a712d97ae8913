"""Table columns of the model: belief, values, design matrix and settings."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication

from kgdesk.model.beliefs.mixture import AverageBelief
from kgdesk.model.design.features import PAIRS, RADIUS, SMOOTH
from kgdesk.model.policies import policy
from kgdesk.model.study.next_run import in_progress
from kgdesk.ui.text.locale_format import NARROW, local_time, number, percent
from kgdesk.ui.text.translate import (
    amendment_words,
    belief_words,
    condition_words,
    policy_title,
    setting_label,
    setting_words,
    translate,
)
from kgdesk.ui.widgets.table import Column

if TYPE_CHECKING:
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.beliefs.members import Member
    from kgdesk.model.design import design_matrix
    from kgdesk.model.design.pool import Attribute
    from kgdesk.model.study.study import Study
    from kgdesk.model.study.trust import Trust


def tr(text: str) -> str:
    """Translate a text of the page (context "ModelPage")."""
    return QCoreApplication.translate("ModelPage", text)


@dataclass(frozen=True, slots=True)
class Fact:
    """One row of the settings table."""

    name: str
    value: str


def policy_words(name: str) -> str:
    """Return the display name of a policy and how it chooses."""
    return f"{policy_title(name)}: {translate(policy(name).words)}"


def belief_columns(study: Study) -> tuple[Column, ...]:
    """Return posterior mean, standard deviation and odds ratios of every weight; the belief must be computed."""
    belief, columns = study.belief, study.scaling.columns
    scale = np.array([c.scale for c in columns])
    is_level = np.array([c.level is not None or not c.attribute for c in columns])
    per_unit = np.where(is_level, np.nan, belief.mean / scale)
    return (
        Column(tr("Column"), [c.name for c in columns]),
        Column(tr("Posterior mean"), belief.mean, _fine_signed, is_number=True),
        Column(tr("Posterior SD"), belief.deviation, _fine, is_number=True),
        Column(tr("Per unit"), per_unit, _fine_signed, is_number=True),
        Column(tr("Odds"), belief.mean, _odds, is_number=True),
        Column(tr("Odds per unit"), per_unit, _odds, is_number=True),
        *_component_columns(study),
    )


def _component_columns(study: Study) -> tuple[Column, ...]:
    """Return the posterior mean of the weights in each component of a model average, with its weight."""
    belief = study.belief
    if not isinstance(belief, AverageBelief):
        return ()
    columns = []
    for part in belief.components:
        mean = np.full(belief.size, np.nan)
        mean[part.design_columns] = part.design_mean
        columns.append(Column(model_words(part), mean, _fine_signed, is_number=True))
    return tuple(columns)


def model_words(part: Member) -> str:
    """Describe a component of a model average, with its present weight."""
    kind, _, length = part.terms.partition(" ")
    words = {
        "linear": tr("Straight"),
        "quadratic": tr("Bent"),
        RADIUS: tr("Sum of squares"),
        SMOOTH: tr("Smooth, length {length}").format(length=number(float(length or 0.0), 2)),
        PAIRS: tr("Products with categories"),
    }.get(kind, part.terms)
    if part.term_precision is not None and part.square_precision is not None:
        ends = number(part.term_precision, 3), number(part.square_precision, 3)
        if ends[0] == ends[1]:
            words = tr("{model}, precision {precision}").format(model=words, precision=ends[0])
        else:
            words = tr("{model}, precision {products} and {squares}").format(
                model=words, products=ends[0], squares=ends[1]
            )
    if part.deviation:
        words = tr("{model}, deviations {size}").format(model=words, size=number(part.deviation, 2))
    earlier = {0.0: tr("holds"), 0.25: tr("holds nearly"), 1.0: tr("holds loosely")}.get(part.earlier or 0.0)
    if part.earlier is not None:
        words = tr("{model}, the earlier study {holds}").format(model=words, holds=earlier)
    return tr("{model}: weight {weight}").format(model=words, weight=percent(part.weight))


def value_columns(advice: Advice) -> tuple[Column, ...]:
    """Return KG, score, probability and quantiles of every candidate."""
    ends = [percent(0.5 + side * 0.5 * advice.level) for side in (-1, 1)]
    return (
        Column(tr("Candidate"), advice.study.pool.ids),
        Column(
            tr("KG (0..1)"),
            advice.kg,
            _fine_signed,
            is_number=True,
            heading_tip=condition_words(advice.in_progress),
        ),
        Column(tr("Policy score"), advice.score, _fine_signed, is_number=True),
        Column(tr("Probability"), advice.probability, _fine, is_number=True),
        Column(tr("{share} quantile").format(share=ends[0]), advice.low, _fine, is_number=True),
        Column(tr("{share} quantile").format(share=ends[1]), advice.high, _fine, is_number=True),
        Column(tr("Row of X"), advice.study.design.row_of + 1, _whole, is_number=True),
    )


def design_columns(study: Study) -> tuple[Column, ...]:
    """Return how each column of the design matrix is computed; dropped columns last."""
    scaling = study.scaling
    listed = {a.name: a for a in study.pool.attributes}
    origins = [_origin(c, listed, raw=scaling.raw) for c in scaling.columns]
    dropped = list(scaling.dropped)
    unknown = [math.nan] * len(dropped)
    return (
        Column(tr("Column"), [*(c.name for c in scaling.columns), *dropped]),
        Column(tr("Made as"), origins + [tr("left out: the same for every candidate")] * len(dropped)),
        Column(tr("Centre"), [*(c.centre for c in scaling.columns), *unknown], _fine, is_number=True),
        Column(tr("Scale"), [*(c.scale for c in scaling.columns), *unknown], _fine, is_number=True),
        Column(
            tr("Unit"),
            [*(listed[c.attribute].unit if c.attribute else "" for c in scaling.columns)]
            + [""] * len(dropped),
        ),
    )


def _origin(column: design_matrix.DesignColumn, listed: dict[str, Attribute], *, raw: bool) -> str:
    if column.factors:
        first, second = column.factors
        name = f"{first}²" if first == second else f"{first} × {second}"
        return tr("({name} of the columns − centre) / scale").format(name=name)
    if not column.attribute:
        return tr("1 in every row")
    if column.level is not None:
        return tr("1 if {name} is {level}, else 0").format(name=column.attribute, level=column.level)
    value = f"ln {column.attribute}" if listed[column.attribute].log else column.attribute
    return value if raw else tr("({name} − centre) / scale").format(name=value)


def settings_facts(study: Study, trust: Trust | None = None) -> list[Fact]:
    """Return the settings of the study, and whether its entries agree with those last seen on this computer."""
    s, source, first = study.settings, study.source, study.events[0].new
    pairs = (
        (tr("Title"), s.title or study.name),
        (tr("Made"), f"{local_time(first.recorded_at_utc)}, {first.actor}, {first.workstation}"),
        (tr("State"), _state_words(study)),
        (tr("Success is called"), _with(s.success_name, s.success_means)),
        (tr("Failure is called"), _with(s.failure_name, s.failure_means)),
        (tr("Planned runs"), str(s.budget)),
        (tr("How to choose"), policy_words(s.policy)),
        (tr("Belief"), f"{belief_words(study)} ({s.belief})"),
        *_prior_facts(study),
        (tr("Numbers are standardised"), tr("no") if s.raw else tr("yes")),
        (tr("Location of the samples"), s.location or tr("not named: every kept column is shown")),
        (tr("Column with the codes of the samples"), s.barcode or tr("none")),
        *_other_settings(study),
        *((tr("Changed since"), amendment_words(each)) for each in study.amendments),
        (tr("Seed"), str(s.seed)),
        (
            tr("Candidates"),
            tr("{count}, in {distinct} different rows").format(
                count=len(study.pool), distinct=study.design.first_of.size
            ),
        ),
        (tr("Candidates read from"), str(source.get("file", ""))),
        (tr("SHA-256 of that file"), str(source.get("digest", ""))),
        (tr("Rows left out"), str(len(source.get("left_out", ())))),
        (tr("Entries in the log"), str(study.head.seq)),
        (tr("Hash of the last entry"), study.head.hash),
        *(() if trust is None else ((tr("Trust in this copy"), translate(trust.sentence)),)),
    )
    return [Fact(name, value) for name, value in pairs]


#: Settings for which `settings_facts` has rows of its own.
_WITH_OWN_ROW = frozenset({
    "title", "success_name", "success_means", "failure_name", "failure_means", "budget", "policy", "belief",
    "prior_intercept", "prior_precision", "terms", "term_precision", "square_precision", "raw", "location", "barcode",
    "seed",
})  # fmt: skip


def _other_settings(study: Study) -> list[tuple[str, str]]:
    """Return the settings without a row of their own, as far as they are set."""
    return [
        (setting_label(name), setting_words(name, value))
        for name, value in study.settings.as_json().items()
        if name not in _WITH_OWN_ROW and value not in ("", None, []) and (name != "at_once" or value)
    ]


def _state_words(study: Study) -> str:
    if study.closing is None:
        return tr("open")
    running = translate(in_progress(study))
    words = tr("finished {time} by {operator}: {reason}")
    if running:
        words = tr("finished {time} by {operator} with {running}: {reason}")
    return words.format(
        time=local_time(study.closing.recorded_at),
        operator=study.closing.operator,
        reason=study.closing.reason,
        running=running,
    )


def _prior_facts(study: Study) -> list[tuple[str, str]]:
    """Return the prior."""
    s = study.settings
    chance = 1.0 / (1.0 + math.exp(-max(min(s.prior_intercept, 700.0), -700.0)))
    return [
        (
            tr("Prior of the intercept"),
            tr("mean {mean} log-odds (a typical candidate: {chance})").format(
                mean=number(s.prior_intercept, 4), chance=percent(chance)
            ),
        ),
        (tr("Prior strength (precision of every weight)"), number(s.prior_precision, 6)),
        (tr("Terms"), terms_words(s.terms)),
        *_higher_facts(study),
    ]


def _higher_facts(study: Study) -> list[tuple[str, str]]:
    """Return the prior precision of products and squares, if the model has any."""
    higher, squares = study.scaling.higher, study.scaling.squares
    precisions = study.settings.precisions(higher, squares)
    products = precisions[higher & ~squares]
    if not higher.any():
        return []
    if not products.size or not squares.any() or products[0] == precisions[squares][0]:
        return [(tr("Prior strength of products and squares"), number(float(precisions[higher][0]), 6))]
    return [
        (tr("Prior strength of products"), number(float(products[0]), 6)),
        (tr("Prior strength of squares"), number(float(precisions[squares][0]), 6)),
    ]


def terms_words(terms: str) -> str:
    """Describe the terms of the model."""
    words = setting_words("terms", terms)
    return f"{terms}: {words}" if words != terms else terms


def fact_columns(facts: list[Fact]) -> tuple[Column, ...]:
    """Return the settings as two columns."""
    return (
        Column(tr("Setting"), [fact.name for fact in facts]),
        Column(tr("Value"), [fact.value for fact in facts], tip=lambda row: facts[row].value),
    )


def _with(name: str, means: str) -> str:
    return f"{name}: {means}" if means else name


def _fine(value: float) -> str:
    return number(float(value), 6)


def _fine_signed(value: float) -> str:
    if math.isnan(value):
        return tr("not computed")
    text = number(float(value), 6)
    return f"+{text}" if value > 0.0 else text


def _whole(value: int) -> str:
    return str(int(value))


def _odds(value: float) -> str:
    return number(math.nan) if math.isnan(value) else f"×{NARROW}{number(math.exp(min(value, 700.0)), 4)}"

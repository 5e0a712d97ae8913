"""Decide whether a new study may learn from an earlier one, and what of that is frozen in its record."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from kgdesk.errors import BadInput
from kgdesk.model.beliefs.earlier import weight_of_earlier
from kgdesk.model.design.design_matrix import fix_scaling
from kgdesk.model.design.pool import with_unit
from kgdesk.model.study.earlier import Earlier, matched
from kgdesk.model.study.outcome_words import PAIRS
from kgdesk.model.study.records import stored_measured
from kgdesk.text import listed, phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kgdesk.model.design.pool import Attribute, Pool
    from kgdesk.model.study.settings import Settings
    from kgdesk.model.study.study import Study


def earlier_of(study: Study) -> Earlier:
    """Return what another study learns from a study: its successes and failures as they stand.

    The study that it learnt from itself comes along if its belief gives more weight to learning from it than not.

    Raises
    ------
    BadInput
        It has no run with an outcome.
    """
    runs = study.valid
    if not runs:
        raise BadInput(
            phrase(
                "The study “{name}” has no outcome yet, so there is nothing to learn from it.",
                name=study.name,
            )
        )
    pool = study.pool
    set_values = [dict(run.set_values) for run in runs]
    rows = [pool.row(run.candidate) for run in runs]
    values: Any = tuple(
        tuple(own.get(a.name, column[row]) for own, row in zip(set_values, rows, strict=True))
        for a, column in zip(pool.attributes, pool.values, strict=True)
    )
    before = study.earlier
    if before is not None and (weight_of_earlier(study.belief) or {}).get(None, 0.0) >= 0.5:
        before = None
    return Earlier(
        study.name,
        study.head,
        pool.attributes,
        values,
        tuple(run.outcome for run in runs),
        tuple(run.measured for run in runs),
        before,
        tuple(
            (column.name, tuple(dict(run.blocks).get(column.name, "") for run in runs))
            for column in study.settings.block_columns
        ),
    )


def learnable(settings: Settings, pool: Pool, old: Study) -> Earlier:
    """Return what a new study learns from an earlier one, having checked that it can.

    Raises
    ------
    BadInput
        A success means something else there, no attribute is the same, or the belief of the new study cannot weigh it.
    """
    theirs = old.settings
    if settings.belief == "diagonal":
        raise BadInput(
            "Learning from an earlier study needs the belief moments or full: diagonal has no weights to compare."
        )
    ours_means = settings.measured, settings.measured_unit, settings.threshold, settings.direction
    theirs_means = theirs.measured, theirs.measured_unit, theirs.threshold, theirs.direction
    if settings.threshold != theirs.threshold or (
        settings.threshold is not None and ours_means != theirs_means
    ):
        raise BadInput(
            phrase(
                "A success of “{name}” is not a success here: there it is {theirs}, here {ours}. Learn from a study "
                "with the same threshold, or state what you expect (--prior-of).",
                name=old.name,
                theirs=_success_of(theirs),
                ours=_success_of(settings),
            )
        )
    for side, (mine, other) in enumerate(
        (
            (settings.success_name, theirs.success_name),
            (settings.failure_name, theirs.failure_name),
        )
    ):
        usual = {pair[side] for pair in PAIRS}
        both = {mine.strip().casefold(), other.strip().casefold()}
        if len(both) > 1 and not both <= usual:
            raise BadInput(
                phrase(
                    "“{name}” has the outcome “{theirs}” where this study has “{ours}”: if they mean the same, "
                    "give this study the same words.",
                    name=old.name,
                    theirs=other,
                    ours=mine,
                )
            )
    earlier = earlier_of(old)
    if not matched(pool, fix_scaling(pool), earlier).both:
        raise BadInput(
            phrase(
                "No attribute of “{name}” is one of this study: name, unit and logarithm must be the same. It has "
                "{theirs}; this study has {ours}.",
                name=old.name,
                theirs=listed(map(_in_full, old.pool.attributes)),
                ours=listed(map(_in_full, pool.attributes)),
            )
        )
    return earlier


def _success_of(settings: Settings) -> str:
    if settings.threshold is None:
        return phrase("what a person calls one")
    sign = "≥" if settings.direction == "at-least" else "≤"
    rule = f"{settings.measured} {sign} {settings.threshold:g} {settings.measured_unit}".strip()
    return phrase("{rule}", rule=rule)


def _in_full(attribute: Attribute) -> str:
    return with_unit(attribute.name, attribute.unit) + (", log" if attribute.log else "")


def check_other_runs(pool: Pool, facts: Sequence[tuple[str, Mapping[str, Any]]], earlier: Earlier) -> None:
    """Check that the runs that a new study begins with are not those of the earlier study, which would count twice.

    Parameters
    ----------
    pool, facts
        Candidates of the new study, and the facts that it begins with.

    Raises
    ------
    BadInput
        At least half of them are, by the hash of attributes, outcome and value.
    """
    names = [a.name for a in pool.attributes]
    mine = Counter[str]()
    for kind, fact in facts:
        if kind == "outcome_recorded" and fact["outcome"] in {"success", "failure"}:
            row = pool.row(fact["candidate"])
            values = {name: column[row] for name, column in zip(names, pool.values, strict=True)}
            mine[_hash(values | fact.get("set", {}), fact["outcome"], fact.get("measured"))] += 1
    theirs = Counter(each for one in earlier.chain() for each in _hashes(one))
    same = (mine & theirs).total()
    if mine and 2 * same >= mine.total():
        raise BadInput(
            phrase(
                "{same} of the {all} outcomes that this study begins with are runs of “{name}”: they would count "
                "twice. Leave out the outcomes, or the earlier study.",
                same=same,
                all=mine.total(),
                name=earlier.name,
            )
        )


def _hashes(earlier: Earlier) -> Iterator[str]:
    names = [a.name for a in earlier.attributes]
    for values, outcome, value in zip(
        zip(*earlier.values, strict=True), earlier.outcomes, earlier.measured, strict=True
    ):
        measured = None if value is None else stored_measured(value)
        yield _hash(dict(zip(names, values, strict=True)), outcome, measured)


def _hash(values: Mapping[str, Any], outcome: str, measured: float | str | None) -> str:
    """Return the SHA-256 of a run: its attributes by name, its outcome and its measured value."""
    run = json.dumps({"values": values, "outcome": outcome, "measured": measured}, sort_keys=True)
    return hashlib.sha256(run.encode()).hexdigest()

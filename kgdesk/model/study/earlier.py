"""An earlier study that a study learns from: its runs, frozen in the record, and the prior that follows from them.

Attributes are matched by name with unit, kind and logarithm, levels by name. The runs are rows of the new design
matrix, to which the models of the new study are fitted; `kgdesk.model.beliefs.earlier` has the prior that comes of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from kgdesk.kernels import FAILURE, SUCCESS
from kgdesk.model.beliefs.blocks import MOST_COLUMNS, Blocks, fitted_in_blocks
from kgdesk.model.beliefs.earlier import mixture_of, with_earlier_study
from kgdesk.model.beliefs.gaussian import DiagonalBelief
from kgdesk.model.beliefs.values import Readings, fitted_to_values
from kgdesk.model.design.design_matrix import AVERAGED, Rows
from kgdesk.model.design.encoding import Scaling, centre_and_scale, numbers, standardised
from kgdesk.model.design.pool import Attribute, with_unit
from kgdesk.model.study.events import Head
from kgdesk.model.study.measured_scale import readings_of
from kgdesk.model.study.records import restored_measured, stored_measured
from kgdesk.text import listed, phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from kgdesk.model.beliefs.belief import Belief
    from kgdesk.model.beliefs.mixture import AverageBelief
    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.records import Measured
    from kgdesk.model.study.settings import Settings

    Array = NDArray[np.float64]


@dataclass(frozen=True)
class Earlier:
    """What is frozen of an earlier study.

    Parameters
    ----------
    name, head
        Its name, and the end of its chain when it was read.
    attributes
        Its attributes.
    values
        One column for each attribute: n numbers in its unit, or n levels, as they were set in the runs.
    outcomes
        (n,) ``success`` or ``failure``; voids are left out.
    measured
        (n,) measured values or limits; None for a run without one.
    before
        The study that it learnt from itself, if its belief did not doubt it.
    blocks
        Its block columns, each with the (n,) levels of its runs; an unknown one is empty.
    """

    name: str
    head: Head
    attributes: tuple[Attribute, ...]
    values: tuple[tuple[float, ...] | tuple[str, ...], ...]
    outcomes: tuple[str, ...]
    measured: tuple[Measured | None, ...]
    before: Earlier | None = None
    blocks: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def successes(self) -> int:
        """Number of successes among its runs."""
        return self.outcomes.count("success")

    def chain(self) -> Iterator[Earlier]:
        """Yield the study, and the one that it learnt from, and so on."""
        one: Earlier | None = self
        while one is not None:
            yield one
            one = one.before

    def as_json(self) -> dict[str, Any]:
        """Return the study as JSON values."""
        facts: dict[str, Any] = {
            "name": self.name,
            "head": {"seq": self.head.seq, "hash": self.head.hash},
            "attributes": [
                {"name": a.name, "kind": a.kind, "unit": a.unit, "log": a.log} for a in self.attributes
            ],
            "values": [list(column) for column in self.values],
            "outcomes": list(self.outcomes),
        }
        if any(value is not None for value in self.measured):
            facts["measured"] = [None if v is None else stored_measured(v) for v in self.measured]
        if self.blocks:
            facts["blocks"] = [{"column": name, "levels": list(levels)} for name, levels in self.blocks]
        return facts | ({} if self.before is None else {"earlier": self.before.as_json()})

    @classmethod
    def from_json(cls, data: Any) -> Earlier:
        """Deserialise the result of `as_json`.

        Raises
        ------
        KeyError, TypeError, ValueError, BadInput
            It has another form, columns of unequal length, or a number that cannot be used.
        """
        attributes = tuple(
            Attribute(str(a["name"]), a["kind"], str(a["unit"]), bool(a["log"])) for a in data["attributes"]
        )
        outcomes = tuple(str(one) for one in data["outcomes"])
        measured = tuple(
            None if v is None else restored_measured(v) for v in data.get("measured", [None] * len(outcomes))
        )
        values: Any = tuple(
            tuple(map(float, column)) if a.kind == "number" else tuple(map(str, column))
            for a, column in zip(attributes, data["values"], strict=True)
        )
        if not outcomes or not {"success", "failure"}.issuperset(outcomes):
            raise ValueError("runs of an earlier study")
        blocks = tuple((str(each["column"]), tuple(each["levels"])) for each in data.get("blocks", ()))
        if len(blocks) > MOST_COLUMNS or len(dict(blocks)) < len(blocks):
            raise ValueError("block columns of an earlier study")
        if not all(isinstance(level, str) for _, levels in blocks for level in levels):
            raise TypeError("a block of an earlier study that is not text")
        if any(len(column) != len(outcomes) for column in (*values, measured, *dict(blocks).values())):
            raise ValueError("columns of an earlier study that differ in length")
        for attribute, column in zip(attributes, values, strict=True):
            if attribute.kind not in ("number", "category"):
                raise ValueError(f"an attribute of the kind {attribute.kind!r}")
            if attribute.kind == "number":
                numbers(attribute, column, str)
        head = Head(int(data["head"]["seq"]), str(data["head"]["hash"]))
        before = cls.from_json(data["earlier"]) if "earlier" in data else None
        return cls(str(data["name"]), head, attributes, values, outcomes, measured, before, blocks)


@dataclass(frozen=True)
class Matched:
    """How the attributes of an earlier study and of a new one go together, by their names.

    Parameters
    ----------
    both
        Attributes that are the same in both.
    new, old
        Attributes that only the new study, and only the earlier one, varies: the ordinary prior holds for the former.
    new_levels, old_levels
        Levels, as ``attribute=level``, of an attribute of both that only one of them has.
    """

    both: tuple[str, ...]
    new: tuple[str, ...]
    old: tuple[str, ...]
    new_levels: tuple[str, ...]
    old_levels: tuple[str, ...]

    def sentences(self, name: str) -> tuple[str, ...]:
        """Return what is matched and what is not, as sentences; `name` is that of the earlier study."""
        said = [phrase("Learnt from “{name}”: {both}.", name=name, both=listed(self.both))]
        if self.new or self.new_levels:
            said.append(
                phrase(
                    "“{name}” says nothing of {new}: the ordinary prior holds.",
                    name=name,
                    new=listed((*self.new, *self.new_levels)),
                )
            )
        if self.old or self.old_levels:
            said.append(
                phrase(
                    "Only “{name}” has {old}: what these did there is set aside.",
                    name=name,
                    old=listed((*self.old, *self.old_levels)),
                )
            )
        return tuple(said)


#: What makes attributes of two studies the same: name with unit, kind, logarithm.
_Meaning = tuple[str, str, bool]


def _meaning(attribute: Attribute) -> _Meaning:
    # A unit may stand in the heading or beside it: “Time (h)”, or “Time” in h.
    return with_unit(attribute.name, attribute.unit), attribute.kind, attribute.log


def matched(pool: Pool, scaling: Scaling, earlier: Earlier) -> Matched:
    """Match the attributes of a new study with those of an earlier one."""
    # Each attribute of the earlier study, and of those that it learnt from, with the values that were run.
    there: dict[_Meaning, set[float | str]] = {}
    for one in earlier.chain():
        for attribute, column in zip(one.attributes, one.values, strict=True):
            there.setdefault(_meaning(attribute), set()).update(column)
    used = {column.attribute for column in scaling.columns}
    both = {_meaning(a): a for a in pool.attributes if _meaning(a) in there and a.name in used}
    levels = {c.name: c.attribute for c in scaling.columns if c.level is not None}
    tried = {
        f"{a.name}={value}": a.name for key, a in both.items() if a.kind == "category" for value in there[key]
    }
    return Matched(
        tuple(a.name for a in both.values()),
        tuple(a.name for a in pool.attributes if _meaning(a) not in there and a.name in used),
        tuple(key[0] for key, values in there.items() if key not in both and len(values) > 1),
        tuple(level for level, name in levels.items() if name in tried.values() and level not in tried),
        tuple(sorted(tried.keys() - levels.keys())),
    )


def prior_after(
    settings: Settings, scaling: Scaling, attributes: Sequence[Attribute], earlier: Earlier | None
) -> Belief:
    """Return the prior of a study, with what the earlier study says if there is one.

    Parameters
    ----------
    settings, scaling, attributes
        Of the study.
    earlier
        The study that it learns from; None: no other.
    """
    if earlier is None:
        return settings.prior_of(scaling)
    kind = settings.belief
    if (
        kind == "diagonal"
    ):  # of a policy with a belief of its own: it starts from the same means and deviations
        both = prior_after(replace(settings, belief="moments"), scaling, attributes, earlier)
        return DiagonalBelief(both.mean, both.deviation**-2.0)
    terms = (
        settings.terms if settings.terms in AVERAGED else "quadratic" if scaling.higher.any() else "linear"
    )
    prior = mixture_of(settings.prior_of(scaling), terms)
    X, apart = _rows(scaling, attributes, earlier)
    further = X.shape[1] - len(scaling.columns)
    mean, precision = settings.prior_moments(scaling)
    wide = mixture_of(
        settings.prior_with(
            np.concatenate([mean, np.zeros(further)]),
            np.concatenate([precision, np.full(further, settings.prior_precision)]),
            np.concatenate([scaling.higher, np.zeros(further, np.bool_)]),
            scaling.features,
        ),
        terms,
    )
    fitted = _fitted(wide, X, earlier, settings)
    return with_earlier_study(prior, fitted, apart / settings.prior_precision)


def _fitted(prior: AverageBelief, X: Array, earlier: Earlier, settings: Settings) -> AverageBelief:
    """Fit a prior to the runs of an earlier study at the rows X: to values where the new study learns from these."""
    y = np.array([1.0 if won else -1.0 for one in earlier.chain() for won in _successes(one, settings)])
    kinds, u, has_values, begin = np.where(y > 0, SUCCESS, FAILURE), np.zeros(y.size), False, 0
    for one in earlier.chain():
        part = slice(begin, begin := begin + len(one.outcomes))
        candidates = [row.tobytes() for row in X[part]]
        readings = readings_of(candidates, y[part] > 0, one.measured, settings)
        if readings is not None:
            kinds[part], u[part], has_values = readings.kinds, readings.u, True
    readings = Readings(kinds, u) if has_values else None
    blocks = _blocks(earlier)
    if blocks.begins:
        # What a new block would do, whether or not the new study names what its runs share.
        return cast("AverageBelief", fitted_in_blocks(prior, X, y, blocks, readings).belief)
    if readings is None:
        return prior.after(Rows(X), y)
    return cast("AverageBelief", fitted_to_values(prior, X, readings).belief)


def _blocks(earlier: Earlier) -> Blocks:
    """Return the blocks of the runs of an earlier study, and of those that it learnt from.

    A column of the same name has effects of the same deviation in all of them, but no level is that of another study.
    Of more columns than can be learnt from those of the latest study are taken.
    """
    studies = list(earlier.chain())
    names = list(dict.fromkeys(name for one in studies for name, _ in one.blocks))[:MOST_COLUMNS]
    runs: list[list[str | None]] = []
    for age, one in enumerate(studies):
        levels = dict(one.blocks)
        nothing = [None] * len(one.outcomes)
        columns = [[f"{age} {level}" for level in levels[n]] if n in levels else nothing for n in names]
        runs += [list(each) for each in zip(*columns, strict=True)] if names else [[]] * len(one.outcomes)
    return Blocks.of(runs, [None] * len(names))


def _successes(one: Earlier, settings: Settings) -> list[bool]:
    """Return whether each run of an earlier study succeeded: by its value where the threshold decides."""
    derived = ("" if value is None else settings.outcome_of(value) for value in one.measured)
    return [(by_value or said) == "success" for by_value, said in zip(derived, one.outcomes, strict=True)]


def _rows(scaling: Scaling, attributes: Sequence[Attribute], earlier: Earlier) -> tuple[Array, int]:
    """Return the rows of the runs of an earlier study, and of those that it learnt from.

    Returns
    -------
    (X, apart)
        (n, d + e) rows: the d columns of the new design matrix, then what only one of the earlier studies varied. A
        column of an attribute that a study has not is 0, a typical value; so are products with it. Then the number of
        attributes that only one of the studies varies: each makes the intercept less certain.
    """
    blocks, further, apart = [], [], set[str]()
    for one in earlier.chain():
        X, more, names = _rows_of_one(scaling, attributes, one)
        blocks.append(X)
        further.append(more)
        apart |= names
    width = sum(more.shape[1] for more in further)
    wide, begin = [], 0
    for X, more in zip(blocks, further, strict=True):
        rest = np.zeros((len(X), width))
        rest[:, begin : begin + more.shape[1]] = more
        begin += more.shape[1]
        wide.append(np.hstack([X, rest]))
    return np.vstack(wide) + 0.0, len(apart)


def _rows_of_one(
    scaling: Scaling, attributes: Sequence[Attribute], one: Earlier
) -> tuple[Array, Array, set[str]]:
    here = {_meaning(a): a.name for a in attributes}
    columns = {
        here[_meaning(a)]: (a, column)
        for a, column in zip(one.attributes, one.values, strict=True)
        if _meaning(a) in here
    }
    X, known = np.zeros((len(one.outcomes), len(scaling.columns))), set[str]()
    at: dict[str, int] = {}
    for j, column in enumerate(scaling.columns):
        at[column.name] = j
        if column.factors:
            if known.issuperset(column.factors):
                first, second = (X[:, at[name]] for name in column.factors)
                X[:, j] = standardised(first * second, column)
        elif not column.attribute:
            X[:, j] = 1.0
        elif column.attribute in columns:
            attribute, values = columns[column.attribute]
            known.add(column.name)
            X[:, j] = _encoded(attribute, values, column, raw=scaling.raw)
    used = {column.attribute for column in scaling.columns} - {""}
    further, apart = [], used - columns.keys()
    for attribute, values in zip(one.attributes, one.values, strict=True):
        name = here.get(_meaning(attribute), "")
        mine = bool(name) and name in used
        levels = {c.level for c in scaling.columns if c.attribute == name} if mine else set()
        if attribute.kind == "number":
            if not mine and len(set(values)) > 1:
                z: Any = numbers(attribute, values, str)  # type: ignore[arg-type]
                centre, scale = centre_and_scale(np.unique(z))
                further.append((z - centre) / scale)
                apart.add(_meaning(attribute)[0])
            continue
        other = sorted(set(map(str, values)) - levels)
        if mine or len(other) > 1:
            middle = 0.0 if mine else 1.0 / len(other)
            further += [np.array([float(v == level) for v in values]) - middle for level in other]
            apart |= set() if mine else {_meaning(attribute)[0]}
    return X, np.column_stack(further) if further else np.zeros((len(X), 0)), apart


def _encoded(attribute: Attribute, values: Sequence[Any], column: Any, *, raw: bool) -> Array:
    if column.level is not None:
        return np.array([float(value == column.level) for value in values])
    array = numbers(attribute, values, str)
    return array if raw else standardised(array, column)

"""Calibration certificates: coverage of a belief's credible intervals, and stated chances, in simulated studies."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from kgdesk.errors import BadInput

#: Nominal 90 % intervals count as calibrated if their coverage lies between these limits.
HOLDS = (0.88, 0.92)
#: Intervals with a coverage below this in some setting count as too narrow.
NEARLY = 0.85


@dataclass(frozen=True, slots=True)
class Coverage:
    """Calibration result of one belief in one setting.

    Parameters
    ----------
    attributes, design, belief, n
        Number of attributes, ``random`` or ``kg``, name of the belief, number of outcomes.
    replicates
        Number of simulated studies, each with its own truth and candidates.
    coverage, standard_error
        Mean share of the candidates whose true success probability lies in the 90 % interval, and its standard error
        over the studies.
    exact_coverage
        The same for the intervals of the exact posterior in the same studies: 90 % up to sampling error.
    best_coverage
        Share of the studies in which the interval of the recommended candidate contains its true success probability.
    width
        Mean width of the intervals, in 0..1.
    mean_gap, worst_gap
        Mean and largest difference between predicted probability and that of the exact posterior, over all candidates
        of all studies.
    off
        Share of the studies in which some candidate's probability is off by more than 0.03.
    noise, effective
        Largest standard error of an exact probability, and least effective number of draws behind one.
    """

    attributes: int
    design: str
    belief: str
    n: int
    replicates: int
    coverage: float
    standard_error: float
    exact_coverage: float
    best_coverage: float
    width: float
    mean_gap: float
    worst_gap: float
    off: float
    noise: float
    effective: float

    @property
    def holds(self) -> bool:
        """Whether the coverage of the 90 % intervals is 88 to 92 %."""
        return HOLDS[0] <= self.coverage <= HOLDS[1]


@dataclass(frozen=True, slots=True)
class Certificate:
    """The result of one calibration.

    Parameters
    ----------
    version
        Version of the program.
    beliefs
        `kgdesk.kernels.BELIEF_VERSION` that was measured.
    seed
        Seed of the first simulated study of each setting; each further one has the next seed.
    level
        Nominal coverage of the intervals.
    rows
        One result per setting and belief.
    """

    version: str
    beliefs: int
    seed: int
    level: float
    rows: tuple[Coverage, ...]

    def of(self, belief: str) -> Summary | None:
        """Return the summary of one belief; None if it was not measured."""
        rows = tuple(row for row in self.rows if row.belief == belief)
        return Summary(belief, self.level, rows) if rows else None

    def as_json(self) -> dict[str, Any]:
        """Return the certificate as JSON values."""
        return {**asdict(self), "rows": [asdict(row) for row in self.rows]}

    @classmethod
    def from_json(cls, data: Any) -> Certificate:
        """Deserialise the result of `as_json`.

        Raises
        ------
        BadInput
            The data do not have this structure.
        """
        try:
            rows = tuple(Coverage(**{f.name: row[f.name] for f in fields(Coverage)}) for row in data["rows"])
            return cls(
                str(data["version"]),
                int(data["beliefs"]),
                int(data["seed"]),
                float(data["level"]),
                rows,
            )
        except (KeyError, TypeError, ValueError) as problem:
            raise BadInput(
                "The certificate of the ranges cannot be read: make another with kgdesk calibrate.",
                details=f"{type(problem).__name__}: {problem}",
            ) from None


@dataclass(frozen=True, slots=True)
class Summary:
    """Summary of one belief over all settings.

    Parameters
    ----------
    belief
        Its name.
    level
        Nominal coverage of the intervals, for example 0.9.
    rows
        Results of this belief, at least one.
    """

    belief: str
    level: float
    rows: tuple[Coverage, ...]

    @property
    def holds(self) -> bool:
        """Whether the coverage is 88 to 92 % in every setting."""
        return all(row.holds for row in self.rows)

    @property
    def too_narrow(self) -> bool:
        """Whether nominal 90 % intervals cover less than 85 % in some setting, and so cannot be trusted."""
        return self.least < NEARLY

    @property
    def mean(self) -> float:
        """Mean coverage over the settings."""
        return sum(row.coverage for row in self.rows) / len(self.rows)

    @property
    def least(self) -> float:
        """Smallest coverage over the settings."""
        return min(row.coverage for row in self.rows)

    @property
    def most(self) -> float:
        """Largest coverage over the settings."""
        return max(row.coverage for row in self.rows)

    @property
    def replicates(self) -> int:
        """The smallest number of simulated studies in a setting."""
        return min(row.replicates for row in self.rows)

    @property
    def mean_gap(self) -> float:
        """Mean difference of probabilities from the exact ones, in the setting where it is largest."""
        return max(row.mean_gap for row in self.rows)

    @property
    def worst_gap(self) -> float:
        """Largest difference of a probability from the exact one."""
        return max(row.worst_gap for row in self.rows)


@dataclass(frozen=True, slots=True)
class ChanceBin:
    """Simulated states in which a study stated a similar chance that its recommended candidate is near the best.

    Parameters
    ----------
    terms, truths
        Terms of the model, as ``linear`` or ``average``, and kind of the simulated truths; ``prior`` for truths drawn
        from the stated prior.
    states
        Number of states.
    stated, observed
        Mean stated chance, and the share of states in which it came true.
    standard_error
        Of `observed` - `stated`, with the states of one study as one cluster.
    policy
        Name of the policy that chose the runs: the default for the terms.
    """

    terms: str
    truths: str
    states: int
    stated: float
    observed: float
    standard_error: float
    policy: str = "kg"


@dataclass(frozen=True, slots=True)
class ChanceCertificate:
    """Comparison of stated chances with the truths of simulated studies.

    Parameters
    ----------
    version
        Version of the program.
    beliefs
        `kgdesk.kernels.BELIEF_VERSION` that was measured.
    seed
        Seed of the first simulated study of each setting.
    studies
        Number of simulated studies in each setting.
    bins
        All bins, in ascending order of `stated` for each kind of model and truth.
    """

    version: str
    beliefs: int
    seed: int
    studies: int
    bins: tuple[ChanceBin, ...]

    def of(self, terms: str, truths: str = "prior") -> tuple[ChanceBin, ...]:
        """Return the bins of one kind of model and truth; empty if it was not measured."""
        return tuple(one for one in self.bins if (one.terms, one.truths) == (terms, truths))

    def worst(self, terms: str, truths: str = "prior") -> ChanceBin | None:
        """Return the bin with the largest difference between stated and observed chance; None if there is none."""
        return max(self.of(terms, truths), key=lambda one: abs(one.observed - one.stated), default=None)

    def as_json(self) -> dict[str, Any]:
        """Return the certificate as JSON values."""
        return {**asdict(self), "bins": [asdict(one) for one in self.bins]}

    @classmethod
    def from_json(cls, data: Any) -> ChanceCertificate:
        """Deserialise the result of `as_json`.

        Raises
        ------
        BadInput
            The data do not have this structure.
        """
        try:
            bins = tuple(
                ChanceBin(**{f.name: one[f.name] for f in fields(ChanceBin)}) for one in data["bins"]
            )
            beliefs, seed, studies = (int(data[name]) for name in ("beliefs", "seed", "studies"))
            return cls(str(data["version"]), beliefs, seed, studies, bins)
        except (KeyError, TypeError, ValueError) as problem:
            raise BadInput(
                "The certificate of the chances cannot be read: make another with kgdesk calibrate.",
                details=f"{type(problem).__name__}: {problem}",
            ) from None

"""Replay of a labelled table: its outcomes are the truth, and every candidate is run once."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.errors import BadInput
from kgdesk.model.design import design_matrix
from kgdesk.model.design.pool import Pool
from kgdesk.model.study.settings import Settings, new_settings
from kgdesk.rehearsal.contest import World, seed_sequence
from kgdesk.rehearsal.simulation import Agent, play, restored
from kgdesk.rehearsal.study_rehearsal import basis_of_pool, contests
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kgdesk.model.policies import CustomPolicy
    from kgdesk.model.study.records import Measured
    from kgdesk.model.study.study import Study
    from kgdesk.rehearsal.contest import Contest, Player

    Array = NDArray[np.float64]

    Rows = NDArray[np.int64]

#: Smallest predicted chance of what happened, so that the log score of a rounded 0 stays finite.
_LEAST_CHANCE = 1e-12


@dataclass(frozen=True, eq=False)
class Replay:
    """Setting of the replays of one table: its candidates with outcomes, equal ones joined, and who plays.

    Parameters
    ----------
    pool
        Name of the table in messages and results.
    candidates
        The U candidates that have an outcome; of those with equal rows of the design matrix, the first.
    at, outcomes
        The outcomes of the table: index of the candidate, and +1 or -1, shape (L,) each.
    settings
        Prior, belief and terms.
    policies, terms
        Names of the players, and terms to combine with each; no terms for those of the settings.
    budget
        Runs per replay; one whose candidates are fewer ends when all are run.
    rows
        Number of outcomes, rows of the table, that are drawn for each replay; None for all.
    drawn_successes
        Number of successes among those drawn; not used if `rows` is None.
    measured
        The measured value of each outcome, or a limit of it; None where there is none. Empty: there are none.
    """

    pool: str
    candidates: Pool
    at: Rows
    outcomes: Rows
    settings: Settings
    policies: tuple[str | CustomPolicy, ...]
    terms: tuple[str, ...]
    budget: int
    rows: int | None = None
    drawn_successes: int = 0
    measured: tuple[Measured | None, ...] = ()

    @cached_property
    def whole(self) -> Contest:
        """The contest of all candidates."""
        return self._contest(self.candidates)

    @property
    def players(self) -> tuple[Player, ...]:
        """Policies with beliefs and terms."""
        return self.whole.players

    def drawn(self, seed: int) -> tuple[Rows, Array]:
        """Draw the candidates of the replay with this seed, and their outcomes, +1 or -1, shape (N,) each."""
        candidates, which = self._drawn(seed)
        return candidates, self.outcomes[which].astype(np.float64)

    def drawn_values(self, seed: int) -> list[Measured | None]:
        """Return the measured values of the outcomes that `drawn` draws."""
        _, which = self._drawn(seed)
        return [self.measured[each] if self.measured else None for each in which.tolist()]

    def _drawn(self, seed: int) -> tuple[Rows, Rows]:
        """Return candidates, and the index of the outcome of each, (N,) each."""
        rng = np.random.default_rng(seed_sequence(seed, self.pool, 0))
        chosen = np.arange(self.at.size)
        if self.rows is not None:
            good, bad = np.flatnonzero(self.outcomes > 0), np.flatnonzero(self.outcomes < 0)
            failures = self.rows - self.drawn_successes
            chosen = np.concatenate(
                [
                    rng.choice(good, self.drawn_successes, replace=False),
                    rng.choice(bad, failures, replace=False),
                ]
            )
        chosen = rng.permutation(chosen)
        # The first outcome of a candidate in this order is one of its outcomes, each with the same probability.
        candidates, first = np.unique(self.at[chosen], return_index=True)
        if self.rows is not None:
            # The table's own order would favour what stands above wherever two candidates are predicted the same.
            order = np.argsort(first)
            candidates, first = candidates[order], first[order]
        return candidates, chosen[first]

    def contest(self, rows: Rows) -> Contest:
        """Return the contest of some of the candidates, each of which can be run once."""
        if rows.size == len(self.candidates) and self.rows is None:
            return self.whole
        return self._contest(_some(self.candidates, rows.tolist()))

    def _contest(self, pool: Pool) -> Contest:
        basis = basis_of_pool(pool, replace(self.settings, repeats="no"), self.pool)
        return contests(basis, self.policies, budget=self.budget, terms=self.terms)[0]


@dataclass(frozen=True, eq=False)
class ReplayedRun:
    """Results of one replay for P players; n counts the runs so far.

    A replay that has fewer candidates than the budget ends when all are run; its last values then stand in the rest.

    Parameters
    ----------
    measured
        Candidates in the order they were run, shape (P, budget): indices into `Replay.candidates`; -1 after the end.
    successes
        Number of successes among the first n runs, shape (P, budget + 1).
    recommended
        Recommended candidate after n runs, shape (P, budget + 1).
    hit
        1 if that candidate is a success, else 0, shape (P, budget + 1).
    log_score, brier
        Mean log score -ln(predicted chance of what happened), and mean square of predicted chance minus outcome (0 or
        1), over the candidates that were not run so far, shape (P, budget + 1); NaN if all were.
    possible
        Number of successes among the candidates of this replay, shape (1,).
    """

    measured: Rows
    successes: Rows
    recommended: Rows
    hit: Rows
    log_score: Array
    brier: Array
    possible: Rows

    def as_lists(self) -> dict[str, Any]:
        """Return the arrays as nested lists, for JSON."""
        return {one.name: getattr(self, one.name).tolist() for one in fields(self)}

    @classmethod
    def from_lists(cls, lists: dict[str, Any]) -> ReplayedRun:
        """Return the run from the lists of `as_lists`, with the same bits."""
        real = ("log_score", "brier")
        values: dict[str, Any] = {
            one.name: np.array(lists[one.name], dtype=np.float64 if one.name in real else np.int64)
            for one in fields(cls)
        }
        return cls(**values)


@play.register
def play_replay(game: Replay, seed: int) -> ReplayedRun:
    """Replay the table once: every player runs `budget` candidates, each at most once, and meets their outcomes.

    Parameters
    ----------
    game
        Setting shared by all replays.
    seed
        Seed of this replay; the result depends on the setting and the seed alone.
    """
    (rows, y), values = game.drawn(seed), game.drawn_values(seed)
    contest = game.contest(rows)
    own = int(seed_sequence(seed, game.pool, 2).generate_state(1, np.uint64)[0] >> np.uint64(1))
    world = World(chance=(y[None, :] + 1.0) / 2.0, outcome=y[None, :], free=(), seed=own)
    shape, end = (len(contest.players), game.budget + 1), min(game.budget, y.size)
    measured = np.full((shape[0], game.budget), -1, dtype=np.int64)
    successes = np.zeros(shape, dtype=np.int64)
    recommended = np.empty(shape, dtype=np.int64)
    scores = np.empty((2, *shape))
    for p, player in enumerate(contest.players):
        agent = Agent(contest, player, world)
        untried = np.ones(y.size, dtype=np.bool_)
        for n in range(end + 1):
            if n:
                row = agent.choose()
                measured[p, n - 1], untried[row] = rows[row], False
                agent.learn(row, float(y[row]), values[row])
            successes[p, n:] = np.count_nonzero(y[~untried] > 0)
            recommended[p, n:] = agent.recommended()[0]
            scores[:, p, n:] = np.array(prediction_scores(agent.predicted()[untried], y[untried]))[:, None]
    return ReplayedRun(
        measured=measured,
        successes=successes,
        recommended=rows[recommended],
        hit=(y[recommended] > 0).astype(np.int64),
        log_score=scores[0],
        brier=scores[1],
        possible=np.array([np.count_nonzero(y > 0)], dtype=np.int64),
    )


@restored.register
def restored_replay(game: Replay, lists: dict[str, Any]) -> ReplayedRun:  # noqa: ARG001 - selects the function
    """Return a kept result of a replay from its lists."""
    return ReplayedRun.from_lists(lists)


def prediction_scores(chance: Array, y: Array) -> tuple[float, float]:
    """Return mean log score and mean Brier score of predicted chances (n,) for outcomes y, +1 or -1; NaN if n = 0."""
    if not y.size:
        return np.nan, np.nan
    happened = np.where(y > 0, chance, 1.0 - chance)
    return float(-np.log(np.maximum(happened, _LEAST_CHANCE)).mean()), float(((1.0 - happened) ** 2).mean())


def past_outcomes(study: Study) -> tuple[tuple[str, int], ...]:
    """Return the past outcomes that came with the table of a study, after all corrections, without voids."""
    return tuple(
        (run.candidate, 1 if run.outcome == "success" else -1) for run in study.valid if run.imported
    )


def past_values(study: Study) -> tuple[Measured | None, ...]:
    """Return the measured value of each of the past outcomes of a study; None where it has none."""
    return tuple(run.measured for run in study.valid if run.imported)


def can_replay(study: Study) -> bool:
    """Whether two candidates or more came with different past outcomes, so that a replay has something to find."""
    past = past_outcomes(study)
    return len({candidate for candidate, _ in past}) > 1 and len({y for _, y in past}) > 1


def plan_replay(
    pool: Pool,
    outcomes: Sequence[tuple[str, int]],
    policies: Sequence[str | CustomPolicy],
    *,
    settings: Settings | None = None,
    name: str = "table",
    budget: int | None = None,
    terms: Sequence[str] = (),
    rows: int | None = None,
    successes: int | None = None,
    measured: Sequence[Measured | None] = (),
) -> Replay:
    """Prepare the replays of a labelled table.

    Candidates without an outcome take no part. Those with equal rows of the design matrix are joined to one candidate,
    whose outcome each replay draws from theirs.

    Parameters
    ----------
    pool
        Candidates of the table.
    outcomes
        Their outcomes (candidate, +1 or -1), the truth; a candidate may have several.
    policies, budget, terms
        As in `kgdesk.rehearsal.study_rehearsal.contests`; a replay ends when all its candidates are run.
    settings
        Prior, belief, terms and budget; by default those of a new study.
    name
        Name of the table in messages and results.
    rows
        Number of outcomes, rows of the table, drawn at random for each replay; None for all.
    successes
        Number of successes among those drawn; None for the table's own share, but at least one of either outcome.
    measured
        The measured value of each outcome, or None; the belief learns from them if the settings say so.

    Raises
    ------
    BadInput
        Fewer than two candidates have an outcome, all outcomes are the same, a name is unknown or given twice, or a
        number is out of range.
    """
    settings = settings or new_settings({}, players=[one for one in policies if isinstance(one, str)])
    candidates, at, y = _joined(pool, outcomes, settings)
    _check_outcomes(candidates, y)
    planned = settings.budget if budget is None else budget
    game = Replay(
        name, candidates, at, y, settings, tuple(policies), tuple(terms), planned, measured=tuple(measured)
    )
    if rows is None and successes is not None:
        raise BadInput(
            phrase(
                "A number of successes is for rows that are drawn: say how many (--rows), or leave it out "
                "(--successes)."
            )
        )
    if rows is not None:
        game = replace(game, rows=rows, drawn_successes=_checked_draw(game, rows, successes))
    return replace(game, budget=min(game.whole.budget, rows or planned))


def _joined(pool: Pool, outcomes: Sequence[tuple[str, int]], settings: Settings) -> tuple[Pool, Rows, Rows]:
    """Return the distinct candidates with an outcome; and candidate and value, +1 or -1, of each outcome."""
    named = np.array([pool.row(candidate) for candidate, _ in outcomes], dtype=np.int64)
    y = np.array([1 if y > 0 else -1 for _, y in outcomes], dtype=np.int64)
    labelled, where = np.unique(named, return_inverse=True)
    if labelled.size < 2:
        raise BadInput(
            phrase(
                "A replay needs at least two candidates with an outcome, and there are {count}: name the column that "
                "holds their outcomes (--outcome).",
                count=labelled.size,
            )
        )
    part = _some(pool, labelled.tolist())
    settled = settings.settled()
    matrix = design_matrix.design(part, design_matrix.fix_scaling(part, raw=settled.raw, terms=settled.terms))
    return _some(part, matrix.first_of.tolist()), matrix.row_of[where].astype(np.int64), y


def _check_outcomes(candidates: Pool, outcomes: Rows) -> None:
    """Raise BadInput unless both outcomes occur, and among more than one distinct candidate."""
    if len(candidates) < 2:
        raise BadInput(
            "All candidates with an outcome have the same attributes: there is nothing to choose in a replay."
        )
    if abs(int(outcomes.sum())) == outcomes.size:
        raise BadInput(
            phrase(
                "All {count} outcomes are the same, so that a replay has nothing to find: give a table in which some "
                "succeeded and some failed, or another threshold.",
                count=outcomes.size,
            )
        )


def _checked_draw(game: Replay, rows: int, successes: int | None) -> int:
    """Return the number of successes to draw, or raise BadInput if the table does not have so many of each kind."""
    size, good = game.outcomes.size, int(np.count_nonzero(game.outcomes > 0))
    if not 2 <= rows <= size:
        raise BadInput(
            phrase(
                "From 2 to {size} rows with an outcome can be drawn from this table, not {rows} (--rows).",
                size=size,
                rows=rows,
            )
        )
    least, most = max(1, rows - (size - good)), min(rows - 1, good)
    if successes is None:
        return min(max(round(rows * good / size), least), most)
    if not least <= successes <= most:
        raise BadInput(
            phrase(
                "Of {rows} rows drawn from this table, {least} to {most} can be successes, not {successes} "
                "(--successes).",
                rows=rows,
                least=least,
                most=most,
                successes=successes,
            )
        )
    return successes


def _some(pool: Pool, rows: Sequence[int]) -> Pool:
    """Return the candidates at these rows, without kept columns."""
    values: Any = tuple(tuple(column[row] for row in rows) for column in pool.values)
    return Pool(tuple(pool.ids[row] for row in rows), pool.attributes, values)

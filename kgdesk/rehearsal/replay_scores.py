"""Scores of the replays of a labelled table: successes found, recommended candidates, predictions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kgdesk.rehearsal.scores import MOST_NAMED, mean_and_error
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from kgdesk.rehearsal.contest import Player
    from kgdesk.rehearsal.engine import Result
    from kgdesk.rehearsal.table_replay import Replay
    from kgdesk.reports.text_format import TextFormat

    Array = NDArray[np.float64]
    Cell = str | int | float | None

#: Names of the scores; all but the last have a value after every number of runs.
#:
#: Number of successes found, whether there is at least one, whether the recommended candidate is a success, two scores
#: of the predictions for the candidates that were not run, and the run that found the first success.
SCORES = ("successes", "found", "recommended", "log_score", "brier", "first_success")
HEADER = (
    "table",
    "policy",
    "belief",
    "score",
    "n",
    "replays",
    "mean",
    "standard_error",
    "difference",
    "difference_standard_error",
)
RUNS_HEADER = (
    "table",
    "policy",
    "belief",
    "replay",
    "seed",
    "n",
    "candidate",
    "outcome",
    "successes",
    "recommended",
    "recommended_outcome",
    "log_score",
    "brier",
)
_WORDS = ("failure", "success")


class Figure(NamedTuple):
    """Mean over the replays and its standard error, None for a single replay; both None if it is not defined."""

    mean: float | None
    error: float | None


@dataclass(frozen=True, eq=False)
class ReplayBoard:
    """All results of the replays of a table.

    Parameters
    ----------
    game
        The setting.
    results
        Every replay.

    Examples
    --------
    >>> from kgdesk import read_pool, replay
    >>> table = {"dose": [1.0, 2.0, 3.0, 4.0], "grew": ["no", "no", "yes", "yes"]}
    >>> known = read_pool(table, outcome="grew")
    >>> board = replay(known.pool, ["kg", "random"], known.outcomes, runs=3)
    >>> board.values["successes"].shape  # replays, policies, runs + 1
    (3, 2, 5)
    >>> board.figure("found", 0, 4).mean  # all four are run: the share of replays with a success
    1.0
    """

    game: Replay
    results: tuple[Result, ...]

    def __repr__(self) -> str:
        """Say how many successes each policy finds, the most first; at most five players are named."""
        means = self.values["successes"][:, :, -1].mean(axis=0)
        found = sorted(zip(means, self.players, strict=True), key=itemgetter(0), reverse=True)
        named = ", ".join(f"{player.name} {mean:.3g}" for mean, player in found[:MOST_NAMED])
        more = f", {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
        return (
            f"<ReplayBoard of {self.game.pool}: {len(self.results)} replays of at most {self.game.budget} runs; mean "
            f"number of successes: {named}{more}>"
        )

    @property
    def players(self) -> tuple[Player, ...]:
        """Policies with beliefs and terms, in order; differences are to the first."""
        return self.game.players

    @cached_property
    def values(self) -> dict[str, Array]:
        """Score -> its value in each replay after n runs, (R, P, budget + 1); that of ``first_success`` is (R, P, 1).

        The first success of a replay without one counts as found by the run after the last.
        """
        successes = np.array([r.played.successes for r in self.results], dtype=np.float64)
        return {
            "successes": successes,
            "found": (successes > 0).astype(np.float64),
            "recommended": np.array([r.played.hit for r in self.results], dtype=np.float64),
            "log_score": np.array([r.played.log_score for r in self.results]),
            "brier": np.array([r.played.brier for r in self.results]),
            # The number of n = 0, 1, ..., budget without a success.
            "first_success": (successes == 0).sum(axis=2, keepdims=True).astype(np.float64),
        }

    def figure(self, score: str, player: int, n: int) -> Figure:
        """Return the mean score of a player after n runs."""
        return _figure(self._of(score, player, n))

    def difference(self, score: str, player: int, n: int) -> Figure:
        """Return the mean score of a player minus that of the first player in the same replays."""
        return _figure(self._of(score, player, n) - self._of(score, 0, n))

    def half_found_by(self, player: int) -> int | None:
        """Return the number of runs by which half of the replays have found a success; None if fewer have any."""
        reached = np.flatnonzero(self.values["found"][:, player].mean(axis=0) >= 0.5)
        return int(reached[0]) if reached.size else None

    @property
    def possible(self) -> float:
        """Mean number of successes among the candidates of a replay."""
        return float(np.mean([r.played.possible[0] for r in self.results]))

    def alike(self, player: int) -> bool:
        """Whether all replays of a player, at least two, ran the same candidates with the same outcomes."""
        first, *others = [r.played for r in self.results]
        return bool(others) and all(
            np.array_equal(first.measured[player], one.measured[player])
            and np.array_equal(first.successes[player], one.successes[player])
            for one in others
        )

    def rows(self) -> Iterator[tuple[Cell, ...]]:
        """Yield the rows of ``scores.csv``; the differences of the first player are blank."""
        for p, player in enumerate(self.players):
            for score in SCORES:
                counts = range(self.game.budget + 1) if score != "first_success" else (self.game.budget,)
                for n in counts:
                    than = self.difference(score, p, n) if p else Figure(None, None)
                    names = (self.game.pool, player.policy, player.model, score)
                    yield *names, n, len(self.results), *self.figure(score, p, n), *than

    def runs(self) -> Iterator[tuple[Cell, ...]]:
        """Yield the rows of ``runs.csv``, run by run."""
        ids = self.game.candidates.ids
        for result in self.results:
            played = result.played
            for p, player in enumerate(self.players):
                for n in range(1 + np.count_nonzero(played.measured[p] >= 0)):
                    gained = int(played.successes[p, n] - played.successes[p, n - 1]) if n else 0
                    scores = (played.log_score[p, n], played.brier[p, n])
                    yield (
                        self.game.pool,
                        player.policy,
                        player.model,
                        result.run,
                        result.seed,
                        n,
                        ids[played.measured[p, n - 1]] if n else None,
                        _WORDS[gained] if n else None,
                        int(played.successes[p, n]),
                        ids[played.recommended[p, n]],
                        _WORDS[played.hit[p, n]],
                        *(None if np.isnan(one) else float(one) for one in scores),
                    )

    def _of(self, score: str, player: int, n: int) -> Array:
        values = self.values[score]
        result: Array = values[:, player, min(n, values.shape[2] - 1)]
        return result


def _figure(values: Array) -> Figure:
    if np.isnan(values).any():
        return Figure(None, None)
    return Figure(*mean_and_error(values))


def sentences(board: ReplayBoard, speech: TextFormat) -> list[str]:
    """Return one sentence per player: when it found the first success, how many, and what it recommends at the end."""
    return [_sentence(board, p, speech) for p in range(len(board.players))]


def _sentence(board: ReplayBoard, p: int, speech: TextFormat) -> str:
    n = board.game.budget
    half = board.half_found_by(p)
    first = (
        phrase("fewer than half of the replays found a success")
        if half is None
        else phrase("half of the replays found a success within {count} runs", count=speech.number(half))
    )
    return phrase(
        "{player}: {first}. After {n} runs: at least one success in {found} % of the replays, {successes} of "
        "{possible} successes, and the recommended candidate is one in {recommended} %.",
        player=board.players[p].name,
        first=first,
        n=speech.number(n),
        found=written(board.figure("found", p, n), speech, 0, 100.0),
        successes=written(board.figure("successes", p, n), speech, 1),
        possible=speech.fixed(board.possible, 0 if board.possible.is_integer() else 1),
        recommended=written(board.figure("recommended", p, n), speech, 0, 100.0),
    )


def written(figure: Figure, speech: TextFormat, decimals: int, scale: float = 1.0) -> str:
    """Return a mean with its standard error, as ``3.5 ± 0.2``; empty if it is not defined."""
    if figure.mean is None:
        return ""
    text = speech.fixed(scale * figure.mean, decimals)
    if figure.error is None:
        return text
    return f"{text} ± {speech.fixed(scale * figure.error, decimals)}"

"""Results of a rehearsal: opportunity cost, paired differences, runs needed; and its output folder."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk.errors import FileExists, NotWritten, listed, phrase
from kgdesk.files.file_io import new_file
from kgdesk.files.writing import csv_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from kgdesk.files.html_report import TextFormat
    from kgdesk.rehearsal.contest import Contest, Player
    from kgdesk.rehearsal.engine import Result

    Array = NDArray[np.float64]

    Cell = str | int | float | None


#: “Within 5 points of the best”, as opportunity cost, and how often that is asked for.
NEAR = 0.05

CHANCE = 0.9


COST_HEADER = ("pool", "policy", "belief", "n", "runs", "mean", "standard_error")

RUNS_HEADER = ("pool", "policy", "belief", "run", "seed", "n", "predictive", "plugin", "common", "measured")

PAIRED_HEADER = (
    "pool",
    "policy",
    "belief",
    "against_policy",
    "against_belief",
    "n",
    "runs",
    "mean_difference",
    "standard_error",
)


@dataclass(frozen=True, eq=False)
class RunsNeeded:
    """When a player is within 5 points of the best with a chance of 90 %.

    Parameters
    ----------
    pool, player
        Whose.
    runs
        Number of measurements from which on it holds; None where the budget does not suffice.
    share
        Share of the simulated runs that are near at the end of the budget.
    """

    pool: str
    player: Player
    runs: int | None
    share: float


@dataclass(frozen=True, eq=False)
class Board:
    """All results of a rehearsal.

    Parameters
    ----------
    contests
        In order.
    results
        Every run of every contest.
    """

    contests: tuple[Contest, ...]
    results: tuple[Result, ...]

    @cached_property
    def predictive(self) -> tuple[Array, ...]:
        """For each contest the opportunity costs (runs, P, budget + 1) of the predictive recommendation."""
        return tuple(
            np.array([r.played.predictive for r in self.results if r.contest == c])
            for c in range(len(self.contests))
        )

    @cached_property
    def plugin(self) -> tuple[Array, ...]:
        """For each contest the opportunity costs (runs, P, budget + 1) of the plug-in recommendation."""
        return tuple(
            np.array([r.played.plugin for r in self.results if r.contest == c])
            for c in range(len(self.contests))
        )

    @cached_property
    def successes(self) -> tuple[Array, ...]:
        """For each contest the numbers of successes (runs, P, budget + 1) among the first n measurements."""
        return tuple(
            np.array([r.played.successes for r in self.results if r.contest == c], dtype=np.float64)
            for c in range(len(self.contests))
        )

    def gains(self) -> Iterator[tuple[Cell, ...]]:
        """Yield the rows of ``successes.csv``: what a policy earns while it learns."""
        yield from self._means(self.successes)

    def costs(self) -> Iterator[tuple[Cell, ...]]:
        """Yield the rows of ``opportunity_cost.csv``."""
        yield from self._means(self.predictive)

    def _means(self, figures: Sequence[Array]) -> Iterator[tuple[Cell, ...]]:
        for contest, values in zip(self.contests, figures, strict=True):
            for p, player in enumerate(contest.players):
                for n in range(contest.budget + 1):
                    mean, error = mean_and_error(values[:, p, n])
                    yield contest.pool, player.policy, player.model, n, len(values), mean, error

    def runs(self) -> Iterator[tuple[Cell, ...]]:
        """Yield the rows of ``runs.csv``; `measured` is the row of the pool, from 1, that run n measured."""
        for result in self.results:
            contest, played = self.contests[result.contest], result.played
            for p, player in enumerate(contest.players):
                for n in range(contest.budget + 1):
                    yield (
                        contest.pool,
                        player.policy,
                        player.model,
                        result.run,
                        result.seed,
                        n,
                        float(played.predictive[p, n]),
                        float(played.plugin[p, n]),
                        float(played.common[p, n]),
                        int(played.measured[p, n - 1]) + 1 if n else None,
                    )

    def paired(self) -> Iterator[tuple[Cell, ...]]:
        """Yield the rows of ``paired.csv``: cost of each player minus that of the first, in the same worlds."""
        for contest, costs in zip(self.contests, self.predictive, strict=True):
            first = contest.players[0]
            for p, player in enumerate(contest.players[1:], 1):
                for n in range(contest.budget + 1):
                    mean, error = mean_and_error(costs[:, p, n] - costs[:, 0, n])
                    names = (player.policy, player.model, first.policy, first.model)
                    yield contest.pool, *names, n, len(costs), mean, error

    def enough(self) -> Iterator[RunsNeeded]:
        """Yield for each pool and player when it is near the best."""
        for contest, costs in zip(self.contests, self.predictive, strict=True):
            for p, player in enumerate(contest.players):
                runs, share = runs_needed(costs[:, p])
                yield RunsNeeded(contest.pool, player, runs, share)

    def over_pools(self, costs: Sequence[Array], n: int) -> Array:
        """Return the mean over all pools (P,) of costs after n measurements."""
        mean: Array = np.array([c[:, :, n].mean(axis=0) for c in costs]).mean(axis=0)
        return mean


def runs_needed(costs: Array) -> tuple[int | None, float]:
    """Return from which measurement on one player is near the best with the wanted chance, and its share at the end.

    Parameters
    ----------
    costs
        (runs, budget + 1) opportunity costs.

    Returns
    -------
    int or None
        None where the budget does not suffice.
    float
        Share of the simulated runs that are near after the last measurement.
    """
    share = (costs <= NEAR).mean(axis=0)
    short = np.flatnonzero(share < CHANCE)
    first = int(short[-1]) + 1 if short.size else 0
    return (first if first < share.size else None), float(share[-1])


def mean_and_error(values: Array) -> tuple[float, float | None]:
    """Return the mean with its standard error; a single value has none."""
    if values.size < 2:
        return float(values.mean()), None
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(values.size))


def sentences(found: Iterable[RunsNeeded], budget: int, *, pools: bool) -> list[str]:
    """Say for each player how many runs are needed; `pools` puts the pool's name in front."""
    said = []
    for enough in found:
        who = enough.player.name
        if pools:
            who = phrase("{pool}: {player}", pool=enough.pool, player=who)
        said.append(_sentence(who, enough, budget))
    return said


def _sentence(who: str, enough: RunsNeeded, budget: int) -> str:
    share = f"{100 * enough.share:.0f}"
    if enough.runs is None and budget == 1:
        return phrase(
            "{who} needs more than the 1 planned run for a 90 % chance of being within 5 points of the best "
            "(now {share} %).",
            who=who,
            share=share,
        )
    if enough.runs is None:
        return phrase(
            "{who} needs more than the {count} planned runs for a 90 % chance of being within 5 points of the best "
            "(now {share} %).",
            who=who,
            count=budget,
            share=share,
        )
    if enough.runs == 0:
        return phrase("{who} needs no run for a 90 % chance of being within 5 points of the best.", who=who)
    if enough.runs == 1:
        return phrase("{who} needs 1 run for a 90 % chance of being within 5 points of the best.", who=who)
    return phrase(
        "{who} needs {count} runs for a 90 % chance of being within 5 points of the best.",
        who=who,
        count=enough.runs,
    )


def overall(board: Board, speech: TextFormat) -> list[str]:
    """Say for each player its mean opportunity cost over the pools, after a third of the budget and at its end."""
    budget = board.contests[0].budget
    stages = sorted({max(budget // 3, 1), budget})
    said: list[str] = []
    for p, player in enumerate(board.contests[0].players):
        costs = [
            phrase(
                "{cost} after {n}",
                cost=speech.fixed(float(board.over_pools(board.predictive, n)[p]), 3),
                n=speech.number(n),
            )
            for n in stages
        ]
        said.append(
            phrase(
                "{player}: mean opportunity cost {costs} measurements.",
                player=player.name,
                costs=listed(costs),
            )
        )
    return said


def claim(out: str | Path, names: Iterable[str], *, overwrite: bool = False) -> Path:
    """Make the folder and see that it takes files of these names.

    Raises
    ------
    NotWritten
        It cannot be made or written.
    FileExists
        One of the names is taken.
    """
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".", suffix=".part"):
            pass
    except (OSError, ValueError) as refused:
        raise NotWritten(
            phrase(
                "The results cannot be written to the folder “{out}”: choose another one (--out).", out=out
            ),
            details=str(refused),
        ) from None
    taken = next((name for name in names if os.path.lexists(folder / name)), "")
    if taken and not overwrite:
        raise FileExists(
            phrase(
                "There is a file {taken} in “{out}” already: choose another folder (--out), or "
                "let it be replaced (--overwrite).",
                taken=taken,
                out=out,
            )
        )
    return folder


@contextlib.contextmanager
def claimed(out: str | Path, names: Iterable[str], *, overwrite: bool = False) -> Iterator[Path]:
    """Claim the folder for the time of the work; if that fails, folders made for it are gone again."""
    path = Path(out)
    made = [place for place in (path, *path.parents) if not place.exists()]
    try:
        yield claim(out, names, overwrite=overwrite)
    except BaseException:
        for place in made:
            with contextlib.suppress(OSError):
                place.rmdir()
        raise


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files, each under its name only when it is whole; names of before are replaced.

    Raises
    ------
    NotWritten
        The folder does not take one.
    """
    for name, content in files.items():
        with new_file(folder / name, overwrite=True) as stream:
            stream.write(content)


def table(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """Return a CSV file; a byte-order mark only where spreadsheets need one."""
    text = csv_text(header, rows)
    return text.encode("utf-8" if text.isascii() else "utf-8-sig")


def as_json(data: Mapping[str, Any]) -> bytes:
    """Return a JSON file for people to read as well."""
    return f"{json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False)}\n".encode()

"""Logs of long campaigns: one JSON object per line, so that a command that was cut off goes on where it stopped."""

from __future__ import annotations

import functools
import json
import multiprocessing
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path


def logged(log: Path) -> list[dict[str, Any]]:
    """Return the games of a log; a last line that was cut off is left out."""
    lines = log.read_text("utf-8").split("\n") if log.exists() else [""]
    return [json.loads(line) for line in lines[:-1]]


def play_missing(
    log: Path,
    names: tuple[str, ...],
    wanted: Iterable[tuple[Any, ...]],
    play: Callable[..., dict[str, Any]],
    workers: int = 1,
) -> None:
    """Play the games that a log does not have yet, and append each when it is done.

    Parameters
    ----------
    log
        The log; a last line that was cut off is removed.
    names
        Keys of an object that tell the games apart.
    wanted
        Their values for each game, the arguments of `play`.
    play
        Plays a game and returns its object; a function of a module where there are several workers.
    workers
        Number of processes that play; 1: this one.
    """
    before = logged(log)
    done = {tuple(one[name] for name in names) for one in before}
    missing = [game for game in wanted if game not in done]
    with ExitStack() as stack:
        file = stack.enter_context(log.open("a", encoding="utf-8"))
        file.truncate(sum(len(line) for line in log.read_bytes().splitlines(keepends=True)[: len(before)]))
        played: Iterator[dict[str, Any]] = map(functools.partial(_played, play), missing)
        if workers > 1 and missing:
            pool = stack.enter_context(multiprocessing.get_context("spawn").Pool(workers))
            played = pool.imap_unordered(functools.partial(_played, play), missing)
        for one in played:
            file.write(json.dumps(one) + "\n")
            file.flush()


def _played(play: Callable[..., dict[str, Any]], game: tuple[Any, ...]) -> dict[str, Any]:
    return play(*game)

"""Logs of long campaigns: one JSON object per line, so that a command that was cut off goes on where it stopped."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path


def logged(log: Path) -> list[dict[str, Any]]:
    """Return the games of a log; a last line that was cut off is left out."""
    lines = log.read_text("utf-8").split("\n") if log.exists() else [""]
    return [json.loads(line) for line in lines[:-1]]


def play_missing(
    log: Path, names: tuple[str, ...], wanted: Iterable[tuple[Any, ...]], play: Callable[..., dict[str, Any]]
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
        Plays a game and returns its object.
    """
    before = logged(log)
    done = {tuple(one[name] for name in names) for one in before}
    with log.open("a", encoding="utf-8") as file:
        file.truncate(sum(len(line) for line in log.read_bytes().splitlines(keepends=True)[: len(before)]))
        for game in wanted:
            if game not in done:
                file.write(json.dumps(play(*game)) + "\n")
                file.flush()

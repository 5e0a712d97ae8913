"""A campaign that was cut off goes on where it stopped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game_log import logged, play_missing

if TYPE_CHECKING:
    from pathlib import Path


def test_games_are_played_once_and_one_that_was_cut_off_again(tmp_path: Path) -> None:
    log, played = tmp_path / "log.jsonl", []

    def play(family: str, seed: int) -> dict[str, object]:
        played.append((family, seed))
        return {"family": family, "seed": seed, "found": {"a": seed}}

    wanted = [("straight", 1), ("straight", 2), ("bent", 1)]
    assert logged(log) == []
    play_missing(log, ("family", "seed"), wanted[:2], play)
    log.write_text(log.read_text()[:-2])  # the last brackets and the end of the line are missing
    assert [one["seed"] for one in logged(log)] == [1]
    play_missing(log, ("family", "seed"), wanted, play)
    assert played == [*wanted[:2], *wanted[1:]]
    assert [(one["family"], one["seed"]) for one in logged(log)] == wanted
    play_missing(log, ("family", "seed"), wanted, play)
    assert len(played) == 4


def square(family: str, seed: int) -> dict[str, object]:
    """Play a game that another process can find by its name."""
    return {"family": family, "seed": seed, "found": seed**2}


def test_several_processes_play_each_game_once(tmp_path: Path) -> None:
    log, wanted = tmp_path / "log.jsonl", [("straight", seed) for seed in range(5)]
    play_missing(log, ("family", "seed"), wanted[:1], square)
    play_missing(log, ("family", "seed"), wanted, square, workers=2)
    assert sorted((one["seed"], one["found"]) for one in logged(log)) == [(n, n**2) for n in range(5)]

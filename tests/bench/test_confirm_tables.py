"""The confirmation on public tables: its printed means, and players that differ. No outcome of a kept table is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.bench import confirm_tables, replay_tables

if TYPE_CHECKING:
    from pathlib import Path


def game(table: str, player: str, seed: int, found: float, score: float) -> dict[str, object]:
    after = {"successes": [0.0, 1.0, found], "hit": [0.0, 1.0, 1.0], "log_score": [0.3, 0.2, score]}
    return {"table": table, "player": player, "seed": seed, **after}


def test_the_table_has_means_over_the_draws_that_all_players_have_and_differences_paired_by_draw() -> None:
    games = [
        game(table, player, seed, found + more, score)
        for table, more in zip(replay_tables.CONFIRMING, (0.0, 2.0), strict=True)
        for player, score in zip(confirm_tables.PLAYERS, (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7), strict=True)
        for seed, found in enumerate((0.0, 2.0, 4.0) if player == "linear/kg" else (1.0, 3.0, 2.0))
    ]
    games.append(game("suzuki", "average/kg", 9, 30.0, 9.0))  # nobody else has played this draw
    printed = list(confirm_tables.lines(games))
    assert len(printed) == 2 + 3 * len(confirm_tables.PLAYERS)
    assert printed[2] == (
        "| suzuki | 3 | average/kg | 100 ± 0 | 0.00 ± 0.00 | 1.00 ± 0.00 | 2.00 ± 0.58 | 100 ± 0 | 0.1000 ± 0.0000 | "
        " |  |  |"
    )
    assert printed[3].endswith("| -33 ± 33 | +0.00 ± 1.00 | +0.1000 ± 0.0000 |")
    mean = printed[2 + 2 * len(confirm_tables.PLAYERS)]
    assert mean.startswith("| mean | 3/3 | average/kg | 100 ± 0 | 0.00 ± 0.00 | 1.00 ± 0.00 | 3.00 ± 0.41 |")


def test_a_log_whose_last_line_was_cut_off_goes_on_before_it(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    assert confirm_tables.logged(log) == []
    log.write_text('{"seed": 1}\n{"seed": 2')
    assert confirm_tables.logged(log) == [{"seed": 1}]


def test_the_bent_average_plays_by_models_of_its_own(real_tables: Path) -> None:
    bent, whole = (confirm_tables.play(real_tables, "nanoparticles", p, 1) for p in ("bent/kg", "average/kg"))
    assert bent["log_score"] != whole["log_score"]

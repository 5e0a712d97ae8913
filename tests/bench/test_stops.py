"""Rules stop easy studies in time, and a success of the best keeps a model that is too sure from stopping at once."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import stops

if TYPE_CHECKING:
    from pathlib import Path


def played(family: str, terms: str, worlds: int) -> list[stops.Stop]:
    return [one for seed in range(1, worlds + 1) for one in stops.play(family, terms, seed).stops]


def test_at_least_seven_of_ten_easy_studies_stop_before_their_runs_are_used_up() -> None:
    found = [one for one in played("easy", "linear", 10) if one.rule == stops.PROVEN]
    assert len(found) >= 7
    assert all(one.said <= stops.LIMIT for one in found)
    assert sum(one.lost for one in found) / len(found) < 2 * stops.LIMIT


def test_a_straight_model_of_a_titration_is_sure_at_once_and_stopped_by_no_rule_that_asks_for_a_success() -> (
    None
):
    found = played("titration", "linear", 10)
    alone, proven = ([one for one in found if one.rule == rule] for rule in (stops.ALONE, stops.PROVEN))
    assert len(alone) >= 8
    assert min(one.lost for one in alone) > stops.LIMIT
    assert len(proven) <= len(alone) // 2


def test_the_averaged_models_do_not_stop_a_titration_without_its_window() -> None:
    assert all(one.lost <= stops.LIMIT for one in played("titration", "average", 3))


def game(family: str, seed: int, lost: float, said: float, runs: int) -> stops.Game:
    stop = stops.Stop(family, "linear", stops.ALONE, runs, lost, said)
    told = stops.Statement(5, 0.72, lost <= stops.LIMIT, 0.06, lost)
    return stops.Game(family, "linear", seed, (stop,), (told,))


def test_the_table_counts_what_was_lost_beside_what_was_said() -> None:
    played = [game("easy", seed, lost, 0.04, 10) for seed, lost in enumerate((0.0, 0.01, 0.06, 0.2))]
    played += [stops.Game("easy", "linear", 9, (), ()), game("titration", 1, 0.8, 0.03, 2)]
    lines = list(stops.lines_of(played))
    assert lines[2] == "| easy | linear | `at-stake 5` | 4 of 5 | 10.0 | 2 | 1 | 6.8 +- 4.6 | 4.0 |"
    assert "| all but easy | linear | `at-stake 5` | 1 of 1 | 2.0 | 1 | 1 | 80.0 +- nan | 3.0 |" in lines


def test_the_bins_compare_a_stated_chance_with_how_often_it_was_so() -> None:
    played = [game("easy", seed, lost, 0.04, 10) for seed, lost in enumerate((0.0, 0.01, 0.06, 0.2))]
    assert list(stops.bins_of(played))[2] == ("| easy | linear | 72 50 (4) | +22.0 +- 28.9 | 6.0, 6.8 |")


def test_a_log_gives_back_the_games_that_were_played(tmp_path: Path) -> None:
    played = [stops.play("easy", "linear", 1), game("titration", 1, 0.8, 0.03, 2)]
    log = tmp_path / "log.jsonl"
    assert stops.logged(log) == []
    log.write_text("".join(json.dumps(asdict(one)) + "\n" for one in played))
    assert stops.logged(log) == played

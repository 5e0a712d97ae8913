"""The replays of public tables: what a draw is, and that nothing is played without the folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import replay_tables

from kgdesk.rehearsal.engine import Result
from kgdesk.rehearsal.replay_scores import ReplayBoard
from kgdesk.rehearsal.simulation import play

if TYPE_CHECKING:
    from pathlib import Path


def test_without_the_folder_nothing_is_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("KGDESK_REAL_DIR", raising=False)
    assert replay_tables.main([]) == 1
    assert capsys.readouterr().err == "KGDESK_REAL_DIR does not name the folder with the public tables.\n"


@pytest.mark.parametrize("name", replay_tables.TABLES)
def test_a_draw_has_200_rows_with_six_successes_or_more_and_at_most_5_percent(
    real_tables: Path, name: str
) -> None:
    game = replay_tables.replay_of(real_tables, name, ["random"], ["linear"])
    assert game.rows == 200
    assert 6 <= game.drawn_successes <= 10
    assert game.budget == 30


def test_the_table_has_a_line_for_every_table_and_player_and_for_their_mean(real_tables: Path) -> None:
    boards = []
    for name in replay_tables.TABLES:
        game = replay_tables.replay_of(real_tables, name, ["random", "exploit"], ["linear"], budget=3)
        boards.append(ReplayBoard(game, tuple(Result(0, n, n, play(game, n)) for n in (1, 2))))
    printed = list(replay_tables.lines(boards))
    assert len(printed) == 2 + 2 * 4
    assert {line.count("|") for line in printed} == {11}

"""The replays of public tables: what a draw is, and that nothing is played without the folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import replay_tables


@pytest.fixture
def folder() -> Path:
    place = os.environ.get("KGDESK_REAL_DIR", "")
    if not place:
        pytest.skip("KGDESK_REAL_DIR does not name the folder with the public tables")
    return Path(place)


def test_without_the_folder_nothing_is_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("KGDESK_REAL_DIR", raising=False)
    assert replay_tables.main([]) == 1
    assert capsys.readouterr().err == "KGDESK_REAL_DIR does not name the folder with the public tables.\n"


@pytest.mark.parametrize("name", replay_tables.TABLES)
def test_a_draw_has_200_rows_with_six_successes_or_more_and_at_most_5_percent(
    folder: Path, name: str
) -> None:
    game = replay_tables.replay_of(folder, name, ["random"], ["linear"])
    assert game.rows == 200
    assert 6 <= game.drawn_successes <= 10
    assert game.budget == 30

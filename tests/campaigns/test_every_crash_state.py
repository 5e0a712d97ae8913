"""Each state of a disk that a power cut may leave during an act: every combination of what was not synced."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from campaign_powercuts import (
    Way,
    creating,
    creating_in_a_project,
    exporting,
    keeping_copies,
    known_in,
    look,
    promised,
    recorded_once,
    restoring_torn,
    waiting,
)

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    "links",
    [True, pytest.param(False, marks=pytest.mark.nightly)],
    ids=["hard links", "no hard links"],
)
@pytest.mark.parametrize(
    "way", [creating, creating_in_a_project, restoring_torn, waiting, exporting, keeping_copies]
)
def test_no_state_that_a_cut_may_leave_lacks_what_was_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: Way, links: bool
) -> None:
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "own"))
    disk, acks = recorded_once(tmp_path / "live", way, random.Random(1), links=links)
    known = known_in(tmp_path / "live", way)
    seen, states = set(), 0
    for number, state in enumerate(disk.states()):
        heads = promised(acks, number)
        for files in state.every_cut():
            key = hash((tuple(sorted(files.items())), tuple(sorted(heads.items()))))
            if key not in seen:
                seen.add(key)
                look(tmp_path / "after", files, heads, known)
                states += 1
    assert states > 2

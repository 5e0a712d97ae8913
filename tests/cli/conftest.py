"""Commands run in the test process, and a study created by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from answering import Answer

from kgdesk.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def kgdesk(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Answer]:
    """Return a function that runs one command in this process."""
    monkeypatch.setenv("KGDESK_OPERATOR", "Kim")
    monkeypatch.delenv("KGDESK_TRACEBACK", raising=False)

    def call(*words: object) -> Answer:
        code = main([str(word) for word in words])
        out, err = capsys.readouterr()
        return Answer(code, out, err)

    return call


@pytest.fixture
def study(kgdesk: Callable[..., Answer], table_path: Path, tmp_path: Path) -> Path:
    path = tmp_path / "screen.kgstudy"
    made = kgdesk(
        "new", path, "--candidates", table_path, "--id", "code", "--category", "solvent", "--ignore", "well"
    )
    assert made.code == 0, made.err
    return path

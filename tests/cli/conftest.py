"""Commands run in the test process, and a study created by one."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from answering import Answer

from kgdesk.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


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


@pytest.fixture(scope="session")
def _made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the study that the tests get a copy of, and of what its user has kept."""
    return tmp_path_factory.mktemp("made")


@pytest.fixture
def study(
    kgdesk: Callable[..., Answer],
    table_path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    _made: Path,
) -> Iterator[Path]:
    """Yield a study of the twelve candidates, as `kgdesk new` makes it, of a user who has no other."""
    made = _made / "screen.kgstudy"
    if not made.exists():
        with monkeypatch.context() as patch:
            patch.setenv("KGDESK_DATA", str(_made / "data"))
            done = kgdesk(
                "new", made, "--candidates", table_path, "--id=code", "--category=solvent", "--ignore=well"
            )
        assert done.code == 0, done.err
    data = tmp_path.with_name(f"{tmp_path.name}-data")
    shutil.copytree(_made / "data", data)
    monkeypatch.setenv("KGDESK_DATA", str(data))
    yield Path(shutil.copy(made, tmp_path))
    shutil.rmtree(data, ignore_errors=True)

"""`kgdesk sheet` and `kgdesk labels`: PDF files from the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kgdesk.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from kgdesk import actions


@pytest.fixture
def path(make_study: Callable[..., actions.Session]) -> Path:
    session = make_study()
    session.close()
    return session.path


@pytest.mark.usefixtures("qapp")
def test_both_write_a_pdf_and_say_so(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet, labels = tmp_path / "sheet.pdf", tmp_path / "labels.pdf"
    assert main(["sheet", str(path), str(sheet), "--count", "2"]) == 0
    assert main(["labels", str(path), str(labels), "--candidates", "C-01,C-02", "--used", "3"]) == 0
    assert capsys.readouterr().out == f"Saved {sheet}.\nSaved {labels}.\n"
    assert sheet.read_bytes().startswith(b"%PDF")
    assert labels.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("labels", "x.pdf", "--candidates", "C-1"), "no candidate “C-1”"),
        (("labels", "x.txt", "--all"), "does not end in .pdf"),
        (("sheet", "x.pdf", "--count", "0"), "No run is in progress"),
    ],
)
@pytest.mark.usefixtures("qapp")
def test_refusals_are_one_sentence(
    words: tuple[str, ...], said: str, path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command, dest, *rest = words
    assert main([command, str(path), str(tmp_path / dest), *rest]) == 1
    told = capsys.readouterr()
    assert said in told.err
    assert told.err.count("\n") == 1
    assert not told.out
    assert not (tmp_path / dest).exists()

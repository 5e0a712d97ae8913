"""Run sheets and labels: runs in progress and next experiments on paper; printing records nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kgdesk import actions
from kgdesk.actions.sheets import STOCKS, Sheet, Stock, labels, next_runs, run_sheet, samples
from kgdesk.errors import BadInput, FileExists, NotWritten, StudyClosed, UnknownCandidate
from kgdesk.model.advice.batches import advise_batch
from kgdesk.reports.pdf import labels as labels_writer
from kgdesk.reports.pdf import run_sheet as run_sheet_writer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from kgdesk.reports.text_format import TextFormat


@pytest.fixture(autouse=True)
def printed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Stock, int]]:
    """Print only the names; return stock and used labels of each sheet of labels."""
    given: list[tuple[Stock, int]] = []

    def plain(sheet: Sheet, *_: object) -> bytes:
        return " ".join(slip.candidate for slip in sheet.slips).encode()

    def plain_labels(sheet: Sheet, stock: Stock, used: int, speech: TextFormat) -> bytes:
        assert speech.language == "en"
        given.append((stock, used))
        return plain(sheet)

    monkeypatch.setattr(run_sheet_writer, "run_sheet_pdf", plain)
    monkeypatch.setattr(labels_writer, "labels_pdf", plain_labels)
    return given


def test_a_run_sheet_lists_the_runs_in_progress_then_the_suggested_batch(session: actions.Session) -> None:
    actions.record(session, "C-03", "success")
    actions.start(session, "C-09")
    sheet = next_runs(session.study, session.who.clock(), 3)
    wanted = [each.suggestion.candidate for each in advise_batch(session.study, 3)]
    assert [slip.candidate for slip in sheet.slips] == ["C-09", *wanted]
    assert [slip.start is None for slip in sheet.slips] == [False, True, True, True]
    assert sheet.printed_at == "2026-11-20T09:00:00Z"


def test_printing_writes_no_entry(session: actions.Session, tmp_path: Path) -> None:
    head = session.study.head
    run_sheet(session, tmp_path / "s.pdf", count=2)
    labels(session, tmp_path / "l.pdf", candidates=session.study.pool.ids)
    assert session.refreshed() is None
    assert session.study.head == head


def test_labels_come_in_the_order_asked_for_on_the_sheets_asked_for(
    session: actions.Session, tmp_path: Path, printed: list[tuple[Stock, int]]
) -> None:
    made = labels(
        session, tmp_path / "l.pdf", candidates=["C-07", "C-01", "C-07"], stock="38.1x21.2", used=64
    )
    assert made.read_bytes() == b"C-07 C-01 C-07"
    assert printed == [(STOCKS["38.1x21.2"], 64)]


@pytest.mark.parametrize("stock", list(STOCKS))
def test_every_stock_of_labels_fits_its_paper(stock: str) -> None:
    kind = STOCKS[stock]
    wide, high = (215.9, 279.4) if kind.letter else (210.0, 297.0)
    assert kind.columns * kind.width + (kind.columns - 1) * kind.gap <= wide
    assert kind.rows * kind.height <= high


def test_a_finished_study_prints_no_next_runs_but_labels_all_the_same(
    session: actions.Session, tmp_path: Path
) -> None:
    actions.record(session, "C-03", "success")
    actions.finish(session, "found")
    with pytest.raises(StudyClosed, match="finished by Kim"):
        run_sheet(session, tmp_path / "s.pdf")
    assert labels(session, tmp_path / "l.pdf", candidates=["C-03"]).exists()
    assert not (tmp_path / "s.pdf").exists()


REFUSALS: dict[str, tuple[type[Exception], str, Callable[[actions.Session, Path], object]]] = {
    "another ending": (BadInput, r"\.pdf", lambda s, d: run_sheet(s, d / "s.doc")),
    "nothing to print": (
        BadInput, "No run is in progress", lambda s, d: run_sheet(s, d / "s.pdf", count=0)
    ),
    "a number below zero": (BadInput, "not -1", lambda s, _: next_runs(s.study, s.who.clock(), -1)),
    "more than a plate": (BadInput, "not 101", lambda s, _: next_runs(s.study, s.who.clock(), 101)),
    "an unknown candidate": (UnknownCandidate, "C-99", lambda s, _: samples(s.study, s.who.clock(), ["C-99"])),
    "no candidate": (BadInput, "not 0", lambda s, _: samples(s.study, s.who.clock(), [])),
    "an unknown stock": (
        BadInput, "70x36", lambda s, d: labels(s, d / "l.pdf", stock="9x9")
    ),
    "more labels used than there are": (
        BadInput, "between 0 and 23", lambda s, d: labels(s, d / "l.pdf", used=24)
    ),
    "a folder that is not there": (
        NotWritten, "l.pdf", lambda s, d: labels(s, d / "no" / "l.pdf", candidates=["C-01"])
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", list(REFUSALS))
def test_is_refused_in_a_sentence_and_leaves_no_file(
    what: str, session: actions.Session, tmp_path: Path
) -> None:
    before = sorted(tmp_path.rglob("*"))
    kind, words, act = REFUSALS[what]
    with pytest.raises(kind, match=words):
        act(session, tmp_path)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_file_is_replaced_only_when_told_to(session: actions.Session, tmp_path: Path) -> None:
    dest = tmp_path / "l.pdf"
    dest.write_text("mine")
    with pytest.raises(FileExists):
        labels(session, dest, candidates=["C-01"])
    assert dest.read_text() == "mine"
    labels(session, dest, candidates=["C-01"], overwrite=True)
    assert dest.read_bytes() == b"C-01"

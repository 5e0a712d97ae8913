"""Every command, the report and the run sheet on a study of hostile text: nothing reaches the terminal as a command."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from hostile import CODES, HIDDEN, bad, hostile_study

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from answering import Answer

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

READING: dict[str, list[str]] = {
    "status": ["--at-stake"],
    "suggest": ["--count", "2"],
    "audit": [],
    "verify": [],
    "backup": ["--list"],
}
WRITING: dict[str, list[str]] = {
    "record": [CODES[5], "success", "--note", "a line\nand a\ttab"],
    "start": [CODES[0]],
    "skip": [CODES[1], "--reason", "why"],
    "exclude": [CODES[2]],
    "include": [CODES[6]],
    "note": ["seen"],
    "correct": ["1", "failure", "--reason", "misread"],
    "set": ["--no-location", "--reason", "why"],
    "import": ["{table}"],
    "finish": ["--reason", "done", "--with-open-runs"],
    "reopen": ["--reason", "more"],
    "restore": ["--overwrite"],
}
REFUSED: dict[str, list[str]] = {
    "record": [bad("none"), "success"],
    "correct": ["99", "void", "--reason", bad("x")],
    "note": [bad("note")],
    "set": ["--barcode", bad("none"), "--reason", "why"],
    "import": ["{hostile}"],
}


@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return hostile_study(tmp_path / "hostile.kgstudy", monkeypatch)


def clean(answer: Answer) -> Answer:
    for text in (answer.out, answer.err):
        found = HIDDEN.search(text)
        assert found is None, f"{found and found[0]!r} in {text!r}"
        assert "Traceback" not in text
        assert not re.search(r"^Revision 99", text, re.MULTILINE), text
    return answer


def test_every_command_writes_hidden_characters_as_code_points(
    kgdesk: Callable[..., Answer], study: Path, tmp_path: Path
) -> None:
    outcomes, hostile = tmp_path / "outcomes.csv", tmp_path / "more.csv"
    outcomes.write_text(
        "candidate,outcome\n" + '"' + CODES[3].replace('"', '""') + '",failure\n', encoding="utf-8"
    )
    hostile.write_text("candidate,outcome\nunknown\x1b[2J,failure\n", encoding="utf-8")
    for name, words in READING.items():
        answer = clean(kgdesk(name, study, *words))
        assert answer.code == 0, answer.err
        if name not in {"verify", "backup"}:
            assert "\\x1b[2J" in answer.out
    for name, words in REFUSED.items():
        answer = clean(kgdesk(name, study, *(word.format(hostile=hostile) for word in words)))
        assert answer.code == 1, name
    for name, words in WRITING.items():
        answer = clean(
            kgdesk(name, study, *(word.format(table=outcomes) if word[0] == "{" else word for word in words))
        )
        assert answer.code == 0, (name, answer.err)


@pytest.mark.parametrize("command", ["status", "suggest", "verify"])
def test_json_escapes_hidden_characters_and_keeps_the_names(
    kgdesk: Callable[..., Answer], study: Path, command: str
) -> None:
    answer = clean(kgdesk(command, study, "--json"))
    told = json.loads(answer.out)
    if command == "suggest":
        assert told["suggestions"][0]["candidate"] in CODES


def test_no_line_of_a_note_looks_like_an_entry_of_the_audit_trail(
    kgdesk: Callable[..., Answer], study: Path
) -> None:
    lines = kgdesk("audit", study).out.splitlines()
    entries = [line for line in lines if re.match(r" *\d+  ", line)]
    assert [int(line.split()[0]) for line in entries] == list(range(1, len(entries) + 1))
    assert sum("Recorded run 9: success for C9" in line for line in lines) == 1
    assert any(line.startswith("       | ") and "Recorded run 9: success for C9" in line for line in lines)


def test_the_report_holds_no_markup_of_others(
    kgdesk: Callable[..., Answer], study: Path, tmp_path: Path
) -> None:
    page = tmp_path / "report.html"
    answer = clean(kgdesk("report", study, page))
    assert answer.code == 0, answer.err
    text = page.read_text(encoding="utf-8")
    assert HIDDEN.search(text) is None
    assert "<img" not in text
    assert "&lt;img" in text


def test_the_pdf_of_report_run_sheet_and_labels_loads_nothing(
    kgdesk: Callable[..., Answer], study: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from PySide6.QtGui import QTextDocument

    asked: list[str] = []
    before = QTextDocument.setHtml

    def watched(document: QTextDocument, html: str) -> None:
        asked.extend(re.findall(r"<img[^>]*>", html))
        assert HIDDEN.search(html) is None
        before(document, html)

    monkeypatch.setattr(QTextDocument, "setHtml", watched)
    for words in (
        ("report", study, tmp_path / "r.pdf"),
        ("sheet", study, tmp_path / "s.pdf"),
        ("labels", study, tmp_path / "l.pdf"),
    ):
        answer = clean(kgdesk(*words))
        assert answer.code == 0, answer.err
    assert not [tag for tag in asked if "nowhere" in tag]

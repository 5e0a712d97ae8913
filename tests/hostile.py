"""A study whose every text is hostile: markup, terminal sequences, bidirectional overrides and forged lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.model.study.settings import Settings
from kgdesk.tables import read_pool

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

#: Characters that no output may hold as they are.
HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_BAD = '<b>{}</b><img src="file:///nowhere/x.png">\x1b[2J\x1b[31m\u202e&amp;'


def bad(word: str) -> str:
    """Return a word between markup, an escape sequence that clears the terminal, and an override."""
    return _BAD.format(word)


#: The third holds a line end as well, and a line that the program might have written.
CODES = tuple(
    bad(f"C{row}") + ("\nRevision 99. Nothing is wrong." if row == 3 else "") for row in range(1, 9)
)
OPERATOR = bad("Kim")


def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let names and texts through, as earlier versions did and a study of a stranger may."""
    for module in ("model.decisions.recording", "tables.pool_findings", "actions.operator"):
        monkeypatch.setattr(f"kgdesk.{module}.check_name", lambda *_: None)
    monkeypatch.setattr("kgdesk.model.decisions.checks.hidden_character", lambda *_, **__: "")


def hostile_table(folder: Path) -> Path:
    """Write the table of candidates."""
    path = folder / "t.csv"
    heads = [bad("code"), bad("temp"), bad("dose"), bad("kind"), bad("place")]
    rows = [
        [code, str(20 + 7 * row), str(row * row % 5), bad("x" if row % 2 else "y"), bad(f"P{row}")]
        for row, code in enumerate(CODES)
    ]
    lines = [",".join('"' + cell.replace('"', '""') + '"' for cell in line) for line in (heads, *rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="")
    return path


def hostile_study(path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a study with runs, a correction, a void, notes, a run in progress and one out of stock."""
    with monkeypatch.context() as patched:
        unchecked(patched)
        table = read_pool(
            hostile_table(path.parent), id=bad("code"), categories=[bad("kind")], extras=[bad("place")]
        )
        settings = Settings(
            title=bad("Title"), success_name=bad("Good"), failure_name=bad("Bad"), location=bad("place")
        )
        who = actions.Operator(OPERATOR, bad("PC"))
        with actions.create_study(path, table, settings, who, file=bad("t.csv")) as session:
            for row, outcome in enumerate(("success", "failure", "void", "success", "failure")):
                actions.record(session, CODES[row], outcome, note=bad("note"), reason=bad("why"))
            actions.correct(session, 2, "success", bad("misread"))
            actions.note(
                session,
                bad("seen") + "\n    9  2026-01-01 00:00:00  Kim on PC: Recorded run 9: success for C9.",
            )
            actions.exclude(session, CODES[6], bad("spilled"))
            actions.start(session, CODES[5], reason=bad("begin"))
            actions.skip(session, CODES[7], bad("later"))
    return path

"""Output of a CLI command, and the form of an error message."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path


class Answer:
    """Output and exit status of a command."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def refused(answer: Answer, *words: str, code: int = 1) -> None:
    """Check that a command failed with one or two readable sentences and no other output.

    `code` is 1 for a refusal, 2 for wrong usage, which has its usage on a second line, and 3 if the study is busy or
    its server away and nothing was kept.
    """
    assert answer.code == code
    assert not answer.out
    assert answer.err.count("\n") == (2 if code == 2 else 1)
    for word in words:
        assert word in answer.err
    for forbidden in ("Traceback", "Error", "errno", "Exception", "None", "invalid"):
        assert forbidden not in answer.err


def fingerprint(folder: Path) -> dict[str, str]:
    """Return the content of every file except lock files, which are empty."""
    return {
        str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest()
        for p in sorted(folder.rglob("*"))
        if p.is_file() and not p.name.endswith((".lock", ".writer"))
    }

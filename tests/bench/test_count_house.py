"""The count of the house agrees with the program."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from count_house import counts

from kgdesk.cli.commands import COMMANDS
from kgdesk.model.policies import POLICIES

ROOT = Path(__file__).parents[2]


def test_rooms_add_up_to_the_whole_and_commands_and_policies_are_those_of_the_program() -> None:
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("no checkout")
    found = counts(ROOT)
    for top in ("kgdesk", "tests"):
        assert found[top] == sum(lines for name, lines in found.items() if name.startswith(f"{top}/"))
    assert found["kgdesk/kernels"] == sum(
        len(path.read_bytes().splitlines()) for path in (ROOT / "kgdesk" / "kernels").rglob("*.py")
    )
    assert (found["commands"], found["policies"]) == (len(COMMANDS), len(POLICIES))

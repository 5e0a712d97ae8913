"""Writes the table of resources/policies.md from the registry: ``python tests/model/policies/list_policies.py``."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "resources" / "policies.md"
_TABLE = re.compile(r"(<!-- policies: [^>]*-->\n)(?:\|.*\n)*")


def table() -> str:
    """Return the table: name, title, how it chooses, and source of every policy."""
    from kgdesk.model.policies import POLICIES

    rows = [f"| `{one.name}` | {one.title} | {one.words} | {one.source} |\n" for one in POLICIES.values()]
    return "".join(["| policy | title | how it chooses | source |\n|---|---|---|---|\n", *rows])


def written() -> str:
    """Return the page with the table as it should be."""
    return _TABLE.sub(lambda found: found[1] + table(), PAGE.read_text("utf-8"))


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    PAGE.write_text(written(), encoding="utf-8")

"""Count lines by room, commands, policies, settings and dependencies, of this checkout or of others beside each other.

``python tests/bench/count_house.py [FOLDER ...]`` prints a column for each folder. Lines are those of files of Python
that Git knows, empty ones included.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

#: Prints the number of policies and of settings; names that checkouts of all ages have.
_ASKED = (
    "from dataclasses import fields\n"
    "from kgdesk import policies\n"
    "from kgdesk.model.study.settings import Settings\n"
    "print(len(list(policies)), len(fields(Settings)))\n"
)


def lines_by_room(folder: Path) -> Counter[str]:
    """Return the lines of Python of each room of the package and of each folder of the tests, and those of both."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "kgdesk", "tests"], cwd=folder, check=True, capture_output=True, text=True
    ).stdout
    lines = Counter[str]()
    for name in listed.split("\0"):
        if name.endswith(".py"):
            count = len((folder / name).read_bytes().splitlines())
            top, room, *_ = [*name.split("/")[:-1], "(top)"]
            lines[f"{top}/{room}"] += count
            lines[top] += count
    return lines


def counts(folder: Path) -> dict[str, int]:
    """Return every figure of a checkout by its name."""
    with (folder / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    asked = subprocess.run(
        [sys.executable, "-c", _ASKED],
        env={**os.environ, "PYTHONPATH": str(folder)}, cwd=folder, check=True, capture_output=True, text=True,
    )  # fmt: skip
    policies, settings = map(int, asked.stdout.split())
    table = (folder / "resources" / "commands.md").read_text("utf-8")
    return {
        **lines_by_room(folder),
        "commands": sum(line.startswith("| `") for line in table.splitlines()),
        "policies": policies,
        "settings": settings,
        "runtime dependencies": len(project["dependencies"]),
    }


def main() -> None:
    """Print the table."""
    folders = [Path(each).resolve() for each in sys.argv[1:]] or [Path.cwd()]
    columns = [counts(folder) for folder in folders]
    names = dict.fromkeys(name for column in columns for name in column)
    lines = sorted(name for name in names if name.startswith(("kgdesk", "tests")))
    for name in [*lines, *(name for name in names if name not in lines)]:
        print(f"{name:<24}" + "".join(f"{column.get(name, 0):>10,}" for column in columns))


if __name__ == "__main__":
    main()

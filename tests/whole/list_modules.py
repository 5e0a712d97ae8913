"""Write the section "Files" of ARCHITECTURE.md anew: every module with the first line of its docstring.

``python tests/whole/list_modules.py``
"""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
HEADING = "\n## Files\n"
_INTRODUCTION = "Made from the first lines of the docstrings by `tests/whole/list_modules.py`.\n"


def first_line(path: Path) -> str:
    """Return the first line of the docstring of a module."""
    return (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").partition("\n")[0]


def section() -> str:
    """Return the section, below its heading."""
    parts = [_INTRODUCTION]
    for package in sorted((ROOT / "kgdesk").rglob("__init__.py")):
        folder = package.parent
        modules = sorted(path for path in folder.glob("*.py") if path != package)
        lines = "".join(f"- `{path.name}`: {first_line(path)}\n" for path in modules)
        parts.append(
            f"### {folder.relative_to(ROOT).as_posix()}/\n\n{first_line(package)}\n"
            + (lines and f"\n{lines}")
        )
    return "\n".join(parts)


if __name__ == "__main__":
    document = ROOT / "ARCHITECTURE.md"
    above = document.read_text("utf-8").partition(HEADING)[0]
    document.write_text(f"{above}{HEADING}\n{section()}", "utf-8")

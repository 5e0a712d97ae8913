"""Where the files that come with the program lie: icons, sample studies."""

from __future__ import annotations

from pathlib import Path


def resource(*parts: str) -> Path:
    """Return the path of a bundled file: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).parent
    inside = package / "resources"
    return (inside if inside.is_dir() else package.parent / "resources").joinpath(*parts)

"""The address of the repository, one setting: ``[tool.kgdesk] repository`` in pyproject.toml, empty until there is one.

A wheel gets its links from it, a Debian package its homepage, and the site its link to the sources. Where it is empty
they have none, and whoever builds is told.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

try:
    from hatchling.metadata.plugin.interface import MetadataHookInterface
except ImportError:  # only where a wheel is built is there hatchling
    MetadataHookInterface = object

PAPER = "https://proceedings.mlr.press/v48/wangb16.html"
ROOT = Path(__file__).resolve().parents[1]


def repository(root: Path = ROOT) -> str:
    """Return the address without a slash at its end; empty if there is none yet, which is said on standard error."""
    text = (root / "pyproject.toml").read_text("utf-8")
    address: str = tomllib.loads(text)["tool"]["kgdesk"]["repository"].rstrip("/")
    if not address:
        print(
            "The repository has no address yet: what is built names none ([tool.kgdesk] repository in pyproject.toml).",
            file=sys.stderr,
        )
    return address


def links(address: str) -> dict[str, str]:
    """Return the links of a package by their titles."""
    own = {
        "Source": address,
        "Issues": f"{address}/issues",
        "Changelog": f"{address}/blob/main/CHANGELOG.md",
    }
    return {"Paper": PAPER, **(own if address else {})}


class RepositoryLinks(MetadataHookInterface):  # type: ignore[misc]
    """Hook by which hatchling asks for the links of the wheel."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, object]) -> None:
        """Add the links."""
        metadata["urls"] = links(repository(Path(self.root)))

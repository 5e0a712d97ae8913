"""The README's command for the tests installs the versions of `constraints.txt`, which the metadata admits."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    listed = [Requirement(line) for line in lines if line and not line.startswith("#")]
    assert all(re.fullmatch(r"==[^*]+", str(one.specifier)) for one in listed)
    return {canonicalize_name(one.name): str(one.specifier)[2:] for one in listed}


def test_the_commands_of_readme_and_contributing_install_with_the_constraints() -> None:
    for name in ("README.md", "CONTRIBUTING.md"):
        commands = re.findall(r"^python3 .*\[test\].*$", (ROOT / name).read_text("utf-8"), re.MULTILINE)
        assert len(commands) == 1
        assert "pip install -q -c constraints.txt -e '.[test]' &&" in commands[0]


def test_the_constraints_name_each_package_that_the_tests_need_in_a_version_that_the_metadata_admits() -> (
    None
):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    known = pins()
    for text in (*project["dependencies"], *project["optional-dependencies"]["test"]):
        wanted = Requirement(text)
        assert wanted.specifier.contains(known[canonicalize_name(wanted.name)]), text


def test_the_metadata_cap_only_what_is_known_to_break() -> None:
    """Of PySide6, 6.12.0 loses references to None on Python 3.11; ruff's next version may know further rules."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = [text for extra in project["optional-dependencies"].values() for text in extra]
    wanted = [Requirement(text) for text in (*project["dependencies"], *extras)]
    capped = {one.name for one in wanted if any(part.operator != ">=" for part in one.specifier)}
    assert capped == {"PySide6-Essentials", "ruff"}
    assert project["requires-python"] == ">=3.11"

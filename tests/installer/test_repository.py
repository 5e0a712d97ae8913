"""The address of the repository is one setting; where it is empty, what is built names none and says so."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "installer"))
from repository import PAPER, RepositoryLinks, links, repository  # noqa: E402 - it lies in no package


def place(folder: Path, address: str) -> Path:
    (folder / "pyproject.toml").write_text(f'[tool.kgdesk]\nrepository = "{address}"\n', "utf-8")
    return folder


def test_a_package_has_the_links_of_its_repository(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = repository(place(tmp_path, "https://git.example/lab/kgdesk/"))
    assert capsys.readouterr().err == ""
    assert links(address) == {
        "Paper": PAPER,
        "Source": "https://git.example/lab/kgdesk",
        "Issues": "https://git.example/lab/kgdesk/issues",
        "Changelog": "https://git.example/lab/kgdesk/blob/main/CHANGELOG.md",
    }


def test_without_an_address_the_build_names_none_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hook = RepositoryLinks.__new__(RepositoryLinks)
    hook.__dict__["root"] = str(place(tmp_path, ""))
    if type(hook).__bases__ != (object,):
        pytest.skip("hatchling keeps the root of a hook to itself")
    metadata: dict[str, object] = {}
    hook.update(metadata)
    assert metadata == {"urls": {"Paper": PAPER}}
    assert "The repository has no address yet" in capsys.readouterr().err


def test_the_setting_is_in_pyproject_and_nowhere_else() -> None:
    address = repository()
    pages = [ROOT / "CITATION.cff", *ROOT.glob("*.md"), *(ROOT / "installer" / "linux").iterdir()]
    named = [page.name for page in pages if page.is_file() and "github.com/kgdesk" in page.read_text("utf-8")]
    assert not named or address

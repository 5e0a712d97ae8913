"""The examples for Python run as they stand: those of the manual, in both languages, and those of the public names."""

from __future__ import annotations

import doctest
import inspect
import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from type_checks import ROOT, checked

import kgdesk
from kgdesk import Campaign
from kgdesk.paths import resource_path

if TYPE_CHECKING:
    from pathlib import Path


def blocks(language: str) -> list[str]:
    text = (resource_path("help") / language / "python.md").read_text("utf-8")
    return re.findall(r"^```python\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("nth", range(len(blocks("en"))))
def test_an_example_of_the_manual_runs_as_it_stands(tmp_path: Path, nth: int) -> None:
    script = tmp_path / "example.py"
    script.write_text(blocks("en")[nth], encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip()


def examples() -> dict[str, str]:
    """Return each example of README, of the manual and of the notebooks that is a script of its own."""
    readme = (ROOT / "README.md").read_text("utf-8")
    found = re.findall(r"^```python\n(.*?)^```", readme, flags=re.MULTILINE | re.DOTALL)
    scripts = {f"readme_{nth}": code for nth, code in enumerate(found)}
    scripts |= {f"manual_{nth}": code for nth, code in enumerate(blocks("en"))}
    for notebook in sorted((resource_path("site") / "notebooks").glob("*.ipynb")):
        cells = json.loads(notebook.read_text("utf-8"))["cells"]
        code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        scripts[notebook.stem] = "\n\n".join(code)
    return scripts


def test_the_examples_pass_the_strict_checks_of_mypy(tmp_path: Path) -> None:
    scripts = examples()
    assert len(scripts) >= 6
    for name, code in scripts.items():
        (tmp_path / f"{name}.py").write_text(code, encoding="utf-8")
    done = checked("examples", "--strict", *(str(tmp_path / f"{name}.py") for name in scripts))
    assert done.returncode == 0, done.stdout


def test_both_languages_show_the_same_examples() -> None:
    assert blocks("de") == blocks("en")
    assert len(blocks("en")) >= 2


#: What can be called or made, of the public names.
CALLED = [
    name
    for name in kgdesk.__all__
    if inspect.isclass(getattr(kgdesk, name)) or inspect.isfunction(getattr(kgdesk, name))
]


@pytest.mark.qt_log_ignore("^This plugin does not support ")
@pytest.mark.parametrize("name", CALLED)
def test_the_examples_of_a_public_name_hold(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    public = getattr(kgdesk, name)
    finder = doctest.DocTestFinder(exclude_empty=True)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    attempted = 0
    for nth, one in enumerate(finder.find(public, name, module=False, globs={name: public})):
        folder = tmp_path / str(nth)
        folder.mkdir()
        monkeypatch.chdir(folder)
        table = {"code": ["A", "B", "C", "D"], "dose": [1.0, 2.0, 3.0, 4.0]}
        with Campaign.create(table, "screen.kgstudy", id="code", budget=6, by="robot") as campaign:
            one.globs["campaign"] = campaign
            done = runner.run(one)
        assert not done.failed, one.name
        attempted += done.attempted
    assert attempted > 0, "it has no example"


#: Methods without an example: their call says it all, or they stand in the example of another.
WITHOUT = {"close", "include", "reopen", "refresh", "replay", "study", "findings"}


def test_every_method_of_a_campaign_has_an_example() -> None:
    texts = {
        name: inspect.getdoc(getattr(Campaign, name)) or ""
        for name in dir(Campaign)
        if not name.startswith("_")
    }
    assert {name for name, text in texts.items() if ">>>" not in text} == WITHOUT


def test_every_default_that_help_shows_can_be_read() -> None:
    shown = [str(inspect.signature(getattr(Campaign, name))) for name in ("create", "open_or_create", "set")]
    assert "units: 'Mapping[str, str] | None' = None" in shown[0]
    assert [text for text in shown if "object at" in text] == []


API = (resource_path("site") / "api.md").read_text("utf-8")


def test_the_page_of_the_api_has_every_public_name() -> None:
    documented = set(
        re.findall(r"^\.\. (?:autoclass|autofunction|py:data):: kgdesk\.(\w+)$", API, re.MULTILINE)
    )
    assert documented == set(kgdesk.__all__) - {"__version__"}


def test_the_page_of_the_api_has_everything_that_a_public_function_returns() -> None:
    members = [member for name, member in vars(Campaign).items() if not name.startswith("_")]
    called = [getattr(member, "fget", None) or getattr(member, "__func__", member) for member in members]
    called += [kgdesk.read_pool, kgdesk.rehearse, kgdesk.replay]
    returned = {
        word
        for one in called
        for word in re.findall(r"\b[A-Z]\w+", str(one.__annotations__["return"]))
        if word not in {"Any", "None", "Path", "Self", "T"}
    }
    assert {"Run", "Board", "ReplayBoard", "PoolReading", "Verdict", "Estimate"} <= returned
    assert {
        name for name in returned if not re.search(rf":: kgdesk[\w.]*\.{name}$", API, re.MULTILINE)
    } == set()


def test_help_describes_every_argument_of_a_new_study_and_of_a_change() -> None:
    for method in (Campaign.create, Campaign.set):
        described = {
            name
            for line in (inspect.getdoc(method) or "").splitlines()
            if re.fullmatch(r"[a-z_]+(, [a-z_]+)*", line)
            for name in line.split(", ")
        }
        arguments = set(inspect.signature(method).parameters) - {"self", "candidates", "study"}
        assert arguments - described == set()

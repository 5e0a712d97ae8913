"""Lazily imported names: those that the type checker sees are those that a program gets."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import kgdesk
from kgdesk import actions, kernels

if TYPE_CHECKING:
    from types import ModuleType

PACKAGES = [kgdesk, actions]


def run(code: str, folder: Path, *options: str) -> str:
    """Return the output and errors of some code in an interpreter of its own."""
    words = [sys.executable, *options, "-c", code]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def seen_by_the_type_checker(package: ModuleType) -> dict[str, tuple[str, str]]:
    """Return module and attribute of each name that a package imports under TYPE_CHECKING."""
    source = Path(str(package.__file__)).read_text("utf-8")
    return {
        alias.asname or alias.name: (str(line.module), alias.name)
        for block in ast.parse(source).body
        if isinstance(block, ast.If)
        for line in block.body
        if isinstance(line, ast.ImportFrom)
        for alias in line.names
    }


@pytest.mark.parametrize("package", PACKAGES)
def test_every_name_that_the_type_checker_sees_is_the_one_that_a_program_gets(package: ModuleType) -> None:
    seen = seen_by_the_type_checker(package)
    assert sorted(seen) == sorted(set(package.__all__) - {"__version__"})
    for name, (module, attribute) in sorted(seen.items()):
        assert getattr(package, name) is getattr(importlib.import_module(module), attribute), name


@pytest.mark.parametrize("package", [*PACKAGES, kernels])
def test_the_tab_key_offers_every_name(package: ModuleType) -> None:
    name = package.__name__
    code = f"import sys, {name} as package\nprint(*dir(package))\nassert 'numba' not in sys.modules"
    offered = run(code, Path(kgdesk.__file__).parents[1]).split()
    assert set(package.__all__) <= set(offered)
    assert {"__doc__", "__file__", "__name__"} <= set(offered)


def test_no_module_of_a_package_is_called_as_one_of_its_names() -> None:
    for package in (*PACKAGES, kernels):
        modules = {path.stem for path in Path(str(package.__file__)).parent.iterdir()}
        assert not modules & set(package.__all__)


def test_a_name_is_loaded_when_it_is_first_used() -> None:
    code = (
        "import sys\nfrom kgdesk import actions\nassert 'kgdesk.actions.operator' not in sys.modules\n"
        "from kgdesk.actions import Operator as Who\nassert actions.Operator is Who is vars(actions)['Operator']\n"
        "assert 'kgdesk.actions.sheets' not in sys.modules\nprint('late')\n"
    )
    assert run(code, Path(kgdesk.__file__).parents[1]) == "late\n"


@pytest.mark.parametrize("package", PACKAGES)
def test_an_unknown_name_is_told_as_any_module_tells_it(package: ModuleType) -> None:
    with pytest.raises(AttributeError, match=rf"module '{package.__name__}' has no attribute 'whom'"):
        _ = package.whom

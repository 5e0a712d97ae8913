"""Names that are loaded when they are first used: the table of a package and what its type checker sees are one."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from kgdesk import actions
from kgdesk.late import late

SOURCE = Path(actions.__file__)


def told_to_the_type_checker() -> dict[str, str]:
    """Return the module of each name that is imported under TYPE_CHECKING."""
    blocks = [node for node in ast.parse(SOURCE.read_text("utf-8")).body if isinstance(node, ast.If)]
    return {
        name.name: line.module
        for block in blocks
        for line in block.body
        if isinstance(line, ast.ImportFrom) and line.module
        for name in line.names
    }


def test_every_name_of_actions_is_the_one_that_the_type_checker_sees() -> None:
    told = told_to_the_type_checker()
    assert sorted(told) == sorted(actions.__all__)
    for name, module in sorted(told.items()):
        assert getattr(actions, name) is getattr(sys.modules[module], name), name


def test_no_module_of_actions_is_called_as_one_of_its_names() -> None:
    modules = {path.stem for path in SOURCE.parent.iterdir()}
    assert not modules & set(actions.__all__)


def test_a_name_is_loaded_when_it_is_first_used() -> None:
    code = (
        "import sys\nfrom kgdesk import actions\nassert 'kgdesk.actions.who' not in sys.modules\n"
        "from kgdesk.actions import Who\nassert actions.Who is Who is vars(actions)['Who']\n"
        "assert 'kgdesk.actions.sheets' not in sys.modules\nprint('late')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=SOURCE.parents[2], capture_output=True, text=True, check=False
    )
    assert done.stdout == "late\n", done.stderr


def test_an_unknown_name_is_told_as_any_module_tells_it() -> None:
    load = late("kgdesk.actions", {"who": "Who"})
    with pytest.raises(AttributeError, match=r"module 'kgdesk\.actions' has no attribute 'whom'"):
        load("whom")

"""A library of the system that Qt lacks is one sentence with the packages to install."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from seldom import seldom

from kgdesk import missing_libraries
from kgdesk.errors import KgdeskError

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")

AS_INSTALLED = """
import sys
from kgdesk.cli import main
sys.exit(main())
"""

#: Runs the command line where Qt cannot be loaded, with the words of the dynamic linker.
WITHOUT_QT = """
import sys
class Linker:
    def find_spec(self, name, path=None, target=None):
        if name == "PySide6.QtCore":
            raise ImportError("libglib-2.0.so.0: cannot open shared object file: No such file or directory")
sys.meta_path.insert(0, Linker())
from kgdesk.cli import main
sys.exit(main())
"""

#: Runs the command line where no platform plugin of Qt can be loaded; there Qt aborts a process that wants a window.
WITHOUT_PLUGIN = """
import os, sys
from pathlib import Path
from kgdesk.cli import main
from kgdesk.ui.widgets import splash
splash.platform_plugins = lambda: [Path("libqxcb.so").absolute()]
splash.bare_application = os.abort
sys.exit(main())
"""


def run(folder: Path, script: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command as the installed program does, with its words in `sys.argv`; a window that opens is an error."""
    asked = [sys.executable, "-c", script, *words]
    return subprocess.run(asked, cwd=folder, capture_output=True, text=True, check=False, timeout=100)


@pytest.mark.parametrize(
    "command",
    [
        "",
        "report STUDY report.pdf",
        *seldom(
            "demo --snapshot demo.png",
            "demo",
            "open STUDY",
            "report STUDY report.html",
            "sheet STUDY sheet.pdf",
            "labels STUDY labels.pdf",
        ),
    ],
)
def test_a_command_that_draws_names_the_missing_library_and_the_packages(
    tmp_path: Path, five_runs: Path, command: str
) -> None:
    done = run(tmp_path, WITHOUT_QT, *command.replace("STUDY", str(five_runs)).split())
    assert done.returncode == 1
    (sentence,) = done.stderr.splitlines()
    assert "libglib-2.0.so.0" in sentence
    assert missing_libraries.DRAWING in sentence


@pytest.mark.parametrize("command", ["", *seldom("demo", "open STUDY")])
def test_a_window_without_a_plugin_for_the_screen_is_refused_before_qt_aborts(
    tmp_path: Path, five_runs: Path, command: str
) -> None:
    done = run(tmp_path, WITHOUT_PLUGIN, *command.replace("STUDY", str(five_runs)).split())
    assert done.returncode == 1
    (sentence,) = done.stderr.splitlines()
    assert "libqxcb.so" in sentence
    assert missing_libraries.SCREEN in sentence


@pytest.mark.skipif(sys.platform != "linux", reason="fontconfig is told of no font")
@pytest.mark.parametrize(
    "command",
    ["demo", "report STUDY none.pdf", *seldom("demo --snapshot none.png", "sheet STUDY none.pdf")],
)
def test_where_there_is_no_font_nothing_is_drawn_and_the_package_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, five_runs: Path, command: str
) -> None:
    fonts = tmp_path / "fonts.conf"
    fonts.write_text(f"<fontconfig><dir>{tmp_path}/none</dir></fontconfig>", encoding="utf-8")
    monkeypatch.setenv("FONTCONFIG_FILE", str(fonts))
    done = run(tmp_path, AS_INSTALLED, *command.replace("STUDY", str(five_runs)).split())
    assert done.returncode == 1
    (sentence,) = (line for line in done.stderr.splitlines() if "no font" in line)
    assert missing_libraries.DRAWING in sentence
    assert not list(tmp_path.glob("none.*"))


def test_another_failure_of_an_import_is_no_missing_library() -> None:
    assert missing_libraries.missing_library(ImportError("cannot import name 'QtCore'")) is None


def test_a_plugin_that_cannot_be_loaded_is_refused_before_qt_aborts(tmp_path: Path) -> None:
    absent = tmp_path / "libqxcb.so"
    with pytest.raises(KgdeskError, match=r"lacks .*libqxcb\.so"):
        missing_libraries.check_plugins([absent])


def test_one_plugin_that_can_be_loaded_suffices(tmp_path: Path) -> None:
    import _ctypes

    missing_libraries.check_plugins([tmp_path / "libqwayland.so", Path(_ctypes.__file__)])


def test_readme_lists_the_packages_that_the_sentence_names() -> None:
    words = README.replace("\n", " ").replace("`", " ").split()
    assert set(f"{missing_libraries.DRAWING} {missing_libraries.SCREEN}".split()) <= set(words)

"""The splash screen is painted before anything slow, and disappears when the window is shown."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


def child(code: str, home: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {k: v for k, v in os.environ.items() if k not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        env={**kept, "QT_QPA_PLATFORM": "offscreen", "HOME": str(home), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_picture_needs_neither_numba_nor_numpy(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom kgdesk.ui.widgets import splash\nshown = splash.show()\nassert shown.isVisible()\n"
        "slow = {'numba', 'numpy', 'scipy', 'pyqtgraph', 'apsw'} & set(sys.modules)\nassert not slow, slow\n"
        "qt = {n for n in sys.modules if n.startswith('PySide6.Qt')}\n"
        "more = qt - {f'PySide6.Qt{n}' for n in ('Core', 'Gui', 'Widgets', 'Svg')}\nassert not more, more\n"
        "splash.finish()\nassert not shown.isVisible()\nprint('quick')\n"
    )
    done = child(code, tmp_path)
    assert done.stdout == "quick\n", done.stderr


def test_a_picture_that_is_painted_at_once_is_not_waited_for(tmp_path: Path) -> None:
    """It is painted while it is shown, before the wait for painting begins."""
    code = (
        "import os, threading\nfrom kgdesk.ui.widgets import splash\nsplash._PATIENCE_MS = 10**9\n"
        "end = threading.Timer(60, os._exit, (3,))\nend.daemon = True\nend.start()\n"
        "assert splash.show().isVisible()\nprint('on its way')\n"
    )
    done = child(code, tmp_path)
    assert done.stdout == "on its way\n", (done.returncode, done.stderr)


def test_the_window_needs_neither_numba_nor_scipy_nor_what_reads_tables_to_stand(tmp_path: Path) -> None:
    code = (
        "import sys\nimport kgdesk.ui.home.main, kgdesk.ui.window.main_window\n"
        "slow = {'numba', 'llvmlite', 'scipy', 'kgdesk.tables.reading', 'urllib.request'} & set(sys.modules)\n"
        "assert not slow, slow\nprint('late')\n"
    )
    done = child(code, tmp_path)
    assert done.stdout == "late\n", done.stderr


SHOWN = """
import os, sys
from kgdesk.ui.widgets import splash
shown = splash.show()
from kgdesk.cli import console as opening
from kgdesk.ui.home import main as program
from kgdesk.ui.home.program import Program
from kgdesk import actions
from PySide6.QtCore import QSettings, QTimer
QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, sys.argv[1])
app = program.application()
made = Program(app, "MK")
window = made.show_study(actions.open_sample(sys.argv[1], actions.Operator("MK")))
here = set(sys.modules)
"""


def test_before_the_window_is_painted_nothing_is_imported_that_it_does_not_show(tmp_path: Path) -> None:
    code = SHOWN + (
        "slow = {'numba', 'llvmlite', 'scipy', 'pyqtgraph', 'xlsxwriter', 'segno', 'psycopg', 'kgdesk.cli.runs',\n"
        "        'kgdesk.ui.pages.overview', 'kgdesk.ui.home.home_window', 'kgdesk.rehearsal',\n"
        "        'kgdesk.actions.reports'}\n"
        "print(sorted(slow & here), made.preparation.loaded, flush=True)\nmade.close()\n"
    )
    done = child(code, tmp_path, str(tmp_path), KGDESK_DATA=str(tmp_path / "own"))
    assert done.stdout == "[] False\n", done.stdout + done.stderr


def test_the_picture_goes_when_the_window_has_been_painted(tmp_path: Path) -> None:
    code = SHOWN + (
        "assert shown.isVisible()\n"
        "def look():\n    print(window.isVisible(), shown.isVisible(), flush=True)\n"
        "    os._exit(0)  # nobody waits for the kernels, which are being compiled by now\n"
        "splash.FirstPaint(window, lambda: QTimer.singleShot(0, look))\napp.exec()\n"
    )
    done = child(code, tmp_path, str(tmp_path), KGDESK_DATA=str(tmp_path / "own"))
    assert done.stdout == "True False\n", done.stdout + done.stderr


@pytest.mark.skipif(os.name == "nt", reason="Windows always has a screen")
def test_without_a_screen_there_is_no_picture_and_no_fault(tmp_path: Path) -> None:
    done = child("from kgdesk.ui.widgets import splash\nprint(splash.show())\n", tmp_path, QT_QPA_PLATFORM="")
    assert done.stdout == "None\n", done.stderr


def test_the_application_is_dressed_after_the_picture(tmp_path: Path) -> None:
    code = (
        "from kgdesk.ui.widgets import splash\nshown = splash.show()\nfrom kgdesk.ui.home.main import application\n"
        "app = application()\nassert not app.windowIcon().isNull()\nassert app.applicationName() == 'kgdesk'\n"
        "assert application() is app\nprint('dressed')\n"
    )
    done = child(code, tmp_path)
    assert done.stdout == "dressed\n", done.stderr


def test_a_start_writes_its_timeline_where_it_is_asked_to(tmp_path: Path) -> None:
    line = tmp_path / "line.txt"
    done = child(
        "from PySide6.QtWidgets import QApplication, QLabel\n"
        "from kgdesk.ui.widgets import splash\nshown = splash.show()\nsplash.finish()\n"
        "window = QLabel('window')\n"
        "def seen():\n    splash.stamp('window')\n    QApplication.exit(0)\n"
        "splash.FirstPaint(window, seen)\nwindow.show()\nQApplication.exec()\n",
        tmp_path,
        KGDESK_TIMELINE=str(line),
    )
    assert done.returncode == 0, done.stderr
    assert [row.split()[0] for row in line.read_text("utf-8").splitlines()] == ["splash", "window"]


def test_a_program_without_console_says_its_refusal_in_a_window(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom kgdesk import cli\nfrom kgdesk.ui.widgets import splash\n"
        "splash.show_error = lambda text: sys.__stdout__.write('window: ' + text + '\\n')\n"
        "sys.argv = ['kgdesk', 'status', 'nowhere.kgstudy']\nsys.stdout = sys.stderr = None\n"
        "cli.process._is_windowed = lambda: True\n"
        "code = cli.main()\nsys.__stdout__.write(str(code) + '\\n')\n"
    )
    done = child(code, tmp_path)
    assert done.stdout.startswith("window: There is no file"), done.stdout + done.stderr
    assert done.stdout.endswith("\n1\n")


def test_a_study_alone_on_the_command_line_is_opened(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom kgdesk import cli\nsys.argv = ['kgdesk', 'nowhere.kgstudy']\nsys.exit(cli.main())\n"
    )
    done = child(code, tmp_path)
    assert done.returncode == 1
    assert "There is no file" in done.stderr

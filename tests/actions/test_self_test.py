"""The self-test of the installed program, and what it says where something is wrong."""

from __future__ import annotations

import contextlib
import io
import json
import os
import platform
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from elsewhere import ENGLISH, Elsewhere
from seldom import seldom

from kgdesk import __version__, actions, cli
from kgdesk.actions import machine_checks
from kgdesk.actions.findings import Finding, finding_lines
from kgdesk.actions.installation import SelfTest
from kgdesk.cli import main
from kgdesk.errors import RehearsalFailed
from kgdesk.rehearsal import scipy_witness

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

ROOT = Path(__file__).parents[2]
_PATH = re.compile(r"(?:[A-Z]:|~)?[/\\\\]\S+")


@dataclass(frozen=True)
class Checked:
    """Result of `kgdesk selftest --out FILE`, its output, the file, and the folder of the user's data."""

    result: SelfTest
    screen: str
    page: str
    data: Path


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory, qapp: QApplication) -> Checked:
    """Run all checks once, by the command, in an application that later tests can draw with."""
    assert qapp
    results: list[SelfTest] = []
    run = actions.self_test

    def kept(*given: Any) -> SelfTest:
        results.append(run(*given))
        return results[-1]

    page, screen = tmp_path_factory.mktemp("page") / "page.txt", io.StringIO()
    data = tmp_path_factory.mktemp("data")
    words = ["--folder", str(tmp_path_factory.mktemp("studies")), "--out", str(page)]
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(screen):
        patch.setenv("QT_QPA_PLATFORM", "offscreen")
        patch.setenv("PYTHONPATH", str(ROOT))
        patch.setenv("KGDESK_DATA", str(data))
        patch.setattr(actions, "self_test", kept)
        code = cli.main(["selftest", *words])
    (result,) = results
    assert (code == 0) == (not result.problems)
    return Checked(result, screen.getvalue(), page.read_text("utf-8"), data)


@pytest.fixture(scope="module")
def result(checked: Checked) -> SelfTest:
    return checked.result


def test_the_program_is_found_whole_in_every_part(result: SelfTest) -> None:
    assert result.problems == ()
    told = " ".join(finding.what for finding in result.findings)
    for part in ("processor", "probabilities", "diagonal", "full", "moments", "two threads", "threads", "kept kernels",
                 "files of the program", "disk", "window", "fonts", "icons",
                 "window of the sample study"):  # fmt: skip
        assert part in told


def test_the_sample_study_of_the_check_is_not_noted_among_those_of_the_user(checked: Checked) -> None:
    assert list(checked.data.iterdir()) == []


def test_scipy_is_a_witness_of_the_numbers_and_is_left_out_where_it_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (found,) = machine_checks.witnessed()
    assert found.result.startswith("as known")
    differences = scipy_witness.scipy_differences()
    assert differences is not None
    assert set(differences) == {"integrate", "special", "stats.qmc"}
    assert max(differences.values()) < 1e-9
    monkeypatch.setattr(scipy_witness, "halton", lambda *_: np.zeros(scipy_witness.QUASI_RANDOM_DRAWS))
    (wrong,) = machine_checks.witnessed()
    assert "scipy.stats.qmc" in wrong.problem
    with pytest.raises(RehearsalFailed, match=r"scipy\.stats\.qmc"):
        scipy_witness.require_witness()
    monkeypatch.setitem(sys.modules, "scipy", None)
    (left_out,) = machine_checks.witnessed()
    assert "left out" in left_out.result
    assert not left_out.problem


def test_the_program_which_leaves_scipy_out_admits_it_as_a_witness() -> None:
    script = (
        "import importlib, sys\n"
        "from kgdesk.startup import leave_out_scipy\n"
        "leave_out_scipy()\n"
        "try:\n"
        "    importlib.import_module('scipy')\n"
        "except ModuleNotFoundError:\n"
        "    print('left out')\n"
        "from kgdesk.rehearsal.scipy_witness import scipy_differences\n"
        "print(max(scipy_differences().values()) < 1e-9)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=250
    )
    assert done.stdout.split("\n")[:2] == ["left out", "True"]


def test_paper_and_calibrate_need_the_python_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    for words in (["paper", "--data", tmp_path], ["calibrate"], ["calibrate", "--chances"]):
        assert main([*map(str, words), "--out", str(tmp_path / "out")]) == 1
        assert "needs the Python package of kgdesk" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("kinds", [("diagonal",), *seldom((("diagonal", "full", "moments"),))], ids=len)
def test_the_golden_values_are_those_of_40_digit_arithmetic(kinds: tuple[str, ...]) -> None:
    sys.path[:0] = [str(ROOT / "resources" / "selftest")]
    try:
        import make_golden
    finally:
        del sys.path[0]
    kept = json.loads((ROOT / "resources" / "selftest" / "golden.json").read_text("utf-8"))
    assert set(kept["beliefs"]) == set(make_golden.KINDS)
    kept["beliefs"] = {kind: kept["beliefs"][kind] for kind in kinds}
    assert json.loads(json.dumps(make_golden.cases(kinds))) == kept


def test_a_missing_file_of_the_program_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    (found,) = machine_checks.own_files()
    assert found.result == "complete"
    monkeypatch.setattr(machine_checks, "OWN_FILES", ("icons", "icons/gone.svg"))
    (found,) = machine_checks.own_files()
    assert "“icons/gone.svg” is missing" in found.problem


@pytest.mark.parametrize("place", ["functions", "beliefs"])
def test_a_wrong_number_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    cases = json.loads((ROOT / "resources" / "selftest" / "golden.json").read_text("utf-8"))
    if place == "functions":
        cases["functions"][0]["exact"] += 1e-7
    else:
        cases["beliefs"]["moments"]["kg"][3] += 1e-7
    (tmp_path / "golden.json").write_text(json.dumps(cases), encoding="utf-8")
    monkeypatch.setattr(machine_checks, "resource_path", lambda *_: tmp_path / "golden.json")
    problems = [finding.problem for finding in machine_checks.golden() if finding.problem]
    assert len(problems) == 1
    assert "off by" in problems[0]


def test_a_kernel_missing_in_a_sealed_folder_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    how = {"hits": 3, "misses": 1, "kept": "shipped", "folder": "/somewhere", "layer": "workqueue"}
    monkeypatch.setattr(machine_checks.kernels, "kernel_diagnostics", lambda: how)
    assert [bool(finding.problem) for finding in machine_checks.cached()] == [False, True]
    how["kept"], how["layer"] = "open", "tbb"
    assert [bool(finding.problem) for finding in machine_checks.cached()] == [True, False]


def test_a_folder_that_cannot_be_written_is_found(tmp_path: Path) -> None:
    (finding,) = machine_checks.disk(tmp_path / "nowhere")
    assert "nothing can be written there" in finding.problem


def test_the_check_of_the_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGDESK_DATA", str(tmp_path / "own"))
    (tmp_path / "disk").mkdir()
    (finding,) = machine_checks.disk(tmp_path / "disk")
    assert not finding.problem
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_window_that_qt_cannot_show_is_found_by_its_last_words(monkeypatch: pytest.MonkeyPatch) -> None:
    dying = "import os, sys; sys.stderr.write('no platform plugin'); sys.stderr.flush(); os.abort()"
    monkeypatch.setattr(machine_checks, "own_command", lambda *_: [sys.executable, "-c", dying])
    (finding,) = machine_checks.window()
    assert "no platform plugin" in finding.problem


def window_of_a_child(code: str, **environment: str) -> list[dict[str, str]]:
    """Return the findings of the window in a process of its own, after some code of ours."""
    call = "import json\nfrom kgdesk.ui.home.window_diagnostics import window_findings\n"
    show = (
        "print(json.dumps([{'what': str(f.what), 'problem': str(f.problem)} for f in window_findings()]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{call}{show}"],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen", **environment},
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    found: list[dict[str, str]] = json.loads(done.stdout)
    return found


@pytest.mark.nightly
def test_a_plot_that_cannot_be_drawn_is_found_at_once_and_not_tried_again() -> None:
    code = (
        "from kgdesk.ui.plots import figure\n"
        "def broken(*_, **__): raise RuntimeError('no such binding')\n"
        "figure.Figure.__init__ = broken\n"
    )
    problems = {each["what"]: each["problem"] for each in window_of_a_child(code)}
    assert "(no such binding). Install kgdesk again" in problems["window of the sample study"]


def test_a_build_without_a_binding_that_the_plots_import_is_not_fit_for_use() -> None:
    code = "import sys\nsys.modules['PySide6.QtOpenGL'] = sys.modules['PySide6.QtOpenGLWidgets'] = None"
    assert any("OpenGL" in each["problem"] for each in window_of_a_child(code))


@pytest.mark.skipif(sys.platform != "linux", reason="fontconfig is told of no font")
def test_a_computer_without_fonts_is_not_fit_for_use(tmp_path: Path) -> None:
    fonts = tmp_path / "fonts.conf"
    fonts.write_text(f"<fontconfig><dir>{tmp_path}/none</dir></fontconfig>", encoding="utf-8")
    problems = {
        each["what"]: each["problem"]
        for each in window_of_a_child("", FONTCONFIG_FILE=str(fonts), HOME=str(tmp_path))
    }
    assert "Install a" in problems["fonts"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems name no display in the environment")
@pytest.mark.parametrize("variable", ["DISPLAY", pytest.param("WAYLAND_DISPLAY", marks=pytest.mark.nightly)])
def test_a_display_that_does_not_answer_is_said_in_a_sentence(variable: str, tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "HOME": str(tmp_path),
        "XDG_RUNTIME_DIR": str(tmp_path),
    }
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        environment.pop(name, None)
    environment[variable] = ":4711"
    done = subprocess.run(
        [sys.executable, "-m", "kgdesk", "demo"],
        capture_output=True,
        encoding="utf-8",
        env=environment,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("The screen :4711 cannot be reached")
    (found,) = window_of_a_child("", **{variable: ":4711", "QT_QPA_PLATFORM": ""})
    assert "cannot be reached" in found["problem"]


def test_what_is_not_right_is_said_on_standard_error_and_by_the_exit_status(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = SelfTest((Finding("disk", "fine"), Finding("fonts", "", "there are none.")), {})
    monkeypatch.setattr(actions, "self_test", lambda *_: bad)
    page = tmp_path / "page.txt"
    assert cli.main(["selftest", "--json", "--out", str(page)]) == 1
    told = capsys.readouterr()
    assert told.err == "Fonts: there are none.\n"
    assert json.loads(told.out)["ok"] is False
    assert page.read_text("utf-8") == "ok         disk: fine\nNOT RIGHT  fonts: there are none.\n"
    assert cli.main(["selftest", "--out", str(page)]) == 1
    assert "nothing was overwritten" in capsys.readouterr().err


def test_the_findings_are_a_plain_list_that_begins_with_program_and_computer(checked: Checked) -> None:
    first, *_ = lines = checked.page.splitlines()
    assert first.startswith(f"ok         program: kgdesk {__version__} on {platform.node()}")
    assert max(map(len, lines)) <= 100
    assert checked.screen == f"{checked.page}Saved {checked.screen.split()[-1]}\n"
    assert set(checked.result.versions) > {"kgdesk", "Python", "numpy"}


def test_no_word_of_a_finding_is_outside_the_phrases(result: SelfTest) -> None:
    lines = [line for finding in result.findings for line in finding_lines(finding, Elsewhere())]
    text = _PATH.sub("", "\n".join(lines))
    for known in ("kgdesk", platform.node()):
        text = text.replace(known, "")
    assert ENGLISH.findall(text) == []
    assert "öö" in text


def test_a_finding_is_the_same_after_it_went_to_another_process(result: SelfTest) -> None:
    for finding in result.findings:
        again = Finding.of_wire(json.loads(json.dumps(finding.as_wire())))
        assert again == finding
        assert finding_lines(again, Elsewhere()) == finding_lines(finding, Elsewhere())

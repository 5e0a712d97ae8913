"""README and its examples are correct: their code runs line by line with the real program, and the names exist."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1] / "store"))

import pytest
from own_workers import OwnProcess
from pgserver import Server, missing
from seldom import seldom

from kgdesk import Campaign
from kgdesk.cli import main
from kgdesk.cli.parser import build
from kgdesk.rehearsal import engine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: The offscreen platform says so about minimum sizes, whatever the program does.
pytestmark = pytest.mark.qt_log_ignore("^This plugin does not support ")

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = (ROOT / "resources" / "examples.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")

#: Lines that are not run here, by their beginnings, with the reason.
NOT_RUN = {
    "kgdesk selftest": "more than a minute where kernels are not kept yet; tests/actions/test_self_test.py",
    "kgdesk paper": "ten pools; tests/cli/test_rehearsals.py runs it in a process of its own",
    "kgdesk calibrate": "simulates for minutes at its smallest; tests/cli/test_calibrate_command.py",
}
#: Options of rehearsals that replace the counts of the examples.
SMALL = "--runs 2 --workers 1"
#: Tables need a budget, studies have their own.
SMALL_TABLE = f"{SMALL} --budget 2"


def blocks(heading: str, language: str) -> list[list[str]]:
    """Return the lines of each code block of a section of README or of the examples."""
    sections = re.split(r"^## ", f"{README}\n{EXAMPLES}", flags=re.MULTILINE)
    (text,) = (part for part in sections if part.startswith(f"{heading}\n"))
    found = re.findall(rf"^```{language}\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    return [block.splitlines() for block in found]


def commands(line: str) -> list[list[str]]:
    """Return the arguments of each call of kgdesk in a line, without comments."""
    calls: list[list[str]] = [[]]
    for word in shlex.split(line, comments=True):
        if word == "&&":
            calls.append([])
        else:
            calls[-1].append(word)
    return [call[1:] for call in calls if call[0] == "kgdesk"]


@dataclass
class Bench:
    """Folder with the files beside the README in a copy of the program, and `kgdesk` on the path."""

    folder: Path
    environment: dict[str, str]
    replaced: dict[str, str] = field(default_factory=dict)

    @classmethod
    def made(cls, folder: Path) -> Bench:
        shutil.copytree(ROOT / "resources" / "samples", folder / "resources" / "samples")
        program = folder / "bin" / "kgdesk"
        program.parent.mkdir()
        program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -W error -m kgdesk "$@"\n')
        program.chmod(0o755)
        (folder / "usb").mkdir()
        environment = {
            **os.environ,
            "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]).strip(os.pathsep),
            "QT_QPA_PLATFORM": "offscreen",
            "KGDESK_DATA": str(folder / "own"),
            "XDG_CONFIG_HOME": str(folder / "settings"),
        }
        environment.pop("KGDESK_OPERATOR", None)
        return cls(folder, environment, {"/media/usb": str(folder / "usb")})

    def here(self, line: str) -> str:
        """Return a line with paths of a laboratory replaced."""
        for said, here in self.replaced.items():
            line = line.replace(said, here)
        return line

    def run(self, line: str) -> str:
        """Run a line in a shell; return its output."""
        done = subprocess.run(
            ["bash", "-c", self.here(line)],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{line}\n{done.stderr}"
        assert "Traceback" not in done.stderr, line
        return done.stdout


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench.made(tmp_path)


@pytest.fixture(params=["called", *seldom("typed")])
def typed(request: pytest.FixtureRequest) -> bool:
    """Return whether what the README shows runs in processes of its own: at night; in this process by day."""
    return bool(request.param == "typed")


@pytest.fixture
def _at_the_bench(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in the folder and the environment of the bench."""
    monkeypatch.chdir(bench.folder)
    for name, value in bench.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("KGDESK_OPERATOR", raising=False)
    monkeypatch.setattr(engine, "Processes", OwnProcess)


@pytest.fixture
def script(
    bench: Bench, typed: bool, _at_the_bench: None, capsys: pytest.CaptureFixture[str]
) -> Callable[[str], str]:
    """Return a function that runs lines of Python, and returns what they print."""

    def run(lines: str) -> str:
        if typed:
            (bench.folder / "script.py").write_text(lines, encoding="utf-8")
            return bench.run(f"{shlex.quote(sys.executable)} -W error script.py")
        exec(compile(lines, "README.md", "exec"), {"__name__": "__main__"})  # noqa: S102 - our own page
        return capsys.readouterr().out

    return run


@pytest.fixture
def run(
    bench: Bench, typed: bool, _at_the_bench: None, capsys: pytest.CaptureFixture[str], qapp: object
) -> Callable[[str], str]:
    """Return a function that runs a line as a shell does."""
    del qapp
    if typed:
        return bench.run

    def call(line: str) -> str:
        for words in commands(bench.here(line)):
            code = main(words)
            out, err = capsys.readouterr()
            assert code == 0, f"{line}\n{err}"
        return out

    return call


@pytest.fixture
def server(bench: Bench) -> Iterator[Server]:
    why = missing()
    if why:
        pytest.skip(why)
    made = Server()
    try:
        for person in ("owner", "kim"):
            # As in the README the address needs no quotation marks: it contains no `&`.
            here = f"postgresql://{person}@/lab?host={made.folder}"
            bench.replaced[f"postgresql://{person}@db.lab/kgdesk"] = here
        yield made
    finally:
        made.remove()


def test_every_block_of_commands_is_known_here() -> None:
    set_up = re.findall(r"^<!-- (main|test|headless) -->\n```sh\n.*\n```$", README, flags=re.MULTILINE)
    assert set_up == ["main", "headless", "test"]
    assert README.count("```sh") == len(set_up) + len(blocks("At the command line", "sh"))
    known = [*blocks("A day at the command line", "sh"), *blocks("Rehearse before you spend", "sh")]
    assert EXAMPLES.count("```sh") == len(known) == 3
    assert README.count("```python") == 2
    assert len(blocks("From Python", "python")) == len(blocks("More from Python", "python")) == 1


def test_every_command_of_the_blocks_is_one_that_the_program_understands() -> None:
    parser = build()
    lines = [
        line
        for heading in ("At the command line", "A day at the command line", "Rehearse before you spend")
        for block in blocks(heading, "sh")
        for line in block
    ]
    read = [parser.parse_args(call).command for line in lines for call in commands(line)]
    assert len(read) >= 30
    assert all(any(line.startswith(begin) for line in lines) for begin in NOT_RUN)


def test_readme_is_short_and_what_it_is_for_comes_first() -> None:
    lines = README.splitlines()
    assert len(lines) <= 200
    first_screen = lines[:60]
    for mark in ("<!-- main -->", "## Why", "## When not to use it", "<!-- five lines -->", "## From Python"):
        assert mark in first_screen
    doors = [line for line in first_screen if line.startswith("- **") and "](" in line]
    assert len(doors) == 4
    assert any("CITATION.cff" in line for line in first_screen)


def test_the_five_lines_follow_the_suggestion(bench: Bench, run: Callable[[str], str]) -> None:
    ((sample, new, suggest, record, report),) = blocks("At the command line", "sh")
    run(sample)
    run(new)
    ((_, _, candidate, _),) = commands(record)
    assert f"Next: run 1, {candidate}." in run(suggest)
    run(record)
    run(report)
    assert candidate in (bench.folder / "report.html").read_text(encoding="utf-8")


@pytest.mark.timeout(1200)  # several batches of averaged terms, a minute of the processor in all
def of_few(line: str) -> str:
    """Return a line with small batches: each run of one takes twice as long to choose as the one before it."""
    line = re.sub(r"^(kgdesk (?:sheet|labels) \S+ \S+)", r"\1 --count 1", line)
    return line.replace("--count 4", "--count 2")


def test_a_day_at_the_command_line_runs_as_it_stands(
    bench: Bench, typed: bool, run: Callable[[str], str]
) -> None:
    for block in blocks("A day at the command line", "sh"):
        for line in block:
            if not line.startswith(tuple(NOT_RUN)) and "postgresql://" not in line:
                run(line if typed else of_few(line))
    assert (bench.folder / "report.pdf").read_bytes().startswith(b"%PDF")
    assert list((bench.folder / "usb").rglob("*.kgstudy"))
    assert "(finished)" in run("kgdesk status screen.kgstudy")


def test_the_lines_about_a_server_run_on_one(server: Server, run: Callable[[str], str]) -> None:
    lines = [line for block in blocks("A day at the command line", "sh") for line in block]
    of_server = [line for line in lines if "postgresql://" in line]
    assert len(of_server) == 3
    run(lines[0])
    run(of_server[0])
    server.sql("CREATE ROLE kim LOGIN IN ROLE kgdesk_lab")
    assert "180 candidates" in run(of_server[1])
    assert "Next: run 1, RX-" in run(of_server[2])


def test_the_rehearsals_run_with_fewer_runs(bench: Bench, run: Callable[[str], str]) -> None:
    first, *_ = blocks("A day at the command line", "sh")
    run(first[0])
    run(first[1].replace("--budget 40", "--budget 3"))
    run("kgdesk record screen.kgstudy RX-042 failure")  # the posterior is not the prior
    (block,) = blocks("Rehearse before you spend", "sh")
    for line in block:
        if line.startswith(tuple(NOT_RUN)):
            continue
        words = re.sub(r" --runs [0-9]+", "", line.partition(" #")[0])
        run(f"{words} {SMALL if 'screen.kgstudy' in line else SMALL_TABLE}")
    for folder in ("rehearsal", "rehearsal2", "rehearsal3", "bends"):
        assert (bench.folder / folder / "report.html").is_file()
    assert (bench.folder / "rehearsal3" / "stopping.csv").is_file()


def test_the_campaign_for_python_runs_in_at_most_ten_lines(script: Callable[[str], str]) -> None:
    (block,) = blocks("From Python", "python")
    assert len([line for line in block if line.strip()]) <= 10
    printed = script("\n".join(block))
    assert re.fullmatch(r"[CD] 0\.\d+\n", printed)


#: Runs a script and ends the process without any farewell just before the first time that it comes to a line.
KILLED_BEFORE = """
import os, sys
line, source = int(sys.argv[1]), sys.argv[2]
def trace(frame, event, _):
    if frame.f_code.co_filename != source:
        return None
    if event == "line" and frame.f_lineno == line:
        os._exit(9)
    return trace
code = compile(open(source, encoding="utf-8").read(), source, "exec")
sys.settrace(trace)
exec(code, {"__name__": "__main__"})
"""


@pytest.mark.parametrize("every", [False, *seldom(True)], ids=["each line that writes", "every line"])
def test_the_loop_of_a_robot_survives_a_kill_before_every_line_of_it(tmp_path: Path, every: bool) -> None:
    (block,) = blocks("From Python", "python")
    script = tmp_path / "robot.py"
    script.write_text("\n".join(block), encoding="utf-8")
    lines = [
        nth
        for nth, line in enumerate(block, 1)
        if line.strip() and (every or re.search(r"\.(open_or_create|start|record)\(", line))
    ]
    assert len(lines) >= 3

    def run(line: int) -> int:
        asked = [sys.executable, "-c", KILLED_BEFORE, str(line), str(script)]
        return subprocess.run(asked, cwd=tmp_path, check=False, capture_output=True).returncode

    # Each process goes on with the study where the one before it was killed; the last one comes to its end.
    assert [run(line) for line in lines] == [9] * len(lines)
    assert run(0) == 0
    with Campaign.open(tmp_path / "robot.kgstudy", read_only=True) as campaign:
        study = campaign.study
        assert campaign.should_stop.stop
        assert len(study.runs) >= 2
        assert [one.number for one in study.runs] == [one.number for one in study.starts]
        assert [one.number for one in study.runs] == list(range(1, len(study.runs) + 1))
        assert not study.pending
        assert all((one.outcome == "success") == (one.candidate in "CD") for one in study.runs)


def test_the_block_about_beliefs_runs(script: Callable[[str], str]) -> None:
    (block,) = blocks("More from Python", "python")
    printed = script("\n".join([*block[:-1], f"print({block[-1]})"]))
    assert re.fullmatch(r"\[[-+.e0-9]+ +[-+.e0-9]+\]\n", printed)


def test_every_file_that_the_readme_names_is_there() -> None:
    named = re.findall(r"(?<![\w/])((?:tests|resources|installer|kgdesk)/[\w./-]+)", README + CONTRIBUTING)
    places = {name.rstrip(".") for name in named if "NAME" not in name}
    assert len(places) > 25
    assert [name for name in sorted(places) if not (ROOT / name).exists()] == []


def test_every_option_beside_a_command_exists() -> None:
    parser = build()
    (subcommands,) = (a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    known = {o for p in (parser, *subcommands.choices.values()) for a in p._actions for o in a.option_strings}
    scripts = {
        "--long",
        "--log",
        "--states",
        "--studies",
        "--term-precision",
        "--square-precision",
        "--runs",
        "--quick",
        "--only",
        "--text",
        "--language",
        "--look",
        "--size",
        "--snapshot",
        "--largest",
        "--starts",
        "--against",
        "--processor",
        "--route",
        "--worlds",
        "--table",
    }
    for span in re.findall(r"`([^`\n]+)`", README + EXAMPLES + CONTRIBUTING):
        if span.startswith((".venv", "PYTHONPATH", "KGDESK_", "installer", "pip", "python", "apt-get")):
            continue
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", span):
            assert option in known | scripts, span

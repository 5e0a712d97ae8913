"""Help that teaches: sections, examples, every argument explained, what resembles a mistyped word, variables."""

from __future__ import annotations

import argparse
import re
import shlex
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from list_commands import commands, lines

import kgdesk as package
from kgdesk.cli.commands import COMMANDS, HIDDEN, Command
from kgdesk.cli.parser import ENVIRONMENT, MEANT, build

if TYPE_CHECKING:
    from collections.abc import Callable

    from answering import Answer

ROOT = Path(__file__).parents[2]
#: Variables that the program sets for its own child processes.
OWN = {"KGDESK_KERNELS_INTO", "KGDESK_KERNELS_FOR"}


def test_every_definition_of_a_command_is_in_the_list_of_commands() -> None:
    defined = set()
    for path in (Path(package.__file__).parent / "cli").glob("*.py"):
        module = import_module(f"kgdesk.cli.{path.stem}")
        defined |= {(path.stem, name) for name, value in vars(module).items() if isinstance(value, Command)}
    listed = {**COMMANDS, **HIDDEN}
    assert defined == {(entry.module, name.upper().replace("-", "_")) for name, entry in listed.items()}


def test_a_hidden_command_runs_and_is_in_no_list(kgdesk: Callable[..., Answer]) -> None:
    assert not HIDDEN.keys() & commands().keys()
    assert " kernels " not in kgdesk("--help").out
    assert "--for-all-users" in kgdesk("kernels", "--help").out


@pytest.mark.parametrize("name", list(COMMANDS))
def test_the_example_of_a_command_parses_and_is_in_its_help(name: str) -> None:
    shown = build().parse_args  # the same parser reads it
    examples = COMMANDS[name].load().examples
    assert examples
    for example in examples:
        _, *words = shlex.split(example.rpartition(" | ")[2])
        assert words[0] == name
        assert shown(words).command == name
        assert f"\n  {example}\n" in commands()[name].format_help()


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_argument_of_a_command_is_explained(name: str) -> None:
    parser = commands()[name]
    assert not parser.allow_abbrev
    for action in parser._actions:
        assert action.help, (name, action.dest)
        assert action.help == argparse.SUPPRESS or len(action.help) > 5, (name, action.dest)


def test_the_description_of_a_command_is_that_of_the_list() -> None:
    for name, entry in COMMANDS.items():
        assert commands()[name].description == f"{entry.summary[0].upper()}{entry.summary[1:]}."


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["recrod", "s"], "there is no command “recrod”: did you mean record?"),
        (["help", "stauts"], "there is no command “stauts”: did you mean status?"),
        (["xyzzy"], "there is no command “xyzzy”."),
        (["list", "s"], "there is no command “list”: did you mean candidates?"),
        (["undo", "s"], "there is no command “undo”: did you mean take-back?"),
        (["versoin"], "there is no command “versoin”: did you mean version?"),
        (["finish", "s", "--reson", "x"], "there is no option --reson: did you mean --reason?"),
        (["export", "s", "-", "--format", "cvs"], "there is no choice “cvs”: did you mean csv?"),
        (["export", "s", "-", "--format", "q"], "there is no choice “q” (choose from csv, json, xlsx, zip)."),
        (["status", "s", "--js"], "there is no option --js"),
        (["--versoin"], "there is no option --versoin: did you mean --version?"),
    ],
)
def test_what_resembles_a_mistyped_word_is_named(
    kgdesk: Callable[..., Answer], words: list[str], meant: str
) -> None:
    answer = kgdesk(*words)
    assert answer.code == 2
    assert meant in answer.err


def test_no_option_can_be_shortened(kgdesk: Callable[..., Answer], study: Path) -> None:
    assert kgdesk("finish", study, "--reas", "enough").code == 2
    assert kgdesk("finish", study, "--reason", "enough").code == 0


def test_help_of_a_command_is_its_help(kgdesk: Callable[..., Answer]) -> None:
    assert kgdesk("help").out == kgdesk("--help").out
    assert kgdesk("help", "record").out == kgdesk("record", "--help").out
    assert kgdesk("help", "help").out.startswith("usage: kgdesk help")
    assert kgdesk("-V").out == kgdesk("--version").out


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "help"])  # which lists all commands
def test_the_help_of_every_command_fits_a_screen(
    kgdesk: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert len(kgdesk(name, "--help").out.splitlines()) <= 45


@pytest.mark.parametrize("name", ["new", "rehearse", "record", "worklist", "set", "start", "import", "add"])
def test_the_help_of_a_command_with_many_options_fits_a_screen_and_the_rest_is_a_command_away(
    kgdesk: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown, everything = kgdesk(name, "--help").out, kgdesk(name, "--help-all").out
    assert "--help-all" in shown
    assert len(shown.splitlines()) < len(everything.splitlines())
    flags = {flag for action in commands()[name]._actions for flag in action.option_strings}
    assert {flag for flag in flags if flag in everything.split() or f"{flag}," in everything} >= flags - {
        "-h"
    }
    assert set(COMMANDS[name].load().usual) <= flags


def test_every_guess_is_a_command() -> None:
    assert set(MEANT.values()) <= set(COMMANDS)
    assert not set(MEANT) & set(COMMANDS)


def test_version_names_the_program_and_what_it_runs_on(kgdesk: Callable[..., Answer]) -> None:
    answer = kgdesk("version")
    assert answer.out.splitlines()[0] == f"kgdesk {package.__version__}"
    assert kgdesk("version", "--json").json["versions"]["kgdesk"] == package.__version__
    assert "numpy" in answer.out


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["take"], {"take-back"}),
        (["record", "s", "--no-h"], {"--no-headings"}),
        (["export", "s", "-", "--format", "c"], {"csv"}),
        (["report", "s", "my"], {"my report.html"}),
    ],
)
def test_bash_completes_commands_options_choices_and_files(
    kgdesk: Callable[..., Answer], tmp_path: Path, words: list[str], expected: set[str]
) -> None:
    script = tmp_path / "kgdesk.bash"
    script.write_text(kgdesk("completion", "bash").out, encoding="utf-8")
    (tmp_path / "my report.html").touch()
    typed = f"COMP_WORDS=(kgdesk {' '.join(words)}); COMP_CWORD={len(words)}"
    asked = f'source {script}; {typed}; _kgdesk; printf "%s\\n" "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", asked], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert set(done.stdout.splitlines()) == expected, done.stderr


def test_quiet_leaves_out_what_was_done_but_no_answer_and_no_refusal(
    kgdesk: Callable[..., Answer], study: Path, tmp_path: Path
) -> None:
    done = kgdesk("record", study, "C-01", "success", "--quiet")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert "1 outcome" in kgdesk("status", study, "-q").out
    assert kgdesk("export", study, tmp_path / "runs.csv", "-q").out == ""
    assert kgdesk("record", study, "C-02", "failure", "-q", "--json").json["runs"][0]["run"] == 2
    refusal = kgdesk("record", study, "C-99", "success", "-q")
    assert refusal.code == 1
    assert "C-99" in refusal.err


def test_every_variable_that_the_program_reads_is_in_help_and_manual(kgdesk: Callable[..., Answer]) -> None:
    sources = Path(package.__file__).parent.rglob("*.py")
    read = {
        name
        for path in sources
        if path.name != "help_texts.py"
        for name in re.findall(r"KGDESK_[A-Z]+(?:_[A-Z]+)*", path.read_text("utf-8"))
    }
    assert read - OWN == set(ENVIRONMENT)
    shown = kgdesk("--help").out
    for name in ENVIRONMENT:
        assert name in shown
        for language in ("en", "de"):
            page = ROOT / "resources" / "help" / language / "command-line.md"
            assert f"`{name}`" in page.read_text("utf-8")


def test_the_list_of_commands_imports_no_numbers_and_no_store() -> None:
    asked = "import sys; from kgdesk.cli import main; main(['--help']); print(sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert "make a study:" in done.stdout
    for name in ("numpy", "apsw", "PySide6", "difflib", "kgdesk.cli.runs"):
        assert f"'{name}'" not in done.stderr, name


def test_the_table_of_commands_is_that_of_the_program() -> None:
    assert (ROOT / "resources" / "commands.md").read_text("utf-8") == "\n".join(lines()) + "\n"

"""Every command answers and refuses in the language that is asked for; JSON, help and usage are English."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from list_commands import commands

import kgdesk as package
from kgdesk.cli import console
from kgdesk.errors import BadInput
from kgdesk.text import phrase
from kgdesk.ui.text.translate import install_language

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from answering import Answer
    from PySide6.QtWidgets import QApplication

    Call = Callable[..., Answer]


@pytest.fixture(autouse=True)
def language_restored(qapp: QApplication) -> Iterator[None]:
    """Speak English again: the command of a test speaks through the application of all tests."""
    yield
    install_language(qapp, "en")


@pytest.fixture
def deutsch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGDESK_LANGUAGE", "de")


def test_every_command_takes_a_language() -> None:
    for name, parser in commands().items():
        assert "--language" in parser._option_string_actions, name


def test_a_day_in_german(kgdesk: Call, study: Path, tmp_path: Path) -> None:
    def said(*words: object) -> str:
        answer = kgdesk(*words, "--language", "de")
        assert answer.code == 0, answer.err
        return answer.out

    assert said("record", study, "C-01", "success") == "Versuch 1 eingetragen: Erfolg für C-01.\n"
    assert said("start", study, "C-02") == "Versuch mit C-02 begonnen; 1 im Gang.\n"
    assert said("skip", study, "C-03") == "C-03 ist bis zum nächsten Versuch zurückgestellt.\n"
    status = said("status", study)
    assert status.startswith(
        "screen (offen): 1 Ergebnis, davon Erfolge: 1; 0 ungültig; geplant: 30 Versuche.\n"
    )
    assert "Im Gang: Start 1, C-02, begonnen von Kim um " in status
    assert "Bisher am besten: C-" in status
    suggested = said("suggest", study, "--count", "2")
    assert suggested.startswith("Als Nächstes: Versuch ")
    assert " Erfolgsaussicht " in suggested
    assert "(90-%-Bereich " in said("predict", study, "C-01")
    assert (
        said("correct", study, "1", "failure", "--reason", "vertippt")
        == "Versuch 1 ist jetzt: Fehlschlag; vorher: Erfolg.\n"
    )
    assert said("note", study, "neue Lampe") == "Die Notiz ist eingetragen.\n"
    assert said("export", study, tmp_path / "runs.csv") == f"{tmp_path / 'runs.csv'} gespeichert.\n"
    assert "Notiert: neue Lampe." in said("audit", study)
    verified = said("verify", study)
    assert verified.startswith("Vollständig: ")
    assert "Die Kette ist unversehrt" in verified
    assert said("finish", study, "--with-open-runs", "--reason", "genug").startswith(
        "Die Studie ist abgeschlossen"
    )
    assert kgdesk("status", study, "--brief").out.startswith(
        "screen (finished with 1 run in progress): 1 outcome,"
    )


@pytest.mark.usefixtures("deutsch")
def test_the_variable_sets_the_language_and_the_option_overrules_it(kgdesk: Call, study: Path) -> None:
    assert kgdesk("note", study, "neue Lampe").out == "Die Notiz ist eingetragen.\n"
    assert kgdesk("note", study, "new lamp", "--language", "en").out == "The note is kept.\n"


def test_an_unknown_language_is_wrong_usage(
    kgdesk: Call, study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert kgdesk("status", study, "--language", "fr").code == 2
    monkeypatch.setenv("KGDESK_LANGUAGE", "fr")
    answer = kgdesk("status", study)
    assert (answer.code, answer.out) == (2, "")
    assert "KGDESK_LANGUAGE is “fr”: set it to one of en, de." in answer.err


@pytest.mark.usefixtures("deutsch")
def test_a_refusal_is_in_the_language_and_its_json_in_english(kgdesk: Call, study: Path) -> None:
    answer = kgdesk("record", study, "C-99", "success", "--json")
    assert answer.code == 1
    assert answer.err.startswith("Diese Studie hat keinen Kandidaten „C-99“.")
    error = answer.json["error"]
    assert error["code"] == "KD-111"
    assert error["message"].startswith("This study has no candidate “C-99”.")


@pytest.mark.usefixtures("deutsch")
def test_a_refusal_in_german_still_names_the_options_that_are_the_way_out(
    kgdesk: Call, study: Path, table_path: Path, tmp_path: Path
) -> None:
    assert kgdesk("start", study, "C-02").code == 0
    open_runs = kgdesk("finish", study, "--reason", "genug").err
    assert open_runs.endswith("Befehlszeile: --with-open-runs.\n")
    words = kgdesk("new", tmp_path / "other.kgstudy", "--candidates", table_path, "--id", "code").err
    assert words.endswith(
        "Befehlszeile: --category solvent, --ignore solvent, --category well, --ignore well.\n"
    )


@pytest.mark.usefixtures("deutsch")
def test_a_fault_is_told_in_the_language(kgdesk: Call, study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kgdesk.actions.open_study", lambda *_, **__: 1 // 0)
    answer = kgdesk("status", study)
    assert answer.code == 70
    assert answer.err.startswith("kgdesk hat eine Störung (ZeroDivisionError: ")


@pytest.mark.usefixtures("deutsch")
def test_json_is_the_same_in_every_language(kgdesk: Call, study: Path) -> None:
    assert (
        kgdesk("record", study, "C-01", "success", "--json").json["done"]
        == "Run 1 recorded: success for C-01."
    )
    for words in (
        ("suggest", study),
        ("status", study),
        ("verify", study),
        ("audit", study),
        ("gains", study),
    ):
        german = json.loads(kgdesk(*words, "--json").out)
        assert german == json.loads(kgdesk(*words, "--json", "--language", "en").out)


def test_files_are_drawn_although_a_sentence_came_first(study: Path, tmp_path: Path) -> None:
    """Qt takes one application per process, and that of a mere sentence has no fonts."""
    older = tmp_path / "usb" / study.name
    older.parent.mkdir()
    shutil.copy(study, older)
    german = {**os.environ, "KGDESK_LANGUAGE": "de"}
    ask = [sys.executable, "-m", "kgdesk"]
    subprocess.run([*ask, "record", study, "C-01", "success"], check=True, env=german, capture_output=True)
    for verb in ("sheet", "labels"):
        done = subprocess.run(
            [*ask, verb, older, tmp_path / f"{verb}.pdf"],
            env=german,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert done.stderr.startswith("Veraltet: ")  # the copy is behind what was seen here
        assert done.stdout == f"{tmp_path / verb}.pdf gespeichert.\n"


def test_names_of_people_are_never_translated(kgdesk: Call, study: Path) -> None:
    kgdesk("exclude", study, "C-01", "--reason", "success")
    assert "Grund: success" in kgdesk("audit", study, "--language", "de").out


def test_without_the_libraries_of_qt_the_answer_is_english(
    kgdesk: Call, study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(_: str) -> None:
        raise ImportError("libEGL.so.1")

    monkeypatch.setattr(console, "import_module", missing)
    assert kgdesk("note", study, "neue Lampe", "--language", "de").out == "The note is kept.\n"


@pytest.mark.usefixtures("qapp")
def test_options_of_nested_phrases_are_named_once_with_their_values() -> None:
    one = phrase("Leave out the column (--ignore {name}).", name="a b")
    with console.manner(language="de"):
        said = console.spoken(BadInput(phrase("{first} {second}", first=one, second=one)))
    assert said.endswith("Befehlszeile: --ignore a b.")


def test_what_commands_print_is_a_phrase() -> None:
    """A sentence that is handed to the console as a bare string would stay English."""
    for path in (Path(package.__file__).parent / "cli").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and ast.unparse(node.func) in _TELLING):
                continue
            for text in node.args:
                bare = isinstance(text, ast.Constant) and isinstance(text.value, str) and " " in text.value
                assert not (bare or isinstance(text, ast.JoinedStr)) or _is_english(path, text), (
                    f"{path.name}:{node.lineno}: {ast.unparse(text)}"
                )


def test_the_progress_of_the_first_start_is_in_the_language_and_leaves_no_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with console.manner(language="de"):
        console.preparing(3, 14)
        console.preparing(14, 14)
        console.progress(1, 4)
        console.progress(3, 4)
    written = capsys.readouterr().err
    first, blank, _, second, *rest = written.split("\r")[1:]
    assert (first, second) == (
        "Die Berechnung wird vorbereitet, nur beim ersten Mal: 3 von 14",
        "1 von 4 gewählt",
    )
    assert len(blank) >= len(first)
    assert "".join((blank, *rest)).strip() == ""


_TELLING = {"console.confirm", "console.show", "console.deliver", "console.remark", "confirm_entry"}


def _is_english(path: Path, text: ast.expr) -> bool:
    """Return whether a text is one of the benchmark's table, for developers, or has no words of its own."""
    words = ast.unparse(text)
    return path.name == "program.py" or words.startswith(("f'\\r", "f'({"))

"""Every error message from below the window can be translated, and is translated to German."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QMessageBox
from spoken import Spoken

from kgdesk import actions
from kgdesk.errors import BadTable, KgdeskError, UnknownCandidate
from kgdesk.tables.columns import ColumnChoice
from kgdesk.tables.pools import build_pool
from kgdesk.tables.reading import read_table
from kgdesk.text import either, listed, phrase
from kgdesk.ui.home.program import Program
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.messages import message_box

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

sys.path.insert(0, str(Path(__file__).parents[3] / "resources" / "translations"))
import gather  # a script for developers, in no package
import refusals

GERMAN = {text.source: words for text, words in gather.translations().items() if text.context == "Phrases"}

#: Errors whose text is built elsewhere, each with the reason why it can be translated.
MADE_ELSEWHERE = {
    "model/decisions/runs.py: clash": "a phrase of Groups.clash",
    "store/lock.py: self._in_use_message(writer)": "a phrase of the same class",
    "store/error_messages.py: sentence": "a phrase made just above",
    "actions/outbox.py: session.read_only_reason": "the sentence of the session",
    "store/error_messages.py: verification.problem": "the sentence of a refusal that was caught",
    "tables/archive.py: refused.sentence": "the sentence of a refusal that was caught",
    "tables/pool_findings.py: refusal": "a phrase made just above",
    "tables/pool_findings.py: sentence": "the sentences of refusals that were caught, in phrases",
    "actions/run_matching.py: next(iter(row.doubts.values()))": "the sentence of a refusal that was caught",
    "rehearsal/cluster.py: _version_problem([__version__], version)": "a phrase of the same module",
    "rehearsal/cluster.py: _version_problem(sorted(set(other.values())), __version__, where)": "likewise",
    "actions/opening.py: _lost(store.name, len(events), seen)": "a phrase of the same module",
    "actions/importing.py: sentence": "the sentence of a refusal that was caught, and another one",
    "actions/sample_names.py: _several(place, text, fits)": "a phrase of the same module",
    "actions/sample_names.py: _several(place, row.barcode, [self._coded[code] for code in fits])": "likewise",
    "actions/sample_names.py: sentence": "a phrase made just above",
    "tables/pool_findings.py: refused.sentence": "the sentence of a refusal that was caught",
    "model/advice/batches.py: all_tried(study)": "a phrase of the study",
    "model/advice/advice.py: all_tried(self.study)": "likewise",
    "model/advice/picks.py: self._waits(len(picked))": "a phrase of the same class",
    "model/decisions/plates.py: clash": "a phrase of Groups.clash",
    "model/decisions/plates.py: words": "a phrase made just above",
    "model/study/outcome_words.py: words": "likewise",
    "tables/outcome_column.py: ask_for_flags(table.place(next(iter(filled)), heading), settings.measured)": "a phrase "
    "of the same module",
    "tables/outcome_column.py: ask_for_meaning([(text, *about) for text, about in unknown.items()])": "likewise",
    "actions/results.py: _refusal_of_unknown_texts(plan)": "a phrase of that module",
    "model/decisions/study_state.py: in_sequence(problems)": "phrases, joined",
    "tables/role_questions.py: sentence": "questions of this module, in phrases",
}


@pytest.fixture(autouse=True)
def _in_german(qapp: QApplication) -> Iterator[None]:
    with Spoken("de", qapp):
        yield


@pytest.fixture
def templates() -> list[str]:
    return refusals.refusals_of()[0]


def test_every_refusal_is_written_out_or_a_phrase() -> None:
    templates, unreadable = refusals.refusals_of()
    assert set(unreadable) == set(MADE_ELSEWHERE)
    assert len(templates) > 400


def test_no_refusal_tells_a_person_at_the_window_an_option_of_the_command_line(
    templates: list[str],
) -> None:
    assert [template for template in templates if "--" in template] == []


def test_every_refusal_is_there_in_german_with_the_same_fields(templates: list[str]) -> None:
    assert [template for template in templates if not GERMAN.get(template, "").strip()] == []
    other = [t for t in templates if gather.placeholders(GERMAN[t]) != gather.placeholders(t)]
    assert other == []


def test_a_refusal_is_english_where_it_is_printed_and_german_where_it_is_shown() -> None:
    problem = UnknownCandidate(
        phrase("This study has no candidate “{candidate}”. {hint}", candidate="C {x}", hint=phrase("no word"))
    )
    assert str(problem) == "This study has no candidate “C {x}”. no word"
    assert translate(problem) == "Diese Studie hat keinen Kandidaten „C {x}“. no word"


def test_what_was_filled_in_is_translated_only_where_it_is_a_phrase() -> None:
    assert (
        translate(phrase("{place}, column {title}", place=phrase("line"), title="line"))
        == "Zeile, Spalte line"
    )


def test_a_choice_and_a_list_of_phrases_are_translated_part_by_part() -> None:
    assert either(["A", "B", "C"]) == "A or B or C"
    assert translate(either(["A", "B", "C"])) == "A oder B oder C"
    assert translate(listed([phrase("comma"), phrase("tab")])) == "Komma, Tabulator"


def test_a_phrase_comes_back_from_another_process_as_it_was() -> None:
    problem = BadTable(phrase("{name} is closed.", name=phrase("row")), details="d")
    back = pickle.loads(pickle.dumps(problem))  # noqa: S301 - our own bytes
    assert back.sentence == problem.sentence
    assert (back.sentence.template, back.sentence.values) == ("{name} is closed.", {"name": "row"})


def test_an_option_that_a_person_typed_is_not_taken_for_one_of_ours() -> None:
    assert "(--x)" in translate(
        phrase("There is a project {name} already. Choose another name.", name="P (--x)")
    )


def test_a_message_about_a_table_names_the_place_in_german_and_no_option(
    tmp_path: Path, qtbot: QtBot
) -> None:
    table = tmp_path / "a.csv"
    table.write_text("a,b\n1,x\nmany,y\nx 3,z\n", "utf-8")
    with pytest.raises(BadTable) as refused:
        build_pool(read_table(table), ColumnChoice(attributes=("a",)))
    assert "(--" in str(refused.value)
    box = message_box(refused.value, None)
    qtbot.addWidget(box)
    box.show()
    assert box.text() == (
        "a.csv, Zeile 3, Spalte „a“: „many“ ist Text, keine Zahl. Wenn die Spalte Wörter enthält, nennen Sie sie als "
        "Kategorie oder lassen Sie sie weg."
    )
    assert refused.value.code in box.informativeText()


def test_the_refusal_of_a_study_that_is_not_there_is_german_in_the_message(
    tmp_path: Path, qtbot: QtBot
) -> None:
    with pytest.raises(KgdeskError) as refused:
        actions.open_study(tmp_path / "none.kgstudy", actions.Operator("MK"))
    box = message_box(refused.value, None)
    qtbot.addWidget(box)
    assert box.text() == f"Eine Datei {tmp_path / 'none.kgstudy'} gibt es nicht. Prüfen Sie Namen und Ordner."


def test_the_window_says_in_german_that_a_file_is_no_study(tmp_path: Path, qapp: QApplication) -> None:
    nonsense = tmp_path / "nonsense.kgstudy"
    nonsense.write_text("this is no study", "utf-8")
    program = Program(qapp, "MK")
    assert not program.open(nonsense)
    box = next(w for w in qapp.topLevelWidgets() if w.objectName() == "message" and w.isVisible())
    assert isinstance(box, QMessageBox)
    assert box.text() == (
        "nonsense.kgstudy ist keine Studie von kgdesk. Wählen Sie eine Datei, deren Name auf .kgstudy endet."
    )
    box.close()
    program.close()


def test_the_kinds_of_files_are_named_in_german_inside_a_refusal(tmp_path: Path) -> None:
    session = actions.open_sample(tmp_path, actions.Operator("MK", "bench"))
    with session, pytest.raises(KgdeskError) as refused:
        actions.export(session, tmp_path / "runs.doc")
    assert "does not say what to write by its ending: choose one of .csv (the runs)" in str(refused.value)
    assert translate(refused.value) == (
        "Die Endung von „runs.doc“ sagt nicht, was geschrieben werden soll: "
        "Wählen Sie eine dieser Arten: .csv (die Versuche), "
        ".json (die Versuche, für Programme), .xlsx (Versuche, "
        "Kandidaten, Protokoll und Einstellungen), .zip (die ganze Studie)."
    )

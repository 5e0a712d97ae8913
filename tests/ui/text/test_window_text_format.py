"""Language of reports: that of the window, or the one requested; files for programs have none."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtGui import QFontInfo
from spoken import Spoken

from kgdesk import actions
from kgdesk.actions import audit_trail
from kgdesk.actions.reports import compose, html
from kgdesk.cli import main
from kgdesk.model.advice.picks import advise
from kgdesk.model.advice.stopping_basis import rule_sentence
from kgdesk.model.study.settings import SETTINGS
from kgdesk.reports.page import Heading, Paragraph, ReportTable
from kgdesk.reports.pdf.column_widths import tables_of
from kgdesk.reports.pdf.page_layout import PictureObjects
from kgdesk.reports.pdf.page_layout import document as document_of
from kgdesk.reports.pdf.paper import A4
from kgdesk.reports.study_report import _NAMED_ELSEWHERE
from kgdesk.ui.text.locale_format import local_day
from kgdesk.ui.text.translate import WindowTextFormat, amendment_words, translate

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtGui import QTextDocument
    from PySide6.QtWidgets import QApplication

    from kgdesk.actions import Session
    from kgdesk.reports.page import Page


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with actions.open_sample(tmp_path, actions.Operator("MK", "bench")) as opened:
        yield opened


def kgdesk(*words: str | Path) -> str:
    """Run a command in a separate process, which keeps the language of this one."""
    run = subprocess.run(
        [sys.executable, "-m", "kgdesk", *map(str, words)],
        capture_output=True,
        text=True,
        env=os.environ | {"LANG": "de_DE.UTF-8", "LC_ALL": "de_DE.UTF-8"},
        check=True,
        timeout=120,
    )
    return run.stdout


def words_of(page: Page) -> str:
    """Return the text of a page without its plots."""
    found: list[str] = []
    for block in page.blocks:
        if isinstance(block, Heading | Paragraph):
            found.append(block.text)
        elif isinstance(block, ReportTable):
            found += [*block.head, *(cell for row in block.rows for cell in row)]
    return "\n".join(found)


def test_a_report_in_german_has_german_words_numbers_and_dates(qapp: QApplication, session: Session) -> None:
    with Spoken("de", qapp):
        page = compose(advise(session.study), [], WindowTextFormat())
    text = words_of(page).replace("\u00a0", " ")
    assert page.language == "de"
    assert '<html lang="de">' in html(page)
    assert (
        "Derzeit bester Kandidat, der nie versucht wurde: RX-032 (Plate location: P1-C08). Erfolgsaussicht 56 %"
        in text
    )
    assert "Ein Erfolg würde RX-129 zum besten machen (53 %)" in text
    assert "5. Okt. 2026 10:42" in text
    assert "-1,12654" in text
    assert "\n2026\n" in text  # the seed is an identifier: no thousands separator


def test_no_word_of_a_report_in_german_is_english(qapp: QApplication, session: Session) -> None:
    study = session.study
    actions.correct(session, 1, "success", reason="Result read again")
    actions.record(session, "RX-157", "void", reason="pump")
    actions.finish(session, "planned")
    with Spoken("de", qapp):
        text = words_of(compose(advise(session.study), [], WindowTextFormat()))
    typed = {
        study.settings.success_means,
        study.settings.failure_means,
        "Result read again",
        "planned",
        "pump",
    }
    for words in sorted(typed, key=len, reverse=True):
        text = text.replace(words, "")
    found = re.findall(r"\b(the|and|which|with|candidates?|runs?|study|outcome|of|to|by|in stock)\b", text)
    assert found == []
    assert "Abgeschlossen von MK am" in text
    assert "– Ungültig" in text


def test_a_typed_stopping_rule_is_a_german_sentence_wherever_it_is_named(
    qapp: QApplication, session: Session
) -> None:
    rule = (
        "value 0.1 or (within 7 at 95 and runs 20) or cost 20 worth 2.5 or at-stake 2 or runs 1 or at-stake 1"
    )
    actions.change_settings(session, {"stop": rule}, "agreed")
    condition = (
        "der Wert eines Versuchs liegt unter 0,1 Prozentpunkten oder (der aktuell beste Kandidat ist mit 95 %"
        " Wahrscheinlichkeit höchstens 7 Prozentpunkte vom wahren Besten entfernt und 20 Versuche sind verbraucht)"
        " oder ein Versuch kostet mehr, als er wert ist (20 je Versuch, 2,5 je Prozentpunkt) oder es stehen höchstens"
        " noch 2 Prozentpunkte auf dem Spiel oder 1 Versuch ist verbraucht oder es steht höchstens noch"
        " 1 Prozentpunkt auf dem Spiel"
    )
    study = session.study
    entry = audit_trail.audit(study)[-1]
    with Spoken("de", qapp):
        assert translate(rule_sentence(rule)) == f"Sie können aufhören, sobald gilt: {condition}."
        assert condition in amendment_words(study.amendments[-1])
        assert condition in translate(entry.what)
        text = words_of(compose(advise(study), [], WindowTextFormat()))
    assert text.count(condition) == 2  # in the plan and among its changes
    assert not re.search(r"at-stake|\bwithin\b|\bpoints?\b|value of", text)


def test_every_setting_has_a_name_in_the_report() -> None:
    assert {name for name, setting in SETTINGS.items() if not setting.label} <= _NAMED_ELSEWHERE


def test_a_time_is_in_utc_with_its_year_in_full_and_nonsense_stays_as_it_is(qapp: QApplication) -> None:
    with Spoken("de", qapp):
        speech = WindowTextFormat()
        assert speech.moment("2026-11-21T23:30:00.000000Z") == "21. Nov. 2026 23:30"
        assert local_day("2026-11-21T12:30:00.000000Z") == "21. Nov. 2026"
        assert local_day("yesterday") == "yesterday"
        assert speech.moment("yesterday") == "yesterday"
        assert speech.number(1234567) == "1.234.567"
        assert speech.number(0.25) == "0,25"
        assert speech.percent(0.344) == "34 %"


def test_the_command_line_reports_in_english_unless_german_is_asked_for(tmp_path: Path) -> None:
    with actions.open_sample(tmp_path, actions.Operator("MK", "bench")) as opened:
        study = opened.path
    kgdesk("report", study, tmp_path / "plain.html")
    assert main(["report", str(study), str(tmp_path / "german.html"), "--language", "de"]) == 0
    kgdesk("export", study, tmp_path / "runs.csv")
    plain, german = ((tmp_path / name).read_text("utf-8") for name in ("plain.html", "german.html"))
    assert "Current best candidate, which was never run: RX-032" in plain
    assert "<h3>Best so far</h3>" in plain
    assert "Derzeit bester Kandidat, der nie versucht wurde: RX-032" in german
    assert "<h3>Bisher bester</h3>" in german
    assert "2026-10-05T10:42" in (tmp_path / "runs.csv").read_text("utf-8")


def measured(document: QTextDocument) -> str:
    """Return the face of a document, and the columns, widths and longest words of its tables."""
    told = [QFontInfo(document.defaultFont()).family(), QLocale().name()]
    for table in tables_of(document):
        widths = [round(width.rawValue()) for width in table.format().columnWidthConstraints()]
        cells = [
            table.cellAt(row, column).firstCursorPosition().block().text()
            for row in range(table.rows())
            for column in range(table.columns())
        ]
        words = sorted((word for cell in cells for word in cell.split()), key=len)[-3:]
        told.append(f"{table.columns()} columns, {widths}, {words}")
    return "\n".join(told)


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_table_of_a_printed_report_fits_its_sheet(
    qapp: QApplication, session: Session, language: str
) -> None:
    actions.record(session, "RX-157", "void", reason="the pump stopped after an hour, nothing to be measured")
    with Spoken(language, qapp):
        page = compose(advise(session.study), [], WindowTextFormat())
        document = document_of(page, PictureObjects(page))
    assert document.documentLayout().documentSize().width() <= A4.width() + 1.0, measured(document)
    assert document.idealWidth() <= A4.width() + 1.0, measured(document)

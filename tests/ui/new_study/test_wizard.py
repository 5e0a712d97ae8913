"""The wizard from a table to a study: task T2."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest
import xlsxwriter
from gestures import Hands
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QPushButton
from seldom import seldom
from spoken import Spoken
from tabled import HEADINGS, rows, write

from kgdesk.actions import Operator, importing, open_study
from kgdesk.model.study.settings import Settings
from kgdesk.ui.new_study.plan_page import _named

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from kgdesk.ui.new_study.wizard import NewStudyWizard

    Opener = Callable[..., NewStudyWizard]


def walk(qtbot: QtBot, wizard: NewStudyWizard) -> None:
    """Accept every page unchanged, and create the study."""
    for page in (wizard.candidates, wizard.columns, wizard.plan):
        qtbot.waitUntil(lambda p=page: wizard.page is p and p.complete)
        wizard.next.click()
    qtbot.waitUntil(lambda: wizard.page is wizard.check and wizard.check.complete)
    wizard.finish.click()
    qtbot.waitUntil(lambda: wizard.session is not None)


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


def stops(wizard: NewStudyWizard) -> list[str]:
    from kgdesk.ui.new_study.column_findings import findings

    return [finding.text for finding in findings(wizard.draft) if finding.stops]


def repair(wizard: NewStudyWizard, text: str) -> QPushButton:
    buttons = wizard.columns.findChildren(QPushButton)
    return next(b for b in buttons if b.isVisible() and text in b.text())


def test_a_clean_file_becomes_a_study_with_five_enters_after_its_path(
    qtbot: QtBot, wizard: Opener, clean: Path, space: Path
) -> None:
    one = wizard()
    hands = Hands(one)
    hands.type(str(clean))
    hands.key(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: one.candidates.complete)
    for page in (one.columns, one.plan, one.check):
        hands.key(Qt.Key.Key_Return)
        qtbot.waitUntil(lambda p=page: one.page is p)
    hands.key(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: one.session is not None)
    assert hands.keys == 5
    assert one.session is not None
    study = one.session.study
    assert one.session.path == space / "Coupling screen.kgstudy"
    assert study.settings.title == "Coupling screen"
    assert len(study.pool) == 60
    assert [a.name for a in study.pool.attributes] == list(HEADINGS[1:5])
    assert [a.unit for a in study.pool.attributes] == ["°C", "%", "", ""]
    assert list(study.pool.extras) == ["well"]
    assert study.settings.prior_precision == 1.0
    assert study.events[0].new.actor == "MK"


@pytest.mark.parametrize("pages", range(4))
def test_cancel_at_any_page_leaves_no_file(
    qtbot: QtBot, wizard: Opener, clean: Path, tmp_path: Path, pages: int
) -> None:
    before = files(tmp_path)
    one = wizard(clean)
    for page in (one.candidates, one.columns, one.plan)[:pages]:
        qtbot.waitUntil(lambda p=page: one.page is p and p.complete)
        one.next.click()
    one.cancel.click()
    assert one.session is None
    assert files(tmp_path) == before


def test_semicolons_and_decimal_commas_are_found_and_said(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    body = [[cell.replace(".", ",") for cell in row] for row in rows(40)]
    one = wizard(write(tmp_path / "deutsch.csv", body, delimiter=";"))
    qtbot.waitUntil(lambda: one.candidates.complete)
    table = one.draft.table
    assert table is not None
    assert (table.reading.delimiter, table.reading.decimal) == (";", "comma")
    said = one.candidates._read_as.text()
    assert f"{body[0][1]} is read as {body[0][1].replace(',', '.')}" in said
    walk(qtbot, one)
    assert one.session is not None
    assert one.session.study.pool.values[0][0] == float(body[0][1].replace(",", "."))


def test_a_file_in_an_old_encoding_is_asked_about_and_goes_on_by_one_click(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    source = write(tmp_path / "alt.csv", rows(30), encoding="cp1252")
    one = wizard(source)
    qtbot.waitUntil(lambda: bool(one.candidates.strip.text))
    assert not one.next.isEnabled()
    assert "UTF-8" in one.candidates.strip.text
    choice = next(b for b in one.candidates.strip.buttons if "cp1252" in b.text())
    Hands(one).click(choice)
    qtbot.waitUntil(lambda: one.candidates.complete)
    walk(qtbot, one)
    assert one.session is not None
    assert one.session.study.pool.attributes[0].name == "temperature (°C)"


def test_a_workbook_with_two_sheets_is_asked_about(qtbot: QtBot, wizard: Opener, tmp_path: Path) -> None:
    path = tmp_path / "screen.xlsx"
    with xlsxwriter.Workbook(path) as book:
        for name, count in (("first", 20), ("second", 25)):
            sheet = book.add_worksheet(name)
            sheet.write_row(0, 0, HEADINGS)
            for at, row in enumerate(rows(count), 1):
                sheet.write_row(at, 0, [row[0], *map(float, row[1:5]), row[5]])
    one = wizard(path)
    qtbot.waitUntil(lambda: bool(one.candidates.strip.buttons))
    assert [b.text() for b in one.candidates.strip.buttons][:2] == ["first", "second"]
    one.candidates.strip.buttons[1].click()
    qtbot.waitUntil(lambda: one.candidates.complete)
    walk(qtbot, one)
    assert one.session is not None
    assert len(one.session.study.pool) == 25


def test_missing_cells_stop_until_their_rows_are_left_out(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    body = rows(20)
    body[3][2] = body[7][3] = ""
    one = wizard(write(tmp_path / "gaps.csv", body))
    qtbot.waitUntil(lambda: one.candidates.complete)
    one.next.click()
    assert any("Blank cells" in text for text in stops(one))
    assert not one.next.isEnabled()
    assert one.focusWidget().objectName() == "wizard.findings"  # no repair, which Enter would choose
    Hands(one).key(Qt.Key.Key_Return)
    assert one.page is one.columns
    assert stops(one)
    repair(one, "Leave out").click()
    qtbot.waitUntil(lambda: one.columns.complete)
    walk_from(qtbot, one)
    assert one.session is not None
    assert len(one.session.study.pool) == 18
    assert [row["line"] for row in one.session.study.source["left_out"]] == [5, 9]


def walk_from(qtbot: QtBot, one: NewStudyWizard) -> None:
    """Accept the pages from the second on."""
    for page in (one.columns, one.plan):
        qtbot.waitUntil(lambda p=page: one.page is p and p.complete)
        one.next.click()
    qtbot.waitUntil(lambda: one.check.complete)
    one.finish.click()
    qtbot.waitUntil(lambda: one.session is not None)


def test_missing_cells_may_be_filled_with_the_median(qtbot: QtBot, wizard: Opener, tmp_path: Path) -> None:
    body = rows(20)
    body[3][2] = ""
    one = wizard(write(tmp_path / "gaps.csv", body))
    qtbot.waitUntil(lambda: one.candidates.complete)
    one.next.click()
    repair(one, "median").click()
    qtbot.waitUntil(lambda: one.columns.complete)
    walk_from(qtbot, one)
    assert "filled with the median" in one.check._noticed.toPlainText()
    assert one.session is not None
    assert len(one.session.study.pool) == 20


def test_a_blank_word_may_mean_none_and_repairs_say_what_they_cost(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    lines = ["Code,Additive,x", *(f"C-{n:02d},{('salt', 'acid', '')[n % 3]},{n}" for n in range(1, 16))]
    path = tmp_path / "gaps.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    one = wizard(path)
    qtbot.waitUntil(lambda: one.candidates.complete)
    one.next.click()
    assert any("Blank cells" in text for text in stops(one))
    assert "(5 of 15 rows)" in repair(one, "Leave out").text()
    repair(one, "means “none”").click()
    qtbot.waitUntil(lambda: one.columns.complete)
    walk_from(qtbot, one)
    assert "5 blank cells mean “none”" in one.check._noticed.toPlainText()
    assert one.session is not None
    assert one.session.study.pool.values[0][:3] == ("acid", "none", "salt")


@pytest.mark.parametrize("others", ["refuse", "median"])
def test_blanks_in_several_columns_of_words_mean_none_by_one_click(
    qtbot: QtBot, wizard: Opener, tmp_path: Path, others: str
) -> None:
    words = (("salt", "acid", ""), ("", "DMF", "water"), ("x", "", "y"))
    cells = [",".join(word[n % 3] for word in words) for n in range(15)]
    path = tmp_path / "gaps.csv"
    lines = ["Code,Additive,Solvent,Base,x", *(f"C-{n:02d},{cell},{n or ''}" for n, cell in enumerate(cells))]
    path.write_text("\n".join(lines), encoding="utf-8")
    one = wizard(path)
    qtbot.waitUntil(lambda: one.candidates.complete)
    one.next.click()
    if others == "median":
        repair(one, "median").click()
    repair(one, "“none” in all 3 columns").click()
    assert one.draft.blank_none == ("Additive", "Solvent", "Base")
    if others == "refuse":
        repair(one, "median").click()
    qtbot.waitUntil(lambda: one.columns.complete)
    walk_from(qtbot, one)
    assert one.session is not None
    first = [column[0] for column in one.session.study.pool.values]
    assert first == ["salt", "none", "x", 7.5]


def test_duplicate_codes_name_their_lines_and_rows_can_be_numbered_instead(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    body = rows(20)
    body[9][0] = body[4][0]
    one = wizard(write(tmp_path / "double.csv", body))
    qtbot.waitUntil(lambda: one.candidates.complete)
    one.next.click()
    at = [c.info.name for c in one.draft.columns].index("code")
    one.columns.roles.columns.setData(one.columns.roles.columns.index(at, 1), "code")
    assert any("lines 6, 11" in text for text in stops(one))
    repair(one, "Number the rows").click()
    qtbot.waitUntil(lambda: one.columns.complete)
    walk_from(qtbot, one)
    assert one.session is not None
    assert one.session.study.pool.ids[:3] == ("1", "2", "3")
    assert one.session.study.pool.extras["code"][9] == body[4][0]


@pytest.mark.parametrize("count", [3_000, *seldom(100_000)])
def test_many_rows_are_read_once_beside_the_window_and_previewed_before_they_are_described(
    qtbot: QtBot, wizard: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    source = write(tmp_path / "large.csv", rows(count))
    previewed = threading.Event()
    calls: list[tuple[str, threading.Thread]] = []
    read, describe = importing.read_table, importing.describe

    def read_and_tell(*words: Any, **options: Any) -> importing.RawTable:
        calls.append(("read", threading.current_thread()))
        return read(*words, **options)

    def describe_later(table: importing.RawTable) -> tuple[importing.ColumnInfo, ...]:
        calls.append(("describe", threading.current_thread()))
        assert previewed.wait(60), "the preview waits for the description of the columns"
        return describe(table)

    monkeypatch.setattr(importing, "read_table", read_and_tell)
    monkeypatch.setattr(importing, "describe", describe_later)
    one = wizard()
    one.candidates.open(str(source))
    assert one.candidates.preview.rows.rowCount() == 0  # nothing was read before the event loop ran
    qtbot.waitUntil(lambda: one.candidates.preview.rows.rowCount() == 200)
    assert not one.candidates.complete
    previewed.set()
    qtbot.waitUntil(lambda: one.candidates.complete)
    assert f"{count:,} rows" in one.candidates._read_as.text()
    assert [name for name, _ in calls] == ["read", "describe"]
    assert threading.main_thread() not in {thread for _, thread in calls}


def test_a_table_that_can_be_read_in_two_ways_keeps_next_off_until_the_person_chooses(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    body = [["a", "1.234"], ["b", "5.678"]]
    one = wizard(write(tmp_path / "which.csv", body, ("code", "amount"), delimiter=";"))
    qtbot.waitUntil(lambda: bool(one.candidates.strip.buttons))
    assert not one.next.isEnabled()
    next(b for b in one.candidates.strip.buttons if "Point" in b.text()).click()
    qtbot.waitUntil(lambda: one.candidates.complete)
    assert one.next.isEnabled()
    assert not one.candidates.strip.text


def test_the_headings_below_a_title_are_offered_and_read_by_one_click(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    path = tmp_path / "titled.csv"
    path.write_text("Screen;;\n;;\ncode;temp;time\nA;20,5;3\nB;21,5;2\n", encoding="utf-8")
    one = wizard(path)
    qtbot.waitUntil(lambda: bool(one.candidates.strip.buttons))
    assert not one.next.isEnabled()
    next(b for b in one.candidates.strip.buttons if "In line 3" in b.text()).click()
    qtbot.waitUntil(lambda: one.candidates.complete)
    assert one.candidates.draft.table is not None
    assert one.candidates.draft.table.header == ("code", "temp", "time")
    headings = one.candidates.options.findChild(QComboBox, "wizard.headings")
    assert headings.isVisibleTo(one)
    assert headings.currentText() == "In line 3"


def test_a_refused_table_shows_its_sentence_with_the_line(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    path = tmp_path / "ragged.csv"
    path.write_text("code,a\nx,1\ny,2,3\n", encoding="utf-8")
    one = wizard(path)
    qtbot.waitUntil(lambda: bool(one.candidates.strip.text))
    assert "ragged.csv, line 3" in one.candidates.strip.text
    assert not one.next.isEnabled()


def test_enter_reads_another_file_when_the_path_was_changed(
    qtbot: QtBot, wizard: Opener, clean: Path, tmp_path: Path
) -> None:
    other = write(tmp_path / "other.csv", rows(12))
    one = wizard(clean)
    qtbot.waitUntil(lambda: one.candidates.complete)
    one.candidates.path.setFocus()
    one.candidates.path.setText(str(other))
    Hands(one).key(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: one.candidates.complete)
    assert one.page is one.candidates
    assert one.draft.table is not None
    assert len(one.draft.table.rows) == 12


def test_a_table_can_be_pasted(qtbot: QtBot, wizard: Opener) -> None:
    text = "\n".join("\t".join(row) for row in [list(HEADINGS), *rows(15)])
    QGuiApplication.clipboard().setText(text)
    one = wizard()
    one.candidates.paste()
    qtbot.waitUntil(lambda: one.candidates.complete)
    walk(qtbot, one)
    assert one.session is not None
    assert len(one.session.study.pool) == 15
    assert one.session.path.name == "New study.kgstudy"


def test_past_outcomes_become_imported_runs(qtbot: QtBot, wizard: Opener, tmp_path: Path) -> None:
    body = [[*row, word] for row, word in zip(rows(6), ["yes", "no", "", "no", "", ""], strict=True)]
    one = wizard(write(tmp_path / "past.csv", body, (*HEADINGS, "result")))
    walk(qtbot, one)
    assert one.session is not None
    study = one.session.study
    assert [run.outcome for run in study.runs] == ["success", "failure", "failure"]
    assert study.done == 0


def test_unknown_outcome_words_stop_until_each_has_a_meaning(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    words = ["crystal", "clear", "", "clear", "lost", "crystal"]
    body = [[*row, word] for row, word in zip(rows(6), words, strict=True)]
    one = wizard(write(tmp_path / "past.csv", body, (*HEADINGS, "seen")))
    qtbot.waitUntil(lambda: one.candidates.complete)
    one.next.click()
    one.columns.roles.columns.setData(one.columns.roles.columns.index(6, 1), "outcome")
    assert any("“crystal”" in text for text in stops(one))
    for word, meaning in (("crystal", "success"), ("clear", "failure"), ("lost", "none")):
        one.columns.set_meaning(word, meaning)
    walk_from(qtbot, one)
    assert one.session is not None
    assert [run.outcome for run in one.session.study.runs] == ["success", "failure", "failure", "success"]


def test_what_is_known_becomes_a_prior_and_not_sure_stays_neutral(
    qtbot: QtBot, wizard: Opener, clean: Path
) -> None:
    one = wizard(clean)
    for page in (one.candidates, one.columns):
        qtbot.waitUntil(lambda p=page: one.page is p and p.complete)
        one.next.click()
    one.plan.unsure.setChecked(False)
    one.plan.rate.setValue(5)
    qtbot.waitUntil(lambda: one.plan.complete)
    assert one.draft.settings.prior_intercept < -2
    assert "expected to succeed between" in one.plan._implied.text()
    one.plan.unsure.setChecked(True)
    assert (one.draft.settings.prior_precision, one.draft.settings.prior_intercept) == (1.0, 0.0)
    one.plan.unsure.setChecked(False)
    walk_on = one.next
    walk_on.click()
    qtbot.waitUntil(lambda: one.page is one.check)
    one.finish.click()
    qtbot.waitUntil(lambda: one.session is not None)
    assert one.session is not None
    assert one.session.study.settings.prior_intercept < -2


def test_two_outcomes_of_one_name_keep_next_off(qtbot: QtBot, wizard: Opener, clean: Path) -> None:
    one = wizard(clean)
    for page in (one.candidates, one.columns):
        qtbot.waitUntil(lambda p=page: one.page is p and p.complete)
        one.next.click()
    one.plan._texts["failure_name"].setText("success")
    assert not one.next.isEnabled()
    assert "two different names" in one.plan.strip.text
    one.plan._texts["failure_name"].setText("Nothing")
    assert one.next.isEnabled()


def test_a_name_that_is_taken_is_said_and_nothing_is_lost(
    qtbot: QtBot, wizard: Opener, clean: Path, space: Path
) -> None:
    space.mkdir()
    (space / "Coupling screen.kgstudy").write_text("mine", encoding="utf-8")
    one = wizard(clean)
    for page in (one.candidates, one.columns, one.plan):
        qtbot.waitUntil(lambda p=page: one.page is p and p.complete)
        one.next.click()
    one.finish.click()
    qtbot.waitUntil(lambda: bool(one.check.strip.text))
    assert "already there" in one.check.strip.text
    assert one.session is None
    assert (space / "Coupling screen.kgstudy").read_text(encoding="utf-8") == "mine"
    one.check.name.setText("Coupling screen 2")
    one.finish.click()
    qtbot.waitUntil(lambda: one.session is not None)


def test_nobody_named_yet_is_asked_for_before_create(qtbot: QtBot, wizard: Opener, clean: Path) -> None:
    one = wizard(clean, operator="")
    for page in (one.candidates, one.columns, one.plan):
        qtbot.waitUntil(lambda p=page: one.page is p and p.complete)
        one.next.click()
    assert not one.finish.isEnabled()
    assert one.focusWidget() is one.check.operator
    one.check.operator.setText("AB")
    one.finish.click()
    qtbot.waitUntil(lambda: one.session is not None)
    assert one.session is not None
    assert one.session.study.events[0].new.actor == "AB"


def test_more_columns_than_planned_runs_is_said(qtbot: QtBot, wizard: Opener, tmp_path: Path) -> None:
    headings = ("code", *(f"x{i}" for i in range(35)))
    rng = __import__("random").Random(5)
    body = [[f"c{i}", *(f"{rng.random():.3f}" for _ in range(35))] for i in range(50)]
    one = wizard(write(tmp_path / "wide.csv", body, headings))
    qtbot.waitUntil(lambda: one.candidates.complete)
    one.next.click()
    qtbot.waitUntil(lambda: one.columns.complete)
    from kgdesk.ui.new_study.columns_page import later_findings

    assert any("35 columns" in finding.text for finding in later_findings(one.draft))
    assert one.next.isEnabled()


def test_the_study_on_disk_is_what_the_wizard_showed(qtbot: QtBot, wizard: Opener, clean: Path) -> None:
    one = wizard(clean)
    walk(qtbot, one)
    assert one.session is not None
    path, head = one.session.path, one.session.study.head
    one.session.close()
    with open_study(path, Operator("MK"), read_only=True) as again:
        assert again.study.head == head


def test_every_part_that_takes_the_keyboard_has_a_name(qtbot: QtBot, wizard: Opener, clean: Path) -> None:
    one = wizard(clean)
    from PySide6.QtWidgets import QAbstractButton, QWidget

    for page in (one.candidates, one.columns, one.plan, one.check):
        qtbot.waitUntil(lambda p=page: one.page is p and p.complete)
        for part in one.findChildren(QWidget):
            takes = part.focusPolicy() & Qt.FocusPolicy.TabFocus
            if takes and part.isVisible() and not part.objectName().startswith("qt_"):
                named = part.accessibleName() or (isinstance(part, QAbstractButton) and part.text())
                assert named, (type(part).__name__, part.objectName())
        if page is not one.check:
            one.next.click()


def test_the_wizard_proposes_to_stop_by_what_is_at_stake(qtbot: QtBot, wizard: Opener, clean: Path) -> None:
    one = wizard(clean)
    more = one.plan.more
    assert "Proposed: at-stake 1" in more._stop_words.text()
    Hands(one).click(more.propose) if more.propose.isVisible() else more.propose.click()
    assert more.stop.text() == "at-stake 1"
    assert more.propose.isHidden()
    assert (
        more._stop_words.text() == "Taking the present best then loses at most 1 percentage point on average."
    )
    more.stop.setText("at-stake 0.5")
    assert (
        more._stop_words.text()
        == "Taking the present best then loses at most 0.5 percentage points on average."
    )
    more.stop.setText("value 0.1")
    assert more._stop_words.text().endswith("This looks one run ahead only.")
    more.stop.setText("at-stake 1")
    qtbot.waitUntil(lambda: one.candidates.complete)
    walk(qtbot, one)
    assert one.session is not None
    assert one.session.study.settings.stop == "at-stake 1"


def test_in_german_the_proposed_names_of_outcomes_and_the_number_read_are_german(
    qtbot: QtBot, qapp: QApplication, wizard: Opener, tmp_path: Path
) -> None:
    body = [[cell.replace(".", ",") for cell in row] for row in rows(40)]
    path = write(tmp_path / "deutsch.csv", body, delimiter=";")
    with Spoken("de", qapp):
        one = wizard(path)
        qtbot.waitUntil(lambda: one.candidates.complete)
        assert f"{body[0][1]} wird als {body[0][1]} gelesen" in one.candidates._read_as.text()
        walk(qtbot, one)
        assert one.session is not None
        settings = one.session.study.settings
    assert (settings.success_name, settings.failure_name) == ("Erfolg", "Fehlschlag")


def test_names_of_outcomes_that_a_draft_has_are_kept_in_every_language(qapp: QApplication) -> None:
    with Spoken("de", qapp):
        assert _named("Crystals", Settings.success_name, "Erfolg") == "Crystals"
        assert _named("Success", Settings.success_name, "Erfolg") == "Erfolg"

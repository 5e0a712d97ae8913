"""The wizard from a table to a study: task T2."""

from __future__ import annotations

import random
import threading
from typing import TYPE_CHECKING, Any

import pytest
import xlsxwriter
from gestures import Hands
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QComboBox, QToolButton, QWidget
from seldom import seldom
from spoken import Spoken
from tabled import HEADINGS, choose_use, choose_way, found, ready, rows, walk, write

from kgdesk.actions import Operator, importing, open_study
from kgdesk.actions.importing import Role
from kgdesk.model.study.settings import Settings
from kgdesk.ui.new_study.advanced import _word_of_study
from kgdesk.ui.new_study.left_out import LeftOutDialog

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from kgdesk.ui.new_study.wizard import NewStudyWizard

    Opener = Callable[..., NewStudyWizard]


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


def test_a_clean_file_becomes_a_study_with_three_enters_after_its_path(
    qtbot: QtBot, wizard: Opener, clean: Path, space: Path
) -> None:
    one = wizard()
    hands = Hands(one)
    hands.type(str(clean))
    hands.key(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: one.table.complete and one.focusWidget() is one.next)
    hands.key(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: one.page is one.plan and one.focusWidget() is one.finish)
    hands.key(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: one.session is not None)
    assert hands.keys == 3
    assert one.session is not None
    study = one.session.study
    assert one.session.path == space / "Coupling screen.kgstudy"
    assert study.settings.title == "Coupling screen"
    assert len(study.pool) == 60
    assert [a.name for a in study.pool.attributes] == list(HEADINGS[1:5])
    assert [a.unit for a in study.pool.attributes] == ["°C", "%", "", ""]
    assert list(study.pool.extras) == ["well"]
    assert study.settings.prior_precision == 1.0
    assert study.settings.repeats == "yes"
    assert study.events[0].new.actor == "MK"


@pytest.mark.parametrize("pages", range(2))
def test_cancel_at_any_page_leaves_no_file(
    qtbot: QtBot, wizard: Opener, clean: Path, tmp_path: Path, pages: int
) -> None:
    before = files(tmp_path)
    one = wizard(clean)
    if pages:
        qtbot.waitUntil(lambda: one.table.complete)
        one.next.click()
    one.cancel.click()
    assert one.session is None
    assert files(tmp_path) == before


def test_semicolons_and_decimal_commas_are_found_and_said(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    body = [[cell.replace(".", ",") for cell in row] for row in rows(40)]
    one = wizard(write(tmp_path / "deutsch.csv", body, delimiter=";"))
    qtbot.waitUntil(lambda: one.table.complete)
    table = one.draft.table
    assert table is not None
    assert (table.reading.delimiter, table.reading.decimal) == (";", "comma")
    texts = [one.findChild(QComboBox, f"wizard.{name}").currentText() for name in ("delimiter", "decimal")]
    assert texts == ["Semicolon ;", "Decimal comma"]
    walk(qtbot, one)
    assert one.session is not None
    assert one.session.study.pool.values[0][0] == float(body[0][1].replace(",", "."))


def test_a_file_in_an_old_encoding_is_asked_about_and_goes_on_by_one_click(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    source = write(tmp_path / "alt.csv", rows(30), encoding="cp1252")
    one = wizard(source)
    qtbot.waitUntil(lambda: bool(one.table.strip.text))
    assert not one.next.isEnabled()
    assert "UTF-8" in one.table.strip.text
    choice = next(b for b in one.table.strip.buttons if "cp1252" in b.text())
    Hands(one).click(choice)
    qtbot.waitUntil(lambda: one.table.complete)
    walk(qtbot, one)
    assert one.session is not None
    assert one.session.study.pool.attributes[0].name == "temperature (°C)"


def test_the_sheet_with_the_table_is_proposed_and_another_can_be_chosen(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    path = tmp_path / "screen.xlsx"
    with xlsxwriter.Workbook(path) as book:
        for name, count in (("first", 20), ("second", 25)):
            sheet = book.add_worksheet(name)
            sheet.write_row(0, 0, HEADINGS)
            for at, row in enumerate(rows(count), 1):
                sheet.write_row(at, 0, [row[0], *map(float, row[1:5]), row[5]])
    one = wizard(path)
    qtbot.waitUntil(lambda: one.table.complete)
    sheets = one.findChild(QComboBox, "wizard.sheet")
    assert [sheets.itemData(at) for at in range(sheets.count())] == ["first", "second"]
    assert sheets.currentText() == "Sheet second"
    assert len(one.draft.table.rows) == 25
    sheets.setCurrentIndex(0)
    sheets.activated.emit(0)
    qtbot.waitUntil(lambda: one.table.complete and len(one.draft.table.rows) == 20)
    assert sheets.currentText() == "Sheet first"
    walk(qtbot, one)
    assert one.session is not None
    assert len(one.session.study.pool) == 20


def test_nothing_left_out_can_be_shown_before_a_table_is_read(wizard: Opener) -> None:
    assert wizard().table.show_left.isHidden()


def test_rows_with_blank_cells_are_left_out_unless_the_person_chooses_otherwise(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    body = rows(20)
    body[3][2] = body[7][3] = ""
    one = wizard(write(tmp_path / "gaps.csv", body))
    qtbot.waitUntil(lambda: one.table.complete)
    assert found(one, "ratio (%)") == ["✓ 1 blank cell"]
    assert "18 candidates" in one.table.left.text()
    assert "2 of 20 rows are left out" in one.table.left.text()
    choose_way(one, "ratio (%)", "median")
    qtbot.waitUntil(lambda: one.table.complete)
    assert "1 of 20 rows are left out" in one.table.left.text()
    choose_way(one, "ratio (%)", "leave_out")
    qtbot.waitUntil(lambda: one.table.complete)
    Hands(one).click(one.table.show_left)
    dialog = one.findChild(LeftOutDialog)
    qtbot.waitUntil(dialog.isVisible)
    assert "Line 5 (C-000003): Column “ratio (%)” is blank." in dialog.text.toPlainText()
    dialog.accept()
    walk(qtbot, one)
    assert one.session is not None
    assert len(one.session.study.pool) == 18
    assert [row["line"] for row in one.session.study.source["left_out"]] == [5, 9]


def test_blanks_in_many_rows_are_asked_about_and_only_they_are_marked(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    body = rows(20)
    for row in body[:8]:
        row[2] = ""
    one = wizard(write(tmp_path / "gaps.csv", body))
    qtbot.waitUntil(lambda: ready(one))
    assert one.missing.text() == "One answer is missing: 8 blank cells in ratio (%)"
    assert not one.next.isEnabled()
    assert [row.heading for row in one.table.columns.rows.values() if row.is_asked] == ["ratio (%)"]
    assert one.focusWidget().objectName() == "wizard.remedy.ratio (%).0"
    Hands(one).key(Qt.Key.Key_Return)
    assert one.page is one.table
    choose_way(one, "ratio (%)", "median")
    walk(qtbot, one)
    assert one.session is not None
    assert len(one.session.study.pool) == 20


def test_blank_words_may_mean_none_in_each_column(qtbot: QtBot, wizard: Opener, tmp_path: Path) -> None:
    words = (("salt", "acid", ""), ("", "DMF", "water"), ("x", "", "y"))
    cells = [",".join(word[n % 3] for word in words) for n in range(15)]
    path = tmp_path / "gaps.csv"
    lines = ["Code,Additive,Solvent,Base,x", *(f"C-{n:02d},{cell},{n or ''}" for n, cell in enumerate(cells))]
    path.write_text("\n".join(lines), encoding="utf-8")
    one = wizard(path)
    qtbot.waitUntil(lambda: ready(one))
    for heading, way in (("Additive", "none"), ("Solvent", "none"), ("Base", "none"), ("x", "median")):
        choose_way(one, heading, way)
        qtbot.waitUntil(lambda: ready(one))
    walk(qtbot, one)
    assert one.session is not None
    first = [column[0] for column in one.session.study.pool.values]
    assert first == ["salt", "none", "x", 7.5]


def test_codes_that_repeat_get_their_own_unless_the_person_chooses_otherwise(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    body = rows(20)
    body[9][0] = body[4][0]
    one = wizard(write(tmp_path / "double.csv", body))
    qtbot.waitUntil(lambda: one.table.complete)
    if not one.draft.columns_with(Role.CODE):
        choose_use(one, "code", "code")
    qtbot.waitUntil(lambda: one.table.complete)
    assert found(one, "code") == [f"✓ “{body[4][0]}”: 1 row repeats a code with other values"]
    assert one.draft.built.reading.pool.ids[9] == f"{body[4][0]}-2"
    choose_way(one, "code", "first")
    qtbot.waitUntil(lambda: one.table.complete)
    assert len(one.draft.built.reading.pool) == 19
    choose_way(one, "code", "number")
    qtbot.waitUntil(lambda: one.table.complete)
    walk(qtbot, one)
    assert one.session is not None
    assert one.session.study.pool.ids[:3] == ("1", "2", "3")
    assert one.session.study.pool.extras["code"][9] == body[4][0]


@pytest.mark.parametrize("count", [3_000, *seldom(100_000)])
def test_many_rows_are_read_once_and_beside_the_window(
    qtbot: QtBot, wizard: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    source = write(tmp_path / "large.csv", rows(count))
    calls: list[tuple[str, threading.Thread]] = []
    read, build = importing.read_table, importing.build_pool

    def read_and_tell(*words: Any, **options: Any) -> importing.RawTable:
        calls.append(("read", threading.current_thread()))
        return read(*words, **options)

    def build_and_tell(*words: Any) -> importing.PoolReading:
        calls.append(("build", threading.current_thread()))
        return build(*words)

    monkeypatch.setattr(importing, "read_table", read_and_tell)
    monkeypatch.setattr(importing, "build_pool", build_and_tell)
    one = wizard()
    one.table.start.open(str(source))
    assert one.draft.table is None  # nothing was read before the event loop ran
    qtbot.waitUntil(lambda: one.table.complete)
    assert f"{count:,} candidates" in one.table.left.text()
    assert [name for name, _ in calls] == ["read", "build"]
    assert threading.main_thread() not in {thread for _, thread in calls}


def test_a_table_that_can_be_read_in_two_ways_keeps_next_off_until_the_person_chooses(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    body = [["a", "1.234"], ["b", "5.678"]]
    one = wizard(write(tmp_path / "which.csv", body, ("code", "amount"), delimiter=";"))
    qtbot.waitUntil(lambda: bool(one.table.strip.buttons))
    assert not one.next.isEnabled()
    next(b for b in one.table.strip.buttons if "point" in b.text()).click()
    qtbot.waitUntil(lambda: one.table.complete)
    assert one.next.isEnabled()
    assert not one.table.strip.text


def test_the_headings_below_a_title_are_proposed_and_can_be_chosen(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    path = tmp_path / "titled.csv"
    path.write_text("Screen;;\n;;\ncode;temp;time\nA;20,5;3\nB;21,5;2\nC;22,5;2\n", encoding="utf-8")
    one = wizard(path)
    qtbot.waitUntil(lambda: one.table.complete)
    assert one.draft.table is not None
    assert one.draft.table.header == ("code", "temp", "time")
    headings = one.findChild(QComboBox, "wizard.headings")
    assert headings.currentText() == "Headings in line 3"
    for line, is_read in ((4, False), (3, True)):
        at = headings.findData(line)
        headings.setCurrentIndex(at)
        headings.activated.emit(at)
        qtbot.waitUntil(lambda: not one.table.busy)
        assert one.table.complete == is_read
        assert bool(one.table.strip.text) != is_read


def test_a_refused_table_shows_its_sentence_with_the_line(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    path = tmp_path / "ragged.csv"
    path.write_text("code,a\nx,1\ny,2,3\n", encoding="utf-8")
    one = wizard(path)
    qtbot.waitUntil(lambda: bool(one.table.strip.text))
    assert "ragged.csv, line 3" in one.table.strip.text
    assert not one.next.isEnabled()


def test_another_file_can_be_named_after_the_first(
    qtbot: QtBot, wizard: Opener, clean: Path, tmp_path: Path
) -> None:
    other = write(tmp_path / "other.csv", rows(12))
    one = wizard(clean)
    qtbot.waitUntil(lambda: one.table.complete)
    hands = Hands(one)
    hands.click(one.table.other)
    assert not one.next.isEnabled()
    hands.click(one.table.start.keep)
    assert one.focusWidget() is one.next
    hands.click(one.table.other)
    assert one.focusWidget() is one.table.start.path
    hands.type(str(other))
    hands.key(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: one.table.complete and len(one.draft.table.rows) == 12)
    assert one.page is one.table


def test_a_table_can_be_pasted(qtbot: QtBot, wizard: Opener) -> None:
    text = "\n".join("\t".join(row) for row in [list(HEADINGS), *rows(15)])
    QGuiApplication.clipboard().setText(text)
    one = wizard()
    one.table.start.paste()
    qtbot.waitUntil(lambda: one.table.complete)
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


def test_successes_and_runs_in_two_columns_are_counts(qtbot: QtBot, wizard: Opener, tmp_path: Path) -> None:
    counts = [("2", "3"), ("0", "2"), ("", "4"), ("1", "1"), ("", ""), ("", "")]
    body = [[*row, *pair] for row, pair in zip(rows(6), counts, strict=True)]
    one = wizard(write(tmp_path / "lots.csv", body, (*HEADINGS, "germinated", "sown")))
    qtbot.waitUntil(lambda: ready(one))
    choose_use(one, "germinated", "outcome")
    qtbot.waitUntil(lambda: ready(one))
    choose_use(one, "sown", "out of")
    walk(qtbot, one)
    assert one.session is not None
    told = [run.outcome for run in one.session.study.runs]
    assert (told.count("success"), told.count("failure")) == (3, 3)


def test_each_unknown_outcome_word_gets_its_meaning_by_one_click(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    words = ["crystal", "clear", "", "clear", "lost", "crystal"]
    body = [[*row, word] for row, word in zip(rows(6), words, strict=True)]
    one = wizard(write(tmp_path / "past.csv", body, (*HEADINGS, "seen")))
    qtbot.waitUntil(lambda: ready(one))
    choose_use(one, "seen", "outcome")
    qtbot.waitUntil(lambda: ready(one))
    assert found(one, "seen") == ["⚠ What do “crystal”, “clear”, “lost” mean?"]
    assert not one.next.isEnabled()
    for word, meaning in (("crystal", "success"), ("clear", "failure"), ("lost", "none")):
        Hands(one).click(one.findChild(QToolButton, f"wizard.words.{word}.{meaning}"))
    walk(qtbot, one)
    assert one.session is not None
    assert [run.outcome for run in one.session.study.runs] == ["success", "failure", "failure", "success"]


def test_what_is_known_becomes_a_prior_and_not_sure_stays_neutral(
    qtbot: QtBot, wizard: Opener, clean: Path
) -> None:
    one = wizard(clean)
    qtbot.waitUntil(lambda: one.table.complete)
    one.next.click()
    one.plan.more.unsure.setChecked(False)
    one.plan.more.rate.setValue(5)
    qtbot.waitUntil(lambda: one.plan.complete)
    assert one.draft.settings.prior_intercept < -2
    assert "expected to succeed between" in one.plan.more.implied.text()
    one.plan.more.unsure.setChecked(True)
    assert (one.draft.settings.prior_precision, one.draft.settings.prior_intercept) == (1.0, 0.0)
    one.plan.more.unsure.setChecked(False)
    qtbot.waitUntil(lambda: one.plan.complete)
    one.finish.click()
    qtbot.waitUntil(lambda: one.session is not None)
    assert one.session is not None
    assert one.session.study.settings.prior_intercept < -2


def test_two_outcomes_of_one_name_keep_create_off(qtbot: QtBot, wizard: Opener, clean: Path) -> None:
    one = wizard(clean)
    qtbot.waitUntil(lambda: one.table.complete)
    one.next.click()
    one.plan.more.failure_name.setText("success")
    assert not one.finish.isEnabled()
    assert "two different names" in one.plan.strip.text
    one.plan.more.failure_name.setText("Nothing")
    assert one.finish.isEnabled()


def test_a_free_name_is_proposed_and_one_that_is_taken_is_said_and_nothing_is_lost(
    qtbot: QtBot, wizard: Opener, clean: Path, space: Path
) -> None:
    space.mkdir()
    (space / "Coupling screen.kgstudy").write_text("mine", encoding="utf-8")
    one = wizard(clean)
    qtbot.waitUntil(lambda: one.table.complete)
    one.next.click()
    assert one.plan.place.name.text() == "Coupling screen 2"
    one.plan.place.name.setText("Coupling screen")
    one.finish.click()
    qtbot.waitUntil(lambda: bool(one.plan.strip.text))
    assert "already there" in one.plan.strip.text
    assert one.session is None
    assert (space / "Coupling screen.kgstudy").read_text(encoding="utf-8") == "mine"
    one.plan.place.name.setText("Coupling screen 2")
    one.finish.click()
    qtbot.waitUntil(lambda: one.session is not None)


def test_the_study_goes_into_the_chosen_project(
    qtbot: QtBot, wizard: Opener, clean: Path, space: Path
) -> None:
    (space / "Crystals").mkdir(parents=True)
    one = wizard(clean)
    qtbot.waitUntil(lambda: one.table.complete)
    one.next.click()
    folders = one.plan.place.folder
    qtbot.waitUntil(lambda: folders.findData(str(space / "Crystals")) >= 0)
    folders.choose(str(space / "Crystals"))
    folders.activated.emit(folders.currentIndex())
    assert folders.currentText() == "in Crystals"
    walk(qtbot, one)
    assert one.session is not None
    assert one.session.path == space / "Crystals" / "Coupling screen.kgstudy"


def test_nobody_named_yet_is_asked_for_before_create(qtbot: QtBot, wizard: Opener, clean: Path) -> None:
    one = wizard(clean, operator="")
    qtbot.waitUntil(lambda: one.table.complete)
    one.next.click()
    qtbot.waitUntil(lambda: one.page is one.plan and not one.plan.busy)
    assert not one.finish.isEnabled()
    assert one.missing.text() == "Your name or initials are missing"
    assert one.focusWidget() is one.plan.operator
    one.plan.operator.setText("AB")
    one.finish.click()
    qtbot.waitUntil(lambda: one.session is not None)
    assert one.session is not None
    assert one.session.study.events[0].new.actor == "AB"


def test_more_columns_than_planned_runs_is_said_beside_the_number_of_runs(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    headings = ("code", *(f"x{i}" for i in range(35)))
    rng = random.Random(5)
    body = [[f"c{i}", *(f"{rng.random():.3f}" for _ in range(35))] for i in range(50)]
    one = wizard(write(tmp_path / "wide.csv", body, headings))
    qtbot.waitUntil(lambda: one.table.complete)
    one.next.click()
    assert "35 columns" in one.plan.few.text()
    assert one.plan.few.isVisible()
    one.plan.budget.setValue(40)
    assert not one.plan.few.isVisible()


def test_the_number_of_runs_at_once_is_stated_with_the_plan(
    qtbot: QtBot, wizard: Opener, clean: Path
) -> None:
    one = wizard(clean)
    qtbot.waitUntil(lambda: one.table.complete)
    one.next.click()
    one.plan.at_once.setValue(6)
    qtbot.waitUntil(lambda: one.plan.complete)
    one.finish.click()
    qtbot.waitUntil(lambda: one.session is not None)
    assert one.session is not None
    assert one.session.study.settings.at_once == 6


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
    qtbot.waitUntil(lambda: one.table.complete)
    for page in (one.table, one.plan):
        qtbot.waitUntil(lambda p=page: one.page is p and p.complete)
        for part in one.findChildren(QWidget):
            takes = part.focusPolicy() & Qt.FocusPolicy.TabFocus
            if takes and part.isVisible() and not part.objectName().startswith("qt_"):
                named = part.accessibleName() or (isinstance(part, QAbstractButton) and part.text())
                assert named, (type(part).__name__, part.objectName())
        if page is one.table:
            one.next.click()
            one.plan.more.toggle.setChecked(True)


def test_past_outcomes_are_said_not_to_count_among_the_planned_runs(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    body = [[*row, word] for row, word in zip(rows(6), ["yes", "no", "", "no", "", ""], strict=True)]
    one = wizard(write(tmp_path / "past.csv", body, (*HEADINGS, "result")))
    qtbot.waitUntil(lambda: one.table.complete)
    one.next.click()
    assert one.plan.counted.text() == "Voids and the 3 outcomes of the table do not count."


def test_in_german_the_proposed_names_of_outcomes_are_german(
    qtbot: QtBot, qapp: QApplication, wizard: Opener, tmp_path: Path
) -> None:
    body = [[cell.replace(".", ",") for cell in row] for row in rows(40)]
    path = write(tmp_path / "deutsch.csv", body, delimiter=";")
    with Spoken("de", qapp):
        one = wizard(path)
        walk(qtbot, one)
        assert one.session is not None
        settings = one.session.study.settings
    assert (settings.success_name, settings.failure_name) == ("Erfolg", "Fehlschlag")


def test_names_of_outcomes_that_a_draft_has_are_kept_in_every_language(qapp: QApplication) -> None:
    with Spoken("de", qapp):
        assert _word_of_study("Crystals", Settings.success_name, "Erfolg") == "Crystals"
        assert _word_of_study("Success", Settings.success_name, "Erfolg") == "Erfolg"

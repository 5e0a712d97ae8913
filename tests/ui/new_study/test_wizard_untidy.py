"""Untidy tables in the wizard: asked once, with the rows that each repair costs; candidates without a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from gestures import Hands
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QToolButton, QWidget
from seldom import seldom
from tabled import choose_use, choose_way, found, ready, walk

from kgdesk.actions import importing
from kgdesk.actions.importing import Role
from kgdesk.errors import BadInput, BadTable
from kgdesk.model.study.outcome_words import measured_setting
from kgdesk.ui.home.home_window import HomeWindow
from kgdesk.ui.home.program import Program
from kgdesk.ui.session.preferences import Preferences
from kgdesk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from kgdesk.ui.new_study.wizard import NewStudyWizard

    Opener = Callable[..., NewStudyWizard]

HEAD = "Probe;Temperatur (°C);Zusatz (%);Rührer;Datum;Gerät;Ausbeute gut"


def messy(path: Path) -> Path:
    """Write a table with all that laboratories leave in theirs."""
    lines = ["Screening Lösungsmittel, Herbst", HEAD]
    for n in range(30):
        add = {4: "<0,1", 9: "n.b."}.get(n, f"{n % 7 + 0.5:.1f}".replace(".", ","))
        stirrer = "" if n == 12 else str(100 + 25 * (n % 6))
        done = {3: "ja", 8: "nein", 15: "ja"}.get(n, "")
        lines.append(f"P-{n:02};{20 + 5 * (n % 5)},5;{add};{stirrer};{n % 28 + 1:02}.09.2026;R1;{done}")
    lines.append(lines[2 + 20])
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def test_a_messy_table_gets_in_by_four_keys_and_one_answer(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    table = messy(tmp_path / "Herbst.csv")
    Preferences().workspace = tmp_path / "kgdesk"
    program = Program(qapp, "MK")
    program.show_home()
    home = program.window
    assert isinstance(home, HomeWindow)
    home.activateWindow()
    qtbot.waitUntil(home.isActiveWindow)
    hands = Hands(home)
    hands.key(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    wizard = home.wizard
    assert wizard is not None
    qtbot.waitUntil(wizard.isActiveWindow)
    hands.type(str(table))
    hands.key(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: ready(wizard))
    assert [column.info.name for column, _ in wizard.table.asked] == ["Ausbeute gut"]
    choose_use(wizard, "Ausbeute gut", "outcome")
    choose_way(wizard, "Zusatz (%)", "use")
    choose_way(wizard, "Rührer", "median")
    qtbot.waitUntil(lambda: wizard.table.complete)
    assert found(wizard, "Zusatz (%)") == ["✓ “<0,1”: a limit, not a number", "✓ “n.b.” is not a number"]
    wizard.next.setFocus()
    hands.key(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: wizard.page is wizard.plan and wizard.plan.complete)
    hands.key(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: isinstance(program.window, MainWindow))
    assert hands.keys == 4
    window = program.window
    assert isinstance(window, MainWindow)
    qtbot.waitUntil(lambda: window.controller.advice.current is not None, timeout=120_000)
    code = window.controller.advice.current.suggestion.candidate
    qtbot.waitUntil(lambda: window.findChild(QWidget, "entry.candidateCode").text() == code)
    study = window.controller.study
    assert [a.name for a in study.pool.attributes] == ["Temperatur (°C)", "Zusatz (%)", "Rührer"]
    assert [a.unit for a in study.pool.attributes] == ["°C", "%", ""]
    assert len(study.pool) == 29
    assert dict(zip(study.pool.ids, study.pool.values[1], strict=True))["P-04"] == 0.1
    assert [(r.candidate, r.outcome) for r in study.runs] == [
        ("P-03", "success"),
        ("P-08", "failure"),
        ("P-15", "success"),
    ]
    (source,) = (e.new.payload["source"] for e in study.events if "source" in e.new.payload)
    assert [row["candidate"] for row in source["left_out"]] == ["P-09"]
    assert any("<0,1" in sentence for sentence in source["changed"])
    assert any("merged" in sentence for sentence in source["changed"])
    assert list(study.pool.extras) == ["Datum", "Gerät"]
    program.close()


def test_each_treatment_says_what_it_costs_and_can_be_changed_until_the_study_is_made(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    one = wizard(messy(tmp_path / "Herbst.csv"))
    qtbot.waitUntil(lambda: ready(one))
    choose_use(one, "Ausbeute gut", "outcome")
    qtbot.waitUntil(lambda: one.table.complete)
    combos = [combo for row in one.table.columns.rows.values() for combo in row.todo if combo.isVisible()]
    texts = {combo.itemText(at) for combo in combos for at in range(combo.count())}
    assert {"Leave 1 row out", "Use the limit as number", "Take as blank", "Fill with the median"} <= texts
    sizes = []
    for way in ("leave_out", "use", "blank", "leave_out"):
        choose_way(one, "Zusatz (%)", way)
        qtbot.waitUntil(lambda: one.table.complete)
        sizes.append(len(one.draft.built.reading.pool))
    assert sizes == [27, 28, 27, 27]  # a cell taken as blank leaves its row out as a blank cell does


def test_blank_cells_of_rows_that_are_left_out_are_not_asked_about(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    path = tmp_path / "t.csv"
    body = "".join(f"A{n};{n},5;{n};{n % 3}\n" for n in range(20))
    path.write_text("code;a;b;c\n" + body + "A20;;;9\n", "utf-8")
    one = wizard(path)
    qtbot.waitUntil(lambda: one.table.complete)
    assert found(one, "c") == ["3 different numbers"]  # the 9 is left out
    assert found(one, "a") == ["✓ 1 blank cell"]
    assert found(one, "b") == ["20 different numbers"]
    choose_way(one, "a", "median")
    qtbot.waitUntil(lambda: one.table.complete)
    assert found(one, "b") == ["✓ 1 blank cell"]


def test_a_cell_taken_as_blank_is_treated_like_a_blank_cell(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    path = tmp_path / "t.csv"
    path.write_text("id;a;b\n" + "".join(f"A{n};{n},5;{n}\n" for n in range(9)) + "A9;n.b.;3\n", "utf-8")
    one = wizard(path)
    qtbot.waitUntil(lambda: one.table.complete)
    choose_way(one, "a", "blank")
    qtbot.waitUntil(lambda: one.table.complete)
    assert found(one, "a") == ["✓ “n.b.” is not a number", "✓ 1 blank cell"]
    choose_way(one, "a", "median", line=1)
    qtbot.waitUntil(lambda: one.table.complete)
    assert one.draft.built is not None
    assert one.draft.built.reading.pool.values[0][-1] == 4.5


def test_codes_that_repeat_with_other_values_get_their_own_or_one_row_of_each_stays(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    path = tmp_path / "t.csv"
    body = "".join(f"A{n};{n},5;{n}\n" for n in range(9))
    path.write_text("code;a;b\n" + body + "A3;7,5;1\nA3;8,5;2\nA4;4,5;4\n", "utf-8")
    one = wizard(path)
    qtbot.waitUntil(lambda: one.table.complete)
    assert found(one, "code") == ["✓ “A3”: 2 rows repeat a code with other values"]
    assert one.draft.built is not None
    assert one.draft.built.reading.pool.ids[-2:] == ("A3-2", "A3-3")
    choose_way(one, "code", "last")
    qtbot.waitUntil(lambda: one.table.complete)
    assert one.draft.built is not None
    pool = one.draft.built.reading.pool
    assert dict(zip(pool.ids, pool.values[0], strict=True))["A3"] == 8.5
    assert len(pool) == 9
    choose_way(one, "code", "rename")
    qtbot.waitUntil(lambda: one.table.complete)
    assert len(one.draft.built.reading.pool) == 11


@pytest.mark.parametrize(
    ("cells", "is_asked"),
    [
        (["yes", "no"] * 6, True),
        (["ja"] + [""] * 11, True),
        (["1", "0"] * 6, False),
        (["", "THF"] + ["DMF"] * 10, False),
        *seldom((["1"] + [""] * 10 + ["0"], True), (["DMF", "THF"] * 6, False)),
    ],
)
def test_a_mostly_blank_or_yes_no_column_is_asked_about_before_it_is_an_attribute(
    qtbot: QtBot, wizard: Opener, tmp_path: Path, cells: list[str], *, is_asked: bool
) -> None:
    path = tmp_path / "t.csv"
    rows = (f"A{n};{n},5;{cell}\n" for n, cell in enumerate(cells))
    path.write_text("code;a;fine\n" + "".join(rows), "utf-8")
    one = wizard(path)
    qtbot.waitUntil(lambda: ready(one))
    assert ("⚠ Does it hold past outcomes?" in found(one, "fine")) == is_asked
    assert one.next.isEnabled() != is_asked
    if is_asked:
        choose_use(one, "fine", "outcome")
        assert [c.info.name for c in one.draft.columns_with(Role.OUTCOME)] == ["fine"]
        qtbot.waitUntil(lambda: one.table.complete)


def test_a_mended_table_is_read_again_and_keeps_the_answers(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    path = tmp_path / "t.csv"
    text = "code;a;ok\n" + "".join(f"A{n};{n},5;\n" for n in range(9))
    path.write_text(text + "A9;<0,5;ja\nB9;oops;\n", "utf-8")
    one = wizard(path)
    qtbot.waitUntil(lambda: ready(one))
    choose_use(one, "ok", "outcome")
    choose_way(one, "a", "use")
    qtbot.waitUntil(lambda: one.table.complete)
    path.write_text(text + "A9;<0,5;ja\nB9;9,5;\n", "utf-8")
    Hands(one).click(one.table.again)
    qtbot.waitUntil(lambda: one.table.complete)
    assert one.draft.built is not None
    assert one.draft.built.reading.pool.values[0][-2:] == (0.5, 9.5)
    assert one.draft.built.reading.outcomes == (("A9", 1),)
    one.table.start.open(str(path))
    qtbot.waitUntil(lambda: one.table.complete)
    assert len(one.draft.built.reading.pool) == 10  # the limit is left out again


def test_the_question_for_the_encoding_shows_how_the_table_reads(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    path = tmp_path / "alt.csv"
    path.write_bytes("code;Säure (g)\nA;1\nB;2\n".encode("cp1252"))
    one = wizard(path)
    qtbot.waitUntil(lambda: bool(one.table.strip.buttons))
    texts = [b.text() for b in one.table.strip.buttons]
    assert any("cp1252" in text and "Säure (g)" in text for text in texts)
    assert any("mac-roman" in text and "Säure (g)" not in text for text in texts)


def test_levels_make_candidates_without_a_file(qtbot: QtBot, wizard: Opener) -> None:
    one = wizard()
    Hands(one).click(one.findChild(QPushButton, "wizard.levels"))
    dialog = one.findChild(QWidget, "levels")
    qtbot.waitUntil(dialog.isVisible)
    dialog.text.setPlainText("Temperature (°C) = 20, 40, 60\nSolvent = DMF, THF, toluene, water\nLoad =")
    assert "Line 3" in dialog.summary.text()
    assert not dialog.use.isEnabled()
    dialog.text.setPlainText(
        "Temperature (°C) = 20, 40, 60\nSolvent = DMF, THF, toluene, water\nLoad = 0,5; 1"
    )
    assert dialog.summary.text() == "24 candidates."
    Hands(one).click(dialog.use)
    qtbot.waitUntil(lambda: one.table.complete)
    assert one.draft.built is not None
    pool = one.draft.built.reading.pool
    assert [a.name for a in pool.attributes] == ["Temperature (°C)", "Solvent", "Load"]
    assert len(pool) == len(set(zip(*pool.values, strict=True))) == 24
    assert set(pool.values[2]) == {0.5, 1.0}


def test_the_example_table_makes_a_study_without_a_file(qtbot: QtBot, wizard: Opener) -> None:
    one = wizard()
    Hands(one).click(one.findChild(QPushButton, "wizard.example"))
    qtbot.waitUntil(lambda: one.table.complete)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a", "Line 1: write a name"),
        ("a = 1, 2\n\nb = x, x", "Line 3: “x” occurs twice"),
        ("a = 1, 2\na = 3", "Line 2: “a” occurs twice"),
        ("a = 1", "combine to 1 candidates"),
        ("a = " + ",".join(map(str, range(999))) + "\nb = " + ",".join(map(str, range(999))), "998001"),
    ],
)
def test_levels_that_cannot_be_combined_are_refused_in_a_sentence(text: str, said: str) -> None:
    with pytest.raises(BadTable, match=said):
        importing.crossed_levels(text)


def test_past_measured_values_are_outcomes_by_a_limit_and_their_words_by_a_click(
    qtbot: QtBot, wizard: Opener, tmp_path: Path
) -> None:
    cells = ["5", "40", "PENDING", "n.d.", "<5", ">95", *["20.5"] * 2, *[""] * 12]
    path = tmp_path / "t.csv"
    path.write_text(
        "code,x,yield (%)\n" + "".join(f"A{n},{n % 7},{c}\n" for n, c in enumerate(cells)), "utf-8"
    )
    one = wizard(path)
    qtbot.waitUntil(lambda: ready(one))
    choose_use(one, "yield (%)", "outcome")
    qtbot.waitUntil(lambda: ready(one))
    assert found(one, "yield (%)") == [
        "⚠ 5 values: which are successes?",
        "⚠ What do “PENDING”, “n.d.” mean?",
    ]
    threshold = one.findChild(QLineEdit, "wizard.threshold")
    threshold.setFocus()
    Hands(one).type("1,250")
    with pytest.raises(BadInput) as refused:
        measured_setting("yield >= 1,250 %")
    qtbot.waitUntil(
        lambda: (
            str(refused.value) in [label.text() for label in one.findChildren(QLabel) if label.isVisible()]
        )
    )
    assert not one.table.complete
    threshold.selectAll()
    Hands(one).type("20")
    for word in ("PENDING", "n.d."):
        Hands(one).click(one.findChild(QToolButton, f"wizard.words.{word}.none"))
    qtbot.waitUntil(lambda: one.table.complete)
    assert found(one, "yield (%)") == ["6 outcomes"]
    one.next.click()
    assert one.plan.measured.text() == "yield >= 20 %"
    assert not one.plan.measured.isEnabled()
    walk(qtbot, one)
    assert one.session is not None
    study = one.session.study
    assert [(run.candidate, run.outcome) for run in study.runs] == [
        ("A0", "failure"),
        ("A1", "success"),
        ("A4", "failure"),
        ("A5", "success"),
        ("A6", "success"),
        ("A7", "success"),
    ]
    settings = study.settings
    assert (settings.measured, settings.measured_unit, settings.threshold) == ("yield", "%", 20.0)
    assert settings.meaning_of == {"pending": "none", "n.d.": "none"}


def test_past_outcomes_may_be_counts(qtbot: QtBot, wizard: Opener, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("code,x,result\n" + "".join(f"A{n},{n},{n}/20\n" for n in range(20)), "utf-8")
    one = wizard(path)
    qtbot.waitUntil(lambda: ready(one))
    choose_use(one, "result", "outcome")
    walk(qtbot, one)
    assert one.session is not None
    assert sum(run.outcome == "success" for run in one.session.study.runs) == sum(range(20))

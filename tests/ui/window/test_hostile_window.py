"""Every page and dialog on a study of hostile text: no HTML is rendered, and no hidden character is displayed."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from seldom import seldom

sys.path.insert(0, str(Path(__file__).parent / "entry"))
sys.path.insert(0, str(Path(__file__).parents[1] / "entry"))

from entry_bench import Bench
from hostile import CODES, HIDDEN, bad, hostile_study, hostile_table
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QAbstractTableModel, QModelIndex
from PySide6.QtGui import QAction, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QGraphicsTextItem,
    QGraphicsView,
    QLabel,
    QLineEdit,
    QTabWidget,
    QWidget,
)
from tabled import choose_way, found, ready

from kgdesk.actions import Operator
from kgdesk.ui.dialogs.batch import BatchDialog
from kgdesk.ui.dialogs.correct import CorrectDialog
from kgdesk.ui.dialogs.export import ExportDialog
from kgdesk.ui.dialogs.kept_columns import BarcodeDialog, LocationDialog
from kgdesk.ui.dialogs.note import NoteDialog
from kgdesk.ui.dialogs.problem_report import ProblemDialog
from kgdesk.ui.dialogs.run_details import DetailsDialog
from kgdesk.ui.dialogs.run_sheets import LabelsDialog, SheetDialog
from kgdesk.ui.dialogs.skip import SkipDialog
from kgdesk.ui.entry.entry_dialogs import OperatorDialog
from kgdesk.ui.home.home_window import HomeWindow
from kgdesk.ui.new_study.wizard import NewStudyWizard
from kgdesk.ui.pages.rehearsal_page import RehearsalDialog
from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.widgets.basic import BoldLabel, tip_text
from kgdesk.ui.window.command_list import CommandList

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.window.main_window import MainWindow

UI = Path(__file__).parents[3] / "kgdesk" / "ui"
_SAFE = '<p style="white-space:pre-wrap">'
#: What a label with a bold beginning may hold: two escaped texts.
_BOLD_FIRST = re.compile(r"<b>[^<>]*</b>[^<>]*")
_MOST_ROWS = 60
_TEXTS = ("text", "title", "windowTitle", "placeholderText", "currentText", "toPlainText", "accessibleName")

DIALOGS: dict[str, Callable[[MainWindow], QDialog]] = {
    "correct": lambda w: CorrectDialog(w.controller, 2, w),
    "export": lambda w: ExportDialog(w.controller, w),
    "details": lambda w: DetailsDialog(w.panel.control, w),
    "note": lambda w: NoteDialog(w.panel.control, w),
    "codes": lambda w: BarcodeDialog(w.panel.control, w),
    "location": lambda w: LocationDialog(w.panel.control, w),
    "skip": lambda w: SkipDialog(w.panel.control.entry.candidate or "", w),
    "several": lambda w: BatchDialog(w.panel.control, w),
    "sheet": lambda w: SheetDialog(w.controller, w),
    "labels": lambda w: LabelsDialog(w.controller, w),
    "operator": lambda w: OperatorDialog(bad("Kim"), w),
    "commands": lambda w: CommandList(w.commands, w),
    "problem": lambda w: ProblemDialog(
        w.controller.path, w, fault="IndexError", session=w.controller.session
    ),
    "rehearsal": lambda w: RehearsalDialog(w.controller, w),
}


def rich(text: object) -> bool:
    """Return whether Qt would render a text as HTML that is not the funnel's own."""
    return isinstance(text, str) and Qt.mightBeRichText(text) and not text.startswith(_SAFE)


def hidden(text: object) -> bool:
    return isinstance(text, str) and HIDDEN.search(text) is not None


def of_model(given: QAbstractItemModel, parent: QModelIndex, where: str) -> Iterator[str]:
    model: Any = given
    if isinstance(given, QAbstractListModel):
        columns = 1  # its methods are private
        trees = False
    else:
        trees = not isinstance(given, QAbstractTableModel)
        columns = model.columnCount(parent)
    for row in range(min(model.rowCount(parent), _MOST_ROWS)):
        for column in range(columns):
            index = model.index(row, column, parent)
            if rich(index.data(Qt.ItemDataRole.ToolTipRole)):
                yield f"{where}: HTML in the tool tip of column {column}"
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
                if hidden(index.data(role)):
                    yield f"{where}: hidden character in column {column}, {role.name}: {index.data(role)!r:.60}"
            if column == 0 and trees and model.hasChildren(index):
                yield from of_model(model, index, where)
    for section in range(columns):
        for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            text = model.headerData(section, Qt.Orientation.Horizontal, role)
            if hidden(text) or (role == Qt.ItemDataRole.ToolTipRole and rich(text)):
                yield f"{where}: heading {section}, {role.name}"


def of_widget(part: Any) -> Iterator[str]:
    where = f"{type(part).__name__} {part.objectName()}"
    if rich(part.toolTip()) or hidden(part.toolTip()):
        yield f"{where}: tool tip {part.toolTip()!r:.60}"
    for name in _TEXTS:
        text = getattr(part, name, None)
        if (
            callable(text) and hidden(text()) and not isinstance(part, QLineEdit)
        ):  # a field to edit holds it as it is
            yield f"{where}: hidden character in {name}: {text()!r:.60}"
    if isinstance(part, BoldLabel):
        if part.text() and not _BOLD_FIRST.fullmatch(part.text()):
            yield f"{where}: HTML other than its own {part.text()!r:.60}"
    elif isinstance(part, QLabel) and part.textFormat() != Qt.TextFormat.PlainText and rich(part.text()):
        yield f"{where}: label as HTML"
    if isinstance(part, QTabWidget):
        for place in range(part.count()):
            if hidden(part.tabText(place)) or rich(part.tabToolTip(place)):
                yield f"{where}: tab {place}"
    if isinstance(part, QAbstractItemView | QComboBox):
        yield from of_model(part.model(), QModelIndex(), where)
    if isinstance(part, QGraphicsView) and part.scene() is not None:
        yield from of_plot(part, where)


def of_plot(view: QGraphicsView, where: str) -> Iterator[str]:
    for item in view.scene().items():
        if isinstance(item, QGraphicsTextItem):
            if "<img" in item.toHtml():
                yield f"{where}: an image in a text of the plot"
            if hidden(item.toPlainText()):
                yield f"{where}: hidden character in a text of the plot: {item.toPlainText()!r:.60}"
        for text in [str(text) for level in getattr(item, "_tickLevels", None) or () for _, text in level]:
            if hidden(text):
                yield f"{where}: hidden character at a tick {text!r:.60}"


def round_the_funnels(root: QWidget) -> list[str]:
    """Return the places of a window where text of people is displayed in another way than through the funnels."""
    found = []
    for part in (root, *root.findChildren(QWidget), *root.findChildren(QAction)):
        found += of_widget(part)
    return list(dict.fromkeys(found))


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    made = Bench(hostile_study(tmp_path / "hostile.kgstudy", monkeypatch), qtbot)
    made.window.resize(1366, 768)
    yield made
    made.close()


def settle(bench: Bench, qtbot: QtBot) -> QWidget:
    page = bench.window.parts.tabs.currentWidget()
    computations = getattr(page, "computations", ())
    qtbot.waitUntil(lambda: all(a.done or not a.card.isVisible() for a in computations), timeout=60_000)
    qtbot.waitUntil(page.updatesEnabled)
    return page


def told(found: dict[str, list[str]]) -> str:
    """Return the places found, each once, with the page where it was found first."""
    first: dict[str, str] = {}
    for where, places in found.items():
        for place in places:
            first.setdefault(place.split(":")[0] + place[-70:], f"{where}: {place}")
    return "\n".join(first.values())


@pytest.mark.parametrize("places", [(1, 3, 4), *seldom((range(5),))], ids=["some", "all"])
def test_every_page_of_the_window_shows_text_as_it_is(
    bench: Bench, qtbot: QtBot, places: Sequence[int]
) -> None:
    window, found = bench.window, {}
    tabs = window.parts.tabs
    for place in places:
        tabs.setCurrentWidget(tabs.page_at(place))
        page = settle(bench, qtbot)
        pages = getattr(page, "pages", None)
        for inner in range(pages.count() if pages is not None else 1):
            if pages is not None:
                pages.setCurrentIndex(inner)
                settle(bench, qtbot)
            for card in page.findChildren(PlotCard):
                if card.isVisible():
                    card.show_table(True)
            found[f"{tabs.tabText(place)} {inner}"] = round_the_funnels(window)
    tabs.setCurrentIndex(1)
    tabs.currentWidget().show_candidate(CODES[0])
    found["details"] = round_the_funnels(window)
    assert told(found) == ""


def test_every_dialog_shows_text_as_it_is(bench: Bench) -> None:
    found = {}
    for name, made in DIALOGS.items():
        dialog = made(bench.window)
        dialog.show()
        found[name] = round_the_funnels(dialog)
        dialog.reject()
    assert told(found) == ""


def test_wizard_and_home_show_text_as_it_is(tmp_path: Path, qtbot: QtBot, bench: Bench) -> None:
    found = {}
    wizard = NewStudyWizard(Operator("MK", "LAB-PC-1"), tmp_path, str(hostile_table(tmp_path)))
    qtbot.addWidget(wizard)
    wizard.show()
    qtbot.waitUntil(lambda: ready(wizard))
    found["table"] = round_the_funnels(wizard)
    wizard.cancel.click()
    wizard.worker.stop()
    bench.window.preferences.workspace = tmp_path
    bench.window.preferences.add_recent(
        tmp_path / "hostile.kgstudy", bad("Title"), 5, 30, "2026-10-08T14:02:31.000000Z"
    )
    home = HomeWindow(bench.window.theme)
    qtbot.addWidget(home)
    home.show()
    qtbot.waitUntil(home.isVisible)
    found["home"] = round_the_funnels(home)
    home.close()
    assert told(found) == ""


def test_a_tool_tip_is_shown_as_it_is() -> None:
    assert tip_text("plain & simple\n<3") == "plain & simple\n<3"
    assert tip_text("<b>x</b>") == f"{_SAFE}&lt;b&gt;x&lt;/b&gt;</p>"
    assert tip_text("a\u202eb\x1b") == "a\\u202eb\\x1b"


#: Calls that only the funnels may make.
_FUNNELLED = {
    "setToolTip",
    "setStatusTip",
    "setWhatsThis",
    "setLabel",
    "setTicks",
    "setHtml",
    "insertHtml",
    "appendHtml",
    "addRow",  # of a form: makes a label from a text
}
#: Where paper is drawn: its HTML is escaped by `kgdesk.reports.html`, its other text by `draw_text`.
PAPER = UI.parent / "reports" / "pdf"


#: The funnels themselves, in `kgdesk.ui.widgets.basic`.
_FUNNELS = {"tip_text", "set_tip", "show_tip", "set_axis_label", "set_ticks", "Label", "Form"}


def _outside_the_funnels(path: Path) -> Iterator[ast.AST]:
    """Yield the nodes of a module, without those of the funnels."""
    for top in ast.parse(path.read_text(encoding="utf-8")).body:
        if path.name != "basic.py" or getattr(top, "name", None) not in _FUNNELS:
            yield from ast.walk(top)


def test_nothing_in_the_window_goes_round_the_funnels() -> None:
    found = []
    for path in sorted([*UI.rglob("*.py"), *PAPER.glob("*.py")]):
        for node in _outside_the_funnels(path):
            if not isinstance(node, ast.Call):
                continue
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            on_paper = name == "drawText" and path.parent == PAPER and path.name != "paper.py"
            shown = (isinstance(called, ast.Attribute) and name == "showText") or name == "QLabel" or on_paper
            if shown or (name in _FUNNELLED and not (name == "setHtml" and path.parent == PAPER)):
                found.append(f"{path.name}:{node.lineno} {name}")
    assert found == []


def test_the_wizard_asks_about_codes_that_look_alike(tmp_path: Path, qtbot: QtBot) -> None:
    table = tmp_path / "t.csv"
    table.write_text("code,temp\nA-1,1\n\u0410-1,2\nB-1,4\n", encoding="utf-8")
    wizard = NewStudyWizard(Operator("MK", "LAB-PC-1"), tmp_path, str(table))
    qtbot.addWidget(wizard)
    wizard.show()
    qtbot.waitUntil(lambda: ready(wizard))
    assert found(wizard, "code") == ["⚠ Codes look alike"]
    choose_way(wizard, "code", "apart")
    qtbot.waitUntil(lambda: wizard.table.complete)
    assert found(wizard, "code") == ["✓ Codes look alike"]
    assert wizard.draft.built is not None
    assert wizard.draft.built.reading.pool.ids == ("A-1", "\u0410-1", "B-1")
    wizard.cancel.click()
    wizard.worker.stop()

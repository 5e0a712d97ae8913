"""Every tab, page and dialog in light, dark, high contrast and large text: names, contrast, sizes, focus."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from seldom import seldom

sys.path.insert(0, str(Path(__file__).parent / "entry"))

from accessible import called, faults, parts, ring_of, takes_keys
from entry_bench import Bench, make_study
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QAbstractItemView, QApplication, QDialog, QWidget

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.ui.dialogs.about import AboutDialog
from kgdesk.ui.dialogs.backup_folder import SecondPlaceDialog
from kgdesk.ui.dialogs.batch import BatchDialog
from kgdesk.ui.dialogs.correct import CorrectDialog
from kgdesk.ui.dialogs.export import ExportDialog
from kgdesk.ui.dialogs.kept_columns import BarcodeDialog, CardColumnsDialog
from kgdesk.ui.dialogs.note import NoteDialog
from kgdesk.ui.dialogs.preferences_dialog import SettingsDialog
from kgdesk.ui.dialogs.problem_report import ProblemDialog
from kgdesk.ui.dialogs.reason import ReasonDialog
from kgdesk.ui.dialogs.run_details import DetailsDialog
from kgdesk.ui.dialogs.run_sheets import LabelsDialog, SheetDialog
from kgdesk.ui.dialogs.server import ServerDialog
from kgdesk.ui.dialogs.skip import SkipDialog
from kgdesk.ui.entry.entry_dialogs import OperatorDialog
from kgdesk.ui.home.home_window import HomeWindow
from kgdesk.ui.new_study.wizard import NewStudyWizard
from kgdesk.ui.pages.rehearsal_page import RehearsalDialog
from kgdesk.ui.plots.attribute_slices import SlicesCard
from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.widgets.theme import Theme
from kgdesk.ui.window.command_list import CommandList

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.window.main_window import MainWindow

K = Qt.Key
SAMPLES = Path(__file__).parents[3] / "resources" / "samples"
#: In daily tests only the one that most people work in.
DRESSES = [
    pytest.param(("light", 1.0), id="light 100%"),
    pytest.param(("dark", 2.0), id="dark 200%", marks=pytest.mark.nightly),
    pytest.param(("dark", 1.0), id="dark 100%", marks=pytest.mark.nightly),
    pytest.param(("contrast", 1.0), id="contrast 100%", marks=pytest.mark.nightly),
    pytest.param(("light", 2.0), id="light 200%", marks=pytest.mark.nightly),
]

DIALOGS: dict[str, Callable[[MainWindow], QDialog]] = {
    "correct": lambda w: CorrectDialog(w.controller, 3, w),
    "export": lambda w: ExportDialog(w.controller, w),
    "details": lambda w: DetailsDialog(w.panel.control, w),
    "note": lambda w: NoteDialog(w.panel.control, w),
    "codes": lambda w: BarcodeDialog(w.panel.control, w),
    "card": lambda w: CardColumnsDialog(w.controller.study, w),
    "skip": lambda w: SkipDialog(w.panel.control.entry.candidate or "", w),
    "several": lambda w: BatchDialog(w.panel.control, w),
    "sheet": lambda w: SheetDialog(w.controller, w),
    "labels": lambda w: LabelsDialog(w.controller, w),
    "reason": lambda w: ReasonDialog(w, "Void run", "Why?", ("Instrument fault", "Sample lost")),
    "operator": lambda w: OperatorDialog("MK", w),
    "commands": lambda w: CommandList(w.commands, w),
    "problem": lambda w: ProblemDialog(
        w.controller.path, w, fault="IndexError", session=w.controller.session
    ),
    "settings": lambda w: SettingsDialog(w.theme, w.preferences, w),
    "about": AboutDialog,
    "second place": SecondPlaceDialog,
    "server": lambda w: ServerDialog(w.preferences, w),
    "rehearsal": lambda w: RehearsalDialog(w.controller, w),
}


@pytest.fixture(params=DRESSES)
def bench(request: pytest.FixtureRequest, tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    """Open a study with a history, in each theme."""
    path = make_study(tmp_path / "lived.kgstudy", rows=24, runs=7, stop="runs 8")
    with actions.open_study(path, Operator("MK")) as session:
        actions.start(session, session.study.pool.ids[20])
        actions.note(session, "New lamp", run=2)
    made = Bench(path, qtbot)  # in light, 100 %
    if request.param != ("light", 1.0):
        made.window.theme.apply(*request.param)
    yield made
    made.close()


def as_at_first(bench: Bench, qtbot: QtBot) -> None:
    """Undo what a part of the walk has changed in the window."""
    for card in bench.window.findChildren(PlotCard):
        card.show_table(False)
    bench.window.parts.tabs.setCurrentIndex(0)
    bench.window.resize(1366, 768)
    bench.window.activateWindow()
    qtbot.waitUntil(bench.window.isActiveWindow)
    bench.part("entry.scan").setFocus()


def settled(bench: Bench, qtbot: QtBot) -> QWidget:
    """Wait until every visible plot is drawn."""
    page = bench.window.parts.tabs.currentWidget()
    computations = getattr(page, "computations", ())
    qtbot.waitUntil(lambda: all(a.done or not a.card.isVisible() for a in computations), timeout=60_000)
    qtbot.waitUntil(page.updatesEnabled)
    return page


def every_tab_is_named_readable_and_large_enough_and_every_picture_has_a_sentence_and_a_table(
    bench: Bench, qtbot: QtBot, places: Sequence[int]
) -> None:
    found, cards = {}, 0
    for place in places:
        bench.window.parts.focus_cycle.go_to_tab(place)
        page = settled(bench, qtbot)
        found[bench.window.parts.tabs.tabText(place)] = faults(bench.window)
        for card in page.findChildren(PlotCard):
            cards += 1
            # Each slice is named for its attribute; all of them are the figure.
            figure = card.grid if isinstance(card, SlicesCard) else card.figure
            assert figure.accessibleName().endswith(card.title.text())
            assert figure.accessibleDescription() == card.sentence != ""
            assert card.twin.accessibleName().endswith(card.title.text())
    assert {tab: what for tab, what in found.items() if what} == {}
    assert cards >= (10 if len(places) == 5 else 4)


def every_dialog_is_named_readable_and_large_enough(
    bench: Bench, qtbot: QtBot, places: Sequence[int]
) -> None:
    found = {}
    for name, make in list(DIALOGS.items())[:: 1 if len(places) == 5 else 3]:
        dialog = make(bench.window)
        dialog.show()
        qtbot.waitUntil(dialog.isVisible)
        found[name] = faults(dialog)
        dialog.close()
        dialog.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert {name: what for name, what in found.items() if what} == {}


def the_ring_of_whatever_has_the_keyboard_stands_out_three_to_one(
    bench: Bench, qtbot: QtBot, places: Sequence[int]
) -> None:
    bench.window.resize(1366, 3000)  # with less height large text scrolls
    rings = {}
    for place in places:
        bench.window.parts.focus_cycle.go_to_tab(place)
        settled(bench, qtbot)
        qtbot.waitUntil(bench.settled, timeout=60_000)
        for part in parts(bench.window):
            if takes_keys(part) and part.height() > 8:
                rings[called(part)] = ring_of(part)
    assert sorted(f"{name} {ring:.1f}" for name, ring in rings.items() if ring < 3.0) == []


def tab_leaves_every_table_and_comes_round_to_where_it_began(
    bench: Bench, qtbot: QtBot, places: Sequence[int]
) -> None:
    for place in places:
        bench.window.parts.focus_cycle.go_to_tab(place)
        page = settled(bench, qtbot)
        for card in page.findChildren(PlotCard):
            if card.isVisible() and card.as_table.isEnabled():
                card.show_table(True)
        bench.part("entry.scan").setFocus()
        seen: list[QWidget] = []
        for _ in range(150):
            bench.press(K.Key_Tab)
            now = QApplication.focusWidget()
            assert now is not None
            assert now.isVisible()
            if now is bench.part("entry.scan"):
                break
            assert now not in seen, f"Tab goes round without the entry: {now.objectName()}"
            seen.append(now)
        else:
            pytest.fail(f"Tab never came back from {bench.window.parts.tabs.tabText(place)}")
        tables = [t for t in page.findChildren(QAbstractItemView) if t.isVisible() and takes_keys(t)]
        assert all(table in seen for table in tables), bench.window.parts.tabs.tabText(place)


def f6_leads_round_the_areas_of_every_tab(bench: Bench, qtbot: QtBot, places: Sequence[int]) -> None:
    for place in places:
        bench.window.parts.focus_cycle.go_to_tab(place)
        settled(bench, qtbot)
        bench.part("entry.scan").setFocus()
        seen = []
        for _ in range(4):
            bench.press(K.Key_F6)
            seen.append(bench.window.focusWidget())
        assert seen[-1] is bench.part("entry.scan")
        assert len(set(map(id, seen))) == 4


@pytest.mark.parametrize("places", [(0, 1, 4), *seldom((range(5),))], ids=["some tabs", "all tabs"])
def test_the_window_is_named_readable_and_large_enough_and_the_keyboard_reaches_all_of_it(
    bench: Bench, places: Sequence[int], qtbot: QtBot, subtests: pytest.Subtests
) -> None:
    """All parts of the walk in one window: making and dressing it takes as long as they do."""
    for part in (
        every_tab_is_named_readable_and_large_enough_and_every_picture_has_a_sentence_and_a_table,
        every_dialog_is_named_readable_and_large_enough,
        the_ring_of_whatever_has_the_keyboard_stands_out_three_to_one,
        tab_leaves_every_table_and_comes_round_to_where_it_began,
        f6_leads_round_the_areas_of_every_tab,
    ):
        with subtests.test(part.__name__):
            as_at_first(bench, qtbot)
            part(bench, qtbot, places)


@pytest.mark.parametrize("dress", DRESSES)
def test_home_and_every_page_of_a_new_study_are_named_readable_and_large_enough(
    dress: tuple[str, float], tmp_path: Path, qtbot: QtBot, qapp: QApplication
) -> None:
    theme = qapp.findChild(Theme) or Theme(qapp)
    theme.apply(*dress)  # type: ignore[arg-type]
    home = HomeWindow(theme)
    qtbot.addWidget(home)
    home.show()
    found = {"home": faults(home)}
    wizard = NewStudyWizard(Operator("MK", "lab"), tmp_path, str(SAMPLES / "reaction-screen.csv"))
    qtbot.addWidget(wizard)
    wizard.show()
    for number, page in enumerate((wizard.table, wizard.plan), 1):
        qtbot.waitUntil(lambda p=page: wizard.page is p and p.complete)
        found[f"page {number}"] = faults(wizard)
        wizard.next.click()
    wizard.cancel.click()
    wizard.worker.stop()
    assert {name: what for name, what in found.items() if what} == {}

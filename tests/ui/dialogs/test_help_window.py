"""Help window: F1 from any widget, search, links, themes, keyboard."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from seldom import daily

sys.path.insert(0, str(Path(__file__).parents[1] / "entry"))

from entry_bench import Bench, make_study
from PySide6.QtCore import QObject, QPoint, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QTextBlock, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget, QTextBrowser, QWidget
from shiboken6 import isValid
from spoken import Spoken

from kgdesk import actions
from kgdesk.errors import StudyInUse
from kgdesk.ui.dialogs.help_window import HelpKey, HelpWindow, page_of, show_help
from kgdesk.ui.dialogs.manual import manual
from kgdesk.ui.home.home_window import HomeWindow
from kgdesk.ui.home.program import Program
from kgdesk.ui.new_study.wizard import NewStudyWizard
from kgdesk.ui.pages import page_window as pages
from kgdesk.ui.pages.checks import ChecksPage
from kgdesk.ui.pages.model import ModelPage
from kgdesk.ui.widgets.theme import apply
from kgdesk.ui.window.command_list import CommandList

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

K = Qt.Key


@pytest.fixture
def bench(request: pytest.FixtureRequest, tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    tabs = request.node.get_closest_marker("with_tabs") is not None
    made = Bench(make_study(tmp_path / "small.kgstudy"), qtbot, ask=False, tabs=tabs)
    yield made
    made.close()


@pytest.fixture
def shown(qtbot: QtBot) -> Iterator[HelpWindow]:
    window = HelpWindow()
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.show_page("contents.md")
    yield window
    if isValid(window):
        window.close()


def help_of(window: QWidget) -> HelpWindow:
    found = window.findChild(HelpWindow)
    assert found is not None
    return found


def heading(window: HelpWindow) -> str:
    """Return the first visible line of the page."""
    return window.reader.cursorForPosition(QPoint(20, 16)).block().text()


def rows(window: HelpWindow) -> list[str]:
    return [window.list.item(row).text() for row in range(window.list.count())]


def test_f1_in_the_scan_field_opens_the_page_about_scanning(bench: Bench, qtbot: QtBot) -> None:
    QTest.keyClick(bench.window.panel.scan.field, K.Key_F1)
    window = help_of(bench.window)
    assert window.objectName() == "help"
    assert window.reader.source().toString() == "recording.md#scan"
    qtbot.waitUntil(lambda: heading(window) == "Check the sample with a scanner")


def test_the_manual_speaks_the_language_of_the_window(
    qapp: QApplication, tmp_path: Path, qtbot: QtBot
) -> None:
    with Spoken("de", qapp):
        bench = Bench(make_study(tmp_path / "de.kgstudy"), qtbot, ask=False, tabs=False)
        QTest.keyClick(bench.window.panel.scan.field, K.Key_F1)
        window = help_of(bench.window)
        qtbot.waitUntil(lambda: heading(window) == "Die Probe mit einem Scanner prüfen")
        pages = rows(window)
        bench.close()
    assert pages[:2] == ["Das Handbuch von kgdesk", "Erste Schritte"]


def test_a_language_without_a_manual_of_its_own_reads_the_english_one() -> None:
    assert manual("fr_FR").pages["timeline"] == manual("en").pages["timeline"]
    assert manual("de_AT").pages["timeline"].title == "Verlauf"


@pytest.mark.with_tabs
def test_the_page_is_the_one_about_the_place(bench: Bench) -> None:
    assert bench.window.tabs.count() == 5  # makes them all
    for kind in (ModelPage, ChecksPage):
        pages.page_of(kind, bench.controller, bench.window)
    targets = {
        "history.table": "timeline.md#tab",
        "candidates.filter": "candidates.md#find",
        "overview.history": "timeline.md#plot",
        "checks.list": "checks.md#tab",
        "explore.candidate": "explore.md#tab",
        "model.pages": "model.md#tab",
        "entry.success": "recording.md#outcome",
        "status.operator": "recording.md#operator",
    }
    assert {name: page_of(bench.part(name)) for name in targets} == targets


@pytest.mark.with_tabs
def test_a_place_that_nothing_is_said_about_leads_to_the_tab_in_sight(bench: Bench) -> None:
    bench.window.parts.focus_cycle.go_to_tab(3)
    assert page_of(bench.window) == "timeline.md#tab"
    assert page_of(None) == "contents.md"


def test_a_second_f1_uses_the_same_window(bench: Bench) -> None:
    first = show_help(bench.window)
    assert show_help(bench.window, "glossary.md") is first
    assert first.reader.source().toString() == "glossary.md"


def test_the_commands_of_the_help_menu_open_their_pages(bench: Bench) -> None:
    for name, page in (("help.firstSteps", "first-steps.md"), ("help.glossary", "glossary.md")):
        bench.window.commands.action(name).trigger()
        assert help_of(bench.window).reader.source().toString() == page


def test_a_command_in_the_list_says_its_first_sentence(bench: Bench) -> None:
    bench.window.dialogs.list_commands()
    dialog = bench.window.findChild(CommandList)
    assert dialog is not None
    rows = [dialog.list.item(row) for row in range(dialog.list.count())]
    assert all(row.toolTip() for row in rows)
    tip = next(row.toolTip() for row in rows if row.data(Qt.ItemDataRole.UserRole) == "run.takeBack")
    assert tip == manual().about("run.takeBack").first_sentence
    dialog.reject()


def test_f1_works_in_a_modal_dialog(bench: Bench, qapp: QApplication, qtbot: QtBot) -> None:
    HelpKey(qapp)
    bench.window.dialogs.list_commands()
    dialog = bench.window.findChild(CommandList)
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.isActiveWindow() and qapp.focusWidget() is not None)
    QTest.keyClick(dialog.search, K.Key_F1)
    assert help_of(dialog).reader.source().toString() == "window.md#list"
    dialog.reject()


def test_a_message_leads_to_its_code(qapp: QApplication) -> None:
    program = Program(qapp, "MK")
    box = program.show_error(StudyInUse("Somebody else is recording."))
    assert "KD-205" in box.informativeText()
    assert page_of(box) == "messages.md#inuse"
    box.close()
    program.close()


def test_the_first_screen_and_the_wizard_have_their_pages(qapp: QApplication, tmp_path: Path) -> None:
    apply(qapp, "light")
    from kgdesk.actions import Operator
    from kgdesk.ui.widgets.theme import Theme

    home = HomeWindow(qapp.findChild(Theme))
    assert page_of(home) == "setting-up.md#home"
    assert [a.text() for a in home.menuBar().actions()] == ["&Study", "&Help"]
    wizard = NewStudyWizard(Operator("MK", "bench"), tmp_path)
    assert page_of(wizard.table) == "setting-up.md#table"
    assert page_of(wizard.plan.budget) == "setting-up.md#plan"
    assert page_of(wizard.next) == "setting-up.md#new"
    wizard.reject()
    wizard.worker.stop()
    home.close()


def test_typing_lists_sections_and_enter_opens_the_first(shown: HelpWindow) -> None:
    pages = rows(shown)
    assert len(pages) == len(manual().pages)
    shown.search.setFocus()
    QTest.keyClicks(shown.search, "rescue")
    assert rows(shown) != pages
    assert all("(" in row for row in rows(shown))
    QTest.keyClick(shown.search, K.Key_Return)
    assert "rescue" in shown.reader.toPlainText()
    assert shown.isVisible()
    shown.search.clear()
    assert rows(shown) == pages
    current = shown.list.currentItem()
    assert current is not None
    assert current.data(Qt.ItemDataRole.UserRole) == shown.reader.source().path()


def test_down_leads_from_the_search_to_what_was_found(shown: HelpWindow) -> None:
    shown.search.setFocus()
    QTest.keyClicks(shown.search, "void")
    QTest.keyClick(shown.search, K.Key_Down)
    assert shown.focusWidget() is shown.list
    QTest.keyClick(shown.list, K.Key_Return)
    assert shown.reader.source().toString() == "recording.md#void"


def test_what_is_not_found_is_said_and_opens_nothing(shown: HelpWindow) -> None:
    shown.search.setText("xyzzy")
    assert rows(shown) == ["Nothing found. Try another word, or a part of one."]
    QTest.keyClick(shown.search, K.Key_Return)
    assert shown.reader.source().toString() == "contents.md"


def test_escape_closes_the_manual_from_the_page(shown: HelpWindow) -> None:
    shown.reader.setFocus()
    QTest.keyClick(shown.reader, K.Key_Escape)
    assert not shown.isVisible()


def test_tab_goes_through_the_window_and_out_of_every_part(shown: HelpWindow) -> None:
    shown.show_page("timeline.md")
    seen = []
    for _ in range(60):
        focused = shown.focusWidget()
        assert focused is not None
        seen.append(type(focused))
        QTest.keyClick(focused, K.Key_Tab)
    assert {QTextBrowser, QListWidget} <= {kind if kind is QListWidget else kind.__base__ for kind in seen}
    assert seen.count(QListWidget) > 1


def test_links_lead_on_and_back(shown: HelpWindow) -> None:
    shown.reader.anchorClicked.emit(QUrl("correcting.md#correct"))
    assert shown.reader.source().toString() == "correcting.md#correct"
    shown.reader.anchorClicked.emit(QUrl("#reason"))
    assert shown.reader.source().toString() == "correcting.md#reason"
    QTest.keyClick(shown.reader, K.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert shown.reader.source().toString() == "correcting.md#correct"
    shown.back.click()
    assert shown.reader.source().toString() == "contents.md"
    shown.forward.click()
    assert shown.reader.source().toString() == "correcting.md#correct"


class Browser(QObject):
    """Record the links that the system would open."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    @Slot(QUrl)
    def take(self, url: QUrl) -> None:
        self.opened.append(url.toString())


def test_a_link_out_of_the_program_is_opened_only_when_asked_for(shown: HelpWindow) -> None:
    browser = Browser()
    QDesktopServices.setUrlHandler("https", browser, "take")
    try:
        shown.show_page("glossary.md")
        shown.reader.anchorClicked.emit(QUrl("https://proceedings.mlr.press/v48/wangb16.html"))
        assert browser.opened == []
        assert shown.reader.source().toString() == "glossary.md"
        assert "https://proceedings.mlr.press/v48/wangb16.html" in shown.message_strip.text
        shown.message_strip.buttons[1].click()
        assert QApplication.clipboard().text() == "https://proceedings.mlr.press/v48/wangb16.html"
        assert browser.opened == []
        shown.message_strip.buttons[0].click()
        assert browser.opened == ["https://proceedings.mlr.press/v48/wangb16.html"]
    finally:
        QDesktopServices.unsetUrlHandler("https")


def test_the_page_takes_nothing_from_outside_the_manual(shown: HelpWindow) -> None:
    markdown = shown.reader.document().ResourceType.MarkdownResource
    assert shown.reader.loadResource(markdown.value, QUrl("timeline.md")).startswith("# Timeline")
    assert shown.reader.loadResource(markdown.value, QUrl("file:///etc/hostname")) is None
    assert shown.reader.loadResource(markdown.value, QUrl("../../README.md")) is None


def parts_of(document: QTextDocument) -> Iterator[QTextBlock.iterator]:
    block = document.begin()
    while block.isValid():
        yield from block
        block = block.next()


@pytest.mark.parametrize("look", ["light", "dark"])
def test_a_page_shows_its_pictures_in_the_colours_of_the_window(
    shown: HelpWindow, qapp: QApplication, look: str
) -> None:
    apply(qapp, look)
    shown.show_page("plates.md#blocks")
    image = QTextDocument.ResourceType.ImageResource.value
    picture = shown.reader.document().resource(image, QUrl("pictures/blocks.png"))
    assert (picture.pixelColor(2, 2).lightnessF() < 0.5) == (look == "dark")
    for width in (700, 1000):
        shown.resize(width, 600)
        QApplication.processEvents()
        room = shown.reader.viewport().width()
        widths = [
            part.fragment().charFormat().toImageFormat().width()
            for part in parts_of(shown.reader.document())
            if part.fragment().charFormat().isImageFormat()
        ]
        assert widths == [min(picture.width(), room - 2 * shown.reader.document().documentMargin())]
    assert shown.reader.loadResource(image, QUrl("pictures/../../../icons/app.png")) is None
    apply(qapp, "light")


def test_links_take_the_colour_of_the_look_and_the_place_stays(
    shown: HelpWindow, qapp: QApplication, qtbot: QtBot
) -> None:
    apply(qapp, "light")
    shown.show_page("messages.md#stale")
    qtbot.waitUntil(lambda: heading(shown).startswith("KD-206"))
    dark = apply(qapp, "dark")
    assert heading(shown).startswith("KD-206")
    assert dark.accent.lower() in shown.reader.document().toHtml().lower()
    apply(qapp, "light")
    assert dark.accent.lower() not in shown.reader.document().toHtml().lower()


@pytest.mark.parametrize(
    "step",
    [4, pytest.param(1, marks=pytest.mark.nightly)],
    ids=["first, last and each fourth section", "all sections"],
)
@pytest.mark.parametrize("name", daily(manual().pages, "contents", "glossary", "records"))
def test_every_link_to_a_section_scrolls_to_its_heading(shown: HelpWindow, name: str, step: int) -> None:
    sections = manual().pages[name].sections
    for section in (*sections[:-1:step], *sections[-1:]):
        shown.show_page(f"{name}.md#{section.anchor}")
        bar = shown.reader.verticalScrollBar()
        assert bar.value() == bar.maximum() or heading(shown) == section.title


def test_every_part_has_a_name_for_a_reader(shown: HelpWindow) -> None:
    for part in (shown.search, shown.list, shown.reader, shown.back, shown.forward, shown.start):
        assert part.accessibleName() or part.text()
        assert part.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_the_first_steps_work_on_the_sample_as_they_are_written(tmp_path: Path, qtbot: QtBot) -> None:
    actions.open_sample(tmp_path, actions.Operator("MK", "bench")).close()
    bench = Bench(tmp_path / f"{actions.SAMPLES[0]}.kgstudy", qtbot)
    before = len(bench.controller.study.runs)
    bench.press(K.Key_F8)
    assert len(bench.controller.study.runs) == before
    bench.press(K.Key_Return)
    qtbot.waitUntil(lambda: bench.control.entry.candidate is not None, timeout=60_000)
    bench.press(K.Key_F9)
    bench.press(K.Key_Return)
    runs = bench.controller.study.runs
    assert [run.outcome for run in runs[before:]] == ["success", "failure"]
    bench.press(K.Key_Z, modifier=Qt.KeyboardModifier.ControlModifier)
    runs = bench.controller.study.runs
    assert [run.taken_back for run in runs[before:]] == [False, True]
    bench.close()

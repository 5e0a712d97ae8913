"""Every state of the window: mnemonics of its own for each control, and percentage points written out first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from entry_bench import Bench, make_study
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QMenu, QTabWidget, QToolButton, QWidget
from seldom import seldom
from spoken import Spoken, doubled, words_of

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.paths import resource_path
from kgdesk.ui.dialogs.batch import BatchDialog
from kgdesk.ui.new_study.wizard import NewStudyWizard
from kgdesk.ui.pages.rehearsal_page import RehearsalDialog
from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.widgets.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from pytestqt.qtbot import QtBot

SAMPLE = str(resource_path("samples") / "reaction-screen.csv")
K = Qt.Key


#: Sizes of the window; by day the wide one alone.
WIDE, NARROW = (1366, 768), (1000, 700)

#: Languages, and the tabs that are walked through; both languages and all tabs by night.
overview_by_day = pytest.mark.parametrize(
    ("spoken", "places"), [("en", (0,)), *seldom(("en", range(5)), ("de", range(5)))], indirect=["spoken"]
)


@pytest.fixture(params=["en", "de"])
def spoken(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[Spoken]:
    with Spoken(request.param, qapp) as language:
        yield language


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot, spoken: Spoken) -> Iterator[Bench]:  # noqa: ARG001 - spoken while it is made
    path = make_study(tmp_path / "small.kgstudy", rows=24, runs=7, terms="average", stop="at-stake 1")
    with actions.open_study(path, Operator("MK")) as session:
        for row in (20, 21):
            actions.start(session, session.study.pool.ids[row])
    made = Bench(path, qtbot)
    made.window.resize(1366, 768)
    yield made
    made.close()


def settled(bench: Bench, page: QWidget, qtbot: QtBot) -> None:
    """Wait until every visible part of a page is computed and drawn."""
    computations = getattr(page, "computations", ())
    qtbot.waitUntil(bench.settled, timeout=60_000)
    for key in ("trajectory", "gains", "stakes"):
        qtbot.waitUntil(lambda key=key: not bench.compute_queue.pending(key), timeout=60_000)
    qtbot.waitUntil(lambda: all(a.done or not a.card.isVisible() for a in computations), timeout=60_000)
    QCoreApplication.sendPostedEvents()


def parts_of(bench: Bench, page: QWidget, qtbot: QtBot) -> Iterator[str]:
    """Turn to every part of a page, by its inner tabs and by the pickers in each, and yield its name."""
    settled(bench, page, qtbot)
    inner = page.findChildren(QTabWidget)
    for chooser in inner:
        for place in range(chooser.count()):
            chooser.setCurrentIndex(place)
            settled(bench, page, qtbot)
            yield f"{chooser.objectName()} {place}"
            yield from picked(bench, page, qtbot)
    if not inner:
        yield ""
        yield from picked(bench, page, qtbot)


def picked(bench: Bench, page: QWidget, qtbot: QtBot) -> Iterator[str]:
    """Turn to every part that a visible picker offers."""
    for box in page.findChildren(QComboBox):
        if box.isVisible() and re.search(r"picker|part\.", box.objectName()):
            for place in range(box.count()):
                box.setCurrentIndex(place)
                settled(bench, page, qtbot)
                yield f"{box.objectName()} {place}"


def states(
    bench: Bench, qtbot: QtBot, sizes: tuple[tuple[int, int], ...], places: Sequence[int]
) -> Iterator[str]:
    """Turn the window to every part of the tabs in each size, then through the states of an entry."""
    window = bench.window
    for size in sizes:
        window.resize(*size)
        for place in places:
            page = window.parts.tabs.page_at(place)
            bench.turn_to(page)
            for part in parts_of(bench, page, qtbot):
                yield f"{size[0]} {window.parts.tabs.tabText(place)} {part}"
    yield from entry_states(bench)


def entry_states(bench: Bench) -> Iterator[str]:
    """Take the window through the states of an entry and of the study."""
    window = bench.window
    bench.turn_to(window.overview)
    bench.part("entry.scan").setFocus()
    bench.press(K.Key_F8)
    yield "armed"
    bench.press(K.Key_Return)
    yield "recorded"
    bench.wait_ready()
    other = next(n for n in bench.controller.study.pool.ids if n != bench.text("entry.candidateCode"))
    bench.type(f"{other}\n")
    yield "another sample"
    bench.press(K.Key_Escape)
    bench.controller.selection.show_as_of(2)
    bench.wait_ready()
    yield "an earlier state"
    bench.controller.selection.show_as_of(None)
    bench.controller.do(actions.finish, "done")
    bench.wait_ready()
    yield "finished"


@pytest.mark.parametrize(
    ("spoken", "sizes", "places"),
    [("de", (WIDE,), (0, 1, 4)), *seldom(("en", (WIDE, NARROW), range(5)), ("de", (WIDE, NARROW), range(5)))],
    indirect=["spoken"],
    ids=["de, some tabs", "en", "de"],
)
def test_every_mnemonic_is_the_only_one_of_its_letter_in_every_state(
    bench: Bench, qtbot: QtBot, sizes: tuple[tuple[int, int], ...], places: Sequence[int]
) -> None:
    found: dict[str, str] = {}
    seen = 0
    for state in states(bench, qtbot, sizes, places):
        seen += 1
        found = dict.fromkeys(doubled(bench.window), state) | found
    assert "\n".join(f"{state}: {letters}" for letters, state in found.items()) == ""
    assert seen >= len(places) * len(sizes) + 5  # of an entry


def letters(menu: QMenu) -> list[str]:
    """Return the mnemonics of the entries of a menu, an empty text for an entry without one."""
    texts = [action.text().replace("&&", "") for action in menu.actions() if not action.isSeparator()]
    return [text[text.index("&") + 1].casefold() if "&" in text else "" for text in texts]


def opened(bench: Bench, widget: QWidget, over: QWidget) -> QMenu:
    """Return the menu that the right mouse button opens over a widget."""
    place = over.rect().center()
    QApplication.sendEvent(
        over, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, over.mapToGlobal(place))
    )
    menus = [menu for menu in widget.findChildren(QMenu) if menu.isVisible()]
    assert len(menus) == 1, bench.window.parts.tabs.currentIndex()
    return menus[0]


@overview_by_day
def test_every_menu_of_a_plot_and_of_its_table_has_a_mnemonic_of_its_own_for_each_entry(
    bench: Bench, places: Sequence[int], qtbot: QtBot
) -> None:
    seen = 0
    for place in places:
        page = bench.window.parts.tabs.page_at(place)
        bench.turn_to(page)
        for _ in parts_of(bench, page, qtbot):
            for card in [c for c in page.findChildren(PlotCard) if c.isVisible() and c.as_table.isEnabled()]:
                menu = opened(bench, card, card.figure.viewport())
                assert len(set(letters(menu)) - {""}) == len(letters(menu)) >= 4, card.objectName()
                menu.close()
                seen += 1
    page = bench.window.parts.tabs.page_at(1)
    bench.turn_to(page)
    table = next(t for t in page.findChildren(Table) if t.isVisible() and t.rows.total)
    table.setCurrentIndex(table.rows.index(0, 0))
    menu = opened(bench, table, table.viewport())
    assert len(set(letters(menu)) - {""}) == len(letters(menu)) >= 4
    menu.close()
    assert seen >= (4 if len(places) == 1 else 8)


#: Points as a unit, after a number or a word for one or in brackets, and the same written out, in both languages.
_UNIT = re.compile(
    r"(?P<whole>percentage points?|Prozentpunkte?n?)"
    r"|(?P<short>(?<=[\d(])[ \u00a0\u2009\u202f]?(points?|Punkte?n?)(?![\w-])"
    r"|\b(how many|by a|wie viele|um einen|many) (points?|Punkte?n?)(?![\w-]))",
    re.IGNORECASE,
)


def short_first(texts: list[str]) -> str:
    """Return the first text that has points where no earlier one, nor itself before, has percentage points."""
    for text in texts:
        first = _UNIT.search(text.replace("&", ""))
        if first is not None:
            return text if first["short"] else ""
    return ""


@pytest.mark.parametrize(
    ("texts", "first"),
    [
        (["Worth 0.9 points.", "Then 2 percentage points"], "Worth 0.9 points."),
        (["Loss (points)"], "Loss (points)"),
        (["Wert (Punkte)"], "Wert (Punkte)"),
        (["5 percentage points", "3 points"], ""),
        (["Noch 2 Prozentpunkte, dann 1 Punkt"], ""),
        (["dot: 3, a decimal point", "Der Punkt ist die Schätzung"], ""),
    ],
)
def test_a_short_unit_before_the_whole_one_is_noticed(texts: list[str], first: str) -> None:
    assert short_first(texts) == first


def read(page: QWidget) -> list[str]:
    """Return the texts of a page from top to bottom, those of a plot and of its table twin as well."""
    rows: list[tuple[int, int, str]] = []
    for label in [each for each in page.findChildren(QLabel) if each.isVisible()]:
        at = label.mapTo(page, label.rect().topLeft())
        rows.append((at.y(), at.x(), label.text()))
    for table in [each for each in page.findChildren(Table) if each.isVisible()]:
        at = table.mapTo(page, table.rect().topLeft())
        rows += [(at.y(), at.x() + n, column.heading) for n, column in enumerate(table.rows.columns)]
    for card in [each for each in page.findChildren(PlotCard) if each.isVisible()]:
        at = card.mapTo(page, card.rect().topLeft())
        for n, axis in enumerate(card.figure.axes.values()):
            rows.append((at.y() + 1, at.x() + n, axis.labelText or ""))
    return [text for _, _, text in sorted(rows)]


@overview_by_day
def test_percentage_points_are_written_out_at_the_first_mention_on_every_page(
    bench: Bench, places: Sequence[int], qtbot: QtBot
) -> None:
    window, found = bench.window, {}
    mentions = 0
    for place in places:
        page = window.parts.tabs.page_at(place)
        bench.turn_to(page)
        for part in parts_of(bench, page, qtbot):
            texts = read(page)
            mentions += any("rozentpunkt" in text or "ercentage point" in text for text in texts)
            found[f"{place} {part}"] = short_first(texts)
            for card in [c for c in page.findChildren(PlotCard) if c.isVisible() and c.as_table.isEnabled()]:
                card.show_table(True)
                found[f"{place} {part} {card.objectName()}"] = short_first(read(card))
                found[f"{place} {part} {card.objectName()} how"] = short_first([card._words()[1]])
                card.show_table(False)
    found["panel"] = short_first(read(window.panel))
    for dialog in (
        BatchDialog(window.panel.control, window),
        RehearsalDialog(bench.controller, window),
    ):
        dialog.show()
        qtbot.waitUntil(dialog.isVisible)
        found[type(dialog).__name__] = short_first(read(dialog))
        dialog.close()
        dialog.deleteLater()
    assert {where: text for where, text in found.items() if text} == {}
    assert mentions >= (1 if len(places) == 1 else 3)


def test_the_wizard_writes_percentage_points_out(tmp_path: Path, qtbot: QtBot, spoken: Spoken) -> None:
    wizard = NewStudyWizard(Operator("MK", "lab"), tmp_path, SAMPLE)
    qtbot.addWidget(wizard)
    wizard.show()
    texts = []
    for page in (wizard.table, wizard.plan):
        qtbot.waitUntil(lambda p=page: wizard.page is p and p.complete, timeout=60_000)
        if page is wizard.plan:
            for toggle in page.findChildren(QToolButton):
                toggle.setChecked(toggle.isCheckable())
        texts.append([text for _, text in words_of(page)])
        wizard.next.click()
    wizard.cancel.click()
    wizard.worker.stop()
    assert [short_first(page) for page in texts] == [""] * 2
    unit = "Prozentpunkt" if spoken.name == "de" else "percentage point"
    assert any(unit in text for text in texts[1])


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_page_of_the_manual_writes_percentage_points_out(language: str) -> None:
    found = {}
    for path in sorted((resource_path("help") / language).glob("*.md")):
        found[path.name] = short_first(re.split(r"\n+", path.read_text("utf-8")))
    assert len(found) > 20
    assert {name: text for name, text in found.items() if text} == {}

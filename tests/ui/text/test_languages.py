"""Windows in German, in a pseudo-language with longer texts, in large text, and from right to left."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from seldom import seldom

sys.path.insert(0, str(Path(__file__).parent / "entry"))

from clipping import clipped
from entry_bench import Bench, make_study
from PySide6.QtCore import QRegularExpression
from PySide6.QtWidgets import QDialogButtonBox, QPushButton, QTabWidget, QWidget
from pytestqt.exceptions import TimeoutError as Late
from spoken import Spoken, doubled, untranslated
from tabled import CLOCK, HEADINGS, rows, write

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.ui.dialogs.about import AboutDialog
from kgdesk.ui.dialogs.batch import BatchDialog
from kgdesk.ui.dialogs.correct import CorrectDialog
from kgdesk.ui.dialogs.export import ExportDialog
from kgdesk.ui.dialogs.kept_columns import BarcodeDialog, CardColumnsDialog
from kgdesk.ui.dialogs.note import NoteDialog
from kgdesk.ui.dialogs.run_details import DetailsDialog
from kgdesk.ui.dialogs.run_sheets import LabelsDialog, SheetDialog, WorklistAgainDialog
from kgdesk.ui.dialogs.skip import SkipDialog
from kgdesk.ui.dialogs.worklist import WorklistDialog
from kgdesk.ui.entry.block_line import BlockDialog
from kgdesk.ui.home.home_window import HomeWindow
from kgdesk.ui.new_study.wizard import NewStudyWizard
from kgdesk.ui.pages.rehearsal_page import RehearsalDialog
from kgdesk.ui.widgets.theme import Theme, apply, text_scale

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

ROOMS = [
    pytest.param((1093, 582), 1.0, id="low", marks=pytest.mark.nightly),
    pytest.param((1366, 768), 1.0, id="plain"),
    pytest.param((1366, 768), 2.0, id="large"),
]
#: User data, names of keys, and names that are not translated.
DATA = {"MK", "C-", "Plate", "well", "Attribute", "Location", "small", "kgdesk", "kgstudy", "Success", "Failure",
        "csv", "CSV", "Excel", "KG", "SHA-256", "Code", "DMSO", "failure", *HEADINGS,
        *(heading.split(" ")[0] for heading in HEADINGS)}  # fmt: skip


# English is the shortest: what fits in the other two fits in it, which is looked at by night.
@pytest.fixture(params=[pytest.param("en", marks=pytest.mark.nightly), "de", "longer"])
def spoken(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[Spoken]:
    with Spoken(request.param, qapp) as language:
        yield language


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot, spoken: Spoken) -> Iterator[Bench]:  # noqa: ARG001 - spoken while it is made
    """Open a study with two runs in progress, in a state in which its rule stops, in the language of the test."""
    path = make_study(tmp_path / "small.kgstudy", 12, 4, runs=5, stop="runs 2")
    with actions.open_study(path, Operator("MK")) as session:
        actions.start(session, session.study.pool.ids[7])
    made = Bench(path, qtbot)
    yield made
    made.close()


def room(bench: Bench, qtbot: QtBot, size: tuple[int, int], scale: float) -> None:
    if text_scale() != scale:  # styling all widgets anew takes a second
        bench.window.theme.apply("light", scale)
    bench.window.resize(*size)
    qtbot.waitUntil(lambda: bench.window.size().toTuple() == size)


def settle(bench: Bench, page: QWidget, qtbot: QtBot) -> None:
    computations = getattr(page, "computations", ())
    qtbot.waitUntil(lambda: not bench.compute_queue.pending("gains"), timeout=120_000)
    qtbot.waitUntil(lambda: all(a.done or not a.card.isVisible() for a in computations), timeout=120_000)


def pages(bench: Bench, qtbot: QtBot) -> Iterator[str]:
    """Show each tab, and each page of a tab."""
    for place in range(bench.window.tabs.count()):
        bench.window.tabs.setCurrentIndex(place)
        page = bench.window.tabs.currentWidget()
        inner = page.findChild(QTabWidget)
        for below in range(inner.count() if inner is not None else 1):
            if inner is not None:
                inner.setCurrentIndex(below)
            settle(bench, page, qtbot)
            yield f"{bench.window.tabs.tabText(place)} {inner.tabText(below) if inner else ''}"


#: Scroll arrows of tab bars: sized by Qt.
_QTS_OWN = ("ScrollLeft", "ScrollRight")


def wrong(widget: QWidget, language: Spoken, qtbot: QtBot) -> list[str]:
    """Return clipped and untranslated texts, after the layout is stable."""
    found: list[str] = []

    def rests() -> bool:
        found[:] = [it for it in clipped(widget) if not it.startswith(_QTS_OWN)]
        return not found

    with contextlib.suppress(Late):
        qtbot.waitUntil(rests, timeout=1500)
    if language.name == "longer":
        found += untranslated(widget, DATA)
    if language.name == "de":
        found += doubled(widget)
    return found


def listed(found: dict[str, list[str]]) -> str:
    """Return one line per widget with its distinct faults."""
    seen: dict[str, str] = {}
    for name, complaints in found.items():
        for complaint in complaints:
            seen.setdefault(complaint, name)
    return "\n".join(f"{name}: {complaint}" for complaint, name in seen.items())


@pytest.mark.nightly
def test_no_word_of_a_low_window_is_cut_or_left_in_english(
    bench: Bench, spoken: Spoken, qtbot: QtBot
) -> None:
    room(bench, qtbot, (1093, 582), 1.0)
    found = wrong_in_window(bench, spoken, qtbot)
    assert not any(found.values()), listed(found)


@pytest.mark.parametrize(
    ("spoken", "scales"),
    [("longer", (1.0,)), *seldom(("en", (1.0, 2.0)), ("de", (1.0, 2.0)), ("longer", (1.0, 2.0)))],
    indirect=["spoken"],
)
def test_no_word_of_the_main_window_and_its_dialogs_is_cut_or_left_in_english(
    bench: Bench, spoken: Spoken, scales: tuple[float, ...], qtbot: QtBot
) -> None:
    """Plain and large text in one window: making and styling it takes longer than to look at it."""
    found = {}
    for scale in scales:
        room(bench, qtbot, (1366, 768), scale)
        if scale == 1.0 or spoken.name != "longer":  # large text is walked in the languages that ship
            pages_wrong = wrong_in_window(bench, spoken, qtbot)
            found |= {f"{name}, text {scale}": what for name, what in pages_wrong.items()}
        for name in DIALOGS:
            found[f"{name}, text {scale}"] = wrong_in_dialog(name, bench, spoken, qtbot)
    assert not any(found.values()), listed(found)


def wrong_in_window(bench: Bench, spoken: Spoken, qtbot: QtBot) -> dict[str, list[str]]:
    """Return what is wrong with the texts of each page, of an earlier state, and of each state of an entry."""
    found = {}
    for name in pages(bench, qtbot):
        found[name] = wrong(bench.window, spoken, qtbot)
    bench.controller.selection.show_as_of(2)
    qtbot.waitUntil(lambda: bench.controller.selection.advice is not None, timeout=60_000)
    found["looking back"] = wrong(bench.window, spoken, qtbot)
    bench.controller.selection.show_as_of(None)
    bench.wait_ready()
    bench.window.tabs.setCurrentIndex(0)
    for act in (lambda: bench.control.arm("failure"), bench.control.cancel, lambda: bench.control.scan("C-0012"),
                bench.control.cancel):  # fmt: skip
        act()
        found[f"entry {bench.control.entry.state}"] = wrong(bench.window, spoken, qtbot)
    return found


@pytest.mark.parametrize(
    "size",
    [
        pytest.param((1366, 768), id="small"),
        pytest.param((1920, 1080), id="wide", marks=pytest.mark.nightly),
    ],
)
def test_the_way_to_take_the_last_entry_back_is_not_cut(
    tmp_path: Path, spoken: Spoken, qtbot: QtBot, size: tuple[int, int]
) -> None:
    bench = Bench(make_study(tmp_path / "small.kgstudy", 12, 4, runs=8), qtbot, tabs=False)
    strip = bench.window.panel.strip
    found = {}
    for scale in (1.0, 2.0):
        room(bench, qtbot, size, scale)
        qtbot.waitUntil(strip.undo.isVisible)
        found[f"text {scale}"] = wrong(bench.window, spoken, qtbot)
        assert strip.rect().contains(strip.undo.geometry())
        assert bench.window.commands.action("run.takeBack").isEnabled()
    bench.close()
    assert not any(found.values()), listed(found)


DIALOGS = {
    "details": lambda b: DetailsDialog(b.control, b.window),
    "note": lambda b: NoteDialog(b.control, b.window),
    "block": lambda b: BlockDialog(b.control, b.window),
    "codes": lambda b: BarcodeDialog(b.control, b.window),
    "card": lambda b: CardColumnsDialog(b.controller.study, b.window),
    "sheet": lambda b: SheetDialog(b.controller, b.window),
    "labels": lambda b: LabelsDialog(b.controller, b.window),
    "several": lambda b: BatchDialog(b.control, b.window),
    "worklist": lambda b: WorklistDialog(b.control, b.window, count=4),
    "worklist again": lambda b: WorklistAgainDialog(b.controller, b.window),
    "skip": lambda b: SkipDialog(b.control.entry.candidate, b.window),
    "correct": lambda b: CorrectDialog(b.controller, 2, b.window),
    "export": lambda b: ExportDialog(b.controller, b.window),
    "about": lambda b: AboutDialog(b.window),
    "rehearsal": lambda b: RehearsalDialog(b.controller, b.window),
}


def wrong_in_dialog(name: str, bench: Bench, spoken: Spoken, qtbot: QtBot) -> list[str]:
    """Return what is wrong with the texts and the size of a dialog."""
    dialog = DIALOGS[name](bench)
    dialog.show()
    qtbot.waitUntil(dialog.isVisible)
    if isinstance(dialog, BatchDialog | WorklistDialog):
        qtbot.waitUntil(lambda: bool(dialog.picks), timeout=120_000)
    found = wrong(dialog, spoken, qtbot)
    if dialog.width() > 1366 or dialog.height() > 768:
        found.append(f"{dialog.size().toTuple()} does not fit the screen")
    for cancel in dialog.findChildren(QPushButton, QRegularExpression("[.]cancel$")):
        # That of a rehearsal stops the rehearsal and leaves the dialog open.
        if name != "rehearsal" and not isinstance(cancel.parent(), QDialogButtonBox):
            found.append(f"{cancel.objectName()} is not where the platform has it")
    dialog.close()
    dialog.deleteLater()
    return found


@pytest.mark.parametrize(("size", "scale"), ROOMS)
def test_no_word_of_home_and_wizard_is_cut_or_left_in_english(
    spoken: Spoken, tmp_path: Path, qapp: QApplication, qtbot: QtBot, size: tuple[int, int], scale: float
) -> None:
    apply(qapp, "light", scale)
    found = {}
    theme = qapp.findChild(Theme)
    assert theme is not None
    home = HomeWindow(theme)
    qtbot.addWidget(home)
    home.preferences.add_recent("/gone/small.kgstudy", "small", 3, 40)
    home.show()
    home.resize(*size)
    qtbot.waitUntil(lambda: home.width() == size[0])
    found["home"] = wrong(home, spoken, qtbot)
    home.close()
    wizard = NewStudyWizard(
        Operator("MK", "lab-1", lambda: CLOCK), tmp_path, str(write(tmp_path / "small.csv", rows(60)))
    )
    qtbot.addWidget(wizard)
    wizard.show()
    wizard.resize(*size)
    for page in (wizard.table, wizard.plan):
        qtbot.waitUntil(lambda p=page: wizard.page is p and p.complete, timeout=60_000)
        found[type(page).__name__] = wrong(wizard, spoken, qtbot)
        wizard.next.click()
    wizard.plan.more.toggle.setChecked(True)
    found["Advanced"] = wrong(wizard, spoken, qtbot)
    wizard.worker.stop()
    assert not any(found.values()), listed(found)

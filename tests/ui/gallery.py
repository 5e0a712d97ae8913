"""Render every page for visual inspection: ``python tests/ui/gallery.py FOLDER [--quick] [--only PART ...]``.

``--text 150`` enlarges the text, ``--language de`` draws the window in German, ``--size 1093x582`` another size,
``--look contrast`` in high contrast. ``--only pages home wizard`` are the pages that everybody sees.
A screen at 150 % is its size divided by 1.5, with ``QT_SCALE_FACTOR=1.5`` for its dots.

Home, both pages of a new study, the manual, the rehearsal window, and the main window without outcomes, after eleven,
finished, during a day in the lab, and with awkward data (long names, 18 attributes, German numbers), the answers to
nine questions, and plots as colour-blind people see them, each at 1366x768 and 1920x1080, in light and dark colours.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

os.environ["QT_QPA_PLATFORM"] = "offscreen"

import numpy as np
from colour_blind_gallery import draw_colour_blind
from lab_gallery import LabPages, lived
from PySide6.QtCore import QCoreApplication, QDeadlineTimer, QEventLoop, QLocale, QSettings, QTimer
from PySide6.QtWidgets import QScrollArea, QWidget
from spoken import Longer

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.actions.importing import read_pool
from kgdesk.model.advice.picks import advise
from kgdesk.model.study.settings import Settings
from kgdesk.ui.dialogs.backup_folder import SecondPlaceDialog
from kgdesk.ui.dialogs.help_window import HelpWindow
from kgdesk.ui.dialogs.server import ServerDialog
from kgdesk.ui.dialogs.worklist import WorklistDialog
from kgdesk.ui.home.home_window import HomeWindow
from kgdesk.ui.home.main import application
from kgdesk.ui.home.study_list import STATE
from kgdesk.ui.new_study.wizard import NewStudyWizard
from kgdesk.ui.pages.candidates import CandidatesTab
from kgdesk.ui.pages.checks import ChecksPage
from kgdesk.ui.pages.decide import DecideTab
from kgdesk.ui.pages.model import ModelPage
from kgdesk.ui.pages.page_window import open_page
from kgdesk.ui.pages.properties import PropertiesPage
from kgdesk.ui.pages.rehearsal_page import RehearsalDialog
from kgdesk.ui.pages.timeline import TimelineTab
from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.session.compute_queue import ComputeQueue
from kgdesk.ui.session.preferences import Preferences
from kgdesk.ui.session.study_controller import StudyController
from kgdesk.ui.text.translate import load_translators
from kgdesk.ui.widgets.theme import Theme
from kgdesk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kgdesk.actions import Session

SIZES = ((1366, 768), (1920, 1080))
LOOKS = ("light", "dark")
#: Looks that can be asked for.
EVERY_LOOK = (*LOOKS, "contrast")
#: Seconds that a picture may take on a busy machine.
_PATIENCE = 1200
#: Most paintings until a picture stays the same.
_SETTLED = 10
#: Parts of which every tab is drawn.
WHOLE = ("eleven", "averaged")
GERMAN = QLocale(QLocale.Language.German, QLocale.Country.Germany)
ENGLISH = QLocale(QLocale.Language.English, QLocale.Country.UnitedStates)
LANGUAGES = {"en": ENGLISH, "de": GERMAN, "longer": ENGLISH}
SAMPLES = Path(__file__).parents[2] / "resources" / "samples"


def until(done: Callable[[], object]) -> None:
    """Run the event loop until a condition holds, and once more for the events that it caused.

    Raises
    ------
    TimeoutError
        The condition does not hold after `_PATIENCE` seconds.
    """
    loop, limit = QEventLoop(), QDeadlineTimer(_PATIENCE * 1000)
    timer = QTimer()
    timer.timeout.connect(lambda: loop.quit() if done() or limit.hasExpired() else None)
    timer.start(30)
    loop.exec()
    loop.exec()
    timer.stop()
    if limit.hasExpired() and not done():
        raise TimeoutError(f"a picture was not ready after {_PATIENCE} seconds")


class Gallery:
    """Render pages to image files.

    Parameters
    ----------
    folder
        Folder of the images.
    size, look
        Size and colour theme of the windows.
    scale
        Size of the text, 1.0 to 2.0.
    """

    def __init__(self, folder: Path, size: tuple[int, int], look: str, scale: float = 1.0) -> None:
        self.folder, self.size, self.look = folder, size, look
        app = application()
        self.theme = app.findChild(Theme) or Theme(app)
        self.theme.apply(look, scale)

    def save(self, widget: QWidget, name: str) -> None:
        # Axes measure their labels when they are painted, and are laid out anew afterwards, as are wrapped texts.
        before, picture = None, widget.grab().toImage()
        for _ in range(_SETTLED):
            if picture == before:
                break
            QCoreApplication.processEvents()
            before, picture = picture, widget.grab().toImage()
        picture.save(str(self.folder / f"{name}-{self.size[0]}x{self.size[1]}-{self.look}.png"))

    def home(self, workspace: Path) -> None:
        preferences = Preferences()
        preferences.workspace = workspace
        for path, title, done, budget in (
            (workspace / "Couplings" / "reaction-screen.kgstudy", "Reaction screen", 11, 40),
            (workspace / "gone.kgstudy", "A study whose file was moved", 7, 30),
        ):
            preferences.add_recent(path, title, done, budget, "2026-10-08T14:02:31.000000Z")
        home = HomeWindow(self.theme)
        home.resize(*self.size)
        home.show()
        until(lambda: home.findChild(QWidget, "home.locate") is not None)
        until(lambda: all(line.text(STATE) for line in home.studies.items()))
        self.save(home, "home")
        home.close()

    def wizard(self, workspace: Path) -> None:
        wizard = NewStudyWizard(Operator("MK", "LAB-PC-1"), workspace, str(SAMPLES / "reaction-screen.csv"))
        wizard.resize(*self.size)
        wizard.show()
        for number, page in enumerate((wizard.table, wizard.plan), 1):
            until(lambda p=page: wizard.page is p and p.complete)
            self.save(wizard, f"wizard-{number}")
            wizard.next.click()
        more = wizard.plan.more
        more.toggle.click()
        earlier = next(iter((workspace / "Couplings").glob("*.kgstudy")))
        with actions.open_study(
            earlier, Operator("MK")
        ) as before:  # learnt from only where words are the same
            more.success_name.setText(before.study.settings.success_name)
            more.failure_name.setText(before.study.settings.failure_name)
        more.known.earlier.setText(str(earlier))
        more.known.effects.setText("Catalyst load (mol%)=1+-0.5; Solvent=DMF=-1+-1")
        more.known.effects.editingFinished.emit()
        until(lambda: more.known.learnt.isVisible() and wizard.plan.complete)
        wizard.findChildren(QScrollArea)[-1].ensureWidgetVisible(more.belief)
        self.save(wizard, "wizard-advanced")
        wizard.cancel.click()
        wizard.worker.stop()

    @contextmanager
    def opened(self, session: Session) -> Iterator[tuple[MainWindow, ComputeQueue]]:
        """Yield a window on a study, and its compute queue, once its suggestion is shown; close it at the end."""
        compute_queue = ComputeQueue()
        window = MainWindow(StudyController(session, compute_queue), self.theme)
        window.resize(*self.size)
        window.show()
        window.controller.advice.ask()
        until(
            lambda: (
                window.controller.advice.current is not None
                and window.controller.refresher.idle
                and not compute_queue.pending("trajectory")
            )
        )
        yield window, compute_queue
        window.close()
        compute_queue.stop()
        window.deleteLater()

    def window(self, session: Session, name: str, act: Callable[[MainWindow], None] | None = None) -> None:
        with self.opened(session) as (window, compute_queue):
            self._pages(window, compute_queue, name)
            if name == "eleven":
                self.rehearsal(window)
            if name == "finished":
                self.custody(window)
            if act is not None:
                act(window)
                until(lambda: window.controller.advice.current is not None)
                self.save(window, f"window-{name}-acted")
                window.panel.control.cancel()  # else it is offered again where the same study is opened

    def _pages(self, window: MainWindow, compute_queue: ComputeQueue, name: str) -> None:
        for tab in range(window.tabs.count() if name in WHOLE else 1):
            window.tabs.setCurrentIndex(tab)
            until(lambda: not compute_queue.pending("trajectory") and not compute_queue.pending("gains"))
            page = window.tabs.currentWidget()
            word = page.objectName()  # the same in all languages
            self.settle(page)
            self.save(window, f"window-{name}{f'-{word}' if tab else ''}")
            if name in WHOLE and tab == 0:
                window.controller.selection.show_as_of(7)
                until(lambda: window.controller.selection.advice is not None)
                self.save(window, f"window-{name}-then")
                window.controller.selection.show_as_of(None)
            if isinstance(page, TimelineTab):
                page.shows.choose("entries")
                until(lambda entries=page.entries: entries.shown)
                self.save(window, f"window-{name}-{word}-entries")
                page.shows.choose("runs")
        window.tabs.setCurrentIndex(0)
        if name in WHOLE:
            for kind in (ModelPage, ChecksPage):
                self._beside(open_page(kind, window.controller, window), name)
            window.dialogs.show_properties()
            self._beside(window.findChild(PropertiesPage), name)

    def pages(self, session: Session) -> None:
        """Render every page of the window, both faces, a comparison, a worklist and the properties."""
        with self.opened(session) as (window, compute_queue):
            for tab in range(window.tabs.count()):
                window.tabs.setCurrentIndex(tab)
                page = window.tabs.currentWidget()
                until(lambda: not compute_queue.pending("trajectory") and not compute_queue.pending("gains"))
                self.settle(page)
                self.save(window, f"page-{page.objectName()}")
                if isinstance(page, CandidatesTab):
                    page.table.tick(list(session.study.pool.ids[:3]))
                    self.settle(page)
                    self.save(window, "page-compared")
                    page.table.tick([])
            window.show_face("bench")
            self.save(window, "page-bench")
            arm(window)
            self.save(window, "page-bench-armed")
            window.panel.control.cancel()
            window.dialogs.show_properties()
            self._beside(window.findChild(PropertiesPage), "page")
            worklist = WorklistDialog(window.panel.control, window)
            worklist.show()
            until(worklist.isVisible)
            until(lambda: bool(worklist.picks))
            self.save(worklist, "page-worklist")
            worklist.close()

    def _beside(self, page: QWidget, name: str) -> None:
        """Save a page that stands in a window of its own."""
        self.settle(page)
        self.save(page.window(), f"window-{name}-{page.objectName()}")
        page.window().close()

    def settle(self, page: QWidget) -> None:
        """Wait until every visible plot is computed."""
        computations = getattr(page, "computations", ())
        until(
            lambda: all(computation.done or not computation.card.isVisible() for computation in computations)
        )
        cards = [card for card in page.findChildren(PlotCard) if card.isVisible()]
        until(lambda: all(card.drawn for card in cards))
        if isinstance(page, DecideTab):
            until(lambda: page.rehearsed is not None and page.rehearsed.whole)

    def manual(self) -> None:
        """Render a page of text, a page of tables, and search results."""
        for target in ("recording.md#details", "glossary.md"):
            page = HelpWindow()
            page.show()
            page.show_page(target)
            if target.startswith("glossary"):
                page.search.setText("zurücknehmen" if QLocale().language() == GERMAN.language() else "undo")
            until(page.isVisible)
            self.save(page, f"help-{target.partition('.')[0]}")
            page.close()

    def custody(self, window: MainWindow) -> None:
        """Render the dialogs about server and backups."""
        for name, dialog in (
            ("second-place", SecondPlaceDialog(window)),
            ("server", ServerDialog(Preferences(), window)),
        ):
            dialog.show()
            until(dialog.isVisible)
            self.save(dialog, f"custody-{name}")
            dialog.close()
            dialog.deleteLater()

    def rehearsal(self, window: MainWindow) -> None:
        """Rehearse briefly, and render the window during and after it."""
        window.dialogs.rehearse()
        page = window.findChild(RehearsalDialog)
        page.form.rehearsals.setValue(8)
        page.form.stop.setText("value 0.1 or within 5 at 90")
        page.form.stop.editingFinished.emit()
        self.save(page, "rehearsal-before")
        page.begin()
        until(lambda: page.final_result is not None)
        self.save(page, "rehearsal")
        page.close()


def arm(window: MainWindow) -> None:
    button = window.findChild(QWidget, "entry.success")
    button.click()


def hard_table(path: Path) -> Path:
    """Write 60 candidates with long names and 18 attributes."""
    rng = np.random.default_rng(7)
    names = [f"A rather long attribute name, number {j} (mmol/L)" for j in range(1, 19)]
    with path.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(["Code", "Plate location", *names])
        for i in range(60):
            code = f"2026-11 Pd(OAc)2 / XPhos / Cs2CO3 in 2-methyltetrahydrofuran, batch {i + 1:04d}"
            out.writerow([code, f"P1-A{i + 1:02d}", *(f"{v:.3f}" for v in rng.uniform(0, 1500, 18))])
    return path


def hard(folder: Path) -> Session:
    names = {f"A rather long attribute name, number {j} (mmol/L)": "mmol/L" for j in range(1, 19)}
    table = read_pool(hard_table(folder / "hard.csv"), id="Code", extras=["Plate location"], units=names)
    settings = Settings(
        title="Suzuki couplings with second generation precatalysts, third campaign", budget=60,
        success_name="Kristalle", failure_name="Keine Kristalle",
    )  # fmt: skip
    session = actions.create_study(
        folder / "hard.kgstudy", table, settings, Operator("Maximiliane Kronenberger")
    )
    for turn in range(8):
        advice = advise(session.study)
        actions.record(
            session, advice.suggestion.candidate, "success" if turn % 3 else "failure", advice=advice
        )
    return session


def empty(folder: Path) -> Session:
    table = read_pool(SAMPLES / "growth-conditions.csv", id="Code")
    return actions.create_study(
        folder / "empty.kgstudy", table, Settings(title="Growth conditions"), Operator("MK")
    )


def averaged(folder: Path) -> Session:
    """Return a study of straight and bent models with twelve outcomes of a peaked truth."""
    table = read_pool(SAMPLES / "growth-conditions.csv", id="Code")
    settings = Settings(title="Growth conditions", terms="average", budget=40)
    session = actions.create_study(folder / "averaged.kgstudy", table, settings, Operator("MK"))
    for turn in range(12):
        advice = advise(session.study)
        outcome = "success" if turn % 3 == 1 else "failure"
        actions.record(session, advice.suggestion.candidate, outcome, advice=advice)
    return session


def draw_hard(gallery: Gallery, place: Path) -> None:
    before = QLocale()
    QLocale.setDefault(GERMAN)
    gallery.window(hard(place), "hard")
    QLocale.setDefault(before)


def draw_finished(gallery: Gallery, place: Path) -> None:
    session = actions.open_sample(place / "Done", Operator("MK"))
    actions.finish(session, "The yield is good enough for the next step")
    gallery.window(session, "finished")


#: Parts that can be rendered separately, as functions of the gallery and a working folder.
PARTS: dict[str, Callable[[Gallery, Path], None]] = {
    "home": lambda gallery, place: gallery.home(place / "Lab"),
    "wizard": lambda gallery, place: gallery.wizard(place / "Lab"),
    "help": lambda gallery, _: gallery.manual(),
    "empty": lambda gallery, place: gallery.window(empty(place), "empty"),
    "eleven": lambda gallery, place: gallery.window(
        actions.open_sample(place, Operator("MK")), "eleven", arm
    ),
    "pages": lambda gallery, place: gallery.pages(actions.open_sample(place, Operator("MK"))),
    "averaged": lambda gallery, place: gallery.window(averaged(place), "averaged"),
    "finished": draw_finished,
    "lab": lambda gallery, place: LabPages(gallery, until).draw(lived(place, SAMPLES)),
    "hard": draw_hard,
    "colour-blind": lambda gallery, _: draw_colour_blind(gallery, until),
}


def draw(folder: Path, size: tuple[int, int], look: str, parts: Sequence[str], scale: float) -> None:
    """Render some parts at one size in one theme."""
    gallery = Gallery(folder, size, look, scale)
    with tempfile.TemporaryDirectory() as work:
        place = Path(work)
        os.environ["KGDESK_DATA"] = str(place / "data")  # not the user's own data folder
        QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(place / "own"))
        # Presenting goes back to what is kept.
        Preferences().scheme = look  # type: ignore[assignment] # one of `LOOKS`
        Preferences().text_scale = scale
        workspace = place / "Lab"
        for project in ("Couplings", "Crystals"):
            (workspace / project).mkdir(parents=True)
        actions.open_sample(workspace / "Couplings", Operator("MK")).close()
        actions.open_sample(workspace / "Crystals", Operator("MK"), "growth-conditions").close()
        for part in parts:
            PARTS[part](gallery, place)


def asked() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description="Draw every page into PNG files, for a look by eye.")
    parser.add_argument("folder", type=Path, help="where the pictures go; made if it is not there")
    parser.add_argument("--quick", action="store_true", help="the smaller size in the light look only")
    parser.add_argument(
        "--only", nargs="+", choices=tuple(PARTS), default=tuple(PARTS), help="draw these alone"
    )
    parser.add_argument(
        "--text", type=int, choices=(100, 125, 150, 200), default=100, help="per cent of its size"
    )
    parser.add_argument(
        "--language",
        choices=tuple(LANGUAGES),
        default="en",
        help="of the window; longer: texts that are 40 %% longer (default: en)",
    )
    parser.add_argument("--look", choices=EVERY_LOOK, help="this look alone")
    parser.add_argument("--size", type=_size, metavar="WxH", help="this size alone, as 1093x582")
    return parser.parse_args()


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    return int(width), int(height)


@contextmanager
def screen(size: tuple[int, int]) -> Iterator[None]:
    """Give Qt, before it starts, a screen of a size in pixels: windows and dialogs are fitted to it."""
    width, height = size
    one = {"name": "screen", "x": 0, "y": 0, "width": width, "height": height, "dpr": 1}
    one |= {"logicalDpi": 96, "logicalBaseDpi": 96}
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "screen.json"
        path.write_text(json.dumps({"screens": [one]}), encoding="utf-8")
        os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={path}"
        yield


def main(wanted: argparse.Namespace) -> None:
    """Render some parts at one size in every theme."""
    folder: Path = wanted.folder
    folder.mkdir(parents=True, exist_ok=True)
    locale = LANGUAGES[wanted.language]
    QLocale.setDefault(locale)
    parts = [part for part in PARTS if part in wanted.only]
    with screen(wanted.size):
        load_translators(application(), locale)
        spoken = Longer(application())
        if wanted.language == "longer":
            application().installTranslator(spoken)
        for look in [wanted.look] if wanted.look else LOOKS[:1] if wanted.quick else LOOKS:
            draw(folder, wanted.size, look, parts, wanted.text / 100)
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


def begin(wanted: argparse.Namespace) -> None:
    """Render some parts at every size, each in a process of its own, since Qt keeps its screen."""
    if wanted.size or wanted.quick:
        wanted.size = wanted.size or SIZES[0]
        main(wanted)
        return
    for width, height in SIZES:
        subprocess.run([sys.executable, *sys.argv, "--size", f"{width}x{height}"], check=True)


if __name__ == "__main__":
    begin(asked())

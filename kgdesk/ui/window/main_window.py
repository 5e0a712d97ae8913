"""MainWindow of one study: entry on the left, tabs on the right, status bar below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QMenu, QTabWidget, QVBoxLayout, QWidget

from kgdesk import actions
from kgdesk.ui.entry.controller import EntryControl
from kgdesk.ui.entry.face import FaceSwitch
from kgdesk.ui.entry.panel import EntryPanel
from kgdesk.ui.pages.tabs import TABS, LazyTabs, P
from kgdesk.ui.session.preferences import Preferences, first_size
from kgdesk.ui.session.refresher import STUDY_FACTS
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import visible
from kgdesk.ui.widgets.dropped_files import local_file
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.widgets.saved_files import show_notice
from kgdesk.ui.widgets.splash import FirstPaint
from kgdesk.ui.widgets.theme import app_icon
from kgdesk.ui.window import menus, run_menu
from kgdesk.ui.window.background_tasks import BackgroundTasks
from kgdesk.ui.window.commands import Commands
from kgdesk.ui.window.dialog_launcher import DialogLauncher
from kgdesk.ui.window.entry_questions import EntryQuestions
from kgdesk.ui.window.focus_cycle import FocusCycle
from kgdesk.ui.window.history_banner import HistoryBanner
from kgdesk.ui.window.panel_scroller import PanelScroller
from kgdesk.ui.window.parts import WindowParts, WindowRequests
from kgdesk.ui.window.result_files import read_results
from kgdesk.ui.window.settling import fork_way, waiting_way
from kgdesk.ui.window.status_bar import Status

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent, QShowEvent

    from kgdesk.model.study.records import RunNumber
    from kgdesk.ui.entry.face import Face
    from kgdesk.ui.pages.candidates import CandidatesTab
    from kgdesk.ui.pages.overview import OverviewTab
    from kgdesk.ui.session.compute_queue import KernelWarmup
    from kgdesk.ui.session.study_controller import StudyController
    from kgdesk.ui.widgets.theme import Theme
    from kgdesk.ui.window.settling import Way

LEAST = (800, 560)
#: Pixels between the switch of the faces and the edges of the window's middle.
_SWITCH_EDGE, _SWITCH_TOP = 12, 4
#: Pixels above the tabs, which are lower than the switch beside them.
_ABOVE_TABS = 14
USUAL = QSize(1366, 728)


class MainWindow(QMainWindow):
    """Main window of one study; closing it closes the study.

    Parameters
    ----------
    controller
        Controller of the study; closed with the window.
    theme
        Applies colours and text size to the application.
    preparation
        Compilation of the kernels; None if there is none to wait for.
    preferences
        The program's preferences; read from this user's settings by default.
    """

    #: The window and its study are closed.
    closed = Signal()

    def __init__(
        self,
        controller: StudyController,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        preparation: KernelWarmup | None = None,
        preferences: Preferences | None = None,
    ) -> None:
        super().__init__(parent)
        #: The study's controller, and the application's theme.
        self.controller, self.theme = controller, theme
        controller.setParent(self)
        self.preferences = preferences or Preferences()  #: The user's preferences.
        self.setObjectName("window")
        self.setWindowIcon(app_icon())
        self.setMinimumSize(*LEAST)
        self.setAcceptDrops(True)
        self.panel = EntryPanel(EntryControl(controller, preparation, self))  #: Entry panel on the left.
        self._tabs = LazyTabs(controller, TABS)  # pages may be pending; see `tabs`
        self.message_strip = MessageStrip("note")  #: Message strip below the tabs.
        self.history_banner = HistoryBanner(controller)  #: Shown with an earlier state.
        self.switch = FaceSwitch(self)  #: Chooses the face.
        self.status = Status(self.panel.control)  #: Status bar.
        #: Backups, drafts, others' entries.
        self.background_tasks = BackgroundTasks(self.panel.control, self)
        self.status.watch(self.background_tasks)
        self.commands = Commands(self)  #: Registry of commands.
        self.requests = WindowRequests(self)  #: What the user asks of the program.
        #: Opens the dialogs that record no outcome.
        self.dialogs = DialogLauncher(
            self, controller, self.commands, theme, self.preferences, self.message_strip
        )
        self._questions = EntryQuestions(self.panel.control, self.preferences, self)
        self._lay_out()
        #: What the commands act on.
        self.parts = WindowParts(
            window=self, controller=controller, panel=self.panel, tabs=self._tabs,
            message_strip=self.message_strip, commands=self.commands, dialogs=self.dialogs,
            focus_cycle=FocusCycle(self.panel, self._tabs, self.status), theme=theme,
            preferences=self.preferences, requests=self.requests, ask=self.ask, turn_face=self.turn_face,
            show_page=self.show_page,
        )  # fmt: skip
        self.switch.wanted.connect(self.show_face)
        menus.fill(self.parts)
        run_menu.join(self.parts)
        self._connect()
        self._take_preferences()
        self.show_face("bench" if self.preferences.face == "bench" else "study")
        self._show_title()
        self._greet()
        if not self.preferences.restore_geometry(self, "main"):
            first_size(self, USUAL)
        FirstPaint(self, self._begin_pages)

    @property
    def face(self) -> Face:
        """The face that is shown."""
        return self.panel.face

    def show_face(self, face: Face) -> None:
        """Show Bench or Study; what is armed is disarmed. On Bench nothing is computed for the pages."""
        bench = face == "bench"
        self.panel.show_face(face)
        self.switch.show_face(face)
        for layout in (self.panel.side, self._right):
            layout.removeWidget(self.message_strip)
        (self.panel.side if bench else self._right).addWidget(self.message_strip)
        self.message_strip.stack(bench)
        self._left.show_face(face)  # first: the pages are laid out once, at the width that they keep
        self._pages.setVisible(not bench)
        self._bench_space.setVisible(bench)
        self.controller.advice.serve_pages(not bench)
        if self.preferences.face != face:
            self.preferences.face = face
        if self.isVisible():
            self._begin_pages()
            self.panel.home.setFocus()

    def turn_face(self) -> None:
        """Show the other face."""
        self.show_face("study" if self.face == "bench" else "bench")

    def show_page(self, place: int) -> None:
        """Show the page at a place among the tabs, on Study, and focus its list if it has one."""
        if self.face == "bench":
            self.show_face("study")
        self.parts.focus_cycle.go_to_tab(place)

    def _begin_pages(self) -> None:
        if self.face == "study":
            self._tabs.begin()

    def _greet(self) -> None:
        """Say what is not settled or doubtful, one after the other, then offer the draft that a crash has left."""
        session = self.controller.session
        trust = session.trust
        left: list[tuple[str, Way | None]] = [
            (sentence, waiting_way(self.parts)) for sentence in actions.unsettled()
        ]
        if session.waits_elsewhere:
            left.append((session.waits_elsewhere, waiting_way(self.parts)))
        # Where the study can only be read, the entry panel says why.
        if self.controller.read_only_reason is None and (trust.doubtful or trust.set_aside or trust.unread):
            left.append((trust.sentence, fork_way(self.parts) if trust.settleable else None))
        self._say_each(left)

    def _say_each(self, left: list[tuple[str, Way | None]]) -> None:
        if left:
            sentence, way = left[0]
            go_on = (self.tr("Close"), lambda: self._say_each(left[1:]))
            ways = (go_on,) if way is None else (way, go_on)
            self.message_strip.show_message("caution", translate(sentence), ways)
            return
        self.message_strip.clear()
        if self.controller.read_only_reason is None:
            self.background_tasks.offer(self.message_strip)

    def _show_damaged_databases(self, sentences: list[str]) -> None:
        self._say_each([(sentence, waiting_way(self.parts)) for sentence in sentences])

    @property
    def tabs(self) -> QTabWidget:
        """The tabs; builds all pages first if they are still pending."""
        self._tabs.complete()
        return self._tabs

    def page(self, kind: type[P]) -> P:
        """Return the page of a class; creates it first if it is pending."""
        return self._tabs.page(kind)

    @property
    def overview(self) -> OverviewTab:
        """The Overview tab with its four plots."""
        from kgdesk.ui.pages.overview import OverviewTab  # noqa: PLC0415 - after the first paint

        return self.page(OverviewTab)

    def ask(self, what: str) -> None:
        """Open a small dialog by name: operator, choose, block, void, finish, reopen, or one of `run_menu.ASKS`."""
        asking = self._questions
        if what in run_menu.ASKS:
            run_menu.ASKS[what](self.parts)
        else:
            {
                "operator": asking.operator,
                "choose": self.find_candidate,
                "block": asking.block,
                "void": asking.void,
                "finish": asking.finish,
                "reopen": asking.reopen,
            }[what]()

    def show_run(self, number: RunNumber) -> None:
        """Show a run in the Timeline tab."""
        from kgdesk.ui.pages.timeline import TimelineTab  # noqa: PLC0415 - after the first paint

        timeline = self.page(TimelineTab)
        self.show_page(self._tabs.indexOf(timeline))
        timeline.show_run(number)

    def explore(self, candidate: str) -> None:
        """Show a candidate in the Explore tab."""
        from kgdesk.ui.pages.explore import ExploreTab  # noqa: PLC0415 - after the first paint

        self.controller.selection.select(candidate)
        self.show_page(self._tabs.indexOf(self.page(ExploreTab)))

    def compare(self, candidate: str) -> None:
        """Compare a candidate in the Candidates tab."""
        candidates = self._candidates_page()
        candidates.compare(candidate)

    def find_candidate(self) -> None:
        """Turn to the Candidates tab, ready to type what is looked for."""
        self._candidates_page().focus_search()

    def _candidates_page(self) -> CandidatesTab:
        from kgdesk.ui.pages.candidates import CandidatesTab  # noqa: PLC0415 - after the first paint

        page = self.page(CandidatesTab)
        self.show_page(self._tabs.indexOf(page))
        return page

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the entry its width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._left.give_width(event.size().width())

    def showEvent(self, event: QShowEvent) -> None:
        """Focus the scan field at first."""
        super().showEvent(event)
        if self.focusWidget() is None:
            self.panel.home.setFocus()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept one local file, a table of results, while entries can be made."""
        if self.panel.control.entry.situation.takes_entries and local_file(event) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Show what the dropped file of results would do."""
        if (path := local_file(event)) is not None:
            event.acceptProposedAction()
            read_results(self.parts, path)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Wait for pending writes, then close the study; stay open if the last entry could not be saved."""
        if self.controller.writing:
            self.controller.settle(closing=True)
            if self.panel.control.entry.state == "not_saved":
                event.ignore()
                return
        super().closeEvent(event)
        self.panel.stop()
        self.background_tasks.stop()
        self.preferences.keep_geometry(self, "main")
        self._remember()
        self.controller.close()
        self.closed.emit()

    def _remember(self) -> None:
        study = self.controller.study
        last = study.runs[-1].recorded_at if study.runs else ""
        advice, verdict = self.controller.advice.current, self.controller.advice.verdict
        best = ("", 0.0)
        if advice is not None and advice.study.revision == study.revision and study.done:
            best = advice.recommended.candidate, advice.recommended.probability
        self.preferences.update_recent(
            self.controller.place, study.done, study.settings.budget, last,
            best=best, can_stop=verdict is not None and verdict.stop,
        )  # fmt: skip

    def _take_preferences(self) -> None:
        """Apply the preferences: range level, scan prefix, checked menu items."""
        self.controller.advice.set_level(self.preferences.range_level)
        self.panel.scan.field.prefix = self.preferences.scan_prefix
        self.commands.refresh()

    def _show_title(self) -> None:
        study = self.controller.study
        title = study.settings.title or study.name
        mark = self.tr(" (read-only)") if self.controller.read_only_reason is not None else ""
        if self.controller.selection.as_of is not None:
            number = self.controller.study.number_at(self.controller.selection.as_of)
            mark = self.tr(" (as of run {run})").format(run=number)
        self.setWindowTitle(f"{visible(title)}{mark} – kgdesk")

    def _connect(self) -> None:
        self.panel.wanted.connect(self.ask)
        self.status.operator_wanted.connect(lambda: self.ask("operator"))
        refresher = self.controller.refresher
        for facts, refresh in (
            (STUDY_FACTS | {"entry", "gesture", "shown", "page"}, self.commands.refresh),
            ({"settings", "shown"}, self._show_title),
            ({"advice", "shown"}, self.history_banner.update_text),
        ):
            refresher.watch(self, facts, refresh, after_painting=True)
        for menu in self.menuBar().findChildren(QMenu):
            menu.aboutToShow.connect(self.commands.refresh)
        self.controller.changed.connect(lambda change: show_notice(self.message_strip, change.notice))
        self.background_tasks.unsettled.connect(self._show_damaged_databases)
        self.controller.selection.run_requested.connect(self.show_run)
        self.controller.selection.explore_wanted.connect(self.explore)
        self.controller.selection.compare_wanted.connect(self.compare)
        self.controller.selection.run_this.connect(self.panel.control.choose)
        self._tabs.currentChanged.connect(lambda _place: refresher.note("page"))
        self._tabs.made.connect(self._meet_page)
        self.dialogs.chosen.connect(self.requests.open_wanted)
        self.dialogs.adjusted.connect(self._take_preferences)
        self.dialogs.language_changed.connect(self.requests.renewal_wanted)
        self.closed.connect(self.dialogs.ended)

    def _meet_page(self, page: QWidget) -> None:
        self.status.pin_to_end()
        run_menu.join_candidates(self.parts, page)
        run_menu.join_decide(self.parts, page, self._questions.finish)
        self.commands.refresh()

    def _lay_out(self) -> None:
        self._pages = QWidget()  #: Right side of Study.
        self._right = QVBoxLayout(self._pages)
        middle = _Middle(self.switch, self._tabs, self._right)
        self._bench_space = middle.reserve(self.panel.bar)
        middle.reserve(self.history_banner.line)
        self.history_banner.line.setContentsMargins(0, 0, 2 * _SWITCH_EDGE, 0)
        self._tabs.setCornerWidget(middle.corner)
        middle.corner.show()
        line = QHBoxLayout(middle)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        self._left = PanelScroller(self.panel)
        line.addWidget(self._left)
        self._right.setSpacing(4)
        self._right.addWidget(self.history_banner)
        self._right.addWidget(self._tabs, 1)
        self._right.addWidget(self.message_strip)
        line.addWidget(self._pages, 1)
        self.setCentralWidget(middle)
        self.setStatusBar(self.status)


class _Corner(QWidget):
    """Keeps the line of the tabs free below the switch; Qt goes by its preferred size."""

    def sizeHint(self) -> QSize:
        """Return the size that is set."""
        return self.minimumSize()


class _Middle(QWidget):
    """Middle of the window, with the switch of the faces at the same spot at its top right on both.

    Parameters
    ----------
    switch
        The switch; placed above all else.
    tabs
        Tabs that stand beside the switch, or below it where they have no room there.
    pages
        Layout that the tabs are in.
    """

    def __init__(self, switch: FaceSwitch, tabs: QTabWidget, pages: QVBoxLayout) -> None:
        super().__init__()
        self._switch, self._tabs, self._pages = switch, tabs, pages
        switch.setParent(self)
        self.corner = _Corner(self)  #: Keeps the line of the tabs free below the switch.
        self._spaces: list[QWidget] = []

    def reserve(self, line: QHBoxLayout) -> QWidget:
        """Keep the end of a line free below the switch, and return what stands there."""
        space = QWidget()
        self._spaces.append(space)
        line.addWidget(space)
        return space

    def event(self, event: QEvent) -> bool:
        """Place the switch after every change of size, font or layout."""
        taken = super().event(event)
        if event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest, QEvent.Type.Show}:
            self._place()
        return taken

    def _place(self) -> None:
        size = self._switch.sizeHint()
        self._switch.setGeometry(
            self.width() - size.width() - _SWITCH_EDGE, _SWITCH_TOP, size.width(), size.height()
        )
        self._switch.raise_()
        beside = size.width() + 2 * _SWITCH_EDGE
        fits = self._tabs.tabBar().sizeHint().width() + beside <= self._tabs.width()
        above = _ABOVE_TABS if fits else _SWITCH_TOP + size.height()
        if self._pages.contentsMargins().top() != above:
            self._pages.setContentsMargins(0, above, 0, 0)
        for space, wide, high in (
            (self.corner, beside if fits else 0, 1),
            *((each, size.width(), size.height()) for each in self._spaces),
        ):
            if space.minimumSize().toTuple() != (wide, high):
                space.setFixedSize(wide, high)

"""The window of one study: entry on the left, tabs on the right, status below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QMainWindow,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from kgdesk.ui import lab, menus
from kgdesk.ui.commands import CommandList, Commands
from kgdesk.ui.entry.choose import ChooseDialog
from kgdesk.ui.entry.control import EntryControl
from kgdesk.ui.entry.operator import OperatorDialog
from kgdesk.ui.entry.panel import EntryPanel
from kgdesk.ui.entry.scroller import Scroller
from kgdesk.ui.faults import log_file
from kgdesk.ui.help import opening
from kgdesk.ui.keeping import Keeper
from kgdesk.ui.look.icons import app_icon
from kgdesk.ui.parts import Strip, plain
from kgdesk.ui.pictures.card import PictureCard, turn_tables
from kgdesk.ui.presenting import Presentation
from kgdesk.ui.settings import Preferences
from kgdesk.ui.splash import FirstPaint
from kgdesk.ui.status import Status
from kgdesk.ui.tabs import TABS
from kgdesk.ui.tabs.book import Book
from kgdesk.ui.then import ThenBanner

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtGui import QCloseEvent, QShowEvent

    from kgdesk.ui.desk import Desk
    from kgdesk.ui.entry.preparing import Preparation
    from kgdesk.ui.look.theme import Scheme, Theme
    from kgdesk.ui.tabs.overview import OverviewTab

LEAST = (800, 560)
USUAL = (1366, 728)


class MainWindow(QMainWindow):
    """Shows one study; closing it lets go of the study.

    Parameters
    ----------
    desk
        The study; the window closes it.
    theme
        Dresses the application.
    preparation
        The first compilation of the kernels, where there is one to wait for.
    """

    #: Another study: a path; a new one; the home window; the end.
    open_wanted = Signal(str)
    new_wanted = Signal()
    home_wanted = Signal()
    quit_wanted = Signal()
    #: The language has changed: this window has to be made anew.
    renewal_wanted = Signal()
    #: The window has closed and the study is free.
    closed = Signal()

    def __init__(
        self,
        desk: Desk,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        preparation: Preparation | None = None,
    ) -> None:
        super().__init__(parent)
        self.desk, self.theme = desk, theme
        desk.setParent(self)
        self.preferences = Preferences()
        self.setObjectName("window")
        self.setWindowIcon(app_icon())
        self.setMinimumSize(*LEAST)
        self.panel = EntryPanel(EntryControl(desk, preparation, self))
        self.book = Book(desk, TABS)
        self.note = Strip("note")
        self.then = ThenBanner(desk)
        self.status = Status(self.panel.control)
        self.keeper = Keeper(self.panel.control, self)
        self.status.watch(self.keeper)
        self.commands = Commands(self)
        self.heading = plain("", "title")
        self.heading.setContentsMargins(12, 10, 12, 4)
        self._lay_out()
        self.presentation = self._presentation()
        menus.fill(self)
        lab.join(self)
        self._connect()
        self._refresh()
        self._offer_what_was_left()
        if not self.preferences.restore_geometry(self, "main"):
            self.resize(*USUAL)
        FirstPaint(self, self.book.begin)

    @property
    def tabs(self) -> QTabWidget:
        """The tabs with all their pages: whoever asks before the pages are made has them made."""
        self.book.complete()
        return self.book

    @property
    def overview(self) -> OverviewTab | None:
        """The tab of the four pictures."""
        from kgdesk.ui.tabs.overview import OverviewTab  # noqa: PLC0415 - after the first paint

        return self.tabs.findChild(OverviewTab)

    def ask(self, what: str) -> None:
        """Open one of the small dialogs of the entry: void, choose, finish, reopen or operator."""
        control = self.panel.control
        if self.desk.presented:
            return
        if what == "operator":
            name = OperatorDialog.ask(self, self.desk.who.operator)
            if name is not None:
                self.preferences.operator = name
                control.set_operator(name)
        elif what == "choose":
            self._choose()
        elif what in lab.ASKS:
            lab.ASKS[what](self)
        else:
            reason = self._reason(what)
            if reason is not None:
                {"void": control.void, "finish": control.finish, "reopen": control.reopen}[what](reason)

    def ask_for_study(self) -> None:
        """Ask which study to open."""
        folder = str(self.desk.path.parent)
        kinds = self.tr("Studies (*.kgstudy)")
        path, _ = QFileDialog.getOpenFileName(self, self.tr("Open a study"), folder, kinds)
        if path:
            self.open_wanted.emit(path)

    def export(self) -> None:
        """Open the export dialog."""
        from kgdesk.ui.dialogs.export import ExportDialog  # noqa: PLC0415 - only those who export pay for it

        dialog = ExportDialog(self.desk, self)
        dialog.finished.connect(lambda: self.tell_saved(dialog.saved))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def tell_saved(self, saved: Path | None) -> None:
        """Say that a file was written, if one was, and offer its folder."""
        if saved is None:
            return
        folder = QUrl.fromLocalFile(str(saved.parent))
        self.note.say(
            "recorded",
            self.tr("Saved {name}.").format(name=saved.name),
            (
                (self.tr("Open folder"), lambda: QDesktopServices.openUrl(folder)),
                (self.tr("Copy path"), lambda: QGuiApplication.clipboard().setText(str(saved))),
                (self.tr("Close"), self.note.silence),
            ),
        )

    def go_to_tab(self, place: int) -> None:
        """Show a tab; the keyboard goes to its list where it has one, and never stays in a hidden tab."""
        focused = self.focusWidget()
        inside = focused is not None and self.tabs.isAncestorOf(focused)
        self.tabs.setCurrentIndex(place)
        target = self.tabs.currentWidget().focusProxy() or (self.panel.scan.field if inside else None)
        if target is not None:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_run(self, number: int) -> None:
        """Show a run in History."""
        from kgdesk.ui.tabs.history import HistoryTab  # noqa: PLC0415 - after the first paint

        history = self.tabs.findChild(HistoryTab)
        if history is not None:
            self.tabs.setCurrentWidget(history)
            history.show_run(number)

    def correct_last(self) -> None:
        """Correct the newest entry of this operator, or else the newest."""
        from kgdesk.ui.dialogs.correct import CorrectDialog  # noqa: PLC0415 - only those who correct pay for it

        runs = [run for run in self.desk.study.runs if not run.taken_back]
        me = self.desk.who.operator.strip()
        own = [run for run in runs if run.operator == me and not run.imported]
        if not runs:
            return
        dialog = CorrectDialog(self.desk, (own or runs)[-1].number, self)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def rehearse(self) -> None:
        """Open the rehearsal page beside this window, or bring it to the front."""
        from kgdesk.ui.rehearsal.page import RehearsalDialog  # noqa: PLC0415 - only those who rehearse pay for it

        dialog = self.findChild(RehearsalDialog)
        if dialog is None or not dialog.isVisible():
            dialog = RehearsalDialog(self.desk, self)
            self.closed.connect(dialog.close)
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()

    def list_commands(self) -> None:
        """Open the list of commands and keys."""
        self._refresh()
        dialog = CommandList(self.commands, self, tip_of=opening.tip_of)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def about(self) -> None:
        """Say which version this is, and under which licences."""
        from kgdesk.ui.dialogs.about import AboutDialog  # noqa: PLC0415 - only those who ask pay for it

        AboutDialog(self).open()

    def report_problem(self) -> None:
        """Offer a problem report, to be read before it is saved."""
        from kgdesk.ui.dialogs.problem import show_problem_report  # noqa: PLC0415 - only those who report pay for it

        show_problem_report(log_file(), self, session=self.desk.session)

    def check_installation(self) -> None:
        """Have the program check itself."""
        from kgdesk.ui.dialogs.selftest import SelfTestDialog  # noqa: PLC0415 - only those who ask pay for it

        dialog = SelfTestDialog(self.desk.path.parent, self)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def dress(self, *, scheme: Scheme | None = None, scale: float | None = None) -> None:
        """Change colours or text size, now and for the next time."""
        if scheme is not None:
            self.preferences.scheme = scheme
        if scale is not None:
            self.preferences.text_scale = scale
        self.theme.apply(self.preferences.scheme, self.preferences.text_scale)
        self._refresh()

    def adjust(self) -> None:
        """Open the settings."""
        from kgdesk.ui.dialogs.settings import show_settings  # noqa: PLC0415 - only those who adjust pay for it

        dialog = show_settings(self.theme, self.preferences, self)
        dialog.changed.connect(self._refresh)
        dialog.finished.connect(lambda: self.renewal_wanted.emit() if dialog.language_changed else None)

    def turn_full_screen(self) -> None:
        """Fill the screen, or cease to."""
        self.showNormal() if self.isFullScreen() else self.showFullScreen()

    def next_area(self, step: int) -> None:
        """Give the keyboard to the next of: entry, tab bar, tab, status line."""
        page = self.tabs.currentWidget()
        first = [self.panel.scan.field, self.tabs.tabBar(), _first_focus(page), self.status.operator]
        areas: list[QWidget] = [self.panel, self.tabs.tabBar(), page, self.status]
        focused = self.focusWidget()
        here = next(
            (
                i
                for i, a in enumerate(areas)
                if focused is not None and (a is focused or a.isAncestorOf(focused))
            ),
            -1 if step > 0 else 0,
        )
        for move in range(1, len(areas) + 1):
            target = first[(here + step * move) % len(areas)]
            if target is not None and target.isVisible() and target.isEnabled():
                target.setFocus(Qt.FocusReason.TabFocusReason)
                return

    def shows_pictures(self) -> bool:
        """Return whether the tab in sight has pictures."""
        page = self.book.currentWidget()
        return page is not None and page.findChild(PictureCard) is not None

    def reset_plots(self) -> None:
        """Undo zooming and panning in the pictures in sight."""
        for card in self.tabs.currentWidget().findChildren(PictureCard):
            if card.isVisible():
                card.reset_view()

    def turn_tables(self) -> None:
        """Show pictures as tables, or tables as pictures."""
        turn_tables(self.tabs.currentWidget())

    def showEvent(self, event: QShowEvent) -> None:
        """Begin with the keyboard in the scan field."""
        super().showEvent(event)
        if self.focusWidget() is None:
            self.panel.scan.field.setFocus()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Let go of the study once everything is written; stay where the last entry turns out not to be."""
        if self.desk.writing:
            self.desk.settle()
            if self.panel.control.entry.state == "not_saved":
                event.ignore()
                return
        super().closeEvent(event)
        self.panel.stop()
        self.keeper.stop()
        self.preferences.keep_geometry(self, "main")
        self._remember()
        self.desk.close()
        self.closed.emit()

    def _offer_what_was_left(self) -> None:
        """Say what a crash broke off, and let the person take it up."""
        left, keeper = self.keeper.left, self.keeper
        if left is None or self.desk.read_only_reason is not None:
            return
        name = self.panel.control.outcome_name(left.outcome)  # type: ignore[arg-type]
        said = self.tr("When kgdesk ended, {outcome} for {candidate} was entered but not recorded.")
        self.note.say(
            "caution",
            said.format(outcome=name, candidate=left.candidate),
            (
                (self.tr("Take it up"), lambda: self._decided(keeper.take_up)),
                (self.tr("Forget it"), lambda: self._decided(keeper.drop)),
            ),
        )

    def _decided(self, act: Callable[[], None]) -> None:
        self.note.silence()
        act()

    def _choose(self) -> None:
        dialog = ChooseDialog(self.desk.study, self.desk.advice, self)
        accepted = dialog.exec()
        candidate, reason = dialog.candidate, dialog.reason.text().strip()
        dialog.deleteLater()
        if accepted and candidate is not None:
            self.panel.control.choose(candidate, reason)

    def _reason(self, what: str) -> str | None:
        from kgdesk.ui.dialogs.reason import ReasonDialog  # noqa: PLC0415 - only those who are asked pay for it

        candidate = self.panel.control.entry.candidate or ""
        asked = {
            "void": (
                self.tr("Void run"),
                self.tr("Why is the result of {candidate} of no use?").format(candidate=candidate),
                (self.tr("Instrument fault"), self.tr("Sample lost or spoilt"), self.tr("Wrong conditions")),
            ),
            "finish": (
                self.tr("Finish study"),
                self.tr("Why is the study finished?"),
                (self.tr("Best candidate found"), self.tr("Planned runs are done"), self.tr("Given up")),
            ),
            "reopen": (
                self.tr("Reopen study"),
                self.tr("Why are there more runs to record?"),
                (self.tr("More runs are possible"), self.tr("Finished by mistake")),
            ),
        }[what]
        return ReasonDialog.ask(self, *asked)

    def _remember(self) -> None:
        study = self.desk.study
        last = study.runs[-1].recorded_at if study.runs else ""
        self.preferences.update_recent(self.desk.place, study.done, study.settings.budget, last)

    def _refresh(self) -> None:
        self.commands.refresh()
        self.desk.show_ranges(self.preferences.range_level)
        self.panel.scan.field.prefix = self.preferences.scan_prefix
        study = self.desk.study
        title = study.settings.title or study.name
        mark = self.tr(" (read-only)") if self.desk.read_only_reason is not None else ""
        if self.desk.as_of is not None:
            mark = self.tr(" (as of run {run})").format(run=self.desk.as_of)
        self.setWindowTitle(f"{title}{mark} – kgdesk")

    def _connect(self) -> None:
        self.panel.wanted.connect(self.ask)
        self.status.operator_wanted.connect(lambda: self.ask("operator"))
        self.panel.control.changed.connect(self._refresh)
        self.desk.changed.connect(self._refresh)
        self.desk.moved.connect(self._refresh)
        self.desk.run_wanted.connect(self.show_run)
        self.book.currentChanged.connect(self._refresh)
        self.book.completed.connect(self._meet_tabs)

    def _meet_tabs(self) -> None:
        self.status.stand_last()
        lab.join_candidates(self)
        self._refresh()

    def _presentation(self) -> Presentation:
        away = (self.menuBar(), self._left, self.status)
        return Presentation(
            self, self.desk, self.theme, self.preferences, self.commands,
            away=away, heading=self.heading, note=self.note,
        )  # fmt: skip

    def _lay_out(self) -> None:
        middle = QWidget()
        line = QHBoxLayout(middle)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        self._left = Scroller(self.panel)
        line.addWidget(self._left, 3)
        right = QVBoxLayout()
        right.setSpacing(4)
        right.addWidget(self.heading)
        right.addWidget(self.then)
        right.addWidget(self.book, 1)
        right.addWidget(self.note)
        line.addLayout(right, 8)
        self.setCentralWidget(middle)
        self.setStatusBar(self.status)


def _first_focus(page: QWidget) -> QWidget | None:
    """Return the first widget of a tab that takes the keyboard."""
    follows = page.nextInFocusChain()
    while follows is not None and page.isAncestorOf(follows):
        if follows.focusPolicy() & Qt.FocusPolicy.TabFocus and follows.isVisible() and follows.isEnabled():
            return follows
        follows = follows.nextInFocusChain()
    return None

"""The menus of the main window, and which command stands where."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu

from kgdesk.ui import codes, custody, lab, outlets
from kgdesk.ui.commands import Command
from kgdesk.ui.help import opening as manual
from kgdesk.ui.languages import LANGUAGES, known
from kgdesk.ui.pictures import sight
from kgdesk.ui.settings import SCALES

if TYPE_CHECKING:
    from kgdesk.ui.languages import Language
    from kgdesk.ui.look.theme import Scheme
    from kgdesk.ui.window import MainWindow

Item = Command | QMenu | None


def tr(text: str) -> str:
    """Translate a text of the menus."""
    return QCoreApplication.translate("Menus", text)


def fill(window: MainWindow) -> None:
    """Make every command of the window and its menu bar."""
    bar = window.menuBar()
    for title, items in (
        (tr("&Study"), study_menu(window)),
        (tr("&Run"), run_menu(window)),
        (tr("&View"), view_menu(window)),
        (tr("&Plots"), plots_menu(window)),
        (tr("&Tools"), tools_menu(window)),
        (tr("&Help"), help_menu(window)),
    ):
        menu = bar.addMenu(title)
        for item in items:
            if item is None:
                menu.addSeparator()
            elif isinstance(item, QMenu):
                menu.addMenu(item)
            else:
                menu.addAction(window.commands.add(item))
    strip = window.panel.strip
    window.commands.confine("run.record", strip.record, strip.try_again)


def study_menu(window: MainWindow) -> list[Item]:
    """Return what is done with a study as a whole."""
    entry = window.panel.control
    recent = QMenu(tr("&Recent"), window)
    recent.aboutToShow.connect(lambda: _list_recent(recent, window))

    def can_finish() -> bool:
        return entry.entry.situation.takes_entries and bool(entry.desk.study.runs)

    def can_reopen() -> bool:
        here = entry.entry.situation
        here_and_signed = here.finished and here.read_only is None and bool(here.operator)
        return here_and_signed and entry.desk.study.lock is None and not here.looking_back

    return [
        Command("study.new", tr("&New from file…"), window.new_wanted.emit, ("Ctrl+N",)),
        Command("study.open", tr("&Open…"), window.beside.ask_for_study, ("Ctrl+O",)),
        custody.server_command(window),
        recent,
        Command("study.close", tr("&Close"), window.home_wanted.emit, ("Ctrl+W",)),
        None,
        Command("study.export", tr("&Export…"), window.beside.export, ("Ctrl+E",)),
        outlets.report_command(window),
        None,
        *codes.commands(window),
        Command("study.finish", tr("&Finish study…"), lambda: window.ask("finish"), when=can_finish),
        Command("study.reopen", tr("Reo&pen study…"), lambda: window.ask("reopen"), when=can_reopen),
        *custody.commands(window),
        None,
        Command("study.settings", tr("Settin&gs…"), window.beside.adjust, ("Ctrl+,",)),
        Command("study.quit", tr("&Quit"), window.quit_wanted.emit, ("Ctrl+Q",)),
    ]


def run_menu(window: MainWindow) -> list[Item]:
    """Return what is done with an experiment."""
    control = window.panel.control

    def here() -> bool:
        return control.entry.situation.takes_entries

    def waits() -> bool:
        return looks_back() or control.entry.state in {"armed", "mismatch", "not_saved"}

    def looks_back() -> bool:
        return window.desk.as_of is not None

    def cancel() -> None:
        window.desk.look_back(None) if looks_back() else control.cancel()

    success = control.outcome_name("success").replace("&", "&&")
    failure = control.outcome_name("failure").replace("&", "&&")
    return [
        Command(
            "run.success", f"&1 {success}", lambda: control.arm("success"), ("F8", "Ctrl+1"),
            lambda: control.entry.can_arm,
        ),
        Command(
            "run.failure", f"&0 {failure}", lambda: control.arm("failure"), ("F9", "Ctrl+0"),
            lambda: control.entry.can_arm,
        ),
        Command(
            "run.record", tr("&Record"), control.confirm, ("Return", "Enter"),
            lambda: control.entry.armed is not None,
        ),
        Command("run.cancel", tr("Ca&ncel"), cancel, ("Esc",), waits),
        None,
        Command("run.void", tr("&Void…"), lambda: window.ask("void"), when=lambda: control.entry.can_arm),
        Command("run.choose", tr("Choose &another…"), lambda: window.ask("choose"), ("Ctrl+G",), here),
        *lab.commands(window),
        None,
        Command(
            "run.takeBack", tr("&Take back last entry"), control.take_back, ("Ctrl+Z",),
            lambda: here() and not control.desk.writing and bool(control.desk.study.runs),
        ),
        Command(
            "run.correct", tr("&Correct an entry…"), window.beside.correct_last, ("Ctrl+Shift+C",),
            lambda: here() and bool(control.desk.study.runs),
        ),
        None,
        Command("run.operator", tr("&Operator…"), lambda: window.ask("operator"), ("Ctrl+Shift+O",)),
    ]  # fmt: skip


def view_menu(window: MainWindow) -> list[Item]:
    """Return what changes the look of the window and nothing else."""
    items: list[Item] = [
        Command(
            f"view.tab{place + 1}",
            f"&{place + 1} {window.book.tabText(place)}",
            partial(window.areas.go_to_tab, place),
            (f"Alt+{place + 1}",),
        )
        for place in range(window.book.count())
    ]
    items += [
        None,
        Command("view.nextArea", tr("&Next area"), lambda: window.areas.next(1), ("F6",)),
        Command("view.previousArea", tr("&Previous area"), lambda: window.areas.next(-1), ("Shift+F6",)),
        None,
    ]
    items += [*_schemes(window), None, *_scales(window)]
    items += [None, language_menu(window)]
    items += [
        None,
        Command("view.fullScreen", tr("&Full screen"), window.turn_full_screen, ("F11",)),
        Command(
            "view.presentation", tr("P&resentation"), window.presentation.turn, ("F5",),
            lambda: window.panel.control.entry.armed is None, lambda: window.desk.presented,
        ),
    ]  # fmt: skip
    return items


def _schemes(window: MainWindow) -> list[Item]:
    """Return the choice of colours."""
    prefs = window.preferences

    def has_scheme(scheme: Scheme) -> bool:
        return prefs.scheme == scheme

    schemes: tuple[tuple[Scheme, str], ...] = (
        ("light", tr("&Light")),
        ("dark", tr("&Dark")),
        ("contrast", tr("&High contrast")),
        ("system", tr("As the s&ystem")),
    )
    return [
        Command(
            f"view.{scheme}", text, partial(window.dress, scheme=scheme),
            checked=partial(has_scheme, scheme), group="scheme",
        )
        for scheme, text in schemes
    ]  # fmt: skip


def _scales(window: MainWindow) -> list[Item]:
    """Return the choice of a text size."""
    prefs = window.preferences

    def has_scale(percent: int) -> bool:
        return abs(100 * prefs.text_scale - percent) < 1

    words = (tr("&Text size 100 %"), tr("T&ext size 125 %"), tr("Te&xt size 150 %"), tr("Text si&ze 200 %"))
    return [
        Command(
            f"view.text{percent}", text, partial(window.dress, scale=percent / 100),
            checked=partial(has_scale, percent), group="scale",
        )
        for percent, text in zip(SCALES, words, strict=True)
    ]  # fmt: skip


def language_menu(window: MainWindow) -> QMenu:
    """Return the choice of a language; the window is made anew in it."""

    def speaks(language: Language) -> bool:
        return window.preferences.language == language

    def choose(language: Language) -> None:
        window.preferences.language = language
        window.commands.refresh()
        window.renewal_wanted.emit()

    menu = QMenu(tr("Lan&guage"), window.menuBar())
    for language, name in {"system": tr("As the s&ystem"), **LANGUAGES}.items():
        action = window.commands.add(
            Command(
                f"view.language.{language}", tr("Language: {name}").format(name=name),
                partial(choose, known(language)), checked=partial(speaks, known(language)), group="language",
            )
        )  # fmt: skip
        menu.addAction(action)
    return menu


def plots_menu(window: MainWindow) -> list[Item]:
    """Return what is done with the pictures in sight."""

    def shown() -> bool:
        return sight.has_pictures(window.book.currentWidget())

    return [
        Command(
            "plots.reset", tr("&Reset view"), lambda: sight.reset_views(window.tabs.currentWidget()), ("Ctrl+R",), shown
        ),
        Command(
            "plots.table", tr("Show as &table"), lambda: sight.turn_tables(window.tabs.currentWidget()), ("Ctrl+D",),
            shown,
        ),
        Command(
            "plots.now", tr("Back to &now"), lambda: window.desk.look_back(None),
            when=lambda: window.desk.as_of is not None,
        ),
        None,
        *outlets.picture_commands(window),
    ]  # fmt: skip


def tools_menu(window: MainWindow) -> list[Item]:
    """Return what helps to find things, and what tries them out."""
    return [
        Command(
            "tools.commands", tr("Find &command"), window.beside.list_commands, ("Ctrl+K", "Ctrl+Shift+P")
        ),
        None,
        Command("tools.rehearse", tr("&Rehearse this study…"), window.beside.rehearse),
    ]


def help_menu(window: MainWindow) -> list[Item]:
    """Return what explains the program."""
    return [
        *manual.commands(window),
        Command("help.keys", tr("&Keyboard list"), window.beside.list_commands, ("Ctrl+/",)),
        Command("help.selfTest", tr("&Check this installation…"), window.beside.check_installation),
        Command("help.problem", tr("Save a &problem report…"), window.beside.report_problem),
        Command("help.about", tr("&About"), window.beside.about),
    ]


def _list_recent(menu: QMenu, window: MainWindow) -> None:
    menu.clear()
    for recent in window.preferences.recent():
        action = menu.addAction(f"{recent.title}  ({recent.place})".replace("&", "&&"))
        action.setEnabled(not recent.missing)
        action.triggered.connect(lambda *_, path=recent.path: window.open_wanted.emit(path))
    if menu.isEmpty():
        menu.addAction(tr("None yet")).setEnabled(False)

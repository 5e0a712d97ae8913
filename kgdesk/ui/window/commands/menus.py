"""Menu bar, and the View, Plots, Tools and Help menus."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu

from kgdesk.ui.help.help_commands import KEY, show_help
from kgdesk.ui.plots import lazy_plot
from kgdesk.ui.session.preferences import SCALES
from kgdesk.ui.text.translate import LANGUAGES, language_or_system
from kgdesk.ui.window.commands import study_files
from kgdesk.ui.window.commands.command import Command, Commands, tr
from kgdesk.ui.window.commands.run import run_menu
from kgdesk.ui.window.commands.study import study_menu

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.ui.style.theme import Scheme
    from kgdesk.ui.text.translate import Language
    from kgdesk.ui.window.commands.command import Item
    from kgdesk.ui.window.commands.study_window import StudyWindow


def view_menu(window: StudyWindow) -> list[Item]:
    """Return the items of the View menu."""
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
        Command(
            "view.attributes", tr("&All attributes of the candidate…"), lambda: window.ask("attributes"), ("F4",),
            lambda: window.panel.control.entry.candidate is not None and not window.controller.presented,
        ),
        Command("view.nextArea", tr("&Next area"), lambda: window.areas.next(1), ("F6",)),
        Command("view.previousArea", tr("&Previous area"), lambda: window.areas.next(-1), ("Shift+F6",)),
        None,
    ]  # fmt: skip
    items += [*_schemes(window), None, *_scales(window)]
    items += [None, _language_menu(window)]
    items += [
        None,
        Command("view.fullScreen", tr("&Full screen"), window.turn_full_screen, ("F11",)),
        Command(
            "view.presentation", tr("P&resentation"), window.presentation.turn, ("F5",),
            lambda: window.panel.control.entry.armed is None, lambda: window.controller.presented,
        ),
    ]  # fmt: skip
    return items


def _schemes(window: StudyWindow) -> list[Item]:
    """Return the commands that set the colour scheme."""
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


def _scales(window: StudyWindow) -> list[Item]:
    """Return the commands that set the text size."""
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


def _language_menu(window: StudyWindow) -> QMenu:
    """Return the submenu of languages; a choice rebuilds the window."""

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
                partial(choose, language_or_system(language)),
                checked=partial(speaks, language_or_system(language)), group="language",
            )
        )  # fmt: skip
        menu.addAction(action)
    return menu


def plots_menu(window: StudyWindow) -> list[Item]:
    """Return the items of the Plots menu."""

    def has_plots() -> bool:
        return lazy_plot.has_plots(window.book.currentWidget())

    return [
        Command(
            "plots.reset", tr("&Reset view"), lambda: lazy_plot.reset_views(window.tabs.currentWidget()),
            ("Ctrl+R",), has_plots,
        ),
        Command(
            "plots.table", tr("Show as &table"), lambda: lazy_plot.turn_tables(window.tabs.currentWidget()),
            ("Ctrl+D",), has_plots,
        ),
        Command(
            "plots.now", tr("Back to &now"), lambda: window.controller.show_as_of(None),
            when=lambda: window.controller.as_of is not None,
        ),
        None,
        *study_files.picture_commands(window),
    ]  # fmt: skip


def tools_menu(window: StudyWindow) -> list[Item]:
    """Return the items of the Tools menu."""
    return [
        Command(
            "tools.commands", tr("Find &command"), window.beside.list_commands, ("Ctrl+K", "Ctrl+Shift+P")
        ),
        None,
        Command("tools.rehearse", tr("&Rehearse this study…"), window.beside.rehearse),
    ]


def _tr(text: str) -> str:
    """Translate a text about the manual (context "Help")."""
    return QCoreApplication.translate("Help", text)


def help_menu(window: StudyWindow) -> list[Item]:
    """Return the items of the Help menu."""
    return [
        *_manual_commands(window),
        Command("help.keys", tr("&Keyboard list"), window.beside.list_commands, ("Ctrl+/",)),
        Command("help.selfTest", tr("&Check this installation…"), window.beside.check_installation),
        Command("help.problem", tr("Save a &problem report…"), window.beside.report_problem),
        Command("help.about", tr("&About"), window.beside.about),
    ]


def _manual_commands(window: QWidget) -> list[Command | None]:
    """Return the commands that open the manual; `None` is a separator."""
    return [
        Command("help.page", _tr("&Help"), lambda: show_help(window), (KEY,)),
        Command("help.firstSteps", _tr("&First steps"), lambda: show_help(window, "first-steps.md")),
        Command("help.glossary", _tr("&Glossary"), lambda: show_help(window, "glossary.md")),
        None,
    ]


def fill_help_menu(menu: QMenu, window: QWidget) -> None:
    """Fill the Help menu of a window without commands of its own (home)."""
    known = Commands(window)
    for command in _manual_commands(window):
        if command is not None:
            menu.addAction(known.add(command))


def fill(window: StudyWindow) -> None:
    """Create all commands of the window and its menu bar."""
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

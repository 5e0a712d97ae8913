"""Menu bar: which command stands where; and the commands of the View and Help menus."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from kgdesk.ui.dialogs.help_window import KEY, show_help
from kgdesk.ui.entry.face import KEY as FACE_KEY
from kgdesk.ui.pages.tabs import TABS
from kgdesk.ui.plots import lazy_plot
from kgdesk.ui.session.preferences import SCALES
from kgdesk.ui.window import report_commands, study_files
from kgdesk.ui.window.commands import Commands, WindowCommand, tr
from kgdesk.ui.window.run_menu import edit_commands, run_commands

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtWidgets import QMenu, QWidget

    from kgdesk.ui.widgets.theme import Scheme
    from kgdesk.ui.window.parts import WindowParts

#: Commands of each menu by their ids, "" for a line between them. All others are in the list of commands, and in the
#: menu of what they act on.
STUDY = (
    "study.new", "study.open", "study.home", "",
    "study.addCandidates", "study.export", "study.report", "study.properties", "",
    "study.settings", "study.quit",
)  # fmt: skip
EDIT = (
    "run.takeBack", "run.redo", "",
    "run.correct", "run.note", "",
    "edit.copy", "edit.find", "edit.command", "",
    "run.operator",
)  # fmt: skip
RUN = (
    "run.success", "run.failure", "run.void", "run.skip", "run.choose", "run.start", "",
    "run.worklist", "run.results", "run.sheet",
)  # fmt: skip
VIEW = ("view.face", "", *(f"view.{tab.key}" for tab in TABS), "", "view.table")
_SCHEMES: tuple[Scheme, ...] = ("light", "dark", "contrast", "system")
HELP = ("help.page", "help.firstSteps", "help.glossary", "help.keys", "", "help.problem", "help.about")


def fill(parts: WindowParts) -> None:
    """Create all commands of the window and its menu bar."""
    for command in (
        *study_files.study_commands(parts),
        *edit_commands(parts),
        *run_commands(parts),
        *view_commands(parts),
        *help_commands(parts),
    ):
        parts.commands.add(command)
    bar = parts.window.menuBar()
    for title, names in (
        (tr("&Study"), STUDY),
        (tr("&Edit"), EDIT),
        (tr("&Run"), RUN),
        (tr("&View"), VIEW),
        (tr("&Help"), HELP),
    ):
        menu = bar.addMenu(title)
        _fill_menu(menu, parts.commands, names)
        if names is VIEW:
            _fill_menu(
                menu.addMenu(tr("&Look")),
                parts.commands,
                (
                    *(f"view.{scheme}" for scheme in _SCHEMES),
                    "",
                    *(f"view.text{percent}" for percent in SCALES),
                ),
            )
            menu.addAction(parts.commands.action("view.fullScreen"))
    strip = parts.panel.strip
    parts.commands.confine("run.record", strip.record, strip.try_again)


def _fill_menu(menu: QMenu, commands: Commands, names: Iterable[str]) -> None:
    for name in names:
        menu.addAction(commands.action(name)) if name else menu.addSeparator()


def view_commands(parts: WindowParts) -> list[WindowCommand]:
    """Return the commands that change what is seen."""

    def has_plots() -> bool:
        return lazy_plot.has_plots(parts.tabs.currentWidget())

    pages = [
        WindowCommand(
            f"view.{tab.key}", f"&{place} {tab.title}", partial(parts.show_page, place - 1), (f"Alt+{place}",)
        )
        for place, tab in enumerate(TABS, 1)
    ]
    return [
        WindowCommand("view.face", tr("&Bench or Study"), parts.turn_face, (FACE_KEY,)),
        *pages,
        WindowCommand(
            "view.table", tr("As a &table"), lambda: lazy_plot.turn_tables(parts.tabs.currentWidget()),
            ("Ctrl+D",), has_plots,
        ),
        WindowCommand(
            "plots.reset", tr("&Reset view"), lambda: lazy_plot.reset_views(parts.tabs.currentWidget()),
            ("Ctrl+R",), has_plots,
        ),
        *report_commands.picture_commands(parts),
        WindowCommand(
            "view.attributes", tr("&All attributes of the candidate…"), lambda: parts.ask("attributes"), ("F4",),
            lambda: parts.panel.control.entry.candidate is not None,
        ),
        WindowCommand("view.nextArea", tr("&Next area"), lambda: parts.focus_cycle.next(1), ("F6",)),
        WindowCommand("view.previousArea", tr("&Previous area"), lambda: parts.focus_cycle.next(-1), ("Shift+F6",)),
        *_schemes(parts),
        *_scales(parts),
        WindowCommand(
            "view.fullScreen", tr("&Full screen"), partial(_turn_full_screen, parts.window), ("F11",)
        ),
    ]  # fmt: skip


def dress(parts: WindowParts, *, scheme: Scheme | None = None, scale: float | None = None) -> None:
    """Change and remember the colour scheme or the text size."""
    if scheme is not None:
        parts.preferences.scheme = scheme
    if scale is not None:
        parts.preferences.text_scale = scale
    parts.theme.apply(parts.preferences.scheme, parts.preferences.text_scale)
    parts.commands.refresh()


def _turn_full_screen(window: QWidget) -> None:
    window.showNormal() if window.isFullScreen() else window.showFullScreen()


def _schemes(parts: WindowParts) -> list[WindowCommand]:
    """Return the commands that set the colour scheme."""
    prefs = parts.preferences

    def has_scheme(scheme: Scheme) -> bool:
        return prefs.scheme == scheme

    words = (tr("&Light"), tr("&Dark"), tr("&High contrast"), tr("As the s&ystem"))
    return [
        WindowCommand(
            f"view.{scheme}", text, partial(dress, parts, scheme=scheme),
            checked=partial(has_scheme, scheme), group="scheme",
        )
        for scheme, text in zip(_SCHEMES, words, strict=True)
    ]  # fmt: skip


def _scales(parts: WindowParts) -> list[WindowCommand]:
    """Return the commands that set the text size."""
    prefs = parts.preferences

    def has_scale(percent: int) -> bool:
        return abs(100 * prefs.text_scale - percent) < 1

    words = (tr("&Text size 100 %"), tr("T&ext size 125 %"), tr("Te&xt size 150 %"), tr("Text si&ze 200 %"))
    return [
        WindowCommand(
            f"view.text{percent}", text, partial(dress, parts, scale=percent / 100),
            checked=partial(has_scale, percent), group="scale",
        )
        for percent, text in zip(SCALES, words, strict=True)
    ]  # fmt: skip


def _tr(text: str) -> str:
    """Translate a text about the manual (context "Help")."""
    return QCoreApplication.translate("Help", text)


def help_commands(parts: WindowParts) -> list[WindowCommand]:
    """Return the commands of the Help menu, and the one that checks the installation."""
    return [
        *_manual_commands(parts.window),
        WindowCommand("help.keys", tr("&Keys"), parts.dialogs.list_commands, ("Ctrl+/",)),
        WindowCommand("help.selfTest", tr("&Check this installation…"), parts.dialogs.check_installation),
        WindowCommand("help.problem", tr("&Problem report…"), parts.dialogs.report_problem),
        WindowCommand("help.about", tr("&About"), parts.dialogs.about),
    ]


def _manual_commands(window: QWidget) -> list[WindowCommand]:
    """Return the commands that open the manual."""
    return [
        WindowCommand("help.page", _tr("&Help"), lambda: show_help(window), (KEY,)),
        WindowCommand("help.firstSteps", _tr("&First steps"), lambda: show_help(window, "first-steps.md")),
        WindowCommand("help.glossary", _tr("&Words"), lambda: show_help(window, "glossary.md")),
    ]


def fill_help_menu(menu: QMenu, window: QWidget) -> None:
    """Fill the Help menu of a window without commands of its own (home)."""
    known = Commands(window)
    for command in _manual_commands(window):
        menu.addAction(known.add(command))

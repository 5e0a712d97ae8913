"""Menu bar, and the Study, View, Plots, Tools and Help menus."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu

from kgdesk.ui.dialogs.help_window import KEY, show_help
from kgdesk.ui.entry.face import KEY as FACE_KEY
from kgdesk.ui.pages.tabs import TABS
from kgdesk.ui.plots import lazy_plot
from kgdesk.ui.session.preferences import SCALES
from kgdesk.ui.text.translate import LANGUAGES, language_or_system
from kgdesk.ui.window import report_commands, settling, study_files
from kgdesk.ui.window.commands import Commands, WindowCommand, tr
from kgdesk.ui.window.result_files import can_import, import_outcomes
from kgdesk.ui.window.run_menu import edit_menu, run_menu

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from kgdesk.ui.dialogs.kept_columns import KeptColumnDialog
    from kgdesk.ui.text.translate import Language
    from kgdesk.ui.widgets.theme import Scheme
    from kgdesk.ui.window.commands import Item
    from kgdesk.ui.window.parts import WindowParts


#: Number of recent studies in the menu.
_LISTED = 12


def view_menu(parts: WindowParts) -> list[Item]:
    """Return the items of the View menu."""
    items: list[Item] = [
        WindowCommand("view.face", tr("&Bench or Study"), parts.turn_face, (FACE_KEY,)),
        None,
    ]
    items += [
        WindowCommand(
            f"view.{tab.key}",
            f"&{place} {tab.title}",
            partial(parts.focus_cycle.go_to_tab, place - 1),
            (f"Alt+{place}",),
        )
        for place, tab in enumerate(TABS, 1)
    ]
    items += [
        None,
        WindowCommand(
            "view.attributes", tr("&All attributes of the candidate…"), lambda: parts.ask("attributes"), ("F4",),
            lambda: parts.panel.control.entry.candidate is not None,
        ),
        WindowCommand("view.nextArea", tr("&Next area"), lambda: parts.focus_cycle.next(1), ("F6",)),
        WindowCommand("view.previousArea", tr("&Previous area"), lambda: parts.focus_cycle.next(-1), ("Shift+F6",)),
        None,
    ]  # fmt: skip
    items += [*_schemes(parts), None, *_scales(parts)]
    items += [None, _language_menu(parts)]
    items += [
        None,
        WindowCommand(
            "view.fullScreen", tr("&Full screen"), partial(_turn_full_screen, parts.window), ("F11",)
        ),
    ]
    return items


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


def _schemes(parts: WindowParts) -> list[Item]:
    """Return the commands that set the colour scheme."""
    prefs = parts.preferences

    def has_scheme(scheme: Scheme) -> bool:
        return prefs.scheme == scheme

    schemes: tuple[tuple[Scheme, str], ...] = (
        ("light", tr("&Light")),
        ("dark", tr("&Dark")),
        ("contrast", tr("&High contrast")),
        ("system", tr("As the s&ystem")),
    )
    return [
        WindowCommand(
            f"view.{scheme}", text, partial(dress, parts, scheme=scheme),
            checked=partial(has_scheme, scheme), group="scheme",
        )
        for scheme, text in schemes
    ]  # fmt: skip


def _scales(parts: WindowParts) -> list[Item]:
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


def _language_menu(parts: WindowParts) -> QMenu:
    """Return the submenu of languages; after a choice the window is built again."""

    def speaks(language: Language) -> bool:
        return parts.preferences.language == language

    def choose(language: Language) -> None:
        parts.preferences.language = language
        parts.commands.refresh()
        parts.requests.renewal_wanted.emit()

    menu = QMenu(tr("Lan&guage"), parts.window.menuBar())
    for language, name in {"system": tr("As the s&ystem"), **LANGUAGES}.items():
        action = parts.commands.add(
            WindowCommand(
                f"view.language.{language}", tr("Language: {name}").format(name=name),
                partial(choose, language_or_system(language)),
                checked=partial(speaks, language_or_system(language)), group="language",
            )
        )  # fmt: skip
        menu.addAction(action)
    return menu


def plots_menu(parts: WindowParts) -> list[Item]:
    """Return the items of the Plots menu."""

    def has_plots() -> bool:
        return lazy_plot.has_plots(parts.tabs.currentWidget())

    return [
        WindowCommand(
            "plots.reset", tr("&Reset view"), lambda: lazy_plot.reset_views(parts.tabs.currentWidget()),
            ("Ctrl+R",), has_plots,
        ),
        WindowCommand(
            "plots.table", tr("Show as &table"), lambda: lazy_plot.turn_tables(parts.tabs.currentWidget()),
            ("Ctrl+D",), has_plots,
        ),
        WindowCommand(
            "plots.now", tr("Back to &now"), lambda: parts.controller.selection.show_as_of(None),
            when=lambda: parts.controller.selection.as_of is not None,
        ),
        None,
        *report_commands.picture_commands(parts),
    ]  # fmt: skip


def tools_menu(parts: WindowParts) -> list[Item]:
    """Return the items of the Tools menu."""
    return [
        WindowCommand(
            "tools.commands", tr("Find &command"), parts.dialogs.list_commands, ("Ctrl+K", "Ctrl+Shift+P")
        ),
        None,
        WindowCommand("tools.rehearse", tr("&Rehearse this study…"), parts.dialogs.rehearse),
        WindowCommand(
            "tools.importOutcomes", tr("&Import past outcomes…"), partial(import_outcomes, parts),
            when=partial(can_import, parts),
        ),
        study_files.verify_command(parts),
        settling.waiting_command(parts),
    ]  # fmt: skip


def _tr(text: str) -> str:
    """Translate a text about the manual (context "Help")."""
    return QCoreApplication.translate("Help", text)


def help_menu(parts: WindowParts) -> list[Item]:
    """Return the items of the Help menu."""
    return [
        *_manual_commands(parts.window),
        WindowCommand("help.keys", tr("&Keyboard list"), parts.dialogs.list_commands, ("Ctrl+/",)),
        WindowCommand("help.selfTest", tr("&Check this installation…"), parts.dialogs.check_installation),
        WindowCommand("help.problem", tr("Save a &problem report…"), parts.dialogs.report_problem),
        WindowCommand("help.about", tr("&About"), parts.dialogs.about),
    ]


def _manual_commands(window: QWidget) -> list[WindowCommand | None]:
    """Return the commands that open the manual; `None` is a separator."""
    return [
        WindowCommand("help.page", _tr("&Help"), lambda: show_help(window), (KEY,)),
        WindowCommand("help.firstSteps", _tr("&First steps"), lambda: show_help(window, "first-steps.md")),
        WindowCommand("help.glossary", _tr("&Glossary"), lambda: show_help(window, "glossary.md")),
        None,
    ]


def fill_help_menu(menu: QMenu, window: QWidget) -> None:
    """Fill the Help menu of a window without commands of its own (home)."""
    known = Commands(window)
    for command in _manual_commands(window):
        if command is not None:
            menu.addAction(known.add(command))


def fill(parts: WindowParts) -> None:
    """Create all commands of the window and its menu bar."""
    bar = parts.window.menuBar()
    for title, items in (
        (tr("&Study"), study_menu(parts)),
        (tr("&Edit"), edit_menu(parts)),
        (tr("&Run"), run_menu(parts)),
        (tr("&View"), view_menu(parts)),
        (tr("&Plots"), plots_menu(parts)),
        (tr("&Tools"), tools_menu(parts)),
        (tr("&Help"), help_menu(parts)),
    ):
        menu = bar.addMenu(title)
        for item in items:
            if item is None:
                menu.addSeparator()
            elif isinstance(item, QMenu):
                menu.addMenu(item)
            else:
                menu.addAction(parts.commands.add(item))
    strip = parts.panel.strip
    parts.commands.confine("run.record", strip.record, strip.try_again)


def study_menu(parts: WindowParts) -> list[Item]:
    """Return the items of the Study menu."""
    entry = parts.panel.control
    recent = QMenu(tr("&Recent"), parts.window)
    recent.aboutToShow.connect(lambda: _list_recent(recent, parts))

    def can_finish() -> bool:
        return entry.entry.situation.takes_entries and bool(entry.controller.study.runs)

    def can_reopen() -> bool:
        here = entry.entry.situation
        return here.finished and here.read_only is None and bool(here.operator) and not here.looking_back

    return [
        WindowCommand("study.new", tr("&New from file…"), parts.requests.new_wanted.emit, ("Ctrl+N",)),
        WindowCommand("study.duplicate", tr("&Duplicate setup…"), parts.requests.duplicate_wanted.emit),
        WindowCommand("study.open", tr("&Open…"), parts.dialogs.ask_for_study, ("Ctrl+O",)),
        study_files.server_command(parts),
        recent,
        WindowCommand("study.close", tr("&Close"), parts.requests.home_wanted.emit, ("Ctrl+W",)),
        None,
        WindowCommand("study.export", tr("&Export…"), parts.dialogs.export, ("Ctrl+E",)),
        report_commands.report_command(parts),
        None,
        study_files.candidates_command(parts),
        *_column_commands(parts),
        study_files.plan_command(parts),
        WindowCommand("study.model", tr("Mode&l settings…"), parts.dialogs.show_model),
        WindowCommand("study.finish", tr("&Finish study…"), lambda: parts.ask("finish"), when=can_finish),
        WindowCommand("study.reopen", tr("Reo&pen study…"), lambda: parts.ask("reopen"), when=can_reopen),
        None,
        study_files.second_place_command(parts),
        None,
        WindowCommand("study.settings", tr("Settin&gs…"), parts.dialogs.adjust, ("Ctrl+,",)),
        WindowCommand("study.quit", tr("&Quit"), parts.requests.quit_wanted.emit, ("Ctrl+Q",)),
    ]


def _list_recent(menu: QMenu, parts: WindowParts) -> None:
    menu.clear()
    for recent in parts.preferences.recent()[:_LISTED]:
        action = menu.addAction(f"{recent.title}  ({recent.place})".replace("&", "&&"))
        action.setEnabled(not recent.missing)
        action.triggered.connect(lambda *_, path=recent.path: parts.requests.open_wanted.emit(path))
    if menu.isEmpty():
        menu.addAction(tr("None yet")).setEnabled(False)


def _column_commands(parts: WindowParts) -> list[WindowCommand]:
    """Return the commands that choose the barcode column and the location column."""

    def here() -> bool:
        return parts.panel.control.entry.situation.takes_entries

    return [
        WindowCommand(
            "study.codes",
            QCoreApplication.translate("Codes", "Codes on the sa&mples…"),
            partial(_ask_codes, parts),
            when=here,
        ),
        WindowCommand(
            "study.location",
            QCoreApplication.translate("Codes", "Loc&ation of the samples…"),
            partial(_ask_location, parts),
            when=here,
        ),
    ]


def _ask_codes(parts: WindowParts) -> None:
    """Open the dialog for the barcode column; confirm the choice in the window's strip."""
    from kgdesk.ui.dialogs.kept_columns import BarcodeDialog  # noqa: PLC0415 - only those who change the codes pay for it

    _opened(BarcodeDialog(parts.panel.control, parts.window), partial(_tell_codes, parts))


def _ask_location(parts: WindowParts) -> None:
    """Open the dialog for the location column; confirm the choice in the window's strip."""
    from kgdesk.ui.dialogs.kept_columns import LocationDialog  # noqa: PLC0415 - as above

    _opened(LocationDialog(parts.panel.control, parts.window), partial(_tell_location, parts))


def _opened(dialog: KeptColumnDialog, then: Callable[[], None]) -> None:
    dialog.accepted.connect(then)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def _show_recorded(parts: WindowParts, sentence: str) -> None:
    parts.message_strip.show_message(
        "recorded", sentence, ((QCoreApplication.translate("Codes", "Close"), parts.message_strip.clear),)
    )


def _tell_codes(parts: WindowParts) -> None:
    column = parts.controller.study.settings.barcode
    sentence = (
        QCoreApplication.translate("Codes", "The scan check and labels go by “{column}” from now on.").format(
            column=column
        )
        if column
        else QCoreApplication.translate(
            "Codes", "The scan check and labels go by the names of the candidates from now on."
        )
    )
    _show_recorded(parts, sentence)


def _tell_location(parts: WindowParts) -> None:
    column = parts.controller.study.settings.location
    sentence = (
        QCoreApplication.translate("Codes", "Samples are fetched by “{column}” from now on.").format(
            column=column
        )
        if column
        else QCoreApplication.translate(
            "Codes", "Every column that is kept with the candidates is shown from now on."
        )
    )
    _show_recorded(parts, sentence)

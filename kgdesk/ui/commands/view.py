"""The View menu: what changes the look of the window and nothing else."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

from kgdesk.ui.commands.command import Command
from kgdesk.ui.commands.texts import tr
from kgdesk.ui.languages import LANGUAGES, known
from kgdesk.ui.settings import SCALES

if TYPE_CHECKING:
    from kgdesk.ui.commands.command import Item
    from kgdesk.ui.commands.study_window import StudyWindow
    from kgdesk.ui.languages import Language
    from kgdesk.ui.look.theme import Scheme


def view_menu(window: StudyWindow) -> list[Item]:
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
    items += [None, _language_menu(window)]
    items += [
        None,
        Command("view.fullScreen", tr("&Full screen"), window.turn_full_screen, ("F11",)),
        Command(
            "view.presentation", tr("P&resentation"), window.presentation.turn, ("F5",),
            lambda: window.panel.control.entry.armed is None, lambda: window.desk.presented,
        ),
    ]  # fmt: skip
    return items


def _schemes(window: StudyWindow) -> list[Item]:
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


def _scales(window: StudyWindow) -> list[Item]:
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


def _language_menu(window: StudyWindow) -> QMenu:
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

"""Commands that write the report and copy or save plots."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QCursor, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit, QMenu, QPlainTextEdit, QTextEdit

from kgdesk.errors import KgdeskError
from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.widgets.saved_files import show_saved
from kgdesk.ui.widgets.table import Table
from kgdesk.ui.window.commands import WindowCommand

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from kgdesk.ui.window.parts import WindowParts


def _tr(text: str) -> str:
    """Translate a text of this module (context "ReportCommands")."""
    return QCoreApplication.translate("ReportCommands", text)


def copy(parts: WindowParts) -> None:
    """Copy the text or the rows that are selected, or else the picture that has the keyboard."""
    here = parts.window.focusWidget()
    if isinstance(here, QLineEdit | QPlainTextEdit | QTextEdit | Table):
        here.copy()
    elif isinstance(here, QLabel) and here.hasSelectedText():
        QGuiApplication.clipboard().setText(here.selectedText())
    else:
        _with_card(parts, _copy)


def report_command(parts: WindowParts) -> WindowCommand:
    """Return the command that writes the report."""
    return WindowCommand(
        "study.report", _tr("&Report…"), partial(save_report, parts), ("Ctrl+P",),
        lambda: parts.controller.advice.current is not None,
    )  # fmt: skip


def picture_commands(parts: WindowParts) -> list[WindowCommand]:
    """Return the commands that copy and save a plot."""
    return [
        WindowCommand(
            "plots.copy", _tr("&Copy picture"), partial(_with_card, parts, _copy), ("Ctrl+Shift+I",)
        ),
        WindowCommand("plots.save", _tr("&Save picture as…"), partial(_with_card, parts, _save)),
    ]


def cards(parts: WindowParts) -> list[PlotCard[Any]]:
    """Return the visible plot cards with content; only the focused one if there is one."""
    cards_in_sight = [
        card for card in parts.window.findChildren(PlotCard) if card.isVisible() and card.as_table.isEnabled()
    ]
    focused = [
        card for card in cards_in_sight if card.isAncestorOf(parts.window.focusWidget() or parts.window)
    ]
    return focused or cards_in_sight


def save_report(parts: WindowParts) -> None:
    """Ask for a file name and write the report of the present state."""
    controller = parts.controller
    name = str(controller.path.with_suffix(".pdf"))
    kinds = _tr("PDF, to print and to sign (*.pdf);;HTML, to read in a browser (*.html)")
    path, _ = QFileDialog.getSaveFileName(parts.window, _tr("Report"), name, kinds)
    if path:
        write_report(parts, _as_typed(Path(path), (".pdf", ".html")))


def write_report(parts: WindowParts, dest: Path) -> None:
    """Write the report, overwriting: the file dialog has asked already. Unknown suffixes get ".pdf"."""
    from kgdesk.actions import reports  # noqa: PLC0415 - only those who print pay for it
    from kgdesk.ui.printing.report_pictures import ReportPictures  # noqa: PLC0415 - likewise
    from kgdesk.ui.text.translate import WindowTextFormat  # noqa: PLC0415 - likewise

    controller = parts.controller
    if dest.suffix.lower() not in reports.KINDS:
        dest = dest.with_name(f"{dest.name}.pdf")
    speech, draw = WindowTextFormat(), ReportPictures()
    write = partial(reports.report, controller.session, dest, draw, speech=speech, overwrite=True)
    _write_and_report(parts, partial(write, advice=controller.advice.current))


def _with_card(parts: WindowParts, act: Callable[[WindowParts, PlotCard[Any]], None]) -> None:
    """Apply `act` to the visible plot card; show a menu if there are several."""
    cards_in_sight = cards(parts)
    if not cards_in_sight:
        nothing = _tr("No picture is shown here: choose a tab with pictures first.")
        parts.message_strip.show_message("neutral", nothing, ((_tr("Close"), parts.message_strip.clear),))
        return
    if len(cards_in_sight) == 1:
        act(parts, cards_in_sight[0])
        return
    menu = QMenu(parts.window)
    menu.setObjectName("plots.which")
    for card in cards_in_sight:
        menu.addAction(card.title.text().replace("&", "&&")).triggered.connect(
            partial(_later, act, parts, card)
        )
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(QCursor.pos())


def _later(
    act: Callable[[WindowParts, PlotCard[Any]], None],
    parts: WindowParts,
    card: PlotCard[Any],
    *_: object,
) -> None:
    act(parts, card)


def _copy(parts: WindowParts, card: PlotCard[Any]) -> None:
    from kgdesk.ui.printing.plot_files import image  # noqa: PLC0415 - only those who copy pay for it

    QGuiApplication.clipboard().setImage(image(card))
    parts.message_strip.show_message(
        "recorded", _tr("The picture “{title}” is on the clipboard.").format(title=card.title.text()),
        ((_tr("Close"), parts.message_strip.clear),),
    )  # fmt: skip


def _save(parts: WindowParts, card: PlotCard[Any]) -> None:
    stem = card.objectName().rpartition(".")[2]
    name = str(parts.controller.path.with_name(f"{parts.controller.path.stem} {stem}.svg"))
    path, _ = QFileDialog.getSaveFileName(
        parts.window, _tr("Save picture"), name, "SVG (*.svg);;PDF (*.pdf);;PNG (*.png)"
    )
    if path:
        save_picture(parts, card, _as_typed(Path(path), (".svg", ".pdf", ".png")))


def _as_typed(path: Path, kinds: Collection[str]) -> Path:
    """Return “Report.html” where a file dialog of Windows has made “Report.html.pdf” of it, unless it is taken.

    Such a dialog adds the suffix of the kind that is chosen in it. It has asked only about the longer name.
    """
    typed = path.with_suffix("")
    has_both = {path.suffix.lower(), typed.suffix.lower()} <= set(kinds)
    return typed if has_both and not typed.exists() else path


def save_picture(parts: WindowParts, card: PlotCard[Any], dest: Path) -> None:
    """Write a plot as SVG, PDF or PNG, overwriting: the file dialog has asked already."""
    from kgdesk.actions import reports  # noqa: PLC0415 - only those who save pay for it
    from kgdesk.ui.printing.plot_files import KINDS, plot_file  # noqa: PLC0415 - likewise

    kind = next((k for k in KINDS if dest.suffix.lower() == f".{k}"), None)
    if kind is None:
        dest, kind = dest.with_name(f"{dest.name}.svg"), "svg"

    _write_and_report(parts, lambda: reports.save_picture(dest, plot_file(card, kind)))


def _write_and_report(parts: WindowParts, write: Callable[[], Path]) -> None:
    try:
        saved = write()
    except KgdeskError as refused:
        refuse(parts.message_strip, refused, ((_tr("Close"), parts.message_strip.clear),))
        return
    show_saved(parts.message_strip, saved)

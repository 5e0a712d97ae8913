"""What leaves the window on paper or by the clipboard: the report and single pictures."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QCursor, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMenu

from kgdesk.errors import KgdeskError
from kgdesk.ui.commands.command import Command
from kgdesk.ui.messages import refuse
from kgdesk.ui.pictures.card import PictureCard
from kgdesk.ui.saved import tell_saved

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.ui.commands.study_window import StudyWindow


def tr(text: str) -> str:
    """Translate a text of this file."""
    return QCoreApplication.translate("Outlets", text)


def report_command(window: StudyWindow) -> Command:
    """Return the command that writes the report."""
    return Command(
        "study.report", tr("Repor&t…"), partial(save_report, window), ("Ctrl+P",),
        lambda: window.desk.advice is not None,
    )  # fmt: skip


def picture_commands(window: StudyWindow) -> list[Command]:
    """Return the commands that copy and save one picture."""
    return [
        Command("plots.copy", tr("&Copy picture"), partial(_with_card, window, _copy), ("Ctrl+Shift+I",)),
        Command("plots.save", tr("&Save picture as…"), partial(_with_card, window, _save)),
    ]


def cards(window: StudyWindow) -> list[PictureCard[Any]]:
    """Return the pictures on screen that show something: that with the keyboard alone, if there is one."""
    found = [
        card for card in window.findChildren(PictureCard) if card.isVisible() and card.as_table.isEnabled()
    ]
    focused = [card for card in found if card.isAncestorOf(window.focusWidget() or window)]
    return focused or found


def save_report(window: StudyWindow) -> None:
    """Ask where to, and write the report of the study as it stands."""
    desk = window.desk
    name = str(desk.path.with_suffix(".pdf"))
    kinds = tr("PDF, to print and to sign (*.pdf);;HTML, to read in a browser (*.html)")
    path, _ = QFileDialog.getSaveFileName(window, tr("Report"), name, kinds)
    if path:
        write_report(window, Path(path))


def write_report(window: StudyWindow, dest: Path) -> None:
    """Write the report; the dialog has asked about a file that is there."""
    from kgdesk.actions import reporting  # noqa: PLC0415 - only those who print pay for it
    from kgdesk.ui.press import Press  # noqa: PLC0415 - likewise
    from kgdesk.ui.speech import WindowSpeech  # noqa: PLC0415 - likewise

    desk = window.desk
    if dest.suffix.lower() not in reporting.KINDS:
        dest = dest.with_name(f"{dest.name}.pdf")
    _told(
        window,
        lambda: reporting.report(
            desk.session, dest, Press(), speech=WindowSpeech(), overwrite=True, advice=desk.advice
        ),
    )


def _with_card(window: StudyWindow, act: Callable[[StudyWindow, PictureCard[Any]], None]) -> None:
    """Do something with the picture that is meant; ask which where there are several."""
    found = cards(window)
    if not found:
        nothing = tr("No picture is shown here: choose a tab with pictures first.")
        window.note.say("neutral", nothing, ((tr("Close"), window.note.silence),))
        return
    if len(found) == 1:
        act(window, found[0])
        return
    menu = QMenu(window)
    menu.setObjectName("plots.which")
    for card in found:
        menu.addAction(card.title.text().replace("&", "&&")).triggered.connect(
            partial(_later, act, window, card)
        )
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(QCursor.pos())


def _later(
    act: Callable[[StudyWindow, PictureCard[Any]], None],
    window: StudyWindow,
    card: PictureCard[Any],
    *_: object,
) -> None:
    act(window, card)


def _copy(window: StudyWindow, card: PictureCard[Any]) -> None:
    from kgdesk.ui.pictures.drawn import image  # noqa: PLC0415 - only those who copy pay for it

    QGuiApplication.clipboard().setImage(image(card))
    window.note.say(
        "recorded", tr("The picture “{title}” is on the clipboard.").format(title=card.title.text()),
        ((tr("Close"), window.note.silence),),
    )  # fmt: skip


def _save(window: StudyWindow, card: PictureCard[Any]) -> None:
    stem = card.objectName().rpartition(".")[2]
    name = str(window.desk.path.with_name(f"{window.desk.path.stem} {stem}.svg"))
    path, _ = QFileDialog.getSaveFileName(
        window, tr("Save picture"), name, "SVG (*.svg);;PDF (*.pdf);;PNG (*.png)"
    )
    if path:
        save_picture(window, card, Path(path))


def save_picture(window: StudyWindow, card: PictureCard[Any], dest: Path) -> None:
    """Write a picture; the dialog has asked about a file that is there."""
    from kgdesk.actions import reporting  # noqa: PLC0415 - only those who save pay for it
    from kgdesk.ui.pictures.drawn import KINDS, drawn  # noqa: PLC0415 - likewise

    kind = next((k for k in KINDS if dest.suffix.lower() == f".{k}"), None)
    if kind is None:
        dest, kind = dest.with_name(f"{dest.name}.svg"), "svg"

    _told(window, lambda: reporting.save(dest, drawn(card, kind)))


def _told(window: StudyWindow, write: Callable[[], Path]) -> None:
    try:
        saved = write()
    except KgdeskError as refused:
        refuse(window.note, refused, ((tr("Close"), window.note.silence),))
        return
    tell_saved(window.note, saved)

"""Commands for files and safety: report, pictures, server, plan, backups, verification."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QCursor, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMenu

from kgdesk import actions
from kgdesk.errors import KgdeskError
from kgdesk.ui.plots.card import PlotCard
from kgdesk.ui.widgets.dialogs import open_once
from kgdesk.ui.widgets.messages import refuse, show_saved
from kgdesk.ui.window import Command
from kgdesk.ui.window.dialog_launcher import ask_reason

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from kgdesk.actions import Check
    from kgdesk.ui.session.preferences import Preferences
    from kgdesk.ui.window.dialog_launcher import StudyWindow


#: Largest number of planned runs that can be chosen.
_MOST_RUNS = 100_000


def _tr(text: str) -> str:
    """Translate a text of this module (context "Outlets")."""
    return QCoreApplication.translate("Outlets", text)


def report_command(window: StudyWindow) -> Command:
    """Return the command that writes the report."""
    return Command(
        "study.report", _tr("Repor&t…"), partial(save_report, window), ("Ctrl+P",),
        lambda: window.controller.advice is not None,
    )  # fmt: skip


def picture_commands(window: StudyWindow) -> list[Command]:
    """Return the commands that copy and save a plot."""
    return [
        Command("plots.copy", _tr("&Copy picture"), partial(_with_card, window, _copy), ("Ctrl+Shift+I",)),
        Command("plots.save", _tr("&Save picture as…"), partial(_with_card, window, _save)),
    ]


def cards(window: StudyWindow) -> list[PlotCard[Any]]:
    """Return the visible plot cards with content; only the focused one if there is one."""
    cards_in_sight = [
        card for card in window.findChildren(PlotCard) if card.isVisible() and card.as_table.isEnabled()
    ]
    focused = [card for card in cards_in_sight if card.isAncestorOf(window.focusWidget() or window)]
    return focused or cards_in_sight


def save_report(window: StudyWindow) -> None:
    """Ask for a file name and write the report of the present state."""
    controller = window.controller
    name = str(controller.path.with_suffix(".pdf"))
    kinds = _tr("PDF, to print and to sign (*.pdf);;HTML, to read in a browser (*.html)")
    path, _ = QFileDialog.getSaveFileName(window, _tr("Report"), name, kinds)
    if path:
        write_report(window, Path(path))


def write_report(window: StudyWindow, dest: Path) -> None:
    """Write the report, overwriting: the file dialog has asked already. Unknown suffixes get ".pdf"."""
    from kgdesk.actions import reports  # noqa: PLC0415 - only those who print pay for it
    from kgdesk.ui.printing.report_pdf import ReportPdf  # noqa: PLC0415 - likewise
    from kgdesk.ui.text.translate import WindowTextFormat  # noqa: PLC0415 - likewise

    controller = window.controller
    if dest.suffix.lower() not in reports.KINDS:
        dest = dest.with_name(f"{dest.name}.pdf")
    speech, paper = WindowTextFormat(), ReportPdf()
    write = partial(reports.report, controller.session, dest, paper, speech=speech, overwrite=True)
    _write_and_report(window, partial(write, advice=controller.advice))


def _with_card(window: StudyWindow, act: Callable[[StudyWindow, PlotCard[Any]], None]) -> None:
    """Apply `act` to the visible plot card; show a menu if there are several."""
    cards_in_sight = cards(window)
    if not cards_in_sight:
        nothing = _tr("No picture is shown here: choose a tab with pictures first.")
        window.note.say("neutral", nothing, ((_tr("Close"), window.note.silence),))
        return
    if len(cards_in_sight) == 1:
        act(window, cards_in_sight[0])
        return
    menu = QMenu(window)
    menu.setObjectName("plots.which")
    for card in cards_in_sight:
        menu.addAction(card.title.text().replace("&", "&&")).triggered.connect(
            partial(_later, act, window, card)
        )
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(QCursor.pos())


def _later(
    act: Callable[[StudyWindow, PlotCard[Any]], None],
    window: StudyWindow,
    card: PlotCard[Any],
    *_: object,
) -> None:
    act(window, card)


def _copy(window: StudyWindow, card: PlotCard[Any]) -> None:
    from kgdesk.ui.printing.report_pdf import image  # noqa: PLC0415 - only those who copy pay for it

    QGuiApplication.clipboard().setImage(image(card))
    window.note.say(
        "recorded", _tr("The picture “{title}” is on the clipboard.").format(title=card.title.text()),
        ((_tr("Close"), window.note.silence),),
    )  # fmt: skip


def _save(window: StudyWindow, card: PlotCard[Any]) -> None:
    stem = card.objectName().rpartition(".")[2]
    name = str(window.controller.path.with_name(f"{window.controller.path.stem} {stem}.svg"))
    path, _ = QFileDialog.getSaveFileName(
        window, _tr("Save picture"), name, "SVG (*.svg);;PDF (*.pdf);;PNG (*.png)"
    )
    if path:
        save_picture(window, card, Path(path))


def save_picture(window: StudyWindow, card: PlotCard[Any], dest: Path) -> None:
    """Write a plot as SVG, PDF or PNG, overwriting: the file dialog has asked already."""
    from kgdesk.actions import reports  # noqa: PLC0415 - only those who save pay for it
    from kgdesk.ui.printing.report_pdf import KINDS, plot_file  # noqa: PLC0415 - likewise

    kind = next((k for k in KINDS if dest.suffix.lower() == f".{k}"), None)
    if kind is None:
        dest, kind = dest.with_name(f"{dest.name}.svg"), "svg"

    _write_and_report(window, lambda: reports.save(dest, plot_file(card, kind)))


def _write_and_report(window: StudyWindow, write: Callable[[], Path]) -> None:
    try:
        saved = write()
    except KgdeskError as refused:
        refuse(window.note, refused, ((_tr("Close"), window.note.silence),))
        return
    show_saved(window.note, saved)


def tr(text: str) -> str:
    """Translate a text of this module (context "Custody")."""
    return QCoreApplication.translate("Custody", text)


def candidates_command(window: StudyWindow) -> Command:
    """Return the command that adds candidates to the open study."""
    return Command(
        "study.addCandidates", tr("Add cand&idates…"), partial(_ask_for_candidates, window),
        when=lambda: window.panel.control.entry.situation.takes_entries,
    )  # fmt: skip


def _ask_for_candidates(window: StudyWindow) -> None:
    from kgdesk.ui.pages.candidates import AddCandidatesDialog  # noqa: PLC0415 - only those who add pay for it

    path, _ = QFileDialog.getOpenFileName(window, tr("Add candidates"), str(window.controller.path.parent))
    if path:
        open_once(AddCandidatesDialog(window.panel.control, Path(path), window))


def server_command(window: StudyWindow) -> Command:
    """Return the command that opens a study on a server."""
    opens = partial(open_from_server, window, window.preferences, window.open_wanted.emit)
    return Command("study.openServer", tr("Open from a ser&ver…"), opens)


def second_place_command(window: StudyWindow) -> Command:
    """Return the command that sets the second folder for backups."""
    return Command(
        "study.secondPlace", tr("Second place for &backups…"), partial(choose_second_place, window)
    )


def choose_second_place(window: StudyWindow) -> None:
    """Open the dialog for the second backup folder."""
    from kgdesk.ui.dialogs.storage import SecondPlaceDialog  # noqa: PLC0415 - only those who ask pay for it

    open_once(SecondPlaceDialog(window))


def open_from_server(parent: QWidget, preferences: Preferences, opened: Callable[[str], object]) -> None:
    """Open the dialog that connects to a server; `opened` receives the address of the chosen study."""
    from kgdesk.ui.dialogs.storage import ServerDialog  # noqa: PLC0415 - only those who use a server pay for it

    dialog = ServerDialog(preferences, parent)
    dialog.wanted.connect(opened)
    open_once(dialog)


def plan_command(window: StudyWindow) -> Command:
    """Return the command that changes the number of planned runs."""

    def can_change() -> bool:
        return window.panel.control.entry.situation.takes_entries

    return Command("study.plan", tr("C&hange the plan…"), partial(change_plan, window), when=can_change)


def change_plan(window: StudyWindow) -> None:
    """Ask for another number of planned runs and the reason; the change is recorded."""
    planned = window.controller.study.settings.budget
    count, accepted = QInputDialog.getInt(
        window, tr("Change the plan"), tr("Planned runs:"), planned, 1, _MOST_RUNS
    )
    if not accepted or count == planned:
        return
    asked = tr("Why is the number of planned runs changed from {old} to {new}?").format(
        old=planned, new=count
    )
    reasons = (tr("More runs are possible"), tr("Fewer runs are possible"))
    reason = ask_reason(window, tr("Change the plan"), asked, reasons)
    if reason is not None:
        window.panel.control.do(actions.change_setting, "budget", count, reason)


def verify_command(window: StudyWindow) -> Command:
    """Return the command that verifies any study file."""
    return Command("tools.verify", tr("&Verify a study file…"), partial(choose_to_verify, window))


def choose_to_verify(window: StudyWindow) -> None:
    """Ask which study file or archive is verified."""
    folder, kinds = str(window.controller.path.parent), tr("Studies and archives (*.kgstudy *.zip)")
    path, _ = QFileDialog.getOpenFileName(window, tr("Verify a study file"), folder, kinds)
    if path:
        verify_file(window, Path(path))


def verify_file(window: StudyWindow, path: Path) -> None:
    """Verify a study file or archive in the background and say what was found."""
    from kgdesk.ui.pages.checks import checked_file  # noqa: PLC0415 - only those who verify pay for it

    note, close = window.note, (tr("Close"), window.note.silence)
    note.say("neutral", tr("{name} is being verified…").format(name=path.name), (close,))

    def tell(found: tuple[bool, str]) -> None:
        good, sentence = found
        note.say("recorded" if good else "caution", f"{path.name}: {sentence}", (close,))

    window.controller.compute_advice(
        "verify", lambda: checked_file(path), lambda answer: tell(verified_words(answer))
    )


def verified_words(answer: Check | KgdeskError) -> tuple[bool, str]:
    """Return whether a verified file is whole, and what was found as a sentence."""
    from kgdesk.ui.pages.check_findings import file_finding  # noqa: PLC0415 - as above

    found = file_finding(answer, 0)
    return found.state != "caution", found.sentence

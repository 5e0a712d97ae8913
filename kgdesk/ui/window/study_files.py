"""Commands for the study as a whole: open and close, candidates, properties, backups, verification."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QInputDialog

from kgdesk import actions
from kgdesk.errors import BadInput, KgdeskError
from kgdesk.model.study.new_threshold import outcomes_under
from kgdesk.model.study.next_run import offered_columns
from kgdesk.model.study.records import Limit
from kgdesk.text import phrase
from kgdesk.ui.entry.value_line import read_value
from kgdesk.ui.text.locale_format import measured_value
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import visible
from kgdesk.ui.widgets.dialogs import open_once
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.window.commands import WindowCommand
from kgdesk.ui.window.entry_questions import ask_reason
from kgdesk.ui.window.report_commands import report_command
from kgdesk.ui.window.settling import fork_way, waiting_command

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from kgdesk.actions import Check
    from kgdesk.model.study.settings import Settings
    from kgdesk.ui.dialogs.kept_columns import KeptColumnDialog
    from kgdesk.ui.session.preferences import Preferences
    from kgdesk.ui.window.parts import WindowParts


#: Largest number of planned runs that can be chosen.
_MOST_RUNS = 100_000


def tr(text: str) -> str:
    """Translate a text of this module (context "StudyFiles")."""
    return QCoreApplication.translate("StudyFiles", text)


def study_commands(parts: WindowParts) -> list[WindowCommand]:
    """Return the commands for the study as a whole, and for the program."""
    entry = parts.panel.control

    def can_finish() -> bool:
        return entry.entry.situation.takes_entries and bool(entry.controller.study.runs)

    def can_reopen() -> bool:
        here = entry.entry.situation
        return here.finished and here.read_only is None and bool(here.operator) and not here.looking_back

    return [
        WindowCommand("study.new", tr("&New…"), parts.requests.new_wanted.emit, ("Ctrl+N",)),
        WindowCommand("study.duplicate", tr("&Duplicate setup…"), parts.requests.duplicate_wanted.emit),
        WindowCommand("study.open", tr("&Open…"), parts.dialogs.ask_for_study, ("Ctrl+O",)),
        server_command(parts),
        WindowCommand("study.home", tr("&Home"), parts.requests.home_wanted.emit, ("Ctrl+W",)),
        candidates_command(parts),
        WindowCommand("study.export", tr("&Export…"), parts.dialogs.export, ("Ctrl+E",)),
        report_command(parts),
        WindowCommand("study.properties", tr("&Properties…"), parts.dialogs.show_properties),
        plan_command(parts),
        threshold_command(parts),
        blind_command(parts),
        *_column_commands(parts),
        second_place_command(parts),
        WindowCommand("study.model", tr("Mode&l…"), parts.dialogs.show_model),
        WindowCommand("study.finish", tr("&Finish study…"), lambda: parts.ask("finish"), when=can_finish),
        WindowCommand("study.reopen", tr("Reo&pen study…"), lambda: parts.ask("reopen"), when=can_reopen),
        WindowCommand("study.rehearse", tr("&Rehearse this study…"), parts.dialogs.rehearse),
        verify_command(parts),
        waiting_command(parts),
        WindowCommand("study.settings", tr("&Settings…"), parts.dialogs.adjust, ("Ctrl+,",)),
        WindowCommand("study.quit", tr("&Quit"), parts.requests.quit_wanted.emit, ("Ctrl+Q",)),
    ]


def candidates_command(parts: WindowParts) -> WindowCommand:
    """Return the command that adds candidates to the open study."""
    return WindowCommand(
        "study.addCandidates", tr("&Add candidates…"), partial(_ask_for_candidates, parts),
        when=lambda: parts.panel.control.entry.situation.takes_entries,
    )  # fmt: skip


def _ask_for_candidates(parts: WindowParts) -> None:
    from kgdesk.ui.dialogs.add_candidates import AddCandidatesDialog  # noqa: PLC0415 - only those who add pay for it

    path, _ = QFileDialog.getOpenFileName(
        parts.window, tr("Add candidates"), str(parts.controller.path.parent)
    )
    if path:
        open_once(AddCandidatesDialog(parts.panel.control, Path(path), parts.window))


def server_command(parts: WindowParts) -> WindowCommand:
    """Return the command that opens a study on a server."""
    opens = partial(open_from_server, parts.window, parts.preferences, parts.requests.open_wanted.emit)
    return WindowCommand("study.openServer", tr("Open from a ser&ver…"), opens)


def second_place_command(parts: WindowParts) -> WindowCommand:
    """Return the command that sets the second folder for backups."""
    return WindowCommand(
        "study.secondPlace", tr("Second place for &backups…"), partial(choose_second_place, parts)
    )


def choose_second_place(parts: WindowParts) -> None:
    """Open the dialog for the second backup folder."""
    from kgdesk.ui.dialogs.backup_folder import SecondPlaceDialog  # noqa: PLC0415 - only those who ask pay for it

    open_once(SecondPlaceDialog(parts.window))


def open_from_server(parent: QWidget, preferences: Preferences, opened: Callable[[str], object]) -> None:
    """Open the dialog that connects to a server; `opened` receives the address of the chosen study."""
    from kgdesk.ui.dialogs.server import ServerDialog  # noqa: PLC0415 - only those who use a server pay for it

    dialog = ServerDialog(preferences, parent)
    dialog.wanted.connect(opened)
    open_once(dialog)


def plan_command(parts: WindowParts) -> WindowCommand:
    """Return the command that changes the number of planned runs."""

    def can_change() -> bool:
        return parts.panel.control.entry.situation.takes_entries

    return WindowCommand("study.plan", tr("C&hange the plan…"), partial(change_plan, parts), when=can_change)


def change_plan(parts: WindowParts) -> None:
    """Ask for another number of planned runs and the reason; the change is recorded."""
    planned = parts.controller.study.settings.budget
    count, accepted = QInputDialog.getInt(
        parts.window, tr("Change the plan"), tr("Planned runs:"), planned, 1, _MOST_RUNS
    )
    if not accepted or count == planned:
        return
    asked = tr("Why is the number of planned runs changed from {old} to {new}?").format(
        old=planned, new=count
    )
    reasons = (tr("More runs are possible"), tr("Fewer runs are possible"))
    reason = ask_reason(parts.window, tr("Change the plan"), asked, reasons)
    if reason is not None:
        parts.panel.control.do(actions.change_settings, {"budget": count}, reason)


def threshold_command(parts: WindowParts) -> WindowCommand:
    """Return the command that changes the threshold of the measured value."""

    def can_change() -> bool:
        stated = parts.controller.study.settings.threshold is not None
        return stated and parts.panel.control.entry.situation.takes_entries

    return WindowCommand(
        "study.threshold", tr("Change the &threshold…"), partial(change_threshold, parts), when=can_change
    )


def change_threshold(parts: WindowParts) -> None:
    """Ask for another threshold, say which outcomes change, and ask for the reason; the change is recorded."""
    settings, title = parts.controller.study.settings, tr("Change the threshold")
    old = measured_value(settings.threshold or 0.0)
    label = tr("Success from:") if settings.direction == "at-least" else tr("Success up to:")
    typed, accepted = QInputDialog.getText(parts.window, title, label, text=old)
    if not accepted:
        return
    try:
        value = _typed_threshold(typed, settings)
        if value == settings.threshold:
            return
        outcomes = outcomes_under(parts.controller.study, value)
    except BadInput as refused:
        refuse(parts.message_strip, refused, ((tr("Close"), parts.message_strip.clear),))
        return
    unit = visible(settings.measured_unit)
    asked = tr("Why is the threshold {new} instead of {old}?").format(
        old=f"{old} {unit}".strip(), new=f"{measured_value(value)} {unit}".strip()
    )
    reasons = (tr("More is asked for"), tr("Less is enough"), tr("It was typed wrong"))
    said = " ".join(filter(None, (translate(outcomes.sentence), asked)))
    reason = ask_reason(parts.window, title, said, reasons)
    if reason is not None:
        parts.panel.control.do(actions.change_settings, {"threshold": value}, reason)


def blind_command(parts: WindowParts) -> WindowCommand:
    """Return the command that hides what could sway whoever judges an outcome, or shows it again."""

    def can_change() -> bool:
        return parts.panel.control.entry.situation.takes_entries

    return WindowCommand(
        "study.blind", tr("Change &blind entry…"), partial(change_blind, parts), when=can_change
    )


def change_blind(parts: WindowParts) -> None:
    """Ask for the reason, and record that entry is blind, or that it is no longer."""
    if parts.controller.study.settings.is_blind:
        asked = tr("Why are earlier outcomes and the expected success shown again?")
        reasons, value = (tr("Outcomes are measured, not judged"), tr("It hindered the work")), "no"
    else:
        asked = tr("Why are earlier outcomes hidden on Bench, and the expected success on the card?")
        reasons, value = (tr("Outcomes are judged by eye"), tr("The protocol asks for it")), "yes"
    reason = ask_reason(parts.window, tr("Blind entry"), asked, reasons)
    if reason is not None:
        parts.panel.control.do(actions.change_settings, {"blind": value}, reason)


def _typed_threshold(text: str, settings: Settings) -> float:
    value = read_value(text, settings)
    if isinstance(value, Limit):
        raise BadInput(phrase("The threshold is a number, not {value}.", value=text.strip()))
    return value


def verify_command(parts: WindowParts) -> WindowCommand:
    """Return the command that verifies any study file."""
    return WindowCommand("study.verify", tr("&Verify a study file…"), partial(choose_to_verify, parts))


def choose_to_verify(parts: WindowParts) -> None:
    """Ask which study file or archive is verified."""
    folder, kinds = str(parts.controller.path.parent), tr("Studies and archives (*.kgstudy *.zip)")
    path, _ = QFileDialog.getOpenFileName(parts.window, tr("Verify a study file"), folder, kinds)
    if path:
        verify_file(parts, Path(path))


def verify_file(parts: WindowParts, path: Path) -> None:
    """Verify a study file or archive in the background and say what was found."""
    from kgdesk.ui.pages.checks import checked_file  # noqa: PLC0415 - only those who verify pay for it

    note, close = parts.message_strip, (tr("Close"), parts.message_strip.clear)
    note.show_message("neutral", tr("{name} is being verified…").format(name=path.name), (close,))

    def tell(answer: Check | KgdeskError) -> None:
        good, sentence = verified_words(answer)
        settleable = not isinstance(answer, KgdeskError) and answer.trust.settleable
        ways = (fork_way(parts, path), close) if settleable else (close,)
        note.show_message("recorded" if good else "caution", f"{path.name}: {sentence}", ways)

    parts.controller.advice.compute("verify", lambda: checked_file(path), tell)


def verified_words(answer: Check | KgdeskError) -> tuple[bool, str]:
    """Return whether a verified file is whole, and what was found as a sentence."""
    from kgdesk.ui.pages.check_findings import file_finding  # noqa: PLC0415 - as above

    found = file_finding(answer, 0)
    return found.state != "caution", found.sentence


def _column_commands(parts: WindowParts) -> list[WindowCommand]:
    """Return the commands that choose the barcode column, the location column and the columns of the card."""

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
        WindowCommand(
            "study.card",
            QCoreApplication.translate("Codes", "Columns on the ca&rd…"),
            partial(_ask_card_columns, parts),
            when=lambda: here() and bool(offered_columns(parts.controller.study)),
        ),
    ]


def _ask_codes(parts: WindowParts) -> None:
    """Open the dialog for the barcode column; confirm the choice in the window's strip."""
    from kgdesk.ui.dialogs.kept_columns import BarcodeDialog  # noqa: PLC0415 - only those who change the codes pay for it

    named = QCoreApplication.translate("Codes", "The scan check and labels go by “{column}” from now on.")
    unnamed = QCoreApplication.translate(
        "Codes", "The scan check and labels go by the names of the candidates from now on."
    )
    dialog = BarcodeDialog(parts.panel.control, parts.window)
    _open(dialog, lambda: _tell(parts, parts.controller.study.settings.barcode, named, unnamed))


def _ask_location(parts: WindowParts) -> None:
    """Open the dialog for the location column; confirm the choice in the window's strip."""
    from kgdesk.ui.dialogs.kept_columns import LocationDialog  # noqa: PLC0415 - as above

    named = QCoreApplication.translate("Codes", "Samples are fetched by “{column}” from now on.")
    unnamed = QCoreApplication.translate(
        "Codes", "Every column that is kept with the candidates is shown from now on."
    )
    dialog = LocationDialog(parts.panel.control, parts.window)
    _open(dialog, lambda: _tell(parts, parts.controller.study.settings.location, named, unnamed))


def _ask_card_columns(parts: WindowParts) -> None:
    """Ask which kept columns the card shows."""
    from kgdesk.ui.dialogs.kept_columns import CardColumnsDialog  # noqa: PLC0415 - as above

    dialog = CardColumnsDialog(parts.controller.study, parts.window)
    dialog.accepted.connect(
        lambda: parts.panel.control.do(
            actions.change_settings, {"card_columns": "\n".join(dialog.chosen)}, dialog.reason
        )
    )
    open_once(dialog)


def _open(dialog: KeptColumnDialog, then: Callable[[], None]) -> None:
    dialog.accepted.connect(then)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def _tell(parts: WindowParts, column: str, named: str, unnamed: str) -> None:
    """Say in the window's strip which column counts from now on."""
    sentence = named.format(column=column) if column else unnamed
    parts.message_strip.show_message(
        "recorded", sentence, ((QCoreApplication.translate("Codes", "Close"), parts.message_strip.clear),)
    )

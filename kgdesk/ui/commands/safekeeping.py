"""What keeps a study trustworthy beyond one computer and one person: server, signature, lock and copies."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from kgdesk import actions
from kgdesk.model.finishing import in_progress
from kgdesk.ui.asking import ask_reason
from kgdesk.ui.commands.command import Command
from kgdesk.ui.parts import open_once
from kgdesk.ui.refusals import translate

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from kgdesk.model.study import Study
    from kgdesk.ui.commands.study_window import StudyWindow
    from kgdesk.ui.settings import Preferences


def tr(text: str) -> str:
    """Translate a text of these commands."""
    return QCoreApplication.translate("Custody", text)


def server_command(window: StudyWindow) -> Command:
    """Return the command that opens a study on a server."""
    opens = partial(open_from_server, window, window.preferences, window.open_wanted.emit)
    return Command("study.openServer", tr("Open from a ser&ver…"), opens)


def commands(window: StudyWindow) -> list[Command | None]:
    """Return the commands for a study that is done, and for its backups; `None` is a line between."""
    control = window.panel.control

    def done() -> bool:
        here = control.entry.situation
        return here.finished and here.read_only is None and bool(here.operator)

    def open_to_change() -> bool:
        return done() and window.desk.study.lock is None

    return [
        Command("study.signOff", tr("&Sign off…"), partial(sign_off, window), when=open_to_change),
        Command("study.lock", tr("&Lock study…"), partial(lock, window), when=open_to_change),
        Command(
            "study.unlock", tr("&Unlock study…"), partial(unlock, window),
            when=lambda: done() and window.desk.study.lock is not None,
        ),
        None,
        Command("study.secondPlace", tr("Second place for &backups…"), partial(choose_second_place, window)),
    ]  # fmt: skip


def sign_off(window: StudyWindow) -> None:
    """Ask what is meant by the signature, and sign."""
    study = window.desk.study
    asked = tr("Why do you sign? Your signature stands for {who} and covers all {count} entries so far.")
    asked = asked.format(who=window.desk.who.operator.strip(), count=study.head.seq)
    meaning = ask_reason(
        window,
        tr("Sign the study off"),
        _with_open_runs(study, asked),
        (tr("Reviewed"), tr("Approved"), tr("Carried out as recorded")),
    )
    if meaning is not None:
        window.panel.control.do(actions.sign_off, meaning)


def lock(window: StudyWindow) -> None:
    """Ask for the reason, and lock the study."""
    asked = tr(
        "Why is the study locked? Nothing can be entered, and it cannot be reopened, until it is unlocked."
    )
    study = window.desk.study
    signed = (tr("Signed off"),) if study.signatures else ()  # a ready reason is offered where it is true
    reasons = (*signed, tr("Reported"), tr("Put into the archive"))
    reason = ask_reason(window, tr("Lock the study"), _with_open_runs(study, asked), reasons)
    if reason is not None:
        window.panel.control.do(actions.lock, reason)


def _with_open_runs(study: Study, asked: str) -> str:
    """Put in front of a question that runs were in progress when the study was finished."""
    running = translate(in_progress(study))
    if not running:
        return asked
    return tr("The study was finished with {running}. {question}").format(running=running, question=asked)


def unlock(window: StudyWindow) -> None:
    """Ask for the reason, and unlock the study."""
    locked = window.desk.study.lock
    if locked is None:
        return
    asked = tr("{who} locked the study ({reason}). Why is it unlocked? It stays finished.")
    reason = ask_reason(
        window,
        tr("Unlock the study"),
        asked.format(who=locked.operator, reason=locked.reason),
        (tr("An entry has to be put right"), tr("More runs are possible"), tr("Locked by mistake")),
    )
    if reason is not None:
        window.panel.control.do(actions.unlock, reason)


def choose_second_place(window: StudyWindow) -> None:
    """Open the dialog about the second place for backups."""
    from kgdesk.ui.dialogs.second_place import SecondPlaceDialog  # noqa: PLC0415 - only those who ask pay for it

    open_once(SecondPlaceDialog(window))


def open_from_server(parent: QWidget, preferences: Preferences, opened: Callable[[str], object]) -> None:
    """Open the dialog that asks for a server and a study on it."""
    from kgdesk.ui.dialogs.server import ServerDialog  # noqa: PLC0415 - only those who use a server pay for it

    dialog = ServerDialog(preferences, parent)
    dialog.wanted.connect(opened)
    open_once(dialog)

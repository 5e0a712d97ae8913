"""What the window names until somebody settles it: entries that wait for servers, and other branches of a study."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from kgdesk import actions
from kgdesk.errors import KgdeskError
from kgdesk.ui.widgets.dialogs import open_once
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.window.commands import WindowCommand
from kgdesk.ui.window.entry_questions import ask_reason

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from kgdesk.ui.window.parts import WindowParts

    #: A button of a message strip: its text, and what it does.
    Way = tuple[str, Callable[[], object]]


def tr(text: str) -> str:
    """Translate a text of this module (context "Settling")."""
    return QCoreApplication.translate("Settling", text)


def waiting_command(parts: WindowParts) -> WindowCommand:
    """Return the command that shows what waits on this computer."""
    return WindowCommand("study.waiting", tr("&Waiting entries…"), partial(show_waiting, parts))


def waiting_way(parts: WindowParts) -> Way:
    """Return the button that shows what waits on this computer."""
    return tr("Waiting entries…"), partial(show_waiting, parts)


def show_waiting(parts: WindowParts) -> None:
    """Open the dialog about what waits on this computer."""
    from kgdesk.ui.dialogs.waiting_entries import WaitingEntriesDialog  # noqa: PLC0415 - only those who ask pay for it

    open_once(WaitingEntriesDialog(parts.controller, parts.window))


def fork_way(parts: WindowParts, path: Path | None = None) -> Way:
    """Return the button that settles the fork of the open study, or of the study file at `path`."""
    return tr("Settle…"), partial(settle_fork, parts, path)


def settle_fork(parts: WindowParts, path: Path | None = None) -> None:
    """Ask why the other branch does not count any more, and settle the fork with this reason.

    The fork is that of the open study, or of the study file at `path`.
    """
    asked = tr(
        "The other branch of this study does not count any more on this computer. What is in it is not changed, and "
        "not taken over. Why does it not count?"
    )
    reasons = (tr("Practice copy"), tr("Copy that was given up"))
    reason = ask_reason(parts.window, tr("Settle a fork"), asked, reasons, tr("Settle"))
    if reason is None:
        return
    session, who, note = parts.controller.session, parts.controller.who, parts.message_strip
    events = session.on_record.events if path is None else ()

    def settle() -> str:
        settled = actions.settle_fork(path or session.place, who, reason, events)
        return ", ".join(one.place for one in settled)

    def tell(places: str) -> None:
        parts.controller.refresher.note("notes")
        note.show_message(
            "recorded",
            tr(
                "The branch seen at {places} does not count any more. The timeline says who decided it, and why."
            ).format(places=places),
            ((tr("Close"), note.clear),),
        )

    def fail(problem: BaseException) -> None:
        if not isinstance(problem, KgdeskError):
            raise problem
        refuse(note, problem)

    if path is not None:  # the whole file is read and verified first
        parts.controller.advice.compute("settle", settle, tell, fail)
        return
    try:
        tell(settle())
    except KgdeskError as problem:
        fail(problem)

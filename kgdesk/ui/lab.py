"""What a day in the lab needs beside Success and Failure: its commands, and the dialogs that they ask in."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog

from kgdesk import actions
from kgdesk.errors import KgdeskError
from kgdesk.ui.asking import ask_reason
from kgdesk.ui.commands import Command
from kgdesk.ui.messages import refuse
from kgdesk.ui.parts import open_once
from kgdesk.ui.saved import tell_saved

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.ui.tabs.candidates import CandidatesTab
    from kgdesk.ui.window import MainWindow


def tr(text: str) -> str:
    """Translate a text of these commands."""
    return QCoreApplication.translate("Lab", text)


def commands(window: MainWindow) -> list[Command | None]:
    """Return the commands, for the Run menu; `None` is a line between."""
    control = window.panel.control

    def here() -> bool:
        return control.entry.situation.takes_entries

    def signed() -> bool:
        desk = window.desk
        return bool(control.entry.situation.operator) and desk.read_only_reason is None and desk.as_of is None

    def can_change(away: bool) -> bool:
        tab = _candidates_in_sight(window)
        return here() and tab is not None and tab.can_change(away)

    return [
        None,
        Command(
            "run.start", tr("&Start run"), lambda: control.arm("start"), ("Ctrl+T",),
            lambda: control.entry.can_start,
        ),
        Command("run.several", tr("Su&ggest several…"), lambda: window.ask("several"), when=here),
        Command("run.skip", tr("S&kip…"), lambda: window.ask("skip"), when=lambda: control.entry.can_start),
        Command(
            "run.details", tr("Outcome with &details…"), lambda: window.ask("details"),
            when=lambda: control.entry.can_arm,
        ),
        Command("run.note", tr("Add not&e…"), lambda: window.ask("note"), ("Ctrl+M",), signed),
        None,
        Command(
            "run.exclude", tr("Take o&ut of stock…"), lambda: window.ask("exclude"), when=partial(can_change, True)
        ),
        Command(
            "run.include", tr("&Back in stock…"), lambda: window.ask("include"), when=partial(can_change, False)
        ),
        None,
        Command(
            "run.sheet", tr("&Print run sheet…"), lambda: window.ask("sheet"), ("Ctrl+Alt+P",),
            lambda: window.desk.study.is_open,
        ),
        Command("run.labels", tr("Print &labels…"), lambda: window.ask("labels")),
    ]  # fmt: skip


def join(window: MainWindow) -> None:
    """Put the commands where hands look for them: under More; for those at the candidates, see below."""
    menu = window.panel.more.menu()
    for name in ("run.choose", "run.start", "run.details", "run.several", "run.note"):
        menu.addAction(window.commands.action(name))
    menu.aboutToShow.connect(window.commands.refresh)


def join_candidates(window: MainWindow) -> None:
    """Let the buttons at the candidates, which are made later, ask as the commands do."""
    from kgdesk.ui.tabs.candidates import CandidatesTab  # noqa: PLC0415 - after the first paint

    tab = window.tabs.findChild(CandidatesTab)
    if tab is not None:
        tab.stock_wanted.connect(window.ask)
        tab.table.selectionModel().selectionChanged.connect(lambda *_: window.commands.refresh())


def _candidates_in_sight(window: MainWindow) -> CandidatesTab | None:
    tab = window.book.currentWidget()
    if tab is None or tab.objectName() != "candidates":
        return None
    from kgdesk.ui.tabs.candidates import CandidatesTab  # noqa: PLC0415 - after the first paint

    return tab if isinstance(tab, CandidatesTab) else None


def _several(window: MainWindow) -> None:
    from kgdesk.ui.dialogs.several import SeveralDialog  # noqa: PLC0415 - only those who run batches pay for it

    open_once(SeveralDialog(window.panel.control, window))


def _details(window: MainWindow) -> None:
    from kgdesk.ui.dialogs.details import DetailsDialog  # noqa: PLC0415 - only those who add details pay for it

    open_once(DetailsDialog(window.panel.control, window))


def _note(window: MainWindow) -> None:
    from kgdesk.ui.dialogs.note import NoteDialog  # noqa: PLC0415 - only those who write notes pay for it

    open_once(NoteDialog(window.panel.control, window))


def _print(window: MainWindow, *, labels: bool) -> None:
    from kgdesk.ui.dialogs.sheets import LabelsDialog, SheetDialog  # noqa: PLC0415 - only those who print pay for it

    dialog = (LabelsDialog if labels else SheetDialog)(window.desk, window)
    dialog.finished.connect(lambda: tell_saved(window.note, dialog.saved))
    open_once(dialog)


def _skip(window: MainWindow) -> None:
    from kgdesk.ui.dialogs.skip import SkipDialog  # noqa: PLC0415 - only those who skip pay for it

    control = window.panel.control
    candidate = control.entry.candidate
    if candidate is None:
        return
    answer = SkipDialog.ask(window, candidate)
    if answer is None or control.entry.candidate != candidate:
        return
    if answer.returns:
        control.skip(candidate, answer.reason)
    else:
        control.exclude([candidate], answer.reason)


def _stock(away: bool, window: MainWindow) -> None:
    tab = _candidates_in_sight(window)
    if tab is None:
        return
    names = tab.chosen(away)
    if not names:
        return
    what = names[0] if len(names) == 1 else tr("{count} candidates").format(count=len(names))
    if away:
        title, asked = (
            tr("Take out of stock"),
            tr("Why is {what} not available? It is neither suggested nor chosen."),
        )
        reasons: tuple[str, ...] = (tr("Used up"), tr("Not delivered"), tr("Unsafe"), tr("Spoilt"))
    else:
        title, asked = tr("Back in stock"), tr("Why is {what} available again?")
        reasons = (tr("New batch"), tr("Taken out by mistake"))
    reason = ask_reason(window, title, asked.format(what=what), reasons)
    if reason is not None:
        control = window.panel.control
        control.exclude(names, reason) if away else control.do(actions.include, names, reason)


def _rescue(window: MainWindow) -> None:
    desk = window.desk
    proposed = str(Path.home() / f"{desk.path.stem}-rescue.zip")
    name, _ = QFileDialog.getSaveFileName(
        window, tr("Save a rescue copy"), proposed, tr("Whole study (*.zip)")
    )
    if name:
        rescue(window, Path(name).with_suffix(".zip"))


def rescue(window: MainWindow, dest: Path) -> None:
    """Save everything that is recorded as an archive at another place, and say so."""
    try:
        saved = actions.export(window.desk.session, dest, overwrite=True)
    except KgdeskError as problem:
        refuse(window.note, problem, ((tr("Close"), window.note.silence),))
        return
    text = tr("Saved {name} with every recorded run. The run that waits is not in it.")
    window.note.say("recorded", text.format(name=saved.name), ((tr("Close"), window.note.silence),))


#: The dialogs by name, as `MainWindow.ask` takes them.
ASKS: dict[str, Callable[[MainWindow], None]] = {
    "several": _several,
    "details": _details,
    "note": _note,
    "sheet": partial(_print, labels=False),
    "labels": partial(_print, labels=True),
    "skip": _skip,
    "exclude": partial(_stock, True),
    "include": partial(_stock, False),
    "rescue": _rescue,
}

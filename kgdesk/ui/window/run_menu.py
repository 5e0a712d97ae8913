"""Commands about runs: outcomes, choices, stock, run sheets; and those of the Edit menu: undo, correct, copy, find."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog

from kgdesk import actions
from kgdesk.errors import KgdeskError
from kgdesk.model.decisions.plates import newest_results, results_of_run, unfinished
from kgdesk.model.decisions.runs import last_taken_back
from kgdesk.ui.pages.tabs import Searchable
from kgdesk.ui.widgets.dialogs import open_once
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.widgets.saved_files import show_saved
from kgdesk.ui.window.commands import WindowCommand, tr
from kgdesk.ui.window.entry_questions import ask_reason
from kgdesk.ui.window.report_commands import copy
from kgdesk.ui.window.result_files import ask_for_results

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from kgdesk.model.advice.stopping_basis import StoppingBasis
    from kgdesk.ui.pages.candidates import CandidatesTab
    from kgdesk.ui.window.parts import WindowParts


def _tr(text: str) -> str:
    """Translate a text of this module (context "Lab")."""
    return QCoreApplication.translate("Lab", text)


def run_commands(parts: WindowParts) -> list[WindowCommand]:
    """Return the commands about outcomes, what is run, worklists, stock and paper."""
    control = parts.panel.control

    def here() -> bool:
        return control.entry.situation.takes_entries

    def asks() -> bool:
        return control.entry.state in {"armed", "mismatch", "not_saved"}

    def waits() -> bool:
        return looks_back() or asks() or control.entry.choice is not None

    def looks_back() -> bool:
        return parts.controller.selection.as_of is not None

    def cancel() -> None:
        if looks_back():
            parts.controller.selection.show_as_of(None)
        elif asks():
            control.cancel()
        else:
            control.unchoose()

    def can_change(away: bool) -> bool:
        tab = _candidates_in_sight(parts)
        return here() and tab is not None and tab.can_change(away)

    success = control.outcome_name("success").replace("&", "&&")
    failure = control.outcome_name("failure").replace("&", "&&")
    return [
        WindowCommand(
            "run.success", f"&1 {success}", lambda: control.arm("success"), ("F8", "Ctrl+1"),
            lambda: control.entry.can_arm,
        ),
        WindowCommand(
            "run.failure", f"&0 {failure}", lambda: control.arm("failure"), ("F9", "Ctrl+0"),
            lambda: control.entry.can_arm,
        ),
        WindowCommand(
            "run.record", tr("&Record"), control.confirm, ("Return", "Enter"),
            lambda: control.entry.armed is not None,
        ),
        WindowCommand("run.cancel", tr("Ca&ncel"), cancel, ("Esc",), waits),
        WindowCommand("run.void", tr("&Void…"), lambda: parts.ask("void"), when=lambda: control.entry.can_arm),
        WindowCommand("run.skip", _tr("S&kip…"), lambda: parts.ask("skip"), when=lambda: control.entry.can_start),
        WindowCommand("run.choose", tr("&Another candidate…"), lambda: parts.ask("choose"), ("Ctrl+G",), here),
        WindowCommand(
            "run.start", _tr("&Start, outcome later"), lambda: control.arm("start"), ("Ctrl+T",),
            lambda: control.entry.can_start,
        ),
        WindowCommand(
            "run.details", _tr("Outcome with &details…"), lambda: parts.ask("details"),
            when=lambda: control.entry.can_arm,
        ),
        WindowCommand("run.several", _tr("Su&ggest several…"), lambda: parts.ask("several"), when=here),
        WindowCommand("run.worklist", _tr("&Worklist…"), lambda: parts.ask("worklist"), ("Ctrl+Shift+W",), here),
        _worklist_again(parts),
        WindowCommand(
            "run.results", _tr("Results from a &file…"), lambda: parts.ask("results"), ("Ctrl+Shift+R",), here
        ),
        WindowCommand(
            "run.voidRest", _tr("Void t&he rest of a plate…"), lambda: parts.ask("voidRest"),
            when=lambda: here() and bool(unfinished(parts.controller.study)),
        ),
        WindowCommand(
            "run.exclude", _tr("Take o&ut of stock…"), lambda: parts.ask("exclude"), when=partial(can_change, True)
        ),
        WindowCommand(
            "run.include", _tr("&Back in stock…"), lambda: parts.ask("include"), when=partial(can_change, False)
        ),
        WindowCommand(
            "run.sheet", _tr("&Print…"), lambda: parts.ask("sheet"), ("Ctrl+Alt+P",),
            lambda: parts.controller.study.is_open,
        ),
        WindowCommand("run.labels", _tr("Print &labels…"), lambda: parts.ask("labels")),
    ]  # fmt: skip


def edit_commands(parts: WindowParts) -> list[WindowCommand]:
    """Return the commands that undo, correct and annotate entries, copy and find."""
    control = parts.panel.control

    def here() -> bool:
        return control.entry.situation.takes_entries

    def signed() -> bool:
        writable = parts.controller.read_only_reason is None and parts.controller.selection.as_of is None
        return writable and bool(control.entry.situation.operator)

    return [
        WindowCommand(
            "run.takeBack", tr("&Undo"), partial(_undo, parts), ("Ctrl+Z",),
            lambda: here() and not control.controller.writing and bool(control.controller.study.runs),
        ),
        WindowCommand(
            "run.redo", tr("&Redo"), control.redo, ("Ctrl+Y", "Ctrl+Shift+Z"),
            lambda: here() and not control.controller.writing and bool(last_taken_back(control.controller.study)),
        ),
        WindowCommand(
            "run.takeBackFile", _tr("Undo a f&ile…"), lambda: parts.ask("takeBackFile"),
            when=lambda: here() and newest_results(parts.controller.study) is not None,
        ),
        WindowCommand(
            "run.correct", tr("&Correct…"), parts.dialogs.correct_last, ("Ctrl+Shift+C",),
            lambda: here() and bool(control.controller.study.runs),
        ),
        WindowCommand("run.note", _tr("&Note…"), lambda: parts.ask("note"), ("Ctrl+M",), signed),
        WindowCommand("edit.copy", tr("Cop&y"), partial(copy, parts), ("Ctrl+C",)),
        WindowCommand("edit.find", tr("&Find…"), partial(_find, parts), ("Ctrl+F",)),
        WindowCommand("edit.command", tr("Comman&d…"), parts.dialogs.list_commands, ("Ctrl+K", "Ctrl+Shift+P")),
        WindowCommand("run.operator", tr("&Operator…"), lambda: parts.ask("operator"), ("Ctrl+Shift+O",)),
    ]  # fmt: skip


def _find(parts: WindowParts) -> None:
    """Focus the search field of the page in sight, or else that of Candidates."""
    page = parts.tabs.currentWidget()
    if isinstance(page, Searchable) and parts.tabs.isVisible():
        page.focus_search()
    else:
        parts.ask("choose")


def _worklist_again(parts: WindowParts) -> WindowCommand:
    return WindowCommand(
        "run.worklistAgain", _tr("Write a worklist once &more…"), partial(parts.ask, "worklistAgain"),
        when=lambda: bool(parts.controller.study.worklists),
    )  # fmt: skip


def join(parts: WindowParts) -> None:
    """Add the commands of the entry panel to its More menu."""
    menu = parts.panel.more.menu()
    for name in ("run.details", "run.choose", "run.several", "run.note"):
        menu.addAction(parts.commands.action(name))
    menu.aboutToShow.connect(parts.commands.refresh)


def join_decide(
    parts: WindowParts, page: QWidget, finish: Callable[[str | None, StoppingBasis | None], None]
) -> None:
    """Connect the end of a study on a page that was created, if it is the Decide tab."""
    if page.objectName() != "decide":
        return
    from kgdesk.ui.pages.decide import DecideTab  # noqa: PLC0415 - after the first paint

    if isinstance(page, DecideTab):
        page.finish_wanted.connect(finish)
        page.run_wanted.connect(parts.panel.control.choose)
        page.rehearse_wanted.connect(parts.dialogs.rehearse)


def join_candidates(parts: WindowParts, page: QWidget) -> None:
    """Connect the stock buttons of a page that was created, if it is the Candidates tab."""
    tab = _candidates(page)
    if tab is not None:
        tab.stock_wanted.connect(parts.ask)
        tab.table.selectionModel().selectionChanged.connect(lambda *_: parts.commands.refresh())


def _candidates_in_sight(parts: WindowParts) -> CandidatesTab | None:
    return _candidates(parts.tabs.currentWidget())


def _candidates(page: QWidget | None) -> CandidatesTab | None:
    if page is None or page.objectName() != "candidates":
        return None
    from kgdesk.ui.pages.candidates import CandidatesTab  # noqa: PLC0415 - after the first paint

    return page if isinstance(page, CandidatesTab) else None


def _several(parts: WindowParts) -> None:
    from kgdesk.ui.dialogs.batch import BatchDialog  # noqa: PLC0415 - only those who run batches pay for it

    open_once(BatchDialog(parts.panel.control, parts.window))


def _worklist(parts: WindowParts) -> None:
    from kgdesk.ui.dialogs.worklist import WorklistDialog  # noqa: PLC0415 - only those who fill plates pay for it

    dialog = WorklistDialog(parts.panel.control, parts.window)
    dialog.finished.connect(lambda: show_saved(parts.message_strip, dialog.saved))
    open_once(dialog)


def _void_rest(parts: WindowParts) -> None:
    from kgdesk.ui.dialogs.results_preview import void_rest  # noqa: PLC0415 - only those who void pay for it

    void_rest(parts.panel.control, parts.window)


def _take_back_file(parts: WindowParts) -> None:
    from kgdesk.ui.dialogs.results_preview import take_back_file  # noqa: PLC0415 - only those who take back pay for it

    take_back_file(parts.panel.control, parts.window)


def _undo(parts: WindowParts) -> None:
    """Take back the newest outcome; if it came from a file of results, ask why the whole file is taken back.

    After a start, a skip or a note, which stay, the outcome is only shown, and taken back by another call.
    """
    if parts.panel.control.entry.hides_newest:
        parts.panel.control.show_newest()
        return
    study = parts.controller.study
    newest = next((run for run in reversed(study.runs) if not run.taken_back), None)
    if newest is not None and results_of_run(study, newest) is not None:
        parts.ask("takeBackFile")
    else:
        parts.panel.control.take_back()


def _words(parts: WindowParts, *, note: bool) -> None:
    from kgdesk.ui.dialogs.note import NoteDialog  # noqa: PLC0415 - only those who write pay for it
    from kgdesk.ui.dialogs.run_details import DetailsDialog  # noqa: PLC0415 - so do these

    open_once((NoteDialog if note else DetailsDialog)(parts.panel.control, parts.window))


def _bench_file(parts: WindowParts, what: str) -> None:
    from kgdesk.ui.dialogs.run_sheets import BENCH_FILES  # noqa: PLC0415 - only those who print pay for it

    dialog = BENCH_FILES[what](parts.controller, parts.window)
    dialog.finished.connect(lambda: show_saved(parts.message_strip, dialog.saved))
    open_once(dialog)


def _skip(parts: WindowParts) -> None:
    from kgdesk.ui.dialogs.skip import SkipDialog  # noqa: PLC0415 - only those who skip pay for it

    control = parts.panel.control
    candidate = control.entry.candidate
    if candidate is None:
        return
    answer = SkipDialog.ask(parts.window, candidate)
    if answer is None or control.entry.candidate != candidate:
        return
    if answer.returns:
        control.skip(candidate, answer.reason)
    else:
        control.exclude([candidate], answer.reason)


def _stock(away: bool, parts: WindowParts) -> None:
    tab = _candidates_in_sight(parts)
    if tab is None:
        return
    names = tab.chosen(away)
    if not names:
        return
    what = names[0] if len(names) == 1 else _tr("{count} candidates").format(count=len(names))
    if away:
        title, asked = (
            _tr("Take out of stock"),
            _tr("Why is {what} not available? It is neither suggested nor chosen."),
        )
        reasons: tuple[str, ...] = (_tr("Used up"), _tr("Not delivered"), _tr("Unsafe"), _tr("Spoilt"))
    else:
        title, asked = _tr("Back in stock"), _tr("Why is {what} available again?")
        reasons = (_tr("New batch"), _tr("Taken out by mistake"))
    reason = ask_reason(parts.window, title, asked.format(what=what), reasons)
    if reason is not None:
        control = parts.panel.control
        control.exclude(names, reason) if away else control.do(actions.include, names, reason)


def _attributes(parts: WindowParts) -> None:
    """Show all attributes of the candidate on the card."""
    from kgdesk.ui.entry.entry_dialogs import AttributesDialog  # noqa: PLC0415 - only those who ask pay for it

    if (candidate := parts.panel.control.entry.candidate) is not None:
        open_once(AttributesDialog(parts.controller.study, candidate, parts.window))


def _rescue(parts: WindowParts) -> None:
    controller = parts.controller
    proposed = str(Path.home() / f"{controller.path.stem}-rescue.zip")
    name, _ = QFileDialog.getSaveFileName(
        parts.window, _tr("Save a rescue copy"), proposed, _tr("Whole study (*.zip)")
    )
    if name:
        rescue(parts, Path(name).with_suffix(".zip"))


def rescue(parts: WindowParts, dest: Path) -> None:
    """Export the whole study as a zip archive to another place and show a confirmation."""
    try:
        saved = actions.export(parts.controller.session, dest, overwrite=True)
    except KgdeskError as problem:
        refuse(parts.message_strip, problem, ((_tr("Close"), parts.message_strip.clear),))
        return
    text = _tr("Saved {name} with every recorded run. The run that waits is not in it.")
    parts.message_strip.show_message(
        "recorded", text.format(name=saved.name), ((_tr("Close"), parts.message_strip.clear),)
    )


#: Openers of the dialogs by name, for `MainWindow.ask`.
ASKS: dict[str, Callable[[WindowParts], None]] = {
    "several": _several,
    "worklist": _worklist,
    "results": ask_for_results,
    "voidRest": _void_rest,
    "undo": _undo,
    "takeBackFile": _take_back_file,
    "details": partial(_words, note=False),
    "note": partial(_words, note=True),
    "sheet": partial(_bench_file, what="sheet"),
    "labels": partial(_bench_file, what="labels"),
    "worklistAgain": partial(_bench_file, what="worklist"),
    "attributes": _attributes,
    "skip": _skip,
    "exclude": partial(_stock, True),
    "include": partial(_stock, False),
    "rescue": _rescue,
}

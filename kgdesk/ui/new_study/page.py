"""WizardPage, base of all wizard pages; the options for parsing a table; rehearsal of the planned study."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from kgdesk.actions import live_rehearsal, rehearsing
from kgdesk.errors import KgdeskError
from kgdesk.ui.pages.rehearsal_form import RehearsalRunner
from kgdesk.ui.pages.rehearsal_results import nine_of_ten, time_words
from kgdesk.ui.session.io_queue import expected_error
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import Label, MessageStrip, QuietCombo, button, plain
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.actions.importing import Reading
    from kgdesk.actions.live_rehearsal import InterimResult, LiveRehearsal, LiveResult
    from kgdesk.ui.new_study.draft import Draft, Source
    from kgdesk.ui.session.io_queue import IoQueue


class WizardPage(QWidget):
    """One page: displays and changes a part of the draft.

    Parameters
    ----------
    draft
        Shared by all pages.
    worker
        Worker queue, shared by all pages.
    parent
        Qt parent.
    """

    #: `complete`, `busy` or the draft has changed.
    changed = Signal()
    #: Enter was handled; move the focus to Next.
    done = Signal()

    def __init__(self, draft: Draft, worker: IoQueue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.draft = draft  #: Shared by all pages.
        self.worker = worker  #: Shared by all pages.

    def stack_widgets(self, *parts: QWidget, problem: str) -> None:
        """Stack widgets in a scroll area above a strip for errors.

        Parameters
        ----------
        parts
            From top to bottom, which is also the tab order.
        problem
            Qt object name of the strip.
        """
        inner = QWidget(self)
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 6, 0)
        column.setSpacing(12)
        for part in parts:
            column.addWidget(part)
        column.addStretch(1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(inner)
        self.strip = MessageStrip(problem, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area, 1)
        layout.addWidget(self.strip)

    @property
    def complete(self) -> bool:
        """Whether Next is allowed."""
        return True

    @property
    def busy(self) -> bool:
        """Whether a pending task may change `complete`."""
        return False

    def show_draft(self) -> None:
        """Show the present draft; called whenever the page becomes current."""

    def focus_input(self) -> None:
        """Focus the widget to continue with; Next by default."""
        self.done.emit()

    def handle_enter(self) -> bool:
        """Handle Enter on this page; False leaves it to the default button."""
        return False


#: Parsing options, in display order.
QUESTIONS = ("sheet", "headings", "delimiter", "decimal", "encoding")

_ENCODINGS = ("utf-8", "cp1252", "cp1250", "cp850", "mac-roman", "utf-16", "latin-1", "iso8859-15", "cp437")


def _tr(text: str) -> str:
    return QCoreApplication.translate("ParsingOptions", text)


def words_for(question: str, choice: str) -> str:
    """Return the display name of an option's value: ``;`` is “Semicolon ;”."""
    if question == "headings":
        return _tr("In line {line}").format(line=choice)
    named = {
        ("delimiter", ","): _tr("Comma ,"),
        ("delimiter", ";"): _tr("Semicolon ;"),
        ("delimiter", "\t"): _tr("Tab"),
        ("delimiter", "|"): _tr("Bar |"),
        ("delimiter", ""): _tr("None (one column)"),
        ("decimal", "point"): _tr("Point, as in 1.5"),
        ("decimal", "comma"): _tr("Comma, as in 1,5"),
        ("encoding", "utf-8"): _tr("Unicode (utf-8)"),
        ("encoding", "cp1252"): _tr("Windows, Western (cp1252)"),
        ("encoding", "cp1250"): _tr("Windows, Central Europe (cp1250)"),
        ("encoding", "cp850"): _tr("DOS (cp850)"),
        ("encoding", "mac-roman"): _tr("Old Macintosh (mac-roman)"),
        ("encoding", "utf-16"): _tr("Unicode (utf-16)"),
    }
    return named.get((question, choice), choice)


class ParsingOptions(QWidget):
    """One combo box per parsing option; options that do not apply to the file are hidden."""

    #: The user chose: option and value, None for automatic.
    chosen = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        titles = {
            "sheet": self.tr("S&heet"),
            "headings": self.tr("Headin&gs"),
            "delimiter": self.tr("Se&parator"),
            "decimal": self.tr("&Decimal sign"),
            "encoding": self.tr("&Encoding"),
        }
        listed: dict[str, Sequence[str]] = {
            "sheet": (),
            "headings": (),
            "delimiter": (",", ";", "\t", "|"),
            "decimal": ("point", "comma"),
            "encoding": _ENCODINGS,
        }
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        self._boxes: dict[str, QWidget] = {}
        self._combos: dict[str, QuietCombo] = {}
        self._whys: dict[str, QLabel] = {}
        for question in QUESTIONS:
            row.addWidget(self._question(question, titles[question], listed[question]), 1)
        self.setVisible(False)

    def _question(self, question: str, title: str, choices: Sequence[str]) -> QWidget:
        """Return one option with its combo box and detected value."""
        box = QWidget(self)
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        combo = QuietCombo(box)
        combo.setObjectName(f"wizard.{question}")
        combo.setMinimumContentsLength(12)
        label = Label(title, box)
        label.setBuddy(combo)
        combo.setAccessibleName(title.replace("&", ""))
        combo.addItem(self.tr("Find out"), None)
        for choice in choices:
            combo.addItem(words_for(question, choice), choice)
        why = plain("", "muted", box)
        why.setAlignment(Qt.AlignmentFlag.AlignTop)
        column.addWidget(label)
        column.addWidget(combo)
        column.addWidget(why, 1)
        combo.activated.connect(lambda _, q=question: self.chosen.emit(q, self._combos[q].currentData()))
        self._boxes[question], self._combos[question], self._whys[question] = box, combo, why
        return box

    def show_reading(self, source: Source, reading: Reading | None) -> None:
        """Show chosen and detected values; without a reading only the choices."""
        pasted = bool(source.pasted)
        workbook = reading is not None and reading.kind == "xlsx"
        is_sheet = workbook or self._combos["sheet"].count() > 1
        visible = {
            "sheet": is_sheet,
            "headings": self._combos["headings"].count() > 1,
            "delimiter": not is_sheet,
            "decimal": True,
            "encoding": not is_sheet and not pasted,
        }
        for question, combo in self._combos.items():
            self._boxes[question].setVisible(visible[question])
            detected: Any = getattr(reading, question) if reading and visible[question] else None
            why = translate(getattr(reading, f"{question}_why") if reading else "")
            wanted = getattr(source, question)
            if detected is not None and combo.findData(detected) < 0 and detected:
                combo.addItem(words_for(question, detected), detected)
            first = self.tr("Find out")
            if detected is not None and wanted is None:
                first = self.tr("Found: {reading}").format(reading=words_for(question, detected))
            combo.setItemText(0, first)
            combo.choose(wanted)
            self._whys[question].setText(why[:1].upper() + why[1:])
        self.setVisible(True)

    def offer(self, question: str, choices: Sequence[str]) -> None:
        """Add the given values to an option."""
        combo = self._combos[question]
        for choice in choices:
            value = _value(question, choice)
            if combo.findData(value) < 0:
                combo.addItem(words_for(question, choice), value)

    def forget(self) -> None:
        """Remove the sheets and the lines of headings of the last file."""
        for combo in (self._combos["sheet"], self._combos["headings"]):
            while combo.count() > 1:
                combo.removeItem(1)


def _value(question: str, choice: Any) -> Any:
    """Return the value of an option for a choice of `AmbiguousTable`: lines are numbers."""
    return int(choice) if question == "headings" and choice is not None else choice


def with_choice(source: Source, question: str, choice: object) -> Source:
    """Return a source with one option set."""
    return replace(source, **{question: _value(question, choice)})


_RUNS = 100
#: Minimum number of rehearsals for a statement about 9 of 10.
_ENOUGH = 20


class PlanRehearsal(QFrame):
    """Button that starts a rehearsal, and its result; discarded when the settings change.

    Parameters
    ----------
    draft
        The draft of the study.
    worker
        Builds the candidates; the rehearsal runs in processes of its own.
    """

    def __init__(self, draft: Draft, worker: IoQueue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, role="card")
        self._draft, self._worker = draft, worker
        self._runner: RehearsalRunner | None = None
        self.button = button("", "wizard.rehearse", self._turn, self)
        self.text = plain("", "muted", self)
        self.text.setObjectName("wizard.rehearsed")
        self.strip = MessageStrip("wizard.rehearseProblem", self)
        line = QHBoxLayout()
        line.addWidget(self.button)
        line.addWidget(self.text, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 16, 10)
        column.addLayout(line)
        column.addWidget(self.strip)
        self.forget()

    @property
    def running(self) -> bool:
        """Whether a rehearsal is being prepared or running."""
        return self._worker.pending("rehearsal") or (self._runner is not None and self._runner.running)

    def forget(self) -> None:
        """Stop and discard the rehearsal: the settings have changed."""
        self.strip.clear()
        self._worker.forget("rehearsal")
        if self._runner is not None and self._runner.running:
            self._runner.cancel()
        self.text.setText(
            self.tr("Simulates studies with these settings and says how near to the true best they end.")
        )
        self._refresh()

    def close_down(self) -> None:
        """Stop processes and thread; called when the wizard closes."""
        if self._runner is not None:
            self._runner.close()

    def _turn(self) -> None:
        if self.running:
            self.forget()
            return
        checked, settings = self._draft.built, self._draft.settings
        if checked is None:
            return

        def ready() -> LiveRehearsal | KgdeskError:
            try:
                return live_rehearsal.plan_rehearsal(
                    rehearsing.basis_of_table(checked.reading, settings, "pool"), (settings.policy,)
                )
            except KgdeskError as refused:
                return refused

        self.strip.clear()
        self._worker.ask("rehearsal", ready, self._ready, expected_error)
        self.text.setText(self.tr("Starting…"))
        self._refresh()

    def _ready(self, answer: LiveRehearsal | KgdeskError) -> None:
        if isinstance(answer, KgdeskError):
            self._refused(answer)
            return
        if self._runner is None:
            self._runner = RehearsalRunner(self)
            self._runner.interim_ready.connect(self._show_interim)
            self._runner.finished.connect(self._show_result)
            self._runner.refused.connect(self._refused)
        self._runner.start(answer, _RUNS, self._draft.settings.seed)
        self._refresh()

    def _show_interim(self, interim: InterimResult) -> None:
        tally, progress = interim.tallies[0], interim.progress
        going = self.tr("{done} of {total} rehearsals, {left}.").format(
            done=progress.done, total=progress.total, left=time_words(progress.left)
        )
        result_text = f"{nine_of_ten(tally, 0)} " if tally.runs >= _ENOUGH else ""
        self.text.setText(f"{result_text}({going})" if result_text else going)

    def _show_result(self, tried: LiveResult) -> None:
        self.text.setText(nine_of_ten(tried.standing.tallies[0], 0))
        self._refresh()

    def _refused(self, problem: KgdeskError) -> None:
        self.text.clear()
        refuse(self.strip, problem)
        self._refresh()

    def _refresh(self) -> None:
        self.button.setText(self.tr("Cance&l rehearsal") if self.running else self.tr("&Rehearse"))

"""Page 2 of a new study: its name, what its outcomes mean, how many runs, and when it may stop."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QRadioButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from kgdesk.actions.importing import Role
from kgdesk.actions.operator import Operator, user_name
from kgdesk.errors import KgdeskError
from kgdesk.model.study.outcome_words import measured_setting, rule_text
from kgdesk.model.study.settings import MOST_AT_ONCE, PriorInWords, Settings
from kgdesk.ui.new_study import draft as drafts
from kgdesk.ui.new_study.advanced import Advanced
from kgdesk.ui.new_study.page import WizardPage
from kgdesk.ui.new_study.place_fields import PlaceFields
from kgdesk.ui.new_study.plan_rehearsal import PlanRehearsal
from kgdesk.ui.new_study.rule_field import RuleField
from kgdesk.ui.session.io_queue import IoQueue, expected_error
from kgdesk.ui.widgets.basic import Form, Label, card, plain
from kgdesk.ui.widgets.folding import FlowRow, FoldingRow
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from kgdesk.ui.new_study.draft import Draft

_MOST_RUNS = 1_000_000
#: Characters for which there must be room, or else the rehearsal stands below the plan.
_ROOM = 190


class PlanPage(WizardPage):
    """The plan, all filled in; what is seldom changed is folded under Advanced, and a rehearsal runs beside it."""

    def __init__(self, draft: Draft, worker: IoQueue, parent: QWidget | None = None) -> None:
        super().__init__(draft, worker, parent)
        self._problem: KgdeskError | None = None
        self._prior: PriorInWords | None = None
        self._asks_operator = not draft.operator
        frame, column = card(self)
        self._form = Form()
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self._form.setVerticalSpacing(10)
        column.addLayout(self._form)
        self._fill()
        self.more = Advanced(draft, frame)  #: What is seldom changed.
        self.more.changed.connect(self._settle)
        column.addWidget(self.more)
        column.addStretch(1)
        self.rehearsal = PlanRehearsal(draft, worker, self)  #: Rehearsal of the plan.
        inner = QWidget(self)
        self._sides = QBoxLayout(QBoxLayout.Direction.LeftToRight, inner)
        self._sides.setContentsMargins(0, 0, 6, 0)
        self._sides.setSpacing(14)
        self._sides.addWidget(frame, 7, Qt.AlignmentFlag.AlignTop)
        self._sides.addWidget(self.rehearsal, 4, Qt.AlignmentFlag.AlignTop)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(inner)
        self.strip = MessageStrip("wizard.planProblem", self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area, 1)
        layout.addWidget(self.strip)

    def _fill(self) -> None:
        draft, settings = self.draft, self.draft.settings
        self.place = PlaceFields(draft, self)  #: Name and folder.
        self.place.changed.connect(self.changed)
        self._form.add(self.tr("&Name"), self.place.name, self.place)
        self.operator = self._line("operator", self.tr("O&perator"), draft.operator)
        self.operator.setPlaceholderText(self.tr("Your name or initials; they are written with every entry"))
        self._form.setRowVisible(self.operator, self._asks_operator)
        self.success = self._line("successMeans", self.tr("&Success means"), settings.success_means)
        self.success.setPlaceholderText(self.tr("for instance: at least 80 % yield"))
        self.failure = self._line("failureMeans", self.tr("&Failure means"), settings.failure_means)
        self.failure.setPlaceholderText(self.tr("for instance: anything less"))
        self.measured = self._line("measured", self.tr("&Each run measures"), rule_text(settings))
        self.measured.setPlaceholderText(self.tr("not required; for instance: yield >= 20 %"))
        self.budget = QSpinBox(self)
        self.budget.setObjectName("wizard.budget")
        self.budget.setAccessibleName(self.tr("Planned runs"))
        self.budget.setRange(1, _MOST_RUNS)
        self.budget.setValue(settings.budget)
        self.budget.valueChanged.connect(self._settle)
        self.counted = Label(parent=self)
        set_role(self.counted, role="muted")
        self.counted.setObjectName("wizard.counted")
        self.few = plain("", "caution", self)
        self.few.setObjectName("wizard.fewRuns")
        runs = FoldingRow(self.budget, self.counted, parent=self)
        self._form.add(self.tr("How many r&uns can you afford?"), self.budget, runs)
        self._form.below(self.few)
        self.at_once = QSpinBox(self)  #: Number of runs that go together; 0 is not offered.
        self.at_once.setObjectName("wizard.atOnce")
        self.at_once.setAccessibleName(self.tr("Runs at once"))
        self.at_once.setRange(1, MOST_AT_ONCE)
        self.at_once.setValue(settings.at_once or 1)
        self.at_once.valueChanged.connect(self._settle)
        offered = plain(self.tr("So many are suggested together."), "muted", self)
        together = FlowRow(self.at_once, offered, parent=self)
        self._form.add(self.tr("How many run at once?"), self.at_once, together)
        again = self._repeats(settings.repeats or "yes")
        self._form.add(self.tr("Can a candidate run again?"), self._again.buttons()[0], again)
        self.rule = RuleField(settings.stop, self)  #: When the study may stop.
        self.rule.changed.connect(self._settle)
        self._form.add(self.tr("You can s&top when"), self.rule.stake, self.rule)

    def _line(self, name: str, title: str, text: str) -> QLineEdit:
        edit = QLineEdit(text, self)
        edit.setObjectName(f"wizard.{name}")
        edit.setAccessibleName(title.replace("&", ""))
        edit.textChanged.connect(self._settle)
        self._form.add(title, edit)
        return edit

    def _repeats(self, repeats: str) -> QWidget:
        """Return the answers to the question whether a candidate can run again."""
        self._again = QButtonGroup(self)
        texts = {
            "yes": self.tr("&Yes"),
            "no": self.tr("N&o, a run uses its sample up"),
            "most": self.tr("At &most"),
        }
        for name, text in texts.items():
            choice = QRadioButton(text, self)
            choice.setObjectName(f"wizard.repeats.{name}")
            choice.setMinimumHeight(32)
            choice.setProperty("value", name)
            choice.setChecked(name == (repeats if repeats in {"yes", "no"} else "most"))
            choice.toggled.connect(self._settle)
            self._again.addButton(choice)
        self.most = QSpinBox(self)  #: Largest number of runs of one candidate.
        self.most.setObjectName("wizard.repeats.count")
        self.most.setAccessibleName(self.tr("Runs of one candidate at most"))
        self.most.setRange(2, 999_999)
        if repeats not in {"yes", "no"}:
            self.most.setValue(int(repeats))
        self.most.valueChanged.connect(self._settle)
        yes, no, most = self._again.buttons()
        return FoldingRow(yes, no, _row(most, self.most), parent=self)

    @property
    def repeats(self) -> str:
        """Whether a candidate can run again, as in `kgdesk.model.study.settings.Settings`."""
        chosen = self._again.checkedButton()
        name = "yes" if chosen is None else str(chosen.property("value"))
        return str(self.most.value()) if name == "most" else name

    @property
    def complete(self) -> bool:
        """Whether the settings are valid, name and operator are given, and the prior is computed."""
        draft = self.draft
        return not self._problem and not self.busy and not self.missing and draft.built is not None

    @property
    def busy(self) -> bool:
        """Whether the prior, or what is known from an earlier study and expected effects, is still being computed."""
        return self.worker.pending("prior", "knowledge")

    @property
    def missing(self) -> str:
        """What must be filled in before the study can be created; empty if nothing."""
        if not self.draft.name:
            return self.tr("The study has no name")
        return "" if self.draft.operator else self.tr("Your name or initials are missing")

    def show_draft(self) -> None:
        """Show what belongs to the present candidates, and compute their prior."""
        draft = self.draft
        source = draft.source
        self.place.propose(Path(source.path).stem if source.path else self.tr("New study"))
        measured = draft.measured()
        if measured:
            self.measured.setText(rule_text(replace(draft.settings, **measured)))
        self.measured.setEnabled(not measured)
        columns = draft.columns_with(Role.LOCATION, Role.KEEP, Role.CATEGORY, Role.NUMBER, Role.BARCODE)
        self.more.offer_columns([column.info.name for column in columns])
        self._settle()

    def offer_folders(self, folders: Sequence[Path]) -> None:
        """List the projects that the study may belong to."""
        self.place.offer(folders)

    def focus_input(self) -> None:
        """Focus what must be filled in, else leave the page to its button."""
        if not self.draft.operator:
            self.operator.setFocus()
        else:
            self.done.emit()

    def _settle(self, _: object = None) -> None:
        self.rehearsal.forget()
        draft, more = self.draft, self.more
        draft.operator = self.operator.text().strip()
        draft.rate = None if more.unsure.isChecked() else more.rate.value()
        draft.matter = more.matter.currentData()
        draft.earlier = more.known.place
        self.most.setEnabled(self.repeats not in {"yes", "no"})
        more.recommend_policy(self.repeats)
        self._problem = None
        try:
            draft.settings = replace(
                draft.settings,
                budget=self.budget.value(),
                repeats=self.repeats,
                at_once=self.at_once.value() if self.at_once.value() > 1 else 0,
                blind="yes" if more.blind.isChecked() else "",
                policy=more.policy.currentData(),
                belief=more.belief.currentData(),
                scale=more.scale.currentData(),
                terms=draft.terms_of(more.bend.currentData(), self.budget.value()),
                stop=self.rule.rule(self.budget.value()),
                never_together=more.never_together,
                blocks=_joined_blocks(draft.blocks, more.blocks.text()),
                barcode=draft.barcode,
                location=draft.location,
                success_name=more.success_name.text().strip(),
                failure_name=more.failure_name.text().strip(),
                success_means=self.success.text().strip(),
                failure_means=self.failure.text().strip(),
                prior_effects=more.known.stated,
                meanings=draft.own_words or draft.settings.meanings,
                **(draft.measured() or measured_setting(self.measured.text())),
            )
        except KgdeskError as refused:
            self._problem = refused
        self._ask_prior()
        self._ask_knowledge()
        self._show_words()
        if self._problem is None and self.isVisible():
            self.rehearsal.start_soon()

    def _ask_prior(self) -> None:
        self.worker.forget("prior")
        self._prior = None
        draft = self.draft
        draft.settings = replace(
            draft.settings,
            prior_precision=Settings.prior_precision,
            prior_intercept=Settings.prior_intercept,
        )
        built, rate, matter, terms = draft.built, draft.rate, draft.matter, draft.settings.terms
        if rate is not None and built is not None:
            self.worker.ask(
                "prior", lambda: drafts.prior(built, rate, matter, terms), self._take, expected_error
            )

    def _ask_knowledge(self) -> None:
        """Ask what is learnt from the earlier study, and whether the expected effects are those of attributes."""
        self.worker.forget("knowledge")
        draft = self.draft
        self.more.known.show_learnt(())
        built, settings, place = draft.built, draft.settings, draft.earlier
        if built is not None and self._problem is None and (place or settings.prior_effects):
            who = Operator(draft.operator or user_name())
            self.worker.ask(
                "knowledge",
                lambda: drafts.knowledge(built, settings, place, who),
                self._take_knowledge,
                expected_error,
            )

    def _take_knowledge(self, answer: tuple[str, ...] | KgdeskError) -> None:
        if isinstance(answer, KgdeskError):
            self._problem = answer
        else:
            self.more.known.show_learnt(answer)
        self._show_words()

    def _take(self, answer: PriorInWords | KgdeskError) -> None:
        if isinstance(answer, KgdeskError):
            self._problem = answer
        else:
            self._prior = answer
            self.draft.settings = replace(
                self.draft.settings, prior_precision=answer.precision, prior_intercept=answer.intercept
            )
        self._show_words()

    def _show_words(self) -> None:
        self.more.show_words(self.draft, self._prior, busy=self.busy)
        self._say_counted()
        if self._problem:
            refuse(self.strip, self._problem)
        else:
            self.strip.clear()
        self.changed.emit()

    def _say_counted(self) -> None:
        """Say what does not count among the planned runs, and whether they are few for what is learnt."""
        built, budget = self.draft.built, self.draft.settings.budget
        past = len(built.reading.outcomes) if built is not None else 0
        text = self.tr("Voids and the {count} outcomes of the table do not count.").format(count=past)
        self.counted.setText(text if past else self.tr("Voids do not count."))
        text = self.tr(
            "⚠ {columns} columns to learn from are many for {runs} runs: what each one does will stay uncertain."
        )
        columns = built.columns if built is not None else 0
        self.few.setText(text.format(columns=columns, runs=budget))
        self._form.setRowVisible(self.few, columns > budget)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the rehearsal below the plan where there is no room beside it."""
        super().resizeEvent(event)
        wide = self.width() >= _ROOM * self.fontMetrics().averageCharWidth()
        ways = QBoxLayout.Direction
        self._sides.setDirection(ways.LeftToRight if wide else ways.TopToBottom)


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    for widget in widgets:
        row.addWidget(widget)
    return row


def _joined_blocks(headings: Sequence[str], typed: str) -> str:
    """Return the setting `blocks` for the columns of the table with that role, and those that were typed."""
    more = [name for each in typed.split(",") if (name := each.strip()) and name not in headings]
    return ", ".join([*headings, *more])

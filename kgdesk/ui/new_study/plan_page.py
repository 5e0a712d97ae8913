"""Wizard page 3: outcome names, planned runs, prior knowledge."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from kgdesk.actions import suggestion_time
from kgdesk.actions.importing import Role
from kgdesk.errors import KgdeskError
from kgdesk.model.advice.posterior_summary import LONG, price
from kgdesk.model.study.outcome_words import measured_setting, rule_text
from kgdesk.model.study.settings import MATTER, PriorInWords, Settings
from kgdesk.ui.new_study import draft as drafts
from kgdesk.ui.new_study.method_choices import MoreChoices
from kgdesk.ui.new_study.page import WizardPage
from kgdesk.ui.new_study.plan_rehearsal import PlanRehearsal
from kgdesk.ui.new_study.repeats_question import RepeatsQuestion
from kgdesk.ui.session.io_queue import IoQueue, expected_error
from kgdesk.ui.text import locale_format
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import Label, card, plain
from kgdesk.ui.widgets.combo import QuietCombo
from kgdesk.ui.widgets.folding import FoldingRow
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLabel

    from kgdesk.ui.new_study.draft import Draft

_MOST_RUNS = 1_000_000


class PlanPage(WizardPage):
    """Outcome, plan and prior; the choices of method are collapsed under More."""

    def __init__(self, draft: Draft, worker: IoQueue, parent: QWidget | None = None) -> None:
        super().__init__(draft, worker, parent)
        self._problem: KgdeskError | None = None
        self.repeats_question = RepeatsQuestion(
            draft.settings.repeats, self
        )  #: Whether a candidate can be run again.
        self.repeats_question.answered.connect(self._settle)
        cards = self._outcome_card(), self._plan_card(), self.repeats_question, self._known_card()
        self.more = MoreChoices(draft.settings, self)  #: Choices of method.
        self.more.changed.connect(self._settle)
        self.rehearsal = PlanRehearsal(draft, worker, self)  #: Rehearsal of the plan.
        self.stack_widgets(*cards, self.more, self.rehearsal, problem="wizard.planProblem")
        self._show_words()

    def _outcome_card(self) -> QWidget:
        frame, layout = card(self)
        layout.addWidget(plain(self.tr("What is the outcome of a run?"), "title", frame))
        grid = QGridLayout()
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 3)
        self._texts: dict[str, QLineEdit] = {}
        lines = (
            (
                "success",
                self.tr("&Success is called"),
                self.tr("&and counts when"),
                _named(self.draft.settings.success_name, Settings.success_name, self.tr("Success")),
            ),
            (
                "failure",
                self.tr("&Failure is called"),
                self.tr("an&d counts when"),
                _named(self.draft.settings.failure_name, Settings.failure_name, self.tr("Failure")),
            ),
        )
        for row, (kind, called, means, name) in enumerate(lines):
            for at, (part, title, text) in enumerate((("name", called, name), ("means", means, ""))):
                edit = QLineEdit(text, frame)
                edit.setObjectName(f"wizard.{kind}{part.capitalize()}")
                edit.setMinimumHeight(32)
                edit.setAccessibleName(f"{called} {title}".replace("&", "") if at else title.replace("&", ""))
                edit.textChanged.connect(self._settle)
                label = Label(title, frame)
                label.setBuddy(edit)
                grid.addWidget(label, row, 2 * at)
                grid.addWidget(edit, row, 2 * at + 1)
                self._texts[f"{kind}_{part}"] = edit
        self._texts["success_means"].setPlaceholderText(self.tr("for instance: at least 80 % yield"))
        self._texts["failure_means"].setPlaceholderText(self.tr("for instance: anything less"))
        self.measured = QLineEdit(frame)  #: What each run measures, and the threshold.
        self.measured.setObjectName("wizard.measured")
        self.measured.setMinimumHeight(32)
        self.measured.setPlaceholderText(self.tr("not required; for instance: yield >= 20 %"))
        self.measured.setText(rule_text(self.draft.settings))
        self.measured.textChanged.connect(self._settle)
        label = Label(self.tr("Each run measures"), frame)
        label.setBuddy(self.measured)
        self.measured.setAccessibleName(self.tr("Each run measures"))
        grid.addWidget(label, len(lines), 0)
        grid.addWidget(self.measured, len(lines), 1, 1, 3)
        layout.addLayout(grid)
        return frame

    def _plan_card(self) -> QWidget:
        frame, layout = card(self)
        row = QHBoxLayout()
        self.budget = QSpinBox(frame)
        self.budget.setObjectName("wizard.budget")
        self.budget.setAccessibleName(self.tr("Planned runs"))
        self.budget.setRange(1, _MOST_RUNS)
        self.budget.setValue(self.draft.settings.budget)
        self.budget.setMinimumHeight(32)
        self.budget.valueChanged.connect(self._settle)
        label = Label(self.tr("How many r&uns are planned?"), frame)
        set_role(label, role="title")
        label.setBuddy(self.budget)
        row.addWidget(label)
        row.addWidget(self.budget)
        row.addWidget(plain(self.tr("Voids do not count. You may stop earlier or go on."), "muted", frame), 1)
        layout.addLayout(row)
        return frame

    def _known_card(self) -> QWidget:
        frame, layout = card(self)
        layout.addWidget(plain(self.tr("What is known already?"), "title", frame))
        self.unsure = QCheckBox(self.tr("&Not sure: start neutral"), frame)
        self.unsure.setObjectName("wizard.unsure")
        self.unsure.setMinimumHeight(32)
        self.unsure.setChecked(True)
        self.unsure.toggled.connect(self._settle)
        layout.addWidget(self.unsure)
        layout.addWidget(self._rate_row(frame))
        self._implied = plain("", "muted", frame)
        self._implied.setObjectName("wizard.implied")
        layout.addWidget(self._implied)
        layout.addWidget(self._bend_row(frame))
        self._many, self._price = plain("", "muted", frame), plain("", "muted", frame)
        for label, name in ((self._many, "wizard.manyTerms"), (self._price, "wizard.price")):
            label.setObjectName(name)
            layout.addWidget(label)
        return frame

    def _rate_row(self, frame: QWidget) -> QWidget:
        """Return the sentence to complete about the prior: rate of success, and influence of the attributes."""
        self.rate = QSpinBox(frame)
        self.rate.setObjectName("wizard.rate")
        self.rate.setAccessibleName(self.tr("Of 100 candidates so many succeed"))
        self.rate.setRange(1, 99)
        self.rate.setValue(20)
        self.rate.setMinimumHeight(32)
        self.rate.valueChanged.connect(self._settle)
        before = Label(self.tr("&Of 100 candidates about"), frame)
        before.setBuddy(self.rate)
        self.matter = QuietCombo(frame)
        self.matter.setObjectName("wizard.matter")
        words = {"little": self.tr("a little"), "some": self.tr("to some degree"), "a lot": self.tr("a lot")}
        for name in MATTER:
            self.matter.addItem(words[name], name)
        self.matter.choose(self.draft.matter)
        self.matter.setAccessibleName(self.tr("The attributes matter"))
        self.matter.activated.connect(self._settle)
        after = Label(self.tr("succeed, and the attri&butes matter"), frame)
        after.setBuddy(self.matter)
        self._stated = (before, self.rate, after, self.matter)
        return FoldingRow(_side_by_side(before, self.rate), _side_by_side(after, self.matter), parent=frame)

    def _bend_row(self, frame: QWidget) -> QWidget:
        """Return the question that determines the terms of the model."""
        self.bend = QuietCombo(frame)
        self.bend.setObjectName("wizard.bend")
        for terms, answer in (
            ("linear", self.tr("no, always at an end")),
            ("quadratic", self.tr("yes")),
            ("average", self.tr("I don't know")),
        ):
            self.bend.addItem(answer, terms)
        self.bend.choose(self.draft.settings.terms.removesuffix("-squares"))
        self.bend.setAccessibleName(self.tr("Could the best lie in the middle of a range"))
        self.bend.activated.connect(self._settle)
        label = Label(self.tr("Could the best lie in the &middle of a range?"), frame)
        label.setBuddy(self.bend)
        return FoldingRow(label, self.bend, parent=frame)

    @property
    def complete(self) -> bool:
        """Whether the settings are valid, the question about repeats is answered, and the prior is computed."""
        return not self._problem and not self.busy and bool(self.repeats_question.repeats)

    @property
    def busy(self) -> bool:
        """Whether the prior is being computed."""
        return self.worker.pending("prior")

    def show_draft(self) -> None:
        """Compute the prior for the present candidates."""
        columns = self.draft.columns_with(Role.LOCATION, Role.KEEP, Role.CATEGORY, Role.NUMBER, Role.BARCODE)
        self.more.offer_columns([column.info.name for column in columns])
        self._settle()

    def focus_input(self) -> None:
        """Focus the question that must be answered, else Next."""
        if self.repeats_question.repeats:
            self.done.emit()
        else:
            self.repeats_question.focus_input()

    def _settle(self, _: object = None) -> None:
        self.rehearsal.forget()
        draft = self.draft
        draft.rate = None if self.unsure.isChecked() else self.rate.value()
        draft.matter = self.matter.currentData()
        texts = {key: edit.text().strip() for key, edit in self._texts.items()}
        self._problem = None
        self.more.recommend(self.bend.currentData())
        try:
            draft.settings = replace(
                draft.settings,
                budget=self.budget.value(),
                repeats=self.repeats_question.repeats,
                policy=self.more.policy.currentData(),
                belief=self.more.belief.currentData(),
                terms=draft.terms_of(self.bend.currentData(), self.budget.value()),
                stop=self.more.stop_rule,
                never_together=self.more.never_together,
                barcode=draft.barcode,
                location=draft.location,
                success_name=texts["success_name"],
                failure_name=texts["failure_name"],
                success_means=texts["success_means"],
                failure_means=texts["failure_means"],
                **measured_setting(self.measured.text()),
            )
        except KgdeskError as refused:
            self._problem = refused
        self._ask_prior()
        self._show_words()

    def _ask_prior(self) -> None:
        self.worker.forget("prior")
        draft = self.draft
        draft.settings = replace(
            draft.settings,
            prior_precision=Settings.prior_precision,
            prior_intercept=Settings.prior_intercept,
        )
        checked, rate, matter, terms = draft.built, draft.rate, draft.matter, draft.settings.terms
        if rate is not None and checked is not None:
            self.worker.ask(
                "prior", lambda: drafts.prior(checked, rate, matter, terms), self._take, self._fault
            )

    def _take(self, answer: PriorInWords | KgdeskError) -> None:
        if isinstance(answer, KgdeskError):
            self._problem = answer
            self._show_words()
            return
        settings = self.draft.settings
        self.draft.settings = replace(
            settings, prior_precision=answer.precision, prior_intercept=answer.intercept
        )
        self._show_words()
        text = self.tr("A typical candidate is expected to succeed between {low} and {high} of the time.")
        low, high = locale_format.percent(answer.low), locale_format.percent(answer.high)
        self._implied.setText(text.format(low=low, high=high))

    def _fault(self, problem: BaseException) -> None:
        expected_error(problem)

    def _show_words(self) -> None:
        for part in self._stated:
            part.setEnabled(self.draft.rate is not None)
        if self.draft.rate is None:
            self._implied.setText(
                self.tr("Before the first run, success and failure count as equally likely.")
            )
        elif self.busy:
            self._implied.setText(self.tr("Working out what this says…"))
        _show_terms(self._many, self._price, self.draft)
        if self._problem:
            refuse(self.strip, self._problem)
        else:
            self.strip.clear()
        self.changed.emit()


def _side_by_side(*widgets: QWidget) -> QHBoxLayout:
    """Return a row of widgets that leaves free what they do not need."""
    row = QHBoxLayout()
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return row


def _named(name: str, default: str, own: str) -> str:
    """Return the name of an outcome, or the default in the user's own language: it becomes a word of the study."""
    return own if name == default else name


def _show_terms(many: QLabel, time: QLabel, draft: Draft) -> None:
    """Say whether the terms are many for the plan, and how long a suggestion takes; a long time is a warning."""
    settings, checked = draft.settings, draft.built
    many.setText(checked.many_terms(settings.terms, settings.budget) if checked else "")
    many.setVisible(bool(many.text()))
    if checked is None:
        time.clear()
        return
    columns = checked.columns + checked.higher(settings.terms)
    seconds = suggestion_time(len(checked.reading.pool), columns, settings.terms)
    words, is_long = translate(price(seconds)), seconds >= LONG
    time.setText(f"⚠ {words}" if is_long else words)
    set_role(time, role="caution" if is_long else "muted")

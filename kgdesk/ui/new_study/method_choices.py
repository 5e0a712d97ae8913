"""Cards with choices about the runs: repeats; and collapsible ones of method: policy, belief, stopping rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QLineEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from kgdesk.errors import BadInput
from kgdesk.model.advice.stopping_basis import rule_sentence
from kgdesk.model.policies import POLICIES, default_policy
from kgdesk.model.study.rule_syntax import (
    EXAMPLE,
    PROPOSAL,
    AtStake,
    joined,
    largest_stake,
    parse,
    rests_on_sweep,
)
from kgdesk.model.study.stopping_rules import ONE_RUN_AHEAD
from kgdesk.plain_text import shorten
from kgdesk.ui.text.locale_format import number
from kgdesk.ui.text.translate import policy_title, translate
from kgdesk.ui.widgets.basic import Label, button, plain
from kgdesk.ui.widgets.combo import QuietCombo
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.study.settings import Settings
    from kgdesk.model.study.stopping_rules import Rule


class MoreChoices(QFrame):
    """Collapsible card.

    Parameters
    ----------
    settings
        Initial values.
    parent
        Qt parent.
    """

    #: The user changed the policy or the belief.
    changed = Signal()

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, role="card")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        toggle = self._toggle()
        layout.addWidget(toggle, 0, Qt.AlignmentFlag.AlignLeft)
        self._inside = QWidget(self)
        self._inside.hide()
        layout.addWidget(self._inside)
        self._fill(settings)

        def unfold(expanded: bool) -> None:
            self._inside.setVisible(expanded)
            toggle.setArrowType(Qt.ArrowType.DownArrow if expanded else Qt.ArrowType.RightArrow)

        toggle.toggled.connect(unfold)

    def _toggle(self) -> QToolButton:
        toggle = QToolButton(self)
        toggle.setObjectName("wizard.more")
        toggle.setText(self.tr("&More: how to choose, when to stop, what never runs together"))
        toggle.setAccessibleName(self.tr("More choices"))
        toggle.setCheckable(True)
        toggle.setAutoRaise(True)
        toggle.setMinimumHeight(32)
        toggle.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        toggle.setArrowType(Qt.ArrowType.RightArrow)
        return toggle

    def _fill(self, settings: Settings) -> None:
        more = self._inside
        grid = QGridLayout(more)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(1, 1)
        self.policy, self._policy_words = QuietCombo(more), plain("", "muted", more)
        self._recommended = default_policy(settings.terms)
        for name in POLICIES:
            self.policy.addItem(self._policy_name(name), name)
        self.belief, self._belief_words = QuietCombo(more), plain("", "muted", more)
        for name, (title, _) in self._beliefs().items():
            self.belief.addItem(title, name)
        rows = (
            (self.tr("&How to choose"), self.policy, self._policy_words, "policy"),
            (self.tr("Be&lief"), self.belief, self._belief_words, "belief"),
        )
        for row, (title, combo, words, name) in enumerate(rows):
            combo.setObjectName(f"wizard.{name}")
            combo.setAccessibleName(title.replace("&", ""))
            combo.activated.connect(self._chosen)
            label = Label(title, more)
            label.setBuddy(combo)
            grid.addWidget(label, 2 * row, 0)
            grid.addWidget(combo, 2 * row, 1, Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(words, 2 * row + 1, 1)
        self.policy.choose(settings.policy)
        self.belief.choose(settings.belief)
        self._fill_lab(grid, settings)
        self._show_words()

    def _fill_lab(self, grid: QGridLayout, settings: Settings) -> None:
        more = self._inside
        self.stop, self._stop_words = QLineEdit(settings.stop, more), plain("", "muted", more)
        self.stop.setObjectName("wizard.stop")
        self.stop.setCursorPosition(0)
        self.stop.setMinimumHeight(32)
        self.stop.setPlaceholderText(self.tr("the planned runs are spent"))
        self.stop.textChanged.connect(self._chosen)
        self.apart, apart_words = QuietCombo(more), plain("", "muted", more)
        self.apart.setObjectName("wizard.neverTogether")
        self.apart.addItem(self.tr("Any candidates"), "")
        self.apart.activated.connect(self._chosen)
        apart_words.setText(
            self.tr(
                "Of the candidates with the same value in this column, as an instrument, one run at most is"
                " in progress."
            )
        )
        self.propose = button(
            self.tr("Take “{rule}”").format(rule=PROPOSAL), "wizard.proposeStop", self._propose, more
        )
        rows: tuple[tuple[str, QWidget, QLabel], ...] = (
            (self.tr("You can s&top when"), self.stop, self._stop_words),
            (self.tr("Run to&gether"), self.apart, apart_words),
        )
        for row, (title, widget, words) in zip((4, 7), rows, strict=True):
            widget.setAccessibleName(title.replace("&", ""))
            label = Label(title, more)
            label.setBuddy(widget)
            grid.addWidget(label, row, 0)
            grid.addWidget(widget, row, 1)
            grid.addWidget(words, row + 1, 1)
        grid.addWidget(self.propose, 6, 1, Qt.AlignmentFlag.AlignLeft)
        grid.setAlignment(self.apart, Qt.AlignmentFlag.AlignLeft)
        QWidget.setTabOrder(self.stop, self.propose)

    def _propose(self) -> None:
        self.stop.setText(PROPOSAL)
        self.stop.setFocus()

    def recommend(self, terms: str) -> None:
        """Mark the default policy for the terms of the model, and choose it where the previous default was chosen."""
        before, self._recommended = self._recommended, default_policy(terms)
        if self._recommended == before:
            return
        follows = self.policy.currentData() == before
        for row in range(self.policy.count()):
            self.policy.setItemText(row, self._policy_name(self.policy.itemData(row)))
        if follows:
            self.policy.choose(self._recommended)
        self._show_words()

    @property
    def stop_rule(self) -> str:
        """The stopping rule as stored; unparsable text is left for the settings to refuse."""
        text = self.stop.text().strip()
        try:
            return joined([text] if text else [])
        except BadInput:
            return text

    @property
    def never_together(self) -> tuple[str, ...]:
        """The column whose equal values must not run in parallel, as a tuple of at most one."""
        name = self.apart.currentData()
        return (name,) if name else ()

    def offer_columns(self, names: Sequence[str]) -> None:
        """Offer the kept columns; deselect one that no longer exists."""
        chosen = self.apart.currentData()
        self.apart.clear()
        self.apart.addItem(self.tr("Any candidates"), "")
        for name in names:
            self.apart.addItem(
                self.tr("Never two of the same “{column}”").format(column=shorten(name, 24)), name
            )
        self.apart.choose(chosen)

    def _chosen(self, _: object) -> None:
        self._show_words()
        self.changed.emit()

    def _show_words(self) -> None:
        self._stop_words.setText(self._words_of_rule(self.stop.text().strip()))
        self.propose.setVisible(not self.stop.text().strip())
        self._policy_words.setText(translate(POLICIES[self.policy.currentData()].words))
        self._belief_words.setText(self._beliefs()[self.belief.currentData()][1])

    def _words_of_rule(self, text: str) -> str:
        """Return a stopping rule as a sentence; an example if it is empty or unparsable."""
        example = self.tr("For instance: {example} (percentage points and per cent).").format(example=EXAMPLE)
        if not text:
            proposal = self.tr("Proposed: {rule}. {meaning}")
            return proposal.format(rule=PROPOSAL, meaning=self._at_stake(parse(PROPOSAL))) + f" {example}"
        try:
            rule = parse(text)
        except BadInput:
            return example
        if isinstance(rule, AtStake):
            return self._at_stake(rule)
        words = translate(rule_sentence(text))
        return f"{words} {translate(ONE_RUN_AHEAD)}" if rests_on_sweep(rule) else words

    def _at_stake(self, rule: Rule) -> str:
        """State the meaning of a rule on the gain of perfect information that is met."""
        points = 100.0 * (largest_stake(rule) or 0.0)
        if points == 1.0:
            return self.tr("Taking the present best then loses at most 1 percentage point on average.")
        words = self.tr("Taking the present best then loses at most {points} percentage points on average.")
        return words.format(points=number(points))

    def _policy_name(self, name: str) -> str:
        title = policy_title(name)
        return self.tr("{policy} (recommended)").format(policy=title) if name == self._recommended else title

    def _beliefs(self) -> dict[str, tuple[str, str]]:
        return {
            "moments": (
                self.tr("Recommended"),
                self.tr("All outcomes count alike in whatever order they came; honest ranges."),
            ),
            "full": (
                self.tr("Correlated"),
                self.tr("The paper's update with correlations between the effects."),
            ),
            "diagonal": (
                self.tr("As in the paper"),
                self.tr("No correlations; fast, but its ranges are narrower than they should be."),
            ),
        }

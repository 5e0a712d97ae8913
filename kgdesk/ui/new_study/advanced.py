"""Choices of a new study that most leave as they are: prior knowledge, shape of the effects, policy and belief."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from kgdesk.actions import suggestion_time
from kgdesk.model.advice.posterior_summary import LONG, price
from kgdesk.model.policies import POLICIES, default_policy
from kgdesk.model.study.measured_scale import proposed_scale
from kgdesk.model.study.settings import MATTER, Settings
from kgdesk.plain_text import shorten
from kgdesk.ui.new_study.knowledge_fields import KnowledgeFields
from kgdesk.ui.text import locale_format
from kgdesk.ui.text.translate import policy_title, translate
from kgdesk.ui.widgets.basic import Form, Label, plain
from kgdesk.ui.widgets.combo import QuietCombo
from kgdesk.ui.widgets.fold import Fold
from kgdesk.ui.widgets.folding import FoldingRow
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgdesk.model.study.settings import PriorInWords
    from kgdesk.ui.new_study.draft import Draft


class Advanced(QWidget):
    """Folded choices with a line that says which of them are not the usual ones.

    Parameters
    ----------
    draft
        Initial values.
    parent
        Qt parent.
    """

    #: The user changed a choice.
    changed = Signal()

    def __init__(self, draft: Draft, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._recommended = default_policy(draft.settings.terms, draft.settings.repeats)
        fold = Fold(self.tr("&Advanced"), "wizard.more", self)
        self.toggle, self.unusual, self._inside = fold.toggle, fold.summary, fold.inside
        self.unusual.setObjectName("wizard.unusual")
        self._fill(draft)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(fold)

    def _fill(self, draft: Draft) -> None:
        inside, settings = self._inside, draft.settings
        form = Form(inside)
        form.setContentsMargins(0, 4, 0, 0)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self.names = [
            _line(f"wizard.{kind}Name", name, inside)
            for kind, name in (
                ("success", _word_of_study(settings.success_name, Settings.success_name, self.tr("Success"))),
                ("failure", _word_of_study(settings.failure_name, Settings.failure_name, self.tr("Failure"))),
            )
        ]
        self.success_name, self.failure_name = self.names
        for edit, title in zip(
            self.names, (self.tr("Success is called"), self.tr("Failure is called")), strict=True
        ):
            edit.setAccessibleName(title.replace("&", ""))
            edit.textChanged.connect(self._chosen)
            form.add(title, edit)
        self._add_known(form, draft)
        self.known = KnowledgeFields(
            form, draft, inside
        )  #: An earlier study, and effects that a person expects.
        self.known.changed.connect(self._chosen)
        self.bend = self._choice(
            form,
            "bend",
            self.tr("Could the best lie in the m&iddle of a range?"),
            (
                ("linear", self.tr("no, always at an end")),
                ("quadratic", self.tr("yes")),
                ("average", self.tr("I don't know")),
            ),
        )
        self.bend.choose(settings.terms.removesuffix("-squares"))
        self.many, self.price = plain("", "muted", inside), plain("", "muted", inside)
        for label, name in ((self.many, "wizard.manyTerms"), (self.price, "wizard.price")):
            label.setObjectName(name)
            form.below(label)
        scales = (
            ("natural", self.tr("as it is")),
            ("log", self.tr("its logarithm: equal ratios are equal steps")),
            ("logit", self.tr("the logit of a share: stretches both ends")),
        )
        self.scale = self._choice(form, "scale", self.tr("Measured value is learnt"), scales)
        self.scale.choose(settings.scale)
        self._scale_words = plain("", "muted", inside)
        self._scale_words.setObjectName("wizard.scaleWords")
        form.below(self._scale_words)
        self._form = form
        policies = [(name, self._policy_name(name)) for name in POLICIES]
        self.policy = self._choice(form, "policy", self.tr("&How to choose"), policies)
        self.policy.choose(settings.policy)
        self._policy_words = plain("", "muted", inside)
        form.below(self._policy_words)
        beliefs = [(name, title) for name, (title, _) in self._beliefs().items()]
        self.belief = self._choice(form, "belief", self.tr("Belief"), beliefs)
        self.belief.choose(settings.belief)
        self._belief_words = plain("", "muted", inside)
        form.below(self._belief_words)
        self.apart = self._choice(form, "neverTogether", self.tr("Run to&gether"), ())
        self.offer_columns(settings.never_together)
        self.apart.choose(next(iter(settings.never_together), ""))
        self.blocks = _line("wizard.blocks", settings.blocks, self._inside)
        self.blocks.setPlaceholderText(self.tr("for example plate, day, Lot"))
        self.blocks.setAccessibleName(self.tr("Runs share"))
        self.blocks.textChanged.connect(self._chosen)
        form.add(self.tr("Runs share"), self.blocks)
        self.blind = QCheckBox(
            self.tr("Bench sho&ws no earlier outcomes, the card no expected success"), inside
        )
        self.blind.setObjectName("wizard.blind")
        self.blind.setMinimumHeight(32)
        self.blind.setChecked(settings.is_blind)
        self.blind.toggled.connect(self._chosen)
        form.add(self.tr("Blind entry"), self.blind)

    def _choice(self, form: Form, name: str, title: str, items: Sequence[tuple[str, str]]) -> QuietCombo:
        combo = QuietCombo(self._inside)
        combo.setObjectName(f"wizard.{name}")
        combo.setAccessibleName(title.replace("&", ""))
        for value, text in items:
            combo.addItem(text, value)
        combo.activated.connect(self._chosen)
        form.add(title, combo)
        return combo

    def _add_known(self, form: Form, draft: Draft) -> None:
        """Add the sentence to complete about the prior: rate of success, and influence of the attributes."""
        inside = self._inside
        self.unsure = QCheckBox(self.tr("Not sure: start neutra&l"), inside)
        self.unsure.setObjectName("wizard.unsure")
        self.unsure.setMinimumHeight(32)
        self.unsure.setChecked(True)
        self.unsure.toggled.connect(self._chosen)
        form.add(self.tr("What is known already?"), self.unsure)
        self.rate = QSpinBox(inside)
        self.rate.setObjectName("wizard.rate")
        self.rate.setAccessibleName(self.tr("Of 100 candidates so many succeed"))
        self.rate.setRange(1, 99)
        self.rate.setValue(20)
        self.rate.setMinimumHeight(32)
        self.rate.valueChanged.connect(self._chosen)
        before = Label(self.tr("Of &100 candidates about"), inside)
        before.setBuddy(self.rate)
        self.matter = QuietCombo(inside)
        self.matter.setObjectName("wizard.matter")
        words = {"little": self.tr("a little"), "some": self.tr("to some degree"), "a lot": self.tr("a lot")}
        for name in MATTER:
            self.matter.addItem(words[name], name)
        self.matter.choose(draft.matter)
        self.matter.setAccessibleName(self.tr("The attributes matter"))
        self.matter.activated.connect(self._chosen)
        after = Label(self.tr("succeed, an&d the attributes matter"), inside)
        after.setBuddy(self.matter)
        self._stated = FoldingRow(_pair(before, self.rate), _pair(after, self.matter), parent=inside)
        form.below(self._stated)
        self.implied = plain("", "muted", inside)
        self.implied.setObjectName("wizard.implied")
        form.below(self.implied)

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

    def _chosen(self, _: object = None) -> None:
        self.changed.emit()

    def recommend_policy(self, repeats: str) -> None:
        """Mark the default policy for the terms and these repeats; choose it where the previous default was chosen."""
        before, self._recommended = self._recommended, default_policy(self.bend.currentData(), repeats)
        if self._recommended == before:
            return
        follows = self.policy.currentData() == before
        for row in range(self.policy.count()):
            self.policy.setItemText(row, self._policy_name(self.policy.itemData(row)))
        if follows:
            self.policy.choose(self._recommended)

    def show_words(self, draft: Draft, prior: PriorInWords | None, *, busy: bool) -> None:
        """Say what the choices mean for the candidates of a draft, and which are not the usual ones."""
        stated = not self.unsure.isChecked()
        self._stated.setVisible(stated)
        if not stated:
            self.implied.setText(
                self.tr("Before the first run, success and failure count as equally likely.")
            )
        elif busy or prior is None:
            self.implied.setText(self.tr("Working out what this says…"))
        else:
            text = self.tr("A typical candidate is expected to succeed between {low} and {high} of the time.")
            low, high = locale_format.percent(prior.low), locale_format.percent(prior.high)
            self.implied.setText(text.format(low=low, high=high))
        self._policy_words.setText(translate(POLICIES[self.policy.currentData()].words))
        self._belief_words.setText(self._beliefs()[self.belief.currentData()][1])
        self._show_terms(draft)
        self._show_scale(draft)
        self.unusual.setText(self._unusual())

    def _show_terms(self, draft: Draft) -> None:
        """Show the note on the terms, and how long a suggestion takes; a long time is a warning."""
        settings, built = draft.settings, draft.built
        self.many.setText(built.note_on_terms(settings.terms, settings.budget) if built else "")
        self.many.setVisible(bool(self.many.text()))
        if built is None:
            self.price.clear()
            return
        columns = built.columns + built.higher(settings.terms)
        seconds = suggestion_time(len(built.reading.pool), columns, settings.terms)
        words, is_long = translate(price(seconds)), seconds >= LONG
        self.price.setText(f"⚠ {words}" if is_long else words)
        set_role(self.price, role="caution" if is_long else "muted")

    def _show_scale(self, draft: Draft) -> None:
        """Offer the scale where values are learnt from, and say which one they suggest."""
        past = draft.built.reading.past if draft.built is not None else ()
        values = [read.measured for _, read in past if read.measured is not None]
        settings = draft.settings
        asked, fits = settings.threshold is not None, proposed_scale(values, settings)
        words = self.tr("Such values suggest “{scale}”; on real tables “as it is” did as well.")
        proposed = self.scale.itemText(self.scale.findData(fits))
        self._scale_words.setText(
            words.format(scale=proposed) if fits not in {"natural", settings.scale} else ""
        )
        self._form.setRowVisible(self.scale, asked)
        self._scale_words.setVisible(asked and bool(self._scale_words.text()))

    def _unusual(self) -> str:
        names = (self.tr("Success"), self.tr("Failure"))
        usual = {
            self.tr("names of the outcomes"): tuple(edit.text() for edit in self.names) == names,
            self.tr("what is known already"): self.unsure.isChecked()
            and not self.known.place
            and not self.known.stated,
            self.tr("shape of effects"): self.bend.currentData() == "average",
            self.tr("how to choose"): self.policy.currentData() == self._recommended,
            self.tr("belief"): self.belief.currentData() == Settings.belief,
            self.tr("what runs together"): not self.never_together,
            self.tr("what runs share"): not self.blocks.text().strip(),
            self.tr("blind entry"): not self.blind.isChecked(),
        }
        if self._form.isRowVisible(self.scale):
            usual[self.tr("scale of the value")] = self.scale.currentData() == Settings.scale
        if all(usual.values()):
            return self.tr("{list}: all as usual").format(list=", ".join(usual))
        return self.tr("not as usual: {list}").format(
            list=", ".join(k for k, fits in usual.items() if not fits)
        )

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


def _line(name: str, text: str, parent: QWidget) -> QLineEdit:
    edit = QLineEdit(text, parent)
    edit.setObjectName(name)
    edit.setMinimumHeight(32)
    return edit


def _pair(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    for widget in widgets:
        row.addWidget(widget)
    return row


def _word_of_study(name: str, default: str, translated: str) -> str:
    """Return the study's name of an outcome; where it is the English default, that name in the language of the window.

    It becomes the word that the study records.
    """
    return translated if name == default else name

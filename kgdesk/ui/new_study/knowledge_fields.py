"""What is known before the first run: an earlier study to learn from, and effects that a person expects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QWidget

from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import Form, button, plain
from kgdesk.ui.widgets.dropped_files import pasted_path

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kgdesk.ui.new_study.draft import Draft


class KnowledgeFields(QWidget):
    """Two rows of a form, with what is learnt from the earlier study below the first.

    Parameters
    ----------
    form
        The form that gets the rows.
    draft
        Initial values.
    parent
        Qt parent.
    """

    #: The user changed a field.
    changed = Signal()

    def __init__(self, form: Form, draft: Draft, parent: QWidget) -> None:
        super().__init__(parent)
        self._draft = draft
        self.earlier = QLineEdit(draft.earlier, self)
        self.earlier.setObjectName("wizard.earlier")
        self.earlier.setAccessibleName(self.tr("Earlier study to learn from"))
        self.earlier.setPlaceholderText(self.tr("not required; a study, its archive, or its address"))
        self.earlier.setMinimumHeight(32)
        self.choose = button(self.tr("Choose…"), "wizard.chooseEarlier", self._choose, self)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.earlier, 1)
        line.addWidget(self.choose)
        form.add(self.tr("&Learn from an earlier study"), self.earlier, self)
        self.learnt = plain("", "muted", parent)
        self.learnt.setObjectName("wizard.learnt")
        form.below(self.learnt)
        self.effects = QLineEdit("; ".join(draft.settings.prior_effects), parent)
        self.effects.setObjectName("wizard.effects")
        self.effects.setAccessibleName(self.tr("Expected effects"))
        self.effects.setPlaceholderText(self.tr("not required; for instance: Time=1+-0.5; Solvent=DMF=-1+-1"))
        self.effects.setMinimumHeight(32)
        form.add(self.tr("E&xpected effects"), self.effects)
        form.below(
            plain(
                self.tr(
                    "By how much the log-odds change from the smallest to the largest value, give or take a standard "
                    "deviation: 1 makes an even chance 73 %, 2 makes it 88 %."
                ),
                "muted",
                parent,
            )
        )
        for edit in (self.earlier, self.effects):
            edit.editingFinished.connect(self._entered)
        self._known = self.place, self.stated
        self.show_learnt(())

    @property
    def place(self) -> str:
        """Place of the earlier study; empty for none."""
        return pasted_path(self.earlier.text())

    @property
    def stated(self) -> tuple[str, ...]:
        """The expected effects, as in `kgdesk.model.study.settings.Settings`."""
        return tuple(part.strip() for part in self.effects.text().split(";") if part.strip())

    def show_learnt(self, sentences: Iterable[str]) -> None:
        """Say what is learnt from the earlier study."""
        self.learnt.setText("\n".join(translate(one) for one in sentences))
        self.learnt.setVisible(bool(self.learnt.text()))

    def _entered(self) -> None:
        known = self.place, self.stated
        if known != self._known:
            self._known = known
            self.changed.emit()

    def _choose(self) -> None:
        kinds = self.tr("Studies and archives (*.kgstudy *.zip)")
        folder = self.place or str(self._draft.folder)
        path, _ = QFileDialog.getOpenFileName(self, self.tr("Earlier study"), folder, kinds)
        if path:
            self.earlier.setText(path)
            self._entered()

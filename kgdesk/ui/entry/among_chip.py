"""AmongChip: says that only candidates which satisfy conditions are suggested, and ends that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QPushButton, QWidget

from kgdesk.plain_text import shorten
from kgdesk.ui.widgets.basic import set_tip
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from kgdesk.ui.session.advice_service import AdviceService

_LETTERS = 30


class AmongChip(QPushButton):
    """The conditions of the suggestions; a click lets any candidate be suggested again.

    Parameters
    ----------
    advice
        Advises on the study.
    """

    def __init__(self, advice: AdviceService, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._advice = advice
        self.setObjectName("entry.among")
        self.setMinimumHeight(32)
        set_role(self, role="link")
        self.clicked.connect(lambda: advice.suggest_where(""))
        advice.changed.connect(self._show_where)
        self._show_where()

    def _show_where(self) -> None:
        where = self._advice.where
        plain = where.replace('"', "")
        words = self.tr("Among: {conditions}").format(conditions=shorten(plain, _LETTERS))
        self.setText(f"{words}  ✕".replace("&", "&&"))
        set_tip(self, self.tr("Only candidates with {conditions} are suggested. A click ends that.").format(
            conditions=plain))  # fmt: skip
        self.setAccessibleName(self.toolTip())
        self.setVisible(bool(where))

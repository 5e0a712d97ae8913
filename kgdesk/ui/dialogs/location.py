"""Which column of the table says where the samples lie: named, changed or taken away, with a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.ui.dialogs.kept_column import KeptColumnDialog
from kgdesk.ui.look.numbers import shorten

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from kgdesk.ui.entry.control import EntryControl

_LONGEST = 48


class LocationDialog(KeptColumnDialog):
    """Names the column that says where the samples lie."""

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        reasons = (
            self.tr("It was not named when the study was made"),
            self.tr("The samples were moved"),
            self.tr("Another column was meant"),
        )
        super().__init__(
            control, "location", self.tr("None: show every column that is kept"), reasons, parent
        )
        self.setWindowTitle(self.tr("Location of the samples"))
        self._lay_out(
            self.tr(
                "Which column of the table says where a sample lies? It stands, with its heading, wherever a "
                "candidate is named to whoever fetches it: on the card, in the runs in progress, on run sheets, "
                "labels and in the report."
            ),
            self.tr("Colu&mn with the places:"),
            self.tr("Change location   Ctrl+Enter"),
        )

    @property
    def _present(self) -> str:
        return self._desk.study.settings.location

    def _settle(self, column: str, reason: str, then: Callable[[bool], None]) -> None:
        self._control.do(actions.set_location, column, reason, then=then)

    def _look(self, *_: object) -> None:
        """Say what the chosen column holds."""
        self.strip.silence()
        self.about.setText(self._said())
        self._check()
        self._grow()

    def _said(self) -> str:
        pool, column = self._desk.study.pool, self.chosen
        if not pool.extras:
            return self._nothing_kept()
        if not column:
            return self.tr("Every column that is kept with the candidates is shown, with its heading.")
        filled = [(name, text) for name, text in zip(pool.ids, pool.extras[column], strict=True) if text]
        if not filled:
            return self.tr("Every cell of this column is blank: no sample has a place there.")
        name, text = filled[0]
        said = self.tr("For instance {candidate} is shown with “{heading}: {place}”.").format(
            candidate=shorten(name), heading=shorten(column), place=shorten(text, _LONGEST)
        )
        if len(filled) == len(pool):
            return said
        rest = self.tr("{filled} of {count} candidates have a place; the others are shown without one.")
        return f"{said} {rest.format(filled=len(filled), count=len(pool))}"

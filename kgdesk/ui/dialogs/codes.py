"""Which column of the table holds the codes on the samples: named, changed or taken away, with a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.errors import BadInput
from kgdesk.model.barcodes import Barcodes
from kgdesk.ui.dialogs.kept_column import KeptColumnDialog
from kgdesk.ui.look.numbers import shorten
from kgdesk.ui.messages import refuse

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from kgdesk.ui.entry.control import EntryControl


class CodesDialog(KeptColumnDialog):
    """Names the column with the codes on the samples."""

    def __init__(self, control: EntryControl, parent: QWidget | None = None) -> None:
        reasons = (
            self.tr("The samples were labelled anew"),
            self.tr("Codes are scanned from now on"),
            self.tr("Another column was meant"),
        )
        super().__init__(
            control, "codes", self.tr("None: samples bear the names of the candidates"), reasons, parent
        )
        self.setWindowTitle(self.tr("Codes on the samples"))
        self._lay_out(
            self.tr(
                "Which column of the table holds the codes on the samples? The scan check and labels go by it at once. "
                "The name of a candidate always counts as well."
            ),
            self.tr("Colu&mn with the codes:"),
            self.tr("Change codes   Ctrl+Enter"),
        )

    @property
    def _present(self) -> str:
        return self._desk.study.settings.barcode

    def _settle(self, column: str, reason: str, then: Callable[[bool], None]) -> None:
        self._control.do(actions.set_barcode, column, reason, then=then)

    def _look(self, *_: object) -> None:
        """Say what the codes of the chosen column are."""
        pool = self._desk.study.pool
        self.strip.silence()
        try:
            known = Barcodes(pool, self.chosen)
        except BadInput as refused:
            refuse(self.strip, refused)
            self.about.setText(self.tr("This column cannot be the one with the codes."))
        else:
            self.about.setText(self._said(known))
        self._check()
        self._grow()

    def _said(self, known: Barcodes) -> str:
        pool = known.pool
        if not pool.extras:
            return self._nothing_kept()
        if not known.column:
            return self.tr("The scan check takes the names of the candidates alone, and labels bear them.")
        if not known.coded:
            return self.tr("Every cell of this column is blank: no sample has a code there.")
        first = known.coded[0]
        said = self.tr("For instance “{code}” is {candidate}.").format(
            code=shorten(known.code_of(first)), candidate=shorten(first)
        )
        rest = (
            self.tr("Each of the {count} candidates has a code.")
            if len(known.coded) == len(pool)
            else self.tr("{coded} of {count} candidates have a code; the others go by their names.")
        )
        return f"{said} {rest.format(coded=len(known.coded), count=len(pool))}"

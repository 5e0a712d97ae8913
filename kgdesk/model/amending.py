"""What a person may settle anew in an open study, and which facts that adds.

What the outcomes are learnt and chosen by is fixed when a study is made. What only says how the lab knows its
samples may follow the lab: nothing that was recorded or suggested depends on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kgdesk.errors import BadInput, phrase
from kgdesk.model.amendments import check_location
from kgdesk.model.barcodes import Barcodes
from kgdesk.model.deciding import checked_reason, must_be_open

if TYPE_CHECKING:
    from kgdesk.model.study import Study

    Fact = tuple[str, dict[str, Any]]


def set_barcode(study: Study, column: str, reason: str) -> tuple[Fact, ...]:
    """Return the facts that name the column with the codes on the samples, another one, or none any more.

    Parameters
    ----------
    column
        A column kept with the data; empty: the samples bear the candidates' names.

    Raises
    ------
    StudyClosed
        The study is finished.
    BadInput
        There is no such column, a code in it means two candidates, it is the one already, or there is no reason.
    """
    must_be_open(study)
    old = study.settings.barcode
    if not column and not old:
        raise BadInput("No column holds the codes of the samples: there is none to take away.")
    if column == old:
        raise BadInput(
            phrase("“{column}” is the column with the codes of the samples already.", column=column)
        )
    Barcodes(study.pool, column)
    why = checked_reason(reason, phrase("Another column for the codes of the samples"))
    return (("settings_changed", {"setting": "barcode", "old": old, "new": column, "reason": why}),)


def set_location(study: Study, column: str, reason: str) -> tuple[Fact, ...]:
    """Return the facts that name the column that says where a sample lies, another one, or none any more.

    Parameters
    ----------
    column
        A column kept with the data; empty: nobody knows which one it is, and all of them are shown.

    Raises
    ------
    StudyClosed
        The study is finished.
    BadInput
        There is no such column, it is the one already, or there is no reason.
    """
    must_be_open(study)
    old = study.settings.location
    if not column and not old:
        raise BadInput("No column says where a sample lies: there is none to take away.")
    if column == old:
        raise BadInput(phrase("“{column}” says where a sample lies already.", column=column))
    check_location(study.pool, column)
    why = checked_reason(reason, phrase("Another column for the places of the samples"))
    return (("settings_changed", {"setting": "location", "old": old, "new": column, "reason": why}),)

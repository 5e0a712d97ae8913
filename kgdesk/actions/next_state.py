"""The state of a study that new entries lead to; entries without effect are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.errors import BadInput, KgdeskError, phrase
from kgdesk.store import seal
from kgdesk.store.chain import event_of

if TYPE_CHECKING:
    from kgdesk.model.study.events import NewEvent
    from kgdesk.model.study.study import Study


def state_after(confirmed: Study, new: tuple[NewEvent, ...]) -> Study | None:
    """Return the state after new events; None if the store will refuse them.

    Raises
    ------
    BadInput
        One of them would be set aside: what is acknowledged has an effect.
    """
    try:
        study = confirmed.applied(map(event_of, seal(confirmed.head, new)))
    except KgdeskError:  # the append raises it
        return None
    for one in study.set_aside[len(confirmed.set_aside) :]:
        raise BadInput(
            phrase(
                "The entry “{kind}” does not make sense in this study, so nothing was recorded: {problem}",
                kind=one.kind,
                problem=one.problem,
            )
        )
    return study

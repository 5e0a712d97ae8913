"""Read the study that a new one learns from: a study file, an archive, or a study on a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.actions.archives import is_archive, read_events
from kgdesk.actions.studies import open_study
from kgdesk.model.decisions.earlier_studies import learnable
from kgdesk.model.design.design_matrix import fix_scaling
from kgdesk.model.study import study as studies
from kgdesk.model.study.earlier import matched
from kgdesk.text import phrase

if TYPE_CHECKING:
    from pathlib import Path

    from kgdesk.actions.operator import Operator
    from kgdesk.model.study.settings import Settings
    from kgdesk.model.study.study import Study
    from kgdesk.tables import PoolReading


def read_earlier(place: str | Path, who: Operator) -> Study:
    """Read an earlier study; it is not changed.

    Parameters
    ----------
    place
        A study file, the address of a study on a server, or an archive (.zip).

    Raises
    ------
    NotAStudy, DamagedStudy, NewerStudy, StoreError, MissingStudy
        It cannot be read.
    """
    if is_archive(place):
        return studies.fold(read_events(place))
    with open_study(place, who, read_only=True) as session:
        return session.study


def earlier_findings(table: PoolReading, settings: Settings, earlier: Study) -> tuple[str, ...]:
    """Return what a study of a table would learn from an earlier one and what not, one sentence each.

    Its undecided runs are passed over: what is kept of it are outcomes.

    Raises
    ------
    BadInput
        It cannot learn from it.
    """
    frozen = learnable(settings, table.pool, earlier)
    said = matched(table.pool, fix_scaling(table.pool), frozen).sentences(frozen.name)
    undecided = len(earlier.took_place) - len(earlier.valid)
    if not undecided:
        return said
    passed_over = phrase(
        "Undecided runs of “{name}”: {count}. Only its successes and failures are learnt from here.",
        name=frozen.name,
        count=undecided,
    )
    return (*said, passed_over)

"""Replay a labelled table or the past outcomes of a study, from Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.model.study.study import Study
from kgdesk.rehearsal.engine import run_contests, worker_group
from kgdesk.rehearsal.replay_scores import ReplayBoard
from kgdesk.rehearsal.table_replay import past_outcomes, past_values, plan_replay

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Sequence

    from kgdesk.model.design.pool import Pool
    from kgdesk.model.policies import CustomPolicy
    from kgdesk.model.study.records import Measured
    from kgdesk.model.study.settings import Settings
    from kgdesk.rehearsal.engine import Progress


def replay(
    subject: Study | Pool,
    policies: Sequence[str | CustomPolicy],
    outcomes: Sequence[tuple[str, int]] = (),
    *,
    settings: Settings | None = None,
    budget: int | None = None,
    terms: Sequence[str] = (),
    rows: int | None = None,
    successes: int | None = None,
    measured: Sequence[Measured | None] = (),
    runs: int = 100,
    seed: int = 0,
    workers: int | None = 0,
    scheduler: str = "",
    progress: Callable[[Progress], None] | None = None,
    stop: threading.Event | None = None,
) -> ReplayBoard:
    """Replay a table with known outcomes and return all results; writes nothing.

    Parameters
    ----------
    subject
        The candidates; or a study, whose settings and past outcomes are then used.
    policies, budget, terms, rows, successes, measured
        As in `kgdesk.rehearsal.table_replay.plan_replay`.
    outcomes, settings
        Of a pool: the outcomes (candidate, +1 or -1) of its candidates, as `read_pool(...).outcomes`, and the settings
        of a study of it.
    runs, seed, progress, stop
        As in `kgdesk.rehearsal.engine.run_contests`.
    workers, scheduler
        As in `kgdesk.rehearse`.

    Raises
    ------
    BadInput
        As in `plan_replay` and `run_contests`.

    Examples
    --------
    >>> from kgdesk import Pool, read_pool
    >>> table = {"dose": [1.0, 2.0, 3.0, 4.0], "grew": ["no", "no", "yes", "yes"]}
    >>> known = read_pool(table, outcome="grew")
    >>> replay(known.pool, ["kg", "random"], known.outcomes, runs=3)
    <ReplayBoard of table: 3 replays of at most 4 runs; mean number of successes: ...>
    """
    name = "table"
    if isinstance(subject, Study):
        outcomes, settings, name = past_outcomes(subject), subject.settings, subject.name
        measured = past_values(subject)
        subject = subject.pool
    game = plan_replay(
        subject,
        outcomes,
        policies,
        settings=settings,
        name=name,
        budget=budget,
        terms=terms,
        rows=rows,
        successes=successes,
        measured=measured,
    )
    group = worker_group(workers, scheduler)
    results = run_contests([game], runs=runs, seed=seed, workers=group, progress=progress, stop=stop)
    return ReplayBoard(game, tuple(results))

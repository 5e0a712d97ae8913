"""Campaign: one class over the actions of a study, for scripts, notebooks and robots."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypedDict

import numpy as np

from kgdesk import actions
from kgdesk.actions.operator import Operator, user_name
from kgdesk.actions.results import record_table
from kgdesk.campaign_view import CampaignView, as_names, name_of
from kgdesk.errors import BadInput
from kgdesk.model.policies.suggestion import Suggestion
from kgdesk.model.study.settings import Settings
from kgdesk.tables import read_pool
from kgdesk.tables.runs import backend_of, table_of_frame
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Unpack

    from kgdesk.actions import Session
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.study.records import Run
    from kgdesk.tables import PoolReading

__all__ = ["Campaign", "StudySettings"]


class StudySettings(TypedDict, total=False):
    """Settings of a new study, by keyword; see `kgdesk.model.study.settings.Settings` for each."""

    title: str
    belief: str
    policy: str
    prior_precision: float
    prior_intercept: float
    budget: int
    seed: int
    raw: bool
    terms: str
    term_precision: float | None
    square_precision: float | None
    success_name: str
    failure_name: str
    success_means: str
    failure_means: str
    stop: str
    never_together: tuple[str, ...]
    barcode: str
    location: str


class Campaign(CampaignView):
    """A study, open for a script: asks for suggestions, starts and records runs, predicts; a context manager.

    Every change is durable when the method returns, and every method that records takes a `token`: a second call with
    the same token records nothing. A suggestion counts as seen by the caller, in the record, only if it is passed to
    `start` or `record`.

    Parameters
    ----------
    session
        An open study; `create` and `open` make it.
    backend
        Library of the frames that `history` and `candidates` return; empty for plain dicts of lists.

    Examples
    --------
    >>> import tempfile
    >>> table = {"code": ["A", "B", "C"], "temperature": [20.0, 40.0, 60.0]}
    >>> folder = tempfile.TemporaryDirectory()
    >>> with Campaign.create(table, f"{folder.name}/screen.kgstudy", id="code", by="robot") as campaign:
    ...     pick = campaign.suggest()[0]
    ...     run = campaign.record(pick, "success")
    ...     campaign.best.candidate == pick.candidate
    True
    >>> folder.cleanup()
    """

    def __init__(self, session: Session, *, backend: str = "") -> None:
        self._session = session
        self._backend = backend
        self._answers: dict[Suggestion, Advice] = {}

    @classmethod
    def create(
        cls,
        candidates: Any,
        study: str | os.PathLike[str],
        *,
        id: str | None = None,  # noqa: A002 - named like the command line's option
        attributes: Iterable[str] | None = None,
        categories: Iterable[str] = (),
        outcome: str | None = None,
        ignore: Iterable[str] = (),
        extras: Iterable[str] = (),
        units: Mapping[str, str] | None = None,
        logs: Iterable[str] = (),
        by: str = "",
        **settings: Unpack[StudySettings],
    ) -> Self:
        """Create a study from a table of candidates, and open it.

        Parameters
        ----------
        candidates
            A CSV or Excel file; a pandas, polars or pyarrow frame; or a mapping of headings to columns.
        study
            New file with suffix ``.kgstudy``, or an address such as ``postgresql://kim@db.lab/kgdesk#screen``; never
            overwritten.
        id
            Column that names the candidates; without it they are numbered from 1.
        attributes, categories
            Columns to learn from, without it every column that has no other role; and which of them hold words.
        outcome
            Column of past outcomes.
        ignore, extras
            Columns that are not read, and columns that are kept for people. Those that `barcode`, `location` and
            `never_together` name are kept.
        units, logs
            Heading -> unit; and attributes that enter as their logarithm.
        by
            Operator; default: ``KGDESK_OPERATOR``, else the name of the user.
        **settings
            Settings of the study, as `StudySettings`; the others have their defaults.

        Raises
        ------
        BadTable, AmbiguousTable
            The table cannot be read; the message names row and column.
        BadInput, OutOfRange
            A setting makes no sense.
        FileExists, ReadOnlyStudy
            Nothing was written.
        """
        place = os.fspath(study)
        settings["never_together"] = as_names(settings.get("never_together", ()))
        table = read_pool(
            candidates, id=_heading(id), attributes=attributes, categories=categories, outcome=outcome, ignore=ignore,
            extras=_kept_columns(extras, settings, attributes or (), categories), units=units, logs=logs,
        )  # fmt: skip
        is_file = isinstance(candidates, str | os.PathLike)
        session = _create(place, table, settings, by, Path(candidates).name if is_file else "")
        return cls(session, backend="" if is_file else backend_of(candidates))

    @classmethod
    def open(cls, study: str | os.PathLike[str], *, by: str = "", read_only: bool = False) -> Self:
        """Open a study file, or a study on a server by its address.

        Raises
        ------
        StudyInUse
            Another program holds it for itself; open it with ``read_only=True``.
        NotAStudy, DamagedStudy, NewerStudy, StoreError
            It cannot be used.
        """
        return cls(actions.open_study(os.fspath(study), Operator(by or user_name()), read_only=read_only))

    def start(
        self, candidates: str | Suggestion | Sequence[str | Suggestion], *, reason: str = "", token: str = ""
    ) -> tuple[int, ...]:
        """Start one or several runs whose outcomes come later; suggestions average over these.

        Parameters
        ----------
        candidates
            Names, or suggestions of `suggest`, which are then recorded as seen by the caller. Several are started in
            one commit, all or none.
        reason
            Why these candidates; kept with each entry.
        token
            Makes a retry safe.

        Returns
        -------
        tuple of int
            Numbers of the started runs, for `record(..., run=...)`.

        Raises
        ------
        UnknownCandidate, BadInput, StudyClosed, NotSaved, StaleHead
            Nothing was started.
        """
        several = [candidates] if isinstance(candidates, str | Suggestion) else list(candidates)
        if not several:
            raise BadInput("No candidate is named: give at least one to start.")
        change = self._start(several, reason, token)
        return tuple(event.seq for event in change.events if event.kind == "experiment_started")

    def record(
        self,
        candidate: str | Suggestion,
        outcome: str | bool,
        *,
        count: tuple[int, int] | None = None,
        run: int | None = None,
        note: str = "",
        reason: str = "",
        happened_at: str = "",
        instead_of: Suggestion | None = None,
        token: str = "",
    ) -> Run:
        """Record one outcome, or k successes of n runs; durable on return.

        Parameters
        ----------
        candidate
            Name, or a suggestion of `suggest`, which is then recorded as seen by the caller.
        outcome
            ``"success"``, ``"failure"`` or ``"void"``; or True for success and False for failure.
        count
            (k, n): k successes of n runs at once; `outcome` is then ignored.
        run
            Number of the started run, from `start`; without it, the oldest run in progress of the candidate.
        note, reason
            Kept with the run.
        happened_at
            Time of the experiment, ISO 8601 with its UTC offset; default: now.
        instead_of
            The suggestion that the caller saw and did not follow.
        token
            Makes a retry safe: a second call with the same token and entry returns the first result.

        Returns
        -------
        Run
            The recorded run, the last one of several.

        Raises
        ------
        UnknownCandidate, BadInput, StudyClosed, NotSaved, StaleHead
            Nothing was recorded.
        """
        name = name_of(candidate)
        advice = self._advice(candidate if instead_of is None else instead_of)
        change = actions.record(
            self._session,
            name,
            _outcome_word(outcome),
            note=note,
            reason=reason,
            advice=advice,
            seen_on="" if advice is None else "answer",
            token=token,
            count=count,
            happened_at=happened_at,
            start=run,
        )
        return _last_recorded(change)

    def record_many(self, results: Any, *, again: bool = False, token: str = "") -> tuple[Run, ...]:
        """Record many outcomes in one commit, all or none; durable on return.

        Parameters
        ----------
        results
            A frame or mapping with one row per run: ``candidate`` (or ``run_token``, or ``well`` of a worklist) and
            ``outcome``, as in a file of results; also ``note`` and the measured value. The oldest runs in progress of
            a candidate are settled first.
        again
            Record a frame whose content was recorded before, as further outcomes.
        token
            Makes a retry safe.

        Returns
        -------
        tuple of Run
            The recorded runs, in the order of the rows.

        Raises
        ------
        BadTable, UnknownCandidate, BadInput, StudyClosed, NotSaved, StaleHead
            Nothing was recorded; the message names the row.
        """
        change = record_table(self._session, table_of_frame(results), again=again, token=token)
        stored = {event.seq for event in change.events}
        return tuple(run for run in change.study.runs if run.seq in stored)

    def correct(
        self, run: int, outcome: str, reason: str, *, candidate: str | None = None, token: str = ""
    ) -> Run:
        """Correct a run (numbered from 1) with a reason; the old value stays in the log.

        Raises
        ------
        UnknownRun, BadInput, StudyClosed, NotSaved
            Nothing was recorded.
        """
        change = actions.correct(self._session, run, outcome, reason, candidate=candidate, token=token)
        return change.study.run(run)

    def take_back(self) -> None:
        """Void the newest entry, with the reason “taken back”.

        Raises
        ------
        BadInput, StudyClosed, NotSaved
            There is nothing to take back, or nothing was recorded.
        """
        actions.take_back(self._session)


def _heading(name: object) -> str | None:
    if not isinstance(name, str | None):
        raise BadInput(
            phrase("The column of names is named by its heading, not by {value}.", value=repr(name))
        )
    return name


def _outcome_word(outcome: str | bool) -> str:
    if isinstance(outcome, bool | np.bool_):
        return "success" if outcome else "failure"
    return outcome


def _kept_columns(
    extras: Iterable[str], settings: StudySettings, attributes: Iterable[str], categories: Iterable[str]
) -> list[str]:
    """Return the columns to keep: `extras` and those that settings name, without those that are learnt from."""
    learnt = {*as_names(attributes), *as_names(categories)}
    named = (*settings["never_together"], settings.get("barcode", ""), settings.get("location", ""))
    return [name for name in dict.fromkeys((*as_names(extras), *named)) if name and name not in learnt]


def _create(place: str, table: PoolReading, settings: StudySettings, by: str, file: str) -> Session:
    chosen: dict[str, Any] = {"title": actions.name_of(place), **settings}
    return actions.create_study(place, table, Settings(**chosen), Operator(by or user_name()), file=file)


def _last_recorded(change: actions.Change) -> Run:
    stored = {event.seq for event in change.events}
    return [entry for entry in change.study.runs if entry.seq in stored][-1]

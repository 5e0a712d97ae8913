"""`Campaign`: the actions on a study as one class, for scripts, notebooks and robots."""

from __future__ import annotations

import os
from importlib import import_module
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from kgdesk import actions
from kgdesk.actions.operator import Operator, user_name
from kgdesk.actions.replaying import replay_of_study
from kgdesk.actions.results import record_table
from kgdesk.errors import BadInput, StaleHead, UnknownCandidate
from kgdesk.model.advice import queries
from kgdesk.model.advice.batches import advise_batch
from kgdesk.model.advice.history import at_stake
from kgdesk.model.advice.posterior_summary import candidate_columns, predictions, recommended
from kgdesk.model.advice.suggestion import Suggestion
from kgdesk.model.design.encoding import encode
from kgdesk.model.study.settings import Settings, StudySettings
from kgdesk.rehearsal import Board, ReplayBoard, Result, play, rehearse, replay
from kgdesk.rehearsal.study_rehearsal import basis_of_study, contests
from kgdesk.tables import read_pool
from kgdesk.tables.data_frames import backend_of, frame_columns, make_frame, table_of_frame
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from types import TracebackType
    from typing import Unpack

    from kgdesk.actions import Session
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.advice.suggestion import Estimate
    from kgdesk.model.policies.perfect_information import PerfectInformation
    from kgdesk.model.study.records import Run, RunNumber
    from kgdesk.model.study.stopping_rules import Verdict
    from kgdesk.model.study.study import Study
    from kgdesk.tables import PoolReading

__all__ = ["Campaign", "StudySettings"]


class Campaign:
    """An open study for a script: suggests candidates, starts and records runs, and predicts. A context manager.

    Every change is durable when the method returns. Every method that records takes a `token`: a second call with the
    same token records nothing. The record says that the caller saw a suggestion only if it is passed to `start` or
    `record`.

    Parameters
    ----------
    session
        An open study; `create` and `open` provide it.
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
        self._answer = _LastAnswer(session)

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
        settings["never_together"] = _as_names(settings.get("never_together", ()))
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
            Another program holds it exclusively; open it with ``read_only=True``.
        NotAStudy, DamagedStudy, NewerStudy, StoreError
            It cannot be used.
        """
        return cls(actions.open_study(os.fspath(study), Operator(by or user_name()), read_only=read_only))

    @property
    def study(self) -> Study:
        """The present state of the study, an immutable value."""
        return self._session.study

    def suggest(self, n: int = 1, *, policy: str | None = None) -> tuple[Suggestion, ...]:
        """Suggest the candidates to run next; nothing is recorded.

        Parameters
        ----------
        n
            Number of runs to do in parallel, 1..1,536; each suggestion takes the ones before it into account.
        policy
            Policy to use instead of the study's.

        Returns
        -------
        tuple of Suggestion
            With `candidate`, `kg` (0..1), `probability`, `low`, `high` (90 % range) and `why`, a sentence.

        Raises
        ------
        BadInput
            `n` is out of range, more than can run together, or there is no such policy.
        """
        try:
            wanted = index(n)
        except TypeError:
            raise BadInput(
                phrase("The number of suggestions is a whole number, not {value}.", value=repr(n))
            ) from None
        return self._answer.ask(wanted, policy)

    def start(
        self, candidates: str | Suggestion | Sequence[str | Suggestion], *, reason: str = "", token: str = ""
    ) -> tuple[int, ...]:
        """Start one or several runs whose outcomes are recorded later; until then suggestions average over them.

        Parameters
        ----------
        candidates
            Names, or suggestions of `suggest`, which are then recorded as seen by the caller. Several are started in
            one commit, all or none.
        reason
            Why these candidates; recorded with each start.
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
        begun = {event.seq for event in change.events if event.kind == "experiment_started"}
        return tuple(start.number for start in change.study.starts if start.seq in begun)

    def _start(self, several: Sequence[str | Suggestion], reason: str, token: str) -> actions.Change:
        """Start one or several runs in one commit."""
        if len(several) > 1:
            return self._start_together(several, reason, token)
        advice = self._answer.advice(several[0])
        return actions.start(
            self._session,
            _name_of(several[0]),
            reason=reason,
            advice=advice,
            seen_on="answer" if advice is not None else "",
            token=token,
        )

    def _start_together(self, several: Sequence[str | Suggestion], reason: str, token: str) -> actions.Change:
        known = bool(self._session.recorded(token))
        if not known and any(
            isinstance(one, Suggestion) and self._answer.advice(one) is None for one in several
        ):
            raise StaleHead(
                "Suggestions are started together from one answer of suggest, and before anything else is recorded: "
                "ask again, or start them one by one. Nothing was started."
            )
        picks = [self._answer.advice(one) or _name_of(one) for one in several]
        return actions.start_together(self._session, picks, reason=reason, seen_on="answer", token=token)

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
        repeat: bool = False,
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
        repeat
            Record it although the candidate has had all runs that the study allows, or is out of stock.
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
        name = _name_of(candidate)
        advice = self._answer.advice(candidate if instead_of is None else instead_of)
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
            run=run,
            repeat=repeat,
        )
        return _last_recorded(change)

    def record_many(
        self, results: Any, *, again: bool = False, repeat: bool = False, token: str = ""
    ) -> tuple[Run, ...]:
        """Record many outcomes in one commit, all or none; durable on return.

        Parameters
        ----------
        results
            A frame or mapping with one row per run: ``candidate`` (or ``run_token``, or ``well`` of a worklist) and
            ``outcome``, as in a file of results; also ``note`` and the measured value. The oldest runs in progress of
            a candidate are settled first.
        again
            Record a frame whose content was recorded before, as further outcomes.
        repeat
            As in `record`.
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
        table = table_of_frame(results)
        change = record_table(self._session, table, again=again, repeat=repeat, token=token)
        stored = {event.seq for event in change.events}
        return tuple(run for run in change.study.runs if run.seq in stored)

    def correct(
        self, run: RunNumber, outcome: str, reason: str, *, candidate: str | None = None, token: str = ""
    ) -> Run:
        """Correct a run (its number, or ``"P1"`` for a past outcome) with a reason; the old value stays in the log.

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

    def predict(self, rows: Any) -> Any:
        """Predict the probability of success with its 90 % range.

        Parameters
        ----------
        rows
            Names of candidates, or a frame (or mapping) with the study's attributes: these need not be candidates.

        Returns
        -------
        frame or dict
            Columns ``probability``, ``low``, ``high`` in 0..1, one row each, of the kind that was passed; for names a
            dict with ``candidate`` as well. The range is that of the success rate, not of the next outcome.

        Raises
        ------
        UnknownCandidate, BadInput, BadTable
            A name, column, level or number that the study cannot use.
        """
        names = _listed_names(rows)
        if names is None:
            columns = frame_columns(rows)
            values = [_column(columns, attribute.name) for attribute in self.study.pool.attributes]
            X = encode(self.study.scaling, self.study.pool.attributes, values)
            return make_frame(predictions(self.study, X), backend_of(rows))
        pool, design = self.study.pool, self.study.design
        X = design.X[design.row_of[[pool.row(name) for name in names]]]
        return make_frame({"candidate": names, **predictions(self.study, X)}, self._backend)

    @property
    def best(self) -> Estimate:
        """The candidate with the largest predicted probability of success now, with its 90 % range."""
        return recommended(self.study)

    @property
    def at_stake(self) -> PerfectInformation:
        """Expected loss of choosing the best candidate now (value of perfect information), 0..1, with standard error.

        Estimated from 4,096 posterior draws, which takes seconds for a large pool.
        """
        stake = at_stake(self.study)
        assert stake is not None  # noqa: S101 - only a caller that cancels gets None
        return stake

    @property
    def should_stop(self) -> Verdict:
        """Verdict of the study's stopping rule: `stop`, and `why` in a sentence."""
        return queries.stopping(self.study)

    def history(self) -> Any:
        """Return all runs, in the order of their entries, as a frame or dict with the columns of the runs CSV."""
        return make_frame(actions.run_columns(self.study), self._backend)

    def candidates(self) -> Any:
        """Return all candidates as a frame or a dict: attributes, kept columns, prediction, runs so far, in stock."""
        pool = self.study.pool
        known = candidate_columns(self.study)
        columns: dict[str, Sequence[Any]] = {"candidate": known.pop("candidate")}
        columns |= {a.name: v for a, v in zip(pool.attributes, pool.values, strict=True)}
        later = {**pool.extras, **known}
        for name, column in later.items():
            columns[f"kgdesk:{name}" if name in columns else name] = column
        return make_frame(columns, self._backend)

    def rehearse(
        self, policies: Sequence[str] = (), *, runs: int = 100, seed: int = 0, workers: int = 0
    ) -> Board:
        """Simulate the whole study with several policies, on truths drawn from the prior; nothing is written.

        Parameters
        ----------
        policies
            Names such as ``kg``, ``kg/diagonal``, ``random``; default: the study's policy and random.
        runs, seed
            Number of simulated studies, and seed of the first.
        workers
            Number of processes; 0: in this process. With more, a script needs ``if __name__ == "__main__"``.

        Raises
        ------
        BadInput, RehearsalFailed
            A name or number is invalid, or the simulation failed.
        """
        names = _as_names(policies) or (self.study.settings.policy, "random")
        players = tuple(dict.fromkeys(names))
        if workers:
            return rehearse(self.study, players, runs=runs, seed=seed, workers=workers)
        games = contests(basis_of_study(self.study), players)
        results = [
            Result(at, nth, seed + nth - 1, play(game, seed + nth - 1))
            for at, game in enumerate(games)
            for nth in range(1, runs + 1)
        ]
        return Board(games, tuple(results))

    def replay(
        self,
        policies: Sequence[str] = (),
        *,
        rows: int | None = None,
        successes: int | None = None,
        runs: int = 100,
        seed: int = 0,
        workers: int = 0,
    ) -> ReplayBoard:
        """Replay the past outcomes that came with the table: they are the truth, and every candidate is run once.

        Parameters
        ----------
        policies, runs, seed, workers
            As in `rehearse`.
        rows, successes
            Number of past outcomes drawn for each replay, and of successes among them; default: all in each replay.

        Raises
        ------
        BadInput, RehearsalFailed
            There are not two candidates with different past outcomes, a name or number is invalid, or a replay failed.
        """
        names = _as_names(policies) or (self.study.settings.policy, "random")
        players = tuple(dict.fromkeys(names))
        if workers:
            return replay(
                self.study, players, rows=rows, successes=successes, runs=runs, seed=seed, workers=workers
            )
        game = replay_of_study(self.study, players, rows=rows, successes=successes)
        results = [Result(0, nth, seed + nth - 1, play(game, seed + nth - 1)) for nth in range(1, runs + 1)]
        return ReplayBoard(game, tuple(results))

    def export(self, dest: str | os.PathLike[str], *, overwrite: bool = False) -> Path:
        """Write the runs (.csv, .json), everything (.xlsx) or the lossless archive (.zip); return its path.

        Raises
        ------
        FileExists, NotWritten, BadInput
            Nothing was written.
        """
        return Path(actions.export(self._session, os.fspath(dest), overwrite=overwrite))

    def report(
        self, dest: str | os.PathLike[str], *, language: Literal["en", "de"] = "en", overwrite: bool = False
    ) -> Path:
        """Write the report (.pdf or .html) and return its path.

        Without Qt only an English .html can be written, and it has no pictures.

        Raises
        ------
        FileExists, NotWritten, BadInput, KgdeskError
            Nothing was written.
        """
        # Imported by name: a script that writes no report needs no library of pages.
        write = import_module("kgdesk.ui.printing.report_file").write_report
        return Path(write(self._session, dest, language, overwrite=overwrite))

    def refresh(self) -> bool:
        """Read what others have recorded since; return whether there was anything new."""
        return self._session.refreshed() is not None

    def close(self) -> None:
        """Close the study."""
        self._session.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class _LastAnswer:
    """The last suggestions that a script received, and the advice behind each, which the run that uses it records.

    Parameters
    ----------
    session
        The open study.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._advice: dict[Suggestion, Advice] = {}

    def ask(self, n: int, policy: str | None) -> tuple[Suggestion, ...]:
        """Compute `n` suggestions, which replace the previous ones."""
        picks = advise_batch(self._session.study, n, policy=policy)
        self._advice = {pick.suggestion: pick for pick in picks}
        return tuple(self._advice)

    def advice(self, one: str | Suggestion) -> Advice | None:
        """Return the advice behind a suggestion; None for a name, an older answer, or if the study has changed."""
        advice = None if isinstance(one, str) else self._advice.get(one)
        return advice if advice is not None and advice.revision == self._session.study.revision else None


def _name_of(one: str | Suggestion) -> str:
    """Return the name of a candidate or of a suggested candidate.

    Raises
    ------
    UnknownCandidate
        It is neither.
    """
    if isinstance(one, str):
        return one
    if isinstance(one, Suggestion):
        return one.candidate
    raise UnknownCandidate(phrase("A candidate is named by a text, not by {value}.", value=repr(one)))


def _as_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return names as a tuple; a text is one name."""
    return (names,) if isinstance(names, str) else tuple(names)


def _listed_names(rows: Any) -> list[str] | None:
    """Return names of candidates that are passed as one text or a sequence of texts; None for a frame."""
    if isinstance(rows, str):
        return [rows]
    if isinstance(rows, list | tuple) and all(isinstance(each, str) for each in rows):
        return list(rows)
    return None


def _column(columns: Mapping[str, list[Any]], name: str) -> list[Any]:
    if name not in columns:
        raise BadInput(phrase("There is no column “{missing}”: the study learns from it.", missing=name))
    return columns[name]


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
    """Return the columns to keep: `extras` and those named in settings, except the attributes."""
    learnt = {*_as_names(attributes), *_as_names(categories)}
    named = (*settings["never_together"], settings.get("barcode", ""), settings.get("location", ""))
    return [name for name in dict.fromkeys((*_as_names(extras), *named)) if name and name not in learnt]


def _create(place: str, table: PoolReading, settings: StudySettings, by: str, file: str) -> Session:
    chosen: dict[str, Any] = {"title": actions.name_of(place), **settings}
    return actions.create_study(place, table, Settings(**chosen), Operator(by or user_name()), file=file)


def _last_recorded(change: actions.Change) -> Run:
    stored = {event.seq for event in change.events}
    return [entry for entry in change.study.runs if entry.seq in stored][-1]

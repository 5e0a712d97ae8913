"""`Campaign`: the actions on a study as one class, for scripts, notebooks and robots."""

from __future__ import annotations

import os
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar, overload

from kgdesk import actions
from kgdesk.actions.operator import Operator, user_name
from kgdesk.actions.results import record_table
from kgdesk.actions.worklist_files import read_template
from kgdesk.actions.worklists import Layout, candidates_again, name_again, parse_controls
from kgdesk.campaign.arguments import (
    as_names,
    batch_limits,
    column_of,
    heading_or_none,
    listed_names,
    outcome_cell,
    plain,
    usable_backend,
    whole_number,
)
from kgdesk.campaign.last_answer import LastAnswer
from kgdesk.campaign.new_study import DEFAULTS, NewStudy, create_study
from kgdesk.campaign.run_entry import RunEntry
from kgdesk.errors import (
    BadInput,
    FileExists,
    MissingStudy,
)
from kgdesk.model.advice import queries
from kgdesk.model.advice.history import at_stake
from kgdesk.model.advice.posterior_summary import candidate_columns, predictions, recommended
from kgdesk.model.design.encoding import encode
from kgdesk.model.study.next_run import in_progress
from kgdesk.model.study.settings import ChangedSettings, Settings
from kgdesk.named_arguments import named_arguments
from kgdesk.python_words import in_python, methods_refuse_in_python
from kgdesk.rehearsal import Board, ReplayBoard, rehearse, replay
from kgdesk.tables.data_frames import (
    Frame,
    LibraryFrame,
    backend_of,
    frame_columns,
    make_frame,
    table_of_frame,
)
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from types import TracebackType
    from typing import Unpack

    from kgdesk.actions import Check, Session
    from kgdesk.model.advice.suggestion import Estimate, Suggestion
    from kgdesk.model.policies import CustomPolicy
    from kgdesk.model.policies.perfect_information import PerfectInformation
    from kgdesk.model.study.records import Run, RunNumber, Start
    from kgdesk.model.study.stopping_rules import Verdict
    from kgdesk.model.study.study import Study

    #: What happened in a run, see `Campaign.record`.
    Outcome = str | bool | int | float
    Candidates = str | Sequence[str]

#: A frame that comes back as it came in, and the table that a caller's function makes.
F = TypeVar("F", bound=LibraryFrame)
T = TypeVar("T")


@methods_refuse_in_python
class Campaign:
    """An open study for a script: suggests candidates, starts and records runs, and predicts. A context manager.

    Every change is durable when the method returns. A method with a `token` records once: a second call with the same
    token returns the first result. A run has one number from its start on, so that starting and recording by numbers
    needs no token. The record says that the caller saw a suggestion only if it is passed to `start` or `record`.

    Parameters
    ----------
    session
        An open study; `create`, `open` and `open_or_create` provide it.
    backend
        Library of the frames that `history` and `candidates` return; empty for plain dicts of lists.
    findings
        Sentences about the table that the study was made from.

    Examples
    --------
    >>> import tempfile
    >>> table = {"code": ["A", "B", "C"], "temperature": [20.0, 40.0, 60.0]}
    >>> folder = tempfile.TemporaryDirectory()
    >>> with Campaign.create(table, f"{folder.name}/screen.kgstudy", id="code", by="robot") as campaign:
    ...     pick = campaign.suggest()[0]
    ...     run = campaign.record(pick, "success")
    ...     campaign
    ...     campaign.best.candidate == pick.candidate
    <Campaign screen: 3 candidates, 1 outcome, 1 success, 0 runs in progress, 30 planned, open>
    True
    >>> folder.cleanup()
    """

    def __init__(self, session: Session, *, backend: str = "", findings: Iterable[str] = ()) -> None:
        self._session = session
        self._findings = tuple(in_python(str(finding)) for finding in findings)
        self._backend = backend
        self._answer = LastAnswer(session)
        self._entry = RunEntry(session, self._answer)

    @classmethod
    @named_arguments(NewStudy, DEFAULTS, Settings)
    def create(cls, candidates: Any, study: str | os.PathLike[str], **how: Unpack[NewStudy]) -> Self:
        """Create a study from a table of candidates, and open it.

        Parameters
        ----------
        candidates
            A CSV or Excel file; a pandas, polars or pyarrow frame; a mapping of headings to columns; or what
            `kgdesk.read_pool` has returned, which has all columns that the settings name.
        study
            New file with suffix ``.kgstudy``, or an address such as ``postgresql://kim@db.lab/kgdesk#screen``; never
            overwritten.
        id
            Column that names the candidates; without it they are numbered from 1.
        attributes, categories
            Columns to learn from, without it every column that has no other role; and which of them hold words.
        outcome, outcome_words
            Column of past outcomes, in the words of the study, as counts or as measured values; or its words, those for
            success and those for failure.
        out_of
            Column with the number of runs, where `outcome` counts the successes among them.
        ignore, extras
            Columns that are not read, and columns that are kept for people. Those that `barcode`, `location`,
            `card_columns` and `never_together` name are kept.
        units, logs
            Heading -> unit; and attributes that enter as their logarithm.
        learn_from
            Place of an earlier study of some of the same attributes, its archive or its address: what it found counts
            as far as the new outcomes agree with it.
        decimal, delimiter, sheet, encoding, headings, missing, blank_none, limits, words, own, repeated, look_alikes
            How a file is read, and what becomes of untidy cells and rows, as in `kgdesk.read_pool`.
        by
            Operator; default: ``KGDESK_OPERATOR``, else the name of the user.
        how
            All others are settings of the study, with the defaults of ``kgdesk new``. `measured` may state value and
            threshold at once, as ``"yield >= 20 %"``.

        Raises
        ------
        BadTable, AmbiguousTable, MissingTable
            The table cannot be read; the message names row and column.
        BadInput, OutOfRange
            A setting makes no sense.
        FileExists, ReadOnlyStudy
            Nothing was written.

        Examples
        --------
        >>> with Campaign.create({"dose": [1.0, 2.0]}, "new.kgstudy", budget=4, measured="yield >= 20 %") as new:
        ...     new.study.settings.budget, new.record("1", 31.5).outcome
        (4, 'success')
        """
        session, backend, findings = create_study(candidates, study, how)
        return cls(session, backend=backend, findings=findings)

    @classmethod
    def open(cls, study: str | os.PathLike[str], *, by: str = "", read_only: bool = False) -> Self:
        """Open a study file, or a study on a server by its address.

        Raises
        ------
        MissingStudy
            There is none; it is a FileNotFoundError.
        StudyInUse
            Another program holds it exclusively; open it with ``read_only=True``.
        NotAStudy, DamagedStudy, NewerStudy, StoreError
            It cannot be used.

        Examples
        --------
        >>> Campaign.create({"dose": [1.0, 2.0]}, "again.kgstudy").close()
        >>> with Campaign.open("again.kgstudy", by="Kim") as again:
        ...     again.record("1", True).operator
        'Kim'
        """
        session = actions.open_study(os.fsdecode(study), Operator(by or user_name()), read_only=read_only)
        return cls(session, backend=usable_backend(str(session.study.source.get("frame", ""))))

    @classmethod
    @named_arguments(NewStudy, DEFAULTS)
    def open_or_create(cls, candidates: Any, study: str | os.PathLike[str], **how: Unpack[NewStudy]) -> Self:
        """Open the study, or create it if there is none: a script that was stopped goes on when it is started again.

        Parameters and errors are those of `create` and `open`. A study that exists keeps its candidates and settings:
        only `by` counts then.

        Examples
        --------
        >>> for nth in range(2):
        ...     with Campaign.open_or_create({"dose": [1.0, 2.0]}, "robot.kgstudy") as robot:
        ...         print(len(robot.study.runs))
        ...         run = robot.record("1", True)
        0
        1
        """
        try:
            return cls.open(study, by=how.get("by", ""))
        except MissingStudy:
            pass
        try:
            return cls.create(candidates, study, **how)
        except FileExists:  # another program was faster
            return cls.open(study, by=how.get("by", ""))

    def __repr__(self) -> str:
        """Say where the study stands, in one line."""
        study = self.study
        outcomes, successes, running = len(study.valid), study.successes, len(study.pending)
        return (
            f"<Campaign {study.name}: {len(study.pool)} candidates, {outcomes} outcome{'s' * (outcomes != 1)}, "
            f"{successes} success{'es' * (successes != 1)}, {running} run{'s' * (running != 1)} in progress, "
            f"{study.settings.budget} planned, {'open' if study.is_open else 'finished'}>"
        )

    @property
    def study(self) -> Study:
        """The present state of the study, an immutable value."""
        return self._session.study

    @property
    def findings(self) -> tuple[str, ...]:
        """What was found in the table when `create` read it: the columns learnt from, repairs, warnings; else empty."""
        return self._findings

    @property
    def pending(self) -> tuple[Start, ...]:
        """The runs in progress in the order of their starts, each with its `number`, `candidate` and `started_at`.

        Examples
        --------
        >>> numbers = campaign.start(["A", "C"])
        >>> [(run.number, run.candidate) for run in campaign.pending]
        [(1, 'A'), (2, 'C')]
        """
        return self.study.pending

    def suggest(
        self,
        n: int | None = None,
        *,
        policy: str | CustomPolicy | None = None,
        repeats: bool = False,
        per_level: Mapping[str, int] | None = None,
        one_level: str = "",
        shared: Mapping[str, int] | None = None,
        where: str = "",
    ) -> tuple[Suggestion, ...]:
        """Suggest the candidates to run next; nothing is recorded.

        Parameters
        ----------
        n
            Number of runs to do in parallel, 1..1,536, by default as many as the study runs at once, else 1; each
            suggestion takes the ones before it into account.
        policy
            Policy to use instead of the study's: a name, or an object with `name` and ``scores(context)``, which takes
            a `kgdesk.PolicyContext` and returns one finite number for each row of ``context.X``, shape (U,).
        repeats
            Whether a candidate may be suggested more than once, as often as the study allows.
        per_level, one_level, shared
            Limits by columns: column -> largest number of suggestions with the same value; column in which all have
            one value; column of a shared instrument -> largest number with the same one, runs in progress counted.
        where
            Conditions that all suggested candidates satisfy, such as ``"Solvent = DMF and Temp <= 80"``; the
            recommended candidate may be any other.

        Returns
        -------
        tuple of Suggestion
            With `candidate`, `kg` (0..1), `probability`, `low`, `high` (90 % range) and `why`, a sentence.

        Raises
        ------
        BadInput
            `n` is out of range, more than can run together, or there is no such policy or column.
        AllTried
            Every candidate has had the runs that the study allows.

        Examples
        --------
        >>> class Last:
        ...     name = "last"
        ...     def scores(self, context):
        ...         return range(len(context.X))
        >>> [pick.candidate for pick in campaign.suggest(policy=Last())]
        ['D']
        >>> len(campaign.suggest(3))
        3
        """
        limits = batch_limits(per_level, one_level, shared, where)
        count = self.study.settings.at_once or 1 if n is None else whole_number(n)
        return self._answer.ask(count, policy, repeats, limits)

    def start(
        self,
        candidates: str | Suggestion | Sequence[str | Suggestion],
        *,
        reason: str = "",
        blocks: Mapping[str, str] | None = None,
        token: str = "",
    ) -> tuple[int, ...]:
        """Start one or several runs whose outcomes are recorded later; until then suggestions average over them.

        Parameters
        ----------
        candidates
            Names, or suggestions of `suggest`, which are then recorded as seen by the caller. Several are started in
            one commit, all or none.
        reason
            Why these candidates; recorded with each start.
        blocks
            Block column -> level of these runs, where it is not the one stated last.
        token
            Makes a retry safe.

        Returns
        -------
        tuple of int
            Numbers of the started runs, for `record(run=...)`; `pending` has them until their outcomes are recorded.

        Raises
        ------
        UnknownCandidate, BadInput, StudyClosed, NotSaved, StaleHead
            Nothing was started.

        Examples
        --------
        >>> campaign.start(["A", "C"])
        (1, 2)
        >>> campaign.record(run=2, outcome=True).candidate
        'C'
        """
        return self._entry.start(candidates, reason, blocks, token)

    @overload
    def record(
        self,
        candidate: str | Suggestion,
        outcome: Outcome,
        *,
        run: RunNumber | None = None,
        note: str = "",
        reason: str = "",
        happened_at: str = "",
        instead_of: Suggestion | None = None,
        repeat: bool = False,
        set_values: Mapping[str, float | str] | None = None,
        beyond: bool = False,
        blocks: Mapping[str, str] | None = None,
        token: str = "",
    ) -> Run: ...

    @overload
    def record(
        self,
        *,
        run: RunNumber,
        outcome: Outcome,
        note: str = "",
        reason: str = "",
        happened_at: str = "",
        set_values: Mapping[str, float | str] | None = None,
        beyond: bool = False,
        blocks: Mapping[str, str] | None = None,
        token: str = "",
    ) -> Run: ...

    def record(
        self,
        candidate: str | Suggestion | None = None,
        outcome: Outcome | None = None,
        *,
        run: RunNumber | None = None,
        note: str = "",
        reason: str = "",
        happened_at: str = "",
        instead_of: Suggestion | None = None,
        repeat: bool = False,
        set_values: Mapping[str, float | str] | None = None,
        beyond: bool = False,
        blocks: Mapping[str, str] | None = None,
        token: str = "",
    ) -> Run:
        """Record the outcome of a run, or of several runs of one candidate at once; durable on return.

        Parameters
        ----------
        candidate
            Name, or a suggestion of `suggest`, which is then recorded as seen by the caller. Not needed with `run`.
        outcome
            True or False; 1 or 0; ``"success"``, ``"failure"``, ``"void"`` or the study's own words; ``"3/5"`` for 3
            successes of 5 runs; or the measured value, in a study that states a threshold, or a limit of it such as
            ``"<5"``. A limit that leaves both outcomes open makes the run undecided.
        run
            Number of the run in progress, from `start` or `pending`; without it, the oldest one of the candidate. A run
            whose outcome is recorded already is returned as it is if this outcome is the same, so that a call may be
            repeated.
        note, reason
            Kept with the run.
        happened_at
            Time of the experiment, ISO 8601 with its UTC offset; default: now.
        instead_of
            The suggestion that the caller saw and did not follow.
        repeat
            Record it although the candidate has had all runs that the study allows, or is out of stock.
        set_values, beyond
            Attribute -> value that was really set, where it differs from that of the candidate: the model learns from
            it. Numbers outside the range of the candidates need `beyond`.
        blocks
            Block column -> level of the run, where it is not that of its start or the one stated last.
        token
            Makes a retry safe without a number: a second call with the same token returns the first result.

        Returns
        -------
        Run
            The recorded run, the last one of several.

        Raises
        ------
        UnknownCandidate, UnknownRun, BadInput, StudyClosed, NotSaved, StaleHead
            Nothing was recorded.

        Examples
        --------
        >>> campaign.record("A", "failure")
        Run(number=1, candidate='A', outcome='failure', ...)
        >>> campaign.record("B", "2/3").number  # three runs, the last of them
        4
        """
        further = {
            "note": note, "reason": reason, "token": token, "happened_at": happened_at, "repeat": repeat,
            "set_values": set_values, "beyond": beyond, "blocks": blocks,
        }  # fmt: skip
        return self._entry.record(candidate, outcome, run, instead_of, further)

    def record_many(
        self,
        results: Any,
        *,
        again: bool = False,
        repeat: bool = False,
        known_only: bool = False,
        token: str = "",
    ) -> tuple[Run, ...]:
        """Record many outcomes in one commit, all or none; durable on return.

        Parameters
        ----------
        results
            A frame or mapping with one row per run: ``candidate`` (or ``run_token``, or ``well`` of a worklist) and
            ``outcome``, in any form that `record` takes; also ``note`` and the measured value. The oldest runs in
            progress of a candidate are settled first.
        again
            Record a frame whose content was recorded before, as further outcomes.
        repeat
            As in `record`.
        known_only
            Pass over rows of no candidate of this study, as in a frame of several studies; they are counted in the
            record. A name that looks like one of the study, as RX-42 like RX-042, is refused all the same.
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

        Examples
        --------
        >>> runs = campaign.record_many({"candidate": ["A", "B"], "outcome": [True, False]}, token="plate 7")
        >>> [(run.number, run.outcome) for run in runs]
        [(1, 'success'), (2, 'failure')]
        """
        columns = frame_columns(results)
        if "outcome" in columns:
            columns["outcome"] = [outcome_cell(cell) for cell in columns["outcome"]]
        table = table_of_frame(columns)
        change = record_table(
            self._session, table, again=again, repeat=repeat, known_only=known_only, token=token
        )
        stored = {event.seq for event in change.events}
        return tuple(run for run in change.study.runs if run.seq in stored)

    def correct(
        self,
        run: RunNumber,
        outcome: Outcome,
        reason: str,
        *,
        candidate: str | None = None,
        set_values: Mapping[str, float | str] | None = None,
        beyond: bool = False,
        token: str = "",
    ) -> Run:
        """Correct a run (its number, or ``"P1"`` for a past outcome) with a reason; the old value stays in the log.

        `outcome` is as in `record`, but for counts; `candidate` is another candidate if that was wrong. `set_values` is
        what was really set in the run, attribute -> value: attributes that are not named stay as recorded, and the
        value of the candidate itself takes an attribute away. `beyond` is as in `record`.

        Raises
        ------
        UnknownRun, UnknownCandidate, BadInput, StudyClosed, NotSaved
            Nothing was recorded.

        Examples
        --------
        >>> run = campaign.record("A", True)
        >>> campaign.correct(run.number, False, "read the wrong well").outcome
        'failure'
        >>> campaign.correct(run.number, False, "log of the oven", set_values={"dose": 1.5}).set_values
        (('dose', 1.5),)
        """
        read = self._entry.read_outcome(outcome)
        if read.count:
            raise BadInput("A correction is about one run: give its outcome, not a count.")
        number = self._entry.number(run)
        change = actions.correct(
            self._session,
            number,
            read.outcomes[0],
            reason,
            candidate=candidate,
            measured=read.measured,
            set_values=set_values,
            beyond=beyond,
            token=token,
        )
        return change.study.run(number)

    def take_back(self, run: RunNumber, *, token: str = "") -> None:
        """Void the newest entry, that of this run, with the reason “taken back”; a started run is in progress again.

        Raises
        ------
        BadInput, StudyClosed, NotSaved
            The newest entry is that of another run, or nothing was recorded.

        Examples
        --------
        >>> (number,) = campaign.start("A")
        >>> run = campaign.record(run=number, outcome=True)
        >>> campaign.take_back(number)
        >>> [run.number for run in campaign.pending]
        [1]
        """
        actions.take_back_run(self._session, self._entry.number(run), token=token)

    def redo(self, run: RunNumber, *, token: str = "") -> None:
        """Undo the newest taking back, that of this run, with the reason “redone”; until something else is entered.

        Raises
        ------
        BadInput, StudyClosed, NotSaved
            Another run was taken back last, or there is nothing to redo.

        Examples
        --------
        >>> run = campaign.record("A", True)
        >>> campaign.take_back(run.number)
        >>> campaign.redo(run.number)
        >>> campaign.study.runs[-1].outcome
        'success'
        """
        actions.redo(self._session, self._entry.number(run), token=token)

    def set_block(self, levels: Mapping[str, str], *, token: str = "") -> None:
        """State the block of the next runs, block column -> level, until another one is stated.

        Only columns with a name of the study's own are stated; `plate`, `plate-column`, `day` and `operator` follow
        from the runs. An empty level is unknown.

        Raises
        ------
        BadInput, StudyClosed, NotSaved, StaleHead
            Nothing was recorded.

        Examples
        --------
        >>> campaign.set("the lots differ", blocks="Lot")
        >>> campaign.set_block({"Lot": "4711"})
        >>> campaign.record("A", True).blocks
        (('Lot', '4711'),)
        """
        actions.set_block(self._session, levels, token=token)

    def correct_block(
        self, run: RunNumber, levels: Mapping[str, str], reason: str, *, token: str = ""
    ) -> None:
        """Correct the block of a run, in progress or recorded, with a reason; the old one stays in the log.

        Raises
        ------
        UnknownRun, BadInput, StudyClosed, NotSaved, StaleHead
            Nothing was recorded.

        Examples
        --------
        >>> campaign.set("the lots differ", blocks="Lot")
        >>> run = campaign.record("A", True, blocks={"Lot": "4711"})
        >>> campaign.correct_block(run.number, {"Lot": "4712"}, "read the label again")
        >>> campaign.study.run(run.number).blocks
        (('Lot', '4712'),)
        """
        actions.correct_block(self._session, self._entry.number(run), levels, reason, token=token)

    def exclude(
        self, candidates: Candidates = (), reason: str = "", *, where: str = "", token: str = ""
    ) -> None:
        """Take candidates out of stock: they are no longer suggested or recommended.

        Parameters
        ----------
        candidates
            Names of candidates; none with `where`.
        reason
            Kept with each of them.
        where
            Conditions as for `suggest`: all candidates in stock that satisfy them.

        Raises
        ------
        UnknownCandidate, BadInput, StudyClosed, NotSaved, StaleHead
            Nothing was recorded.

        Examples
        --------
        >>> campaign.exclude(["A", "B"], "used up")
        >>> campaign.include("B", "a new bottle")
        >>> campaign.candidates()["in_stock"]
        [False, True, True, True]
        """
        names = self._named(candidates, where, in_stock=True, token=token)
        actions.exclude(self._session, names, reason, token=token)

    def include(
        self, candidates: Candidates = (), reason: str = "", *, where: str = "", token: str = ""
    ) -> None:
        """Put candidates back in stock, those named or those that satisfy `where`; errors as for `exclude`."""
        names = self._named(candidates, where, in_stock=False, token=token)
        actions.include(self._session, names, reason, token=token)

    def _named(self, candidates: Candidates, where: str, *, in_stock: bool, token: str) -> Candidates:
        if bool(candidates) == bool(where):
            raise BadInput("Name the candidates, or state conditions (where=...): one of these.")
        if not where:
            return candidates
        return actions.stock_where(self._session, where, in_stock=in_stock, token=token)

    def skip(self, candidates: Candidates, reason: str = "", *, token: str = "") -> None:
        """Set candidates aside until the next run is recorded; errors as for `exclude`.

        Examples
        --------
        >>> best = campaign.suggest()[0].candidate
        >>> campaign.skip(best, "not thawed yet")
        >>> campaign.suggest()[0].candidate == best
        False
        """
        actions.skip(self._session, candidates, reason, token=token)

    def note(self, text: str, *, run: RunNumber | None = None, token: str = "") -> None:
        """Keep a note with a run, which may be in progress, or with the study.

        Raises
        ------
        UnknownRun, BadInput, NotSaved
            Nothing was recorded.

        Examples
        --------
        >>> campaign.note("the freezer was open")
        >>> campaign.study.notes[0].text
        'the freezer was open'
        """
        actions.note(self._session, text, run=None if run is None else self._entry.number(run), token=token)

    @named_arguments(ChangedSettings, {}, Settings)
    def set(self, reason: str, *, token: str = "", **changes: Unpack[ChangedSettings]) -> None:
        """Change settings of an open study in one commit: all of them or none.

        Parameters
        ----------
        reason
            Why; kept with the change.
        token
            Makes a retry safe.
        changes
            Settings with their new values; an empty text takes away a column or the stopping rule.

        Raises
        ------
        BadInput, StudyClosed, NotSaved, StaleHead
            A value is not valid or is that of the study already: nothing was changed.

        Examples
        --------
        >>> campaign.set("more material came", budget=12, title="Second screen")
        >>> campaign.study.settings.budget
        12
        """
        actions.change_settings(self._session, plain(changes), reason, token=token)

    def add(
        self,
        candidates: Any,
        reason: str,
        *,
        id: str | None = None,  # noqa: A002 - named like the command line's option
        missing: Literal["refuse", "leave_out", "median"] = "refuse",
        blank_none: Iterable[str] = (),
        decimal: Literal["point", "comma"] | None = None,
        delimiter: str | None = None,
        sheet: str | None = None,
        encoding: str | None = None,
        headings: int | None = None,
        token: str = "",
    ) -> tuple[str, ...]:
        """Add candidates to an open study; return their names.

        Parameters
        ----------
        candidates
            A file, frame or mapping with the attributes and kept columns of the study, which are found by its headings.
        reason
            Why they are added; kept with them.
        id
            Column with their names; default: the one that the study was created with.
        missing, blank_none, decimal, delimiter, sheet, encoding, headings
            As in `kgdesk.read_pool`.
        token
            Makes a retry safe.

        Raises
        ------
        BadTable, AmbiguousTable, BadInput, StudyClosed, NotSaved, StaleHead
            Nothing was added.

        Examples
        --------
        >>> campaign.add({"code": ["E", "F"], "dose": [1.5, 2.5]}, "a new batch")
        ('E', 'F')
        """
        is_file = isinstance(candidates, str | os.PathLike)
        change = actions.add_candidates(
            self._session,
            Path(candidates) if is_file else table_of_frame(candidates),
            reason,
            token=token,
            names=heading_or_none(id),
            missing=missing,
            blank_none=as_names(blank_none),
            decimal=decimal,
            delimiter=delimiter,
            sheet=sheet,
            encoding=encoding,
            headings=headings,
        )
        (added,) = (event for event in change.events if event.kind == "candidates_added")
        return tuple(added.payload["ids"])

    def worklist(
        self,
        dest: str | os.PathLike[str] | None = None,
        *,
        count: int = 0,
        candidates: Candidates = (),
        name: str = "",
        plate: int = 96,
        order: Literal["rows", "columns", "random"] = "rows",
        seed: int = 0,
        snake: bool = False,
        edge: bool = True,
        controls: str = "",
        empty: Iterable[str] = (),
        template: str | os.PathLike[str] = "",
        repeats: bool = False,
        per_level: Mapping[str, int] | None = None,
        one_level: str = "",
        shared: Mapping[str, int] | None = None,
        where: str = "",
        overwrite: bool = False,
        token: str = "",
    ) -> tuple[Start, ...]:
        """Start the runs of a plate in one commit and write its file; return the started runs with their wells.

        Parameters
        ----------
        dest
            File ending in .csv or .xlsx; None for no file.
        count, candidates
            Number of suggestions, by default as many as the study runs at once, else 4; or the candidates in order.
        name
            Name of the plate; default: that of the file.
        plate, order, seed, snake, edge, empty
            Number of wells; how they are filled, with the seed of a random order; whether every other row is filled
            backwards; whether outer wells are used; and wells that stay empty.
        controls
            Wells of controls with the outcome that each has to give, as ``"DMSO:failure=A01,H12"``.
        template
            TOML file with other columns of the file, or the name of one that comes with kgdesk.
        repeats, per_level, one_level, shared, where
            As in `suggest`.
        overwrite
            Replace a file of that name.
        token
            Makes a retry safe.

        Raises
        ------
        UnknownCandidate, BadInput, StudyClosed, FileExists, NotWritten, NotSaved, StaleHead
            No run was started; or, where the message says so, only the file is missing.

        Examples
        --------
        >>> [(run.number, run.well) for run in campaign.worklist("plate.csv", candidates=["A", "C"], plate=24)]
        [(1, 'A01'), (2, 'A02')]
        """
        chosen = as_names(candidates)
        settings = self.study.settings
        if chosen and count:
            raise BadInput(
                "Say how many suggestions the plate gets (count=...) or which candidates (candidates=...), not both."
            )
        layout = Layout(plate, order, seed, snake, edge, parse_controls(controls, settings), as_names(empty))
        limits = batch_limits(per_level, one_level, shared, where)
        how = read_template(os.fspath(template)) if os.fspath(template) else None
        count = whole_number(count) or (0 if chosen else settings.plate_size)
        plan = actions.plan_worklist(
            self.study,
            count=count,
            candidates=candidates_again(self._session, token, chosen, count),
            limits=limits,
            repeats=repeats,
            layout=layout,
            name=name_again(self._session, token, name or ("" if dest is None else Path(dest).stem)),
            template=how,
        )
        change = actions.make_worklist(
            self._session, plan, None if dest is None else os.fspath(dest), overwrite=overwrite, token=token
        )
        begun = {event.seq for event in change.events}
        return tuple(start for start in change.study.starts if start.seq in begun)

    def finish(
        self, reason: str, *, chosen: str | None = None, with_open_runs: bool = False, token: str = ""
    ) -> None:
        """Finish the study: it takes no outcomes until it is reopened.

        Parameters
        ----------
        reason
            Why.
        chosen
            The candidate that the study chose; empty: none is good enough; None: not stated.
        with_open_runs
            Finish it although runs are in progress.
        token
            The same call with the same token finishes once.

        Raises
        ------
        BadInput, StudyClosed, NotSaved, StaleHead
            It is finished already, or runs are in progress and `with_open_runs` is False.

        Examples
        --------
        >>> campaign.finish("good enough", chosen=campaign.best.candidate)
        >>> campaign.should_stop.stop
        True
        >>> campaign.reopen("one more question")
        """
        actions.finish(self._session, reason, chosen=chosen, with_open_runs=with_open_runs, token=token)

    def reopen(self, reason: str, *, token: str = "") -> None:
        """Reopen a finished study."""
        actions.reopen(self._session, reason, token=token)

    @overload
    def predict(self, rows: str | list[str] | tuple[str, ...]) -> Frame: ...

    @overload
    def predict(self, rows: Mapping[str, Sequence[Any]]) -> dict[str, list[float]]: ...

    @overload
    def predict(self, rows: F) -> F: ...

    def predict(self, rows: Any) -> Any:
        """Predict the probability of success with its 90 % range.

        Parameters
        ----------
        rows
            Names of candidates, or a frame (or mapping) with the study's attributes: these need not be candidates.

        Returns
        -------
        frame or dict
            Columns ``probability``, ``low``, ``high`` in 0..1, one row each, of the kind that was passed; for names
            with ``candidate`` as well, of the kind that `history` returns. The range is that of the success rate, not
            of the next outcome.

        Raises
        ------
        UnknownCandidate, BadInput, BadTable
            A name, column, level or number that the study cannot use.

        Examples
        --------
        >>> known = campaign.predict({"dose": [2.5]})
        >>> list(known), 0.0 < known["low"][0] < known["probability"][0] < known["high"][0] < 1.0
        (['probability', 'low', 'high'], True)
        """
        names = listed_names(rows)
        if names is None:
            columns = frame_columns(rows)
            values = [column_of(columns, attribute.name) for attribute in self.study.pool.attributes]
            X = encode(self.study.scaling, self.study.pool.attributes, values)
            return make_frame(predictions(self.study, X), backend_of(rows))
        pool, design = self.study.pool, self.study.design
        X = design.X[design.row_of[[pool.row(name) for name in names]]]
        return make_frame({"candidate": names, **predictions(self.study, X)}, self._backend)

    @property
    def best(self) -> Estimate:
        """The candidate with the largest predicted probability of success now, with its 90 % range.

        Examples
        --------
        >>> run = campaign.record("D", "3/3")
        >>> campaign.best.candidate
        'D'
        """
        return recommended(self.study)

    @property
    def at_stake(self) -> PerfectInformation:
        """Expected loss of choosing the best candidate now (value of perfect information), 0..1, with standard error.

        Estimated from 4,096 posterior draws, which takes seconds for a large pool.

        Examples
        --------
        >>> 0.0 < campaign.at_stake.value < 1.0
        True
        """
        stake = at_stake(self.study)
        assert stake is not None  # noqa: S101 - only a caller that cancels gets None
        return stake

    @property
    def should_stop(self) -> Verdict:
        """Verdict of the study's stopping rule: `stop`, `kind` and `why`, a sentence with the runs in progress.

        The kind is ``go-on``, ``stop``, ``used-up`` (the plan is used up, and the best is not proven) or ``unknown``;
        `stop` is true for ``stop`` and ``used-up``.

        A loop that ends when `stop` is true first records the outcomes of the runs in `pending`.

        Examples
        --------
        >>> campaign.should_stop.stop
        False
        """
        verdict = queries.stopping(self.study)
        running = in_progress(self.study)
        if not verdict.stop or not running or not self.study.is_open:
            return verdict
        why = phrase("{why} Record the outcomes first: {running}.", why=verdict.why, running=running)
        return replace(verdict, why=why)

    @overload
    def history(self) -> Frame: ...

    @overload
    def history(self, into: Callable[[dict[str, list[Any]]], T]) -> T: ...

    def history(self, into: Callable[[dict[str, list[Any]]], T] | None = None) -> Frame | T:
        """Return all runs, in the order of their entries, with the columns of the runs CSV.

        Parameters
        ----------
        into
            What makes the table from a dict of lists, as ``dict`` or ``pandas.DataFrame``; type checkers then know its
            type. Default: the library whose frame the study was created from, also after `open`; a dict if there was
            none, or if that library is not installed here.

        Examples
        --------
        >>> run = campaign.record("A", True, note="cloudy")
        >>> campaign.history()["note"]
        ['cloudy']
        >>> campaign.history(dict)["candidate"]
        ['A']
        """
        return self._framed(actions.run_columns(self.study), into)

    @overload
    def candidates(self) -> Frame: ...

    @overload
    def candidates(self, into: Callable[[dict[str, list[Any]]], T]) -> T: ...

    def candidates(self, into: Callable[[dict[str, list[Any]]], T] | None = None) -> Frame | T:
        """Return all candidates, as `history`: attributes, kept columns, prediction, runs so far, in stock.

        Examples
        --------
        >>> campaign.candidates()["dose"]
        [1.0, 2.0, 3.0, 4.0]
        """
        pool = self.study.pool
        known = candidate_columns(self.study)
        columns: dict[str, Sequence[Any]] = {"candidate": known.pop("candidate")}
        columns |= {a.name: v for a, v in zip(pool.attributes, pool.values, strict=True)}
        later = {**pool.extras, **known}
        for name, column in later.items():
            columns[f"kgdesk:{name}" if name in columns else name] = column
        return self._framed(columns, into)

    def _framed(
        self, columns: Mapping[str, Sequence[Any]], into: Callable[[dict[str, list[Any]]], T] | None
    ) -> Frame | T:
        """Return columns as the table that `into` makes, or as that of the library of the study."""
        if into is not None:
            return into({heading: list(cells) for heading, cells in columns.items()})
        framed: Frame = make_frame(columns, self._backend)
        return framed

    def rehearse(
        self,
        policies: str | CustomPolicy | Sequence[str | CustomPolicy] = (),
        *,
        runs: int = 100,
        seed: int = 0,
        workers: int = 0,
    ) -> Board:
        """Simulate the whole study with several policies, on truths drawn from the prior; nothing is written.

        Parameters
        ----------
        policies
            Names such as ``kg``, ``kg/diagonal``, ``random``, or policies of one's own as in `suggest`; default: the
            study's policy and random.
        runs, seed
            Number of simulated studies, and seed of the first.
        workers
            Number of processes to start; 0: this process alone. A script that starts some needs
            ``if __name__ == "__main__":``.

        Raises
        ------
        BadInput, RehearsalFailed
            A name or number is invalid, or the simulation failed.

        Examples
        --------
        >>> campaign.rehearse(["kg", "random"], runs=3)
        <Board of screen: 3 simulated studies of 6 runs; mean opportunity cost at the end in percentage points: ...>
        """
        return rehearse(self.study, self._players(policies), runs=runs, seed=seed, workers=workers)

    def replay(
        self,
        policies: str | CustomPolicy | Sequence[str | CustomPolicy] = (),
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
        players = self._players(policies)
        return replay(
            self.study, players, rows=rows, successes=successes, runs=runs, seed=seed, workers=workers
        )

    def _players(
        self, policies: str | CustomPolicy | Sequence[str | CustomPolicy]
    ) -> tuple[str | CustomPolicy, ...]:
        """Return the policies to compare, without names that stand twice."""
        listed = tuple(policies) if isinstance(policies, list | tuple) else (policies,)
        listed = listed or (self.study.settings.policy, "random")
        return tuple(one for nth, one in enumerate(listed) if one not in listed[:nth])

    def export(self, dest: str | os.PathLike[str], *, overwrite: bool = False) -> Path:
        """Write the runs (.csv, .json), everything (.xlsx) or the lossless archive (.zip); return its path.

        Raises
        ------
        FileExists, NotWritten, BadInput
            Nothing was written.

        Examples
        --------
        >>> campaign.export("runs.csv").name
        'runs.csv'
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

        Examples
        --------
        >>> campaign.report("report.html").name
        'report.html'
        """
        # Imported by name: a script that writes no report needs no library of pages.
        write = import_module("kgdesk.ui.printing.report_file").write_report
        return Path(write(self._session, dest, language, overwrite=overwrite))

    def verify(self) -> Check:
        """Follow the chain of the stored study and replay each belief; `problem` is None if all is well.

        Raises
        ------
        StoreError
            The chain is broken; the message names the place.

        Examples
        --------
        >>> campaign.verify().problem is None
        True
        """
        return actions.verify(self._session.place)

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

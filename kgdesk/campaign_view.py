"""CampaignView: what a campaign answers, and how its runs are started; the base class of `Campaign`."""

from __future__ import annotations

import os
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from kgdesk import actions
from kgdesk.errors import BadInput, StaleHead, UnknownCandidate
from kgdesk.model.advice.advice import advise_batch
from kgdesk.model.advice.posterior_summary import candidate_columns, predictions, recommended
from kgdesk.model.design.encoding import encode
from kgdesk.model.insight import queries
from kgdesk.model.insight.what_if_outcomes import at_stake
from kgdesk.model.policies.suggestion import Suggestion
from kgdesk.rehearsal import Board, Result, play, rehearse
from kgdesk.rehearsal.study_rehearsal import basis_of_study, contests
from kgdesk.tables.runs import backend_of, frame_columns, make_frame
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from types import TracebackType

    from kgdesk.actions import Session
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.policies.suggestion import Estimate
    from kgdesk.model.policies.value_of_information import PerfectInformation
    from kgdesk.model.study.stopping_rules import Verdict
    from kgdesk.model.study.study import Study

__all__ = ["CampaignView", "as_names", "name_of"]


class CampaignView:
    """Questions to an open study, its export and its closing; `kgdesk.campaign.Campaign` makes and changes it."""

    _session: Session
    _backend: str
    _answers: dict[Suggestion, Advice]

    @property
    def study(self) -> Study:
        """The present state of the study, an immutable value."""
        return self._session.study

    def suggest(self, n: int = 1, *, policy: str | None = None) -> tuple[Suggestion, ...]:
        """Suggest the candidates to run next; nothing is recorded.

        Parameters
        ----------
        n
            Number of runs to do side by side, 1..1,536; each suggestion allows for the ones before it.
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
        picks = advise_batch(self.study, wanted, policy=policy)
        self._answers = {pick.suggestion: pick for pick in picks}
        return tuple(self._answers)

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
            dict with ``candidate`` as well. The range is about the rate, not the next outcome.

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
        """Expected loss of taking the present best now (value of perfect information), 0..1, with standard error.

        Estimated from 4,096 posterior draws; seconds for large pools.
        """
        stake = at_stake(self.study)
        assert stake is not None  # noqa: S101 - only a caller that cancels gets None
        return stake

    @property
    def should_stop(self) -> Verdict:
        """Verdict of the study's stopping rule: `stop`, and `why` in a sentence."""
        return queries.stopping(self.study)

    def history(self) -> Any:
        """Return all runs, in the order of entry, as a frame or a dict of columns: those of the runs CSV."""
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
        """Simulate the whole study with several policies, truths drawn from the prior; writes nothing.

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
            A name or number that makes no sense, or the simulation failed.
        """
        names = as_names(policies) or (self.study.settings.policy, "random")
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

    def export(self, dest: str | os.PathLike[str], *, overwrite: bool = False) -> Path:
        """Write the runs (.csv, .json), everything (.xlsx) or the lossless archive (.zip); return its path.

        Raises
        ------
        FileExists, NotWritten, BadInput
            Nothing was written.
        """
        return Path(actions.export(self._session, os.fspath(dest), overwrite=overwrite))

    def refresh(self) -> bool:
        """Read what others have recorded since; return whether there was anything."""
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

    def _start(self, several: Sequence[str | Suggestion], reason: str, token: str) -> actions.Change:
        """Start one or several runs in one commit."""
        if len(several) > 1:
            return self._start_together(several, reason, token)
        advice = self._advice(several[0])
        return actions.start(
            self._session,
            name_of(several[0]),
            reason=reason,
            advice=advice,
            seen_on="answer" if advice is not None else "",
            token=token,
        )

    def _start_together(self, several: Sequence[str | Suggestion], reason: str, token: str) -> actions.Change:
        known = bool(self._session.recorded(token))
        if not known and any(isinstance(one, Suggestion) and self._advice(one) is None for one in several):
            raise StaleHead(
                "Suggestions are started together from one answer of suggest, and before anything else is recorded: "
                "ask again, or start them one by one. Nothing was started."
            )
        picks = [self._advice(one) or name_of(one) for one in several]
        return actions.start_together(self._session, picks, reason=reason, seen_on="answer", token=token)

    def _advice(self, one: str | Suggestion) -> Advice | None:
        """Return the advice behind a suggestion of the last answer; None for a name, or if the study has changed."""
        advice = None if isinstance(one, str) else self._answers.get(one)
        return advice if advice is not None and advice.revision == self.study.revision else None


def name_of(one: str | Suggestion) -> str:
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


def as_names(names: Iterable[str]) -> tuple[str, ...]:
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

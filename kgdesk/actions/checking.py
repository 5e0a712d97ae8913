"""Checking a study file, an archive, and the installed program itself."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk import kernels
from kgdesk.actions.archives import is_archive, read_events
from kgdesk.actions.opening import open_store
from kgdesk.actions.studies import create_study, open_study, record
from kgdesk.actions.who import Who
from kgdesk.errors import KgdeskError
from kgdesk.files import read_pool
from kgdesk.model import study as studies
from kgdesk.model.advice import advise
from kgdesk.model.settings import Settings
from kgdesk.store import is_address

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.model.events import Event, Head
    from kgdesk.model.study import Study

#: Across machines exp and log differ in the last digits.
_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Check:
    """What verifying a study found.

    Parameters
    ----------
    study
        Its name.
    head
        End of the chain.
    events, outcomes, suggestions
        Counts.
    exact, close
        Of the suggestions kept in the log: how many beliefs replay to the last bit, and how many only to 1e-9
        (made on another machine or by another version of the kernels).
    problem
        One sentence; None when chain and belief are whole.
    """

    study: str
    head: Head
    events: int
    outcomes: int
    suggestions: int
    exact: int
    close: int
    problem: str | None

    def as_json(self) -> dict[str, Any]:
        """Return the shape that the command line prints."""
        return {
            "study": self.study,
            "head": {"seq": self.head.seq, "hash": self.head.hash},
            "events": self.events,
            "outcomes": self.outcomes,
            "suggestions": self.suggestions,
            "replayed_exactly": self.exact,
            "replayed_closely": self.close,
            "ok": self.problem is None,
            "problem": self.problem,
        }


def verify(path: str | Path) -> Check:
    """Follow the whole chain of a study or archive and replay every belief that a suggestion was made with.

    Raises
    ------
    StoreError, BadTable
        The chain is broken or the file is not a study; the text names the place.
    """
    if not is_address(path) and is_archive(path):
        events = read_events(path)
    else:
        store, events = open_store(path)
        store.close()
    study = studies.fold(events)
    made = [e for e in events if e.kind == "suggestion_made"]
    exact = close = 0
    problem = None
    for event in made:
        verdict = _replays(study, event)
        exact += verdict == "exact"
        close += verdict == "close"
        if verdict == "differs" and problem is None:
            problem = (
                f"The belief behind the suggestion in entry {event.seq} ({event.payload['candidate']}) does not replay "
                "from the outcomes before it: the numbers shown then came from elsewhere."
            )
    outcomes = len(study.valid)
    return Check(study.name, study.head, len(events), outcomes, len(made), exact, close, problem)


def _replays(study: Study, event: Event) -> str:
    """Return ``exact``, ``close`` or ``differs``."""
    facts = event.payload
    then = studies.fold(study.events[: int(facts["revision"])])
    if facts["belief"] != then.settings.belief:
        then = replace(then, settings=replace(then.settings, belief=facts["belief"]))
    if then.belief.digest == facts["belief_digest"]:
        return "exact"
    row = then.design.row_of[then.pool.row(facts["candidate"])]
    probability = float(then.belief.predict(then.design.X[row : row + 1])[0])
    believed = float(facts.get("chooser_probability", facts["probability"]))
    return "close" if abs(probability - believed) <= _TOLERANCE else "differs"


def warm_up(progress: Callable[[int, int], None] | None = None) -> int:
    """Compile every kernel or load it from the cache; see `kgdesk.kernels.warm_up`."""
    return int(kernels.warm_up(progress))


#: (kernel call, value from 50-digit arithmetic): the installed program must give the same numbers.
_GOLDEN: tuple[tuple[str, Callable[[], float], float], ...] = (
    ("probability at mean 1, variance 3", lambda: _exact(1.0, 3.0), 0.65957144761491),
    ("probability at mean -30, variance 1000", lambda: _exact(-30.0, 1000.0), 0.17178685943321),
    ("margin at mean 0, variance 1e12", lambda: float(kernels.margin(0.0, 1e12)), 24.435004404911438),
    (
        "step of the mean at mean 2, variance 5",
        lambda: float(kernels.moment_step(2.0, 5.0, 1.0)[0]),
        0.14364480620646,
    ),
)


def _exact(mu: float, s2: float) -> float:
    return float(kernels.predict_exact(np.array([mu]), np.array([s2]))[0])


_TABLE = "code,temperature,solvent\nA-1,20,water\nA-2,40,water\nA-3,60,DMF\nA-4,80,DMF\n"


def selftest() -> list[tuple[str, str]]:
    """Check the installed program: kernels against known values, a study written, read back and verified.

    Returns
    -------
    list of (what, finding)
        An empty finding means that all is well.
    """
    found = [(f"kernels: {what}", _compared(make, wanted)) for what, make, wanted in _GOLDEN]
    found.append(("study file: written, read back, verified", _round_trip()))
    return found


def _compared(make: Callable[[], float], wanted: float) -> str:
    value = make()
    return (
        "" if abs(value - wanted) <= 1e-9 * max(1.0, abs(wanted)) else f"gave {value!r} instead of {wanted!r}"
    )


def _round_trip() -> str:
    with tempfile.TemporaryDirectory(prefix="kgdesk-selftest-") as folder:
        table = Path(folder) / "table.csv"
        table.write_text(_TABLE, encoding="utf-8")
        path = Path(folder) / "selftest.kgstudy"
        who = Who("selftest")
        try:
            with create_study(
                path, read_pool(table, id="code", categories=["solvent"]), Settings(), who
            ) as made:
                advice = advise(made.study)
                record(made, advice.suggestion.candidate, "success", advice=advice)
                head = made.study.head
            with open_study(path, who) as again:
                if again.study.head != head:
                    return "the study read back has another head than the one written"
            return verify(path).problem or ""
        except KgdeskError as problem:
            return str(problem)

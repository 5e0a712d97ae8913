"""Checking a study file or an archive; getting the kernels ready."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from kgdesk import kernels
from kgdesk.actions.archives import is_archive, read_events
from kgdesk.actions.opening import open_store
from kgdesk.errors import phrase
from kgdesk.model import study as studies
from kgdesk.store import is_address

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

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
            problem = phrase(
                "The belief behind the suggestion in entry {entry} ({candidate}) does not replay from the outcomes "
                "before it: the numbers shown then came from elsewhere.",
                entry=event.seq,
                candidate=event.payload["candidate"],
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


def kernels_kept() -> bool:
    """Return whether every kernel lies compiled in a sealed folder, so that nobody has to wait for the compiler."""
    return kernels.settled().sealed


def warm_up(progress: Callable[[int, int], None] | None = None) -> int:
    """Compile every kernel or load it from the cache; see `kgdesk.kernels.warm_up`."""
    return int(kernels.warm_up(progress))

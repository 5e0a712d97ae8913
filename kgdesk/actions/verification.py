"""Verifies a study or an archive: its chain, the belief behind each suggestion, and the heads that were seen before."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC
from typing import TYPE_CHECKING, Any

from kgdesk.actions.archives import is_archive, read_events
from kgdesk.actions.opening import journal_key, name_of, open_store, trust_now
from kgdesk.errors import BadInput, KgdeskError
from kgdesk.model.study import study as studies
from kgdesk.store import HeadJournal, is_address
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from kgdesk.actions.operator import Operator
    from kgdesk.model.study.events import Event, Head
    from kgdesk.model.study.study import Study
    from kgdesk.model.study.trust import Trust
    from kgdesk.store import Settlement


#: Relative tolerance of a replayed belief: exp and log differ between machines in the last digits.
_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Check:
    """Result of verifying a study.

    Parameters
    ----------
    study
        Name of the study.
    head
        Sequence number and hash of the last event.
    events, outcomes, suggestions
        Numbers of each.
    exact, close
        Numbers of recorded suggestions whose belief is reproduced bit for bit, and only to 1e-9 (made on another
        machine or by another version of the kernels).
    problem
        The problem in one sentence; None if the chain and beliefs are valid and the study is not forked.
    trust
        How the entries agree with what was seen on this computer.

    Examples
    --------
    >>> run = campaign.record(campaign.suggest()[0], True)
    >>> check = campaign.verify()
    >>> check.problem is None, check.outcomes, check.suggestions, check.exact
    (True, 1, 1, 1)
    """

    study: str
    head: Head
    events: int
    outcomes: int
    suggestions: int
    exact: int
    close: int
    problem: str | None
    trust: Trust

    def as_json(self) -> dict[str, Any]:
        """Return the dict that the command line prints as JSON."""
        return {
            "trust": self.trust.as_json(),
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


def verify(path: str | Path, held: Head | None = None) -> Check:
    """Verify a study or archive: its chain, the belief behind each suggestion, and the heads seen on this computer.

    Parameters
    ----------
    path
        A study file, the address of a study on a server, or an archive.
    held
        A head that somebody holds outside the study, as from a report; sequence number 0 if it is not known.

    Raises
    ------
    StoreError, BadTable
        The chain is broken or the file is not a study; the message names the place.
    """
    if not is_address(path) and is_archive(path):
        events = read_events(path)
        trust = trust_now(events, path)
    else:
        store, events, trust = open_store(path)
        store.close()
    study = studies.fold(events)
    trust = replace(trust, set_aside=study.set_aside)
    suggestion_events = [
        e for e in study.sensible if e.kind == "suggestion_made" and _REPLAY_KEYS.issubset(e.payload)
    ]
    replayed = [_replays(study, event) for event in suggestion_events]
    problem = _missing_head(events, held) if held is not None else None
    if problem is None and trust.verdict == "forked":
        problem = trust.sentence
    differing = [e for e, verdict in zip(suggestion_events, replayed, strict=True) if verdict == "differs"]
    if problem is None and differing:
        problem = phrase(
            "The belief behind the suggestion in entry {entry} ({candidate}) does not replay from the outcomes "
            "before it: the numbers shown then came from elsewhere.",
            entry=differing[0].seq,
            candidate=differing[0].payload["candidate"],
        )
    return Check(
        study.name,
        study.head,
        len(events),
        len(study.valid),
        len(suggestion_events),
        replayed.count("exact"),
        replayed.count("close"),
        problem,
        trust,
    )


def settle_fork(
    path: str | Path, who: Operator, reason: str, events: Sequence[Event] = ()
) -> tuple[Settlement, ...]:
    """Decide that other branches of a study, for which it counts as forked, do not count; return them.

    The reason is kept in the database of the user. Nothing is written in the study.

    Parameters
    ----------
    events
        Those of the study, if it is open; else they are read.

    Raises
    ------
    BadInput
        There is no reason, or no fork that can be settled at this place.
    UserDataUnusable
        The decision cannot be kept.
    """
    if not reason.strip():
        raise BadInput("Say why the other branch does not count: the reason is kept.")
    if not events:
        store, events, _ = open_store(path)
        store.close()
    key, journal = journal_key(path), HeadJournal()
    settled: tuple[Settlement, ...] = ()
    if any(one.place == key for one in journal.seen(events[0].hash)) and not journal.lost_at(events, key):
        at = f"{who.now().astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
        settled = journal.settle(events, key, reason=reason, operator=who.operator, at=at)
    if not settled:
        raise BadInput(
            phrase(
                "{name} has no fork to settle: a branch can be settled that was seen at another place, in a study that "
                "goes on at its own. To go on with a copy take it as it is (kgdesk restore STUDY --as-it-is).",
                name=name_of(path),
            )
        )
    return settled


def settled_forks(study: Study) -> tuple[Settlement, ...]:
    """Return which branches of a study somebody has settled on this computer, in order."""
    return HeadJournal().settlements(study.events[0].hash)


def settled_in_words(one: Settlement) -> str:
    """Return a decision about another branch as a sentence without its time and person."""
    return phrase(
        "Decided on this computer: the other branch, seen at {place}, does not count. Reason: {reason}",
        place=one.place,
        reason=one.reason,
    )


def _missing_head(events: Sequence[Event], held: Head) -> str | None:
    """Return why a chain does not contain a head, as a sentence; None if it does."""
    if held.seq > len(events):
        return phrase(
            "The study ends with entry {entries}, before entry {seq} of the head given: entries are missing, or it is "
            "an older copy.",
            entries=len(events),
            seq=held.seq,
        )
    if held.seq and events[held.seq - 1].hash != held.hash:
        return phrase(
            "Entry {seq} has another hash than the head given: an entry up to there was replaced, or the head is of "
            "another copy of the study. The entry has the hash {hash}.",
            seq=held.seq,
            hash=events[held.seq - 1].hash,
        )
    if not held.seq and all(event.hash != held.hash for event in events):
        return phrase(
            "No entry has the hash given: entries were replaced or are missing, or the head is of another copy of the "
            "study."
        )
    return None


#: Keys of a suggestion that are needed to compute its belief again; kgdesk always writes them.
_REPLAY_KEYS = frozenset({"revision", "belief", "belief_digest", "probability"})


def _replays(study: Study, event: Event) -> str:
    """Return how well the belief of a recorded suggestion is reproduced: ``exact``, ``close`` or ``differs``."""
    facts = event.payload
    try:
        then = studies.fold(study.events[: facts["revision"]])
        then = replace(then, today=facts.get("day", "")).under(facts["belief"])
    except KgdeskError:  # a state before the study was complete, or no such belief
        return "differs"
    # The study's belief is that in a new block, and where a policy chose it was that in the block of the next run.
    belief = then.present_belief if "chooser_probability" in facts else then.belief
    if belief.digest == facts["belief_digest"]:
        return "exact"
    row = then.design.row_of[then.pool.row(facts["candidate"])]
    probability = float(belief.predict(then.design.X[row : row + 1])[0])
    believed = float(facts.get("chooser_probability", facts["probability"]))
    return "close" if abs(probability - believed) <= _TOLERANCE else "differs"

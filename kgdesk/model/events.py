"""The events of a study: the only truth; everything else is computed from them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Kinds that this version writes or reads, each with the version of its payload.
KINDS: dict[str, int] = {
    "study_created": 1,
    "attributes_defined": 1,
    "candidates_imported": 1,
    "scaling_fixed": 1,
    "candidate_retired": 1,
    "candidate_restored": 1,
    "settings_changed": 1,
    "suggestion_made": 1,
    "suggestion_declined": 1,
    "experiment_started": 1,
    "outcome_recorded": 1,
    "outcome_corrected": 1,
    "outcome_voided": 1,
    "note_added": 1,
    "finished": 1,
    "reopened": 1,
    "signed_off": 1,
    "locked": 1,
    "unlocked": 1,
    "exported": 1,
    "imported_from": 1,
    "clock_anomaly": 1,
}


@dataclass(frozen=True, slots=True)
class NewEvent:
    """One fact that is to be appended to a study.

    Parameters
    ----------
    kind
        One of `KINDS`.
    payload
        JSON values only: str, int, float (finite), bool, None, lists and dicts with str keys.
    event_id
        Made by whoever asks (32 hexadecimal digits); sending the same one twice appends once.
    recorded_at_utc
        ISO 8601 with microseconds and ``Z``, as ``2026-11-21T14:02:31.000000Z``. A note, never an order.
    utc_offset
        Of the workstation's clock, as ``+01:00``.
    actor
        The operator's name.
    workstation
        The computer's name.
    app_version
        The version of kgdesk.
    """

    kind: str
    payload: Mapping[str, Any]
    event_id: str
    recorded_at_utc: str
    utc_offset: str
    actor: str
    workstation: str
    app_version: str
    kind_version: int = 1


@dataclass(frozen=True, slots=True)
class Event:
    """One stored fact with its place in the chain.

    Parameters
    ----------
    seq
        1 for the first event of a study, without gaps. The only order there is.
    new
        What was appended.
    prev_hash, hash
        SHA-256 in hexadecimal; the first event's ``prev_hash`` is 64 zeros.
    """

    seq: int
    new: NewEvent
    prev_hash: str
    hash: str

    @property
    def kind(self) -> str:
        """The kind of the event."""
        return self.new.kind

    @property
    def payload(self) -> Mapping[str, Any]:
        """The facts of the event."""
        return self.new.payload


@dataclass(frozen=True, slots=True)
class Head:
    """The end of a chain: number of events and hash of the last; ``Head(0, "0" * 64)`` of an empty one."""

    seq: int = 0
    hash: str = field(default="0" * 64)

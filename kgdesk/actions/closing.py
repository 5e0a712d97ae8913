"""What the report says of a study that is done: who finished it, who signed it off, who locked it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.errors import phrase
from kgdesk.model.finishing import in_progress

if TYPE_CHECKING:
    from kgdesk.files.speech import Speech
    from kgdesk.model.entries import Closing, Signature
    from kgdesk.model.study import Study


def closed(study: Study, speech: Speech) -> list[str]:
    """Return a sentence each for end, signatures and lock; none for a study that is open."""
    said = [] if study.closing is None else [_finished(study, study.closing, speech)]
    said += [_signed(one, speech) for one in study.signatures]
    if study.lock is not None:
        said.append(
            phrase(
                "Locked by {operator} on {time}: {reason}",
                operator=study.lock.operator,
                time=speech.moment(study.lock.recorded_at),
                reason=study.lock.reason,
            )
        )
    return said


def _finished(study: Study, closing: Closing, speech: Speech) -> str:
    by_whom = {"operator": closing.operator, "time": speech.moment(closing.recorded_at)}
    finished = phrase("Finished by {operator} on {time}.", **by_whom)
    if running := in_progress(study):
        finished = phrase("Finished by {operator} on {time} with {running}.", **by_whom, running=running)
    if not closing.reason:
        return finished
    return phrase("{finished} Reason: {reason}", finished=finished, reason=closing.reason)


def _signed(one: Signature, speech: Speech) -> str:
    return phrase(
        "Signed off by {operator} on {time} for the first {count} entries: {meaning}",
        operator=one.operator,
        time=speech.moment(one.recorded_at),
        count=speech.number(one.covers),
        meaning=one.meaning,
    )
